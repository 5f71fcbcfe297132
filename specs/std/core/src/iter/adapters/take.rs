//! `Take` and `TakeWhile`: only the first elements.

use crate::fmt;
use crate::iter::{ExactSizeIterator, FusedIterator};

#[derive(Clone, Debug)]
pub struct Take<I> {
    iter: I,
    n: usize,
}

impl<I> Take<I> {
    #[bypasses()]
    pub(crate) fn new(iter: I, n: usize) -> Take<I> {
        Take { iter, n }
    }
}

impl<I: Iterator> Iterator for Take<I> {
    type Item = I::Item;

    #[bypasses()]
    fn next(&mut self) -> Option<I::Item> {
        if self.n != 0 {
            self.n = self.n - 1;
            self.iter.next()
        } else {
            None
        }
    }

    #[bypasses(nth)]

    fn nth(&mut self, n: usize) -> Option<I::Item> {
        if n < self.n {
            self.n = self.n - n - 1;
            self.iter.nth(n)
        } else {
            if self.n > 0 {
                self.iter.nth(self.n - 1);
                self.n = 0;
            }
            None
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.n == 0 {
            return (0, Some(0));
        }
        let (lower, upper) = self.iter.size_hint();
        let upper = match upper {
            Some(upper) if upper < self.n => upper,
            _ => self.n,
        };
        (if lower < self.n { lower } else { self.n }, Some(upper))
    }
}

impl<I> DoubleEndedIterator for Take<I>
where
    I: DoubleEndedIterator + ExactSizeIterator,
{
    #[bypasses(nth_back)]
    fn next_back(&mut self) -> Option<I::Item> {
        if self.n == 0 {
            None
        } else {
            let n = self.n;
            self.n = n - 1;
            self.iter.nth_back(self.iter.len().saturating_sub(n))
        }
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Take<I> {}

impl<I: FusedIterator> FusedIterator for Take<I> {}

#[derive(Clone)]
pub struct TakeWhile<I, P> {
    iter: I,
    finished: bool,
    predicate: P,
}

impl<I, P> TakeWhile<I, P> {
    #[bypasses()]
    pub(crate) fn new(iter: I, predicate: P) -> TakeWhile<I, P> {
        TakeWhile { iter, finished: false, predicate }
    }
}

impl<I: Iterator, P> Iterator for TakeWhile<I, P>
where
    P: FnMut(&I::Item) -> bool,
{
    type Item = I::Item;

    #[bypasses()]
    fn next(&mut self) -> Option<I::Item> {
        if self.finished {
            return None;
        }
        match self.iter.next() {
            Some(x) => {
                if (self.predicate)(&x) {
                    Some(x)
                } else {
                    self.finished = true;
                    None
                }
            }
            None => None,
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.finished { (0, Some(0)) } else { (0, self.iter.size_hint().1) }
    }
}

impl<I, P> FusedIterator for TakeWhile<I, P>
where
    I: FusedIterator,
    P: FnMut(&I::Item) -> bool,
{
}

impl<I: fmt::Debug, P> fmt::Debug for TakeWhile<I, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
