//! `f32` and `f64`: the constants; the methods are declared, those that only compare have models.
//! Those that need a mathematics library (`sqrt`, `sin`, …) are in `math`; the real ones are in `std`.

use crate::num::ParseFloatError;
use crate::str::FromStr;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FpCategory {
    Nan,
    Infinite,
    Zero,
    Subnormal,
    Normal,
}

pub mod f32_consts {
    pub const PI: f32 = 3.14159265358979323846264338327950288;
    pub const TAU: f32 = 6.28318530717958647692528676655900577;
    pub const FRAC_PI_2: f32 = 1.57079632679489661923132169163975144;
    pub const FRAC_PI_3: f32 = 1.04719755119659774615421446109316763;
    pub const FRAC_PI_4: f32 = 0.785398163397448309615660845819875721;
    pub const FRAC_PI_6: f32 = 0.52359877559829887307710723054658381;
    pub const FRAC_PI_8: f32 = 0.39269908169872415480783042290993786;
    pub const FRAC_1_PI: f32 = 0.318309886183790671537767526745028724;
    pub const FRAC_2_PI: f32 = 0.636619772367581343075535053490057448;
    pub const FRAC_2_SQRT_PI: f32 = 1.12837916709551257389615890312154517;
    pub const SQRT_2: f32 = 1.41421356237309504880168872420969808;
    pub const FRAC_1_SQRT_2: f32 = 0.707106781186547524400844362104849039;
    pub const E: f32 = 2.71828182845904523536028747135266250;
    pub const LOG2_E: f32 = 1.44269504088896340735992468100189214;
    pub const LOG2_10: f32 = 3.32192809488736234787031942948939018;
    pub const LOG10_E: f32 = 0.434294481903251827651128918916605082;
    pub const LOG10_2: f32 = 0.301029995663981195213738894724493027;
    pub const LN_2: f32 = 0.693147180559945309417232121458176568;
    pub const LN_10: f32 = 2.30258509299404568401799145468436421;
}

pub mod f64_consts {
    pub const PI: f64 = 3.14159265358979323846264338327950288;
    pub const TAU: f64 = 6.28318530717958647692528676655900577;
    pub const FRAC_PI_2: f64 = 1.57079632679489661923132169163975144;
    pub const FRAC_PI_3: f64 = 1.04719755119659774615421446109316763;
    pub const FRAC_PI_4: f64 = 0.785398163397448309615660845819875721;
    pub const FRAC_PI_6: f64 = 0.52359877559829887307710723054658381;
    pub const FRAC_PI_8: f64 = 0.39269908169872415480783042290993786;
    pub const FRAC_1_PI: f64 = 0.318309886183790671537767526745028724;
    pub const FRAC_2_PI: f64 = 0.636619772367581343075535053490057448;
    pub const FRAC_2_SQRT_PI: f64 = 1.12837916709551257389615890312154517;
    pub const SQRT_2: f64 = 1.41421356237309504880168872420969808;
    pub const FRAC_1_SQRT_2: f64 = 0.707106781186547524400844362104849039;
    pub const E: f64 = 2.71828182845904523536028747135266250;
    pub const LOG2_E: f64 = 1.44269504088896340735992468100189214;
    pub const LOG2_10: f64 = 3.32192809488736234787031942948939018;
    pub const LOG10_E: f64 = 0.434294481903251827651128918916605082;
    pub const LOG10_2: f64 = 0.301029995663981195213738894724493027;
    pub const LN_2: f64 = 0.693147180559945309417232121458176568;
    pub const LN_10: f64 = 2.30258509299404568401799145468436421;
}

impl f32 {
    pub const RADIX: u32 = 2;
    pub const MANTISSA_DIGITS: u32 = 24;
    pub const DIGITS: u32 = 6;
    pub const EPSILON: f32 = 1.19209290e-07;
    pub const MIN: f32 = -3.40282347e+38;
    pub const MIN_POSITIVE: f32 = 1.17549435e-38;
    pub const MAX: f32 = 3.40282347e+38;
    pub const MIN_EXP: i32 = -125;
    pub const MAX_EXP: i32 = 128;
    pub const MIN_10_EXP: i32 = -37;
    pub const MAX_10_EXP: i32 = 38;
    pub const NAN: f32 = 0.0 / 0.0;
    pub const INFINITY: f32 = 1.0 / 0.0;
    pub const NEG_INFINITY: f32 = -1.0 / 0.0;
}

impl f64 {
    pub const RADIX: u32 = 2;
    pub const MANTISSA_DIGITS: u32 = 53;
    pub const DIGITS: u32 = 15;
    pub const EPSILON: f64 = 2.2204460492503131e-16;
    pub const MIN: f64 = -1.7976931348623157e+308;
    pub const MIN_POSITIVE: f64 = 2.2250738585072014e-308;
    pub const MAX: f64 = 1.7976931348623157e+308;
    pub const MIN_EXP: i32 = -1021;
    pub const MAX_EXP: i32 = 1024;
    pub const MIN_10_EXP: i32 = -307;
    pub const MAX_10_EXP: i32 = 308;
    pub const NAN: f64 = 0.0 / 0.0;
    pub const INFINITY: f64 = 1.0 / 0.0;
    pub const NEG_INFINITY: f64 = -1.0 / 0.0;
}

macro_rules! floats {
    ($($t:ident $bits:ident $n:literal;)*) => {
        $(
            impl $t {
                pub const fn is_nan(self) -> bool {
                    self != self
                }

                pub const fn is_infinite(self) -> bool {
                    self == $t::INFINITY || self == $t::NEG_INFINITY
                }

                pub const fn is_finite(self) -> bool {
                    self == self && self != $t::INFINITY && self != $t::NEG_INFINITY
                }

                #[ensures(|_| true)]
                pub const fn is_subnormal(self) -> bool;
                #[ensures(|_| true)]
                pub const fn is_normal(self) -> bool;
                #[ensures(|_| true)]
                pub const fn classify(self) -> FpCategory;
                #[ensures(|_| true)]
                pub const fn is_sign_positive(self) -> bool;
                #[ensures(|_| true)]
                pub const fn is_sign_negative(self) -> bool;
                #[ensures(|_| true)]
                pub const fn next_up(self) -> $t;
                #[ensures(|_| true)]
                pub const fn next_down(self) -> $t;
                #[ensures(|_| true)]
                pub const fn recip(self) -> $t;
                #[ensures(|_| true)]
                pub const fn to_degrees(self) -> $t;
                #[ensures(|_| true)]
                pub const fn to_radians(self) -> $t;
                #[ensures(|_| true)]
                pub const fn max(self, other: $t) -> $t;
                #[ensures(|_| true)]
                pub const fn min(self, other: $t) -> $t;
                #[ensures(|_| true)]
                pub const fn midpoint(self, other: $t) -> $t;
                pub unsafe fn to_int_unchecked<Int>(self) -> Int
                where
                    $t: crate::convert::FloatToInt<Int>;
                #[ensures(|_| true)]
                pub const fn to_bits(self) -> $bits;
                #[ensures(|_| true)]
                pub const fn from_bits(v: $bits) -> $t;
                #[ensures(|_| true)]
                pub const fn to_be_bytes(self) -> [u8; $n];
                #[ensures(|_| true)]
                pub const fn to_le_bytes(self) -> [u8; $n];
                #[ensures(|_| true)]
                pub const fn to_ne_bytes(self) -> [u8; $n];
                #[ensures(|_| true)]
                pub const fn from_be_bytes(bytes: [u8; $n]) -> $t;
                #[ensures(|_| true)]
                pub const fn from_le_bytes(bytes: [u8; $n]) -> $t;
                #[ensures(|_| true)]
                pub const fn from_ne_bytes(bytes: [u8; $n]) -> $t;
                #[ensures(|_| true)]
                pub const fn total_cmp(&self, other: &$t) -> crate::cmp::Ordering;

                pub const fn clamp(self, min: $t, max: $t) -> $t {
                    crate::refine::require(min <= max, "assert", "{min} <= {max}", "min > max, or either was NaN");
                    if self < min {
                        min
                    } else if self > max {
                        max
                    } else {
                        self
                    }
                }

                #[ensures(|_| true)]
                pub const fn abs(self) -> $t;
                #[ensures(|_| true)]
                pub const fn signum(self) -> $t;
                #[ensures(|_| true)]
                pub const fn copysign(self, sign: $t) -> $t;
            }

            impl FromStr for $t {
                type Err = ParseFloatError;
                #[ensures(|_| true)]
                fn from_str(src: &str) -> Result<$t, ParseFloatError>;
            }
        )*
    };
}
floats! { f32 u32 4; f64 u64 8; }
