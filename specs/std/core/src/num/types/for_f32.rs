//! `f32`: its operators.

type This = f32;

#[path = "shared/arithmetic.rs"]
mod arithmetic;
#[path = "shared/compare_partial.rs"]
mod compare_partial;
#[path = "shared/negation.rs"]
mod negation;
