//! `i128`: what the files in `shared`, which stand for each integer type in turn, know of it.

type This = i128;
type Unsigned = u128;
const BITS: u32 = 128;

impl i128 {
    pub const MIN: i128 = -0x8000_0000_0000_0000_0000_0000_0000_0000;
    pub const MAX: i128 = 0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff;
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
