//! `Peekable`: the next element may be looked at before it is taken. `peeked` is `Some(None)` where the end has been seen.

use super::chain::sum_of_counts;
use crate::iter::{ExactSizeIterator, FusedIterator};

#[derive(Clone, Debug)]
pub struct Peekable<I: Iterator> {
    iter: I,
    peeked: Option<Option<I::Item>>,
}

impl<I: Iterator> Peekable<I> {
    #[bypasses()]
    pub(crate) fn new(iter: I) -> Peekable<I> {
        Peekable { iter, peeked: None }
    }

    #[bypasses()]
    pub fn peek(&mut self) -> Option<&I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &self.peeked {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }

    #[bypasses()]
    pub fn peek_mut(&mut self) -> Option<&mut I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &mut self.peeked {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }

    #[bypasses()]
    pub fn next_if(&mut self, func: impl FnOnce(&I::Item) -> bool) -> Option<I::Item> {
        match self.next() {
            Some(x) => {
                if func(&x) {
                    Some(x)
                } else {
                    self.peeked = Some(Some(x));
                    None
                }
            }
            None => {
                self.peeked = Some(None);
                None
            }
        }
    }

    #[bypasses()]
    pub fn next_if_eq<T>(&mut self, expected: &T) -> Option<I::Item>
    where
        T: ?Sized,
        I::Item: PartialEq<T>,
    {
        match self.next() {
            Some(x) => {
                if x == *expected {
                    Some(x)
                } else {
                    self.peeked = Some(Some(x));
                    None
                }
            }
            None => {
                self.peeked = Some(None);
                None
            }
        }
    }

    pub fn next_if_map<R>(&mut self, f: impl FnOnce(I::Item) -> Result<R, I::Item>) -> Option<R> {
        match self.next() {
            Some(x) => match f(x) {
                Ok(y) => Some(y),
                Err(x) => {
                    self.peeked = Some(Some(x));
                    None
                }
            },
            None => {
                self.peeked = Some(None);
                None
            }
        }
    }

    pub fn next_if_map_mut<R>(&mut self, f: impl FnOnce(&mut I::Item) -> Option<R>) -> Option<R> {
        match self.peek_mut() {
            Some(x) => match f(x) {
                Some(y) => {
                    self.peeked = None;
                    Some(y)
                }
                None => None,
            },
            None => None,
        }
    }
}

impl<I: Iterator> Iterator for Peekable<I> {
    type Item = I::Item;

    #[bypasses()]
    fn next(&mut self) -> Option<I::Item> {
        match self.peeked.take() {
            Some(x) => x,
            None => self.iter.next(),
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let seen = match &self.peeked {
            Some(None) => return (0, Some(0)),
            Some(Some(_)) => 1,
            None => 0,
        };
        let (lower, upper) = self.iter.size_hint();
        let upper = match upper {
            Some(upper) => upper.checked_add(seen),
            None => None,
        };
        (lower.saturating_add(seen), upper)
    }

    #[bypasses()]
    fn count(mut self) -> usize {
        match self.peeked.take() {
            Some(None) => 0,
            Some(Some(_)) => sum_of_counts(1, self.iter.count()),
            None => self.iter.count(),
        }
    }
}

impl<I> DoubleEndedIterator for Peekable<I>
where
    I: DoubleEndedIterator,
{
    #[bypasses()]
    fn next_back(&mut self) -> Option<I::Item> {
        match &self.peeked {
            Some(None) => None,
            Some(Some(_)) => match self.iter.next_back() {
                Some(x) => Some(x),
                None => match self.peeked.take() {
                    Some(x) => x,
                    None => None,
                },
            },
            None => self.iter.next_back(),
        }
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Peekable<I> {}

impl<I: FusedIterator> FusedIterator for Peekable<I> {}
