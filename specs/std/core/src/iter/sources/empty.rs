//! `empty`.

use crate::fmt;
use crate::iter::{ExactSizeIterator, FusedIterator};
use crate::marker::PhantomData;

pub const fn empty<T>() -> Empty<T> {
    Empty { items: PhantomData }
}

pub struct Empty<T> {
    items: PhantomData<T>,
}

impl<T> Iterator for Empty<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(0))
    }
}

impl<T> DoubleEndedIterator for Empty<T> {
    fn next_back(&mut self) -> Option<T> {
        None
    }
}

impl<T> ExactSizeIterator for Empty<T> {
    fn len(&self) -> usize {
        0
    }
}

impl<T> FusedIterator for Empty<T> {}

impl<T> Clone for Empty<T> {
    fn clone(&self) -> Self {
        Empty { items: PhantomData }
    }
}

impl<T> Default for Empty<T> {
    fn default() -> Self {
        Empty { items: PhantomData }
    }
}

impl<T> fmt::Debug for Empty<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
