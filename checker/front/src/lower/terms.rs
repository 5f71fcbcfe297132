//! Terms that operations are made of.
use num_bigint::BigInt;
use refine_core::planted::{Defect, is_planted};
use refine_core::term::{Term, TermKind};
pub(super) use refine_core::terms::bits::{bit_not, bits};
pub(super) use refine_core::terms::{exact, in_range, ite};
use refine_core::ty::{IntTy, Ty};

/// A `bool` as a number.
pub(super) fn number(value: Term, ty: Ty) -> Term {
    ite(value, Term::int(1, ty.clone()), Term::int(0, ty))
}

/// The integer reduced into the type.
pub(super) fn wrap(int: IntTy, value: Term) -> Term {
    Term::new(TermKind::Wrap(int, value), Ty::Int(int))
}

/// Whether every value of one type is one of the other.
fn fits(from: &Ty, to: IntTy) -> bool {
    match from {
        Ty::Int(from) => IntTy::min(*from) >= to.min() && IntTy::max(*from) <= to.max(),
        Ty::Char => to.max() >= BigInt::from(0x10ffff),
        _ => false,
    }
}

/// `value as to` between numbers, characters and truth values; `None` for other types.
pub(super) fn cast(value: Term, from: &Ty, to: &Ty) -> Option<Term> {
    match (from, to) {
        (Ty::Bool, Ty::Int(_)) => Some(number(value, to.clone())),
        // An integer of one machine type is one of another.
        (Ty::Int(_) | Ty::Char, Ty::Int(int)) if fits(from, *int) || is_planted(Defect::CastKeepsValue) => Some(value),
        (Ty::Int(_) | Ty::Char, Ty::Int(int)) => Some(wrap(*int, value)),
        // From `u8` only: rustc has made sure of that.
        (Ty::Int(IntTy::U8), Ty::Char) | (Ty::Char, Ty::Char) => Some(value),
        (Ty::Bool, Ty::Bool) => Some(value),
        _ => None,
    }
}
