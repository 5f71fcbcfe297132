//! What is not its own reverse.
use refine_spec::*;

/// Backwards.
#[ensures(|ret| ret[..] == xs[..])]
pub fn reverse(xs: &[i32]) -> Vec<i32> {
    xs.iter().rev().copied().collect()
}
