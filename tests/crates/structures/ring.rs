//! A queue in a ring of fixed size that grows.
use refine_spec::*;

/// A queue.
#[derive(Debug)]
pub struct Ring {
    slots: Vec<u32>,
    head: usize,
    len: usize,
    pushed: u64,
    popped: u64,
}

impl Ring {
    /// Empty.
    pub fn new() -> Ring {
        Ring { slots: vec![0; 4], head: 0, len: 0, pushed: 0, popped: 0 }
    }

    /// Puts one at the end: its number.
    pub fn push(&mut self) {
        if self.len == self.slots.len() {
            let mut slots: Vec<u32> = (0..self.len).map(|at| self.slots[(self.head + at) % self.slots.len()]).collect(); // WRONG: let mut slots: Vec<u32> = self.slots.clone();
            slots.resize(self.len * 2, 0);
            self.slots = slots;
            self.head = 0;
        }
        let at = (self.head + self.len) % self.slots.len();
        self.slots[at] = self.pushed as u32;
        self.pushed = self.pushed.wrapping_add(1);
        self.len += 1;
    }

    /// Takes the first: they come in the order of their numbers.
    #[ensures(|ret| ret.is_none_or(|number| u64::from(number) + 1 == self.popped))]
    pub fn pop(&mut self) -> Option<u32> {
        if self.len == 0 {
            return None;
        }
        let out = self.slots[self.head];
        self.head = (self.head + 1) % self.slots.len();
        self.len -= 1;
        self.popped += 1;
        Some(out)
    }
}
