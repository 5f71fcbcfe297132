//! The calls that a value with private insides was made by: each is a call of its own, with claims of its own.
use std::time::Instant;

use refine_core::ids::FnId;
use refine_core::ty::FnInst;
use refine_core::value::{Value, Vector};
use refine_testgen::outcome::Outcome;

use super::Trial;
use crate::select;

/// A call inside a vector.
pub(super) type Inner = (FnId, Vector);

/// What the calls inside a vector did to their own promises.
pub(super) enum Before {
    /// All of them kept these.
    Kept,
    /// The first that broke one, and what it came to.
    Broken(Inner, Outcome),
    /// Nobody knows of this one: run again, alone, it came to no end in the time there was.
    Unknown(FnId),
}

impl Trial<'_, '_> {
    /// What the calls inside a vector did to their own promises. What is wrong after a call that broke one is no fault of the function
    /// that is called last.
    pub(super) fn before(&mut self, vector: &Vector) -> Before {
        let Ok(harness) = self.search.harness else { return Before::Kept };
        let mut calls = Vec::new();
        vector.iter().for_each(|value| calls_in(value, &mut calls));
        for (func, args) in calls {
            let mut promising: Vec<FnInst> = self.instances(func);
            promising.retain(|inst| select::promises(self.search.program, inst));
            if promising.is_empty() {
                continue;
            }
            let inner = (func, args.clone());
            if self.kept.contains(&inner) {
                continue;
            }
            let start = Instant::now();
            // (What is made for another instance does not fit.)
            let mut is_known = true;
            let outcomes = promising.iter().map(|inst| harness.run(inst, args, &self.limits_now()).outcome);
            let outcome = outcomes.inspect(|outcome| is_known &= outcome.is_conclusive()).find(Outcome::has_returned);
            self.work.running += start.elapsed();
            match outcome {
                Some(broken @ Outcome::EnsuresViolated { .. }) => return Before::Broken(inner, broken),
                None if !is_known => return Before::Unknown(func),
                _ => drop(self.kept.insert(inner)),
            }
        }
        Before::Kept
    }

    /// The instances of a function that can be run.
    fn instances(&self, func: FnId) -> Vec<FnInst> {
        let Ok(harness) = self.search.harness else { return Vec::new() };
        if func == self.called.func {
            return vec![self.called.clone()];
        }
        self.search.instances(harness, func)
    }

    /// Of a claim that is broken only after a call that breaks its own promise, runs show nothing.
    pub(super) fn blame(&mut self, outcome: &Outcome, before: &Before) {
        self.discarded += 1;
        let (func, did) = match before {
            Before::Kept => return,
            Before::Broken((func, _), _) => (func, " had broken its own contract"),
            Before::Unknown(func) => (func, ", whose own contract took too long to check"),
        };
        let Some(at) = self.attribute(outcome) else { return };
        let path = &self.search.program.func(*func).path;
        let why = format!("broken only after `{path}`{did}");
        self.work.cases[at].beyond_runs.get_or_insert(why);
    }
}

/// The calls in a value, those first that are made first.
fn calls_in<'v>(value: &'v Value, out: &mut Vec<(FnId, &'v Vector)>) {
    match value {
        Value::Call(func, args) => {
            args.iter().for_each(|arg| calls_in(arg, out));
            out.push((*func, args));
        }
        Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) => all.iter().for_each(|part| calls_in(part, out)),
        _ => {}
    }
}

/// The arguments of the calls of a function in a value, in the same order.
pub(super) fn calls_of<'v>(func: FnId, value: &'v Value, out: &mut Vec<&'v Vector>) {
    let mut all = Vec::new();
    calls_in(value, &mut all);
    out.extend(all.into_iter().filter(|(of, _)| *of == func).map(|(_, args)| args));
}
