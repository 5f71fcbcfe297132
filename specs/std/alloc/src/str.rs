//! The methods of strings that allocate, and `core::str` again.

pub use core::str::*;

use crate::borrow::{Cow, ToOwned};
use crate::boxed::Box;
use crate::slice::{Concat, Join};
use crate::string::String;
use crate::vec::Vec;
use core::borrow::{Borrow, BorrowMut};
use core::str::pattern::{Pattern, ReverseSearcher};

impl str {
    #[rustc_allow_incoherent_impl]
    #[ensures(|ret| ret.len() == self.len())]
    pub fn into_boxed_bytes(self: Box<str>) -> Box<[u8]>;

    #[rustc_allow_incoherent_impl]
    pub fn replace<P: Pattern>(&self, from: P, to: &str) -> String;

    #[rustc_allow_incoherent_impl]
    pub fn replacen<P: Pattern>(&self, pat: P, to: &str, count: usize) -> String;

    #[ensures(|ret| self.len() > 0 || ret.len() == 0)]
    #[rustc_allow_incoherent_impl]
    pub fn to_lowercase(&self) -> String;

    #[ensures(|ret| self.len() > 0 || ret.len() == 0)]
    #[rustc_allow_incoherent_impl]
    pub fn to_uppercase(&self) -> String;

    #[rustc_allow_incoherent_impl]
    #[ensures(|ret| ret.len() == self.len())]
    pub fn into_string(self: Box<str>) -> String;

    #[rustc_allow_incoherent_impl]
    pub fn repeat(&self, n: usize) -> String;

    #[rustc_allow_incoherent_impl]
    #[ensures(|ret| ret.len() == self.len())]
    pub fn to_ascii_uppercase(&self) -> String;

    #[rustc_allow_incoherent_impl]
    #[ensures(|ret| ret.len() == self.len())]
    pub fn to_ascii_lowercase(&self) -> String;
}

impl ToOwned for str {
    type Owned = String;

    #[ensures(|ret| ret.len() == self.len())]
    fn to_owned(&self) -> String;

    #[ensures(|ret| target.len() == self.len())]
    fn clone_into(&self, target: &mut String);
}

impl<S: Borrow<str>> Concat<str> for [S] {
    type Output = String;
    fn concat(slice: &Self) -> String;
}

impl<S: Borrow<str>> Join<&str> for [S] {
    type Output = String;
    fn join(slice: &Self, sep: &str) -> String;
}

impl Borrow<str> for String {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl BorrowMut<str> for String {
    fn borrow_mut(&mut self) -> &mut str {
        self.as_mut_str()
    }
}

pub unsafe fn from_boxed_utf8_unchecked(v: Box<[u8]>) -> Box<str>;
