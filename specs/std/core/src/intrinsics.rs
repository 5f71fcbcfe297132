//! The few intrinsics that macros and derives name. Those marked as such are evaluated by rust-analyzer in constants: not those that depend
//! on how types are laid out, which is not here as in the real library.

use crate::marker::DiscriminantKind;

#[rustc_intrinsic]
pub const fn discriminant_value<T>(v: &T) -> <T as DiscriminantKind>::Discriminant;

#[rustc_intrinsic]
pub fn abort() -> !;

#[rustc_intrinsic]
pub unsafe fn unreachable() -> !;

pub unsafe fn transmute<Src, Dst>(src: Src) -> Dst;

pub unsafe fn copy_nonoverlapping<T>(src: *const T, dst: *mut T, count: usize);

pub unsafe fn copy<T>(src: *const T, dst: *mut T, count: usize);

pub unsafe fn write_bytes<T>(dst: *mut T, val: u8, count: usize);

pub const fn size_of_val<T: ?Sized>(val: *const T) -> usize;

pub const fn align_of<T>() -> usize;

pub const fn align_of_val<T: ?Sized>(val: *const T) -> usize;

pub const fn needs_drop<T: ?Sized>() -> bool;

pub const fn type_name<T: ?Sized>() -> &'static str;
