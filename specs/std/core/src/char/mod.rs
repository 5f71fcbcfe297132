//! `core::char`.

mod convert;
mod decode;
mod methods;

pub use self::convert::{CharTryFromError, ParseCharError, TryFromCharError};
pub use self::convert::{from_digit, from_u32, from_u32_unchecked};
pub use self::decode::{DecodeUtf16, DecodeUtf16Error, decode_utf16};

use crate::fmt;
use crate::iter::FusedIterator;

pub const MAX: char = char::MAX;
pub const REPLACEMENT_CHARACTER: char = char::REPLACEMENT_CHARACTER;
pub const UNICODE_VERSION: (u8, u8, u8) = char::UNICODE_VERSION;

/// Iterators over a few characters, declared.
macro_rules! few {
    ($($name:ident)*) => {
        $(
            #[derive(Clone, Debug)]
            pub struct $name {
                _private: (),
            }

            impl Iterator for $name {
                type Item = char;
                fn next(&mut self) -> Option<char>;
                fn size_hint(&self) -> (usize, Option<usize>);
            }

            impl ExactSizeIterator for $name {}
            impl FusedIterator for $name {}

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
            }
        )*
    };
}
few! { EscapeUnicode EscapeDefault EscapeDebug ToLowercase ToUppercase }

impl DoubleEndedIterator for ToLowercase {
    fn next_back(&mut self) -> Option<char>;
}

impl DoubleEndedIterator for ToUppercase {
    fn next_back(&mut self) -> Option<char>;
}
