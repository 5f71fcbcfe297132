//! What `str` does with patterns. What is found is any part of the string, for all that is known of its content.

use crate::refine;
use crate::str::pattern::{DoubleEndedSearcher, Pattern, ReverseSearcher};
use crate::str::{
    MatchIndices, Matches, RMatchIndices, RMatches, RSplit, RSplitN, RSplitTerminator, Split, SplitInclusive, SplitN,
    SplitTerminator,
};

impl str {
    pub fn contains<P: Pattern>(&self, mut pat: P) -> bool {
        pat.consult();
        refine::any()
    }

    pub fn starts_with<P: Pattern>(&self, mut pat: P) -> bool {
        pat.consult();
        refine::any()
    }

    pub fn ends_with<P: Pattern>(&self, mut pat: P) -> bool
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>,
    {
        pat.consult();
        refine::any()
    }

    pub fn find<P: Pattern>(&self, mut pat: P) -> Option<usize> {
        pat.consult();
        place(self)
    }

    pub fn rfind<P: Pattern>(&self, mut pat: P) -> Option<usize>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>,
    {
        pat.consult();
        place(self)
    }

    pub fn split<P: Pattern>(&self, pat: P) -> Split<'_, P> {
        Split::new(self, pat, usize::MAX, true)
    }

    pub fn split_inclusive<P: Pattern>(&self, pat: P) -> SplitInclusive<'_, P> {
        SplitInclusive::new(self, pat, usize::MAX, self.len() > 0)
    }

    pub fn rsplit<P: Pattern>(&self, pat: P) -> RSplit<'_, P>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>,
    {
        RSplit::new(self, pat, usize::MAX, true)
    }

    pub fn split_terminator<P: Pattern>(&self, pat: P) -> SplitTerminator<'_, P> {
        SplitTerminator::new(self, pat, usize::MAX, self.len() > 0)
    }

    pub fn rsplit_terminator<P: Pattern>(&self, pat: P) -> RSplitTerminator<'_, P>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>,
    {
        RSplitTerminator::new(self, pat, usize::MAX, self.len() > 0)
    }

    pub fn splitn<P: Pattern>(&self, n: usize, pat: P) -> SplitN<'_, P> {
        SplitN::new(self, pat, n, true)
    }

    pub fn rsplitn<P: Pattern>(&self, n: usize, pat: P) -> RSplitN<'_, P>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>,
    {
        RSplitN::new(self, pat, n, true)
    }

    pub fn split_once<P: Pattern>(&self, mut delimiter: P) -> Option<(&str, &str)> {
        delimiter.consult();
        two_parts(self)
    }

    pub fn rsplit_once<P: Pattern>(&self, mut delimiter: P) -> Option<(&str, &str)>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>,
    {
        delimiter.consult();
        two_parts(self)
    }

    pub fn matches<P: Pattern>(&self, pat: P) -> Matches<'_, P> {
        Matches::new(self, pat, usize::MAX, false)
    }

    pub fn rmatches<P: Pattern>(&self, pat: P) -> RMatches<'_, P>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>,
    {
        RMatches::new(self, pat, usize::MAX, false)
    }

    pub fn match_indices<P: Pattern>(&self, pat: P) -> MatchIndices<'_, P> {
        MatchIndices::new(self, pat, usize::MAX, false)
    }

    pub fn rmatch_indices<P: Pattern>(&self, pat: P) -> RMatchIndices<'_, P>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>,
    {
        RMatchIndices::new(self, pat, usize::MAX, false)
    }

    pub fn trim_matches<P: Pattern>(&self, mut pat: P) -> &str
    where
        for<'a> P::Searcher<'a>: DoubleEndedSearcher<'a>,
    {
        pat.consult();
        part(self)
    }

    pub fn trim_start_matches<P: Pattern>(&self, mut pat: P) -> &str {
        pat.consult();
        part(self)
    }

    pub fn trim_end_matches<P: Pattern>(&self, mut pat: P) -> &str
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>,
    {
        pat.consult();
        part(self)
    }

    pub fn trim_left_matches<P: Pattern>(&self, mut pat: P) -> &str {
        pat.consult();
        part(self)
    }

    pub fn trim_right_matches<P: Pattern>(&self, mut pat: P) -> &str
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>,
    {
        pat.consult();
        part(self)
    }

    pub fn strip_prefix<P: Pattern>(&self, mut prefix: P) -> Option<&str> {
        prefix.consult();
        if refine::any() { Some(part(self)) } else { None }
    }

    pub fn strip_suffix<P: Pattern>(&self, mut suffix: P) -> Option<&str>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>,
    {
        suffix.consult();
        if refine::any() { Some(part(self)) } else { None }
    }
}

fn part(text: &str) -> &str {
    let part: &str = refine::any();
    refine::assume(part.len() <= text.len());
    part
}

fn place(text: &str) -> Option<usize> {
    let place: Option<usize> = refine::any();
    if let Some(at) = place {
        refine::assume(at <= text.len());
    }
    place
}

fn two_parts(text: &str) -> Option<(&str, &str)> {
    if refine::any() {
        let before = part(text);
        let after = part(text);
        refine::assume(after.len() <= text.len() - before.len());
        Some((before, after))
    } else {
        None
    }
}
