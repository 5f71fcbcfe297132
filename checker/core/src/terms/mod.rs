//! Terms as front ends make them: sequences, ranges, branches, casts.
//!
//! In reading order: this file (what needs no types), [`bits`], [`parts`] (values seen part by part: fields, `clone`,
//! `default`), [`order`] (comparisons), [`lent`] (what is behind `&mut` in parameters), [`counts`] (measures), [`simple`] (what is evident).
pub mod bits;
pub mod counts;
pub mod lent;
pub mod order;
pub mod parts;
pub mod simple;

use num_bigint::BigInt;

use crate::ids::BoundId;
use crate::term::{BinOp, Quantifier, Term, TermKind, UnOp, may_fail};
use crate::ty::{FnInst, IntTy, Ty};

/// `usize`.
pub const USIZE: Ty = Ty::Int(IntTy::Usize);

/// A `usize` literal.
pub fn size(n: u64) -> Term {
    Term::int(n, USIZE)
}

/// A literal of a body. One that is out of its type's range, where the lint against that is allowed, wraps.
pub fn literal(value: BigInt, ty: Ty) -> Term {
    match ty {
        Ty::Int(int) if value < int.min() || value > int.max() => {
            Term::new(TermKind::Wrap(int, Term::int(value, Ty::Exact)), ty)
        }
        ty => Term::int(value, ty),
    }
}

/// `a op b` on exact integers.
pub fn exact(op: BinOp, a: Term, b: Term) -> Term {
    Term::arith(op, a, b, Ty::Exact)
}

/// Whether the integer is a value of the type.
pub fn in_range(ty: IntTy, value: &Term) -> Term {
    let min = Term::int(ty.min(), Ty::Exact);
    let max = Term::int(ty.max(), Ty::Exact);
    Term::and(Term::test(BinOp::Le, min, value.clone()), Term::test(BinOp::Le, value.clone(), max))
}

/// Whether the value is of the variant.
pub fn is_variant(of: &Term, variant: usize) -> Term {
    Term::new(TermKind::IsVariant(of.clone(), variant), Ty::Bool)
}

/// If, then, else, simplified when the condition is a literal.
pub fn ite(cond: Term, then: Term, otherwise: Term) -> Term {
    let (then, otherwise) = alike(then, otherwise);
    match cond.kind() {
        TermKind::Bool(true) => then,
        TermKind::Bool(false) => otherwise,
        _ if is_bool(&then, true) && is_bool(&otherwise, false) => cond,
        _ if is_bool(&then, false) && is_bool(&otherwise, true) => Term::not(cond),
        _ => {
            let ty = if *otherwise.ty() == Ty::Exact { Ty::Exact } else { then.ty().clone() };
            Term::new(TermKind::Ite(cond, then, otherwise), ty)
        }
    }
}

/// Two branches, of which one that has no value takes its type from the other.
pub fn alike(a: Term, b: Term) -> (Term, Term) {
    let none = |other: &Term| Term::new(TermKind::NoValue, other.ty().clone());
    match (a.kind(), b.kind()) {
        (TermKind::NoValue, _) => (none(&b), b),
        (_, TermKind::NoValue) => (a.clone(), none(&a)),
        _ => (a, b),
    }
}

fn is_bool(term: &Term, value: bool) -> bool {
    *term.kind() == TermKind::Bool(value)
}

/// `a ==> b`, simplified when one is a literal.
pub fn implies(a: Term, b: Term) -> Term {
    match (a.kind(), b.kind()) {
        (TermKind::Bool(true), _) | (_, TermKind::Bool(true)) => b,
        (TermKind::Bool(false), _) => Term::bool(true),
        (_, TermKind::Bool(false)) => Term::not(a),
        _ => Term::test(BinOp::Implies, a, b),
    }
}

/// The number of elements.
pub fn len(seq: &Term) -> Term {
    match seq.kind() {
        TermKind::SeqLit(all) if !all.iter().any(may_fail) => size(all.len() as u64),
        _ => Term::new(TermKind::SeqLen(seq.clone()), USIZE),
    }
}

/// The element at an index.
pub fn get(seq: &Term, at: Term, element: &Ty) -> Term {
    Term::new(TermKind::SeqGet(seq.clone(), at), element.clone())
}

/// The elements `lo..hi`.
pub fn slice(seq: &Term, lo: Term, hi: Term, element: &Ty) -> Term {
    Term::new(TermKind::SeqSlice(seq.clone(), lo, hi), Ty::Slice(Box::new(element.clone())))
}

/// The index from the end: `len - n`.
pub fn from_end(seq: &Term, n: u64) -> Term {
    Term::arith(BinOp::Sub, len(seq), size(n), USIZE)
}

/// `Quantifier` over the indices of a sequence.
pub fn over_indices(q: Quantifier, bound: BoundId, seq: &Term, body: Term) -> Term {
    Term::new(TermKind::Quant(q, bound, size(0), len(seq), body), Ty::Bool)
}

/// Replaces the types in a term, those of calls included.
pub fn retype(term: &Term, change: &dyn Fn(&Ty) -> Ty) -> Term {
    let mapped = term.map_children(&mut |child| retype(child, change));
    let inst = |inst: &FnInst| FnInst { func: inst.func, args: inst.args.iter().map(change).collect() };
    let kind = match mapped.kind() {
        TermKind::Call(callee, args) => TermKind::Call(inst(callee), args.clone()),
        TermKind::Defined(callee, args) => TermKind::Defined(inst(callee), args.clone()),
        kind => kind.clone(),
    };
    Term::new(kind, change(mapped.ty()))
}

/// Parameters replaced by arguments.
pub fn place_args(body: &Term, args: &[Term]) -> Term {
    body.substitute(&|leaf| match leaf {
        TermKind::Local(id) | TermKind::Old(id) => args.get(id.0 as usize).cloned(),
        _ => None,
    })
}

/// Arithmetic on literals done.
pub fn fold(term: &Term) -> Term {
    let term = term.map_children(&mut |child| fold(child));
    let int = |t: &Term| match t.kind() {
        TermKind::Int(value) => Some(value.clone()),
        _ => None,
    };
    let value = match term.kind() {
        TermKind::Un(UnOp::Neg, a) => int(a).map(|a| -a),
        TermKind::Wrap(ty, a) => int(a).filter(|a| *a >= IntTy::min(*ty) && *a <= IntTy::max(*ty)),
        TermKind::Bin(op, a, b) => match (op, int(a), int(b)) {
            (BinOp::Add, Some(a), Some(b)) => Some(a + b),
            (BinOp::Sub, Some(a), Some(b)) => Some(a - b),
            (BinOp::Mul, Some(a), Some(b)) => Some(a * b),
            (BinOp::Div, Some(a), Some(b)) if b != 0.into() => Some(a / b),
            (BinOp::Rem, Some(a), Some(b)) if b != 0.into() => Some(a % b),
            _ => None,
        },
        _ => None,
    };
    value.map_or_else(|| term.clone(), |value| Term::int(value, term.ty().clone()))
}
