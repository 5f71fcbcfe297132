//! An integer of 1 byte as bytes. The machine is little-endian.

use super::{This, Unsigned};

impl This {
    pub const fn to_be_bytes(self) -> [u8; 1] {
        [self as u8]
    }

    pub const fn to_le_bytes(self) -> [u8; 1] {
        [self as u8]
    }

    pub const fn to_ne_bytes(self) -> [u8; 1] {
        self.to_le_bytes()
    }

    pub const fn from_be_bytes(bytes: [u8; 1]) -> This {
        (bytes[0] as Unsigned) as This
    }

    pub const fn from_le_bytes(bytes: [u8; 1]) -> This {
        (bytes[0] as Unsigned) as This
    }

    pub const fn from_ne_bytes(bytes: [u8; 1]) -> This {
        This::from_le_bytes(bytes)
    }
}
