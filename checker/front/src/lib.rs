//! Rust to IR.
