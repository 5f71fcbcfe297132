//! `VecDeque`: to a model its elements in order. How they lie in the ring buffer is not part of it.

use super::TryReserveError;
use crate::refine;
use crate::vec::{self, Vec};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::{DoubleEndedIterator, ExactSizeIterator, Extend, FromIterator, FusedIterator, Iterator};
use core::marker::PhantomData;
use core::mem;
use core::ops::{Index, IndexMut, RangeBounds};
use core::refine as base;
use core::slice;

pub struct VecDeque<T> {
    items: Vec<T>,
}

impl<T> VecDeque<T> {
    pub const fn new() -> VecDeque<T> {
        VecDeque { items: refine::vec_new() }
    }

    pub fn with_capacity(capacity: usize) -> VecDeque<T> {
        base::require(
            capacity <= vec::most::<T>(),
            "panic",
            "{capacity} elements take at most isize::MAX bytes",
            "capacity overflow",
        );
        VecDeque { items: refine::vec_new() }
    }

    pub fn get(&self, index: usize) -> Option<&T> {
        if index < self.items.len() { Some(base::at(refine::vec_slice(&self.items), index)) } else { None }
    }

    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index < self.items.len() { Some(base::at_mut(refine::vec_slice_mut(&mut self.items), index)) } else { None }
    }

    pub fn swap(&mut self, i: usize, j: usize) {
        base::require(i < self.items.len(), "assert", "{i} < {self}.len()", "assertion failed: i < self.len()");
        base::require(j < self.items.len(), "assert", "{j} < {self}.len()", "assertion failed: j < self.len()");
        refine::vec_slice_mut(&mut self.items).swap(i, j);
    }

    #[ensures(|ret| *ret >= self.len())]
    pub fn capacity(&self) -> usize;

    pub fn reserve_exact(&mut self, additional: usize) {
        base::require(
            additional <= vec::most::<T>() - self.items.len(),
            "panic",
            "{self}.len() + {additional} elements take at most isize::MAX bytes",
            "capacity overflow",
        );
    }

    pub fn reserve(&mut self, additional: usize) {
        base::require(
            additional <= vec::most::<T>() - self.items.len(),
            "panic",
            "{self}.len() + {additional} elements take at most isize::MAX bytes",
            "capacity overflow",
        );
    }

    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), TryReserveError> {
        base::any()
    }

    pub fn try_reserve(&mut self, additional: usize) -> Result<(), TryReserveError> {
        base::any()
    }

    pub fn shrink_to_fit(&mut self) {}

    pub fn shrink_to(&mut self, min_capacity: usize) {}

    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    pub fn iter(&self) -> Iter<'_, T> {
        Iter { items: refine::vec_slice(&self.items).iter() }
    }

    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut { items: refine::vec_slice_mut(&mut self.items).iter_mut() }
    }

    pub fn as_slices(&self) -> (&[T], &[T]);
    pub fn as_mut_slices(&mut self) -> (&mut [T], &mut [T]);

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.len() == 0
    }

    pub fn range<R: RangeBounds<usize>>(&self, range: R) -> Iter<'_, T> {
        let len = self.items.len();
        let (lo, hi) = vec::ends(&range, len);
        base::require(
            lo <= len,
            "slice",
            "{range} starts at or before {self}.len()",
            "range start index {lo} out of range for slice of length {len}",
        );
        base::require(
            hi <= len,
            "slice",
            "{range} ends at or before {self}.len()",
            "range end index {hi} out of range for slice of length {len}",
        );
        base::require(
            lo <= hi,
            "slice",
            "{range} does not end before it starts",
            "slice index starts at {lo} but ends at {hi}",
        );
        Iter { items: base::part(refine::vec_slice(&self.items), lo, hi).iter() }
    }

    pub fn range_mut<R: RangeBounds<usize>>(&mut self, range: R) -> IterMut<'_, T> {
        let len = self.items.len();
        let (lo, hi) = vec::ends(&range, len);
        base::require(
            lo <= len,
            "slice",
            "{range} starts at or before {self}.len()",
            "range start index {lo} out of range for slice of length {len}",
        );
        base::require(
            hi <= len,
            "slice",
            "{range} ends at or before {self}.len()",
            "range end index {hi} out of range for slice of length {len}",
        );
        base::require(
            lo <= hi,
            "slice",
            "{range} does not end before it starts",
            "slice index starts at {lo} but ends at {hi}",
        );
        IterMut { items: base::part_mut(refine::vec_slice_mut(&mut self.items), lo, hi).iter_mut() }
    }

    pub fn drain<R: RangeBounds<usize>>(&mut self, range: R) -> Drain<'_, T> {
        let len = self.items.len();
        let (lo, hi) = vec::ends(&range, len);
        base::require(
            lo <= len,
            "slice",
            "{range} starts at or before {self}.len()",
            "range start index {lo} out of range for slice of length {len}",
        );
        base::require(
            hi <= len,
            "slice",
            "{range} ends at or before {self}.len()",
            "range end index {hi} out of range for slice of length {len}",
        );
        base::require(
            lo <= hi,
            "slice",
            "{range} does not end before it starts",
            "slice index starts at {lo} but ends at {hi}",
        );
        Drain { items: self.items.drain(lo..hi) }
    }

    pub fn clear(&mut self) {
        self.items.clear();
    }

    pub fn contains(&self, x: &T) -> bool
    where
        T: PartialEq,
    {
        refine::vec_slice(&self.items).contains(x)
    }

    pub fn front(&self) -> Option<&T> {
        self.get(0)
    }

    pub fn front_mut(&mut self) -> Option<&mut T> {
        self.get_mut(0)
    }

    pub fn back(&self) -> Option<&T> {
        let n = self.items.len();
        if n == 0 { None } else { self.get(n - 1) }
    }

    pub fn back_mut(&mut self) -> Option<&mut T> {
        let n = self.items.len();
        if n == 0 { None } else { self.get_mut(n - 1) }
    }

    pub fn pop_front(&mut self) -> Option<T> {
        if self.items.len() == 0 {
            return None;
        }
        let first = base::read(refine::vec_slice(&self.items), 0);
        refine::vec_cut(&mut self.items, 0, 1);
        Some(first)
    }

    pub fn pop_back(&mut self) -> Option<T> {
        self.items.pop()
    }

    pub fn pop_front_if(&mut self, predicate: impl FnOnce(&mut T) -> bool) -> Option<T> {
        if self.items.len() == 0 {
            return None;
        }
        if predicate(base::at_mut(refine::vec_slice_mut(&mut self.items), 0)) { self.pop_front() } else { None }
    }

    pub fn pop_back_if(&mut self, predicate: impl FnOnce(&mut T) -> bool) -> Option<T> {
        self.items.pop_if(predicate)
    }

    pub fn push_front(&mut self, value: T) {
        refine::vec_insert(&mut self.items, 0, value);
    }

    pub fn push_back(&mut self, value: T) {
        refine::vec_push(&mut self.items, value);
    }

    pub fn push_front_mut(&mut self, value: T) -> &mut T {
        refine::vec_insert(&mut self.items, 0, value);
        base::at_mut(refine::vec_slice_mut(&mut self.items), 0)
    }

    pub fn push_back_mut(&mut self, value: T) -> &mut T {
        self.items.push_mut(value)
    }

    pub fn insert_mut(&mut self, index: usize, value: T) -> &mut T {
        base::require(index <= self.items.len(), "index", "{index} <= {self}.len()", "index out of bounds");
        refine::vec_insert(&mut self.items, index, value);
        base::at_mut(refine::vec_slice_mut(&mut self.items), index)
    }

    pub fn swap_remove_front(&mut self, index: usize) -> Option<T> {
        if index < self.items.len() {
            refine::vec_slice_mut(&mut self.items).swap(index, 0);
        } else {
            return None;
        }
        self.pop_front()
    }

    pub fn swap_remove_back(&mut self, index: usize) -> Option<T> {
        if index < self.items.len() { Some(self.items.swap_remove(index)) } else { None }
    }

    pub fn insert(&mut self, index: usize, value: T) {
        base::require(index <= self.items.len(), "index", "{index} <= {self}.len()", "index out of bounds");
        refine::vec_insert(&mut self.items, index, value);
    }

    pub fn remove(&mut self, index: usize) -> Option<T> {
        if index >= self.items.len() {
            return None;
        }
        let taken = base::read(refine::vec_slice(&self.items), index);
        refine::vec_cut(&mut self.items, index, index + 1);
        Some(taken)
    }

    pub fn split_off(&mut self, at: usize) -> Self {
        base::require(at <= self.items.len(), "slice", "{at} <= {self}.len()", "`at` out of bounds");
        VecDeque { items: self.items.split_off(at) }
    }

    pub fn append(&mut self, other: &mut Self) {
        self.items.append(&mut other.items);
    }

    pub fn retain<F>(&mut self, f: F)
    where
        F: FnMut(&T) -> bool,
    {
        // What is not kept is dropped at the end, unlike in a vector.
        let n = self.items.len();
        let mut f = f;
        let mut kept = 0;
        let mut i = 0;
        while i < n {
            if f(base::at(refine::vec_slice(&self.items), i)) {
                refine::vec_slice_mut(&mut self.items).swap(kept, i);
                kept += 1;
            }
            i += 1;
        }
        self.items.truncate(kept);
    }

    pub fn retain_mut<F>(&mut self, f: F)
    where
        F: FnMut(&mut T) -> bool,
    {
        let n = self.items.len();
        let mut f = f;
        let mut kept = 0;
        let mut i = 0;
        while i < n {
            if f(base::at_mut(refine::vec_slice_mut(&mut self.items), i)) {
                refine::vec_slice_mut(&mut self.items).swap(kept, i);
                kept += 1;
            }
            i += 1;
        }
        self.items.truncate(kept);
    }

    pub fn resize_with(&mut self, new_len: usize, generator: impl FnMut() -> T) {
        self.items.resize_with(new_len, generator);
    }

    pub fn make_contiguous(&mut self) -> &mut [T] {
        refine::vec_slice_mut(&mut self.items)
    }

    pub fn rotate_left(&mut self, n: usize) {
        base::require(n <= self.items.len(), "assert", "{n} <= {self}.len()", "assertion failed: n <= self.len()");
        refine::vec_slice_mut(&mut self.items).rotate_left(n);
    }

    pub fn rotate_right(&mut self, n: usize) {
        base::require(n <= self.items.len(), "assert", "{n} <= {self}.len()", "assertion failed: n <= self.len()");
        refine::vec_slice_mut(&mut self.items).rotate_right(n);
    }

    pub fn binary_search(&self, x: &T) -> Result<usize, usize>
    where
        T: Ord;

    pub fn binary_search_by<'a, F>(&'a self, f: F) -> Result<usize, usize>
    where
        F: FnMut(&'a T) -> Ordering;

    pub fn binary_search_by_key<'a, B, F>(&'a self, b: &B, f: F) -> Result<usize, usize>
    where
        F: FnMut(&'a T) -> B,
        B: Ord;

    pub fn partition_point<P>(&self, pred: P) -> usize
    where
        P: FnMut(&T) -> bool;
}

impl<T: Clone> VecDeque<T> {
    pub fn resize(&mut self, new_len: usize, value: T) {
        self.items.resize(new_len, value);
    }
}

pub struct Iter<'a, T: 'a> {
    items: slice::Iter<'a, T>,
}

pub struct IterMut<'a, T: 'a> {
    items: slice::IterMut<'a, T>,
}

pub struct IntoIter<T> {
    items: vec::IntoIter<T>,
}

pub struct Drain<'a, T: 'a> {
    items: vec::Drain<'a, T>,
}

macro_rules! delegated {
    ([$($g:tt)*] $name:ident, $item:ty) => {
        impl<$($g)*> Iterator for $name<$($g)*> {
            type Item = $item;

            fn next(&mut self) -> Option<$item> {
                self.items.next()
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.items.size_hint()
            }
        }

        impl<$($g)*> DoubleEndedIterator for $name<$($g)*> {
            fn next_back(&mut self) -> Option<$item> {
                self.items.next_back()
            }
        }

        impl<$($g)*> ExactSizeIterator for $name<$($g)*> {
            fn len(&self) -> usize {
                self.items.len()
            }
        }

        impl<$($g)*> FusedIterator for $name<$($g)*> {}
    };
}

delegated! { ['a, T] Iter, &'a T }
delegated! { ['a, T] IterMut, &'a mut T }
delegated! { [T] IntoIter, T }
delegated! { ['a, T] Drain, T }

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter { items: self.items.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        *self = source.clone();
    }
}

impl<T: Clone> Clone for IntoIter<T> {
    fn clone(&self) -> Self {
        IntoIter { items: self.items.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        *self = source.clone();
    }
}

impl<T: Clone> Clone for VecDeque<T> {
    fn clone(&self) -> Self {
        VecDeque { items: self.items.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.clear();
        self.items.extend_from_slice(refine::vec_slice(&source.items));
    }
}

impl<T> Default for VecDeque<T> {
    fn default() -> VecDeque<T> {
        VecDeque::new()
    }
}

impl<T: PartialEq> PartialEq for VecDeque<T> {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }

    fn ne(&self, other: &Self) -> bool {
        !(self.items == other.items)
    }
}

impl<T: Eq> Eq for VecDeque<T> {}

macro_rules! equal {
    ([$($vars:tt)*] $right:ty) => {
        impl<T: PartialEq<U>, U, $($vars)*> PartialEq<$right> for VecDeque<T> {
            fn eq(&self, other: &$right) -> bool {
                self.items == *other
            }

            fn ne(&self, other: &$right) -> bool {
                !(self.items == *other)
            }
        }
    };
}

equal! { [] Vec<U> }
equal! { [] &[U] }
equal! { [] &mut [U] }
equal! { [const N: usize] [U; N] }
equal! { [const N: usize] &[U; N] }

impl<T: PartialOrd> PartialOrd for VecDeque<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.items.partial_cmp(&other.items)
    }

    fn lt(&self, other: &Self) -> bool {
        self.items.lt(&other.items)
    }

    fn le(&self, other: &Self) -> bool {
        self.items.le(&other.items)
    }

    fn gt(&self, other: &Self) -> bool {
        self.items.gt(&other.items)
    }

    fn ge(&self, other: &Self) -> bool {
        self.items.ge(&other.items)
    }
}

impl<T: Ord> Ord for VecDeque<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.items.cmp(&other.items)
    }
}

impl<T: Hash> Hash for VecDeque<T> {
    fn hash<H: Hasher>(&self, state: &mut H);
}

impl<T> Index<usize> for VecDeque<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        base::require(index < self.items.len(), "index", "{index} < {self}.len()", "Out of bounds access");
        base::at(refine::vec_slice(&self.items), index)
    }
}

impl<T> IndexMut<usize> for VecDeque<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        base::require(index < self.items.len(), "index", "{index} < {self}.len()", "Out of bounds access");
        base::at_mut(refine::vec_slice_mut(&mut self.items), index)
    }
}

impl<T> FromIterator<T> for VecDeque<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> VecDeque<T> {
        VecDeque { items: FromIterator::from_iter(iter) }
    }
}

impl<T> Extend<T> for VecDeque<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        self.items.extend(iter);
    }

    fn extend_one(&mut self, item: T) {
        self.items.extend_one(item);
    }

    fn extend_reserve(&mut self, additional: usize) {
        vec::room_for::<T>(self.items.len(), additional);
    }
}

impl<'a, T: 'a + Copy> Extend<&'a T> for VecDeque<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        self.items.extend(iter);
    }

    fn extend_one(&mut self, item: &'a T) {
        self.items.extend_one(item);
    }

    fn extend_reserve(&mut self, additional: usize) {
        vec::room_for::<T>(self.items.len(), additional);
    }
}

impl<T> IntoIterator for VecDeque<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter { items: self.items.into_iter() }
    }
}

impl<'a, T> IntoIterator for &'a VecDeque<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut VecDeque<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}

impl<T> From<Vec<T>> for VecDeque<T> {
    fn from(items: Vec<T>) -> Self {
        VecDeque { items }
    }
}

impl<T> From<VecDeque<T>> for Vec<T> {
    fn from(deque: VecDeque<T>) -> Self {
        deque.items
    }
}

impl<T, const N: usize> From<[T; N]> for VecDeque<T> {
    fn from(array: [T; N]) -> Self {
        VecDeque { items: vec::from_array(array) }
    }
}

macro_rules! shown {
    ($([$($g:tt)*] $name:ty;)*) => {$(
        impl<$($g)*> fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
        }
    )*};
}

shown! {
    [T: fmt::Debug] VecDeque<T>;
    ['a, T: fmt::Debug] Iter<'a, T>;
    ['a, T: fmt::Debug] IterMut<'a, T>;
    [T: fmt::Debug] IntoIter<T>;
    ['a, T: fmt::Debug] Drain<'a, T>;
}
