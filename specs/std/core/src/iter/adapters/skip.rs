//! `Skip` and `SkipWhile`: without the first elements.

use crate::fmt;
use crate::iter::{ExactSizeIterator, FusedIterator};

#[derive(Clone, Debug)]
pub struct Skip<I> {
    iter: I,
    n: usize,
}

impl<I> Skip<I> {
    #[bypasses()]
    pub(crate) fn new(iter: I, n: usize) -> Skip<I> {
        Skip { iter, n }
    }
}

impl<I: Iterator> Iterator for Skip<I> {
    type Item = I::Item;

    #[bypasses(nth)]
    fn next(&mut self) -> Option<I::Item> {
        if self.n > 0 {
            let n = self.n;
            self.n = 0;
            self.iter.nth(n)
        } else {
            self.iter.next()
        }
    }

    #[bypasses(nth)]

    fn nth(&mut self, n: usize) -> Option<I::Item> {
        if self.n > 0 {
            let skip = self.n;
            self.n = 0;
            match skip.checked_add(n) {
                Some(at) => self.iter.nth(at),
                None => match self.iter.nth(skip - 1) {
                    Some(_) => self.iter.nth(n),
                    None => None,
                },
            }
        } else {
            self.iter.nth(n)
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (lower, upper) = self.iter.size_hint();
        let upper = match upper {
            Some(upper) => Some(upper.saturating_sub(self.n)),
            None => None,
        };
        (lower.saturating_sub(self.n), upper)
    }

    #[bypasses(nth)]
    fn count(mut self) -> usize {
        if self.n > 0 && self.iter.nth(self.n - 1).is_none() { 0 } else { self.iter.count() }
    }
}

impl<I> DoubleEndedIterator for Skip<I>
where
    I: DoubleEndedIterator + ExactSizeIterator,
{
    #[bypasses()]
    fn next_back(&mut self) -> Option<I::Item> {
        if self.iter.len() > self.n { self.iter.next_back() } else { None }
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Skip<I> {
    #[bypasses()]
    fn len(&self) -> usize {
        self.iter.len().saturating_sub(self.n)
    }
}

impl<I: FusedIterator> FusedIterator for Skip<I> {}

#[derive(Clone)]
pub struct SkipWhile<I, P> {
    iter: I,
    started: bool,
    predicate: P,
}

impl<I, P> SkipWhile<I, P> {
    #[bypasses()]
    pub(crate) fn new(iter: I, predicate: P) -> SkipWhile<I, P> {
        SkipWhile { iter, started: false, predicate }
    }
}

impl<I: Iterator, P> Iterator for SkipWhile<I, P>
where
    P: FnMut(&I::Item) -> bool,
{
    type Item = I::Item;

    #[bypasses(find)]
    fn next(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next() {
            if self.started || !(self.predicate)(&x) {
                self.started = true;
                return Some(x);
            }
        }
        None
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

impl<I, P> FusedIterator for SkipWhile<I, P>
where
    I: FusedIterator,
    P: FnMut(&I::Item) -> bool,
{
}

impl<I: fmt::Debug, P> fmt::Debug for SkipWhile<I, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
