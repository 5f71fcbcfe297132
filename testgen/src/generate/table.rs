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
//! keys that break it are not kept. What is between a constructor and the parts with keys, such as an `Option` or a `Vec`, is
//! written out ([`super::parts`]).
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use refine_core::ids::LocalId;
use refine_core::term::{Term, TermKind};
use refine_core::ty::{FnInst, Ty};

use super::filling::Filling;
use super::parts::Part;
use super::required::required;
use super::room::{Form, Room};
use super::state::{Env, HoleId, State, Val};

/// TableKey of a key.
pub(super) type KeyId = usize;
/// TableKey of a table.
pub(super) type ContextId = usize;

/// Choices of parts that are looked at for a constructor and depth; those with the smallest parts come first.
pub(super) const CHOICES: usize = 2000;
/// Steps that tables may take in all; deeper than they got by then, they have no keys.
const MOST: u64 = 12_000_000;

/// What is known of a value whose measures are known.
pub(super) struct Key {
    pub(super) ty: Ty,
    pub(super) variant: usize,
    /// The fields that are the same in all such values.
    pub(super) fields: Vec<Option<Val>>,
    pub(super) measures: Vec<(FnInst, Val)>,
    /// The depth of the least deep.
    pub(super) level: u32,
    /// The number of nodes of the smallest.
    pub(super) least: u64,
    pub(super) productions: Vec<Rc<Production>>,
    /// Whether it stands for any value of the variant.
    pub(super) blank: bool,
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

pub(super) type TableKey = (Ty, usize, Vec<Option<Val>>, Vec<Option<Val>>);

/// A table: for a type, and what is claimed of the whole.
pub(super) struct TableContext {
    /// The types whose values have keys, which hold each other.
    pub(super) family: Vec<Ty>,
    /// Other types that hold them, and are held in them.
    pub(super) between: Vec<Ty>,
    /// The measures that must be true of each value in it, by type and variant.
    pub(super) required: HashMap<(Ty, usize), Vec<FnInst>>,
    pub(super) keys: HashMap<Ty, Vec<KeyId>>,
    pub(super) index: HashMap<TableKey, KeyId>,
    /// Depths done, and the first that is not done in full.
    pub(super) levels: u32,
    pub(super) partial_from: Option<u32>,
}

/// All tables.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) keys: Vec<Key>,
    pub(super) contexts: Vec<TableContext>,
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

    /// The number of nodes of the smallest value of a key.
    pub(super) fn least(&self, key: KeyId) -> u64 {
        self.keys[key].least
    }

    /// The depth of the least deep value of a key.
    pub(super) fn level(&self, key: KeyId) -> u32 {
        self.keys[key].level
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

    pub(super) fn add(&mut self, key: Key) -> KeyId {
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
    let (family, between) = family(room, ty);
    if !family.contains(ty) || !room.measures.iter().any(|(_, of)| family.contains(of)) {
        return None;
    }
    let required = required(room, (&family, &between), ty, claimed);
    let (keys, index) = (HashMap::new(), HashMap::new());
    let context = TableContext { family, between, required, keys, index, levels: 0, partial_from: None };
    let mut tables = room.tables.borrow_mut();
    tables.contexts.push(context);
    Some(tables.contexts.len() - 1)
}

/// The types whose values hold values of the type and are held in them: those that get keys, and the others. Those with measures get keys,
/// and as many more as it takes for none to recur without a key.
fn family(room: &Room<'_>, ty: &Ty) -> (Vec<Ty>, Vec<Ty>) {
    let mut all = vec![ty.clone()];
    all.extend(room.reached(ty, &[]).into_iter().filter(|other| other != ty && room.reached(other, &[]).contains(ty)));
    let is_data = |ty: &Ty| room.form(ty) == Form::Data;
    let measured = |ty: &Ty| room.measures.iter().any(|(_, of)| of == ty);
    let mut family: Vec<Ty> = all.iter().filter(|ty| is_data(ty) && measured(ty)).cloned().collect();
    for ty in &all {
        if is_data(ty) && !family.contains(ty) && room.reached(ty, &family).contains(ty) {
            family.push(ty.clone());
        }
    }
    let recurs = |ty: &Ty| room.reached(ty, &[]).contains(ty);
    family.retain(recurs);
    all.retain(|ty| !family.contains(ty));
    (family, all)
}

/// A constructor with parts: the state in which all that can be claimed of it was, the hole that it is in, and those in it that have
/// keys. `None` if that is contradictory.
pub(super) fn layer(room: &Room<'_>, ty: &Ty, variant: usize, fields: &[Part], required: &[FnInst]) -> Option<Layer> {
    let mut state = State::new();
    state.refuel(room);
    let node = state.hole(room, ty, 1, None);
    let variants = room.variants(ty);
    let mut keyed = Vec::new();
    let parts = fields.iter().zip(&variants[variant].fields);
    let parts = parts.map(|(part, ty)| state.part(room, part, ty, 1, &mut keyed)).collect();
    state.bind(node, Val::Adt(variant, parts));
    let env = Env::new(vec![Val::Hole(node)]);
    for measure in required {
        state.claim(room, &applied(measure, ty), &env, true).ok()?;
    }
    state.propagate(room).ok()?;
    Some((state, node, keyed))
}

/// A state, a hole in it, and the holes in that with their keys.
pub(super) type Layer = (State, HoleId, Vec<(HoleId, KeyId)>);

pub(super) fn applied(measure: &FnInst, ty: &Ty) -> Term {
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
