//! Clauses of loops, looked at in each turn. What does not hold is told at once, so that it is known even of a call that
//! never ends; the call goes on.
use std::cell::RefCell;
use std::collections::BTreeSet;

use super::{E, Truth, V, le, literal, lt, out, truth, wire};

thread_local! {
    static ENTRY: RefCell<Vec<V>> = RefCell::new(Vec::new());
    static TOLD: RefCell<BTreeSet<String>> = RefCell::new(BTreeSet::new());
}

/// The arguments of the call that starts.
pub fn entry(values: &[V]) {
    ENTRY.with(|entry| *entry.borrow_mut() = values.to_vec());
    TOLD.with(|told| told.borrow_mut().clear());
}

/// Does something with the arguments as they were at entry.
pub fn at_entry(body: &mut dyn FnMut(&[V])) {
    ENTRY.with(|entry| body(&entry.borrow()));
}

/// One execution of a loop.
pub struct Turns {
    func: u32,
    number: u32,
    probe: u32,
    top: bool,
    turn: u32,
    /// Whether all invariants held before this turn: what a turn does is judged by that.
    held: bool,
    holds: bool,
    /// Whether a clause could not be looked at in this turn.
    blind: bool,
    measure: Option<V>,
}

impl Turns {
    /// `top` says whether this is in the call under test itself.
    pub fn new(func: u32, number: u32, probe: u32, top: bool) -> Turns {
        Turns { func, number, probe, top, turn: 0, held: true, holds: true, blind: false, measure: None }
    }

    /// Whether the clauses are to be looked at.
    pub fn watching(&self) -> bool {
        self.top && super::hits::is_on()
    }

    /// An invariant's value at the head of the loop.
    pub fn claim(&mut self, clause: u32, value: E<Truth>) {
        let why = match value {
            Ok(Truth::True) => return,
            Ok(Truth::False) => None,
            Ok(Truth::NoValue(why)) => Some(why),
            Err(_) => {
                self.holds = false;
                self.blind = true;
                return;
            }
        };
        self.holds = false;
        if self.held {
            self.tell(&clause.to_string(), why.as_ref());
        }
    }

    /// The measure's value at the head of the loop.
    pub fn measure(&mut self, value: E<V>) {
        let now = value.ok();
        self.blind = self.blind || now.is_none();
        if let (true, Some(before), Some(now)) = (self.held, self.measure.take(), now.clone()) {
            let positive = le(literal("0"), before.clone()).and_then(truth);
            let smaller = lt(now, before).and_then(truth);
            if let (Ok(positive), Ok(smaller)) = (positive, smaller) {
                if !(positive && smaller) {
                    self.tell("m", None);
                }
            }
        }
        self.measure = now;
    }

    /// The turn's clauses were looked at.
    pub fn next(&mut self) {
        if !self.blind {
            super::hits::reached(self.probe + u32::from(self.turn > 0));
        }
        self.blind = false;
        self.held = self.holds;
        self.holds = true;
        self.turn = self.turn.saturating_add(1);
    }

    fn tell(&self, clause: &str, why: Option<&String>) {
        let first = u32::from(self.turn == 0);
        let what = format!("! {} {} {}", self.func, self.number, clause);
        if !TOLD.with(|told| told.borrow_mut().insert(format!("{} {}", what, first))) {
            return;
        }
        out::say(&format!("{} {} {}", what, self.turn, wire::reason(why)), true);
    }
}
