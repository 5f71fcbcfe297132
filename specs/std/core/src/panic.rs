//! `core::panic`: the macros by edition, `Location`, `PanicInfo`, unwind safety.

use crate::any::Any;
use crate::fmt;
use crate::marker::PhantomData;
use crate::ops::{Deref, DerefMut};

pub macro panic_2015 {
    () => ($crate::panicking::panic("explicit panic")),
    ($msg:literal $(,)?) => ($crate::panicking::panic($msg)),
    ($msg:expr $(,)?) => ($crate::panicking::panic_str_2015($msg)),
    ("{}", $arg:expr $(,)?) => ($crate::panicking::panic_display(&$arg)),
    ($fmt:expr, $($arg:tt)+) => ($crate::panicking::panic_fmt($crate::format_args!($fmt, $($arg)+))),
}

pub macro panic_2021 {
    () => ($crate::panicking::panic("explicit panic")),
    ("{}", $arg:expr $(,)?) => ($crate::panicking::panic_display(&$arg)),
    ($($t:tt)+) => ($crate::panicking::panic_fmt($crate::format_args!($($t)+))),
}

pub macro unreachable_2015 {
    () => ($crate::panicking::panic("internal error: entered unreachable code")),
    ($msg:expr $(,)?) => ($crate::panicking::unreachable_display(&$msg)),
    ($fmt:expr, $($arg:tt)*) => ($crate::panicking::panic_fmt($crate::format_args!($crate::concat!("internal error: entered unreachable code: ", $fmt), $($arg)*))),
}

pub macro unreachable_2021 {
    () => ($crate::panicking::panic("internal error: entered unreachable code")),
    ($($t:tt)+) => ($crate::panicking::panic_fmt($crate::format_args!("internal error: entered unreachable code: {}", $crate::format_args!($($t)+)))),
}

#[lang = "panic_location"]
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Location<'a> {
    pub const fn caller() -> &'static Location<'static>;
    pub const fn file(&self) -> &'a str {
        self.file
    }
    pub const fn line(&self) -> u32 {
        self.line
    }
    pub const fn column(&self) -> u32 {
        self.column
    }
}

impl fmt::Display for Location<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

#[lang = "panic_info"]
pub struct PanicInfo<'a> {
    message: PanicMessage<'a>,
    location: &'a Location<'a>,
}

impl<'a> PanicInfo<'a> {
    pub fn message(&self) -> PanicMessage<'_>;
    pub fn location(&self) -> Option<&Location<'_>>;
}

impl fmt::Display for PanicInfo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

pub struct PanicMessage<'a> {
    message: &'a fmt::Arguments<'a>,
}

impl<'a> PanicMessage<'a> {
    pub const fn as_str(&self) -> Option<&'static str>;
}

impl fmt::Display for PanicMessage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

pub auto trait UnwindSafe {}
pub auto trait RefUnwindSafe {}

impl<T: ?Sized> !UnwindSafe for &mut T {}
impl<T: RefUnwindSafe + ?Sized> UnwindSafe for &T {}
impl<T: ?Sized> !RefUnwindSafe for crate::cell::UnsafeCell<T> {}

pub struct AssertUnwindSafe<T>(pub T);

impl<T> UnwindSafe for AssertUnwindSafe<T> {}
impl<T> RefUnwindSafe for AssertUnwindSafe<T> {}

impl<T> Deref for AssertUnwindSafe<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for AssertUnwindSafe<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<R, F: FnOnce() -> R> FnOnce<()> for AssertUnwindSafe<F> {
    type Output = R;
    extern "rust-call" fn call_once(self, _args: ()) -> R {
        (self.0)()
    }
}
