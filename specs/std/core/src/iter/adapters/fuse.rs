//! `Fuse`: gone when it has ended.

use crate::iter::{ExactSizeIterator, FusedIterator};

#[derive(Clone, Debug)]
pub struct Fuse<I> {
    iter: Option<I>,
}

impl<I> Fuse<I> {
    #[bypasses()]
    pub(crate) fn new(iter: I) -> Fuse<I> {
        Fuse { iter: Some(iter) }
    }
}

impl<I: Iterator> Iterator for Fuse<I> {
    type Item = I::Item;

    #[bypasses()]
    fn next(&mut self) -> Option<I::Item> {
        match &mut self.iter {
            Some(iter) => match iter.next() {
                Some(x) => Some(x),
                None => {
                    self.iter = None;
                    None
                }
            },
            None => None,
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.iter {
            Some(iter) => iter.size_hint(),
            None => (0, Some(0)),
        }
    }

    #[bypasses()]
    fn count(self) -> usize {
        match self.iter {
            Some(iter) => iter.count(),
            None => 0,
        }
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Fuse<I> {
    #[bypasses()]
    fn next_back(&mut self) -> Option<I::Item> {
        match &mut self.iter {
            Some(iter) => match iter.next_back() {
                Some(x) => Some(x),
                None => {
                    self.iter = None;
                    None
                }
            },
            None => None,
        }
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Fuse<I> {
    #[bypasses()]
    fn len(&self) -> usize {
        match &self.iter {
            Some(iter) => iter.len(),
            None => 0,
        }
    }
}

impl<I: Iterator> FusedIterator for Fuse<I> {}

impl<I: Default> Default for Fuse<I> {
    fn default() -> Self {
        Fuse { iter: Some(Default::default()) }
    }
}
