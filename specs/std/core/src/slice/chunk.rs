//! Iterators over parts of a slice that are all as long: `Windows`, `Chunks`, `ChunksExact`, and from behind `RChunks`, `RChunksExact`.
//! Each goes over `xs[lo..hi]`.

use crate::fmt;
use crate::iter::{ExactSizeIterator, FusedIterator};
use crate::refine;

macro_rules! parts {
    ($Name:ident) => {
        impl<T> Clone for $Name<'_, T> {
            fn clone(&self) -> Self {
                $Name { xs: self.xs, lo: self.lo, hi: self.hi, size: self.size }
            }
        }

        impl<T> ExactSizeIterator for $Name<'_, T> {
            fn len(&self) -> usize {
                self.left()
            }
        }

        impl<T> FusedIterator for $Name<'_, T> {}

        impl<T: fmt::Debug> fmt::Debug for $Name<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
        }
    };
}

#[invariant(self.lo <= self.hi && self.hi <= refine::len(self.xs) && self.size > 0)]
pub struct Windows<'a, T: 'a> {
    xs: &'a [T],
    lo: usize,
    hi: usize,
    size: usize,
}

impl<'a, T> Windows<'a, T> {
    pub(super) fn new(xs: &'a [T], size: usize) -> Self {
        Windows { xs, lo: 0, hi: refine::len(xs), size }
    }

    fn left(&self) -> usize {
        let n = self.hi - self.lo;
        if self.size <= n { n - self.size + 1 } else { 0 }
    }
}

impl<'a, T> Iterator for Windows<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.size <= self.hi - self.lo {
            let lo = self.lo;
            self.lo = lo + 1;
            Some(refine::part(self.xs, lo, lo + self.size))
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left();
        (left, Some(left))
    }

    fn count(self) -> usize {
        self.left()
    }

    fn nth(&mut self, n: usize) -> Option<&'a [T]> {
        if n < self.left() {
            let lo = self.lo + n;
            self.lo = lo + 1;
            Some(refine::part(self.xs, lo, lo + self.size))
        } else {
            self.lo = self.hi;
            None
        }
    }

    fn last(mut self) -> Option<&'a [T]> {
        self.next_back()
    }
}

impl<'a, T> DoubleEndedIterator for Windows<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.size <= self.hi - self.lo {
            let hi = self.hi;
            self.hi = hi - 1;
            Some(refine::part(self.xs, hi - self.size, hi))
        } else {
            None
        }
    }

    fn nth_back(&mut self, n: usize) -> Option<&'a [T]> {
        if n < self.left() {
            let hi = self.hi - n;
            self.hi = hi - 1;
            Some(refine::part(self.xs, hi - self.size, hi))
        } else {
            self.hi = self.lo;
            None
        }
    }
}

parts!(Windows);

#[invariant(self.lo <= self.hi && self.hi <= refine::len(self.xs) && self.size > 0)]
pub struct Chunks<'a, T: 'a> {
    xs: &'a [T],
    lo: usize,
    hi: usize,
    size: usize,
}

impl<'a, T> Chunks<'a, T> {
    pub(super) fn new(xs: &'a [T], size: usize) -> Self {
        Chunks { xs, lo: 0, hi: refine::len(xs), size }
    }

    fn left(&self) -> usize {
        let n = self.hi - self.lo;
        if n == 0 { 0 } else { (n - 1) / self.size + 1 }
    }
}

impl<'a, T> Iterator for Chunks<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.lo == self.hi {
            return None;
        }
        let lo = self.lo;
        self.lo = if self.size <= self.hi - lo { lo + self.size } else { self.hi };
        Some(refine::part(self.xs, lo, self.lo))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left();
        (left, Some(left))
    }

    fn count(self) -> usize {
        self.left()
    }

    fn nth(&mut self, n: usize) -> Option<&'a [T]> {
        if n < self.left() {
            self.lo = self.lo + n * self.size;
            self.next()
        } else {
            self.lo = self.hi;
            None
        }
    }

    fn last(mut self) -> Option<&'a [T]> {
        self.next_back()
    }
}

impl<'a, T> DoubleEndedIterator for Chunks<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.lo == self.hi {
            return None;
        }
        let hi = self.hi;
        let rest = (hi - self.lo) % self.size;
        self.hi = hi - if rest == 0 { self.size } else { rest };
        Some(refine::part(self.xs, self.hi, hi))
    }

    fn nth_back(&mut self, n: usize) -> Option<&'a [T]> {
        let left = self.left();
        if n < left {
            if n > 0 {
                self.hi = self.lo + (left - n) * self.size;
            }
            self.next_back()
        } else {
            self.hi = self.lo;
            None
        }
    }
}

parts!(Chunks);

/// `hi - lo` is a multiple of `size`, which no proof needs, and which makes all of them slow.
#[invariant(self.lo <= self.hi && self.hi <= refine::len(self.xs) && self.size > 0)]
pub struct ChunksExact<'a, T: 'a> {
    xs: &'a [T],
    lo: usize,
    hi: usize,
    size: usize,
}

impl<'a, T> ChunksExact<'a, T> {
    pub(super) fn new(xs: &'a [T], size: usize) -> Self {
        let n = refine::len(xs);
        ChunksExact { xs, lo: 0, hi: n - n % size, size }
    }

    pub fn remainder(&self) -> &'a [T] {
        let n = refine::len(self.xs);
        refine::part(self.xs, n - n % self.size, n)
    }

    fn left(&self) -> usize {
        (self.hi - self.lo) / self.size
    }
}

impl<'a, T> Iterator for ChunksExact<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.size <= self.hi - self.lo {
            let lo = self.lo;
            self.lo = lo + self.size;
            Some(refine::part(self.xs, lo, self.lo))
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left();
        (left, Some(left))
    }

    fn count(self) -> usize {
        self.left()
    }

    fn nth(&mut self, n: usize) -> Option<&'a [T]> {
        if n < self.left() {
            self.lo = self.lo + n * self.size;
            self.next()
        } else {
            self.lo = self.hi;
            None
        }
    }

    fn last(mut self) -> Option<&'a [T]> {
        self.next_back()
    }
}

impl<'a, T> DoubleEndedIterator for ChunksExact<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.size <= self.hi - self.lo {
            let hi = self.hi;
            self.hi = hi - self.size;
            Some(refine::part(self.xs, self.hi, hi))
        } else {
            None
        }
    }

    fn nth_back(&mut self, n: usize) -> Option<&'a [T]> {
        if n < self.left() {
            self.hi = self.hi - n * self.size;
            self.next_back()
        } else {
            self.hi = self.lo;
            None
        }
    }
}

parts!(ChunksExact);

#[invariant(self.lo <= self.hi && self.hi <= refine::len(self.xs) && self.size > 0)]
pub struct RChunks<'a, T: 'a> {
    xs: &'a [T],
    lo: usize,
    hi: usize,
    size: usize,
}

impl<'a, T> RChunks<'a, T> {
    pub(super) fn new(xs: &'a [T], size: usize) -> Self {
        RChunks { xs, lo: 0, hi: refine::len(xs), size }
    }

    fn left(&self) -> usize {
        let n = self.hi - self.lo;
        if n == 0 { 0 } else { (n - 1) / self.size + 1 }
    }
}

impl<'a, T> Iterator for RChunks<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.lo == self.hi {
            return None;
        }
        let hi = self.hi;
        self.hi = if self.size <= hi - self.lo { hi - self.size } else { self.lo };
        Some(refine::part(self.xs, self.hi, hi))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left();
        (left, Some(left))
    }

    fn count(self) -> usize {
        self.left()
    }

    fn nth(&mut self, n: usize) -> Option<&'a [T]> {
        if n < self.left() {
            self.hi = self.hi - n * self.size;
            self.next()
        } else {
            self.hi = self.lo;
            None
        }
    }

    fn last(mut self) -> Option<&'a [T]> {
        self.next_back()
    }
}

impl<'a, T> DoubleEndedIterator for RChunks<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.lo == self.hi {
            return None;
        }
        let lo = self.lo;
        let rest = (self.hi - lo) % self.size;
        self.lo = lo + if rest == 0 { self.size } else { rest };
        Some(refine::part(self.xs, lo, self.lo))
    }

    fn nth_back(&mut self, n: usize) -> Option<&'a [T]> {
        let left = self.left();
        if n < left {
            if n > 0 {
                self.lo = self.hi - (left - n) * self.size;
            }
            self.next_back()
        } else {
            self.lo = self.hi;
            None
        }
    }
}

parts!(RChunks);

/// `hi - lo` is a multiple of `size`, which no proof needs, and which makes all of them slow.
#[invariant(self.lo <= self.hi && self.hi <= refine::len(self.xs) && self.size > 0)]
pub struct RChunksExact<'a, T: 'a> {
    xs: &'a [T],
    lo: usize,
    hi: usize,
    size: usize,
}

impl<'a, T> RChunksExact<'a, T> {
    pub(super) fn new(xs: &'a [T], size: usize) -> Self {
        let n = refine::len(xs);
        RChunksExact { xs, lo: n % size, hi: n, size }
    }

    pub fn remainder(&self) -> &'a [T] {
        refine::part(self.xs, 0, refine::len(self.xs) % self.size)
    }

    fn left(&self) -> usize {
        (self.hi - self.lo) / self.size
    }
}

impl<'a, T> Iterator for RChunksExact<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        if self.size <= self.hi - self.lo {
            let hi = self.hi;
            self.hi = hi - self.size;
            Some(refine::part(self.xs, self.hi, hi))
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left();
        (left, Some(left))
    }

    fn count(self) -> usize {
        self.left()
    }

    fn nth(&mut self, n: usize) -> Option<&'a [T]> {
        if n < self.left() {
            self.hi = self.hi - n * self.size;
            self.next()
        } else {
            self.hi = self.lo;
            None
        }
    }

    fn last(mut self) -> Option<&'a [T]> {
        self.next_back()
    }
}

impl<'a, T> DoubleEndedIterator for RChunksExact<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.size <= self.hi - self.lo {
            let lo = self.lo;
            self.lo = lo + self.size;
            Some(refine::part(self.xs, lo, self.lo))
        } else {
            None
        }
    }

    fn nth_back(&mut self, n: usize) -> Option<&'a [T]> {
        if n < self.left() {
            self.lo = self.lo + n * self.size;
            self.next_back()
        } else {
            self.lo = self.hi;
            None
        }
    }
}

parts!(RChunksExact);

/// Without a model: its items are arrays that lie in the slice.
pub struct ArrayWindows<'a, T: 'a, const N: usize> {
    xs: &'a [T],
}

impl<T, const N: usize> Clone for ArrayWindows<'_, T, N> {
    fn clone(&self) -> Self;
}

impl<'a, T, const N: usize> Iterator for ArrayWindows<'a, T, N> {
    type Item = &'a [T; N];

    fn next(&mut self) -> Option<&'a [T; N]>;
    fn size_hint(&self) -> (usize, Option<usize>);
}

impl<'a, T, const N: usize> DoubleEndedIterator for ArrayWindows<'a, T, N> {
    fn next_back(&mut self) -> Option<&'a [T; N]>;
}

impl<T, const N: usize> ExactSizeIterator for ArrayWindows<'_, T, N> {}
impl<T, const N: usize> FusedIterator for ArrayWindows<'_, T, N> {}
