//! `u8` as an ASCII character.

use crate::ascii;

impl u8 {
    pub const fn is_ascii(&self) -> bool {
        *self <= 127
    }

    pub const fn to_ascii_uppercase(&self) -> u8 {
        if b'a' <= *self && *self <= b'z' { *self - 32 } else { *self }
    }

    pub const fn to_ascii_lowercase(&self) -> u8 {
        if b'A' <= *self && *self <= b'Z' { *self + 32 } else { *self }
    }

    pub const fn eq_ignore_ascii_case(&self, other: &u8) -> bool {
        self.to_ascii_lowercase() == other.to_ascii_lowercase()
    }

    pub const fn make_ascii_uppercase(&mut self) {
        *self = self.to_ascii_uppercase();
    }

    pub const fn make_ascii_lowercase(&mut self) {
        *self = self.to_ascii_lowercase();
    }

    pub const fn is_ascii_alphabetic(&self) -> bool {
        b'A' <= *self && *self <= b'Z' || b'a' <= *self && *self <= b'z'
    }

    pub const fn is_ascii_uppercase(&self) -> bool {
        b'A' <= *self && *self <= b'Z'
    }

    pub const fn is_ascii_lowercase(&self) -> bool {
        b'a' <= *self && *self <= b'z'
    }

    pub const fn is_ascii_alphanumeric(&self) -> bool {
        b'0' <= *self && *self <= b'9' || b'A' <= *self && *self <= b'Z' || b'a' <= *self && *self <= b'z'
    }

    pub const fn is_ascii_digit(&self) -> bool {
        b'0' <= *self && *self <= b'9'
    }

    pub const fn is_ascii_hexdigit(&self) -> bool {
        b'0' <= *self && *self <= b'9' || b'A' <= *self && *self <= b'F' || b'a' <= *self && *self <= b'f'
    }

    pub const fn is_ascii_punctuation(&self) -> bool {
        b'!' <= *self && *self <= b'/'
            || b':' <= *self && *self <= b'@'
            || b'[' <= *self && *self <= b'`'
            || b'{' <= *self && *self <= b'~'
    }

    pub const fn is_ascii_graphic(&self) -> bool {
        b'!' <= *self && *self <= b'~'
    }

    pub const fn is_ascii_whitespace(&self) -> bool {
        matches!(*self, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
    }

    pub const fn is_ascii_control(&self) -> bool {
        *self < 32 || *self == 127
    }

    pub fn escape_ascii(self) -> ascii::EscapeDefault;

    pub(crate) const fn is_utf8_char_boundary(self) -> bool {
        self < 128 || self >= 192
    }
}
