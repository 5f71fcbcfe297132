//! The traits.

pub use super::{BufRead, Read, Seek, Write};
