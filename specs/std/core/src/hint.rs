//! `core::hint`.

use crate::refine;

pub const unsafe fn unreachable_unchecked() -> ! {
    refine::fail("panic", "this is not reached", "hint::unreachable_unchecked must never be reached")
}

pub const unsafe fn assert_unchecked(cond: bool) {
    refine::require(cond, "assert", "{cond}", "hint::assert_unchecked must never be called when the condition is false")
}

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
