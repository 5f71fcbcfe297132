//! *prove*: is a claim true in all executions?
use std::collections::HashMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use z3::ast::Bool;
use z3::{Model, Solver};

use super::budget::{Budget, GaveUp, Pool};
use super::engine::{Answer, Engine, holds};
use super::flow::Point;
use crate::graph::{Assumption, ClaimFor, Cut, Graph, Mode, build};
use crate::obligation::{Kind, Obligation};
use crate::planted::{Defect, is_planted};
use crate::program::Program;
use crate::span::Span;
use crate::ty::FnInst;
use crate::value::Vector;

/// The budget of a query about all guessed invariants is this part of one about an obligation.
const GUESSES: u32 = 8;
/// The budget of a query in bit vectors is this part of one in integers: bits are easy or hopeless, so the attempt need not cost much.
const BITS: u32 = 4;
/// The same where little is spent on it. Bits take little time for what they cost.
const LITTLE_BITS: u32 = 8;
/// The budget of a query on which little is spent is this part of one with all effort. Most of what can be proved at all takes less, and
/// what does not hold may take the solver for ever where there are quantifiers about.
const LITTLE: u32 = 32;

/// How hard a proof is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A little: what is easy is proved, and nearly all is left for other claims.
    Little,
    /// As hard as the budget allows.
    Full,
}

/// What the solver says of one obligation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ProofOutcome {
    /// The VC is unsatisfiable.
    Proved {
        /// The assumptions that the refutation of its negation used.
        used: Vec<Assumption>,
        /// Nothing reaches it, or nothing satisfies the precondition.
        vacuous: bool,
    },
    /// It is not.
    Failed {
        /// The model's arguments: a candidate, nothing more.
        candidate: Option<Vector>,
        /// The abstractions that the model's execution goes through.
        cuts: Vec<Cut>,
        /// What is outside the model on its way; if any, the solver knows nothing about the obligation.
        taints: Vec<(String, Span)>,
        /// The solver gave up, and why.
        unknown: Option<GaveUp>,
    },
}

/// An obligation with its outcome.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The obligation.
    pub obligation: Obligation,
    /// The outcome.
    pub outcome: ProofOutcome,
}

/// The prove graph of one function in a solver.
pub struct Prover<'p> {
    graph: Graph,
    budget: Budget,
    pool: Rc<Pool>,
    /// Integers as exact integers: best for arithmetic.
    exact: Engine<'p>,
    /// Integers as bit vectors: for graphs in which bits are looked at.
    bit_vectors: Option<Engine<'p>>,
    /// Guessed invariants in force, by index.
    guesses: Vec<bool>,
    /// What the proofs of the guesses in force assumed, all of them together.
    guesses_used: Vec<usize>,
    /// The same for one guess, where it was asked for.
    guess_used: HashMap<usize, Vec<usize>>,
    /// Points that some model got to.
    reached: Vec<bool>,
    entry_satisfiable: Option<bool>,
    /// Whether no execution gets to something outside the model, by its index, where it was asked for.
    outside_unreached: HashMap<usize, bool>,
    /// Obligations of the body whose claim is in a block that no path gets to, so that the graph has no such claim.
    in_dead_code: Vec<usize>,
}

impl<'p> Prover<'p> {
    /// Translates a function and settles which guessed loop invariants hold. `None` if the function has no body. The run is over so many
    /// functions as `functions` says, and what they may cost together is limited.
    pub fn new(program: &'p dyn Program, inst: &FnInst, budget: Budget, functions: usize) -> Option<Self> {
        let graph = build(program, inst, Mode::Prove)?;
        let pool = Pool::new(budget, functions);
        let exact = Engine::new(program, &graph, false, budget, &pool);
        let bits = || Engine::new(program, &graph, true, budget, &pool);
        // Something can be proved only where nothing outside the model lies on all ways. Elsewhere guesses would be work for nothing.
        let of = |point: &Point| graph.claims[point.claim].of;
        let inside = |point: &Point| point.outside.is_none() && matches!(of(point), ClaimFor::Obligation(_));
        let anything = exact.context.points.iter().any(inside);
        let bit_vectors = (anything && graph.looks_at_bits()).then(bits);
        let mut prover = Prover {
            guesses: vec![anything; graph.guesses.len()],
            guesses_used: Vec::new(),
            guess_used: HashMap::new(),
            reached: vec![false; exact.context.points.len()],
            entry_satisfiable: None,
            outside_unreached: HashMap::new(),
            in_dead_code: program.body(inst).map(|body| body.asserted()).unwrap_or_default(),
            graph,
            budget,
            pool,
            exact,
            bit_vectors,
        };
        if anything {
            prover.settle_guesses();
        }
        Some(prover)
    }

    /// The obligations, those of inlined callees last.
    pub fn obligations(&self) -> &[Obligation] {
        &self.graph.obligations
    }

    /// Whether the clock, and not a budget, ended a query, so that the outcomes may differ on another machine.
    pub fn stopped_by_clock(&self) -> bool {
        self.pool.stopped_by_clock()
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The guessed loop invariants that were found to hold.
    pub fn inferred(&self) -> Vec<String> {
        self.graph.guesses.iter().zip(&self.guesses).filter(|(_, on)| **on).map(|(g, _)| g.text.clone()).collect()
    }

    /// The parameters' solver literals in force: contracts and claims, and the guesses not yet refuted.
    fn in_force(&self) -> Vec<usize> {
        (0..self.graph.assumptions.len())
            .filter(|&at| !matches!(self.graph.assumptions[at], Assumption::Guess(g) if !self.guesses[g]))
            .collect()
    }

    /// Houdini: drop every guess that can be violated while the others hold, until none can. Those about all elements of a sequence
    /// come last, on the ground of the others: the solver finds no models that refute them, and they would take the others along.
    fn settle_guesses(&mut self) {
        let aside = self.pool.set_aside();
        self.allow(GUESSES);
        let late: Vec<usize> = (0..self.guesses.len()).filter(|&at| self.graph.guesses[at].quantified).collect();
        late.iter().for_each(|&at| self.guesses[at] = false);
        self.drop_refuted_guesses();
        if !late.is_empty() {
            let used = std::mem::take(&mut self.guesses_used);
            late.iter().for_each(|&at| self.guesses[at] = true);
            self.drop_refuted_guesses();
            self.guesses_used.extend(used);
        }
        self.pool.put_back(aside);
    }

    /// Sets the budget of queries to a part of the whole.
    fn allow(&self, part: u32) {
        self.exact.allow(self.budget.divided_by(part));
        if let Some(bit_vectors) = &self.bit_vectors {
            bit_vectors.allow(self.budget.divided_by(part.clamp(BITS, LITTLE_BITS)));
        }
    }

    fn drop_refuted_guesses(&mut self) {
        let guess_of = |graph: &Graph, point: &Point| match graph.claims[point.claim].of {
            ClaimFor::Guess(guess) => Some(guess),
            ClaimFor::Obligation(_) | ClaimFor::Way(_) => None,
        };
        loop {
            // Each point of each guess that is still in force.
            let open: Vec<(usize, usize)> = self
                .exact
                .context
                .points
                .iter()
                .enumerate()
                .filter_map(|(at, point)| Some((guess_of(&self.graph, point)?, at)))
                .filter(|(guess, _)| self.guesses[*guess])
                .collect();
            if open.is_empty() {
                return;
            }
            let points: Vec<usize> = open.iter().map(|(_, at)| *at).collect();
            match self.ask(&self.exact.violated(&points)) {
                Answer::Unsat(used) => {
                    self.guesses_used = used;
                    return;
                }
                Answer::Sat(Some(model)) => {
                    let mut dropped = false;
                    for (guess, at) in &open {
                        let violated = self.exact.context.points[*at].violated();
                        if model.eval(&violated, true).and_then(|b| b.as_bool()) != Some(false) {
                            self.guesses[*guess] = false;
                            dropped = true;
                        }
                    }
                    if !dropped {
                        self.guesses.fill(false);
                    }
                }
                // One by one; those that the solver cannot settle are dropped.
                Answer::Sat(None) | Answer::Unknown(_) => {
                    let mut dropped = false;
                    let mut all_used = Vec::new();
                    self.allow(LITTLE);
                    for (guess, at) in &open {
                        if !self.guesses[*guess] {
                            continue;
                        }
                        // Most guesses are about positions and lengths, which integers settle at once and words do not.
                        let answer = match (self.ask(&self.exact.violated(&[*at])), &self.bit_vectors) {
                            (Answer::Unknown(_), Some(words)) => words.ask(&words.violated(&[*at]), &self.in_force()),
                            (answer, _) => answer,
                        };
                        match answer {
                            Answer::Unsat(used) => all_used.extend(used),
                            _ => {
                                self.guesses[*guess] = false;
                                dropped = true;
                            }
                        }
                    }
                    self.allow(GUESSES);
                    if !dropped {
                        self.guesses_used = all_used;
                        return;
                    }
                }
            }
        }
    }

    fn ask(&self, formula: &Bool) -> Answer {
        self.exact.ask(formula, &self.in_force())
    }

    fn points(&self, obligation: usize) -> Vec<usize> {
        (0..self.exact.context.points.len())
            .filter(|&at| self.graph.claims[self.exact.context.points[at].claim].of == ClaimFor::Obligation(obligation))
            .collect()
    }

    /// Does some of the work so that half of what is left now is there for the rest.
    pub fn sparing<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let aside = self.pool.set_aside();
        let result = work(self);
        self.pool.put_back(aside);
        result
    }

    /// Settles one obligation, by its index in [`Prover::obligations`].
    pub fn prove(&mut self, obligation: usize, effort: Effort) -> ProofOutcome {
        let points = self.points(obligation);
        if points.is_empty() && !self.in_dead_code.contains(&obligation) {
            let known = &self.graph.obligations[obligation];
            let taints = vec![("the path to this claim".to_owned(), known.span)];
            return ProofOutcome::Failed { candidate: None, cuts: Vec::new(), taints, unknown: None };
        }
        if let Some(taint) = self.outside_on_all_ways(&points) {
            return ProofOutcome::Failed { candidate: None, cuts: Vec::new(), taints: vec![taint], unknown: None };
        }
        // (That what is not known does not panic is proved only where nothing gets there.)
        let is_hopeless = self.graph.obligations[obligation].kind == Kind::Unmodelled;
        let effort = if is_hopeless { Effort::Little } else { effort };
        self.allow(if effort == Effort::Little { LITTLE } else { 1 });
        let in_force = self.in_force();
        let mut candidate = None;
        if let Some(bit_vectors) = &mut self.bit_vectors {
            match bit_vectors.ask(&bit_vectors.violated(&points), &in_force) {
                Answer::Unsat(used) => return self.proved(used, &points),
                Answer::Sat(model) => {
                    let failed = bit_vectors.failed(&self.graph, model.as_ref());
                    if bit_vectors.is_exact() {
                        return failed;
                    }
                    if let ProofOutcome::Failed { candidate: found, .. } = failed {
                        candidate = found;
                    }
                }
                Answer::Unknown(_) => {}
            }
        }
        let violated = self.exact.violated(&points);
        let (answer, gave_up) = match self.exact.ask_of_types(&self.graph, &violated, &in_force) {
            Answer::Unknown(why) if effort == Effort::Full => (self.exact.ask_afresh(&violated, &in_force), Some(why)),
            Answer::Unknown(why) => (Answer::Unknown(why.clone()), Some(why)),
            answer => (answer, None),
        };
        match answer {
            Answer::Unsat(used) => self.proved(used, &points),
            Answer::Sat(model) => {
                self.remember_reached(model.as_ref());
                self.exact.failed(&self.graph, model.as_ref())
            }
            Answer::Unknown(_) if is_planted(Defect::UnknownIsProved) => self.proved(Vec::new(), &points),
            Answer::Unknown(_) => {
                ProofOutcome::Failed { candidate, cuts: Vec::new(), taints: Vec::new(), unknown: gave_up }
            }
        }
    }

    /// What is outside the model before a claim, however an execution gets there. No proof of the claim can come then, so the
    /// solver is only asked, once for all such claims, whether an execution gets so far.
    fn outside_on_all_ways(&mut self, points: &[usize]) -> Option<(String, Span)> {
        let mut first = None;
        for &at in points {
            let outside = self.exact.context.points[at].outside?;
            let unreached = match self.outside_unreached.get(&outside) {
                Some(known) => *known,
                None => {
                    self.allow(LITTLE);
                    let unreached = matches!(self.ask(&self.exact.context.taints[outside].0), Answer::Unsat(_));
                    self.outside_unreached.insert(outside, unreached);
                    unreached
                }
            };
            if unreached {
                return None;
            }
            first.get_or_insert(outside);
        }
        let (_, what, span) = &self.exact.context.taints[first?];
        Some((what.clone(), *span))
    }

    fn remember_reached(&mut self, model: Option<&Model>) {
        for (point, reached) in self.exact.context.points.iter().zip(&mut self.reached) {
            *reached |= holds(model, &point.reached);
        }
    }

    fn proved(&mut self, used: Vec<usize>, points: &[usize]) -> ProofOutcome {
        let used = self.behind_guesses(used);
        let vacuous = self.vacuous(points, &used);
        let used = used.into_iter().map(|at| self.graph.assumptions[at].clone()).collect();
        ProofOutcome::Proved { used, vacuous }
    }

    /// The assumptions of a proof, where in place of a guess stands what its own proof assumed: a guess may hold only
    /// because an invariant of the user's does, or a callee's contract.
    fn behind_guesses(&mut self, used: Vec<usize>) -> Vec<usize> {
        let mut seen = vec![false; self.graph.assumptions.len()];
        let mut todo = used;
        let mut found = Vec::new();
        while let Some(at) = todo.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            match self.graph.assumptions[at] {
                Assumption::Guess(guess) => todo.extend(self.used_by_guess(guess)),
                _ => found.push(at),
            }
        }
        found.sort_unstable();
        found
    }

    fn used_by_guess(&mut self, guess: usize) -> Vec<usize> {
        let is_guess = |at: &usize| matches!(self.graph.assumptions[*at], Assumption::Guess(_));
        if self.guesses_used.iter().all(is_guess) {
            return Vec::new();
        }
        if let Some(known) = self.guess_used.get(&guess) {
            return known.clone();
        }
        let of = ClaimFor::Guess(guess);
        let points = self.exact.context.points.iter().filter(|point| self.graph.claims[point.claim].of == of);
        let violated: Vec<Bool> = points.map(Point::violated).collect();
        let used = match self.ask(&Bool::or(&violated)) {
            Answer::Unsat(used) => used,
            _ => self.guesses_used.clone(),
        };
        self.guess_used.insert(guess, used.clone());
        used
    }

    /// Whether a proved claim is so only because nothing gets to it. A claim of `false` says just that, and is vacuous
    /// only if nothing satisfies the precondition. One in the body of a callee is vacuous if the call is: no call need take every path
    /// of what it calls. What the message of an assertion or panic is made of is not meant to be reached. Nor does it count that nothing gets to it by what the proof did not assume, and what may not hold: a loop's
    /// invariant, a callee's contract. No answer is taken for "something does", so little is spent on it.
    fn vacuous(&mut self, points: &[usize], used: &[usize]) -> bool {
        self.allow(LITTLE);
        self.nothing_enters()
            || !self.of_a_message(points) && self.nothing_gets_to(&self.of_the_same_call(points), used)
    }

    /// Whether claims stand inside of an assertion or panic.
    fn of_a_message(&self, points: &[usize]) -> bool {
        let all = &self.graph.obligations;
        let of = |at: &usize| match self.graph.claims[self.exact.context.points[*at].claim].of {
            ClaimFor::Obligation(of) => Some(&all[of]),
            ClaimFor::Guess(_) | ClaimFor::Way(_) => None,
        };
        let inside = |one: &Obligation, other: &Obligation| {
            let (within, around) = (one.span.range(), other.span.range());
            let is_part = around.start <= within.start && within.end <= around.end && within != around;
            is_part && (one.span.file, &one.through) == (other.span.file, &other.through)
        };
        let of_panic = |one: &Obligation| {
            all.iter().any(|other| matches!(other.kind, Kind::Assert | Kind::Panic) && inside(one, other))
        };
        points.iter().filter_map(of).any(of_panic)
    }

    /// For claims in the bodies of callees: those of all claims in the same calls of the function. Others are as they are.
    fn of_the_same_call(&self, points: &[usize]) -> Vec<usize> {
        let all = &self.exact.context.points;
        let call = |at: usize| match self.graph.claims[all[at].claim].of {
            ClaimFor::Obligation(of) => self.graph.obligations[of].through.first(),
            ClaimFor::Guess(_) | ClaimFor::Way(_) => None,
        };
        let calls: Vec<_> = points.iter().filter_map(|at| call(*at)).collect();
        (0..all.len()).filter(|at| points.contains(at) || call(*at).is_some_and(|span| calls.contains(&span))).collect()
    }

    fn nothing_enters(&mut self) -> bool {
        if self.entry_satisfiable.is_none() {
            let in_force = self.in_force();
            let never = |engine: &Engine<'_>| matches!(engine.ask(&engine.context.entry, &in_force), Answer::Unsat(_));
            let never = self.bit_vectors.as_ref().is_some_and(never) || never(&self.exact);
            self.entry_satisfiable = Some(!never);
        }
        self.entry_satisfiable == Some(false)
    }

    fn nothing_gets_to(&mut self, points: &[usize], used: &[usize]) -> bool {
        let all = &self.exact.context.points;
        let is_false = |at: &usize| all[*at].holds.as_ref().is_some_and(|h| h.as_bool() == Some(false));
        if !points.is_empty() && points.iter().all(is_false) || points.iter().any(|&at| self.reached[at]) {
            return false;
        }
        let mut in_force = self.in_force();
        loop {
            let Some(by) = self.none_reached(points, &in_force) else { return false };
            let granted = |this: &mut Self, at: usize| this.behind_guesses(vec![at]).iter().all(|at| used.contains(at));
            if by.into_iter().all(|at| granted(self, at)) {
                return true;
            }
            // Perhaps without those as well.
            let before = in_force.len();
            in_force.retain(|&at| granted(self, at));
            if in_force.len() == before {
                return false;
            }
        }
    }

    /// The assumptions by which nothing gets to any of these points, if nothing does.
    fn none_reached(&mut self, points: &[usize], in_force: &[usize]) -> Option<Vec<usize>> {
        if let Some(bit_vectors) = &self.bit_vectors {
            match bit_vectors.ask(&bit_vectors.reached(points), in_force) {
                Answer::Unsat(by) => return Some(by),
                Answer::Sat(_) if bit_vectors.is_exact() => return None,
                _ => {}
            }
        }
        match self.exact.ask(&self.exact.reached(points), in_force) {
            Answer::Unsat(by) => Some(by),
            Answer::Sat(model) => {
                self.remember_reached(model.as_ref());
                None
            }
            Answer::Unknown(_) => None,
        }
    }

    /// The VC of an obligation in readable form.
    pub fn readable(&self, obligation: usize) -> String {
        self.graph.readable(self.exact.context.encoder.sorts.program, obligation, &self.guesses)
    }

    /// How long the script of an obligation is, in assertions.
    pub fn script_length(&self) -> usize {
        self.exact.context.solver.get_assertions().len()
    }

    /// The VC of an obligation as an SMT-LIB script: satisfiable means not proved.
    pub fn smt2(&self, obligation: usize) -> String {
        // Another solver, which is never asked: to take in a formula costs more than to write it down.
        let solver = Solver::new();
        self.exact.context.solver.get_assertions().iter().for_each(|assertion| solver.assert(assertion));
        for at in self.in_force() {
            solver.assert(&self.exact.context.assumptions[at]);
        }
        let violated: Vec<Bool> =
            self.points(obligation).iter().map(|&at| self.exact.context.points[at].violated()).collect();
        solver.assert(Bool::or(&violated));
        solver.to_smt2()
    }
}
