//! Which values the measures of a recursive type take, and which constructors and parts give them.
//!
//! A pure function of one recursive argument is a fold: of a constructor it needs no more than what it (and its like) are of
//! the parts. So the values that all measures of a predicate take together, a *key*, can be tabulated bottom-up, depth by
//! depth: each constructor is evaluated once for each choice of keys of its parts, as if the parts were holes of which
//! only the key is known. Tall values are then built top-down from a key, where a search for them would hardly end. (The
//! keys are the states of a tree automaton that runs the measures; see Comon et al., "Tree Automata Techniques and
//! Applications", chapter 1.) What a predicate looks at beside its measures is checked when the shape is known.
//!
//! What is claimed of the whole is claimed of the parts too where each constructor passes it on ([`required`]);
//! keys that break it are not kept.
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::rc::Rc;

use refine_core::ir::LocalId;
use refine_core::program::FnInst;
use refine_core::term::{Term, TermKind};
use refine_core::ty::Ty;

use super::evaluate::Evaluator;
use super::required::required;
use super::room::{Form, Room};
use super::state::{Env, HoleId, State, Val};

/// Index of a key.
pub(super) type KeyId = usize;
/// Index of a table.
pub(super) type ContextId = usize;

/// Choices of parts that are looked at for a constructor and depth; those with the smallest parts come first.
pub(super) const CHOICES: usize = 2000;
/// Steps that tables may take in all; deeper than they got by then, they have no keys.
const MOST: u64 = 12_000_000;
/// Enums of units with more variants are not tabulated.
const FINITE: usize = 8;

/// What is known of a value whose measures are known.
struct Key {
    ty: Ty,
    variant: usize,
    /// The fields that are the same in all such values.
    fields: Vec<Option<Val>>,
    measures: Vec<(FnInst, Val)>,
    /// The depth of the least deep.
    level: u32,
    /// The number of nodes of the smallest.
    least: u64,
    productions: Vec<Rc<Production>>,
    /// Whether it stands for any value of the variant.
    blank: bool,
}

/// One way to make a value of a key.
pub(super) struct Production {
    pub(super) variant: usize,
    pub(super) fields: Vec<Part>,
    /// The depth of the least deep value made so.
    pub(super) level: u32,
    /// The number of nodes of the smallest.
    pub(super) least: u64,
}

/// A field of a production.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Fixed(Val),
    Key(KeyId),
    /// Any value of its type.
    Other,
}

type Index = (Ty, usize, Vec<Option<Val>>, Vec<Option<Val>>);

/// A table: for a type, and what is claimed of the whole.
struct Context {
    /// The types that hold values of each other.
    family: Vec<Ty>,
    /// The measures that must be true of each value in it, by type and variant.
    required: HashMap<(Ty, usize), Vec<FnInst>>,
    keys: HashMap<Ty, Vec<KeyId>>,
    index: HashMap<Index, KeyId>,
    /// Depths done, and the first that is not done in full.
    levels: u32,
    partial_from: Option<u32>,
}

/// All tables.
#[derive(Default)]
pub(super) struct Tables {
    keys: Vec<Key>,
    contexts: Vec<Context>,
    known: HashMap<(Ty, Vec<FnInst>), Option<ContextId>>,
}

impl Tables {
    pub(super) fn measure(&self, key: KeyId, inst: &FnInst) -> Option<Val> {
        self.keys[key].measures.iter().find(|(known, _)| known == inst).map(|(_, value)| value.clone())
    }

    /// Whether a key stands for any value of its variant.
    pub(super) fn is_blank(&self, key: KeyId) -> bool {
        self.keys[key].blank
    }

    pub(super) fn variant(&self, key: KeyId) -> usize {
        self.keys[key].variant
    }

    pub(super) fn field(&self, key: KeyId, variant: usize, at: usize) -> Option<Val> {
        let key = &self.keys[key];
        if key.variant == variant { key.fields.get(at)?.clone() } else { None }
    }

    /// The ways to make a value of a key that is at most so deep, the smallest first.
    pub(super) fn productions(&self, key: KeyId, depth: u32) -> Vec<Rc<Production>> {
        let all = self.keys[key].productions.iter().filter(|production| production.level <= depth);
        let mut all: Vec<_> = all.cloned().collect();
        all.sort_by_key(|production| (production.least, production.level));
        all
    }

    /// The keys of the values of a type that are at most so deep, and whether there may be more.
    pub(super) fn keys(&self, context: ContextId, ty: &Ty, depth: u32) -> (Vec<KeyId>, bool) {
        let context = &self.contexts[context];
        let all = context.keys.get(ty).map(Vec::as_slice).unwrap_or_default();
        let mut all: Vec<KeyId> = all.iter().copied().filter(|key| self.keys[*key].level <= depth).collect();
        all.sort_by_key(|key| (self.keys[*key].level, self.keys[*key].least));
        (all, context.partial_from.is_some_and(|from| from <= depth))
    }

    /// The constructor of a key's values.
    pub(super) fn constructor(&self, key: KeyId) -> (Ty, usize) {
        (self.keys[key].ty.clone(), self.keys[key].variant)
    }

    /// A key that stands for any value of a variant.
    pub(super) fn add_blank(&mut self, ty: &Ty, variant: usize, fields: usize) -> KeyId {
        let (ty, fields) = (ty.clone(), vec![None; fields]);
        self.add(Key { ty, variant, fields, measures: vec![], level: 0, least: 0, productions: vec![], blank: true })
    }

    fn add(&mut self, key: Key) -> KeyId {
        self.keys.push(key);
        self.keys.len() - 1
    }
}

/// The table for values of a type of which these measures are claimed, filled to a depth. `None` for types that
/// do not recur, or have no measures.
pub(super) fn table(room: &Room<'_>, ty: &Ty, claimed: &[FnInst], depth: u32) -> Option<ContextId> {
    let known = room.tables.borrow().known.get(&(ty.clone(), claimed.to_vec())).copied();
    let context = known.unwrap_or_else(|| {
        let context = open(room, ty, claimed);
        room.tables.borrow_mut().known.insert((ty.clone(), claimed.to_vec()), context);
        context
    })?;
    loop {
        let level = room.tables.borrow().contexts[context].levels;
        if level > depth {
            return Some(context);
        }
        let (before, spent) = (room.steps.get(), room.filling.get());
        if spent < MOST {
            Filling { room, context, level, done: HashSet::new() }.fill();
            room.filling.set(spent + room.steps.get() - before);
            room.steps.set(before);
        } else {
            let partial = &mut room.tables.borrow_mut().contexts[context].partial_from;
            *partial = partial.or(Some(level));
        }
        room.tables.borrow_mut().contexts[context].levels = level + 1;
    }
}

fn open(room: &Room<'_>, ty: &Ty, claimed: &[FnInst]) -> Option<ContextId> {
    let family = family(room, ty);
    if !room.recurs(ty) || !room.measures.iter().any(|(_, of)| family.contains(of)) {
        return None;
    }
    let required = required(room, &family, ty, claimed);
    let context =
        Context { family, required, keys: HashMap::new(), index: HashMap::new(), levels: 0, partial_from: None };
    let mut tables = room.tables.borrow_mut();
    tables.contexts.push(context);
    Some(tables.contexts.len() - 1)
}

/// The types whose values hold values of the type and are held in them.
fn family(room: &Room<'_>, ty: &Ty) -> Vec<Ty> {
    let reached = |from: &Ty| {
        let (mut seen, mut todo) = (Vec::new(), vec![from.clone()]);
        while let Some(next) = todo.pop() {
            if room.form(&next) != Form::Data || seen.len() > 64 {
                continue;
            }
            for field in room.variants(&next).iter().flat_map(|variant| &variant.fields) {
                if !seen.contains(field) {
                    seen.push(field.clone());
                    todo.push(field.clone());
                }
            }
        }
        seen
    };
    let mut family = vec![ty.clone()];
    family.extend(reached(ty).into_iter().filter(|other| other != ty && reached(other).contains(ty)));
    family
}

/// A constructor with parts: the state in which all that can be claimed of it was, and the hole that it is in. `None` if that
/// is contradictory.
pub(super) fn layer(
    room: &Room<'_>,
    ty: &Ty,
    variant: usize,
    fields: &[Part],
    required: &[FnInst],
) -> Option<(State, HoleId)> {
    let mut state = State::new();
    state.refuel(room);
    let node = state.hole(room, ty, 1, None);
    let variants = room.variants(ty);
    let parts = fields.iter().zip(&variants[variant].fields).map(|(part, ty)| match part {
        Part::Fixed(value) => value.clone(),
        Part::Key(key) => Val::Hole(state.hole(room, ty, 1, Some(*key))),
        Part::Other => state.fresh(room, ty, 1),
    });
    let value = Val::Adt(variant, parts.collect());
    state.bind(node, value);
    let env = Env::new(vec![Val::Hole(node)]);
    for measure in required {
        state.claim(room, &applied(measure, ty), &env, true).ok()?;
    }
    state.propagate(room).ok()?;
    Some((state, node))
}

fn applied(measure: &FnInst, ty: &Ty) -> Term {
    Term::new(TermKind::Call(measure.clone(), vec![Term::local(LocalId(0), ty.clone())]), Ty::Bool)
}

/// How many choices of one of each there are.
pub(super) fn number(choices: &[Vec<Part>]) -> usize {
    choices.iter().fold(1, |all, next| all.saturating_mul(next.len()))
}

/// All choices of one of each.
pub(super) fn products(choices: &[Vec<Part>]) -> Vec<Vec<Part>> {
    choices.iter().fold(vec![Vec::new()], |all, next| {
        let longer = |one: &Vec<Part>| {
            let one = one.clone();
            next.iter().map(move |part| one.iter().cloned().chain([part.clone()]).collect())
        };
        all.iter().flat_map(longer).collect()
    })
}

/// One depth of a table being filled.
struct Filling<'a, 'p> {
    room: &'a Room<'p>,
    context: ContextId,
    level: u32,
    /// What was looked at, of types that take no depth.
    done: HashSet<(Ty, usize, Vec<Part>)>,
}

impl Filling<'_, '_> {
    fn fill(&mut self) {
        let family = self.room.tables.borrow().contexts[self.context].family.clone();
        // A value of a type that takes no depth may hold one that was only just found.
        let mut before = None;
        for round in 0.. {
            let count = self.room.tables.borrow().keys.len();
            if before == Some(count) {
                break;
            }
            before = Some(count);
            for ty in &family {
                let variants = self.room.variants(ty);
                for (at, variant) in variants.iter().enumerate() {
                    let below = self.level.checked_sub(variant.cost);
                    if let (true, Some(below), true) = (variant.able, below, round == 0 || variant.cost == 0) {
                        self.constructor(ty, at, &family, below, round > 0);
                    }
                }
            }
        }
    }

    /// A constructor with parts at most so deep, and at least one of that depth.
    fn constructor(&mut self, ty: &Ty, variant: usize, family: &[Ty], below: u32, again: bool) {
        let fields = self.room.variants(ty)[variant].fields.clone();
        let mut choices: Vec<Vec<Part>> = fields.iter().map(|ty| self.finite(ty, family)).collect();
        if number(&choices) > CHOICES {
            choices.iter_mut().for_each(|choices| *choices = vec![Part::Other]);
        }
        let recursive: Vec<usize> = (0..fields.len()).filter(|at| family.contains(&fields[*at])).collect();
        if recursive.is_empty() {
            if below == 0 && !again {
                products(&choices).iter().for_each(|fields| self.add(ty, variant, fields));
            }
            return;
        }
        for fixed in products(&choices) {
            for first in 0..recursive.len() {
                let keys = |(at, field): (usize, &usize)| {
                    let tables = self.room.tables.borrow();
                    let (all, _) = tables.keys(self.context, &fields[*field], below);
                    let fits = |key: &KeyId| match at.cmp(&first) {
                        std::cmp::Ordering::Less => tables.keys[*key].level < below,
                        std::cmp::Ordering::Equal => tables.keys[*key].level == below,
                        std::cmp::Ordering::Greater => true,
                    };
                    let mut all: Vec<(u64, KeyId)> =
                        all.into_iter().filter(fits).map(|key| (tables.keys[key].least, key)).collect();
                    all.sort_unstable();
                    all
                };
                let lists: Vec<Vec<(u64, KeyId)>> = recursive.iter().enumerate().map(keys).collect();
                let (chosen, all) = smallest(&lists, CHOICES);
                if !all {
                    let partial = &mut self.room.tables.borrow_mut().contexts[self.context].partial_from;
                    *partial = partial.or(Some(self.level));
                }
                for keys in chosen {
                    let mut fields = fixed.clone();
                    recursive.iter().zip(keys).for_each(|(at, key)| fields[*at] = Part::Key(key));
                    self.add(ty, variant, &fields);
                }
            }
        }
    }

    /// The values of a field that are tabulated.
    fn finite(&self, ty: &Ty, family: &[Ty]) -> Vec<Part> {
        let unit = |at: usize| Part::Fixed(Val::Adt(at, Rc::new([])));
        match self.room.form(ty) {
            Form::Bool => [false, true].map(|flag| Part::Fixed(Val::Bool(flag))).to_vec(),
            Form::Data if !family.contains(ty) && self.room.invariant(ty).is_none() => {
                let variants = self.room.variants(ty);
                let units = variants.iter().all(|variant| variant.fields.is_empty());
                if units && variants.len() <= FINITE {
                    (0..variants.len()).map(unit).collect()
                } else {
                    vec![Part::Other]
                }
            }
            _ => vec![Part::Other],
        }
    }

    /// Evaluates a constructor with parts, and keeps it with its key.
    fn add(&mut self, ty: &Ty, variant: usize, fields: &[Part]) {
        let free = self.room.variants(ty)[variant].cost == 0;
        if free && !self.done.insert((ty.clone(), variant, fields.to_vec())) {
            return;
        }
        let required = {
            let tables = self.room.tables.borrow();
            tables.contexts[self.context].required.get(&(ty.clone(), variant)).cloned().unwrap_or_default()
        };
        let Some((state, node)) = layer(self.room, ty, variant, fields, &required) else { return };
        let env = Env::new(vec![Val::Hole(node)]);
        let of = self.room.measures.iter().filter(|(_, of)| of == ty);
        let measures: Vec<(FnInst, Option<Val>)> = of
            .map(|(inst, _)| {
                let value = Evaluator::new(self.room, &state).eval(&applied(inst, ty), &env);
                (inst.clone(), value.ok().and_then(|value| closed(&state, &value)))
            })
            .collect();
        let Some(Val::Adt(_, values)) = &state.holes[node].value else { return };
        let known: Vec<Option<Val>> = fields
            .iter()
            .zip(values.iter())
            .map(|(part, value)| match part {
                Part::Key(_) => None,
                _ => closed(&state, value),
            })
            .collect();
        let fields = fields.iter().zip(&known).map(|(part, known)| match (part, known) {
            (Part::Other, Some(value)) => Part::Fixed(value.clone()),
            (part, _) => part.clone(),
        });
        let fields: Vec<Part> = fields.collect();
        let tables = &mut *self.room.tables.borrow_mut();
        let parts = || fields.iter().filter_map(|part| if let Part::Key(key) = part { Some(*key) } else { None });
        let least = 1 + parts().map(|key| tables.keys[key].least).sum::<u64>();
        let production = Rc::new(Production { variant, fields: fields.clone(), level: self.level, least });
        let values = measures.iter().map(|(_, value)| value.clone()).collect();
        let index = (ty.clone(), variant, known.clone(), values);
        match tables.contexts[self.context].index.get(&index) {
            Some(key) => {
                let key = &mut tables.keys[*key];
                key.least = key.least.min(least);
                key.productions.push(production);
            }
            None => {
                let measures = measures.into_iter().filter_map(|(inst, value)| Some((inst, value?))).collect();
                let productions = vec![production];
                let (ty, level) = (ty.clone(), self.level);
                let key = Key { ty, variant, fields: known, measures, level, least, productions, blank: false };
                let ty = key.ty.clone();
                let key = tables.add(key);
                let context = &mut tables.contexts[self.context];
                context.index.insert(index, key);
                context.keys.entry(ty).or_default().push(key);
            }
        }
    }
}

/// A value without holes and unknowns.
fn closed(state: &State, value: &Val) -> Option<Val> {
    let all = |all: &Rc<[Val]>| all.iter().map(|value| closed(state, value)).collect::<Option<Rc<[Val]>>>();
    Some(match value {
        Val::Bool(_) => value.clone(),
        Val::Int(sum) => Val::int(sum.with(&|var| state.store.value(var))?.known()?),
        Val::Tuple(parts) => Val::Tuple(all(parts)?),
        Val::Adt(variant, parts) => Val::Adt(*variant, all(parts)?),
        Val::Seq(parts) => Val::Seq(all(parts)?),
        Val::Hole(id) => closed(state, state.holes[*id].value.as_ref()?)?,
    })
}

/// The choices of one of each list with the least sums, and whether they are all.
fn smallest(lists: &[Vec<(u64, KeyId)>], most: usize) -> (Vec<Vec<KeyId>>, bool) {
    if lists.iter().any(Vec::is_empty) {
        return (Vec::new(), true);
    }
    let sum = |at: &[usize]| at.iter().zip(lists).map(|(at, list)| list[*at].0).sum::<u64>();
    let start = vec![0; lists.len()];
    let mut heap = BinaryHeap::from([Reverse((sum(&start), start.clone()))]);
    let mut seen = HashSet::from([start]);
    let mut out = Vec::new();
    while let Some(Reverse((_, at))) = heap.pop() {
        if out.len() == most {
            return (out, false);
        }
        out.push(at.iter().zip(lists).map(|(at, list)| list[*at].1).collect());
        for position in 0..lists.len() {
            let mut next = at.clone();
            next[position] += 1;
            if next[position] < lists[position].len() && seen.insert(next.clone()) {
                heap.push(Reverse((sum(&next), next)));
            }
        }
    }
    (out, true)
}
