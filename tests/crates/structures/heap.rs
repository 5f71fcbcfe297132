//! A binary heap.
use refine_spec::*;

/// The least first.
#[derive(Clone, Debug)]
pub struct Heap {
    items: Vec<u32>,
}

impl Heap {
    /// None.
    pub fn new() -> Heap {
        Heap { items: Vec::new() }
    }

    /// One more.
    pub fn push(&mut self, item: u32) {
        self.items.push(item);
        let mut at = self.items.len() - 1;
        while at > 0 {
            let above = (at - 1) / 2;
            if self.items[above] <= self.items[at] {
                break;
            }
            self.items.swap(above, at);
            at = above;
        }
    }

    /// The least.
    #[ensures(|ret| ret.is_none_or(|least| self.all_at_least(least)))]
    pub fn pop(&mut self) -> Option<u32> {
        if self.items.is_empty() {
            return None;
        }
        let least = self.items.swap_remove(0);
        let mut at = 0;
        loop {
            let mut next = 2 * at + 1;
            if next >= self.items.len() {
                break;
            }
            if next + 1 < self.items.len() && self.items[next + 1] < self.items[next] { // WRONG: if next + 2 < self.items.len() && self.items[next + 1] < self.items[next] {
                next += 1;
            }
            if self.items[at] <= self.items[next] {
                break;
            }
            self.items.swap(at, next);
            at = next;
        }
        Some(least)
    }

    fn all_at_least(&self, least: u32) -> bool {
        self.items.iter().all(|item| *item >= least)
    }
}
