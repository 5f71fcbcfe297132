//! `NonZero` of an integer.

use super::{BITS, This};
use crate::num::{IntErrorKind, NonZero, ParseIntError, TryFromIntError, ZeroablePrimitive};
use crate::ops::{BitOr, BitOrAssign};
use crate::refine;
use crate::str::FromStr;

unsafe impl ZeroablePrimitive for This {
    fn is_zero(self) -> bool {
        self == 0
    }
}

impl NonZero<This> {
    pub const BITS: u32 = BITS;

    /// Its content is not zero.
    pub(super) const fn known(n: This) -> This {
        refine::assume(n != 0);
        n
    }

    pub const fn leading_zeros(self) -> u32 {
        self.0.leading_zeros()
    }

    pub const fn trailing_zeros(self) -> u32 {
        self.0.trailing_zeros()
    }

    pub const fn count_ones(self) -> NonZero<u32> {
        NonZero(self.0.count_ones())
    }

    pub const fn checked_mul(self, other: Self) -> Option<Self> {
        match self.0.checked_mul(other.0) {
            Some(x) => Some(NonZero(x)),
            None => None,
        }
    }

    pub const fn saturating_mul(self, other: Self) -> Self {
        NonZero(self.0.saturating_mul(other.0))
    }

    pub const fn checked_pow(self, other: u32) -> Option<Self> {
        match self.0.checked_pow(other) {
            Some(x) => Some(NonZero(x)),
            None => None,
        }
    }

    pub const fn saturating_pow(self, other: u32) -> Self {
        NonZero(self.0.saturating_pow(other))
    }
}

impl FromStr for NonZero<This> {
    type Err = ParseIntError;
    fn from_str(src: &str) -> Result<Self, ParseIntError> {
        match <This as FromStr>::from_str(src) {
            Ok(n) => {
                if n == 0 {
                    Err(ParseIntError { kind: IntErrorKind::Zero })
                } else {
                    Ok(NonZero(n))
                }
            }
            Err(e) => Err(e),
        }
    }
}

impl From<NonZero<This>> for This {
    fn from(nonzero: NonZero<This>) -> This {
        nonzero.get()
    }
}

impl TryFrom<This> for NonZero<This> {
    type Error = TryFromIntError;
    fn try_from(value: This) -> Result<Self, TryFromIntError> {
        if value == 0 { Err(TryFromIntError(())) } else { Ok(NonZero(value)) }
    }
}

impl BitOr for NonZero<This> {
    type Output = Self;
    fn bitor(self, rhs: Self) -> Self {
        NonZero(self.0 | rhs.0)
    }
}

impl BitOr<This> for NonZero<This> {
    type Output = Self;
    fn bitor(self, rhs: This) -> Self {
        NonZero(self.0 | rhs)
    }
}

impl BitOr<NonZero<This>> for This {
    type Output = NonZero<This>;
    fn bitor(self, rhs: NonZero<This>) -> NonZero<This> {
        NonZero(self | rhs.0)
    }
}

impl BitOrAssign for NonZero<This> {
    fn bitor_assign(&mut self, rhs: Self) {
        self.0 = self.0 | rhs.0;
    }
}

impl BitOrAssign<This> for NonZero<This> {
    fn bitor_assign(&mut self, rhs: This) {
        self.0 = self.0 | rhs;
    }
}
