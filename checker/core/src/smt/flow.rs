//! A graph to a solver context: SSA form with block reachability.
//!
//! Each node gets a boolean "an execution gets here", defined by its predecessors; each claim becomes a violation
//! "an execution gets here and the claim is false". The context is linear in the size of the graph, as in Flanagan
//! and Saxe ("Avoiding exponential explosion", POPL 2001) and Leino ("Efficient weakest preconditions", IPL 2005):
//! a violation is satisfiable exactly if the claim is not implied by the weakest precondition of its block.
use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use z3::ast::Bool;
use z3::{Model, Solver};

use super::encode::{Encoder, Env, Known, Side, Unencodable, Values};
use super::sym::Sym;
use crate::graph::{Action, After, ClaimFor, End, Graph, NodeId, VarId, reads_any};
use crate::program::Program;
use crate::span::Span;
use crate::term::{Term, TermKind};
use crate::value::Vector;

/// A claim at one point.
pub(super) struct Point {
    /// Index into [`Graph::claims`].
    pub(super) claim: usize,
    /// An execution gets here (and all that was assumed on the way holds).
    pub(super) reached: Bool,
    /// The claim. `None` if it has no exact encoding: then it counts as violated.
    pub(super) holds: Option<Bool>,
    /// Whether something outside the model came before, so that nothing here is proved.
    pub(super) tainted: Bool,
    /// What is outside the model on every way here, if something is: index into [`FlowContext::taints`].
    pub(super) outside: Option<usize>,
}

impl Point {
    /// An execution gets here and the claim fails, or cannot be relied upon.
    pub(super) fn violated(&self) -> Bool {
        match &self.holds {
            Some(holds) => Bool::and(&[self.reached.clone(), Bool::or(&[holds.not(), self.tainted.clone()])]),
            None => self.reached.clone(),
        }
    }

    /// An execution gets here and the claim fails.
    pub(super) fn fails(&self) -> Option<Bool> {
        Some(Bool::and(&[self.reached.clone(), self.holds.as_ref()?.not()]))
    }

    /// The same for an execution inside the model only.
    pub(super) fn violated_exactly(&self) -> Option<Bool> {
        let holds = self.holds.as_ref()?;
        Some(Bool::and(&[self.reached.clone(), self.tainted.not(), holds.not()]))
    }
}

/// A solver context with the questions that can be put to it.
pub(super) struct FlowContext<'p> {
    pub(super) solver: Solver,
    pub(super) encoder: Encoder<'p>,
    /// The parameters' values at entry.
    pub(super) params: Vec<Sym>,
    pub(super) points: Vec<Point>,
    /// A literal for each of [`Graph::assumptions`]: in force when it is assumed.
    pub(super) assumptions: Vec<Bool>,
    /// Where the preconditions hold.
    pub(super) entry: Bool,
    /// Executions that meet a taint, with what it is.
    pub(super) taints: Vec<(Bool, String, Span)>,
    /// Executions that meet a cut (index into [`Graph::cuts`]).
    pub(super) cuts: Vec<(Bool, usize)>,
    /// Executions that the bound ends.
    pub(super) bound: Vec<Bool>,
    /// Executions that meet a fact which was left out because it has no encoding.
    pub(super) loose: Vec<Bool>,
    /// Executions that depend on a value which is made up. Only of find graphs.
    pub(super) made_up: Vec<Bool>,
    /// Something has no translation to bit vectors, so that there may be more executions than in exact integers.
    pub(super) loses: bool,
}

/// How often a model with values outside of their types is mended.
pub(super) const REPAIRS: usize = 8;

impl FlowContext<'_> {
    /// The arguments in a model of the graph, and what it must meet to have them.
    pub(super) fn decode(&mut self, graph: &Graph, model: &Model) -> Option<(Vector, Vec<Bool>)> {
        let (mut vector, mut missed) = (Vec::new(), Vec::new());
        for (value, var) in self.params.iter().zip(&graph.vars) {
            let decoded = self.encoder.decode(value, &var.ty, model)?;
            missed.extend(self.encoder.missed_facts(value, &var.ty, &decoded, model));
            vector.push(decoded);
        }
        Some((vector, missed))
    }
}

struct Arrival {
    reached: Bool,
    vars: Rc<Values>,
    tainted: Bool,
    outside: Option<usize>,
}

/// Translates a graph. `expand` and `bit_vectors` are [`Encoder::expand`] and [`Encoder::bit_vectors`]; `cost` is what it may cost the solver
/// to take it in, if that is less than ever.
pub(super) fn context<'p>(
    program: &'p dyn Program,
    graph: &Graph,
    expand: Option<u32>,
    bit_vectors: bool,
    cost: Option<u64>,
) -> FlowContext<'p> {
    let bits = bit_vectors.then(|| Solver::new_for_logic("QF_BV")).flatten();
    let solver = bits.unwrap_or_else(Solver::new);
    let mut flow = Flow {
        graph,
        made_up: if expand.is_some() { graph.depends_on_made_up() } else { HashSet::new() },
        live: graph.live(),
        decisive: expand.is_none().then(|| graph.decisive()),
        arrivals: (0..graph.nodes.len()).map(|_| Vec::new()).collect(),
        out: FlowContext {
            solver,
            encoder: Encoder::new(program, expand, bit_vectors).at_most(cost.unwrap_or(u64::MAX)),
            params: Vec::new(),
            points: Vec::new(),
            assumptions: (0..graph.assumptions.len()).map(|at| Bool::new_const(format!("assumption!{at}"))).collect(),
            entry: Bool::from_bool(true),
            taints: Vec::new(),
            cuts: Vec::new(),
            bound: Vec::new(),
            loose: Vec::new(),
            made_up: Vec::new(),
            loses: false,
        },
    };
    flow.arrivals[0].push(Arrival {
        reached: Bool::from_bool(true),
        vars: Rc::default(),
        tainted: Bool::from_bool(false),
        outside: None,
    });
    for at in 0..graph.nodes.len() {
        flow.node(NodeId(at as u32));
    }
    flow.out
}

struct Flow<'g, 'p> {
    graph: &'g Graph,
    /// The variables whose values may come of made-up ones.
    made_up: HashSet<VarId>,
    /// The variables that are looked at in each node or after it.
    live: Vec<BTreeSet<VarId>>,
    /// Of prove graphs: up to where each node has to do with a claim ([`Graph::decisive`]). The rest is not translated, nor is what comes
    /// after something outside the model on all ways: nothing there is proved unless nothing gets so far.
    decisive: Option<Vec<usize>>,
    arrivals: Vec<Vec<Arrival>>,
    out: FlowContext<'p>,
}

impl<'p> Flow<'_, 'p> {
    /// What holds on arrival at a node: the disjunction of the edges into it. A variable that they disagree on gets
    /// a new name, equal to each edge's value where that edge is taken.
    fn join(&mut self, at: NodeId) -> Option<Arrival> {
        let mut arrivals = std::mem::take(&mut self.arrivals[at.0 as usize]);
        if arrivals.len() < 2 {
            return arrivals.pop();
        }
        let reached = Bool::fresh_const("reach");
        let any: Vec<&Bool> = arrivals.iter().map(|a| &a.reached).collect();
        self.out.solver.assert(reached.iff(Bool::or(&any)));
        let tainted = if arrivals.iter().all(|a| a.tainted.as_bool() == Some(false)) {
            Bool::from_bool(false)
        } else {
            let tainted = Bool::fresh_const("tainted");
            for arrival in &arrivals {
                self.out.solver.assert(arrival.reached.implies(tainted.iff(&arrival.tainted)));
            }
            tainted
        };
        let outside = arrivals.iter().map(|a| a.outside).reduce(|one, other| other.and(one)).flatten();
        let mut vars = Values::new();
        for &id in &self.live[at.0 as usize] {
            // Where it has no value on some way here, it may be any there (a flag tells a drop that comes later).
            let with = arrivals.iter().filter_map(|arrival| Some((arrival, arrival.vars.get(&id)?)));
            let (with, all): (Vec<&Arrival>, Vec<&Known>) = with.unzip();
            let values: Vec<&Sym> = all.iter().map(|known| &known.value).collect();
            let extents = all.iter().map(|known| known.extent);
            let extent = extents.reduce(|one, other| Some(one?.or(other?))).flatten();
            let Some(&first) = values.first() else { continue };
            if values.len() == arrivals.len() && values.iter().all(|value| value.same(first)) {
                vars.insert(id, Known { value: first.clone(), extent });
                continue;
            }
            let var = self.graph.var(id);
            let name = self.out.encoder.joined(&var.name, &var.ty, &values);
            for (arrival, value) in with.into_iter().zip(values) {
                if !name.is_like(value) {
                    self.out.loose.push(arrival.reached.clone());
                }
                self.out.solver.assert(arrival.reached.implies(name.is(value)));
            }
            vars.insert(id, Known { value: name, extent });
        }
        Some(Arrival { reached, vars: Rc::new(vars), tainted, outside })
    }

    fn node(&mut self, at: NodeId) {
        let Some(Arrival { mut reached, mut vars, mut tainted, mut outside }) = self.join(at) else { return };
        let node = &self.graph.nodes[at.0 as usize];
        // The first has the preconditions.
        let decisive =
            self.decisive.as_ref().filter(|_| at.0 > 0).map_or(node.actions.len(), |upto| upto[at.0 as usize]);
        let proves = self.decisive.is_some();
        for (index, action) in node.actions.iter().enumerate().take(decisive) {
            match action {
                Action::Claim(claim, cond) if proves && outside.is_some() => {
                    // That nothing gets there is all that can be known, and what a claim of `false` says.
                    let holds = matches!(cond.kind(), TermKind::Bool(false)).then(|| Bool::from_bool(false));
                    let reached = reached.clone();
                    self.out.points.push(Point { claim: *claim, reached, holds, tainted: tainted.clone(), outside });
                }
                _ if proves && outside.is_some() => {}
                // A copy of what has no value yet has none either; it is not an inexactness.
                Action::Assign(dest, term) if self.unassigned(term, &vars) => {
                    Rc::make_mut(&mut vars).remove(dest);
                }
                Action::Assign(dest, term) => {
                    let env = Env::new(vars.clone());
                    let value = self.room().and_then(|encoder| encoder.value(term, &env));
                    self.facts(&reached);
                    let extent = value.is_ok().then(|| self.out.encoder.extent(term, &env)).flatten();
                    let value = value.unwrap_or_else(|why| {
                        if self.out.encoder.bit_vectors {
                            self.out.loses = true;
                            return Sym::Unknown;
                        }
                        self.taint(&reached, &mut tainted, why.0);
                        self.havoc(&reached, *dest)
                    });
                    Rc::make_mut(&mut vars).insert(*dest, Known { value, extent });
                }
                Action::Havoc(dest) => {
                    let value = self.havoc(&reached, *dest);
                    if at.0 == 0 && self.out.params.len() < self.graph.params {
                        self.out.params.push(value.clone());
                    }
                    Rc::make_mut(&mut vars).insert(*dest, value.into());
                }
                Action::Assume(cond, assumption) => {
                    // A fact without an encoding is left out: there are more executions then, never fewer.
                    if let Some(cond) = self.cond(cond, &vars, &reached, Side::Hypothesis) {
                        let cond = assumption.map_or(cond.clone(), |at| self.out.assumptions[at].implies(cond));
                        reached = self.named(&Bool::and(&[reached, cond]));
                    } else {
                        self.out.loose.push(reached.clone());
                    }
                }
                Action::Claim(index, cond) => {
                    let claim = self.graph.claims[*index];
                    let env = Env::new(vars.clone());
                    let holds = self.room().and_then(|encoder| encoder.cond(cond, &env, Side::Goal));
                    self.facts(&reached);
                    if let (Err(why), ClaimFor::Obligation(_)) = (&holds, claim.of) {
                        self.no_encoding(&reached, why.0.clone());
                    }
                    self.out.loses |= holds.is_err() && self.out.encoder.bit_vectors;
                    let holds = holds.ok();
                    let (reached_here, tainted) = (reached.clone(), tainted.clone());
                    let point = Point { claim: *index, reached: reached_here, holds, tainted, outside };
                    let made_up = reads_any(cond, &self.made_up);
                    self.out.made_up.extend(point.violated_exactly().filter(|_| made_up));
                    self.out.points.push(point);
                    let assumption = match claim.after {
                        After::Ends => None,
                        After::Given(at) => Some(at),
                        After::Nothing => continue,
                    };
                    if let Some(cond) = self.cond(cond, &vars, &reached, Side::Hypothesis) {
                        let cond = assumption.map_or(cond.clone(), |at| self.out.assumptions[at].implies(cond));
                        reached = self.named(&Bool::and(&[reached, cond]));
                    } else {
                        self.out.loose.push(reached.clone());
                    }
                    if made_up {
                        self.out.made_up.push(reached.clone());
                    }
                }
                Action::Taint(what) => {
                    let (text, span) = self.graph.taints[*what].clone();
                    outside.get_or_insert(self.out.taints.len());
                    self.out.taints.push((reached.clone(), text, span));
                    tainted = Bool::from_bool(true);
                    if proves {
                        vars = Rc::default();
                        continue;
                    }
                    let later = self.graph.live_after(at, index, &self.live);
                    let known = later.into_iter().filter(|id| vars.contains_key(id));
                    let forgotten = known.map(|id| (id, self.havoc(&reached, id).into())).collect();
                    vars = Rc::new(forgotten);
                }
                Action::Cut(what) => self.out.cuts.push((reached.clone(), *what)),
            }
        }
        if at.0 == 0 {
            self.out.entry = reached.clone();
        }
        match &node.end {
            End::Goto(to) => self.arrive(*to, Arrival { reached, vars, tainted, outside }),
            // What it decides may not have been translated.
            End::Branch(_, then, otherwise) if !self.is_decisive(*then) && !self.is_decisive(*otherwise) => {}
            End::Branch(_, then, otherwise) if proves && outside.is_some() => {
                let either = Bool::fresh_const("either");
                for (to, goes) in [(then, either.clone()), (otherwise, either.not())] {
                    let reached = self.named(&Bool::and(&[reached.clone(), goes]));
                    self.arrive(*to, Arrival { reached, vars: vars.clone(), tainted: tainted.clone(), outside });
                }
            }
            End::Branch(decides, then, otherwise) => {
                let env = Env::new(vars.clone());
                let cond = self.room().and_then(|encoder| encoder.cond(decides, &env, Side::Both));
                self.facts(&reached);
                let cond = cond.unwrap_or_else(|why| {
                    match self.out.encoder.bit_vectors {
                        true => self.out.loses = true,
                        false => self.taint(&reached, &mut tainted, why.0),
                    }
                    Bool::fresh_const("either")
                });
                if reads_any(decides, &self.made_up) {
                    self.out.made_up.push(reached.clone());
                }
                let yes = self.named(&Bool::and(&[reached.clone(), cond.clone()]));
                let no = self.named(&Bool::and(&[reached, cond.not()]));
                let then_vars = vars.clone();
                self.arrive(*then, Arrival { reached: yes, vars: then_vars, tainted: tainted.clone(), outside });
                self.arrive(*otherwise, Arrival { reached: no, vars, tainted, outside });
            }
            End::Stop => {}
            End::Bound => self.out.bound.push(reached),
        }
    }

    fn unassigned(&self, term: &Term, vars: &Values) -> bool {
        matches!(term.kind(), TermKind::Local(id) if !vars.contains_key(id))
    }

    /// Whether anything in a node or after it decides about claims; in graphs that are searched, everything may.
    fn is_decisive(&self, node: NodeId) -> bool {
        self.decisive.as_ref().is_none_or(|upto| upto[node.0 as usize] > 0)
    }

    /// Of the variables only those go along that are looked at later: there may be thousands of others.
    fn arrive(&mut self, to: NodeId, mut arrival: Arrival) {
        if !self.is_decisive(to) {
            return;
        }
        let live = &self.live[to.0 as usize];
        if arrival.vars.keys().any(|id| !live.contains(id)) {
            Rc::make_mut(&mut arrival.vars).retain(|id, _| live.contains(id));
        }
        self.arrivals[to.0 as usize].push(arrival);
    }

    fn taint(&mut self, reached: &Bool, tainted: &mut Bool, what: String) {
        self.no_encoding(reached, what);
        *tainted = Bool::from_bool(true);
    }

    fn no_encoding(&mut self, reached: &Bool, what: String) {
        let span = self.graph.obligations.first().map(|o| o.span);
        if let Some(span) = span {
            self.out.taints.push((reached.clone(), what, span));
        }
    }

    fn havoc(&mut self, reached: &Bool, id: VarId) -> Sym {
        let var = self.graph.var(id);
        let value = self.out.encoder.fresh(&var.name, &var.ty);
        self.facts(reached);
        value
    }

    fn cond(&mut self, term: &Term, vars: &Rc<Values>, reached: &Bool, side: Side) -> Option<Bool> {
        let env = Env::new(vars.clone());
        let cond = self.room().and_then(|encoder| encoder.cond(term, &env, side));
        self.facts(reached);
        self.out.loses |= cond.is_err() && self.out.encoder.bit_vectors;
        cond.ok()
    }

    /// The encoder, unless what it has translated is as much as the solver may have to take in.
    fn room(&mut self) -> Result<&mut Encoder<'p>, Unencodable> {
        match self.out.encoder.is_full() {
            true => Err(Unencodable::new("the rest of the function, which is too large for the solver")),
            false => Ok(&mut self.out.encoder),
        }
    }

    /// States the facts that the last encoding came by, for executions that get here.
    fn facts(&mut self, reached: &Bool) {
        for fact in self.out.encoder.take_facts() {
            self.out.solver.assert(reached.implies(fact));
        }
    }

    /// A name for a formula, to keep the context linear.
    fn named(&self, formula: &Bool) -> Bool {
        let name = Bool::fresh_const("at");
        self.out.solver.assert(name.iff(formula));
        name
    }
}
