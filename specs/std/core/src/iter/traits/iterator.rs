//! `Iterator`: what it has beyond `next` is a loop over it, or an adapter.

use crate::cmp::Ordering;
use crate::iter::{
    Chain, Cloned, Copied, Cycle, Enumerate, Filter, FilterMap, FlatMap, Flatten, Fuse, Inspect, Map, MapWhile,
    Peekable, Product, Rev, Scan, Skip, SkipWhile, StepBy, Sum, Take, TakeWhile, Zip,
};
use crate::ops::{ControlFlow, Try};
use crate::refine;

#[lang = "iterator"]
pub trait Iterator {
    type Item;

    #[lang = "next"]
    fn next(&mut self) -> Option<Self::Item>;

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, None)
    }

    #[bypasses(fold)]
    fn count(mut self) -> usize
    where
        Self: Sized,
    {
        let mut n = 0;
        while let Some(_) = self.next() {
            n = n + 1;
        }
        n
    }

    #[bypasses(fold)]
    fn last(mut self) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut last = None;
        while let Some(x) = self.next() {
            last = Some(x);
        }
        last
    }

    #[bypasses()]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let mut left = n;
        while left > 0 {
            match self.next() {
                Some(_) => left = left - 1,
                None => return None,
            }
        }
        self.next()
    }

    #[bypasses()]
    fn step_by(self, step: usize) -> StepBy<Self>
    where
        Self: Sized,
    {
        refine::require(step != 0, "assert", "{step} != 0", "assertion failed: step != 0");
        StepBy::new(self, step)
    }

    #[bypasses()]
    fn chain<U>(self, other: U) -> Chain<Self, U::IntoIter>
    where
        Self: Sized,
        U: IntoIterator<Item = Self::Item>,
    {
        Chain::new(self, other.into_iter())
    }

    #[bypasses()]
    fn zip<U>(self, other: U) -> Zip<Self, U::IntoIter>
    where
        Self: Sized,
        U: IntoIterator,
    {
        Zip::new(self, other.into_iter())
    }

    #[bypasses()]
    fn map<B, F>(self, f: F) -> Map<Self, F>
    where
        Self: Sized,
        F: FnMut(Self::Item) -> B,
    {
        Map::new(self, f)
    }

    #[bypasses(fold)]
    fn for_each<F>(mut self, mut f: F)
    where
        Self: Sized,
        F: FnMut(Self::Item),
    {
        while let Some(x) = self.next() {
            f(x);
        }
    }

    #[bypasses()]
    fn filter<P>(self, predicate: P) -> Filter<Self, P>
    where
        Self: Sized,
        P: FnMut(&Self::Item) -> bool,
    {
        Filter::new(self, predicate)
    }

    #[bypasses()]
    fn filter_map<B, F>(self, f: F) -> FilterMap<Self, F>
    where
        Self: Sized,
        F: FnMut(Self::Item) -> Option<B>,
    {
        FilterMap::new(self, f)
    }

    #[bypasses()]
    fn enumerate(self) -> Enumerate<Self>
    where
        Self: Sized,
    {
        Enumerate::new(self)
    }

    #[bypasses()]
    fn peekable(self) -> Peekable<Self>
    where
        Self: Sized,
    {
        Peekable::new(self)
    }

    #[bypasses()]
    fn skip_while<P>(self, predicate: P) -> SkipWhile<Self, P>
    where
        Self: Sized,
        P: FnMut(&Self::Item) -> bool,
    {
        SkipWhile::new(self, predicate)
    }

    #[bypasses()]
    fn take_while<P>(self, predicate: P) -> TakeWhile<Self, P>
    where
        Self: Sized,
        P: FnMut(&Self::Item) -> bool,
    {
        TakeWhile::new(self, predicate)
    }

    #[bypasses()]
    fn map_while<B, P>(self, predicate: P) -> MapWhile<Self, P>
    where
        Self: Sized,
        P: FnMut(Self::Item) -> Option<B>,
    {
        MapWhile::new(self, predicate)
    }

    #[bypasses()]
    fn skip(self, n: usize) -> Skip<Self>
    where
        Self: Sized,
    {
        Skip::new(self, n)
    }

    #[bypasses()]
    fn take(self, n: usize) -> Take<Self>
    where
        Self: Sized,
    {
        Take::new(self, n)
    }

    #[bypasses()]
    fn scan<St, B, F>(self, initial_state: St, f: F) -> Scan<Self, St, F>
    where
        Self: Sized,
        F: FnMut(&mut St, Self::Item) -> Option<B>,
    {
        Scan::new(self, initial_state, f)
    }

    #[bypasses()]
    fn flat_map<U, F>(self, f: F) -> FlatMap<Self, U, F>
    where
        Self: Sized,
        U: IntoIterator,
        F: FnMut(Self::Item) -> U,
    {
        FlatMap::new(self, f)
    }

    #[bypasses()]
    fn flatten(self) -> Flatten<Self>
    where
        Self: Sized,
        Self::Item: IntoIterator,
    {
        Flatten::new(self)
    }

    #[bypasses()]
    fn fuse(self) -> Fuse<Self>
    where
        Self: Sized,
    {
        Fuse::new(self)
    }

    #[bypasses()]
    fn inspect<F>(self, f: F) -> Inspect<Self, F>
    where
        Self: Sized,
        F: FnMut(&Self::Item),
    {
        Inspect::new(self, f)
    }

    #[bypasses()]
    fn by_ref(&mut self) -> &mut Self
    where
        Self: Sized,
    {
        self
    }

    #[bypasses()]
    fn collect<B: FromIterator<Self::Item>>(self) -> B
    where
        Self: Sized,
    {
        FromIterator::from_iter(self)
    }

    #[bypasses(fold)]
    fn partition<B, F>(mut self, mut f: F) -> (B, B)
    where
        Self: Sized,
        B: Default + Extend<Self::Item>,
        F: FnMut(&Self::Item) -> bool,
    {
        let mut left: B = Default::default();
        let mut right: B = Default::default();
        while let Some(x) = self.next() {
            if f(&x) {
                left.extend_one(x);
            } else {
                right.extend_one(x);
            }
        }
        (left, right)
    }

    #[bypasses()]
    fn try_fold<B, F, R>(&mut self, init: B, mut f: F) -> R
    where
        Self: Sized,
        F: FnMut(B, Self::Item) -> R,
        R: Try<Output = B>,
    {
        let mut acc = init;
        while let Some(x) = self.next() {
            match f(acc, x).branch() {
                ControlFlow::Continue(next) => acc = next,
                ControlFlow::Break(residual) => return R::from_residual(residual),
            }
        }
        R::from_output(acc)
    }

    #[bypasses()]
    fn try_for_each<F, R>(&mut self, mut f: F) -> R
    where
        Self: Sized,
        F: FnMut(Self::Item) -> R,
        R: Try<Output = ()>,
    {
        while let Some(x) = self.next() {
            match f(x).branch() {
                ControlFlow::Continue(_) => {}
                ControlFlow::Break(residual) => return R::from_residual(residual),
            }
        }
        R::from_output(())
    }

    #[bypasses()]
    fn fold<B, F>(mut self, init: B, mut f: F) -> B
    where
        Self: Sized,
        F: FnMut(B, Self::Item) -> B,
    {
        let mut acc = init;
        while let Some(x) = self.next() {
            acc = f(acc, x);
        }
        acc
    }

    #[bypasses(fold)]
    fn reduce<F>(mut self, mut f: F) -> Option<Self::Item>
    where
        Self: Sized,
        F: FnMut(Self::Item, Self::Item) -> Self::Item,
    {
        let mut acc = match self.next() {
            Some(first) => first,
            None => return None,
        };
        while let Some(x) = self.next() {
            acc = f(acc, x);
        }
        Some(acc)
    }

    #[bypasses()]
    fn all<F>(&mut self, mut f: F) -> bool
    where
        Self: Sized,
        F: FnMut(Self::Item) -> bool,
    {
        while let Some(x) = self.next() {
            if !f(x) {
                return false;
            }
        }
        true
    }

    #[bypasses()]
    fn any<F>(&mut self, mut f: F) -> bool
    where
        Self: Sized,
        F: FnMut(Self::Item) -> bool,
    {
        while let Some(x) = self.next() {
            if f(x) {
                return true;
            }
        }
        false
    }

    #[bypasses()]
    fn find<P>(&mut self, mut predicate: P) -> Option<Self::Item>
    where
        Self: Sized,
        P: FnMut(&Self::Item) -> bool,
    {
        while let Some(x) = self.next() {
            if predicate(&x) {
                return Some(x);
            }
        }
        None
    }

    #[bypasses()]
    fn find_map<B, F>(&mut self, mut f: F) -> Option<B>
    where
        Self: Sized,
        F: FnMut(Self::Item) -> Option<B>,
    {
        while let Some(x) = self.next() {
            if let Some(found) = f(x) {
                return Some(found);
            }
        }
        None
    }

    #[bypasses()]
    fn position<P>(&mut self, mut predicate: P) -> Option<usize>
    where
        Self: Sized,
        P: FnMut(Self::Item) -> bool,
    {
        let mut at = 0;
        while let Some(x) = self.next() {
            if predicate(x) {
                return Some(at);
            }
            at = at + 1;
        }
        None
    }

    fn rposition<P>(&mut self, mut predicate: P) -> Option<usize>
    where
        P: FnMut(Self::Item) -> bool,
        Self: Sized + ExactSizeIterator + DoubleEndedIterator,
    {
        let mut at = self.len();
        while let Some(x) = self.next_back() {
            at = refine::wrapping_sub(at, 1);
            if predicate(x) {
                return Some(at);
            }
        }
        None
    }

    #[bypasses(fold)]
    fn max(mut self) -> Option<Self::Item>
    where
        Self: Sized,
        Self::Item: Ord,
    {
        let mut best = match self.next() {
            Some(first) => first,
            None => return None,
        };
        while let Some(x) = self.next() {
            match best.cmp(&x) {
                Ordering::Greater => {}
                _ => best = x,
            }
        }
        Some(best)
    }

    #[bypasses(fold)]
    fn min(mut self) -> Option<Self::Item>
    where
        Self: Sized,
        Self::Item: Ord,
    {
        let mut best = match self.next() {
            Some(first) => first,
            None => return None,
        };
        while let Some(x) = self.next() {
            match best.cmp(&x) {
                Ordering::Greater => best = x,
                _ => {}
            }
        }
        Some(best)
    }

    #[bypasses(fold)]
    fn max_by_key<B: Ord, F>(mut self, mut f: F) -> Option<Self::Item>
    where
        Self: Sized,
        F: FnMut(&Self::Item) -> B,
    {
        let mut best = match self.next() {
            Some(first) => first,
            None => return None,
        };
        let mut key = f(&best);
        while let Some(x) = self.next() {
            let other = f(&x);
            match key.cmp(&other) {
                Ordering::Greater => {}
                _ => {
                    best = x;
                    key = other;
                }
            }
        }
        Some(best)
    }

    #[bypasses(fold)]
    fn max_by<F>(mut self, mut compare: F) -> Option<Self::Item>
    where
        Self: Sized,
        F: FnMut(&Self::Item, &Self::Item) -> Ordering,
    {
        let mut best = match self.next() {
            Some(first) => first,
            None => return None,
        };
        while let Some(x) = self.next() {
            match compare(&best, &x) {
                Ordering::Greater => {}
                _ => best = x,
            }
        }
        Some(best)
    }

    #[bypasses(fold)]
    fn min_by_key<B: Ord, F>(mut self, mut f: F) -> Option<Self::Item>
    where
        Self: Sized,
        F: FnMut(&Self::Item) -> B,
    {
        let mut best = match self.next() {
            Some(first) => first,
            None => return None,
        };
        let mut key = f(&best);
        while let Some(x) = self.next() {
            let other = f(&x);
            match key.cmp(&other) {
                Ordering::Greater => {
                    best = x;
                    key = other;
                }
                _ => {}
            }
        }
        Some(best)
    }

    #[bypasses(fold)]
    fn min_by<F>(mut self, mut compare: F) -> Option<Self::Item>
    where
        Self: Sized,
        F: FnMut(&Self::Item, &Self::Item) -> Ordering,
    {
        let mut best = match self.next() {
            Some(first) => first,
            None => return None,
        };
        while let Some(x) = self.next() {
            match compare(&best, &x) {
                Ordering::Greater => best = x,
                _ => {}
            }
        }
        Some(best)
    }

    #[bypasses()]
    fn rev(self) -> Rev<Self>
    where
        Self: Sized + DoubleEndedIterator,
    {
        Rev::new(self)
    }

    #[bypasses(fold, size_hint)]
    fn unzip<A, B, FromA, FromB>(mut self) -> (FromA, FromB)
    where
        FromA: Default + Extend<A>,
        FromB: Default + Extend<B>,
        Self: Sized + Iterator<Item = (A, B)>,
    {
        let mut left: FromA = Default::default();
        let mut right: FromB = Default::default();
        if refine::promises_any_number::<Self>() {
            let promised = self.size_hint().0;
            left.extend_reserve(promised);
            right.extend_reserve(promised);
        }
        while let Some((a, b)) = self.next() {
            left.extend_one(a);
            right.extend_one(b);
        }
        (left, right)
    }

    #[bypasses()]
    fn copied<'a, T>(self) -> Copied<Self>
    where
        T: Copy + 'a,
        Self: Sized + Iterator<Item = &'a T>,
    {
        Copied::new(self)
    }

    #[bypasses()]
    fn cloned<'a, T>(self) -> Cloned<Self>
    where
        T: Clone + 'a,
        Self: Sized + Iterator<Item = &'a T>,
    {
        Cloned::new(self)
    }

    #[bypasses()]
    fn cycle(self) -> Cycle<Self>
    where
        Self: Sized + Clone,
    {
        Cycle::new(self)
    }

    #[bypasses()]
    fn sum<S>(self) -> S
    where
        Self: Sized,
        S: Sum<Self::Item>,
    {
        Sum::sum(self)
    }

    #[bypasses()]
    fn product<P>(self) -> P
    where
        Self: Sized,
        P: Product<Self::Item>,
    {
        Product::product(self)
    }

    #[bypasses()]
    fn cmp<I>(mut self, other: I) -> Ordering
    where
        I: IntoIterator<Item = Self::Item>,
        Self::Item: Ord,
        Self: Sized,
    {
        let mut other = other.into_iter();
        while let Some(x) = self.next() {
            match other.next() {
                None => return Ordering::Greater,
                Some(y) => match x.cmp(&y) {
                    Ordering::Equal => {}
                    unequal => return unequal,
                },
            }
        }
        if other.next().is_none() { Ordering::Equal } else { Ordering::Less }
    }

    #[bypasses()]
    fn partial_cmp<I>(mut self, other: I) -> Option<Ordering>
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        let mut other = other.into_iter();
        while let Some(x) = self.next() {
            match other.next() {
                None => return Some(Ordering::Greater),
                Some(y) => match x.partial_cmp(&y) {
                    Some(Ordering::Equal) => {}
                    unequal => return unequal,
                },
            }
        }
        if other.next().is_none() { Some(Ordering::Equal) } else { Some(Ordering::Less) }
    }

    #[bypasses()]

    fn eq<I>(mut self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialEq<I::Item>,
        Self: Sized,
    {
        let mut other = other.into_iter();
        // Where both know how many items are left, and not as many, the real one may leave all of them alone.
        let (left, right) = (self.size_hint(), other.size_hint());
        let known = left.1 == Some(left.0) && right.1 == Some(right.0);
        if known && left.0 != right.0 && refine::any::<bool>() {
            return false;
        }
        while let Some(x) = self.next() {
            match other.next() {
                None => return false,
                Some(y) => {
                    if !(x == y) {
                        return false;
                    }
                }
            }
        }
        other.next().is_none()
    }

    #[bypasses()]

    fn ne<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialEq<I::Item>,
        Self: Sized,
    {
        !Iterator::eq(self, other)
    }

    #[bypasses()]
    fn lt<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        matches!(Iterator::partial_cmp(self, other), Some(Ordering::Less))
    }

    #[bypasses()]
    fn le<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        matches!(Iterator::partial_cmp(self, other), Some(Ordering::Less | Ordering::Equal))
    }

    #[bypasses()]
    fn gt<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        matches!(Iterator::partial_cmp(self, other), Some(Ordering::Greater))
    }

    #[bypasses()]
    fn ge<I>(self, other: I) -> bool
    where
        I: IntoIterator,
        Self::Item: PartialOrd<I::Item>,
        Self: Sized,
    {
        matches!(Iterator::partial_cmp(self, other), Some(Ordering::Greater | Ordering::Equal))
    }

    #[bypasses()]

    fn is_sorted(self) -> bool
    where
        Self: Sized,
        Self::Item: PartialOrd,
    {
        self.is_sorted_by(|a, b| a <= b)
    }

    #[bypasses()]
    fn is_sorted_by<F>(mut self, mut compare: F) -> bool
    where
        Self: Sized,
        F: FnMut(&Self::Item, &Self::Item) -> bool,
    {
        let mut last = match self.next() {
            Some(first) => first,
            None => return true,
        };
        while let Some(x) = self.next() {
            if !compare(&last, &x) {
                return false;
            }
            last = x;
        }
        true
    }

    #[bypasses()]

    fn is_sorted_by_key<F, K>(mut self, mut f: F) -> bool
    where
        Self: Sized,
        F: FnMut(Self::Item) -> K,
        K: PartialOrd,
    {
        let mut last = match self.next() {
            Some(first) => f(first),
            None => return true,
        };
        while let Some(x) = self.next() {
            let key = f(x);
            if !(last <= key) {
                return false;
            }
            last = key;
        }
        true
    }
}

impl<I: Iterator + ?Sized> Iterator for &mut I {
    type Item = I::Item;

    #[bypasses()]
    fn next(&mut self) -> Option<I::Item> {
        (**self).next()
    }

    #[bypasses()]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (**self).size_hint()
    }

    #[bypasses()]
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        (**self).nth(n)
    }
}
