//! `core::hash` again, and the hasher of `HashMap`.

pub use core::hash::*;

pub use self::random::{DefaultHasher, RandomState};

pub mod random {
    //! The default hasher.

    use core::hash::{BuildHasher, Hasher};

    opaque! { RandomState DefaultHasher }

    impl RandomState {
        pub fn new() -> RandomState {
            core::refine::any()
        }
    }

    impl BuildHasher for RandomState {
        type Hasher = DefaultHasher;
        fn build_hasher(&self) -> DefaultHasher {
            DefaultHasher::new()
        }
    }

    impl DefaultHasher {
        pub const fn new() -> DefaultHasher {
            core::refine::any()
        }
    }

    impl Hasher for DefaultHasher {
        fn write(&mut self, msg: &[u8]) {}
        fn finish(&self) -> u64 {
            core::refine::any()
        }
    }

    declared_traits! { [] RandomState: Clone Default Debug }
    declared_traits! { [] DefaultHasher: Clone Default Debug }
}
