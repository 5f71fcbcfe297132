//! *find*: arguments whose execution violates a claim, or gets to it.
use std::collections::HashSet;
use std::rc::Rc;

use z3::ast::Bool;
use z3::{Model, SatResult};

use super::budget::{Allowance, Budget, GaveUp, Pool};
use super::capacity::{Capacity, Taken};
use super::flow::{FlowContext, Point, REPAIRS, context};
use super::model::is_in_part_any;
use super::sym::Sym;
use crate::graph::{ClaimFor, Graph, Mode, Var, build};
use crate::ir::Way;
use crate::program::Program;
use crate::ty::FnInst;
use crate::value::Vector;

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// Arguments.
    Vector {
        /// They.
        vector: Vector,
        /// Whether the model is a whole execution: no call by contract, nothing outside the model, nothing that depends on a made-up
        /// value, and all preconditions translated. If the compiled code disagrees with such a model, refine has a defect.
        exact: bool,
    },
    /// There are none.
    Nothing {
        /// None at all, however large: the bound cut nothing off, the graph abstracts nothing, and it rests on no body
        /// that a contract stands for. A proof like any other, which assumes nothing.
        complete: bool,
        /// None with sequences, loops and recursion up to the depth, and nothing on the way that the graph abstracts;
        /// and there are arguments within it that get to the obligation.
        exhaustive: bool,
    },
    /// The solver gave up, or its model could not be written down.
    Unknown(GaveUp),
}

/// The find graph of one function in a solver.
pub struct Finder<'p> {
    graph: Graph,
    context: FlowContext<'p>,
    depth: u32,
    pool: Rc<Pool>,
    allowance: Allowance,
    /// Of questions for ways of branches, and for long sequences.
    aside: Allowance,
    small: Vec<Bool>,
    bounded: Bool,
    /// That sequences are not too long to be tried.
    long: Bool,
    /// The graph with integers as bit vectors, if it looks at bits: what has no translation there may be anything, so its models are only
    /// suggestions.
    bits: Option<(FlowContext<'p>, Allowance)>,
    /// Given back when all of the above is gone.
    room: Taken<'p>,
}

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal<'g> {
    /// Arguments that violate an obligation.
    Violation(&'g str),
    /// Those that get to it.
    Arrival(&'g str),
    /// Those that take a way.
    Taking(Way),
    /// Any.
    Inputs,
}

impl Goal<'_> {
    /// Whether a claim of a graph has to do with it.
    fn is_of(self, graph: &Graph, claim: ClaimFor) -> bool {
        match (self, claim) {
            (Goal::Violation(id) | Goal::Arrival(id), ClaimFor::Obligation(at)) => graph.obligations[at].id == id,
            (Goal::Taking(way), ClaimFor::Way(known)) => way == known,
            _ => false,
        }
    }

    /// What an execution must do at a point for it.
    fn of_point(self, point: &Point) -> Option<Bool> {
        match self {
            Goal::Violation(_) => point.violated_exactly(),
            // Concrete values will stand in for what is outside the model.
            Goal::Taking(_) => point.fails(),
            Goal::Arrival(_) | Goal::Inputs => Some(point.reached.clone()),
        }
    }

    fn is_violation(self) -> bool {
        matches!(self, Goal::Violation(_))
    }
}

/// Greatest absolute value and length of what is tried first.
const TIERS: [(i64, u32); 5] = [(3, 1), (3, 2), (20, 2), (20, u32::MAX), (1_000, u32::MAX)];

/// The longest sequences that are tried where no shorter ones are long enough: what reads a header asks for more bytes than a loop takes turns.
const LONG: u32 = 64;

/// A search for values may take so many times the units of a proof. Without what these do not need ([`Allowance::for_values`]) each takes far less time:
/// `n ^ 12345 == 99887766` is solved in 0.3 s where it took 7 s.
const UNITS: u32 = 2;

/// What all searches that end without an answer may take together, in quarters of what one may: of the models that the corpus finds none takes half of
/// that, so more is rarely paid back.
const IN_VAIN: u32 = 5;

/// Questions for ways of branches, where no claim stands, and for long sequences may take this part of one for a claim, and so may all of them
/// together that end without an answer. The same goes for those in bit vectors without an answer.
const OF_WAYS: u32 = 4;

/// That all arguments are small, in the sense of [`Encoder::small`](super::encode::Encoder::small).
fn within(context: &mut FlowContext<'_>, graph: &Graph, n: Option<i64>, len: u32) -> Vec<Bool> {
    let params = context.params.clone();
    let small = |(value, var): (&Sym, &Var)| context.encoder.small(value, &var.ty, n, len);
    params.iter().zip(&graph.vars).flat_map(small).collect()
}

/// That no sequence is longer, but for those inside of others.
fn lengths_within(context: &mut FlowContext<'_>, graph: &Graph, len: u32) -> Vec<Bool> {
    let params = context.params.clone();
    let short = |(value, var): (&Sym, &Var)| context.encoder.short(value, &var.ty, len);
    params.iter().zip(&graph.vars).flat_map(short).collect()
}

impl<'p> Finder<'p> {
    /// Translates a function, once the `capacity` has room for it. `None` if it has no body, or if to take it in would cost the solver more than
    /// all queries may. `functions` as in [`Prover::new`](super::Prover::new).
    pub fn new(
        program: &'p dyn Program,
        inst: &FnInst,
        depth: u32,
        budget: Budget,
        functions: usize,
        capacity: &'p Capacity,
    ) -> Option<Self> {
        let graph = build(program, inst, Mode::Find { depth })?;
        // (With bit vectors it is there twice.)
        let room = capacity.take(graph.size * if graph.looks_at_bits() { 2 } else { 1 });
        let depth = graph.depth;
        let budget = Budget(budget.0.saturating_mul(UNITS));
        let pool = Pool::new(budget, functions);
        let mut context = context(program, &graph, Some(depth), false, None);
        if context.encoder.cost > pool.left() {
            return None;
        }
        // Literals for the bounds, from the most readable arguments to all within the depth.
        let mut small = Vec::new();
        for (at, (n, len)) in TIERS.into_iter().enumerate() {
            let conds = within(&mut context, &graph, Some(n), len.min(depth));
            let literal = Bool::new_const(format!("small!{at}"));
            context.solver.assert(literal.implies(Bool::and(&conds)));
            small.push(literal);
        }
        let bounded = Bool::new_const("bounded");
        let mut conds = context.encoder.bounds.clone();
        conds.extend(within(&mut context, &graph, None, depth));
        context.solver.assert(bounded.implies(Bool::and(&conds)));
        let long = Bool::new_const("long");
        let conds = lengths_within(&mut context, &graph, LONG);
        context.solver.assert(long.implies(Bool::and(&conds)));
        if program.contract(inst).raw_requires().next().is_some() {
            context.loose.push(Bool::from_bool(true));
        }
        let in_vain = Budget(budget.0.saturating_mul(IN_VAIN) / 4);
        let allowance = Allowance::new(&pool, budget, &context.solver).for_values().in_vain(in_vain);
        let for_ways = budget.divided_by(OF_WAYS);
        let aside = Allowance::new(&pool, for_ways, &context.solver).for_values().in_vain(for_ways);
        let bits = graph.looks_at_bits().then(|| {
            let context = self::context(program, &graph, Some(depth), true, Some(pool.left() / 2));
            let allowance = Allowance::new(&pool, budget, &context.solver).for_values().in_vain(for_ways);
            (context, allowance)
        });
        Some(Finder { graph, context, depth, pool, allowance, aside, small, bounded, long, bits, room })
    }

    /// Whether the clock, and not a budget, ended a search, so that what is found may differ on another machine.
    pub fn stopped_by_clock(&self) -> bool {
        self.pool.stopped_by_clock()
    }

    /// Whether it takes so much room that others may have to wait until it is gone.
    pub fn is_large(&self) -> bool {
        self.room.is_large()
    }

    /// The bound.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Arguments whose execution violates the obligation with this identity, other than those listed.
    pub fn violate(&mut self, obligation: &str, exclude: &[Vector]) -> Found {
        match self.search(Goal::Violation(obligation), exclude) {
            Found::Unknown(why) => self.in_bits(Goal::Violation(obligation), exclude).unwrap_or(Found::Unknown(why)),
            found => found,
        }
    }

    /// Whether these very arguments violate the obligation, as far as the graph and the budget tell.
    pub fn violates(&mut self, obligation: &str, vector: &Vector) -> Option<bool> {
        let same = self.equals(vector)?;
        let points = self.points(Goal::Violation(obligation));
        let violated: Option<Vec<Bool>> =
            points.map(|point| point.holds.as_ref().and(point.violated_exactly())).collect();
        let violated = violated?;
        if !self.allowance.open(&self.context.solver) {
            return None;
        }
        self.context.solver.assert(Bool::and(&[same, Bool::or(&violated)]));
        let answer = self.allowance.check(&self.context.solver, &[]);
        self.context.solver.pop(1);
        match answer {
            SatResult::Sat => Some(true),
            SatResult::Unsat => Some(false),
            SatResult::Unknown => None,
        }
    }

    /// Arguments whose execution gets to the obligation with this identity, other than those listed.
    pub fn reach(&mut self, obligation: &str, exclude: &[Vector]) -> Found {
        if let Some(found) = self.in_bits(Goal::Arrival(obligation), exclude) {
            return found;
        }
        self.search(Goal::Arrival(obligation), exclude)
    }

    /// The ways of branches that are in the graph, in the order of executions.
    pub fn ways(&self) -> Vec<Way> {
        let mut seen = HashSet::new();
        let ways = self.context.points.iter().filter_map(|point| match self.graph.claims[point.claim].of {
            ClaimFor::Way(way) => Some(way),
            ClaimFor::Obligation(_) | ClaimFor::Guess(_) => None,
        });
        ways.filter(|way| seen.insert(*way)).collect()
    }

    /// Arguments whose execution takes a way, other than those listed.
    pub fn take(&mut self, way: Way, exclude: &[Vector]) -> Found {
        if let Some(found) = self.in_bits(Goal::Taking(way), exclude) {
            return found;
        }
        self.aside(|this| this.search(Goal::Taking(way), exclude))
    }

    /// Arguments that satisfy the preconditions, other than those listed.
    pub fn inputs(&mut self, exclude: &[Vector]) -> Found {
        self.search(Goal::Inputs, exclude)
    }

    /// Where the graph makes the claims that have to do with a goal.
    fn points<'g>(&'g self, goal: Goal<'g>) -> impl Iterator<Item = &'g Point> {
        self.context.points.iter().filter(move |point| goal.is_of(&self.graph, self.graph.claims[point.claim].of))
    }

    /// What the graph in bit vectors suggests.
    fn in_bits(&mut self, goal: Goal<'_>, exclude: &[Vector]) -> Option<Found> {
        let (context, allowance) = self.bits.as_mut()?;
        let points = context.points.iter().filter(|point| goal.is_of(&self.graph, self.graph.claims[point.claim].of));
        let formula: Vec<Bool> = points.filter_map(|point| goal.of_point(point)).collect();
        if formula.is_empty() || !allowance.open(&context.solver) {
            return None;
        }
        context.solver.assert(Bool::or(&formula));
        let is_found = allowance.check(&context.solver, &context.assumptions) == SatResult::Sat;
        let model = is_found.then(|| context.solver.get_model()).flatten();
        let vector = model.and_then(|model| Some(context.decode(&self.graph, &model)?.0));
        context.solver.pop(1);
        let vector = vector.filter(|vector| !exclude.contains(vector))?;
        Some(Found::Vector { vector, exact: false })
    }

    fn search(&mut self, goal: Goal<'_>, exclude: &[Vector]) -> Found {
        let (formula, arrival) = if goal == Goal::Inputs {
            (self.context.entry.clone(), self.context.entry.clone())
        } else {
            let points: Vec<_> = self.points(goal).collect();
            if points.is_empty() {
                // The bound keeps the graph from getting there, or it is not the graph's business at all.
                return Found::Nothing { complete: false, exhaustive: false };
            }
            if goal.is_violation() && points.iter().any(|point| point.holds.is_none()) {
                return Found::Unknown(GaveUp::Incomplete("the claim has no exact translation".to_owned()));
            }
            // A violation counts inside the model only.
            if goal.is_violation() && points.iter().all(|point| point.tainted.as_bool() == Some(true)) {
                return Found::Nothing { complete: false, exhaustive: false };
            }
            let any = |of: &dyn Fn(&Point) -> Option<Bool>| {
                Bool::or(&points.iter().filter_map(|point| of(point)).collect::<Vec<_>>())
            };
            (any(&|point| goal.of_point(point)), any(&|point| Some(point.reached.clone())))
        };
        if !self.allowance.open(&self.context.solver) {
            return Found::Unknown(self.allowance.why_unknown());
        }
        self.context.solver.assert(&formula);
        let others: Vec<Bool> = exclude.iter().filter_map(|vector| Some(self.equals(vector)?.not())).collect();
        let excluded = !others.is_empty();
        let elsewhere = Bool::fresh_const("elsewhere");
        self.context.solver.assert(elsewhere.implies(Bool::and(&others)));
        // First executions that keep the specs on their way: a run ends where it leaves a callee's precondition. But
        // where a loop's invariant fails the code goes on.
        let assumed = self.context.assumptions.clone();
        let elsewhere = std::slice::from_ref(&elsewhere);
        let mut found = self.narrow_to_wide(&[&assumed[..], elsewhere].concat());
        if found.is_none() && goal.is_violation() && !assumed.is_empty() {
            found = self.narrow_to_wide(elsewhere);
        }
        // What was excluded may violate the claim: its run need not have been booked on this obligation.
        let found = found.unwrap_or_else(|| match goal.is_violation() {
            true => self.nothing(excluded),
            false => Found::Nothing { complete: false, exhaustive: true },
        });
        let found = match found {
            Found::Nothing { complete: false, .. } => {
                let found_long = match goal {
                    // What is quantified may be more than was written out.
                    Goal::Violation(_) if !self.context.encoder.bounds.is_empty() => None,
                    Goal::Taking(_) => self.among_long(&assumed, elsewhere),
                    _ => self.aside(|this| this.among_long(&assumed, elsewhere)),
                };
                found_long.unwrap_or(found)
            }
            found => found,
        };
        self.context.solver.pop(1);
        match found {
            // Where nothing gets to it within the bound, there was nothing to look at.
            Found::Nothing { complete: false, exhaustive: true } => {
                Found::Nothing { complete: false, exhaustive: self.some(&arrival) }
            }
            found => found,
        }
    }

    /// Asks something that is not to take from what there is for claims.
    fn aside<R>(&mut self, ask: impl FnOnce(&mut Self) -> R) -> R {
        std::mem::swap(&mut self.allowance, &mut self.aside);
        let answer = ask(self);
        std::mem::swap(&mut self.allowance, &mut self.aside);
        answer
    }

    /// Arguments with longer sequences than the bound allows, where none within it will do. Their executions may be more than the graph has.
    fn among_long(&mut self, assumed: &[Bool], elsewhere: &[Bool]) -> Option<Found> {
        let literals = [assumed, elsewhere, std::slice::from_ref(&self.long)].concat();
        if self.allowance.check(&self.context.solver, &literals) != SatResult::Sat {
            return None;
        }
        match self.decoded(&literals)? {
            Found::Vector { vector, .. } => Some(Found::Vector { vector, exact: false }),
            _ => None,
        }
    }

    /// Whether some arguments within the bounds satisfy a formula.
    fn some(&self, formula: &Bool) -> bool {
        if !self.allowance.open(&self.context.solver) {
            return false;
        }
        self.context.solver.assert(formula);
        let answer = self.allowance.check(&self.context.solver, std::slice::from_ref(&self.bounded));
        self.context.solver.pop(1);
        answer == SatResult::Sat
    }

    /// How far it goes that there is no violation within the bounds.
    fn nothing(&self, excluded: bool) -> Found {
        let context = &self.context;
        let unsat = |literals: &[Bool]| self.allowance.check(&context.solver, literals) == SatResult::Unsat;
        let abstracts = !context.cuts.is_empty() || !context.taints.is_empty() || self.graph.cut_short;
        let exact = context.loose.is_empty() && !abstracts;
        let exhaustive = exact && (!excluded || unsat(std::slice::from_ref(&self.bounded)));
        // Only where no quantifier was cut short.
        let bounded = !context.bound.is_empty() || !context.encoder.bounds.is_empty();
        let modular = !self.graph.looks_behind_contracts;
        Found::Nothing { complete: exhaustive && modular && !bounded && unsat(&[]), exhaustive }
    }

    fn equals(&mut self, vector: &Vector) -> Option<Bool> {
        let params = self.context.params.clone();
        let mut conds = Vec::new();
        for ((value, var), concrete) in params.iter().zip(&self.graph.vars).zip(vector) {
            conds.push(self.context.encoder.equals(value, &var.ty, concrete)?);
        }
        Some(Bool::and(&conds))
    }

    /// Small arguments first; then all within the depth. `None` if there are none where the assumptions hold.
    fn narrow_to_wide(&mut self, assumed: &[Bool]) -> Option<Found> {
        let mut unknown = None;
        let tiers: Vec<Vec<Bool>> = self
            .small
            .iter()
            .map(|literal| vec![literal.clone(), self.bounded.clone()])
            .chain([vec![self.bounded.clone()]])
            .collect();
        for literals in tiers {
            let literals: Vec<Bool> = assumed.iter().cloned().chain(literals).collect();
            match self.allowance.check(&self.context.solver, &literals) {
                SatResult::Sat => match self.decoded(&literals) {
                    Some(found) => return Some(found),
                    None => {
                        let why = "the model could not be written down".to_owned();
                        unknown = Some(GaveUp::Incomplete(why));
                    }
                },
                SatResult::Unknown => {
                    // What is too hard once is too hard again, and larger arguments are no easier.
                    if unknown.is_some() {
                        break;
                    }
                    unknown = Some(self.allowance.why_unknown());
                }
                SatResult::Unsat => {
                    unknown = None;
                    // If it is not for their size that there are none, there are no larger ones either.
                    let core = self.context.solver.get_unsat_core();
                    if !core.iter().any(|literal| self.small.contains(literal)) {
                        break;
                    }
                }
            }
        }
        unknown.map(Found::Unknown)
    }

    /// The arguments of the solver's model. Where it has values that are outside of their types, in parts of which
    /// the solver was told nothing yet, it is told, and asked again.
    fn decoded(&mut self, literals: &[Bool]) -> Option<Found> {
        let mut found = None;
        for _ in 0..REPAIRS {
            let Some(model) = self.context.solver.get_model() else { break };
            let (vector, missed) = self.context.decode(&self.graph, &model)?;
            let exact = missed.is_empty() && self.is_exact(&model, &vector);
            found = Some(Found::Vector { vector, exact });
            if missed.is_empty() {
                break;
            }
            self.context.solver.assert(Bool::and(&missed));
            if self.allowance.check(&self.context.solver, literals) != SatResult::Sat {
                break;
            }
        }
        found
    }

    /// As [`Found::Vector`] has it.
    fn is_exact(&self, model: &Model, vector: &Vector) -> bool {
        let is = |cond: &Bool| model.eval(cond, true).and_then(|b| b.as_bool()) == Some(true);
        let abstracted = self.context.cuts.iter().any(|(on, _)| is(on))
            || self.context.taints.iter().any(|(on, ..)| is(on))
            || self.context.loose.iter().any(is)
            || self.context.made_up.iter().any(is)
            || vector.iter().any(is_in_part_any);
        !abstracted
    }
}
