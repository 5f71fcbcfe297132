//! `SipHasher`, declared.

#[derive(Clone, Debug, Default)]
pub struct SipHasher {
    _private: (),
}

impl SipHasher {
    pub const fn new() -> SipHasher;
    pub const fn new_with_keys(key0: u64, key1: u64) -> SipHasher;
}

impl super::Hasher for SipHasher {
    fn finish(&self) -> u64;
    fn write(&mut self, msg: &[u8]);
}
