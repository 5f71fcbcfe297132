//! Vectors without a look at the precondition: all small ones in order of size, with ends of ranges and chance mixed in.
use refine_core::program::Program;
use refine_core::ty::Ty;
use refine_core::value::Vector;

use super::grown::Grown;
use super::random::Random;
use super::space::{Cursor, Space};
use crate::types::field_types;

/// Sizes beyond this one are left to chance, and so are those after this many in a row without a vector.
const GREATEST: usize = 1 << 16;
const GAP: usize = 64;
/// The same where values are chains of calls: of a type with one method there is one chain of each length, and each takes all calls of
/// those before. (A counter of a byte overflows before that.)
const CALLS: usize = 300;
/// After so many in a row that had come before, the rest is left to chance as well.
const REPEATED: usize = 20_000;

/// Vectors over types; one may come twice.
pub(super) struct Plain<'p> {
    space: Space<'p>,
    random: Random,
    tys: Vec<Ty>,
    depth: u32,
    /// All vectors below this size were produced, and `index` of this size.
    size: usize,
    index: u128,
    cursor: Cursor,
    /// Sizes in a row that had no vector.
    empty: usize,
    /// The size of the greatest vector, if there is one.
    largest: Option<usize>,
    /// Whether some values are chains of calls.
    calls: bool,
    /// Vectors in a row that had come before: of sets with few elements there are many lists and few values.
    repeated: usize,
}

impl<'p> Plain<'p> {
    /// `depth` bounds the containers that chance makes.
    pub(super) fn new(program: &'p dyn Program, random: Random, tys: Vec<Ty>, depth: u32) -> Self {
        let mut space = Space::new(program);
        let largest = tys.iter().map(|ty| space.largest(ty)).sum();
        let calls = tys.iter().any(|ty| is_chain(program, ty));
        let cursor = Cursor::default();
        Plain { space, random, tys, depth, size: 0, index: 0, cursor, empty: 0, largest, calls, repeated: 0 }
    }

    /// The greatest depth to which every vector was produced.
    pub(super) fn exhaustive_to(&mut self) -> Option<u32> {
        let within = |plain: &mut Self, depth: u32| {
            let spans: Option<usize> = plain.tys.iter().map(|ty| plain.space.span(ty, depth as usize)).sum();
            spans.is_some_and(|size| size < plain.size)
        };
        if self.is_complete() {
            return Some(self.depth);
        }
        (0..1000).take_while(|depth| within(self, *depth)).last()
    }

    /// Whether there are no other vectors at all.
    pub(super) fn is_complete(&self) -> bool {
        self.largest.is_some_and(|largest| self.size > largest)
    }

    pub(super) fn small(&mut self) -> Option<Vector> {
        let greatest = self.largest.unwrap_or(if self.calls { CALLS } else { GREATEST });
        while self.size <= greatest && self.empty <= GAP && (self.largest.is_some() || self.repeated <= REPEATED) {
            let count = self.space.count_all(&self.tys, self.size);
            if self.index < count {
                self.index += 1;
                return self.space.pick_next(&self.tys, self.size, self.index - 1, &mut self.cursor);
            }
            self.empty = if count == 0 && self.largest.is_none() { self.empty + 1 } else { 0 };
            self.size += 1;
            self.index = 0;
        }
        None
    }

    /// Hears whether the last small vector was a new one.
    pub(super) fn heard(&mut self, is_new: bool) {
        self.repeated = if is_new { 0 } else { self.repeated + 1 };
    }

    pub(super) fn chance(&mut self) -> Option<Vector> {
        self.random.vector(&mut self.space, &self.tys, self.depth)
    }

    /// Keeps what a vector with a state not seen before is made of.
    pub(super) fn learn(&mut self, vector: &Vector) {
        self.random.learn(&self.space, &self.tys, vector);
    }

    pub(super) fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// A vector with what runs have returned.
    pub(super) fn grown(&mut self, grown: &Grown) -> Option<Vector> {
        grown.vector(&mut self.random, &mut self.space, self.depth)
    }

    /// A vector with one place changed.
    pub(super) fn mutant(&mut self, vector: &Vector) -> Option<Vector> {
        self.random.mutant(&mut self.space, &self.tys, vector, self.depth)
    }
}

/// Whether values of a type are chains of calls, or hold such.
pub(crate) fn is_chain(program: &dyn Program, ty: &Ty) -> bool {
    fn inside(program: &dyn Program, ty: &Ty, seen: &mut Vec<Ty>) -> bool {
        if seen.contains(ty) {
            return false;
        }
        seen.push(ty.clone());
        let fields = match ty {
            Ty::Adt(id, _) if program.adt(*id).is_abstract() => return true,
            Ty::Adt(id, args) => {
                let variants = 0..program.adt(*id).variants.len();
                variants.filter_map(|variant| field_types(program, *id, args, variant)).flatten().collect()
            }
            _ => Vec::new(),
        };
        fields.iter().chain(ty.parts()).any(|ty| inside(program, ty, seen))
    }
    inside(program, ty, &mut Vec::new())
}
