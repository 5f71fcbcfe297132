//! What proofs leave open: find arguments, run them, and see what the runs say.
//!
//! In this order, until an obligation is settled: models of the find graph (whole executions, small first), the model of
//! the failed proof, then distinct enumerated vectors (type-targeted testing, `hunt`): after the first of them, models that get
//! where none of these did, and vectors that meet the premises of postconditions; then more of them. Every vector is run by the
//! harness, which evaluates the preconditions again in compiled Rust; only what happened there counts.
mod attribute;
mod chains;
mod closed;
mod hangs;
mod hunt;
mod lends;
mod others;
mod outcomes;
mod replay;
mod runs;
mod solver;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::thread::Scope;
use std::time::{Duration, Instant};

use refine_core::graph::{self, Mode};
use refine_core::ids::{FnId, ObligationIx};
use refine_core::ir::{Contract, Stmt, Way};
use refine_core::obligation::{Kind, Obligation};
use refine_core::program::{FnDef, Program};
use refine_core::smt::{Budget, Capacity, Finder, Found, GaveUp, ProofOutcome, share};
use refine_core::span::{FileId, LineCol, Span};
use refine_core::ty::FnInst;
use refine_core::value::Vector;
use refine_testgen::harness::LATER;
use refine_testgen::outcome::{ClauseRef, Outcome};
use refine_testgen::run::{Harness, Limits};
use refine_testgen::types::{KEYED_TRAITS, can_be_made, counts_by_trait, param_types, return_type, runs};
use refine_testgen::{generate, source};
use rustc_hash::FxHashSet;

use self::outcomes::described;
pub(crate) use self::outcomes::told;
use self::solver::{Solver, Spawn, spawning};
use crate::cancel::Cancel;
use crate::case::{Case, Counter, DEEPER, UNSEEN, Work, of_loop};
use crate::crashes::{Crashes, SolverUse};
use crate::judge::gave_up;
use crate::options::Options;
use crate::place::Places;
use crate::select;
use crate::workers::StepBack;

/// Models tried for one obligation before the enumeration takes over.
const MODELS: usize = 4;
/// Vectors that the solver makes so that an obligation is reached.
const ARRIVALS: usize = 3;
/// Ways of branches of which the solver finds nothing that takes them, after which it is asked for no others.
const STRAYED: usize = 16;
/// Alternatives of patterns that the solver is asked for in one function, if there are no more: no run tells which of them fitted.
const ALTERNATIVES: usize = 32;
/// After this many calls that do not finish the search of a function ends.
const HANGS: u32 = 16;
/// After this many calls that used up their stack, those of greater arguments are taken to do so too: each takes a new process.
const OVERFLOWS: u32 = 32;
/// A call that takes more time than there is for each vector that is wanted counts as so many of these.
const SLOW: u32 = 8;
/// No call is slow that takes no longer.
const NOT_SLOW: Duration = Duration::from_millis(50);
/// The runs of one function may take this many times what one call may take: a guard against calls that just finish. Less if there are many
/// functions, but no less than the second.
const PATIENCE: u32 = 20;
const LEAST_PATIENCE: u64 = 5;
/// What the time of a call is divided by once one did not finish: its like is tried often, for smaller arguments.
const SHORTER: u32 = 4;
/// Integers of at most this size and sequences of at most this length cannot keep a loop busy for a second, except
/// endlessly: only for such arguments is a call that does not finish a finding. Larger ones may just take long.
const SMALL: (i64, usize) = (100, 8);

/// The budget of a query for a model is this part of one for a proof if the model can be run.
const RUN: u32 = 2;
/// If not, it is a hint at best.
const NOT_RUN: u32 = 16;

/// Of the random vectors: the same input gives the same verdicts.
const SEED: u64 = 0;

/// What the search in one function has to do with that in others.
#[derive(Clone, Copy)]
pub(crate) struct Hooks<'s> {
    /// Who hears of a refuted case as soon as there is a witness.
    pub(crate) refuted: &'s (dyn Fn(&Work, &Case) + Sync),
    /// Lets the others begin.
    pub(crate) step_back: StepBack<'s>,
}

/// The search for one package.
pub(crate) struct Search<'a> {
    pub(crate) places: &'a Places<'a>,
    pub(crate) program: &'a dyn Program,
    /// The harness, or why there is none.
    pub(crate) harness: Result<&'a Harness, &'a str>,
    pub(crate) options: &'a Options,
    /// For the graphs that are in solvers at the same time.
    pub(crate) capacity: &'a Capacity,
    pub(crate) limits: Limits,
    /// How many functions are looked into.
    pub(crate) functions: usize,
    pub(crate) cancel: &'a Cancel,
    pub(crate) crashes: &'a Crashes,
    /// Paths of the functions under check: a panic inside one of them is its own business.
    pub(crate) under_check: &'a BTreeSet<String>,
    /// Where inlined callees may panic, with the functions under check that answer for it.
    pub(crate) answered: &'a BTreeSet<(FileId, LineCol, String)>,
    /// Preconditions, with the functions under check that call their function.
    pub(crate) callers: &'a BTreeSet<(Span, String)>,
    /// The witnesses of the last time, by function.
    pub(crate) earlier: BTreeMap<String, Vec<Vector>>,
}

/// One function's search.
struct Trial<'a, 's> {
    search: &'s Search<'a>,
    hooks: Hooks<'s>,
    /// How long others had their turn.
    waited: Duration,
    /// The graph of all executions within the depth.
    finder: Option<Solver<'s, 'a>>,
    spawn: Box<Spawn<'s>>,
    /// Whether it was there and made room for others.
    made_room: bool,
    /// The vector whose run is looked at.
    vector: Vector,
    work: &'s mut Work,
    /// The instances that can be run, and the one that is.
    runs: Vec<FnInst>,
    called: FnInst,
    /// The clauses that no run of it evaluates.
    unseen: HashSet<Span>,
    /// The parts of postconditions that runs which passed have evaluated, by the harness's numbers.
    evaluated: FxHashSet<u32>,
    /// The ways of branches that runs have taken, by the harness's numbers.
    ways: FxHashSet<u32>,
    limits: Limits,
    tried: Vec<Vector>,
    /// Calls inside vectors that kept what they promise.
    kept: HashSet<chains::Inner>,
    discarded: usize,
    /// What the arguments were that calls made, of each instance: other calls that make the same are no further input.
    inputs: FxHashSet<u64>,
    /// Runs of the instance that passed with such an input again.
    repeats: usize,
    /// Of the discarded, calls that returned, and of which a postcondition has no value.
    unjudged: usize,
    /// Of these, vectors that took the process with them before the call, or all its time.
    lost: usize,
    /// Vectors of which it is not known whether the calls in them keep their promises.
    unknown: u32,
    /// Whether the function is run over its own parameters, as the solver knows it. The models for it fit its instances only perhaps.
    solved: bool,
    /// Whether of some call it is not known what it comes to.
    inconclusive: bool,
    /// Calls that did not finish. More of that kind are likely, so they are waited for less long.
    hung: u32,
    /// The magnitude of the least vector that did not finish, or took all memory.
    busy: Option<u64>,
    /// Calls that used up their stack, or so much time that too few would be run, by their weights, and the magnitude of the least.
    costly: u32,
    least_costly: Option<u64>,
    /// Whether a call that finished did much before: then one that does not may only take longer.
    has_been_busy: bool,
    /// The case that a vector violates, if the solver is right, while that vector is run and made smaller.
    announced: Option<(usize, Vector)>,
    /// When it began, and the function's time in the solver by then.
    start: Instant,
    solver_before: Duration,
}

impl<'a> Search<'a> {
    /// Looks into all that is open in one function. A defect of refine there is reported with the function. How long others had their turn.
    pub(crate) fn function(&self, work: &mut Work, hooks: Hooks<'_>) -> Duration {
        let name = self.places.name(&work.path);
        let searching = || std::thread::scope(|scope| self.look_into(work, hooks, scope));
        let searching = || self.crashes.in_solver(SolverUse::Search, &name, searching);
        let waited = std::panic::catch_unwind(std::panic::AssertUnwindSafe(searching)).unwrap_or_else(|_| {
            work.internal.push(format!("{}: the search panicked", work.path));
            Duration::ZERO
        });
        work.hurried = work.running >= self.patience();
        for case in &mut work.cases {
            if let Some(why) = case.beyond_runs.take() {
                case.hidden = Some(why);
                case.reached = 0;
            }
        }
        // What was broken off in the midst of it says nothing.
        work.searched = !self.cancel.is_cancelled() || work.cut_short;
        if work.replays.differed > 0 {
            work.distrust(self.program.func(work.inst.func).span);
        }
        waited
    }

    fn look_into<'s>(&'s self, work: &'s mut Work, hooks: Hooks<'s>, scope: &'s Scope<'s, '_>) -> Duration {
        work.wanted = self.options.vectors.max(1);
        work.cases.iter_mut().for_each(|case| case.wanted = self.options.vectors.max(1));
        let runs = self.runs(work);
        let (runnable, solved) = (!runs.is_empty(), runs.first() == Some(&work.called));
        self.find_hidden(work, &runs);
        let solver_before = work.solver;
        let mut trial = Trial {
            search: self,
            hooks,
            waited: Duration::ZERO,
            finder: None,
            spawn: spawning(scope),
            made_room: false,
            vector: Vector::new(),
            called: work.called.clone(),
            unseen: HashSet::new(),
            evaluated: FxHashSet::default(),
            ways: FxHashSet::default(),
            work,
            limits: self.limits,
            tried: Vec::new(),
            kept: HashSet::new(),
            discarded: 0,
            inputs: FxHashSet::default(),
            repeats: 0,
            unjudged: 0,
            lost: 0,
            unknown: 0,
            solved,
            runs,
            inconclusive: false,
            hung: 0,
            busy: None,
            costly: 0,
            least_costly: None,
            has_been_busy: false,
            announced: None,
            start: Instant::now(),
            solver_before,
        };
        if runnable {
            trial.again();
        }
        trial.solve();
        if runnable {
            trial.enumerate();
            if self.options.audit && solved && !trial.work.cut_short {
                trial.sample();
            }
        }
        trial.waited
    }

    /// How long the runs of one function may take.
    fn patience(&self) -> Duration {
        let times = share(PATIENCE.into(), self.functions).max(LEAST_PATIENCE);
        Duration::from_millis(self.options.call_timeout_ms.saturating_mul(times))
    }

    /// What a function of the standard library need not call, though it is called itself, counts its calls where it stands for a type parameter:
    /// they are of the last place that control came by. If two places have that in common, runs do not tell which made the call.
    fn count_by_trait(&self, harness: &Harness, work: &mut Work, runs: &[FnInst]) {
        if !runs.iter().any(|inst| counts_by_trait(self.program, inst)) {
            return;
        }
        // (Of what is not known which trait's it is, it may be any.)
        let of_trait = |claim: &Obligation| {
            let path = &self.program.func(claim.callee?).path;
            let (of, _) = path.rsplit_once("::")?;
            KEYED_TRAITS.iter().position(|known| *known == of)
        };
        // (A function that is an argument of runs compares nothing.)
        let calls_function = |claim: &Obligation| {
            let callee = claim.callee.map(|callee| &self.program.func(callee).path);
            callee.is_some_and(|path| path.starts_with("core::ops::function::"))
        };
        // (Those that nobody asks for are made as well.)
        let unasked =
            self.options.obligation.as_ref().and_then(|_| graph::build(self.program, &work.inst, Mode::Prove));
        let unasked = unasked.iter().flat_map(|graph| &graph.obligations);
        let calls: Vec<(Span, Option<usize>)> = unasked
            .chain(work.cases.iter().map(|case| &case.obligation))
            .filter(|claim| claim.kind == Kind::Unmodelled && !calls_function(claim))
            .map(|claim| (claim.place(), of_trait(claim)))
            .collect();
        // What is claimed inside a function of the standard library has the place of the call that leads there.
        let is_inside = |case: &&mut Case| case.obligation.through.contains(&case.obligation.span);
        for case in work.cases.iter_mut().filter(is_inside) {
            let Obligation { kind: Kind::Unmodelled, template: None, .. } = case.obligation else { continue };
            let (Some(of), place) = (of_trait(&case.obligation), case.obligation.place()) else { continue };
            let others = || {
                let by_it = |(other, by): &&(Span, Option<usize>)| *other != place && by.is_none_or(|by| by == of);
                calls.iter().filter(by_it).map(|(other, _)| *other)
            };
            let is_told = harness.is_counted(place) && !others().any(|other| harness.counts_together(place, other));
            let after_closures = !others().any(|other| place.covers(other));
            case.counter = if is_told { Counter::Trait { of, after_closures } } else { Counter::None };
        }
    }

    /// Asks the harness which clauses its runs do not look at.
    fn find_hidden(&self, work: &mut Work, runs: &[FnInst]) {
        let (Ok(harness), Some(body)) = (self.harness, self.program.body(&work.inst)) else { return };
        for case in work.cases.iter_mut().filter(|case| of_loop(case.obligation.kind)) {
            let ix = body.obligations.iter().position(|known| known.id == case.obligation.id);
            let watched = ix.is_some_and(|ix| harness.is_watched(&work.inst, ObligationIx(ix as u32)));
            case.hidden = (!watched).then(|| UNSEEN.to_owned());
        }
        // A run looks at the end of the call that it makes, and of no other.
        for case in work.cases.iter_mut().filter(|case| at_the_end(case) && !case.obligation.through.is_empty()) {
            case.hidden = Some(UNSEEN.to_owned());
        }
        for case in work.cases.iter_mut().filter(|case| !at_the_end(case) && !of_loop(case.obligation.kind)) {
            // (What others have in what a macro makes of the same text is not counted.)
            let own = case.obligation.template.is_none() || case.obligation.home.is_none();
            let at_place = own && case.obligation.always_met && harness.is_counted(case.obligation.place());
            case.counter = if at_place { Counter::Place } else { Counter::None };
        }
        self.count_by_trait(harness, work, runs);
        // The standard library checks its own preconditions: it panics.
        let in_std = |span: Span| {
            let holds = |def: &FnDef| def.item.file == span.file && def.item.range().contains(&(span.start as usize));
            self.program.fns().iter().any(|def| def.std && holds(def))
        };
        let of_call = |stmt: &Stmt| match stmt {
            Stmt::Call { callee, requires, .. } => requires.iter().map(|ix| (ix.0 as usize, callee.func)).collect(),
            _ => Vec::new(),
        };
        let called: HashMap<usize, FnId> =
            body.blocks.iter().flat_map(|block| block.stmts.iter().flat_map(of_call)).collect();
        for case in work.cases.iter_mut().filter(|case| case.obligation.kind == Kind::Requires) {
            let ix = body.obligations.iter().position(|known| known.id == case.obligation.id);
            let func = match &case.obligation.callee {
                Some(callee) => Some(Some(callee)),
                None => ix.map(|ix| called.get(&ix)),
            };
            let is_seen = match func {
                // What no call claims is of calls elsewhere.
                Some(None) => false,
                // Nobody looks there at the invariants of the user's types.
                Some(Some(func)) if self.program.func(*func).std => case.obligation.clause.is_none_or(in_std),
                Some(Some(func)) if self.says_part(*func, case.obligation.clause) => false,
                _ => {
                    let site = || body.sites.iter().find(|site| site.span == case.obligation.span);
                    let callee = case.obligation.callee.or_else(|| site().map(|site| site.callee));
                    case.obligation.clause.is_none_or(|clause| harness.is_checked(callee, clause) || in_std(clause))
                }
            };
            if !is_seen {
                case.hidden = Some(UNSEEN.to_owned());
            }
        }
        if work.is_closure() {
            return;
        }
        let first = runs.first().unwrap_or(&work.inst);
        let contract = self.program.contract(first);
        for clause in contract.raw.iter().filter(|clause| clause.partly) {
            let of_clause = |case: &&mut Case| case.obligation.clause == Some(clause.span) && at_the_end(case);
            work.cases.iter_mut().filter(of_clause).for_each(|case| case.beyond_runs = Some(DEEPER.to_owned()));
        }
        for (clause, why) in harness.unevaluated(first) {
            let span = clause_of(&contract, *clause).map(|(span, _)| span);
            for case in work.cases.iter_mut().filter(|case| at_the_end(case) && case.obligation.clause == span) {
                case.hidden = Some(match why == LATER {
                    true => why.clone(),
                    false => format!("the clause does not compile as Rust: {why}"),
                });
            }
        }
        let (params, ret) = (param_types(self.program, first), return_type(self.program, first));
        if lends::may_lend(self.program, &params, &ret) {
            let spoken_of = lends::clauses(&contract, &params);
            let at_risk = |case: &&mut Case| match case.obligation.kind {
                Kind::Invariant => true,
                Kind::Ensures => case.obligation.clause.is_some_and(|clause| spoken_of.contains(&clause)),
                _ => false,
            };
            work.cases.iter_mut().filter(at_risk).for_each(|case| case.beyond_runs = Some(lends::WHY.to_owned()));
        }
    }

    /// Whether a precondition is an invariant that is only run, and not of all values that it is meant for.
    fn says_part(&self, func: FnId, clause: Option<Span>) -> bool {
        let contract = self.program.contract(&select::instance(self.program, func));
        contract.raw_requires().any(|raw| raw.partly && Some(raw.span) == clause)
    }

    /// The instances of a function that the harness can run.
    fn instances(&self, harness: &Harness, func: FnId) -> Vec<FnInst> {
        let mut all = runs(self.program, &select::instance(self.program, func));
        all.retain(|inst| harness.unsupported(inst).is_none());
        all
    }

    /// The instances of a function under check that can be run: itself first, if it can.
    fn runs(&self, work: &mut Work) -> Vec<FnInst> {
        let def = self.program.func(work.called.func);
        let mut runs = runs(self.program, &work.called);
        let why = if !self.options.run {
            Some("nothing is run with --no-run".to_owned())
        } else if let Some(why) = &def.uncallable {
            Some(why.clone())
        } else if let (Some(effect), false) = (def.effects.first(), self.options.allow_effects) {
            Some(format!("it {} (allow it with --allow-effects)", effect.what))
        } else {
            match &self.harness {
                Ok(harness) => {
                    let why = runs.first().and_then(|inst| harness.unsupported(inst)).map(str::to_owned);
                    runs.retain(|inst| harness.unsupported(inst).is_none());
                    let none = "no values are known for its constant parameters";
                    runs.is_empty().then(|| why.unwrap_or_else(|| none.to_owned()))
                }
                Err(why) => Some((*why).to_owned()),
            }
        };
        if why.is_some() {
            runs.clear();
        }
        work.not_run = why;
        runs
    }
}

impl<'a, 's> Trial<'a, 's> {
    /// Goes on with another instance.
    fn call_as(&mut self, inst: FnInst) {
        if inst != self.called {
            self.tried.clear();
        }
        let contract = self.search.program.contract(&inst);
        let unevaluated = self.search.harness.map_or(&[][..], |harness| harness.unevaluated(&inst));
        self.unseen = unevaluated.iter().filter_map(|(clause, _)| Some(clause_of(&contract, *clause)?.0)).collect();
        self.called = inst;
    }

    /// Whether the runs of this function have taken all the time they may, or too many of its calls did not finish.
    fn over_budget(&self) -> bool {
        self.hung >= HANGS || self.work.running >= self.search.patience() || self.search.cancel.is_cancelled()
    }

    /// Whether going on is a waste.
    fn should_stop(&self) -> bool {
        self.work.notes.len() > 2 || self.over_budget()
    }

    fn done(&self) -> bool {
        self.search.cancel.is_cancelled() || self.work.settled(self.search.options.run)
    }

    /// The witnesses of the last time.
    fn again(&mut self) {
        let earlier = self.search.earlier.get(&self.work.path);
        for vector in earlier.into_iter().flatten().filter(|vector| can_be_made(self.search.program, vector)) {
            if !self.done() {
                self.run_everywhere(vector.clone());
            }
        }
    }

    /// Runs a vector of the function over its own parameters, with what fits its instances if only these are run.
    fn run_everywhere(&mut self, vector: Vector) {
        if self.solved {
            self.run(vector);
            return;
        }
        let own = self.called.clone();
        let mut tried = std::mem::take(&mut self.tried);
        for inst in self.runs.clone() {
            let fitted = generate::fitted(self.search.program, &inst, vector.clone());
            if !self.done() && !self.over_budget() && can_be_made(self.search.program, &fitted) {
                self.call_as(inst);
                self.run(fitted);
            }
        }
        self.call_as(own);
        tried.push(vector);
        self.tried = tried;
    }

    /// Models of the find graph, and the models of the failed proofs.
    fn solve(&mut self) {
        let options = self.search.options;
        if self.work.claims_settled() && !options.audit {
            return;
        }
        let (start, running) = (Instant::now(), self.work.running);
        if self.is_to_blame() {
            (0..self.work.cases.len()).for_each(|at| self.note(at, gave_up(&GaveUp::Crashed)));
        } else {
            self.finder = self.new_finder();
        }
        for at in 0..self.work.cases.len() {
            if self.work.cases[at].settled() || self.search.cancel.is_cancelled() {
                continue;
            }
            self.models(at);
            if let Some(ProofOutcome::Failed { candidate: Some(candidate), .. }) = &self.work.cases[at].proof
                && !self.runs.is_empty()
                // A closure's model is of its own arguments, which no run can choose.
                && !self.work.is_closure()
                && !self.work.cases[at].settled()
            {
                let candidate = candidate.clone();
                if !self.tried.contains(&candidate) && can_be_made(self.search.program, &candidate) {
                    self.note(at, "ran the counterexample of the failed proof");
                    self.run_everywhere(candidate);
                }
            }
        }
        self.solved_for(start, running);
    }

    /// Whether the solver crashed on the function.
    fn is_to_blame(&self) -> bool {
        let name = self.search.places.name(&self.work.path);
        self.search.crashes.is_to_blame(SolverUse::Search, &name)
    }

    /// The graph of all executions in a solver.
    fn new_finder(&self) -> Option<Solver<'s, 'a>> {
        let Search { program, places, options, crashes, capacity, functions, .. } = *self.search;
        let budget = Budget(options.rlimit).divided_by(if self.runs.is_empty() { NOT_RUN } else { RUN });
        let budget = crashes.budget(SolverUse::Search, &places.name(&self.work.path), budget);
        let (called, depth) = (self.work.called.clone(), options.depth);
        let make = move || Finder::new(program, &called, depth, budget, functions, capacity);
        Solver::start(&*self.spawn, self.search.cancel.flag(), make)
    }

    /// Gives back what a large graph takes, for which others may wait. It is made again if it is needed.
    fn make_room(&mut self) {
        self.made_room |= self.finder.take_if(|finder| finder.is_large()).is_some();
    }

    /// Lets functions that nothing has been run of go first: what is left is to look for what is rare. Whether there is still time for that.
    fn let_others_begin(&mut self) -> bool {
        let (finder, made_room) = (&mut self.finder, &mut self.made_room);
        // (Others may wait for the room of a graph.)
        let waited = (self.hooks.step_back)(&mut || *made_room |= finder.take().is_some());
        self.waited += waited;
        self.start += waited;
        let in_time = !self.search.cancel.is_cancelled();
        self.work.cut_short |= !in_time && !waited.is_zero();
        in_time
    }

    /// Books the time since then as the solver's, but for that of runs, of which there was so much.
    fn solved_for(&mut self, start: Instant, running: Duration) {
        self.work.clock |= self.finder.as_mut().is_some_and(Solver::stopped_by_clock);
        let runs = self.work.running.saturating_sub(running);
        self.work.solver += start.elapsed().saturating_sub(runs);
    }

    fn note(&mut self, at: usize, text: impl Into<String>) {
        self.work.cases[at].log.push(text.into());
    }

    fn models(&mut self, at: usize) {
        let id = self.work.cases[at].obligation.id.clone();
        for _ in 0..MODELS {
            if self.over_budget() {
                return;
            }
            let Some(finder) = &mut self.finder else { return };
            let depth = finder.depth();
            match finder.violate(self.work.in_graph(&id), &self.tried) {
                Found::Vector { vector, exact } => {
                    // Of what stands for a type parameter in runs, and of functions, the solver knows nothing.
                    let fitted = generate::fitted(self.search.program, &self.work.called, vector.clone());
                    let (exact, vector) = (exact && fitted == vector, fitted);
                    let call = source::call(self.search.program, &self.work.called, &vector);
                    if self.runs.is_empty() {
                        self.note(at, format!("the solver suggests {call}; it was not run"));
                        return;
                    }
                    if !self.solved {
                        self.note(at, format!("the solver suggests {call}; instances were run with what fits them"));
                        self.run_everywhere(vector);
                        if self.work.cases[at].settled() {
                            return;
                        }
                        continue;
                    }
                    if !can_be_made(self.search.program, &vector) {
                        self.run_by_calls(&vector, |work| work.cases[at].settled());
                        if !self.work.cases[at].settled() {
                            self.note(
                                at,
                                format!("the solver suggests {call}; no function is known that makes such a value"),
                            );
                        }
                        return;
                    }
                    self.announced = exact.then(|| (at, vector.clone()));
                    let outcome = self.run(vector);
                    self.announced = None;
                    if self.work.cases[at].settled() {
                        return;
                    }
                    self.note(at, format!("the solver suggests {call}; when run, it {}", described(&outcome)));
                    if exact && of_loop(self.work.cases[at].obligation.kind) {
                        // It is broken after the last turn, where no run looks.
                        self.work.cases[at].beyond_runs = Some(UNSEEN.to_owned());
                    }
                    let case = &self.work.cases[at];
                    let hidden = case.hidden.is_some() || case.beyond_runs.is_some();
                    if exact && !hidden && disagrees(&outcome, self.work.cases[at].obligation.kind) {
                        let text =
                            format!("{id}: the solver says {call} violates it; when run, it {}", described(&outcome));
                        self.work.disagreement(text);
                    }
                }
                // Its other calls are in no graph.
                Found::Nothing { .. } if self.work.is_closure() => return,
                Found::Nothing { complete: true, .. } => {
                    // An unsatisfiable VC over a graph that leaves nothing out is a proof like any other.
                    self.note(at, "no execution violates it: all of them were explored");
                    self.work.cases[at].proof = Some(ProofOutcome::Proved { used: Vec::new(), vacuous: false });
                    return;
                }
                Found::Nothing { exhaustive, .. } => {
                    if exhaustive {
                        self.note(at, format!("no violation up to depth {depth}"));
                        self.work.cases[at].exhaustive_to = Some(depth);
                    }
                    return;
                }
                Found::Unknown(why) => {
                    self.note(at, format!("the search to depth {depth} ended: {}", gave_up(&why)));
                    return;
                }
            }
        }
    }

    /// Runs calls that may make the values of a model which nobody outside can write down, until that is done.
    fn run_by_calls(&mut self, vector: &Vector, done: impl Fn(&Work) -> bool) {
        let (own, program) = (self.called.clone(), self.search.program);
        let tried = std::mem::take(&mut self.tried);
        for inst in self.runs.clone() {
            let fitted = generate::fitted(program, &inst, vector.clone());
            let made = generate::by_calls(program, &inst, &fitted);
            self.call_as(inst);
            for vector in made {
                if done(self.work) || self.over_budget() {
                    break;
                }
                // (The function itself may have been run with it.)
                if can_be_made(program, &vector) && !(self.called == own && tried.contains(&vector)) {
                    self.run(vector);
                }
            }
        }
        self.call_as(own);
        self.tried.extend(tried);
    }

    /// Vectors that get to the obligations which the first runs have not reached, and that go where these have not gone. `know` says whether one is
    /// new: no input counts twice.
    fn arrive(&mut self, know: &mut dyn FnMut(&Vector) -> bool) {
        let (start, running) = (Instant::now(), self.work.running);
        for at in 0..self.work.cases.len() {
            self.arrivals(at, know);
        }
        self.go_everywhere(know);
        self.solved_for(start, running);
    }

    /// A vector for each way of a branch that no run has taken.
    fn go_everywhere(&mut self, know: &mut dyn FnMut(&Vector) -> bool) {
        let (Ok(harness), Some(finder)) = (self.search.harness, &mut self.finder) else { return };
        let is_counted = |at: Span| harness.branches().iter().any(|branch| branch.span().covers(at));
        let known = |way: &Way| match way {
            Way::Alternative(at) => is_counted(*at),
            way => harness.way(*way).is_some(),
        };
        let (ways, mut strayed) = (finder.ways(), 0);
        let alternatives = ways.iter().filter(|way| matches!(way, Way::Alternative(_)));
        let too_many = alternatives.count() > ALTERNATIVES;
        for way in ways.into_iter().filter(known) {
            if self.work.claims_settled() || self.over_budget() || strayed >= STRAYED {
                return;
            }
            if harness.way(way).map_or(too_many, |number| self.ways.contains(&number)) {
                continue;
            }
            let Some(finder) = &mut self.finder else { return };
            let Found::Vector { vector, .. } = finder.take(way) else {
                strayed += 1;
                continue;
            };
            self.run_new(vector, know, Work::claims_settled);
        }
    }

    /// Runs a model, unless it is known.
    fn run_new(&mut self, vector: Vector, know: &mut dyn FnMut(&Vector) -> bool, done: impl Fn(&Work) -> bool) {
        if !can_be_made(self.search.program, &vector) {
            return self.run_by_calls(&vector, done);
        }
        match know(&generate::fitted(self.search.program, &self.called, vector.clone())) {
            true => self.run_everywhere(vector),
            false => self.tried.push(vector),
        }
    }

    /// Vectors that get to one of them.
    fn arrivals(&mut self, at: usize, know: &mut dyn FnMut(&Vector) -> bool) {
        for _ in 0..ARRIVALS {
            let case = &self.work.cases[at];
            if case.settled() || case.reached >= ARRIVALS || self.search.cancel.is_cancelled() {
                return;
            }
            let id = case.obligation.id.clone();
            if self.over_budget() {
                return;
            }
            let Some(finder) = &mut self.finder else { return };
            let Found::Vector { vector, .. } = finder.reach(self.work.in_graph(&id), &self.tried) else { return };
            let only_by_calls = !can_be_made(self.search.program, &vector);
            self.run_new(vector, know, |work| work.cases[at].settled());
            if only_by_calls {
                return;
            }
        }
    }
}

/// Whether a run that returns has looked at it.
fn at_the_end(case: &Case) -> bool {
    matches!(case.obligation.kind, Kind::Ensures | Kind::Invariant)
}

/// Where a clause was written, and its text.
fn clause_of(contract: &Contract, clause: ClauseRef) -> Option<(Span, String)> {
    match clause {
        ClauseRef::Ensures(k) => contract.ensures.get(k).map(|c| (c.span, c.text.clone())),
        ClauseRef::Requires(k) => contract.requires.get(k).map(|c| (c.span, c.text.clone())),
        ClauseRef::Raw(k) => contract.raw.get(k).map(|c| (c.span, c.written.clone())),
    }
}

/// Whether an obligation is the function's own, not an inlined callee's.
fn own(case: &Case, path: &str) -> bool {
    case.obligation.through.is_empty() && case.obligation.id.starts_with(path)
}

/// Whether the run speaks against a model of which the solver is certain.
fn disagrees(outcome: &Outcome, kind: Kind) -> bool {
    !of_loop(kind) && matches!(outcome, Outcome::Passed { .. } | Outcome::Rejected { .. })
}
