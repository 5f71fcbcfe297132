//! `core::ffi`, declared, for 64-bit Linux.

use crate::fmt;
use crate::str::Utf8Error;

pub type c_char = i8;
pub type c_schar = i8;
pub type c_uchar = u8;
pub type c_short = i16;
pub type c_ushort = u16;
pub type c_int = i32;
pub type c_uint = u32;
pub type c_long = i64;
pub type c_ulong = u64;
pub type c_longlong = i64;
pub type c_ulonglong = u64;
pub type c_float = f32;
pub type c_double = f64;

#[lang = "c_void"]
#[repr(u8)]
pub enum c_void {
    __variant1,
    __variant2,
}

impl fmt::Debug for c_void {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

#[lang = "CStr"]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
#[rustc_has_incoherent_inherent_impls]
pub struct CStr {
    inner: [c_char],
}

impl CStr {
    pub const unsafe fn from_ptr<'a>(ptr: *const c_char) -> &'a CStr;
    pub const fn from_bytes_until_nul(bytes: &[u8]) -> Result<&CStr, FromBytesUntilNulError>;
    pub const fn from_bytes_with_nul(bytes: &[u8]) -> Result<&CStr, FromBytesWithNulError>;
    pub const unsafe fn from_bytes_with_nul_unchecked(bytes: &[u8]) -> &CStr;
    pub const fn as_ptr(&self) -> *const c_char;
    pub const fn count_bytes(&self) -> usize;
    pub const fn is_empty(&self) -> bool;
    pub const fn to_bytes(&self) -> &[u8];
    pub const fn to_bytes_with_nul(&self) -> &[u8];
    pub fn to_str(&self) -> Result<&str, Utf8Error>;
}

impl fmt::Debug for CStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl Default for &CStr {
    fn default() -> Self;
}

impl AsRef<CStr> for CStr {
    fn as_ref(&self) -> &CStr {
        self
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FromBytesWithNulError {
    InteriorNul { position: usize },
    NotNulTerminated,
}

impl fmt::Display for FromBytesWithNulError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl crate::error::Error for FromBytesWithNulError {}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FromBytesUntilNulError(());

impl fmt::Display for FromBytesUntilNulError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
