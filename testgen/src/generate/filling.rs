//! A table filled depth by depth.
use std::collections::HashSet;
use std::rc::Rc;

use refine_core::ty::{FnInst, Ty};

use super::evaluate::Evaluator;
use super::parts::{Part, Way, Ways, smallest};
use super::room::Room;
use super::state::{Env, State, Val};
use super::table::{CHOICES, ContextId, Key, Production, applied, layer, number, products};

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
                        self.constructor(ty, at, below, round > 0);
                    }
                }
            }
        }
    }

    /// A constructor with parts at most so deep, and at least one of that depth.
    fn constructor(&mut self, ty: &Ty, variant: usize, below: u32, again: bool) {
        let fields = self.room.variants(ty)[variant].fields.clone();
        let mut ways = Ways { room: self.room, context: self.context, partial: false };
        let lists: Vec<Vec<Way>> = fields.iter().map(|ty| ways.of(ty, below)).collect();
        let mut partial = ways.partial;
        let recursive: Vec<usize> = (0..fields.len()).filter(|at| ways.holds(&fields[*at])).collect();
        let choices = |(at, list): (usize, &Vec<Way>)| match recursive.contains(&at) {
            true => vec![Part::Other],
            false => list.iter().map(|way| way.part.clone()).collect(),
        };
        let mut choices: Vec<Vec<Part>> = lists.iter().enumerate().map(choices).collect();
        if number(&choices) > CHOICES {
            choices.iter_mut().for_each(|choices| *choices = vec![Part::Other]);
        }
        if recursive.is_empty() {
            if below == 0 && !again {
                products(&choices).iter().for_each(|fields| self.add(ty, variant, fields));
            }
            return;
        }
        for fixed in products(&choices) {
            for first in 0..recursive.len() {
                let fitting = |(at, field): (usize, &usize)| {
                    let fits = |way: &&Way| match at.cmp(&first) {
                        std::cmp::Ordering::Less => way.level < below,
                        std::cmp::Ordering::Equal => way.level == below,
                        std::cmp::Ordering::Greater => true,
                    };
                    lists[*field].iter().filter(fits).cloned().collect()
                };
                let fitting: Vec<Vec<Way>> = recursive.iter().enumerate().map(fitting).collect();
                let (chosen, all) = smallest(&fitting, CHOICES);
                partial |= !all;
                for parts in chosen {
                    let mut fields = fixed.clone();
                    recursive.iter().zip(parts).for_each(|(at, way)| fields[*at] = way.part.clone());
                    self.add(ty, variant, &fields);
                }
            }
        }
        if partial {
            let from = &mut self.room.tables.borrow_mut().contexts[self.context].partial_from;
            *from = from.or(Some(self.level));
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
        let Some((state, node, keyed)) = layer(self.room, ty, variant, fields, &required) else { return };
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
                Part::Fixed(_) | Part::Other => closed(&state, value),
                _ => None,
            })
            .collect();
        let fields = fields.iter().zip(&known).map(|(part, known)| match (part, known) {
            (Part::Other, Some(value)) => Part::Fixed(value.clone()),
            (part, _) => part.clone(),
        });
        let fields: Vec<Part> = fields.collect();
        let tables = &mut *self.room.tables.borrow_mut();
        let least = 1 + keyed.iter().map(|(_, key)| tables.keys[*key].least).sum::<u64>();
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
        Val::Carried(inner) => Val::Carried(Rc::new(closed(state, inner)?)),
        Val::Hole(id) => closed(state, state.holes[*id].value.as_ref()?)?,
    })
}
