//! Comparisons, as derived implementations make them.
use super::parts::{Types, compares_by_parts, discriminant, field};
use super::{is_variant, ite};
use crate::term::{BinOp, Term, TermKind};
use crate::ty::Ty;

/// A comparison of two values of a type; `None` where it is not one of the parts, or not modelled.
pub fn compare(types: &dyn Types, op: BinOp, a: Term, b: Term, ty: &Ty) -> Option<Term> {
    if matches!(op, BinOp::Eq | BinOp::Ne) {
        return compares_by_parts(types, ty, false).then(|| Term::test(op, a, b));
    }
    match ty {
        Ty::Int(_) | Ty::Exact | Ty::Char => Some(Term::test(op, a, b)),
        Ty::Ref(_, inner) | Ty::Boxed(inner) => compare(types, op, a, b, inner),
        Ty::Bool => {
            let number = |t: Term| ite(t, Term::int(1, Ty::Exact), Term::int(0, Ty::Exact));
            Some(Term::test(op, number(a), number(b)))
        }
        Ty::Adt(id, _) if compares_by_parts(types, ty, true) => {
            let def = types.adt(*id);
            let fields = |variant: usize| {
                let part = |at: usize| {
                    let (a, b) = (field(types, &a, variant, at), field(types, &b, variant, at));
                    let ty = a.ty().clone();
                    (a, b, ty)
                };
                let parts: Vec<_> = (0..def.variants[variant].fields.len()).map(part).collect();
                in_order(types, op, &parts)
            };
            if !def.is_enum {
                return fields(0);
            }
            if def.variants.is_empty() {
                return Some(Term::bool(true));
            }
            let ranks = (discriminant(types, &a, *id)?, discriminant(types, &b, *id)?);
            if def.variants.iter().all(|variant| variant.fields.is_empty()) {
                return Some(Term::test(op, ranks.0, ranks.1));
            }
            // By the variants; two of the same variant by their fields.
            let mut found = Term::test(strictly(op), ranks.0, ranks.1);
            for variant in 0..def.variants.len() {
                let both = Term::and(is_variant(&a, variant), is_variant(&b, variant));
                found = Term::or(found, Term::and(both, fields(variant)?));
            }
            Some(found)
        }
        Ty::Tuple(tys) => {
            let part = |t: &Term, at: usize, ty: &Ty| Term::new(TermKind::Proj(t.clone(), at), ty.clone());
            let parts: Vec<(Term, Term, Ty)> =
                tys.iter().enumerate().map(|(at, ty)| (part(&a, at, ty), part(&b, at, ty), ty.clone())).collect();
            in_order(types, op, &parts)
        }
        _ => None,
    }
}

/// `<` for `<=`, `>` for `>=`.
fn strictly(op: BinOp) -> BinOp {
    if matches!(op, BinOp::Lt | BinOp::Le) { BinOp::Lt } else { BinOp::Gt }
}

/// The comparison of the first parts that differ.
fn in_order(types: &dyn Types, op: BinOp, parts: &[(Term, Term, Ty)]) -> Option<Term> {
    let strict = strictly(op);
    let mut rest = None;
    for (a, b, ty) in parts.iter().rev() {
        rest = Some(match rest {
            // The last parts may be equal where the whole may be.
            None if strict == op => compare(types, op, a.clone(), b.clone(), ty)?,
            rest => {
                let less = compare(types, strict, a.clone(), b.clone(), ty)?;
                let same = compare(types, BinOp::Eq, a.clone(), b.clone(), ty)?;
                Term::or(less, Term::and(same, rest.unwrap_or(Term::bool(true))))
            }
        });
    }
    Some(rest.unwrap_or(Term::bool(strict != op)))
}
