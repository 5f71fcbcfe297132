//! `OsStr` and `OsString`, declared.

use crate::collections::TryReserveError;
use crate::rc::Rc;
use crate::sync::Arc;
use alloc_crate::borrow::Cow;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut, Index, IndexMut, RangeFull};
use core::str::FromStr;

opaque! { OsString }

pub struct OsStr {
    inner: [u8],
}

pub struct Display<'a> {
    _private: PhantomData<&'a OsStr>,
}

impl OsString {
    #[ensures(|ret| ret.len() == 0)]
    pub const fn new() -> OsString;
    pub unsafe fn from_encoded_bytes_unchecked(bytes: Vec<u8>) -> Self;
    #[ensures(|_| true)]
    pub fn as_os_str(&self) -> &OsStr;
    #[ensures(|_| true)]
    pub fn into_encoded_bytes(self) -> Vec<u8>;
    pub fn into_string(self) -> Result<String, OsString>;
    pub fn push<T: AsRef<OsStr>>(&mut self, s: T);
    pub fn with_capacity(capacity: usize) -> OsString;
    #[ensures(|_| true)]
    pub fn clear(&mut self);
    #[ensures(|_| true)]
    pub fn capacity(&self) -> usize;
    pub fn reserve(&mut self, additional: usize);
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), TryReserveError>;
    pub fn reserve_exact(&mut self, additional: usize);
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), TryReserveError>;
    #[ensures(|_| true)]
    pub fn shrink_to_fit(&mut self);
    pub fn shrink_to(&mut self, min_capacity: usize);
    #[ensures(|_| true)]
    pub fn into_boxed_os_str(self) -> Box<OsStr>;
    pub fn leak<'a>(self) -> &'a mut OsStr;
}

impl OsStr {
    pub fn new<S: AsRef<OsStr> + ?Sized>(s: &S) -> &OsStr {
        s.as_ref()
    }

    pub unsafe fn from_encoded_bytes_unchecked(bytes: &[u8]) -> &Self;
    #[ensures(|_| true)]
    pub fn to_str(&self) -> Option<&str>;
    #[ensures(|_| true)]
    pub fn to_string_lossy(&self) -> Cow<'_, str>;
    #[ensures(|_| true)]
    pub fn to_os_string(&self) -> OsString;
    #[ensures(|_| true)]
    pub fn is_empty(&self) -> bool;
    #[ensures(|_| true)]
    pub fn len(&self) -> usize;
    #[ensures(|_| true)]
    pub fn into_os_string(self: Box<OsStr>) -> OsString;
    #[ensures(|_| true)]
    pub fn as_encoded_bytes(&self) -> &[u8];
    #[ensures(|_| true)]
    pub fn make_ascii_lowercase(&mut self);
    #[ensures(|_| true)]
    pub fn make_ascii_uppercase(&mut self);
    #[ensures(|_| true)]
    pub fn to_ascii_lowercase(&self) -> OsString;
    #[ensures(|_| true)]
    pub fn to_ascii_uppercase(&self) -> OsString;
    #[ensures(|_| true)]
    pub fn is_ascii(&self) -> bool;
    pub fn eq_ignore_ascii_case<S: AsRef<OsStr>>(&self, other: S) -> bool;
    #[ensures(|_| true)]
    pub fn display(&self) -> Display<'_>;
}

declared_traits! { [] OsString: Clone Default Debug PartialEq Eq PartialOrd Ord Hash }
declared_traits! { [] OsStr: Debug PartialEq Eq PartialOrd Ord Hash }
declared_traits! { ['a] Display<'a>: Debug Display }

impl Deref for OsString {
    type Target = OsStr;
    #[ensures(|_| true)]
    fn deref(&self) -> &OsStr;
}

impl DerefMut for OsString {
    #[ensures(|_| true)]
    fn deref_mut(&mut self) -> &mut OsStr;
}

impl Index<RangeFull> for OsString {
    type Output = OsStr;
    #[ensures(|_| true)]
    fn index(&self, index: RangeFull) -> &OsStr;
}

impl IndexMut<RangeFull> for OsString {
    #[ensures(|_| true)]
    fn index_mut(&mut self, index: RangeFull) -> &mut OsStr;
}

impl Borrow<OsStr> for OsString {
    #[ensures(|_| true)]
    fn borrow(&self) -> &OsStr;
}

impl ToOwned for OsStr {
    type Owned = OsString;
    #[ensures(|_| true)]
    fn to_owned(&self) -> OsString;
    fn clone_into(&self, target: &mut OsString);
}

macro_rules! as_os_str {
    ($($t:ty)*) => {$(
        impl AsRef<OsStr> for $t {
            #[ensures(|_| true)]
            fn as_ref(&self) -> &OsStr;
        }
    )*};
}

as_os_str! { OsStr OsString str String }

impl<T: ?Sized + AsRef<OsStr>> From<&T> for OsString {
    fn from(s: &T) -> OsString;
}

macro_rules! converted {
    ($([$($g:tt)*] $from:ty => $to:ty;)*) => {$(
        impl<$($g)*> From<$from> for $to {
            fn from(s: $from) -> $to;
        }
    )*};
}

converted! {
    [] String => OsString;
    [] Box<OsStr> => OsString;
    ['a] Cow<'a, OsStr> => OsString;
    [] OsString => Box<OsStr>;
    ['b] &'b OsStr => Box<OsStr>;
    [] OsString => Arc<OsStr>;
    ['b] &'b OsStr => Arc<OsStr>;
    [] OsString => Rc<OsStr>;
    ['b] &'b OsStr => Rc<OsStr>;
    ['a] OsString => Cow<'a, OsStr>;
    ['a] &'a OsStr => Cow<'a, OsStr>;
    ['a] &'a OsString => Cow<'a, OsStr>;
}

impl<'a> TryFrom<&'a OsStr> for &'a str {
    type Error = crate::str::Utf8Error;
    fn try_from(value: &'a OsStr) -> Result<Self, Self::Error>;
}

impl FromStr for OsString {
    type Err = Infallible;
    fn from_str(s: &str) -> Result<Self, Self::Err>;
}

impl Extend<OsString> for OsString {
    fn extend<T: IntoIterator<Item = OsString>>(&mut self, iter: T);
}

impl<'a> Extend<&'a OsStr> for OsString {
    fn extend<T: IntoIterator<Item = &'a OsStr>>(&mut self, iter: T);
}

impl FromIterator<OsString> for OsString {
    fn from_iter<I: IntoIterator<Item = OsString>>(iter: I) -> Self;
}

impl<'a> FromIterator<&'a OsStr> for OsString {
    fn from_iter<I: IntoIterator<Item = &'a OsStr>>(iter: I) -> Self;
}

macro_rules! compared {
    ($($left:ty, $right:ty;)*) => {$(
        impl<'a, 'b> PartialEq<$right> for $left {
            #[ensures(|_| true)]
            fn eq(&self, other: &$right) -> bool;
            #[ensures(|_| true)]
            fn ne(&self, other: &$right) -> bool;
        }
    )*};
}

compared! {
    OsString, str;
    OsString, &'a str;
    str, OsString;
    &'a str, OsString;
    OsStr, str;
    str, OsStr;
    OsString, OsStr;
    OsStr, OsString;
    OsString, &'a OsStr;
    &'a OsStr, OsString;
    Cow<'a, OsStr>, OsStr;
    OsStr, Cow<'a, OsStr>;
    Cow<'a, OsStr>, OsString;
    OsString, Cow<'a, OsStr>;
}
