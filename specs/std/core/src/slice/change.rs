//! What changes the elements of a slice.

use crate::ops::RangeBounds;
use crate::{mem, refine};

impl<T> [T] {
    #[track_caller]
    pub const fn swap(&mut self, a: usize, b: usize) {
        let n = refine::len(self);
        refine::require(
            a < n,
            "index",
            "{a} < {self}.len()",
            "index out of bounds: the len is {n} but the index is {a}",
        );
        refine::require(
            b < n,
            "index",
            "{b} < {self}.len()",
            "index out of bounds: the len is {n} but the index is {b}",
        );
        swap_at(self, a, b);
    }

    #[ensures(|_| self.len() == old(self.len()) && forall(0..self.len(), |i| self[i] == old(self[self.len() - 1 - i])))]
    pub const fn reverse(&mut self);

    pub const fn rotate_left(&mut self, mid: usize) {
        let n = refine::len(self);
        refine::require(mid <= n, "slice", "{mid} <= {self}.len()", "assertion failed: mid <= self.len()");
        refine::part_mut(self, 0, mid).reverse();
        refine::part_mut(self, mid, n).reverse();
        self.reverse();
    }

    pub const fn rotate_right(&mut self, k: usize) {
        let n = refine::len(self);
        refine::require(k <= n, "slice", "{k} <= {self}.len()", "assertion failed: k <= self.len()");
        refine::part_mut(self, 0, n - k).reverse();
        refine::part_mut(self, n - k, n).reverse();
        self.reverse();
    }

    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        if refine::clones_are_equal::<T>() {
            return fill_elements(self, &value);
        }
        let n = refine::len(self);
        if n > 0 {
            let mut i = 0;
            while i < n - 1 {
                refine::at_mut(self, i).clone_from(&value);
                i = i + 1;
            }
            *refine::at_mut(self, n - 1) = value;
        }
    }

    pub fn fill_with<F>(&mut self, mut f: F)
    where
        F: FnMut() -> T,
    {
        let n = refine::len(self);
        let mut i = 0;
        while i < n {
            *refine::at_mut(self, i) = f();
            i = i + 1;
        }
    }

    #[track_caller]
    pub fn clone_from_slice(&mut self, src: &[T])
    where
        T: Clone,
    {
        let n = refine::len(self);
        refine::require(
            n == refine::len(src),
            "slice",
            "{self}.len() == {src}.len()",
            "destination and source slices have different lengths",
        );
        let mut i = 0;
        while i < n {
            refine::at_mut(self, i).clone_from(refine::at(src, i));
            i = i + 1;
        }
    }

    #[track_caller]
    pub const fn copy_from_slice(&mut self, src: &[T])
    where
        T: Copy,
    {
        refine::require(
            refine::len(self) == refine::len(src),
            "slice",
            "{self}.len() == {src}.len()",
            "copy_from_slice: source slice length ({src.len()}) does not match destination slice length ({self.len()})",
        );
        copy_elements(self, src);
    }

    #[track_caller]
    pub fn copy_within<R: RangeBounds<usize>>(&mut self, src: R, dest: usize)
    where
        T: Copy,
    {
        let n = refine::len(self);
        let part = super::range(src, ..n);
        let count = part.end - part.start;
        refine::require(
            dest <= n - count,
            "slice",
            "{dest} + the length of {src} <= {self}.len()",
            "dest is out of bounds",
        );
        copy_inside(self, part.start, part.end, dest);
    }

    #[track_caller]
    pub const fn swap_with_slice(&mut self, other: &mut [T]) {
        refine::require(
            refine::len(self) == refine::len(other),
            "slice",
            "{self}.len() == {other}.len()",
            "destination and source slices have different lengths",
        );
        swap_elements(self, other);
    }
}

#[requires(a < xs.len() && b < xs.len())]
#[ensures(|_| xs.len() == old(xs.len()) && xs[a] == old(xs[b]) && xs[b] == old(xs[a]))]
#[ensures(|_| forall(0..xs.len(), |i| i != a && i != b ==> xs[i] == old(xs[i])))]
const fn swap_at<T>(xs: &mut [T], a: usize, b: usize);

#[ensures(|_| xs.len() == old(xs.len()) && forall(0..xs.len(), |i| xs[i] == *value))]
fn fill_elements<T>(xs: &mut [T], value: &T);

#[requires(to.len() == from.len())]
#[ensures(|_| to.len() == old(to.len()) && forall(0..to.len(), |i| to[i] == from[i]))]
const fn copy_elements<T: Copy>(to: &mut [T], from: &[T]);

#[requires(lo <= hi && hi <= xs.len() && dest <= xs.len() - (hi - lo))]
#[ensures(|_| xs.len() == old(xs.len()))]
#[ensures(|_| forall(0..hi - lo, |i| xs[dest + i] == old(xs[lo + i])))]
#[ensures(|_| forall(0..dest, |i| xs[i] == old(xs[i])) && forall(dest + (hi - lo)..xs.len(), |i| xs[i] == old(xs[i])))]
fn copy_inside<T: Copy>(xs: &mut [T], lo: usize, hi: usize, dest: usize);

#[requires(a.len() == b.len())]
#[ensures(|_| a.len() == old(a.len()) && b.len() == old(b.len()))]
#[ensures(|_| forall(0..a.len(), |i| a[i] == old(b[i]) && b[i] == old(a[i])))]
const fn swap_elements<T>(a: &mut [T], b: &mut [T]);

/// Takes the slice out of its place, which is empty then.
pub(super) const fn take_out<'a, T>(place: &mut &'a mut [T]) -> &'a mut [T] {
    mem::replace(place, &mut [])
}
