//! `f64`: its operators.

type This = f64;

#[path = "shared/arithmetic.rs"]
mod arithmetic;
#[path = "shared/compare_partial.rs"]
mod compare_partial;
#[path = "shared/negation.rs"]
mod negation;
