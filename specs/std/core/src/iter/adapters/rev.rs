//! `Rev`: from behind.

use crate::iter::{ExactSizeIterator, FusedIterator};

#[derive(Clone, Debug, Default)]
pub struct Rev<T> {
    iter: T,
}

impl<T> Rev<T> {
    pub(crate) fn new(iter: T) -> Rev<T> {
        Rev { iter }
    }
}

impl<I: DoubleEndedIterator> Iterator for Rev<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.iter.next_back()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<I::Item> {
        self.iter.nth_back(n)
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Rev<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.iter.next()
    }

    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        self.iter.nth(n)
    }
}

impl<I: ExactSizeIterator + DoubleEndedIterator> ExactSizeIterator for Rev<I> {
    fn len(&self) -> usize {
        self.iter.len()
    }
}

impl<I: FusedIterator + DoubleEndedIterator> FusedIterator for Rev<I> {}
