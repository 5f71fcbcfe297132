//! An integer of 4 bytes as bytes. The machine is little-endian.

use super::{This, Unsigned};

impl This {
    pub const fn to_be_bytes(self) -> [u8; 4] {
        [(self >> 24) as u8, (self >> 16) as u8, (self >> 8) as u8, self as u8]
    }

    pub const fn to_le_bytes(self) -> [u8; 4] {
        [self as u8, (self >> 8) as u8, (self >> 16) as u8, (self >> 24) as u8]
    }

    pub const fn to_ne_bytes(self) -> [u8; 4] {
        self.to_le_bytes()
    }

    pub const fn from_be_bytes(bytes: [u8; 4]) -> This {
        ((bytes[0] as Unsigned) << 24
            | (bytes[1] as Unsigned) << 16
            | (bytes[2] as Unsigned) << 8
            | bytes[3] as Unsigned) as This
    }

    pub const fn from_le_bytes(bytes: [u8; 4]) -> This {
        (bytes[0] as Unsigned
            | (bytes[1] as Unsigned) << 8
            | (bytes[2] as Unsigned) << 16
            | (bytes[3] as Unsigned) << 24) as This
    }

    pub const fn from_ne_bytes(bytes: [u8; 4]) -> This {
        This::from_le_bytes(bytes)
    }
}
