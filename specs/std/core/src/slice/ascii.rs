//! What `[u8]` has for text in ASCII.

use crate::iter::FusedIterator;
use crate::refine;
use crate::str::Utf8Chunks;
use crate::fmt;

impl [u8] {
    pub const fn is_ascii(&self) -> bool {
        let n = refine::len(self);
        let mut i = 0;
        while i < n {
            if *refine::at(self, i) >= 128 {
                return false;
            }
            i = i + 1;
        }
        true
    }

    pub const fn eq_ignore_ascii_case(&self, other: &[u8]) -> bool {
        let n = refine::len(self);
        if n != refine::len(other) {
            return false;
        }
        let mut i = 0;
        while i < n {
            if !refine::at(self, i).eq_ignore_ascii_case(refine::at(other, i)) {
                return false;
            }
            i = i + 1;
        }
        true
    }

    pub const fn make_ascii_uppercase(&mut self) {
        let n = refine::len(self);
        let mut i = 0;
        while i < n {
            refine::at_mut(self, i).make_ascii_uppercase();
            i = i + 1;
        }
    }

    pub const fn make_ascii_lowercase(&mut self) {
        let n = refine::len(self);
        let mut i = 0;
        while i < n {
            refine::at_mut(self, i).make_ascii_lowercase();
            i = i + 1;
        }
    }

    pub const fn trim_ascii_start(&self) -> &[u8] {
        let n = refine::len(self);
        let mut lo = 0;
        while lo < n && refine::at(self, lo).is_ascii_whitespace() {
            lo = lo + 1;
        }
        refine::part(self, lo, n)
    }

    pub const fn trim_ascii_end(&self) -> &[u8] {
        let mut hi = refine::len(self);
        while hi > 0 && refine::at(self, hi - 1).is_ascii_whitespace() {
            hi = hi - 1;
        }
        refine::part(self, 0, hi)
    }

    pub const fn trim_ascii(&self) -> &[u8] {
        self.trim_ascii_start().trim_ascii_end()
    }

    pub fn escape_ascii(&self) -> EscapeAscii<'_>;

    pub fn utf8_chunks(&self) -> Utf8Chunks<'_>;
}

#[derive(Clone)]
pub struct EscapeAscii<'a> {
    bytes: &'a [u8],
}

impl<'a> Iterator for EscapeAscii<'a> {
    type Item = u8;

    fn next(&mut self) -> Option<u8>;
    fn size_hint(&self) -> (usize, Option<usize>);
}

impl<'a> DoubleEndedIterator for EscapeAscii<'a> {
    fn next_back(&mut self) -> Option<u8>;
}

impl<'a> FusedIterator for EscapeAscii<'a> {}

impl<'a> fmt::Display for EscapeAscii<'a> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<'a> fmt::Debug for EscapeAscii<'a> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
