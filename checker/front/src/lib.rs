//! Rust to IR.
pub mod lower;
pub mod pure;
