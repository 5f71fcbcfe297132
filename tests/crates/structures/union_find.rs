//! Disjoint sets.
use refine_spec::*;

/// Sets of numbers below a bound.
#[derive(Clone, Debug)]
pub struct Sets {
    above: Vec<usize>,
    rank: Vec<u32>,
}

impl Sets {
    /// Each on its own.
    pub fn new(count: u8) -> Sets {
        let count = usize::from(count % 8) + 1;
        Sets { above: (0..count).collect(), rank: vec![0; count] }
    }

    /// Who stands for the set of one.
    pub fn find(&self, one: usize) -> usize {
        let mut at = one % self.above.len();
        while self.above[at] != at {
            at = self.above[at];
        }
        at
    }

    /// Makes two sets one.
    #[ensures(|_| self.find(a) == self.find(b) && self.low())]
    pub fn union(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        match self.rank[a].cmp(&self.rank[b]) {
            std::cmp::Ordering::Less => self.above[a] = b,
            std::cmp::Ordering::Greater => self.above[b] = a, // WRONG: std::cmp::Ordering::Greater => self.above[a] = b,
            std::cmp::Ordering::Equal => {
                self.above[b] = a;
                self.rank[a] += 1;
            }
        }
    }

    /// No path is longer than the rank of its end.
    fn low(&self) -> bool {
        (0..self.above.len()).all(|one| {
            let (mut at, mut steps) = (one, 0);
            while self.above[at] != at {
                at = self.above[at];
                steps += 1;
            }
            steps <= self.rank[at]
        })
    }
}
