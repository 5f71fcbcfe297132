//! A prove graph in a solver, and questions to it.
use std::rc::Rc;

use z3::ast::Bool;
use z3::{Model, SatResult, Solver};

use super::budget::{Allowance, Budget, GaveUp, Pool};
use super::flow::{FlowContext, Point, REPAIRS, context};
use super::prove::ProofOutcome;
use crate::graph::Graph;
use crate::program::Program;

/// Questions in bit vectors without an answer may cost this part of the budget, all together.
const HOPELESS: u32 = 2;

/// The answer to a question.
pub(super) enum Answer {
    /// No; with the assumptions (by index) that this rests on.
    Unsat(Vec<usize>),
    /// Yes.
    Sat(Option<Model>),
    /// None.
    Unknown(GaveUp),
}

/// Whether a formula is true in a model.
pub(super) fn holds(model: Option<&Model>, formula: &Bool) -> bool {
    model.and_then(|model| model.eval(formula, true)?.as_bool()) == Some(true)
}

/// One translation of a prove graph, with what may be spent on it.
pub(super) struct Engine<'p> {
    pub(super) context: FlowContext<'p>,
    allowance: Allowance,
}

impl<'p> Engine<'p> {
    /// Translates a graph; with integers as bit vectors if `bit_vectors`. No query costs more than the budget, nor all of them together
    /// more than is in the pool.
    pub(super) fn new(
        program: &'p dyn Program,
        graph: &Graph,
        bit_vectors: bool,
        budget: Budget,
        pool: &Rc<Pool>,
    ) -> Self {
        // Bits are a second opinion: to take them in is not to cost more than the questions.
        let context = context(program, graph, None, bit_vectors, bit_vectors.then(|| pool.left() / 2));
        let allowance = Allowance::new(pool, budget, &context.solver);
        // Bits are easy or hopeless, and if hopeless for some claims of a function then likely for the others as well.
        let allowance = if bit_vectors { allowance.in_vain(budget.divided_by(HOPELESS)) } else { allowance };
        Engine { context, allowance }
    }

    /// Sets the budget of the queries from now on.
    pub(super) fn allow(&self, budget: Budget) {
        self.allowance.allow(budget);
    }

    /// Whether a formula can be true while the assumptions with these indices hold.
    pub(super) fn ask(&self, formula: &Bool, in_force: &[usize]) -> Answer {
        let solver = &self.context.solver;
        if !self.allowance.open(solver) {
            return Answer::Unknown(self.allowance.why_unknown());
        }
        let literals: Vec<Bool> = in_force.iter().map(|&at| self.context.assumptions[at].clone()).collect();
        solver.assert(formula);
        let answer = match self.allowance.check(solver, &literals) {
            SatResult::Unsat => {
                let core = solver.get_unsat_core();
                let used = in_force.iter().copied().filter(|&at| core.contains(&self.context.assumptions[at]));
                Answer::Unsat(used.collect())
            }
            SatResult::Sat => Answer::Sat(solver.get_model()),
            SatResult::Unknown => Answer::Unknown(self.allowance.why_unknown()),
        };
        solver.pop(1);
        answer
    }

    /// The same question, where the model has to be of arguments within their types. The solver is told their facts for those parts that
    /// executions read; recursive functions read others, too. What is told stays, since it holds of all arguments.
    pub(super) fn ask_of_types(&mut self, graph: &Graph, formula: &Bool, in_force: &[usize]) -> Answer {
        for _ in 0..REPAIRS {
            let answer = self.ask(formula, in_force);
            let Answer::Sat(Some(model)) = &answer else { return answer };
            match self.context.decode(graph, model) {
                Some((_, missed)) if !missed.is_empty() => self.context.solver.assert(Bool::and(&missed)),
                _ => return answer,
            }
        }
        self.ask(formula, in_force)
    }

    /// The same question to a solver of its own, which picks its tactics freely: the incremental core knows little of
    /// nonlinear arithmetic. It does not say which assumptions it used.
    pub(super) fn ask_afresh(&self, formula: &Bool, in_force: &[usize]) -> Answer {
        if self.allowance.is_spent() {
            return Answer::Unknown(self.allowance.why_unknown());
        }
        let solver = Solver::new();
        let literals = in_force.iter().map(|&at| self.context.assumptions[at].clone());
        for assertion in self.context.solver.get_assertions().into_iter().chain(literals) {
            solver.assert(assertion);
        }
        solver.assert(formula);
        match self.allowance.check_once(&solver) {
            SatResult::Unsat => Answer::Unsat(in_force.to_vec()),
            SatResult::Sat => Answer::Sat(solver.get_model()),
            SatResult::Unknown => Answer::Unknown(self.allowance.why_unknown()),
        }
    }

    /// What a model says: a candidate, the abstractions on its way, and what is outside the model there.
    pub(super) fn failed(&mut self, graph: &Graph, model: Option<&Model>) -> ProofOutcome {
        let context = &mut self.context;
        let is = |on: &Bool| holds(model, on);
        let cuts = context.cuts.iter().filter(|(on, _)| is(on)).map(|(_, cut)| graph.cuts[*cut].clone()).collect();
        let taints = context.taints.iter().filter(|(on, ..)| is(on)).map(|(_, what, at)| (what.clone(), *at)).collect();
        let candidate = model.and_then(|model| context.decode(graph, model)).map(|(vector, _)| vector);
        ProofOutcome::Failed { candidate, cuts, taints, unknown: None }
    }

    /// Whether it has all executions that there are, and no others. If so, a model of it is as good as one of any other.
    pub(super) fn is_exact(&self) -> bool {
        !self.context.loses
    }

    /// That an execution gets to one of some points.
    pub(super) fn reached(&self, points: &[usize]) -> Bool {
        Bool::or(&points.iter().map(|&at| self.context.points[at].reached.clone()).collect::<Vec<_>>())
    }

    /// That one of some points is violated.
    pub(super) fn violated(&self, points: &[usize]) -> Bool {
        let points: Vec<&Point> = points.iter().map(|&at| &self.context.points[at]).collect();
        Bool::or(&points.iter().map(|point| point.violated()).collect::<Vec<_>>())
    }
}
