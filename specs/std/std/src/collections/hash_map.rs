//! `HashMap`, declared.

use super::TryReserveError;
use core::borrow::Borrow;
use core::fmt::Debug;
use core::hash::{BuildHasher, Hash};
use core::marker::PhantomData;
use core::ops::Index;

pub use crate::hash::random::{DefaultHasher, RandomState};

pub struct HashMap<K, V, S = RandomState> {
    _private: PhantomData<(K, V)>,
    hasher: S,
}

impl<K, V> HashMap<K, V, RandomState> {
    #[ensures(|ret| ret.len() == 0)]
    pub fn new() -> HashMap<K, V, RandomState>;
    pub fn with_capacity(capacity: usize) -> HashMap<K, V, RandomState>;
}

impl<K, V, S> HashMap<K, V, S> {
    pub const fn with_hasher(hash_builder: S) -> HashMap<K, V, S>;
    pub fn with_capacity_and_hasher(capacity: usize, hash_builder: S) -> HashMap<K, V, S>;
    pub fn capacity(&self) -> usize;

    #[ensures(|ret| ret.len() == self.len())]
    pub fn keys(&self) -> Keys<'_, K, V>;
    pub fn into_keys(self) -> IntoKeys<K, V>;

    #[ensures(|ret| ret.len() == self.len())]
    pub fn values(&self) -> Values<'_, K, V>;
    pub fn values_mut(&mut self) -> ValuesMut<'_, K, V>;
    pub fn into_values(self) -> IntoValues<K, V>;

    #[ensures(|ret| ret.len() == self.len())]
    pub fn iter(&self) -> Iter<'_, K, V>;
    pub fn iter_mut(&mut self) -> IterMut<'_, K, V>;
    pub fn len(&self) -> usize;

    #[ensures(|ret| *ret == (self.len() == 0))]
    pub fn is_empty(&self) -> bool;

    pub fn drain(&mut self) -> Drain<'_, K, V>;
    pub fn extract_if<F>(&mut self, pred: F) -> ExtractIf<'_, K, V, F>
    where
        F: FnMut(&K, &mut V) -> bool;
    pub fn retain<F>(&mut self, f: F)
    where
        F: FnMut(&K, &mut V) -> bool;

    #[ensures(|ret| self.len() == 0)]
    pub fn clear(&mut self);

    pub fn hasher(&self) -> &S {
        &self.hasher
    }
}

impl<K, V, S> HashMap<K, V, S>
where
    K: Eq + Hash,
    S: BuildHasher,
{
    pub fn reserve(&mut self, additional: usize);
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), TryReserveError>;
    pub fn shrink_to_fit(&mut self);
    pub fn shrink_to(&mut self, min_capacity: usize);
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V>;

    pub fn get<Q: ?Sized>(&self, k: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq;

    pub fn get_key_value<Q: ?Sized>(&self, k: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
        Q: Hash + Eq;

    pub fn get_disjoint_mut<Q: ?Sized, const N: usize>(&mut self, ks: [&Q; N]) -> [Option<&'_ mut V>; N]
    where
        K: Borrow<Q>,
        Q: Hash + Eq;

    pub unsafe fn get_disjoint_unchecked_mut<Q: ?Sized, const N: usize>(
        &mut self,
        ks: [&Q; N],
    ) -> [Option<&'_ mut V>; N]
    where
        K: Borrow<Q>,
        Q: Hash + Eq;

    pub fn contains_key<Q: ?Sized>(&self, k: &Q) -> bool
    where
        K: Borrow<Q>,
        Q: Hash + Eq;

    pub fn get_mut<Q: ?Sized>(&mut self, k: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq;

    pub fn insert(&mut self, k: K, v: V) -> Option<V>;

    pub fn remove<Q: ?Sized>(&mut self, k: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq;

    pub fn remove_entry<Q: ?Sized>(&mut self, k: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q>,
        Q: Hash + Eq;
}

declared_iterator! { ['a, K, V] Iter, &'a (K, V) => (&'a K, &'a V); fused exact clone empty }
declared_iterator! { ['a, K, V] IterMut, &'a mut (K, V) => (&'a K, &'a mut V); fused exact empty }
declared_iterator! { [K, V] IntoIter, (K, V) => (K, V); fused exact empty }
declared_iterator! { ['a, K, V] Keys, &'a (K, V) => &'a K; fused exact clone empty }
declared_iterator! { ['a, K, V] Values, &'a (K, V) => &'a V; fused exact clone empty }
declared_iterator! { ['a, K, V] ValuesMut, &'a mut (K, V) => &'a mut V; fused exact empty }
declared_iterator! { [K, V] IntoKeys, (K, V) => K; fused exact empty }
declared_iterator! { [K, V] IntoValues, (K, V) => V; fused exact empty }
declared_iterator! { ['a, K, V] Drain, &'a mut (K, V) => (K, V); fused exact }

pub struct ExtractIf<'a, K, V, F> {
    _private: PhantomData<(&'a mut (K, V), F)>,
}

impl<K, V, F> Iterator for ExtractIf<'_, K, V, F>
where
    F: FnMut(&K, &mut V) -> bool,
{
    type Item = (K, V);
    fn next(&mut self) -> Option<(K, V)>;
    fn size_hint(&self) -> (usize, Option<usize>);
}

pub enum Entry<'a, K: 'a, V: 'a> {
    Occupied(OccupiedEntry<'a, K, V>),
    Vacant(VacantEntry<'a, K, V>),
}

pub struct OccupiedEntry<'a, K: 'a, V: 'a> {
    _private: PhantomData<&'a mut (K, V)>,
}

pub struct VacantEntry<'a, K: 'a, V: 'a> {
    _private: PhantomData<(K, &'a mut (K, V))>,
}

impl<'a, K, V> Entry<'a, K, V> {
    pub fn or_insert(self, default: V) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(default),
        }
    }

    pub fn or_insert_with<F: FnOnce() -> V>(self, default: F) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(default()),
        }
    }

    pub fn or_insert_with_key<F: FnOnce(&K) -> V>(self, default: F) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let value = default(entry.key());
                entry.insert(value)
            }
        }
    }

    pub fn key(&self) -> &K {
        match self {
            Entry::Occupied(entry) => entry.key(),
            Entry::Vacant(entry) => entry.key(),
        }
    }

    pub fn and_modify<F>(self, f: F) -> Self
    where
        F: FnOnce(&mut V),
    {
        match self {
            Entry::Occupied(mut entry) => {
                f(entry.get_mut());
                Entry::Occupied(entry)
            }
            Entry::Vacant(entry) => Entry::Vacant(entry),
        }
    }

    pub fn insert_entry(self, value: V) -> OccupiedEntry<'a, K, V>;
}

impl<'a, K, V: Default> Entry<'a, K, V> {
    pub fn or_default(self) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(Default::default()),
        }
    }
}

impl<'a, K, V> OccupiedEntry<'a, K, V> {
    pub fn key(&self) -> &K;
    pub fn remove_entry(self) -> (K, V);
    pub fn get(&self) -> &V;
    pub fn get_mut(&mut self) -> &mut V;
    pub fn into_mut(self) -> &'a mut V;
    pub fn insert(&mut self, value: V) -> V;
    pub fn remove(self) -> V;
}

impl<'a, K: 'a, V: 'a> VacantEntry<'a, K, V> {
    pub fn key(&self) -> &K;
    pub fn into_key(self) -> K;
    pub fn insert(self, value: V) -> &'a mut V;
    pub fn insert_entry(self, value: V) -> OccupiedEntry<'a, K, V>;
}

declared_traits! { [K: Clone, V: Clone, S: Clone] HashMap<K, V, S>: Clone }
declared_traits! { [K: Debug, V: Debug, S] HashMap<K, V, S>: Debug }
declared_traits! { [K, V, S: Default] HashMap<K, V, S>: Default }
declared_traits! { [K: Eq + Hash, V: PartialEq, S: BuildHasher] HashMap<K, V, S>: PartialEq }
declared_traits! { [K: Eq + Hash, V: Eq, S: BuildHasher] HashMap<K, V, S>: Eq }
declared_traits! { ['a, K: Debug, V: Debug] Entry<'a, K, V>: Debug }
declared_traits! { ['a, K: Debug, V: Debug] OccupiedEntry<'a, K, V>: Debug }
declared_traits! { ['a, K: Debug, V] VacantEntry<'a, K, V>: Debug }

impl<K, Q: ?Sized, V, S> Index<&Q> for HashMap<K, V, S>
where
    K: Eq + Hash + Borrow<Q>,
    Q: Eq + Hash,
    S: BuildHasher,
{
    type Output = V;
    fn index(&self, key: &Q) -> &V;
}

impl<K: Eq + Hash, V, S: BuildHasher + Default> FromIterator<(K, V)> for HashMap<K, V, S> {
    fn from_iter<T: IntoIterator<Item = (K, V)>>(iter: T) -> HashMap<K, V, S>;
}

impl<K: Eq + Hash, V, S: BuildHasher> Extend<(K, V)> for HashMap<K, V, S> {
    fn extend<T: IntoIterator<Item = (K, V)>>(&mut self, iter: T);
}

impl<'a, K: Eq + Hash + Copy, V: Copy, S: BuildHasher> Extend<(&'a K, &'a V)> for HashMap<K, V, S> {
    fn extend<T: IntoIterator<Item = (&'a K, &'a V)>>(&mut self, iter: T);
}

impl<K: Eq + Hash, V, const N: usize> From<[(K, V); N]> for HashMap<K, V, RandomState> {
    fn from(arr: [(K, V); N]) -> Self;
}

impl<K, V, S> IntoIterator for HashMap<K, V, S> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;
    fn into_iter(self) -> IntoIter<K, V>;
}

impl<'a, K, V, S> IntoIterator for &'a HashMap<K, V, S> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

impl<'a, K, V, S> IntoIterator for &'a mut HashMap<K, V, S> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;

    fn into_iter(self) -> IterMut<'a, K, V> {
        self.iter_mut()
    }
}
