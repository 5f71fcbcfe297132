//! Comparing slices: element by element, the shorter one first where it is a prefix.

use crate::cmp::Ordering;
use crate::refine;

impl<T, U> PartialEq<[U]> for [T]
where
    T: PartialEq<U>,
{
    fn eq(&self, other: &[U]) -> bool {
        let n = refine::len(self);
        if n != refine::len(other) {
            return false;
        }
        let mut i = 0;
        while i < n {
            if *refine::at(self, i) != *refine::at(other, i) {
                return false;
            }
            i = i + 1;
        }
        true
    }

    fn ne(&self, other: &[U]) -> bool {
        !(*self == *other)
    }
}

impl<T: Eq> Eq for [T] {}

impl<T: Ord> Ord for [T] {
    fn cmp(&self, other: &[T]) -> Ordering {
        let m = refine::len(self);
        let n = refine::len(other);
        let mut i = 0;
        while i < m && i < n {
            match refine::at(self, i).cmp(refine::at(other, i)) {
                Ordering::Equal => i = i + 1,
                unequal => return unequal,
            }
        }
        m.cmp(&n)
    }
}

impl<T: PartialOrd> PartialOrd for [T] {
    fn partial_cmp(&self, other: &[T]) -> Option<Ordering> {
        let m = refine::len(self);
        let n = refine::len(other);
        let mut i = 0;
        while i < m && i < n {
            match refine::at(self, i).partial_cmp(refine::at(other, i)) {
                Some(Ordering::Equal) => i = i + 1,
                unequal => return unequal,
            }
        }
        m.partial_cmp(&n)
    }

    fn lt(&self, other: &[T]) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Less))
    }

    fn le(&self, other: &[T]) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Less | Ordering::Equal))
    }

    fn gt(&self, other: &[T]) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Greater))
    }

    fn ge(&self, other: &[T]) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Greater | Ordering::Equal))
    }
}
