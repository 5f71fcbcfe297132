//! `i64`: what the files in `shared`, which stand for each integer type in turn, know of it.

type This = i64;
type Unsigned = u64;
const BITS: u32 = 64;

impl i64 {
    pub const MIN: i64 = -0x8000_0000_0000_0000;
    pub const MAX: i64 = 0x7fff_ffff_ffff_ffff;
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
#[path = "shared/negation.rs"]
mod negation;
#[path = "shared/nonzero.rs"]
mod nonzero;
#[path = "shared/nonzero_signed.rs"]
mod nonzero_signed;
#[path = "shared/print.rs"]
mod print;
#[path = "shared/saturating.rs"]
mod saturating;
#[path = "shared/saturating_signed.rs"]
mod saturating_signed;
#[path = "shared/shift.rs"]
mod shift;
#[path = "shared/signed.rs"]
mod signed;
#[path = "shared/wrapping.rs"]
mod wrapping;
