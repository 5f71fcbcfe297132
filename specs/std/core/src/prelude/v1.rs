//! What every crate sees without asking.

pub use crate::clone::Clone;
pub use crate::cmp::{Eq, Ord, PartialEq, PartialOrd};
pub use crate::convert::{AsMut, AsRef, From, Into};
pub use crate::default::Default;
pub use crate::iter::{DoubleEndedIterator, ExactSizeIterator, Extend, IntoIterator, Iterator};
pub use crate::marker::{Copy, Send, Sized, Sync, Unpin};
pub use crate::mem::{align_of, align_of_val, drop, size_of, size_of_val};
pub use crate::ops::{AsyncFn, AsyncFnMut, AsyncFnOnce, Drop, Fn, FnMut, FnOnce};
pub use crate::option::Option::{self, None, Some};
pub use crate::result::Result::{self, Err, Ok};

pub use crate::fmt::macros::Debug;
pub use crate::hash::macros::Hash;

pub use crate::{
    assert, cfg, column, compile_error, concat, concat_bytes, concat_idents, const_format_args, env, file, format_args,
    format_args_nl, include, include_bytes, include_str, line, log_syntax, module_path, option_env, stringify,
    trace_macros,
};

// The other macros: those of the prelude are in it by name.
pub use crate::{
    assert_eq, assert_ne, cfg_select, debug_assert, debug_assert_eq, debug_assert_ne, matches, panic, todo, r#try,
    unimplemented, unreachable, write, writeln,
};

pub use crate::macros::builtin::{
    alloc_error_handler, bench, cfg_accessible, cfg_eval, define_opaque, derive, derive_const, global_allocator, test,
    test_case,
};
