//! `core::time`: `Duration` is a number of seconds and of nanoseconds below a second.

use crate::fmt;
use crate::iter::Sum;
use crate::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Sub, SubAssign};
use crate::refine;

const NANOS_PER_SEC: u32 = 1_000_000_000;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[invariant(self.nanos < 1_000_000_000)]
pub struct Duration {
    secs: u64,
    nanos: u32,
}

impl Duration {
    pub const ZERO: Duration = Duration { secs: 0, nanos: 0 };
    pub const MAX: Duration = Duration { secs: u64::MAX, nanos: 999_999_999 };

    pub const fn new(secs: u64, nanos: u32) -> Duration {
        let carry = (nanos / NANOS_PER_SEC) as u64;
        refine::require(
            refine::add_fits(secs, carry),
            "panic",
            "{secs} + {nanos} / 1_000_000_000 <= u64::MAX",
            "overflow in Duration::new",
        );
        Duration { secs: secs + carry, nanos: nanos % NANOS_PER_SEC }
    }

    pub const fn from_secs(secs: u64) -> Duration {
        Duration { secs, nanos: 0 }
    }

    pub const fn from_millis(millis: u64) -> Duration {
        Duration { secs: millis / 1_000, nanos: (millis % 1_000) as u32 * 1_000_000 }
    }

    pub const fn from_micros(micros: u64) -> Duration {
        Duration { secs: micros / 1_000_000, nanos: (micros % 1_000_000) as u32 * 1_000 }
    }

    pub const fn from_nanos(nanos: u64) -> Duration {
        Duration { secs: nanos / 1_000_000_000, nanos: (nanos % 1_000_000_000) as u32 }
    }

    pub const fn from_mins(mins: u64) -> Duration {
        refine::require(
            refine::mul_fits(mins, 60),
            "panic",
            "{mins} <= u64::MAX / 60",
            "overflow in Duration::from_mins",
        );
        Duration { secs: mins * 60, nanos: 0 }
    }

    pub const fn from_hours(hours: u64) -> Duration {
        refine::require(
            refine::mul_fits(hours, 3600),
            "panic",
            "{hours} <= u64::MAX / 3600",
            "overflow in Duration::from_hours",
        );
        Duration { secs: hours * 3600, nanos: 0 }
    }

    pub const fn is_zero(&self) -> bool {
        self.secs == 0 && self.nanos == 0
    }

    pub const fn as_secs(&self) -> u64 {
        self.secs
    }

    pub const fn subsec_millis(&self) -> u32 {
        self.nanos / 1_000_000
    }

    pub const fn subsec_micros(&self) -> u32 {
        self.nanos / 1_000
    }

    pub const fn subsec_nanos(&self) -> u32 {
        self.nanos
    }

    pub const fn as_millis(&self) -> u128 {
        self.secs as u128 * 1_000 + (self.nanos / 1_000_000) as u128
    }

    pub const fn as_micros(&self) -> u128 {
        self.secs as u128 * 1_000_000 + (self.nanos / 1_000) as u128
    }

    pub const fn as_nanos(&self) -> u128 {
        self.secs as u128 * 1_000_000_000 + self.nanos as u128
    }

    pub const fn abs_diff(self, other: Duration) -> Duration {
        match self.checked_sub(other) {
            Some(d) => d,
            None => match other.checked_sub(self) {
                Some(d) => d,
                None => Duration::ZERO,
            },
        }
    }

    pub const fn checked_add(self, rhs: Duration) -> Option<Duration> {
        let nanos = self.nanos + rhs.nanos;
        let carry = if nanos >= NANOS_PER_SEC { 1 } else { 0 };
        match self.secs.checked_add(rhs.secs) {
            Some(secs) => match secs.checked_add(carry) {
                Some(secs) => Some(Duration { secs, nanos: if carry == 1 { nanos - NANOS_PER_SEC } else { nanos } }),
                None => None,
            },
            None => None,
        }
    }

    pub const fn saturating_add(self, rhs: Duration) -> Duration {
        match self.checked_add(rhs) {
            Some(d) => d,
            None => Duration::MAX,
        }
    }

    pub const fn checked_sub(self, rhs: Duration) -> Option<Duration> {
        if self.secs < rhs.secs {
            return None;
        }
        let secs = self.secs - rhs.secs;
        if self.nanos >= rhs.nanos {
            Some(Duration { secs, nanos: self.nanos - rhs.nanos })
        } else if secs > 0 {
            Some(Duration { secs: secs - 1, nanos: self.nanos + NANOS_PER_SEC - rhs.nanos })
        } else {
            None
        }
    }

    pub const fn saturating_sub(self, rhs: Duration) -> Duration {
        match self.checked_sub(rhs) {
            Some(d) => d,
            None => Duration::ZERO,
        }
    }

    pub const fn checked_mul(self, rhs: u32) -> Option<Duration> {
        let nanos = self.nanos as u64 * rhs as u64;
        match self.secs.checked_mul(rhs as u64) {
            Some(secs) => match secs.checked_add(nanos / 1_000_000_000) {
                Some(secs) => Some(Duration { secs, nanos: (nanos % 1_000_000_000) as u32 }),
                None => None,
            },
            None => None,
        }
    }

    pub const fn saturating_mul(self, rhs: u32) -> Duration {
        match self.checked_mul(rhs) {
            Some(d) => d,
            None => Duration::MAX,
        }
    }

    pub const fn checked_div(self, rhs: u32) -> Option<Duration> {
        if rhs == 0 {
            return None;
        }
        let secs = self.secs / rhs as u64;
        let left = self.secs % rhs as u64;
        let nanos = (left * 1_000_000_000 + self.nanos as u64) / rhs as u64;
        Some(Duration { secs, nanos: nanos as u32 })
    }

    pub const fn as_secs_f64(&self) -> f64;
    pub const fn as_secs_f32(&self) -> f32;
    pub fn from_secs_f64(secs: f64) -> Duration;
    pub fn from_secs_f32(secs: f32) -> Duration;
    pub fn mul_f64(self, rhs: f64) -> Duration;
    pub fn mul_f32(self, rhs: f32) -> Duration;
    pub fn div_f64(self, rhs: f64) -> Duration;
    pub fn div_f32(self, rhs: f32) -> Duration;
    pub const fn div_duration_f64(self, rhs: Duration) -> f64;
    pub const fn div_duration_f32(self, rhs: Duration) -> f32;
    pub const fn try_from_secs_f32(secs: f32) -> Result<Duration, TryFromFloatSecsError>;
    pub const fn try_from_secs_f64(secs: f64) -> Result<Duration, TryFromFloatSecsError>;
}

impl Add for Duration {
    type Output = Duration;
    fn add(self, rhs: Duration) -> Duration {
        match self.checked_add(rhs) {
            Some(d) => d,
            None => refine::fail("unwrap", "{self}.checked_add({rhs}).is_some()", "overflow when adding durations"),
        }
    }
}

impl AddAssign for Duration {
    fn add_assign(&mut self, rhs: Duration) {
        *self = *self + rhs;
    }
}

impl Sub for Duration {
    type Output = Duration;
    fn sub(self, rhs: Duration) -> Duration {
        match self.checked_sub(rhs) {
            Some(d) => d,
            None => refine::fail("unwrap", "{self} >= {rhs}", "overflow when subtracting durations"),
        }
    }
}

impl SubAssign for Duration {
    fn sub_assign(&mut self, rhs: Duration) {
        *self = *self - rhs;
    }
}

impl Mul<u32> for Duration {
    type Output = Duration;
    fn mul(self, rhs: u32) -> Duration {
        match self.checked_mul(rhs) {
            Some(d) => d,
            None => refine::fail(
                "unwrap",
                "{self}.checked_mul({rhs}).is_some()",
                "overflow when multiplying duration by scalar",
            ),
        }
    }
}

impl Mul<Duration> for u32 {
    type Output = Duration;
    fn mul(self, rhs: Duration) -> Duration {
        rhs * self
    }
}

impl MulAssign<u32> for Duration {
    fn mul_assign(&mut self, rhs: u32) {
        *self = *self * rhs;
    }
}

impl Div<u32> for Duration {
    type Output = Duration;
    fn div(self, rhs: u32) -> Duration {
        match self.checked_div(rhs) {
            Some(d) => d,
            None => refine::fail("unwrap", "{rhs} != 0", "divide by zero error when dividing duration by scalar"),
        }
    }
}

impl DivAssign<u32> for Duration {
    fn div_assign(&mut self, rhs: u32) {
        *self = *self / rhs;
    }
}

impl Sum for Duration {
    fn sum<I: Iterator<Item = Duration>>(iter: I) -> Duration;
}

impl<'a> Sum<&'a Duration> for Duration {
    fn sum<I: Iterator<Item = &'a Duration>>(iter: I) -> Duration;
}

impl fmt::Debug for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TryFromFloatSecsError {
    _private: (),
}

impl fmt::Display for TryFromFloatSecsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
