//! `u64`: what the files in `shared`, which stand for each integer type in turn, know of it.

type This = u64;
type Unsigned = u64;
type Signed = i64;
const BITS: u32 = 64;

impl u64 {
    pub const MIN: u64 = 0;
    pub const MAX: u64 = 0xffff_ffff_ffff_ffff;
    pub const BITS: u32 = 64;
}

#[path = "shared/arithmetic.rs"]
mod arithmetic;
#[path = "shared/bits.rs"]
mod bits;
#[path = "shared/bitwise.rs"]
mod bitwise;
#[path = "shared/bytes8.rs"]
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
