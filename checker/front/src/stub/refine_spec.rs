//! What rust-analyzer sees in the place of `refine_spec`: the same names, with macros that it can expand itself.
#![no_std]

pub use refine_spec_macros::*;

/// What a `loop_invariant!` is in a body: found by this call, read from the text of the macro's call.
pub fn __loop_invariant() {}

/// The same for `loop_decreases!`.
pub fn __loop_decreases() {}

#[macro_export]
macro_rules! loop_invariant {
    ($($clause:tt)*) => { $crate::__loop_invariant() };
}

#[macro_export]
macro_rules! loop_decreases {
    ($($clause:tt)*) => { $crate::__loop_decreases() };
}

#[macro_export]
macro_rules! alias {
    ($($alias:tt)*) => {};
}

pub fn old<T>(value: T) -> T {
    value
}

pub fn forall<R: IntoIterator>(range: R, test: impl FnMut(R::Item) -> bool) -> bool {
    range.into_iter().all(test)
}

pub fn exists<R: IntoIterator>(range: R, test: impl FnMut(R::Item) -> bool) -> bool {
    range.into_iter().any(test)
}

pub fn implies(condition: bool, conclusion: bool) -> bool {
    !condition || conclusion
}
