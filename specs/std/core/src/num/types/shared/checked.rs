//! The checked and the strict families, as far as signed and unsigned types agree. The strict ones panic in every build.

use super::{BITS, This};
use crate::refine;

impl This {
    pub const fn checked_add(self, rhs: This) -> Option<This> {
        if refine::add_fits(self, rhs) { Some(self + rhs) } else { None }
    }

    pub const fn checked_sub(self, rhs: This) -> Option<This> {
        if refine::sub_fits(self, rhs) { Some(self - rhs) } else { None }
    }

    pub const fn checked_mul(self, rhs: This) -> Option<This> {
        if refine::mul_fits(self, rhs) { Some(self * rhs) } else { None }
    }

    pub const fn checked_neg(self) -> Option<This> {
        if refine::sub_fits(0, self) { Some(refine::wrapping_sub(0, self)) } else { None }
    }

    pub const fn checked_shl(self, rhs: u32) -> Option<This> {
        if rhs < BITS { Some(self << rhs) } else { None }
    }

    pub const fn checked_shr(self, rhs: u32) -> Option<This> {
        if rhs < BITS { Some(self >> rhs) } else { None }
    }

    pub const fn checked_pow(self, mut exp: u32) -> Option<This> {
        let mut base = self;
        let mut acc: This = 1;
        while exp > 1 {
            if exp % 2 == 1 {
                if !refine::mul_fits(acc, base) {
                    return None;
                }
                acc = acc * base;
            }
            exp = exp / 2;
            if !refine::mul_fits(base, base) {
                return None;
            }
            base = base * base;
        }
        if exp == 0 {
            Some(acc)
        } else if refine::mul_fits(acc, base) {
            Some(acc * base)
        } else {
            None
        }
    }

    pub const unsafe fn unchecked_add(self, rhs: This) -> This {
        self + rhs
    }

    pub const unsafe fn unchecked_sub(self, rhs: This) -> This {
        self - rhs
    }

    pub const unsafe fn unchecked_mul(self, rhs: This) -> This {
        self * rhs
    }

    #[track_caller]
    pub const fn strict_add(self, rhs: This) -> This {
        refine::require(refine::add_fits(self, rhs), "overflow", "{self} + {rhs} fits", "attempt to add with overflow");
        self + rhs
    }

    #[track_caller]
    pub const fn strict_sub(self, rhs: This) -> This {
        refine::require(
            refine::sub_fits(self, rhs),
            "overflow",
            "{self} - {rhs} fits",
            "attempt to subtract with overflow",
        );
        self - rhs
    }

    #[track_caller]
    pub const fn strict_mul(self, rhs: This) -> This {
        refine::require(
            refine::mul_fits(self, rhs),
            "overflow",
            "{self} * {rhs} fits",
            "attempt to multiply with overflow",
        );
        self * rhs
    }

    #[rustc_inherit_overflow_checks]
    pub const fn strict_div(self, rhs: This) -> This {
        self / rhs
    }

    #[rustc_inherit_overflow_checks]
    pub const fn strict_rem(self, rhs: This) -> This {
        self % rhs
    }

    #[track_caller]
    pub const fn strict_div_euclid(self, rhs: This) -> This {
        self.div_euclid(rhs)
    }

    #[track_caller]
    pub const fn strict_rem_euclid(self, rhs: This) -> This {
        self.rem_euclid(rhs)
    }

    #[track_caller]
    pub const fn strict_neg(self) -> This {
        refine::require(refine::sub_fits(0, self), "overflow", "-{self} fits", "attempt to negate with overflow");
        refine::wrapping_sub(0, self)
    }

    #[track_caller]
    pub const fn strict_shl(self, rhs: u32) -> This {
        refine::require(rhs < BITS, "overflow", "{rhs} < {self}.BITS", "attempt to shift left with overflow");
        self << rhs
    }

    #[track_caller]
    pub const fn strict_shr(self, rhs: u32) -> This {
        refine::require(rhs < BITS, "overflow", "{rhs} < {self}.BITS", "attempt to shift right with overflow");
        self >> rhs
    }

    #[track_caller]
    pub const fn strict_pow(self, exp: u32) -> This {
        match self.checked_pow(exp) {
            Some(x) => x,
            None => refine::fail("overflow", "{self}.pow({exp}) fits", "attempt to multiply with overflow"),
        }
    }
}
