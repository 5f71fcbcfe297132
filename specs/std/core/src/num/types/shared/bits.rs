//! Bits of an integer.

use super::{BITS, This, Unsigned};
use crate::refine;

impl This {
    pub const fn count_ones(self) -> u32 {
        refine::ctpop(self as Unsigned)
    }

    pub const fn count_zeros(self) -> u32 {
        refine::ctpop(!self as Unsigned)
    }

    pub const fn leading_zeros(self) -> u32 {
        refine::ctlz(self as Unsigned)
    }

    pub const fn trailing_zeros(self) -> u32 {
        refine::cttz(self as Unsigned)
    }

    pub const fn leading_ones(self) -> u32 {
        refine::ctlz(!self as Unsigned)
    }

    pub const fn trailing_ones(self) -> u32 {
        refine::cttz(!self as Unsigned)
    }

    pub const fn rotate_left(self, n: u32) -> This {
        let n = n % BITS;
        if n == 0 { self } else { (((self as Unsigned) << n) | ((self as Unsigned) >> (BITS - n))) as This }
    }

    pub const fn rotate_right(self, n: u32) -> This {
        let n = n % BITS;
        if n == 0 { self } else { (((self as Unsigned) >> n) | ((self as Unsigned) << (BITS - n))) as This }
    }

    pub const fn swap_bytes(self) -> This {
        This::from_le_bytes(self.to_be_bytes())
    }

    pub const fn reverse_bits(self) -> This {
        let mut rest = self as Unsigned;
        let mut reversed: Unsigned = 0;
        let mut i = 0;
        while i < BITS {
            reversed = (reversed << 1) | (rest & 1);
            rest = rest >> 1;
            i += 1;
        }
        reversed as This
    }

    pub const fn from_be(x: This) -> This {
        x.swap_bytes()
    }

    pub const fn from_le(x: This) -> This {
        x
    }

    pub const fn to_be(self) -> This {
        self.swap_bytes()
    }

    pub const fn to_le(self) -> This {
        self
    }
}
