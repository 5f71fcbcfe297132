//! `String`. It has no content model: what there is to know of it is its length.

mod traits;

use crate::borrow::Cow;
use crate::boxed::Box;
use crate::collections::TryReserveError;
use crate::vec::Vec;
use core::error::Error;
use core::fmt;
use core::iter::{DoubleEndedIterator, FusedIterator, Iterator};
use core::marker::PhantomData;
use core::ops::RangeBounds;
use core::refine::{any, assume, fmt_may_fail, is_text, require, text_len};
use core::str::Utf8Error;
use core::str::pattern::{Pattern, ReverseSearcher};

#[lang = "String"]
pub struct String {
    _private: (),
}

pub struct FromUtf8Error {
    _private: (),
}

pub struct FromUtf16Error {
    _private: (),
}

pub type ParseError = core::convert::Infallible;

impl String {
    #[ensures(|ret| ret.len() == 0)]
    pub const fn new() -> String;

    #[ensures(|ret| ret.len() == 0)]
    #[requires(capacity <= isize::MAX as usize)]
    pub fn with_capacity(capacity: usize) -> String;

    #[ensures(|ret| match ret { Ok(s) => s.len() == vec.len(), Err(_) => true })]
    pub fn from_utf8(vec: Vec<u8>) -> Result<String, FromUtf8Error>;

    #[ensures(|ret| v.len() > 0 || ret.len() == 0)]
    pub fn from_utf8_lossy(v: &[u8]) -> Cow<'_, str>;

    #[ensures(|ret| match ret { Ok(s) => s.len() >= v.len(), Err(_) => true })]
    pub fn from_utf16(v: &[u16]) -> Result<String, FromUtf16Error>;

    #[ensures(|ret| ret.len() >= v.len())]
    pub fn from_utf16_lossy(v: &[u16]) -> String;
    pub unsafe fn from_raw_parts(buf: *mut u8, length: usize, capacity: usize) -> String;
    pub fn into_raw_parts(self) -> (*mut u8, usize, usize);

    #[ensures(|ret| ret.len() == bytes.len())]
    pub unsafe fn from_utf8_unchecked(bytes: Vec<u8>) -> String;

    #[ensures(|ret| ret.len() == self.len())]
    pub const fn into_bytes(self) -> Vec<u8>;

    #[ensures(|ret| ret.len() == self.len())]
    pub const fn as_str(&self) -> &str;

    #[ensures(|ret| ret.len() == self.len())]
    pub const fn as_mut_str(&mut self) -> &mut str;

    #[ensures(|ret| self.len() == old(self.len()) + string.len())]
    pub fn push_str(&mut self, string: &str);

    pub fn extend_from_within<R: RangeBounds<usize>>(&mut self, src: R);

    #[ensures(|ret| *ret >= self.len())]
    pub const fn capacity(&self) -> usize;

    pub fn reserve(&mut self, additional: usize) {
        require(
            additional <= isize::MAX as usize - self.len(),
            "panic",
            "{self}.len() + {additional} is at most isize::MAX",
            "capacity overflow",
        );
    }

    pub fn reserve_exact(&mut self, additional: usize) {
        require(
            additional <= isize::MAX as usize - self.len(),
            "panic",
            "{self}.len() + {additional} is at most isize::MAX",
            "capacity overflow",
        );
    }

    pub fn try_reserve(&mut self, additional: usize) -> Result<(), TryReserveError> {
        any()
    }

    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), TryReserveError> {
        any()
    }

    pub fn shrink_to_fit(&mut self) {}

    pub fn shrink_to(&mut self, min_capacity: usize) {}

    #[ensures(|ret| self.len() > old(self.len()) && self.len() <= old(self.len()) + 4)]
    pub fn push(&mut self, c: char);

    #[ensures(|ret| ret.len() == self.len())]
    pub const fn as_bytes(&self) -> &[u8];

    pub fn truncate(&mut self, new_len: usize);

    #[ensures(|ret| ret.is_none() == (old(self.len()) == 0) && self.len() <= old(self.len()))]
    pub fn pop(&mut self) -> Option<char>;

    pub fn remove(&mut self, idx: usize) -> char;

    #[ensures(|ret| self.len() <= old(self.len()))]
    pub fn retain<F>(&mut self, f: F)
    where
        F: FnMut(char) -> bool;

    pub fn insert(&mut self, idx: usize, ch: char);
    pub fn insert_str(&mut self, idx: usize, string: &str);
    pub const unsafe fn as_mut_vec(&mut self) -> &mut Vec<u8>;

    pub const fn len(&self) -> usize {
        text_len(self)
    }

    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn split_off(&mut self, at: usize) -> String;

    #[ensures(|ret| self.len() == 0)]
    pub fn clear(&mut self);

    pub fn drain<R>(&mut self, range: R) -> Drain<'_>
    where
        R: RangeBounds<usize>;

    pub fn replace_range<R>(&mut self, range: R, replace_with: &str)
    where
        R: RangeBounds<usize>;

    #[ensures(|ret| ret.len() == self.len())]
    pub fn into_boxed_str(self) -> Box<str>;

    #[ensures(|ret| ret.len() == self.len())]
    pub fn leak<'a>(self) -> &'a mut str;
}

impl FromUtf8Error {
    pub fn as_bytes(&self) -> &[u8];
    pub fn into_bytes(self) -> Vec<u8>;
    pub fn utf8_error(&self) -> Utf8Error;
}

impl Clone for FromUtf8Error {
    fn clone(&self) -> Self;
    fn clone_from(&mut self, source: &Self) {
        *self = source.clone();
    }
}

impl PartialEq for FromUtf8Error {
    fn eq(&self, other: &Self) -> bool;
    fn ne(&self, other: &Self) -> bool;
}

impl Eq for FromUtf8Error {}

impl fmt::Debug for FromUtf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl fmt::Display for FromUtf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl Error for FromUtf8Error {}

impl fmt::Debug for FromUtf16Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl fmt::Display for FromUtf16Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl Error for FromUtf16Error {}

pub trait ToString {
    fn to_string(&self) -> String;
}

impl<T: fmt::Display + ?Sized> ToString for T {
    fn to_string(&self) -> String {
        fmt::rt::Argument::new_display(&self);
        if fmt_may_fail::<T>() {
            require(
                any(),
                "panic",
                "the `fmt` of {self} returns no error of its own",
                "a Display implementation returned an error unexpectedly: Error",
            );
        }
        let text: String = any();
        if is_text::<T>() {
            assume(text.len() == text_len(self));
        }
        text
    }
}

pub struct Drain<'a> {
    _private: PhantomData<&'a mut String>,
}

impl<'a> Drain<'a> {
    pub fn as_str(&self) -> &str;
}

impl Drop for Drain<'_> {
    fn drop(&mut self);
}

impl Iterator for Drain<'_> {
    type Item = char;
    fn next(&mut self) -> Option<char>;
    fn size_hint(&self) -> (usize, Option<usize>);
}

impl DoubleEndedIterator for Drain<'_> {
    fn next_back(&mut self) -> Option<char>;
}

impl FusedIterator for Drain<'_> {}

impl AsRef<str> for Drain<'_> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Debug for Drain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
