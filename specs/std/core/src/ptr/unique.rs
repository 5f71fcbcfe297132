//! `Unique`: what `Box` is made of in the real library.

use crate::marker::PhantomData;
use crate::ptr::NonNull;

#[repr(transparent)]
pub struct Unique<T: ?Sized> {
    pointer: NonNull<T>,
    _marker: PhantomData<T>,
}
