//! The modules `core::i32`, `core::usize`, … with the constants of old.

pub mod i8 {
    pub const MIN: i8 = i8::MIN;
    pub const MAX: i8 = i8::MAX;
}

pub mod i16 {
    pub const MIN: i16 = i16::MIN;
    pub const MAX: i16 = i16::MAX;
}

pub mod i32 {
    pub const MIN: i32 = i32::MIN;
    pub const MAX: i32 = i32::MAX;
}

pub mod i64 {
    pub const MIN: i64 = i64::MIN;
    pub const MAX: i64 = i64::MAX;
}

pub mod i128 {
    pub const MIN: i128 = i128::MIN;
    pub const MAX: i128 = i128::MAX;
}

pub mod isize {
    pub const MIN: isize = isize::MIN;
    pub const MAX: isize = isize::MAX;
}

pub mod u8 {
    pub const MIN: u8 = u8::MIN;
    pub const MAX: u8 = u8::MAX;
}

pub mod u16 {
    pub const MIN: u16 = u16::MIN;
    pub const MAX: u16 = u16::MAX;
}

pub mod u32 {
    pub const MIN: u32 = u32::MIN;
    pub const MAX: u32 = u32::MAX;
}

pub mod u64 {
    pub const MIN: u64 = u64::MIN;
    pub const MAX: u64 = u64::MAX;
}

pub mod u128 {
    pub const MIN: u128 = u128::MIN;
    pub const MAX: u128 = u128::MAX;
}

pub mod usize {
    pub const MIN: usize = usize::MIN;
    pub const MAX: usize = usize::MAX;
}

pub mod f32 {
    pub use crate::num::f32_consts as consts;
    pub const RADIX: u32 = f32::RADIX;
    pub const MANTISSA_DIGITS: u32 = f32::MANTISSA_DIGITS;
    pub const DIGITS: u32 = f32::DIGITS;
    pub const EPSILON: f32 = f32::EPSILON;
    pub const MIN: f32 = f32::MIN;
    pub const MIN_POSITIVE: f32 = f32::MIN_POSITIVE;
    pub const MAX: f32 = f32::MAX;
    pub const MIN_EXP: i32 = f32::MIN_EXP;
    pub const MAX_EXP: i32 = f32::MAX_EXP;
    pub const MIN_10_EXP: i32 = f32::MIN_10_EXP;
    pub const MAX_10_EXP: i32 = f32::MAX_10_EXP;
    pub const NAN: f32 = f32::NAN;
    pub const INFINITY: f32 = f32::INFINITY;
    pub const NEG_INFINITY: f32 = f32::NEG_INFINITY;
}

pub mod f64 {
    pub use crate::num::f64_consts as consts;
    pub const RADIX: u32 = f64::RADIX;
    pub const MANTISSA_DIGITS: u32 = f64::MANTISSA_DIGITS;
    pub const DIGITS: u32 = f64::DIGITS;
    pub const EPSILON: f64 = f64::EPSILON;
    pub const MIN: f64 = f64::MIN;
    pub const MIN_POSITIVE: f64 = f64::MIN_POSITIVE;
    pub const MAX: f64 = f64::MAX;
    pub const MIN_EXP: i32 = f64::MIN_EXP;
    pub const MAX_EXP: i32 = f64::MAX_EXP;
    pub const MIN_10_EXP: i32 = f64::MIN_10_EXP;
    pub const MAX_10_EXP: i32 = f64::MAX_10_EXP;
    pub const NAN: f64 = f64::NAN;
    pub const INFINITY: f64 = f64::INFINITY;
    pub const NEG_INFINITY: f64 = f64::NEG_INFINITY;
}
