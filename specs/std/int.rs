//! The integer types: each method is declared once, for all twelve. `Self` is the type.
//!
//! Integers in these models are exact; `wrap::<T>(e)` reduces into the range of `T` as `as` does. `Self::Unsigned` is
//! the type of the same width without a sign. Methods that may panic (`abs`, `pow`, `ilog2`, …) are built into the checker.

impl Int {
    pub fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    pub fn max(self, other: Self) -> Self {
        if other < self { self } else { other }
    }

    pub fn clamp(self, low: Self, high: Self) -> Self {
        if self < low {
            low
        } else if high < self {
            high
        } else {
            self
        }
    }

    pub fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        if *self < *other {
            std::cmp::Ordering::Less
        } else if *self == *other {
            std::cmp::Ordering::Equal
        } else {
            std::cmp::Ordering::Greater
        }
    }

    pub fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(if *self < *other {
            std::cmp::Ordering::Less
        } else if *self == *other {
            std::cmp::Ordering::Equal
        } else {
            std::cmp::Ordering::Greater
        })
    }

    pub fn signum(self) -> Self {
        if self > 0 {
            1
        } else if self == 0 {
            0
        } else {
            -1
        }
    }

    pub fn is_positive(self) -> bool {
        self > 0
    }

    pub fn is_negative(self) -> bool {
        self < 0
    }

    pub fn is_power_of_two(self) -> bool {
        self > 0 && (self & (self - 1)) == 0
    }

    pub fn ilog2(self) -> u32 {
        demand!(panic, self > 0, "{self} > 0", "argument of integer logarithm must be positive");
        Self::BITS - 1 - self.leading_zeros()
    }

    pub fn isqrt(self) -> Self {
        demand!(panic, self >= 0, "{self} >= 0", "argument of integer square root cannot be negative");
        choose!(r, 0 <= r && r * r <= self && self < (r + 1) * (r + 1))
    }

    pub fn div_ceil(self, rhs: Self) -> Self {
        demand!(division, rhs != 0, "{rhs} != 0", "attempt to divide by zero");
        if self % rhs == 0 { self / rhs } else { self / rhs + 1 }
    }

    pub fn next_multiple_of(self, rhs: Self) -> Self {
        demand!(
            division,
            rhs != 0,
            "{rhs} != 0",
            "attempt to calculate the remainder with a divisor of zero"
        );
        if self % rhs == 0 { self } else { checked!(self + (rhs - self % rhs)) }
    }

    pub fn count_zeros(self) -> u32 {
        Self::BITS - self.count_ones()
    }

    pub fn leading_ones(self) -> u32 {
        (!self).leading_zeros()
    }

    pub fn trailing_ones(self) -> u32 {
        (!self).trailing_zeros()
    }

    pub fn abs_diff(self, other: Self) -> Self::Unsigned {
        if self < other { other - self } else { self - other }
    }

    pub fn unsigned_abs(self) -> Self::Unsigned {
        if self < 0 { -self } else { self }
    }

    pub fn midpoint(self, other: Self) -> Self {
        (self + other) / 2
    }

    pub fn to_ascii_uppercase(&self) -> Self {
        if 97 <= *self && *self <= 122 { *self - 32 } else { *self }
    }

    pub fn to_ascii_lowercase(&self) -> Self {
        if 65 <= *self && *self <= 90 { *self + 32 } else { *self }
    }

    pub fn eq_ignore_ascii_case(&self, other: &Self) -> bool {
        let one = if 65 <= *self && *self <= 90 { *self + 32 } else { *self };
        let two = if 65 <= *other && *other <= 90 { *other + 32 } else { *other };
        one == two
    }

    pub fn wrapping_add(self, rhs: Self) -> Self {
        wrap::<Self>(self + rhs)
    }

    pub fn wrapping_sub(self, rhs: Self) -> Self {
        wrap::<Self>(self - rhs)
    }

    pub fn wrapping_mul(self, rhs: Self) -> Self {
        wrap::<Self>(self * rhs)
    }

    pub fn wrapping_neg(self) -> Self {
        wrap::<Self>(-self)
    }

    pub fn wrapping_abs(self) -> Self {
        if self < 0 { wrap::<Self>(-self) } else { self }
    }

    pub fn checked_add(self, rhs: Self) -> Option<Self> {
        if Self::MIN <= self + rhs && self + rhs <= Self::MAX { Some(self + rhs) } else { None }
    }

    pub fn checked_sub(self, rhs: Self) -> Option<Self> {
        if Self::MIN <= self - rhs && self - rhs <= Self::MAX { Some(self - rhs) } else { None }
    }

    pub fn checked_mul(self, rhs: Self) -> Option<Self> {
        if Self::MIN <= self * rhs && self * rhs <= Self::MAX { Some(self * rhs) } else { None }
    }

    pub fn checked_neg(self) -> Option<Self> {
        if Self::MIN <= -self && -self <= Self::MAX { Some(-self) } else { None }
    }

    pub fn checked_abs(self) -> Option<Self> {
        if -self > Self::MAX {
            None
        } else if self < 0 {
            Some(-self)
        } else {
            Some(self)
        }
    }

    pub fn checked_div(self, rhs: Self) -> Option<Self> {
        if rhs == 0 || self / rhs > Self::MAX { None } else { Some(self / rhs) }
    }

    pub fn checked_div_euclid(self, rhs: Self) -> Option<Self> {
        if rhs == 0 || self / rhs > Self::MAX { None } else { Some(self.div_euclid(rhs)) }
    }

    pub fn checked_rem_euclid(self, rhs: Self) -> Option<Self> {
        if rhs == 0 || self / rhs > Self::MAX { None } else { Some(self.rem_euclid(rhs)) }
    }

    pub fn checked_shl(self, bits: u32) -> Option<Self> {
        if bits < Self::BITS { Some(self << bits) } else { None }
    }

    pub fn checked_shr(self, bits: u32) -> Option<Self> {
        if bits < Self::BITS { Some(self >> bits) } else { None }
    }

    pub fn checked_rem(self, rhs: Self) -> Option<Self> {
        if rhs == 0 || self / rhs > Self::MAX { None } else { Some(self % rhs) }
    }

    pub fn overflowing_add(self, rhs: Self) -> (Self, bool) {
        (wrap::<Self>(self + rhs), self + rhs < Self::MIN || self + rhs > Self::MAX)
    }

    pub fn overflowing_sub(self, rhs: Self) -> (Self, bool) {
        (wrap::<Self>(self - rhs), self - rhs < Self::MIN || self - rhs > Self::MAX)
    }

    pub fn overflowing_mul(self, rhs: Self) -> (Self, bool) {
        (wrap::<Self>(self * rhs), self * rhs < Self::MIN || self * rhs > Self::MAX)
    }

    pub fn saturating_add(self, rhs: Self) -> Self {
        if self + rhs > Self::MAX {
            Self::MAX
        } else if self + rhs < Self::MIN {
            Self::MIN
        } else {
            wrap::<Self>(self + rhs)
        }
    }

    pub fn saturating_sub(self, rhs: Self) -> Self {
        if self - rhs > Self::MAX {
            Self::MAX
        } else if self - rhs < Self::MIN {
            Self::MIN
        } else {
            wrap::<Self>(self - rhs)
        }
    }

    pub fn saturating_mul(self, rhs: Self) -> Self {
        if self * rhs > Self::MAX {
            Self::MAX
        } else if self * rhs < Self::MIN {
            Self::MIN
        } else {
            wrap::<Self>(self * rhs)
        }
    }

    pub fn is_ascii_digit(self) -> bool {
        48 <= self && self <= 57
    }

    pub fn is_ascii_uppercase(self) -> bool {
        65 <= self && self <= 90
    }

    pub fn is_ascii_lowercase(self) -> bool {
        97 <= self && self <= 122
    }

    pub fn is_ascii_alphabetic(self) -> bool {
        65 <= self && self <= 90 || 97 <= self && self <= 122
    }
}
