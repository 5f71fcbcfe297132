//! `core`, as refine describes it: see `specs/std/README.md`. rust-analyzer loads it as the sysroot; rustc never compiles it.

#![no_core]
#![rustc_coherence_is_core]
#![feature(
    no_core, lang_items, rustc_attrs, decl_macro, auto_traits, negative_impls, intrinsics, unboxed_closures,
    never_type, exhaustive_patterns, arbitrary_self_types, fundamental, const_trait_impl, associated_type_defaults,
    allow_internal_unstable, prelude_import, marker_trait_attr, min_specialization, extern_types, doc_notable_trait
)]

#[macro_use]
mod macros;

#[prelude_import]
#[allow(unused)]
use prelude::rust_2024::*;

#[path = "num/shells.rs"]
mod shells;

pub mod refine;
pub mod prelude;

pub mod intrinsics;
pub mod marker;
pub mod ops;
pub mod cmp;
pub mod clone;
pub mod default;
pub mod convert;
pub mod borrow;
pub mod option;
pub mod result;
pub mod mem;
pub mod num;
pub mod char;
pub mod hash;
pub mod fmt;
pub mod any;
pub mod cell;
pub mod pin;
pub mod ptr;
pub mod time;
pub mod error;
pub mod hint;
pub mod sync;
pub mod future;
pub mod task;
pub mod panic;
pub mod panicking;
pub mod ffi;
pub mod net;
pub mod alloc;
pub mod arch;
pub mod range;

pub mod slice;
pub mod array;
pub mod iter;
pub mod str;
pub mod ascii;

mod bool;
mod tuple;
mod unit;

pub use shells::*;
