//! `i32`: what the files in `shared`, which stand for each integer type in turn, know of it.

type This = i32;
type Unsigned = u32;
const BITS: u32 = 32;

impl i32 {
    pub const MIN: i32 = -0x8000_0000;
    pub const MAX: i32 = 0x7fff_ffff;
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
