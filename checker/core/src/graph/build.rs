//! From a body to its acyclic graph.
use std::collections::HashMap;
use std::sync::Arc;

use super::guess::guesses;
use super::loops::{NaturalLoop, natural_loops};
use super::order;
use super::{Action, After, Assumption, Claim, ClaimFor, Cut, End, Graph, Guess, Mode, Node, NodeId, Var, VarId};
use crate::ir::{BlockId, Body, Contract, LocalId, Source, Stmt, Terminator};
use crate::obligation::{Kind, Obligation};
use crate::print::Printer;
use crate::program::{FnId, FnInst, Program};
use crate::span::Span;
use crate::term::{BinOp, Term, TermKind};
use crate::ty::Ty;

/// Nesting of inlined calls without a contract that a prove graph follows.
const INLINE_DEPTH: usize = 8;
/// Nodes after which a graph is given up on: the rest of each path is a taint (prove) or ends (find).
const MAX_NODES: usize = 6_000;

/// The graph of a function. `None` if it has no body.
pub fn build(program: &dyn Program, inst: &FnInst, mode: Mode) -> Option<Graph> {
    let body = program.body(inst)?;
    let mut builder = Builder {
        program,
        mode,
        graph: Graph::default(),
        memo: HashMap::new(),
        frames: Vec::new(),
        assumptions: HashMap::new(),
        by_id: HashMap::new(),
        given_up: Vec::new(),
    };
    let entry = builder.top(body);
    builder.claim_given_up();
    let mut graph = builder.graph;
    order::sort(&mut graph, entry);
    Some(graph)
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
    /// The functions on the stack, this one last.
    stack: Vec<FnId>,
    /// The calls that lead here.
    through: Vec<Span>,
    /// What happens to the body's claims.
    claims: Claims,
    /// The obligation index of each of the body's obligations, where `claims` is `Keep`.
    obligations: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum Claims {
    /// They are obligations of the function under check.
    Keep,
    /// They are the callee's own business; here an execution that fails one ends.
    Assume,
}

/// A block of a frame, with the turn that each loop around it is in.
type Key = (usize, BlockId, Vec<(usize, u32)>);

struct Builder<'p> {
    program: &'p dyn Program,
    mode: Mode,
    graph: Graph,
    memo: HashMap<Key, NodeId>,
    frames: Vec<Frame>,
    assumptions: HashMap<Assumption, usize>,
    by_id: HashMap<String, usize>,
    /// Where paths of a prove graph end because it is too large.
    given_up: Vec<NodeId>,
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

impl Builder<'_> {
    fn top(&mut self, body: Arc<Body>) -> NodeId {
        let entry = self.node();
        self.graph.obligations = body.obligations.clone();
        for (at, obligation) in body.obligations.iter().enumerate() {
            self.by_id.insert(obligation.id.clone(), at);
        }
        let frame = self.frame(body.clone(), None, vec![body.inst.func], Vec::new(), Claims::Keep);
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
        self.run(Todo { frame, block: BlockId(0), turns: Vec::new(), from: usize::MAX, node: start });
        entry
    }

    fn node(&mut self) -> NodeId {
        self.graph.nodes.push(Node { actions: Vec::new(), end: End::Stop });
        NodeId(self.graph.nodes.len() as u32 - 1)
    }

    fn push(&mut self, node: NodeId, action: Action) {
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
        stack: Vec<FnId>,
        through: Vec<Span>,
        claims: Claims,
    ) -> usize {
        let vars = body.locals.iter().map(|local| self.var(&local.name, &local.ty)).collect();
        let old = body.locals[..body.params]
            .iter()
            .map(|local| self.var(&format!("old({})", local.name), &local.ty))
            .collect();
        let loops = Arc::new(natural_loops(&body));
        self.frames.push(Frame { body, loops, vars, old, then, stack, through, claims, obligations: Vec::new() });
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

    fn assumption(&mut self, assumption: Assumption) -> usize {
        let next = self.graph.assumptions.len();
        *self.assumptions.entry(assumption.clone()).or_insert_with(|| {
            self.graph.assumptions.push(assumption);
            next
        })
    }

    fn taint(&mut self, node: NodeId, what: String, span: Span) {
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
        let after = if kind == Kind::Unmodelled {
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
            Claims::Keep => {
                let at = self.frames[frame].obligations[obligation];
                self.claim(node, at, cond);
            }
            Claims::Assume => {
                if !goes_on(self.frames[frame].body.obligations[obligation].kind) {
                    self.push(node, Action::Assume(cond, None));
                }
            }
        }
    }

    fn run(&mut self, first: Todo) {
        let mut todo = vec![first];
        while let Some(mut next) = todo.pop() {
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

    /// What a loop's head adds before its statements. True if the path ends here.
    fn head(&mut self, todo: &mut Todo) -> bool {
        let Some(at) = self.loop_at(todo.frame, todo.block) else { return false };
        let body = self.frames[todo.frame].body.clone();
        let l = &body.loops[at];
        let turn = todo.turns.iter().find(|(l, _)| *l == at).map_or(0, |(_, turn)| *turn);
        match self.mode {
            Mode::Find { depth } => {
                for invariant in &l.invariants {
                    let cond = self.term(todo.frame, &invariant.clause.term);
                    let obligation = if turn == 0 { invariant.entry } else { invariant.preserved };
                    self.body_claim(todo.frame, todo.node, obligation.0 as usize, cond);
                }
                if turn > depth {
                    self.end(todo.node, End::Bound);
                    return true;
                }
                false
            }
            Mode::Prove => {
                self.cut_loop(todo, at);
                false
            }
        }
    }

    /// The prove graph's loop: one arbitrary turn.
    ///
    /// ```text
    /// wp(loop I { B }) = I  ∧  ∀ modified. (I ⇒ wp(B; claim I; stop, …))
    /// ```
    fn cut_loop(&mut self, todo: &mut Todo, at: usize) {
        let (frame, node) = (todo.frame, todo.node);
        let body = self.frames[frame].body.clone();
        let loops = self.frames[frame].loops.clone();
        let (l, natural) = (&body.loops[at], &loops[at]);
        for invariant in &l.invariants {
            let cond = self.term(frame, &invariant.clause.term);
            self.body_claim(frame, node, invariant.entry.0 as usize, cond);
        }
        // The values on entry, which guesses refer to as `Old`.
        let mut before = HashMap::new();
        for &id in &natural.modified {
            let var = self.frames[frame].vars[id.0 as usize];
            let local = body.local(id);
            let saved = self.var(&format!("{} before the loop", local.name), &local.ty);
            self.push(node, Action::Assign(saved, Term::local(var, local.ty.clone())));
            before.insert(id, saved);
        }
        let mut in_force = Vec::new();
        for guess in guesses(&body, l, natural) {
            let term = {
                let frame = &self.frames[frame];
                guess.substitute(&|leaf| {
                    let var = match leaf {
                        TermKind::Local(id) => frame.vars[id.0 as usize],
                        TermKind::Old(id) => *before.get(id)?,
                        _ => return None,
                    };
                    Some(Term::local(var, self.graph.var(var).ty.clone()))
                })
            };
            let index = self.graph.guesses.len();
            let name = |id: LocalId| self.graph.var(id).name.clone();
            let text = Printer { program: self.program, name: &name }.term(&term);
            self.graph.guesses.push(Guess { text, span: l.span });
            let assumption = self.assumption(Assumption::Guess(index));
            self.claim_guess(node, index, term.clone());
            in_force.push((index, assumption, term));
        }
        if natural.blocks.iter().any(|&block| self.may_taint(frame, block)) {
            self.taint(node, "the loop contains a construct that is not modelled".to_owned(), l.span);
        }
        for &id in &natural.modified {
            self.push(node, Action::Havoc(self.frames[frame].vars[id.0 as usize]));
        }
        self.cut(node, Cut::Loop(l.span));
        for (_, assumption, term) in &in_force {
            self.push(node, Action::Assume(term.clone(), Some(*assumption)));
        }
        for invariant in &l.invariants {
            let cond = self.term(frame, &invariant.clause.term);
            let ids = [invariant.entry, invariant.preserved].map(|ix| body.obligations[ix.0 as usize].id.clone());
            let both = self.assumption(Assumption::Obligations(ids.into()));
            self.push(node, Action::Assume(cond, Some(both)));
        }
        let measure = l.decreases.as_ref().map(|(clause, obligation)| {
            let term = self.term(frame, &clause.term);
            let saved = self.var("the measure at the head", term.ty());
            self.push(node, Action::Assign(saved, term.clone()));
            (saved, term, *obligation)
        });
        // Where the back edges go: the claims, and the end of the path.
        let latch = self.node();
        for (index, _, term) in in_force {
            self.claim_guess(latch, index, term);
        }
        for invariant in &l.invariants {
            let cond = self.term(frame, &invariant.clause.term);
            self.body_claim(frame, latch, invariant.preserved.0 as usize, cond);
        }
        if let Some((saved, now, obligation)) = measure {
            let ty = now.ty().clone();
            let before = Term::local(saved, ty.clone());
            let cond =
                Term::and(Term::test(BinOp::Le, Term::int(0, ty), before.clone()), Term::test(BinOp::Lt, now, before));
            self.body_claim(frame, latch, obligation.0 as usize, cond);
        }
        let mut turns = todo.turns.clone();
        turns.retain(|(l, _)| *l != at);
        turns.push((at, 1));
        turns.sort_unstable();
        self.memo.insert((frame, todo.block, turns), latch);
    }

    fn claim_guess(&mut self, node: NodeId, guess: usize, cond: Term) {
        let after = After::Given(self.assumption(Assumption::Guess(guess)));
        self.push_claim(node, Claim { of: ClaimFor::Guess(guess), after }, cond);
    }

    /// Whether a block, or what it calls, holds something outside the model. Errs on the side of yes.
    fn may_taint(&self, frame: usize, block: BlockId) -> bool {
        let frame = &self.frames[frame];
        let mut seen = frame.stack.clone();
        frame.body.block(block).stmts.iter().any(|stmt| self.stmt_may_taint(stmt, &mut seen))
    }

    fn stmt_may_taint(&self, stmt: &Stmt, stack: &mut Vec<FnId>) -> bool {
        match stmt {
            Stmt::Unmodelled { .. } => true,
            Stmt::Call { callee, .. } => {
                let contract = self.program.contract(callee);
                if contract.explicit {
                    return contract.raw.iter().any(|clause| clause.requires);
                }
                if stack.contains(&callee.func) || stack.len() >= INLINE_DEPTH {
                    return true;
                }
                let Some(body) = self.program.body(callee) else { return true };
                stack.push(callee.func);
                let tainted = body.blocks.iter().flat_map(|b| &b.stmts).any(|stmt| self.stmt_may_taint(stmt, stack));
                stack.pop();
                tainted
            }
            _ => false,
        }
    }

    fn block(&mut self, todo: Todo, rest: &mut Vec<Todo>) {
        let Todo { frame, block, turns, from, node } = todo;
        let body = self.frames[frame].body.clone();
        for (at, stmt) in body.block(block).stmts.iter().enumerate().skip(from) {
            match stmt {
                Stmt::Assign { dest, value } => {
                    let value = self.term(frame, value);
                    self.push(node, Action::Assign(self.frames[frame].vars[dest.0 as usize], value));
                }
                Stmt::Havoc { dest } => self.push(node, Action::Havoc(self.frames[frame].vars[dest.0 as usize])),
                Stmt::Assume { cond, source } => {
                    let assumption = match source {
                        Source::Own => None,
                        Source::Callee(inst) => Some(self.assumption(Assumption::Callee(inst.clone()))),
                        Source::Invariant(l, k) => {
                            let ix = body.loops[*l].invariants[*k].entry;
                            let id = body.obligations[ix.0 as usize].id.clone();
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
                Stmt::Unmodelled { what, obligation } => {
                    let unmodelled = &body.unmodelled[*what];
                    self.taint(node, unmodelled.what.clone(), unmodelled.span);
                    if let Some(obligation) = obligation {
                        self.body_claim(frame, node, obligation.0 as usize, Term::bool(false));
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
        if self.graph.nodes.len() > MAX_NODES {
            self.give_up(node);
        } else {
            rest.push(Todo { frame, block: to, turns: key.2, from: usize::MAX, node });
        }
        node
    }

    /// Ends a path because the graph is too large.
    fn give_up(&mut self, node: NodeId) {
        if self.mode == Mode::Prove {
            let span = self.program.func(self.frames[0].body.inst.func).span;
            self.taint(node, "the function is too large with all it calls".to_owned(), span);
            self.given_up.push(node);
        }
        self.end(node, End::Bound);
    }

    /// Beyond the ends of paths given up on nothing is proved: all obligations, also those that other paths raised
    /// later, are claimed there as `false`.
    fn claim_given_up(&mut self) {
        for node in std::mem::take(&mut self.given_up) {
            for at in 0..self.graph.obligations.len() {
                let claim = Claim { of: ClaimFor::Obligation(at), after: After::Nothing };
                self.push_claim(node, claim, Term::bool(false));
            }
        }
    }

    /// A call. Returns the node to go on in, or `None` to go on in this one.
    fn call(&mut self, frame: usize, node: NodeId, stmt: &Stmt, rest: &mut Vec<Todo>) -> Option<NodeId> {
        let Stmt::Call { callee, args, dest, outs, requires, span } = stmt else { return None };
        let contract = self.program.contract(callee);
        // The arguments are values at the call, so they are fixed before anything is forgotten.
        let args: Vec<VarId> = args
            .iter()
            .map(|arg| {
                let value = self.term(frame, arg);
                let var = self.var("_arg", value.ty());
                self.push(node, Action::Assign(var, value));
                var
            })
            .collect();
        if contract.explicit {
            self.claim_requires(frame, node, &contract, &args, requires);
            if contract.raw.iter().any(|clause| clause.requires) {
                let path = &self.program.func(callee.func).path;
                self.taint(node, format!("a precondition of `{path}` has no translation"), *span);
            }
        }
        let depth = self.frames[frame].stack.iter().filter(|&&f| f == callee.func).count();
        let inlined = match self.mode {
            Mode::Prove if contract.explicit => None,
            Mode::Prove if depth > 0 || self.frames[frame].stack.len() > INLINE_DEPTH => None,
            Mode::Find { depth: bound } if depth as u32 > bound => {
                self.end(node, End::Bound);
                return Some(self.node());
            }
            _ => self.program.body(callee),
        };
        match inlined {
            Some(body) => Some(self.inline(frame, node, body, &args, stmt, contract.explicit, rest)),
            None if contract.explicit => {
                self.by_contract(frame, node, callee, &contract, &args, *dest, outs, *span);
                None
            }
            None => {
                let path = &self.program.func(callee.func).path;
                let what = if depth > 0 {
                    format!("a recursive call of `{path}`, which has no contract")
                } else {
                    format!("a call of `{path}`, which has neither a contract nor a body to look into")
                };
                self.taint(node, what, *span);
                None
            }
        }
    }

    fn claim_requires(
        &mut self,
        frame: usize,
        node: NodeId,
        contract: &Contract,
        args: &[VarId],
        requires: &[crate::ir::ObligationIx],
    ) {
        for (clause, obligation) in contract.requires.iter().zip(requires) {
            let cond = self.over_args(&clause.term, args, &|_| None);
            self.body_claim(frame, node, obligation.0 as usize, cond);
        }
    }

    /// A contract's term at a call: parameters are the arguments, unless `other` knows better.
    fn over_args(&self, term: &Term, args: &[VarId], other: &dyn Fn(&TermKind) -> Option<VarId>) -> Term {
        term.substitute(&|leaf| {
            let var = other(leaf).or_else(|| match leaf {
                TermKind::Local(id) | TermKind::Old(id) => args.get(id.0 as usize).copied(),
                _ => None,
            })?;
            Some(Term::local(var, self.graph.var(var).ty.clone()))
        })
    }

    /// `wp(x = f(e)) = pre(e) ∧ ∀ x', out'. (post(e, x', out') ⇒ …)`.
    #[allow(clippy::too_many_arguments, reason = "the parts of a call statement")]
    fn by_contract(
        &mut self,
        frame: usize,
        node: NodeId,
        callee: &FnInst,
        contract: &Contract,
        args: &[VarId],
        dest: LocalId,
        outs: &[(usize, LocalId)],
        span: Span,
    ) {
        let of = |id: LocalId| self.frames[frame].vars[id.0 as usize];
        let dest = of(dest);
        let outs: Vec<(usize, VarId)> = outs.iter().map(|(at, id)| (*at, of(*id))).collect();
        for var in outs.iter().map(|(_, var)| *var).chain([dest]) {
            self.push(node, Action::Havoc(var));
        }
        self.cut(node, Cut::Call(callee.clone(), span));
        let assumption = self.assumption(Assumption::Callee(callee.clone()));
        for clause in &contract.ensures {
            let cond = self.over_args(&clause.term, args, &|leaf| match leaf {
                TermKind::Local(id) if id.0 as usize == args.len() => Some(dest),
                TermKind::Local(id) => outs.iter().find(|(at, _)| *at == id.0 as usize).map(|(_, var)| *var),
                _ => None,
            });
            self.push(node, Action::Assume(cond, Some(assumption)));
        }
    }

    /// The callee's body in place of the call.
    #[allow(clippy::too_many_arguments, reason = "the parts of a call statement")]
    fn inline(
        &mut self,
        frame: usize,
        node: NodeId,
        body: Arc<Body>,
        args: &[VarId],
        stmt: &Stmt,
        contracted: bool,
        rest: &mut Vec<Todo>,
    ) -> NodeId {
        let Stmt::Call { dest, outs, span, .. } = stmt else { unreachable!("only calls are inlined") };
        let back = self.node();
        let mut stack = self.frames[frame].stack.clone();
        stack.push(body.inst.func);
        let mut through = self.frames[frame].through.clone();
        through.push(*span);
        self.graph.looks_behind_contracts |= contracted;
        let claims = if contracted { Claims::Assume } else { self.frames[frame].claims };
        let inner = self.frame(body.clone(), Some(back), stack, through, claims);
        if claims == Claims::Keep {
            self.frames[inner].obligations =
                body.obligations.iter().map(|o| self.inlined_obligation(inner, &body, o)).collect();
        }
        for (at, arg) in args.iter().enumerate() {
            let value = Term::local(*arg, self.graph.var(*arg).ty.clone());
            self.push(node, Action::Assign(self.frames[inner].vars[at], value));
        }
        self.remember_entry(inner, node);
        let start = self.node();
        self.end(node, End::Goto(start));
        rest.push(Todo { frame: inner, block: BlockId(0), turns: Vec::new(), from: usize::MAX, node: start });
        let result = self.frames[inner].vars[body.params];
        let returned: Vec<(VarId, LocalId)> =
            outs.iter().map(|(at, out)| (self.frames[inner].vars[*at], *out)).chain([(result, *dest)]).collect();
        for (from, to) in returned {
            let value = Term::local(from, self.graph.var(from).ty.clone());
            self.push(back, Action::Assign(self.frames[frame].vars[to.0 as usize], value));
        }
        back
    }

    /// The obligation of the function under check that an inlined callee's gives rise to. All sites of one callee in
    /// one function share it, except for the standard library's, which show at their call.
    fn inlined_obligation(&mut self, frame: usize, body: &Body, of: &Obligation) -> usize {
        let top = self.program.func(self.frames[0].body.inst.func).path.clone();
        let callee = self.program.func(body.inst.func);
        let through = self.frames[frame].through.clone();
        let short = of.id.strip_prefix(callee.path.as_str()).unwrap_or(&of.id).trim_start_matches('/').to_owned();
        let mut id = format!("{top}/{}/{short}", callee.path);
        let mut obligation = Obligation { through: through.clone(), ..of.clone() };
        if callee.std {
            // The outermost call that is not itself in the standard specs: where the user sees it.
            let user = through
                .iter()
                .zip(&self.frames[frame].stack)
                .rev()
                .find(|(_, caller)| !self.program.func(**caller).std)
                .map_or(through[0], |(span, _)| *span);
            obligation.span = user;
            obligation.panics_at = None;
            let site = self
                .graph
                .obligations
                .iter()
                .filter(|known| known.id.starts_with(&format!("{id}@")) && known.span != user)
                .count();
            let same =
                self.graph.obligations.iter().position(|o| o.id.starts_with(&format!("{id}@")) && o.span == user);
            if let Some(at) = same {
                return at;
            }
            id = format!("{id}@{}", site + 1);
        }
        if let Some(&at) = self.by_id.get(&id) {
            return at;
        }
        obligation.id = id.clone();
        self.graph.obligations.push(obligation);
        self.by_id.insert(id, self.graph.obligations.len() - 1);
        self.graph.obligations.len() - 1
    }
}
