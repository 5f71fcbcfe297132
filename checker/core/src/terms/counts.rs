//! Measures as counts, without the bounds of machine types.
//!
//! The measure of a list, `1 + rest.len()` in `usize`, wraps for a list that is longer than any can be; nothing in its text says so, and a
//! proof that it gets smaller would have to. But a measure is never run: whatever function of the values gets smaller with each call and
//! is not negative, the calls come to an end. So it may as well be the sum of exact integers.
use num_bigint::BigInt;
use num_traits::Zero;

use crate::term::{BinOp, Term, TermKind};
use crate::terms::{exact, ite};
use crate::ty::Ty;

/// A term that only adds, multiplies and chooses between numbers that are not negative, in exact integers: in it, a
/// [`TermKind::Call`] of type [`Ty::Exact`] is of the function whose body is counted in the same way. `None` if it does anything else.
///
/// It is to be made of what is written, before arguments are put into it: a measure has to be the same function of the values wherever it is
/// claimed, and `n + 1` as an argument is the value that is passed, which may have wrapped.
pub fn counted(term: &Term) -> Option<Term> {
    match term.kind() {
        TermKind::Int(value) => (*value >= BigInt::zero()).then(|| Term::int(value.clone(), Ty::Exact)),
        // (`n as u8` and `n.wrapping_add(1)` say that they wrap.)
        TermKind::Wrap(_, inner) if matches!(inner.kind(), TermKind::Bin(..)) && calls(inner) => counted(inner),
        TermKind::Bin(op @ (BinOp::Add | BinOp::Mul), a, b) => Some(exact(*op, counted(a)?, counted(b)?)),
        TermKind::Ite(cond, a, b) => Some(ite(compared(cond), counted(a)?, counted(b)?)),
        TermKind::Call(inst, args) if matches!(term.ty(), Ty::Int(_) | Ty::Exact) => {
            let args = args.iter().map(|arg| counted(arg).unwrap_or_else(|| arg.clone())).collect();
            Some(Term::new(TermKind::Call(inst.clone(), args), Ty::Exact))
        }
        TermKind::SeqLen(_) => Some(term.clone()),
        TermKind::Local(_) | TermKind::Old(_) | TermKind::Field(..) | TermKind::Proj(..) | TermKind::SeqGet(..) => {
            term.ty().int().is_some_and(|ty| !ty.signed()).then(|| term.clone())
        }
        _ => None,
    }
}

fn calls(term: &Term) -> bool {
    matches!(term.kind(), TermKind::Call(..)) || term.children().into_iter().any(calls)
}

/// A condition that compares counts, with these in exact integers.
fn compared(cond: &Term) -> Term {
    match cond.kind() {
        TermKind::Bin(op @ (BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge | BinOp::Eq | BinOp::Ne), a, b)
            if matches!(a.ty(), Ty::Int(_)) =>
        {
            match (counted(a), counted(b)) {
                (Some(a), Some(b)) => Term::test(*op, a, b),
                _ => cond.clone(),
            }
        }
        _ => cond.clone(),
    }
}
