//! What orders the elements of a slice. That they are in order afterwards is not said: it depends on the lawfulness of the order.
//! The functions of the caller may be called with any of the elements, as often as it takes.

use crate::cmp::Ordering;
use crate::refine;

impl<T> [T] {
    pub fn sort_unstable(&mut self)
    where
        T: Ord,
    {
        if refine::use_shows::<T>() {
            if refine::order_is_derived::<T>() {
            } else {
                total();
            }
        }
        consult(self, |a, b| before(a.lt(b)));
        permute(self);
    }

    pub fn sort_unstable_by<F>(&mut self, compare: F)
    where
        F: FnMut(&T, &T) -> Ordering,
    {
        total();
        consult(self, compare);
        permute(self);
    }

    pub fn sort_unstable_by_key<K, F>(&mut self, mut f: F)
    where
        F: FnMut(&T) -> K,
        K: Ord,
    {
        total();
        // (That it asks for two keys at a time is the real one's own business.)
        consult(self, |a, b| {
            if refine::any::<bool>() {
                f(a);
            }
            before(f(a).lt(&f(b)))
        });
        permute(self);
    }

    pub fn select_nth_unstable(&mut self, index: usize) -> (&mut [T], &mut T, &mut [T])
    where
        T: Ord,
    {
        refine::require(
            index < refine::len(self),
            "panic",
            "{index} < {self}.len()",
            "partition_at_index index {nth} greater than length of slice {length}",
        );
        consult(self, |a, b| before(a.lt(b)));
        permute(self);
        around(self, index)
    }

    pub fn select_nth_unstable_by<F>(&mut self, index: usize, compare: F) -> (&mut [T], &mut T, &mut [T])
    where
        F: FnMut(&T, &T) -> Ordering,
    {
        refine::require(
            index < refine::len(self),
            "panic",
            "{index} < {self}.len()",
            "partition_at_index index {nth} greater than length of slice {length}",
        );
        consult(self, compare);
        permute(self);
        around(self, index)
    }

    pub fn select_nth_unstable_by_key<K, F>(&mut self, index: usize, mut f: F) -> (&mut [T], &mut T, &mut [T])
    where
        F: FnMut(&T) -> K,
        K: Ord,
    {
        refine::require(
            index < refine::len(self),
            "panic",
            "{index} < {self}.len()",
            "partition_at_index index {nth} greater than length of slice {length}",
        );
        consult(self, |a, b| before(f(a).lt(&f(b))));
        permute(self);
        around(self, index)
    }
}

/// An order that the user's code has a say in may be none: then it may panic.
fn total() {
    refine::require(
        refine::any::<bool>(),
        "panic",
        "the order is total",
        "user-provided comparison function does not correctly implement a total order",
    );
}

/// What asks for an order without a function for it asks whether one element is less than the other, and never for `cmp`. (What is made of the
/// answer is no matter here.)
fn before(_is_less: bool) -> Ordering {
    Ordering::Less
}

fn consult<T, F: FnMut(&T, &T) -> Ordering>(xs: &[T], mut compare: F) {
    let n = refine::len(xs);
    while refine::any::<bool>() {
        let a: usize = refine::any();
        let b: usize = refine::any();
        // (One element alone is compared with nothing.)
        refine::assume(a < n && b < n && n > 1);
        compare(refine::at(xs, a), refine::at(xs, b));
    }
}

/// The same elements in some order.
#[ensures(|_| xs.len() == old(xs.len()))]
#[ensures(|_| forall(0..xs.len(), |i| exists(0..xs.len(), |j| xs[i] == old(xs[j]))))]
#[ensures(|_| forall(0..xs.len(), |j| exists(0..xs.len(), |i| xs[i] == old(xs[j]))))]
fn permute<T>(xs: &mut [T]);

fn around<T>(xs: &mut [T], index: usize) -> (&mut [T], &mut T, &mut [T]) {
    let (before, from) = refine::split_mut(xs, index);
    let (at, after) = refine::split_mut(from, 1);
    (before, refine::at_mut(at, 0), after)
}
