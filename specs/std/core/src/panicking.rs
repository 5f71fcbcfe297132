//! Where the panicking macros lead. A call of one of these is a claim that it is not reached.

use crate::fmt;

/// `panic!()`, `todo!()`, `unreachable!()`, `unimplemented!()` with a fixed message.
#[lang = "panic"]
pub fn panic(expr: &'static str) -> !;

/// `panic!("…", …)`.
#[lang = "panic_fmt"]
pub fn panic_fmt(fmt: fmt::Arguments<'_>) -> !;

/// `panic!("{}", value)`.
#[lang = "panic_display"]
pub fn panic_display<T: fmt::Display + ?Sized>(x: &T) -> !;

/// `panic!(message)` of the 2015 edition.
pub fn panic_str_2015(expr: &str) -> !;

pub fn panic_explicit() -> !;

/// `unreachable!("{}", value)`.
pub fn unreachable_display<T: fmt::Display + ?Sized>(x: &T) -> !;

/// `assert!(cond)`.
pub fn assert_false(expr: &'static str) -> !;

/// `assert!(cond, "…", …)`.
pub fn assert_false_fmt(fmt: fmt::Arguments<'_>) -> !;

/// `assert_eq!`, `assert_ne!`.
pub fn assert_failed<T: fmt::Debug + ?Sized, U: fmt::Debug + ?Sized>(
    kind: AssertKind,
    left: &T,
    right: &U,
    args: Option<fmt::Arguments<'_>>,
) -> !;

#[derive(Debug)]
pub enum AssertKind {
    Eq,
    Ne,
    Match,
}

#[lang = "panic_bounds_check"]
fn panic_bounds_check(index: usize, len: usize) -> !;

#[lang = "panic_nounwind"]
pub fn panic_nounwind(expr: &'static str) -> !;

#[lang = "panic_cannot_unwind"]
fn panic_cannot_unwind() -> !;

#[lang = "const_panic_fmt"]
pub const fn const_panic_fmt(fmt: fmt::Arguments<'_>) -> !;
