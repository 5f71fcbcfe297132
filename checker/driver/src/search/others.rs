//! What other functions return, as arguments: a tree that `insert` has made is one that `remove` takes.
use std::time::{Duration, Instant};

use refine_core::ids::FnId;
use refine_core::ty::{FnInst, Ty};
use refine_core::value::{Value, Vector};
use refine_testgen::outcome::Outcome;
use refine_testgen::run::Limits;
use refine_testgen::types::{has_shapes, param_types, return_type};
use refine_testgen::{Batch, Harness, Ran, generate};

use super::{SEED, Trial};

/// Functions that are called for what they return, how often they go on from what they returned before, calls each time, and steps of the
/// search for their first arguments.
const OTHERS: usize = 3;
const ROUNDS: usize = 16;
const CALLS: usize = 32;
const STEPS: u64 = 200_000;

/// Calls of another function.
struct Gather<'a> {
    vectors: generate::Vectors<'a>,
    left: usize,
    limits: Limits,
    /// What a call may take for others to be made, when the one that runs was begun, and whether one took longer, or all memory.
    most: Duration,
    since: Instant,
    is_slow: bool,
    /// What they returned.
    results: Vec<Value>,
}

impl Trial<'_, '_> {
    /// Lets vectors go on from what other functions of the crate return.
    pub(super) fn gather(&self, harness: &Harness, vectors: &mut generate::Vectors<'_>) {
        let program = self.search.program;
        let wanted: Vec<Ty> = param_types(program, &self.called).iter().map(Ty::plain).collect();
        let wanted: Vec<Ty> = wanted.into_iter().filter(|ty| has_shapes(program, ty)).collect();
        if wanted.is_empty() {
            return;
        }
        for inst in self.others(harness, &wanted).into_iter().take(OTHERS) {
            let other = generate::vectors(program, &inst, self.search.options.depth, SEED);
            let (limits, most) = (self.limits_now(), self.fair_share());
            let (since, results) = (Instant::now(), Vec::new());
            let mut gather = Gather { vectors: other, left: 0, limits, most, since, is_slow: false, results };
            for _ in 0..ROUNDS {
                if !gather.is_slow {
                    gather.left = CALLS;
                    gather.since = Instant::now();
                    harness.run_all(&inst, &mut gather);
                }
            }
            let ret = return_type(program, &inst);
            gather.results.iter().for_each(|result| vectors.returned_by(&ret, result));
        }
    }

    /// Functions that can be run and give what is wanted: those that take it too come first, as they give the most.
    fn others(&self, harness: &Harness, wanted: &[Ty]) -> Vec<FnInst> {
        let (program, options) = (self.search.program, self.search.options);
        let able = |id: &FnId| {
            let def = program.func(*id);
            let harmless = options.allow_effects || def.effects.is_empty();
            def.is_own() && *id != self.called.func && def.uncallable.is_none() && !def.remembers && harmless
        };
        let ids = (0..program.fns().len() as u32).map(FnId).filter(able);
        let able = ids.flat_map(|id| self.search.instances(harness, id));
        let gives = |inst: &FnInst| {
            let ret = return_type(program, inst).plain();
            wanted.contains(&ret) || ret.parts().any(|part| wanted.contains(part))
        };
        let mut found: Vec<FnInst> = able.filter(gives).collect();
        found.sort_by_key(|inst| !param_types(program, inst).iter().any(|ty| wanted.contains(&ty.plain())));
        found
    }
}

impl Batch for Gather<'_> {
    fn next(&mut self) -> Option<Vector> {
        self.left = self.left.checked_sub(1)?;
        let grows = self.vectors.grows() && (!self.left.is_multiple_of(4) || self.vectors.steps() >= STEPS);
        if grows { self.vectors.next_grown() } else { self.vectors.next() }
    }

    fn is_wanted(&mut self, _: &Vector) -> bool {
        true
    }

    fn ran(&mut self, _: Vector, ran: Ran) -> bool {
        self.is_slow |= ran.outcome.is_late() || ran.outcome.takes_all_memory() || self.since.elapsed() > self.most;
        self.since = Instant::now();
        if self.is_slow {
            return false;
        }
        if let Outcome::Passed { result } = ran.outcome {
            self.vectors.returned(&result);
            self.results.push(result);
            return true;
        }
        // What it does wrong is its own business; but it is not to take time.
        matches!(ran.outcome, Outcome::Rejected { .. } | Outcome::EnsuresViolated { .. } | Outcome::Panicked { .. })
    }

    fn limits(&self) -> Limits {
        self.limits
    }
}
