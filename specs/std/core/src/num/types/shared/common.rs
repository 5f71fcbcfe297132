//! The wrapping, overflowing and saturating families, logarithms and text: what signed and unsigned types have in common.

use super::{BITS, This};
use crate::num::ParseIntError;
use crate::refine;
use crate::str::FromStr;

impl This {
    pub const fn min_value() -> This {
        This::MIN
    }

    pub const fn max_value() -> This {
        This::MAX
    }

    pub const fn wrapping_add(self, rhs: This) -> This {
        refine::wrapping_add(self, rhs)
    }

    pub const fn wrapping_sub(self, rhs: This) -> This {
        refine::wrapping_sub(self, rhs)
    }

    pub const fn wrapping_mul(self, rhs: This) -> This {
        refine::wrapping_mul(self, rhs)
    }

    pub const fn wrapping_neg(self) -> This {
        refine::wrapping_sub(0, self)
    }

    pub const fn wrapping_shl(self, rhs: u32) -> This {
        self << (rhs % BITS)
    }

    pub const fn wrapping_shr(self, rhs: u32) -> This {
        self >> (rhs % BITS)
    }

    pub const fn wrapping_pow(self, mut exp: u32) -> This {
        let mut base = self;
        let mut acc: This = 1;
        while exp > 1 {
            if exp % 2 == 1 {
                acc = refine::wrapping_mul(acc, base);
            }
            exp = exp / 2;
            base = refine::wrapping_mul(base, base);
        }
        if exp == 1 { refine::wrapping_mul(acc, base) } else { acc }
    }

    pub const fn overflowing_add(self, rhs: This) -> (This, bool) {
        (refine::wrapping_add(self, rhs), !refine::add_fits(self, rhs))
    }

    pub const fn overflowing_sub(self, rhs: This) -> (This, bool) {
        (refine::wrapping_sub(self, rhs), !refine::sub_fits(self, rhs))
    }

    pub const fn overflowing_mul(self, rhs: This) -> (This, bool) {
        (refine::wrapping_mul(self, rhs), !refine::mul_fits(self, rhs))
    }

    pub const fn overflowing_neg(self) -> (This, bool) {
        (refine::wrapping_sub(0, self), !refine::sub_fits(0, self))
    }

    pub const fn overflowing_shl(self, rhs: u32) -> (This, bool) {
        (self.wrapping_shl(rhs), rhs >= BITS)
    }

    pub const fn overflowing_shr(self, rhs: u32) -> (This, bool) {
        (self.wrapping_shr(rhs), rhs >= BITS)
    }

    pub const fn overflowing_pow(self, exp: u32) -> (This, bool) {
        (self.wrapping_pow(exp), self.checked_pow(exp).is_none())
    }

    pub const fn unbounded_shl(self, rhs: u32) -> This {
        if rhs < BITS { self << rhs } else { 0 }
    }

    pub const fn unbounded_shr(self, rhs: u32) -> This {
        if rhs < BITS {
            self >> rhs
        } else if self < 0 {
            This::MAX.wrapping_sub(This::MAX).wrapping_sub(1)
        } else {
            0
        }
    }

    pub const fn saturating_add(self, rhs: This) -> This {
        if refine::add_fits(self, rhs) {
            self + rhs
        } else if rhs < 0 {
            This::MIN
        } else {
            This::MAX
        }
    }

    pub const fn saturating_sub(self, rhs: This) -> This {
        if refine::sub_fits(self, rhs) {
            self - rhs
        } else if rhs < 0 {
            This::MAX
        } else {
            This::MIN
        }
    }

    pub const fn saturating_mul(self, rhs: This) -> This {
        if refine::mul_fits(self, rhs) {
            self * rhs
        } else if (self < 0) == (rhs < 0) {
            This::MAX
        } else {
            This::MIN
        }
    }

    pub const fn saturating_pow(self, exp: u32) -> This {
        match self.checked_pow(exp) {
            Some(x) => x,
            None => {
                if self < 0 && exp % 2 == 1 {
                    This::MIN
                } else {
                    This::MAX
                }
            }
        }
    }

    #[rustc_inherit_overflow_checks]
    pub const fn pow(self, mut exp: u32) -> This {
        // By far the most frequent one. What the loop makes of it is found out for each value of `self` only.
        if exp == 2 {
            return self * self;
        }
        let mut base = self;
        let mut acc: This = 1;
        while exp > 1 {
            if exp % 2 == 1 {
                acc = acc * base;
            }
            exp = exp / 2;
            base = base * base;
        }
        if exp == 1 { acc * base } else { acc }
    }

    #[track_caller]
    pub const fn ilog(self, base: This) -> u32 {
        if base < 2 {
            refine::fail("assert", "{base} >= 2", "base of integer logarithm must be at least 2")
        }
        if self <= 0 {
            refine::fail("panic", "{self} > 0", "argument of integer logarithm must be positive")
        }
        let mut rest = self;
        let mut n = 0;
        while rest >= base {
            rest = rest / base;
            n += 1;
        }
        n
    }

    #[track_caller]
    pub const fn ilog2(self) -> u32 {
        if self <= 0 {
            refine::fail("panic", "{self} > 0", "argument of integer logarithm must be positive")
        }
        BITS - 1 - self.leading_zeros()
    }

    #[track_caller]
    pub const fn ilog10(self) -> u32 {
        if self <= 0 {
            refine::fail("panic", "{self} > 0", "argument of integer logarithm must be positive")
        }
        let mut rest = self;
        let mut n = 0;
        while rest >= 10 {
            rest = rest / 10;
            n += 1;
        }
        n
    }

    pub const fn checked_ilog(self, base: This) -> Option<u32> {
        if self <= 0 || base <= 1 { None } else { Some(self.ilog(base)) }
    }

    pub const fn checked_ilog2(self) -> Option<u32> {
        if self <= 0 { None } else { Some(self.ilog2()) }
    }

    pub const fn checked_ilog10(self) -> Option<u32> {
        if self <= 0 { None } else { Some(self.ilog10()) }
    }

    pub const fn from_str_radix(src: &str, radix: u32) -> Result<This, ParseIntError> {
        refine::require(
            2 <= radix && radix <= 36,
            "panic",
            "2 <= {radix} && {radix} <= 36",
            "radix must lie in the range",
        );
        refine::any()
    }
}

impl FromStr for This {
    type Err = ParseIntError;
    #[ensures(|_| true)]
    fn from_str(src: &str) -> Result<This, ParseIntError>;
}
