//! Loops and jumps. `while` and `for` come as `loop` with a branch that leaves.
use hir_def::hir::{Expr, ExprId, LabelId, Statement};
use refine_core::ids::{BlockId, LocalId};
use refine_core::mir::{LoopSource, Place};
use refine_core::planted::{Defect, is_planted};
use refine_core::term::Term;

use super::expr::unit;
use super::loop_spec::Clauses;
use super::scope::Holds;
use super::{Breakable, Lower, Modelled, endless, outside};

/// A turn of a loop as it is written.
pub(super) struct Turn {
    /// What it does.
    pub body: ExprId,
    /// The test of a `while`.
    pub condition: Option<ExprId>,
    /// Whether the loop is a `for` over an iterator that surely ends.
    pub ends: bool,
}

impl Lower<'_, '_> {
    /// `loop`, `while`, and `for` over an iterator that is not known better.
    pub fn loop_expr(&mut self, dest: &Place, e: ExprId, body: ExprId, label: Option<LabelId>) {
        let span = self.span(e);
        let (head, done) = (self.b.new_block(), self.b.new_block());
        let turn = self.turn(body);
        let copies = self.loop_copies(turn.body);
        let again = if copies.is_empty() { head } else { self.b.new_block() };
        let (exit, next) = (self.exit_to(done), self.exit_to(again));
        self.b.goto(head);
        self.b.enter(head);
        self.assume_copies(&copies);
        self.open_loop(e, head, &turn, None, Vec::new());
        self.breakables.push(Breakable { label, exit, next: Some(next), dest: dest.clone() });
        self.scoped(Holds::Temporaries, span, |this| this.discard(body));
        self.breakables.pop();
        self.close_loop();
        self.b.goto(again);
        if again != head {
            self.b.enter(again);
            self.copy_again(&copies);
            self.b.goto(head);
        }
        self.b.enter(done);
    }

    /// What a turn of a loop does, as it is written: without the test of a `while`, which is given as well, or the `next` of a `for`.
    fn turn(&self, body: ExprId) -> Turn {
        let plain = Turn { body, condition: None, ends: false };
        match &self.src.store()[body] {
            Expr::If { condition, then_branch, else_branch: Some(leave) } if self.is_made_up_break(*leave) => {
                Turn { body: *then_branch, condition: Some(*condition), ends: false }
            }
            Expr::Block { statements, tail: Some(tail), .. } if statements.is_empty() => {
                match &self.src.store()[*tail] {
                    Expr::Match { expr, arms } if arms.len() == 2 && self.is_made_up_break(arms[0].expr) => {
                        let of = |e: &ExprId| endless::may_be_endless(self.cx, self.ty(*e));
                        let ends = matches!(&self.src.store()[*expr], Expr::Call { args, .. } if !args.iter().any(of));
                        Turn { body: arms[1].expr, condition: None, ends }
                    }
                    _ => plain,
                }
            }
            _ => plain,
        }
    }

    /// Whether an expression is the `break` that rust-analyzer adds to `while` and `for`: it is where the whole loop is.
    fn is_made_up_break(&self, e: ExprId) -> bool {
        matches!(self.src.store()[e], Expr::Break { expr: None, label: None })
            && !self.text(e).trim_start().starts_with("break")
    }

    /// Lists a loop whose head is the current block, and claims the clauses at the top of its body there. `counter` is what
    /// they call by a name that the body has not given yet.
    pub(super) fn open_loop(
        &mut self,
        e: ExprId,
        head: BlockId,
        &Turn { body, condition, ends }: &Turn,
        counter: Option<(String, LocalId)>,
        hints: Vec<Term>,
    ) {
        let span = self.span(e);
        self.loops.push(span);
        let markers = self.clauses_at_top(body);
        let watch = self.claim_clauses(&Clauses { markers: &markers, condition, counter });
        self.b.loop_source(LoopSource { head, span, watch, hints, ends });
    }

    /// Ends what [`Lower::open_loop`] began.
    pub(super) fn close_loop(&mut self) {
        self.loops.pop();
    }

    /// The calls that stand for clauses, at the top of a loop's body.
    pub(super) fn clauses_at_top(&self, turn: ExprId) -> Vec<ExprId> {
        let Expr::Block { statements, tail, .. } = &self.src.store()[turn] else { return Vec::new() };
        let stmts = statements.iter().map_while(|statement| match statement {
            Statement::Expr { expr, .. } => Some(*expr),
            Statement::Let { .. } | Statement::Item(_) => None,
        });
        let found: Vec<ExprId> = stmts.take_while(|e| self.loop_marker(*e).is_some()).collect();
        let all = found.len() == statements.len();
        found.into_iter().chain(tail.filter(|e| all && self.loop_marker(*e).is_some())).collect()
    }

    /// What `break` or `continue` with a label means, or without one.
    pub(super) fn breakable(&self, label: Option<LabelId>) -> Option<&Breakable> {
        let meant = |it: &&Breakable| match label {
            Some(_) if is_planted(Defect::LabelsIgnored) => it.next.is_some(),
            Some(_) => it.label == label,
            None => it.next.is_some(),
        };
        self.breakables.iter().rev().find(meant)
    }

    /// `break`.
    pub fn break_expr(&mut self, e: ExprId, value: Option<ExprId>, label: Option<LabelId>) -> Modelled<()> {
        let Some(target) = self.breakable(label).cloned() else { return outside("`break` outside of a loop") };
        match value {
            Some(value) => self.into(&target.dest, value),
            None => self.set(&target.dest, unit()),
        }
        self.leave(target.exit, self.span(e));
        Ok(())
    }

    /// `continue`.
    pub fn continue_expr(&mut self, e: ExprId, label: Option<LabelId>) -> Modelled<()> {
        let Some(next) = self.breakable(label).and_then(|target| target.next) else {
            return outside("`continue` outside of a loop");
        };
        self.leave(next, self.span(e));
        Ok(())
    }

    /// `return`.
    pub fn return_expr(&mut self, e: ExprId, value: Option<ExprId>) {
        let result = Place::local(self.b.result());
        match value {
            Some(value) => self.into(&result, value),
            None => self.set(&result, unit()),
        }
        self.leave(self.exit, self.span(e));
    }
}
