//! An integer of 8 bytes as bytes. The machine is little-endian.

use super::{This, Unsigned};

impl This {
    pub const fn to_be_bytes(self) -> [u8; 8] {
        [
            (self >> 56) as u8,
            (self >> 48) as u8,
            (self >> 40) as u8,
            (self >> 32) as u8,
            (self >> 24) as u8,
            (self >> 16) as u8,
            (self >> 8) as u8,
            self as u8,
        ]
    }

    pub const fn to_le_bytes(self) -> [u8; 8] {
        [
            self as u8,
            (self >> 8) as u8,
            (self >> 16) as u8,
            (self >> 24) as u8,
            (self >> 32) as u8,
            (self >> 40) as u8,
            (self >> 48) as u8,
            (self >> 56) as u8,
        ]
    }

    pub const fn to_ne_bytes(self) -> [u8; 8] {
        self.to_le_bytes()
    }

    pub const fn from_be_bytes(bytes: [u8; 8]) -> This {
        ((bytes[0] as Unsigned) << 56
            | (bytes[1] as Unsigned) << 48
            | (bytes[2] as Unsigned) << 40
            | (bytes[3] as Unsigned) << 32
            | (bytes[4] as Unsigned) << 24
            | (bytes[5] as Unsigned) << 16
            | (bytes[6] as Unsigned) << 8
            | bytes[7] as Unsigned) as This
    }

    pub const fn from_le_bytes(bytes: [u8; 8]) -> This {
        (bytes[0] as Unsigned
            | (bytes[1] as Unsigned) << 8
            | (bytes[2] as Unsigned) << 16
            | (bytes[3] as Unsigned) << 24
            | (bytes[4] as Unsigned) << 32
            | (bytes[5] as Unsigned) << 40
            | (bytes[6] as Unsigned) << 48
            | (bytes[7] as Unsigned) << 56) as This
    }

    pub const fn from_ne_bytes(bytes: [u8; 8]) -> This {
        This::from_le_bytes(bytes)
    }
}
