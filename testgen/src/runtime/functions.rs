//! Functions as values: tables that are filled while they are used, behind function pointers.
//!
//! A pointer cannot hold a table, so there is a fixed number of *slots*; the pointer to a slot's function asks the table that is in it. The same
//! table given twice for one parameter is one slot, so that copies of an argument agree.
use super::int::Int;
use super::std;
use super::std::prelude::v1::*;
use super::std::rc::Rc;
use super::std::sync::{Mutex, PoisonError};
use super::value::{Decode, V};
use super::{Claim, E, wire};

/// Functions that one call may be given.
pub const SLOTS: usize = 8;

struct Slot {
    param: usize,
    given: V,
    others: Vec<V>,
    entries: Vec<(Vec<V>, V)>,
}

/// What a refined type says of a function: of a question, or of a question and its answer.
pub type Check = Rc<dyn Fn(&[V], Option<&V>) -> E<Claim>>;

static TABLES: Mutex<Vec<Slot>> = Mutex::new(Vec::new());

self::std::thread_local! {
    static PARAM: std::cell::Cell<usize> = std::cell::Cell::new(0);
    static CHECKS: std::cell::RefCell<Vec<(usize, Check)>> = std::cell::RefCell::new(Vec::new());
}

fn tables() -> std::sync::MutexGuard<'static, Vec<Slot>> {
    TABLES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A new call: no function is known.
pub fn no_functions() {
    tables().clear();
    CHECKS.with(|checks| checks.borrow_mut().clear());
}

/// What is decoded next belongs to this parameter.
pub fn param(number: usize) {
    PARAM.with(|param| param.set(number));
}

/// What is said of a parameter that is a function.
pub fn refine(param: usize, check: Check) {
    CHECKS.with(|checks| checks.borrow_mut().push((param, check)));
}

/// The slot of a table.
pub fn slot<F: Copy>(value: &V, all: &[F]) -> Result<F, String> {
    let (entries, others) = match *value {
        V::Function(ref entries, ref others) => (entries, others),
        _ => return super::value::misfit("a function", value),
    };
    let param = PARAM.with(|param| param.get());
    let mut tables = tables();
    let known = tables.iter().position(|slot| slot.param == param && slot.given == *value);
    let at = known.unwrap_or_else(|| {
        tables.push(Slot { param, given: value.clone(), others: others.clone(), entries: entries.clone() });
        tables.len() - 1
    });
    match all.get(at) {
        Some(function) => Ok(*function),
        None => Err(std::format!("a call is given more than {} functions", SLOTS)),
    }
}

fn check(param: usize, question: &[V], answer: Option<&V>) -> E<Claim> {
    let check = CHECKS.with(|checks| {
        let checks = checks.borrow();
        checks.iter().find(|known| known.0 == param).map(|known| known.1.clone())
    });
    check.map_or(Ok(Claim::True), |check| check(question, answer))
}

/// Asks the function in a slot.
pub fn ask<R: Decode>(at: usize, question: Vec<V>) -> R {
    let armed = super::suspended();
    let answer = answered(at, &question).and_then(|answer| R::decode(&answer));
    super::resumed(armed);
    answer.unwrap_or_else(|why| super::break_off(why))
}

/// The answer, or what is said of the run if there is none.
fn answered(at: usize, question: &[V]) -> Result<V, String> {
    let (param, others) = match tables().get(at) {
        Some(slot) => (slot.param, slot.others.clone()),
        None => return Err(std::format!("notbuilt {}", wire::hex("a function outlived its call"))),
    };
    if let Ok(Claim::False) = check(param, question, None) {
        return Err(std::format!("asked {} {}", param, super::last()));
    }
    let known = |slot: &Slot| slot.entries.iter().find(|entry| entry.0 == question).map(|entry| entry.1.clone());
    if let Some(answer) = tables().get(at).and_then(known) {
        return Ok(answer);
    }
    let allowed = |answer: &V| matches!(check(param, question, Some(answer)), Ok(Claim::True));
    match candidates(question, others).into_iter().find(allowed) {
        Some(answer) => {
            if let Some(slot) = tables().get_mut(at) {
                slot.entries.push((question.to_vec(), answer.clone()));
            }
            Ok(answer)
        }
        None => Err(std::format!("notbuilt {}", wire::hex("no answer is known that a function may give"))),
    }
}

/// The answers to choose from: of several, the question says where to begin, and others close to its numbers come last.
fn candidates(question: &[V], mut others: Vec<V>) -> Vec<V> {
    if others.len() > 1 {
        let mut text = String::new();
        question.iter().for_each(|part| wire::print(&mut text, part));
        let hash = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let start = (hash >> 20) as usize % others.len();
        others.rotate_left(start);
        if let Some(&V::Int(_)) = others.first() {
            let one = Int::from_u128(1);
            for part in question {
                if let V::Int(ref number) = *part {
                    // (Arrays are no iterators of values before the edition of 2021.)
                    others.push(V::Int(number.clone()));
                    others.push(V::Int(number.add(&one)));
                    others.push(V::Int(number.sub(&one)));
                }
            }
        }
    }
    others
}

/// What all functions of the last call were asked, and answered, in the order in which they were made.
pub fn told() -> V {
    let entry = |entry: &(Vec<V>, V)| V::Tuple(std::vec![V::Tuple(entry.0.clone()), entry.1.clone()]);
    V::Tuple(tables().iter().map(|slot| V::Seq(slot.entries.iter().map(entry).collect())).collect())
}
