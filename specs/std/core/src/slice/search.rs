//! What looks for something in a slice.

use crate::cmp::Ordering;
use crate::refine;

impl<T> [T] {
    pub fn contains(&self, x: &T) -> bool
    where
        T: PartialEq,
    {
        let n = refine::len(self);
        let mut i = 0;
        while i < n {
            if *refine::at(self, i) == *x {
                return true;
            }
            i = i + 1;
        }
        false
    }

    pub fn starts_with(&self, needle: &[T]) -> bool
    where
        T: PartialEq,
    {
        let n = refine::len(needle);
        // The needle asks: that matters where the user's `==` is not symmetric.
        n <= refine::len(self) && *needle == *refine::part(self, 0, n)
    }

    pub fn ends_with(&self, needle: &[T]) -> bool
    where
        T: PartialEq,
    {
        let m = refine::len(self);
        let n = refine::len(needle);
        n <= m && *needle == *refine::part(self, m - n, m)
    }

    pub fn strip_prefix<P: SlicePattern<Item = T> + ?Sized>(&self, prefix: &P) -> Option<&[T]>
    where
        T: PartialEq,
    {
        let prefix = prefix.as_slice();
        let n = refine::len(prefix);
        if n <= refine::len(self) && *refine::part(self, 0, n) == *prefix {
            Some(refine::part(self, n, refine::len(self)))
        } else {
            None
        }
    }

    pub fn strip_suffix<P: SlicePattern<Item = T> + ?Sized>(&self, suffix: &P) -> Option<&[T]>
    where
        T: PartialEq,
    {
        let suffix = suffix.as_slice();
        let m = refine::len(self);
        let n = refine::len(suffix);
        if n <= m && *refine::part(self, m - n, m) == *suffix { Some(refine::part(self, 0, m - n)) } else { None }
    }

    pub fn binary_search(&self, x: &T) -> Result<usize, usize>
    where
        T: Ord,
    {
        self.binary_search_by(|element| element.cmp(x))
    }

    /// The invariants are said as facts: `base < n` and `size <= n - base`.
    pub fn binary_search_by<'a, F>(&'a self, mut f: F) -> Result<usize, usize>
    where
        F: FnMut(&'a T) -> Ordering,
    {
        let n = refine::len(self);
        if n == 0 {
            return Err(0);
        }
        let mut base = 0;
        let mut size = n;
        while size > 1 {
            refine::assume(base < n && size <= n - base);
            let half = size / 2;
            match f(refine::at(self, base + half)) {
                Ordering::Greater => {}
                _ => base = base + half,
            }
            size = size - half;
        }
        refine::assume(base < n);
        match f(refine::at(self, base)) {
            Ordering::Equal => Ok(base),
            Ordering::Less => Err(base + 1),
            Ordering::Greater => Err(base),
        }
    }

    pub fn binary_search_by_key<'a, B, F>(&'a self, b: &B, mut f: F) -> Result<usize, usize>
    where
        F: FnMut(&'a T) -> B,
        B: Ord,
    {
        self.binary_search_by(|element| f(element).cmp(b))
    }

    pub fn partition_point<P>(&self, mut pred: P) -> usize
    where
        P: FnMut(&T) -> bool,
    {
        match self.binary_search_by(|element| if pred(element) { Ordering::Less } else { Ordering::Greater }) {
            Ok(at) => at,
            Err(at) => at,
        }
    }

    pub fn is_sorted(&self) -> bool
    where
        T: PartialOrd,
    {
        let n = refine::len(self);
        let mut i = 1;
        while i < n {
            if !(*refine::at(self, i - 1) <= *refine::at(self, i)) {
                return false;
            }
            i = i + 1;
        }
        true
    }

    pub fn is_sorted_by<'a, F>(&'a self, mut compare: F) -> bool
    where
        F: FnMut(&'a T, &'a T) -> bool,
    {
        let n = refine::len(self);
        let mut i = 1;
        while i < n {
            if !compare(refine::at(self, i - 1), refine::at(self, i)) {
                return false;
            }
            i = i + 1;
        }
        true
    }

    pub fn is_sorted_by_key<'a, F, K>(&'a self, f: F) -> bool
    where
        F: FnMut(&'a T) -> K,
        K: PartialOrd,
    {
        self.iter().is_sorted_by_key(f)
    }
}

/// What `strip_prefix` and `strip_suffix` take: a slice or an array.
pub trait SlicePattern {
    type Item;

    fn as_slice(&self) -> &[Self::Item];
}

impl<T> SlicePattern for [T] {
    type Item = T;

    fn as_slice(&self) -> &[T] {
        self
    }
}

impl<T, const N: usize> SlicePattern for [T; N] {
    type Item = T;

    fn as_slice(&self) -> &[T] {
        self
    }
}
