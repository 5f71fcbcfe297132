//! `task` of `core` and `alloc`.

pub use alloc_crate::task::*;
