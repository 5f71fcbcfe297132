//! `HashMap`. To a model it is the number of its entries: which they are is not known.

use super::TryReserveError;
use core::borrow::Borrow;
use core::fmt::Debug;
use core::hash::{BuildHasher, Hash, Hasher};
use core::marker::PhantomData;
use core::mem;
use core::ops::Index;
use core::refine::{any, assume, fail, keep};

pub use crate::hash::random::{DefaultHasher, RandomState};

/// Entries take space, so that there are at most `isize::MAX`.
#[invariant(self.size <= 0x7fff_ffff_ffff_ffff)]
pub struct HashMap<K, V, S = RandomState> {
    size: usize,
    hasher: S,
    _entries: PhantomData<(K, V)>,
}

/// The functions of the keys and of the hasher may be called, with any of the keys that are there, as often as it takes.
fn consult<K: Hash + Borrow<Q>, Q: Hash + Eq + ?Sized, S: BuildHasher>(hasher: &S, key: &Q) {
    hash_one(hasher, key);
    while any::<bool>() {
        let other: &K = any();
        hash_one(hasher, other);
        key.eq(other.borrow());
    }
}

/// The same, to look for a key and no more: not even its hash is computed where there are none.
fn look_up<K: Hash + Borrow<Q>, Q: Hash + Eq + ?Sized, S: BuildHasher>(size: usize, hasher: &S, key: &Q) {
    if size > 0 {
        consult::<K, Q, S>(hasher, key);
    }
}

/// Drops any key and any value as often as it takes.
fn drop_entries<K, V>() {
    while any::<bool>() {
        let entry: (K, V) = any();
    }
}

/// How many entries there are to take out of a map, of which nothing else is left.
pub(super) fn left_of<K, V, S>(map: HashMap<K, V, S>) -> usize {
    let HashMap { size, hasher, _entries } = map;
    mem::forget(_entries);
    size
}

fn hash_one<T: Hash + ?Sized, S: BuildHasher>(hasher: &S, key: &T) {
    let mut state = hasher.build_hasher();
    key.hash(&mut state);
    state.finish();
}

impl<K, V> HashMap<K, V, RandomState> {
    pub fn new() -> HashMap<K, V, RandomState> {
        HashMap::with_hasher(RandomState::new())
    }

    pub fn with_capacity(capacity: usize) -> HashMap<K, V, RandomState>;
}

impl<K, V, S> HashMap<K, V, S> {
    pub const fn with_hasher(hash_builder: S) -> HashMap<K, V, S> {
        HashMap { size: 0, hasher: hash_builder, _entries: PhantomData }
    }

    pub fn with_capacity_and_hasher(capacity: usize, hash_builder: S) -> HashMap<K, V, S>;
    pub fn capacity(&self) -> usize;

    pub fn keys(&self) -> Keys<'_, K, V> {
        Keys { left: self.size, _items: PhantomData }
    }

    pub fn into_keys(self) -> IntoKeys<K, V> {
        IntoKeys { left: left_of(self), _items: PhantomData }
    }

    pub fn values(&self) -> Values<'_, K, V> {
        Values { left: self.size, _items: PhantomData }
    }

    pub fn values_mut(&mut self) -> ValuesMut<'_, K, V> {
        ValuesMut { left: self.size, _items: PhantomData }
    }

    pub fn into_values(self) -> IntoValues<K, V> {
        IntoValues { left: left_of(self), _items: PhantomData }
    }

    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { left: self.size, _items: PhantomData }
    }

    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        IterMut { left: self.size, _items: PhantomData }
    }

    pub fn len(&self) -> usize {
        self.size
    }

    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    pub fn drain(&mut self) -> Drain<'_, K, V>;
    pub fn extract_if<F>(&mut self, pred: F) -> ExtractIf<'_, K, V, F>
    where
        F: FnMut(&K, &mut V) -> bool;
    pub fn retain<F>(&mut self, mut f: F)
    where
        F: FnMut(&K, &mut V) -> bool,
    {
        let mut left = self.size;
        while left > 0 {
            left = left - 1;
            let (key, value): (&K, &mut V) = any();
            if !f(key, value) {
                drop_entries::<K, V>();
                assume(self.size > 0);
                self.size = self.size - 1;
            }
        }
    }

    pub fn clear(&mut self) {
        drop_entries::<K, V>();
        self.size = 0;
    }

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
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        consult::<K, K, S>(&self.hasher, &key);
        if any() {
            assume(self.size > 0);
            Entry::Occupied(OccupiedEntry { size: &mut self.size, _entries: PhantomData })
        } else {
            Entry::Vacant(VacantEntry { key, size: &mut self.size, _entries: PhantomData })
        }
    }

    pub fn get<Q: ?Sized>(&self, k: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        look_up::<K, Q, S>(self.size, &self.hasher, k);
        let found: Option<&V> = any();
        assume(found.is_none() || self.size > 0);
        found
    }

    pub fn get_key_value<Q: ?Sized>(&self, k: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        match self.get(k) {
            Some(value) => Some((any(), value)),
            None => None,
        }
    }

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
        Q: Hash + Eq,
    {
        self.get(k).is_some()
    }

    pub fn get_mut<Q: ?Sized>(&mut self, k: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        look_up::<K, Q, S>(self.size, &self.hasher, k);
        let found: Option<&mut V> = any();
        assume(found.is_none() || self.size > 0);
        found
    }

    pub fn insert(&mut self, k: K, v: V) -> Option<V> {
        consult::<K, K, S>(&self.hasher, &k);
        let before: Option<V> = any();
        if before.is_none() {
            assume(self.size < 0x7fff_ffff_ffff_ffff);
            self.size = self.size + 1;
            keep(k);
        } else {
            assume(self.size > 0);
        }
        keep(v);
        before
    }

    pub fn remove<Q: ?Sized>(&mut self, k: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        match self.remove_entry(k) {
            Some((_, value)) => Some(value),
            None => None,
        }
    }

    pub fn remove_entry<Q: ?Sized>(&mut self, k: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        consult::<K, Q, S>(&self.hasher, k);
        let found: Option<(K, V)> = any();
        if found.is_some() {
            assume(self.size > 0);
            self.size = self.size - 1;
        }
        found
    }
}

counted_iterator! { ['a, K, V] Iter, &'a (K, V) => (&'a K, &'a V); clone empty }
counted_iterator! { ['a, K, V] IterMut, &'a mut (K, V) => (&'a K, &'a mut V); empty }
counted_iterator! { [K, V] IntoIter, (K, V) => (K, V); empty }
counted_iterator! { ['a, K, V] Keys, &'a (K, V) => &'a K; clone empty }
counted_iterator! { ['a, K, V] Values, &'a (K, V) => &'a V; clone empty }
counted_iterator! { ['a, K, V] ValuesMut, &'a mut (K, V) => &'a mut V; empty }
counted_iterator! { [K, V] IntoKeys, (K, V) => K; empty }
counted_iterator! { [K, V] IntoValues, (K, V) => V; empty }
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
    size: &'a mut usize,
    _entries: PhantomData<&'a mut (K, V)>,
}

pub struct VacantEntry<'a, K: 'a, V: 'a> {
    key: K,
    size: &'a mut usize,
    _entries: PhantomData<&'a mut (K, V)>,
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

    pub fn insert_entry(self, value: V) -> OccupiedEntry<'a, K, V> {
        match self {
            Entry::Occupied(mut entry) => {
                entry.insert(value);
                entry
            }
            Entry::Vacant(entry) => entry.insert_entry(value),
        }
    }
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
    pub fn key(&self) -> &K {
        any()
    }

    pub fn remove_entry(self) -> (K, V) {
        assume(*self.size > 0);
        *self.size = *self.size - 1;
        any()
    }

    pub fn get(&self) -> &V {
        any()
    }

    pub fn get_mut(&mut self) -> &mut V {
        any()
    }

    pub fn into_mut(self) -> &'a mut V {
        any()
    }

    pub fn insert(&mut self, value: V) -> V {
        keep(value);
        any()
    }

    pub fn remove(self) -> V {
        let (_, value) = self.remove_entry();
        value
    }
}

impl<'a, K: 'a, V: 'a> VacantEntry<'a, K, V> {
    pub fn key(&self) -> &K {
        &self.key
    }

    pub fn into_key(self) -> K {
        self.key
    }

    pub fn insert(self, value: V) -> &'a mut V {
        assume(*self.size < 0x7fff_ffff_ffff_ffff);
        *self.size = *self.size + 1;
        keep(self.key);
        let place: &'a mut V = any();
        mem::forget(mem::replace(place, value));
        place
    }

    pub fn insert_entry(self, value: V) -> OccupiedEntry<'a, K, V> {
        assume(*self.size < 0x7fff_ffff_ffff_ffff);
        *self.size = *self.size + 1;
        keep(self.key);
        keep(value);
        OccupiedEntry { size: self.size, _entries: PhantomData }
    }
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
    fn index(&self, key: &Q) -> &V {
        match self.get(key) {
            Some(value) => value,
            None => fail("panic", "{self}.contains_key({key})", "no entry found for key"),
        }
    }
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

    fn into_iter(self) -> IntoIter<K, V> {
        IntoIter { left: left_of(self), _items: PhantomData }
    }
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
