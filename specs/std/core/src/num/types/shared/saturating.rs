//! `Saturating` of an integer.

use super::This;
use crate::num::Saturating;
use crate::ops::{Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign};
use crate::ops::{Mul, MulAssign, Not, Rem, RemAssign, Sub, SubAssign};

impl Add for Saturating<This> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Saturating(self.0.saturating_add(other.0))
    }
}

impl<'a> Add<&'a Saturating<This>> for Saturating<This> {
    type Output = Self;
    fn add(self, other: &'a Self) -> Self {
        Saturating(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Saturating<This> {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.saturating_add(other.0);
    }
}

impl AddAssign<This> for Saturating<This> {
    fn add_assign(&mut self, other: This) {
        self.0 = self.0.saturating_add(other);
    }
}

impl Sub for Saturating<This> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Saturating(self.0.saturating_sub(other.0))
    }
}

impl<'a> Sub<&'a Saturating<This>> for Saturating<This> {
    type Output = Self;
    fn sub(self, other: &'a Self) -> Self {
        Saturating(self.0.saturating_sub(other.0))
    }
}

impl SubAssign for Saturating<This> {
    fn sub_assign(&mut self, other: Self) {
        self.0 = self.0.saturating_sub(other.0);
    }
}

impl SubAssign<This> for Saturating<This> {
    fn sub_assign(&mut self, other: This) {
        self.0 = self.0.saturating_sub(other);
    }
}

impl Mul for Saturating<This> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Saturating(self.0.saturating_mul(other.0))
    }
}

impl<'a> Mul<&'a Saturating<This>> for Saturating<This> {
    type Output = Self;
    fn mul(self, other: &'a Self) -> Self {
        Saturating(self.0.saturating_mul(other.0))
    }
}

impl MulAssign for Saturating<This> {
    fn mul_assign(&mut self, other: Self) {
        self.0 = self.0.saturating_mul(other.0);
    }
}

impl MulAssign<This> for Saturating<This> {
    fn mul_assign(&mut self, other: This) {
        self.0 = self.0.saturating_mul(other);
    }
}

impl Div for Saturating<This> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Saturating(self.0.saturating_div(other.0))
    }
}

impl<'a> Div<&'a Saturating<This>> for Saturating<This> {
    type Output = Self;
    fn div(self, other: &'a Self) -> Self {
        Saturating(self.0.saturating_div(other.0))
    }
}

impl DivAssign for Saturating<This> {
    fn div_assign(&mut self, other: Self) {
        self.0 = self.0.saturating_div(other.0);
    }
}

impl DivAssign<This> for Saturating<This> {
    fn div_assign(&mut self, other: This) {
        self.0 = self.0.saturating_div(other);
    }
}

impl Rem for Saturating<This> {
    type Output = Self;
    #[rustc_inherit_overflow_checks]
    fn rem(self, other: Self) -> Self {
        Saturating(self.0 % other.0)
    }
}

impl<'a> Rem<&'a Saturating<This>> for Saturating<This> {
    type Output = Self;
    #[rustc_inherit_overflow_checks]
    fn rem(self, other: &'a Self) -> Self {
        Saturating(self.0 % other.0)
    }
}

impl RemAssign for Saturating<This> {
    #[rustc_inherit_overflow_checks]
    fn rem_assign(&mut self, other: Self) {
        self.0 = self.0 % other.0;
    }
}

impl RemAssign<This> for Saturating<This> {
    #[rustc_inherit_overflow_checks]
    fn rem_assign(&mut self, other: This) {
        self.0 = self.0 % other;
    }
}

impl BitAnd for Saturating<This> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Saturating(self.0 & other.0)
    }
}

impl<'a> BitAnd<&'a Saturating<This>> for Saturating<This> {
    type Output = Self;
    fn bitand(self, other: &'a Self) -> Self {
        Saturating(self.0 & other.0)
    }
}

impl BitAndAssign for Saturating<This> {
    fn bitand_assign(&mut self, other: Self) {
        self.0 = self.0 & other.0;
    }
}

impl BitAndAssign<This> for Saturating<This> {
    fn bitand_assign(&mut self, other: This) {
        self.0 = self.0 & other;
    }
}

impl BitOr for Saturating<This> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Saturating(self.0 | other.0)
    }
}

impl<'a> BitOr<&'a Saturating<This>> for Saturating<This> {
    type Output = Self;
    fn bitor(self, other: &'a Self) -> Self {
        Saturating(self.0 | other.0)
    }
}

impl BitOrAssign for Saturating<This> {
    fn bitor_assign(&mut self, other: Self) {
        self.0 = self.0 | other.0;
    }
}

impl BitOrAssign<This> for Saturating<This> {
    fn bitor_assign(&mut self, other: This) {
        self.0 = self.0 | other;
    }
}

impl BitXor for Saturating<This> {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Saturating(self.0 ^ other.0)
    }
}

impl<'a> BitXor<&'a Saturating<This>> for Saturating<This> {
    type Output = Self;
    fn bitxor(self, other: &'a Self) -> Self {
        Saturating(self.0 ^ other.0)
    }
}

impl BitXorAssign for Saturating<This> {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 = self.0 ^ other.0;
    }
}

impl BitXorAssign<This> for Saturating<This> {
    fn bitxor_assign(&mut self, other: This) {
        self.0 = self.0 ^ other;
    }
}

impl Not for Saturating<This> {
    type Output = Self;
    fn not(self) -> Self {
        Saturating(!self.0)
    }
}

impl Saturating<This> {
    pub const MIN: Self = Saturating(This::MIN);
    pub const MAX: Self = Saturating(This::MAX);
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
        Saturating(self.0.rotate_left(n))
    }

    pub const fn rotate_right(self, n: u32) -> Self {
        Saturating(self.0.rotate_right(n))
    }

    pub const fn swap_bytes(self) -> Self {
        Saturating(self.0.swap_bytes())
    }

    pub const fn reverse_bits(self) -> Self {
        Saturating(self.0.reverse_bits())
    }

    pub fn pow(self, exp: u32) -> Self {
        Saturating(self.0.saturating_pow(exp))
    }
}
