//! What can be printed, declared. A reference prints as what it points to.

use super::*;
use crate::refine;
use crate::marker::FnPtr;

impl Debug for () {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Debug for bool {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Debug for char {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Debug for str {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Debug for f32 {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Debug for f64 {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Debug for ! {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Display for bool {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Display for char {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Display for str {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Display for f32 {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Display for f64 {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Display for ! {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl LowerExp for f32 {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl LowerExp for f64 {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl UpperExp for f32 {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl UpperExp for f64 {
    #[ensures(|_| true)]
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
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mut i = 0;
        while i < refine::len(self) {
            if refine::at(self, i).fmt(f).is_err() {
                return Err(Error);
            }
            i += 1;
        }
        done(f)
    }
}

impl<T: ?Sized> Debug for *const T {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<T: ?Sized> Debug for *mut T {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<F: FnPtr> Debug for F {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<T: ?Sized> Pointer for *const T {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<T: ?Sized> Pointer for *mut T {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<T: ?Sized> Pointer for &T {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<T: ?Sized> Pointer for &mut T {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl<F: FnPtr> Pointer for F {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}
