//! `a..` as an iterator: it never ends, but may come to what its type does not hold.

use crate::iter::{FusedIterator, Step};
use crate::ops::RangeFrom;

impl<A: Step> Iterator for RangeFrom<A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        let x = self.start.clone();
        self.start = x.after();
        Some(x)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }

    fn nth(&mut self, n: usize) -> Option<A> {
        let x = Step::forward(self.start.clone(), n);
        self.start = x.after();
        Some(x)
    }
}

impl<A: Step> FusedIterator for RangeFrom<A> {}
