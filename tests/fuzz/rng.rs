//! A small reproducible generator of random numbers (splitmix64).

/// The state.
#[derive(Clone, Debug)]
pub struct Rng(pub u64);

impl Rng {
    /// The next number of the sequence.
    pub fn step(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        (self.step() % n as u64) as usize
    }

    /// A number from `lo` to `hi`, both included.
    pub fn between(&mut self, lo: i128, hi: i128) -> i128 {
        lo + i128::from(self.step()) % (hi - lo + 1)
    }

    /// True in `percent` of all cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of these.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}
