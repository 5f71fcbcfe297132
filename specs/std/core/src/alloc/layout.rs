//! `Layout`, declared.

use crate::fmt;
use crate::ptr::NonNull;

#[lang = "alloc_layout"]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    size: usize,
    align: usize,
}

impl Layout {
    pub const fn from_size_align(size: usize, align: usize) -> Result<Self, LayoutError>;
    pub const unsafe fn from_size_align_unchecked(size: usize, align: usize) -> Self;
    pub const fn size(&self) -> usize;
    pub const fn align(&self) -> usize;
    pub const fn new<T>() -> Self;
    pub const fn for_value<T: ?Sized>(t: &T) -> Self;
    pub const fn align_to(&self, align: usize) -> Result<Self, LayoutError>;
    pub const fn pad_to_align(&self) -> Layout;
    pub const fn repeat(&self, n: usize) -> Result<(Self, usize), LayoutError>;
    pub const fn extend(&self, next: Self) -> Result<(Self, usize), LayoutError>;
    pub const fn array<T>(n: usize) -> Result<Self, LayoutError>;
}

#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LayoutError;

impl crate::error::Error for LayoutError {}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
