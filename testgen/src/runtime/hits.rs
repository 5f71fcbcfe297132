//! Which counters a call has come by. This is in the loops of what is run: a look at one bit where it was come by before.
use super::std::prelude::v1::*;

/// The kinds of counters have numbers of their own, from multiples of this on.
const KIND: u32 = 1 << 29;
const KINDS: usize = 8;

/// A set of numbers.
pub struct Hits {
    bits: [Vec<u64>; KINDS],
    all: Vec<u32>,
}

impl Hits {
    pub fn new() -> Hits {
        Hits { bits: Default::default(), all: Vec::new() }
    }

    pub fn insert(&mut self, number: u32) {
        let (bits, word) = (&mut self.bits[(number / KIND) as usize], (number % KIND / 64) as usize);
        if word >= bits.len() {
            bits.resize(word + 1, 0);
        }
        let bit = 1 << (number % 64);
        if bits[word] & bit == 0 {
            bits[word] |= bit;
            self.all.push(number);
        }
    }

    pub fn clear(&mut self) {
        for number in self.all.drain(..) {
            self.bits[(number / KIND) as usize][(number % KIND / 64) as usize] = 0;
        }
    }

    pub fn sorted(&self) -> Vec<u32> {
        let mut all = self.all.clone();
        all.sort();
        all
    }
}
