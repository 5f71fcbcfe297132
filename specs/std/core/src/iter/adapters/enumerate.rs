//! `Enumerate`: the elements with their numbers.

use crate::iter::{ExactSizeIterator, FusedIterator};

#[derive(Clone, Debug)]
pub struct Enumerate<I> {
    iter: I,
    count: usize,
}

impl<I> Enumerate<I> {
    #[bypasses()]
    pub(crate) fn new(iter: I) -> Enumerate<I> {
        Enumerate { iter, count: 0 }
    }
}

impl<I: Iterator> Iterator for Enumerate<I> {
    type Item = (usize, I::Item);

    #[bypasses()]
    fn next(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next() {
            Some(x) => {
                let at = self.count;
                self.count = at + 1;
                Some((at, x))
            }
            None => None,
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    #[bypasses()]
    fn nth(&mut self, n: usize) -> Option<(usize, I::Item)> {
        match self.iter.nth(n) {
            Some(x) => {
                let at = self.count + n;
                self.count = at + 1;
                Some((at, x))
            }
            None => None,
        }
    }

    #[bypasses()]
    fn count(self) -> usize {
        self.iter.count()
    }
}

impl<I> DoubleEndedIterator for Enumerate<I>
where
    I: ExactSizeIterator + DoubleEndedIterator,
{
    #[bypasses()]
    fn next_back(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next_back() {
            Some(x) => Some((self.count + self.iter.len(), x)),
            None => None,
        }
    }

    #[bypasses()]
    fn nth_back(&mut self, n: usize) -> Option<(usize, I::Item)> {
        match self.iter.nth_back(n) {
            Some(x) => Some((self.count + self.iter.len(), x)),
            None => None,
        }
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Enumerate<I> {
    #[bypasses()]
    fn len(&self) -> usize {
        self.iter.len()
    }
}

impl<I: FusedIterator> FusedIterator for Enumerate<I> {}

impl<I: Default> Default for Enumerate<I> {
    fn default() -> Self {
        Enumerate::new(Default::default())
    }
}
