//! `core::fmt` again, and `format`.

pub use core::fmt::*;

use crate::string::String;

pub fn format(args: Arguments<'_>) -> String;
