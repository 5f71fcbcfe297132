//! A map in a sorted vector.
use refine_spec::*;

/// A map.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SortedMap {
    items: Vec<(i32, i32)>,
}

impl SortedMap {
    /// Empty.
    pub fn new() -> SortedMap {
        SortedMap { items: Vec::new() }
    }

    fn place(&self, key: i32) -> Result<usize, usize> {
        let (mut lo, mut hi) = (0, self.items.len());
        while lo < hi {
            let middle = lo + (hi - lo) / 2;
            match self.items[middle].0.cmp(&key) {
                std::cmp::Ordering::Equal => return Ok(middle),
                std::cmp::Ordering::Less => lo = middle + 1,
                std::cmp::Ordering::Greater => hi = middle, // WRONG: std::cmp::Ordering::Greater => hi = middle - usize::from(hi - lo > 3),
            }
        }
        Err(lo)
    }

    /// Keeps a value.
    #[ensures(|_| self.get(key) == Some(value) && self.in_order())]
    pub fn insert(&mut self, key: i32, value: i32) {
        match self.place(key) {
            Ok(at) => self.items[at].1 = value,
            Err(at) => self.items.insert(at, (key, value)),
        }
    }

    /// What is kept.
    pub fn get(&self, key: i32) -> Option<i32> {
        self.place(key).ok().map(|at| self.items[at].1)
    }

    /// Forgets a key.
    #[ensures(|_| self.get(key).is_none())]
    pub fn remove(&mut self, key: i32) -> Option<i32> {
        self.place(key).ok().map(|at| self.items.remove(at).1)
    }

    fn in_order(&self) -> bool {
        self.items.windows(2).all(|pair| pair[0].0 < pair[1].0)
    }
}
