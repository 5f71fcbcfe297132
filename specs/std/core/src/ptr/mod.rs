//! `core::ptr`: raw pointers, declared.

mod const_ptr;
mod mut_ptr;
mod non_null;
mod unique;

pub use non_null::NonNull;
pub use unique::Unique;

pub use crate::intrinsics::{copy, copy_nonoverlapping, write_bytes};

use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::marker::{FnPtr, PointeeSized};
use crate::num::NonZero;

#[lang = "pointee_trait"]
pub trait Pointee: PointeeSized {
    #[lang = "metadata_type"]
    type Metadata: fmt::Debug + Copy + Send + Sync + Ord + Hash + Unpin;
}

pub trait Thin: Pointee<Metadata = ()> + PointeeSized {}
impl<T: Pointee<Metadata = ()> + PointeeSized> Thin for T {}

#[lang = "dyn_metadata"]
pub struct DynMetadata<Dyn: PointeeSized> {
    _vtable_ptr: NonNull<()>,
    _phantom: crate::marker::PhantomData<Dyn>,
}

pub const fn metadata<T: PointeeSized>(ptr: *const T) -> <T as Pointee>::Metadata;

#[lang = "drop_in_place"]
pub unsafe fn drop_in_place<T: PointeeSized>(to_drop: *mut T);

pub const fn null<T>() -> *const T;
pub const fn null_mut<T>() -> *mut T;
pub const fn without_provenance<T>(addr: usize) -> *const T;
pub const fn without_provenance_mut<T>(addr: usize) -> *mut T;
pub const fn dangling<T>() -> *const T;
pub const fn dangling_mut<T>() -> *mut T;
pub fn with_exposed_provenance<T>(addr: usize) -> *const T;
pub fn with_exposed_provenance_mut<T>(addr: usize) -> *mut T;
pub const fn from_ref<T: PointeeSized>(r: &T) -> *const T {
    r
}
pub const fn from_mut<T: PointeeSized>(r: &mut T) -> *mut T {
    r
}
pub const fn slice_from_raw_parts<T>(data: *const T, len: usize) -> *const [T];
pub const fn slice_from_raw_parts_mut<T>(data: *mut T, len: usize) -> *mut [T];
pub const unsafe fn swap<T>(x: *mut T, y: *mut T);
pub const unsafe fn swap_nonoverlapping<T>(x: *mut T, y: *mut T, count: usize);
pub const unsafe fn replace<T>(dst: *mut T, src: T) -> T;
pub const unsafe fn read<T>(src: *const T) -> T;
pub const unsafe fn read_unaligned<T>(src: *const T) -> T;
pub const unsafe fn write<T>(dst: *mut T, src: T);
pub const unsafe fn write_unaligned<T>(dst: *mut T, src: T);
pub unsafe fn read_volatile<T>(src: *const T) -> T;
pub unsafe fn write_volatile<T>(dst: *mut T, src: T);
pub fn eq<T: PointeeSized>(a: *const T, b: *const T) -> bool;
pub fn addr_eq<T: PointeeSized, U: PointeeSized>(p: *const T, q: *const U) -> bool;
pub fn fn_addr_eq<T: FnPtr, U: FnPtr>(f: T, g: U) -> bool;
pub fn hash<T: PointeeSized, S: Hasher>(hashee: *const T, into: &mut S);

pub macro addr_of($place:expr) {
    &raw const $place
}

pub macro addr_of_mut($place:expr) {
    &raw mut $place
}

macro_rules! compared {
    ($($p:ty)*) => {
        $(
            impl<T: PointeeSized> PartialEq for $p {
                fn eq(&self, other: &$p) -> bool {
                    *self == *other
                }
                fn ne(&self, other: &$p) -> bool {
                    *self != *other
                }
            }
            impl<T: PointeeSized> Eq for $p {}
            impl<T: PointeeSized> Ord for $p {
                fn cmp(&self, other: &$p) -> Ordering;
            }
            impl<T: PointeeSized> PartialOrd for $p {
                fn partial_cmp(&self, other: &$p) -> Option<Ordering>;
                fn lt(&self, other: &$p) -> bool {
                    *self < *other
                }
                fn le(&self, other: &$p) -> bool {
                    *self <= *other
                }
                fn gt(&self, other: &$p) -> bool {
                    *self > *other
                }
                fn ge(&self, other: &$p) -> bool {
                    *self >= *other
                }
            }
        )*
    };
}
compared! { *const T *mut T }

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Alignment {
    _value: NonZero<usize>,
}
