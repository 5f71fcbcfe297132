//! `core`, as refine describes it: see `specs/std/README.md`. rust-analyzer loads it as the sysroot; rustc never compiles it.

#![no_core]
#![rustc_coherence_is_core]
#![feature(
    no_core,
    lang_items,
    rustc_attrs,
    decl_macro,
    auto_traits,
    negative_impls,
    intrinsics,
    unboxed_closures,
    never_type,
    exhaustive_patterns,
    arbitrary_self_types,
    fundamental,
    const_trait_impl,
    associated_type_defaults,
    allow_internal_unstable,
    prelude_import,
    marker_trait_attr,
    min_specialization,
    extern_types,
    doc_notable_trait
)]

#[macro_use]
mod macros;

#[prelude_import]
#[allow(unused)]
use prelude::rust_2024::*;

#[path = "num/shells.rs"]
mod shells;

pub mod prelude;
pub mod refine;

pub mod alloc;
pub mod any;
pub mod arch;
pub mod borrow;
pub mod cell;
pub mod char;
pub mod clone;
pub mod cmp;
pub mod convert;
pub mod default;
pub mod error;
pub mod ffi;
pub mod fmt;
pub mod future;
pub mod hash;
pub mod hint;
pub mod intrinsics;
pub mod marker;
pub mod mem;
pub mod net;
pub mod num;
pub mod ops;
pub mod option;
pub mod panic;
pub mod panicking;
pub mod pin;
pub mod primitive;
pub mod ptr;
pub mod range;
pub mod result;
pub mod sync;
pub mod task;
pub mod time;

pub mod array;
pub mod ascii;
pub mod iter;
pub mod slice;
pub mod str;

mod bool;
mod tuple;
mod unit;

pub use shells::*;
