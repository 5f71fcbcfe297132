//! What can be printed, declared. A reference prints as what it points to.

use super::*;
use crate::marker::FnPtr;

macro_rules! printed {
    ($($trait:ident: $($t:ty)*;)*) => { $($(printed! { @one $trait $t })*)* };
    (@one $trait:ident $t:ty) => {
        impl $trait for $t {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result;
        }
    };
}

printed! {
    Debug: () bool char str f32 f64 !;
    Display: bool char str f32 f64 !;
    LowerExp: f32 f64;
    UpperExp: f32 f64;
}

macro_rules! through {
    ($($trait:ident)*) => {
        $(
            impl<T: ?Sized + $trait> $trait for &T {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    $trait::fmt(&**self, f)
                }
            }
            impl<T: ?Sized + $trait> $trait for &mut T {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    $trait::fmt(&**self, f)
                }
            }
        )*
    };
}
through! { Debug Display Octal Binary LowerHex UpperHex LowerExp UpperExp }

impl<T: Debug> Debug for [T] {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<T: ?Sized> Debug for *const T {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<T: ?Sized> Debug for *mut T {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<F: FnPtr> Debug for F {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<T: ?Sized> Pointer for *const T {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<T: ?Sized> Pointer for *mut T {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<T: ?Sized> Pointer for &T {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<T: ?Sized> Pointer for &mut T {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<F: FnPtr> Pointer for F {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}
