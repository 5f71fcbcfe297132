//! `core::cmp`: comparisons. The implementations for numbers, `bool` and `char` are in `num/types`, those for tuples in
//! `tuple`, those for slices and arrays beside them.

use self::Ordering::*;
use crate::marker::{FnPtr, PointeeSized};

#[lang = "eq"]
pub trait PartialEq<Rhs: PointeeSized = Self>: PointeeSized {
    fn eq(&self, other: &Rhs) -> bool;

    fn ne(&self, other: &Rhs) -> bool {
        !self.eq(other)
    }
}

#[rustc_builtin_macro]
pub macro PartialEq($item:item) {}

pub trait Eq: PartialEq<Self> + PointeeSized {}

#[rustc_builtin_macro]
pub macro Eq($item:item) {}

#[lang = "Ordering"]
#[derive(Clone, Copy, Eq, PartialOrd, Ord, PartialEq, Debug, Hash)]
#[repr(i8)]
pub enum Ordering {
    Less = -1,
    Equal = 0,
    Greater = 1,
}

impl Ordering {
    pub const fn is_eq(self) -> bool {
        matches!(self, Equal)
    }

    pub const fn is_ne(self) -> bool {
        !matches!(self, Equal)
    }

    pub const fn is_lt(self) -> bool {
        matches!(self, Less)
    }

    pub const fn is_gt(self) -> bool {
        matches!(self, Greater)
    }

    pub const fn is_le(self) -> bool {
        !matches!(self, Greater)
    }

    pub const fn is_ge(self) -> bool {
        !matches!(self, Less)
    }

    pub const fn reverse(self) -> Ordering {
        match self {
            Less => Greater,
            Equal => Equal,
            Greater => Less,
        }
    }

    pub const fn then(self, other: Ordering) -> Ordering {
        match self {
            Equal => other,
            _ => self,
        }
    }

    pub fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering {
        match self {
            Equal => f(),
            _ => self,
        }
    }
}

#[derive(PartialEq, Eq, Debug, Copy, Clone, Default, Hash)]
pub struct Reverse<T>(pub T);

impl<T: PartialOrd> PartialOrd for Reverse<T> {
    fn partial_cmp(&self, other: &Reverse<T>) -> Option<Ordering> {
        other.0.partial_cmp(&self.0)
    }
    fn lt(&self, other: &Self) -> bool {
        other.0 < self.0
    }
    fn le(&self, other: &Self) -> bool {
        other.0 <= self.0
    }
    fn gt(&self, other: &Self) -> bool {
        other.0 > self.0
    }
    fn ge(&self, other: &Self) -> bool {
        other.0 >= self.0
    }
}

impl<T: Ord> Ord for Reverse<T> {
    fn cmp(&self, other: &Reverse<T>) -> Ordering {
        other.0.cmp(&self.0)
    }
}

pub trait Ord: Eq + PartialOrd<Self> + PointeeSized {
    fn cmp(&self, other: &Self) -> Ordering;

    fn max(self, other: Self) -> Self
    where
        Self: Sized,
    {
        if other < self { self } else { other }
    }

    fn min(self, other: Self) -> Self
    where
        Self: Sized,
    {
        if other < self { other } else { self }
    }

    fn clamp(self, min: Self, max: Self) -> Self
    where
        Self: Sized,
    {
        crate::refine::require(min <= max, "assert", "{min} <= {max}", "assertion failed: min <= max");
        if self < min {
            min
        } else if self > max {
            max
        } else {
            self
        }
    }
}

#[rustc_builtin_macro]
pub macro Ord($item:item) {}

#[lang = "partial_ord"]
pub trait PartialOrd<Rhs: PointeeSized = Self>: PartialEq<Rhs> + PointeeSized {
    fn partial_cmp(&self, other: &Rhs) -> Option<Ordering>;

    fn lt(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(Less) => true,
            _ => false,
        }
    }

    fn le(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(Less) | Some(Equal) => true,
            _ => false,
        }
    }

    fn gt(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(Greater) => true,
            _ => false,
        }
    }

    fn ge(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(Greater) | Some(Equal) => true,
            _ => false,
        }
    }
}

#[rustc_builtin_macro]
pub macro PartialOrd($item:item) {}

pub fn min<T: Ord>(v1: T, v2: T) -> T {
    v1.min(v2)
}

pub fn min_by<T, F: FnOnce(&T, &T) -> Ordering>(v1: T, v2: T, compare: F) -> T {
    if compare(&v1, &v2).is_le() { v1 } else { v2 }
}

pub fn min_by_key<T, F: FnMut(&T) -> K, K: Ord>(v1: T, v2: T, mut f: F) -> T {
    if f(&v2) < f(&v1) { v2 } else { v1 }
}

pub fn max<T: Ord>(v1: T, v2: T) -> T {
    v1.max(v2)
}

pub fn max_by<T, F: FnOnce(&T, &T) -> Ordering>(v1: T, v2: T, compare: F) -> T {
    if compare(&v1, &v2).is_gt() { v1 } else { v2 }
}

pub fn max_by_key<T, F: FnMut(&T) -> K, K: Ord>(v1: T, v2: T, mut f: F) -> T {
    if f(&v2) < f(&v1) { v1 } else { v2 }
}

impl PartialEq for () {
    fn eq(&self, _other: &()) -> bool {
        true
    }
    fn ne(&self, _other: &()) -> bool {
        false
    }
}
impl Eq for () {}
impl PartialOrd for () {
    fn partial_cmp(&self, _other: &()) -> Option<Ordering> {
        Some(Equal)
    }
}
impl Ord for () {
    fn cmp(&self, _other: &()) -> Ordering {
        Equal
    }
}

impl PartialEq for ! {
    fn eq(&self, _other: &!) -> bool {
        *self
    }
}
impl Eq for ! {}
impl PartialOrd for ! {
    fn partial_cmp(&self, _other: &!) -> Option<Ordering> {
        *self
    }
}
impl Ord for ! {
    fn cmp(&self, _other: &!) -> Ordering {
        *self
    }
}

// A reference compares as what it points to.

impl<A: PointeeSized, B: PointeeSized> PartialEq<&B> for &A
where
    A: PartialEq<B>,
{
    fn eq(&self, other: &&B) -> bool {
        PartialEq::eq(*self, *other)
    }
    fn ne(&self, other: &&B) -> bool {
        PartialEq::ne(*self, *other)
    }
}

impl<A: PointeeSized, B: PointeeSized> PartialEq<&mut B> for &mut A
where
    A: PartialEq<B>,
{
    fn eq(&self, other: &&mut B) -> bool {
        PartialEq::eq(*self, *other)
    }
    fn ne(&self, other: &&mut B) -> bool {
        PartialEq::ne(*self, *other)
    }
}

impl<A: PointeeSized, B: PointeeSized> PartialEq<&mut B> for &A
where
    A: PartialEq<B>,
{
    fn eq(&self, other: &&mut B) -> bool {
        PartialEq::eq(*self, *other)
    }
    fn ne(&self, other: &&mut B) -> bool {
        PartialEq::ne(*self, *other)
    }
}

impl<A: PointeeSized, B: PointeeSized> PartialEq<&B> for &mut A
where
    A: PartialEq<B>,
{
    fn eq(&self, other: &&B) -> bool {
        PartialEq::eq(*self, *other)
    }
    fn ne(&self, other: &&B) -> bool {
        PartialEq::ne(*self, *other)
    }
}

impl<A: PointeeSized, B: PointeeSized> PartialOrd<&B> for &A
where
    A: PartialOrd<B>,
{
    fn partial_cmp(&self, other: &&B) -> Option<Ordering> {
        PartialOrd::partial_cmp(*self, *other)
    }
    fn lt(&self, other: &&B) -> bool {
        PartialOrd::lt(*self, *other)
    }
    fn le(&self, other: &&B) -> bool {
        PartialOrd::le(*self, *other)
    }
    fn gt(&self, other: &&B) -> bool {
        PartialOrd::gt(*self, *other)
    }
    fn ge(&self, other: &&B) -> bool {
        PartialOrd::ge(*self, *other)
    }
}

impl<A: PointeeSized + Eq> Eq for &A {}

impl<A: PointeeSized + Ord> Ord for &A {
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(*self, *other)
    }
}

impl<A: PointeeSized, B: PointeeSized> PartialOrd<&mut B> for &mut A
where
    A: PartialOrd<B>,
{
    fn partial_cmp(&self, other: &&mut B) -> Option<Ordering> {
        PartialOrd::partial_cmp(*self, *other)
    }
    fn lt(&self, other: &&mut B) -> bool {
        PartialOrd::lt(*self, *other)
    }
    fn le(&self, other: &&mut B) -> bool {
        PartialOrd::le(*self, *other)
    }
    fn gt(&self, other: &&mut B) -> bool {
        PartialOrd::gt(*self, *other)
    }
    fn ge(&self, other: &&mut B) -> bool {
        PartialOrd::ge(*self, *other)
    }
}

impl<A: PointeeSized + Eq> Eq for &mut A {}

impl<A: PointeeSized + Ord> Ord for &mut A {
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(*self, *other)
    }
}

impl<F: FnPtr> PartialEq for F {
    fn eq(&self, other: &Self) -> bool;
}
impl<F: FnPtr> Eq for F {}
impl<F: FnPtr> PartialOrd for F {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering>;
}
impl<F: FnPtr> Ord for F {
    fn cmp(&self, other: &Self) -> Ordering;
}
