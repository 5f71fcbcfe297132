//! A cache that forgets what was not asked for the longest.
use refine_spec::*;

/// A cache with a private inside.
#[derive(Clone, Debug, PartialEq)]
pub struct Lru {
    room: usize,
    clock: u64,
    items: Vec<(u8, u64, u64)>,
}

impl Lru {
    /// With room for some.
    pub fn new(room: usize) -> Lru {
        Lru { room: room % 4 + 2, clock: 0, items: Vec::new() }
    }

    /// What is kept for a key.
    pub fn get(&mut self, key: u8) -> Option<u64> {
        self.clock += 1;
        let clock = self.clock;
        let item = self.items.iter_mut().find(|item| item.0 == key)?;
        item.2 = clock;
        Some(item.1)
    }

    /// Keeps something.
    #[ensures(|_| self.items.len() <= self.room && self.distinct())]
    pub fn put(&mut self, key: u8, value: u64) {
        self.clock += 1;
        if let Some(item) = self.items.iter_mut().find(|item| item.0 == key) {
            *item = (key, value, self.clock);
            return;
        }
        if self.items.len() == self.room { // WRONG: if self.items.len() == self.room && self.clock % 8 != 7 {
            let oldest = self.items.iter().enumerate().min_by_key(|(_, item)| item.2).map_or(0, |(at, _)| at);
            self.items.remove(oldest);
        }
        self.items.push((key, value, self.clock));
    }

    fn distinct(&self) -> bool {
        self.items.iter().enumerate().all(|(at, one)| self.items[..at].iter().all(|other| other.0 != one.0))
    }
}
