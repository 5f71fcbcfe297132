//! Synchronization, declared.

mod lock;
pub mod mpsc;
mod once;

pub use alloc_crate::sync::{Arc, Weak};
pub use core::sync::atomic;
pub use lock::{
    Barrier, BarrierWaitResult, Condvar, LockResult, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard,
    RwLockWriteGuard, TryLockError, TryLockResult, WaitTimeoutResult,
};
pub use once::{LazyLock, Once, OnceLock, OnceState};

#[allow(deprecated)]
pub use once::ONCE_INIT;
