//! The methods of slices that allocate, and `core::slice` again.

pub use core::slice::*;

use crate::borrow::ToOwned;
use crate::boxed::Box;
use crate::refine;
use crate::vec::{self, Vec};
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::mem;
use core::refine as base;

impl<T> [T] {
    #[rustc_allow_incoherent_impl]
    pub fn sort(&mut self)
    where
        T: Ord,
    {
        self.sort_unstable()
    }

    #[rustc_allow_incoherent_impl]
    pub fn sort_by<F>(&mut self, compare: F)
    where
        F: FnMut(&T, &T) -> Ordering,
    {
        self.sort_unstable_by(compare)
    }

    #[rustc_allow_incoherent_impl]
    pub fn sort_by_key<K, F>(&mut self, f: F)
    where
        F: FnMut(&T) -> K,
        K: Ord,
    {
        self.sort_unstable_by_key(f)
    }

    #[rustc_allow_incoherent_impl]
    pub fn sort_by_cached_key<K, F>(&mut self, f: F)
    where
        F: FnMut(&T) -> K,
        K: Ord;

    #[rustc_allow_incoherent_impl]
    pub fn to_vec(&self) -> Vec<T>
    where
        T: Clone,
    {
        refine::clone_each(self)
    }

    #[ensures(|ret| ret.len() == self.len())]
    #[rustc_allow_incoherent_impl]
    pub fn into_vec(self: Box<Self>) -> Vec<T>;

    #[rustc_allow_incoherent_impl]
    pub fn repeat(&self, n: usize) -> Vec<T>
    where
        T: Copy;

    #[rustc_allow_incoherent_impl]
    pub fn concat<Item: ?Sized>(&self) -> <Self as Concat<Item>>::Output
    where
        Self: Concat<Item>,
    {
        Concat::concat(self)
    }

    #[rustc_allow_incoherent_impl]
    pub fn join<Separator>(&self, sep: Separator) -> <Self as Join<Separator>>::Output
    where
        Self: Join<Separator>,
    {
        Join::join(self, sep)
    }

    #[rustc_allow_incoherent_impl]
    pub fn connect<Separator>(&self, sep: Separator) -> <Self as Join<Separator>>::Output
    where
        Self: Join<Separator>,
    {
        Join::join(self, sep)
    }
}

impl [u8] {
    #[rustc_allow_incoherent_impl]
    pub fn to_ascii_uppercase(&self) -> Vec<u8> {
        let mut out = refine::clone_each(self);
        out.make_ascii_uppercase();
        out
    }

    #[rustc_allow_incoherent_impl]
    pub fn to_ascii_lowercase(&self) -> Vec<u8> {
        let mut out = refine::clone_each(self);
        out.make_ascii_lowercase();
        out
    }
}

pub trait Concat<Item: ?Sized> {
    type Output;
    fn concat(slice: &Self) -> Self::Output;
}

pub trait Join<Separator> {
    type Output;
    fn join(slice: &Self, sep: Separator) -> Self::Output;
}

impl<T: Clone, V: Borrow<[T]>> Concat<T> for [V] {
    type Output = Vec<T>;

    fn concat(slice: &Self) -> Vec<T> {
        let mut out = refine::vec_new();
        let mut i = 0;
        while i < base::len(slice) {
            let part: &[T] = base::at(slice, i).borrow();
            out.extend_from_slice(part);
            i += 1;
        }
        out
    }
}

impl<T: Clone, V: Borrow<[T]>> Join<&T> for [V] {
    type Output = Vec<T>;

    fn join(slice: &Self, sep: &T) -> Vec<T> {
        let mut out = refine::vec_new();
        let mut i = 0;
        while i < base::len(slice) {
            if i > 0 {
                refine::vec_push(&mut out, sep.clone());
            }
            let part: &[T] = base::at(slice, i).borrow();
            out.extend_from_slice(part);
            i += 1;
        }
        out
    }
}

impl<T: Clone, V: Borrow<[T]>> Join<&[T]> for [V] {
    type Output = Vec<T>;

    fn join(slice: &Self, sep: &[T]) -> Vec<T> {
        let mut out = refine::vec_new();
        let mut i = 0;
        while i < base::len(slice) {
            if i > 0 {
                out.extend_from_slice(sep);
            }
            let part: &[T] = base::at(slice, i).borrow();
            out.extend_from_slice(part);
            i += 1;
        }
        out
    }
}

impl<T: Clone> ToOwned for [T] {
    type Owned = Vec<T>;

    fn to_owned(&self) -> Vec<T> {
        refine::clone_each(self)
    }

    fn clone_into(&self, target: &mut Vec<T>) {
        target.truncate(base::len(self));
        let n = target.len();
        refine::vec_slice_mut(target).clone_from_slice(base::part(self, 0, n));
        target.extend_from_slice(base::part(self, n, base::len(self)));
    }
}
