//! Panics of rust-analyzer's queries: what panics is not known, and the rest goes on.
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// How many guards are around what this thread runs.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Runs something that asks rust-analyzer; `None` if it panics, of which nothing is printed. Nothing of ours may be left half
/// changed by it: it computes, and hands out what it computed.
pub fn guard<R>(run: impl FnOnce() -> R) -> Option<R> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if DEPTH.get() == 0 {
                before(info);
            }
        }));
    });
    DEPTH.set(DEPTH.get() + 1);
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    DEPTH.set(DEPTH.get() - 1);
    result.ok()
}

#[cfg(test)]
mod tests {
    use super::guard;

    #[test]
    fn a_panic_is_no_answer() {
        assert_eq!(guard(|| 1), Some(1));
        assert_eq!(guard(|| -> u8 { panic!("no") }), None);
    }
}
