//! `u32`: what the files in `shared`, which stand for each integer type in turn, know of it.

type This = u32;
type Unsigned = u32;
type Signed = i32;
const BITS: u32 = 32;

impl u32 {
    pub const MIN: u32 = 0;
    pub const MAX: u32 = 0xffff_ffff;
    pub const BITS: u32 = 32;
}

#[path = "shared/arithmetic.rs"]
mod arithmetic;
#[path = "shared/bits.rs"]
mod bits;
#[path = "shared/bitwise.rs"]
mod bitwise;
#[path = "shared/bytes4.rs"]
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
