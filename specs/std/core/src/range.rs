//! `core::range`: what is stable of the ranges to come.

pub use crate::ops::{Bound, RangeBounds};
