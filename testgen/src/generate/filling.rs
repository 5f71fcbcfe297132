//! A table filled depth by depth.
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::rc::Rc;

use refine_core::program::FnInst;
use refine_core::ty::Ty;

use super::evaluate::Evaluator;
use super::room::{Form, Room};
use super::state::{Env, State, Val};
use super::table::{CHOICES, ContextId, Key, KeyId, Part, Production, applied, layer, number, products};

/// Enums of units with more variants are not tabulated.
const FINITE: usize = 8;

/// One depth of a table being filled.
pub(super) struct Filling<'a, 'p> {
    pub(super) room: &'a Room<'p>,
    pub(super) context: ContextId,
    pub(super) level: u32,
    /// What was looked at, of types that take no depth.
    pub(super) done: HashSet<(Ty, usize, Vec<Part>)>,
}

impl Filling<'_, '_> {
    pub(super) fn fill(&mut self) {
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
