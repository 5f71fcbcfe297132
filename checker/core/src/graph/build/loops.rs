//! What a loop's head becomes: one arbitrary turn (prove), or turn after turn up to the bound (find).
use std::collections::{BTreeSet, HashMap};

use super::{Builder, Frame, Todo};
use crate::graph::guess::guesses;
use crate::graph::{Action, After, Assumption, Claim, ClaimFor, Cut, End, Guess, Mode, NodeId};
use crate::ids::{BlockId, LocalId};
use crate::ir::Stmt;
use crate::planted::{Defect, is_planted};
use crate::print::Printer;
use crate::span::Span;
use crate::term::{BinOp, Term, TermKind};
use crate::terms::counts::counted;
use crate::ty::FnInst;

impl Builder<'_> {
    /// What a loop's head adds before its statements. True if the path ends here.
    pub(super) fn head(&mut self, todo: &mut Todo) -> bool {
        let Some(at) = self.loop_at(todo.frame, todo.block) else { return false };
        let body = self.frames[todo.frame].body.clone();
        let l = &body.loops[at];
        let turn = todo.turns.iter().find(|(l, _)| *l == at).map_or(0, |(_, turn)| *turn);
        match self.mode {
            Mode::Find { .. } => {
                for invariant in &l.invariants {
                    let cond = self.term(todo.frame, &invariant.clause.term);
                    let obligation = if turn == 0 { invariant.entry } else { invariant.preserved };
                    self.body_claim(todo.frame, todo.node, obligation.0 as usize, cond);
                }
                if turn > self.graph.depth {
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
        let guesses = guesses(self.program, &body, l, natural);
        // The values on entry, which guesses refer to as `Old`.
        let mut before = HashMap::new();
        let mut saved = BTreeSet::new();
        guesses.iter().for_each(|guess| entry_values(guess, &mut saved));
        for id in saved {
            let var = self.frames[frame].vars[id.0 as usize];
            let local = body.local(id);
            let saved = self.var(&format!("{} before the loop", local.name), &local.ty);
            self.push(node, Action::Assign(saved, Term::local(var, local.ty.clone())));
            before.insert(id, saved);
        }
        let mut in_force = Vec::new();
        for guess in guesses {
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
            self.graph.guesses.push(Guess { text, span: l.span, quantified: is_quantified(&term) });
            let assumption = self.assumption(Assumption::Guess(index));
            self.claim_guess(node, index, term.clone());
            in_force.push((index, assumption, term));
        }
        if let Some((what, span)) = natural.blocks.iter().find_map(|&block| self.taints_in(frame, block, l.span)) {
            self.taint(frame, node, what, span);
        }
        for &id in natural.modified.iter().skip(usize::from(is_planted(Defect::LoopKeepsVariable))) {
            self.push(node, Action::Havoc(self.frames[frame].vars[id.0 as usize]));
        }
        if let Some(around) = self.frames[frame].stack.last().cloned() {
            self.cut(node, Cut::Loop(around, l.span));
        }
        for (_, assumption, term) in &in_force {
            self.push(node, Action::Assume(term.clone(), Some(*assumption)));
        }
        for invariant in &l.invariants {
            let cond = self.term(frame, &invariant.clause.term);
            let ids = [invariant.entry, invariant.preserved].map(|ix| self.claim_id(frame, ix));
            let both = self.assumption(Assumption::Obligations(ids.into()));
            self.push(node, Action::Assume(cond, Some(both)));
        }
        let measure = l.decreases.as_ref().map(|(clause, obligation)| {
            let term = self.term(frame, &clause.term);
            let term = counted(&term).unwrap_or(term);
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

    /// The first statement of a block that is outside the model, or may lead there, with its place. Errs on the side of yes.
    fn taints_in(&self, frame: usize, block: BlockId, l: Span) -> Option<(String, Span)> {
        let Frame { body, stack, .. } = &self.frames[frame];
        let mut stack = stack.clone();
        let first = body.block(block).stmts.iter().find(|stmt| self.stmt_may_taint(stmt, &mut stack))?;
        Some(match first {
            Stmt::Call { callee, span, .. } => {
                let path = &self.program.func(callee.func).path;
                (format!("a call of `{path}` in the loop, of which a part is not modelled"), *span)
            }
            Stmt::Unmodelled { what, .. } => (body.unmodelled[*what].what.clone(), body.unmodelled[*what].span),
            _ => ("a construct inside the loop".to_owned(), l),
        })
    }

    fn stmt_may_taint(&self, stmt: &Stmt, stack: &mut Vec<FnInst>) -> bool {
        match stmt {
            Stmt::Unmodelled { .. } => true,
            Stmt::Call { callee, requires, .. } => {
                let contract = self.program.contract(callee);
                if contract.explicit {
                    return contract.raw_requires().next().is_some();
                }
                // What is known of it is its type: that is exact.
                if requires.len() > contract.requires.len() {
                    return false;
                }
                if stack.contains(callee) || self.is_deep(stack) {
                    return true;
                }
                let key = (callee.clone(), stack.len());
                if let Some(&known) = self.taints.borrow().get(&key) {
                    return known;
                }
                let Some(body) = self.program.body(callee) else { return true };
                stack.push(callee.clone());
                let tainted = body.blocks.iter().flat_map(|b| &b.stmts).any(|stmt| self.stmt_may_taint(stmt, stack));
                stack.pop();
                self.taints.borrow_mut().insert(key, tainted);
                tainted
            }
            _ => false,
        }
    }
}

/// The locals whose value on entering the loop a guess speaks of.
fn entry_values(guess: &Term, out: &mut BTreeSet<LocalId>) {
    if let TermKind::Old(id) = guess.kind() {
        out.insert(*id);
    }
    guess.children().into_iter().for_each(|child| entry_values(child, out));
}

fn is_quantified(term: &Term) -> bool {
    matches!(term.kind(), TermKind::Quant(..)) || term.children().into_iter().any(is_quantified)
}
