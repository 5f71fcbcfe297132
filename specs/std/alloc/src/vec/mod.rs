//! `Vec`: a sequence of values to the solver. Capacity is not part of it.

mod drain;
mod into_iter;
mod traits;

pub use drain::{Drain, ExtractIf, Splice};
pub use into_iter::IntoIter;

use crate::boxed::Box;
use crate::collections::TryReserveError;
use crate::refine;
use core::marker::PhantomData;
use core::mem::{self, MaybeUninit};
use core::ops::{Bound, RangeBounds};
use core::refine as base;

pub struct Vec<T> {
    _items: PhantomData<T>,
}

/// The most elements that a vector may have.
pub(crate) const fn most<T>() -> usize {
    let size = base::size_of::<T>();
    if size == 0 { usize::MAX } else { isize::MAX as usize / size }
}

/// Claims that there is room for the items that an iterator promises, beside `len` others: the real functions make it at once.
pub(crate) fn room<T, I: Iterator>(len: usize, iter: &I) {
    if base::promises_any_number::<I>() {
        room_for::<T>(len, iter.size_hint().0);
    }
}

/// The same once more, where an iterator promises more as it goes on.
fn more_room<T, I: Iterator>(len: usize, iter: &I) {
    if base::promises_anew::<I>() {
        room_for::<T>(len, iter.size_hint().0);
    }
}

pub(crate) fn room_for<T>(len: usize, promised: usize) {
    base::require(
        promised <= most::<T>() - len,
        "panic",
        "as many elements as the iterator promises take at most isize::MAX bytes",
        "capacity overflow",
    );
}

/// The start and the end of a range among `len` elements; past the end where `usize` cannot hold them.
pub(crate) fn ends<R: RangeBounds<usize>>(range: &R, len: usize) -> (usize, usize) {
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(start) => {
            if *start == usize::MAX {
                usize::MAX
            } else {
                *start + 1
            }
        }
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(end) => {
            if *end == usize::MAX {
                usize::MAX
            } else {
                *end + 1
            }
        }
        Bound::Excluded(end) => *end,
        Bound::Unbounded => len,
    };
    (start, end)
}

/// `n - 1` clones of a value and then the value.
fn copies<T: Clone>(elem: T, n: usize) -> Vec<T> {
    if n == 0 {
        return refine::vec_new();
    }
    let all = refine::repeat(elem, n);
    let same = refine::vec_slice(&all);
    let mut out = refine::clone_each(base::part(same, 0, n - 1));
    refine::vec_append(&mut out, base::part(same, n - 1, n));
    mem::forget(all);
    out
}

/// What `vec![elem; n]` is.
pub fn from_elem<T: Clone>(elem: T, n: usize) -> Vec<T> {
    base::require(n <= most::<T>(), "panic", "{n} elements take at most isize::MAX bytes", "capacity overflow");
    copies(elem, n)
}

/// What `vec![a, b]` is.
pub fn from_array<T, const N: usize>(array: [T; N]) -> Vec<T> {
    let mut out = refine::vec_new();
    refine::vec_append(&mut out, base::array_slice(&array));
    mem::forget(array);
    out
}

impl<T> Vec<T> {
    pub const fn new() -> Self {
        refine::vec_new()
    }

    pub fn with_capacity(capacity: usize) -> Self {
        base::require(
            capacity <= most::<T>(),
            "panic",
            "{capacity} elements take at most isize::MAX bytes",
            "capacity overflow",
        );
        refine::vec_new()
    }

    pub unsafe fn from_raw_parts(ptr: *mut T, length: usize, capacity: usize) -> Self;
    pub fn into_raw_parts(self) -> (*mut T, usize, usize);

    #[ensures(|ret| *ret >= self.len())]
    pub const fn capacity(&self) -> usize;

    pub fn reserve(&mut self, additional: usize) {
        base::require(
            additional <= most::<T>() - self.len(),
            "panic",
            "{self}.len() + {additional} elements take at most isize::MAX bytes",
            "capacity overflow",
        );
    }

    pub fn reserve_exact(&mut self, additional: usize) {
        base::require(
            additional <= most::<T>() - self.len(),
            "panic",
            "{self}.len() + {additional} elements take at most isize::MAX bytes",
            "capacity overflow",
        );
    }

    pub fn try_reserve(&mut self, additional: usize) -> Result<(), TryReserveError> {
        base::any()
    }

    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), TryReserveError> {
        base::any()
    }

    pub fn shrink_to_fit(&mut self) {}

    pub fn shrink_to(&mut self, min_capacity: usize) {}

    #[ensures(|ret| ret.len() == self.len())]
    pub fn into_boxed_slice(self) -> Box<[T]>;

    pub fn truncate(&mut self, len: usize) {
        let n = self.len();
        if len < n {
            base::drop_each(base::part(refine::vec_slice(self), len, n));
            refine::vec_truncate(self, len);
        }
    }

    pub const fn as_slice(&self) -> &[T] {
        refine::vec_slice(self)
    }

    pub const fn as_mut_slice(&mut self) -> &mut [T] {
        refine::vec_slice_mut(self)
    }

    pub const fn as_ptr(&self) -> *const T;
    pub const fn as_mut_ptr(&mut self) -> *mut T;
    pub unsafe fn set_len(&mut self, new_len: usize);

    pub fn swap_remove(&mut self, index: usize) -> T {
        let n = self.len();
        base::require(
            index < n,
            "index",
            "{index} < {self}.len()",
            "swap_remove index (is {index}) should be < len (is {self.len()})",
        );
        let taken = base::read(refine::vec_slice(self), index);
        let last = base::read(refine::vec_slice(self), n - 1);
        refine::vec_truncate(self, n - 1);
        if index < n - 1 {
            refine::vec_cut(self, index, index + 1);
            refine::vec_insert(self, index, last);
        } else {
            mem::forget(last);
        }
        taken
    }

    pub fn insert(&mut self, index: usize, element: T) {
        base::require(
            index <= self.len(),
            "index",
            "{index} <= {self}.len()",
            "insertion index (is {index}) should be <= len (is {self.len()})",
        );
        refine::vec_insert(self, index, element);
    }

    pub fn insert_mut(&mut self, index: usize, element: T) -> &mut T {
        base::require(
            index <= self.len(),
            "index",
            "{index} <= {self}.len()",
            "insertion index (is {index}) should be <= len (is {self.len()})",
        );
        refine::vec_insert(self, index, element);
        base::at_mut(refine::vec_slice_mut(self), index)
    }

    pub fn remove(&mut self, index: usize) -> T {
        base::require(
            index < self.len(),
            "index",
            "{index} < {self}.len()",
            "removal index (is {index}) should be < len (is {self.len()})",
        );
        let taken = base::read(refine::vec_slice(self), index);
        refine::vec_cut(self, index, index + 1);
        taken
    }

    pub fn retain<F>(&mut self, mut f: F)
    where
        F: FnMut(&T) -> bool,
    {
        let mut i = 0;
        while i < self.len() {
            if f(base::at(refine::vec_slice(self), i)) {
                i += 1;
            } else {
                base::drop_each(base::part(refine::vec_slice(self), i, i + 1));
                refine::vec_cut(self, i, i + 1);
            }
        }
    }

    pub fn retain_mut<F>(&mut self, mut f: F)
    where
        F: FnMut(&mut T) -> bool,
    {
        let mut i = 0;
        while i < self.len() {
            if f(base::at_mut(refine::vec_slice_mut(self), i)) {
                i += 1;
            } else {
                base::drop_each(base::part(refine::vec_slice(self), i, i + 1));
                refine::vec_cut(self, i, i + 1);
            }
        }
    }

    pub fn dedup_by_key<F, K>(&mut self, mut key: F)
    where
        F: FnMut(&mut T) -> K,
        K: PartialEq,
    {
        let mut i = 1;
        while i < self.len() {
            let (before, after) = base::split_mut(refine::vec_slice_mut(self), i);
            let this = key(base::at_mut(after, 0));
            let kept = key(base::at_mut(before, i - 1));
            if this == kept {
                base::drop_each(base::part(refine::vec_slice(self), i, i + 1));
                refine::vec_cut(self, i, i + 1);
            } else {
                i += 1;
            }
        }
    }

    pub fn dedup_by<F>(&mut self, mut same_bucket: F)
    where
        F: FnMut(&mut T, &mut T) -> bool,
    {
        let mut i = 1;
        while i < self.len() {
            let (before, after) = base::split_mut(refine::vec_slice_mut(self), i);
            if same_bucket(base::at_mut(after, 0), base::at_mut(before, i - 1)) {
                base::drop_each(base::part(refine::vec_slice(self), i, i + 1));
                refine::vec_cut(self, i, i + 1);
            } else {
                i += 1;
            }
        }
    }

    pub fn push(&mut self, value: T) {
        refine::vec_push(self, value);
    }

    pub fn push_mut(&mut self, value: T) -> &mut T {
        let n = self.len();
        refine::vec_push(self, value);
        base::at_mut(refine::vec_slice_mut(self), n)
    }

    pub fn pop(&mut self) -> Option<T> {
        let n = self.len();
        if n == 0 {
            return None;
        }
        let last = base::read(refine::vec_slice(self), n - 1);
        refine::vec_truncate(self, n - 1);
        Some(last)
    }

    pub fn pop_if(&mut self, predicate: impl FnOnce(&mut T) -> bool) -> Option<T> {
        let n = self.len();
        if n == 0 {
            return None;
        }
        if predicate(base::at_mut(refine::vec_slice_mut(self), n - 1)) { self.pop() } else { None }
    }

    pub fn append(&mut self, other: &mut Self) {
        refine::vec_append(self, refine::vec_slice(other));
        refine::vec_truncate(other, 0);
    }

    pub fn drain<R>(&mut self, range: R) -> Drain<'_, T>
    where
        R: RangeBounds<usize>,
    {
        let len = self.len();
        let (lo, hi) = ends(&range, len);
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
        Drain::cut(self, lo, hi)
    }

    pub fn clear(&mut self) {
        base::drop_each(refine::vec_slice(self));
        refine::vec_truncate(self, 0);
    }

    pub const fn len(&self) -> usize {
        base::len(refine::vec_slice(self))
    }

    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn split_off(&mut self, at: usize) -> Self {
        let n = self.len();
        base::require(
            at <= n,
            "slice",
            "{at} <= {self}.len()",
            "`at` split index (is {at}) should be <= len (is {self.len()})",
        );
        let mut tail = refine::vec_new();
        refine::vec_append(&mut tail, base::part(refine::vec_slice(self), at, n));
        refine::vec_truncate(self, at);
        tail
    }

    pub fn resize_with<F>(&mut self, new_len: usize, mut f: F)
    where
        F: FnMut() -> T,
    {
        let n = self.len();
        self.reserve_to(new_len);
        if new_len > n {
            let mut i = n;
            while i < new_len {
                refine::vec_push(self, f());
                i += 1;
            }
        } else {
            self.truncate(new_len);
        }
    }

    fn reserve_to(&self, new_len: usize) {
        base::require(
            new_len <= self.len() || new_len <= most::<T>(),
            "panic",
            "{new_len} elements take at most isize::MAX bytes",
            "capacity overflow",
        );
    }

    #[ensures(|ret| ret.len() == self.len())]
    pub fn leak<'a>(self) -> &'a mut [T];

    pub fn spare_capacity_mut(&mut self) -> &mut [MaybeUninit<T>];

    pub fn splice<R, I>(&mut self, range: R, replace_with: I) -> Splice<'_, I::IntoIter>
    where
        R: RangeBounds<usize>,
        I: IntoIterator<Item = T>;

    pub fn extract_if<F, R>(&mut self, range: R, filter: F) -> ExtractIf<'_, T, F>
    where
        F: FnMut(&mut T) -> bool,
        R: RangeBounds<usize>;
}

impl<T: Clone> Vec<T> {
    pub fn resize(&mut self, new_len: usize, value: T) {
        let n = self.len();
        self.reserve_to(new_len);
        if new_len > n {
            let more = copies(value, new_len - n);
            refine::vec_append(self, refine::vec_slice(&more));
            mem::forget(more);
        } else {
            self.truncate(new_len);
        }
    }

    pub fn extend_from_slice(&mut self, other: &[T]) {
        let more = refine::clone_each(other);
        refine::vec_append(self, refine::vec_slice(&more));
        mem::forget(more);
    }

    pub fn extend_from_within<R>(&mut self, src: R)
    where
        R: RangeBounds<usize>,
    {
        let len = self.len();
        let (lo, hi) = ends(&src, len);
        base::require(
            lo <= len,
            "slice",
            "{src} starts at or before {self}.len()",
            "range start index {lo} out of range for slice of length {len}",
        );
        base::require(
            hi <= len,
            "slice",
            "{src} ends at or before {self}.len()",
            "range end index {hi} out of range for slice of length {len}",
        );
        base::require(
            lo <= hi,
            "slice",
            "{src} does not end before it starts",
            "slice index starts at {lo} but ends at {hi}",
        );
        let more = refine::clone_each(base::part(refine::vec_slice(self), lo, hi));
        refine::vec_append(self, refine::vec_slice(&more));
        mem::forget(more);
    }
}

impl<T, const N: usize> Vec<[T; N]> {
    pub fn into_flattened(self) -> Vec<T>;
}

impl<T: PartialEq> Vec<T> {
    pub fn dedup(&mut self) {
        let mut i = 1;
        while i < self.len() {
            let items = refine::vec_slice(self);
            if *base::at(items, i) == *base::at(items, i - 1) {
                base::drop_each(base::part(refine::vec_slice(self), i, i + 1));
                refine::vec_cut(self, i, i + 1);
            } else {
                i += 1;
            }
        }
    }
}
