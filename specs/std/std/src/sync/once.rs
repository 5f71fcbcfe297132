//! What is done once.

use core::cell::UnsafeCell;
use core::fmt::Debug;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

opaque! { Once OnceState }

pub const ONCE_INIT: Once = Once::new();

impl Once {
    pub const fn new() -> Once;
    pub fn call_once<F>(&self, f: F)
    where
        F: FnOnce();
    pub fn call_once_force<F>(&self, f: F)
    where
        F: FnOnce(&OnceState);
    pub fn is_completed(&self) -> bool;
    pub fn wait(&self);
    pub fn wait_force(&self);
}

impl OnceState {
    pub fn is_poisoned(&self) -> bool;
}

declared_traits! { [] Once: Debug }
declared_traits! { [] OnceState: Debug }

pub struct OnceLock<T> {
    value: PhantomData<UnsafeCell<T>>,
}

unsafe impl<T: Sync + Send> Sync for OnceLock<T> {}
unsafe impl<T: Send> Send for OnceLock<T> {}

impl<T> OnceLock<T> {
    pub const fn new() -> OnceLock<T>;
    pub fn get(&self) -> Option<&T>;
    pub fn get_mut(&mut self) -> Option<&mut T>;
    pub fn wait(&self) -> &T;
    pub fn set(&self, value: T) -> Result<(), T>;
    pub fn get_or_init<F>(&self, f: F) -> &T
    where
        F: FnOnce() -> T;
    pub fn into_inner(self) -> Option<T>;
    pub fn take(&mut self) -> Option<T>;
}

impl<T> From<T> for OnceLock<T> {
    fn from(value: T) -> Self;
}

declared_traits! { [T] OnceLock<T>: Default }
declared_traits! { [T: Debug] OnceLock<T>: Debug }
declared_traits! { [T: Clone] OnceLock<T>: Clone }
declared_traits! { [T: PartialEq] OnceLock<T>: PartialEq }
declared_traits! { [T: Eq] OnceLock<T>: Eq }

pub struct LazyLock<T, F = fn() -> T> {
    value: PhantomData<UnsafeCell<T>>,
    init: PhantomData<F>,
}

unsafe impl<T: Sync + Send, F: Send> Sync for LazyLock<T, F> {}

impl<T, F: FnOnce() -> T> LazyLock<T, F> {
    pub const fn new(f: F) -> LazyLock<T, F>;
    pub fn force(this: &LazyLock<T, F>) -> &T;
    pub fn force_mut(this: &mut LazyLock<T, F>) -> &mut T;
}

impl<T, F> LazyLock<T, F> {
    pub fn get(this: &LazyLock<T, F>) -> Option<&T>;
    pub fn get_mut(this: &mut LazyLock<T, F>) -> Option<&mut T>;
}

impl<T, F: FnOnce() -> T> Deref for LazyLock<T, F> {
    type Target = T;
    fn deref(&self) -> &T;
}

impl<T, F: FnOnce() -> T> DerefMut for LazyLock<T, F> {
    fn deref_mut(&mut self) -> &mut T;
}

declared_traits! { [T: Default] LazyLock<T>: Default }
declared_traits! { [T: Debug, F] LazyLock<T, F>: Debug }
