//! How large a graph may be.
//!
//! What the solver needs for a graph, in time and memory, grows with its size, and most of that is spent before the first question. So there is
//! a bound, the same on every machine: a graph that exceeds it is built again with fewer calls in it (prove), or fewer turns (find).
use std::collections::HashSet;
use std::sync::Arc;

use super::{Builder, CalleeClaims, Frame};
use crate::graph::{Action, After, Claim, ClaimFor, End, Graph, Mode, NodeId, order};
use crate::ids::FnId;
use crate::ir::{Body, Stmt};
use crate::term::Term;
use crate::ty::Ty;

/// How much there may be in a prove graph: steps, and the terms in them. Each of them takes the solver some microseconds, and a few hundred
/// bytes.
const MAX_PROVE: usize = 40_000;
/// The same of a find graph, which is put to one solver only, and holds no guesses.
const MAX_FIND: usize = 120_000;
/// Nesting of inlined calls of the user's functions without a contract that a prove graph follows, if it is not too large.
const INLINE_DEPTH: u32 = 8;

/// How deep a graph is tried to be, the best first: nesting of the user's functions (prove), turns and recursive calls (find).
pub(super) fn depths(mode: Mode) -> Vec<u32> {
    let (most, least) = match mode {
        Mode::Prove => (INLINE_DEPTH, 0),
        Mode::Find { depth } => (depth, depth.min(1)),
    };
    std::iter::successors(Some(most), |depth| (*depth > least).then_some(depth / 2)).collect()
}

/// How much a step is.
pub(super) fn of(action: &Action) -> usize {
    fn terms(term: &Term) -> usize {
        term.children().into_iter().map(terms).sum::<usize>() + 1
    }
    match action {
        Action::Assign(_, term) | Action::Assume(term, _) | Action::Claim(_, term) => 1 + terms(term),
        Action::Havoc(_) | Action::Taint(_) | Action::Cut(_) => 1,
    }
}

impl Builder<'_> {
    pub(super) fn is_too_large(&self) -> bool {
        self.size > if self.mode == Mode::Prove { MAX_PROVE } else { MAX_FIND }
    }

    /// The graph, if it is not too large.
    pub(super) fn whole(mut self, body: Arc<Body>) -> Option<Graph> {
        let (entry, first) = self.top(body);
        self.run(first, true);
        (!self.is_too_large()).then(|| self.finished(entry))
    }

    /// The graph, without the rest of the paths that make it too large.
    pub(super) fn cut_short(mut self, body: Arc<Body>) -> Graph {
        let (entry, first) = self.top(body);
        self.run(first, false);
        self.finished(entry)
    }

    fn finished(mut self, entry: NodeId) -> Graph {
        self.claim_beyond();
        let mut graph = self.graph;
        graph.size = self.size;
        order::sort(&mut graph, entry);
        graph
    }

    fn sink(&mut self) -> NodeId {
        let sink = self.sink.unwrap_or_else(|| self.node());
        self.sink = Some(sink);
        sink
    }

    /// Ends a path because the graph is too large.
    pub(super) fn give_up(&mut self, node: NodeId) {
        self.graph.cut_short = true;
        if self.mode != Mode::Prove {
            return self.end(node, End::Bound);
        }
        let span = self.program.func(self.frames[0].body.inst.func).span;
        self.taint(0, node, "the rest of the function, which is too large for the solver".to_owned(), span);
        let sink = self.sink();
        self.end(node, End::Goto(sink));
    }

    /// A call that a prove graph does not follow though there is a body: what it leads to may fail. Returns the node to go on in.
    pub(super) fn leave_out(&mut self, frame: usize, node: NodeId, stmt: &Stmt) -> Option<NodeId> {
        if !self.tells_claims(frame) {
            return None;
        }
        self.lead(frame, stmt);
        Some(self.fork_to_sink(node))
    }

    /// Something outside the model may run functions of the crate, where they may fail. Returns the node to go on in, if there are any.
    pub(super) fn runs_unseen(&mut self, frame: usize, node: NodeId, runs: &[FnId]) -> Option<NodeId> {
        if runs.is_empty() || !self.tells_claims(frame) {
            return None;
        }
        self.unseen.extend(runs);
        Some(self.fork_to_sink(node))
    }

    fn fork_to_sink(&mut self, node: NodeId) -> NodeId {
        let (sink, after) = (self.sink(), self.node());
        let fails = self.var("_fails", &Ty::Bool);
        self.push(node, Action::Havoc(fails));
        self.end(node, End::Branch(Term::local(fails, Ty::Bool), sink, after));
        after
    }

    /// What is beyond the graph is not proved there, wherever else it is claimed: at the end of the paths that lead to it, it is claimed as
    /// `false`. Where the rest of a path is missing, that is everything, also what other paths raised later.
    fn claim_beyond(&mut self) {
        let Some(sink) = self.sink else { return };
        self.end(sink, End::Bound);
        if self.graph.cut_short {
            let mut done = HashSet::new();
            for frame in 0..self.frames.len() {
                let body = self.frames[frame].body.clone();
                // Another activation of the same body leads to the same, at the same place of the user's.
                let def = self.program.func(body.inst.func);
                let place = def.std.then(|| self.in_users_text(frame, def.span));
                if !self.tells_claims(frame) || !done.insert((Arc::as_ptr(&body), place)) {
                    continue;
                }
                body.blocks.iter().flat_map(|block| &block.stmts).for_each(|stmt| self.lead(frame, stmt));
            }
            self.beyond.extend(0..self.graph.obligations.len());
        }
        self.beyond.extend(self.claimed_unseen());
        for at in std::mem::take(&mut self.beyond) {
            let claim = Claim { of: ClaimFor::Obligation(at), after: After::Nothing };
            self.push_claim(sink, claim, Term::bool(false));
        }
    }

    /// The obligations of code in the graph that may run unseen as well.
    fn claimed_unseen(&self) -> Vec<usize> {
        let reached: Option<Vec<&Vec<FnId>>> =
            self.unseen.iter().map(|func| self.program.func(*func).reaches.as_ref()).collect();
        // What is not known to reach only some may reach all.
        let reached: Option<HashSet<FnId>> = reached.map(|all| all.into_iter().flatten().copied().collect());
        // A closure of this very function runs unseen only if its value goes where it is not followed. (Another call of the function makes a
        // closure of its own, whose claims are those of that call.)
        let own = self.frames[0].body.inst.func;
        let is_kept = |home: FnId| {
            let around = std::iter::successors(Some(home), |func| self.program.func(*func).within);
            around.skip(1).any(|func| func == own) && self.graph.closures.escaping.iter().all(|inst| inst.func != home)
        };
        let is_unseen = |home: FnId| reached.as_ref().is_none_or(|reached| reached.contains(&home)) && !is_kept(home);
        let all = self.graph.obligations.iter().enumerate();
        all.filter(|(_, of)| of.home.is_some_and(is_unseen)).map(|(at, _)| at).collect()
    }

    fn tells_claims(&self, frame: usize) -> bool {
        self.mode == Mode::Prove && self.frames[frame].claims == CalleeClaims::Keep
    }

    /// Collects the claims of a call that is not followed, and of all that it leads to.
    fn lead(&mut self, frame: usize, stmt: &Stmt) {
        let Stmt::Call { callee, span, origin, .. } = stmt else { return };
        // What the function under check claims, it claims for this call too, by induction on the depth of calls.
        let answered = self.program.contract(callee).explicit || *callee == self.frames[0].body.inst;
        if answered || !self.tells_claims(frame) {
            return;
        }
        // Claims of the standard library's functions are told at each place of the user's that leads to them, others once.
        let place = self.program.func(callee.func).std.then(|| (self.in_users_text(frame, *span), self.home(frame)));
        let Some(body) = self.program.body(callee) else { return };
        if !self.left_out.insert((callee.clone(), place)) {
            return;
        }
        let inner = Frame {
            loops: Arc::default(),
            vars: Vec::new(),
            old: Vec::new(),
            then: None,
            stack: self.frames[frame].stack.iter().chain([callee]).cloned().collect(),
            through: self.frames[frame].through.iter().chain([span]).copied().collect(),
            called: self.called(frame, callee, origin),
            always_called: self.calls_always(frame, stmt),
            claims: CalleeClaims::Keep,
            obligations: Vec::new(),
            body: body.clone(),
        };
        self.frames.push(inner);
        let inner = self.frames.len() - 1;
        for at in 0..body.obligations.len() {
            let at = self.inlined_obligation(inner, &body, at);
            self.beyond.insert(at);
        }
        body.blocks.iter().flat_map(|block| &block.stmts).for_each(|stmt| self.lead(inner, stmt));
        self.frames.pop();
    }
}
