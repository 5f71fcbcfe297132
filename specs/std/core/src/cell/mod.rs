//! `core::cell`: interior mutability, declared. What is behind a shared reference may change here, so nothing may have a model
//! that says what is inside.

mod once;
mod refs;

pub use once::{LazyCell, OnceCell};
pub use refs::{BorrowError, BorrowMutError, Ref, RefCell, RefMut};

use crate::cmp::Ordering;
use crate::fmt;
use crate::ops::CoerceUnsized;

#[lang = "unsafe_cell"]
#[repr(transparent)]
pub struct UnsafeCell<T: ?Sized> {
    value: T,
}

impl<T> UnsafeCell<T> {
    #[ensures(|_| true)]
    pub const fn new(value: T) -> UnsafeCell<T>;

    #[ensures(|_| true)]
    pub const fn into_inner(self) -> T;

    #[ensures(|_| true)]
    pub const unsafe fn replace(&self, value: T) -> T;
}

impl<T: ?Sized> UnsafeCell<T> {
    pub const fn from_mut(value: &mut T) -> &mut UnsafeCell<T>;
    pub const fn get(&self) -> *mut T;
    #[ensures(|_| true)]
    pub const fn get_mut(&mut self) -> &mut T;
    pub const fn raw_get(this: *const Self) -> *mut T;
}

impl<T: Default> Default for UnsafeCell<T> {
    fn default() -> UnsafeCell<T> {
        UnsafeCell { value: T::default() }
    }
}

impl<T> From<T> for UnsafeCell<T> {
    fn from(t: T) -> UnsafeCell<T> {
        UnsafeCell { value: t }
    }
}

impl<T: ?Sized> fmt::Debug for UnsafeCell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: CoerceUnsized<U>, U> CoerceUnsized<UnsafeCell<U>> for UnsafeCell<T> {}

#[repr(transparent)]
pub struct SyncUnsafeCell<T: ?Sized> {
    value: UnsafeCell<T>,
}

#[repr(transparent)]
pub struct Cell<T: ?Sized> {
    value: UnsafeCell<T>,
}

unsafe impl<T: ?Sized + Send> Send for Cell<T> {}
impl<T: ?Sized> !Sync for Cell<T> {}

impl<T> Cell<T> {
    #[ensures(|_| true)]
    pub const fn new(value: T) -> Cell<T>;

    pub fn set(&self, val: T) {
        self.replace(val);
    }
    #[ensures(|_| true)]
    pub fn swap(&self, other: &Self);
    #[ensures(|_| true)]
    pub const fn replace(&self, val: T) -> T;

    #[ensures(|_| true)]
    pub const fn into_inner(self) -> T;
}

impl<T: Copy> Cell<T> {
    #[ensures(|_| true)]
    pub const fn get(&self) -> T;
    pub fn update(&self, f: impl FnOnce(T) -> T) {
        let old = self.get();
        self.set(f(old));
    }
}

impl<T: ?Sized> Cell<T> {
    pub const fn as_ptr(&self) -> *mut T;
    #[ensures(|_| true)]
    pub const fn get_mut(&mut self) -> &mut T;
    pub const fn from_mut(t: &mut T) -> &Cell<T>;
}

impl<T: Default> Cell<T> {
    pub fn take(&self) -> T {
        self.replace(T::default())
    }
}

impl<T> Cell<[T]> {
    pub const fn as_slice_of_cells(&self) -> &[Cell<T>];
}

impl<T, const N: usize> Cell<[T; N]> {
    pub const fn as_array_of_cells(&self) -> &[Cell<T>; N];
}

impl<T: CoerceUnsized<U>, U> CoerceUnsized<Cell<U>> for Cell<T> {}

impl<T: Copy> Clone for Cell<T> {
    fn clone(&self) -> Cell<T> {
        Cell::new(self.get())
    }
}

impl<T: Default> Default for Cell<T> {
    fn default() -> Cell<T> {
        Cell::new(T::default())
    }
}

impl<T: PartialEq + Copy> PartialEq for Cell<T> {
    fn eq(&self, other: &Cell<T>) -> bool {
        self.get() == other.get()
    }
}

impl<T: Eq + Copy> Eq for Cell<T> {}

impl<T: PartialOrd + Copy> PartialOrd for Cell<T> {
    fn partial_cmp(&self, other: &Cell<T>) -> Option<Ordering> {
        self.get().partial_cmp(&other.get())
    }
}

impl<T: Ord + Copy> Ord for Cell<T> {
    fn cmp(&self, other: &Cell<T>) -> Ordering {
        self.get().cmp(&other.get())
    }
}

impl<T> From<T> for Cell<T> {
    fn from(t: T) -> Cell<T> {
        Cell::new(t)
    }
}

impl<T: Copy + fmt::Debug> fmt::Debug for Cell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
