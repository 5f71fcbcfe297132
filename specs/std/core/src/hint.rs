//! `core::hint`.

pub const unsafe fn unreachable_unchecked() -> !;

pub const unsafe fn assert_unchecked(cond: bool);

pub fn spin_loop() {}

pub fn black_box<T>(dummy: T) -> T {
    dummy
}

pub const fn must_use<T>(value: T) -> T {
    value
}

pub const fn cold_path() {}

pub fn select_unpredictable<T>(b: bool, true_val: T, false_val: T) -> T {
    if b { true_val } else { false_val }
}
