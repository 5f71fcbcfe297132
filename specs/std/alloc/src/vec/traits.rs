//! The traits of `Vec`.

use super::{IntoIter, Vec, from_array};
use crate::borrow::{Cow, ToOwned};
use crate::boxed::Box;
use crate::refine;
use crate::string::String;
use core::borrow::{Borrow, BorrowMut};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::{Extend, FromIterator, Iterator};
use core::mem;
use core::ops::{Deref, DerefMut, Index, IndexMut};
use core::refine as base;
use core::slice::SliceIndex;

impl<T> Deref for Vec<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        refine::vec_slice(self)
    }
}

impl<T> DerefMut for Vec<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        refine::vec_slice_mut(self)
    }
}

impl<T, I: SliceIndex<[T]>> Index<I> for Vec<T> {
    type Output = I::Output;

    fn index(&self, index: I) -> &I::Output {
        index.index(refine::vec_slice(self))
    }
}

impl<T, I: SliceIndex<[T]>> IndexMut<I> for Vec<T> {
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(refine::vec_slice_mut(self))
    }
}

impl<T: Clone> Clone for Vec<T> {
    fn clone(&self) -> Self {
        refine::clone_each(refine::vec_slice(self))
    }

    fn clone_from(&mut self, source: &Self) {
        self.truncate(source.len());
        let n = self.len();
        let from = refine::vec_slice(source);
        refine::vec_slice_mut(self).clone_from_slice(base::part(from, 0, n));
        self.extend_from_slice(base::part(from, n, source.len()));
    }
}

impl<T> Default for Vec<T> {
    fn default() -> Self {
        refine::vec_new()
    }
}

impl<T: Hash> Hash for Vec<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Hash::hash(refine::vec_slice(self), state)
    }
}

impl<T: fmt::Debug> fmt::Debug for Vec<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(refine::vec_slice(self), f)
    }
}

impl<'a, T> IntoIterator for &'a Vec<T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> core::slice::Iter<'a, T> {
        refine::vec_slice(self).iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Vec<T> {
    type Item = &'a mut T;
    type IntoIter = core::slice::IterMut<'a, T>;

    fn into_iter(self) -> core::slice::IterMut<'a, T> {
        refine::vec_slice_mut(self).iter_mut()
    }
}

impl<T> FromIterator<T> for Vec<T> {
    #[bypasses(size_hint)]
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Vec<T> {
        let mut out = refine::vec_new();
        let mut iter = iter.into_iter();
        super::room::<T, I::IntoIter>(0, &iter);
        while let Some(item) = iter.next() {
            refine::vec_push(&mut out, item);
            super::more_room::<T, I::IntoIter>(out.len(), &iter);
        }
        out
    }
}

impl<T> Extend<T> for Vec<T> {
    #[bypasses(size_hint)]
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        super::room::<T, I::IntoIter>(self.len(), &iter);
        while let Some(item) = iter.next() {
            refine::vec_push(self, item);
            super::more_room::<T, I::IntoIter>(self.len(), &iter);
        }
    }

    fn extend_one(&mut self, item: T) {
        refine::vec_push(self, item);
    }

    fn extend_reserve(&mut self, additional: usize) {
        super::room_for::<T>(self.len(), additional);
    }
}

impl<'a, T: Copy + 'a> Extend<&'a T> for Vec<T> {
    #[bypasses(size_hint)]
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        super::room::<T, I::IntoIter>(self.len(), &iter);
        while let Some(item) = iter.next() {
            self.extend_one(item);
            super::more_room::<T, I::IntoIter>(self.len(), &iter);
        }
    }

    fn extend_one(&mut self, item: &'a T) {
        // The real one clones the element, unless that is known to be the same as a copy; in older releases it copies those of slices.
        if base::clones_are_equal::<T>() {
            refine::vec_push(self, *item);
        } else {
            item.clone();
            refine::vec_push(self, base::any());
        }
    }

    fn extend_reserve(&mut self, additional: usize) {
        super::room_for::<T>(self.len(), additional);
    }
}

macro_rules! equal {
    ([$($vars:tt)*] $left:ty, $right:ty, |$a:ident| $left_slice:expr, |$b:ident| $right_slice:expr) => {
        impl<T: PartialEq<U>, U, $($vars)*> PartialEq<$right> for $left {
            fn eq(&self, other: &$right) -> bool {
                let ($a, $b) = (self, other);
                let (left, right): (&[T], &[U]) = ($left_slice, $right_slice);
                *left == *right
            }

            fn ne(&self, other: &$right) -> bool {
                let ($a, $b) = (self, other);
                let (left, right): (&[T], &[U]) = ($left_slice, $right_slice);
                *left != *right
            }
        }
    };
}

equal! { [] Vec<T>, Vec<U>, |a| refine::vec_slice(a), |b| refine::vec_slice(b) }
equal! { [] Vec<T>, &[U], |a| refine::vec_slice(a), |b| *b }
equal! { [] Vec<T>, &mut [U], |a| refine::vec_slice(a), |b| &**b }
equal! { [] &[T], Vec<U>, |a| *a, |b| refine::vec_slice(b) }
equal! { [] &mut [T], Vec<U>, |a| &**a, |b| refine::vec_slice(b) }
equal! { [] Vec<T>, [U], |a| refine::vec_slice(a), |b| b }
equal! { [] [T], Vec<U>, |a| a, |b| refine::vec_slice(b) }
equal! { [const N: usize] Vec<T>, [U; N], |a| refine::vec_slice(a), |b| base::array_slice(b) }
equal! { [const N: usize] Vec<T>, &[U; N], |a| refine::vec_slice(a), |b| base::array_slice(*b) }

impl<T: PartialEq<U> + Clone, U> PartialEq<Vec<U>> for Cow<'_, [T]> {
    fn eq(&self, other: &Vec<U>) -> bool {
        let left: &[T] = &**self;
        *left == *refine::vec_slice(other)
    }

    fn ne(&self, other: &Vec<U>) -> bool {
        let left: &[T] = &**self;
        *left != *refine::vec_slice(other)
    }
}

impl<T: PartialEq<U> + Clone, U> PartialEq<&[U]> for Cow<'_, [T]> {
    fn eq(&self, other: &&[U]) -> bool {
        let left: &[T] = &**self;
        *left == **other
    }

    fn ne(&self, other: &&[U]) -> bool {
        let left: &[T] = &**self;
        *left != **other
    }
}

impl<T: Eq> Eq for Vec<T> {}

impl<T: PartialOrd> PartialOrd for Vec<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        PartialOrd::partial_cmp(refine::vec_slice(self), refine::vec_slice(other))
    }

    fn lt(&self, other: &Self) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Less))
    }

    fn le(&self, other: &Self) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Less | Ordering::Equal))
    }

    fn gt(&self, other: &Self) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Greater))
    }

    fn ge(&self, other: &Self) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Greater | Ordering::Equal))
    }
}

impl<T: Ord> Ord for Vec<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(refine::vec_slice(self), refine::vec_slice(other))
    }
}

impl<T> AsRef<Vec<T>> for Vec<T> {
    fn as_ref(&self) -> &Vec<T> {
        self
    }
}

impl<T> AsMut<Vec<T>> for Vec<T> {
    fn as_mut(&mut self) -> &mut Vec<T> {
        self
    }
}

impl<T> AsRef<[T]> for Vec<T> {
    fn as_ref(&self) -> &[T] {
        refine::vec_slice(self)
    }
}

impl<T> AsMut<[T]> for Vec<T> {
    fn as_mut(&mut self) -> &mut [T] {
        refine::vec_slice_mut(self)
    }
}

impl<T> Borrow<[T]> for Vec<T> {
    fn borrow(&self) -> &[T] {
        refine::vec_slice(self)
    }
}

impl<T> BorrowMut<[T]> for Vec<T> {
    fn borrow_mut(&mut self) -> &mut [T] {
        refine::vec_slice_mut(self)
    }
}

impl<T: Clone> From<&[T]> for Vec<T> {
    fn from(s: &[T]) -> Vec<T> {
        refine::clone_each(s)
    }
}

impl<T: Clone> From<&mut [T]> for Vec<T> {
    fn from(s: &mut [T]) -> Vec<T> {
        refine::clone_each(s)
    }
}

impl<T: Clone, const N: usize> From<&[T; N]> for Vec<T> {
    fn from(s: &[T; N]) -> Vec<T> {
        refine::clone_each(base::array_slice(s))
    }
}

impl<T: Clone, const N: usize> From<&mut [T; N]> for Vec<T> {
    fn from(s: &mut [T; N]) -> Vec<T> {
        refine::clone_each(base::array_slice(s))
    }
}

impl<T, const N: usize> From<[T; N]> for Vec<T> {
    fn from(s: [T; N]) -> Vec<T> {
        from_array(s)
    }
}

impl<'a, T> From<Cow<'a, [T]>> for Vec<T>
where
    [T]: ToOwned<Owned = Vec<T>>,
{
    fn from(s: Cow<'a, [T]>) -> Vec<T> {
        s.into_owned()
    }
}

impl<T> From<Box<[T]>> for Vec<T> {
    fn from(s: Box<[T]>) -> Vec<T> {
        s.into_vec()
    }
}

impl From<&str> for Vec<u8> {
    fn from(s: &str) -> Vec<u8>;
}

impl From<String> for Vec<u8> {
    fn from(s: String) -> Vec<u8> {
        s.into_bytes()
    }
}

impl<T, const N: usize> TryFrom<Vec<T>> for [T; N] {
    type Error = Vec<T>;

    fn try_from(mut vec: Vec<T>) -> Result<[T; N], Vec<T>> {
        if vec.len() == N {
            let array = base::array_from(refine::vec_slice(&vec));
            refine::vec_truncate(&mut vec, 0);
            Ok(array)
        } else {
            Err(vec)
        }
    }
}

impl<'a, T: Clone> From<&'a [T]> for Cow<'a, [T]> {
    fn from(s: &'a [T]) -> Cow<'a, [T]> {
        Cow::Borrowed(s)
    }
}

impl<'a, T: Clone, const N: usize> From<&'a [T; N]> for Cow<'a, [T]> {
    fn from(s: &'a [T; N]) -> Cow<'a, [T]> {
        Cow::Borrowed(base::array_slice(s))
    }
}

impl<'a, T: Clone> From<Vec<T>> for Cow<'a, [T]> {
    fn from(v: Vec<T>) -> Cow<'a, [T]> {
        Cow::Owned(v)
    }
}

impl<'a, T: Clone> From<&'a Vec<T>> for Cow<'a, [T]> {
    fn from(v: &'a Vec<T>) -> Cow<'a, [T]> {
        Cow::Borrowed(refine::vec_slice(v))
    }
}

impl<'a, T: Clone> FromIterator<T> for Cow<'a, [T]> {
    #[bypasses(size_hint)]
    fn from_iter<I: IntoIterator<Item = T>>(it: I) -> Cow<'a, [T]> {
        Cow::Owned(FromIterator::from_iter(it))
    }
}
