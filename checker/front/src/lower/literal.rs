//! Literals.
use hir_def::hir::{Expr, ExprId, Literal, UnaryOp};
use hir_ty::next_solver::{Ty, TyKind};
use num_bigint::BigInt;
use refine_core::mir::Place;
use refine_core::term::{BinOp, Term, TermKind};
use refine_core::terms::{USIZE, size};
use refine_core::ty::{IntTy, Ty as CoreTy};
use rustc_type_ir::inherent::IntoKind;

use super::builder::plain;
use super::{Lower, Modelled, outside, outside_but_calm};

/// Byte strings longer than this, in bytes, are tables that would only burden the solver.
const LONG: usize = 8 * 1024;

impl<'db> Lower<'_, 'db> {
    /// The value of an expression that is a number, a truth value or a character, as it is written.
    pub fn literal_of(&self, e: ExprId) -> Option<Term> {
        let adjusted = self.src.infer.expr_adjustment(e).is_some_and(|all| !all.is_empty());
        (!adjusted).then(|| self.bare_literal(e)).flatten()
    }

    /// The same without a look at adjustments.
    pub fn bare_literal(&self, e: ExprId) -> Option<Term> {
        if self.is_made_up(e) {
            return None;
        }
        let ty = self.core_ty(self.ty(e));
        match &self.src.store()[e] {
            Expr::Literal(literal) => scalar(literal, &ty),
            // `-128i8` has no operation in it.
            Expr::UnaryOp { expr, op: UnaryOp::Neg } => match &self.src.store()[*expr] {
                Expr::Literal(Literal::Int(..) | Literal::Uint(..)) => {
                    let CoreTy::Int(int) = ty else { return None };
                    let Expr::Literal(literal) = &self.src.store()[*expr] else { return None };
                    Some(machine(-magnitude(literal)?, int))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an expression is what a macro comes to whose value rust-analyzer does not know: `line!()`, `include_str!("x")`.
    pub fn is_made_up(&self, e: ExprId) -> bool {
        let at = self.src.map.expr_syntax(e);
        at.is_ok_and(|at| crate::items::made_up(self.cx.db, at.file_id).is_some())
    }

    /// Evaluates a literal.
    pub fn literal(&mut self, dest: &Place, e: ExprId, literal: &Literal) -> Modelled<()> {
        let ty = self.core_ty(self.ty(e));
        if let Some(value) = scalar(literal, &ty) {
            self.set(dest, value);
            return Ok(());
        }
        match literal {
            // The template that rust-analyzer makes of a format string is text.
            Literal::ByteString(_) if self.src.map.expr_syntax(e).is_err() => self.havoc(dest),
            Literal::ByteString(bytes) => match bytes_of(bytes, &ty) {
                Some(value) => self.set(dest, value),
                None => return outside_but_calm("a long byte string"),
            },
            Literal::String(text) => self.text_literal(dest, text.as_str(), e),
            // What they are cannot be seen in the model.
            Literal::CString(_) | Literal::Float(..) | Literal::Int(..) => self.havoc(dest),
            Literal::Uint(..) | Literal::Char(_) | Literal::Bool(_) => return outside("this literal"),
        }
        Ok(())
    }

    /// Text has no content in the model, but a length. That of a message with which the function ends is no use to anyone.
    fn text_literal(&mut self, dest: &Place, text: &str, e: ExprId) {
        self.havoc(dest);
        let is_written = self.src.map.expr_syntax(e).is_ok();
        if is_written && !self.dying && dest.projections.is_empty() {
            let len = Term::new(TermKind::SeqLen(self.b.term(dest.local)), USIZE);
            self.b.assume(Term::test(BinOp::Eq, len, size(text.len() as u64)));
        }
    }

    /// The value of a literal pattern of a type.
    pub fn literal_pattern(&self, literal: &Literal, ty: Ty<'db>) -> Modelled<Term> {
        let core = self.core_ty(ty);
        if let Some(value) = scalar(literal, &plain(&core)) {
            return Ok(value);
        }
        match literal {
            Literal::ByteString(bytes) => bytes_of(bytes, &core).map_or_else(|| outside("a long byte string"), Ok),
            Literal::String(_) => outside("a text pattern"),
            _ => outside(format!("a pattern of the type `{}`", self.show(ty))),
        }
    }

    /// Whether a type is one of floating point numbers.
    pub fn is_float(&self, ty: Ty<'db>) -> bool {
        matches!(ty.kind(), TyKind::Float(_))
    }
}

/// The number that is written.
fn magnitude(literal: &Literal) -> Option<BigInt> {
    match literal {
        // rust-analyzer keeps the bits of what is beyond.
        Literal::Int(value, _) => Some(BigInt::from(*value as u128)),
        Literal::Uint(value, _) => Some(BigInt::from(*value)),
        _ => None,
    }
}

/// A literal of a machine type. One that is out of its range, where the lint against that is allowed, wraps.
fn machine(value: BigInt, int: IntTy) -> Term {
    let ty = CoreTy::Int(int);
    if value < int.min() || value > int.max() {
        return Term::new(TermKind::Wrap(int, Term::int(value, CoreTy::Exact)), ty);
    }
    Term::int(value, ty)
}

fn scalar(literal: &Literal, ty: &CoreTy) -> Option<Term> {
    match (literal, ty) {
        // A negative one stands in a pattern only.
        (Literal::Int(value, _), CoreTy::Int(int)) if *value < 0 && int.signed() => {
            Some(machine(BigInt::from(*value), *int))
        }
        (Literal::Int(..) | Literal::Uint(..), CoreTy::Int(int)) => Some(machine(magnitude(literal)?, *int)),
        (Literal::Bool(value), CoreTy::Bool) => Some(Term::bool(*value)),
        (Literal::Char(value), CoreTy::Char) => Some(Term::int(u32::from(*value), CoreTy::Char)),
        _ => None,
    }
}

fn bytes_of(bytes: &[u8], ty: &CoreTy) -> Option<Term> {
    let byte = CoreTy::Int(IntTy::U8);
    let all = || bytes.iter().map(|value| Term::int(*value, byte.clone())).collect();
    (bytes.len() <= LONG).then(|| Term::new(TermKind::SeqLit(all()), plain(ty)))
}
