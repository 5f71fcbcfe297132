//! The bytes, lines and words of a string, and what escapes it.

use crate::iter::{Copied, ExactSizeIterator, FusedIterator};
use crate::{fmt, refine, slice};

#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    iter: Copied<slice::Iter<'a, u8>>,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(text: &'a str) -> Bytes<'a> {
        Bytes { iter: text.as_bytes().iter().copied() }
    }
}

impl Iterator for Bytes<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.iter.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }

    fn count(self) -> usize {
        self.iter.count()
    }

    fn last(self) -> Option<u8> {
        self.iter.last()
    }

    fn nth(&mut self, n: usize) -> Option<u8> {
        self.iter.nth(n)
    }
}

impl DoubleEndedIterator for Bytes<'_> {
    fn next_back(&mut self) -> Option<u8> {
        self.iter.next_back()
    }
}

impl ExactSizeIterator for Bytes<'_> {
    fn len(&self) -> usize {
        self.iter.len()
    }
}

impl FusedIterator for Bytes<'_> {}

/// The pieces of a string that are not empty with what is around them: each takes at least one of the `left` bytes.
macro_rules! pieces {
    ($($Name:ident)*) => {
        $(
            #[derive(Clone, Debug)]
            pub struct $Name<'a> {
                text: &'a str,
                left: usize,
            }

            impl<'a> $Name<'a> {
                pub(super) fn new(text: &'a str) -> $Name<'a> {
                    $Name { text, left: text.len() }
                }
            }

            impl FusedIterator for $Name<'_> {}
        )*
    };
}

pieces!(Lines SplitWhitespace SplitAsciiWhitespace);

/// A piece, and how many bytes it takes of the `left` ones.
fn piece<'a>(left: usize) -> (&'a str, usize) {
    let piece: &'a str = refine::any();
    let taken: usize = refine::any();
    refine::assume(piece.len() <= taken && 0 < taken && taken <= left);
    (piece, taken)
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.left == 0 {
            return None;
        }
        let (line, taken) = piece(self.left);
        self.left = self.left - taken;
        Some(line)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        refine::any()
    }

    fn last(mut self) -> Option<&'a str> {
        self.next_back()
    }
}

impl<'a> DoubleEndedIterator for Lines<'a> {
    fn next_back(&mut self) -> Option<&'a str> {
        if self.left == 0 {
            return None;
        }
        let (line, taken) = piece(self.left);
        self.left = self.left - taken;
        Some(line)
    }
}

macro_rules! words {
    ($($Name:ident)*) => {
        $(
            impl<'a> Iterator for $Name<'a> {
                type Item = &'a str;

                fn next(&mut self) -> Option<&'a str> {
                    let over: bool = refine::any();
                    if self.left == 0 || over {
                        self.left = 0;
                        return None;
                    }
                    let (word, taken) = piece(self.left);
                    refine::assume(word.len() > 0);
                    self.left = self.left - taken;
                    Some(word)
                }

                fn size_hint(&self) -> (usize, Option<usize>) {
                    refine::any()
                }

                fn last(mut self) -> Option<&'a str> {
                    self.next_back()
                }
            }

            impl<'a> DoubleEndedIterator for $Name<'a> {
                fn next_back(&mut self) -> Option<&'a str> {
                    self.next()
                }
            }
        )*
    };
}

words!(SplitWhitespace SplitAsciiWhitespace);

#[allow(deprecated)]
#[derive(Clone, Debug)]
pub struct LinesAny<'a> {
    lines: Lines<'a>,
}

#[allow(deprecated)]
impl<'a> Iterator for LinesAny<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.lines.next()
    }
}

#[derive(Clone)]
pub struct EncodeUtf16<'a> {
    text: &'a str,
}

impl<'a> Iterator for EncodeUtf16<'a> {
    type Item = u16;

    fn next(&mut self) -> Option<u16>;
    fn size_hint(&self) -> (usize, Option<usize>);
}

impl FusedIterator for EncodeUtf16<'_> {}

impl fmt::Debug for EncodeUtf16<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

macro_rules! escapes {
    ($($Name:ident)*) => {
        $(
            #[derive(Clone, Debug)]
            pub struct $Name<'a> {
                text: &'a str,
            }

            impl<'a> Iterator for $Name<'a> {
                type Item = char;

                fn next(&mut self) -> Option<char>;
                fn size_hint(&self) -> (usize, Option<usize>);
            }

            impl<'a> FusedIterator for $Name<'a> {}

            impl<'a> fmt::Display for $Name<'a> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
            }
        )*
    };
}

escapes!(EscapeDebug EscapeDefault EscapeUnicode);
