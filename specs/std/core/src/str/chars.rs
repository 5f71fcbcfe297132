//! The characters of a string: any, but no more than there are bytes for.

use crate::fmt;
use crate::iter::FusedIterator;
use crate::refine;

/// `left` bytes of the text are left.
#[invariant(self.left <= self.text.len())]
#[derive(Clone)]
pub struct Chars<'a> {
    text: &'a str,
    left: usize,
}

impl<'a> Chars<'a> {
    pub(super) fn new(text: &'a str) -> Chars<'a> {
        Chars { text, left: text.len() }
    }

    pub fn as_str(&self) -> &'a str {
        let rest: &'a str = refine::any();
        refine::assume(rest.len() == self.left);
        rest
    }
}

impl<'a> Iterator for Chars<'a> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        if self.left == 0 {
            return None;
        }
        let c: char = refine::any();
        let width = c.len_utf8();
        refine::assume(width <= self.left);
        self.left = self.left - width;
        Some(c)
    }

    fn count(self) -> usize {
        let n: usize = refine::any();
        refine::assume(n <= self.left && (n > 0) == (self.left > 0));
        n
    }

    /// A character takes one to four bytes.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left / 4 + if self.left % 4 == 0 { 0 } else { 1 }, Some(self.left))
    }

    fn last(mut self) -> Option<char> {
        self.next_back()
    }
}

impl<'a> DoubleEndedIterator for Chars<'a> {
    fn next_back(&mut self) -> Option<char> {
        if self.left == 0 {
            return None;
        }
        let c: char = refine::any();
        let width = c.len_utf8();
        refine::assume(width <= self.left);
        self.left = self.left - width;
        Some(c)
    }
}

impl FusedIterator for Chars<'_> {}

impl fmt::Debug for Chars<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// `at` is where the next character starts.
#[invariant(self.at <= self.iter.text.len() && self.iter.left <= self.iter.text.len() - self.at)]
#[derive(Clone, Debug)]
pub struct CharIndices<'a> {
    at: usize,
    iter: Chars<'a>,
}

impl<'a> CharIndices<'a> {
    pub(super) fn new(text: &'a str) -> CharIndices<'a> {
        CharIndices { at: 0, iter: Chars::new(text) }
    }

    pub fn as_str(&self) -> &'a str {
        self.iter.as_str()
    }

    pub fn offset(&self) -> usize {
        self.at
    }
}

impl<'a> Iterator for CharIndices<'a> {
    type Item = (usize, char);

    fn next(&mut self) -> Option<(usize, char)> {
        let before = self.iter.left;
        match self.iter.next() {
            Some(c) => {
                let at = self.at;
                self.at = at + (before - self.iter.left);
                Some((at, c))
            }
            None => None,
        }
    }

    fn count(self) -> usize {
        self.iter.count()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    fn last(mut self) -> Option<(usize, char)> {
        self.next_back()
    }
}

impl<'a> DoubleEndedIterator for CharIndices<'a> {
    fn next_back(&mut self) -> Option<(usize, char)> {
        match self.iter.next_back() {
            Some(c) => Some((self.at + self.iter.left, c)),
            None => None,
        }
    }
}

impl FusedIterator for CharIndices<'_> {}
