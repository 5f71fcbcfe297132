//! Values with invariants that go where they are not followed: among the entries of a map, behind a `dyn`, to a function that is known by its
//! type alone. Others get them back from there as values like any other, so their invariants are claimed where they go. What is lent out of
//! such a place mutably comes back to it with whatever was written to it, so there they are claimed in vain.
use hir_def::hir::ExprId;
use refine_core::ids::LocalId;
use refine_core::mir::{Operand, Place, Projection};
use refine_core::obligation::Kind;
use refine_core::span::Span;
use refine_core::term::Term;
use refine_core::terms::lent;
use refine_core::ty::Ty as CoreTy;

use super::Lower;
use super::builder::ClaimInfo;
use crate::clause;

/// What may go wrong.
pub(super) const MESSAGE: &str = "the invariant may not hold where the value goes out of sight";

impl Lower<'_, '_> {
    /// Claims the invariants of those arguments that are given away.
    pub(super) fn claim_given(&mut self, e: ExprId, operands: &[Operand]) {
        self.claim_passed(e, operands, |ty| !matches!(ty, CoreTy::Ref(..) | CoreTy::Borrow(_)));
    }

    /// Claims the invariants of all arguments of a call that leads nobody knows where, lent ones included.
    pub(super) fn claim_shown(&mut self, e: ExprId, operands: &[Operand]) {
        self.claim_passed(e, operands, |_| true);
    }

    fn claim_passed(&mut self, e: ExprId, operands: &[Operand], is_meant: fn(&CoreTy) -> bool) {
        for operand in operands {
            let ty = match operand {
                Operand::Constant(term) => Some(term.ty().clone()),
                Operand::Copy(place) | Operand::Move(place) => self.place_core_ty(place),
            };
            if let Some(ty) = ty.filter(is_meant) {
                self.claim_held(e, operand, &ty);
            }
        }
    }

    /// Claims the invariants of what an operand is, holds or points to.
    pub(super) fn claim_held(&mut self, e: ExprId, operand: &Operand, ty: &CoreTy) {
        if !clause::has_invariants(self.cx, self.def.module, ty) {
            return;
        }
        let span = self.span(e);
        let value = match (operand, ty) {
            (Operand::Constant(term), _) => Some(term.clone()),
            (Operand::Copy(place) | Operand::Move(place), CoreTy::Borrow(inner)) => {
                Some(self.b.read(place.project(Projection::Deref), (**inner).clone(), span))
            }
            (Operand::Copy(place) | Operand::Move(place), ty) => {
                (!lent::holds_borrow(self.cx, ty)).then(|| self.b.read(place.clone(), ty.clone(), span))
            }
        };
        self.claim_invariants(ty, value, span);
    }

    /// Claims in vain the invariants of what a value of a type has been lent mutably, if it has any.
    pub(super) fn claim_lent(&mut self, ty: &CoreTy, span: Span) {
        match ty {
            CoreTy::Borrow(inner) => self.claim_unknown(inner, span),
            CoreTy::Tuple(tys) | CoreTy::Adt(_, tys) => tys.iter().for_each(|ty| self.claim_lent(ty, span)),
            _ => {}
        }
    }

    /// Claims in vain the invariants of values of a type of which nothing is known.
    pub(super) fn claim_unknown(&mut self, ty: &CoreTy, span: Span) {
        if clause::has_invariants(self.cx, self.def.module, ty) {
            self.claim_invariants(ty, None, span);
        }
    }

    /// Claims the invariants of a value of a type; in vain where nothing is known of it.
    fn claim_invariants(&mut self, ty: &CoreTy, value: Option<Term>, span: Span) {
        let any = Term::local(LocalId(0), ty.plain());
        for invariant in clause::type_invariants(self.cx, value.as_ref().unwrap_or(&any)) {
            let claim = ClaimInfo::new(Kind::Escape, span, invariant.text.clone(), MESSAGE).clause(invariant.span);
            match value {
                Some(_) => self.b.assert(invariant.term, claim),
                None => self.b.claim_in_vain(claim),
            }
        }
        // Of what has no translation nothing is known here.
        for said in clause::all_untranslated(self.cx, self.def.module, ty) {
            self.b.claim_in_vain(ClaimInfo::new(Kind::Escape, span, said.written, MESSAGE).clause(said.span));
        }
        if clause::hides_invariants(self.cx, ty) {
            self.b.outside("the invariants of the parts of a recursive type", span, true, None);
        }
    }

    /// The type of what is at a place.
    pub(super) fn place_core_ty(&self, place: &Place) -> Option<CoreTy> {
        let start = self.b.local_ty(place.local).clone();
        place.projections.iter().try_fold(start, |ty, step| match (step, ty) {
            (Projection::Deref, CoreTy::Ref(_, inner) | CoreTy::Borrow(inner) | CoreTy::Boxed(inner)) => Some(*inner),
            (Projection::Field { variant, field }, CoreTy::Adt(id, args)) => self.cx.types.with_adt(id, |def| {
                let field = def.variants.get(*variant)?.fields.get(*field)?;
                Some(def.instantiate(&field.ty, &args))
            }),
            (Projection::Component(at), CoreTy::Tuple(all)) => all.get(*at).cloned(),
            (
                Projection::Index(_) | Projection::ConstantIndex { .. },
                CoreTy::Array(element, _) | CoreTy::Slice(element) | CoreTy::Vec(element),
            ) => Some(*element),
            _ => None,
        })
    }
}
