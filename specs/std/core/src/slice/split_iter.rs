//! The iterators of `split`, `split_inclusive`, `rsplit` and `chunk_by`.

use crate::fmt;
use crate::iter::FusedIterator;
use crate::refine;
use crate::slice::change::take_out;

macro_rules! debug {
    ($($Name:ident)*) => {
        $(impl<T: fmt::Debug, P: FnMut(&T) -> bool> fmt::Debug for $Name<'_, T, P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
        })*
    };
}

debug!(Split SplitMut SplitInclusive SplitInclusiveMut RSplit RSplitMut);

/// What is left of the slice, and whether that is all.
pub struct Split<'a, T: 'a, P: FnMut(&T) -> bool> {
    rest: &'a [T],
    pred: P,
    finished: bool,
}

impl<'a, T, P: FnMut(&T) -> bool> Split<'a, T, P> {
    pub(super) fn new(rest: &'a [T], pred: P) -> Self {
        Split { rest, pred, finished: false }
    }

    pub(super) fn finish(&mut self) -> Option<&'a [T]> {
        if self.finished {
            None
        } else {
            self.finished = true;
            Some(self.rest)
        }
    }
}

impl<T, P: Clone + FnMut(&T) -> bool> Clone for Split<'_, T, P> {
    fn clone(&self) -> Self {
        Split { rest: self.rest, pred: self.pred.clone(), finished: self.finished }
    }
}

impl<'a, T, P: FnMut(&T) -> bool> Iterator for Split<'a, T, P> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.finished {
            return None;
        }
        let n = refine::len(self.rest);
        let mut i = 0;
        while i < n {
            if (self.pred)(refine::at(self.rest, i)) {
                let part = refine::part(self.rest, 0, i);
                self.rest = refine::part(self.rest, i + 1, n);
                return Some(part);
            }
            i = i + 1;
        }
        self.finish()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.finished { (0, Some(0)) } else { (1, refine::len(self.rest).checked_add(1)) }
    }
}

impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for Split<'a, T, P> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.finished {
            return None;
        }
        let n = refine::len(self.rest);
        let mut i = n;
        while i > 0 {
            i = i - 1;
            if (self.pred)(refine::at(self.rest, i)) {
                let part = refine::part(self.rest, i + 1, n);
                self.rest = refine::part(self.rest, 0, i);
                return Some(part);
            }
        }
        self.finish()
    }
}

impl<T, P: FnMut(&T) -> bool> FusedIterator for Split<'_, T, P> {}

pub struct SplitMut<'a, T: 'a, P: FnMut(&T) -> bool> {
    rest: &'a mut [T],
    pred: P,
    finished: bool,
}

impl<'a, T, P: FnMut(&T) -> bool> SplitMut<'a, T, P> {
    pub(super) fn new(rest: &'a mut [T], pred: P) -> Self {
        SplitMut { rest, pred, finished: false }
    }

    pub(super) fn finish(&mut self) -> Option<&'a mut [T]> {
        if self.finished {
            None
        } else {
            self.finished = true;
            Some(take_out(&mut self.rest))
        }
    }
}

impl<'a, T, P: FnMut(&T) -> bool> Iterator for SplitMut<'a, T, P> {
    type Item = &'a mut [T];

    fn next(&mut self) -> Option<&'a mut [T]> {
        if self.finished {
            return None;
        }
        let n = refine::len(self.rest);
        let mut i = 0;
        while i < n {
            if (self.pred)(refine::at(self.rest, i)) {
                let (part, tail) = refine::split_mut(take_out(&mut self.rest), i);
                self.rest = refine::part_mut(tail, 1, n - i);
                return Some(part);
            }
            i = i + 1;
        }
        self.finish()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.finished { (0, Some(0)) } else { (1, refine::len(self.rest).checked_add(1)) }
    }
}

impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for SplitMut<'a, T, P> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        if self.finished {
            return None;
        }
        let n = refine::len(self.rest);
        let mut i = n;
        while i > 0 {
            i = i - 1;
            if (self.pred)(refine::at(self.rest, i)) {
                let (init, tail) = refine::split_mut(take_out(&mut self.rest), i);
                self.rest = init;
                return Some(refine::part_mut(tail, 1, n - i));
            }
        }
        self.finish()
    }
}

impl<T, P: FnMut(&T) -> bool> FusedIterator for SplitMut<'_, T, P> {}

pub struct SplitInclusive<'a, T: 'a, P: FnMut(&T) -> bool> {
    rest: &'a [T],
    pred: P,
}

impl<'a, T, P: FnMut(&T) -> bool> SplitInclusive<'a, T, P> {
    pub(super) fn new(rest: &'a [T], pred: P) -> Self {
        SplitInclusive { rest, pred }
    }
}

impl<T, P: Clone + FnMut(&T) -> bool> Clone for SplitInclusive<'_, T, P> {
    fn clone(&self) -> Self {
        SplitInclusive { rest: self.rest, pred: self.pred.clone() }
    }
}

impl<'a, T, P: FnMut(&T) -> bool> Iterator for SplitInclusive<'a, T, P> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        let n = refine::len(self.rest);
        if n == 0 {
            return None;
        }
        let mut i = 0;
        while i < n {
            let last = (self.pred)(refine::at(self.rest, i));
            i = i + 1;
            if last {
                break;
            }
        }
        let part = refine::part(self.rest, 0, i);
        self.rest = refine::part(self.rest, i, n);
        Some(part)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = refine::len(self.rest);
        if n == 0 { (0, Some(0)) } else { (1, Some(n)) }
    }
}

impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for SplitInclusive<'a, T, P> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let n = refine::len(self.rest);
        if n == 0 {
            return None;
        }
        let mut i = n - 1;
        while i > 0 && !(self.pred)(refine::at(self.rest, i - 1)) {
            i = i - 1;
        }
        let part = refine::part(self.rest, i, n);
        self.rest = refine::part(self.rest, 0, i);
        Some(part)
    }
}

impl<T, P: FnMut(&T) -> bool> FusedIterator for SplitInclusive<'_, T, P> {}

pub struct SplitInclusiveMut<'a, T: 'a, P: FnMut(&T) -> bool> {
    rest: &'a mut [T],
    pred: P,
}

impl<'a, T, P: FnMut(&T) -> bool> SplitInclusiveMut<'a, T, P> {
    pub(super) fn new(rest: &'a mut [T], pred: P) -> Self {
        SplitInclusiveMut { rest, pred }
    }
}

impl<'a, T, P: FnMut(&T) -> bool> Iterator for SplitInclusiveMut<'a, T, P> {
    type Item = &'a mut [T];

    fn next(&mut self) -> Option<&'a mut [T]> {
        let n = refine::len(self.rest);
        if n == 0 {
            return None;
        }
        let mut i = 0;
        while i < n {
            let last = (self.pred)(refine::at(self.rest, i));
            i = i + 1;
            if last {
                break;
            }
        }
        let (part, tail) = refine::split_mut(take_out(&mut self.rest), i);
        self.rest = tail;
        Some(part)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = refine::len(self.rest);
        if n == 0 { (0, Some(0)) } else { (1, Some(n)) }
    }
}

impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for SplitInclusiveMut<'a, T, P> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        let n = refine::len(self.rest);
        if n == 0 {
            return None;
        }
        let mut i = n - 1;
        while i > 0 && !(self.pred)(refine::at(self.rest, i - 1)) {
            i = i - 1;
        }
        let (init, part) = refine::split_mut(take_out(&mut self.rest), i);
        self.rest = init;
        Some(part)
    }
}

impl<T, P: FnMut(&T) -> bool> FusedIterator for SplitInclusiveMut<'_, T, P> {}

pub struct RSplit<'a, T: 'a, P: FnMut(&T) -> bool> {
    inner: Split<'a, T, P>,
}

impl<'a, T, P: FnMut(&T) -> bool> RSplit<'a, T, P> {
    pub(super) fn new(xs: &'a [T], pred: P) -> Self {
        RSplit { inner: Split::new(xs, pred) }
    }

    pub(super) fn finish(&mut self) -> Option<&'a [T]> {
        self.inner.finish()
    }
}

impl<T, P: Clone + FnMut(&T) -> bool> Clone for RSplit<'_, T, P> {
    fn clone(&self) -> Self {
        RSplit { inner: self.inner.clone() }
    }
}

impl<'a, T, P: FnMut(&T) -> bool> Iterator for RSplit<'a, T, P> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        self.inner.next_back()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.inner.size_hint()
    }
}

impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for RSplit<'a, T, P> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        self.inner.next()
    }
}

impl<T, P: FnMut(&T) -> bool> FusedIterator for RSplit<'_, T, P> {}

pub struct RSplitMut<'a, T: 'a, P: FnMut(&T) -> bool> {
    inner: SplitMut<'a, T, P>,
}

impl<'a, T, P: FnMut(&T) -> bool> RSplitMut<'a, T, P> {
    pub(super) fn new(xs: &'a mut [T], pred: P) -> Self {
        RSplitMut { inner: SplitMut::new(xs, pred) }
    }

    pub(super) fn finish(&mut self) -> Option<&'a mut [T]> {
        self.inner.finish()
    }
}

impl<'a, T, P: FnMut(&T) -> bool> Iterator for RSplitMut<'a, T, P> {
    type Item = &'a mut [T];

    fn next(&mut self) -> Option<&'a mut [T]> {
        self.inner.next_back()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.inner.size_hint()
    }
}

impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for RSplitMut<'a, T, P> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        self.inner.next()
    }
}

impl<T, P: FnMut(&T) -> bool> FusedIterator for RSplitMut<'_, T, P> {}

impl<T: fmt::Debug, P> fmt::Debug for ChunkBy<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

pub struct ChunkBy<'a, T: 'a, P> {
    rest: &'a [T],
    pred: P,
}

impl<'a, T, P: FnMut(&T, &T) -> bool> ChunkBy<'a, T, P> {
    pub(super) fn new(rest: &'a [T], pred: P) -> Self {
        ChunkBy { rest, pred }
    }
}

impl<T, P: Clone> Clone for ChunkBy<'_, T, P> {
    fn clone(&self) -> Self {
        ChunkBy { rest: self.rest, pred: self.pred.clone() }
    }
}

impl<'a, T, P: FnMut(&T, &T) -> bool> Iterator for ChunkBy<'a, T, P> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        let n = refine::len(self.rest);
        if n == 0 {
            return None;
        }
        let mut i = 1;
        while i < n && (self.pred)(refine::at(self.rest, i - 1), refine::at(self.rest, i)) {
            i = i + 1;
        }
        let part = refine::part(self.rest, 0, i);
        self.rest = refine::part(self.rest, i, n);
        Some(part)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = refine::len(self.rest);
        if n == 0 { (0, Some(0)) } else { (1, Some(n)) }
    }
}

impl<'a, T, P: FnMut(&T, &T) -> bool> DoubleEndedIterator for ChunkBy<'a, T, P> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        let n = refine::len(self.rest);
        if n == 0 {
            return None;
        }
        let mut i = n - 1;
        while i > 0 && (self.pred)(refine::at(self.rest, i - 1), refine::at(self.rest, i)) {
            i = i - 1;
        }
        let part = refine::part(self.rest, i, n);
        self.rest = refine::part(self.rest, 0, i);
        Some(part)
    }
}

impl<T, P: FnMut(&T, &T) -> bool> FusedIterator for ChunkBy<'_, T, P> {}

impl<T: fmt::Debug, P> fmt::Debug for ChunkByMut<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

pub struct ChunkByMut<'a, T: 'a, P> {
    rest: &'a mut [T],
    pred: P,
}

impl<'a, T, P: FnMut(&T, &T) -> bool> ChunkByMut<'a, T, P> {
    pub(super) fn new(rest: &'a mut [T], pred: P) -> Self {
        ChunkByMut { rest, pred }
    }
}

impl<'a, T, P: FnMut(&T, &T) -> bool> Iterator for ChunkByMut<'a, T, P> {
    type Item = &'a mut [T];

    fn next(&mut self) -> Option<&'a mut [T]> {
        let n = refine::len(self.rest);
        if n == 0 {
            return None;
        }
        let mut i = 1;
        while i < n && (self.pred)(refine::at(self.rest, i - 1), refine::at(self.rest, i)) {
            i = i + 1;
        }
        let (part, tail) = refine::split_mut(take_out(&mut self.rest), i);
        self.rest = tail;
        Some(part)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = refine::len(self.rest);
        if n == 0 { (0, Some(0)) } else { (1, Some(n)) }
    }
}

impl<'a, T, P: FnMut(&T, &T) -> bool> DoubleEndedIterator for ChunkByMut<'a, T, P> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        let n = refine::len(self.rest);
        if n == 0 {
            return None;
        }
        let mut i = n - 1;
        while i > 0 && (self.pred)(refine::at(self.rest, i - 1), refine::at(self.rest, i)) {
            i = i - 1;
        }
        let (init, part) = refine::split_mut(take_out(&mut self.rest), i);
        self.rest = init;
        Some(part)
    }
}

impl<T, P: FnMut(&T, &T) -> bool> FusedIterator for ChunkByMut<'_, T, P> {}
