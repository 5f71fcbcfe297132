//! What is written to a hash, so that it can be read in one way only.

/// A hash that is written to.
#[derive(Clone, Default)]
pub(super) struct Writer {
    hash: blake3::Hasher,
}

impl Writer {
    pub(super) fn number(&mut self, number: usize) {
        self.hash.update(&(number as u64).to_le_bytes());
    }

    pub(super) fn flag(&mut self, flag: bool) {
        self.hash.update(&[u8::from(flag)]);
    }

    /// Text of any kind.
    pub(super) fn text(&mut self, text: &str) {
        self.number(text.len());
        self.hash.update(text.as_bytes());
    }

    /// One of the words that say what comes.
    pub(super) fn word(&mut self, word: &'static str) {
        self.text(word);
    }

    pub(super) fn bytes(&mut self, bytes: &[u8; 32]) {
        self.hash.update(bytes);
    }

    /// The hash, as bytes.
    pub(super) fn sum(&self) -> [u8; 32] {
        *self.hash.finalize().as_bytes()
    }

    /// The hash, as text.
    pub(super) fn finish(&self) -> String {
        self.hash.finalize().to_hex()[..32].to_owned()
    }
}
