//! The iterators of `chunk` over mutable parts. Each goes over `rest`, which gets shorter.

use crate::fmt;
use crate::iter::{ExactSizeIterator, FusedIterator};
use crate::refine;
use crate::slice::change::take_out;

macro_rules! chunks_mut {
    ($Name:ident) => {
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

#[invariant(self.size > 0)]
pub struct ChunksMut<'a, T: 'a> {
    rest: &'a mut [T],
    size: usize,
}

impl<'a, T> ChunksMut<'a, T> {
    pub(super) fn new(rest: &'a mut [T], size: usize) -> Self {
        ChunksMut { rest, size }
    }

    fn left(&self) -> usize {
        let n = refine::len(self.rest);
        if n == 0 { 0 } else { (n - 1) / self.size + 1 }
    }
}

impl<'a, T> Iterator for ChunksMut<'a, T> {
    type Item = &'a mut [T];

    fn next(&mut self) -> Option<&'a mut [T]> {
        let rest = take_out(&mut self.rest);
        let n = refine::len(rest);
        if n == 0 {
            return None;
        }
        let at = if self.size <= n { self.size } else { n };
        let (head, tail) = refine::split_mut(rest, at);
        self.rest = tail;
        Some(head)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left();
        (left, Some(left))
    }

    fn count(self) -> usize {
        self.left()
    }

    fn nth(&mut self, n: usize) -> Option<&'a mut [T]> {
        let left = self.left();
        let rest = take_out(&mut self.rest);
        if n >= left {
            return None;
        }
        let (_, tail) = refine::split_mut(rest, n * self.size);
        self.rest = tail;
        self.next()
    }

    fn last(mut self) -> Option<&'a mut [T]> {
        self.next_back()
    }
}

impl<'a, T> DoubleEndedIterator for ChunksMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        let rest = take_out(&mut self.rest);
        let n = refine::len(rest);
        if n == 0 {
            return None;
        }
        let short = n % self.size;
        let (init, last) = refine::split_mut(rest, n - if short == 0 { self.size } else { short });
        self.rest = init;
        Some(last)
    }

    fn nth_back(&mut self, n: usize) -> Option<&'a mut [T]> {
        let left = self.left();
        let rest = take_out(&mut self.rest);
        if n >= left {
            return None;
        }
        let end = if n == 0 { refine::len(rest) } else { (left - n) * self.size };
        let (init, _) = refine::split_mut(rest, end);
        self.rest = init;
        self.next_back()
    }
}

chunks_mut!(ChunksMut);

/// The length of `rest` is a multiple of `size`, which no proof needs, and which makes all of them slow.
#[invariant(self.size > 0)]
pub struct ChunksExactMut<'a, T: 'a> {
    rest: &'a mut [T],
    remainder: &'a mut [T],
    size: usize,
}

impl<'a, T> ChunksExactMut<'a, T> {
    pub(super) fn new(xs: &'a mut [T], size: usize) -> Self {
        let n = refine::len(xs);
        let (rest, remainder) = refine::split_mut(xs, n - n % size);
        ChunksExactMut { rest, remainder, size }
    }

    pub fn into_remainder(self) -> &'a mut [T] {
        self.remainder
    }

    fn left(&self) -> usize {
        refine::len(self.rest) / self.size
    }
}

impl<'a, T> Iterator for ChunksExactMut<'a, T> {
    type Item = &'a mut [T];

    fn next(&mut self) -> Option<&'a mut [T]> {
        let rest = take_out(&mut self.rest);
        if refine::len(rest) < self.size {
            return None;
        }
        let (head, tail) = refine::split_mut(rest, self.size);
        self.rest = tail;
        Some(head)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left();
        (left, Some(left))
    }

    fn count(self) -> usize {
        self.left()
    }

    fn nth(&mut self, n: usize) -> Option<&'a mut [T]> {
        let left = self.left();
        let rest = take_out(&mut self.rest);
        if n >= left {
            return None;
        }
        let (_, tail) = refine::split_mut(rest, n * self.size);
        self.rest = tail;
        self.next()
    }

    fn last(mut self) -> Option<&'a mut [T]> {
        self.next_back()
    }
}

impl<'a, T> DoubleEndedIterator for ChunksExactMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        let rest = take_out(&mut self.rest);
        let n = refine::len(rest);
        if n < self.size {
            return None;
        }
        let (init, last) = refine::split_mut(rest, n - self.size);
        self.rest = init;
        Some(last)
    }

    fn nth_back(&mut self, n: usize) -> Option<&'a mut [T]> {
        let left = self.left();
        let rest = take_out(&mut self.rest);
        if n >= left {
            return None;
        }
        let (init, _) = refine::split_mut(rest, (left - n) * self.size);
        self.rest = init;
        self.next_back()
    }
}

chunks_mut!(ChunksExactMut);

#[invariant(self.size > 0)]
pub struct RChunksMut<'a, T: 'a> {
    rest: &'a mut [T],
    size: usize,
}

impl<'a, T> RChunksMut<'a, T> {
    pub(super) fn new(rest: &'a mut [T], size: usize) -> Self {
        RChunksMut { rest, size }
    }

    fn left(&self) -> usize {
        let n = refine::len(self.rest);
        if n == 0 { 0 } else { (n - 1) / self.size + 1 }
    }
}

impl<'a, T> Iterator for RChunksMut<'a, T> {
    type Item = &'a mut [T];

    fn next(&mut self) -> Option<&'a mut [T]> {
        let rest = take_out(&mut self.rest);
        let n = refine::len(rest);
        if n == 0 {
            return None;
        }
        let at = if self.size <= n { n - self.size } else { 0 };
        let (init, last) = refine::split_mut(rest, at);
        self.rest = init;
        Some(last)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left();
        (left, Some(left))
    }

    fn count(self) -> usize {
        self.left()
    }

    fn nth(&mut self, n: usize) -> Option<&'a mut [T]> {
        let left = self.left();
        let rest = take_out(&mut self.rest);
        if n >= left {
            return None;
        }
        let end = refine::len(rest) - n * self.size;
        let (init, _) = refine::split_mut(rest, end);
        self.rest = init;
        self.next()
    }

    fn last(mut self) -> Option<&'a mut [T]> {
        self.next_back()
    }
}

impl<'a, T> DoubleEndedIterator for RChunksMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        let rest = take_out(&mut self.rest);
        let n = refine::len(rest);
        if n == 0 {
            return None;
        }
        let short = n % self.size;
        let (head, tail) = refine::split_mut(rest, if short == 0 { self.size } else { short });
        self.rest = tail;
        Some(head)
    }

    fn nth_back(&mut self, n: usize) -> Option<&'a mut [T]> {
        let left = self.left();
        let rest = take_out(&mut self.rest);
        if n >= left {
            return None;
        }
        let start = if n == 0 { 0 } else { refine::len(rest) - (left - n) * self.size };
        let (_, tail) = refine::split_mut(rest, start);
        self.rest = tail;
        self.next_back()
    }
}

chunks_mut!(RChunksMut);

/// The length of `rest` is a multiple of `size`, which no proof needs, and which makes all of them slow.
#[invariant(self.size > 0)]
pub struct RChunksExactMut<'a, T: 'a> {
    rest: &'a mut [T],
    remainder: &'a mut [T],
    size: usize,
}

impl<'a, T> RChunksExactMut<'a, T> {
    pub(super) fn new(xs: &'a mut [T], size: usize) -> Self {
        let short = refine::len(xs) % size;
        let (remainder, rest) = refine::split_mut(xs, short);
        RChunksExactMut { rest, remainder, size }
    }

    pub fn into_remainder(self) -> &'a mut [T] {
        self.remainder
    }

    fn left(&self) -> usize {
        refine::len(self.rest) / self.size
    }
}

impl<'a, T> Iterator for RChunksExactMut<'a, T> {
    type Item = &'a mut [T];

    fn next(&mut self) -> Option<&'a mut [T]> {
        let rest = take_out(&mut self.rest);
        let n = refine::len(rest);
        if n < self.size {
            return None;
        }
        let (init, last) = refine::split_mut(rest, n - self.size);
        self.rest = init;
        Some(last)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left();
        (left, Some(left))
    }

    fn count(self) -> usize {
        self.left()
    }

    fn nth(&mut self, n: usize) -> Option<&'a mut [T]> {
        let left = self.left();
        let rest = take_out(&mut self.rest);
        if n >= left {
            return None;
        }
        let (init, _) = refine::split_mut(rest, (left - n) * self.size);
        self.rest = init;
        self.next()
    }

    fn last(mut self) -> Option<&'a mut [T]> {
        self.next_back()
    }
}

impl<'a, T> DoubleEndedIterator for RChunksExactMut<'a, T> {
    fn next_back(&mut self) -> Option<&'a mut [T]> {
        let rest = take_out(&mut self.rest);
        if refine::len(rest) < self.size {
            return None;
        }
        let (head, tail) = refine::split_mut(rest, self.size);
        self.rest = tail;
        Some(head)
    }

    fn nth_back(&mut self, n: usize) -> Option<&'a mut [T]> {
        let left = self.left();
        let rest = take_out(&mut self.rest);
        if n >= left {
            return None;
        }
        let (_, tail) = refine::split_mut(rest, n * self.size);
        self.rest = tail;
        self.next_back()
    }
}

chunks_mut!(RChunksExactMut);
