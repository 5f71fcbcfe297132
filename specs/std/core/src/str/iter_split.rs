//! What `split` and its kin, `matches` and `match_indices` return: declared only.

use crate::fmt;
use crate::iter::FusedIterator;
use crate::marker::PhantomData;
use crate::str::pattern::{DoubleEndedSearcher, Pattern, ReverseSearcher};

macro_rules! searches {
    ($($Name:ident $item:ty, $forward:ident;)*) => {
        $(
            pub struct $Name<'a, P: Pattern> {
                haystack: &'a str,
                pattern: PhantomData<P>,
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

            fn next(&mut self) -> Option<$item>;
        }

        impl<'a, P: Pattern> FusedIterator for $Name<'a, P> {}
    };
    (backward $Name:ident $item:ty) => {
        impl<'a, P: Pattern> Iterator for $Name<'a, P>
        where
            P::Searcher<'a>: ReverseSearcher<'a>,
        {
            type Item = $item;

            fn next(&mut self) -> Option<$item>;
        }

        impl<'a, P: Pattern> FusedIterator for $Name<'a, P> where P::Searcher<'a>: ReverseSearcher<'a> {}
    };
}

searches! {
    Split &'a str, forward;
    SplitInclusive &'a str, forward;
    SplitTerminator &'a str, forward;
    SplitN &'a str, forward;
    Matches &'a str, forward;
    MatchIndices (usize, &'a str), forward;
    RSplit &'a str, backward;
    RSplitTerminator &'a str, backward;
    RSplitN &'a str, backward;
    RMatches &'a str, backward;
    RMatchIndices (usize, &'a str), backward;
}

macro_rules! both_ends {
    ($($Name:ident $item:ty, $Bound:ident;)*) => {
        $(
            impl<'a, P: Pattern> DoubleEndedIterator for $Name<'a, P>
            where
                P::Searcher<'a>: $Bound<'a>,
            {
                fn next_back(&mut self) -> Option<$item>;
            }
        )*
    };
}

both_ends! {
    Split &'a str, DoubleEndedSearcher;
    SplitInclusive &'a str, DoubleEndedSearcher;
    SplitTerminator &'a str, DoubleEndedSearcher;
    Matches &'a str, DoubleEndedSearcher;
    MatchIndices (usize, &'a str), DoubleEndedSearcher;
    RSplit &'a str, DoubleEndedSearcher;
    RSplitTerminator &'a str, DoubleEndedSearcher;
    RMatches &'a str, DoubleEndedSearcher;
    RMatchIndices (usize, &'a str), DoubleEndedSearcher;
}
