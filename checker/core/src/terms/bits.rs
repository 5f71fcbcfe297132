//! The bits of machine integers as terms.
//!
//! What counts bits is said with comparisons and remainders of exact integers, since bit-vectors and sums do not go well
//! together: `leading_zeros` of an `x` is settled by where `x` lies among the powers of two.
use num_bigint::BigInt;

use super as terms;
use crate::term::{BinOp, BitOp, Term, TermKind, may_fail};
use crate::ty::{IntTy, Ty};

/// `!x` of a machine integer: `-x - 1`, or `MAX - x` where there is no sign.
pub fn bit_not(value: Term, int: IntTy) -> Term {
    let top = if int.signed() { Term::int(-1, Ty::Exact) } else { Term::int(int.max(), Ty::Exact) };
    Term::arith(BinOp::Sub, top, value, Ty::Int(int))
}

/// A bit operation, also on `bool`s; `None` on exact integers.
pub fn bits(op: BitOp, a: Term, b: Term, ty: &Ty) -> Option<Term> {
    match (ty, op) {
        // Both are evaluated, whatever the first is.
        (Ty::Bool, BitOp::And | BitOp::Or) if may_fail(&b) => {
            let there = Term::test(BinOp::Or, b.clone(), Term::not(b.clone()));
            Some(Term::and(there, if op == BitOp::And { Term::and(a, b) } else { Term::or(a, b) }))
        }
        (Ty::Bool, BitOp::And) => Some(Term::and(a, b)),
        (Ty::Bool, BitOp::Or) => Some(Term::or(a, b)),
        (Ty::Bool, BitOp::Xor) => Some(Term::test(BinOp::Ne, a, b)),
        (Ty::Int(int), _) => Some(Term::new(TermKind::Bits(op, *int, a, b), ty.clone())),
        _ => None,
    }
}

fn power(of: u32) -> Term {
    Term::int(BigInt::from(1) << of, Ty::Exact)
}

fn number(n: u32) -> Term {
    Term::int(n, Ty::Int(IntTy::U32))
}

fn negative(value: &Term) -> Term {
    Term::test(BinOp::Lt, value.clone(), Term::int(0, Ty::Exact))
}

/// The integer of the same bits in the type without a sign.
fn unsigned(int: IntTy, value: &Term) -> Term {
    if !int.signed() {
        return value.clone();
    }
    terms::ite(negative(value), terms::exact(BinOp::Add, value.clone(), power(int.bits())), value.clone())
}

/// The number of zeros before the first one.
pub fn leading_zeros(int: IntTy, value: &Term) -> Term {
    /// The answer, where the number of bits that `value` needs is in `lo..=hi`.
    fn among(value: &Term, bits: u32, lo: u32, hi: u32) -> Term {
        if lo == hi {
            return number(bits - lo);
        }
        let middle = lo.midpoint(hi);
        let small = Term::test(BinOp::Lt, value.clone(), power(middle));
        terms::ite(small, among(value, bits, lo, middle), among(value, bits, middle + 1, hi))
    }
    let found = among(value, int.bits(), 0, int.bits() - u32::from(int.signed()));
    if int.signed() { terms::ite(negative(value), number(0), found) } else { found }
}

/// The number of zeros behind the last one.
pub fn trailing_zeros(int: IntTy, value: &Term) -> Term {
    /// The answer, where it is in `lo..=hi`.
    fn among(value: &Term, lo: u32, hi: u32) -> Term {
        if lo == hi {
            return number(lo);
        }
        let middle = lo.midpoint(hi) + 1;
        let rest = terms::exact(BinOp::Rem, value.clone(), power(middle));
        let divides = Term::test(BinOp::Eq, rest, Term::int(0, Ty::Exact));
        terms::ite(divides, among(value, middle, hi), among(value, lo, middle - 1))
    }
    let zero = Term::test(BinOp::Eq, value.clone(), Term::int(0, Ty::Exact));
    terms::ite(zero, number(int.bits()), among(value, 0, int.bits() - 1))
}

/// The number of ones.
pub fn count_ones(int: IntTy, value: &Term) -> Term {
    let value = unsigned(int, value);
    let bit = |at: u32| {
        let above = if at == 0 { value.clone() } else { terms::exact(BinOp::Div, value.clone(), power(at)) };
        terms::exact(BinOp::Rem, above, Term::int(2, Ty::Exact))
    };
    let sum = (1..int.bits()).map(bit).fold(bit(0), |sum, bit| terms::exact(BinOp::Add, sum, bit));
    Term::new(sum.kind().clone(), Ty::Int(IntTy::U32))
}
