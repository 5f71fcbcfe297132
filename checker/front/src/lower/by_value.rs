//! Comparing and cloning by value: calls of trait methods whose implementations are built in or derived all the way down, so that one
//! operation says what they do.
use hir_def::hir::ExprId;
use hir_def::lang_item::lang_items;
use hir_def::signatures::FunctionSignature;
use hir_def::{FunctionId, ItemContainerId, Lookup};
use hir_ty::next_solver::{GenericArgs, Ty as HirTy};
use refine_core::mir::{Operand, Place, Projection, Rvalue};
use refine_core::term::{BinOp, Term};
use refine_core::ty::Ty;

use super::alike::{self, Likeness};
use super::shim::Shim;
use super::{Lower, Modelled, outside};

impl<'a, 'db> Lower<'a, 'db> {
    /// A call of `eq`, `ne` or `clone` as one operation, if it is one. The arguments are references.
    pub(super) fn by_value(
        &mut self,
        dest: &Place,
        e: ExprId,
        (func, generic): (FunctionId, GenericArgs<'db>),
        args: &[Operand],
    ) -> Option<()> {
        let ItemContainerId::TraitId(of) = func.lookup(self.cx.db).container else { return None };
        let items = lang_items(self.cx.db, self.cx.krate);
        let name = FunctionSignature::of(self.cx.db, func).name.as_str().to_owned();
        let mut tys = generic.types();
        let this = tys.next()?;
        if items.Clone == Some(of) && name == "clone" {
            let [Operand::Copy(place) | Operand::Move(place)] = args else { return None };
            if !alike::structural(self.cx, this, self.inst.env, Likeness::Clone) && !this.is_array() {
                return None;
            }
            self.clone_parts(dest, e, place, (func, generic));
            return Some(());
        }
        let op = match name.as_str() {
            "eq" => BinOp::Eq,
            "ne" => BinOp::Ne,
            _ => return None,
        };
        if items.PartialEq != Some(of) || !self.compares_by_value(this, tys.next()?) {
            return None;
        }
        let [a, b] = args else { return None };
        let (a, b) = (self.referred(a)?, self.referred(b)?);
        self.set(dest, Term::test(op, a, b));
        Some(())
    }

    /// Whether `==` of two types is that of values: of one type, or of sequences of one type of elements.
    fn compares_by_value(&self, a: HirTy<'db>, b: HirTy<'db>) -> bool {
        let alike = |ty| alike::structural(self.cx, ty, self.inst.env, Likeness::Eq);
        if !alike(a) {
            return false;
        }
        if a == b {
            return true;
        }
        let (own_a, own_b) = (self.core_ty(a), self.core_ty(b));
        let elements = |ty: &Ty| matches!(ty.peeled(), Ty::Array(..) | Ty::Slice(_) | Ty::Vec(_));
        elements(&own_a) && elements(&own_b) && own_a.element() == own_b.element() && alike(b)
    }

    /// What a reference in a local points to, as a term.
    fn referred(&self, reference: &Operand) -> Option<Term> {
        match reference {
            Operand::Constant(term) => Some(term.clone()),
            Operand::Copy(place) | Operand::Move(place) => {
                place.projections.is_empty().then(|| self.b.term(place.local))
            }
        }
    }

    /// What the compiler's own `clone` does: it clones the parts.
    pub(super) fn built_in_clone(
        &mut self,
        dest: &Place,
        e: ExprId,
        (clone, generic): (FunctionId, GenericArgs<'db>),
        args: &[Operand],
    ) -> Modelled<()> {
        let [Operand::Copy(this) | Operand::Move(this)] = args else { return outside("this `clone`") };
        self.clone_parts(dest, e, this, (clone, generic));
        Ok(())
    }

    /// `clone` of what is behind a reference, part by part.
    fn clone_parts(&mut self, dest: &Place, e: ExprId, this: &Place, (clone, generic): (FunctionId, GenericArgs<'db>)) {
        let Some(ty) = generic.types().next() else { return };
        self.decrease_in_parts(e, (clone, generic));
        let value = self.shim(e).clone_of(this.project(Projection::Deref), ty, clone);
        self.b.assign(dest.clone(), Rvalue::Use(value));
    }

    /// A writer of what has no source, for an expression.
    pub(super) fn shim<'s>(&'s mut self, e: ExprId) -> Shim<'s, 'a, 'db> {
        let (cx, env, span, exit) = (self.cx, self.inst.env, self.span(e), self.exit.block);
        Shim { cx, b: &mut self.b, env, span, exit }
    }
}
