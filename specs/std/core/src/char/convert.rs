//! From and to `char`.

use crate::fmt;
use crate::refine;
use crate::str::FromStr;

pub const fn from_u32(i: u32) -> Option<char> {
    if i < 0xd800 || 0xdfff < i && i <= 0x10ffff { Some(known(i)) } else { None }
}

/// The character with this code, which is one.
const fn known(i: u32) -> char {
    let c: char = refine::any();
    refine::assume(c as u32 == i);
    c
}

pub const unsafe fn from_u32_unchecked(i: u32) -> char {
    match from_u32(i) {
        Some(c) => c,
        None => refine::fail(
            "panic",
            "char::from_u32({i}).is_some()",
            "invalid value for `char`",
        ),
    }
}

pub const fn from_digit(num: u32, radix: u32) -> Option<char> {
    refine::require(radix <= 36, "panic", "{radix} <= 36", "from_digit: radix is too high (maximum 36)");
    if num >= radix {
        None
    } else if num < 10 {
        Some((b'0' + num as u8) as char)
    } else {
        Some((b'a' + (num - 10) as u8) as char)
    }
}

impl From<char> for u32 {
    fn from(c: char) -> u32 {
        c as u32
    }
}

impl From<char> for u64 {
    fn from(c: char) -> u64 {
        c as u64
    }
}

impl From<char> for u128 {
    fn from(c: char) -> u128 {
        c as u128
    }
}

impl TryFrom<char> for u8 {
    type Error = TryFromCharError;
    fn try_from(c: char) -> Result<u8, TryFromCharError> {
        if c as u32 <= 0xff { Ok(c as u32 as u8) } else { Err(TryFromCharError(())) }
    }
}

impl TryFrom<char> for u16 {
    type Error = TryFromCharError;
    fn try_from(c: char) -> Result<u16, TryFromCharError> {
        if c as u32 <= 0xffff { Ok(c as u32 as u16) } else { Err(TryFromCharError(())) }
    }
}

impl TryFrom<char> for usize {
    type Error = TryFromCharError;
    fn try_from(c: char) -> Result<usize, TryFromCharError> {
        Ok(c as usize)
    }
}

impl From<u8> for char {
    fn from(i: u8) -> char {
        i as char
    }
}

impl TryFrom<u32> for char {
    type Error = CharTryFromError;
    fn try_from(i: u32) -> Result<char, CharTryFromError> {
        match from_u32(i) {
            Some(c) => Ok(c),
            None => Err(CharTryFromError(())),
        }
    }
}

impl FromStr for char {
    type Err = ParseCharError;
    fn from_str(s: &str) -> Result<char, ParseCharError>;
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CharTryFromError(());

impl fmt::Display for CharTryFromError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct TryFromCharError(pub(crate) ());

impl fmt::Display for TryFromCharError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCharError {
    _private: (),
}

impl fmt::Display for ParseCharError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
