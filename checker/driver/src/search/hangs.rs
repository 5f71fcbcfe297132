//! Calls that do not finish: whether they never do, whether that may be right, and how long they are waited for.
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use refine_core::mir::interpret;
use refine_core::program::FnDef;
use refine_core::ty::Ty;
use refine_core::value::Vector;
use refine_testgen::outcome::Outcome;
use refine_testgen::regression;
use refine_testgen::source::{Paths, Printer};
use refine_testgen::types::instantiate;

use super::Trial;
use super::replay::is_given;

/// A call that did not finish in time is given so many times that, if no kept test would wait as long, before it counts as one that never does.
const LONGER: u32 = 10;

/// Statements that the interpreter executes to see that a call never finishes which did not in time.
pub(super) const LONG: u64 = 1_000_000;

/// The same for a call that was not made yet.
pub(super) const BRIEFLY: u64 = 20_000;

impl Trial<'_, '_> {
    /// Whether a call provably never finishes: according to the model, one of its loops gets back to a state that it was in. That needs no
    /// patience, and what is only slow is never taken for it.
    pub(super) fn goes_round(&self, vector: &Vector, fuel: u64) -> bool {
        // Of other instances than the function itself there is no model.
        let known = self.called == self.work.called && vector.iter().all(is_given);
        let repeats = || interpret::repeats(self.search.program, &self.work.inst, vector, fuel);
        known && catch_unwind(AssertUnwindSafe(repeats)).unwrap_or(false)
    }

    /// How long a call is waited for before it is said not to finish.
    pub(super) fn waits(&self) -> Duration {
        let timeout = self.search.limits.timeout;
        timeout.max(regression::WAIT.min(timeout * LONGER))
    }

    /// The vector of a call that does not finish if it is waited for as long as the kept test will: the small one, else the one it was made
    /// from.
    pub(super) fn waited_for(&mut self, vector: &Vector, original: &Vector) -> Option<Vector> {
        let (limits, hung, running) = (self.limits, std::mem::take(&mut self.hung), self.work.running);
        self.limits.timeout = self.waits();
        let candidates = if vector == original { vec![vector] } else { vec![vector, original] };
        let found = candidates.into_iter().find(|candidate| {
            self.hung = 0;
            self.call(candidate).outcome == Outcome::TimedOut
        });
        let found = found.cloned();
        // (The other claims of the function are to have their runs all the same.)
        (self.limits, self.hung, self.work.running) = (limits, hung + 1, running);
        found
    }

    /// The first type that stands for a type parameter and whose own `next` may run: what takes any iterator does not promise that it
    /// comes to an end where the iterator does not.
    pub(super) fn iterator(&self) -> Option<String> {
        let program = self.search.program;
        let is_next =
            |def: &&FnDef| def.name == "next" && def.of_trait.is_some() && def.implements.is_none() && !def.std;
        let iterators: Vec<&Ty> = program.fns().iter().filter(is_next).filter_map(|def| def.self_ty.as_ref()).collect();
        let same = |one: &Ty, other: &Ty| match (one.peeled(), other.peeled()) {
            (Ty::Adt(one, _), Ty::Adt(other, _)) => one == other,
            _ => false,
        };
        let generics = &program.func(self.called.func).generics;
        let mut given = generics.iter().map(|name| instantiate(program, &self.called, &Ty::Param(name.clone())));
        let found = given.find(|ty| iterators.iter().any(|own| same(ty, own)))?;
        Some(Printer { program, paths: Paths::Short }.ty(&found))
    }

    /// A call that does not finish need not be a fault: that is said, and no more such calls are looked for.
    pub(super) fn excused(&mut self, at: usize, note: String) {
        if !self.work.notes.contains(&note) {
            self.work.notes.push(note);
        }
        self.work.may_hang = false;
        self.forget(at);
    }
}
