//! `u128`: what the files in `shared`, which stand for each integer type in turn, know of it.

type This = u128;
type Unsigned = u128;
type Signed = i128;
const BITS: u32 = 128;

impl u128 {
    pub const MIN: u128 = 0;
    pub const MAX: u128 = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff;
    pub const BITS: u32 = 128;
}

#[path = "shared/arithmetic.rs"]
mod arithmetic;
#[path = "shared/bits.rs"]
mod bits;
#[path = "shared/bitwise.rs"]
mod bitwise;
#[path = "shared/bytes16.rs"]
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
