//! From bytes to strings.

use crate::str::Utf8Error;

#[ensures(|ret| match ret { Ok(text) => text.len() == v.len(), Err(error) => error.valid_up_to() < v.len() })]
pub const fn from_utf8(v: &[u8]) -> Result<&str, Utf8Error>;

#[ensures(|ret| match ret { Ok(text) => text.len() == v.len(), Err(error) => error.valid_up_to() < v.len() })]
pub const fn from_utf8_mut(v: &mut [u8]) -> Result<&mut str, Utf8Error>;

#[ensures(|ret| ret.len() == v.len())]
pub const unsafe fn from_utf8_unchecked(v: &[u8]) -> &str;

#[ensures(|ret| ret.len() == old(v.len()))]
pub const unsafe fn from_utf8_unchecked_mut(v: &mut [u8]) -> &mut str;
