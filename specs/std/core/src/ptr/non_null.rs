//! `NonNull`, declared.

use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::marker::Unsize;
use crate::num::NonZero;
use crate::ops::{CoerceUnsized, DispatchFromDyn};

#[repr(transparent)]
pub struct NonNull<T: ?Sized> {
    pointer: *const T,
}

impl<T: ?Sized> !Send for NonNull<T> {}
impl<T: ?Sized> !Sync for NonNull<T> {}

impl<T> NonNull<T> {
    pub const fn dangling() -> Self;
    pub const fn without_provenance(addr: NonZero<usize>) -> Self;
    pub const unsafe fn offset(self, count: isize) -> Self;
    pub const unsafe fn add(self, count: usize) -> Self;
    pub const unsafe fn sub(self, count: usize) -> Self;
    pub const unsafe fn offset_from(self, origin: NonNull<T>) -> isize;
    pub const unsafe fn offset_from_unsigned(self, origin: NonNull<T>) -> usize;
    pub const unsafe fn read(self) -> T;
    pub unsafe fn read_volatile(self) -> T;
    pub const unsafe fn read_unaligned(self) -> T;
    pub const unsafe fn copy_to(self, dest: NonNull<T>, count: usize);
    pub const unsafe fn copy_to_nonoverlapping(self, dest: NonNull<T>, count: usize);
    pub const unsafe fn copy_from(self, src: NonNull<T>, count: usize);
    pub const unsafe fn copy_from_nonoverlapping(self, src: NonNull<T>, count: usize);
    pub const unsafe fn write(self, val: T);
    pub const unsafe fn write_bytes(self, val: u8, count: usize);
    pub const unsafe fn replace(self, src: T) -> T;
    pub const unsafe fn swap(self, with: NonNull<T>);
    pub fn is_aligned(self) -> bool;
    pub fn align_offset(self, align: usize) -> usize;
}

impl<T: ?Sized> NonNull<T> {
    pub const unsafe fn new_unchecked(ptr: *mut T) -> Self;
    pub const fn new(ptr: *mut T) -> Option<Self>;
    pub const fn from_ref(r: &T) -> Self;
    pub const fn from_mut(r: &mut T) -> Self;
    pub fn addr(self) -> NonZero<usize>;
    pub const fn as_ptr(self) -> *mut T;
    pub const unsafe fn as_ref<'a>(&self) -> &'a T;
    pub const unsafe fn as_mut<'a>(&mut self) -> &'a mut T;
    pub const fn cast<U>(self) -> NonNull<U>;
    pub const unsafe fn byte_add(self, count: usize) -> Self;
    pub const unsafe fn byte_sub(self, count: usize) -> Self;
    pub const unsafe fn byte_offset(self, count: isize) -> Self;
    pub unsafe fn drop_in_place(self);
}

impl<T> NonNull<[T]> {
    pub const fn slice_from_raw_parts(data: NonNull<T>, len: usize) -> Self;
    pub const fn len(self) -> usize;
    pub const fn is_empty(self) -> bool;
}

impl<T: ?Sized> Clone for NonNull<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for NonNull<T> {}

impl<T: ?Sized, U: ?Sized> CoerceUnsized<NonNull<U>> for NonNull<T> where T: Unsize<U> {}
impl<T: ?Sized, U: ?Sized> DispatchFromDyn<NonNull<U>> for NonNull<T> where T: Unsize<U> {}

impl<T: ?Sized> fmt::Debug for NonNull<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: ?Sized> fmt::Pointer for NonNull<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<T: ?Sized> Eq for NonNull<T> {}

impl<T: ?Sized> PartialEq for NonNull<T> {
    fn eq(&self, other: &Self) -> bool;
}

impl<T: ?Sized> Ord for NonNull<T> {
    fn cmp(&self, other: &Self) -> Ordering;
}

impl<T: ?Sized> PartialOrd for NonNull<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering>;
}

impl<T: ?Sized> Hash for NonNull<T> {
    fn hash<H: Hasher>(&self, state: &mut H);
}

impl<T: ?Sized> From<&mut T> for NonNull<T> {
    fn from(r: &mut T) -> Self {
        NonNull::from_mut(r)
    }
}

impl<T: ?Sized> From<&T> for NonNull<T> {
    fn from(r: &T) -> Self {
        NonNull::from_ref(r)
    }
}
