//! The four programs of Figure 8 of "Type Targeted Testing" (Seidel, Vazou, Jhala), in Rust: how tall do the valid inputs get
//! that refine tests a function with? `make bench-generate` puts other heights in place of [`HEIGHT`]'s.
#![warn(unused)]

pub mod balanced;
pub mod list;
pub mod red_black;
pub mod stack_set;
