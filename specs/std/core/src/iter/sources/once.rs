//! `once` and `once_with`.

use crate::fmt;
use crate::iter::{ExactSizeIterator, FusedIterator};

pub fn once<T>(value: T) -> Once<T> {
    Once { value: Some(value) }
}

#[derive(Clone, Debug)]
pub struct Once<T> {
    value: Option<T>,
}

impl<T> Iterator for Once<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.value.take()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.value.is_some() { (1, Some(1)) } else { (0, Some(0)) }
    }
}

impl<T> DoubleEndedIterator for Once<T> {
    fn next_back(&mut self) -> Option<T> {
        self.value.take()
    }
}

impl<T> ExactSizeIterator for Once<T> {
    fn len(&self) -> usize {
        if self.value.is_some() { 1 } else { 0 }
    }
}

impl<T> FusedIterator for Once<T> {}

pub fn once_with<A, F: FnOnce() -> A>(make: F) -> OnceWith<F> {
    OnceWith { make: Some(make) }
}

#[derive(Clone)]
pub struct OnceWith<F> {
    make: Option<F>,
}

impl<A, F: FnOnce() -> A> Iterator for OnceWith<F> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        match self.make.take() {
            Some(make) => Some(make()),
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.make.is_some() { (1, Some(1)) } else { (0, Some(0)) }
    }
}

impl<A, F: FnOnce() -> A> DoubleEndedIterator for OnceWith<F> {
    fn next_back(&mut self) -> Option<A> {
        self.next()
    }
}

impl<A, F: FnOnce() -> A> ExactSizeIterator for OnceWith<F> {
    fn len(&self) -> usize {
        if self.make.is_some() { 1 } else { 0 }
    }
}

impl<A, F: FnOnce() -> A> FusedIterator for OnceWith<F> {}

impl<F> fmt::Debug for OnceWith<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
