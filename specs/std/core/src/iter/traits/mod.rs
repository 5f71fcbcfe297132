//! The traits of iterators.

mod accum;
mod collect;
mod double_ended;
mod iterator;
mod marker;

pub use accum::{Product, Sum};
pub use collect::{Extend, FromIterator, IntoIterator};
pub use double_ended::DoubleEndedIterator;
pub use iterator::Iterator;
pub use marker::{ExactSizeIterator, FusedIterator, TrustedLen};
