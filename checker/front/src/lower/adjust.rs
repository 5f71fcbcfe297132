//! Adjustments: the borrows, dereferences and coercions that the source leaves out.
use hir_def::hir::ExprId;
use hir_ty::next_solver::{Mutability, Ty, TyKind};
use hir_ty::{Adjust, Adjustment, AutoBorrow, PointerCast};
use refine_core::mir::{Operand, Place, Rvalue};
use refine_core::terms::lent;
use refine_core::ty::Ty as CoreTy;
use rustc_type_ir::inherent::IntoKind;

use super::{Lower, Modelled, outside, outside_but_calm};

impl<'db> Lower<'_, 'db> {
    /// Evaluates an expression with some of its adjustments into a place.
    pub fn write_adjusted(&mut self, dest: &Place, e: ExprId, adjustments: &'db [Adjustment]) -> Modelled<()> {
        self.attributed_to(Some(e), |this| this.write_with(dest, e, adjustments))
    }

    fn write_with(&mut self, dest: &Place, e: ExprId, adjustments: &'db [Adjustment]) -> Modelled<()> {
        let Some((last, rest)) = adjustments.split_last() else { return self.write_unadjusted(dest, e) };
        match &last.kind {
            Adjust::NeverToAny => {
                let ty = self.adjusted_by(e, rest);
                let never = self.temp(ty, self.span(e));
                self.write_adjusted(&Place::local(never), e, rest)
            }
            Adjust::Deref(_) => {
                let place = self.place_adjusted(e, adjustments);
                let value = self.consume(&place);
                self.b.assign(dest.clone(), Rvalue::Use(value));
                Ok(())
            }
            Adjust::Borrow(AutoBorrow::Ref(mutability)) => {
                let mutable = Mutability::from(*mutability).is_mut();
                let place = self.place_adjusted(e, rest);
                self.b.assign(dest.clone(), Rvalue::Ref(mutable, place.place));
                Ok(())
            }
            Adjust::Borrow(AutoBorrow::RawPtr(_)) => {
                self.place_adjusted(e, rest);
                outside_but_calm("a raw pointer")
            }
            Adjust::Pointer(PointerCast::Unsize) => self.unsize(dest, e, rest, self.inst.ty(last.target.as_ref())),
            // Pointers to functions hold nothing that the model could follow; calls of them are outside of it.
            Adjust::Pointer(
                PointerCast::ReifyFnPointer | PointerCast::UnsafeFnPointer | PointerCast::ClosureFnPointer(_),
            ) => {
                let place = self.place_adjusted(e, rest);
                let pointed = self.core_ty(place.ty);
                self.b.escapes(pointed);
                self.claim_kept(place.ty, self.span(e));
                self.havoc(dest);
                Ok(())
            }
            Adjust::Pointer(PointerCast::MutToConstPointer | PointerCast::ArrayToPointer) => {
                self.place_adjusted(e, rest);
                outside_but_calm("a raw pointer")
            }
        }
    }

    /// The type of an expression with some of its adjustments.
    pub fn adjusted_by(&self, e: ExprId, adjustments: &[Adjustment]) -> Ty<'db> {
        match adjustments.last() {
            Some(last) => self.inst.ty(last.target.as_ref()),
            None => self.ty(e),
        }
    }

    /// An array behind a pointer as a slice is the same value. What becomes a trait object is known no more, which is
    /// of no harm unless it is written through.
    fn unsize(&mut self, dest: &Place, e: ExprId, rest: &'db [Adjustment], to: Ty<'db>) -> Modelled<()> {
        let from = self.adjusted_by(e, rest);
        // Only its lifetimes are others.
        if from == to {
            return self.write_adjusted(dest, e, rest);
        }
        let target = self.core_ty(to);
        match (from.builtin_deref(false).map(|ty| ty.kind()), to.builtin_deref(false).map(|ty| ty.kind())) {
            (Some(TyKind::Array(..)), Some(TyKind::Slice(_))) => self.write_adjusted(dest, e, rest),
            _ => {
                let place = self.place_adjusted(e, rest);
                let held = self.core_ty(from);
                self.b.escapes(held.clone());
                self.claim_kept(from, self.span(e));
                self.claim_held(e, &Operand::Copy(place.place.clone()), &held);
                match (&held, target) {
                    (CoreTy::Ref(false, _), CoreTy::Ref(false, _) | CoreTy::Opaque(_)) => {
                        self.havoc(dest);
                        Ok(())
                    }
                    (CoreTy::Boxed(inner), _) if self.is_inert(place.ty, inner) => {
                        self.havoc(dest);
                        Ok(())
                    }
                    _ => outside(format!("a value of type `{}` as one of type `{}`", self.show(from), self.show(to))),
                }
            }
        }
    }

    /// Whether nothing happens when a value is forgotten: it holds no mutable borrow and needs no drop.
    fn is_inert(&self, ty: Ty<'db>, core: &CoreTy) -> bool {
        !lent::holds_borrow(self.cx, core) && self.glue(ty).is_empty()
    }
}
