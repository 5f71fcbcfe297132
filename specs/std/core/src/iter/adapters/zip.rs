//! `Zip`: two iterators in step.

use crate::refine;
use crate::iter::{ExactSizeIterator, FusedIterator};

#[derive(Clone, Debug)]
pub struct Zip<A, B> {
    a: A,
    b: B,
}

impl<A: Iterator, B: Iterator> Zip<A, B> {
    #[bypasses()]
    pub(crate) fn new(a: A, b: B) -> Zip<A, B> {
        Zip { a, b }
    }
}

pub fn zip<A, B>(a: A, b: B) -> Zip<A::IntoIter, B::IntoIter>
where
    A: IntoIterator,
    B: IntoIterator,
{
    Zip::new(a.into_iter(), b.into_iter())
}

impl<A, B> Iterator for Zip<A, B>
where
    A: Iterator,
    B: Iterator,
{
    type Item = (A::Item, B::Item);

    /// Where both know how many items are left, the real one need not ask the first for an item that the second has no partner for; which
    /// of the two it does is left open.
    #[bypasses()]
    fn next(&mut self) -> Option<(A::Item, B::Item)> {
        if refine::use_shows::<A>() {
            let ends = self.a.size_hint().1 == Some(0) || self.b.size_hint().1 == Some(0);
            if ends && refine::any::<bool>() {
                return None;
            }
        }
        match self.a.next() {
            Some(x) => match self.b.next() {
                Some(y) => Some((x, y)),
                None => None,
            },
            None => None,
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (a_lower, a_upper) = self.a.size_hint();
        let (b_lower, b_upper) = self.b.size_hint();
        let upper = match (a_upper, b_upper) {
            (Some(a), Some(b)) => Some(if a < b { a } else { b }),
            (Some(a), None) => Some(a),
            (None, b) => b,
        };
        (if a_lower < b_lower { a_lower } else { b_lower }, upper)
    }
}

impl<A, B> DoubleEndedIterator for Zip<A, B>
where
    A: DoubleEndedIterator + ExactSizeIterator,
    B: DoubleEndedIterator + ExactSizeIterator,
{
    /// First the longer one loses what it has more; whether it is asked for that is the real one's to choose.
    #[bypasses()]
    fn next_back(&mut self) -> Option<(A::Item, B::Item)> {
        if refine::use_shows::<A>() {
            return specialised_next_back(self);
        }
        if refine::use_shows::<B>() {
            return specialised_next_back(self);
        }
        let mut a = self.a.len();
        let mut b = self.b.len();
        while a > b {
            self.a.next_back();
            a = a - 1;
        }
        while b > a {
            self.b.next_back();
            b = b - 1;
        }
        match (self.a.next_back(), self.b.next_back()) {
            (Some(x), Some(y)) => Some((x, y)),
            _ => None,
        }
    }
}

impl<A, B> ExactSizeIterator for Zip<A, B>
where
    A: ExactSizeIterator,
    B: ExactSizeIterator,
{
}

impl<A, B> FusedIterator for Zip<A, B>
where
    A: FusedIterator,
    B: FusedIterator,
{
}

fn specialised_next_back<A, B>(zip: &mut Zip<A, B>) -> Option<(A::Item, B::Item)>
where
    A: DoubleEndedIterator + ExactSizeIterator,
    B: DoubleEndedIterator + ExactSizeIterator;
