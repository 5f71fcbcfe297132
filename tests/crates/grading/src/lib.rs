//! Scores of an exam: bring them to another scale, average them, keep them sorted, pick the best.
//!
//! Each function stands here twice or more: first as one might write it on a good day and in a hurry, with a
//! specification that it does not meet, then repaired. `refine check` proves the repaired ones for *all* inputs. For
//! each faulty one it finds an input that shows the fault, runs it, and prints the call for you to try.
//!
//! The annotations are ordinary attributes and macros. They expand to nothing, so this crate builds on any stable
//! compiler and costs nothing at run time.
#![warn(missing_docs)]

/// Scores on a scale of `0..r1`, brought to a scale of `0..r2`.
pub mod rescale {
    /// The specification of a scale allows it to be empty, and there is no score on an empty scale.
    pub mod faulty {
        use refine_spec::*;

        /// Brings a score from the scale `0..r1` to the scale `0..r2`.
        ///
        /// That `s` is below `r1` keeps the division safe. But nothing says that there is any score below `r2`.
        #[requires(s < r1)]
        #[ensures(|ret| *ret < r2)]
        pub fn rescale(r1: u32, r2: u32, s: u32) -> u32 {
            s * (r2 / r1)
        }
    }

    /// Scales are not empty.
    pub mod repaired {
        use refine_spec::*;

        /// Brings a score from the scale `0..r1` to the scale `0..r2`.
        #[requires(r1 > 0 && r2 > 0 && s < r1)]
        #[ensures(|ret| *ret < r2)]
        pub fn rescale(r1: u32, r2: u32, s: u32) -> u32 {
            s * (r2 / r1)
        }
    }

    /// The same, said with refinement types: each type names the values that may come and go.
    pub mod refined {
        use refine_spec::*;

        alias! {
            type Pos = u32{v: v > 0};
            type Rng(n: int) = u32{v: v < n};
        }

        /// Brings a score from the scale `0..r1` to the scale `0..r2`.
        #[spec(fn(r1: Pos, r2: Pos, s: Rng(r1)) -> Rng(r2))]
        pub fn rescale(r1: u32, r2: u32, s: u32) -> u32 {
            s * (r2 / r1)
        }
    }
}

/// The weighted average of scores, in three steps towards a specification under which it can be proved.
pub mod average {
    use refine_spec::*;

    alias! {
        type Score = i32{v: 0 <= v && v < 100};
        type AnyWeight = i32{v: -100 <= v && v <= 100};
        type NonZero = i32{v: v != 0 && -100 <= v && v <= 100};
        type Positive = i32{v: 0 < v && v <= 100};
    }

    /// First try. No scores at all are thought of, but not a score whose weight is zero: `[(0, 0)]`.
    pub mod any_weights {
        use refine_spec::*;

        /// The average of scores `x`, each with its weight `w`, in pairs `(w, x)`.
        #[requires(wxs.len() <= 100)]
        #[spec(fn(wxs: &[(AnyWeight, Score)]) -> i32)]
        pub fn average(wxs: &[(i32, i32)]) -> i32 {
            if wxs.is_empty() {
                return 0;
            }
            let mut total = 0;
            let mut weight = 0;
            for i in 0..wxs.len() {
                loop_invariant!(-10_000 * i <= total && total <= 10_000 * i);
                loop_invariant!(-100 * i <= weight && weight <= 100 * i);
                let (w, x) = wxs[i];
                total += w * x;
                weight += w;
            }
            total / weight
        }
    }

    /// Second try. No weight is zero, but their sum may be; and a negative weight may pull the average off the scale.
    pub mod nonzero_weights {
        use refine_spec::*;

        /// The average of scores `x`, each with its weight `w`, in pairs `(w, x)`.
        #[requires(wxs.len() <= 100)]
        #[spec(fn(wxs: &[(NonZero, Score)]) -> Score)]
        pub fn average(wxs: &[(i32, i32)]) -> i32 {
            if wxs.is_empty() {
                return 0;
            }
            let mut total = 0;
            let mut weight = 0;
            for i in 0..wxs.len() {
                loop_invariant!(-10_000 * i <= total && total <= 10_000 * i);
                loop_invariant!(-100 * i <= weight && weight <= 100 * i);
                let (w, x) = wxs[i];
                total += w * x;
                weight += w;
            }
            total / weight
        }
    }

    /// Weights are positive. Every division and every sum is safe, and the average is a score.
    pub mod repaired {
        use refine_spec::*;

        /// The average of scores `x`, each with its weight `w`, in pairs `(w, x)`.
        ///
        /// The loop invariants say what the sums know of each other: the total is at most 99 times the weight, so
        /// their quotient is at most 99.
        #[requires(wxs.len() <= 100)]
        #[spec(fn(wxs: &[(Positive, Score)]) -> Score)]
        pub fn average(wxs: &[(i32, i32)]) -> i32 {
            if wxs.is_empty() {
                return 0;
            }
            let mut total = 0;
            let mut weight = 0;
            for i in 0..wxs.len() {
                loop_invariant!(i <= weight && weight <= 100 * i);
                loop_invariant!(0 <= total && total <= 99 * weight);
                let (w, x) = wxs[i];
                total += w * x;
                weight += w;
            }
            total / weight
        }
    }

    /// The papers compute with unbounded integers. Rust does not: without a bound on the weights the sums overflow.
    pub mod unbounded_weights {
        use refine_spec::*;

        /// The average of scores `x`, each with its weight `w`, in pairs `(w, x)`.
        #[spec(fn(wxs: &[(i32{v: v > 0}, Score)]) -> i32)]
        pub fn average(wxs: &[(i32, i32)]) -> i32 {
            if wxs.is_empty() {
                return 0;
            }
            let mut total = 0;
            let mut weight = 0;
            for i in 0..wxs.len() {
                loop_invariant!(weight >= i);
                let (w, x) = wxs[i];
                total += w * x;
                weight += w;
            }
            total / weight
        }
    }
}

/// One more score into a sorted list of scores.
pub mod insert {
    use refine_spec::*;

    /// Whether each score is at least as high as all before it.
    #[pure]
    pub fn sorted(xs: &[i32]) -> bool {
        forall(0..xs.len(), |j| forall(0..j, |i| xs[i] <= xs[j]))
    }

    /// A comparison the wrong way round.
    pub mod faulty {
        use refine_spec::*;

        /// The sorted list `xs`, with `x` put where it belongs.
        #[requires(super::sorted(xs))]
        #[ensures(|ret| ret.len() == xs.len() + 1)]
        #[ensures(|ret| super::sorted(ret))]
        pub fn insert(x: i32, xs: &[i32]) -> Vec<i32> {
            let mut out = Vec::new();
            let mut i = 0;
            while i < xs.len() && xs[i] > x {
                loop_invariant!(i <= xs.len() && out.len() == i);
                out.push(xs[i]);
                i += 1;
            }
            out.push(x);
            while i < xs.len() {
                loop_invariant!(i <= xs.len() && out.len() == i + 1);
                out.push(xs[i]);
                i += 1;
            }
            out
        }
    }

    /// First what is below `x`, then `x`, then the rest.
    pub mod repaired {
        use refine_spec::*;

        /// The sorted list `xs`, with `x` put where it belongs.
        #[requires(super::sorted(xs))]
        #[ensures(|ret| ret.len() == xs.len() + 1)]
        #[ensures(|ret| super::sorted(ret))]
        pub fn insert(x: i32, xs: &[i32]) -> Vec<i32> {
            let mut out = Vec::new();
            let mut i = 0;
            while i < xs.len() && xs[i] < x {
                loop_invariant!(i <= xs.len() && out.len() == i);
                loop_invariant!(forall(0..out.len(), |k| out[k] == xs[k] && out[k] < x));
                out.push(xs[i]);
                i += 1;
            }
            out.push(x);
            while i < xs.len() {
                loop_invariant!(i <= xs.len() && out.len() == i + 1);
                loop_invariant!(super::sorted(&out));
                loop_invariant!(implies(i < xs.len(), forall(0..out.len(), |k| out[k] <= xs[i])));
                out.push(xs[i]);
                i += 1;
            }
            out
        }
    }
}

/// The best scores of a list.
pub mod best {
    /// One cannot have the two best scores of an empty list.
    pub mod faulty {
        use crate::insert::repaired::insert;
        use refine_spec::*;

        /// The `k` best scores of `xs`, the best first.
        #[ensures(|ret| ret.len() == k)]
        pub fn best(k: usize, xs: &[i32]) -> Vec<i32> {
            let mut ordered = Vec::new();
            for i in 0..xs.len() {
                loop_invariant!(ordered.len() == i && crate::insert::sorted(&ordered));
                ordered = insert(xs[i], &ordered);
            }
            let mut out = Vec::new();
            while out.len() < k && out.len() < ordered.len() {
                loop_invariant!(out.len() <= k && out.len() <= ordered.len());
                out.push(ordered[ordered.len() - 1 - out.len()]);
            }
            out
        }
    }

    /// Who asks for `k` scores must have as many.
    pub mod repaired {
        use crate::insert::repaired::insert;
        use refine_spec::*;

        /// The `k` best scores of `xs`, the best first.
        #[requires(k <= xs.len())]
        #[ensures(|ret| ret.len() == k)]
        pub fn best(k: usize, xs: &[i32]) -> Vec<i32> {
            let mut ordered = Vec::new();
            for i in 0..xs.len() {
                loop_invariant!(ordered.len() == i && crate::insert::sorted(&ordered));
                ordered = insert(xs[i], &ordered);
            }
            let mut out = Vec::new();
            while out.len() < k && out.len() < ordered.len() {
                loop_invariant!(out.len() <= k && out.len() <= ordered.len());
                out.push(ordered[ordered.len() - 1 - out.len()]);
            }
            out
        }
    }
}
