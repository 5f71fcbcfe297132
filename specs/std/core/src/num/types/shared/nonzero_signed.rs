//! `NonZero` of a signed integer.

use super::{This, Unsigned};
use crate::num::NonZero;
use crate::ops::Neg;

impl NonZero<This> {
    pub const MIN: Self = NonZero(This::MIN);
    pub const MAX: Self = NonZero(This::MAX);

    #[rustc_inherit_overflow_checks]
    pub const fn abs(self) -> Self {
        NonZero(if self.0 < 0 { -self.0 } else { self.0 })
    }

    pub const fn checked_abs(self) -> Option<Self> {
        match self.0.checked_abs() {
            Some(x) => Some(NonZero(x)),
            None => None,
        }
    }

    pub const fn overflowing_abs(self) -> (Self, bool) {
        (NonZero(self.0.wrapping_abs()), self.0 == This::MIN)
    }

    pub const fn saturating_abs(self) -> Self {
        NonZero(self.0.saturating_abs())
    }

    pub const fn wrapping_abs(self) -> Self {
        NonZero(self.0.wrapping_abs())
    }

    pub const fn unsigned_abs(self) -> NonZero<Unsigned> {
        NonZero(self.0.unsigned_abs())
    }

    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    pub const fn checked_neg(self) -> Option<Self> {
        match self.0.checked_neg() {
            Some(x) => Some(NonZero(x)),
            None => None,
        }
    }

    pub const fn overflowing_neg(self) -> (Self, bool) {
        (NonZero(self.0.wrapping_neg()), self.0 == This::MIN)
    }

    pub const fn saturating_neg(self) -> Self {
        NonZero(self.0.saturating_neg())
    }

    pub const fn wrapping_neg(self) -> Self {
        NonZero(self.0.wrapping_neg())
    }

    pub const fn cast_unsigned(self) -> NonZero<Unsigned> {
        NonZero(self.0 as Unsigned)
    }
}

impl Neg for NonZero<This> {
    type Output = Self;
    #[rustc_inherit_overflow_checks]
    fn neg(self) -> Self {
        NonZero(-self.0)
    }
}
