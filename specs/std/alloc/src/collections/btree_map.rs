//! `BTreeMap`. To a model it is the number of its entries: which they are is not known.

use crate::vec::Vec;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::{DoubleEndedIterator, Extend, FromIterator, Iterator};
use core::marker::PhantomData;
use core::mem;
use core::ops::{Index, RangeBounds};
use core::refine::{any, assume, fail, keep};

pub use Entry::*;

/// Entries take space, so that there are at most `isize::MAX`.
#[invariant(self.size <= 0x7fff_ffff_ffff_ffff)]
pub struct BTreeMap<K, V> {
    size: usize,
    _entries: PhantomData<(K, V)>,
}

/// The keys' own comparison may be called, with any of the keys that are there, as often as it takes.
fn consult<K: Borrow<Q>, Q: Ord + ?Sized>(key: &Q) {
    while any::<bool>() {
        let other: &K = any();
        key.cmp(other.borrow());
    }
}

/// Drops any key and any value as often as it takes.
fn drop_entries<K, V>() {
    while any::<bool>() {
        let entry: (K, V) = any();
    }
}

/// A map made of so many entries at once: they are sorted, and of those with one key the last is kept.
pub(super) fn sorted<K: Ord, V>(entries: usize) -> BTreeMap<K, V> {
    while any::<bool>() {
        let (one, other): (&K, &K) = any();
        one.cmp(other);
        one.ne(other);
    }
    drop_entries::<K, V>();
    let size: usize = any();
    assume(size <= entries && size <= 0x7fff_ffff_ffff_ffff && (size > 0 || entries == 0));
    BTreeMap { size, _entries: PhantomData }
}

impl<K, V> BTreeMap<K, V> {
    pub const fn new() -> BTreeMap<K, V> {
        BTreeMap { size: 0, _entries: PhantomData }
    }

    pub fn clear(&mut self) {
        *self = BTreeMap::new();
    }

    pub fn get<Q: ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q> + Ord,
        Q: Ord,
    {
        consult::<K, Q>(key);
        let found: Option<&V> = any();
        assume(found.is_none() || self.size > 0);
        found
    }

    pub fn get_key_value<Q: ?Sized>(&self, k: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q> + Ord,
        Q: Ord,
    {
        match self.get(k) {
            Some(value) => Some((any(), value)),
            None => None,
        }
    }

    pub fn first_key_value(&self) -> Option<(&K, &V)>
    where
        K: Ord,
    {
        if self.size > 0 { Some(any()) } else { None }
    }

    pub fn first_entry(&mut self) -> Option<OccupiedEntry<'_, K, V>>
    where
        K: Ord;

    pub fn pop_first(&mut self) -> Option<(K, V)>
    where
        K: Ord,
    {
        if self.size > 0 {
            self.size = self.size - 1;
            Some(any())
        } else {
            None
        }
    }

    pub fn last_key_value(&self) -> Option<(&K, &V)>
    where
        K: Ord,
    {
        if self.size > 0 { Some(any()) } else { None }
    }

    pub fn last_entry(&mut self) -> Option<OccupiedEntry<'_, K, V>>
    where
        K: Ord;

    pub fn pop_last(&mut self) -> Option<(K, V)>
    where
        K: Ord,
    {
        if self.size > 0 {
            self.size = self.size - 1;
            Some(any())
        } else {
            None
        }
    }

    pub fn contains_key<Q: ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q> + Ord,
        Q: Ord,
    {
        self.get(key).is_some()
    }

    pub fn get_mut<Q: ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q> + Ord,
        Q: Ord,
    {
        consult::<K, Q>(key);
        let found: Option<&mut V> = any();
        assume(found.is_none() || self.size > 0);
        found
    }

    pub fn insert(&mut self, key: K, value: V) -> Option<V>
    where
        K: Ord,
    {
        consult::<K, K>(&key);
        let before: Option<V> = any();
        if before.is_none() {
            assume(self.size < 0x7fff_ffff_ffff_ffff);
            self.size = self.size + 1;
            keep(key);
        } else {
            assume(self.size > 0);
        }
        keep(value);
        before
    }

    pub fn remove<Q: ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q> + Ord,
        Q: Ord,
    {
        match self.remove_entry(key) {
            Some((_, value)) => Some(value),
            None => None,
        }
    }

    pub fn remove_entry<Q: ?Sized>(&mut self, key: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q> + Ord,
        Q: Ord,
    {
        consult::<K, Q>(key);
        let found: Option<(K, V)> = any();
        if found.is_some() {
            assume(self.size > 0);
            self.size = self.size - 1;
        }
        found
    }

    pub fn retain<F>(&mut self, mut f: F)
    where
        K: Ord,
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

    pub fn append(&mut self, other: &mut Self)
    where
        K: Ord;

    pub fn range<T: ?Sized, R>(&self, range: R) -> Range<'_, K, V>
    where
        T: Ord,
        K: Borrow<T> + Ord,
        R: RangeBounds<T>;

    pub fn range_mut<T: ?Sized, R>(&mut self, range: R) -> RangeMut<'_, K, V>
    where
        T: Ord,
        K: Borrow<T> + Ord,
        R: RangeBounds<T>;

    pub fn entry(&mut self, key: K) -> Entry<'_, K, V>
    where
        K: Ord,
    {
        consult::<K, K>(&key);
        if any() {
            assume(self.size > 0);
            Entry::Occupied(OccupiedEntry { size: &mut self.size, _entries: PhantomData })
        } else {
            Entry::Vacant(VacantEntry { key, size: &mut self.size, _entries: PhantomData })
        }
    }

    pub fn split_off<Q: ?Sized + Ord>(&mut self, key: &Q) -> Self
    where
        K: Borrow<Q> + Ord;

    pub fn extract_if<F, R>(&mut self, range: R, pred: F) -> ExtractIf<'_, K, V, R, F>
    where
        K: Ord,
        R: RangeBounds<K>,
        F: FnMut(&K, &mut V) -> bool;

    pub fn into_keys(self) -> IntoKeys<K, V> {
        let left = self.size;
        mem::forget(self);
        IntoKeys { left, _items: PhantomData }
    }

    pub fn into_values(self) -> IntoValues<K, V> {
        let left = self.size;
        mem::forget(self);
        IntoValues { left, _items: PhantomData }
    }

    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { left: self.size, _items: PhantomData }
    }

    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        IterMut { left: self.size, _items: PhantomData }
    }

    pub fn keys(&self) -> Keys<'_, K, V> {
        Keys { left: self.size, _items: PhantomData }
    }

    pub fn values(&self) -> Values<'_, K, V> {
        Values { left: self.size, _items: PhantomData }
    }

    pub fn values_mut(&mut self) -> ValuesMut<'_, K, V> {
        ValuesMut { left: self.size, _items: PhantomData }
    }

    pub const fn len(&self) -> usize {
        self.size
    }

    pub const fn is_empty(&self) -> bool {
        self.size == 0
    }
}

counted_iterator! { ['a, K, V] Iter, &'a (K, V) => (&'a K, &'a V); back clone empty }
counted_iterator! { ['a, K, V] IterMut, &'a mut (K, V) => (&'a K, &'a mut V); back empty }
counted_iterator! { [K, V] IntoIter, (K, V) => (K, V); back empty }
counted_iterator! { ['a, K, V] Keys, &'a (K, V) => &'a K; back clone empty }
counted_iterator! { ['a, K, V] Values, &'a (K, V) => &'a V; back clone empty }
counted_iterator! { ['a, K, V] ValuesMut, &'a mut (K, V) => &'a mut V; back empty }
counted_iterator! { [K, V] IntoKeys, (K, V) => K; back empty }
counted_iterator! { [K, V] IntoValues, (K, V) => V; back empty }
declared_iterator! { ['a, K, V] Range, &'a (K, V) => (&'a K, &'a V); fused double clone empty }
declared_iterator! { ['a, K, V] RangeMut, &'a mut (K, V) => (&'a K, &'a mut V); fused double }

pub struct ExtractIf<'a, K, V, R, F> {
    _private: PhantomData<(&'a mut BTreeMap<K, V>, R, F)>,
}

impl<K, V, R, F> Iterator for ExtractIf<'_, K, V, R, F>
where
    K: PartialOrd,
    R: RangeBounds<K>,
    F: FnMut(&K, &mut V) -> bool,
{
    type Item = (K, V);
    fn next(&mut self) -> Option<(K, V)>;
    fn size_hint(&self) -> (usize, Option<usize>);
}

pub enum Entry<'a, K: 'a, V: 'a> {
    Vacant(VacantEntry<'a, K, V>),
    Occupied(OccupiedEntry<'a, K, V>),
}

pub struct VacantEntry<'a, K, V> {
    key: K,
    size: &'a mut usize,
    _entries: PhantomData<&'a mut (K, V)>,
}

pub struct OccupiedEntry<'a, K, V> {
    size: &'a mut usize,
    _entries: PhantomData<&'a mut (K, V)>,
}

impl<'a, K: Ord, V> Entry<'a, K, V> {
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

impl<'a, K: Ord, V: Default> Entry<'a, K, V> {
    pub fn or_default(self) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(Default::default()),
        }
    }
}

impl<'a, K: Ord, V> VacantEntry<'a, K, V> {
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

impl<'a, K: Ord, V> OccupiedEntry<'a, K, V> {
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

impl<K: fmt::Debug + Ord, V: fmt::Debug> fmt::Debug for Entry<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<K: fmt::Debug + Ord, V> fmt::Debug for VacantEntry<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<K: fmt::Debug + Ord, V: fmt::Debug> fmt::Debug for OccupiedEntry<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<K: Clone, V: Clone> Clone for BTreeMap<K, V> {
    fn clone(&self) -> BTreeMap<K, V>;
    fn clone_from(&mut self, source: &Self);
}

impl<K, V> Default for BTreeMap<K, V> {
    fn default() -> BTreeMap<K, V> {
        BTreeMap::new()
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for BTreeMap<K, V> {
    fn eq(&self, other: &BTreeMap<K, V>) -> bool;
    fn ne(&self, other: &BTreeMap<K, V>) -> bool;
}

impl<K: Eq, V: Eq> Eq for BTreeMap<K, V> {}

impl<K: PartialOrd, V: PartialOrd> PartialOrd for BTreeMap<K, V> {
    fn partial_cmp(&self, other: &BTreeMap<K, V>) -> Option<Ordering>;
    fn lt(&self, other: &BTreeMap<K, V>) -> bool;
    fn le(&self, other: &BTreeMap<K, V>) -> bool;
    fn gt(&self, other: &BTreeMap<K, V>) -> bool;
    fn ge(&self, other: &BTreeMap<K, V>) -> bool;
}

impl<K: Ord, V: Ord> Ord for BTreeMap<K, V> {
    fn cmp(&self, other: &BTreeMap<K, V>) -> Ordering;
}

impl<K: Hash, V: Hash> Hash for BTreeMap<K, V> {
    fn hash<H: Hasher>(&self, state: &mut H);
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for BTreeMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<K, Q: ?Sized, V> Index<&Q> for BTreeMap<K, V>
where
    K: Borrow<Q> + Ord,
    Q: Ord,
{
    type Output = V;
    fn index(&self, key: &Q) -> &V {
        match self.get(key) {
            Some(value) => value,
            None => fail("panic", "{self}.contains_key({key})", "no entry found for key"),
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for BTreeMap<K, V> {
    fn from_iter<T: IntoIterator<Item = (K, V)>>(iter: T) -> BTreeMap<K, V> {
        let entries: Vec<(K, V)> = iter.into_iter().collect();
        let made = sorted(entries.len());
        keep(entries);
        made
    }
}

impl<K: Ord, V> Extend<(K, V)> for BTreeMap<K, V> {
    fn extend<T: IntoIterator<Item = (K, V)>>(&mut self, iter: T) {
        for (key, value) in iter {
            self.insert(key, value);
        }
    }
}

impl<'a, K: Ord + Copy, V: Copy> Extend<(&'a K, &'a V)> for BTreeMap<K, V> {
    fn extend<I: IntoIterator<Item = (&'a K, &'a V)>>(&mut self, iter: I);
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for BTreeMap<K, V> {
    fn from(arr: [(K, V); N]) -> Self {
        keep(arr);
        sorted(N)
    }
}

impl<K, V> IntoIterator for BTreeMap<K, V> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;

    fn into_iter(self) -> IntoIter<K, V> {
        let left = self.size;
        mem::forget(self);
        IntoIter { left, _items: PhantomData }
    }
}

impl<'a, K, V> IntoIterator for &'a BTreeMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

impl<'a, K, V> IntoIterator for &'a mut BTreeMap<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;

    fn into_iter(self) -> IterMut<'a, K, V> {
        self.iter_mut()
    }
}
