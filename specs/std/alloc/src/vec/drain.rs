//! `Drain`, `Splice`, `ExtractIf`. A `Drain` has its elements taken out when it is made (which only `mem::forget` of it can tell
//! from the real one, where what remains after a leak is unspecified).

use super::{IntoIter, Vec};
use crate::refine;
use core::fmt;
use core::iter::{DoubleEndedIterator, ExactSizeIterator, FusedIterator, Iterator};
use core::marker::PhantomData;
use core::refine as base;

pub struct Drain<'a, T: 'a> {
    rest: IntoIter<T>,
    _vec: PhantomData<&'a mut Vec<T>>,
}

impl<'a, T> Drain<'a, T> {
    pub(super) fn cut(vec: &'a mut Vec<T>, lo: usize, hi: usize) -> Self {
        let mut taken = refine::vec_new();
        refine::vec_append(&mut taken, base::part(refine::vec_slice(vec), lo, hi));
        refine::vec_cut(vec, lo, hi);
        Drain { rest: IntoIter::all(taken), _vec: PhantomData }
    }

    pub fn as_slice(&self) -> &[T] {
        self.rest.as_slice()
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
