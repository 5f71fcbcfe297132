//! What is outside the model: said where it stands, with every jump that it may hide.
use std::collections::HashSet;

use hir_def::hir::{ClosureKind, Expr, ExprId, Statement};
use hir_ty::next_solver::TyKind;
use refine_core::ids::FnId;
use refine_core::mir::{Place, Terminator};
use refine_core::span::Span;
use refine_core::ty::Ty as CoreTy;
use rustc_type_ir::inherent::IntoKind;

use super::leads::Leads;
use super::scope::Exit;
use super::{Lower, Outside};
use crate::context::Callable;

impl Lower<'_, '_> {
    /// Says that an expression is outside the model. Its operands may have been evaluated, in part; where it would have
    /// jumped, execution may go on now, since without these paths what only they lead to would be proved for want of a way there.
    pub fn give_up(&mut self, e: ExprId, why: Outside, dest: Option<Place>) {
        let span = self.span(e);
        self.attributed_to(Some(e), |this| this.b.outside(&why.what, span, why.may_panic, dest));
        let runs = self.runs_below(e);
        self.b.may_run(runs);
        self.escape_below(e);
        self.jumps_within(e);
        if self.ty(e).is_never() {
            self.b.end(Terminator::Stop);
        }
    }

    /// An `async` block: what is in it runs when someone polls it, if ever. A run has seen that only where it came by in the block.
    pub fn runs_later(&mut self, dest: &Place, e: ExprId) {
        let store = self.src.store();
        let Expr::Closure { body, .. } = &store[e] else { return };
        let Expr::Block { statements, tail, .. } = &store[*body] else { return };
        let evaluated = |statement: &Statement| match statement {
            Statement::Let { initializer, .. } => *initializer,
            Statement::Expr { expr, .. } => Some(*expr),
            Statement::Item(_) => None,
        };
        let mut inside = statements.iter().filter_map(evaluated).chain(*tail);
        let first = inside.find(|inside| self.src.map.expr_syntax(*inside).is_ok());
        let span = self.span(first.unwrap_or(e));
        self.b.outside("an `async` block", span, true, Some(dest.clone()));
        self.escape_below(e);
    }

    /// The functions of the crate that an expression may run besides closures, which are followed by their types.
    fn runs_below(&self, e: ExprId) -> Vec<FnId> {
        let (store, leads, env) = (self.src.store(), Leads::new(self.cx), self.inst.env);
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        let mut todo = vec![e];
        while let Some(e) = todo.pop() {
            if let Some((func, args)) = self.src.infer.method_resolution(e) {
                found.extend(leads.of(func, self.inst.generic_args(args), env));
            }
            for ty in [self.ty(e), self.adjusted_ty(e)] {
                if !seen.insert(ty) {
                    continue;
                }
                if matches!(ty.kind(), TyKind::FnDef(..)) {
                    found.extend(leads.of_types([ty], env));
                }
                found.extend(leads.of_drop(ty, env));
            }
            // What an `async` block runs, it runs from here on, for all that is known.
            if matches!(store[e], Expr::Closure { closure_kind: ClosureKind::Closure, .. }) {
                continue;
            }
            super::walk::parts(store, e, |part| todo.push(part));
        }
        let mut runs: Vec<FnId> = found
            .into_iter()
            .filter(|callable| matches!(callable, Callable::Function(_)) && leads.body(*callable).is_some())
            .map(|callable| self.cx.fn_id(callable))
            .collect();
        runs.sort_unstable();
        runs.dedup();
        runs
    }

    /// The values of an expression's parts go where they are not followed.
    fn escape_below(&mut self, e: ExprId) {
        let store = self.src.store();
        let mut todo = vec![e];
        while let Some(e) = todo.pop() {
            for ty in [self.ty(e), self.adjusted_ty(e)] {
                let ty = self.core_ty(ty);
                self.b.escapes(ty);
            }
            // What it captures is part of its type.
            if matches!(store[e], Expr::Closure { closure_kind: ClosureKind::Closure, .. }) {
                continue;
            }
            super::walk::parts(store, e, |part| todo.push(part));
        }
    }

    /// From here execution may go on wherever a jump in an expression leads, with any value.
    fn jumps_within(&mut self, e: ExprId) {
        let mut jumps = Vec::new();
        self.jumps_below(e, &mut jumps);
        let span = self.span(e);
        for (exit, dest) in jumps {
            self.may_leave(exit, dest, span);
        }
    }

    fn may_leave(&mut self, exit: Exit, dest: Option<Place>, span: Span) {
        let (jump, stay) = (self.b.new_block(), self.b.new_block());
        let either = self.b.any(CoreTy::Bool, span);
        let either = self.b.term(either);
        self.b.branch(either, jump, stay);
        self.b.enter(jump);
        if let Some(dest) = dest {
            self.havoc(&dest);
        }
        self.leave(exit, span);
        self.b.enter(stay);
    }

    /// Where the jumps in an expression lead, as far as that is outside of it.
    fn jumps_below(&self, e: ExprId, found: &mut Vec<(Exit, Option<Place>)>) {
        let store = self.src.store();
        match &store[e] {
            Expr::Return { .. } | Expr::Become { .. } => {
                found.push((self.exit, Some(Place::local(self.b.result()))));
            }
            Expr::Break { label, .. } => {
                if let Some(target) = self.breakable(*label) {
                    found.push((target.exit, Some(target.dest.clone())));
                }
            }
            Expr::Continue { label } => {
                if let Some(next) = self.breakable(*label).and_then(|target| target.next) {
                    found.push((next, None));
                }
            }
            // What is in them runs elsewhere.
            Expr::Closure { .. } => return,
            _ => {}
        }
        let mut parts = Vec::new();
        super::walk::parts(store, e, |part| parts.push(part));
        parts.into_iter().for_each(|part| self.jumps_below(part, found));
    }
}
