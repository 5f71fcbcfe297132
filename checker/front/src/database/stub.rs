//! What stands in for `refine_spec`: its attributes resolve and do nothing, its macros expand to markers.

/// The crate of the attributes, of procedural macros.
pub(super) const MACROS: &str = include_str!("../stub/refine_spec_macros.rs");

/// The crate that users depend on.
pub(super) const SPEC: &str = include_str!("../stub/refine_spec.rs");
