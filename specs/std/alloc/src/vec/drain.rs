//! `Drain`, `Splice`, `ExtractIf`.

use super::{IntoIter, Vec};
use crate::refine;
use core::fmt;
use core::iter::{DoubleEndedIterator, ExactSizeIterator, FusedIterator, Iterator};
use core::marker::PhantomData;
use core::refine as base;

/// The vector ends where the range begins until this is dropped, which brings the elements behind the range back. Where it is leaked,
/// they are lost.
pub struct Drain<'a, T: 'a> {
    rest: IntoIter<T>,
    tail: Vec<T>,
    vec: &'a mut Vec<T>,
}

impl<'a, T> Drain<'a, T> {
    pub(super) fn cut(vec: &'a mut Vec<T>, lo: usize, hi: usize) -> Self {
        let mut taken = refine::vec_new();
        refine::vec_append(&mut taken, base::part(refine::vec_slice(vec), lo, hi));
        let mut tail = refine::vec_new();
        refine::vec_append(&mut tail, base::part(refine::vec_slice(vec), hi, vec.len()));
        refine::vec_truncate(vec, lo);
        Drain { rest: IntoIter::all(taken), tail, vec }
    }

    pub fn as_slice(&self) -> &[T] {
        self.rest.as_slice()
    }
}

impl<T> Drop for Drain<'_, T> {
    fn drop(&mut self) {
        refine::vec_append(self.vec, refine::vec_slice(&self.tail));
        refine::vec_truncate(&mut self.tail, 0);
    }
}

impl<T> AsRef<[T]> for Drain<'_, T> {
    fn as_ref(&self) -> &[T] {
        self.rest.as_slice()
    }
}

impl<T> Iterator for Drain<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.rest.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}

impl<T> DoubleEndedIterator for Drain<'_, T> {
    fn next_back(&mut self) -> Option<T> {
        self.rest.next_back()
    }
}

impl<T> ExactSizeIterator for Drain<'_, T> {
    fn len(&self) -> usize {
        self.rest.len()
    }
}

impl<T> FusedIterator for Drain<'_, T> {}

impl<T: fmt::Debug> fmt::Debug for Drain<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

pub struct Splice<'a, I: Iterator + 'a> {
    _private: PhantomData<(&'a mut Vec<I::Item>, I)>,
}

impl<I: Iterator> Iterator for Splice<'_, I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item>;
    fn size_hint(&self) -> (usize, Option<usize>);
}

impl<I: Iterator> DoubleEndedIterator for Splice<'_, I> {
    fn next_back(&mut self) -> Option<I::Item>;
}

impl<I: Iterator> ExactSizeIterator for Splice<'_, I> {}

impl<I: Iterator> Drop for Splice<'_, I> {
    fn drop(&mut self);
}

pub struct ExtractIf<'a, T, F> {
    _private: PhantomData<(&'a mut Vec<T>, F)>,
}

impl<T, F> Iterator for ExtractIf<'_, T, F>
where
    F: FnMut(&mut T) -> bool,
{
    type Item = T;
    fn next(&mut self) -> Option<T>;
    fn size_hint(&self) -> (usize, Option<usize>);
}
