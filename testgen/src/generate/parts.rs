//! The parts of a production: what is between a constructor and the keys below it, as `Option`s, tuples and sequences are.
//!
//! Of a `Vec` of trees no measure need be known: it is written out, element by element, and so is what a `match` or a helper over
//! slices looks at. There are many sequences; the smallest come first.
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::rc::Rc;

use refine_core::ty::Ty;

use super::linear::{Atom, Linear, Relation};
use super::room::{Form, Room};
use super::state::{HoleId, State, Val};
use super::table::{CHOICES, ContextId, KeyId};

/// Sequences that are tabulated in one place.
const SEQUENCES: usize = 256;
/// The smallest elements, beside which the deepest stand where not all sequences are tabulated.
const FEW: usize = 4;

/// A part of a production.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Fixed(Val),
    Key(KeyId),
    /// A variant of a type without measures.
    Made(usize, Rc<[Part]>),
    Tuple(Rc<[Part]>),
    Seq(Rc<[Part]>),
    /// Any value of its type.
    Other,
}

/// A way to make a part.
#[derive(Clone)]
pub(super) struct Way {
    pub(super) part: Part,
    /// The depth that it takes.
    pub(super) level: u32,
    /// The nodes of the smallest.
    pub(super) least: u64,
}

impl Way {
    pub(super) fn plain(part: Part) -> Way {
        Way { part, level: 0, least: 0 }
    }

    /// What holds others.
    fn of(chosen: &[&Way], cost: u32, part: impl FnOnce(Rc<[Part]>) -> Part) -> Way {
        let level = cost + chosen.iter().map(|way| way.level).max().unwrap_or(0);
        let least = chosen.iter().map(|way| way.least).sum();
        Way { part: part(chosen.iter().map(|way| way.part.clone()).collect()), level, least }
    }
}

/// Finds the ways to make parts.
pub(super) struct Ways<'a, 'p> {
    pub(super) room: &'a Room<'p>,
    pub(super) context: ContextId,
    /// Whether some were left out.
    pub(super) partial: bool,
}

impl Ways<'_, '_> {
    /// The ways to make a part of a type that is at most so deep, the smallest first.
    pub(super) fn of(&mut self, ty: &Ty, depth: u32) -> Vec<Way> {
        let is_key = self.room.tables.borrow().contexts[self.context].family.contains(ty);
        let mut ways = match (self.room.form(ty), ty) {
            _ if is_key => {
                let tables = self.room.tables.borrow();
                let way = |key| Way { part: Part::Key(key), level: tables.level(key), least: tables.least(key) };
                tables.keys(self.context, ty, depth).0.into_iter().map(way).collect()
            }
            _ if !self.holds(ty) => self.finite(ty),
            (_, Ty::Tuple(tys)) => self.products(tys, depth, 0, &Part::Tuple),
            (Form::Seq(Some(count)), _) => {
                let tys = vec![element(ty); count as usize];
                self.products(&tys, depth, 0, &Part::Seq)
            }
            (Form::Seq(None), _) => self.sequences(&element(ty), depth),
            (Form::Data, _) => {
                let variants = self.room.variants(ty);
                let able = variants.iter().enumerate().filter(|(_, variant)| variant.able && variant.cost <= depth);
                let made = |(at, variant): (usize, &super::room::Variant)| {
                    self.products(&variant.fields, depth - variant.cost, variant.cost, &|parts| Part::Made(at, parts))
                };
                able.flat_map(made).collect()
            }
            _ => vec![Way::plain(Part::Other)],
        };
        ways.sort_by_key(|way| way.least);
        ways
    }

    /// Whether a value of a type has a key, or may hold one that has.
    pub(super) fn holds(&self, ty: &Ty) -> bool {
        let context = &self.room.tables.borrow().contexts[self.context];
        context.family.contains(ty) || context.between.contains(ty)
    }

    /// The values of a part that holds none of those in the table.
    fn finite(&self, ty: &Ty) -> Vec<Way> {
        let unit = |at: usize| Part::Fixed(Val::Adt(at, Rc::new([])));
        let parts = match self.room.form(ty) {
            Form::Bool => [false, true].map(|flag| Part::Fixed(Val::Bool(flag))).to_vec(),
            Form::Data if self.room.invariant(ty).is_none() => {
                let variants = self.room.variants(ty);
                let units = variants.iter().all(|variant| variant.fields.is_empty());
                if units && variants.len() <= FINITE {
                    (0..variants.len()).map(unit).collect()
                } else {
                    vec![Part::Other]
                }
            }
            _ => vec![Part::Other],
        };
        parts.into_iter().map(Way::plain).collect()
    }

    fn products(&mut self, tys: &[Ty], depth: u32, cost: u32, part: &dyn Fn(Rc<[Part]>) -> Part) -> Vec<Way> {
        let lists: Vec<Vec<Way>> = tys.iter().map(|ty| self.of(ty, depth)).collect();
        let (chosen, all) = smallest(&lists, CHOICES);
        self.partial |= !all;
        chosen.iter().map(|chosen| Way::of(chosen, cost, part)).collect()
    }

    /// Sequences take the depth of their elements, or as much as they have elements.
    fn sequences(&mut self, element: &Ty, depth: u32) -> Vec<Way> {
        let elements = self.of(element, depth);
        let seq = |at: &[usize]| {
            let chosen: Vec<&Way> = at.iter().map(|at| &elements[*at]).collect();
            let way = Way::of(&chosen, 0, Part::Seq);
            Way { level: way.level.max(at.len() as u32), ..way }
        };
        let size = |at: &[usize]| at.iter().map(|at| 1 + elements[*at].least).sum::<u64>();
        let mut heap = BinaryHeap::from([Reverse((0, Vec::new()))]);
        let mut found: Vec<Vec<usize>> = Vec::new();
        while let Some(Reverse((_, at))) = heap.pop() {
            if found.len() == SEQUENCES {
                self.partial = true;
                found.extend(deep(&elements, depth).into_iter().filter(|at| at.len() <= depth as usize));
                break;
            }
            let longer: Vec<usize> = at.iter().copied().chain([0]).collect();
            if (at.len() as u32) < depth && !elements.is_empty() {
                heap.push(Reverse((size(&longer), longer)));
            }
            let mut next = at.clone();
            if let Some(last) = next.last_mut().filter(|last| **last + 1 < elements.len()) {
                *last += 1;
                heap.push(Reverse((size(&next), next)));
            }
            found.push(at);
        }
        let mut seen = HashSet::new();
        found.retain(|at| seen.insert(at.clone()));
        found.iter().map(|at| seq(at)).collect()
    }
}

/// Enums of units with more variants are not tabulated.
const FINITE: usize = 8;

/// Sequences with an element of the greatest depth: alone, beside a small one, and several times.
fn deep(elements: &[Way], depth: u32) -> Vec<Vec<usize>> {
    let deepest = (0..elements.len()).filter(|at| elements[*at].level == depth).take(SEQUENCES / FEW);
    let around = |at: usize| {
        let beside = (0..elements.len().min(FEW)).flat_map(move |other| [vec![at, other], vec![other, at]]);
        beside.chain((1..=FEW).map(move |count| vec![at; count]))
    };
    deepest.flat_map(around).collect()
}

pub(super) fn element(ty: &Ty) -> Ty {
    ty.element().map(Ty::plain).unwrap_or(Ty::Never)
}

/// The choices of one of each list with the least sums, and whether they are all.
pub(super) fn smallest(lists: &[Vec<Way>], most: usize) -> (Vec<Vec<&Way>>, bool) {
    if lists.iter().any(Vec::is_empty) {
        return (Vec::new(), true);
    }
    let sum = |at: &[usize]| at.iter().zip(lists).map(|(at, list)| list[*at].least).sum::<u64>();
    let start = vec![0; lists.len()];
    let mut heap = BinaryHeap::from([Reverse((sum(&start), start.clone()))]);
    let mut seen = HashSet::from([start]);
    let mut out = Vec::new();
    while let Some(Reverse((_, at))) = heap.pop() {
        if out.len() == most {
            return (out, false);
        }
        out.push(at.iter().zip(lists).map(|(at, list)| &list[*at]).collect());
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

impl State {
    /// A part of a value that may be so deep; the holes in it that have keys are noted.
    pub(super) fn part(
        &mut self,
        room: &Room<'_>,
        part: &Part,
        ty: &Ty,
        depth: u32,
        keyed: &mut Vec<(HoleId, KeyId)>,
    ) -> Val {
        let mut all = |state: &mut Self, parts: &[Part], tys: &mut dyn Iterator<Item = &Ty>, depth| -> Rc<[Val]> {
            parts.iter().zip(tys).map(|(part, ty)| state.part(room, part, ty, depth, keyed)).collect()
        };
        match (part, ty) {
            (Part::Fixed(value), _) => value.clone(),
            (Part::Other, _) => self.fresh(room, ty, depth),
            (Part::Key(key), _) => {
                let hole = self.hole(room, ty, depth, Some(*key));
                keyed.push((hole, *key));
                Val::Hole(hole)
            }
            (Part::Tuple(parts), Ty::Tuple(tys)) => Val::Tuple(all(self, parts, &mut tys.iter(), depth)),
            (Part::Seq(parts) | Part::Tuple(parts), _) => {
                let hole = self.hole(room, ty, depth.max(parts.len() as u32), None);
                if let Some(length) = self.holes[hole].length
                    && let Some(sum) = Linear::var(length).offset(-(parts.len() as i128))
                {
                    // (It may be that long.)
                    let _ = self.store.claim(&Atom::new(sum, Relation::Equal));
                }
                let value = Val::Seq(all(self, parts, &mut std::iter::repeat(&element(ty)), depth));
                self.bind(hole, value);
                Val::Hole(hole)
            }
            (Part::Made(variant, parts), _) => {
                let hole = self.hole(room, ty, depth, None);
                let variants = room.variants(ty);
                let of = &variants[*variant];
                let below = depth.saturating_sub(of.cost);
                let value = Val::Adt(*variant, all(self, parts, &mut of.fields.iter(), below));
                self.bind(hole, value);
                Val::Hole(hole)
            }
        }
    }
}
