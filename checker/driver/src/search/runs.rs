//! One vector after the other through the harness, and what each run shows booked on the cases.
use std::hash::BuildHasher;
use std::ops::ControlFlow;
use std::time::Duration;

use refine_core::ids::{FnId, ObligationIx};
use refine_core::obligation::{Kind, Obligation};
use refine_core::smt::ProofOutcome;
use refine_core::span::Span;
use refine_core::value::{Value, Vector};
use refine_testgen::outcome::{BY_ORDER, ClauseRef, Outcome, When};
use refine_testgen::run::Limits;
use refine_testgen::types::param_types;
use refine_testgen::{generate, reduce, source};
use rustc_hash::FxBuildHasher;

use super::chains::Before;
use super::{NOT_SLOW, OVERFLOWS, SHORTER, SLOW, SMALL, Trial, at_the_end, clause_of, hangs};
use crate::case::{Case, Counter, Ran, not_alone, of_loop};
use crate::covered::Recorded;
use crate::{select, termination};

/// Calls that the reduction of one witness may take.
const REDUCTION: u32 = 2_000;

/// Why the claim of a panic that does not end its run is not tested; it is no finding either, since the code may mean it so.
const CAUGHT: &str = "a run panicked there, but the panic was caught, or was in another thread";

/// The same where the process ended, because a destructor panicked as well, say.
const ABORTED: &str = "a run panicked there, and then ended the process";

/// What a run came by, as in [`refine_testgen::Ran`].
#[derive(Clone, Copy)]
struct CameBy<'r> {
    places: &'r [Span],
    by_trait: &'r [(Span, usize)],
    clauses: &'r [ObligationIx],
}

impl Trial<'_, '_> {
    /// Runs one vector and books what it shows.
    pub(super) fn run(&mut self, vector: Vector) -> Outcome {
        let vector = generate::fitted(self.search.program, &self.called, vector);
        let ran = self.call(&vector);
        self.tried.push(vector.clone());
        self.book(vector, ran)
    }

    /// Books what a run shows.
    pub(super) fn book(&mut self, vector: Vector, ran: refine_testgen::Ran) -> Outcome {
        let refine_testgen::Ran {
            outcome,
            reached,
            ways,
            by_trait,
            clauses,
            parts,
            loops,
            input,
            caught,
            unjudged,
            ..
        } = ran;
        let came_by = CameBy { places: &reached, by_trait: &by_trait, clauses: &clauses };
        if self.search.cancel.is_cancelled() {
            // It was killed, or may have been.
            return outcome;
        }
        self.ways.extend(&ways);
        if self.search.options.measures() && outcome.is_run() {
            let claims = self.looked_at(came_by, outcome.has_returned());
            let claims = claims.into_iter().map(|at| self.work.cases[at].obligation.id.clone()).collect();
            let inst = self.called.clone();
            self.work.covered.book(Recorded { inst, vector: vector.clone(), outcome: outcome.clone(), claims, ways });
        }
        for violated in loops {
            self.failed(vector.clone(), &violated);
        }
        let why = if matches!(outcome, Outcome::Aborted { .. }) { ABORTED } else { CAUGHT };
        for panic in caught {
            self.vector.clone_from(&vector);
            if let Some(at) = self.attribute(&panic) {
                self.work.cases[at].beyond_runs.get_or_insert_with(|| why.to_owned());
            }
        }
        for (callee, why) in &unjudged {
            self.not_judged(&vector, *callee, why, &reached);
        }
        let is_known = |this: &mut Self, input| !this.inputs.insert(FxBuildHasher.hash_one((&this.called, input)));
        let again = outcome.has_returned() && input.is_some_and(|input| is_known(self, input));
        match &outcome {
            Outcome::Passed { .. } if again => self.repeats += 1,
            Outcome::Passed { .. } => {
                self.work.vectors += 1;
                if self.work.vectors == self.work.wanted {
                    let solving = self.work.solver.saturating_sub(self.solver_before);
                    self.work.enough = Some(self.start.elapsed().saturating_sub(solving));
                }
                if !self.work.ran.contains(&self.called) {
                    self.work.ran.push(self.called.clone());
                }
                self.passed(came_by, true);
                self.evaluated.extend(parts);
            }
            Outcome::NotBuilt { reason, .. } => {
                self.discarded += 1;
                self.work.unbuilt.get_or_insert_with(|| format!("no argument could be made: {reason}"));
            }
            Outcome::Stopped { reason } => {
                self.discarded += 1;
                self.work.unbuilt.get_or_insert_with(|| format!("a run was stopped: {reason}"));
            }
            Outcome::Outside { what, when: when @ (When::Before | When::Inside) } => {
                self.discarded += 1;
                self.lost += 1;
                let what = self.words_of(what);
                let why = || match when {
                    When::Inside => format!("evaluating the precondition of a function that it calls {what}"),
                    _ => format!("making its arguments or evaluating its precondition {what}"),
                };
                self.work.unbuilt.get_or_insert_with(why);
            }
            Outcome::Undefined { clause, reason } => {
                self.discarded += 1;
                let contract = self.search.program.contract(&self.called);
                let is_claimed = match clause {
                    ClauseRef::Requires(_) => false,
                    ClauseRef::Ensures(_) => true,
                    ClauseRef::Raw(at) => contract.raw.get(*at).is_some_and(|clause| !clause.requires),
                };
                if is_claimed && reason != BY_ORDER {
                    self.unjudged += 1;
                    self.without_value(&vector, *clause, reason);
                }
                let why = || format!("refine cannot evaluate a clause for its inputs: {reason}");
                self.work.unbuilt.get_or_insert_with(why);
            }
            Outcome::Outside { what, when: When::After } => {
                self.discarded += 1;
                self.unclaimed(&vector, what);
            }
            Outcome::Rejected { .. } => self.discarded += 1,
            Outcome::HarnessError { message } => self.work.internal.push(message.clone()),
            _ => {
                // It came to its end, and what is claimed on the way held.
                let Outcome::EnsuresViolated { clauses: violated, undefined, result, left } = &outcome else {
                    self.doubt_calls(&outcome, &reached);
                    self.failed(vector, &outcome);
                    return outcome;
                };
                if !again {
                    self.passed(came_by, false);
                }
                // Each is a finding of its own.
                for clause in violated {
                    let (clauses, undefined) = (vec![*clause], undefined.clone());
                    let (result, left) = (result.clone(), left.clone());
                    self.failed(vector.clone(), &Outcome::EnsuresViolated { clauses, undefined, result, left });
                }
            }
        }
        outcome
    }

    pub(super) fn call(&mut self, vector: &Vector) -> refine_testgen::Ran {
        let start = std::time::Instant::now();
        let ran = self.call_untimed(vector);
        let took = start.elapsed();
        self.work.running += took;
        self.timed(vector, &ran.outcome, took);
        self.has_been_busy |= ran.is_busy();
        ran
    }

    /// Notes of a run whether it finished and what it cost, and holds it against the model.
    pub(super) fn timed(&mut self, vector: &Vector, outcome: &Outcome, took: Duration) {
        self.inconclusive |= !outcome.is_conclusive();
        self.hung += u32::from(outcome.is_late());
        if outcome.is_late() || outcome.takes_all_memory() {
            self.busy = self.busy.into_iter().chain([magnitude(vector)]).min();
        }
        let weight = match took > self.fair_share() {
            _ if outcome.overflows_stack() => 1,
            true => SLOW,
            false => 0,
        };
        if weight > 0 {
            self.costly += weight;
            self.least_costly = self.least_costly.into_iter().chain([magnitude(vector)]).min();
            if self.costly >= OVERFLOWS {
                self.busy = self.busy.into_iter().chain(self.least_costly).min();
            }
        }
        self.replay(vector, outcome);
    }

    /// The time that there is for each of the vectors that are wanted: a call that takes longer is slow.
    pub(super) fn fair_share(&self) -> Duration {
        let wanted = u32::try_from(self.search.options.vectors).unwrap_or(u32::MAX).max(1);
        (self.search.patience() / wanted).max(NOT_SLOW)
    }

    /// What a call may use: less time where others did not finish.
    pub(super) fn limits_now(&self) -> Limits {
        let mut limits = self.limits;
        if self.hung > 0 {
            limits.timeout /= SHORTER;
        }
        limits
    }

    /// Whether a vector would most likely not finish, or take all memory, as one did: it is not of half its magnitude. So few of a function whose
    /// loops take as long as its arguments say cost their whole time, and the others are run.
    pub(super) fn is_too_much(&self, vector: &Vector) -> bool {
        let always = u64::from(SMALL.0.ilog2() + 1);
        self.busy.is_some_and(|busy| magnitude(vector) > always.max(busy / 2))
    }

    fn call_untimed(&self, vector: &Vector) -> refine_testgen::Ran {
        match self.search.harness {
            Ok(harness) => {
                let limits = self.limits_now();
                match self.work.remembers {
                    true => harness.run_alone(&self.called, vector, &limits),
                    false => harness.run(&self.called, vector, &limits),
                }
            }
            Err(why) => {
                let outcome = Outcome::HarnessError { message: why.to_owned() };
                refine_testgen::Ran::ended(outcome)
            }
        }
    }

    /// A call returned, but evaluating what is claimed of its end took the process with it: that it held for other inputs is not enough. (One
    /// that takes too long or too much memory with large arguments may only be slow.)
    fn unclaimed(&mut self, vector: &Vector, what: &Outcome) {
        if matches!(what, Outcome::TimedOut | Outcome::OutOfMemory) && !vector.iter().all(is_small) {
            return;
        }
        let (call, what) = (source::call(self.search.program, &self.called, vector), self.words_of(what));
        let claimed = |case: &&mut Case| at_the_end(case) && !case.settled();
        for case in self.work.cases.iter_mut().filter(claimed) {
            case.beyond_runs.get_or_insert_with(|| format!("evaluating the clauses after {call} {what}"));
        }
    }

    /// A call returned, but what is claimed of its end has no value that refine could find: that it held for other inputs is not enough.
    fn without_value(&mut self, vector: &Vector, clause: ClauseRef, reason: &str) {
        let Some((span, _)) = clause_of(&self.search.program.contract(&self.called), clause) else { return };
        let call = source::call(self.search.program, &self.called, vector);
        let claimed = |case: &&mut Case| at_the_end(case) && !case.settled() && case.obligation.clause == Some(span);
        for case in self.work.cases.iter_mut().filter(claimed) {
            case.beyond_runs.get_or_insert_with(|| format!("refine cannot evaluate the clause after {call}: {reason}"));
        }
    }

    /// A function was called where its precondition has no value that refine could find: that it held for other inputs is not enough.
    fn not_judged(&mut self, vector: &Vector, callee: FnId, why: &str, reached: &[Span]) {
        let program = self.search.program;
        let contract = program.contract(&select::instance(program, callee));
        let clauses = contract.requires.iter().map(|clause| clause.span);
        let clauses: Vec<Span> = clauses.chain(contract.raw_requires().map(|clause| clause.span)).collect();
        let claimed = |case: &&mut Case| {
            let Obligation { kind, clause, .. } = &case.obligation;
            let of_callee = *kind == Kind::Requires && clause.is_some_and(|at| clauses.contains(&at));
            of_callee && reached.contains(&case.obligation.place()) && !case.settled()
        };
        for case in self.work.cases.iter_mut().filter(claimed) {
            // (Thousands of runs may come here, and a call may be long.)
            let call = || source::call(program, &self.called, vector);
            case.beyond_runs.get_or_insert_with(|| format!("refine cannot evaluate the clause in {}: {why}", call()));
        }
    }

    /// Counts what a run that returned has got to; what is claimed of its end only if that holds.
    fn passed(&mut self, came_by: CameBy<'_>, end: bool) {
        for at in self.looked_at(came_by, end) {
            self.work.cases[at].reached += 1;
        }
    }

    /// The cases that a run has got to, what is claimed of its end among them if it came there.
    fn looked_at(&self, came_by: CameBy<'_>, end: bool) -> Vec<usize> {
        let Some(body) = self.search.program.body(&self.work.inst) else { return Vec::new() };
        let is_of_clause = |id: &str| {
            let mut looked_at = came_by.clauses.iter().filter_map(|ix| body.obligations.get(ix.0 as usize));
            looked_at.any(|obligation| obligation.id == id)
        };
        let closure = self.work.is_closure();
        let looked_at = |case: &Case| match case.obligation.kind {
            _ if case.hidden.is_some() => false,
            kind if of_loop(kind) => !closure && is_of_clause(&case.obligation.id),
            _ if at_the_end(case) => {
                end && !closure && !case.obligation.clause.is_some_and(|at| self.unseen.contains(&at))
            }
            _ => match case.counter {
                Counter::None => false,
                Counter::Place => came_by.places.contains(&case.obligation.place()),
                Counter::Trait { of, after_closures } => {
                    let site = case.obligation.place();
                    let is_here = |place: Span| place == site || after_closures && site.covers(place);
                    came_by.by_trait.iter().any(|&(place, by)| by == of && is_here(place))
                }
            },
        };
        let cases = self.work.cases.iter().enumerate();
        cases.filter(|(_, case)| looked_at(case)).map(|(at, _)| at).collect()
    }

    /// Books a violation: finds the obligation, makes the vector smaller, keeps the witness.
    fn failed(&mut self, vector: Vector, outcome: &Outcome) {
        if matches!(outcome, Outcome::EnsuresViolated { .. }) {
            match self.before(&vector) {
                Before::Kept => {}
                Before::Broken((func, args), broken) if func == self.called.func => return self.failed(args, &broken),
                before @ Before::Unknown(_) => match self.judged(&vector, outcome) {
                    Some((smaller, outcome)) => return self.failed(smaller, &outcome),
                    None => return self.blame(outcome, &before),
                },
                before => return self.blame(outcome, &before),
            }
        }
        self.vector.clone_from(&vector);
        let Some(at) = self.attribute(outcome) else { return };
        if self.work.cases[at].witness.is_some() {
            return;
        }
        let id = self.work.cases[at].obligation.id.clone();
        let slow = matches!(outcome, Outcome::TimedOut | Outcome::OutOfMemory);
        let iterator = || Some(format!("be up to `{}`: an iterator need not end", self.iterator()?));
        let excuse = || Some(format!("be right: {}", termination::excuse(self.search.program, &self.called)?));
        if let Some(why) = slow.then(|| iterator().or_else(excuse)).flatten() {
            let call = source::call(self.search.program, &self.called, &vector);
            let text = self.words_of(outcome);
            self.excused(at, format!("{call} {text}, which may {why}"));
            return;
        }
        let (original, hung_before) = (vector.clone(), self.hung > 1);
        let mut budget: u32 = if slow { 480 } else { REDUCTION };
        let program = self.search.program;
        let types = param_types(program, &self.called);
        let mut last = outcome.clone();
        let (vector, original) = self.written_down(vector, original, &id);
        let endless = last == Outcome::TimedOut && self.goes_round(&vector, hangs::LONG);
        let limits = self.limits;
        if !slow {
            // A smaller vector that hangs is of no use, so it need not be waited for.
            self.limits.timeout = limits.timeout / 5;
        }
        let vector = reduce::minimise(program, vector, &types, &mut |smaller| {
            // (No run looks at the invariants of what is deeper inside than a clause can say.)
            let allowed = |smaller| generate::allows(program, &self.called, smaller);
            if budget == 0 || self.over_budget() {
                return ControlFlow::Break(());
            }
            if slow && !endless && self.is_too_much(smaller) || !allowed(smaller) {
                return ControlFlow::Continue(false);
            }
            if endless {
                budget -= 1;
                return ControlFlow::Continue(self.goes_round(smaller, hangs::LONG));
            }
            let refine_testgen::Ran { outcome, loops, .. } = self.call(smaller);
            // A call that hangs costs as much as many that do not.
            budget -= if outcome.is_late() { budget.min(60) } else { 1 };
            self.vector.clone_from(smaller);
            let of_loops = matches!(last, Outcome::LoopViolated { .. });
            let mut shown = if of_loops { loops } else { vec![outcome] };
            shown.retain(|outcome| outcome.is_failure() && self.speaks_of(outcome, &id));
            let same = match shown.last() {
                Some(Outcome::EnsuresViolated { .. }) => matches!(self.before(smaller), Before::Kept),
                shown => shown.is_some(),
            };
            if same {
                last = shown.pop().unwrap_or_else(|| last.clone());
            }
            ControlFlow::Continue(same)
        });
        self.limits = limits;
        // (Whether nobody need wait to see that it fails.)
        let certain = endless || last != Outcome::TimedOut;
        if !certain && !vector.iter().all(is_small) {
            // It may be busy rather than stuck: said of the first, which was waited for, but no finding.
            if !hung_before {
                let (call, text) = (source::call(program, &self.called, &original), self.words_of(&last));
                self.work.notes.push(format!("{call} {text}, which may be right for arguments of that size"));
            }
            self.forget(at);
            return;
        }
        if !certain && self.has_been_busy {
            let (call, text) = (source::call(program, &self.called, &original), self.words_of(&last));
            let why = "which may be right: for other arguments, too, the function does much";
            self.excused(at, format!("{call} {text}, {why}"));
            return;
        }
        let vector = if certain { Some(vector) } else { self.waited_for(&vector, &original) };
        let Some(vector) = vector else {
            if !hung_before {
                let (call, text) = (source::call(program, &self.called, &original), self.words_of(&last));
                self.work.notes.push(format!("{call} {text}, but later"));
            }
            self.forget(at);
            return;
        };
        let call = source::call(self.search.program, &self.called, &vector);
        let text = self.words_of(&last);
        if slow && !endless && !vector.iter().all(is_small) {
            // It may be busy rather than stuck: said, but no finding.
            self.work.notes.push(format!("{call} {text}, which may be right for arguments of that size"));
            self.forget(at);
            return;
        }
        let waited = vector.clone();
        let Some((vector, call, text, last)) = self.alone(at, vector, original, last) else { return };
        let text = match &last {
            Outcome::TimedOut if endless => {
                "did not finish, and never will: a loop comes back to an earlier state".into()
            }
            Outcome::TimedOut if vector == waited => format!("did not finish within {} ms", self.waits().as_millis()),
            _ => text,
        };
        let case = &self.work.cases[at];
        if let Some(ProofOutcome::Proved { used, .. }) = &case.proof
            && used.is_empty()
        {
            self.work.disagreement(format!("{id}: proved, but {call} {text}"));
        }
        let panicked_at = match &last {
            Outcome::Panicked { file, at, .. } => Some((file.clone(), *at)),
            _ => None,
        };
        if self.search.options.measures() {
            let id = self.work.cases[at].obligation.id.clone();
            self.work.covered.witness(&self.called, &vector, &last, id);
        }
        self.work.cases[at].log.push(format!("{call} {text}"));
        self.work.cases[at].witness =
            Some(Ran { inst: self.called.clone(), vector, call, outcome: text, at: panicked_at, raw: last });
        (self.hooks.refuted)(self.work, &self.work.cases[at]);
    }

    /// A smaller vector that breaks the same clauses, where the calls in it keep their promises: to check those of a large one may take too
    /// long.
    fn judged(&mut self, vector: &Vector, outcome: &Outcome) -> Option<(Vector, Outcome)> {
        const VECTORS: u32 = 3;
        const RUNS: u32 = 300;
        let broken = |outcome: &Outcome| match outcome {
            Outcome::EnsuresViolated { clauses, .. } => Some(clauses.clone()),
            _ => None,
        };
        let wanted = broken(outcome)?;
        self.unknown += 1;
        if self.unknown > VECTORS {
            return None;
        }
        let (program, mut left, mut last) = (self.search.program, RUNS, None);
        let types = param_types(program, &self.called);
        let smaller = reduce::minimise(program, vector.clone(), &types, &mut |smaller| {
            if left == 0 || self.over_budget() {
                return ControlFlow::Break(());
            }
            left -= 1;
            if !generate::allows(program, &self.called, smaller) {
                return ControlFlow::Continue(false);
            }
            let ran = self.call(smaller).outcome;
            let same = broken(&ran).as_ref() == Some(&wanted);
            if same {
                last = Some(ran);
            }
            ControlFlow::Continue(same)
        });
        let last = last?;
        matches!(self.before(&smaller), Before::Kept).then_some((smaller, last))
    }

    /// Whether a failing run shows the failure of a case. What else it may show is not looked into.
    fn speaks_of(&mut self, outcome: &Outcome, id: &str) -> bool {
        let known = self.work.cases.len();
        let at = self.attribute(outcome);
        let same = at.is_some_and(|at| self.work.cases[at].obligation.id == id);
        if !same {
            self.work.cases.truncate(known);
        }
        same
    }

    /// The vector with what the functions in it answered, if its call breaks the same case; both as given else.
    fn written_down(&mut self, vector: Vector, original: Vector, id: &str) -> (Vector, Vector) {
        let Ok(harness) = self.search.harness else { return (vector, original) };
        let written = harness.written_down(self.search.program, &self.called, &vector, &self.limits);
        if written == vector {
            return (vector, original);
        }
        let refine_testgen::Ran { outcome, loops, .. } = self.call(&written);
        self.vector.clone_from(&written);
        let same =
            loops.into_iter().chain([outcome]).any(|outcome| outcome.is_failure() && self.speaks_of(&outcome, id));
        if same { (written.clone(), written) } else { (vector, original) }
    }

    /// The vector, or the one it was made from, whose call breaks the case in a process of its own too; with the words for it. What breaks
    /// it only after other calls refutes nothing, but then what passed after others shows nothing either.
    fn alone(
        &mut self,
        at: usize,
        vector: Vector,
        original: Vector,
        outcome: Outcome,
    ) -> Option<(Vector, String, String, Outcome)> {
        let id = self.work.cases[at].obligation.id.clone();
        let told = |trial: &Self, vector: &Vector, outcome: &Outcome| {
            (source::call(trial.search.program, &trial.called, vector), trial.words_of(outcome))
        };
        let remembers = std::mem::replace(&mut self.work.remembers, true);
        let candidates = if vector == original { vec![&vector] } else { vec![&vector, &original] };
        for candidate in candidates {
            let refine_testgen::Ran { outcome, loops, .. } = self.call(candidate);
            self.vector.clone_from(candidate);
            let of_case = |trial: &mut Self, outcome: &Outcome| outcome.is_failure() && trial.speaks_of(outcome, &id);
            if let Some(outcome) = loops.into_iter().chain([outcome]).find(|outcome| of_case(self, outcome)) {
                self.work.remembers = remembers;
                let (call, text) = told(self, candidate, &outcome);
                return Some((candidate.clone(), call, text, outcome));
            }
        }
        if self.search.cancel.is_cancelled() {
            return None;
        }
        let (call, text) = told(self, &vector, &outcome);
        self.work.cases[at].hidden = Some(not_alone(&call, &text));
        self.work.cases.iter_mut().for_each(|case| case.reached = 0);
        None
    }

    /// Takes back a case that a run raised and that came to nothing.
    pub(super) fn forget(&mut self, at: usize) {
        if self.work.cases[at].proof.is_none() {
            self.work.cases.remove(at);
        }
    }
}

/// The bits of the largest number in a vector, or of the greatest length.
fn magnitude(vector: &[Value]) -> u64 {
    let of_length = |length: usize| u64::from(usize::BITS - length.leading_zeros());
    let of_value = |value: &Value| match value {
        Value::Int(n) => n.bits(),
        Value::Seq(all) => magnitude(all).max(of_length(all.len())),
        Value::Tuple(all) | Value::Adt(_, _, all) | Value::Call(_, all) => magnitude(all),
        Value::Str(text) => of_length(text.len()),
        _ => 0,
    };
    vector.iter().map(of_value).max().unwrap_or(0)
}

/// Whether a call does not take long because of this argument, except endlessly.
pub(super) fn is_small(value: &Value) -> bool {
    match value {
        Value::Int(n) => *n >= (-SMALL.0).into() && *n <= SMALL.0.into(),
        Value::Seq(all) => all.len() <= SMALL.1 && all.iter().all(is_small),
        Value::Tuple(all) | Value::Adt(_, _, all) | Value::Call(_, all) => all.iter().all(is_small),
        Value::Str(text) => text.len() <= SMALL.1,
        _ => true,
    }
}
