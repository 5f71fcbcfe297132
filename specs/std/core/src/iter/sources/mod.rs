//! What iterates by itself.

mod empty;
mod from_fn;
mod once;
mod repeat;

pub use empty::{Empty, empty};
pub use from_fn::{FromFn, Successors, from_fn, successors};
pub use once::{Once, OnceWith, once, once_with};
pub use repeat::{Repeat, RepeatN, RepeatWith, repeat, repeat_n, repeat_with};
