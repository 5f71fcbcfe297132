//! `Rev`: from behind.

use crate::iter::{ExactSizeIterator, FusedIterator};

#[derive(Clone, Debug, Default)]
pub struct Rev<T> {
    iter: T,
}

impl<T> Rev<T> {
    #[bypasses()]
    pub(crate) fn new(iter: T) -> Rev<T> {
        Rev { iter }
    }
}

impl<I: DoubleEndedIterator> Iterator for Rev<I> {
    type Item = I::Item;

    #[bypasses()]
    fn next(&mut self) -> Option<I::Item> {
        self.iter.next_back()
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    #[bypasses()]
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        self.iter.nth_back(n)
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Rev<I> {
    #[bypasses()]
    fn next_back(&mut self) -> Option<I::Item> {
        self.iter.next()
    }

    #[bypasses()]
    fn nth_back(&mut self, n: usize) -> Option<I::Item> {
        self.iter.nth(n)
    }
}

impl<I: ExactSizeIterator + DoubleEndedIterator> ExactSizeIterator for Rev<I> {
    #[bypasses()]
    fn len(&self) -> usize {
        self.iter.len()
    }
}

impl<I: FusedIterator + DoubleEndedIterator> FusedIterator for Rev<I> {}
