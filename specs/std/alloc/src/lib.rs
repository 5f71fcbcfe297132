//! The `alloc` crate: what owns memory. See ../../README.md for the conventions.
#![no_std]

#[macro_use]
mod macros;
#[macro_use]
mod shared;

pub mod refine;

pub mod alloc;
pub mod borrow;
pub mod boxed;
pub mod collections;
pub mod ffi;
pub mod fmt;
pub mod rc;
pub mod slice;
pub mod str;
pub mod string;
pub mod sync;
pub mod task;
pub mod vec;

/// What the expansion of `format!` names.
pub mod __export {
    pub use core::format_args;
}
