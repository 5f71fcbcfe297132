//! Arrays. `refine::array_slice` is an array's elements as a slice, `refine::array_from` the way back.

use crate::borrow::{Borrow, BorrowMut};
use crate::cmp::Ordering;
use crate::convert::Infallible;
use crate::error::Error;
use crate::hash::{Hash, Hasher};
use crate::iter::{ExactSizeIterator, FusedIterator};
use crate::mem::ManuallyDrop;
use crate::ops::{Index, IndexMut};
use crate::slice::{Iter, IterMut, SliceIndex};
use crate::{fmt, mem, refine};

pub fn from_fn<T, const N: usize, F>(mut f: F) -> [T; N]
where
    F: FnMut(usize) -> T,
{
    let mut out = unfilled();
    let mut i = 0;
    while i < N {
        put(&mut out, i, f(i));
        i = i + 1;
    }
    ManuallyDrop::into_inner(out)
}

pub fn repeat<T: Clone, const N: usize>(val: T) -> [T; N] {
    let mut out = unfilled();
    if N > 0 {
        let mut i = 0;
        while i < N - 1 {
            put(&mut out, i, val.clone());
            i = i + 1;
        }
        put(&mut out, N - 1, val);
    }
    ManuallyDrop::into_inner(out)
}

/// An array of whatever, of which nothing is ever dropped.
fn unfilled<T, const N: usize>() -> ManuallyDrop<[T; N]> {
    ManuallyDrop::new(refine::any())
}

/// Writes an element without a drop of the old one.
fn put<T, const N: usize>(out: &mut ManuallyDrop<[T; N]>, i: usize, x: T) {
    mem::forget(mem::replace(refine::at_mut(refine::array_slice_mut(&mut **out), i), x));
}

pub const fn from_ref<T>(s: &T) -> &[T; 1];

pub const fn from_mut<T>(s: &mut T) -> &mut [T; 1];

#[derive(Debug, Copy, Clone)]
pub struct TryFromSliceError(());

impl fmt::Display for TryFromSliceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl Error for TryFromSliceError {}

impl From<Infallible> for TryFromSliceError {
    fn from(x: Infallible) -> TryFromSliceError {
        match x {}
    }
}

impl<T, const N: usize> [T; N] {
    pub fn map<F, U>(self, mut f: F) -> [U; N]
    where
        F: FnMut(T) -> U,
    {
        let this = ManuallyDrop::new(self);
        let mut out = unfilled();
        let mut i = 0;
        while i < N {
            put(&mut out, i, f(refine::read(refine::array_slice(&*this), i)));
            i = i + 1;
        }
        ManuallyDrop::into_inner(out)
    }

    pub const fn as_slice(&self) -> &[T] {
        refine::array_slice(self)
    }

    pub const fn as_mut_slice(&mut self) -> &mut [T] {
        refine::array_slice_mut(self)
    }

    #[ensures(|ret| forall(0..N, |i| *ret[i] == self[i]))]
    pub const fn each_ref(&self) -> [&T; N];

    pub const fn each_mut(&mut self) -> [&mut T; N];
}

impl<T, const N: usize> AsRef<[T]> for [T; N] {
    fn as_ref(&self) -> &[T] {
        refine::array_slice(self)
    }
}

impl<T, const N: usize> AsMut<[T]> for [T; N] {
    fn as_mut(&mut self) -> &mut [T] {
        refine::array_slice_mut(self)
    }
}

impl<T, const N: usize> Borrow<[T]> for [T; N] {
    fn borrow(&self) -> &[T] {
        refine::array_slice(self)
    }
}

impl<T, const N: usize> BorrowMut<[T]> for [T; N] {
    fn borrow_mut(&mut self) -> &mut [T] {
        refine::array_slice_mut(self)
    }
}

impl<T, const N: usize> TryFrom<&[T]> for [T; N]
where
    T: Copy,
{
    type Error = TryFromSliceError;

    fn try_from(slice: &[T]) -> Result<[T; N], TryFromSliceError> {
        if refine::len(slice) == N { Ok(refine::array_from(slice)) } else { Err(TryFromSliceError(())) }
    }
}

impl<T, const N: usize> TryFrom<&mut [T]> for [T; N]
where
    T: Copy,
{
    type Error = TryFromSliceError;

    fn try_from(slice: &mut [T]) -> Result<[T; N], TryFromSliceError> {
        if refine::len(slice) == N { Ok(refine::array_from(slice)) } else { Err(TryFromSliceError(())) }
    }
}

impl<'a, T, const N: usize> TryFrom<&'a [T]> for &'a [T; N] {
    type Error = TryFromSliceError;

    #[ensures(|ret| match ret { Ok(a) => slice.len() == N && forall(0..N, |i| a[i] == slice[i]), Err(_) => slice.len() != N })]
    fn try_from(slice: &'a [T]) -> Result<&'a [T; N], TryFromSliceError>;
}

impl<'a, T, const N: usize> TryFrom<&'a mut [T]> for &'a mut [T; N] {
    type Error = TryFromSliceError;

    fn try_from(slice: &'a mut [T]) -> Result<&'a mut [T; N], TryFromSliceError>;
}

impl<T: Hash, const N: usize> Hash for [T; N] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        refine::array_slice(self).hash(state)
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for [T; N] {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<'a, T, const N: usize> IntoIterator for &'a [T; N] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        refine::array_slice(self).iter()
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a mut [T; N] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        refine::array_slice_mut(self).iter_mut()
    }
}

impl<T, I, const N: usize> Index<I> for [T; N]
where
    [T]: Index<I>,
{
    type Output = <[T] as Index<I>>::Output;

    fn index(&self, index: I) -> &<[T] as Index<I>>::Output {
        refine::array_slice(self).index(index)
    }
}

impl<T, I, const N: usize> IndexMut<I> for [T; N]
where
    [T]: IndexMut<I>,
{
    fn index_mut(&mut self, index: I) -> &mut <[T] as Index<I>>::Output {
        refine::array_slice_mut(self).index_mut(index)
    }
}

impl<T: Copy, const N: usize> Copy for [T; N] {}

impl<T: Clone, const N: usize> Clone for [T; N] {
    fn clone(&self) -> [T; N] {
        let mut out = unfilled();
        let mut i = 0;
        while i < N {
            put(&mut out, i, refine::at(refine::array_slice(self), i).clone());
            i = i + 1;
        }
        ManuallyDrop::into_inner(out)
    }

    fn clone_from(&mut self, other: &[T; N]) {
        refine::array_slice_mut(self).clone_from_slice(refine::array_slice(other));
    }
}

impl<T, U, const N: usize> PartialEq<[U; N]> for [T; N]
where
    T: PartialEq<U>,
{
    fn eq(&self, other: &[U; N]) -> bool {
        *refine::array_slice(self) == *refine::array_slice(other)
    }

    fn ne(&self, other: &[U; N]) -> bool {
        *refine::array_slice(self) != *refine::array_slice(other)
    }
}

macro_rules! equal {
    ($(($Left:ty, $Right:ty, |$self:ident, $other:ident| $left:expr, $right:expr))*) => {
        $(
            impl<T, U, const N: usize> PartialEq<$Right> for $Left
            where
                T: PartialEq<U>,
            {
                fn eq(&$self, $other: &$Right) -> bool {
                    *$left == *$right
                }

                fn ne(&$self, $other: &$Right) -> bool {
                    *$left != *$right
                }
            }
        )*
    };
}

equal! {
    ([T; N], [U], |self, other| refine::array_slice(self), other)
    ([T], [U; N], |self, other| self, refine::array_slice(other))
    ([T; N], &[U], |self, other| refine::array_slice(self), *other)
    (&[T], [U; N], |self, other| *self, refine::array_slice(other))
    ([T; N], &mut [U], |self, other| refine::array_slice(self), *other)
    (&mut [T], [U; N], |self, other| *self, refine::array_slice(other))
}

impl<T: Eq, const N: usize> Eq for [T; N] {}

impl<T: PartialOrd, const N: usize> PartialOrd for [T; N] {
    fn partial_cmp(&self, other: &[T; N]) -> Option<Ordering> {
        refine::array_slice(self).partial_cmp(refine::array_slice(other))
    }

    fn lt(&self, other: &[T; N]) -> bool {
        *refine::array_slice(self) < *refine::array_slice(other)
    }

    fn le(&self, other: &[T; N]) -> bool {
        *refine::array_slice(self) <= *refine::array_slice(other)
    }

    fn gt(&self, other: &[T; N]) -> bool {
        *refine::array_slice(self) > *refine::array_slice(other)
    }

    fn ge(&self, other: &[T; N]) -> bool {
        *refine::array_slice(self) >= *refine::array_slice(other)
    }
}

impl<T: Ord, const N: usize> Ord for [T; N] {
    fn cmp(&self, other: &[T; N]) -> Ordering {
        refine::array_slice(self).cmp(refine::array_slice(other))
    }
}

/// The real library has it for the lengths up to 32; without a bound for 0.
impl<T> Default for [T; 0] {
    fn default() -> [T; 0] {
        []
    }
}

macro_rules! default {
    ($($n:literal: $($T:ident)+;)*) => {
        $(impl<T: Default> Default for [T; $n] {
            fn default() -> [T; $n] {
                [$(<$T as Default>::default()),+]
            }
        })*
    };
}

default! {
    1: T;
    2: T T;
    3: T T T;
    4: T T T T;
    5: T T T T T;
    6: T T T T T T;
    7: T T T T T T T;
    8: T T T T T T T T;
    9: T T T T T T T T T;
    10: T T T T T T T T T T;
    11: T T T T T T T T T T T;
    12: T T T T T T T T T T T T;
    13: T T T T T T T T T T T T T;
    14: T T T T T T T T T T T T T T;
    15: T T T T T T T T T T T T T T T;
    16: T T T T T T T T T T T T T T T T;
    17: T T T T T T T T T T T T T T T T T;
    18: T T T T T T T T T T T T T T T T T T;
    19: T T T T T T T T T T T T T T T T T T T;
    20: T T T T T T T T T T T T T T T T T T T T;
    21: T T T T T T T T T T T T T T T T T T T T T;
    22: T T T T T T T T T T T T T T T T T T T T T T;
    23: T T T T T T T T T T T T T T T T T T T T T T T;
    24: T T T T T T T T T T T T T T T T T T T T T T T T;
    25: T T T T T T T T T T T T T T T T T T T T T T T T T;
    26: T T T T T T T T T T T T T T T T T T T T T T T T T T;
    27: T T T T T T T T T T T T T T T T T T T T T T T T T T T;
    28: T T T T T T T T T T T T T T T T T T T T T T T T T T T T;
    29: T T T T T T T T T T T T T T T T T T T T T T T T T T T T T;
    30: T T T T T T T T T T T T T T T T T T T T T T T T T T T T T T;
    31: T T T T T T T T T T T T T T T T T T T T T T T T T T T T T T T;
    32: T T T T T T T T T T T T T T T T T T T T T T T T T T T T T T T T;
}

/// Elements `lo..hi` are still there. When it is dropped, so are they.
#[invariant(self.lo <= self.hi && self.hi <= N)]
pub struct IntoIter<T, const N: usize> {
    data: ManuallyDrop<[T; N]>,
    lo: usize,
    hi: usize,
}

impl<T, const N: usize> IntoIterator for [T; N] {
    type Item = T;
    type IntoIter = IntoIter<T, N>;

    fn into_iter(self) -> IntoIter<T, N> {
        IntoIter { data: ManuallyDrop::new(self), lo: 0, hi: N }
    }
}

impl<T, const N: usize> IntoIter<T, N> {
    pub fn as_slice(&self) -> &[T] {
        refine::part(refine::array_slice(&*self.data), self.lo, self.hi)
    }

    pub fn as_mut_slice(&mut self) -> &mut [T] {
        refine::part_mut(refine::array_slice_mut(&mut *self.data), self.lo, self.hi)
    }
}

impl<T, const N: usize> Iterator for IntoIter<T, N> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.lo < self.hi {
            let at = self.lo;
            self.lo = at + 1;
            Some(refine::read(refine::array_slice(&*self.data), at))
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.hi - self.lo;
        (left, Some(left))
    }

    fn count(self) -> usize {
        self.hi - self.lo
    }

    fn last(mut self) -> Option<T> {
        self.next_back()
    }
}

impl<T, const N: usize> DoubleEndedIterator for IntoIter<T, N> {
    fn next_back(&mut self) -> Option<T> {
        if self.lo < self.hi {
            self.hi = self.hi - 1;
            Some(refine::read(refine::array_slice(&*self.data), self.hi))
        } else {
            None
        }
    }
}

impl<T, const N: usize> Drop for IntoIter<T, N> {
    fn drop(&mut self) {
        refine::drop_each(self.as_slice());
    }
}

impl<T, const N: usize> ExactSizeIterator for IntoIter<T, N> {
    fn len(&self) -> usize {
        self.hi - self.lo
    }
}

impl<T, const N: usize> FusedIterator for IntoIter<T, N> {}

impl<T: Clone, const N: usize> Clone for IntoIter<T, N> {
    fn clone(&self) -> Self;
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for IntoIter<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
