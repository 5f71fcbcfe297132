//! The search for values that satisfy claims: what a claim waits for is chosen, the claims go on, and what is false is taken
//! back (narrowing; the choices are those of Korat and Lazy SmallCheck, with measures chosen first where there is a table).
use std::rc::Rc;

use refine_core::term::Term;
use refine_core::ty::Ty;
use refine_core::value::{Value, Vector};

use super::linear::{Atom, Linear, Relation, Var};
use super::model::{Bounds, draw};
use super::random::Random;
use super::room::{Form, Room};
use super::space::Space;
use super::state::{Claim, Env, HoleId, Mark, State, Val, Wait};
use super::store::{Consistent, Contradiction};
use super::table::{KeyId, Part, Production, claimed_of, table};

/// Which of the values are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// One for each choice that a claim asks for: its scalars, and what no claim looks at, are the plainest.
    Plain,
    /// All, with integers near zero.
    All,
    /// Any one.
    Random,
}

/// What a step of the search came to.
pub(super) enum Found {
    Vector(Vector),
    /// The steps are used up.
    Paused,
    /// There are no more.
    End,
}

/// A choice that can be made.
#[derive(Clone)]
enum Choice {
    Key(HoleId, KeyId),
    Production(HoleId, Rc<Production>),
    Variant(HoleId, usize),
    Flag(HoleId, bool),
    Length(HoleId, usize),
    Foreign(HoleId, Value),
    Decide(Atom, bool),
    Value(Var, i128),
}

/// Choices that are left, the next one last.
struct Branch {
    mark: Mark,
    choices: Vec<Choice>,
    /// Whether no claim asked for it.
    filling: bool,
}

/// Contradictions after which a random search starts over.
const FAILURES: usize = 400;
/// Values of an unknown that are tried where a claim waits for it, unless all are.
const SOME: i128 = 24;

/// Integers are all looked at within this power of two.
const WIDEST: u32 = 12;

/// A search for vectors to a depth.
pub(super) struct Search<'p> {
    room: Rc<Room<'p>>,
    mode: Mode,
    depth: u32,
    /// How far from the plainest value integers are all looked at.
    window: i128,
    state: State,
    roots: Vec<(Val, Ty)>,
    branches: Vec<Branch>,
    stage: Stage,
    failures: usize,
    /// The unknowns that get values, once the rest is chosen, and how many choices that took.
    labels: Option<(usize, Rc<[Var]>)>,
    /// Whether there are values of greater depth, or with integers further from zero.
    pub(super) cut: bool,
    /// Whether some values within the depth were left out.
    pub(super) partial: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Descend,
    Advance,
    End,
}

/// Where chance comes from.
pub(super) struct Sources<'a, 'p> {
    pub(super) random: &'a mut Random,
    pub(super) space: &'a mut Space<'p>,
}

impl<'p> Search<'p> {
    pub(super) fn new(room: &Rc<Room<'p>>, claims: &[Term], tys: &[Ty], mode: Mode, depth: u32) -> Self {
        let mut state = State::new();
        let roots: Vec<(Val, Ty)> = tys.iter().map(|ty| (state.fresh(room, ty, depth), ty.clone())).collect();
        let env = Env::new(roots.iter().map(|(val, _)| val.clone()).collect());
        for term in claims {
            let claim = Claim { term: term.clone(), env: env.clone(), positive: true, wait: Wait::Shape(0) };
            state.ready.push(Rc::new(claim));
        }
        let window = if depth <= 4 { i128::from(depth) } else { 1 << (depth - 2).min(WIDEST) };
        let mut search = Search {
            room: room.clone(),
            mode,
            depth,
            window,
            state,
            roots,
            branches: Vec::new(),
            stage: Stage::Descend,
            failures: 0,
            labels: None,
            cut: false,
            partial: false,
        };
        if search.state.propagate(room).is_err() {
            search.stage = Stage::End;
        }
        search
    }

    /// Goes on to the next vector, for at most so many steps.
    pub(super) fn next(&mut self, sources: &mut Sources<'_, 'p>, steps: u64) -> Found {
        let until = self.room.steps.get() + steps;
        loop {
            match self.stage {
                Stage::End => return Found::End,
                _ if self.room.steps.get() >= until => return Found::Paused,
                Stage::Descend => match self.split(sources) {
                    Some((mut choices, filling)) => {
                        choices.reverse();
                        self.branches.push(Branch { mark: self.state.mark(), choices, filling });
                        self.stage = Stage::Advance;
                    }
                    None => {
                        let vector = self.vector(sources);
                        self.leave();
                        if let Some(vector) = vector {
                            return Found::Vector(vector);
                        }
                    }
                },
                Stage::Advance => self.advance(),
            }
        }
    }

    /// Goes on after a leaf.
    fn leave(&mut self) {
        self.room.step();
        self.stage = Stage::Advance;
        match self.mode {
            // Another way to fill what nobody looks at is no other value.
            Mode::Plain => {
                while self.branches.last().is_some_and(|branch| branch.filling) {
                    self.branches.pop();
                }
            }
            Mode::All => {}
            Mode::Random => self.stage = Stage::End,
        }
    }

    fn advance(&mut self) {
        let Some(branch) = self.branches.last_mut() else {
            self.stage = Stage::End;
            return;
        };
        self.state.back_to(&branch.mark);
        let next = branch.choices.pop();
        if self.labels.as_ref().is_some_and(|(from, _)| self.branches.len() <= *from) {
            self.labels = None;
        }
        match next {
            None => drop(self.branches.pop()),
            Some(choice) => {
                self.room.step();
                if self.make(choice).is_ok() {
                    self.stage = Stage::Descend;
                } else {
                    self.failures += 1;
                    if self.mode == Mode::Random && self.failures > FAILURES {
                        self.stage = Stage::End;
                    }
                }
            }
        }
    }

    fn make(&mut self, choice: Choice) -> Consistent {
        let room = self.room.clone();
        match choice {
            Choice::Key(hole, key) => self.state.set_key(hole, key),
            Choice::Production(hole, production) => {
                let Hole { ty, depth } = self.hole(hole);
                let variant = &room.variants(&ty)[production.variant];
                let below = depth.saturating_sub(variant.cost);
                let parts = production.fields.iter().zip(&variant.fields).map(|(part, ty)| match part {
                    Part::Fixed(value) => value.clone(),
                    Part::Key(key) => Val::Hole(self.state.hole(&room, ty, below, Some(*key))),
                    Part::Other => self.state.fresh(&room, ty, below),
                });
                let value = Val::Adt(production.variant, parts.collect());
                self.state.bind(hole, value);
            }
            Choice::Variant(hole, at) => {
                let Hole { ty, depth } = self.hole(hole);
                let variant = &room.variants(&ty)[at];
                let below = depth.saturating_sub(variant.cost);
                let parts = variant.fields.iter().map(|ty| self.state.fresh(&room, ty, below)).collect();
                self.state.bind(hole, Val::Adt(at, parts));
            }
            Choice::Flag(hole, flag) => self.state.bind(hole, Val::Bool(flag)),
            Choice::Length(hole, length) => {
                let Hole { ty, depth } = self.hole(hole);
                if let Some(var) = self.state.holes[hole].length.filter(|_| !matches!(ty, Ty::Array(..))) {
                    self.is_value(var, length as i128)?;
                }
                let element = ty.element().map(Ty::plain).unwrap_or(Ty::Never);
                let parts = (0..length).map(|_| self.state.fresh(&room, &element, depth)).collect();
                self.state.bind(hole, Val::Seq(parts));
            }
            Choice::Foreign(hole, value) => self.state.set_foreign(hole, value),
            Choice::Decide(atom, holds) => {
                let claim = if holds { Some(atom.clone()) } else { atom.negated() };
                self.state.store.claim(&claim.ok_or(Contradiction)?)?;
                self.state.decide(&atom, holds);
            }
            Choice::Value(var, value) => self.is_value(var, value)?,
        }
        self.state.propagate(&room)
    }

    fn is_value(&mut self, var: Var, value: i128) -> Consistent {
        let sum = Linear::var(var).offset(-value).ok_or(Contradiction)?;
        self.state.store.claim(&Atom::new(sum, Relation::Equal))
    }

    fn hole(&self, hole: HoleId) -> Hole {
        let hole = &self.state.holes[hole];
        Hole { ty: hole.ty.clone(), depth: hole.depth }
    }

    /// The next thing to choose, and whether no claim asks for it. `None` if all is chosen.
    fn split(&mut self, sources: &mut Sources<'_, 'p>) -> Option<(Vec<Choice>, bool)> {
        let wait = {
            let waits = || self.state.waiting.iter().map(|claim| &claim.wait);
            let key = waits().find(|wait| matches!(wait, Wait::Key(_)));
            let shape = || waits().find(|wait| matches!(wait, Wait::Shape(_)));
            key.or_else(shape).or_else(|| waits().next()).cloned()
        };
        let choices = match wait {
            Some(Wait::Key(hole) | Wait::Shape(hole)) => self.shapes(hole, sources),
            Some(Wait::Value(var)) => match self.state.holes.iter().position(|hole| hole.length == Some(var)) {
                Some(hole) if self.state.holes[hole].value.is_none() => self.shapes(hole, sources),
                _ => self.values(var, sources),
            },
            Some(Wait::Decide(atom)) => {
                let mut both = vec![Choice::Decide(atom.clone(), true), Choice::Decide(atom, false)];
                self.shuffle(&mut both, sources);
                both
            }
            None => return self.fill(sources),
        };
        Some((choices, false))
    }

    /// What no claim waits for.
    fn fill(&mut self, sources: &mut Sources<'_, 'p>) -> Option<(Vec<Choice>, bool)> {
        let open = |hole: &super::state::Hole| hole.value.is_none() && hole.foreign.is_none();
        if let Some(hole) = self.state.holes.iter().position(open) {
            return Some((self.shapes(hole, sources), true));
        }
        if let Some(var) = self.state.store.waited_for() {
            return Some((self.values(var, sources), false));
        }
        if self.mode != Mode::All {
            return None;
        }
        let labels = match &self.labels {
            Some((_, labels)) => labels.clone(),
            None => {
                let labels: Rc<[Var]> = self.unknowns().into_iter().map(|(var, _)| var).collect();
                self.labels = Some((self.branches.len(), labels.clone()));
                labels
            }
        };
        let var = *labels.iter().find(|var| self.state.store.value(**var).is_none())?;
        Some((self.values(var, sources), true))
    }

    /// The ways to fill a hole.
    fn shapes(&mut self, hole: HoleId, sources: &mut Sources<'_, 'p>) -> Vec<Choice> {
        let Hole { ty, depth } = self.hole(hole);
        let room = self.room.clone();
        let mut choices: Vec<Choice> = match room.form(&ty) {
            Form::Bool => [false, true].map(|flag| Choice::Flag(hole, flag)).to_vec(),
            Form::Seq(Some(n)) => vec![Choice::Length(hole, n as usize)],
            Form::Seq(None) => {
                self.cut = true;
                let (lo, hi) = match self.state.holes[hole].length {
                    Some(length) => Bounds::new(&self.state.store).of(length),
                    None => (0, i128::from(depth)),
                };
                (lo..=hi).map(|n| Choice::Length(hole, n as usize)).collect()
            }
            Form::Foreign => return self.foreign(hole, &ty, sources),
            Form::Data => match self.state.holes[hole].key {
                Some(key) => {
                    let mut all = room.tables.borrow().productions(key, depth);
                    if self.mode == Mode::Random {
                        sources.random.chance().order(&mut all, true);
                    }
                    return all.into_iter().map(|production| Choice::Production(hole, production)).collect();
                }
                None => match table(&room, &ty, &claimed_of(&self.state, hole), depth) {
                    Some(context) => {
                        let (keys, partial) = room.tables.borrow().keys(context, &ty, depth);
                        self.partial |= partial;
                        self.cut = true;
                        keys.into_iter().map(|key| Choice::Key(hole, key)).collect()
                    }
                    None => {
                        let variants = room.variants(&ty);
                        let able = variants.iter().enumerate().filter(|(_, variant)| variant.able);
                        let (within, beyond): (Vec<_>, Vec<_>) =
                            able.partition(|(_, variant)| variant.cost <= depth);
                        self.cut |= !beyond.is_empty();
                        let mut within: Vec<(u32, usize)> =
                            within.into_iter().map(|(at, variant)| (variant.cost, at)).collect();
                        within.sort_by_key(|(cost, _)| *cost);
                        within.into_iter().map(|(_, at)| Choice::Variant(hole, at)).collect()
                    }
                },
            },
        };
        self.shuffle(&mut choices, sources);
        choices
    }

    fn foreign(&mut self, hole: HoleId, ty: &Ty, sources: &mut Sources<'_, 'p>) -> Vec<Choice> {
        self.cut = true;
        let choice = |value| Choice::Foreign(hole, value);
        match self.mode {
            Mode::Random => sources.random.value(sources.space, ty, self.depth).map(choice).into_iter().collect(),
            Mode::Plain => sources.space.first(ty, 0..64).map(choice).into_iter().collect(),
            Mode::All => sources.space.all(ty, self.depth as usize).into_iter().map(choice).collect(),
        }
    }

    /// Values of an unknown.
    fn values(&mut self, var: Var, sources: &mut Sources<'_, 'p>) -> Vec<Choice> {
        self.room.steps.set(self.room.steps.get() + self.state.store.len() as u64);
        let (lo, hi) = Bounds::new(&self.state.store).of(var);
        let plain = 0i128.clamp(lo, hi.max(lo));
        let reach = if self.mode == Mode::All { self.window } else { SOME };
        let (from, to) = (lo.max(plain.saturating_sub(reach)), hi.min(plain.saturating_add(reach)));
        self.cut |= from > lo || to < hi;
        let mut values: Vec<i128> = (from..=to).collect();
        values.sort_by_key(|value| (value.abs_diff(plain), *value < plain));
        match self.mode {
            Mode::All => {}
            Mode::Plain => values.extend(sources.random.literals().filter(|value| (lo..=hi).contains(value))),
            Mode::Random => {
                let drawn = (0..8).map(|_| sources.random.within(lo, hi));
                values = drawn.chain(values).collect();
            }
        }
        let mut seen = std::collections::HashSet::new();
        values.retain(|value| seen.insert(*value));
        values.into_iter().map(|value| Choice::Value(var, value)).collect()
    }

    fn shuffle(&self, choices: &mut [Choice], sources: &mut Sources<'_, 'p>) {
        if self.mode == Mode::Random {
            sources.random.chance().order(choices, false);
        }
    }

    /// The unknowns of the vector, in order, with their types.
    fn unknowns(&self) -> Vec<(Var, Ty)> {
        let mut out = Vec::new();
        self.roots.iter().for_each(|(val, ty)| self.collect(val, ty, &mut out));
        out
    }

    fn collect(&self, val: &Val, ty: &Ty, out: &mut Vec<(Var, Ty)>) {
        match (val, ty) {
            (Val::Int(sum), _) => out.extend(sum.terms.iter().map(|(var, _)| (*var, ty.clone()))),
            (Val::Tuple(all), Ty::Tuple(tys)) => {
                all.iter().zip(tys).for_each(|(val, ty)| self.collect(val, ty, out));
            }
            (Val::Adt(variant, all), _) => {
                let variants = self.room.variants(ty);
                let fields = variants[*variant].fields.iter();
                all.iter().zip(fields).for_each(|(val, ty)| self.collect(val, ty, out));
            }
            (Val::Seq(all), _) => {
                let element = ty.element().map(Ty::plain).unwrap_or(Ty::Never);
                all.iter().for_each(|val| self.collect(val, &element, out));
            }
            (Val::Hole(hole), _) => {
                if let Some(value) = &self.state.holes[*hole].value {
                    self.collect(value, ty, out);
                }
            }
            _ => {}
        }
    }

    /// The vector, when all is chosen but the values of unknowns.
    fn vector(&mut self, sources: &mut Sources<'_, 'p>) -> Option<Vector> {
        let unknowns = self.unknowns();
        self.room.steps.set(self.room.steps.get() + self.state.store.len() as u64);
        let order: Vec<Var> = unknowns.iter().map(|(var, _)| *var).collect();
        let types: std::collections::HashMap<Var, Ty> = unknowns.into_iter().collect();
        let random = &mut *sources.random;
        random.forget();
        let mode = self.mode;
        let mut pick = |var: Var, lo: i128, hi: i128| match (mode, types.get(&var)) {
            (Mode::Random, Some(ty)) => random.scalar(ty, lo, hi),
            (_, Some(Ty::Char)) => i128::from(u32::from('a')),
            _ => 0,
        };
        let model = draw(&self.state.store, &order, &mut pick)?;
        self.roots.iter().map(|(val, ty)| self.built(val, ty, &model)).collect()
    }

    fn built(&self, val: &Val, ty: &Ty, model: &[i128]) -> Option<Value> {
        let element = || ty.element().map(Ty::plain).unwrap_or(Ty::Never);
        Some(match (val, ty) {
            (Val::Bool(flag), _) => Value::Bool(*flag),
            (Val::Int(sum), _) => {
                let value = sum.with(&|var| model.get(var as usize).copied())?.known()?;
                match ty {
                    Ty::Char => Value::Char(char::from_u32(u32::try_from(value).ok()?)?),
                    _ => Value::Int(value.into()),
                }
            }
            (Val::Tuple(all), Ty::Tuple(tys)) => {
                let parts = all.iter().zip(tys).map(|(val, ty)| self.built(val, ty, model));
                Value::Tuple(parts.collect::<Option<_>>()?)
            }
            (Val::Adt(variant, all), Ty::Adt(id, _)) => {
                let variants = self.room.variants(ty);
                let parts = all.iter().zip(&variants[*variant].fields).map(|(val, ty)| self.built(val, ty, model));
                Value::Adt(*id, *variant, parts.collect::<Option<_>>()?)
            }
            (Val::Seq(all), _) => {
                Value::Seq(all.iter().map(|val| self.built(val, &element(), model)).collect::<Option<_>>()?)
            }
            (Val::Hole(hole), _) => {
                let hole = &self.state.holes[*hole];
                match (&hole.value, &hole.foreign) {
                    (Some(value), _) => self.built(value, ty, model)?,
                    (None, foreign) => foreign.clone()?,
                }
            }
            _ => return None,
        })
    }
}

/// What filling a hole asks of it.
struct Hole {
    ty: Ty,
    depth: u32,
}
