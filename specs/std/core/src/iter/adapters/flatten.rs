//! `Flatten` and `FlatMap`: the elements of the elements. The first and the last that are under way are kept.

use super::chain::sum_of_counts;
use crate::fmt;
use crate::iter::{Fuse, FusedIterator, Map};
use crate::refine;

pub struct Flatten<I>
where
    I: Iterator,
    I::Item: IntoIterator,
{
    iter: Fuse<I>,
    front: Option<<I::Item as IntoIterator>::IntoIter>,
    back: Option<<I::Item as IntoIterator>::IntoIter>,
}

impl<I> Flatten<I>
where
    I: Iterator,
    I::Item: IntoIterator,
{
    #[bypasses()]
    pub(crate) fn new(iter: I) -> Flatten<I> {
        Flatten { iter: Fuse::new(iter), front: None, back: None }
    }
}

impl<I> Clone for Flatten<I>
where
    I: Clone + Iterator,
    I::Item: IntoIterator,
    <I::Item as IntoIterator>::IntoIter: Clone,
{
    fn clone(&self) -> Self {
        Flatten { iter: self.iter.clone(), front: self.front.clone(), back: self.back.clone() }
    }
}

impl<I> fmt::Debug for Flatten<I>
where
    I: fmt::Debug + Iterator,
    I::Item: IntoIterator,
    <I::Item as IntoIterator>::IntoIter: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<I> Iterator for Flatten<I>
where
    I: Iterator,
    I::Item: IntoIterator,
{
    type Item = <I::Item as IntoIterator>::Item;

    #[bypasses()]
    fn next(&mut self) -> Option<<I::Item as IntoIterator>::Item> {
        loop {
            if let Some(inner) = &mut self.front {
                match inner.next() {
                    Some(x) => return Some(x),
                    None => self.front = None,
                }
            }
            match self.iter.next() {
                Some(inner) => self.front = Some(inner.into_iter()),
                None => break,
            }
        }
        match &mut self.back {
            Some(inner) => match inner.next() {
                Some(x) => Some(x),
                None => {
                    self.back = None;
                    None
                }
            },
            None => None,
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        bounds(hint(&self.front), hint(&self.back), self.iter.size_hint())
    }

    #[bypasses(fold)]
    fn count(mut self) -> usize {
        let mut all = 0;
        if let Some(inner) = self.front {
            all = inner.count();
        }
        while let Some(inner) = self.iter.next() {
            all = sum::<Flatten<I>>(all, inner.into_iter().count());
        }
        if let Some(inner) = self.back {
            all = sum::<Flatten<I>>(all, inner.count());
        }
        all
    }
}

impl<I> DoubleEndedIterator for Flatten<I>
where
    I: DoubleEndedIterator,
    I::Item: IntoIterator,
    <I::Item as IntoIterator>::IntoIter: DoubleEndedIterator,
{
    #[bypasses()]
    fn next_back(&mut self) -> Option<<I::Item as IntoIterator>::Item> {
        loop {
            if let Some(inner) = &mut self.back {
                match inner.next_back() {
                    Some(x) => return Some(x),
                    None => self.back = None,
                }
            }
            match self.iter.next_back() {
                Some(inner) => self.back = Some(inner.into_iter()),
                None => break,
            }
        }
        match &mut self.front {
            Some(inner) => match inner.next_back() {
                Some(x) => Some(x),
                None => {
                    self.front = None;
                    None
                }
            },
            None => None,
        }
    }
}

impl<I> FusedIterator for Flatten<I>
where
    I: FusedIterator,
    I::Item: IntoIterator,
{
}

pub struct FlatMap<I, U: IntoIterator, F> {
    iter: Fuse<Map<I, F>>,
    front: Option<U::IntoIter>,
    back: Option<U::IntoIter>,
}

impl<I: Iterator, U: IntoIterator, F: FnMut(I::Item) -> U> FlatMap<I, U, F> {
    #[bypasses()]
    pub(crate) fn new(iter: I, f: F) -> FlatMap<I, U, F> {
        FlatMap { iter: Fuse::new(Map::new(iter, f)), front: None, back: None }
    }
}

impl<I: Clone, U, F: Clone> Clone for FlatMap<I, U, F>
where
    U: Clone + IntoIterator,
    U::IntoIter: Clone,
{
    fn clone(&self) -> Self {
        FlatMap { iter: self.iter.clone(), front: self.front.clone(), back: self.back.clone() }
    }
}

impl<I: fmt::Debug, U, F> fmt::Debug for FlatMap<I, U, F>
where
    U: IntoIterator,
    U::IntoIter: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<I: Iterator, U: IntoIterator, F> Iterator for FlatMap<I, U, F>
where
    F: FnMut(I::Item) -> U,
{
    type Item = U::Item;

    #[bypasses()]
    fn next(&mut self) -> Option<U::Item> {
        loop {
            if let Some(inner) = &mut self.front {
                match inner.next() {
                    Some(x) => return Some(x),
                    None => self.front = None,
                }
            }
            match self.iter.next() {
                Some(inner) => self.front = Some(inner.into_iter()),
                None => break,
            }
        }
        match &mut self.back {
            Some(inner) => match inner.next() {
                Some(x) => Some(x),
                None => {
                    self.back = None;
                    None
                }
            },
            None => None,
        }
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        bounds(hint(&self.front), hint(&self.back), self.iter.size_hint())
    }

    #[bypasses(fold)]
    fn count(mut self) -> usize {
        let mut all = 0;
        if let Some(inner) = self.front {
            all = inner.count();
        }
        while let Some(inner) = self.iter.next() {
            all = sum::<FlatMap<I, U, F>>(all, inner.into_iter().count());
        }
        if let Some(inner) = self.back {
            all = sum::<FlatMap<I, U, F>>(all, inner.count());
        }
        all
    }
}

impl<I: DoubleEndedIterator, U: IntoIterator, F> DoubleEndedIterator for FlatMap<I, U, F>
where
    F: FnMut(I::Item) -> U,
    U::IntoIter: DoubleEndedIterator,
{
    #[bypasses()]
    fn next_back(&mut self) -> Option<U::Item> {
        loop {
            if let Some(inner) = &mut self.back {
                match inner.next_back() {
                    Some(x) => return Some(x),
                    None => self.back = None,
                }
            }
            match self.iter.next_back() {
                Some(inner) => self.back = Some(inner.into_iter()),
                None => break,
            }
        }
        match &mut self.front {
            Some(inner) => match inner.next_back() {
                Some(x) => Some(x),
                None => {
                    self.front = None;
                    None
                }
            },
            None => None,
        }
    }
}

impl<I: FusedIterator, U: IntoIterator, F> FusedIterator for FlatMap<I, U, F> where F: FnMut(I::Item) -> U {}

fn hint<T: Iterator>(under_way: &Option<T>) -> (usize, Option<usize>) {
    match under_way {
        Some(inner) => inner.size_hint(),
        None => (0, Some(0)),
    }
}

/// There is an upper bound only where nothing follows but what is under way. (For elements that are arrays the real one knows more.)
fn bounds(
    front: (usize, Option<usize>),
    back: (usize, Option<usize>),
    outer: (usize, Option<usize>),
) -> (usize, Option<usize>) {
    let lower = front.0.saturating_add(back.0);
    let upper = match (outer, front.1, back.1) {
        ((0, Some(0)), Some(a), Some(b)) => a.checked_add(b),
        _ => None,
    };
    (lower, upper)
}

/// What the parts of an iterator count. What is in memory comes to less than `usize::MAX`.
fn sum<I>(a: usize, b: usize) -> usize {
    if refine::promises_any_number::<I>() { sum_of_counts(a, b) } else { refine::wrapping_add(a, b) }
}
