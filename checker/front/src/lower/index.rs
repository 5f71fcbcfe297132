//! Elements and parts of sequences, with the claims that they are there.
use hir_def::hir::ExprId;
use hir_ty::next_solver::{Ty, TyKind};
use refine_core::ids::LocalId;
use refine_core::mir::{Place, Projection, Rvalue};
use refine_core::obligation::{Kind, SOME_VALUE};
use refine_core::planted::{Defect, is_planted};
use refine_core::term::{BinOp, Term, TermKind};
use refine_core::terms::{USIZE, exact, size};
use refine_core::ty::Ty as CoreTy;
use rustc_type_ir::UintTy;
use rustc_type_ir::inherent::IntoKind;

use super::aggregate::WrittenRange;
use super::builder::ClaimInfo;
use super::{Lower, TypedPlace, text};

impl<'db> Lower<'_, 'db> {
    /// Whether values of a type are arrays, slices or `Vec`s.
    pub fn is_sequence(&self, ty: Ty<'db>) -> bool {
        matches!(self.core_ty(ty), CoreTy::Array(..) | CoreTy::Slice(_) | CoreTy::Vec(_))
    }

    /// The type of the elements of a sequence.
    pub fn element_of(&self, ty: Ty<'db>) -> Option<Ty<'db>> {
        match ty.kind() {
            TyKind::Array(element, _) | TyKind::Slice(element) => Some(element),
            // A `Vec`.
            TyKind::Adt(_, args) if self.is_sequence(ty) => args.types().next(),
            _ => None,
        }
    }

    /// Whether an expression is a `usize`.
    pub(super) fn is_usize(&self, e: ExprId) -> bool {
        matches!(self.adjusted_ty(e).kind(), TyKind::Uint(UintTy::Usize))
    }

    /// The range that an index is, if it is written there.
    pub(super) fn ranged(&self, index: ExprId) -> Option<WrittenRange> {
        let range = self.written_range(index)?;
        let fits = range.lo.iter().chain(&range.hi).all(|bound| self.is_usize(*bound));
        fits.then_some(range)
    }

    /// The element of a sequence, which is claimed to be there. A panic of a `Vec` shows at the bracket.
    pub(super) fn element(
        &mut self,
        e: ExprId,
        (base, seq): (ExprId, TypedPlace<'db>),
        (index, at): (ExprId, TypedPlace<'db>),
    ) -> TypedPlace<'db> {
        let span = self.span(e);
        if self.claims.indexing {
            let len = self.length(&seq, e);
            let below = if is_planted(Defect::IndexOfLength) { BinOp::Le } else { BinOp::Lt };
            let within = Term::test(below, self.b.term(at.place.local), len);
            let text = format!("{} < {}.len()", self.text(index), text::receiver(&self.text(base)));
            let built_in = matches!(seq.ty.kind(), TyKind::Array(..) | TyKind::Slice(_));
            let shown = if built_in { span } else { self.reported(e) };
            self.b.assert(within, ClaimInfo::new(Kind::Index, span, text, "index out of bounds").at(shown));
        }
        TypedPlace { place: seq.place.project(Projection::Index(at.place.local)), ty: self.ty(e) }
    }

    fn length(&mut self, seq: &TypedPlace<'db>, e: ExprId) -> Term {
        let len = self.b.keep(Rvalue::Len(seq.place.clone()), USIZE, self.span(e));
        self.b.term(len)
    }

    /// A part of a sequence, whose bounds are claimed to be in order.
    pub(super) fn slice_of(
        &mut self,
        e: ExprId,
        (base, seq): (ExprId, TypedPlace<'db>),
        range: WrittenRange,
    ) -> TypedPlace<'db> {
        let receiver = text::receiver(&self.text(base));
        let mut texts = (String::from("0"), format!("{receiver}.len()"));
        let mut lo = size(0);
        if let Some(bound) = range.lo {
            texts.0 = self.text(bound);
            lo = self.value(bound);
        }
        let hi = range.hi.map(|bound| {
            texts.1 = self.text(bound);
            let value = self.value(bound);
            if range.inclusive {
                texts.1.push_str(" + 1");
                return exact(BinOp::Add, value, size(1));
            }
            value
        });
        let len = self.length(&seq, e);
        let hi_value = hi.clone().unwrap_or_else(|| len.clone());
        if self.claims.indexing {
            let (span, shown) = (self.span(e), self.reported(e));
            if range.lo.is_some() {
                let ordered = Term::test(BinOp::Le, lo.clone(), hi_value.clone());
                let message = "the start of the slice is after its end";
                let text = format!("{} <= {}", texts.0, texts.1);
                let words = match &hi {
                    Some(_) => format!("slice index starts at {SOME_VALUE} but ends at {SOME_VALUE}"),
                    None => format!("range start index {SOME_VALUE} out of range for slice of length {SOME_VALUE}"),
                };
                let claim = ClaimInfo::new(Kind::Slice, span, text, message).says(words);
                self.b.assert(ordered, claim.at(shown));
            }
            if hi.is_some() {
                let within = Term::test(BinOp::Le, hi_value.clone(), len);
                let message = "the end of the slice is out of range";
                let text = format!("{} <= {receiver}.len()", texts.1);
                let words = format!("range end index {SOME_VALUE} out of range for slice of length {SOME_VALUE}");
                let claim = ClaimInfo::new(Kind::Slice, span, text, message).says(words);
                self.b.assert(within, claim.at(shown));
            }
        }
        let (lo, hi) = (self.bound_local(lo, e), self.bound_local(hi_value, e));
        TypedPlace { place: seq.place.project(Projection::Slice { lo, hi }), ty: self.ty(e) }
    }

    /// A bound in a local of its own.
    fn bound_local(&mut self, value: Term, e: ExprId) -> LocalId {
        let value = match value.kind() {
            // The exact sum is within bounds here.
            TermKind::Bin(..) => Term::new(value.kind().clone(), USIZE),
            _ => value,
        };
        let local = self.b.temp(USIZE, self.span(e));
        self.set(&Place::local(local), value);
        local
    }
}
