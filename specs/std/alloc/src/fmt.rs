//! `core::fmt` again, and `format`.

pub use core::fmt::*;

use crate::string::String;

/// Total: what the `fmt` of a user's type does is said where the arguments are made.
#[ensures(|ret| true)]
pub fn format(args: Arguments<'_>) -> String;
