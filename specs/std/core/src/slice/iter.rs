//! `Iter` and `IterMut`.

use crate::fmt;
use crate::iter::{ExactSizeIterator, FusedIterator};
use crate::refine;
use crate::slice::change::take_out;

/// Goes over `xs[lo..hi]`.
#[invariant(self.lo <= self.hi && self.hi <= refine::len(self.xs))]
pub struct Iter<'a, T: 'a> {
    xs: &'a [T],
    lo: usize,
    hi: usize,
}

impl<'a, T> Iter<'a, T> {
    pub(crate) fn new(xs: &'a [T]) -> Iter<'a, T> {
        Iter { xs, lo: 0, hi: refine::len(xs) }
    }

    pub fn as_slice(&self) -> &'a [T] {
        refine::part(self.xs, self.lo, self.hi)
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        if self.lo < self.hi {
            let at = self.lo;
            self.lo = at + 1;
            Some(refine::at(self.xs, at))
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.hi - self.lo;
        (left, Some(left))
    }

    fn count(self) -> usize {
        self.hi - self.lo
    }

    fn nth(&mut self, n: usize) -> Option<&'a T> {
        if n < self.hi - self.lo {
            let at = self.lo + n;
            self.lo = at + 1;
            Some(refine::at(self.xs, at))
        } else {
            self.lo = self.hi;
            None
        }
    }

    fn last(self) -> Option<&'a T> {
        if self.lo < self.hi { Some(refine::at(self.xs, self.hi - 1)) } else { None }
    }
}

impl<'a, T> DoubleEndedIterator for Iter<'a, T> {
    fn next_back(&mut self) -> Option<&'a T> {
        if self.lo < self.hi {
            self.hi = self.hi - 1;
            Some(refine::at(self.xs, self.hi))
        } else {
            None
        }
    }

    fn nth_back(&mut self, n: usize) -> Option<&'a T> {
        if n < self.hi - self.lo {
            self.hi = self.hi - n - 1;
            Some(refine::at(self.xs, self.hi))
        } else {
            self.hi = self.lo;
            None
        }
    }
}

impl<T> ExactSizeIterator for Iter<'_, T> {
    fn len(&self) -> usize {
        self.hi - self.lo
    }
}

impl<T> FusedIterator for Iter<'_, T> {}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter { xs: self.xs, lo: self.lo, hi: self.hi }
    }
}

impl<T> AsRef<[T]> for Iter<'_, T> {
    fn as_ref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T> Default for Iter<'_, T> {
    fn default() -> Self {
        Iter { xs: &[], lo: 0, hi: 0 }
    }
}

impl<T: fmt::Debug> fmt::Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Goes over `rest`, which gets shorter.
pub struct IterMut<'a, T: 'a> {
    rest: &'a mut [T],
}

impl<'a, T> IterMut<'a, T> {
    pub(crate) fn new(rest: &'a mut [T]) -> IterMut<'a, T> {
        IterMut { rest }
    }

    pub fn into_slice(self) -> &'a mut [T] {
        self.rest
    }

    pub fn as_slice(&self) -> &[T] {
        self.rest
    }
}

impl<'a, T> Iterator for IterMut<'a, T> {
    type Item = &'a mut T;

    fn next(&mut self) -> Option<&'a mut T> {
        let rest = take_out(&mut self.rest);
        if refine::len(rest) == 0 {
            return None;
        }
        let (head, tail) = refine::split_mut(rest, 1);
        self.rest = tail;
        Some(refine::at_mut(head, 0))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = refine::len(self.rest);
        (left, Some(left))
    }

    fn count(self) -> usize {
        refine::len(self.rest)
    }

    fn nth(&mut self, n: usize) -> Option<&'a mut T> {
        let rest = take_out(&mut self.rest);
        if n >= refine::len(rest) {
            return None;
        }
        let (head, tail) = refine::split_mut(rest, n + 1);
        self.rest = tail;
        Some(refine::at_mut(head, n))
    }

    fn last(mut self) -> Option<&'a mut T> {
        self.next_back()
    }
}

impl<'a, T> DoubleEndedIterator for IterMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut T> {
        let rest = take_out(&mut self.rest);
        let n = refine::len(rest);
        if n == 0 {
            return None;
        }
        let (init, last) = refine::split_mut(rest, n - 1);
        self.rest = init;
        Some(refine::at_mut(last, 0))
    }

    fn nth_back(&mut self, n: usize) -> Option<&'a mut T> {
        let rest = take_out(&mut self.rest);
        let len = refine::len(rest);
        if n >= len {
            return None;
        }
        let (init, last) = refine::split_mut(rest, len - n - 1);
        self.rest = init;
        Some(refine::at_mut(last, 0))
    }
}

impl<T> ExactSizeIterator for IterMut<'_, T> {
    fn len(&self) -> usize {
        refine::len(self.rest)
    }
}

impl<T> FusedIterator for IterMut<'_, T> {}

impl<T> AsRef<[T]> for IterMut<'_, T> {
    fn as_ref(&self) -> &[T] {
        self.rest
    }
}

impl<T> Default for IterMut<'_, T> {
    fn default() -> Self {
        IterMut { rest: &mut [] }
    }
}

impl<T: fmt::Debug> fmt::Debug for IterMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
