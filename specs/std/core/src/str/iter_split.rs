//! What `split` and its kin, `matches` and `match_indices` return: parts of the string, any for all that is known.

use crate::fmt;
use crate::iter::FusedIterator;
use crate::refine;
use crate::str::pattern::{DoubleEndedSearcher, Pattern, ReverseSearcher};

/// `left` bytes are not yet in a part; there are at most `count` parts, and at least one if that is `sure`.
macro_rules! searches {
    ($($Name:ident $item:ty, $make:ident, $forward:ident;)*) => {
        $(
            pub struct $Name<'a, P: Pattern> {
                haystack: &'a str,
                pattern: P,
                left: usize,
                count: usize,
                sure: bool,
            }

            impl<'a, P: Pattern> $Name<'a, P> {
                pub(super) fn new(haystack: &'a str, pattern: P, count: usize, sure: bool) -> Self {
                    $Name { haystack, pattern, left: haystack.len(), count, sure }
                }

                fn any_part(&mut self) -> Option<$item> {
                    if self.count == 0 {
                        return None;
                    }
                    self.pattern.consult();
                    if !self.sure && refine::any() {
                        self.count = 0;
                        return None;
                    }
                    self.sure = false;
                    self.count = self.count - 1;
                    let part: &'a str = refine::any();
                    refine::assume(part.len() <= self.left);
                    self.left = self.left - part.len();
                    Some($make(self.haystack, part))
                }
            }

            impl<'a, P: Pattern> Clone for $Name<'a, P>
            where
                P::Searcher<'a>: Clone,
            {
                fn clone(&self) -> Self;
            }

            impl<'a, P: Pattern> fmt::Debug for $Name<'a, P>
            where
                P::Searcher<'a>: fmt::Debug,
            {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
            }

            searches!($forward $Name $item);
        )*
    };
    (forward $Name:ident $item:ty) => {
        impl<'a, P: Pattern> Iterator for $Name<'a, P> {
            type Item = $item;

            fn next(&mut self) -> Option<$item> {
                self.any_part()
            }
        }

        impl<'a, P: Pattern> FusedIterator for $Name<'a, P> {}
    };
    (backward $Name:ident $item:ty) => {
        impl<'a, P: Pattern> Iterator for $Name<'a, P>
        where
            P::Searcher<'a>: ReverseSearcher<'a>,
        {
            type Item = $item;

            fn next(&mut self) -> Option<$item> {
                self.any_part()
            }
        }

        impl<'a, P: Pattern> FusedIterator for $Name<'a, P> where P::Searcher<'a>: ReverseSearcher<'a> {}
    };
}

searches! {
    Split &'a str, itself, forward;
    SplitInclusive &'a str, itself, forward;
    SplitTerminator &'a str, itself, forward;
    SplitN &'a str, itself, forward;
    Matches &'a str, itself, forward;
    MatchIndices (usize, &'a str), with_place, forward;
    RSplit &'a str, itself, backward;
    RSplitTerminator &'a str, itself, backward;
    RSplitN &'a str, itself, backward;
    RMatches &'a str, itself, backward;
    RMatchIndices (usize, &'a str), with_place, backward;
}

fn itself<'a>(_haystack: &'a str, part: &'a str) -> &'a str {
    part
}

fn with_place<'a>(haystack: &'a str, part: &'a str) -> (usize, &'a str) {
    let at: usize = refine::any();
    refine::assume(at <= haystack.len() && part.len() <= haystack.len() - at);
    (at, part)
}

macro_rules! both_ends {
    ($($Name:ident $item:ty;)*) => {
        $(
            impl<'a, P: Pattern> DoubleEndedIterator for $Name<'a, P>
            where
                P::Searcher<'a>: DoubleEndedSearcher<'a>,
            {
                fn next_back(&mut self) -> Option<$item> {
                    self.any_part()
                }
            }
        )*
    };
}

both_ends! {
    Split &'a str;
    SplitInclusive &'a str;
    SplitTerminator &'a str;
    Matches &'a str;
    MatchIndices (usize, &'a str);
    RSplit &'a str;
    RSplitTerminator &'a str;
    RMatches &'a str;
    RMatchIndices (usize, &'a str);
}
