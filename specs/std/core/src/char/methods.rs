//! The methods of `char`. What depends on Unicode's tables is declared, with what is known of ASCII where that is simple.

use super::*;
use crate::refine;

impl char {
    pub const MIN: char = '\0';
    pub const MAX: char = '\u{10FFFF}';
    pub const MAX_LEN_UTF8: usize = 4;
    pub const MAX_LEN_UTF16: usize = 2;
    pub const REPLACEMENT_CHARACTER: char = '\u{FFFD}';
    pub const UNICODE_VERSION: (u8, u8, u8) = (17, 0, 0);

    pub fn decode_utf16<I: IntoIterator<Item = u16>>(iter: I) -> DecodeUtf16<I::IntoIter> {
        super::decode_utf16(iter)
    }

    pub const fn from_u32(i: u32) -> Option<char> {
        super::from_u32(i)
    }

    pub const unsafe fn from_u32_unchecked(i: u32) -> char {
        unsafe { super::from_u32_unchecked(i) }
    }

    pub const fn from_digit(num: u32, radix: u32) -> Option<char> {
        super::from_digit(num, radix)
    }

    pub const fn is_digit(self, radix: u32) -> bool {
        self.to_digit(radix).is_some()
    }

    pub const fn to_digit(self, radix: u32) -> Option<u32> {
        refine::require(
            2 <= radix && radix <= 36,
            "panic",
            "2 <= {radix} && {radix} <= 36",
            "to_digit: invalid radix -- radix must be in the range 2 to 36 inclusive",
        );
        let code = self as u32;
        let value = if '0' <= self && self <= '9' {
            code - 48
        } else if 'a' <= self && self <= 'z' {
            code - 87
        } else if 'A' <= self && self <= 'Z' {
            code - 55
        } else {
            36
        };
        if value < radix { Some(value) } else { None }
    }

    pub fn escape_unicode(self) -> EscapeUnicode;
    pub fn escape_debug(self) -> EscapeDebug;
    pub fn escape_default(self) -> EscapeDefault;

    pub const fn len_utf8(self) -> usize {
        let code = self as u32;
        if code < 0x80 {
            1
        } else if code < 0x800 {
            2
        } else if code < 0x10000 {
            3
        } else {
            4
        }
    }

    pub const fn len_utf16(self) -> usize {
        if (self as u32) < 0x10000 { 1 } else { 2 }
    }

    pub const fn encode_utf8(self, dst: &mut [u8]) -> &mut str {
        refine::require(
            self.len_utf8() <= dst.len(),
            "panic",
            "{self}.len_utf8() <= {dst}.len()",
            "encode_utf8: need",
        );
        text_in(dst)
    }

    pub const fn encode_utf16(self, dst: &mut [u16]) -> &mut [u16] {
        refine::require(
            self.len_utf16() <= dst.len(),
            "panic",
            "{self}.len_utf16() <= {dst}.len()",
            "encode_utf16: need",
        );
        units_in(dst)
    }

    pub fn is_alphabetic(self) -> bool {
        self.is_ascii_alphabetic() || !self.is_ascii() && refine::any()
    }

    pub const fn is_lowercase(self) -> bool {
        self.is_ascii_lowercase() || !self.is_ascii() && refine::any()
    }

    pub const fn is_uppercase(self) -> bool {
        self.is_ascii_uppercase() || !self.is_ascii() && refine::any()
    }

    pub const fn is_whitespace(self) -> bool {
        matches!(
            self,
            '\u{9}'..='\u{d}'
                | ' '
                | '\u{85}'
                | '\u{a0}'
                | '\u{1680}'
                | '\u{2000}'..='\u{200a}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{202f}'
                | '\u{205f}'
                | '\u{3000}'
        )
    }

    pub fn is_alphanumeric(self) -> bool {
        self.is_ascii_alphanumeric() || !self.is_ascii() && refine::any()
    }

    pub const fn is_control(self) -> bool {
        matches!(self, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}')
    }

    pub fn is_numeric(self) -> bool {
        self.is_ascii_digit() || !self.is_ascii() && refine::any()
    }

    pub fn to_lowercase(self) -> ToLowercase;
    pub fn to_uppercase(self) -> ToUppercase;

    pub const fn is_ascii(&self) -> bool {
        *self <= '\u{7f}'
    }

    pub const fn to_ascii_uppercase(&self) -> char {
        if self.is_ascii_lowercase() { (*self as u8 - 32) as char } else { *self }
    }

    pub const fn to_ascii_lowercase(&self) -> char {
        if self.is_ascii_uppercase() { (*self as u8 + 32) as char } else { *self }
    }

    pub const fn eq_ignore_ascii_case(&self, other: &char) -> bool {
        self.to_ascii_lowercase() == other.to_ascii_lowercase()
    }

    pub const fn make_ascii_uppercase(&mut self) {
        *self = self.to_ascii_uppercase();
    }

    pub const fn make_ascii_lowercase(&mut self) {
        *self = self.to_ascii_lowercase();
    }

    pub const fn is_ascii_alphabetic(&self) -> bool {
        'A' <= *self && *self <= 'Z' || 'a' <= *self && *self <= 'z'
    }

    pub const fn is_ascii_uppercase(&self) -> bool {
        'A' <= *self && *self <= 'Z'
    }

    pub const fn is_ascii_lowercase(&self) -> bool {
        'a' <= *self && *self <= 'z'
    }

    pub const fn is_ascii_alphanumeric(&self) -> bool {
        '0' <= *self && *self <= '9' || 'A' <= *self && *self <= 'Z' || 'a' <= *self && *self <= 'z'
    }

    pub const fn is_ascii_digit(&self) -> bool {
        '0' <= *self && *self <= '9'
    }

    pub const fn is_ascii_hexdigit(&self) -> bool {
        '0' <= *self && *self <= '9' || 'A' <= *self && *self <= 'F' || 'a' <= *self && *self <= 'f'
    }

    pub const fn is_ascii_punctuation(&self) -> bool {
        '!' <= *self && *self <= '/'
            || ':' <= *self && *self <= '@'
            || '[' <= *self && *self <= '`'
            || '{' <= *self && *self <= '~'
    }

    pub const fn is_ascii_graphic(&self) -> bool {
        '!' <= *self && *self <= '~'
    }

    pub const fn is_ascii_whitespace(&self) -> bool {
        matches!(*self, '\t' | '\n' | '\u{c}' | '\r' | ' ')
    }

    pub const fn is_ascii_control(&self) -> bool {
        *self < ' ' || *self == '\u{7f}'
    }
}

/// The first bytes of a buffer, of which nothing is known any more, as text.
#[ensures(|_| true)]
fn text_in(buffer: &mut [u8]) -> &mut str;

#[ensures(|_| true)]
fn units_in(buffer: &mut [u16]) -> &mut [u16];
