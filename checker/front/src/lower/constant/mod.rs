//! Constants.
mod fold;
pub(crate) mod machine;
