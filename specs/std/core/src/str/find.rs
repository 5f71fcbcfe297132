//! What `str` does with patterns.

use crate::str::pattern::{DoubleEndedSearcher, Pattern, ReverseSearcher};
use crate::str::{
    MatchIndices, Matches, RMatchIndices, RMatches, RSplit, RSplitN, RSplitTerminator, Split, SplitInclusive, SplitN,
    SplitTerminator,
};

impl str {
    pub fn contains<P: Pattern>(&self, pat: P) -> bool;

    pub fn starts_with<P: Pattern>(&self, pat: P) -> bool;

    pub fn ends_with<P: Pattern>(&self, pat: P) -> bool
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>;

    #[ensures(|ret| match ret { Some(at) => at <= self.len(), None => true })]
    pub fn find<P: Pattern>(&self, pat: P) -> Option<usize>;

    #[ensures(|ret| match ret { Some(at) => at <= self.len(), None => true })]
    pub fn rfind<P: Pattern>(&self, pat: P) -> Option<usize>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>;

    pub fn split<P: Pattern>(&self, pat: P) -> Split<'_, P>;

    pub fn split_inclusive<P: Pattern>(&self, pat: P) -> SplitInclusive<'_, P>;

    pub fn rsplit<P: Pattern>(&self, pat: P) -> RSplit<'_, P>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>;

    pub fn split_terminator<P: Pattern>(&self, pat: P) -> SplitTerminator<'_, P>;

    pub fn rsplit_terminator<P: Pattern>(&self, pat: P) -> RSplitTerminator<'_, P>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>;

    pub fn splitn<P: Pattern>(&self, n: usize, pat: P) -> SplitN<'_, P>;

    pub fn rsplitn<P: Pattern>(&self, n: usize, pat: P) -> RSplitN<'_, P>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>;

    #[ensures(|ret| match ret { Some((a, b)) => a.len() <= self.len() && b.len() <= self.len() - a.len(), None => true })]
    pub fn split_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)>;

    #[ensures(|ret| match ret { Some((a, b)) => a.len() <= self.len() && b.len() <= self.len() - a.len(), None => true })]
    pub fn rsplit_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>;

    pub fn matches<P: Pattern>(&self, pat: P) -> Matches<'_, P>;

    pub fn rmatches<P: Pattern>(&self, pat: P) -> RMatches<'_, P>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>;

    pub fn match_indices<P: Pattern>(&self, pat: P) -> MatchIndices<'_, P>;

    pub fn rmatch_indices<P: Pattern>(&self, pat: P) -> RMatchIndices<'_, P>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>;

    #[ensures(|ret| ret.len() <= self.len())]
    pub fn trim_matches<P: Pattern>(&self, pat: P) -> &str
    where
        for<'a> P::Searcher<'a>: DoubleEndedSearcher<'a>;

    #[ensures(|ret| ret.len() <= self.len())]
    pub fn trim_start_matches<P: Pattern>(&self, pat: P) -> &str;

    #[ensures(|ret| ret.len() <= self.len())]
    pub fn trim_end_matches<P: Pattern>(&self, pat: P) -> &str
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>;

    #[ensures(|ret| ret.len() <= self.len())]
    pub fn trim_left_matches<P: Pattern>(&self, pat: P) -> &str;

    #[ensures(|ret| ret.len() <= self.len())]
    pub fn trim_right_matches<P: Pattern>(&self, pat: P) -> &str
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>;

    #[ensures(|ret| match ret { Some(rest) => rest.len() <= self.len(), None => true })]
    pub fn strip_prefix<P: Pattern>(&self, prefix: P) -> Option<&str>;

    #[ensures(|ret| match ret { Some(rest) => rest.len() <= self.len(), None => true })]
    pub fn strip_suffix<P: Pattern>(&self, suffix: P) -> Option<&str>
    where
        for<'a> P::Searcher<'a>: ReverseSearcher<'a>;
}
