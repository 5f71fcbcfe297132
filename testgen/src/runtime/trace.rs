//! Where control is: the places that it comes by, the functions that are running, and the call or operation that is next.
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::hits::{self, is_on, reached};

thread_local! {
    /// The function whose own entry does not check its precondition, until it has been entered.
    static TOP: Cell<Option<u32>> = const { Cell::new(None) };
    /// The function under test, until it has been entered.
    static FIRST: Cell<Option<u32>> = const { Cell::new(None) };
    /// The call that is next.
    static SITE: Cell<Option<u32>> = const { Cell::new(None) };
    /// The operation that is next, where several panic at the same place.
    static OPERATION: Cell<u32> = const { Cell::new(u32::MAX) };
    /// The last place that control came by.
    static LAST: Cell<u32> = const { Cell::new(u32::MAX) };
    /// The functions that are running, of those that say so, the innermost last.
    static RUNNING: RefCell<Vec<u32>> = RefCell::new(Vec::new());
}

/// A call of a function under test begins.
pub(super) fn begin(func: u32) {
    LAST.with(|last| last.set(u32::MAX));
    OPERATION.with(|operation| operation.set(u32::MAX));
    RUNNING.with(|running| running.borrow_mut().clear());
    TOP.with(|top| top.set(Some(func)));
    SITE.with(|site| site.set(None));
    FIRST.with(|first| first.set(Some(func)));
}

/// What is called from here on is not the function under test.
pub(super) fn none_under_test() {
    TOP.with(|top| top.set(None));
    FIRST.with(|first| first.set(None));
}

/// The call that is next. It is told once.
pub(super) fn take_site() -> Option<u32> {
    SITE.with(|site| site.take())
}

/// The innermost function that is running.
pub(super) fn innermost() -> Option<u32> {
    RUNNING.with(|running| running.borrow().last().copied())
}

/// The operation that is next, where several panic at the same place.
pub(super) fn operation() -> u32 {
    OPERATION.try_with(|operation| operation.get()).unwrap_or(u32::MAX)
}

/// Control came by a place.
pub fn hit(probe: u32) {
    if is_on() {
        LAST.with(|last| last.set(probe));
        reached(probe);
    }
}

/// Control came by a place in a macro's definition, of which several functions may be made: it counts where no other runs than the one that is
/// called.
pub fn hit_made(probe: u32) {
    if is_on() && is_outermost() {
        reached(probe);
    }
}

/// Whether no function runs but the one that is called.
fn is_outermost() -> bool {
    RUNNING.try_with(|running| running.borrow().len() == 1).unwrap_or(false)
}

/// See [`hits::by_trait`].
pub fn by_trait(number: u32) {
    hits::by_trait(last(), number);
}

/// Control took one of the ways of a branch.
pub fn way(number: u32) {
    reached(number);
}

/// A condition was evaluated: the next number is for `false`.
pub fn branch(number: u32, value: bool) -> bool {
    reached(if value { number } else { number + 1 });
    value
}

/// One activation of a function. When it ends, its caller goes on where it was: the last place of the callee is none of the
/// caller's.
pub struct Frame {
    last: u32,
    depth: usize,
}

/// What stands for a function that a macro made: its text does not say which.
const MADE: u32 = u32::MAX;

impl Frame {
    pub fn made() -> Frame {
        Frame::of(MADE)
    }

    pub fn of(func: u32) -> Frame {
        let enter = |running: &RefCell<Vec<u32>>| {
            let mut running = running.borrow_mut();
            running.push(func);
            running.len() - 1
        };
        // (A thread that ends runs destructors when it has no such list any more.)
        Frame { last: last(), depth: RUNNING.try_with(enter).unwrap_or(0) }
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        let _ = LAST.try_with(|last| last.set(self.last));
        let _ = RUNNING.try_with(|running| running.borrow_mut().truncate(self.depth));
    }
}

/// At a function's entry: whether this is the call under test itself.
pub fn top(func: u32) -> bool {
    let top = is_on() && FIRST.with(|first| first.get()) == Some(func);
    if top {
        FIRST.with(|first| first.set(None));
    }
    top
}

/// Just before a call: which one it is.
pub fn at(site: u32) {
    if is_on() {
        SITE.with(|own| own.set(Some(site)));
    }
}

/// Just before an operation of which others panic at the same place: which one it is.
pub fn op(number: u32) {
    OPERATION.with(|operation| operation.set(number));
}

/// The same in a macro's definition: of the function that is called, not of another that is made of the same.
pub fn op_made(number: u32) {
    op(if is_outermost() { number } else { u32::MAX });
}

/// At a function's entry: whether its precondition is to be checked, as it was called by the function under test.
pub fn enter(func: u32) -> bool {
    let counts = is_on();
    if counts && TOP.with(|top| top.get()) == Some(func) {
        TOP.with(|top| top.set(None));
        SITE.with(|site| site.set(None));
        return false;
    }
    counts
}

/// The last place that control came by.
pub(super) fn last() -> u32 {
    LAST.with(|last| last.get())
}

/// The functions that are running, each once.
pub(super) fn running() -> Vec<String> {
    let distinct = |running: &RefCell<Vec<u32>>| running.borrow().iter().copied().collect::<BTreeSet<u32>>();
    let known = RUNNING.try_with(distinct).unwrap_or_default();
    known.iter().filter(|func| **func != MADE).map(|func| func.to_string()).collect()
}
