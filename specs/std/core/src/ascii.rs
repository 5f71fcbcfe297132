//! `core::ascii`.

use crate::fmt;
use crate::iter::{ExactSizeIterator, FusedIterator};

/// The escaped form of a byte: at most four characters, of which `lo..hi` are left.
#[derive(Clone)]
pub struct EscapeDefault {
    text: [u8; 4],
    lo: usize,
    hi: usize,
}

pub fn escape_default(c: u8) -> EscapeDefault;

impl Iterator for EscapeDefault {
    type Item = u8;

    fn next(&mut self) -> Option<u8>;
    fn size_hint(&self) -> (usize, Option<usize>);
}

impl DoubleEndedIterator for EscapeDefault {
    fn next_back(&mut self) -> Option<u8>;
}

impl ExactSizeIterator for EscapeDefault {
    fn len(&self) -> usize;
}

impl FusedIterator for EscapeDefault {}

impl fmt::Display for EscapeDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl fmt::Debug for EscapeDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
