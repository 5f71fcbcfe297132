//! Sets of intervals.
use refine_spec::*;

/// Disjoint intervals in order; none touches the next.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Intervals {
    all: Vec<(i32, i32)>,
}

impl Intervals {
    /// None.
    pub fn new() -> Intervals {
        Intervals::default()
    }

    /// One more: from `lo` to `lo + len`, both inside.
    #[ensures(|_| self.in_order())]
    pub fn add(&mut self, lo: i16, len: u8) {
        let (mut lo, mut hi) = (i32::from(lo), i32::from(lo) + i32::from(len));
        let mut out = Vec::new();
        let mut done = false;
        for &(from, to) in &self.all {
            if to + 1 < lo {
                out.push((from, to));
            } else if hi + 1 < from { // WRONG: } else if hi < from {
                if !done {
                    out.push((lo, hi));
                    done = true;
                }
                out.push((from, to));
            } else {
                lo = lo.min(from);
                hi = hi.max(to);
            }
        }
        if !done {
            out.push((lo, hi));
        }
        self.all = out;
    }

    /// Whether there is nothing between two of them.
    pub fn in_order(&self) -> bool {
        self.all.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0) && self.all.iter().all(|(from, to)| from <= to)
    }
}
