//! `char`.

impl char {
    pub fn is_ascii(self) -> bool {
        self <= '\u{7f}'
    }

    pub fn is_ascii_digit(self) -> bool {
        '0' <= self && self <= '9'
    }

    pub fn is_ascii_uppercase(self) -> bool {
        'A' <= self && self <= 'Z'
    }

    pub fn is_ascii_lowercase(self) -> bool {
        'a' <= self && self <= 'z'
    }

    pub fn is_ascii_alphabetic(self) -> bool {
        'A' <= self && self <= 'Z' || 'a' <= self && self <= 'z'
    }

    pub fn is_ascii_alphanumeric(self) -> bool {
        'A' <= self && self <= 'Z' || 'a' <= self && self <= 'z' || '0' <= self && self <= '9'
    }
}
