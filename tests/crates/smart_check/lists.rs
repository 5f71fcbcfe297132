//! Five lists, each of a small sum: `T` of SmartCheck.
use refine_spec::*;

/// The sum, wrapping.
pub fn sum(xs: &[i16]) -> i16 {
    xs.iter().fold(0, |sum, x| sum.wrapping_add(*x))
}

/// The sum of all.
#[requires(sum(a) < 256 && sum(b) < 256 && sum(c) < 256 && sum(d) < 256 && sum(e) < 256)]
#[ensures(|ret| *ret < 5 * 256)]
pub fn total(a: &[i16], b: &[i16], c: &[i16], d: &[i16], e: &[i16]) -> i16 {
    [a, b, c, d, e].iter().fold(0i16, |total, xs| total.wrapping_add(sum(xs)))
}
