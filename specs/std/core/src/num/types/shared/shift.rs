//! `<<` and `>>` by an amount of any integer type, for generic code. The operators themselves are built in.
//! The forms with references are general here: the real library has one for each pair of types.

use super::This;
use crate::ops::{Shl, ShlAssign, Shr, ShrAssign};

impl Shl<i8> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shl(self, other: i8) -> This {
        self << other
    }
}

impl Shl<i16> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shl(self, other: i16) -> This {
        self << other
    }
}

impl Shl<i32> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shl(self, other: i32) -> This {
        self << other
    }
}

impl Shl<i64> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shl(self, other: i64) -> This {
        self << other
    }
}

impl Shl<i128> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shl(self, other: i128) -> This {
        self << other
    }
}

impl Shl<isize> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shl(self, other: isize) -> This {
        self << other
    }
}

impl Shl<u8> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shl(self, other: u8) -> This {
        self << other
    }
}

impl Shl<u16> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shl(self, other: u16) -> This {
        self << other
    }
}

impl Shl<u32> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shl(self, other: u32) -> This {
        self << other
    }
}

impl Shl<u64> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shl(self, other: u64) -> This {
        self << other
    }
}

impl Shl<u128> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shl(self, other: u128) -> This {
        self << other
    }
}

impl Shl<usize> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shl(self, other: usize) -> This {
        self << other
    }
}

impl<'a, R: Copy> Shl<&'a R> for This
where
    This: Shl<R, Output = This>,
{
    type Output = This;
    fn shl(self, other: &'a R) -> This {
        Shl::shl(self, *other)
    }
}

impl<R> Shl<R> for &This
where
    This: Shl<R, Output = This>,
{
    type Output = This;
    fn shl(self, other: R) -> This {
        Shl::shl(*self, other)
    }
}

impl<R> ShlAssign<R> for This
where
    This: Shl<R, Output = This>,
{
    fn shl_assign(&mut self, other: R) {
        *self = Shl::shl(*self, other);
    }
}

impl Shr<i8> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shr(self, other: i8) -> This {
        self >> other
    }
}

impl Shr<i16> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shr(self, other: i16) -> This {
        self >> other
    }
}

impl Shr<i32> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shr(self, other: i32) -> This {
        self >> other
    }
}

impl Shr<i64> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shr(self, other: i64) -> This {
        self >> other
    }
}

impl Shr<i128> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shr(self, other: i128) -> This {
        self >> other
    }
}

impl Shr<isize> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shr(self, other: isize) -> This {
        self >> other
    }
}

impl Shr<u8> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shr(self, other: u8) -> This {
        self >> other
    }
}

impl Shr<u16> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shr(self, other: u16) -> This {
        self >> other
    }
}

impl Shr<u32> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shr(self, other: u32) -> This {
        self >> other
    }
}

impl Shr<u64> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shr(self, other: u64) -> This {
        self >> other
    }
}

impl Shr<u128> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shr(self, other: u128) -> This {
        self >> other
    }
}

impl Shr<usize> for This {
    type Output = This;
    #[rustc_inherit_overflow_checks]
    fn shr(self, other: usize) -> This {
        self >> other
    }
}

impl<'a, R: Copy> Shr<&'a R> for This
where
    This: Shr<R, Output = This>,
{
    type Output = This;
    fn shr(self, other: &'a R) -> This {
        Shr::shr(self, *other)
    }
}

impl<R> Shr<R> for &This
where
    This: Shr<R, Output = This>,
{
    type Output = This;
    fn shr(self, other: R) -> This {
        Shr::shr(*self, other)
    }
}

impl<R> ShrAssign<R> for This
where
    This: Shr<R, Output = This>,
{
    fn shr_assign(&mut self, other: R) {
        *self = Shr::shr(*self, other);
    }
}
