//! Whether callees are called as they may be.
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::hits::{self, is_on};
use super::{NoResult, Res, break_off, out, trace, wire};

thread_local! {
    /// How long the preconditions of callees have taken in this call.
    static CHECKS: Cell<Duration> = const { Cell::new(Duration::from_secs(0)) };
    /// The functions whose preconditions could not be evaluated where they were called, with the reasons.
    static UNJUDGED: RefCell<BTreeMap<u32, String>> = RefCell::new(BTreeMap::new());
}

/// A call of a function under test begins.
pub(super) fn begin() {
    take_unjudged();
    begin_checks();
}

/// The time for checks begins anew.
pub(super) fn begin_checks() {
    CHECKS.with(|checks| checks.set(Duration::from_secs(0)));
}

/// The functions whose preconditions could not be evaluated where they were called, with the reasons. They are told once.
pub(super) fn take_unjudged() -> BTreeMap<u32, String> {
    UNJUDGED.with(|unjudged| std::mem::take(&mut *unjudged.borrow_mut()))
}

/// After so long the preconditions of callees end a call.
const MOST_CHECKS: Duration = Duration::from_millis(100);

/// Checks the precondition of a callee. Clauses may call functions; those do not count.
///
/// `compiled` says that one of them is user code, which may take the process with it.
pub fn judge(func: u32, compiled: bool, check: &dyn Fn() -> Res<()>) {
    let _ = judged(func, compiled, check);
}

/// The same at a method of a stub, which answers nothing where its precondition has no value.
pub fn asked(func: u32, check: &dyn Fn() -> Res<()>) {
    if !is_on() {
        return;
    }
    if let Err(NoResult::Undefined(_, why)) = judged(func, false, check) {
        break_off(format!("stopped {}", wire::hex(&why)));
    }
}

fn judged(func: u32, compiled: bool, check: &dyn Fn() -> Res<()>) -> Res<()> {
    let last = trace::last();
    let site = trace::take_site().map_or_else(|| String::from("-"), |site| site.to_string());
    let counted = suspended();
    let start = Instant::now();
    out::check_starts(compiled);
    let verdict = check();
    out::check_ends();
    let spent = CHECKS.with(|checks| {
        checks.set(checks.get() + start.elapsed());
        checks.get()
    });
    resumed(counted);
    match verdict {
        Ok(()) => {}
        // A second panic would end the process. What made the call unwind is told, and of this one that it is not known.
        Err(NoResult::Rejected(_)) if std::thread::panicking() => unjudged(func, "it is called while the call unwinds"),
        Err(NoResult::Rejected(ref clause)) => {
            let within = trace::innermost().unwrap_or(u32::MAX);
            break_off(format!("callee {} {} {} {} {}", func, clause, last, site, within));
        }
        // The call goes on, but that its claim held here is not known.
        Err(NoResult::Undefined(_, ref why)) | Err(NoResult::NotBuilt(ref why)) => unjudged(func, why),
        Err(NoResult::Panicked) => unjudged(func, "it panics"),
    }
    // It is no fault of the function that it is slow then, and would be taken for one that does not end.
    if spent > MOST_CHECKS && !std::thread::panicking() {
        break_off(format!("stopped {}", wire::hex("the preconditions of what it calls take too long to evaluate")));
    }
    verdict
}

fn unjudged(func: u32, why: &str) {
    UNJUDGED.with(|unjudged| {
        unjudged.borrow_mut().entry(func).or_insert_with(|| String::from(why));
    });
}

/// Stops counting, for what is no part of the call under test; whether it was on.
pub(super) fn suspended() -> bool {
    hits::count(false)
}

pub(super) fn resumed(was: bool) {
    hits::count(was);
}
