//! What the solver may spend, on one query and on all queries about one function.
//!
//! Counted in Z3's deterministic resource units, so that the same input gives the same verdicts on every machine. The clock is a
//! guard against work that Z3 does not count; when it strikes, the answer is [`GaveUp::Clock`], and the report says so.
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use z3::ast::Bool;
use z3::{Params, SatResult, Solver, StatisticsValue};

use super::clock;

/// What all queries about a function may cost together is this many times the budget of one. Without a common pool, a function with
/// hundreds of obligations that are each a little too hard would keep the others waiting for minutes.
const QUERIES: u64 = 3;
/// The functions of a run that get a full pool each. If there are more, all of them share what these many may cost: macros make hundreds of
/// functions that are all as hard as the first.
const FUNCTIONS: usize = 50;
/// No query gets more than this part of what is left, so that each hard one leaves something for those after it, which may be easy.
const SHARE: u64 = 4;
/// What is too little for a query to be worth putting.
const LEAST: u32 = 4_000;

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

    /// How long a query may take that spends this, should Z3 not count what it does.
    pub(super) fn guard(self) -> Duration {
        Duration::from_millis((self.0 / UNITS_PER_MS).max(LEAST_GUARD_MS).into())
    }

    // (`arith.enable_hnf` stays on for proofs: cuts by Hermite normal forms are not counted and take 40 s of `itoa` for no proof, but without
    // them the check of `petgraph` takes more than 3 GB, and more than 300 s instead of 97.)
    pub(super) fn params(self) -> Params {
        let mut params = Params::new();
        params.set_u32("rlimit", self.0);
        params.set_u32("random_seed", 0);
        // Else it takes Ctrl-C for itself, and whoever waits for the run does not hear of it.
        params.set_bool("ctrl_c", false);
        params
    }
}

/// Why the solver has no answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GaveUp {
    /// The budget is used up: the same on every machine.
    Budget,
    /// The clock struck first: on a faster machine there may be an answer.
    Clock,
    /// It crashed on the function, and is not asked about it any more.
    Crashed,
    /// It came to an end without one, for the reason given in Z3's words.
    Incomplete(String),
}

/// How many functions share what `FUNCTIONS` of them may have, in a run over so many: rounded up to one of 50, 62, 77, …, so that a run over one
/// more asks the same of the solver, and what is kept of the others is not looked for again.
pub fn sharers(functions: usize) -> usize {
    let mut sharers = FUNCTIONS;
    while sharers < functions {
        sharers += sharers / 4;
    }
    sharers
}

/// What one of so many functions gets of an amount of anything: all of it, if they are not too many.
pub fn share(amount: u64, functions: usize) -> u64 {
    amount * FUNCTIONS as u64 / sharers(functions) as u64
}

/// What is left for the queries about one function, whatever solvers they are put to.
pub(super) struct Pool {
    left: Cell<u64>,
    clock: Cell<bool>,
}

impl Pool {
    /// A full one, for queries with this budget, in a run over so many functions.
    pub(super) fn new(budget: Budget, functions: usize) -> Rc<Self> {
        let left = share(u64::from(budget.0) * QUERIES, functions);
        Rc::new(Pool { left: Cell::new(left), clock: Cell::new(false) })
    }

    /// What is left.
    pub(super) fn left(&self) -> u64 {
        self.left.get()
    }

    /// Takes half of it out, to be put back later.
    pub(super) fn set_aside(&self) -> u64 {
        let half = self.left.get() / 2;
        self.left.set(self.left.get() - half);
        half
    }

    /// Puts in what was set aside, unless the clock struck: what Z3 does not count once, it will not count again.
    pub(super) fn put_back(&self, aside: u64) {
        if !self.clock.get() {
            self.left.set(self.left.get() + aside);
        }
    }

    /// Whether the clock, and not a budget, ended a query, so that the answers may differ on another machine.
    pub(super) fn stopped_by_clock(&self) -> bool {
        self.clock.get()
    }

    /// What a query may cost: so much if there is plenty left. `None` if it is too little.
    fn share(&self, Budget(most): Budget) -> Option<Budget> {
        let share = u32::try_from(self.left.get() / SHARE).map_or(most, |share| share.min(most));
        (share >= LEAST.min(most).max(1)).then_some(Budget(share))
    }

    fn pay(&self, cost: u64) {
        self.left.set(self.left.get().saturating_sub(cost));
    }
}

/// A solver's access to the pool.
pub(super) struct Allowance {
    pool: Rc<Pool>,
    /// What it costs to put a query to the solver, which Z3 does not count: about a unit for each assertion.
    setup: u64,
    /// The most that a query may cost.
    query: Cell<Budget>,
    /// What may still go into queries without an answer, if that is limited.
    in_vain: Cell<Option<u32>>,
    /// What the solver was told that it may cost.
    told: Cell<Option<Budget>>,
    /// Whether it asks for proofs, which takes conclusions that Z3 does not count.
    proves: bool,
    /// Whether the solver has come to an end with what is always asserted, once that is known.
    takes_in: Cell<Option<bool>>,
    why: RefCell<GaveUp>,
}

impl Allowance {
    pub(super) fn new(pool: &Rc<Pool>, budget: Budget, solver: &Solver) -> Self {
        Allowance {
            setup: solver.get_assertions().len() as u64,
            pool: Rc::clone(pool),
            query: Cell::new(budget),
            in_vain: Cell::new(None),
            told: Cell::new(None),
            proves: true,
            takes_in: Cell::new(None),
            why: RefCell::new(GaveUp::Budget),
        }
    }

    /// Asks for values, not for proofs: without cuts by Hermite normal forms, which take most of the time where integers stand for bits, and without
    /// equalities drawn from bounds, which do where recursion is unfolded.
    pub(super) fn for_values(self) -> Self {
        Allowance { proves: false, ..self }
    }

    fn params(&self, budget: Budget) -> Params {
        let mut params = budget.params();
        params.set_bool("arith.enable_hnf", self.proves);
        params.set_bool("arith.propagate_eqs", self.proves);
        params
    }

    /// Sets the most that a query may cost from now on.
    pub(super) fn allow(&self, budget: Budget) {
        self.query.set(budget);
    }

    /// Limits what goes into queries without an answer: each gets at most half of what is left for them, but always a little.
    pub(super) fn in_vain(self, most: Budget) -> Self {
        self.in_vain.set(Some(most.0));
        self
    }

    /// What the next query may cost. `None` if nothing is left.
    fn next(&self) -> Option<Budget> {
        let Budget(query) = self.query.get();
        let most = self.in_vain.get().map_or(query, |left| query.min(left / 2).max(LEAST.min(query)));
        self.pool.share(Budget(most))
    }

    /// Whether nothing is left. Then a question is not even put: to set it up costs time that Z3 does not count.
    pub(super) fn is_spent(&self) -> bool {
        self.next().is_none()
    }

    /// Opens a scope in the solver that this is for; the caller closes it with `pop`. Whether it is open: not if nothing is left.
    ///
    /// Z3 draws all simple conclusions from what was asserted before it opens a scope, however many that are: it heeds neither
    /// resources nor interrupts there. In a query it does, so the first time it is asked something that has a plain answer once those
    /// conclusions are drawn.
    pub(super) fn open(&self, solver: &Solver) -> bool {
        if self.is_spent() {
            self.nothing_left();
            return false;
        }
        let takes_in = self.takes_in.get().unwrap_or_else(|| {
            let any = Bool::fresh_const("any");
            self.check(solver, &[any.clone(), any.not()]) == SatResult::Unsat
        });
        self.takes_in.set(Some(takes_in));
        if takes_in {
            solver.push();
        }
        takes_in
    }

    /// Asks the solver that this is for, if there is something left. `Unknown` if there is not, and [`Allowance::why_unknown`] says so.
    pub(super) fn check(&self, solver: &Solver, literals: &[Bool]) -> SatResult {
        let Some(budget) = self.next() else { return self.nothing_left() };
        if self.told.replace(Some(budget)) != Some(budget) {
            solver.set_params(&self.params(budget));
        }
        self.put(solver, literals, budget)
    }

    /// The same with a solver that was not asked before and will not be again.
    pub(super) fn check_once(&self, solver: &Solver) -> SatResult {
        let Some(budget) = self.next() else { return self.nothing_left() };
        solver.set_params(&self.params(budget));
        self.put(solver, &[], budget)
    }

    fn nothing_left(&self) -> SatResult {
        if !self.pool.stopped_by_clock() {
            *self.why.borrow_mut() = GaveUp::Budget;
        }
        SatResult::Unknown
    }

    fn put(&self, solver: &Solver, literals: &[Bool], budget: Budget) -> SatResult {
        let before = spent(solver);
        let answer = clock::limited(budget.guard(), || solver.check_assumptions(literals));
        let cost = spent(solver).saturating_sub(before);
        self.pool.pay(cost + self.setup);
        if answer == SatResult::Unknown {
            let cost_in_vain = u32::try_from(cost).unwrap_or(u32::MAX);
            self.in_vain.set(self.in_vain.get().map(|left| left.saturating_sub(cost_in_vain)));
            let words = solver.get_reason_unknown().unwrap_or_default();
            let stopped = ["canceled", "timeout", "interrupted", "resource limit"].iter().any(|w| words.contains(w));
            let why = match stopped {
                false => GaveUp::Incomplete(words),
                true if cost >= u64::from(budget.0) => GaveUp::Budget,
                true => GaveUp::Clock,
            };
            if why == GaveUp::Clock {
                self.pool.clock.set(true);
                self.pool.left.set(0);
            }
            *self.why.borrow_mut() = why;
        }
        answer
    }

    /// Why the last answer was `Unknown`.
    pub(super) fn why_unknown(&self) -> GaveUp {
        match &*self.why.borrow() {
            _ if self.pool.stopped_by_clock() => GaveUp::Clock,
            GaveUp::Incomplete(_) if self.is_spent() => GaveUp::Budget,
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
        let pool = Pool::new(Budget(20_000), 1);
        let allowance = Allowance::new(&pool, Budget(20_000), &solver);
        assert_eq!(allowance.check(&solver, &[]), SatResult::Unknown);
        assert_eq!((allowance.why_unknown(), pool.stopped_by_clock()), (GaveUp::Budget, false));

        let solver = hard();
        let pool = Pool::new(Budget(2_000_000_000), 1);
        let allowance = Allowance::new(&pool, Budget(500_000_000), &solver);
        allowance.told.set(pool.share(Budget(500_000_000)));
        let mut params = Params::new();
        params.set_u32("timeout", 50);
        solver.set_params(&params);
        assert_eq!(allowance.check(&solver, &[]), SatResult::Unknown);
        assert_eq!((allowance.why_unknown(), pool.stopped_by_clock()), (GaveUp::Clock, true));
        pool.put_back(1_000_000);
        assert!(allowance.is_spent(), "no more queries where the clock struck");
    }

    #[test]
    fn the_queries_of_one_function_share_a_purse() {
        let pool = Pool::new(Budget(100_000), 1);
        let (hard, easy) = (hard(), Solver::new());
        let [one, other] = [&hard, &easy].map(|solver| Allowance::new(&pool, Budget(100_000), solver));
        let asked = (0..100)
            .take_while(|_| !one.is_spent())
            .filter(|_| one.check(&hard, &[]) == SatResult::Unknown)
            .inspect(|asked| assert!(*asked > 0 || other.check(&easy, &[]) == SatResult::Sat, "something is left"));
        assert!((2..20).contains(&asked.count()), "each gets less than the one before");
        assert_eq!(other.check(&hard, &[]), SatResult::Unknown);
        assert_eq!(other.why_unknown(), GaveUp::Budget);
    }

    #[test]
    fn what_is_set_aside_is_there_later() {
        let pool = Pool::new(Budget(100_000), 1);
        let aside = pool.set_aside();
        pool.pay(1_000_000);
        assert_eq!(pool.share(Budget(100_000)), None);
        pool.put_back(aside);
        assert_eq!(pool.share(Budget(100_000)), Some(Budget(37_500)));
    }

    #[test]
    fn many_functions_share_what_some_may_cost() {
        let left = |functions| Pool::new(Budget(100_000), functions).left.get();
        assert_eq!([left(0), left(50), left(150)], [300_000, 300_000, 100_000]);
    }
}
