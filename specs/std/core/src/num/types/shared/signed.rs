//! What only signed types have, and what is different for them.

use super::{This, Unsigned};
use crate::refine;

impl This {
    #[track_caller]
    pub const fn div_euclid(self, rhs: This) -> This {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to divide by zero")
        }
        if self == This::MIN && rhs == -1 {
            refine::fail("overflow", "{self} / {rhs} fits", "attempt to divide with overflow")
        }
        let q = self / rhs;
        if self % rhs < 0 { if rhs > 0 { q - 1 } else { q + 1 } } else { q }
    }

    #[track_caller]
    pub const fn rem_euclid(self, rhs: This) -> This {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to calculate the remainder with a divisor of zero")
        }
        if self == This::MIN && rhs == -1 {
            refine::fail("overflow", "{self} % {rhs} fits", "attempt to calculate the remainder with overflow")
        }
        let r = self % rhs;
        if r >= 0 {
            r
        } else if rhs < 0 {
            refine::wrapping_sub(r, rhs)
        } else {
            r + rhs
        }
    }

    pub const fn checked_div(self, rhs: This) -> Option<This> {
        if rhs == 0 || self == This::MIN && rhs == -1 { None } else { Some(self / rhs) }
    }

    pub const fn checked_rem(self, rhs: This) -> Option<This> {
        if rhs == 0 || self == This::MIN && rhs == -1 { None } else { Some(self % rhs) }
    }

    pub const fn checked_div_euclid(self, rhs: This) -> Option<This> {
        if rhs == 0 || self == This::MIN && rhs == -1 { None } else { Some(self.div_euclid(rhs)) }
    }

    pub const fn checked_rem_euclid(self, rhs: This) -> Option<This> {
        if rhs == 0 || self == This::MIN && rhs == -1 { None } else { Some(self.rem_euclid(rhs)) }
    }

    #[track_caller]
    pub const fn wrapping_div(self, rhs: This) -> This {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to divide by zero")
        }
        if self == This::MIN && rhs == -1 { self } else { self / rhs }
    }

    #[track_caller]
    pub const fn wrapping_rem(self, rhs: This) -> This {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to calculate the remainder with a divisor of zero")
        }
        if rhs == -1 { 0 } else { self % rhs }
    }

    #[track_caller]
    pub const fn wrapping_div_euclid(self, rhs: This) -> This {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to divide by zero")
        }
        if self == This::MIN && rhs == -1 { self } else { self.div_euclid(rhs) }
    }

    #[track_caller]
    pub const fn wrapping_rem_euclid(self, rhs: This) -> This {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to calculate the remainder with a divisor of zero")
        }
        if rhs == -1 { 0 } else { self.rem_euclid(rhs) }
    }

    #[track_caller]
    pub const fn overflowing_div(self, rhs: This) -> (This, bool) {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to divide by zero")
        }
        if self == This::MIN && rhs == -1 { (self, true) } else { (self / rhs, false) }
    }

    #[track_caller]
    pub const fn overflowing_rem(self, rhs: This) -> (This, bool) {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to calculate the remainder with a divisor of zero")
        }
        if rhs == -1 { (0, self == This::MIN) } else { (self % rhs, false) }
    }

    #[track_caller]
    pub const fn overflowing_div_euclid(self, rhs: This) -> (This, bool) {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to divide by zero")
        }
        if self == This::MIN && rhs == -1 { (self, true) } else { (self.div_euclid(rhs), false) }
    }

    #[track_caller]
    pub const fn overflowing_rem_euclid(self, rhs: This) -> (This, bool) {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to calculate the remainder with a divisor of zero")
        }
        if rhs == -1 { (0, self == This::MIN) } else { (self.rem_euclid(rhs), false) }
    }

    #[track_caller]
    pub const fn saturating_div(self, rhs: This) -> This {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to divide by zero")
        }
        if self == This::MIN && rhs == -1 { This::MAX } else { self / rhs }
    }

    pub const fn saturating_neg(self) -> This {
        if self == This::MIN { This::MAX } else { -self }
    }

    #[rustc_inherit_overflow_checks]
    pub const fn abs(self) -> This {
        if self < 0 { -self } else { self }
    }

    pub const fn unsigned_abs(self) -> Unsigned {
        if self < 0 { refine::wrapping_sub(0, self as Unsigned) } else { self as Unsigned }
    }

    pub const fn checked_abs(self) -> Option<This> {
        if self == This::MIN {
            None
        } else if self < 0 {
            Some(-self)
        } else {
            Some(self)
        }
    }

    pub const fn wrapping_abs(self) -> This {
        if self < 0 { refine::wrapping_sub(0, self) } else { self }
    }

    pub const fn overflowing_abs(self) -> (This, bool) {
        (self.wrapping_abs(), self == This::MIN)
    }

    pub const fn saturating_abs(self) -> This {
        if self == This::MIN {
            This::MAX
        } else if self < 0 {
            -self
        } else {
            self
        }
    }

    #[track_caller]
    pub const fn strict_abs(self) -> This {
        refine::require(self != This::MIN, "overflow", "-{self} fits", "attempt to negate with overflow");
        if self < 0 { -self } else { self }
    }

    pub const fn signum(self) -> This {
        if self > 0 {
            1
        } else if self == 0 {
            0
        } else {
            -1
        }
    }

    pub const fn is_positive(self) -> bool {
        self > 0
    }

    pub const fn is_negative(self) -> bool {
        self < 0
    }

    pub const fn abs_diff(self, other: This) -> Unsigned {
        if self < other {
            refine::wrapping_sub(other as Unsigned, self as Unsigned)
        } else {
            refine::wrapping_sub(self as Unsigned, other as Unsigned)
        }
    }

    /// Rounded towards zero.
    pub const fn midpoint(self, rhs: This) -> This {
        if refine::add_fits(self, rhs) { (self + rhs) / 2 } else { self / 2 + rhs / 2 + (self % 2 + rhs % 2) / 2 }
    }

    #[track_caller]
    pub const fn isqrt(self) -> This {
        refine::require(self >= 0, "panic", "{self} >= 0", "argument of integer square root cannot be negative");
        let r: This = refine::any();
        refine::assume(
            r >= 0
                && refine::mul_fits(r, r)
                && r * r <= self
                && (!refine::mul_fits(r + 1, r + 1) || self < (r + 1) * (r + 1)),
        );
        r
    }

    pub const fn checked_isqrt(self) -> Option<This> {
        if self < 0 { None } else { Some(self.isqrt()) }
    }

    pub const fn cast_unsigned(self) -> Unsigned {
        self as Unsigned
    }

    pub const fn checked_add_unsigned(self, rhs: Unsigned) -> Option<This> {
        let sum = refine::wrapping_add(self, rhs as This);
        if sum >= self && rhs == sum.abs_diff(self) { Some(sum) } else { None }
    }

    pub const fn checked_sub_unsigned(self, rhs: Unsigned) -> Option<This> {
        let difference = refine::wrapping_sub(self, rhs as This);
        if difference <= self && rhs == self.abs_diff(difference) { Some(difference) } else { None }
    }

    pub const fn wrapping_add_unsigned(self, rhs: Unsigned) -> This {
        refine::wrapping_add(self, rhs as This)
    }

    pub const fn wrapping_sub_unsigned(self, rhs: Unsigned) -> This {
        refine::wrapping_sub(self, rhs as This)
    }

    pub const fn overflowing_add_unsigned(self, rhs: Unsigned) -> (This, bool) {
        (self.wrapping_add_unsigned(rhs), self.checked_add_unsigned(rhs).is_none())
    }

    pub const fn overflowing_sub_unsigned(self, rhs: Unsigned) -> (This, bool) {
        (self.wrapping_sub_unsigned(rhs), self.checked_sub_unsigned(rhs).is_none())
    }

    pub const fn saturating_add_unsigned(self, rhs: Unsigned) -> This {
        match self.checked_add_unsigned(rhs) {
            Some(x) => x,
            None => This::MAX,
        }
    }

    pub const fn saturating_sub_unsigned(self, rhs: Unsigned) -> This {
        match self.checked_sub_unsigned(rhs) {
            Some(x) => x,
            None => This::MIN,
        }
    }

    #[track_caller]
    pub const fn strict_add_unsigned(self, rhs: Unsigned) -> This {
        match self.checked_add_unsigned(rhs) {
            Some(x) => x,
            None => refine::fail("overflow", "{self} + {rhs} fits", "attempt to add with overflow"),
        }
    }

    #[track_caller]
    pub const fn strict_sub_unsigned(self, rhs: Unsigned) -> This {
        match self.checked_sub_unsigned(rhs) {
            Some(x) => x,
            None => refine::fail("overflow", "{self} - {rhs} fits", "attempt to subtract with overflow"),
        }
    }
}
