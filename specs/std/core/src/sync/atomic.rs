//! The atomics. What is in one changes behind shared references: it is not known.

use crate::cell::UnsafeCell;
use crate::fmt;
use crate::refine;

#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[non_exhaustive]
pub enum Ordering {
    Relaxed,
    Release,
    Acquire,
    AcqRel,
    SeqCst,
}

macro_rules! atomics {
    ($($name:ident $t:ident)*) => {
        $(
            #[repr(transparent)]
            pub struct $name {
                v: UnsafeCell<$t>,
            }

            impl $name {
                #[ensures(|_| true)]
                pub const fn new(v: $t) -> Self;
                pub const unsafe fn from_ptr<'a>(ptr: *mut $t) -> &'a Self;
                #[ensures(|_| true)]
                pub const fn get_mut(&mut self) -> &mut $t;
                #[ensures(|_| true)]
                pub const fn into_inner(self) -> $t;
                pub fn load(&self, order: Ordering) -> $t {
                    refine::require(!matches!(order, Ordering::Release | Ordering::AcqRel), "panic", "{order} is an ordering for reads", "there is no such thing as");
                    refine::any()
                }
                pub fn store(&self, val: $t, order: Ordering) {
                    refine::require(!matches!(order, Ordering::Acquire | Ordering::AcqRel), "panic", "{order} is an ordering for writes", "there is no such thing as");
                }
                #[ensures(|_| true)]
                pub fn swap(&self, val: $t, order: Ordering) -> $t;
                pub fn compare_and_swap(&self, current: $t, new: $t, order: Ordering) -> $t;
                pub fn compare_exchange(&self, current: $t, new: $t, success: Ordering, failure: Ordering) -> Result<$t, $t> {
                    refine::require(!matches!(failure, Ordering::Release | Ordering::AcqRel), "panic", "{failure} is an ordering for reads", "there is no such thing as");
                    refine::any()
                }
                pub fn compare_exchange_weak(&self, current: $t, new: $t, success: Ordering, failure: Ordering) -> Result<$t, $t> {
                    refine::require(!matches!(failure, Ordering::Release | Ordering::AcqRel), "panic", "{failure} is an ordering for reads", "there is no such thing as");
                    refine::any()
                }
                pub const fn as_ptr(&self) -> *mut $t;
                pub fn fetch_update<F: FnMut($t) -> Option<$t>>(&self, set_order: Ordering, fetch_order: Ordering, f: F) -> Result<$t, $t>;
                #[ensures(|_| true)]
                pub fn fetch_and(&self, val: $t, order: Ordering) -> $t;
                #[ensures(|_| true)]
                pub fn fetch_nand(&self, val: $t, order: Ordering) -> $t;
                #[ensures(|_| true)]
                pub fn fetch_or(&self, val: $t, order: Ordering) -> $t;
                #[ensures(|_| true)]
                pub fn fetch_xor(&self, val: $t, order: Ordering) -> $t;
                #[ensures(|_| true)]
                pub fn fetch_add(&self, val: $t, order: Ordering) -> $t;
                #[ensures(|_| true)]
                pub fn fetch_sub(&self, val: $t, order: Ordering) -> $t;
                #[ensures(|_| true)]
                pub fn fetch_max(&self, val: $t, order: Ordering) -> $t;
                #[ensures(|_| true)]
                pub fn fetch_min(&self, val: $t, order: Ordering) -> $t;
            }

            unsafe impl Sync for $name {}

            impl Default for $name {
                #[ensures(|_| true)]
                fn default() -> Self;
            }

            impl From<$t> for $name {
                #[ensures(|_| true)]
                fn from(v: $t) -> Self;
            }

            impl fmt::Debug for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
            }
        )*
    };
}
atomics! { AtomicI8 i8 AtomicU8 u8 AtomicI16 i16 AtomicU16 u16 AtomicI32 i32 AtomicU32 u32 AtomicI64 i64 AtomicU64 u64 AtomicIsize isize AtomicUsize usize }

#[repr(transparent)]
pub struct AtomicBool {
    v: UnsafeCell<u8>,
}

impl AtomicBool {
    #[ensures(|_| true)]
    pub const fn new(v: bool) -> Self;
    pub const unsafe fn from_ptr<'a>(ptr: *mut bool) -> &'a Self;
    #[ensures(|_| true)]
    pub const fn get_mut(&mut self) -> &mut bool;
    #[ensures(|_| true)]
    pub const fn into_inner(self) -> bool;
    pub fn load(&self, order: Ordering) -> bool {
        refine::require(!matches!(order, Ordering::Release | Ordering::AcqRel), "panic", "{order} is an ordering for reads", "there is no such thing as");
        refine::any()
    }
    pub fn store(&self, val: bool, order: Ordering) {
        refine::require(!matches!(order, Ordering::Acquire | Ordering::AcqRel), "panic", "{order} is an ordering for writes", "there is no such thing as");
    }
    #[ensures(|_| true)]
    pub fn swap(&self, val: bool, order: Ordering) -> bool;
    pub fn compare_and_swap(&self, current: bool, new: bool, order: Ordering) -> bool;
    pub fn compare_exchange(
        &self,
        current: bool,
        new: bool,
        success: Ordering,
        failure: Ordering,
    ) -> Result<bool, bool> {
        refine::require(!matches!(failure, Ordering::Release | Ordering::AcqRel), "panic", "{failure} is an ordering for reads", "there is no such thing as");
        refine::any()
    }
    pub fn compare_exchange_weak(
        &self,
        current: bool,
        new: bool,
        success: Ordering,
        failure: Ordering,
    ) -> Result<bool, bool> {
        refine::require(!matches!(failure, Ordering::Release | Ordering::AcqRel), "panic", "{failure} is an ordering for reads", "there is no such thing as");
        refine::any()
    }
    pub const fn as_ptr(&self) -> *mut bool;
    pub fn fetch_update<F: FnMut(bool) -> Option<bool>>(
        &self,
        set_order: Ordering,
        fetch_order: Ordering,
        f: F,
    ) -> Result<bool, bool>;
    #[ensures(|_| true)]
    pub fn fetch_and(&self, val: bool, order: Ordering) -> bool;
    #[ensures(|_| true)]
    pub fn fetch_nand(&self, val: bool, order: Ordering) -> bool;
    #[ensures(|_| true)]
    pub fn fetch_or(&self, val: bool, order: Ordering) -> bool;
    #[ensures(|_| true)]
    pub fn fetch_xor(&self, val: bool, order: Ordering) -> bool;
    #[ensures(|_| true)]
    pub fn fetch_not(&self, order: Ordering) -> bool;
}

unsafe impl Sync for AtomicBool {}

impl Default for AtomicBool {
    #[ensures(|_| true)]
    fn default() -> Self;
}

impl From<bool> for AtomicBool {
    #[ensures(|_| true)]
    fn from(v: bool) -> Self;
}

impl fmt::Debug for AtomicBool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

#[repr(transparent)]
pub struct AtomicPtr<T> {
    p: UnsafeCell<*mut T>,
}

impl<T> AtomicPtr<T> {
    pub const fn new(v: *mut T) -> Self;
    pub const unsafe fn from_ptr<'a>(ptr: *mut *mut T) -> &'a Self;
    pub const fn get_mut(&mut self) -> &mut *mut T;
    pub const fn into_inner(self) -> *mut T;
    pub fn load(&self, order: Ordering) -> *mut T;
    pub fn store(&self, val: *mut T, order: Ordering);
    pub fn swap(&self, val: *mut T, order: Ordering) -> *mut T;
    pub fn compare_and_swap(&self, current: *mut T, new: *mut T, order: Ordering) -> *mut T;
    pub fn compare_exchange(
        &self,
        current: *mut T,
        new: *mut T,
        success: Ordering,
        failure: Ordering,
    ) -> Result<*mut T, *mut T>;
    pub fn compare_exchange_weak(
        &self,
        current: *mut T,
        new: *mut T,
        success: Ordering,
        failure: Ordering,
    ) -> Result<*mut T, *mut T>;
    pub const fn as_ptr(&self) -> *mut *mut T;
    pub fn fetch_update<F: FnMut(*mut T) -> Option<*mut T>>(
        &self,
        set_order: Ordering,
        fetch_order: Ordering,
        f: F,
    ) -> Result<*mut T, *mut T>;
}

unsafe impl<T> Send for AtomicPtr<T> {}
unsafe impl<T> Sync for AtomicPtr<T> {}

impl<T> Default for AtomicPtr<T> {
    #[ensures(|_| true)]
    fn default() -> AtomicPtr<T>;
}

impl<T> From<*mut T> for AtomicPtr<T> {
    fn from(p: *mut T) -> Self;
}

impl<T> fmt::Debug for AtomicPtr<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

pub fn fence(order: Ordering);
pub fn compiler_fence(order: Ordering);
pub fn spin_loop_hint();
