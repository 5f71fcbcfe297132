//! `NonZero`: a number and the promise that it is not zero. Its methods are in `types/shared`.

use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::refine;

pub unsafe trait ZeroablePrimitive: Sized + Copy {
    fn is_zero(self) -> bool;
}

#[derive(Copy, Clone)]
pub struct NonZero<T: ZeroablePrimitive>(pub(super) T);

pub type NonZeroI8 = NonZero<i8>;
pub type NonZeroI16 = NonZero<i16>;
pub type NonZeroI32 = NonZero<i32>;
pub type NonZeroI64 = NonZero<i64>;
pub type NonZeroI128 = NonZero<i128>;
pub type NonZeroIsize = NonZero<isize>;
pub type NonZeroU8 = NonZero<u8>;
pub type NonZeroU16 = NonZero<u16>;
pub type NonZeroU32 = NonZero<u32>;
pub type NonZeroU64 = NonZero<u64>;
pub type NonZeroU128 = NonZero<u128>;
pub type NonZeroUsize = NonZero<usize>;

impl<T: ZeroablePrimitive> NonZero<T> {
    pub const fn new(n: T) -> Option<Self> {
        if n.is_zero() { None } else { Some(NonZero(n)) }
    }

    pub const fn get(self) -> T {
        refine::assume(!self.0.is_zero());
        self.0
    }

    pub const unsafe fn new_unchecked(n: T) -> Self {
        NonZero(n)
    }
}

impl<T: ZeroablePrimitive + PartialEq> PartialEq for NonZero<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T: ZeroablePrimitive + Eq> Eq for NonZero<T> {}

impl<T: ZeroablePrimitive + PartialOrd> PartialOrd for NonZero<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.0.partial_cmp(&other.0)
    }
    fn lt(&self, other: &Self) -> bool {
        self.0 < other.0
    }
    fn le(&self, other: &Self) -> bool {
        self.0 <= other.0
    }
    fn gt(&self, other: &Self) -> bool {
        self.0 > other.0
    }
    fn ge(&self, other: &Self) -> bool {
        self.0 >= other.0
    }
}

impl<T: ZeroablePrimitive + Ord> Ord for NonZero<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl<T: ZeroablePrimitive + Hash> Hash for NonZero<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state)
    }
}

impl<T: ZeroablePrimitive + fmt::Debug> fmt::Debug for NonZero<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: ZeroablePrimitive + fmt::Display> fmt::Display for NonZero<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: ZeroablePrimitive + fmt::LowerHex> fmt::LowerHex for NonZero<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: ZeroablePrimitive + fmt::UpperHex> fmt::UpperHex for NonZero<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: ZeroablePrimitive + fmt::Binary> fmt::Binary for NonZero<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
