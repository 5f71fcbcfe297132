//! Panics: what catches them.

use core::any::Any;
use core::fmt;

pub use core::panic::{AssertUnwindSafe, Location, PanicMessage, RefUnwindSafe, UnwindSafe};
pub use core::panic::{panic_2015, panic_2021, unreachable_2015, unreachable_2021};

pub struct PanicHookInfo<'a> {
    _private: core::marker::PhantomData<&'a ()>,
}

pub type PanicInfo<'a> = PanicHookInfo<'a>;

impl<'a> PanicHookInfo<'a> {
    pub fn payload(&self) -> &(dyn Any + Send);
    pub fn payload_as_str(&self) -> Option<&str>;
    pub fn location(&self) -> Option<&Location<'_>>;
}

declared_traits! { ['a] PanicHookInfo<'a>: Debug Display }

pub fn catch_unwind<F: FnOnce() -> R + UnwindSafe, R>(f: F) -> crate::thread::Result<R>;
pub fn resume_unwind(payload: Box<dyn Any + Send>) -> !;
pub fn panic_any<M: 'static + Any + Send>(msg: M) -> !;
pub fn set_hook(hook: Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send + 'static>);
pub fn take_hook() -> Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send + 'static>;
