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
        self.0.insert(fingerprint(vector))
    }

    /// Whether a vector is in it.
    pub fn contains(&self, vector: &[Value]) -> bool {
        self.0.contains(&fingerprint(vector))
    }

    /// Whether no vector is.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn fingerprint(vector: &[Value]) -> [u64; 2] {
    let mut hasher = SipHasher128::default();
    vector.hash(&mut hasher);
    let SipHasher128Hash(fingerprint) = hasher.finish();
    fingerprint
}
