//! `BTreeSet`: a `BTreeMap` without values.

use super::btree_map::{BTreeMap, sorted};
use crate::vec::Vec;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::{Extend, FromIterator, Iterator};
use core::marker::PhantomData;
use core::mem;
use core::refine::keep;
use core::ops::{BitAnd, BitOr, BitXor, RangeBounds, Sub};

pub struct BTreeSet<T> {
    map: BTreeMap<T, ()>,
}

impl<T> BTreeSet<T> {
    pub const fn new() -> BTreeSet<T> {
        BTreeSet { map: BTreeMap::new() }
    }

    pub fn range<K: ?Sized, R>(&self, range: R) -> Range<'_, T>
    where
        K: Ord,
        T: Borrow<K> + Ord,
        R: RangeBounds<K>;

    pub fn difference<'a>(&'a self, other: &'a BTreeSet<T>) -> Difference<'a, T>
    where
        T: Ord;

    pub fn symmetric_difference<'a>(&'a self, other: &'a BTreeSet<T>) -> SymmetricDifference<'a, T>
    where
        T: Ord;

    pub fn intersection<'a>(&'a self, other: &'a BTreeSet<T>) -> Intersection<'a, T>
    where
        T: Ord;

    pub fn union<'a>(&'a self, other: &'a BTreeSet<T>) -> Union<'a, T>
    where
        T: Ord;

    pub fn clear(&mut self) {
        self.map.clear();
    }

    pub fn contains<Q: ?Sized>(&self, value: &Q) -> bool
    where
        T: Borrow<Q> + Ord,
        Q: Ord,
    {
        self.map.contains_key(value)
    }

    pub fn get<Q: ?Sized>(&self, value: &Q) -> Option<&T>
    where
        T: Borrow<Q> + Ord,
        Q: Ord,
    {
        match self.map.get_key_value(value) {
            Some((found, _)) => Some(found),
            None => None,
        }
    }

    pub fn is_disjoint(&self, other: &BTreeSet<T>) -> bool
    where
        T: Ord;

    pub fn is_subset(&self, other: &BTreeSet<T>) -> bool
    where
        T: Ord;

    pub fn is_superset(&self, other: &BTreeSet<T>) -> bool
    where
        T: Ord;

    pub fn first(&self) -> Option<&T>
    where
        T: Ord,
    {
        match self.map.first_key_value() {
            Some((found, _)) => Some(found),
            None => None,
        }
    }

    pub fn last(&self) -> Option<&T>
    where
        T: Ord,
    {
        match self.map.last_key_value() {
            Some((found, _)) => Some(found),
            None => None,
        }
    }

    pub fn pop_first(&mut self) -> Option<T>
    where
        T: Ord,
    {
        match self.map.pop_first() {
            Some((found, _)) => Some(found),
            None => None,
        }
    }

    pub fn pop_last(&mut self) -> Option<T>
    where
        T: Ord,
    {
        match self.map.pop_last() {
            Some((found, _)) => Some(found),
            None => None,
        }
    }

    pub fn insert(&mut self, value: T) -> bool
    where
        T: Ord,
    {
        self.map.insert(value, ()).is_none()
    }

    pub fn replace(&mut self, value: T) -> Option<T>
    where
        T: Ord;

    pub fn remove<Q: ?Sized>(&mut self, value: &Q) -> bool
    where
        T: Borrow<Q> + Ord,
        Q: Ord,
    {
        self.map.remove(value).is_some()
    }

    pub fn take<Q: ?Sized>(&mut self, value: &Q) -> Option<T>
    where
        T: Borrow<Q> + Ord,
        Q: Ord,
    {
        match self.map.remove_entry(value) {
            Some((found, _)) => Some(found),
            None => None,
        }
    }

    pub fn retain<F>(&mut self, mut f: F)
    where
        T: Ord,
        F: FnMut(&T) -> bool,
    {
        self.map.retain(|value, _| f(value));
    }

    pub fn append(&mut self, other: &mut Self)
    where
        T: Ord;

    pub fn split_off<Q: ?Sized + Ord>(&mut self, value: &Q) -> Self
    where
        T: Borrow<Q> + Ord;

    pub fn extract_if<F, R>(&mut self, range: R, pred: F) -> ExtractIf<'_, T, R, F>
    where
        T: Ord,
        R: RangeBounds<T>,
        F: FnMut(&T) -> bool;

    pub fn iter(&self) -> Iter<'_, T> {
        Iter { left: self.len(), _items: PhantomData }
    }

    pub const fn len(&self) -> usize {
        self.map.len()
    }

    pub const fn is_empty(&self) -> bool {
        self.map.is_empty()
    }
}

counted_iterator! { ['a, T] Iter, &'a T => &'a T; back clone empty }
counted_iterator! { [T] IntoIter, T => T; back empty }
declared_iterator! { ['a, T] Range, &'a T => &'a T; fused double clone empty }
declared_iterator! { ['a, T: Ord] Difference, &'a T => &'a T; fused clone }
declared_iterator! { ['a, T: Ord] SymmetricDifference, &'a T => &'a T; fused clone }
declared_iterator! { ['a, T: Ord] Intersection, &'a T => &'a T; fused clone }
declared_iterator! { ['a, T: Ord] Union, &'a T => &'a T; fused clone }

pub struct ExtractIf<'a, T, R, F> {
    _private: PhantomData<(&'a mut BTreeSet<T>, R, F)>,
}

impl<T, R, F> Iterator for ExtractIf<'_, T, R, F>
where
    T: PartialOrd,
    R: RangeBounds<T>,
    F: FnMut(&T) -> bool,
{
    type Item = T;
    fn next(&mut self) -> Option<T>;
    fn size_hint(&self) -> (usize, Option<usize>);
}

impl<T: Clone> Clone for BTreeSet<T> {
    fn clone(&self) -> Self;
    fn clone_from(&mut self, source: &Self);
}

impl<T> Default for BTreeSet<T> {
    fn default() -> BTreeSet<T> {
        BTreeSet::new()
    }
}

impl<T: PartialEq> PartialEq for BTreeSet<T> {
    fn eq(&self, other: &BTreeSet<T>) -> bool;
    fn ne(&self, other: &BTreeSet<T>) -> bool;
}

impl<T: Eq> Eq for BTreeSet<T> {}

impl<T: PartialOrd> PartialOrd for BTreeSet<T> {
    fn partial_cmp(&self, other: &BTreeSet<T>) -> Option<Ordering>;
    fn lt(&self, other: &BTreeSet<T>) -> bool;
    fn le(&self, other: &BTreeSet<T>) -> bool;
    fn gt(&self, other: &BTreeSet<T>) -> bool;
    fn ge(&self, other: &BTreeSet<T>) -> bool;
}

impl<T: Ord> Ord for BTreeSet<T> {
    fn cmp(&self, other: &BTreeSet<T>) -> Ordering;
}

impl<T: Hash> Hash for BTreeSet<T> {
    fn hash<H: Hasher>(&self, state: &mut H);
}

impl<T: fmt::Debug> fmt::Debug for BTreeSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

macro_rules! operators {
    ($($trait:ident::$method:ident)*) => {$(
        impl<T: Ord + Clone> $trait<&BTreeSet<T>> for &BTreeSet<T> {
            type Output = BTreeSet<T>;
            fn $method(self, rhs: &BTreeSet<T>) -> BTreeSet<T>;
        }
    )*};
}

operators! { Sub::sub BitXor::bitxor BitAnd::bitand BitOr::bitor }

impl<T: Ord> FromIterator<T> for BTreeSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> BTreeSet<T> {
        let values: Vec<T> = iter.into_iter().collect();
        let map = sorted(values.len());
        keep(values);
        BTreeSet { map }
    }
}

impl<T: Ord> Extend<T> for BTreeSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        for value in iter {
            self.insert(value);
        }
    }
}

impl<'a, T: 'a + Ord + Copy> Extend<&'a T> for BTreeSet<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        for value in iter {
            self.insert(value.clone());
        }
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for BTreeSet<T> {
    fn from(arr: [T; N]) -> Self {
        keep(arr);
        BTreeSet { map: sorted(N) }
    }
}

impl<T> IntoIterator for BTreeSet<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        let left = self.len();
        mem::forget(self);
        IntoIter { left, _items: PhantomData }
    }
}

impl<'a, T> IntoIterator for &'a BTreeSet<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
