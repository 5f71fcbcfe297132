//! What a function might do to the world outside.
use super::Items;
use crate::spans::Spans;
use crate::types::Types;

impl Items {
    pub(super) fn find_effects(&mut self, _types: &Types<'_>, _spans: &Spans<'_>) {}
}
