//! `Cloned` and `Copied`: the elements themselves, where there are references to them.

use crate::iter::{ExactSizeIterator, FusedIterator};

#[derive(Clone, Debug, Default)]
pub struct Cloned<I> {
    it: I,
}

impl<I> Cloned<I> {
    #[bypasses()]
    pub(crate) fn new(it: I) -> Cloned<I> {
        Cloned { it }
    }
}

impl<'a, I, T: 'a> Iterator for Cloned<I>
where
    I: Iterator<Item = &'a T>,
    T: Clone,
{
    type Item = T;

    #[bypasses()]
    fn next(&mut self) -> Option<T> {
        match self.it.next() {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.it.size_hint()
    }
}

impl<'a, I, T: 'a> DoubleEndedIterator for Cloned<I>
where
    I: DoubleEndedIterator<Item = &'a T>,
    T: Clone,
{
    #[bypasses()]
    fn next_back(&mut self) -> Option<T> {
        match self.it.next_back() {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }
}

impl<'a, I, T: 'a> ExactSizeIterator for Cloned<I>
where
    I: ExactSizeIterator<Item = &'a T>,
    T: Clone,
{
    #[bypasses()]
    fn len(&self) -> usize {
        self.it.len()
    }
}

impl<'a, I, T: 'a> FusedIterator for Cloned<I>
where
    I: FusedIterator<Item = &'a T>,
    T: Clone,
{
}

#[derive(Clone, Debug, Default)]
pub struct Copied<I> {
    it: I,
}

impl<I> Copied<I> {
    #[bypasses()]
    pub(crate) fn new(it: I) -> Copied<I> {
        Copied { it }
    }
}

impl<'a, I, T: 'a> Iterator for Copied<I>
where
    I: Iterator<Item = &'a T>,
    T: Copy,
{
    type Item = T;

    #[bypasses()]
    fn next(&mut self) -> Option<T> {
        match self.it.next() {
            Some(x) => Some(*x),
            None => None,
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.it.size_hint()
    }

    #[bypasses()]
    fn nth(&mut self, n: usize) -> Option<T> {
        match self.it.nth(n) {
            Some(x) => Some(*x),
            None => None,
        }
    }

    #[bypasses()]
    fn count(self) -> usize {
        self.it.count()
    }

    #[bypasses()]
    fn last(self) -> Option<T> {
        match self.it.last() {
            Some(x) => Some(*x),
            None => None,
        }
    }
}

impl<'a, I, T: 'a> DoubleEndedIterator for Copied<I>
where
    I: DoubleEndedIterator<Item = &'a T>,
    T: Copy,
{
    #[bypasses()]
    fn next_back(&mut self) -> Option<T> {
        match self.it.next_back() {
            Some(x) => Some(*x),
            None => None,
        }
    }
}

impl<'a, I, T: 'a> ExactSizeIterator for Copied<I>
where
    I: ExactSizeIterator<Item = &'a T>,
    T: Copy,
{
    #[bypasses()]
    fn len(&self) -> usize {
        self.it.len()
    }
}

impl<'a, I, T: 'a> FusedIterator for Copied<I>
where
    I: FusedIterator<Item = &'a T>,
    T: Copy,
{
}
