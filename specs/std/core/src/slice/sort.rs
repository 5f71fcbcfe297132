//! What orders the elements of a slice. That they are in order afterwards is not said: it depends on the lawfulness of the order.

use crate::cmp::Ordering;

impl<T> [T] {
    #[ensures(|_| self.len() == old(self.len()))]
    pub fn sort_unstable(&mut self)
    where
        T: Ord;

    #[ensures(|_| self.len() == old(self.len()))]
    pub fn sort_unstable_by<F>(&mut self, compare: F)
    where
        F: FnMut(&T, &T) -> Ordering;

    #[ensures(|_| self.len() == old(self.len()))]
    pub fn sort_unstable_by_key<K, F>(&mut self, f: F)
    where
        F: FnMut(&T) -> K,
        K: Ord;

    pub fn select_nth_unstable(&mut self, index: usize) -> (&mut [T], &mut T, &mut [T])
    where
        T: Ord;

    pub fn select_nth_unstable_by<F>(&mut self, index: usize, compare: F) -> (&mut [T], &mut T, &mut [T])
    where
        F: FnMut(&T, &T) -> Ordering;

    pub fn select_nth_unstable_by_key<K, F>(&mut self, index: usize, f: F) -> (&mut [T], &mut T, &mut [T])
    where
        F: FnMut(&T) -> K,
        K: Ord;
}
