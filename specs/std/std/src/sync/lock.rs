//! Locks.

use crate::time::Duration;
use core::cell::UnsafeCell;
use core::error::Error;
use core::fmt::{Debug, Display};
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

pub type LockResult<T> = Result<T, PoisonError<T>>;
pub type TryLockResult<T> = Result<T, TryLockError<T>>;

pub struct PoisonError<T> {
    data: T,
}

pub enum TryLockError<T> {
    Poisoned(PoisonError<T>),
    WouldBlock,
}

impl<T> PoisonError<T> {
    pub fn new(data: T) -> PoisonError<T> {
        PoisonError { data }
    }

    pub fn into_inner(self) -> T {
        self.data
    }

    pub fn get_ref(&self) -> &T {
        &self.data
    }

    pub fn get_mut(&mut self) -> &mut T {
        &mut self.data
    }
}

impl<T> From<PoisonError<T>> for TryLockError<T> {
    fn from(err: PoisonError<T>) -> TryLockError<T> {
        TryLockError::Poisoned(err)
    }
}

declared_traits! { [T] PoisonError<T>: Debug Display Error }
declared_traits! { [T] TryLockError<T>: Debug Display Error }

pub struct Mutex<T: ?Sized> {
    data: PhantomData<UnsafeCell<T>>,
}

unsafe impl<T: ?Sized + Send> Send for Mutex<T> {}
unsafe impl<T: ?Sized + Send> Sync for Mutex<T> {}
impl<T: ?Sized> core::panic::UnwindSafe for Mutex<T> {}
impl<T: ?Sized> core::panic::RefUnwindSafe for Mutex<T> {}

pub struct MutexGuard<'a, T: ?Sized + 'a> {
    lock: &'a Mutex<T>,
}

impl<T: ?Sized> !Send for MutexGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for MutexGuard<'_, T> {}

impl<T> Mutex<T> {
    pub const fn new(t: T) -> Mutex<T>;
}

impl<T: ?Sized> Mutex<T> {
    pub fn lock(&self) -> LockResult<MutexGuard<'_, T>>;
    pub fn try_lock(&self) -> TryLockResult<MutexGuard<'_, T>>;
    pub fn is_poisoned(&self) -> bool;
    pub fn clear_poison(&self);
    pub fn into_inner(self) -> LockResult<T>
    where
        T: Sized;
    pub fn get_mut(&mut self) -> LockResult<&mut T>;
}

impl<T: ?Sized> Deref for MutexGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T;
}

impl<T: ?Sized> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T;
}

impl<T> From<T> for Mutex<T> {
    fn from(t: T) -> Self {
        Mutex::new(t)
    }
}

declared_traits! { [T: Default] Mutex<T>: Default }
declared_traits! { [T: ?Sized + Debug] Mutex<T>: Debug }
declared_traits! { ['a, T: ?Sized + Debug] MutexGuard<'a, T>: Debug }
declared_traits! { ['a, T: ?Sized + Display] MutexGuard<'a, T>: Display }
declared_traits! { ['a, T: ?Sized] MutexGuard<'a, T>: Drop }

pub struct RwLock<T: ?Sized> {
    data: PhantomData<UnsafeCell<T>>,
}

unsafe impl<T: ?Sized + Send> Send for RwLock<T> {}
unsafe impl<T: ?Sized + Send + Sync> Sync for RwLock<T> {}
impl<T: ?Sized> core::panic::UnwindSafe for RwLock<T> {}
impl<T: ?Sized> core::panic::RefUnwindSafe for RwLock<T> {}

pub struct RwLockReadGuard<'a, T: ?Sized + 'a> {
    lock: &'a RwLock<T>,
}

pub struct RwLockWriteGuard<'a, T: ?Sized + 'a> {
    lock: &'a RwLock<T>,
}

impl<T: ?Sized> !Send for RwLockReadGuard<'_, T> {}
impl<T: ?Sized> !Send for RwLockWriteGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for RwLockReadGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for RwLockWriteGuard<'_, T> {}

impl<T> RwLock<T> {
    pub const fn new(t: T) -> RwLock<T>;
}

impl<T: ?Sized> RwLock<T> {
    pub fn read(&self) -> LockResult<RwLockReadGuard<'_, T>>;
    pub fn try_read(&self) -> TryLockResult<RwLockReadGuard<'_, T>>;
    pub fn write(&self) -> LockResult<RwLockWriteGuard<'_, T>>;
    pub fn try_write(&self) -> TryLockResult<RwLockWriteGuard<'_, T>>;
    pub fn is_poisoned(&self) -> bool;
    pub fn clear_poison(&self);
    pub fn into_inner(self) -> LockResult<T>
    where
        T: Sized;
    pub fn get_mut(&mut self) -> LockResult<&mut T>;
}

impl<'rwlock, T: ?Sized> RwLockWriteGuard<'rwlock, T> {
    pub fn downgrade(s: Self) -> RwLockReadGuard<'rwlock, T>;
}

impl<T: ?Sized> Deref for RwLockReadGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T;
}

impl<T: ?Sized> Deref for RwLockWriteGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T;
}

impl<T: ?Sized> DerefMut for RwLockWriteGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T;
}

impl<T> From<T> for RwLock<T> {
    fn from(t: T) -> Self {
        RwLock::new(t)
    }
}

declared_traits! { [T: Default] RwLock<T>: Default }
declared_traits! { [T: ?Sized + Debug] RwLock<T>: Debug }
declared_traits! { ['a, T: ?Sized + Debug] RwLockReadGuard<'a, T>: Debug }
declared_traits! { ['a, T: ?Sized + Debug] RwLockWriteGuard<'a, T>: Debug }
declared_traits! { ['a, T: ?Sized + Display] RwLockReadGuard<'a, T>: Display }
declared_traits! { ['a, T: ?Sized + Display] RwLockWriteGuard<'a, T>: Display }
declared_traits! { ['a, T: ?Sized] RwLockReadGuard<'a, T>: Drop }
declared_traits! { ['a, T: ?Sized] RwLockWriteGuard<'a, T>: Drop }

opaque! { Condvar WaitTimeoutResult Barrier BarrierWaitResult }

impl Condvar {
    pub const fn new() -> Condvar;
    pub fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>>;
    pub fn wait_while<'a, T, F>(&self, guard: MutexGuard<'a, T>, condition: F) -> LockResult<MutexGuard<'a, T>>
    where
        F: FnMut(&mut T) -> bool;
    pub fn wait_timeout_ms<'a, T>(&self, guard: MutexGuard<'a, T>, ms: u32) -> LockResult<(MutexGuard<'a, T>, bool)>;
    pub fn wait_timeout<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        dur: Duration,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)>;
    pub fn wait_timeout_while<'a, T, F>(
        &self,
        guard: MutexGuard<'a, T>,
        dur: Duration,
        condition: F,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)>
    where
        F: FnMut(&mut T) -> bool;
    pub fn notify_one(&self);
    pub fn notify_all(&self);
}

impl WaitTimeoutResult {
    pub fn timed_out(&self) -> bool;
}

impl Barrier {
    pub const fn new(n: usize) -> Barrier;
    pub fn wait(&self) -> BarrierWaitResult;
}

impl BarrierWaitResult {
    pub fn is_leader(&self) -> bool;
}

declared_traits! { [] Condvar: Debug Default }
declared_traits! { [] WaitTimeoutResult: Debug PartialEq Eq Copy Clone }
declared_traits! { [] Barrier: Debug }
declared_traits! { [] BarrierWaitResult: Debug }
