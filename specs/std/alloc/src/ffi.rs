//! `CString`.

pub use self::c_str::{CString, FromVecWithNulError, IntoStringError, NulError};

pub mod c_str {
    //! `CString` and its errors, all declared.

    use crate::borrow::{Cow, ToOwned};
    use crate::boxed::Box;
    use crate::rc::Rc;
    use crate::string::String;
    use crate::sync::Arc;
    use crate::vec::Vec;
    use core::borrow::Borrow;
    use core::cmp::Ordering;
    use core::error::Error;
    use core::ffi::{CStr, c_char};
    use core::fmt;
    use core::hash::{Hash, Hasher};
    use core::num::NonZeroU8;
    use core::ops::{Deref, Index, RangeFull};
    use core::str::Utf8Error;

    pub struct CString {
        _private: (),
    }

    pub struct NulError {
        _private: (),
    }

    pub struct FromVecWithNulError {
        _private: (),
    }

    pub struct IntoStringError {
        _private: (),
    }

    impl CString {
        pub fn new<T: Into<Vec<u8>>>(t: T) -> Result<CString, NulError>;
        pub unsafe fn from_vec_unchecked(v: Vec<u8>) -> Self;
        pub unsafe fn from_raw(ptr: *mut c_char) -> CString;
        pub fn into_raw(self) -> *mut c_char;
        pub fn into_string(self) -> Result<String, IntoStringError>;
        pub fn into_bytes(self) -> Vec<u8>;
        pub fn into_bytes_with_nul(self) -> Vec<u8>;
        pub fn as_bytes(&self) -> &[u8];
        pub fn as_bytes_with_nul(&self) -> &[u8];
        pub fn as_c_str(&self) -> &CStr;
        pub fn into_boxed_c_str(self) -> Box<CStr>;
        pub unsafe fn from_vec_with_nul_unchecked(v: Vec<u8>) -> Self;
        pub fn from_vec_with_nul(v: Vec<u8>) -> Result<Self, FromVecWithNulError>;
    }

    impl NulError {
        pub fn nul_position(&self) -> usize;
        pub fn into_vec(self) -> Vec<u8>;
    }

    impl FromVecWithNulError {
        pub fn as_bytes(&self) -> &[u8];
        pub fn into_bytes(self) -> Vec<u8>;
    }

    impl IntoStringError {
        pub fn into_cstring(self) -> CString;
        pub fn utf8_error(&self) -> Utf8Error;
    }

    impl CStr {
        #[rustc_allow_incoherent_impl]
        pub fn to_string_lossy(&self) -> Cow<'_, str>;

        #[rustc_allow_incoherent_impl]
        pub fn into_c_string(self: Box<Self>) -> CString;
    }

    impl Deref for CString {
        type Target = CStr;
        fn deref(&self) -> &CStr;
    }

    impl Clone for CString {
        fn clone(&self) -> Self;
        fn clone_from(&mut self, source: &Self);
    }

    impl Default for CString {
        fn default() -> CString;
    }

    impl PartialEq for CString {
        fn eq(&self, other: &Self) -> bool;
        fn ne(&self, other: &Self) -> bool;
    }

    impl Eq for CString {}

    impl PartialOrd for CString {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering>;
        fn lt(&self, other: &Self) -> bool;
        fn le(&self, other: &Self) -> bool;
        fn gt(&self, other: &Self) -> bool;
        fn ge(&self, other: &Self) -> bool;
    }

    impl Ord for CString {
        fn cmp(&self, other: &Self) -> Ordering;
    }

    impl Hash for CString {
        fn hash<H: Hasher>(&self, state: &mut H);
    }

    impl Borrow<CStr> for CString {
        fn borrow(&self) -> &CStr;
    }

    impl AsRef<CStr> for CString {
        fn as_ref(&self) -> &CStr;
    }

    impl Index<RangeFull> for CString {
        type Output = CStr;
        fn index(&self, index: RangeFull) -> &CStr;
    }

    impl ToOwned for CStr {
        type Owned = CString;
        fn to_owned(&self) -> CString;
    }

    impl From<&CStr> for CString {
        fn from(s: &CStr) -> CString;
    }

    impl From<&CStr> for Box<CStr> {
        fn from(s: &CStr) -> Box<CStr>;
    }

    impl From<CString> for Box<CStr> {
        fn from(s: CString) -> Box<CStr>;
    }

    impl From<Box<CStr>> for CString {
        fn from(s: Box<CStr>) -> CString;
    }

    impl From<CString> for Rc<CStr> {
        fn from(s: CString) -> Rc<CStr>;
    }

    impl From<CString> for Arc<CStr> {
        fn from(s: CString) -> Arc<CStr>;
    }

    impl From<Vec<NonZeroU8>> for CString {
        fn from(v: Vec<NonZeroU8>) -> CString;
    }

    impl<'a> From<&'a CStr> for Cow<'a, CStr> {
        fn from(s: &'a CStr) -> Cow<'a, CStr>;
    }

    impl<'a> From<CString> for Cow<'a, CStr> {
        fn from(s: CString) -> Cow<'a, CStr>;
    }

    impl fmt::Debug for CString {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    }

    macro_rules! error {
        ($($ty:ident)*) => {$(
            impl Error for $ty {}

            impl Clone for $ty {
                fn clone(&self) -> Self;
                fn clone_from(&mut self, source: &Self);
            }

            impl PartialEq for $ty {
                fn eq(&self, other: &Self) -> bool;
                fn ne(&self, other: &Self) -> bool;
            }

            impl Eq for $ty {}

            impl fmt::Debug for $ty {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
            }

            impl fmt::Display for $ty {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
            }
        )*};
    }

    error! { NulError FromVecWithNulError IntoStringError }
}
