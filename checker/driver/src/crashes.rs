//! Crashes of the solver. It is a library of another language, and where it crashes, so does the process.
//!
//! A check in a process of its own ([`crate::apart`]) says which function it enters the solver with, so that it is known which ones were
//! in there when it crashed. They are done one at a time, before all others, when the check is started again: the one with which it
//! crashes again is to blame, whatever else was going on the first time. That one gets half of its budget then, with which the solver takes another
//! way; where it crashes all the same, the function is kept out of it.
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use refine_core::smt::Budget;
use serde::{Deserialize, Serialize};

/// What the solver is used for. A function that crashes it in one does so, perhaps, not in the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) enum SolverUse {
    /// Proofs.
    Proof,
    /// Models.
    Search,
}

/// A function, by its name, in the solver.
pub(crate) type InSolver = (SolverUse, String);

/// What is known of crashes of earlier attempts at the same check.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct KnownCrashes {
    /// Those that crash the solver.
    pub(crate) to_blame: BTreeSet<InSolver>,
    /// Those that crashed it once, with all of their budget.
    pub(crate) once: BTreeSet<InSolver>,
    /// Those that may.
    pub(crate) suspects: BTreeSet<InSolver>,
}

impl KnownCrashes {
    /// Learns from a crash with these in the solver. Whether there is something to learn.
    pub(crate) fn learn(&mut self, in_solver: BTreeSet<InSolver>) -> bool {
        let before = self.clone();
        match in_solver.len() {
            1 => {
                self.suspects.retain(|known| !in_solver.contains(known));
                let (again, first): (Vec<_>, Vec<_>) = in_solver.into_iter().partition(|one| self.once.contains(one));
                self.to_blame.extend(again);
                self.once.extend(first);
            }
            _ => self.suspects.extend(in_solver),
        }
        *self != before
    }
}

/// Is told of what enters (`true`) and leaves the solver, before it does.
type Tell = Arc<dyn Fn(&InSolver, bool) + Send + Sync>;

/// Who goes into the solver, and how.
#[derive(Clone, Default)]
pub(crate) struct Crashes {
    known: KnownCrashes,
    tell: Option<Tell>,
}

impl fmt::Debug for Crashes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.known.fmt(f)
    }
}

impl Crashes {
    pub(crate) fn new(known: KnownCrashes, tell: Tell) -> Self {
        Crashes { known, tell: Some(tell) }
    }

    /// Whether a function crashed the solver.
    pub(crate) fn is_to_blame(&self, step: SolverUse, function: &str) -> bool {
        self.known.to_blame.contains(&(step, function.to_owned()))
    }

    /// Whether any did.
    pub(crate) fn any(&self) -> bool {
        !self.known.to_blame.is_empty()
    }

    /// Whether a function is to be alone in the solver.
    pub(crate) fn is_suspect(&self, step: SolverUse, function: &str) -> bool {
        let one = (step, function.to_owned());
        self.known.suspects.contains(&one) || self.known.once.contains(&one)
    }

    /// What a function may have of the solver: less than others if it crashed it with that.
    pub(crate) fn budget(&self, step: SolverUse, function: &str, full: Budget) -> Budget {
        if self.known.once.contains(&(step, function.to_owned())) { full.divided_by(2) } else { full }
    }

    /// Does what the solver is used for in a function, or, for one that is to blame, what is done there without it.
    pub(crate) fn in_solver<R>(&self, step: SolverUse, function: &str, work: impl FnOnce() -> R) -> R {
        let Some(tell) = self.tell.as_ref().filter(|_| !self.is_to_blame(step, function)) else { return work() };
        let entered = (step, function.to_owned());
        tell(&entered, true);
        crash_on_purpose(&entered);
        let _leaves = Leaves(tell, &entered);
        work()
    }
}

struct Leaves<'a>(&'a Tell, &'a InSolver);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        self.0(self.1, false);
    }
}

/// For tests: the functions in `REFINE_CRASH` (`Proof:a::f,Search:g`) crash, once others have had time to be in the solver too.
fn crash_on_purpose((step, function): &InSolver) {
    if cfg!(debug_assertions)
        && let Ok(names) = std::env::var("REFINE_CRASH")
        && names.split(',').any(|name| name == format!("{step:?}:{function}"))
    {
        std::thread::sleep(std::time::Duration::from_millis(50));
        std::process::abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> BTreeSet<InSolver> {
        names.iter().map(|name| (SolverUse::Proof, (*name).to_owned())).collect()
    }

    #[test]
    fn only_one_that_was_alone_is_to_blame() {
        let mut known = KnownCrashes::default();
        assert!(known.learn(set(&["f", "g"])));
        assert_eq!((known.once.clone(), known.suspects.clone()), (set(&[]), set(&["f", "g"])));
        assert!(known.learn(set(&["g"])));
        assert_eq!((known.once.clone(), known.suspects.clone()), (set(&["g"]), set(&["f"])));
        assert_eq!(known.to_blame, set(&[]), "it gets another chance, with half of the budget");
        assert!(known.learn(set(&["g"])));
        assert_eq!(known.to_blame, set(&["g"]));
        assert!(!known.learn(set(&["g"])), "it is not even asked");
        assert!(!known.learn(set(&[])), "it was not the solver");
    }
}
