//! Projector of values as terms, and values with a part replaced. A mutable reference is the pair of what it points to now and
//! what that will be when it ends, a term of type [`Ty::Borrow`].
use crate::ids::LocalId;
use crate::mir::Projection;
use crate::mir::types::{field_ty, step_ty};
use crate::program::Program;
use crate::term::{BinOp, Term, TermKind};
use crate::ty::{IntTy, Ty};

/// An index or length.
pub(super) const USIZE: Ty = Ty::Int(IntTy::Usize);

/// A term of a type, which is written without references and boxes.
pub(super) fn term(kind: TermKind, ty: &Ty) -> Term {
    Term::new(kind, ty.plain())
}

/// A local's value.
pub(super) fn local(id: LocalId, ty: &Ty) -> Term {
    term(TermKind::Local(id), ty)
}

/// `a + b` or `a - b` of indices.
pub(super) fn index_arith(op: BinOp, a: Term, b: Term) -> Term {
    match (op, a.kind(), b.kind()) {
        (_, _, TermKind::Int(zero)) if *zero == 0.into() => a,
        (BinOp::Add, TermKind::Int(zero), _) if *zero == 0.into() => b,
        (BinOp::Add, TermKind::Int(x), TermKind::Int(y)) => Term::int(x + y, USIZE),
        _ => Term::arith(op, a, b, USIZE),
    }
}

/// The number of elements.
pub(super) fn len(of: &Term) -> Term {
    match of.kind() {
        TermKind::SeqSlice(_, lo, hi) => index_arith(BinOp::Sub, hi.clone(), lo.clone()),
        _ => term(TermKind::SeqLen(of.clone()), &USIZE),
    }
}

/// What a mutable reference points to (0), and what that will be at its end (1).
pub(super) fn half(pair: &Term, at: usize) -> Term {
    match (pair.kind(), pair.ty()) {
        (TermKind::Tuple(both), _) => both[at].clone(),
        (_, Ty::Borrow(inner)) => term(TermKind::Proj(pair.clone(), at), inner),
        (_, other) => term(TermKind::Proj(pair.clone(), at), other),
    }
}

/// A mutable reference.
pub(super) fn pair(now: Term, end: Term, pointee: &Ty) -> Term {
    term(TermKind::Tuple(vec![now, end]), &Ty::Borrow(Box::new(pointee.clone())))
}

/// That two values are one: what a reference points to, and what it was to point to at its end.
pub(super) fn same(a: Term, b: Term) -> Term {
    Term::test(BinOp::Same, a, b)
}

/// The elements `lo..hi` of a sequence.
fn slice(of: &Term, lo: Term, hi: Term, element: &Ty) -> Term {
    let ty = Ty::Slice(Box::new(element.clone()));
    match of.kind() {
        TermKind::SeqSlice(whole, from, _) => {
            let (lo, hi) = (index_arith(BinOp::Add, from.clone(), lo), index_arith(BinOp::Add, from.clone(), hi));
            term(TermKind::SeqSlice(whole.clone(), lo, hi), &ty)
        }
        _ => term(TermKind::SeqSlice(of.clone(), lo, hi), &ty),
    }
}

/// An element.
fn get(of: &Term, at: Term, element: &Ty) -> Term {
    match of.kind() {
        TermKind::SeqSlice(whole, from, _) => {
            let at = index_arith(BinOp::Add, from.clone(), at);
            term(TermKind::SeqGet(whole.clone(), at), element)
        }
        _ => term(TermKind::SeqGet(of.clone(), at), element),
    }
}

/// A field; of a value that is listed, the field itself.
pub(super) fn field(of: &Term, variant: usize, at: usize, ty: &Ty) -> Term {
    match of.kind() {
        TermKind::Ctor(made, fields) if *made == variant && at < fields.len() => fields[at].clone(),
        _ => term(TermKind::Field(of.clone(), variant, at), ty),
    }
}

fn component(of: &Term, at: usize, ty: &Ty) -> Term {
    match of.kind() {
        TermKind::Tuple(all) if at < all.len() => all[at].clone(),
        _ => term(TermKind::Proj(of.clone(), at), ty),
    }
}

/// Takes values apart along projections.
pub(super) struct Projector<'a> {
    pub(super) program: &'a dyn Program,
    /// The value of a local that holds an index.
    pub(super) index: &'a dyn Fn(LocalId) -> Term,
}

impl Projector<'_> {
    /// The part of a value of a type that a step leads to, with its type. `None` if there is none.
    pub(super) fn part(&self, of: &Term, ty: &Ty, step: &Projection) -> Option<(Term, Ty)> {
        let inner = step_ty(self.program, ty, step)?;
        let part = match (step, ty) {
            (Projection::Deref, Ty::Borrow(_)) => half(of, 0),
            (Projection::Deref, _) => of.clone(),
            (Projection::Field { variant, field: at }, _) => field(of, *variant, *at, &inner),
            (Projection::Component(at), _) => component(of, *at, &inner),
            (Projection::Index(_) | Projection::ConstantIndex { .. }, _) => get(of, self.position(of, step)?, &inner),
            (Projection::Slice { lo, hi }, _) => slice(of, (self.index)(*lo), (self.index)(*hi), ty.element()?),
        };
        Some((part, inner))
    }

    /// The index that a step means.
    fn position(&self, of: &Term, step: &Projection) -> Option<Term> {
        match step {
            Projection::Index(id) => Some((self.index)(*id)),
            Projection::ConstantIndex { offset, from_end: false } => Some(Term::int(*offset, USIZE)),
            Projection::ConstantIndex { offset, from_end: true } => {
                Some(index_arith(BinOp::Sub, len(of), Term::int(*offset, USIZE)))
            }
            _ => None,
        }
    }

    /// A value of a type with the part at some steps replaced.
    pub(super) fn replaced(&self, whole: &Term, ty: &Ty, steps: &[Projection], value: Term) -> Option<Term> {
        let Some((step, rest)) = steps.split_first() else { return Some(value) };
        // An element of some elements is an element of the whole.
        if let (
            Projection::Slice { lo, .. },
            [Projection::Index(_) | Projection::ConstantIndex { from_end: false, .. }, ..],
        ) = (step, rest)
        {
            let at = index_arith(BinOp::Add, (self.index)(*lo), self.position(whole, &rest[0])?);
            let element = ty.element()?;
            let inner = self.replaced(&get(whole, at.clone(), element), element, &rest[1..], value)?;
            return Some(term(TermKind::SeqSet(whole.clone(), at, inner), ty));
        }
        let (part, part_ty) = self.part(whole, ty, step)?;
        let inner = self.replaced(&part, &part_ty, rest, value)?;
        let kind = match (step, ty) {
            (Projection::Deref, Ty::Borrow(pointee)) => return Some(pair(inner, half(whole, 1), pointee)),
            // What a shared reference points to is not written.
            (Projection::Deref, Ty::Ref(..)) => return None,
            (Projection::Deref, _) => return Some(inner),
            (Projection::Field { variant, field: at }, Ty::Adt(id, args)) => {
                let count = self.program.adt(*id).variants.get(*variant)?.fields.len();
                let mut fields = Vec::new();
                for other in 0..count {
                    let ty = field_ty(self.program, *id, args, *variant, other)?;
                    fields.push(if other == *at { inner.clone() } else { field(whole, *variant, other, &ty) });
                }
                TermKind::Ctor(*variant, fields)
            }
            (Projection::Component(at), Ty::Tuple(tys)) => {
                let part = |(k, ty)| if k == *at { inner.clone() } else { component(whole, k, ty) };
                TermKind::Tuple(tys.iter().enumerate().map(part).collect())
            }
            (Projection::Index(_) | Projection::ConstantIndex { .. }, _) => {
                TermKind::SeqSet(whole.clone(), self.position(whole, step)?, inner)
            }
            (Projection::Slice { lo, hi }, _) => {
                let element = ty.element()?;
                let front = slice(whole, Term::int(0, USIZE), (self.index)(*lo), element);
                let back = slice(whole, (self.index)(*hi), len(whole), element);
                TermKind::SeqConcat(term(TermKind::SeqConcat(front, inner), ty), back)
            }
            _ => return None,
        };
        Some(term(kind, ty))
    }
}
