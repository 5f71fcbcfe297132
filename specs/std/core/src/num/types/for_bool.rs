//! `bool`: its operators and comparisons.

type This = bool;

#[path = "shared/bitwise.rs"]
mod bitwise;
#[path = "shared/compare.rs"]
mod compare;
