//! Values of expressions.
use hir_def::hir::{Array, ClosureKind, CoroutineKind, Expr, ExprId, UnaryOp};
use hir_ty::next_solver::TyKind;
use refine_core::mir::{Operand, Place, Rvalue};
use refine_core::term::{Term, TermKind};
use refine_core::ty::Ty as CoreTy;
use rustc_type_ir::inherent::IntoKind;

use super::scope::Holds;
use super::{Lower, Modelled, TypedPlace, outside, outside_but_calm};

/// `()`.
pub(crate) fn unit() -> Term {
    Term::new(TermKind::Tuple(Vec::new()), CoreTy::unit())
}

impl<'db> Lower<'_, 'db> {
    /// Evaluates an expression, adjusted, into a place of its adjusted type.
    pub fn into(&mut self, dest: &Place, e: ExprId) {
        let adjustments = self.src.infer.expr_adjustment(e).unwrap_or(&[]);
        if let Err(what) = self.write_adjusted(dest, e, adjustments) {
            self.give_up(e, what, Some(dest.clone()));
        }
    }

    /// Evaluates an expression for its effects.
    pub fn discard(&mut self, e: ExprId) {
        let span = self.span(e);
        let dest = self.temp(self.adjusted_ty(e), span);
        self.into(&Place::local(dest), e);
        self.schedule_drop(Holds::Temporaries, dest, self.adjusted_ty(e));
    }

    /// The value of an expression as an operand: what a later operand does is not seen in it.
    pub fn operand(&mut self, e: ExprId) -> Operand {
        let place = self.temporary(e);
        self.consume(&place)
    }

    /// The value of an expression in a temporary.
    pub fn temporary(&mut self, e: ExprId) -> TypedPlace<'db> {
        let ty = self.adjusted_ty(e);
        let local = self.temp(ty, self.span(e));
        let place = Place::local(local);
        self.into(&place, e);
        self.schedule_drop(Holds::Temporaries, local, ty);
        TypedPlace { place, ty }
    }

    /// The value of an expression as a term. Not for mutable references.
    pub fn value(&mut self, e: ExprId) -> Term {
        if let Some(literal) = self.literal_of(e) {
            return literal;
        }
        let ty = self.core_ty(self.adjusted_ty(e));
        let local = self.b.temp(ty, self.span(e));
        self.into(&Place::local(local), e);
        self.b.term(local)
    }

    /// The value at a place as an operand: copied or moved.
    pub fn consume(&self, place: &TypedPlace<'db>) -> Operand {
        if self.inst.is_copy(place.ty) {
            Operand::Copy(place.place.clone())
        } else {
            Operand::Move(place.place.clone())
        }
    }

    /// `dest = value`.
    pub fn set(&mut self, dest: &Place, value: Term) {
        self.b.assign(dest.clone(), Rvalue::Compute(value));
    }

    /// Evaluates an expression, without adjustments, into a place.
    pub fn write_unadjusted(&mut self, dest: &Place, e: ExprId) -> Modelled<()> {
        if self.is_made_up(e) {
            self.havoc(dest);
            return Ok(());
        }
        if let Some(range) = self.written_range(e) {
            return self.range(dest, e, &range);
        }
        let store = self.src.store();
        match &store[e] {
            Expr::Missing => return outside("code that does not parse"),
            Expr::Path(_) => return self.path(dest, e),
            Expr::If { condition, then_branch, else_branch } => {
                self.if_expr(dest, e, *condition, *then_branch, *else_branch)
            }
            Expr::Let { .. } => self.truth(dest, e),
            Expr::Block { statements, tail, label, .. } => self.block(dest, e, statements, *tail, *label),
            Expr::Unsafe { statements, tail, .. } => self.block(dest, e, statements, *tail, None),
            Expr::Const(inner) => self.const_block(dest, *inner),
            Expr::Loop { body, label, .. } => self.loop_expr(dest, e, *body, *label),
            Expr::Call { callee, args } => return self.call_expr(dest, e, *callee, args),
            Expr::MethodCall { receiver, args, .. } => return self.method_call(dest, e, *receiver, args),
            Expr::Match { expr, arms } => self.match_expr(dest, e, *expr, arms),
            Expr::Continue { label } => return self.continue_expr(e, *label),
            Expr::Break { expr, label } => return self.break_expr(e, *expr, *label),
            Expr::Return { expr } => self.return_expr(e, *expr),
            Expr::RecordLit { fields, spread, .. } => return self.record(dest, e, fields, *spread),
            Expr::Tuple { exprs } => self.tuple(dest, e, exprs),
            Expr::Array(Array::ElementList { elements }) => self.array(dest, e, elements),
            Expr::Array(Array::Repeat { initializer, .. }) => return self.repeat(dest, e, *initializer),
            Expr::Literal(literal) => return self.literal(dest, e, literal),
            Expr::Field { .. } | Expr::Index { .. } | Expr::UnaryOp { op: UnaryOp::Deref, .. } => {
                let place = self.place_unadjusted(e)?;
                let value = self.consume(&place);
                self.b.assign(dest.clone(), Rvalue::Use(value));
            }
            Expr::UnaryOp { expr, op } => return self.unary(dest, e, *expr, *op),
            Expr::BinaryOp { lhs, rhs, op } => match op {
                Some(op) => return self.binary(dest, e, *lhs, *rhs, *op),
                None => return outside("code that does not parse"),
            },
            Expr::Assignment { target, value } => self.assignment(dest, e, *target, *value),
            Expr::Cast { expr, .. } => return self.cast(dest, e, *expr),
            Expr::Ref { expr, rawness, mutability } => {
                if rawness.is_raw() {
                    // What leads to the place is evaluated, and may panic.
                    self.place(self.read_for_address(*expr));
                    return outside_but_calm("a raw pointer");
                }
                let place = self.place(*expr);
                self.b.assign(dest.clone(), Rvalue::Ref(mutability.is_mut(), place.place));
            }
            Expr::Closure { closure_kind, .. } => match closure_kind {
                ClosureKind::Closure => return self.closure(dest, e),
                ClosureKind::Coroutine { kind: CoroutineKind::Async, .. } => self.runs_later(dest, e),
                ClosureKind::CoroutineClosure(CoroutineKind::Async) => return outside("an `async` closure"),
                ClosureKind::Coroutine { .. } | ClosureKind::CoroutineClosure(_) | ClosureKind::OldCoroutine(_) => {
                    return outside("a coroutine");
                }
            },
            Expr::IncludeBytes => return outside_but_calm("`include_bytes!`"),
            Expr::Await { .. } => return outside("`.await`"),
            Expr::Become { .. } => return outside("`become`"),
            Expr::Yield { .. } => return outside("`yield`"),
            Expr::Yeet { .. } => return outside("`do yeet`"),
            Expr::Underscore => return outside("`_` as a value"),
            Expr::OffsetOf(_) => return outside_but_calm("`offset_of!`"),
            Expr::InlineAsm(_) => return outside("inline assembly"),
        }
        Ok(())
    }

    /// What is read to find the address of a place: the place itself, or the raw pointer that it is behind, which is not followed.
    fn read_for_address(&self, e: ExprId) -> ExprId {
        let mut base = e;
        loop {
            base = match self.src.store()[base] {
                Expr::Field { expr, .. } => expr,
                Expr::UnaryOp { expr, op: UnaryOp::Deref } if matches!(self.ty(expr).kind(), TyKind::RawPtr(..)) => {
                    return expr;
                }
                _ => return e,
            };
        }
    }

    /// `const { … }` and the like: evaluated by the compiler, so that nothing in it fails.
    fn const_block(&mut self, dest: &Place, inner: ExprId) {
        let claims = std::mem::replace(&mut self.claims, super::ClaimedOps { arithmetic: false, indexing: false });
        self.into(dest, inner);
        self.claims = claims;
    }

    /// Any value of a type at a place.
    pub fn havoc(&mut self, dest: &Place) {
        self.b.push(refine_core::mir::Stmt::Havoc { dest: dest.clone() });
    }
}
