//! `str`. There is no model of what is in it: its functions are declared, some with a contract about lengths.
//! An index may lie within a character, which panics: whether it does is not known.

mod chars;
mod converts;
mod error;
mod find;
mod iter;
mod iter_split;
mod lossy;
pub mod pattern;
mod traits;

pub use chars::{CharIndices, Chars};
pub use converts::{from_utf8, from_utf8_mut, from_utf8_unchecked, from_utf8_unchecked_mut};
pub use error::{ParseBoolError, Utf8Error};
pub use iter::{Bytes, EncodeUtf16, EscapeDebug, EscapeDefault, EscapeUnicode, Lines, SplitAsciiWhitespace, SplitWhitespace};
#[allow(deprecated)]
pub use iter::LinesAny;
pub use iter_split::{
    MatchIndices, Matches, RMatchIndices, RMatches, RSplit, RSplitN, RSplitTerminator, Split, SplitInclusive, SplitN,
    SplitTerminator,
};
pub use lossy::{Utf8Chunk, Utf8Chunks};
pub use traits::FromStr;

use crate::refine;
use crate::slice::SliceIndex;

impl str {
    pub const fn len(&self) -> usize {
        refine::text_len(self)
    }

    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub const fn from_utf8(v: &[u8]) -> Result<&str, Utf8Error> {
        converts::from_utf8(v)
    }

    pub const fn from_utf8_mut(v: &mut [u8]) -> Result<&mut str, Utf8Error> {
        converts::from_utf8_mut(v)
    }

    pub const unsafe fn from_utf8_unchecked(v: &[u8]) -> &str {
        unsafe { converts::from_utf8_unchecked(v) }
    }

    pub const unsafe fn from_utf8_unchecked_mut(v: &mut [u8]) -> &mut str {
        unsafe { converts::from_utf8_unchecked_mut(v) }
    }

    #[ensures(|ret| !(index == 0 || index == self.len()) || *ret)]
    #[ensures(|ret| index <= self.len() || !*ret)]
    pub const fn is_char_boundary(&self, index: usize) -> bool;

    #[ensures(|ret| *ret <= index && *ret <= self.len())]
    pub const fn floor_char_boundary(&self, index: usize) -> usize;

    #[ensures(|ret| *ret <= self.len() && (index > self.len() || index <= *ret))]
    pub const fn ceil_char_boundary(&self, index: usize) -> usize;

    #[ensures(|ret| ret.len() == self.len())]
    pub const fn as_bytes(&self) -> &[u8];

    #[ensures(|ret| ret.len() == self.len())]
    pub const unsafe fn as_bytes_mut(&mut self) -> &mut [u8];

    pub const fn as_ptr(&self) -> *const u8;

    pub const fn as_mut_ptr(&mut self) -> *mut u8;

    pub fn get<I: SliceIndex<str>>(&self, i: I) -> Option<&I::Output> {
        i.get(self)
    }

    pub fn get_mut<I: SliceIndex<str>>(&mut self, i: I) -> Option<&mut I::Output> {
        i.get_mut(self)
    }

    pub unsafe fn get_unchecked<I: SliceIndex<str>>(&self, i: I) -> &I::Output;

    pub unsafe fn get_unchecked_mut<I: SliceIndex<str>>(&mut self, i: I) -> &mut I::Output;

    pub unsafe fn slice_unchecked(&self, begin: usize, end: usize) -> &str;

    pub unsafe fn slice_mut_unchecked(&mut self, begin: usize, end: usize) -> &mut str;

    pub const fn split_at(&self, mid: usize) -> (&str, &str) {
        refine::require(
            self.is_char_boundary(mid),
            "slice",
            "{self}.is_char_boundary({mid})",
            "the byte index {mid} is out of bounds of the text, or not at a char boundary",
        );
        halves(self, mid)
    }

    pub const fn split_at_mut(&mut self, mid: usize) -> (&mut str, &mut str) {
        refine::require(
            self.is_char_boundary(mid),
            "slice",
            "{self}.is_char_boundary({mid})",
            "the byte index {mid} is out of bounds of the text, or not at a char boundary",
        );
        halves_mut(self)
    }

    #[ensures(|ret| match ret { Some((a, b)) => a.len() == mid && mid <= self.len() && b.len() == self.len() - mid, None => true })]
    pub const fn split_at_checked(&self, mid: usize) -> Option<(&str, &str)>;

    #[ensures(|ret| match ret { Some((a, b)) => a.len() == mid && mid <= self.len() && b.len() == self.len() - mid, None => true })]
    pub const fn split_at_mut_checked(&mut self, mid: usize) -> Option<(&mut str, &mut str)>;

    pub fn chars(&self) -> Chars<'_> {
        Chars::new(self)
    }

    pub fn char_indices(&self) -> CharIndices<'_> {
        CharIndices::new(self)
    }

    pub fn bytes(&self) -> Bytes<'_> {
        Bytes::new(self)
    }

    pub fn split_whitespace(&self) -> SplitWhitespace<'_> {
        SplitWhitespace::new(self)
    }

    pub fn split_ascii_whitespace(&self) -> SplitAsciiWhitespace<'_> {
        SplitAsciiWhitespace::new(self)
    }

    pub fn lines(&self) -> Lines<'_> {
        Lines::new(self)
    }

    #[allow(deprecated)]
    pub fn lines_any(&self) -> LinesAny<'_>;

    #[ensures(|_| true)]
    pub fn encode_utf16(&self) -> EncodeUtf16<'_>;

    pub fn parse<F: FromStr>(&self) -> Result<F, F::Err> {
        FromStr::from_str(self)
    }

    pub const fn is_ascii(&self) -> bool {
        self.as_bytes().is_ascii()
    }

    pub const fn eq_ignore_ascii_case(&self, other: &str) -> bool {
        self.as_bytes().eq_ignore_ascii_case(other.as_bytes())
    }

    #[ensures(|_| self.len() == old(self.len()))]
    pub const fn make_ascii_uppercase(&mut self);

    #[ensures(|_| self.len() == old(self.len()))]
    pub const fn make_ascii_lowercase(&mut self);

    #[ensures(|ret| ret.len() <= self.len())]
    pub const fn trim_ascii_start(&self) -> &str;

    #[ensures(|ret| ret.len() <= self.len())]
    pub const fn trim_ascii_end(&self) -> &str;

    #[ensures(|ret| ret.len() <= self.len())]
    pub const fn trim_ascii(&self) -> &str;

    #[ensures(|ret| ret.len() <= self.len())]
    pub fn trim(&self) -> &str;

    #[ensures(|ret| ret.len() <= self.len())]
    pub fn trim_start(&self) -> &str;

    #[ensures(|ret| ret.len() <= self.len())]
    pub fn trim_end(&self) -> &str;

    #[ensures(|ret| ret.len() <= self.len())]
    pub fn trim_left(&self) -> &str;

    #[ensures(|ret| ret.len() <= self.len())]
    pub fn trim_right(&self) -> &str;

    #[ensures(|_| true)]
    pub fn escape_debug(&self) -> EscapeDebug<'_>;

    #[ensures(|_| true)]
    pub fn escape_default(&self) -> EscapeDefault<'_>;

    #[ensures(|_| true)]
    pub fn escape_unicode(&self) -> EscapeUnicode<'_>;
}

#[ensures(|ret| ret.0.len() == mid && ret.1.len() == text.len() - mid)]
fn halves(text: &str, mid: usize) -> (&str, &str);

#[ensures(|_| true)]
fn halves_mut(text: &mut str) -> (&mut str, &mut str);

impl AsRef<[u8]> for str {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl Default for &str {
    fn default() -> Self {
        ""
    }
}

impl Default for &mut str {
    fn default() -> Self {
        let empty: &mut str = refine::any();
        refine::assume(empty.len() == 0);
        empty
    }
}
