//! Functions as values: tables that are filled while they are used, behind function pointers.
//!
//! A pointer cannot hold a table, so there is a fixed number of *slots*; the pointer to a slot's function asks the table that is in it. The same
//! table given twice for one parameter is one slot, so that copies of an argument agree.
use super::int::Int;
use super::value::V;
use super::{E, Truth, wire};
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

/// Functions that one call may be given.
pub const SLOTS: usize = 8;

struct Slot {
    param: usize,
    given: V,
    others: Vec<V>,
    entries: Vec<(Vec<V>, V)>,
    /// The method that it answers for, if it is one of a stub's.
    method: Option<&'static Method>,
    /// How often it was asked, where that is the first part of the questions in its table.
    calls: Option<u32>,
}

/// What a refined type says of a function: of a question, or of a question and its answer.
pub type ContractCheck = Rc<dyn Fn(&[V], Option<&V>) -> E<Truth>>;

/// Calls that may change a stub before one call under test has no more.
const CHANGES: u32 = 200;

/// Answers that a function chooses by what it is asked. After them it gives the same to all that it is asked, as far as that is allowed: a
/// witness with more is not read by anybody.
const CHOSEN: usize = 64;

/// A method of a stub.
pub struct Method {
    /// Whether its table takes first how many calls with `&mut self` there were before.
    pub counts: bool,
    /// What the trait says of its answers: where the stub is, the question, an answer.
    pub promise: fn(usize, &[V], &V) -> E<Truth>,
    /// The integers that the trait names there.
    pub literals: &'static [&'static str],
}

static TABLES: Mutex<Vec<Slot>> = Mutex::new(Vec::new());

thread_local! {
    static PARAM: std::cell::Cell<usize> = std::cell::Cell::new(0);
    static COUNTING: std::cell::Cell<bool> = std::cell::Cell::new(false);
    static CHECKS: std::cell::RefCell<Vec<(usize, ContractCheck)>> = std::cell::RefCell::new(Vec::new());
    static ASKED: std::cell::RefCell<Vec<(usize, Vec<V>)>> = std::cell::RefCell::new(Vec::new());
}

fn tables() -> std::sync::MutexGuard<'static, Vec<Slot>> {
    TABLES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A new call: no function is known.
pub fn no_functions() {
    tables().clear();
    ASKED.with(|asked| asked.borrow_mut().clear());
    CHECKS.with(|checks| checks.borrow_mut().clear());
    super::kept::begin();
}

/// What is decoded next belongs to this parameter.
pub fn param(number: usize) {
    PARAM.with(|param| param.set(number));
}

/// How many arguments were decoded before the last that was begun. More than there are if what is wrong is with none in particular.
pub fn made() -> usize {
    PARAM.with(|param| param.get())
}

/// The function that is decoded next may answer the same question otherwise the next time.
pub fn counting() {
    COUNTING.with(|counting| counting.set(true));
}

/// What is said of a parameter that is a function.
pub fn refine(param: usize, check: ContractCheck) {
    CHECKS.with(|checks| checks.borrow_mut().push((param, check)));
}

/// The slot of a table.
pub fn slot<F: Copy>(value: &V, all: &[F]) -> Result<F, String> {
    let (entries, others) = match *value {
        V::Function(ref entries, ref others) => (entries, others),
        _ => return super::value::misfit("a function", value),
    };
    let param = PARAM.with(|param| param.get());
    let calls = if COUNTING.with(|counting| counting.replace(false)) { Some(0) } else { None };
    let mut tables = tables();
    let known = tables.iter().position(|slot| slot.param == param && slot.given == *value);
    let at = known.unwrap_or_else(|| {
        let (others, entries) = (others.clone(), entries.clone());
        tables.push(Slot { param, given: value.clone(), others, entries, method: None, calls });
        tables.len() - 1
    });
    match all.get(at) {
        Some(function) => Ok(*function),
        None => Err(format!("a call is given more than {} functions", SLOTS)),
    }
}

/// Where the tables of a stub start.
pub fn stub(value: &V, methods: &'static [Method]) -> Result<usize, String> {
    let parts = match *value {
        V::Adt(0, ref parts) if parts.len() == methods.len() => parts,
        _ => return super::value::misfit("a stub", value),
    };
    let param = PARAM.with(|param| param.get());
    let mut tables = tables();
    if let Some(known) = tables.iter().position(|slot| slot.param == param && slot.given == *value) {
        return Ok(known);
    }
    let start = tables.len();
    for (part, method) in parts.iter().zip(methods) {
        let (entries, others) = match *part {
            V::Function(ref entries, ref others) => (entries.clone(), others.clone()),
            _ => return super::value::misfit("a function", part),
        };
        // It is known by its first.
        let given = if tables.len() == start { value.clone() } else { V::Default };
        tables.push(Slot { param, given, others, entries, method: Some(method), calls: None });
    }
    Ok(start)
}

/// Where the tables of the stub start that a slot belongs to: only the first is known by what it was given.
fn start(tables: &[Slot], at: usize) -> usize {
    let first = |slot: &Slot| slot.given != V::Default;
    tables.iter().take(at + 1).rposition(first).unwrap_or(at)
}

/// What the other methods of a stub have answered.
fn answers(at: usize) -> Vec<V> {
    let tables = tables();
    let others = tables.iter().enumerate().skip(start(&tables, at));
    let own = others.take_while(|&(other, slot)| other <= at || slot.given == V::Default);
    own.flat_map(|(_, slot)| slot.entries.iter().map(|entry| entry.1.clone())).collect()
}

fn check(at: usize, question: &[V], answer: Option<&V>) -> E<Truth> {
    let of = tables().get(at).map(|slot| (slot.param, slot.method));
    let param = match (of, answer) {
        (Some((param, None)), _) => param,
        (Some((_, Some(method))), Some(answer)) => {
            let start = start(&tables(), at);
            let param = PARAM.with(|param| param.get());
            let said = (method.promise)(start, question, answer);
            PARAM.with(|own| own.set(param));
            // A clause for which there was no answer is not the end of the run.
            super::mended();
            return said;
        }
        // Whether it may be asked that is looked at where it is called.
        _ => return Ok(Truth::True),
    };
    let check = CHECKS.with(|checks| {
        let checks = checks.borrow();
        checks.iter().find(|known| known.0 == param).map(|known| known.1.clone())
    });
    check.map_or(Ok(Truth::True), |check| check(question, answer))
}

/// Asks the function in a slot. Where it writes, its result is the first part of the answer.
pub fn ask_for<R>(at: usize, question: Vec<V>, writes: bool, decode: &dyn Fn(&V) -> Result<R, String>) -> R {
    let counted = super::judge::suspended();
    let answer = answered(at, &question, writes, &|answer| super::kept::is_kept(|| decode(answer).is_ok()));
    let answer = answer.and_then(|answer| decode(&answer).map_err(|why| stopped(&why)));
    super::judge::resumed(counted);
    answer.unwrap_or_else(|why| super::break_off(why))
}

/// Ends a call in which a function would change what it is given behind a `&`, and cannot.
pub fn cannot_change() -> ! {
    super::break_off(stopped("a function would change what is borrowed"))
}

/// What is said of a run in which there is no answer.
fn stopped(why: &str) -> String {
    format!("stopped {}", wire::hex(why))
}

/// The answer, one of the type's values, or what is said of the run if there is none.
fn answered(at: usize, given: &[V], writes: bool, is_value: &dyn Fn(&V) -> bool) -> Result<V, String> {
    let (param, others, method, call, chooses) = match tables().get_mut(at) {
        Some(slot) => {
            slot.calls = slot.calls.map(|calls| calls.saturating_add(1));
            let chooses = slot.method.is_some() || slot.entries.len() < CHOSEN;
            (slot.param, slot.others.clone(), slot.method, slot.calls, chooses)
        }
        None => return Err(stopped("a function outlived its call")),
    };
    if let Ok(Truth::False) = check(at, given, None) {
        return Err(format!("asked {} {}", param, super::trace::last()));
    }
    let call = call.map(|call| V::Int(Int::from_u128(u128::from(call))));
    let question: Vec<V> = call.into_iter().chain(given.iter().cloned()).collect();
    let question = &question[..];
    let known =
        |slot: &Slot| slot.entries.iter().find(|entry| is_asked(&entry.0, question)).map(|entry| entry.1.clone());
    let result = |answer: &V| match *answer {
        V::Tuple(ref parts) if writes => parts.first().cloned(),
        _ => Some(answer.clone()),
    };
    let entry = tables().get(at).and_then(known);
    if let Some(answer) = entry {
        // A table that was made smaller may say what its contract does not allow. (A stub's answers are judged as they are chosen.)
        if let (None, Ok(Truth::False)) = (method, check(at, given, result(&answer).as_ref())) {
            return Err(stopped("a function answers what is not allowed"));
        }
        return Ok(answer);
    }
    if let (Some(method), Some(&V::Int(ref calls))) = (method, question.first()) {
        // Nothing says that something else comes of it at last.
        if method.counts && calls.to_u128().map_or(true, |calls| calls > u128::from(CHANGES)) {
            return Err(stopped("a method with `&mut self` of a trait that nothing implements is called without end"));
        }
    }
    // What may be answered may depend on other answers, but not on itself.
    let own = (at, question.to_vec());
    if ASKED.with(|asked| asked.borrow().contains(&own)) {
        return Err(stopped("an answer depends on itself"));
    }
    ASKED.with(|asked| asked.borrow_mut().push(own));
    let literals = method.iter().flat_map(|method| method.literals).filter_map(|text| Int::parse(text)).map(V::Int);
    let named: Vec<V> = literals.chain(if method.is_some() { answers(at) } else { Vec::new() }).collect();
    let is_promised = |answer: &V| matches!(check(at, given, result(answer).as_ref()), Ok(Truth::True));
    let allowed = |answer: &V| is_value(answer) && is_promised(answer);
    let constant = others.first().filter(|answer| !chooses && allowed(answer)).cloned();
    let found = constant.clone().or_else(|| candidates(question, others, &named).into_iter().find(allowed));
    ASKED.with(|asked| asked.borrow_mut().pop());
    match found {
        Some(answer) => {
            if let (None, Some(slot)) = (constant, tables().get_mut(at)) {
                slot.entries.push((question.to_vec(), answer.clone()));
            }
            Ok(answer)
        }
        None => Err(stopped("refine knows no result that a function may return")),
    }
}

/// Whether an entry of a table is for a question: the parts that it says nothing of may be anything.
fn is_asked(entry: &[V], question: &[V]) -> bool {
    let fits = |both: (&V, &V)| both.0 == both.1 || matches!(*both.0, V::Opaque(_));
    entry.len() == question.len() && entry.iter().zip(question).all(fits)
}

/// The answers to choose from: of several, the question says where to begin, and others close to its numbers and to those that are
/// named come last.
fn candidates(question: &[V], mut others: Vec<V>, named: &[V]) -> Vec<V> {
    if others.len() > 1 {
        let mut text = String::new();
        question.iter().for_each(|part| wire::print(&mut text, part));
        let hash = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let start = |count: usize| (hash >> 20) as usize % count;
        let (first, count) = (start(others.len()), others.len());
        others.rotate_left(first);
        if let Some(&V::Int(_)) = others.first() {
            let one = Int::from_u128(1);
            for part in question.iter().chain(named) {
                if let V::Int(ref number) = *part {
                    // (Arrays are no iterators of values before the edition of 2021.)
                    others.push(V::Int(number.clone()));
                    others.push(V::Int(number.add(&one)));
                    others.push(V::Int(number.sub(&one)));
                }
            }
            let near = &mut others[count..];
            if !near.is_empty() {
                near.rotate_left(start(near.len()));
            }
        }
    }
    others
}

/// What all functions of the last call were asked, and answered, in the order in which they were made.
pub fn told() -> V {
    let entry = |entry: &(Vec<V>, V)| V::tuple(vec![V::tuple(entry.0.clone()), entry.1.clone()]);
    V::tuple(tables().iter().map(|slot| V::seq(slot.entries.iter().map(entry).collect())).collect())
}
