//! The public API of `proc_macro`, declared.

use std::error::Error;
use std::fmt::{Debug, Display, Formatter};
use std::ops::RangeBounds;
use std::str::FromStr;

#[derive(Clone)]
pub struct TokenStream {
    _private: (),
}

pub struct LexError {
    _private: (),
}

#[derive(Copy, Clone)]
pub struct Span {
    _private: (),
}

#[derive(Clone)]
pub enum TokenTree {
    Group(Group),
    Ident(Ident),
    Punct(Punct),
    Literal(Literal),
}

#[derive(Clone)]
pub struct Group {
    _private: (),
}

#[derive(Clone)]
pub struct Ident {
    _private: (),
}

#[derive(Clone)]
pub struct Punct {
    _private: (),
}

#[derive(Clone)]
pub struct Literal {
    _private: (),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Delimiter {
    Parenthesis,
    Brace,
    Bracket,
    None,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Spacing {
    Joint,
    Alone,
}

pub fn is_available() -> bool;

impl TokenStream {
    pub fn new() -> TokenStream;
    pub fn is_empty(&self) -> bool;
}

impl FromStr for TokenStream {
    type Err = LexError;
    fn from_str(src: &str) -> Result<TokenStream, LexError>;
}

impl Default for TokenStream {
    fn default() -> Self;
}

impl From<TokenTree> for TokenStream {
    fn from(tree: TokenTree) -> TokenStream;
}

impl FromIterator<TokenTree> for TokenStream {
    fn from_iter<I: IntoIterator<Item = TokenTree>>(trees: I) -> Self;
}

impl FromIterator<TokenStream> for TokenStream {
    fn from_iter<I: IntoIterator<Item = TokenStream>>(streams: I) -> Self;
}

impl Extend<TokenTree> for TokenStream {
    fn extend<I: IntoIterator<Item = TokenTree>>(&mut self, trees: I);
}

impl Extend<TokenStream> for TokenStream {
    fn extend<I: IntoIterator<Item = TokenStream>>(&mut self, streams: I);
}

impl IntoIterator for TokenStream {
    type Item = TokenTree;
    type IntoIter = token_stream::IntoIter;
    fn into_iter(self) -> token_stream::IntoIter;
}

pub mod token_stream {
    //! The iterator of a `TokenStream`.

    pub use crate::TokenStream;
    use crate::TokenTree;

    #[derive(Clone)]
    pub struct IntoIter {
        _private: (),
    }

    impl Iterator for IntoIter {
        type Item = TokenTree;
        fn next(&mut self) -> Option<TokenTree>;
        fn size_hint(&self) -> (usize, Option<usize>);
    }
}

impl Span {
    pub fn call_site() -> Span;
    pub fn mixed_site() -> Span;
    pub fn resolved_at(&self, other: Span) -> Span;
    pub fn located_at(&self, other: Span) -> Span;
    pub fn source_text(&self) -> Option<String>;
    pub fn start(&self) -> Span;
    pub fn end(&self) -> Span;
    pub fn line(&self) -> usize;
    pub fn column(&self) -> usize;
    pub fn file(&self) -> String;
    pub fn local_file(&self) -> Option<std::path::PathBuf>;
}

impl TokenTree {
    pub fn span(&self) -> Span;
    pub fn set_span(&mut self, span: Span);
}

impl Group {
    pub fn new(delimiter: Delimiter, stream: TokenStream) -> Group;
    pub fn delimiter(&self) -> Delimiter;
    pub fn stream(&self) -> TokenStream;
    pub fn span(&self) -> Span;
    pub fn span_open(&self) -> Span;
    pub fn span_close(&self) -> Span;
    pub fn set_span(&mut self, span: Span);
}

impl Punct {
    pub fn new(ch: char, spacing: Spacing) -> Punct;
    pub fn as_char(&self) -> char;
    pub fn spacing(&self) -> Spacing;
    pub fn span(&self) -> Span;
    pub fn set_span(&mut self, span: Span);
}

impl PartialEq<char> for Punct {
    fn eq(&self, other: &char) -> bool;
    fn ne(&self, other: &char) -> bool;
}

impl Ident {
    pub fn new(string: &str, span: Span) -> Ident;
    pub fn new_raw(string: &str, span: Span) -> Ident;
    pub fn span(&self) -> Span;
    pub fn set_span(&mut self, span: Span);
}

macro_rules! literals {
    ($($suffixed:ident $unsuffixed:ident $t:ty;)*) => {
        impl Literal {
            $(
                pub fn $suffixed(n: $t) -> Literal;
                pub fn $unsuffixed(n: $t) -> Literal;
            )*
        }
    };
}

literals! {
    u8_suffixed u8_unsuffixed u8;
    u16_suffixed u16_unsuffixed u16;
    u32_suffixed u32_unsuffixed u32;
    u64_suffixed u64_unsuffixed u64;
    u128_suffixed u128_unsuffixed u128;
    usize_suffixed usize_unsuffixed usize;
    i8_suffixed i8_unsuffixed i8;
    i16_suffixed i16_unsuffixed i16;
    i32_suffixed i32_unsuffixed i32;
    i64_suffixed i64_unsuffixed i64;
    i128_suffixed i128_unsuffixed i128;
    isize_suffixed isize_unsuffixed isize;
    f32_suffixed f32_unsuffixed f32;
    f64_suffixed f64_unsuffixed f64;
}

impl Literal {
    pub fn string(string: &str) -> Literal;
    pub fn character(ch: char) -> Literal;
    pub fn byte_character(byte: u8) -> Literal;
    pub fn byte_string(bytes: &[u8]) -> Literal;
    pub fn c_string(string: &std::ffi::CStr) -> Literal;
    pub fn span(&self) -> Span;
    pub fn set_span(&mut self, span: Span);
}

impl FromStr for Literal {
    type Err = LexError;
    fn from_str(src: &str) -> Result<Literal, LexError>;
}

macro_rules! trees {
    ($($t:ident)*) => {$(
        impl From<$t> for TokenTree {
            fn from(tree: $t) -> TokenTree {
                TokenTree::$t(tree)
            }
        }
    )*};
}

trees! { Group Ident Punct Literal }

macro_rules! shown {
    ($($trait:ident: $($t:ident)*;)*) => {$($(
        impl $trait for $t {
            fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result;
        }
    )*)*};
}

shown! {
    Debug: TokenStream TokenTree Group Ident Punct Literal Span LexError;
    Display: TokenStream TokenTree Group Ident Punct Literal LexError;
}

impl Error for LexError {}
