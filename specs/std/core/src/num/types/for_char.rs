//! `char`: its comparisons.

type This = char;

#[path = "shared/compare.rs"]
mod compare;
