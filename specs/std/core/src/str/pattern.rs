//! What can be looked for in a string: a character, one of some, those for which a function says so, a string.

use crate::{fmt, refine};

pub trait Pattern: Sized {
    type Searcher<'a>: Searcher<'a>;

    fn into_searcher(self, haystack: &str) -> Self::Searcher<'_>;

    /// What a search does to the pattern itself: a function is called with characters, as often as it takes. (Of the models.)
    fn consult(&mut self) {}
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum SearchStep {
    Match(usize, usize),
    Reject(usize, usize),
    Done,
}

pub unsafe trait Searcher<'a> {
    fn haystack(&self) -> &'a str;
    fn next(&mut self) -> SearchStep;
}

pub unsafe trait ReverseSearcher<'a>: Searcher<'a> {
    fn next_back(&mut self) -> SearchStep;
}

pub trait DoubleEndedSearcher<'a>: ReverseSearcher<'a> {}

macro_rules! searcher {
    ($(($($params:tt)*) ($($bounds:tt)*) $Name:ty;)*) => {
        $(
            unsafe impl<'a, $($params)*> Searcher<'a> for $Name $($bounds)* {
                fn haystack(&self) -> &'a str;
                fn next(&mut self) -> SearchStep;
            }

            unsafe impl<'a, $($params)*> ReverseSearcher<'a> for $Name $($bounds)* {
                fn next_back(&mut self) -> SearchStep;
            }
        )*
    };
}

searcher! {
    () () CharSearcher<'a>;
    (F) (where F: FnMut(char) -> bool) CharPredicateSearcher<'a, F>;
    ('b) () CharSliceSearcher<'a, 'b>;
    (const N: usize) () CharArraySearcher<'a, N>;
    ('b, const N: usize) () CharArrayRefSearcher<'a, 'b, N>;
    ('b) () StrSearcher<'a, 'b>;
}

#[derive(Clone, Debug)]
pub struct CharSearcher<'a> {
    haystack: &'a str,
    needle: char,
}

impl<'a> DoubleEndedSearcher<'a> for CharSearcher<'a> {}

impl Pattern for char {
    type Searcher<'a> = CharSearcher<'a>;

    fn into_searcher(self, haystack: &str) -> CharSearcher<'_>;
}

#[derive(Clone)]
pub struct CharPredicateSearcher<'a, F>
where
    F: FnMut(char) -> bool,
{
    haystack: &'a str,
    pred: F,
}

impl<F> fmt::Debug for CharPredicateSearcher<'_, F>
where
    F: FnMut(char) -> bool,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<'a, F> DoubleEndedSearcher<'a> for CharPredicateSearcher<'a, F> where F: FnMut(char) -> bool {}

impl<F> Pattern for F
where
    F: FnMut(char) -> bool,
{
    type Searcher<'a> = CharPredicateSearcher<'a, F>;

    fn into_searcher<'a>(self, haystack: &'a str) -> CharPredicateSearcher<'a, F>;

    fn consult(&mut self) {
        while refine::any::<bool>() {
            let c: char = refine::any();
            self(c);
        }
    }
}

#[derive(Clone, Debug)]
pub struct CharSliceSearcher<'a, 'b> {
    haystack: &'a str,
    chars: &'b [char],
}

impl<'a, 'b> DoubleEndedSearcher<'a> for CharSliceSearcher<'a, 'b> {}

impl<'b> Pattern for &'b [char] {
    type Searcher<'a> = CharSliceSearcher<'a, 'b>;

    fn into_searcher<'a>(self, haystack: &'a str) -> CharSliceSearcher<'a, 'b>;
}

#[derive(Clone, Debug)]
pub struct CharArraySearcher<'a, const N: usize> {
    haystack: &'a str,
    chars: [char; N],
}

impl<'a, const N: usize> DoubleEndedSearcher<'a> for CharArraySearcher<'a, N> {}

impl<const N: usize> Pattern for [char; N] {
    type Searcher<'a> = CharArraySearcher<'a, N>;

    fn into_searcher<'a>(self, haystack: &'a str) -> CharArraySearcher<'a, N>;
}

#[derive(Clone, Debug)]
pub struct CharArrayRefSearcher<'a, 'b, const N: usize> {
    haystack: &'a str,
    chars: &'b [char; N],
}

impl<'a, 'b, const N: usize> DoubleEndedSearcher<'a> for CharArrayRefSearcher<'a, 'b, N> {}

impl<'b, const N: usize> Pattern for &'b [char; N] {
    type Searcher<'a> = CharArrayRefSearcher<'a, 'b, N>;

    fn into_searcher<'a>(self, haystack: &'a str) -> CharArrayRefSearcher<'a, 'b, N>;
}

/// Not double-ended: from both ends it may find other matches.
#[derive(Clone, Debug)]
pub struct StrSearcher<'a, 'b> {
    haystack: &'a str,
    needle: &'b str,
}

impl<'b> Pattern for &'b str {
    type Searcher<'a> = StrSearcher<'a, 'b>;

    fn into_searcher(self, haystack: &str) -> StrSearcher<'_, 'b>;
}

impl<'b, 'c> Pattern for &'c &'b str {
    type Searcher<'a> = StrSearcher<'a, 'b>;

    fn into_searcher<'a>(self, haystack: &'a str) -> StrSearcher<'a, 'b>;
}
