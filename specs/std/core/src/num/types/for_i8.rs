//! `i8`: what the files in `shared`, which stand for each integer type in turn, know of it.

type This = i8;
type Unsigned = u8;
const BITS: u32 = 8;

impl i8 {
    pub const MIN: i8 = -0x80;
    pub const MAX: i8 = 0x7f;
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
