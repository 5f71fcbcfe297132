//! `Chain`: one iterator, then another. Each is gone when it has ended.

use crate::iter::FusedIterator;
use crate::refine;

#[derive(Clone, Debug)]
pub struct Chain<A, B> {
    a: Option<A>,
    b: Option<B>,
}

impl<A, B> Chain<A, B> {
    #[bypasses()]
    pub(crate) fn new(a: A, b: B) -> Chain<A, B> {
        Chain { a: Some(a), b: Some(b) }
    }
}

pub fn chain<A, B>(a: A, b: B) -> Chain<A::IntoIter, B::IntoIter>
where
    A: IntoIterator,
    B: IntoIterator<Item = A::Item>,
{
    Chain::new(a.into_iter(), b.into_iter())
}

impl<A, B> Iterator for Chain<A, B>
where
    A: Iterator,
    B: Iterator<Item = A::Item>,
{
    type Item = A::Item;

    #[bypasses()]
    fn next(&mut self) -> Option<A::Item> {
        if let Some(a) = &mut self.a {
            match a.next() {
                Some(x) => return Some(x),
                None => self.a = None,
            }
        }
        match &mut self.b {
            Some(b) => b.next(),
            None => None,
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (a_lower, a_upper) = match &self.a {
            Some(a) => a.size_hint(),
            None => (0, Some(0)),
        };
        let (b_lower, b_upper) = match &self.b {
            Some(b) => b.size_hint(),
            None => (0, Some(0)),
        };
        let upper = match (a_upper, b_upper) {
            (Some(a), Some(b)) => a.checked_add(b),
            _ => None,
        };
        (a_lower.saturating_add(b_lower), upper)
    }

    #[bypasses()]
    fn count(self) -> usize {
        let a = match self.a {
            Some(a) => a.count(),
            None => 0,
        };
        let b = match self.b {
            Some(b) => b.count(),
            None => 0,
        };
        sum_of_counts(a, b)
    }
}

/// What an iterator with two parts counts.
#[bypasses()]
pub(super) fn sum_of_counts(a: usize, b: usize) -> usize {
    refine::require(refine::add_fits(a, b), "overflow", "the number of elements <= usize::MAX", "attempt to add with overflow");
    refine::wrapping_add(a, b)
}

impl<A, B> DoubleEndedIterator for Chain<A, B>
where
    A: DoubleEndedIterator,
    B: DoubleEndedIterator<Item = A::Item>,
{
    #[bypasses()]
    fn next_back(&mut self) -> Option<A::Item> {
        if let Some(b) = &mut self.b {
            match b.next_back() {
                Some(x) => return Some(x),
                None => self.b = None,
            }
        }
        match &mut self.a {
            Some(a) => a.next_back(),
            None => None,
        }
    }
}

impl<A, B> FusedIterator for Chain<A, B>
where
    A: FusedIterator,
    B: FusedIterator<Item = A::Item>,
{
}

impl<A: Default, B: Default> Default for Chain<A, B> {
    fn default() -> Self {
        Chain::new(Default::default(), Default::default())
    }
}
