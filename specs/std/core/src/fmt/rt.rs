//! What the expansion of `format_args!` names. A value's `fmt` runs where the text is put together, if anywhere; it is taken to run here.

use super::*;
use crate::refine;

macro_rules! printed {
    ($trait:ident, $x:ident) => {{
        if refine::any() {
            let mut formatter: Formatter<'_> = refine::any();
            _ = $trait::fmt($x, &mut formatter);
        }
        refine::any()
    }};
}

#[lang = "format_argument"]
#[derive(Copy, Clone)]
pub struct Argument<'a> {
    _lifetime: PhantomData<&'a ()>,
}

impl Argument<'_> {
    pub const fn new_display<T: Display>(x: &T) -> Argument<'_> {
        printed!(Display, x)
    }
    pub const fn new_debug<T: Debug>(x: &T) -> Argument<'_> {
        printed!(Debug, x)
    }
    pub const fn new_debug_noop<T: Debug>(x: &T) -> Argument<'_> {
        printed!(Debug, x)
    }
    pub const fn new_octal<T: Octal>(x: &T) -> Argument<'_> {
        printed!(Octal, x)
    }
    pub const fn new_lower_hex<T: LowerHex>(x: &T) -> Argument<'_> {
        printed!(LowerHex, x)
    }
    pub const fn new_upper_hex<T: UpperHex>(x: &T) -> Argument<'_> {
        printed!(UpperHex, x)
    }
    pub const fn new_pointer<T: Pointer>(x: &T) -> Argument<'_> {
        printed!(Pointer, x)
    }
    pub const fn new_binary<T: Binary>(x: &T) -> Argument<'_> {
        printed!(Binary, x)
    }
    pub const fn new_lower_exp<T: LowerExp>(x: &T) -> Argument<'_> {
        printed!(LowerExp, x)
    }
    pub const fn new_upper_exp<T: UpperExp>(x: &T) -> Argument<'_> {
        printed!(UpperExp, x)
    }
    pub const fn from_usize(x: &usize) -> Argument<'_>;
}
