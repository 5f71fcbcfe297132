//! `LinkedList`, declared.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::{Extend, FromIterator, Iterator};
use core::marker::PhantomData;

pub struct LinkedList<T> {
    _private: PhantomData<T>,
}

impl<T> LinkedList<T> {
    #[ensures(|ret| ret.len() == 0)]
    pub const fn new() -> Self;
    pub fn append(&mut self, other: &mut Self);

    #[ensures(|ret| ret.len() == self.len())]
    pub fn iter(&self) -> Iter<'_, T>;
    pub fn iter_mut(&mut self) -> IterMut<'_, T>;

    #[ensures(|ret| *ret == (self.len() == 0))]
    pub fn is_empty(&self) -> bool;

    pub fn len(&self) -> usize;
    pub fn clear(&mut self);
    pub fn contains(&self, x: &T) -> bool
    where
        T: PartialEq<T>;
    pub fn front(&self) -> Option<&T>;
    pub fn front_mut(&mut self) -> Option<&mut T>;
    pub fn back(&self) -> Option<&T>;
    pub fn back_mut(&mut self) -> Option<&mut T>;
    pub fn push_front(&mut self, elt: T);
    pub fn push_front_mut(&mut self, elt: T) -> &mut T;
    pub fn push_back_mut(&mut self, elt: T) -> &mut T;
    pub fn pop_front(&mut self) -> Option<T>;
    pub fn push_back(&mut self, elt: T);
    pub fn pop_back(&mut self) -> Option<T>;
    pub fn split_off(&mut self, at: usize) -> LinkedList<T>;
    pub fn extract_if<F>(&mut self, filter: F) -> ExtractIf<'_, T, F>
    where
        F: FnMut(&mut T) -> bool;
}

declared_iterator! { ['a, T] Iter, &'a T => &'a T; fused double exact clone empty }
declared_iterator! { ['a, T] IterMut, &'a mut T => &'a mut T; fused double exact empty }
declared_iterator! { [T] IntoIter, T => T; fused double exact clone empty }

pub struct ExtractIf<'a, T, F> {
    _private: PhantomData<(&'a mut LinkedList<T>, F)>,
}

impl<T, F> Iterator for ExtractIf<'_, T, F>
where
    F: FnMut(&mut T) -> bool,
{
    type Item = T;
    fn next(&mut self) -> Option<T>;
    fn size_hint(&self) -> (usize, Option<usize>);
}

impl<T: Clone> Clone for LinkedList<T> {
    fn clone(&self) -> Self;
    fn clone_from(&mut self, source: &Self);
}

impl<T> Default for LinkedList<T> {
    fn default() -> Self {
        LinkedList::new()
    }
}

impl<T: PartialEq> PartialEq for LinkedList<T> {
    fn eq(&self, other: &Self) -> bool;
    fn ne(&self, other: &Self) -> bool;
}

impl<T: Eq> Eq for LinkedList<T> {}

impl<T: PartialOrd> PartialOrd for LinkedList<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering>;
    fn lt(&self, other: &Self) -> bool;
    fn le(&self, other: &Self) -> bool;
    fn gt(&self, other: &Self) -> bool;
    fn ge(&self, other: &Self) -> bool;
}

impl<T: Ord> Ord for LinkedList<T> {
    fn cmp(&self, other: &Self) -> Ordering;
}

impl<T: Hash> Hash for LinkedList<T> {
    fn hash<H: Hasher>(&self, state: &mut H);
}

impl<T: fmt::Debug> fmt::Debug for LinkedList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T, const N: usize> From<[T; N]> for LinkedList<T> {
    fn from(arr: [T; N]) -> Self;
}

impl<T> FromIterator<T> for LinkedList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self;
}

impl<T> Extend<T> for LinkedList<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I);
}

impl<'a, T: 'a + Copy> Extend<&'a T> for LinkedList<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I);
}

impl<T> IntoIterator for LinkedList<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T>;
}

impl<'a, T> IntoIterator for &'a LinkedList<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut LinkedList<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}
