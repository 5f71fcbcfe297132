//! The iterator of a vector: its elements, and the two positions between which they are still there.

use super::Vec;
use crate::refine;
use core::fmt;
use core::iter::{DoubleEndedIterator, ExactSizeIterator, FusedIterator, Iterator};
use core::mem;
use core::refine as base;

#[invariant(self.front <= self.back && self.back <= self.items.len())]
pub struct IntoIter<T> {
    items: Vec<T>,
    front: usize,
    back: usize,
}

impl<T> IntoIter<T> {
    pub(super) fn all(items: Vec<T>) -> Self {
        let back = items.len();
        IntoIter { items, front: 0, back }
    }

    pub fn as_slice(&self) -> &[T] {
        base::part(refine::vec_slice(&self.items), self.front, self.back)
    }

    pub fn as_mut_slice(&mut self) -> &mut [T] {
        base::part_mut(refine::vec_slice_mut(&mut self.items), self.front, self.back)
    }
}

impl<T> Iterator for IntoIter<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.front < self.back {
            let item = base::read(refine::vec_slice(&self.items), self.front);
            self.front += 1;
            Some(item)
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.back - self.front, Some(self.back - self.front))
    }

    fn count(self) -> usize {
        self.back - self.front
    }

    fn nth(&mut self, n: usize) -> Option<T> {
        let front = self.front;
        let rest = self.back - front;
        let skipped = if n < rest { n } else { rest };
        self.front = front + skipped;
        base::drop_each(base::part(refine::vec_slice(&self.items), front, front + skipped));
        self.next()
    }

    fn last(mut self) -> Option<T> {
        // The elements before the last are dropped first.
        let rest = self.back - self.front;
        if rest == 0 { None } else { self.nth(rest - 1) }
    }
}

impl<T> DoubleEndedIterator for IntoIter<T> {
    fn next_back(&mut self) -> Option<T> {
        if self.front < self.back {
            self.back -= 1;
            Some(base::read(refine::vec_slice(&self.items), self.back))
        } else {
            None
        }
    }

    fn nth_back(&mut self, n: usize) -> Option<T> {
        let back = self.back;
        let rest = back - self.front;
        let skipped = if n < rest { n } else { rest };
        self.back = back - skipped;
        base::drop_each(base::part(refine::vec_slice(&self.items), back - skipped, back));
        self.next_back()
    }
}

impl<T> ExactSizeIterator for IntoIter<T> {
    fn len(&self) -> usize {
        self.back - self.front
    }
}

impl<T> FusedIterator for IntoIter<T> {}

impl<T: Clone> Clone for IntoIter<T> {
    fn clone(&self) -> Self {
        IntoIter::all(refine::clone_each(self.as_slice()))
    }

    fn clone_from(&mut self, source: &Self) {
        *self = source.clone();
    }
}

impl<T> Default for IntoIter<T> {
    fn default() -> Self {
        IntoIter::all(refine::vec_new())
    }
}

impl<T> AsRef<[T]> for IntoIter<T> {
    fn as_ref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T: fmt::Debug> fmt::Debug for IntoIter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T> Drop for IntoIter<T> {
    fn drop(&mut self) {
        base::drop_each(base::part(refine::vec_slice(&self.items), self.front, self.back));
        refine::vec_truncate(&mut self.items, 0);
    }
}

impl<T> IntoIterator for Vec<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter::all(self)
    }
}
