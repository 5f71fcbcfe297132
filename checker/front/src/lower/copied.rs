//! Which values are copied when they are used.
//!
//! A closure is `Copy` if what it captures is. That is asked here once more, whatever rust-analyzer says of a closure's type: earlier versions
//! took every closure to be `Copy`, and what one captures by reference was wrong then.
use hir_def::hir::{BindingId, Expr, ExprId, UnaryOp};
use hir_def::resolver::ValueNs;
use hir_def::signatures::FunctionSignature;
use hir_ty::Adjust;
use hir_ty::closure_analysis::{BorrowKind, CapturedPlace, UpvarCapture};
use hir_ty::next_solver::infer::{DbInternerInferExt, InferCtxt};
use hir_ty::next_solver::{DbInterner, Ty, TyKind, TypingMode};
use rustc_type_ir::inherent::{IntoKind, Ty as _};
use rustc_type_ir::{TypeFoldable, TypeFolder, TypeSuperFoldable};

use super::Lower;
use super::alike::captures;
use crate::context::Context;
use crate::types::Env;

/// Whether values of the type are copied when they are used.
pub(crate) fn is_copy<'db>(cx: &Context<'db>, ty: Ty<'db>, env: Env) -> bool {
    let infer = cx.types.interner().infer_ctxt().build(TypingMode::PostAnalysis);
    is_copy_in(cx, &infer, ty, env)
}

/// The same, asked of a solver that is there.
pub(super) fn is_copy_in<'db>(cx: &Context<'db>, infer: &InferCtxt<'db>, ty: Ty<'db>, env: Env) -> bool {
    if let Some(known) = cx.answers.copied.borrow().get(&(ty, env)) {
        return *known;
    }
    let mut told = CapturedTypes { cx, infer, env };
    let is_copy = told.is_copy(ty) && {
        let owned = ty.fold_with(&mut told);
        owned == ty || told.is_copy(owned)
    };
    cx.answers.copied.borrow_mut().insert((ty, env), is_copy);
    is_copy
}

impl<'db> Lower<'_, 'db> {
    /// Whether a closure takes over what rust-analyzer says it only looks at: a value of a type that is wrongly taken to be `Copy`.
    pub(super) fn takes_over(&mut self, closure: ExprId, capture: &CapturedPlace, ty: Ty<'db>) -> bool {
        let Expr::Closure { body, .. } = self.src.store()[closure] else { return false };
        matches!(capture.info.capture_kind, UpvarCapture::ByRef(BorrowKind::Immutable))
            && !self.inst.is_copy(ty)
            && self.inst.is_copy_as_told(ty)
            && self.uses_up(body, capture.captured_local(), false)
    }

    /// Whether an expression moves out of a variable, or out of a part of it. One that is borrowed does not.
    fn uses_up(&mut self, e: ExprId, variable: BindingId, borrowed: bool) -> bool {
        let adjustments = self.src.infer.expr_adjustment(e).unwrap_or(&[]);
        let lent = adjustments.iter().any(|each| matches!(each.kind, Adjust::Borrow(_) | Adjust::Deref(_)));
        let kept = borrowed || lent || self.inst.is_copy(self.ty(e));
        match &self.src.store()[e] {
            Expr::Path(path) => {
                !kept && matches!(self.resolve_value(e, path), Some(ValueNs::LocalBinding(found)) if found == variable)
            }
            Expr::Field { expr, .. } | Expr::UnaryOp { expr, op: UnaryOp::Deref } => {
                self.uses_up(*expr, variable, kept)
            }
            Expr::Ref { expr, .. } => self.uses_up(*expr, variable, true),
            Expr::Call { callee, args } => {
                let by_reference =
                    self.src.infer.method_resolution(e).is_some_and(|(method, _)| {
                        FunctionSignature::of(self.cx.db, method).name.as_str() != "call_once"
                    });
                self.uses_up(*callee, variable, by_reference)
                    || args.iter().any(|arg| self.uses_up(*arg, variable, false))
            }
            _ => {
                let mut parts = Vec::new();
                super::walk::parts(self.src.store(), e, |part| parts.push(part));
                parts.into_iter().any(|part| self.uses_up(part, variable, false))
            }
        }
    }
}

/// Puts what a closure captures in place of its type, where that is not `Copy`.
struct CapturedTypes<'a, 'db> {
    cx: &'a Context<'db>,
    infer: &'a InferCtxt<'db>,
    env: Env,
}

impl<'db> CapturedTypes<'_, 'db> {
    fn is_copy(&self, ty: Ty<'db>) -> bool {
        self.infer.type_is_copy_modulo_regions(self.cx.param_env(self.env).param_env, ty)
    }
}

impl<'db> TypeFolder<DbInterner<'db>> for CapturedTypes<'_, 'db> {
    fn cx(&self) -> DbInterner<'db> {
        self.infer.interner
    }

    fn fold_ty(&mut self, ty: Ty<'db>) -> Ty<'db> {
        let TyKind::Closure(id, args) = ty.kind() else { return ty.super_fold_with(self) };
        let held: Vec<Ty<'db>> =
            captures(self.cx, id.0, args, self.env).into_iter().map(|ty| ty.fold_with(self)).collect();
        let held = Ty::new_tup(self.infer.interner, &held);
        if self.is_copy(held) { ty } else { held }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn a_closure_is_copied_if_what_it_captures_is() {
        let source = r"
            pub fn f(n: u32, s: String, t: String) {
                let by_value = move |x: u32| x + n;
                let by_reference = || t.len();
                let owner = move || s.len();
                let mut k = 0;
                let counts = || k += 1;
                let around = (1, Some(&owner), Some(by_value));
                let inside = [Some(owner)];
                let outer = move || inside.len();
            }
        ";
        testing::with(source, |cx| {
            let item = &cx.items.fns[0];
            let body = hir_def::expr_store::Body::of(cx.db, item.id.into());
            let infer = hir_ty::InferenceResult::of(cx.db, hir_def::DefWithBodyId::from(item.id));
            let of = |name: &str| {
                let found = body.bindings().find(|(_, binding)| binding.name.as_str() == name).unwrap();
                is_copy(cx, infer.binding_ty(found.0), Env::CLOSED)
            };
            let all = ["by_value", "by_reference", "owner", "counts", "around", "inside", "outer"];
            assert_eq!(all.map(of), [true, true, false, false, true, false, false]);
        });
    }
}
