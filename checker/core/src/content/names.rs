//! The numbers that things have in a content, in the order in which they are met.
use std::collections::HashMap;
use std::hash::Hash;

use crate::ids::{AdtId, FnId};
use crate::span::Span;

/// Things by number, and numbers by thing.
#[derive(Clone, Debug)]
pub struct Numbers<T> {
    of: HashMap<T, usize>,
    all: Vec<T>,
}

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Numbers { of: HashMap::new(), all: Vec::new() }
    }
}

impl<T: Clone + Eq + Hash> Numbers<T> {
    /// The number of a thing, and whether it is new.
    pub fn number(&mut self, thing: T) -> (usize, bool) {
        let next = self.all.len();
        let number = *self.of.entry(thing.clone()).or_insert(next);
        if number == next {
            self.all.push(thing);
        }
        (number, number == next)
    }

    /// The number that a thing has.
    pub fn of(&self, thing: &T) -> Option<usize> {
        self.of.get(thing).copied()
    }

    /// The thing with a number.
    pub fn get(&self, number: usize) -> Option<T> {
        self.all.get(number).cloned()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.all.iter()
    }
}

/// What the numbers of a content stand for.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Functions.
    pub funcs: Numbers<FnId>,
    /// Structs and enums.
    pub adts: Numbers<AdtId>,
    /// Places.
    pub spans: Numbers<Span>,
}
