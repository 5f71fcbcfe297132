//! `NonZero` of an unsigned integer.

use super::{Signed, This};
use crate::num::NonZero;
use crate::ops::{Div, DivAssign, Rem, RemAssign};

impl NonZero<This> {
    pub const MIN: Self = NonZero(1);
    pub const MAX: Self = NonZero(This::MAX);

    pub const fn checked_add(self, other: This) -> Option<Self> {
        match self.0.checked_add(other) {
            Some(x) => Some(NonZero(x)),
            None => None,
        }
    }

    pub const fn saturating_add(self, other: This) -> Self {
        NonZero(self.0.saturating_add(other))
    }

    pub const fn checked_next_power_of_two(self) -> Option<Self> {
        match self.0.checked_next_power_of_two() {
            Some(x) => Some(NonZero(x)),
            None => None,
        }
    }

    pub const fn ilog2(self) -> u32 {
        NonZero::<This>::known(self.0).ilog2()
    }

    pub const fn ilog10(self) -> u32 {
        NonZero::<This>::known(self.0).ilog10()
    }

    pub const fn midpoint(self, rhs: Self) -> Self {
        NonZero(self.0.midpoint(rhs.0))
    }

    pub const fn is_power_of_two(self) -> bool {
        self.0.is_power_of_two()
    }

    pub const fn isqrt(self) -> Self {
        NonZero(self.0.isqrt())
    }

    pub const fn div_ceil(self, rhs: Self) -> Self {
        NonZero(self.0.div_ceil(NonZero::<This>::known(rhs.0)))
    }

    pub const fn cast_signed(self) -> NonZero<Signed> {
        NonZero(self.0 as Signed)
    }
}

impl Div<NonZero<This>> for This {
    type Output = This;
    fn div(self, other: NonZero<This>) -> This {
        self / NonZero::<This>::known(other.0)
    }
}

impl Rem<NonZero<This>> for This {
    type Output = This;
    fn rem(self, other: NonZero<This>) -> This {
        self % NonZero::<This>::known(other.0)
    }
}

impl DivAssign<NonZero<This>> for This {
    fn div_assign(&mut self, other: NonZero<This>) {
        *self = *self / NonZero::<This>::known(other.0);
    }
}

impl RemAssign<NonZero<This>> for This {
    fn rem_assign(&mut self, other: NonZero<This>) {
        *self = *self % NonZero::<This>::known(other.0);
    }
}
