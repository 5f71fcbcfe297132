//! Threads and thread-local values.

use crate::io;
use crate::sync::Arc;
use crate::time::Duration;
use core::any::Any;
use core::cell::{Cell, RefCell};
use core::marker::PhantomData;
use core::num::{NonZeroU64, NonZeroUsize};

pub type Result<T> = core::result::Result<T, Box<dyn Any + Send + 'static>>;

opaque! { Thread ThreadId Builder AccessError }

pub struct JoinHandle<T> {
    _private: PhantomData<T>,
}

pub struct Scope<'scope, 'env: 'scope> {
    _private: PhantomData<(&'scope mut &'scope (), &'env mut &'env ())>,
}

pub struct ScopedJoinHandle<'scope, T> {
    _private: PhantomData<(&'scope (), T)>,
}

pub struct LocalKey<T: 'static> {
    _private: PhantomData<fn() -> T>,
}

pub fn spawn<F, T>(f: F) -> JoinHandle<T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static;

pub fn scope<'env, F, T>(f: F) -> T
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T;

pub fn current() -> Thread;
pub fn yield_now();
#[ensures(|_| true)]
pub fn panicking() -> bool;
pub fn sleep(dur: Duration);
pub fn sleep_ms(ms: u32);
pub fn park();
pub fn park_timeout(dur: Duration);
pub fn park_timeout_ms(ms: u32);
pub fn available_parallelism() -> io::Result<NonZeroUsize>;

impl Builder {
    pub fn new() -> Builder;
    pub fn name(self, name: String) -> Builder;
    pub fn stack_size(self, size: usize) -> Builder;
    pub fn spawn<F, T>(self, f: F) -> io::Result<JoinHandle<T>>
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send + 'static;
    pub unsafe fn spawn_unchecked<F, T>(self, f: F) -> io::Result<JoinHandle<T>>
    where
        F: FnOnce() -> T + Send,
        T: Send;
    pub fn spawn_scoped<'scope, 'env, F, T>(
        self,
        scope: &'scope Scope<'scope, 'env>,
        f: F,
    ) -> io::Result<ScopedJoinHandle<'scope, T>>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope;
}

impl<'scope, 'env> Scope<'scope, 'env> {
    pub fn spawn<F, T>(&'scope self, f: F) -> ScopedJoinHandle<'scope, T>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope;
}

impl<'scope, T> ScopedJoinHandle<'scope, T> {
    pub fn thread(&self) -> &Thread;
    pub fn join(self) -> Result<T>;
    pub fn is_finished(&self) -> bool;
}

impl<T> JoinHandle<T> {
    pub fn thread(&self) -> &Thread;
    pub fn join(self) -> Result<T>;
    pub fn is_finished(&self) -> bool;
}

impl Thread {
    pub fn unpark(&self);
    pub fn id(&self) -> ThreadId;
    pub fn name(&self) -> Option<&str>;
}

impl<T: 'static> LocalKey<T> {
    /// What `thread_local!` expands to.
    pub const fn new(init: fn() -> T) -> LocalKey<T>;

    pub fn with<F, R>(&'static self, f: F) -> R
    where
        F: FnOnce(&T) -> R;

    pub fn try_with<F, R>(&'static self, f: F) -> core::result::Result<R, AccessError>
    where
        F: FnOnce(&T) -> R;
}

impl<T: 'static> LocalKey<Cell<T>> {
    pub fn set(&'static self, value: T);
    pub fn get(&'static self) -> T
    where
        T: Copy;
    pub fn take(&'static self) -> T
    where
        T: Default;
    pub fn replace(&'static self, value: T) -> T;
}

impl<T: 'static> LocalKey<RefCell<T>> {
    pub fn with_borrow<F, R>(&'static self, f: F) -> R
    where
        F: FnOnce(&T) -> R;
    pub fn with_borrow_mut<F, R>(&'static self, f: F) -> R
    where
        F: FnOnce(&mut T) -> R;
    pub fn set(&'static self, value: T);
    pub fn take(&'static self) -> T
    where
        T: Default;
    pub fn replace(&'static self, value: T) -> T;
}

declared_traits! { [] Thread: Clone Debug }
declared_traits! { [] ThreadId: Clone Copy Debug PartialEq Eq Hash }
declared_traits! { [] Builder: Debug }
declared_traits! { [] AccessError: Clone Copy Debug Display Error PartialEq Eq }
declared_traits! { [T] JoinHandle<T>: Debug }
declared_traits! { ['scope, T] ScopedJoinHandle<'scope, T>: Debug }
declared_traits! { ['scope, 'env] Scope<'scope, 'env>: Debug }
declared_traits! { [T: 'static] LocalKey<T>: Debug }
