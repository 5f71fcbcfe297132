//! Clocks.

pub use core::time::{Duration, TryFromFloatSecsError};

use core::ops::{Add, AddAssign, Sub, SubAssign};

opaque! { Instant SystemTime SystemTimeError }

pub const UNIX_EPOCH: SystemTime = SystemTime { _private: () };

impl Instant {
    pub fn now() -> Instant;
    pub fn duration_since(&self, earlier: Instant) -> Duration;
    pub fn checked_duration_since(&self, earlier: Instant) -> Option<Duration>;
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration;
    pub fn elapsed(&self) -> Duration;
    pub fn checked_add(&self, duration: Duration) -> Option<Instant>;
    pub fn checked_sub(&self, duration: Duration) -> Option<Instant>;
}

impl SystemTime {
    pub const UNIX_EPOCH: SystemTime = SystemTime { _private: () };

    pub fn now() -> SystemTime;
    pub fn duration_since(&self, earlier: SystemTime) -> Result<Duration, SystemTimeError>;
    pub fn elapsed(&self) -> Result<Duration, SystemTimeError>;
    pub fn checked_add(&self, duration: Duration) -> Option<SystemTime>;
    pub fn checked_sub(&self, duration: Duration) -> Option<SystemTime>;
}

impl SystemTimeError {
    pub fn duration(&self) -> Duration;
}

declared_traits! { [] Instant: Clone Copy PartialEq Eq PartialOrd Ord Hash Debug }
declared_traits! { [] SystemTime: Clone Copy PartialEq Eq PartialOrd Ord Hash Debug }
declared_traits! { [] SystemTimeError: Clone Debug Display Error }

macro_rules! moved_by_duration {
    ($($t:ident)*) => {$(
        impl Add<Duration> for $t {
            type Output = $t;
            fn add(self, dur: Duration) -> $t;
        }

        impl Sub<Duration> for $t {
            type Output = $t;
            fn sub(self, dur: Duration) -> $t;
        }

        impl AddAssign<Duration> for $t {
            fn add_assign(&mut self, dur: Duration);
        }

        impl SubAssign<Duration> for $t {
            fn sub_assign(&mut self, dur: Duration);
        }
    )*};
}

moved_by_duration! { Instant SystemTime }

impl Sub<Instant> for Instant {
    type Output = Duration;
    fn sub(self, other: Instant) -> Duration;
}
