//! The vectors that have been. There may be millions, so each is known by a fingerprint.
use std::collections::HashSet;
use std::hash::Hash as _;

use refine_core::value::Value;
use rustc_hash::FxBuildHasher;
use rustc_stable_hash::hashers::SipHasher128;
use rustc_stable_hash::{ExtendedHasher as _, SipHasher128Hash};

/// A set of vectors, by fingerprints of 128 bits: that two of a hundred million have the same one is less likely than one in 10^22.
#[derive(Default)]
pub struct VectorSet(HashSet<[u64; 2], FxBuildHasher>);

impl VectorSet {
    /// Adds a vector; whether it was not there.
    pub fn insert(&mut self, vector: &[Value]) -> bool {
        let mut hasher = SipHasher128::default();
        vector.hash(&mut hasher);
        let SipHasher128Hash(fingerprint) = hasher.finish();
        self.0.insert(fingerprint)
    }
}
