//! Arithmetic and comparisons of clauses that run as they were written, on integers of any size.
use std::cmp::Ordering;

use super::Int;

/// An integer of whatever type.
pub trait Whole {
    fn whole(self) -> Int;
}

impl Whole for Int {
    fn whole(self) -> Int {
        self
    }
}

impl<'a, T: Whole + Copy> Whole for &'a T {
    fn whole(self) -> Int {
        (*self).whole()
    }
}

macro_rules! whole {
    ($from:ident, $wide:ty: $($ty:ty)*) => {$(
        impl Whole for $ty {
            fn whole(self) -> Int {
                Int::$from(self as $wide)
            }
        }
    )*};
}
whole!(from_i128, i128: i8 i16 i32 i64 i128 isize);
whole!(from_u128, u128: u8 u16 u32 u64 u128 usize);

macro_rules! casts {
    ($($name:ident $ty:ty: $bits:expr, $signed:expr;)*) => {$(
        pub fn $name<A: Whole>(a: A) -> $ty {
            a.whole().wrap($bits, $signed).low_bits() as $ty
        }
    )*};
}
casts! {
    as_i8 i8: 8, true;
    as_i16 i16: 16, true;
    as_i32 i32: 32, true;
    as_i64 i64: 64, true;
    as_i128 i128: 128, true;
    as_isize isize: isize::BITS, true;
    as_u8 u8: 8, false;
    as_u16 u16: 16, false;
    as_u32 u32: 32, false;
    as_u64 u64: 64, false;
    as_u128 u128: 128, false;
    as_usize usize: usize::BITS, false;
}

pub fn as_f32<A: Whole>(a: A) -> f32 {
    let a = a.whole();
    a.to_i128().map(|a| a as f32).or_else(|| a.to_u128().map(|a| a as f32)).unwrap_or_else(|| too_large())
}

pub fn as_f64<A: Whole>(a: A) -> f64 {
    let a = a.whole();
    a.to_i128().map(|a| a as f64).or_else(|| a.to_u128().map(|a| a as f64)).unwrap_or_else(|| too_large())
}

fn too_large() -> ! {
    super::clause::unwind("an integer is too large for a cast".to_string(), true)
}

pub fn add<A: Whole, B: Whole>(a: A, b: B) -> Int {
    a.whole().add(&b.whole())
}

pub fn sub<A: Whole, B: Whole>(a: A, b: B) -> Int {
    a.whole().sub(&b.whole())
}

pub fn mul<A: Whole, B: Whole>(a: A, b: B) -> Int {
    a.whole().mul(&b.whole())
}

pub fn div<A: Whole, B: Whole>(a: A, b: B) -> Int {
    parts(a, b).0
}

pub fn rem<A: Whole, B: Whole>(a: A, b: B) -> Int {
    parts(a, b).1
}

fn parts<A: Whole, B: Whole>(a: A, b: B) -> (Int, Int) {
    match a.whole().div_rem(&b.whole()) {
        Some(parts) => parts,
        None => panic!("attempt to divide by zero"),
    }
}

pub fn neg<A: Whole>(a: A) -> Int {
    a.whole().neg()
}

fn compare<A: Whole, B: Whole>(a: A, b: B) -> Ordering {
    a.whole().compare(&b.whole())
}

pub fn eq<A: Whole, B: Whole>(a: A, b: B) -> bool {
    compare(a, b) == Ordering::Equal
}

pub fn ne<A: Whole, B: Whole>(a: A, b: B) -> bool {
    compare(a, b) != Ordering::Equal
}

pub fn lt<A: Whole, B: Whole>(a: A, b: B) -> bool {
    compare(a, b) == Ordering::Less
}

pub fn le<A: Whole, B: Whole>(a: A, b: B) -> bool {
    compare(a, b) != Ordering::Greater
}

pub fn gt<A: Whole, B: Whole>(a: A, b: B) -> bool {
    compare(a, b) == Ordering::Greater
}

pub fn ge<A: Whole, B: Whole>(a: A, b: B) -> bool {
    compare(a, b) != Ordering::Less
}
