//! What the copy of a package needs to run its functions on chosen arguments, and what knows nothing of the package: values, clauses on them,
//! counters, and the talk with refine. It is built as a crate of its own, once for all packages of a user.
//!
//! Standard library only, and no unsafe code. What knows of types is in `conversions`, a module of the copy.
pub mod exact;
mod functions;
mod hits;
mod inputs;
mod int;
mod items;
mod kept;
mod made;
mod ops;
mod out;
mod turns;
mod value;
mod wire;

use self::hits::{is_on, reached};
use self::inputs::{fingerprint, is_hidden, is_made_by_calls, told_input, without_tables};

pub use self::hits::evaluated;

pub use self::functions::{Method, SLOTS, ask_for, cannot_change, counting, no_functions, param, refine, slot, stub};
pub use self::int::Int;
pub use self::items::{Drives, Leaves, Left};
pub use self::kept::{all_kept, keeps};
pub use self::made::{D, Thing, made, make, making, no_generator, no_thing, nothing, one_of, thing};
pub use self::ops::*;
pub use self::turns::{Turns, at_entry, entry};
pub use self::value::*;

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::io::BufRead;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

/// Why a call has no result that counts.
#[derive(Clone)]
pub enum NoResult {
    /// A precondition is false.
    Rejected(String),
    /// A clause cannot be evaluated by refine.
    Undefined(String, String),
    /// An argument could not be made.
    NotBuilt(String),
    /// The call panicked.
    Panicked,
}

impl From<String> for NoResult {
    fn from(why: String) -> NoResult {
        decided(NoResult::NotBuilt(why))
    }
}

/// What a call comes to.
pub type Res<T> = Result<T, NoResult>;

/// Why a call has no result. What the destructors of its arguments do from here on says nothing of it.
fn decided(why: NoResult) -> NoResult {
    DECIDED.with(|decided| *decided.borrow_mut() = Some(Err(why.clone())));
    why
}

/// The result of a call of which all is known.
pub fn ends(value: V) -> Res<V> {
    DECIDED.with(|decided| *decided.borrow_mut() = Some(Ok(value.clone())));
    Ok(value)
}

/// Drops a result. What its destructor does is not the call's.
pub fn let_go<T>(value: T) {
    let (before, broken) = (raised(Vec::new()), BROKEN.with(|broken| broken.borrow_mut().take()));
    let _ = std::panic::catch_unwind(AssertUnwindSafe(move || drop(value)));
    raised(before);
    BROKEN.with(|own| *own.borrow_mut() = broken);
}

/// A callee's precondition was broken: unwinds from there to the call under test.
struct Broken;

thread_local! {
    static PANIC: RefCell<Option<String>> = RefCell::new(None);
    static BROKEN: RefCell<Option<String>> = RefCell::new(None);
    /// How long the preconditions of callees have taken in this call.
    static CHECKS: Cell<Duration> = const { Cell::new(Duration::from_secs(0)) };
    static TOP: Cell<Option<u32>> = const { Cell::new(None) };
    static FIRST: Cell<Option<u32>> = const { Cell::new(None) };
    static SITE: Cell<Option<u32>> = const { Cell::new(None) };
    static OPERATION: Cell<u32> = const { Cell::new(u32::MAX) };
    static LAST: Cell<u32> = const { Cell::new(u32::MAX) };
    /// The functions whose preconditions could not be evaluated where they were called, with the reasons.
    static UNJUDGED: RefCell<BTreeMap<u32, String>> = RefCell::new(BTreeMap::new());
    /// The functions that are running, of those that say so, the innermost last.
    static RUNNING: RefCell<Vec<u32>> = RefCell::new(Vec::new());
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// What the call came to, before its arguments are dropped.
    static DECIDED: RefCell<Option<Res<V>>> = RefCell::new(None);
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
    let last = LAST.with(|last| last.get());
    let site = SITE.with(|site| site.take()).map_or_else(|| String::from("-"), |site| site.to_string());
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
            let within = RUNNING.with(|running| running.borrow().last().copied()).unwrap_or(u32::MAX);
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
fn suspended() -> bool {
    hits::count(false)
}

fn resumed(was: bool) {
    hits::count(was);
}

/// The last place that control came by.
fn last() -> u32 {
    LAST.with(|last| last.get())
}

/// Ends the call under test, with what is to be said of it.
fn break_off(what: String) -> ! {
    BROKEN.with(|broken| *broken.borrow_mut() = Some(what));
    std::panic::resume_unwind(Box::new(Broken))
}

/// What ended something that does not count.
fn mended() {
    BROKEN.with(|broken| *broken.borrow_mut() = None);
}

/// One more level of a recursive clause; too deep ones have no value.
pub struct Deeper(());

impl Deeper {
    pub fn enter() -> E<Deeper> {
        DEPTH.with(|depth| depth.set(depth.get() + 1));
        let guard = Deeper(());
        if DEPTH.with(|depth| depth.get()) > 1000 {
            Err(String::from("a clause that recurses too deeply"))
        } else {
            Ok(guard)
        }
    }
}

impl Drop for Deeper {
    fn drop(&mut self) {
        DEPTH.with(|depth| depth.set(depth.get() - 1));
    }
}

/// Evaluates a precondition.
pub fn require(name: &str, value: E<Truth>) -> Res<()> {
    match value {
        Ok(Truth::True) => Ok(()),
        Ok(_) => Err(decided(NoResult::Rejected(String::from(name)))),
        Err(why) => Err(decided(NoResult::Undefined(String::from(name), why))),
    }
}

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
    state: Option<String>,
    /// The same for all arguments, if one of them was made by calls: many chains of calls make the same value.
    input: Option<u64>,
    /// The arguments at entry as text, if that is asked for, and as far as it is told.
    entry: Option<String>,
    looks: bool,
    /// Panics during the call. One that did not end it was caught inside, or ended another thread.
    raised: Vec<String>,
    /// The panic that did.
    panic: Option<String>,
    /// The precondition of a callee that was broken.
    broken: Option<String>,
}

/// The first panics at different places since a call began, in any thread.
static RAISED: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());

/// So many of them are kept.
const RAISED_KEPT: usize = 16;

/// Puts others in their place.
fn raised(new: Vec<String>) -> Vec<String> {
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
        LAST.with(|last| last.set(u32::MAX));
        OPERATION.with(|operation| operation.set(u32::MAX));
        RUNNING.with(|running| running.borrow_mut().clear());
        UNJUDGED.with(|unjudged| unjudged.borrow_mut().clear());
        TOP.with(|top| top.set(Some(func)));
        SITE.with(|site| site.set(None));
        FIRST.with(|first| first.set(Some(func)));
        CHECKS.with(|checks| checks.set(Duration::from_secs(0)));
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
}

impl Run {
    /// What the clauses came to that were evaluated.
    pub fn said(self) -> E<Truth> {
        match (self.undefined, self.violated.is_empty()) {
            (Some((_, why)), _) => Err(why),
            (None, true) => Ok(Truth::True),
            (None, false) => Ok(Truth::False),
        }
    }
}

/// Evaluates a clause that is user code: a panic in it means that it has no value. Not so an overflow in its own text, which is in the file
/// `own`, or in any if that is empty, or in the standard library (`x.pow(2)`): integers in clauses are exact, and only compiled ones overflow.
pub fn guarded<F: FnOnce() -> Result<bool, String>>(own: &str, body: F) -> E<Truth> {
    INEXACT.with(|inexact| inexact.set(None));
    let before = raised(Vec::new());
    let value = std::panic::catch_unwind(AssertUnwindSafe(body));
    raised(before);
    match value {
        Ok(value) => Ok(if value? { Truth::True } else { Truth::False }),
        Err(panic) => {
            let why = text_of(&*panic);
            if is_inexact(own, &why) { Err(why) } else { Ok(Truth::NoValue(why)) }
        }
    }
}

thread_local! {
    /// Whether the panic that unwinds comes of arithmetic in the text of a clause, where another than its own place tells.
    static INEXACT: Cell<Option<bool>> = const { Cell::new(None) };
}

/// Whether a panic comes of arithmetic in the text of a clause. (In a function of a crate that the clause calls an overflow is a panic like another.)
fn is_inexact(own: &str, why: &str) -> bool {
    let is_here = |file: String| file == own || file.replace('\\', "/").contains("/library/core/src/");
    let is_at = |record: &String| record.split(' ').nth(2).and_then(wire::unhex).map_or(false, is_here);
    let is_own = || own.is_empty() || PANIC.with(|panic| panic.borrow().as_ref().map_or(false, is_at));
    INEXACT.with(|inexact| inexact.take()).unwrap_or_else(|| why.contains("with overflow") && is_own())
}

/// Looks whether a literal of a clause has its value in the type that it has there.
pub fn fits<T: std::convert::TryInto<i128>>(value: T, literal: i128) {
    if value.try_into().ok() != Some(literal) {
        unwind(format!("{} does not fit its type in the compiled clause", literal), true);
    }
}

/// The type of integers that stand in a place of a pattern.
pub struct Standing<T>(std::marker::PhantomData<T>);

/// An integer, be it behind references.
pub trait Stands {
    type Plain: std::convert::TryFrom<i128>;
}

macro_rules! stands {
    ($($ty:ty)*) => {$(
        impl Stands for $ty {
            type Plain = $ty;
        }
    )*};
}
stands!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl<'a, T: Stands> Stands for &'a T {
    type Plain = T::Plain;
}

impl<'a, T: Stands> Stands for &'a mut T {
    type Plain = T::Plain;
}

pub fn standing<T: Stands>(_: &T) -> Standing<T::Plain> {
    Standing(std::marker::PhantomData)
}

/// The same of a literal in a pattern. (What says which type that has is never called.)
pub fn in_pattern<T: std::convert::TryFrom<i128>, F: FnOnce() -> Standing<T>>(_: F, literal: i128) {
    if T::try_from(literal).is_err() {
        unwind(format!("{} does not fit its type in the compiled clause", literal), true);
    }
}

fn unwind(why: String, inexact: bool) -> ! {
    INEXACT.with(|it| it.set(Some(inexact)));
    std::panic::resume_unwind(Box::new(why))
}

/// What an expression in `old(…)` came to before the call, or the message of the panic that it ended in, and whether that came of arithmetic
/// in the text of the clause.
pub struct Old<T>(Result<T, (String, bool)>);

impl<T> Old<T> {
    /// The value, for a clause that asks for it: if there is none, the clause has none.
    pub fn taken(self) -> T {
        match self.0 {
            Ok(value) => value,
            Err((why, inexact)) => unwind(why, inexact),
        }
    }

    pub fn held(&self) -> &T {
        match self.0 {
            Ok(ref value) => value,
            Err((ref why, inexact)) => unwind(why.clone(), inexact),
        }
    }
}

/// Evaluates what stands in an `old(…)`, before it is known whether the clause will ask for it.
pub fn old<T, F: FnOnce() -> T>(own: &str, body: F) -> Old<T> {
    INEXACT.with(|inexact| inexact.set(None));
    let before = raised(Vec::new());
    let value = std::panic::catch_unwind(AssertUnwindSafe(body));
    raised(before);
    Old(value.map_err(|panic| {
        let why = text_of(&*panic);
        let inexact = is_inexact(own, &why);
        (why, inexact)
    }))
}

/// Why a clause with a function outside the model has no value.
pub fn no_meaning(path: &str) -> String {
    format!("`{}` cannot be used in a clause", path)
}

/// `Ok`, whatever the user's code calls by that name.
pub fn fine<T>(value: T) -> Result<T, String> {
    Ok(value)
}

/// What a clause says that looked at a map made for it: if it is false, that may be for the order of that map.
pub fn unless_by_order(holds: bool) -> Result<bool, String> {
    if holds { Ok(true) } else { Err("the order of a map made for `old(...)` may be another".to_string()) }
}

/// What a module says to a request: nothing if the function is not among its own.
pub type Answer = Option<Res<V>>;

pub fn answered(result: Res<V>) -> Answer {
    Some(result)
}

pub fn unanswered() -> Answer {
    None
}

fn text_of(payload: &(dyn Any + Send)) -> String {
    match (payload.downcast_ref::<&'static str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => String::from(*text),
        (_, Some(text)) => text.clone(),
        _ => String::from("a panic without a message"),
    }
}

/// Panics that did not end a call.
fn caught<'a>(panics: impl Iterator<Item = &'a String>) -> String {
    panics.map(|panic| panic.replacen("panicked", "caught", 1) + " ").collect()
}

fn describe(result: std::thread::Result<Option<Res<V>>>, run: &Run) -> String {
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

type Call = fn(u32, &[V], &mut Run) -> Answer;

fn answer_line(call: Call, line: &str) -> String {
    // A request for what the functions among the arguments are asked starts with `?`; one for what the arguments are at entry with `=`; one that
    // may take the process with it with `!`.
    let (asks, looks) = (line.starts_with('?'), line.starts_with('='));
    out::may_die(line.starts_with('!'));
    let mut tokens = line.trim_start_matches(|mark| mark == '?' || mark == '=' || mark == '!').split_ascii_whitespace();
    let func = tokens.next().and_then(|token| token.parse().ok());
    let count: Option<usize> = tokens.next().and_then(|token| token.parse().ok());
    let args: Option<Vec<V>> = count.and_then(|count| (0..count).map(|_| wire::parse(&mut tokens)).collect());
    let (func, args) = match (func, args) {
        (Some(func), Some(args)) => (func, args),
        _ => return format!("- - 0 error {}", wire::hex("a malformed request")),
    };
    let mut run = Run { looks, ..Run::default() };
    BROKEN.with(|broken| *broken.borrow_mut() = None);
    hits::clear();
    DECIDED.with(|decided| *decided.borrow_mut() = None);
    made::begin(&args);
    hits::making(true);
    let result = std::panic::catch_unwind(AssertUnwindSafe(|| call(func, &args, &mut run)));
    hits::count(false);
    let is_unmade = match result {
        Ok(Some(Err(NoResult::NotBuilt(_)))) => true,
        _ => false,
    };
    if hits::making(false) && !is_unmade {
        hits::clear();
    }
    let late = BROKEN.with(|broken| broken.borrow_mut().take());
    // If it unwinds when all is known, that is what dropping the arguments comes to.
    let (result, late) = match (result, DECIDED.with(|decided| decided.borrow_mut().take())) {
        (Err(_), Some(decided)) => (Ok(Some(decided)), None),
        (result, _) => (result, late),
    };
    let what = describe(result, &run);
    let broken = run.broken.take().or(late);
    if asks {
        let mut out = String::from("0 passed ");
        wire::print(&mut out, &functions::told());
        return out;
    }
    if looks {
        return run.entry.map_or_else(|| String::from("-"), |entry| format!("entry{}", entry));
    }
    let hits = hits::sorted();
    let hits: Vec<String> = hits.iter().map(|(number, often)| format!("{number}:{often}")).collect();
    let what = broken.unwrap_or(what);
    let unjudged = UNJUDGED.with(|unjudged| std::mem::take(&mut *unjudged.borrow_mut()));
    let unjudged = unjudged.iter().map(|(func, why)| format!("unjudged {} {} ", func, wire::hex(why)));
    let unjudged: String = unjudged.collect();
    let state = run.state.map_or_else(|| String::from("-"), |state| fingerprint(&state, &what).to_string());
    let input = told_input(&args, run.input);
    let input = input.map_or_else(|| String::from("-"), |input| input.to_string());
    format!("{} {} {} {} {}{}", state, input, hits.len(), hits.join(" "), unjudged, what)
}

/// The functions that are running, each once.
fn running() -> Vec<String> {
    let distinct = |running: &RefCell<Vec<u32>>| running.borrow().iter().copied().collect::<BTreeSet<u32>>();
    let known = RUNNING.try_with(distinct).unwrap_or_default();
    known.iter().filter(|func| **func != MADE).map(|func| func.to_string()).collect()
}

/// Serves calls that come in on the socket at standard input, until it closes.
pub fn main(call: Call) {
    let socket = match std::io::stdin().as_fd().try_clone_to_owned() {
        Ok(fd) => UnixStream::from(fd),
        Err(_) => std::process::exit(3),
    };
    let out = match socket.try_clone() {
        Ok(out) => out::Out::new(out),
        Err(_) => std::process::exit(3),
    };
    out::tell_to(out.clone());
    std::panic::set_hook(Box::new(|info| {
        let (file, line, column) = info.location().map_or(("", 0, 0), |at| (at.file(), at.line(), at.column()));
        if file.ends_with("core/src/panicking.rs") {
            // The library's word that the process ends, since a destructor panicked while a panic unwound, say: no operation of the call's.
            return;
        }
        let text = wire::hex(&text_of(info.payload()));
        let within = running();
        let within = format!("{} {}", within.len(), within.join(" "));
        let operation = OPERATION.try_with(|operation| operation.get()).unwrap_or(u32::MAX);
        let place = format!("{} {} {}", wire::hex(file), line, column);
        let record = format!("panicked {} {} {} {}", text, place, operation, within.trim_end());
        if let Ok(mut raised) = RAISED.lock() {
            // The call may have no reply: another panic while this one unwinds ends the process, and if this is caught, what comes then may
            // not end.
            // (That of a clause that is being evaluated is not the call's.)
            if is_on() {
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
    }));
    let (blocks, requests) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut socket = std::io::BufReader::with_capacity(BLOCK, socket);
        while let Some(block) = whole_lines(&mut socket) {
            if blocks.send(block).is_err() {
                break;
            }
        }
        // Whoever asked is gone; user code may be in an endless loop.
        std::process::abort();
    });
    out.line("ready");
    out.flush();
    loop {
        let block = match requests.try_recv() {
            Ok(block) => block,
            Err(_) => {
                // Whoever asked waits.
                out.flush();
                match requests.recv() {
                    Ok(block) => block,
                    Err(_) => break,
                }
            }
        };
        for line in block.lines() {
            out.reply(&answer_line(call, line));
        }
    }
}

/// Bytes that are read in one go.
const BLOCK: usize = 64 * 1024;

/// The next line, and those behind it that are there already; nothing at the end.
fn whole_lines(from: &mut std::io::BufReader<UnixStream>) -> Option<String> {
    let mut block = Vec::new();
    if from.read_until(b'\n', &mut block).ok()? == 0 {
        return None;
    }
    let ready = from.buffer();
    let whole = ready.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    block.extend_from_slice(&ready[..whole]);
    from.consume(whole);
    String::from_utf8(block).ok()
}
