//! What the queries about one function may cost together. Without it a function with hundreds of obligations that are
//! each a little too hard would keep the others waiting for minutes.
use std::cell::Cell;
use std::time::{Duration, Instant};

use z3::ast::Bool;
use z3::{SatResult, Solver, StatisticsValue};

use super::Budget;

/// All queries about one function may cost as much as this many that use up their own budget.
const QUERIES: u32 = 4;

/// Why there is no answer to a query that was not asked any more: Z3's own words for a query that was too hard.
const EMPTY: &str = "max. resource limit exceeded";

/// The cost of the queries so far, and its bound.
pub(super) struct Purse {
    left: Cell<u64>,
    until: Instant,
}

impl Purse {
    pub(super) fn new(budget: Budget) -> Self {
        Purse {
            left: Cell::new(u64::from(budget.rlimit) * u64::from(QUERIES)),
            // Z3 does not count all that it does (translating bits, for one), so this bounds what the units do not.
            until: Instant::now() + Duration::from_millis(u64::from(budget.timeout_ms)),
        }
    }

    /// Whether nothing is left.
    fn is_empty(&self) -> bool {
        self.left.get() == 0 || Instant::now() >= self.until
    }

    /// Asks, if there is something left. `Unknown` if there is not, and [`Purse::why_unknown`] says so.
    pub(super) fn check(&self, solver: &Solver, literals: &[Bool]) -> SatResult {
        if self.is_empty() {
            return SatResult::Unknown;
        }
        let before = spent(solver);
        let answer = solver.check_assumptions(literals);
        self.left.set(self.left.get().saturating_sub(spent(solver).saturating_sub(before)));
        answer
    }

    /// Why the last answer was `Unknown`.
    pub(super) fn why_unknown(&self, solver: &Solver) -> String {
        if self.is_empty() {
            return EMPTY.to_owned();
        }
        solver.get_reason_unknown().unwrap_or_default()
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
