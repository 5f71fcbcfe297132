//! `repeat`, `repeat_n`, `repeat_with`.

use crate::fmt;
use crate::iter::{ExactSizeIterator, FusedIterator};

pub fn repeat<T: Clone>(elt: T) -> Repeat<T> {
    Repeat { element: elt }
}

#[derive(Clone, Debug)]
pub struct Repeat<A> {
    element: A,
}

impl<A: Clone> Iterator for Repeat<A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        Some(self.element.clone())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }

    fn nth(&mut self, n: usize) -> Option<A> {
        Some(self.element.clone())
    }

    fn last(self) -> Option<A> {
        crate::panicking::panic("iterator is infinite")
    }

    fn count(self) -> usize {
        crate::panicking::panic("iterator is infinite")
    }
}

impl<A: Clone> DoubleEndedIterator for Repeat<A> {
    fn next_back(&mut self) -> Option<A> {
        Some(self.element.clone())
    }
}

impl<A: Clone> FusedIterator for Repeat<A> {}

pub fn repeat_n<T: Clone>(element: T, count: usize) -> RepeatN<T> {
    if count == 0 {
        RepeatN { element: None, count: 0 }
    } else {
        RepeatN { element: Some(element), count }
    }
}

/// The element is there as long as `count` is not 0; the last one is the element itself, not a clone.
#[invariant(self.element.is_some() == (self.count > 0))]
#[derive(Clone)]
pub struct RepeatN<A> {
    element: Option<A>,
    count: usize,
}

impl<A: Clone> Iterator for RepeatN<A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        if self.count == 0 {
            return None;
        }
        self.count = self.count - 1;
        if self.count == 0 { self.element.take() } else { self.element.clone() }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }

    // What is only passed over is not cloned.
    fn nth(&mut self, n: usize) -> Option<A> {
        if n >= self.count {
            self.count = 0;
            self.element = None;
            return None;
        }
        self.count = self.count - n;
        self.next()
    }

    fn last(self) -> Option<A> {
        self.element
    }

    fn count(self) -> usize {
        self.count
    }
}

impl<A: Clone> DoubleEndedIterator for RepeatN<A> {
    fn next_back(&mut self) -> Option<A> {
        self.next()
    }

    fn nth_back(&mut self, n: usize) -> Option<A> {
        self.nth(n)
    }
}

impl<A: Clone> ExactSizeIterator for RepeatN<A> {
    fn len(&self) -> usize {
        self.count
    }
}

impl<A: Clone> FusedIterator for RepeatN<A> {}

impl<A: fmt::Debug> fmt::Debug for RepeatN<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

pub fn repeat_with<A, F: FnMut() -> A>(repeater: F) -> RepeatWith<F> {
    RepeatWith { repeater }
}

#[derive(Clone)]
pub struct RepeatWith<F> {
    repeater: F,
}

impl<A, F: FnMut() -> A> Iterator for RepeatWith<F> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        Some((self.repeater)())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}

impl<A, F: FnMut() -> A> FusedIterator for RepeatWith<F> {}

impl<F> fmt::Debug for RepeatWith<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
