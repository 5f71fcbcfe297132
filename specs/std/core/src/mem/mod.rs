//! `core::mem`.

mod manually_drop;
mod maybe_uninit;

pub use manually_drop::ManuallyDrop;
pub use maybe_uninit::MaybeUninit;

pub use crate::intrinsics::transmute;

use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::intrinsics;
use crate::marker::DiscriminantKind;
use crate::refine;

/// The value is never dropped.
pub const fn forget<T>(t: T) {
    let _kept = ManuallyDrop::new(t);
}

pub const fn size_of<T>() -> usize {
    refine::size_of::<T>()
}

pub const fn size_of_val<T: ?Sized>(val: &T) -> usize {
    intrinsics::size_of_val(val)
}

pub const fn align_of<T>() -> usize {
    intrinsics::align_of::<T>()
}

pub const fn align_of_val<T: ?Sized>(val: &T) -> usize {
    intrinsics::align_of_val(val)
}

pub fn min_align_of<T>() -> usize;

pub const fn needs_drop<T: ?Sized>() -> bool {
    intrinsics::needs_drop::<T>()
}

pub const unsafe fn zeroed<T>() -> T;

pub unsafe fn uninitialized<T>() -> T;

pub const fn swap<T>(x: &mut T, y: &mut T) {
    refine::swap(x, y)
}

pub fn take<T: Default>(dest: &mut T) -> T {
    refine::replace(dest, T::default())
}

pub const fn replace<T>(dest: &mut T, src: T) -> T {
    refine::replace(dest, src)
}

pub fn drop<T>(_x: T) {}

pub const unsafe fn transmute_copy<Src, Dst>(src: &Src) -> Dst;

pub struct Discriminant<T>(<T as DiscriminantKind>::Discriminant);

impl<T> Copy for Discriminant<T> {}

impl<T> Clone for Discriminant<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> PartialEq for Discriminant<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T> Eq for Discriminant<T> {}

impl<T> Hash for Discriminant<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state)
    }
}

impl<T> fmt::Debug for Discriminant<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

pub const fn discriminant<T>(v: &T) -> Discriminant<T> {
    Discriminant(intrinsics::discriminant_value(v))
}

pub const fn variant_count<T>() -> usize;

#[allow_internal_unstable(builtin_syntax)]
pub macro offset_of($Container:ty, $($fields:expr)+ $(,)?) {
    builtin # offset_of($Container, $($fields)+)
}
