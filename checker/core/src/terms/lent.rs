//! What a `&mut` inside of a parameter points to, seen from a postcondition.
//!
//! A parameter that is passed by value means what was passed. What is behind a `&mut` in it, the caller has back after the
//! call: so a postcondition that looks through it means what it points to in the end, and `old(…)` what it pointed to.
use super::parts::Types;
use crate::ids::LocalId;
use crate::term::{Term, TermKind};
use crate::ty::Ty;

/// Whether values of a type hold mutable borrows.
pub fn holds_borrow(types: &dyn Types, ty: &Ty) -> bool {
    within(types, ty, &mut Vec::new())
}

fn within(types: &dyn Types, ty: &Ty, above: &mut Vec<Ty>) -> bool {
    match ty {
        Ty::Borrow(_) | Ty::Ref(true, _) => true,
        Ty::Adt(..) if above.contains(ty) => false,
        // A type that grows as it recurs: who knows.
        Ty::Adt(..) if above.len() > super::parts::DEPTH => true,
        Ty::Adt(id, args) => {
            let def = types.adt(*id);
            above.push(ty.clone());
            let mut fields = def.variants.iter().flat_map(|variant| &variant.fields);
            // What our standard library only names may hold what it is generic over.
            let found = fields.any(|field| within(types, &def.instantiate(&field.ty, args), above))
                || args.iter().any(|arg| within(types, arg, above));
            above.pop();
            found
        }
        _ => ty.parts().any(|part| within(types, part, above)),
    }
}

/// A postcondition in which `Local` stands for the parameters of `lent`: now over their values at entry, with the end of each
/// borrow that it looks through. `None` where such a value is used whole, so that what is looked at is not known.
pub fn in_the_end(types: &dyn Types, term: &Term, lent: &dyn Fn(LocalId) -> bool) -> Option<Term> {
    match term.kind() {
        _ if starts_at(term, lent) => {
            let part = at_the_end_of(types, term, lent)?;
            (!holds_borrow(types, term.ty())).then_some(part)
        }
        TermKind::IsVariant(of, variant) if starts_at(of, lent) => {
            let kind = TermKind::IsVariant(at_the_end_of(types, of, lent)?, *variant);
            Some(Term::new(kind, term.ty().clone()))
        }
        TermKind::SeqLen(of) if starts_at(of, lent) => {
            let kind = TermKind::SeqLen(at_the_end_of(types, of, lent)?);
            Some(Term::new(kind, term.ty().clone()))
        }
        _ => {
            let mut whole = true;
            let changed = term.map_children(&mut |child| {
                in_the_end(types, child, lent).unwrap_or_else(|| {
                    whole = false;
                    child.clone()
                })
            });
            whole.then_some(changed)
        }
    }
}

/// Whether a term is such a parameter or a part of one.
fn starts_at(term: &Term, lent: &dyn Fn(LocalId) -> bool) -> bool {
    match term.kind() {
        TermKind::Local(id) => lent(*id),
        TermKind::Proj(of, _) | TermKind::Field(of, ..) | TermKind::SeqGet(of, _) | TermKind::SeqSlice(of, ..) => {
            starts_at(of, lent)
        }
        _ => false,
    }
}

/// The part of the parameter at entry.
fn at_the_end_of(types: &dyn Types, part: &Term, lent: &dyn Fn(LocalId) -> bool) -> Option<Term> {
    let inner = |of: &Term| at_the_end_of(types, of, lent);
    let index = |at: &Term| in_the_end(types, at, lent);
    let kind = match part.kind() {
        TermKind::Local(id) => TermKind::Old(*id),
        TermKind::Proj(of, 0) if matches!(of.ty(), Ty::Borrow(_)) => TermKind::Proj(inner(of)?, 1),
        TermKind::Proj(of, at) => TermKind::Proj(inner(of)?, *at),
        TermKind::Field(of, variant, at) => TermKind::Field(inner(of)?, *variant, *at),
        TermKind::SeqGet(of, at) => TermKind::SeqGet(inner(of)?, index(at)?),
        TermKind::SeqSlice(of, lo, hi) => TermKind::SeqSlice(inner(of)?, index(lo)?, index(hi)?),
        _ => return None,
    };
    Some(Term::new(kind, part.ty().clone()))
}
