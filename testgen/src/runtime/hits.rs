//! Which counters a call has come by, and how often. This is in the loops of what is run: an increment where it was come by before.
use super::std::prelude::v1::*;

/// The kinds of counters have numbers of their own, from multiples of this on.
const KIND: u32 = 1 << 29;
const KINDS: usize = 8;

/// Numbers with how often each was come by.
pub struct Hits {
    counts: [Vec<u32>; KINDS],
    all: Vec<u32>,
}

impl Hits {
    pub fn new() -> Hits {
        Hits { counts: Default::default(), all: Vec::new() }
    }

    pub fn insert(&mut self, number: u32) {
        let (counts, at) = (&mut self.counts[(number / KIND) as usize], (number % KIND) as usize);
        if at >= counts.len() {
            counts.resize(at + 1, 0);
        }
        if counts[at] == 0 {
            self.all.push(number);
        }
        counts[at] = counts[at].saturating_add(1);
    }

    pub fn clear(&mut self) {
        for number in self.all.drain(..) {
            self.counts[(number / KIND) as usize][(number % KIND) as usize] = 0;
        }
    }

    /// The numbers in order, each with the order of magnitude of how often it was come by.
    pub fn sorted(&self) -> Vec<(u32, u8)> {
        let mut all: Vec<u32> = self.all.clone();
        all.sort();
        let often = |number: u32| magnitude(self.counts[(number / KIND) as usize][(number % KIND) as usize]);
        all.into_iter().map(|number| (number, often(number))).collect()
    }
}

/// A digit for how often: once, twice and three times are told apart, more only by powers of two, as fuzzers do (AFL).
fn magnitude(count: u32) -> u8 {
    match count {
        0..=3 => count as u8,
        4..=7 => 4,
        8..=15 => 5,
        16..=31 => 6,
        32..=127 => 7,
        _ => 8,
    }
}
