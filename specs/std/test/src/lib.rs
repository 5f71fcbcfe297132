//! `test`: nothing of it is stable but that it exists.
#![no_std]

pub struct Bencher {
    _private: (),
}

impl Bencher {
    pub fn iter<T, F: FnMut() -> T>(&mut self, inner: F);
}

pub fn black_box<T>(dummy: T) -> T {
    dummy
}
