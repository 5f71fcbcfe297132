//! Terms that both bodies and clauses need: ranges, casts, comparisons, options and sequences.
use num_bigint::BigInt;

use super::Lowering;
use crate::term::{BinOp, Term, TermKind};
use crate::ty::{IntTy, Ty};

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
        _ => Term::test(BinOp::Implies, a, b),
    }
}

/// Whether every value of one integer type is one of the other.
fn fits(from: &Ty, to: IntTy) -> bool {
    match from {
        Ty::Int(from) => IntTy::min(*from) >= to.min() && IntTy::max(*from) <= to.max(),
        Ty::Char => to.max() >= BigInt::from(0x10ffff),
        _ => false,
    }
}

/// `value as to`; `None` where that is not modelled.
pub fn cast(low: &Lowering<'_>, value: Term, from: &Ty, to: &Ty) -> Option<Term> {
    match (from, to) {
        (Ty::Bool, Ty::Int(_)) => Some(ite(value, Term::int(1, to.clone()), Term::int(0, to.clone()))),
        (Ty::Int(_) | Ty::Char, Ty::Int(int)) if fits(from, *int) => Some(value),
        (Ty::Int(_) | Ty::Char | Ty::Exact, Ty::Int(int)) => Some(Term::new(TermKind::Wrap(*int, value), to.clone())),
        (Ty::Int(_) | Ty::Char, Ty::Exact) | (Ty::Exact, Ty::Exact) => Some(value),
        // (From other integers in models only, which make sure that it is one.)
        (Ty::Int(_), Ty::Char) => Some(value),
        (Ty::Adt(id, _), Ty::Int(int)) => {
            let def = low.adt(*id);
            if !def.is_enum || def.variants.iter().any(|v| !v.fields.is_empty() || v.discriminant.is_none()) {
                return None;
            }
            let mut result: Option<Term> = None;
            for (at, variant) in def.variants.iter().enumerate().rev() {
                let number = Term::int(variant.discriminant?, Ty::Exact);
                result = Some(match result {
                    None => number,
                    Some(rest) => ite(Term::new(TermKind::IsVariant(value.clone(), at), Ty::Bool), number, rest),
                });
            }
            let known = |n: Option<i128>| {
                n.is_some_and(|n| BigInt::from(n) >= IntTy::min(*int) && BigInt::from(n) <= IntTy::max(*int))
            };
            if def.variants.iter().all(|variant| known(variant.discriminant)) {
                result
            } else {
                result.map(|number| Term::new(TermKind::Wrap(*int, number), to.clone()))
            }
        }
        _ => None,
    }
}

/// The number by which an enum's variants are ordered: the discriminant. `None` if one is not known.
fn rank(low: &Lowering<'_>, value: &Term, id: crate::ty::AdtId) -> Option<Term> {
    let mut result: Option<Term> = None;
    for (at, variant) in low.adt(id).variants.iter().enumerate().rev() {
        let number = Term::int(variant.discriminant?, Ty::Exact);
        let is = Term::new(TermKind::IsVariant(value.clone(), at), Ty::Bool);
        result = Some(match result {
            None => number,
            Some(rest) => ite(is, number, rest),
        });
    }
    Some(result.unwrap_or_else(|| Term::int(0, Ty::Exact)))
}

/// A comparison; `None` where it is not one of the parts, or not modelled.
pub fn compare(low: &Lowering<'_>, op: BinOp, a: Term, b: Term, ty: &Ty) -> Option<Term> {
    if matches!(op, BinOp::Eq | BinOp::Ne) {
        return low.compares_by_parts(ty, false).then(|| Term::test(op, a, b));
    }
    match ty {
        Ty::Int(_) | Ty::Exact | Ty::Char => Some(Term::test(op, a, b)),
        Ty::Bool => {
            let number = |t: Term| ite(t, Term::int(1, Ty::Exact), Term::int(0, Ty::Exact));
            Some(Term::test(op, number(a), number(b)))
        }
        Ty::Adt(id, args) if low.compares_by_parts(ty, true) => {
            let fields = |variant: usize| {
                let part = |at: usize| {
                    let ty = super::infer::plain(&low.field_ty(*id, args, variant, at));
                    let part = |t: &Term| Term::new(TermKind::Field(t.clone(), variant, at), ty.clone());
                    (part(&a), part(&b), ty.clone())
                };
                let parts: Vec<_> = (0..low.adt(*id).variants[variant].fields.len()).map(part).collect();
                in_order(low, op, &parts)
            };
            if !low.adt(*id).is_enum {
                return fields(0);
            }
            let ranks = (rank(low, &a, *id)?, rank(low, &b, *id)?);
            if low.adt(*id).variants.iter().all(|variant| variant.fields.is_empty()) {
                return Some(Term::test(op, ranks.0, ranks.1));
            }
            // By the variants; two of the same variant by their fields.
            let strict = if matches!(op, BinOp::Lt | BinOp::Le) { BinOp::Lt } else { BinOp::Gt };
            let mut found = Term::test(strict, ranks.0, ranks.1);
            for variant in 0..low.adt(*id).variants.len() {
                let is = |t: &Term| Term::new(TermKind::IsVariant(t.clone(), variant), Ty::Bool);
                found = Term::or(found, Term::and(Term::and(is(&a), is(&b)), fields(variant)?));
            }
            Some(found)
        }
        Ty::Tuple(tys) => {
            let part = |t: &Term, at: usize, ty: &Ty| Term::new(TermKind::Proj(t.clone(), at), ty.clone());
            let parts: Vec<(Term, Term, Ty)> =
                tys.iter().enumerate().map(|(at, ty)| (part(&a, at, ty), part(&b, at, ty), ty.clone())).collect();
            in_order(low, op, &parts)
        }
        _ => None,
    }
}

/// The comparison of the first parts that differ.
fn in_order(low: &Lowering<'_>, op: BinOp, parts: &[(Term, Term, Ty)]) -> Option<Term> {
    let strict = if matches!(op, BinOp::Lt | BinOp::Le) { BinOp::Lt } else { BinOp::Gt };
    let mut rest = None;
    for (a, b, ty) in parts.iter().rev() {
        rest = Some(match rest {
            // The last parts may be equal where the whole may be.
            None if strict == op => compare(low, op, a.clone(), b.clone(), ty)?,
            rest => {
                let less = compare(low, strict, a.clone(), b.clone(), ty)?;
                let same = compare(low, BinOp::Eq, a.clone(), b.clone(), ty)?;
                Term::or(less, Term::and(same, rest.unwrap_or(Term::bool(true))))
            }
        });
    }
    Some(rest.unwrap_or(Term::bool(strict != op)))
}

/// The number of elements.
pub fn len(seq: &Term) -> Term {
    match seq.kind() {
        TermKind::SeqLit(all) => size(all.len() as u64),
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

/// Replaces the types in a term, those of calls included.
pub fn retype(term: &Term, change: &dyn Fn(&Ty) -> Ty) -> Term {
    let mapped = term.map_children(&mut |child| retype(child, change));
    let kind = match mapped.kind() {
        TermKind::Call(inst, args) => {
            let inst = crate::program::FnInst { func: inst.func, args: inst.args.iter().map(change).collect() };
            TermKind::Call(inst, args.clone())
        }
        TermKind::Defined(inst, args) => {
            let inst = crate::program::FnInst { func: inst.func, args: inst.args.iter().map(change).collect() };
            TermKind::Defined(inst, args.clone())
        }
        kind => kind.clone(),
    };
    Term::new(kind, change(mapped.ty()))
}
