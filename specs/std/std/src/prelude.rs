//! The preludes: those of `core`, and what `alloc` adds.

pub mod v1 {
    pub use core::prelude::v1::*;

    pub use crate::borrow::ToOwned;
    pub use crate::boxed::Box;
    pub use crate::string::{String, ToString};
    pub use crate::vec::Vec;
}

pub mod rust_2015 {
    pub use super::v1::*;
    pub use core::prelude::rust_2015::*;
}

pub mod rust_2018 {
    pub use super::v1::*;
    pub use core::prelude::rust_2018::*;
}

pub mod rust_2021 {
    pub use super::v1::*;
    pub use core::prelude::rust_2021::*;
}

pub mod rust_2024 {
    pub use super::v1::*;
    pub use core::prelude::rust_2024::*;
}
