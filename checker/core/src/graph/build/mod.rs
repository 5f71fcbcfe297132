//! From a body to its acyclic graph.
mod calls;
mod closures;
mod loops;
mod met;
mod size;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::loops::{NaturalLoop, natural_loops};
use super::{Action, After, Assumption, Claim, ClaimFor, Cut, End, Graph, Mode, Node, NodeId, Var, VarId};
use crate::ids::{BlockId, FnId, LocalId};
use crate::ir::{Body, CallOrigin, FactSource, Stmt, Terminator};
use crate::obligation::Kind;
use crate::program::Program;
use crate::span::Span;
use crate::term::{Term, TermKind};
use crate::ty::{FnInst, Ty};

/// Nesting of inlined calls that a prove graph follows, where also the models of the standard library's functions count, which call each
/// other a good deal.
const STACK_DEPTH: usize = 40;

/// The graph of a function: of those that are not too large the deepest, see `size::depths`. `None` if it has no body.
pub fn build(program: &dyn Program, inst: &FnInst, mode: Mode) -> Option<Graph> {
    let body = program.body(inst)?;
    let depths = size::depths(mode);
    let (last, others) = depths.split_last()?;
    let fits = others.iter().find_map(|depth| Builder::new(program, mode, *depth).whole(body.clone()));
    Some(fits.unwrap_or_else(|| Builder::new(program, mode, *last).cut_short(body)))
}

/// One activation of a function.
struct Frame {
    body: Arc<Body>,
    loops: Arc<Vec<NaturalLoop>>,
    /// The graph's variable for each local.
    vars: Vec<VarId>,
    /// The variable that holds each parameter's value at entry.
    old: Vec<VarId>,
    /// Where to go on after `Return`; the top activation stops.
    then: Option<NodeId>,
    /// The instances on the stack, this one last.
    stack: Vec<FnInst>,
    /// The calls that lead here.
    through: Vec<Span>,
    /// How the call looks to this function.
    called: CallOrigin,
    /// What happens to the body's claims.
    claims: CalleeClaims,
    /// Whether control that goes past the user's call which leads here has come here, if this is in the standard library.
    always_called: bool,
    /// The obligation index of each of the body's obligations, where `claims` is `Keep`.
    obligations: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum CalleeClaims {
    /// They are obligations of the function under check.
    Keep,
    /// They are the callee's own business; here an execution that fails one ends.
    Assume,
}

/// A block of a frame, with the turn that each loop around it is in.
type Key = (usize, BlockId, Vec<(usize, u32)>);

/// A place of the user's text that leads into the standard library, and the function that it is of, if it is a callee: see [`Obligation::home`].
type UsersPlace = (Span, Option<FnId>);

struct Builder<'p> {
    program: &'p dyn Program,
    mode: Mode,
    graph: Graph,
    /// How much there is in the graph.
    size: usize,
    memo: HashMap<Key, NodeId>,
    frames: Vec<Frame>,
    assumptions: HashMap<Assumption, usize>,
    by_id: HashMap<String, usize>,
    /// The obligations that one of a callee's gives rise to, one for each site, by what their identities have in common.
    by_site: HashMap<String, Vec<usize>>,
    /// Which claims all that returns from a body has met ([`met::claim_is_met`]), by the body's address. The body is kept, so that it stays
    /// the only one there.
    met: HashMap<*const Body, (Arc<Body>, HashMap<usize, bool>)>,
    /// Where paths of a prove graph end that it does not follow: in calls, or because it is too large.
    sink: Option<NodeId>,
    /// What those calls lead to: with the user's place for a function of the standard library.
    left_out: HashSet<(FnInst, Option<UsersPlace>)>,
    /// The obligations there.
    beyond: BTreeSet<usize>,
    /// The functions that may run unseen, in what is outside the model, each with all that it reaches.
    unseen: HashSet<FnId>,
    /// Whether an instance's body, called at a stack of some height, may reach something that is not modelled.
    taints: RefCell<HashMap<(FnInst, usize), bool>>,
    /// The types that are known to have gone where they are not followed.
    escaped: HashSet<Ty>,
}

/// Whether execution goes on where an obligation of this kind fails: the kinds that are no panics.
fn goes_on(kind: Kind) -> bool {
    use Kind::*;
    matches!(kind, Requires | LoopEntry | LoopPreserved | Invariant | Decreases | Ensures | Unmodelled)
}

/// Work left: translate a block's statements from an index into a node.
struct Todo {
    frame: usize,
    block: BlockId,
    turns: Vec<(usize, u32)>,
    from: usize,
    node: NodeId,
}

impl<'p> Builder<'p> {
    fn new(program: &'p dyn Program, mode: Mode, depth: u32) -> Self {
        Builder {
            program,
            mode,
            graph: Graph { depth, ..Graph::default() },
            size: 0,
            memo: HashMap::new(),
            frames: Vec::new(),
            assumptions: HashMap::new(),
            by_id: HashMap::new(),
            by_site: HashMap::new(),
            met: HashMap::new(),
            sink: None,
            left_out: HashSet::new(),
            beyond: BTreeSet::new(),
            unseen: HashSet::new(),
            taints: RefCell::default(),
            escaped: HashSet::new(),
        }
    }

    /// The graph's entry, and what is to be done from there.
    fn top(&mut self, body: Arc<Body>) -> (NodeId, Todo) {
        let entry = self.node();
        self.graph.obligations = body.obligations.clone();
        for (at, obligation) in body.obligations.iter().enumerate() {
            self.by_id.insert(obligation.id.clone(), at);
        }
        let frame = self.frame(body.clone(), None, vec![body.inst.clone()], Vec::new(), CalleeClaims::Keep);
        self.returns(&body);
        self.graph.params = body.params;
        self.frames[frame].obligations = (0..body.obligations.len()).collect();
        for at in 0..body.params {
            self.push(entry, Action::Havoc(self.frames[frame].vars[at]));
        }
        self.remember_entry(frame, entry);
        for clause in &body.contract.requires {
            let term = self.term(frame, &clause.term);
            self.push(entry, Action::Assume(term, None));
        }
        let start = self.node();
        self.end(entry, End::Goto(start));
        (entry, Todo { frame, block: BlockId(0), turns: Vec::new(), from: usize::MAX, node: start })
    }

    fn node(&mut self) -> NodeId {
        self.graph.nodes.push(Node { actions: Vec::new(), end: End::Stop });
        NodeId(self.graph.nodes.len() as u32 - 1)
    }

    fn push(&mut self, node: NodeId, action: Action) {
        self.size += size::of(&action);
        self.graph.nodes[node.0 as usize].actions.push(action);
    }

    fn end(&mut self, node: NodeId, end: End) {
        self.graph.nodes[node.0 as usize].end = end;
    }

    fn var(&mut self, name: &str, ty: &Ty) -> VarId {
        self.graph.vars.push(Var { name: name.to_owned(), ty: ty.clone() });
        LocalId(self.graph.vars.len() as u32 - 1)
    }

    fn frame(
        &mut self,
        body: Arc<Body>,
        then: Option<NodeId>,
        stack: Vec<FnInst>,
        through: Vec<Span>,
        claims: CalleeClaims,
    ) -> usize {
        self.follows(&body);
        let vars = body.locals.iter().map(|local| self.var(&local.name, &local.ty)).collect();
        let old = body.locals[..body.params]
            .iter()
            .map(|local| self.var(&format!("old({})", local.name), &local.ty))
            .collect();
        let loops = Arc::new(natural_loops(&body));
        self.frames.push(Frame {
            body,
            loops,
            vars,
            old,
            then,
            stack,
            through,
            called: CallOrigin::default(),
            claims,
            always_called: true,
            obligations: Vec::new(),
        });
        self.frames.len() - 1
    }

    fn remember_entry(&mut self, frame: usize, node: NodeId) {
        for at in 0..self.frames[frame].old.len() {
            let (old, var) = (self.frames[frame].old[at], self.frames[frame].vars[at]);
            let ty = self.graph.var(var).ty.clone();
            self.push(node, Action::Assign(old, Term::local(var, ty)));
        }
    }

    /// A body's term over the graph's variables.
    fn term(&self, frame: usize, term: &Term) -> Term {
        let frame = &self.frames[frame];
        term.substitute(&|leaf| {
            let var = match leaf {
                TermKind::Local(id) => frame.vars[id.0 as usize],
                TermKind::Old(id) => *frame.old.get(id.0 as usize)?,
                _ => return None,
            };
            Some(Term::local(var, self.graph.var(var).ty.clone()))
        })
    }

    /// Whether a prove graph follows no further calls from here.
    fn is_deep(&self, stack: &[FnInst]) -> bool {
        let users = stack.iter().filter(|inst| !self.program.func(inst.func).std).count();
        users > self.graph.depth as usize || stack.len() > STACK_DEPTH
    }

    fn assumption(&mut self, assumption: Assumption) -> usize {
        let next = self.graph.assumptions.len();
        *self.assumptions.entry(assumption.clone()).or_insert_with(|| {
            self.graph.assumptions.push(assumption);
            next
        })
    }

    fn taint(&mut self, frame: usize, node: NodeId, what: String, span: Span) {
        let span = self.in_users_text(frame, span);
        let at = self.graph.taints.iter().position(|known| known.1 == span && known.0 == what).unwrap_or_else(|| {
            self.graph.taints.push((what, span));
            self.graph.taints.len() - 1
        });
        self.push(node, Action::Taint(at));
    }

    fn cut(&mut self, node: NodeId, cut: Cut) {
        let at = self.graph.cuts.iter().position(|known| *known == cut).unwrap_or_else(|| {
            self.graph.cuts.push(cut);
            self.graph.cuts.len() - 1
        });
        self.push(node, Action::Cut(at));
    }

    /// A claim for an obligation of the graph.
    fn claim(&mut self, node: NodeId, obligation: usize, cond: Term) {
        let known = &self.graph.obligations[obligation];
        let (id, kind) = (known.id.clone(), known.kind);
        // The clauses at a function's end hold or fail each on its own: none is reached only where the others hold.
        let after = if matches!(kind, Kind::Unmodelled | Kind::Ensures | Kind::Invariant | Kind::Escape) {
            After::Nothing
        } else if goes_on(kind) {
            After::Given(self.assumption(Assumption::Obligations(vec![id])))
        } else {
            After::Ends
        };
        self.push_claim(node, Claim { of: ClaimFor::Obligation(obligation), after }, cond);
    }

    fn push_claim(&mut self, node: NodeId, claim: Claim, cond: Term) {
        self.graph.claims.push(claim);
        let at = self.graph.claims.len() - 1;
        self.push(node, Action::Claim(at, cond));
    }

    /// A claim of a frame's body.
    fn body_claim(&mut self, frame: usize, node: NodeId, obligation: usize, cond: Term) {
        match self.frames[frame].claims {
            CalleeClaims::Keep => {
                let at = self.frames[frame].obligations[obligation];
                self.claim(node, at, cond);
            }
            CalleeClaims::Assume => {
                if !goes_on(self.frames[frame].body.obligations[obligation].kind) {
                    self.push(node, Action::Assume(cond, None));
                }
            }
        }
    }

    /// Translates all that there is to do. With `whole`, stops where the graph gets too large.
    fn run(&mut self, first: Todo, whole: bool) {
        let mut todo = vec![first];
        while let Some(mut next) = todo.pop() {
            if self.is_too_large() {
                if whole {
                    return;
                }
                self.give_up(next.node);
                continue;
            }
            if next.from == usize::MAX {
                next.from = 0;
                if self.head(&mut next) {
                    continue;
                }
            }
            self.block(next, &mut todo);
        }
    }

    /// Which loop of the frame a block is the head of.
    fn loop_at(&self, frame: usize, block: BlockId) -> Option<usize> {
        self.frames[frame].body.loops.iter().position(|l| l.head == block)
    }

    fn block(&mut self, todo: Todo, rest: &mut Vec<Todo>) {
        let Todo { frame, block, turns, from, node } = todo;
        let body = self.frames[frame].body.clone();
        for (at, stmt) in body.block(block).stmts.iter().enumerate().skip(from) {
            if self.is_too_large() {
                return self.give_up(node);
            }
            match stmt {
                Stmt::Assign { dest, value } => {
                    let value = self.term(frame, value);
                    self.push(node, Action::Assign(self.frames[frame].vars[dest.0 as usize], value));
                }
                Stmt::Havoc { dest, made_up } => {
                    let var = self.frames[frame].vars[dest.0 as usize];
                    self.push(node, Action::Havoc(var));
                    if *made_up {
                        self.graph.made_up.insert(var);
                    }
                }
                Stmt::Assume { cond, source } => {
                    let assumption = match source {
                        FactSource::Own => None,
                        FactSource::Callee(inst) => Some(self.assumption(Assumption::Callee(inst.clone(), Vec::new()))),
                        FactSource::Invariant(l, k) => {
                            let ix = body.loops[*l].invariants[*k].entry;
                            let id = self.claim_id(frame, ix);
                            Some(self.assumption(Assumption::Obligations(vec![id])))
                        }
                    };
                    let cond = self.term(frame, cond);
                    self.push(node, Action::Assume(cond, assumption));
                }
                Stmt::Assert { cond, obligation } => {
                    let cond = self.term(frame, cond);
                    self.body_claim(frame, node, obligation.0 as usize, cond);
                }
                Stmt::Way { way, cond } => {
                    if self.mode != Mode::Prove {
                        let claim = Claim { of: ClaimFor::Way(*way), after: After::Nothing };
                        let cond = Term::not(self.term(frame, cond));
                        self.push_claim(node, claim, cond);
                    }
                }
                Stmt::Unmodelled { what, obligation } => {
                    let unmodelled = &body.unmodelled[*what];
                    self.taint(frame, node, unmodelled.what.clone(), unmodelled.span);
                    if let Some(obligation) = obligation {
                        self.body_claim(frame, node, obligation.0 as usize, Term::bool(false));
                    }
                    if let Some(after) = self.runs_unseen(frame, node, &unmodelled.runs) {
                        rest.push(Todo { frame, block, turns, from: at + 1, node: after });
                        return;
                    }
                }
                Stmt::Call { .. } => {
                    if let Some(after) = self.call(frame, node, stmt, rest) {
                        rest.push(Todo { frame, block, turns, from: at + 1, node: after });
                        return;
                    }
                }
            }
        }
        let end = match &body.block(block).end {
            Terminator::Goto(to) => End::Goto(self.go(frame, block, *to, &turns, rest)),
            Terminator::Branch { cond, then, otherwise } => {
                let cond = self.term(frame, cond);
                let then = self.go(frame, block, *then, &turns, rest);
                let otherwise = self.go(frame, block, *otherwise, &turns, rest);
                End::Branch(cond, then, otherwise)
            }
            Terminator::Return => self.frames[frame].then.map_or(End::Stop, End::Goto),
            Terminator::Stop => End::Stop,
        };
        self.end(node, end);
    }

    /// The node of a block that is entered from another.
    fn go(&mut self, frame: usize, from: BlockId, to: BlockId, turns: &[(usize, u32)], rest: &mut Vec<Todo>) -> NodeId {
        let loops = self.frames[frame].loops.clone();
        let mut turns: Vec<(usize, u32)> =
            turns.iter().copied().filter(|(l, _)| loops[*l].blocks.contains(&to)).collect();
        if let Some(at) = self.loop_at(frame, to) {
            let back = loops[at].blocks.contains(&from);
            match turns.iter_mut().find(|(l, _)| *l == at) {
                Some((_, turn)) if back => *turn += 1,
                Some((_, turn)) => *turn = 0,
                None => turns.push((at, u32::from(back))),
            }
            // The turns of loops inside this one start anew.
            turns.retain(|(l, _)| *l == at || !loops[at].blocks.contains(&self.frames[frame].body.loops[*l].head));
        }
        turns.sort_unstable();
        let key = (frame, to, turns);
        if let Some(&node) = self.memo.get(&key) {
            return node;
        }
        let node = self.node();
        self.memo.insert(key.clone(), node);
        rest.push(Todo { frame, block: to, turns: key.2, from: usize::MAX, node });
        node
    }
}
