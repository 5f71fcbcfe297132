//! Terms over the locals of MIR as terms over those of the IR: where a mutable reference is read, what it points to now.
use crate::ids::LocalId;
use crate::ir::{Clause, Contract, Local};
use crate::mir::Projection;
use crate::mir::types::step_ty;
use crate::program::Program;
use crate::term::{BinOp, Term, TermKind};
use crate::ty::Ty;

use super::init::holds_borrow;
use super::values::{half, term};

/// What the leaves of terms stand for.
pub(super) struct Terms<'a> {
    pub(super) program: &'a dyn Program,
    /// A local's value with its type, as MIR knows it.
    pub(super) local: &'a dyn Fn(LocalId) -> (Term, Ty),
    /// The same at the function's entry.
    pub(super) old: &'a dyn Fn(LocalId) -> (Term, Ty),
}

impl Terms<'_> {
    /// The term.
    pub(super) fn rewrite(&self, of: &Term) -> Term {
        self.typed(of).0
    }

    /// The term with its type as MIR knows it; a mutable reference shows as what it points to.
    fn typed(&self, of: &Term) -> (Term, Ty) {
        let (value, ty) = self.raw(of);
        seen(value, ty)
    }

    /// The same, where a mutable reference shows as a pair.
    fn raw(&self, of: &Term) -> (Term, Ty) {
        let part = |inner: &Term, step: Projection, kind: &dyn Fn(Term) -> TermKind| {
            let (inner, ty) = self.typed(inner);
            let ty = step_ty(self.program, &ty, &step).unwrap_or_else(|| of.ty().clone());
            (term(kind(inner), &ty), ty)
        };
        match of.kind() {
            TermKind::Local(id) => (self.local)(*id),
            TermKind::Old(id) => (self.old)(*id),
            TermKind::Field(inner, variant, field) => {
                let step = Projection::Field { variant: *variant, field: *field };
                part(inner, step, &|inner| super::values::field(&inner, *variant, *field, of.ty()).kind().clone())
            }
            TermKind::Proj(inner, at) => {
                // A pair may have been taken apart before.
                if matches!(inner.ty().peeled(), Ty::Borrow(_))
                    && let (value, Ty::Borrow(pointee)) = unboxed(self.raw(inner))
                {
                    return (half(&value, *at), *pointee);
                }
                part(inner, Projection::Component(*at), &|inner| TermKind::Proj(inner, *at))
            }
            TermKind::SeqGet(inner, at) => {
                let at = self.rewrite(at);
                let step = Projection::ConstantIndex { offset: 0, from_end: false };
                part(inner, step, &|inner| TermKind::SeqGet(inner, at.clone()))
            }
            TermKind::SeqSlice(inner, lo, hi) => {
                let (inner, ty) = self.typed(inner);
                let (lo, hi) = (self.rewrite(lo), self.rewrite(hi));
                let ty = match ty.element() {
                    Some(element) => Ty::Slice(Box::new(element.clone())),
                    None => of.ty().clone(),
                };
                (term(TermKind::SeqSlice(inner, lo, hi), &ty), ty)
            }
            // Two references are equal if what they point to now is; of their ends nothing is known.
            TermKind::Bin(op @ (BinOp::Eq | BinOp::Ne), a, b) => {
                let ((x, x_ty), (y, y_ty)) = (self.typed(a), self.typed(b));
                if holds_borrow(self.program, &x_ty) || holds_borrow(self.program, &y_ty) {
                    return (Term::new(TermKind::NoValue, Ty::Bool), Ty::Bool);
                }
                (Term::test(*op, x, y), Ty::Bool)
            }
            _ => {
                let made = of.map_children(&mut |child| self.rewrite(child));
                let ty = made.ty().plain();
                (Term::new(made.kind().clone(), ty.clone()), ty)
            }
        }
    }

    /// A clause.
    pub(super) fn clause(&self, clause: &Clause) -> Clause {
        let term = self.rewrite(&clause.term);
        let value = if clause.value == clause.term { term.clone() } else { self.rewrite(&clause.value) };
        Clause { term, value, ..clause.clone() }
    }
}

/// What is seen through shared references and boxes.
fn unboxed((value, ty): (Term, Ty)) -> (Term, Ty) {
    (value, ty.peeled().clone())
}

/// What is seen through references and boxes.
fn seen(value: Term, ty: Ty) -> (Term, Ty) {
    match ty {
        Ty::Borrow(inner) => seen(half(&value, 0), *inner),
        Ty::Ref(_, inner) | Ty::Boxed(inner) => seen(value, *inner),
        other => (value, other),
    }
}

/// A predicate on `Local(0)`, a value of a type as MIR knows it, over the value that stands for it. It is the same if it is one already.
pub fn predicate(program: &dyn Program, ty: &Ty, of: &Term) -> Term {
    let value = |kind: TermKind| (term(kind, ty), ty.clone());
    let (local, old) = (|id| value(TermKind::Local(id)), |id| value(TermKind::Old(id)));
    Terms { program, local: &local, old: &old }.rewrite(of)
}

/// A contract over the values that stand for its function's parameters and result, whose types as MIR knows them are `locals`.
/// It is the same where no reference is kept in a struct or returned.
pub fn contract(program: &dyn Program, locals: &[Local], of: &Contract) -> Contract {
    let result = locals.len().saturating_sub(1);
    let value = |id: LocalId, kind: TermKind| {
        let ty = locals.get(id.0 as usize).map_or(Ty::Never, |local| local.ty.clone());
        match ty {
            // A parameter is what it points to, at the start or the end.
            Ty::Borrow(inner) if (id.0 as usize) < result => (term(kind, &inner), *inner),
            ty => (term(kind, &ty), ty),
        }
    };
    let (local, old) = (|id| value(id, TermKind::Local(id)), |id| value(id, TermKind::Old(id)));
    let terms = Terms { program, local: &local, old: &old };
    let all = |clauses: &[Clause]| clauses.iter().map(|clause| terms.clause(clause)).collect();
    Contract {
        requires: all(&of.requires),
        ensures: all(&of.ensures),
        decreases: of.decreases.as_ref().map(|clause| terms.clause(clause)),
        ..of.clone()
    }
}
