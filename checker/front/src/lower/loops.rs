//! Loops and jumps. `while` and `for` come as `loop` with a branch that leaves.
use hir_def::hir::{ExprId, LabelId};
use refine_core::mir::{LoopSource, Place};

use super::expr::unit;
use super::scope::Holds;
use super::{Breakable, Lower, Modelled, outside};

impl Lower<'_, '_> {
    /// `loop`.
    pub fn loop_expr(&mut self, dest: &Place, e: ExprId, body: ExprId, label: Option<LabelId>) {
        let span = self.span(e);
        let (head, done) = (self.b.new_block(), self.b.new_block());
        let (exit, next) = (self.exit_to(done), self.exit_to(head));
        self.b.goto(head);
        self.b.enter(head);
        let watch = self.head_clauses(span, body);
        self.b.loop_source(LoopSource { head, span, watch });
        let around = self.loop_span.replace(span);
        self.breakables.push(Breakable { label, exit, next: Some(next), dest: dest.clone() });
        self.scoped(Holds::Temporaries, span, |this| this.discard(body));
        self.breakables.pop();
        self.loop_span = around;
        self.b.goto(head);
        self.b.enter(done);
    }

    /// What `break` or `continue` with a label means, or without one.
    pub(super) fn breakable(&self, label: Option<LabelId>) -> Option<&Breakable> {
        let meant = |it: &&Breakable| match label {
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
