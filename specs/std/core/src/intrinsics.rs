//! The few intrinsics that macros and derives name.

use crate::marker::DiscriminantKind;

#[rustc_intrinsic]
pub const fn discriminant_value<T>(v: &T) -> <T as DiscriminantKind>::Discriminant;

#[rustc_intrinsic]
pub fn abort() -> !;

#[rustc_intrinsic]
pub unsafe fn unreachable() -> !;

#[rustc_intrinsic]
pub unsafe fn transmute<Src, Dst>(src: Src) -> Dst;

#[rustc_intrinsic]
pub unsafe fn copy_nonoverlapping<T>(src: *const T, dst: *mut T, count: usize);

#[rustc_intrinsic]
pub unsafe fn copy<T>(src: *const T, dst: *mut T, count: usize);

#[rustc_intrinsic]
pub unsafe fn write_bytes<T>(dst: *mut T, val: u8, count: usize);

#[rustc_intrinsic]
pub const fn size_of_val<T: ?Sized>(val: *const T) -> usize;

#[rustc_intrinsic]
pub const fn align_of<T>() -> usize;

#[rustc_intrinsic]
pub const fn align_of_val<T: ?Sized>(val: *const T) -> usize;

#[rustc_intrinsic]
pub const fn needs_drop<T: ?Sized>() -> bool;

#[rustc_intrinsic]
pub const fn type_name<T: ?Sized>() -> &'static str;
