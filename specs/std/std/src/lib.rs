//! The `std` crate: `core` and `alloc` again under the real paths, and what the system gives, nearly all of it only declared.
#![no_std]

extern crate alloc as alloc_crate;

#[prelude_import]
#[allow(unused)]
use prelude::rust_2024::*;

#[macro_use]
mod macros;
#[macro_use]
mod shared;

pub mod prelude;

pub use alloc_crate::{borrow, boxed, fmt, format, rc, slice, str, string, vec};
pub use core::{
    any, array, async_iter, cell, char, clone, cmp, convert, default, future, hint, intrinsics, iter, marker, mem,
};
pub use core::{arch, ops, option, pin, primitive, ptr, range, result, simd};
pub use core::{i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize};

pub use core::{
    assert, assert_eq, assert_ne, cfg, cfg_select, column, compile_error, concat, concat_bytes, concat_idents,
    const_format_args, debug_assert, debug_assert_eq, debug_assert_ne, env, file, format_args, format_args_nl, include,
    include_bytes, include_str, line, log_syntax, matches, module_path, option_env, stringify, todo, trace_macros,
    r#try, unimplemented, unreachable, write, writeln,
};

/// What the macros here name.
pub mod __export {
    pub use alloc_crate::fmt::format;
    pub use core::{concat, file, format_args, format_args_nl, line, stringify};
}

pub mod alloc;
pub mod ascii;
pub mod backtrace;
pub mod collections;
pub mod env;
pub mod error;
pub mod f32;
pub mod f64;
pub mod ffi;
pub mod fs;
pub mod hash;
pub mod io;
pub mod net;
pub mod num;
pub mod os;
pub mod panic;
pub mod path;
pub mod process;
pub mod sync;
pub mod task;
pub mod thread;
pub mod time;

pub use core::refine;
