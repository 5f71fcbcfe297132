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

    pub fn to_ascii_uppercase(&self) -> char {
        if 'a' <= *self && *self <= 'z' { wrap::<u32>(*self as u32 - 32) as char } else { *self }
    }

    pub fn to_ascii_lowercase(&self) -> char {
        if 'A' <= *self && *self <= 'Z' { wrap::<u32>(*self as u32 + 32) as char } else { *self }
    }

    pub fn from_u32(i: u32) -> Option<char> {
        if i < 0xd800 || 0xdfff < i && i <= 0x10ffff { Some(i as char) } else { None }
    }

    pub fn to_digit(self, radix: u32) -> Option<u32> {
        demand!(panic, 2 <= radix && radix <= 36, "2 <= {radix} && {radix} <= 36", "to_digit: invalid radix", inside);
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

}
