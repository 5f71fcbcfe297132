//! One call under test: what its clauses say, and what is told of it.
use std::hash::{Hash, Hasher};
use std::panic::AssertUnwindSafe;

use super::inputs::{is_hidden, is_made_by_calls, without_tables};
use super::{BROKEN, DECIDED, E, NoResult, PANIC, Res, Truth, V, decided, functions, hits, judge, out, trace, wire};

/// One call under test.
#[derive(Default)]
pub struct Run {
    violated: Vec<String>,
    /// Why the first of them has no value.
    without: Option<String>,
    undefined: Option<(String, String)>,
    /// What was changed in the end, by the numbers of the parameters.
    left: Vec<(usize, V)>,
    /// The values of types with private insides among the arguments, as text.
    pub(super) state: Option<String>,
    /// The same for all arguments, if one of them was made by calls: many chains of calls make the same value.
    pub(super) input: Option<u64>,
    /// The arguments at entry as text, if that is asked for, and as far as it is told.
    pub(super) entry: Option<String>,
    looks: bool,
    /// Panics during the call. One that did not end it was caught inside, or ended another thread.
    raised: Vec<String>,
    /// The panic that did.
    panic: Option<String>,
    /// The precondition of a callee that was broken.
    pub(super) broken: Option<String>,
}

/// The first panics at different places since a call began, in any thread.
static RAISED: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());

/// So many of them are kept.
const RAISED_KEPT: usize = 16;

/// Puts others in their place.
pub(super) fn raised(new: Vec<String>) -> Vec<String> {
    match RAISED.lock() {
        Ok(mut raised) => std::mem::replace(&mut *raised, new),
        Err(_) => Vec::new(),
    }
}

/// What a record of a panic says but for its message.
fn place_of(record: &str) -> Option<&str> {
    record.splitn(3, ' ').nth(2)
}

impl Run {
    /// `looks` says that the arguments at entry are asked for.
    pub(super) fn new(looks: bool) -> Run {
        Run { looks, ..Run::default() }
    }

    /// Notes an argument of a type with private insides as it is at entry.
    pub fn came_with(&mut self, value: &V) {
        let text = self.state.get_or_insert_with(String::new);
        wire::print(text, value);
        text.push(' ');
    }

    /// Notes the arguments as they were asked for and as they are at entry. What cannot be seen of one is told by the calls that make it.
    pub fn came_as(&mut self, asked: &[V], entry: &[V]) {
        if self.looks {
            let mut text = String::new();
            for value in entry {
                text.push(' ');
                wire::print(&mut text, value);
            }
            self.entry = Some(text);
        }
        if !asked.iter().any(is_made_by_calls) {
            return;
        }
        let mut hasher = std::collections::hash_map::DefaultHasher::new();
        for (asked, entry) in asked.iter().zip(entry) {
            let mut text = String::new();
            wire::print(&mut text, &without_tables(entry));
            if is_made_by_calls(asked) && is_hidden(&text) {
                text.clear();
                wire::print(&mut text, &without_tables(asked));
            }
            text.hash(&mut hasher);
        }
        self.input = Some(hasher.finish());
    }

    /// Notes what the target of a `&mut` parameter is in the end, if that is not what it should be.
    pub fn leaves(&mut self, param: usize, value: &V) {
        if !self.violated.is_empty() {
            self.left.push((param, value.clone()));
        }
    }

    /// Calls the function under test. `func` is its number if its own entry would check its precondition.
    pub fn call<T, F: FnOnce() -> T>(&mut self, func: u32, body: F) -> Res<T> {
        hits::making(false);
        hits::clear();
        trace::begin(func);
        judge::begin();
        out::phase(">");
        raised(Vec::new());
        hits::count(true);
        let result = std::panic::catch_unwind(AssertUnwindSafe(body));
        hits::count(false);
        self.raised = raised(Vec::new());
        out::phase("<");
        self.broken = BROKEN.with(|broken| broken.borrow_mut().take());
        DECIDED.with(|decided| *decided.borrow_mut() = None);
        result.map_err(|_| {
            self.panic = PANIC.with(|panic| panic.borrow_mut().take());
            decided(NoResult::Panicked)
        })
    }

    /// Evaluates a postcondition.
    pub fn ensure(&mut self, name: &str, value: E<Truth>) {
        match value {
            Ok(Truth::True) => {}
            Ok(claim) => {
                if let (true, Truth::NoValue(why)) = (self.violated.is_empty(), claim) {
                    self.without = Some(why);
                }
                self.violated.push(String::from(name));
            }
            Err(why) => self.undefined = self.undefined.take().or_else(|| Some((String::from(name), why))),
        }
    }

    /// What the clauses came to that were evaluated.
    pub fn said(self) -> E<Truth> {
        match (self.undefined, self.violated.is_empty()) {
            (Some((_, why)), _) => Err(why),
            (None, true) => Ok(Truth::True),
            (None, false) => Ok(Truth::False),
        }
    }
}

/// Notes a panic of any thread.
pub(super) fn note_panic(record: String) {
    if let Ok(mut raised) = RAISED.lock() {
        // The call may have no reply: another panic while this one unwinds ends the process, and if this is caught, what comes then may
        // not end.
        // (That of a clause that is being evaluated is not the call's.)
        if hits::is_on() {
            let line = format!("^{record}");
            if raised.is_empty() {
                out::tell(&line);
            } else {
                out::say(&line, true);
            }
        }
        let is_new = raised.iter().all(|known| place_of(known) != place_of(&record));
        if is_new && raised.len() < RAISED_KEPT {
            raised.push(record.clone());
        }
    }
    let _ = PANIC.try_with(|panic| *panic.borrow_mut() = Some(record));
}

/// Panics that did not end a call.
fn caught<'a>(panics: impl Iterator<Item = &'a String>) -> String {
    panics.map(|panic| panic.replacen("panicked", "caught", 1) + " ").collect()
}

/// What is told of a call.
pub(super) fn describe(result: std::thread::Result<Option<Res<V>>>, run: &Run) -> String {
    let value = match result {
        Err(_) | Ok(Some(Err(NoResult::Panicked))) => {
            let panic = run.panic.clone().or_else(|| PANIC.with(|panic| panic.borrow_mut().take()));
            let panic = panic.unwrap_or_else(|| String::from("error x"));
            let others = run.raised.iter().filter(|other| place_of(other) != place_of(&panic));
            return caught(others) + &panic;
        }
        Ok(None) => return format!("error {}", wire::hex("no such function")),
        Ok(Some(Err(NoResult::Rejected(name)))) => return format!("rejected {}", name),
        Ok(Some(Err(NoResult::Undefined(name, why)))) => return format!("undefined {} {}", name, wire::hex(&why)),
        Ok(Some(Err(NoResult::NotBuilt(why)))) => return format!("notbuilt {} {}", functions::made(), wire::hex(&why)),
        Ok(Some(Ok(value))) => value,
    };
    let mut out = caught(run.raised.iter());
    match (&run.violated[..], &run.undefined) {
        (&[], &Some((ref name, ref why))) => return format!("undefined {} {}", name, wire::hex(why)),
        (&[], &None) => out.push_str("passed "),
        (violated, _) => {
            let why = wire::reason(run.without.as_ref());
            out.push_str(&format!("violated {} {} {} ", violated.len(), violated.join(" "), why));
        }
    }
    wire::print(&mut out, &value);
    if !run.violated.is_empty() {
        out.push_str(&format!(" {}", run.left.len()));
        for &(param, ref value) in &run.left {
            out.push_str(&format!(" {} ", param));
            wire::print(&mut out, value);
        }
    }
    out
}
