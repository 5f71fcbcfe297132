//! What a function might do to the world outside.
use super::Crate;

pub(super) fn find(_krate: &mut Crate) {}
