//! `core::ascii` again.

pub use core::ascii::*;
