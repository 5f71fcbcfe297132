//! What can be printed, declared. A reference prints as what it points to.

use super::*;
use crate::marker::FnPtr;

impl Debug for () {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Debug for bool {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Debug for char {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Debug for str {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Debug for f32 {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Debug for f64 {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Debug for ! {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Display for bool {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Display for char {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Display for str {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Display for f32 {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Display for f64 {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Display for ! {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl LowerExp for f32 {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl LowerExp for f64 {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl UpperExp for f32 {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl UpperExp for f64 {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
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
