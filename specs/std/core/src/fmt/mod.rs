//! `core::fmt`. Text is not modelled: what is put into a `Formatter` is of no matter, and what the writer behind it does is for who made it to
//! answer for. The user's own `fmt` runs where its value is given away.

mod builders;
mod impls;
pub mod rt;

pub use self::builders::{DebugList, DebugMap, DebugSet, DebugStruct, DebugTuple, FromFn, from_fn};

use crate::marker::PhantomData;
use crate::refine;

pub type Result = crate::result::Result<(), Error>;

#[derive(Copy, Clone, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Error;

impl Display for Error {
    #[ensures(|_| true)]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Alignment {
    Left,
    Right,
    Center,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FormattingOptions {
    _private: (),
}

impl FormattingOptions {
    pub const fn new() -> Self;
    pub const fn create_formatter<'a>(self, write: &'a mut (dyn Write + 'a)) -> Formatter<'a>;
}

pub trait Write {
    fn write_str(&mut self, s: &str) -> Result;

    fn write_char(&mut self, c: char) -> Result {
        self.write_str(c.encode_utf8(&mut [0; 4]))
    }

    fn write_fmt(&mut self, args: Arguments<'_>) -> Result {
        while refine::any() {
            let written = if refine::any() { self.write_str(refine::any()) } else { self.write_char(refine::any()) };
            if written.is_err() {
                return Err(Error);
            }
        }
        refine::any()
    }
}

impl<W: Write + ?Sized> Write for &mut W {
    fn write_str(&mut self, s: &str) -> Result {
        (**self).write_str(s)
    }
    fn write_char(&mut self, c: char) -> Result {
        (**self).write_char(c)
    }
    fn write_fmt(&mut self, args: Arguments<'_>) -> Result {
        (**self).write_fmt(args)
    }
}

#[lang = "Formatter"]
pub struct Formatter<'a> {
    options: FormattingOptions,
    buf: &'a mut (dyn Write + 'a),
}

/// What is written somewhere may not get there.
fn done(f: &mut Formatter<'_>) -> Result {
    f.write_str("")
}

impl<'a> Formatter<'a> {
    pub const fn new(write: &'a mut (dyn Write + 'a), options: FormattingOptions) -> Self;
    #[ensures(|_| true)]
    pub fn pad_integral(&mut self, is_nonnegative: bool, prefix: &str, buf: &str) -> Result;
    #[ensures(|_| true)]
    pub fn pad(&mut self, s: &str) -> Result;
    #[ensures(|_| true)]
    pub fn write_str(&mut self, data: &str) -> Result;
    #[ensures(|_| true)]
    pub fn write_fmt(&mut self, fmt: Arguments<'_>) -> Result;
    #[ensures(|_| true)]
    pub fn fill(&self) -> char;
    #[ensures(|_| true)]
    pub fn align(&self) -> Option<Alignment>;
    #[ensures(|_| true)]
    pub const fn width(&self) -> Option<usize>;
    #[ensures(|_| true)]
    pub const fn precision(&self) -> Option<usize>;
    #[ensures(|_| true)]
    pub const fn sign_plus(&self) -> bool;
    #[ensures(|_| true)]
    pub const fn sign_minus(&self) -> bool;
    #[ensures(|_| true)]
    pub const fn alternate(&self) -> bool;
    #[ensures(|_| true)]
    pub const fn sign_aware_zero_pad(&self) -> bool;
    pub fn debug_struct<'b>(&'b mut self, name: &str) -> DebugStruct<'b, 'a> {
        DebugStruct { fmt: self }
    }
    pub fn debug_tuple<'b>(&'b mut self, name: &str) -> DebugTuple<'b, 'a> {
        DebugTuple { fmt: self }
    }
    pub fn debug_list<'b>(&'b mut self) -> DebugList<'b, 'a> {
        DebugList { fmt: self }
    }
    pub fn debug_set<'b>(&'b mut self) -> DebugSet<'b, 'a> {
        DebugSet { fmt: self }
    }
    pub fn debug_map<'b>(&'b mut self) -> DebugMap<'b, 'a> {
        DebugMap { fmt: self }
    }
}

impl Write for Formatter<'_> {
    #[ensures(|_| true)]
    fn write_str(&mut self, s: &str) -> Result;
    #[ensures(|_| true)]
    fn write_char(&mut self, c: char) -> Result;
    #[ensures(|_| true)]
    fn write_fmt(&mut self, args: Arguments<'_>) -> Result;
}

/// What `format_args!` makes: rust-analyzer calls `from_str` for a text without arguments, else `new`.
#[lang = "format_arguments"]
#[derive(Copy, Clone)]
pub struct Arguments<'a> {
    _lifetime: PhantomData<&'a ()>,
}

impl<'a> Arguments<'a> {
    pub unsafe fn new<const N: usize, const M: usize>(
        template: &'a [u8; N],
        args: &'a [rt::Argument<'a>; M],
    ) -> Arguments<'a>;
    pub const fn from_str(s: &'static str) -> Arguments<'a>;
    #[ensures(|_| true)]
    pub const fn as_str(&self) -> Option<&'static str>;
}

impl Debug for Arguments<'_> {
    #[ensures(|_| true)]
    fn fmt(&self, fmt: &mut Formatter<'_>) -> Result;
}

impl Display for Arguments<'_> {
    #[ensures(|_| true)]
    fn fmt(&self, fmt: &mut Formatter<'_>) -> Result;
}

pub trait Debug {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

pub(crate) mod macros {
    #[rustc_builtin_macro]
    pub macro Debug($item:item) {}
}
pub use macros::Debug;

pub trait Display {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

pub trait Octal {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

pub trait Binary {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

pub trait LowerHex {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

pub trait UpperHex {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

pub trait Pointer {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

pub trait LowerExp {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

pub trait UpperExp {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

pub fn write(output: &mut dyn Write, args: Arguments<'_>) -> Result;
