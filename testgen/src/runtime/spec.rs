//! The forms of the spec language, for clauses that are compiled as they were written.
use super::std::prelude::v1::*;

pub fn implies(a: bool, b: bool) -> bool {
    !a || b
}

pub fn forall<I: Iterator, F: FnMut(I::Item) -> bool>(mut range: I, test: F) -> bool {
    range.all(test)
}

pub fn exists<I: Iterator, F: FnMut(I::Item) -> bool>(mut range: I, test: F) -> bool {
    range.any(test)
}
