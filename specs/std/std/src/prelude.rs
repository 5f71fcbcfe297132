//! The preludes: those of `core`, and what `alloc` and `std` add. Each names the `panic!` of `std`, since that of `core` is in what they take
//! over.

pub mod v1 {
    pub use core::prelude::v1::*;

    pub use crate::borrow::ToOwned;
    pub use crate::boxed::Box;
    pub use crate::string::{String, ToString};
    pub use crate::vec::Vec;

    pub use crate::{
        dbg, eprint, eprintln, format, is_x86_feature_detected, panic, print, println, thread_local, vec,
    };
}

pub mod rust_2015 {
    pub use super::v1::*;
    pub use core::prelude::rust_2015::*;
    pub use crate::panic;
}

pub mod rust_2018 {
    pub use super::v1::*;
    pub use core::prelude::rust_2018::*;
    pub use crate::panic;
}

pub mod rust_2021 {
    pub use super::v1::*;
    pub use core::prelude::rust_2021::*;
    pub use crate::panic;
}

pub mod rust_2024 {
    pub use super::v1::*;
    pub use core::prelude::rust_2024::*;
    pub use crate::panic;
}
