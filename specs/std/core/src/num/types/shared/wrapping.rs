//! `Wrapping` of an integer.

use super::This;
use crate::num::Wrapping;
use crate::ops::{Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign};
use crate::ops::{Mul, MulAssign, Neg, Not, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub, SubAssign};

impl Add for Wrapping<This> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Wrapping(self.0.wrapping_add(other.0))
    }
}

impl<'a> Add<&'a Wrapping<This>> for Wrapping<This> {
    type Output = Self;
    fn add(self, other: &'a Self) -> Self {
        Wrapping(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Wrapping<This> {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl AddAssign<This> for Wrapping<This> {
    fn add_assign(&mut self, other: This) {
        self.0 = self.0.wrapping_add(other);
    }
}

impl Sub for Wrapping<This> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Wrapping(self.0.wrapping_sub(other.0))
    }
}

impl<'a> Sub<&'a Wrapping<This>> for Wrapping<This> {
    type Output = Self;
    fn sub(self, other: &'a Self) -> Self {
        Wrapping(self.0.wrapping_sub(other.0))
    }
}

impl SubAssign for Wrapping<This> {
    fn sub_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_sub(other.0);
    }
}

impl SubAssign<This> for Wrapping<This> {
    fn sub_assign(&mut self, other: This) {
        self.0 = self.0.wrapping_sub(other);
    }
}

impl Mul for Wrapping<This> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Wrapping(self.0.wrapping_mul(other.0))
    }
}

impl<'a> Mul<&'a Wrapping<This>> for Wrapping<This> {
    type Output = Self;
    fn mul(self, other: &'a Self) -> Self {
        Wrapping(self.0.wrapping_mul(other.0))
    }
}

impl MulAssign for Wrapping<This> {
    fn mul_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_mul(other.0);
    }
}

impl MulAssign<This> for Wrapping<This> {
    fn mul_assign(&mut self, other: This) {
        self.0 = self.0.wrapping_mul(other);
    }
}

impl Div for Wrapping<This> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Wrapping(self.0.wrapping_div(other.0))
    }
}

impl<'a> Div<&'a Wrapping<This>> for Wrapping<This> {
    type Output = Self;
    fn div(self, other: &'a Self) -> Self {
        Wrapping(self.0.wrapping_div(other.0))
    }
}

impl DivAssign for Wrapping<This> {
    fn div_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_div(other.0);
    }
}

impl DivAssign<This> for Wrapping<This> {
    fn div_assign(&mut self, other: This) {
        self.0 = self.0.wrapping_div(other);
    }
}

impl Rem for Wrapping<This> {
    type Output = Self;
    fn rem(self, other: Self) -> Self {
        Wrapping(self.0.wrapping_rem(other.0))
    }
}

impl<'a> Rem<&'a Wrapping<This>> for Wrapping<This> {
    type Output = Self;
    fn rem(self, other: &'a Self) -> Self {
        Wrapping(self.0.wrapping_rem(other.0))
    }
}

impl RemAssign for Wrapping<This> {
    fn rem_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_rem(other.0);
    }
}

impl RemAssign<This> for Wrapping<This> {
    fn rem_assign(&mut self, other: This) {
        self.0 = self.0.wrapping_rem(other);
    }
}

impl BitAnd for Wrapping<This> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Wrapping(self.0 & other.0)
    }
}

impl<'a> BitAnd<&'a Wrapping<This>> for Wrapping<This> {
    type Output = Self;
    fn bitand(self, other: &'a Self) -> Self {
        Wrapping(self.0 & other.0)
    }
}

impl BitAndAssign for Wrapping<This> {
    fn bitand_assign(&mut self, other: Self) {
        self.0 = self.0 & other.0;
    }
}

impl BitAndAssign<This> for Wrapping<This> {
    fn bitand_assign(&mut self, other: This) {
        self.0 = self.0 & other;
    }
}

impl BitOr for Wrapping<This> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Wrapping(self.0 | other.0)
    }
}

impl<'a> BitOr<&'a Wrapping<This>> for Wrapping<This> {
    type Output = Self;
    fn bitor(self, other: &'a Self) -> Self {
        Wrapping(self.0 | other.0)
    }
}

impl BitOrAssign for Wrapping<This> {
    fn bitor_assign(&mut self, other: Self) {
        self.0 = self.0 | other.0;
    }
}

impl BitOrAssign<This> for Wrapping<This> {
    fn bitor_assign(&mut self, other: This) {
        self.0 = self.0 | other;
    }
}

impl BitXor for Wrapping<This> {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Wrapping(self.0 ^ other.0)
    }
}

impl<'a> BitXor<&'a Wrapping<This>> for Wrapping<This> {
    type Output = Self;
    fn bitxor(self, other: &'a Self) -> Self {
        Wrapping(self.0 ^ other.0)
    }
}

impl BitXorAssign for Wrapping<This> {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 = self.0 ^ other.0;
    }
}

impl BitXorAssign<This> for Wrapping<This> {
    fn bitxor_assign(&mut self, other: This) {
        self.0 = self.0 ^ other;
    }
}

impl Not for Wrapping<This> {
    type Output = Self;
    fn not(self) -> Self {
        Wrapping(!self.0)
    }
}

impl Neg for Wrapping<This> {
    type Output = Self;
    fn neg(self) -> Self {
        Wrapping(self.0.wrapping_neg())
    }
}

/// The amount of a shift is reduced as `wrapping_shl` does.
impl Shl<usize> for Wrapping<This> {
    type Output = Self;
    fn shl(self, other: usize) -> Self {
        Wrapping(self.0.wrapping_shl(other as u32))
    }
}

impl Shr<usize> for Wrapping<This> {
    type Output = Self;
    fn shr(self, other: usize) -> Self {
        Wrapping(self.0.wrapping_shr(other as u32))
    }
}

impl ShlAssign<usize> for Wrapping<This> {
    fn shl_assign(&mut self, other: usize) {
        self.0 = self.0.wrapping_shl(other as u32);
    }
}

impl ShrAssign<usize> for Wrapping<This> {
    fn shr_assign(&mut self, other: usize) {
        self.0 = self.0.wrapping_shr(other as u32);
    }
}

impl Wrapping<This> {
    pub const MIN: Self = Wrapping(This::MIN);
    pub const MAX: Self = Wrapping(This::MAX);
    pub const BITS: u32 = This::BITS;

    pub const fn count_ones(self) -> u32 {
        self.0.count_ones()
    }

    pub const fn count_zeros(self) -> u32 {
        self.0.count_zeros()
    }

    pub const fn leading_zeros(self) -> u32 {
        self.0.leading_zeros()
    }

    pub const fn trailing_zeros(self) -> u32 {
        self.0.trailing_zeros()
    }

    pub const fn rotate_left(self, n: u32) -> Self {
        Wrapping(self.0.rotate_left(n))
    }

    pub const fn rotate_right(self, n: u32) -> Self {
        Wrapping(self.0.rotate_right(n))
    }

    pub const fn swap_bytes(self) -> Self {
        Wrapping(self.0.swap_bytes())
    }

    pub const fn reverse_bits(self) -> Self {
        Wrapping(self.0.reverse_bits())
    }

    pub fn pow(self, exp: u32) -> Self {
        Wrapping(self.0.wrapping_pow(exp))
    }
}
