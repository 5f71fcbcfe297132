//! What is written to a hash, so that it can be read in one way only.
use std::hash::Hasher as _;

use rustc_stable_hash::{ExtendedHasher, SipHasher128Hash};

/// A hash that is written to.
#[derive(Clone, Default)]
pub(super) struct Writer {
    hash: rustc_stable_hash::hashers::SipHasher128,
}

/// The hash of a text of any kind, in hexadecimal digits. It is the one that rustc tells by what it need not compile again.
pub fn hash(text: &[u8]) -> String {
    let mut writer = Writer::default();
    writer.hash.write(text);
    writer.finish()
}

impl Writer {
    pub(super) fn number(&mut self, number: usize) {
        self.hash.write(&(number as u64).to_le_bytes());
    }

    pub(super) fn flag(&mut self, flag: bool) {
        self.hash.write(&[u8::from(flag)]);
    }

    /// Text of any kind.
    pub(super) fn text(&mut self, text: &str) {
        self.number(text.len());
        self.hash.write(text.as_bytes());
    }

    /// One of the words that say what comes.
    pub(super) fn word(&mut self, word: &'static str) {
        self.text(word);
    }

    pub(super) fn bytes(&mut self, bytes: &[u8; 16]) {
        self.hash.write(bytes);
    }

    /// The hash, as bytes.
    pub(super) fn sum(&self) -> [u8; 16] {
        let SipHasher128Hash([low, high]) = ExtendedHasher::finish(self.hash.clone());
        (u128::from(high) << 64 | u128::from(low)).to_le_bytes()
    }

    /// The hash, as text.
    pub(super) fn finish(&self) -> String {
        format!("{:032x}", u128::from_le_bytes(self.sum()))
    }
}
