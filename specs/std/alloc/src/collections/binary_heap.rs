//! `BinaryHeap`, declared.

use super::TryReserveError;
use crate::vec::Vec;
use core::fmt;
use core::iter::{Extend, FromIterator, Iterator};
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

pub struct BinaryHeap<T> {
    _private: PhantomData<T>,
}

pub struct PeekMut<'a, T: 'a + Ord> {
    _private: PhantomData<&'a mut BinaryHeap<T>>,
}

impl<T: Ord> BinaryHeap<T> {
    #[ensures(|ret| ret.len() == 0)]
    pub const fn new() -> BinaryHeap<T>;
    pub fn with_capacity(capacity: usize) -> BinaryHeap<T>;
    pub fn peek_mut(&mut self) -> Option<PeekMut<'_, T>>;
    pub fn pop(&mut self) -> Option<T>;
    pub fn push(&mut self, item: T);
    pub fn into_sorted_vec(self) -> Vec<T>;
    pub fn append(&mut self, other: &mut Self);
    pub fn retain<F>(&mut self, f: F)
    where
        F: FnMut(&T) -> bool;
}

impl<T> BinaryHeap<T> {
    pub fn iter(&self) -> Iter<'_, T>;
    pub fn peek(&self) -> Option<&T>;
    pub fn capacity(&self) -> usize;
    pub fn reserve_exact(&mut self, additional: usize);
    pub fn reserve(&mut self, additional: usize);
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), TryReserveError>;
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), TryReserveError>;
    pub fn shrink_to_fit(&mut self);
    pub fn shrink_to(&mut self, min_capacity: usize);
    pub fn into_vec(self) -> Vec<T>;
    pub fn as_slice(&self) -> &[T];
    pub fn len(&self) -> usize;

    #[ensures(|ret| *ret == (self.len() == 0))]
    pub fn is_empty(&self) -> bool;

    pub fn drain(&mut self) -> Drain<'_, T>;
    pub fn clear(&mut self);
}

impl<'a, T: Ord> PeekMut<'a, T> {
    pub fn pop(this: PeekMut<'a, T>) -> T;
}

impl<T: Ord> Deref for PeekMut<'_, T> {
    type Target = T;
    fn deref(&self) -> &T;
}

impl<T: Ord> DerefMut for PeekMut<'_, T> {
    fn deref_mut(&mut self) -> &mut T;
}

impl<T: Ord> Drop for PeekMut<'_, T> {
    fn drop(&mut self);
}

declared_iterator! { ['a, T] Iter, &'a T => &'a T; fused double exact clone empty }
declared_iterator! { [T] IntoIter, T => T; fused double exact clone empty }
declared_iterator! { ['a, T] Drain, &'a mut T => T; fused double exact }

impl<T: Clone> Clone for BinaryHeap<T> {
    fn clone(&self) -> Self;
    fn clone_from(&mut self, source: &Self);
}

impl<T: Ord> Default for BinaryHeap<T> {
    fn default() -> BinaryHeap<T> {
        BinaryHeap::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for BinaryHeap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: Ord + fmt::Debug> fmt::Debug for PeekMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: Ord> From<Vec<T>> for BinaryHeap<T> {
    fn from(vec: Vec<T>) -> BinaryHeap<T>;
}

impl<T: Ord, const N: usize> From<[T; N]> for BinaryHeap<T> {
    fn from(arr: [T; N]) -> Self;
}

impl<T> From<BinaryHeap<T>> for Vec<T> {
    fn from(heap: BinaryHeap<T>) -> Vec<T>;
}

impl<T: Ord> FromIterator<T> for BinaryHeap<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> BinaryHeap<T>;
}

impl<T: Ord> Extend<T> for BinaryHeap<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I);
}

impl<'a, T: 'a + Ord + Copy> Extend<&'a T> for BinaryHeap<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I);
}

impl<T> IntoIterator for BinaryHeap<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T>;
}

impl<'a, T> IntoIterator for &'a BinaryHeap<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
