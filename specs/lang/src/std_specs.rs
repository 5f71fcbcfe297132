//! The specs of the standard library, as text: what the checker reads beside every crate.

/// Name and text of each file of `specs/std`. A file `option` is the module `std::option`.
pub const STD: &[(&str, &str)] = &[
    ("option", include_str!("../../std/option.rs")),
    ("result", include_str!("../../std/result.rs")),
    ("cmp", include_str!("../../std/cmp.rs")),
    ("slice", include_str!("../../std/slice.rs")),
    ("vec", include_str!("../../std/vec.rs")),
    ("iter", include_str!("../../std/iter.rs")),
    ("int", include_str!("../../std/int.rs")),
    ("bool", include_str!("../../std/bool.rs")),
    ("char", include_str!("../../std/char.rs")),
];
