//! `Cycle`: over and over.

use crate::iter::FusedIterator;

#[derive(Clone, Debug)]
pub struct Cycle<I> {
    orig: I,
    iter: I,
}

impl<I: Clone> Cycle<I> {
    #[bypasses()]
    pub(crate) fn new(iter: I) -> Cycle<I> {
        Cycle { orig: iter.clone(), iter }
    }
}

impl<I> Iterator for Cycle<I>
where
    I: Clone + Iterator,
{
    type Item = I::Item;

    #[bypasses()]
    fn next(&mut self) -> Option<I::Item> {
        match self.iter.next() {
            Some(x) => Some(x),
            None => {
                self.iter = self.orig.clone();
                self.iter.next()
            }
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self.orig.size_hint() {
            (0, Some(0)) => (0, Some(0)),
            (0, _) => (0, None),
            _ => (usize::MAX, None),
        }
    }
}

impl<I> FusedIterator for Cycle<I> where I: Clone + Iterator {}
