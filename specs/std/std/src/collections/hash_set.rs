//! `HashSet`: a `HashMap` without values.

use super::TryReserveError;
use super::hash_map::{HashMap, RandomState, left_of};
use core::borrow::Borrow;
use core::fmt::Debug;
use core::hash::{BuildHasher, Hash};
use core::marker::PhantomData;
use core::ops::{BitAnd, BitOr, BitXor, Sub};

pub struct HashSet<T, S = RandomState> {
    map: HashMap<T, (), S>,
}

impl<T> HashSet<T, RandomState> {
    pub fn new() -> HashSet<T, RandomState> {
        HashSet { map: HashMap::new() }
    }

    pub fn with_capacity(capacity: usize) -> HashSet<T, RandomState>;
}

impl<T, S> HashSet<T, S> {
    pub fn capacity(&self) -> usize;

    pub fn iter(&self) -> Iter<'_, T> {
        Iter { left: self.len(), _items: PhantomData }
    }

    pub fn len(&self) -> usize {
        self.map.len()
    }

    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    pub fn drain(&mut self) -> Drain<'_, T>;
    pub fn extract_if<F>(&mut self, pred: F) -> ExtractIf<'_, T, F>
    where
        F: FnMut(&T) -> bool;
    pub fn retain<F>(&mut self, mut f: F)
    where
        F: FnMut(&T) -> bool,
    {
        self.map.retain(|value, _| f(value));
    }

    pub fn clear(&mut self) {
        self.map.clear();
    }

    pub const fn with_hasher(hasher: S) -> HashSet<T, S> {
        HashSet { map: HashMap::with_hasher(hasher) }
    }

    pub fn with_capacity_and_hasher(capacity: usize, hasher: S) -> HashSet<T, S>;

    pub fn hasher(&self) -> &S {
        self.map.hasher()
    }
}

impl<T, S> HashSet<T, S>
where
    T: Eq + Hash,
    S: BuildHasher,
{
    pub fn reserve(&mut self, additional: usize);
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), TryReserveError>;
    pub fn shrink_to_fit(&mut self);
    pub fn shrink_to(&mut self, min_capacity: usize);
    pub fn difference<'a>(&'a self, other: &'a HashSet<T, S>) -> Difference<'a, T, S>;
    pub fn symmetric_difference<'a>(&'a self, other: &'a HashSet<T, S>) -> SymmetricDifference<'a, T, S>;
    pub fn intersection<'a>(&'a self, other: &'a HashSet<T, S>) -> Intersection<'a, T, S>;
    pub fn union<'a>(&'a self, other: &'a HashSet<T, S>) -> Union<'a, T, S>;

    pub fn contains<Q: ?Sized>(&self, value: &Q) -> bool
    where
        T: Borrow<Q>,
        Q: Hash + Eq,
    {
        self.map.contains_key(value)
    }

    pub fn get<Q: ?Sized>(&self, value: &Q) -> Option<&T>
    where
        T: Borrow<Q>,
        Q: Hash + Eq,
    {
        match self.map.get_key_value(value) {
            Some((found, _)) => Some(found),
            None => None,
        }
    }

    pub fn is_disjoint(&self, other: &HashSet<T, S>) -> bool;
    pub fn is_subset(&self, other: &HashSet<T, S>) -> bool;
    pub fn is_superset(&self, other: &HashSet<T, S>) -> bool;
    pub fn insert(&mut self, value: T) -> bool {
        self.map.insert(value, ()).is_none()
    }

    pub fn replace(&mut self, value: T) -> Option<T>;

    pub fn remove<Q: ?Sized>(&mut self, value: &Q) -> bool
    where
        T: Borrow<Q>,
        Q: Hash + Eq,
    {
        self.map.remove(value).is_some()
    }

    pub fn take<Q: ?Sized>(&mut self, value: &Q) -> Option<T>
    where
        T: Borrow<Q>,
        Q: Hash + Eq,
    {
        match self.map.remove_entry(value) {
            Some((found, _)) => Some(found),
            None => None,
        }
    }
}

counted_iterator! { ['a, T] Iter, &'a T => &'a T; clone empty }
counted_iterator! { [T] IntoIter, T => T; empty }
declared_iterator! { ['a, T] Drain, &'a mut T => T; fused exact }

pub struct ExtractIf<'a, T, F> {
    _private: PhantomData<(&'a mut T, F)>,
}

impl<T, F> Iterator for ExtractIf<'_, T, F>
where
    F: FnMut(&T) -> bool,
{
    type Item = T;
    fn next(&mut self) -> Option<T>;
    fn size_hint(&self) -> (usize, Option<usize>);
}

macro_rules! set_iterators {
    ($($name:ident)*) => {$(
        pub struct $name<'a, T: 'a, S: 'a> {
            _private: PhantomData<&'a (T, S)>,
        }

        impl<'a, T: Eq + Hash, S: BuildHasher> Iterator for $name<'a, T, S> {
            type Item = &'a T;
            fn next(&mut self) -> Option<&'a T>;
            fn size_hint(&self) -> (usize, Option<usize>);
        }

        declared_traits! { ['a, T, S] $name<'a, T, S>: Clone }
        declared_traits! { ['a, T: Debug + Eq + Hash, S: BuildHasher] $name<'a, T, S>: Debug }
    )*};
}

set_iterators! { Difference SymmetricDifference Intersection Union }

macro_rules! operators {
    ($($trait:ident::$method:ident)*) => {$(
        impl<T: Eq + Hash + Clone, S: BuildHasher + Default> $trait<&HashSet<T, S>> for &HashSet<T, S> {
            type Output = HashSet<T, S>;
            fn $method(self, rhs: &HashSet<T, S>) -> HashSet<T, S>;
        }
    )*};
}

operators! { BitOr::bitor BitAnd::bitand BitXor::bitxor Sub::sub }

declared_traits! { [T: Clone, S: Clone] HashSet<T, S>: Clone }
declared_traits! { [T: Debug, S] HashSet<T, S>: Debug }
declared_traits! { [T, S: Default] HashSet<T, S>: Default }
declared_traits! { [T: Eq + Hash, S: BuildHasher] HashSet<T, S>: PartialEq Eq }

impl<T: Eq + Hash, S: BuildHasher + Default> FromIterator<T> for HashSet<T, S> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> HashSet<T, S>;
}

impl<T: Eq + Hash, S: BuildHasher> Extend<T> for HashSet<T, S> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I);
}

impl<'a, T: 'a + Eq + Hash + Copy, S: BuildHasher> Extend<&'a T> for HashSet<T, S> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I);
}

impl<T: Eq + Hash, const N: usize> From<[T; N]> for HashSet<T, RandomState> {
    fn from(arr: [T; N]) -> Self;
}

impl<T, S> IntoIterator for HashSet<T, S> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter { left: left_of(self.map), _items: PhantomData }
    }
}

impl<'a, T, S> IntoIterator for &'a HashSet<T, S> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
