//! What only unsigned types have, and what is different for them.

use super::{Signed, This};
use crate::refine;

impl This {
    #[track_caller]
    pub const fn div_euclid(self, rhs: This) -> This {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to divide by zero")
        }
        self / rhs
    }

    #[track_caller]
    pub const fn rem_euclid(self, rhs: This) -> This {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to calculate the remainder with a divisor of zero")
        }
        self % rhs
    }

    pub const fn checked_div(self, rhs: This) -> Option<This> {
        if rhs == 0 { None } else { Some(self / rhs) }
    }

    pub const fn checked_rem(self, rhs: This) -> Option<This> {
        if rhs == 0 { None } else { Some(self % rhs) }
    }

    pub const fn checked_div_euclid(self, rhs: This) -> Option<This> {
        if rhs == 0 { None } else { Some(self / rhs) }
    }

    pub const fn checked_rem_euclid(self, rhs: This) -> Option<This> {
        if rhs == 0 { None } else { Some(self % rhs) }
    }

    #[track_caller]
    pub const fn wrapping_div(self, rhs: This) -> This {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to divide by zero")
        }
        self / rhs
    }

    #[track_caller]
    pub const fn wrapping_rem(self, rhs: This) -> This {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to calculate the remainder with a divisor of zero")
        }
        self % rhs
    }

    #[track_caller]
    pub const fn wrapping_div_euclid(self, rhs: This) -> This {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to divide by zero")
        }
        self / rhs
    }

    #[track_caller]
    pub const fn wrapping_rem_euclid(self, rhs: This) -> This {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to calculate the remainder with a divisor of zero")
        }
        self % rhs
    }

    #[track_caller]
    pub const fn overflowing_div(self, rhs: This) -> (This, bool) {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to divide by zero")
        }
        (self / rhs, false)
    }

    #[track_caller]
    pub const fn overflowing_rem(self, rhs: This) -> (This, bool) {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to calculate the remainder with a divisor of zero")
        }
        (self % rhs, false)
    }

    #[track_caller]
    pub const fn overflowing_div_euclid(self, rhs: This) -> (This, bool) {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to divide by zero")
        }
        (self / rhs, false)
    }

    #[track_caller]
    pub const fn overflowing_rem_euclid(self, rhs: This) -> (This, bool) {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to calculate the remainder with a divisor of zero")
        }
        (self % rhs, false)
    }

    #[track_caller]
    pub const fn saturating_div(self, rhs: This) -> This {
        if rhs == 0 {
            refine::fail("division", "{rhs} != 0", "attempt to divide by zero")
        }
        self / rhs
    }

    #[rustc_inherit_overflow_checks]
    pub const fn div_ceil(self, rhs: This) -> This {
        let quotient = self / rhs;
        if self % rhs > 0 { quotient + 1 } else { quotient }
    }

    #[rustc_inherit_overflow_checks]
    pub const fn next_multiple_of(self, rhs: This) -> This {
        match self % rhs {
            0 => self,
            r => self + (rhs - r),
        }
    }

    pub const fn checked_next_multiple_of(self, rhs: This) -> Option<This> {
        if rhs == 0 {
            return None;
        }
        match self % rhs {
            0 => Some(self),
            r => self.checked_add(rhs - r),
        }
    }

    pub const fn is_multiple_of(self, rhs: This) -> bool {
        if rhs == 0 { self == 0 } else { self % rhs == 0 }
    }

    pub const fn is_power_of_two(self) -> bool {
        self > 0 && (self & (self - 1)) == 0
    }

    #[rustc_inherit_overflow_checks]
    pub const fn next_power_of_two(self) -> This {
        if self <= 1 { 1 } else { (This::MAX >> (self - 1).leading_zeros()) + 1 }
    }

    pub const fn checked_next_power_of_two(self) -> Option<This> {
        if self <= 1 { Some(1) } else { (This::MAX >> (self - 1).leading_zeros()).checked_add(1) }
    }

    pub const fn abs_diff(self, other: This) -> This {
        if self < other { other - self } else { self - other }
    }

    pub const fn midpoint(self, rhs: This) -> This {
        self / 2 + rhs / 2 + (self % 2 + rhs % 2) / 2
    }

    pub const fn isqrt(self) -> This {
        let r: This = refine::any();
        refine::assume(
            refine::mul_fits(r, r) && r * r <= self && (!refine::mul_fits(r + 1, r + 1) || self < (r + 1) * (r + 1)),
        );
        r
    }

    pub const fn cast_signed(self) -> Signed {
        self as Signed
    }

    pub const fn checked_add_signed(self, rhs: Signed) -> Option<This> {
        if rhs >= 0 { self.checked_add(rhs as This) } else { self.checked_sub(rhs.unsigned_abs()) }
    }

    pub const fn checked_sub_signed(self, rhs: Signed) -> Option<This> {
        if rhs >= 0 { self.checked_sub(rhs as This) } else { self.checked_add(rhs.unsigned_abs()) }
    }

    pub const fn checked_signed_diff(self, rhs: This) -> Option<Signed> {
        let difference = refine::wrapping_sub(self, rhs) as Signed;
        if (self >= rhs) == (difference >= 0) { Some(difference) } else { None }
    }

    pub const fn wrapping_add_signed(self, rhs: Signed) -> This {
        refine::wrapping_add(self, rhs as This)
    }

    pub const fn wrapping_sub_signed(self, rhs: Signed) -> This {
        refine::wrapping_sub(self, rhs as This)
    }

    pub const fn overflowing_add_signed(self, rhs: Signed) -> (This, bool) {
        (self.wrapping_add_signed(rhs), self.checked_add_signed(rhs).is_none())
    }

    pub const fn overflowing_sub_signed(self, rhs: Signed) -> (This, bool) {
        (self.wrapping_sub_signed(rhs), self.checked_sub_signed(rhs).is_none())
    }

    pub const fn saturating_add_signed(self, rhs: Signed) -> This {
        match self.checked_add_signed(rhs) {
            Some(x) => x,
            None => {
                if rhs < 0 {
                    0
                } else {
                    This::MAX
                }
            }
        }
    }

    pub const fn saturating_sub_signed(self, rhs: Signed) -> This {
        match self.checked_sub_signed(rhs) {
            Some(x) => x,
            None => {
                if rhs < 0 {
                    This::MAX
                } else {
                    0
                }
            }
        }
    }

    #[track_caller]
    pub const fn strict_add_signed(self, rhs: Signed) -> This {
        match self.checked_add_signed(rhs) {
            Some(x) => x,
            None => refine::fail("overflow", "{self} + {rhs} fits", "attempt to add with overflow"),
        }
    }

    #[track_caller]
    pub const fn strict_sub_signed(self, rhs: Signed) -> This {
        match self.checked_sub_signed(rhs) {
            Some(x) => x,
            None => refine::fail("overflow", "{self} - {rhs} fits", "attempt to subtract with overflow"),
        }
    }

    pub const fn carrying_add(self, rhs: This, carry: bool) -> (This, bool) {
        let sum = refine::wrapping_add(self, rhs);
        let over = !refine::add_fits(self, rhs);
        if carry { (refine::wrapping_add(sum, 1), over || sum == This::MAX) } else { (sum, over) }
    }

    pub const fn borrowing_sub(self, rhs: This, borrow: bool) -> (This, bool) {
        let difference = refine::wrapping_sub(self, rhs);
        let under = !refine::sub_fits(self, rhs);
        if borrow { (refine::wrapping_sub(difference, 1), under || difference == 0) } else { (difference, under) }
    }

    /// The low and the high half of the product.
    pub const fn carrying_mul(self, rhs: This, carry: This) -> (This, This);

    pub const fn carrying_mul_add(self, rhs: This, carry: This, add: This) -> (This, This);
}
