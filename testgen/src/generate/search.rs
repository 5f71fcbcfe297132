//! The search for values that satisfy claims: what a claim waits for is chosen, the claims go on, and what is false is taken
//! back (narrowing; the choices are those of Korat and Lazy SmallCheck, with measures chosen first where there is a table).
use std::rc::Rc;

use refine_core::term::Term;
use refine_core::ty::Ty;
use refine_core::value::{Value, Vector};

use super::linear::{Atom, Linear, Relation, Var};
use super::random::{Chance, Random};
use super::room::Room;
use super::space::Space;
use super::state::{Env, HoleId, Mark, PendingClaim, State, Val, Wait};
use super::store::{Consistent, Contradiction};
use super::table::{KeyId, Production};

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
pub(super) enum SearchStep {
    Vector(Vector),
    /// The steps are used up.
    Paused,
    /// There are no more.
    End,
}

/// A choice that can be made.
#[derive(Clone)]
pub(super) enum Choice {
    Key(HoleId, KeyId),
    Production(HoleId, Rc<Production>),
    Variant(HoleId, usize),
    Flag(HoleId, bool),
    Length(HoleId, usize),
    Carrier(HoleId, Ty),
    Foreign(HoleId, Value),
    Decide(Atom, bool),
    Value(Var, i128),
}

/// Choices that are left, the next one last.
pub(super) struct Branch {
    mark: Mark,
    choices: Vec<Choice>,
    /// Whether no claim asked for it.
    filling: bool,
}

/// Contradictions after which a random search starts over.
const FAILURES: usize = 400;
/// Values that chance makes of a table have fewer nodes than the smallest of their measures and this power of two.
const SPARE: usize = 8;
/// How long sequences may be for chance, whatever the depth: one of these.
const LENGTHS: [u32; 5] = [0, 0, 8, 12, 16];
/// Chance fills what is left in the smallest way once there are so many parts: one of these.
const ROOMY: [usize; 4] = [16, 32, 64, 128];
/// Integers are all looked at within this power of two.
const WIDEST: u32 = 12;

/// A search for vectors to a depth.
pub(super) struct DepthSearch<'p> {
    pub(super) room: Rc<Room<'p>>,
    pub(super) mode: Mode,
    pub(super) depth: u32,
    /// How far from the plainest value integers are all looked at.
    pub(super) window: i128,
    pub(super) state: State,
    pub(super) roots: Vec<(Val, Ty)>,
    pub(super) branches: Vec<Branch>,
    stage: Stage,
    failures: usize,
    chance: Chance,
    /// With so many parts the search goes on with the smallest.
    roomy: usize,
    /// The unknowns that get values, once the rest is chosen, and how many choices that took.
    pub(super) labels: Option<(usize, Rc<[Var]>)>,
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

impl<'p> DepthSearch<'p> {
    pub(super) fn new(
        room: &Rc<Room<'p>>,
        claims: &[Term],
        tys: &[Ty],
        mode: Mode,
        depth: u32,
        mut chance: Chance,
    ) -> Self {
        let mut state = State::new();
        let mut roomy = usize::MAX;
        if mode == Mode::Random {
            state.longest = LENGTHS[chance.below(LENGTHS.len())];
            roomy = ROOMY[chance.below(ROOMY.len())];
        }
        let roots: Vec<(Val, Ty)> = tys.iter().map(|ty| (state.fresh(room, ty, depth), ty.clone())).collect();
        let env = Env::new(roots.iter().map(|(val, _)| val.clone()).collect());
        for term in claims {
            let claim = PendingClaim { term: term.clone(), env: env.clone(), positive: true, wait: Wait::Shape(0) };
            state.ready.push(Rc::new(claim));
        }
        let window = if depth <= 4 { i128::from(depth) } else { 1 << (depth - 2).min(WIDEST) };
        let mut search = DepthSearch {
            room: room.clone(),
            mode,
            depth,
            window,
            state,
            roots,
            branches: Vec::new(),
            stage: Stage::Descend,
            failures: 0,
            chance,
            roomy,
            labels: None,
            cut: false,
            partial: false,
        };
        if search.state.propagate(room).is_err() {
            // What is too deep for this may not be for the next.
            search.cut = !search.state.holes.is_empty();
            search.stage = Stage::End;
        }
        search
    }

    /// Goes on to the next vector, for at most so many steps.
    pub(super) fn next(&mut self, sources: &mut Sources<'_, 'p>, steps: u64) -> SearchStep {
        let until = self.room.steps.get() + steps;
        loop {
            match self.stage {
                Stage::End => {
                    self.cut |= self.state.clipped;
                    return SearchStep::End;
                }
                _ if self.room.steps.get() >= until => return SearchStep::Paused,
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
                            return SearchStep::Vector(vector);
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
                // (Those keys that do not do are soon through.)
                let counts = !matches!(choice, Choice::Key(..));
                if self.make(choice).is_ok() {
                    self.stage = Stage::Descend;
                } else {
                    self.failures += usize::from(counts);
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
            Choice::Key(hole, key) => {
                self.state.holes[hole].spare = (1 << self.chance.below(SPARE)) - 1;
                self.state.set_key(hole, key);
            }
            Choice::Production(hole, production) => {
                let Hole { ty, depth } = self.hole(hole);
                let variant = &room.variants(&ty)[production.variant];
                let below = depth.saturating_sub(variant.cost);
                let mut keyed = Vec::new();
                let parts = production.fields.iter().zip(&variant.fields);
                let parts = parts.map(|(part, ty)| self.state.part(&room, part, ty, below, &mut keyed)).collect();
                self.share(hole, production.least, &keyed);
                self.state.bind(hole, Val::Adt(production.variant, parts));
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
            Choice::Carrier(hole, carrier) => {
                let Hole { depth, .. } = self.hole(hole);
                let inner = self.state.fresh(&room, &carrier, depth);
                self.state.bind(hole, Val::Carried(Rc::new(inner)));
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

    /// Divides what a hole may have beyond the smallest among those with keys in it, of a production of this size.
    fn share(&mut self, hole: HoleId, least: u64, keyed: &[(HoleId, KeyId)]) {
        if self.mode != Mode::Random {
            return;
        }
        let hole = &self.state.holes[hole];
        let tables = self.room.tables.borrow();
        let needed = hole.key.map_or(least, |key| tables.least(key));
        let left = hole.spare.saturating_sub(least.saturating_sub(needed));
        let sizes: Vec<u64> = keyed.iter().map(|(_, key)| tables.least(*key)).collect();
        let shares = self.chance.shares(left, &sizes);
        keyed.iter().zip(shares).for_each(|((part, _), share)| self.state.holes[*part].spare = share);
    }

    fn is_value(&mut self, var: Var, value: i128) -> Consistent {
        let sum = Linear::var(var).offset(-value).ok_or(Contradiction)?;
        self.state.store.claim(&Atom::new(sum, Relation::Equal))
    }

    /// Whether chance is to add no more parts than it must.
    pub(super) fn is_full(&self) -> bool {
        self.state.holes.len() >= self.roomy
    }

    pub(super) fn hole(&self, hole: HoleId) -> Hole {
        let hole = &self.state.holes[hole];
        Hole { ty: hole.ty.clone(), depth: hole.depth }
    }
}

/// What filling a hole asks of it.
pub(super) struct Hole {
    pub(super) ty: Ty,
    pub(super) depth: u32,
}
