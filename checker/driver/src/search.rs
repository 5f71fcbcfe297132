//! What proofs leave open: find arguments, run them, and see what the runs say.
//!
//! In this order, until an obligation is settled: models of the find graph (whole executions, small first), the model of
//! the failed proof, then distinct enumerated vectors (type-targeted testing). Every vector is run by the harness,
//! which evaluates the preconditions again in compiled Rust; only what happened there counts.
use std::collections::BTreeSet;
use std::time::Duration;

use refine_core::ir::{Contract, ObligationIx};
use refine_core::obligation::{Kind, Obligation};
use refine_core::program::Program;
use refine_core::smt::{Budget, Finder, Found};
use refine_core::span::{FileId, LineCol, Span};
use refine_core::value::{Value, Vector};
use refine_testgen::outcome::{ClauseRef, Outcome};
use refine_testgen::run::{Harness, Limits};
use refine_testgen::types::can_be_made;
use refine_testgen::{generate, reduce, source};

use crate::cancel::Cancel;
use crate::case::{Case, Proof, Ran, Work, of_loop, unseen};
use crate::options::{Options, Overflow};

/// Models tried for one obligation before the enumeration takes over.
const MODELS: usize = 4;
/// Vectors that the solver makes so that an obligation is reached.
const ARRIVALS: usize = 3;
/// Enumerated vectors looked at for each one wanted, before the search gives up on a narrow precondition.
const DISCARDS: usize = 20;
/// The runs of one function may take as long as this many calls that do not finish, then its search ends.
const PATIENCE: u32 = 10;
/// What the time of a call is divided by once one did not finish: its like is tried often, for smaller arguments.
const SHORTER: u32 = 4;
/// Integers of at most this size and sequences of at most this length cannot keep a loop busy for a second, except
/// endlessly: only for such arguments is a call that does not finish a finding. Larger ones may just take long.
const SMALL: (i64, usize) = (100, 8);

/// Of the random vectors: the same input gives the same verdicts.
const SEED: u64 = 0;

/// The search for one package.
pub(crate) struct Search<'a> {
    pub(crate) program: &'a dyn Program,
    pub(crate) harness: Option<&'a Harness>,
    /// Why there is none.
    pub(crate) not_built: &'a str,
    pub(crate) options: &'a Options,
    pub(crate) limits: Limits,
    pub(crate) cancel: &'a Cancel,
    /// Paths of the functions under check: a panic inside one of them is its own business.
    pub(crate) under_check: &'a BTreeSet<String>,
    /// Where inlined callees may panic, with the functions under check that answer for it.
    pub(crate) answered: &'a BTreeSet<(FileId, LineCol, String)>,
    /// Preconditions, with the functions under check that call their function.
    pub(crate) callers: &'a BTreeSet<(Span, String)>,
}

/// One function's search.
struct Trial<'a, 's> {
    search: &'s mut Search<'a>,
    work: &'s mut Work,
    tried: Vec<Vector>,
    discarded: usize,
    runnable: bool,
    /// A call did not finish. More of that kind are likely, so they are waited for less long.
    hung: bool,
    /// The case that the vector being run violates, if the solver is right.
    announced: Option<usize>,
}

impl<'a> Search<'a> {
    /// Looks into all that is open in one function.
    pub(crate) fn function(&mut self, work: &mut Work) {
        let runnable = self.runnable(work);
        self.find_hidden(work);
        let mut trial =
            Trial { search: self, work, tried: Vec::new(), discarded: 0, runnable, hung: false, announced: None };
        trial.solve();
        if trial.runnable {
            trial.enumerate();
        }
        for case in work.cases.iter_mut().filter(|case| case.broken_unseen) {
            case.hidden = Some(unseen());
            case.reached = 0;
        }
    }

    /// Asks the harness which clauses its runs do not look at.
    fn find_hidden(&self, work: &mut Work) {
        let (Some(harness), Some(body)) = (self.harness, self.program.body(&work.inst)) else { return };
        for case in work.cases.iter_mut().filter(|case| of_loop(case.obligation.kind)) {
            let ix = body.obligations.iter().position(|known| known.id == case.obligation.id);
            let probed = ix.is_some_and(|ix| harness.is_probed(&work.inst, ObligationIx(ix as u32)));
            case.hidden = (!probed).then(unseen);
        }
        let contract = self.program.contract(&work.inst);
        for (clause, why) in harness.unevaluated(&work.inst) {
            let span = clause_of(&contract, *clause).map(|(span, _)| span);
            for case in work.cases.iter_mut().filter(|case| at_the_end(case) && case.obligation.clause == span) {
                case.hidden = Some(format!("the clause does not compile as Rust: {why}"));
            }
        }
    }

    fn runnable(&self, work: &mut Work) -> bool {
        let def = self.program.func(work.inst.func);
        let why = if !self.options.run {
            Some("nothing is run with --no-run".to_owned())
        } else if let Some(why) = &def.uncallable {
            Some(why.clone())
        } else if let (Some(effect), false) = (def.effects.first(), self.options.allow_effects) {
            Some(format!("it {} (allow it with --allow-effects)", effect.what))
        } else {
            match &self.harness {
                Some(harness) => harness.unsupported(&work.inst).map(str::to_owned),
                None => Some(self.not_built.to_owned()),
            }
        };
        work.not_run = why;
        work.not_run.is_none()
    }
}

impl Trial<'_, '_> {
    /// Whether the runs of this function have taken all the time they may.
    fn weary(&self) -> bool {
        self.work.running >= Duration::from_millis(self.search.options.call_timeout_ms) * PATIENCE
    }

    /// Whether going on is a waste: the runs took too long, or one call after the other did not finish.
    fn hopeless(&self) -> bool {
        self.work.notes.len() > 2 || self.weary()
    }

    fn done(&self) -> bool {
        self.search.cancel.is_cancelled() || self.work.cases.iter().all(Case::settled)
    }

    /// Models of the find graph, and the models of the failed proofs.
    fn solve(&mut self) {
        let options = self.search.options;
        let budget = Budget { rlimit: options.rlimit / 4, timeout_ms: options.solver_timeout_ms / 4 };
        let start = std::time::Instant::now();
        let mut finder = Finder::new(self.search.program, &self.work.inst, options.depth, budget);
        for at in 0..self.work.cases.len() {
            if self.work.cases[at].settled() || self.search.cancel.is_cancelled() {
                continue;
            }
            if let Some(finder) = &mut finder {
                self.models(finder, at);
            }
            if let Proof::Failed { candidate: Some(candidate), .. } = &self.work.cases[at].proof
                && self.runnable
                && !self.work.cases[at].settled()
            {
                let candidate = candidate.clone();
                if !self.tried.contains(&candidate) && can_be_made(self.search.program, &candidate) {
                    self.note(at, "ran the model of the failed proof");
                    self.run(candidate);
                }
            }
        }
        if let Some(finder) = &mut finder
            && self.runnable
        {
            for at in 0..self.work.cases.len() {
                self.arrivals(finder, at);
            }
        }
        self.work.solver += start.elapsed().saturating_sub(self.work.running);
    }

    fn note(&mut self, at: usize, text: impl Into<String>) {
        self.work.cases[at].log.push(text.into());
    }

    fn models(&mut self, finder: &mut Finder<'_>, at: usize) {
        let id = self.work.cases[at].obligation.id.clone();
        let depth = finder.depth();
        for _ in 0..MODELS {
            if self.weary() {
                return;
            }
            match finder.violate(&id, &self.tried) {
                Found::Vector { vector, exact } => {
                    let call = source::call(self.search.program, &self.work.inst, &vector);
                    if !self.runnable {
                        self.note(at, format!("the solver suggests {call}; it was not run"));
                        return;
                    }
                    if !can_be_made(self.search.program, &vector) {
                        self.note(at, format!("the solver suggests {call}; no function is known to make such a value"));
                        return;
                    }
                    self.announced = exact.then_some(at);
                    let outcome = self.run(vector);
                    self.announced = None;
                    if self.work.cases[at].settled() {
                        return;
                    }
                    self.note(at, format!("the solver suggests {call}; run, it {}", words(&outcome)));
                    if exact && of_loop(self.work.cases[at].obligation.kind) {
                        // It is broken after the last turn, where no run looks.
                        self.work.cases[at].broken_unseen = true;
                    }
                    if exact && disagrees(&outcome, self.work.cases[at].obligation.kind) {
                        let text = format!("{id}: the solver says {call} violates it; run, it {}", words(&outcome));
                        self.work.internal.push(text);
                    }
                }
                Found::Nothing { complete: true, .. } => {
                    // An unsatisfiable VC over a graph that leaves nothing out is a proof like any other.
                    self.note(at, "no execution violates it: all of them were explored");
                    self.work.cases[at].proof = Proof::Proved { used: Vec::new(), vacuous: false };
                    return;
                }
                Found::Nothing { exhaustive, .. } => {
                    if exhaustive {
                        self.note(at, format!("no violation to depth {depth}"));
                        self.work.cases[at].exhaustive_to = Some(depth);
                    }
                    return;
                }
                Found::Unknown(why) => {
                    self.note(at, format!("the search to depth {depth} ended: {why}"));
                    return;
                }
            }
        }
    }

    /// Vectors that get to an obligation which no run has reached yet.
    fn arrivals(&mut self, finder: &mut Finder<'_>, at: usize) {
        for _ in 0..ARRIVALS {
            let case = &self.work.cases[at];
            if case.settled() || case.reached >= ARRIVALS || self.search.cancel.is_cancelled() {
                return;
            }
            let id = case.obligation.id.clone();
            let before = case.reached;
            if self.weary() {
                return;
            }
            let Found::Vector { vector, exact } = finder.reach(&id, &self.tried) else { return };
            if !can_be_made(self.search.program, &vector) {
                return;
            }
            let outcome = self.run(vector);
            // Inlined obligations have no probe; the execution that the solver followed went through them.
            let case = &mut self.work.cases[at];
            if exact
                && matches!(outcome, Outcome::Passed { .. })
                && case.reached == before
                && !own(case, &self.work.path)
            {
                case.reached += 1;
            }
        }
    }

    /// Distinct vectors, small first, until enough have passed.
    fn enumerate(&mut self) {
        let options = self.search.options;
        let open = |work: &Work| work.cases.iter().any(|case| !case.settled() && case.hidden.is_none());
        if !open(self.work) {
            return;
        }
        let program = self.search.program;
        let mut vectors = generate::vectors(program, &self.work.inst, options.depth, SEED);
        for vector in &self.tried {
            generate::Vectors::skip(&mut vectors, vector);
        }
        for _ in 0..options.vectors * DISCARDS {
            let enough = self.work.vectors >= options.vectors;
            // A call that does not finish costs its whole timeout.
            if enough || self.hopeless() || !open(self.work) || self.done() {
                break;
            }
            let Some(vector) = vectors.next() else { break };
            self.run(vector);
        }
        let covered = vectors.exhaustive_to().filter(|depth| *depth > 0 && self.work.notes.is_empty());
        for case in self.work.cases.iter_mut().filter(|case| !case.settled() && case.reached > 0) {
            case.exhaustive_to = case.exhaustive_to.max(covered);
        }
        let mut note =
            format!("ran {} distinct vectors; {} did not meet the precondition", self.work.vectors, self.discarded);
        if self.hopeless() && open(self.work) {
            let ended = format!("its runs were ended after {} s", self.work.running.as_secs());
            note = format!("{note}; {ended}");
            self.work.ended = Some(ended);
        }
        for at in 0..self.work.cases.len() {
            if !self.work.cases[at].settled() {
                self.note(at, note.clone());
            }
        }
    }

    /// Runs one vector and books what it shows.
    fn run(&mut self, vector: Vector) -> Outcome {
        let refine_testgen::Ran { outcome, reached, loops } = self.call(&vector);
        self.tried.push(vector.clone());
        for violated in loops {
            self.failed(vector.clone(), &violated);
        }
        match &outcome {
            Outcome::Passed { .. } => {
                self.work.vectors += 1;
                self.passed(&reached);
            }
            Outcome::Rejected { .. } | Outcome::Undefined { .. } | Outcome::NotBuilt { .. } => self.discarded += 1,
            Outcome::HarnessError { message } => self.work.internal.push(message.clone()),
            _ => self.failed(vector, &outcome),
        }
        outcome
    }

    fn call(&mut self, vector: &Vector) -> refine_testgen::Ran {
        let start = std::time::Instant::now();
        let ran = self.call_untimed(vector);
        self.work.running += start.elapsed();
        ran
    }

    fn call_untimed(&self, vector: &Vector) -> refine_testgen::Ran {
        match self.search.harness {
            Some(harness) => {
                let mut limits = self.search.limits;
                if self.hung {
                    limits.timeout /= SHORTER;
                }
                harness.run(&self.work.inst, vector, &limits)
            }
            None => {
                let outcome = Outcome::HarnessError { message: "there is no harness".to_owned() };
                refine_testgen::Ran { outcome, reached: Vec::new(), loops: Vec::new() }
            }
        }
    }

    fn passed(&mut self, reached: &[ObligationIx]) {
        let Some(body) = self.search.program.body(&self.work.inst) else { return };
        let reached: BTreeSet<&str> =
            reached.iter().filter_map(|ix| body.obligations.get(ix.0 as usize)).map(|o| o.id.as_str()).collect();
        for case in &mut self.work.cases {
            let looked_at = at_the_end(case) || reached.contains(case.obligation.id.as_str());
            if case.hidden.is_none() && looked_at {
                case.reached += 1;
            }
        }
    }

    /// Books a violation: finds the obligation, makes the vector smaller, keeps the witness.
    fn failed(&mut self, vector: Vector, outcome: &Outcome) {
        let Some(at) = self.attribute(outcome) else { return };
        if self.work.cases[at].witness.is_some() {
            return;
        }
        let id = self.work.cases[at].obligation.id.clone();
        let slow = matches!(outcome, Outcome::TimedOut | Outcome::OutOfMemory);
        let (original, hung_before) = (vector.clone(), self.hung);
        self.hung |= *outcome == Outcome::TimedOut;
        let mut budget: u32 = if slow { 480 } else { 240 };
        let program = self.search.program;
        let types: Vec<_> = program.func(self.work.inst.func).params.iter().map(|param| param.ty.clone()).collect();
        let mut last = outcome.clone();
        let limits = self.search.limits;
        if !slow {
            // A smaller vector that hangs is of no use, so it need not be waited for.
            self.search.limits.timeout = limits.timeout / 5;
        }
        let vector = reduce::minimise(program, vector, &types, &mut |smaller| {
            if budget == 0 || self.weary() {
                return false;
            }
            let before = std::time::Instant::now();
            let refine_testgen::Ran { outcome, loops, .. } = self.call(smaller);
            // A call that hangs costs as much as many that do not.
            budget -= if before.elapsed() >= self.search.limits.timeout { budget.min(60) } else { 1 };
            let of_loops = matches!(last, Outcome::LoopViolated { .. });
            let mut shown = if of_loops { loops } else { vec![outcome] };
            shown.retain(|outcome| {
                outcome.is_failure()
                    && self.attribute(outcome).is_some_and(|at| self.work.cases[at].obligation.id == id)
            });
            let same = !shown.is_empty();
            last = shown.pop().unwrap_or_else(|| last.clone());
            same
        });
        self.search.limits = limits;
        let vector = match &last {
            Outcome::TimedOut => self.waited_for(vector, original, hung_before),
            _ => Some(vector),
        };
        let Some(vector) = vector else {
            self.forget(at);
            return;
        };
        let call = source::call(self.search.program, &self.work.inst, &vector);
        let text = self.words_of(&last);
        if slow && !vector.iter().all(small) {
            // It may be busy rather than stuck: said, but no finding.
            self.work.notes.push(format!("{call} {text}, which may be right for arguments of that size"));
            self.forget(at);
            return;
        }
        let case = &self.work.cases[at];
        if let Proof::Proved { used, .. } = &case.proof
            && used.is_empty()
        {
            self.work.internal.push(format!("{id}: proved, but {call} {text}"));
        }
        let panicked_at = match &last {
            Outcome::Panicked { file, at, .. } => Some((file.clone(), *at)),
            _ => None,
        };
        self.work.cases[at].log.push(format!("{call} {text}"));
        self.work.cases[at].witness = Some(Ran { vector, call, outcome: text, at: panicked_at, raw: last });
    }

    /// The vector of a call that does not finish, however long one waits: the small one, else the one it was made from.
    fn waited_for(&mut self, vector: Vector, original: Vector, hung_before: bool) -> Option<Vector> {
        let mut hangs = |vector: &Vector| {
            self.hung = false;
            let hangs = self.call(vector).outcome == Outcome::TimedOut;
            self.hung = true;
            hangs
        };
        // The first that hung was waited for already.
        match vector == original && !hung_before || hangs(&vector) {
            true => Some(vector),
            false => (vector != original && (!hung_before || hangs(&original))).then_some(original),
        }
    }

    /// Takes back a case that a run raised and that came to nothing.
    fn forget(&mut self, at: usize) {
        if matches!(self.work.cases[at].proof, Proof::NotTried) {
            self.work.cases.remove(at);
        }
    }

    /// The case that a failing run speaks of; one is raised if there is none. `None` if it is another function's.
    fn attribute(&mut self, outcome: &Outcome) -> Option<usize> {
        let program = self.search.program;
        match outcome {
            Outcome::EnsuresViolated { clauses, .. } => {
                let contract = program.contract(&self.work.inst);
                let violated = *clauses.first()?;
                let (span, text) = clause_of(&contract, violated)?;
                // A type's invariant is one clause that may be claimed of several values.
                let nth = match violated {
                    ClauseRef::Ensures(k) => contract.ensures.iter().take(k).filter(|c| c.span == span).count(),
                    _ => 0,
                };
                let of_clause = |case: &Case| {
                    matches!(case.obligation.kind, Kind::Ensures | Kind::Invariant)
                        && case.obligation.clause == Some(span)
                        && own(case, &self.work.path)
                };
                let all = self.work.cases.iter().enumerate().filter(|(_, case)| of_clause(case));
                let known = all.map(|(at, _)| at).nth(nth);
                Some(
                    known.unwrap_or_else(|| {
                        self.raise(Kind::Ensures, Some(span), &text, "the postcondition does not hold")
                    }),
                )
            }
            Outcome::Panicked { message, file, at } => self.panicked(message, file, *at),
            Outcome::CalleePrecondition { callee, clause, near } => {
                let ClauseRef::Requires(k) = clause else { return None };
                let args = program.func(*callee).generics.iter().map(|_| refine_core::ty::Ty::unit()).collect();
                let contract = program.contract(&refine_core::program::FnInst { func: *callee, args });
                let span = contract.requires.get(*k).map(|clause| clause.span)?;
                let body = program.body(&self.work.inst);
                let near: BTreeSet<&str> = near
                    .iter()
                    .filter_map(|ix| body.as_ref()?.obligations.get(ix.0 as usize))
                    .map(|o| o.id.as_str())
                    .collect();
                let fits = |case: &Case| case.obligation.kind == Kind::Requires && case.obligation.clause == Some(span);
                let at = |test: &dyn Fn(&Case) -> bool| self.work.cases.iter().position(test);
                let here = at(&|case| fits(case) && near.contains(case.obligation.id.as_str()) && !case.proved());
                // Another function under check calls it too, and may be the one that did, further down.
                let elsewhere = self.search.callers.iter().any(|(of, path)| *of == span && *path != self.work.path);
                if here.is_some() || elsewhere {
                    return here;
                }
                at(&|case| fits(case) && !case.settled()).or_else(|| at(&fits))
            }
            Outcome::LoopViolated { obligation, .. } => {
                let body = program.body(&self.work.inst)?;
                let id = &body.obligations.get(obligation.0 as usize)?.id;
                self.work.cases.iter().position(|case| case.obligation.id == *id)
            }
            Outcome::TimedOut => Some(self.ends("it does not finish")),
            Outcome::StackOverflow => Some(self.ends("it overflows the stack")),
            Outcome::OutOfMemory => Some(self.ends("it uses all memory it may have")),
            Outcome::Exited { .. } | Outcome::Aborted { .. } => Some(self.ends("it ends the process")),
            Outcome::Rejected { .. } | Outcome::Undefined { .. } | Outcome::NotBuilt { .. } => None,
            Outcome::Passed { .. } | Outcome::HarnessError { .. } => None,
        }
    }

    /// The case that a panic's place belongs to: the one that rustc reports there, else the innermost around it.
    fn panicked(&mut self, message: &str, file: &str, at: LineCol) -> Option<usize> {
        let program = self.search.program;
        let sources = program.sources();
        let found = sources.iter().find(|(_, source)| source.path == file);
        let offset = found.and_then(|(id, source)| Some((id, source.offset(at)?)));
        let Some((file_id, offset)) = offset else {
            // The library declares these as reporting their caller's place, and the caller is the harness.
            let of_trait = program.func(self.work.inst.func).of_trait.as_deref().unwrap_or_default();
            let of_trait = of_trait.split('<').next().and_then(|path| path.rsplit("::").next());
            if matches!(of_trait.map(str::trim), Some("Index" | "IndexMut")) {
                let own = |case: &Case| own(case, &self.work.path) && may_say(case.obligation.kind, message);
                let open = |case: &Case| own(case) && !case.proved();
                if let Some(found) = self.work.cases.iter().position(open) {
                    return Some(found);
                }
            }
            if let Some(at) = self.panicked_in_std(message) {
                return Some(at);
            }
            if self.overflow_is_ignored(message) {
                return None;
            }
            return Some(self.raise(Kind::Panic, None, "", &format!("it panics outside this crate: {message}")));
        };
        let fits = |case: &Case| case.obligation.span.file == file_id && may_say(case.obligation.kind, message);
        let exact = |case: &Case| fits(case) && case.obligation.panics_at == Some(at);
        let around = |case: &Case| fits(case) && case.obligation.span.range().contains(&(offset as usize));
        let cases = &self.work.cases;
        let width = |case: &Case| case.obligation.span.end - case.obligation.span.start;
        let candidates = |test: &dyn Fn(&Case) -> bool| {
            (0..cases.len()).filter(|&at| test(&cases[at])).min_by_key(|&at| {
                // An operand in parentheses starts where the expression around it does: what rustc says tells them apart.
                let other = cases[at].obligation.kind == Kind::Overflow && cases[at].obligation.message != message;
                (other, cases[at].proved(), width(&cases[at]))
            })
        };
        if let Some(found) = candidates(&exact).or_else(|| candidates(&around)) {
            return Some(found);
        }
        // Inside another function: its own business, if it is under check and was called as its contract asks.
        let inside = program
            .fns()
            .iter()
            .find(|def| def.block.file == file_id && def.block.range().contains(&(offset as usize)) && !def.std);
        if let Some(def) = inside
            && def.path != self.work.path
            && def.annotated
            && self.search.under_check.contains(&def.path)
        {
            return None;
        }
        // A callee with a contract got there, through a callee of its own: it answers for that.
        if self
            .search
            .answered
            .iter()
            .any(|(file, place, path)| (*file, *place) == (file_id, at) && *path != self.work.path)
        {
            return None;
        }
        if self.overflow_is_ignored(message) {
            return None;
        }
        let place = inside.map_or_else(String::new, |def| format!(" in `{}`", def.path));
        Some(self.raise(Kind::Panic, None, "", &format!("it panics{place}: {message}")))
    }

    /// The case of a panic that is reported inside the standard library (`x.abs()`): the only one with its message, or
    /// the one whose violation the solver announced.
    fn panicked_in_std(&self, message: &str) -> Option<usize> {
        let fits = |case: &Case| {
            let Obligation { kind, panics_at, message: words, .. } = &case.obligation;
            matches!(kind, Kind::Overflow | Kind::Division) && panics_at.is_none() && message.contains(words)
        };
        let cases = &self.work.cases;
        let announced = self.announced.filter(|&at| fits(&cases[at]));
        let mut open = (0..cases.len()).filter(|&at| fits(&cases[at]) && !cases[at].proved());
        announced.or_else(|| open.next().filter(|_| open.next().is_none()))
    }

    fn overflow_is_ignored(&self, message: &str) -> bool {
        self.search.options.overflow == Overflow::Ignore
            && message.starts_with("attempt to")
            && message.ends_with("with overflow")
    }

    fn ends(&mut self, message: &str) -> usize {
        self.raise(Kind::Completes, None, "the call ends on its own", message)
    }

    /// The case of an obligation that only runs raise.
    fn raise(&mut self, kind: Kind, clause: Option<Span>, claim: &str, message: &str) -> usize {
        let of_kind = |case: &Case| case.obligation.kind == kind;
        let raised = |case: &Case| of_kind(case) && matches!(case.proof, Proof::NotTried);
        if let Some(at) = self.work.cases.iter().position(|c| raised(c) && alike(&c.obligation.message, message)) {
            return at;
        }
        let n = self.work.cases.iter().filter(|case| of_kind(case)).count() + 1;
        let obligation = Obligation {
            id: format!("{}/{}/{n}", self.work.path, kind.name()),
            kind,
            span: self.search.program.func(self.work.inst.func).span,
            clause,
            claim: if claim.is_empty() { "no panic".to_owned() } else { claim.to_owned() },
            message: message.to_owned(),
            panics_at: None,
            through: Vec::new(),
        };
        self.work.cases.push(Case::new(obligation, Proof::NotTried));
        self.work.cases.len() - 1
    }

    /// What a run did, as part of a sentence that starts with the call.
    fn words_of(&self, outcome: &Outcome) -> String {
        match outcome {
            Outcome::EnsuresViolated { result, .. } | Outcome::Passed { result } => {
                format!("returned {}", source::result(self.search.program, &self.work.inst, result))
            }
            Outcome::TimedOut => format!("did not finish within {} ms", self.search.limits.timeout.as_millis()),
            Outcome::CalleePrecondition { callee, .. } => {
                format!("called `{}` outside its precondition", self.search.program.func(*callee).path)
            }
            Outcome::LoopViolated { obligation, turn } => {
                let body = self.search.program.body(&self.work.inst);
                let known = body.as_ref().and_then(|body| body.obligations.get(obligation.0 as usize));
                match known.map(|known| (known.kind, known.claim.as_str())) {
                    Some((Kind::LoopEntry, claim)) => format!("came to the loop while `{claim}` was false"),
                    Some((Kind::LoopPreserved, claim)) => format!("made `{claim}` false in turn {turn} of the loop"),
                    _ => format!("did not make the measure smaller in turn {turn} of the loop"),
                }
            }
            other => words(other),
        }
    }
}

/// Whether two messages differ in their numbers at most: an index out of bounds is one finding at every index.
fn alike(a: &str, b: &str) -> bool {
    let words = |text: &str| {
        let parts = text.split(|c: char| c.is_ascii_digit()).filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect::<Vec<_>>()
    };
    words(a) == words(b)
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
        ClauseRef::Raw(k) => contract.raw.get(k).map(|c| (c.span, c.text.clone())),
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

/// Whether a panic with this message may come from an obligation of this kind. Two of them may share a place.
fn may_say(kind: Kind, message: &str) -> bool {
    match kind {
        Kind::Overflow => message.contains("overflow"),
        Kind::Division => message.contains("divide by zero") || message.contains("divisor of zero"),
        Kind::Index => ["index out of bounds", "out of range", "index (is "].iter().any(|text| message.contains(text)),
        Kind::Slice => message.contains("range") || message.contains("slice"),
        Kind::Ensures | Kind::Invariant | Kind::Requires | Kind::LoopEntry => false,
        Kind::LoopPreserved | Kind::Decreases | Kind::Completes => false,
        Kind::Assert | Kind::Panic | Kind::Unwrap | Kind::Unmodelled => true,
    }
}

fn small(value: &Value) -> bool {
    match value {
        Value::Int(n) => *n >= (-SMALL.0).into() && *n <= SMALL.0.into(),
        Value::Seq(all) => all.len() <= SMALL.1 && all.iter().all(small),
        Value::Tuple(all) | Value::Adt(_, _, all) => all.iter().all(small),
        Value::Str(text) => text.len() <= SMALL.1,
        _ => true,
    }
}

fn words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Passed { .. } => "passed".to_owned(),
        Outcome::EnsuresViolated { .. } => "violated a postcondition".to_owned(),
        Outcome::LoopViolated { .. } => "broke a clause of a loop".to_owned(),
        Outcome::Rejected { .. } => "does not meet the precondition".to_owned(),
        Outcome::Undefined { reason, .. } => format!("leaves a clause without a value: {reason}"),
        Outcome::NotBuilt { reason } => format!("could not be made: {reason}"),
        Outcome::Panicked { message, .. } => format!("panicked: {message}"),
        Outcome::CalleePrecondition { .. } => "called a function outside its precondition".to_owned(),
        Outcome::TimedOut => "did not finish".to_owned(),
        Outcome::StackOverflow => "overflowed the stack".to_owned(),
        Outcome::OutOfMemory => "used all memory it may have".to_owned(),
        Outcome::Exited { code } => format!("ended the process with exit code {code}"),
        Outcome::Aborted { signal } => format!("ended the process by signal {signal}"),
        Outcome::HarnessError { message } => format!("could not be run: {message}"),
    }
}
