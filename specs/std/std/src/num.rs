//! `core::num` again.

pub use core::num::*;
