//! Vectors without a solver: all small ones in order of size, with ends of ranges and chance mixed in.
//!
//! **Invariant:** no vector comes twice, the same seed gives the same vectors, and products are walked, never stored.
mod random;
mod space;

use std::collections::HashSet;

use refine_core::program::{FnInst, Program};
use refine_core::ty::Ty;
use refine_core::value::Vector;

use self::random::Random;
use self::space::Space;
use crate::types::param_types;

/// Distinct vectors for a function, small first.
pub struct Vectors<'p> {
    space: Space<'p>,
    random: Random,
    tys: Vec<Ty>,
    depth: u32,
    /// All vectors below this size were produced, and `index` of this size.
    size: usize,
    index: u128,
    /// Sizes in a row that had no vector.
    empty: usize,
    /// The size of the greatest vector, if there is one.
    largest: Option<usize>,
    seen: HashSet<Vector>,
    turn: usize,
}

/// The vectors of a function. `depth` bounds the containers that chance makes.
pub fn vectors<'p>(program: &'p dyn Program, inst: &FnInst, depth: u32, seed: u64) -> Vectors<'p> {
    let tys = param_types(program, inst);
    let mut space = Space::new(program);
    let largest = tys.iter().map(|ty| space.largest(ty)).sum();
    let random = Random::new(program, inst, seed);
    Vectors { space, random, tys, depth, size: 0, index: 0, empty: 0, largest, seen: HashSet::new(), turn: 0 }
}

/// How many vectors in a row may turn out to be known before chance is given up for now.
const TRIES: usize = 16;

/// Sizes beyond this one are left to chance, and so are those after this many in a row without a vector.
const GREATEST: usize = 1 << 16;
const GAP: usize = 64;

impl Vectors<'_> {
    /// The greatest depth to which every vector was produced: integers within `-depth..=depth`, containers of at most
    /// `depth` elements, recursive types at most `depth` deep. `None` if there is no such depth, or it means nothing
    /// for these types (floats, text, types with private insides).
    pub fn exhaustive_to(&mut self) -> Option<u32> {
        let within = |vectors: &mut Self, depth: u32| {
            let spans: Option<usize> = vectors.tys.iter().map(|ty| vectors.space.span(ty, depth as usize)).sum();
            spans.is_some_and(|size| size < vectors.size)
        };
        if self.is_complete() {
            return Some(self.depth);
        }
        (0..1000).take_while(|depth| within(self, *depth)).last()
    }

    /// Whether there are no other vectors at all.
    pub fn is_complete(&self) -> bool {
        self.largest.is_some_and(|largest| self.size > largest)
    }

    /// Counts a vector as produced: one that came from elsewhere.
    pub fn skip(&mut self, vector: &Vector) {
        self.seen.insert(vector.clone());
    }

    fn small(&mut self) -> Option<Vector> {
        let greatest = self.largest.unwrap_or(GREATEST);
        while self.size <= greatest && self.empty <= GAP {
            let count = self.space.count_all(&self.tys, self.size);
            if self.index < count {
                self.index += 1;
                let vector = self.space.pick_all(&self.tys, self.size, self.index - 1)?;
                if self.seen.insert(vector.clone()) {
                    return Some(vector);
                }
            } else {
                self.empty = if count == 0 && self.largest.is_none() { self.empty + 1 } else { 0 };
                self.size += 1;
                self.index = 0;
            }
        }
        None
    }

    fn chance(&mut self) -> Option<Vector> {
        for _ in 0..TRIES {
            let vector = self.random.vector(&mut self.space, &self.tys, self.depth)?;
            if self.seen.insert(vector.clone()) {
                return Some(vector);
            }
        }
        None
    }
}

impl Iterator for Vectors<'_> {
    type Item = Vector;

    fn next(&mut self) -> Option<Vector> {
        if self.is_complete() {
            return None;
        }
        self.turn += 1;
        let by_chance = self.turn > 6 && self.turn.is_multiple_of(3);
        if by_chance { self.chance().or_else(|| self.small()) } else { self.small().or_else(|| self.chance()) }
    }
}
