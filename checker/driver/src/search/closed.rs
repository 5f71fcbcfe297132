//! All values of a type with private insides, where its functions make few: a state machine of three states never has a hundred inputs.
use std::collections::VecDeque;

use refine_core::value::{Value, Vector};
use refine_testgen::generate;
use refine_testgen::outcome::Outcome;
use rustc_hash::FxHashSet;

use super::Trial;

/// Values that differ, and calls, after which there are taken to be too many.
const VALUES: usize = 256;
const CALLS: usize = 4000;

impl Trial<'_, '_> {
    /// Runs the function with all arguments that there are, if they are few. Whether that was done.
    ///
    /// From the values that constructors make, each function of the type with each of its arguments is called once more, until all that comes
    /// of it is known. Values are told apart by all that is in them; where that cannot be seen, by the calls that make them, of which there is
    /// no end.
    pub(super) fn exhaust(&mut self) -> bool {
        let def = self.search.program.func(self.called.func);
        let is_one = self.runs.len() == 1 && def.generics.is_empty() && def.consts.is_empty();
        if !is_one || self.work.remembers || self.work.is_closure() {
            return false;
        }
        let Some(closed) = generate::closed(self.search.program, &self.called) else { return false };
        let (mut seen, mut values) = (FxHashSet::default(), Vec::new());
        let mut todo: VecDeque<Value> = closed.starts().into();
        let mut calls = 0;
        while let Some(value) = todo.pop_front() {
            calls += 1;
            let Some(first) = closed.vectors(&value).into_iter().next() else { return false };
            match self.run_one(first) {
                _ if calls > CALLS => return false,
                Ran::Known(input) if seen.insert(input) => {
                    todo.extend(closed.next(&value));
                    values.push(value);
                }
                Ran::Known(_) | Ran::NoValue => {}
                Ran::Unknown => return false,
            }
            if values.len() > VALUES {
                return false;
            }
        }
        for vector in values.iter().flat_map(|value| closed.vectors(value).into_iter().skip(1)) {
            calls += 1;
            if calls > CALLS || matches!(self.run_one(vector), Ran::Unknown) {
                return false;
            }
        }
        true
    }

    /// Runs a vector and books what it shows.
    fn run_one(&mut self, vector: Vector) -> Ran {
        if self.over_budget() || self.done() {
            return Ran::Unknown;
        }
        let ran = self.call(&vector);
        let known = match (&ran.outcome, ran.input) {
            (Outcome::NotBuilt { .. }, _) => Ran::NoValue,
            (outcome, Some(input)) if outcome.is_conclusive() => Ran::Known(input),
            _ => Ran::Unknown,
        };
        self.book(vector, ran);
        known
    }
}

/// What a run says of the arguments that were made for it.
enum Ran {
    /// Their number.
    Known(u64),
    /// None were made: a constructor gave nothing.
    NoValue,
    Unknown,
}
