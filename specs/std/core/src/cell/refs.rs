//! `RefCell`. What is in it, and whether it is borrowed, changes behind shared references: neither is known.

use crate::cell::UnsafeCell;
use crate::cmp::Ordering;
use crate::fmt;
use crate::ops::{CoerceUnsized, Deref, DerefMut};
use crate::refine;

pub struct RefCell<T: ?Sized> {
    borrow: isize,
    value: UnsafeCell<T>,
}

#[derive(Debug)]
pub struct BorrowError {
    _private: (),
}

impl fmt::Display for BorrowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

#[derive(Debug)]
pub struct BorrowMutError {
    _private: (),
}

impl fmt::Display for BorrowMutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T> RefCell<T> {
    #[ensures(|_| true)]
    pub const fn new(value: T) -> RefCell<T>;

    #[ensures(|_| true)]
    pub const fn into_inner(self) -> T;

    #[track_caller]
    pub fn replace(&self, t: T) -> T;
    #[track_caller]
    pub fn replace_with<F: FnOnce(&mut T) -> T>(&self, f: F) -> T;
    #[track_caller]
    pub fn swap(&self, other: &Self);
}

impl<T: ?Sized> RefCell<T> {
    #[track_caller]
    pub fn borrow(&self) -> Ref<'_, T> {
        refine::require(
            refine::any(),
            "panic",
            "{self} has no conflicting borrow",
            "RefCell already mutably borrowed",
        );
        Ref { value: refine::any() }
    }
    pub fn try_borrow(&self) -> Result<Ref<'_, T>, BorrowError> {
        if refine::any() { Ok(Ref { value: refine::any() }) } else { Err(BorrowError { _private: () }) }
    }
    #[track_caller]
    pub fn borrow_mut(&self) -> RefMut<'_, T> {
        refine::require(
            refine::any(),
            "panic",
            "{self} has no conflicting borrow",
            "RefCell already borrowed",
        );
        RefMut { value: refine::any() }
    }
    pub fn try_borrow_mut(&self) -> Result<RefMut<'_, T>, BorrowMutError> {
        if refine::any() { Ok(RefMut { value: refine::any() }) } else { Err(BorrowMutError { _private: () }) }
    }
    pub fn as_ptr(&self) -> *mut T;
    #[ensures(|_| true)]
    pub const fn get_mut(&mut self) -> &mut T;
    pub unsafe fn try_borrow_unguarded(&self) -> Result<&T, BorrowError>;
}

impl<T: Default> RefCell<T> {
    pub fn take(&self) -> T;
}

unsafe impl<T: ?Sized + Send> Send for RefCell<T> {}
impl<T: ?Sized> !Sync for RefCell<T> {}

impl<T: Clone> Clone for RefCell<T> {
    fn clone(&self) -> RefCell<T>;
}

impl<T: Default> Default for RefCell<T> {
    fn default() -> RefCell<T> {
        RefCell::new(T::default())
    }
}

impl<T: ?Sized + PartialEq> PartialEq for RefCell<T> {
    fn eq(&self, other: &RefCell<T>) -> bool;
}

impl<T: ?Sized + Eq> Eq for RefCell<T> {}

impl<T: ?Sized + PartialOrd> PartialOrd for RefCell<T> {
    fn partial_cmp(&self, other: &RefCell<T>) -> Option<Ordering>;
}

impl<T: ?Sized + Ord> Ord for RefCell<T> {
    fn cmp(&self, other: &RefCell<T>) -> Ordering;
}

impl<T> From<T> for RefCell<T> {
    fn from(t: T) -> RefCell<T> {
        RefCell::new(t)
    }
}

impl<T: CoerceUnsized<U>, U> CoerceUnsized<RefCell<U>> for RefCell<T> {}

impl<T: ?Sized + fmt::Debug> fmt::Debug for RefCell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

pub struct Ref<'b, T: ?Sized + 'b> {
    value: &'b T,
}

impl<T: ?Sized> Deref for Ref<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.value
    }
}

impl<'b, T: ?Sized> Ref<'b, T> {
    pub fn clone(orig: &Ref<'b, T>) -> Ref<'b, T> {
        Ref { value: orig.value }
    }

    pub fn map<U: ?Sized, F: FnOnce(&T) -> &U>(orig: Ref<'b, T>, f: F) -> Ref<'b, U> {
        Ref { value: f(orig.value) }
    }

    pub fn filter_map<U: ?Sized, F: FnOnce(&T) -> Option<&U>>(orig: Ref<'b, T>, f: F) -> Result<Ref<'b, U>, Self> {
        match f(orig.value) {
            Some(value) => Ok(Ref { value }),
            None => Err(orig),
        }
    }

    pub fn map_split<U: ?Sized, V: ?Sized, F: FnOnce(&T) -> (&U, &V)>(
        orig: Ref<'b, T>,
        f: F,
    ) -> (Ref<'b, U>, Ref<'b, V>) {
        let (a, b) = f(orig.value);
        (Ref { value: a }, Ref { value: b })
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for Ref<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Ref<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Its end gives the borrow back, which is not modelled.
pub struct RefMut<'b, T: ?Sized + 'b> {
    value: &'b mut T,
}

impl<'b, T: ?Sized> RefMut<'b, T> {
    pub fn map<U: ?Sized, F: FnOnce(&mut T) -> &mut U>(orig: RefMut<'b, T>, f: F) -> RefMut<'b, U>;
    pub fn filter_map<U: ?Sized, F: FnOnce(&mut T) -> Option<&mut U>>(
        orig: RefMut<'b, T>,
        f: F,
    ) -> Result<RefMut<'b, U>, Self>;
    pub fn map_split<U: ?Sized, V: ?Sized, F: FnOnce(&mut T) -> (&mut U, &mut V)>(
        orig: RefMut<'b, T>,
        f: F,
    ) -> (RefMut<'b, U>, RefMut<'b, V>);
}

impl<T: ?Sized> Deref for RefMut<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.value
    }
}

impl<T: ?Sized> DerefMut for RefMut<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.value
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for RefMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for RefMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
