//! Rust to IR.
pub mod lower;
