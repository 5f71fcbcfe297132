//! `u16`: what the files in `shared`, which stand for each integer type in turn, know of it.

type This = u16;
type Unsigned = u16;
type Signed = i16;
const BITS: u32 = 16;

impl u16 {
    pub const MIN: u16 = 0;
    pub const MAX: u16 = 0xffff;
    pub const BITS: u32 = 16;
}

#[path = "shared/arithmetic.rs"]
mod arithmetic;
#[path = "shared/bits.rs"]
mod bits;
#[path = "shared/bitwise.rs"]
mod bitwise;
#[path = "shared/bytes2.rs"]
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
