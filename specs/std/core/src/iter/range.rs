//! `a..b` and `a..=b` as iterators.

use crate::iter::{ExactSizeIterator, FusedIterator, Step};
use crate::ops::{Range, RangeInclusive};
use crate::refine;

impl<A: Step> Iterator for Range<A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        if self.start < self.end {
            let x = self.start.clone();
            self.start = x.up();
            Some(x)
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self.start.steps_to(&self.end) {
            Some(steps) => (steps, Some(steps)),
            None => (usize::MAX, None),
        }
    }

    fn count(self) -> usize {
        match self.start.steps_to(&self.end) {
            Some(steps) => steps,
            None => refine::fail("unwrap", "the length of {self} <= usize::MAX", "count overflowed usize on range"),
        }
    }

    fn nth(&mut self, n: usize) -> Option<A> {
        if self.start < self.end {
            if let Some(x) = self.start.up_within(n, &self.end) {
                self.start = x.up();
                return Some(x);
            }
        }
        self.start = self.end.clone();
        None
    }

    fn last(mut self) -> Option<A> {
        self.next_back()
    }

    fn min(mut self) -> Option<A>
    where
        A: Ord,
    {
        self.next()
    }

    fn max(mut self) -> Option<A>
    where
        A: Ord,
    {
        self.next_back()
    }

    fn is_sorted(self) -> bool {
        true
    }
}

impl<A: Step> DoubleEndedIterator for Range<A> {
    fn next_back(&mut self) -> Option<A> {
        if self.start < self.end {
            self.end = self.end.down();
            Some(self.end.clone())
        } else {
            None
        }
    }

    fn nth_back(&mut self, n: usize) -> Option<A> {
        if self.start < self.end {
            if let Some(x) = self.end.down_within(n, &self.start) {
                self.end = x.down();
                return Some(self.end.clone());
            }
        }
        self.end = self.start.clone();
        None
    }
}

impl<A: Step> FusedIterator for Range<A> {}

macro_rules! exact {
    ($($T:ty)*) => {
        $(
            impl ExactSizeIterator for Range<$T> {
                fn len(&self) -> usize {
                    if self.start < self.end { (self.end as i128 - self.start as i128) as usize } else { 0 }
                }
            }
        )*
    };
}

exact!(usize u8 isize i8 u16 i16 u32 i32);

impl<A: Step> Iterator for RangeInclusive<A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        if self.exhausted || !(self.start <= self.end) {
            return None;
        }
        let x = self.start.clone();
        if x < self.end {
            self.start = x.up();
        } else {
            self.exhausted = true;
        }
        Some(x)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.exhausted || !(self.start <= self.end) {
            return (0, Some(0));
        }
        match self.start.steps_to(&self.end) {
            Some(steps) => (steps.saturating_add(1), steps.checked_add(1)),
            None => (usize::MAX, None),
        }
    }

    fn count(self) -> usize {
        if self.exhausted || !(self.start <= self.end) {
            return 0;
        }
        match self.start.steps_to(&self.end) {
            Some(steps) if steps < usize::MAX => steps + 1,
            _ => refine::fail("unwrap", "the length of {self} <= usize::MAX", "count overflowed usize on range"),
        }
    }

    fn nth(&mut self, n: usize) -> Option<A> {
        if self.exhausted || !(self.start <= self.end) {
            return None;
        }
        match self.start.up_within(n, &self.end) {
            Some(x) => {
                self.start = x.up();
                Some(x)
            }
            None => {
                let whole = self.start.steps_to(&self.end) == Some(n);
                self.start = self.end.clone();
                self.exhausted = true;
                if whole { Some(self.end.clone()) } else { None }
            }
        }
    }

    fn last(mut self) -> Option<A> {
        self.next_back()
    }

    fn min(mut self) -> Option<A>
    where
        A: Ord,
    {
        self.next()
    }

    fn max(mut self) -> Option<A>
    where
        A: Ord,
    {
        self.next_back()
    }

    fn is_sorted(self) -> bool {
        true
    }
}

impl<A: Step> DoubleEndedIterator for RangeInclusive<A> {
    fn next_back(&mut self) -> Option<A> {
        if self.exhausted || !(self.start <= self.end) {
            return None;
        }
        let x = self.end.clone();
        if self.start < x {
            self.end = x.down();
        } else {
            self.exhausted = true;
        }
        Some(x)
    }

    fn nth_back(&mut self, n: usize) -> Option<A> {
        if self.exhausted || !(self.start <= self.end) {
            return None;
        }
        match self.end.down_within(n, &self.start) {
            Some(x) => {
                self.end = x.down();
                Some(x)
            }
            None => {
                let whole = self.start.steps_to(&self.end) == Some(n);
                self.end = self.start.clone();
                self.exhausted = true;
                if whole { Some(self.start.clone()) } else { None }
            }
        }
    }
}

impl<A: Step> FusedIterator for RangeInclusive<A> {}

macro_rules! exact_inclusive {
    ($($T:ty)*) => {
        $(
            impl ExactSizeIterator for RangeInclusive<$T> {
                fn len(&self) -> usize {
                    if self.exhausted || self.start > self.end {
                        0
                    } else {
                        (self.end as i128 - self.start as i128) as usize + 1
                    }
                }
            }
        )*
    };
}

exact_inclusive!(u8 i8 u16 i16);
