//! Invariants of types, looked at where values are decoded: also where no clause can speak of them, behind an `Rc` or in a map.
//!
//! That one does not hold is only noted. It counts where the function under test relies on the invariants of its arguments.
use super::{E, NoResult, Res, Truth};
use std::cell::{Cell, RefCell};

thread_local! {
    static NOTED: RefCell<Option<String>> = RefCell::new(None);
    static RELIED_ON: Cell<bool> = Cell::new(false);
}

/// A new call: nothing is noted.
pub(super) fn begin() {
    NOTED.with(|noted| *noted.borrow_mut() = None);
    RELIED_ON.with(|relied_on| relied_on.set(false));
}

/// Notes that an invariant of a type is not known to hold of a value.
pub fn keeps(ty: &str, holds: E<Truth>) {
    if let Ok(Truth::True) = holds {
        return;
    }
    NOTED.with(|noted| {
        let _ = noted.borrow_mut().get_or_insert_with(|| format!("the invariant of `{}` does not hold of it", ty));
    });
}

/// The function under test relies on the invariants of what it is given, and of what the functions answer that it is given.
pub fn all_kept() -> Res<()> {
    RELIED_ON.with(|relied_on| relied_on.set(true));
    match NOTED.with(|noted| noted.borrow_mut().take()) {
        Some(why) => {
            // All arguments were made, and which of them it is about is not known.
            super::param(usize::MAX);
            Err(super::decided(NoResult::NotBuilt(why)))
        }
        None => Ok(()),
    }
}

/// Whether decoding a value succeeds, with nothing to note if that counts.
pub(super) fn is_kept<F: FnOnce() -> bool>(decoded: F) -> bool {
    NOTED.with(|noted| *noted.borrow_mut() = None);
    let is_decoded = decoded();
    let is_broken = NOTED.with(|noted| noted.borrow_mut().take()).is_some();
    is_decoded && !(is_broken && RELIED_ON.with(|relied_on| relied_on.get()))
}
