//! What the solver may spend, on one query and on all queries about one function.
//!
//! Counted in Z3's deterministic resource units, so that the same input gives the same verdicts on every machine. The clock is a
//! guard against work that Z3 does not count; when it strikes, the answer is [`GaveUp::Clock`], and the report says so.
use std::cell::{Cell, RefCell};

use z3::ast::Bool;
use z3::{Params, SatResult, Solver, StatisticsValue};

/// Queries that use up their own budget, after which those about the same function are given up. Without this a
/// function with hundreds of obligations that are each a little too hard would keep the others waiting for minutes.
pub(super) const QUERIES: u64 = 4;

/// Units that Z3 gets through in a millisecond on a machine (or a share of one) that is some twenty times slower than
/// today's; measured there: 400 to 1000, also for bit operations and products.
const UNITS_PER_MS: u32 = 25;
/// The guard of a small budget, in milliseconds: setting a query up is not counted.
const LEAST_GUARD_MS: u32 = 20_000;

/// What one query may cost, in Z3's resource units (`rlimit`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget(pub u32);

impl Budget {
    /// A part of it, for queries that are to leave something for others.
    pub fn divided_by(self, n: u32) -> Budget {
        Budget(self.0 / n)
    }

    pub(super) fn params(self) -> Params {
        let mut params = Params::new();
        params.set_u32("rlimit", self.0);
        params.set_u32("timeout", (self.0 / UNITS_PER_MS).max(LEAST_GUARD_MS));
        params.set_u32("random_seed", 0);
        params
    }
}

/// Why the solver has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GaveUp {
    /// The budget is used up: the same on every machine.
    Budget,
    /// The clock struck first: on a faster machine there may be an answer.
    Clock,
    /// It came to an end without one, for the reason given in Z3's words.
    Incomplete(String),
}

/// What is left for the queries about one function.
pub(super) struct Allowance {
    query: Cell<Budget>,
    left: Cell<u64>,
    why: RefCell<GaveUp>,
    clock: Cell<bool>,
}

impl Allowance {
    /// A full one. `solver` gets the budget of its queries.
    pub(super) fn new(solver: &Solver, budget: Budget) -> Self {
        let allowance = Allowance {
            query: Cell::new(budget),
            left: Cell::new(u64::from(budget.0) * QUERIES),
            why: RefCell::new(GaveUp::Budget),
            clock: Cell::new(false),
        };
        allowance.allow(solver, budget);
        allowance
    }

    /// Sets the budget of the solver's queries from now on.
    pub(super) fn allow(&self, solver: &Solver, budget: Budget) {
        self.query.set(budget);
        solver.set_params(&budget.params());
    }

    /// Puts in as much as so many queries may cost, and takes out what was left, unless the clock struck: what Z3 does
    /// not count once, it will not count again.
    pub(super) fn refill(&self, queries: u64) {
        if !self.clock.get() {
            self.left.set(u64::from(self.query.get().0) * queries);
        }
    }

    /// Whether nothing is left. Then a question is not even put: to set it up costs time that Z3 does not count.
    pub(super) fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    pub(super) fn stopped_by_clock(&self) -> bool {
        self.clock.get()
    }

    /// Asks, if there is something left. `Unknown` if there is not, and [`Allowance::why_unknown`] says so.
    pub(super) fn check(&self, solver: &Solver, literals: &[Bool]) -> SatResult {
        if self.left.get() == 0 {
            return SatResult::Unknown;
        }
        let before = spent(solver);
        let answer = solver.check_assumptions(literals);
        let cost = spent(solver).saturating_sub(before);
        self.left.set(self.left.get().saturating_sub(cost));
        if answer == SatResult::Unknown {
            let words = solver.get_reason_unknown().unwrap_or_default();
            let stopped = ["canceled", "timeout", "interrupted", "resource limit"].iter().any(|w| words.contains(w));
            let why = match stopped {
                false => GaveUp::Incomplete(words),
                true if cost >= u64::from(self.query.get().0) => GaveUp::Budget,
                true => GaveUp::Clock,
            };
            if why == GaveUp::Clock {
                self.clock.set(true);
                self.left.set(0);
            }
            *self.why.borrow_mut() = why;
        }
        answer
    }

    /// Why the last answer was `Unknown`.
    pub(super) fn why_unknown(&self) -> GaveUp {
        match &*self.why.borrow() {
            GaveUp::Incomplete(_) if self.left.get() == 0 => GaveUp::Budget,
            why => why.clone(),
        }
    }
}

/// Resource units that the solver's context has spent since it exists.
fn spent(solver: &Solver) -> u64 {
    match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(n)) => u64::from(n),
        Some(StatisticsValue::Double(n)) => n as u64,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use z3::ast::Int;

    use super::*;

    /// A question that takes Z3 long: a sum of two cubes that is a cube.
    fn hard() -> Solver {
        let solver = Solver::new();
        let [a, b, c] = ["a", "b", "c"].map(Int::new_const);
        for n in [&a, &b, &c] {
            solver.assert(n.gt(0));
            solver.assert(n.lt(1_000_000));
        }
        let cube = |n: &Int| Int::mul(&[n, n, n]);
        solver.assert((cube(&a) + cube(&b)).eq(cube(&c)));
        solver
    }

    #[test]
    fn a_spent_budget_and_a_stopped_clock_are_told_apart() {
        let solver = hard();
        let allowance = Allowance::new(&solver, Budget(20_000));
        assert_eq!(allowance.check(&solver, &[]), SatResult::Unknown);
        assert_eq!((allowance.why_unknown(), allowance.stopped_by_clock()), (GaveUp::Budget, false));

        let solver = hard();
        let allowance = Allowance::new(&solver, Budget(2_000_000_000));
        let mut params = Params::new();
        params.set_u32("timeout", 50);
        solver.set_params(&params);
        assert_eq!(allowance.check(&solver, &[]), SatResult::Unknown);
        assert_eq!((allowance.why_unknown(), allowance.stopped_by_clock()), (GaveUp::Clock, true));
        allowance.refill(QUERIES);
        assert_eq!(allowance.left.get(), 0, "no more queries where the clock struck");
    }

    #[test]
    fn the_queries_of_one_function_share_a_purse() {
        let solver = hard();
        let allowance = Allowance::new(&solver, Budget(5_000));
        let asked = (0..100)
            .take_while(|_| allowance.left.get() > 0)
            .filter(|_| allowance.check(&solver, &[]) == SatResult::Unknown);
        assert!(asked.count() <= QUERIES as usize);
        assert_eq!(allowance.check(&solver, &[]), SatResult::Unknown);
        assert_eq!(allowance.why_unknown(), GaveUp::Budget);
    }
}
