//! An integer of 16 bytes as bytes. The machine is little-endian.

use super::{This, Unsigned};

impl This {
    pub const fn to_be_bytes(self) -> [u8; 16] {
        [
            (self >> 120) as u8,
            (self >> 112) as u8,
            (self >> 104) as u8,
            (self >> 96) as u8,
            (self >> 88) as u8,
            (self >> 80) as u8,
            (self >> 72) as u8,
            (self >> 64) as u8,
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

    pub const fn to_le_bytes(self) -> [u8; 16] {
        [
            self as u8,
            (self >> 8) as u8,
            (self >> 16) as u8,
            (self >> 24) as u8,
            (self >> 32) as u8,
            (self >> 40) as u8,
            (self >> 48) as u8,
            (self >> 56) as u8,
            (self >> 64) as u8,
            (self >> 72) as u8,
            (self >> 80) as u8,
            (self >> 88) as u8,
            (self >> 96) as u8,
            (self >> 104) as u8,
            (self >> 112) as u8,
            (self >> 120) as u8,
        ]
    }

    pub const fn to_ne_bytes(self) -> [u8; 16] {
        self.to_le_bytes()
    }

    pub const fn from_be_bytes(bytes: [u8; 16]) -> This {
        ((bytes[0] as Unsigned) << 120
            | (bytes[1] as Unsigned) << 112
            | (bytes[2] as Unsigned) << 104
            | (bytes[3] as Unsigned) << 96
            | (bytes[4] as Unsigned) << 88
            | (bytes[5] as Unsigned) << 80
            | (bytes[6] as Unsigned) << 72
            | (bytes[7] as Unsigned) << 64
            | (bytes[8] as Unsigned) << 56
            | (bytes[9] as Unsigned) << 48
            | (bytes[10] as Unsigned) << 40
            | (bytes[11] as Unsigned) << 32
            | (bytes[12] as Unsigned) << 24
            | (bytes[13] as Unsigned) << 16
            | (bytes[14] as Unsigned) << 8
            | bytes[15] as Unsigned) as This
    }

    pub const fn from_le_bytes(bytes: [u8; 16]) -> This {
        (bytes[0] as Unsigned
            | (bytes[1] as Unsigned) << 8
            | (bytes[2] as Unsigned) << 16
            | (bytes[3] as Unsigned) << 24
            | (bytes[4] as Unsigned) << 32
            | (bytes[5] as Unsigned) << 40
            | (bytes[6] as Unsigned) << 48
            | (bytes[7] as Unsigned) << 56
            | (bytes[8] as Unsigned) << 64
            | (bytes[9] as Unsigned) << 72
            | (bytes[10] as Unsigned) << 80
            | (bytes[11] as Unsigned) << 88
            | (bytes[12] as Unsigned) << 96
            | (bytes[13] as Unsigned) << 104
            | (bytes[14] as Unsigned) << 112
            | (bytes[15] as Unsigned) << 120) as This
    }

    pub const fn from_ne_bytes(bytes: [u8; 16]) -> This {
        This::from_le_bytes(bytes)
    }
}
