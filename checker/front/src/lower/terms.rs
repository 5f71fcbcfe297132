//! Terms that operations are made of: ranges, casts, bits.
use num_bigint::BigInt;
use refine_core::term::{BinOp, BitOp, Term, TermKind};
use refine_core::ty::{IntTy, Ty};

/// Whether the integer is a value of the type.
pub(super) fn in_range(ty: IntTy, value: &Term) -> Term {
    let min = Term::int(ty.min(), Ty::Exact);
    let max = Term::int(ty.max(), Ty::Exact);
    Term::and(Term::test(BinOp::Le, min, value.clone()), Term::test(BinOp::Le, value.clone(), max))
}

/// If, then, else, of one type.
pub(super) fn ite(cond: Term, then: Term, otherwise: Term) -> Term {
    match cond.kind() {
        TermKind::Bool(true) => then,
        TermKind::Bool(false) => otherwise,
        _ => {
            let ty = if *otherwise.ty() == Ty::Exact { Ty::Exact } else { then.ty().clone() };
            Term::new(TermKind::Ite(cond, then, otherwise), ty)
        }
    }
}

/// A `bool` as a number.
pub(super) fn number(value: Term, ty: Ty) -> Term {
    ite(value, Term::int(1, ty.clone()), Term::int(0, ty))
}

/// `a op b` with an exact result.
pub(super) fn exact(op: BinOp, a: Term, b: Term) -> Term {
    Term::arith(op, a, b, Ty::Exact)
}

/// The integer reduced into the type.
pub(super) fn wrap(int: IntTy, value: Term) -> Term {
    Term::new(TermKind::Wrap(int, value), Ty::Int(int))
}

/// Whether every value of one type is one of the other.
fn fits(from: &Ty, to: IntTy) -> bool {
    match from {
        Ty::Int(from) => from.min() >= to.min() && from.max() <= to.max(),
        Ty::Char => to.max() >= BigInt::from(0x10ffff),
        _ => false,
    }
}

/// `value as to` between numbers, characters and truth values; `None` for other types.
pub(super) fn cast(value: Term, from: &Ty, to: &Ty) -> Option<Term> {
    match (from, to) {
        (Ty::Bool, Ty::Int(_)) => Some(number(value, to.clone())),
        (Ty::Int(_) | Ty::Char, Ty::Int(int)) if fits(from, *int) => Some(value),
        (Ty::Int(_) | Ty::Char, Ty::Int(int)) => Some(wrap(*int, value)),
        // From `u8` only: rustc has made sure of that.
        (Ty::Int(IntTy::U8), Ty::Char) | (Ty::Char, Ty::Char) => Some(value),
        (Ty::Bool, Ty::Bool) => Some(value),
        _ => None,
    }
}

/// `!x` of a machine integer: `-x - 1`, or `MAX - x` where there is no sign.
pub(super) fn bit_not(value: Term, int: IntTy) -> Term {
    let top = if int.signed() { Term::int(-1, Ty::Exact) } else { Term::int(int.max(), Ty::Exact) };
    Term::arith(BinOp::Sub, top, value, Ty::Int(int))
}

/// A bit operation on machine integers or truth values; `None` on others.
pub(super) fn bits(op: BitOp, a: Term, b: Term, ty: &Ty) -> Option<Term> {
    match (ty, op) {
        (Ty::Bool, BitOp::And) => Some(Term::and(a, b)),
        (Ty::Bool, BitOp::Or) => Some(Term::or(a, b)),
        (Ty::Bool, BitOp::Xor) => Some(Term::test(BinOp::Ne, a, b)),
        (Ty::Int(int), _) => Some(Term::new(TermKind::Bits(op, *int, a, b), ty.clone())),
        _ => None,
    }
}
