//! *prove*: is a claim true in all executions?
use std::collections::HashMap;

use z3::ast::Bool;
use z3::{Model, SatResult, Solver};

use super::budget::{Budget, GaveUp, Purse};
use super::flow::{Context, Point, context};
use crate::graph::{Assumption, ClaimFor, Cut, Graph, Mode, build};
use crate::obligation::Obligation;
use crate::program::{FnInst, Program};
use crate::span::Span;
use crate::value::Vector;

/// What the solver says of one obligation.
#[derive(Clone, Debug)]
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
    context: Context<'p>,
    budget: Budget,
    purse: Purse,
    /// Guessed invariants in force, by index.
    guesses: Vec<bool>,
    /// What the proofs of the guesses in force assumed, all of them together.
    guesses_used: Vec<usize>,
    /// The same for one guess, where it was asked for.
    guess_used: HashMap<usize, Vec<usize>>,
    /// Points that some model got to.
    reached: Vec<bool>,
    entry_satisfiable: Option<bool>,
    /// Obligations of the body whose claim is in a block that no path gets to, so that the graph has no such claim.
    in_dead_code: Vec<usize>,
}

enum Answer {
    Unsat(Vec<usize>),
    Sat(Option<Model>),
    Unknown(GaveUp),
}

impl<'p> Prover<'p> {
    /// Translates a function and settles which guessed loop invariants hold. `None` if the function has no body.
    pub fn new(program: &'p dyn Program, inst: &FnInst, budget: Budget) -> Option<Self> {
        let graph = build(program, inst, Mode::Prove)?;
        let context = context(program, &graph, None);
        let purse = Purse::new(&context.solver, budget);
        let mut prover = Prover {
            guesses: vec![true; graph.guesses.len()],
            guesses_used: Vec::new(),
            guess_used: HashMap::new(),
            reached: vec![false; context.points.len()],
            entry_satisfiable: None,
            in_dead_code: program.body(inst).map(|body| body.asserted()).unwrap_or_default(),
            graph,
            context,
            budget,
            purse,
        };
        // Guesses serve obligations; where there are none, they would be work for nothing.
        if !prover.graph.obligations.is_empty() {
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
        self.purse.stopped_by_clock()
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

    /// Houdini: drop every guess that can be violated while the others hold, until none can.
    fn settle_guesses(&mut self) {
        self.purse.allow(&self.context.solver, self.budget.divided_by(8));
        self.drop_refuted_guesses();
        self.purse.allow(&self.context.solver, self.budget);
        // Guesses are to leave something for what they serve.
        self.purse.refill();
    }

    fn drop_refuted_guesses(&mut self) {
        let guess_of = |graph: &Graph, point: &Point| match graph.claims[point.claim].of {
            ClaimFor::Guess(guess) => Some(guess),
            ClaimFor::Obligation(_) => None,
        };
        loop {
            let open: Vec<(usize, Bool)> = self
                .context
                .points
                .iter()
                .filter_map(|point| Some((guess_of(&self.graph, point)?, point.violated())))
                .filter(|(guess, _)| self.guesses[*guess])
                .collect();
            if open.is_empty() {
                return;
            }
            let any = Bool::or(&open.iter().map(|(_, violated)| violated).collect::<Vec<_>>());
            match self.ask(&any, false) {
                Answer::Unsat(used) => {
                    self.guesses_used = used;
                    return;
                }
                Answer::Sat(Some(model)) => {
                    let mut dropped = false;
                    for (guess, violated) in &open {
                        if model.eval(violated, true).and_then(|b| b.as_bool()) != Some(false) {
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
                    for (guess, violated) in &open {
                        if !self.guesses[*guess] {
                            continue;
                        }
                        match self.ask(violated, false) {
                            Answer::Unsat(used) => all_used.extend(used),
                            _ => {
                                self.guesses[*guess] = false;
                                dropped = true;
                            }
                        }
                    }
                    if !dropped {
                        self.guesses_used = all_used;
                        return;
                    }
                }
            }
        }
    }

    fn ask(&self, formula: &Bool, hard: bool) -> Answer {
        let in_force = self.in_force();
        let literals: Vec<Bool> = in_force.iter().map(|&at| self.context.assumptions[at].clone()).collect();
        let solver = &self.context.solver;
        solver.push();
        solver.assert(formula);
        let answer = match self.purse.check(solver, &literals) {
            SatResult::Unsat => {
                let core = solver.get_unsat_core();
                Answer::Unsat(
                    in_force.iter().copied().filter(|&at| core.contains(&self.context.assumptions[at])).collect(),
                )
            }
            SatResult::Sat => Answer::Sat(solver.get_model()),
            SatResult::Unknown => Answer::Unknown(self.purse.why_unknown()),
        };
        solver.pop(1);
        match answer {
            // The incremental core knows little of nonlinear arithmetic; a solver of its own picks its tactics freely.
            Answer::Unknown(why) if hard => {
                self.ask_afresh(formula, &literals, in_force).unwrap_or(Answer::Unknown(why))
            }
            other => other,
        }
    }

    fn ask_afresh(&self, formula: &Bool, literals: &[Bool], in_force: Vec<usize>) -> Option<Answer> {
        let solver = Solver::new();
        solver.set_params(&self.budget.params());
        for assertion in self.context.solver.get_assertions().iter().chain(literals) {
            solver.assert(assertion);
        }
        solver.assert(formula);
        match self.purse.check(&solver, &[]) {
            SatResult::Unsat => Some(Answer::Unsat(in_force)),
            SatResult::Sat => Some(Answer::Sat(solver.get_model())),
            SatResult::Unknown => None,
        }
    }

    fn points(&self, obligation: usize) -> Vec<usize> {
        (0..self.context.points.len())
            .filter(|&at| self.graph.claims[self.context.points[at].claim].of == ClaimFor::Obligation(obligation))
            .collect()
    }

    /// Settles one obligation, by its index in [`Prover::obligations`].
    pub fn prove(&mut self, obligation: usize) -> ProofOutcome {
        let points = self.points(obligation);
        if points.is_empty() && !self.in_dead_code.contains(&obligation) {
            let known = &self.graph.obligations[obligation];
            let taints = vec![("the way to it".to_owned(), known.span)];
            return ProofOutcome::Failed { candidate: None, cuts: Vec::new(), taints, unknown: None };
        }
        let violated: Vec<Bool> = points.iter().map(|&at| self.context.points[at].violated()).collect();
        match self.ask(&Bool::or(&violated), true) {
            Answer::Unsat(used) => {
                let used = self.behind_guesses(used);
                ProofOutcome::Proved { used, vacuous: self.vacuous(&points) }
            }
            Answer::Sat(model) => {
                let is = |cond: &Bool| {
                    model.as_ref().is_some_and(|m| m.eval(cond, true).and_then(|b| b.as_bool()) == Some(true))
                };
                let cuts =
                    self.context.cuts.iter().filter(|(on, _)| is(on)).map(|(_, cut)| self.graph.cuts[*cut].clone());
                let cuts = cuts.collect();
                let taints: Vec<_> = self
                    .context
                    .taints
                    .iter()
                    .filter(|(on, ..)| is(on))
                    .map(|(_, what, at)| (what.clone(), *at))
                    .collect();
                for at in 0..self.reached.len() {
                    if is(&self.context.points[at].reached) {
                        self.reached[at] = true;
                    }
                }
                let candidate = model.as_ref().and_then(|model| self.decode(model));
                ProofOutcome::Failed { candidate, cuts, taints, unknown: None }
            }
            Answer::Unknown(why) => {
                let taints = Vec::new();
                ProofOutcome::Failed { candidate: None, cuts: Vec::new(), taints, unknown: Some(why) }
            }
        }
    }

    /// The assumptions of a proof, where in place of a guess stands what its own proof assumed: a guess may hold only
    /// because an invariant of the user's does, or a callee's contract.
    fn behind_guesses(&mut self, used: Vec<usize>) -> Vec<Assumption> {
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
        found.into_iter().map(|at| self.graph.assumptions[at].clone()).collect()
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
        let points = self.context.points.iter().filter(|point| self.graph.claims[point.claim].of == of);
        let violated: Vec<Bool> = points.map(Point::violated).collect();
        let used = match self.ask(&Bool::or(&violated), false) {
            Answer::Unsat(used) => used,
            _ => self.guesses_used.clone(),
        };
        self.guess_used.insert(guess, used.clone());
        used
    }

    fn decode(&mut self, model: &Model) -> Option<Vector> {
        let types: Vec<_> = self.graph.vars[..self.graph.params].iter().map(|var| var.ty.clone()).collect();
        let params = self.context.params.clone();
        params.iter().zip(&types).map(|(value, ty)| self.context.encoder.decode(value, ty, model)).collect()
    }

    /// Whether a proved claim is so only because nothing gets to it. A claim of `false` says just that, and is vacuous
    /// only if nothing satisfies the precondition.
    fn vacuous(&mut self, points: &[usize]) -> bool {
        let entry = match self.entry_satisfiable {
            Some(known) => known,
            None => {
                let entry = self.context.entry.clone();
                let known = !matches!(self.ask(&entry, false), Answer::Unsat(_));
                self.entry_satisfiable = Some(known);
                known
            }
        };
        if !entry {
            return true;
        }
        let is_false = |at: &usize| self.context.points[*at].holds.as_ref().is_some_and(|h| h.as_bool() == Some(false));
        if !points.is_empty() && points.iter().all(is_false) || points.iter().any(|&at| self.reached[at]) {
            return false;
        }
        let reached: Vec<Bool> = points.iter().map(|&at| self.context.points[at].reached.clone()).collect();
        match self.ask(&Bool::or(&reached), false) {
            Answer::Unsat(_) => true,
            Answer::Sat(Some(model)) => {
                for (point, reached) in self.context.points.iter().zip(&mut self.reached) {
                    *reached |= model.eval(&point.reached, true).and_then(|b| b.as_bool()) == Some(true);
                }
                false
            }
            Answer::Sat(None) | Answer::Unknown(_) => false,
        }
    }

    /// The VC of an obligation in readable form.
    pub fn readable(&self, obligation: usize) -> String {
        self.graph.readable(self.context.encoder.sorts.program, obligation, &self.guesses)
    }

    /// The VC of an obligation as an SMT-LIB script: satisfiable means not proved.
    pub fn smt2(&self, obligation: usize) -> String {
        let solver = &self.context.solver;
        solver.push();
        for at in self.in_force() {
            solver.assert(&self.context.assumptions[at]);
        }
        let violated: Vec<Bool> =
            self.points(obligation).iter().map(|&at| self.context.points[at].violated()).collect();
        solver.assert(Bool::or(&violated));
        let text = solver.to_smt2();
        solver.pop(1);
        text
    }
}
