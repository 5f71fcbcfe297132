//! `core::error` again.

pub use core::error::*;
