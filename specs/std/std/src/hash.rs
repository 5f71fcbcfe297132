//! `core::hash` again, and the hasher of `HashMap`.

pub use core::hash::*;

pub use self::random::{DefaultHasher, RandomState};

pub mod random {
    //! The default hasher.

    use core::hash::{BuildHasher, Hasher};

    opaque! { RandomState DefaultHasher }

    impl RandomState {
        pub fn new() -> RandomState;
    }

    impl BuildHasher for RandomState {
        type Hasher = DefaultHasher;
        fn build_hasher(&self) -> DefaultHasher;
    }

    impl DefaultHasher {
        pub const fn new() -> DefaultHasher;
    }

    impl Hasher for DefaultHasher {
        fn write(&mut self, msg: &[u8]);
        fn finish(&self) -> u64;
    }

    declared_traits! { [] RandomState: Clone Default Debug }
    declared_traits! { [] DefaultHasher: Clone Default Debug }
}
