//! What the expansion of `format_args!` names.

use super::*;

#[lang = "format_argument"]
#[derive(Copy, Clone)]
pub struct Argument<'a> {
    _lifetime: PhantomData<&'a ()>,
}

impl Argument<'_> {
    pub const fn new_display<T: Display>(x: &T) -> Argument<'_>;
    pub const fn new_debug<T: Debug>(x: &T) -> Argument<'_>;
    pub const fn new_debug_noop<T: Debug>(x: &T) -> Argument<'_>;
    pub const fn new_octal<T: Octal>(x: &T) -> Argument<'_>;
    pub const fn new_lower_hex<T: LowerHex>(x: &T) -> Argument<'_>;
    pub const fn new_upper_hex<T: UpperHex>(x: &T) -> Argument<'_>;
    pub const fn new_pointer<T: Pointer>(x: &T) -> Argument<'_>;
    pub const fn new_binary<T: Binary>(x: &T) -> Argument<'_>;
    pub const fn new_lower_exp<T: LowerExp>(x: &T) -> Argument<'_>;
    pub const fn new_upper_exp<T: UpperExp>(x: &T) -> Argument<'_>;
    pub const fn from_usize(x: &usize) -> Argument<'_>;
}
