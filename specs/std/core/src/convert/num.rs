//! The conversions between the numbers.

use super::{From, TryFrom};
use crate::num::TryFromIntError;

pub trait FloatToInt<Int> {}

macro_rules! float_to_int {
    ($($f:ident => $($i:ident)*;)*) => { $($(impl FloatToInt<$i> for $f {})*)* };
}
float_to_int! {
    f32 => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
    f64 => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
}

/// Conversions that lose nothing.
macro_rules! lossless {
    ($($from:ident => $($to:ident)*;)*) => { $(lossless! { @from $from => $($to)* })* };
    (@from $from:ident => $($to:ident)*) => {
        $(impl From<$from> for $to {
            fn from(small: $from) -> $to {
                small as $to
            }
        })*
    };
}
lossless! {
    u8 => u16 u32 u64 u128 i16 i32 i64 i128 usize isize;
    u16 => u32 u64 u128 i32 i64 i128 usize;
    u32 => u64 u128 i64 i128;
    u64 => u128 i128;
    i8 => i16 i32 i64 i128 isize;
    i16 => i32 i64 i128 isize;
    i32 => i64 i128;
    i64 => i128;
    bool => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
    i8 => f32 f64;
    i16 => f32 f64;
    i32 => f64;
    u8 => f32 f64;
    u16 => f32 f64;
    u32 => f64;
    f32 => f64;
}

impl From<bool> for f32 {
    fn from(small: bool) -> f32 {
        small as u8 as f32
    }
}

impl From<bool> for f64 {
    fn from(small: bool) -> f64 {
        small as u8 as f64
    }
}

/// Conversions that fail where the value is not in the type: going there and back changes it, or its sign is lost.
macro_rules! fallible {
    ($($from:ident => $($to:ident)*;)*) => { $(fallible! { @from $from => $($to)* })* };
    (@from $from:ident => $($to:ident)*) => {
        $(impl TryFrom<$from> for $to {
            type Error = TryFromIntError;

            fn try_from(u: $from) -> Result<Self, TryFromIntError> {
                let to = u as $to;
                if to as $from == u && (to < (0 as $to)) == (u < (0 as $from)) { Ok(to) } else { Err(TryFromIntError(())) }
            }
        })*
    };
}
fallible! {
    u8 => i8;
    u16 => u8 i8 i16 isize;
    u32 => u8 u16 usize i8 i16 i32 isize;
    u64 => u8 u16 u32 usize i8 i16 i32 i64 isize;
    u128 => u8 u16 u32 u64 usize i8 i16 i32 i64 i128 isize;
    usize => u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 isize;
    i8 => u8 u16 u32 u64 u128 usize;
    i16 => u8 u16 u32 u64 u128 usize i8;
    i32 => u8 u16 u32 u64 u128 usize i8 i16 isize;
    i64 => u8 u16 u32 u64 u128 usize i8 i16 i32 isize;
    i128 => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 isize;
    isize => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128;
}
