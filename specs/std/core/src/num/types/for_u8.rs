//! `u8`: what the files in `shared`, which stand for each integer type in turn, know of it.

type This = u8;
type Unsigned = u8;
type Signed = i8;
const BITS: u32 = 8;

impl u8 {
    pub const MIN: u8 = 0;
    pub const MAX: u8 = 0xff;
    pub const BITS: u32 = 8;
}

#[path = "shared/arithmetic.rs"]
mod arithmetic;
#[path = "shared/bits.rs"]
mod bits;
#[path = "shared/bitwise.rs"]
mod bitwise;
#[path = "shared/bytes1.rs"]
mod bytes;
#[path = "shared/checked.rs"]
mod checked;
#[path = "shared/common.rs"]
mod common;
#[path = "shared/compare.rs"]
mod compare;
#[path = "shared/nonzero.rs"]
mod nonzero;
#[path = "shared/nonzero_unsigned.rs"]
mod nonzero_unsigned;
#[path = "shared/print.rs"]
mod print;
#[path = "shared/saturating.rs"]
mod saturating;
#[path = "shared/shift.rs"]
mod shift;
#[path = "shared/unsigned.rs"]
mod unsigned;
#[path = "shared/wrapping.rs"]
mod wrapping;
