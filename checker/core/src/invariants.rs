//! Invariants of structs and enums as predicates on values.
use std::sync::Arc;

use crate::ids::{AdtId, BoundId};
use crate::ir::Clause;
use crate::term::{Quantifier, Term, TermKind};
use crate::terms::parts::{Types, field};
use crate::terms::{self, implies, is_variant, place_args};
use crate::ty::Ty;

/// What types state of their values: the same for a front end at work and for the finished program.
pub trait Stated: Types {
    /// The invariants that a type states itself, over `Local(0)`, the value, whose type has the type's own parameters.
    fn stated(&self, id: AdtId) -> Arc<Vec<Clause>>;
    /// A new quantified variable.
    fn fresh(&self) -> BoundId;
}

/// Each invariant that a value's type has, its own and its parts', as a predicate with its place and text. Those of the
/// standard library's types are none to claim: they are known of every value.
pub fn clauses(types: &dyn Stated, value: &Term) -> Vec<Clause> {
    within(types, value, Of::Now, &mut Vec::new())
}

/// Each invariant of what the `&mut` inside of a value point to in the end, of the value as it was when they were lent.
pub fn clauses_in_the_end(types: &dyn Stated, value: &Term) -> Vec<Clause> {
    within(types, value, Of::End, &mut Vec::new())
}

/// Which of the values that a `&mut` stands for has the invariants.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// What it points to now.
    Now,
    /// What it points to in the end.
    End,
}

/// The invariants that a value's type states itself as one condition: not those of its parts.
pub fn own_condition(types: &dyn Stated, value: &Term) -> Term {
    own(types, value).into_iter().fold(Term::bool(true), |all, clause| Term::and(all, clause.term))
}

/// The invariants that a value's type states itself.
fn own(types: &dyn Stated, value: &Term) -> Vec<Clause> {
    let Ty::Adt(id, args) = value.ty().peeled() else { return Vec::new() };
    let def = types.adt(*id);
    let here = |term: &Term| {
        let term = terms::retype(term, &|ty| def.instantiate(ty, args));
        place_args(&term, std::slice::from_ref(value))
    };
    types.stated(*id).iter().map(|invariant| changed(invariant.clone(), &here)).collect()
}

fn within(types: &dyn Stated, value: &Term, of: Of, above: &mut Vec<Ty>) -> Vec<Clause> {
    match value.ty().peeled().clone() {
        Ty::Adt(id, _) if is_new(value.ty().peeled(), above) => {
            above.push(value.ty().peeled().clone());
            let def = types.adt(id);
            let states = of == Of::Now && (def.module.is_some() || def.foreign);
            let mut found = if states { own(types, value) } else { Vec::new() };
            for (variant, shape) in def.variants.iter().enumerate() {
                for at in 0..shape.fields.len() {
                    let part = field(types, value, variant, at);
                    let guarded = |term: &Term| match def.variants.len() {
                        1 => term.clone(),
                        _ => implies(is_variant(value, variant), term.clone()),
                    };
                    found.extend(within(types, &part, of, above).into_iter().map(|clause| changed(clause, &guarded)));
                }
            }
            above.pop();
            found
        }
        Ty::Tuple(tys) => {
            let mut found = Vec::new();
            for (at, ty) in tys.iter().enumerate() {
                let part = Term::new(TermKind::Proj(value.clone(), at), ty.plain());
                found.extend(within(types, &part, of, above));
            }
            found
        }
        Ty::Borrow(inner) => {
            let half = |at: usize| Term::new(TermKind::Proj(value.clone(), at), inner.plain());
            let mut found = within(types, &half(0), of, above);
            if of == Of::End {
                found.extend(within(types, &half(1), Of::Now, above));
            }
            found
        }
        Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) => {
            let bound = types.fresh();
            let at = Term::new(TermKind::Bound(bound), terms::USIZE);
            let part = terms::get(value, at, &element.plain());
            let of_all = |term: &Term| terms::over_indices(Quantifier::Forall, bound, value, term.clone());
            within(types, &part, of, above).into_iter().map(|clause| changed(clause, &of_all)).collect()
        }
        _ => Vec::new(),
    }
}

/// A clause about something else.
fn changed(clause: Clause, change: &dyn Fn(&Term) -> Term) -> Clause {
    let term = change(&clause.term);
    let value = if clause.value == clause.term { term.clone() } else { change(&clause.value) };
    Clause { term, value, ..clause }
}

/// Whether a type is not one of those that it is inside of. (A type that grows as it recurs is cut off somewhere.)
fn is_new(ty: &Ty, above: &[Ty]) -> bool {
    !above.contains(ty) && above.len() < 16
}

/// Whether values of the type have parts with an invariant that [`clauses`] does not get to, because the type recurs.
pub fn hidden(types: &dyn Stated, ty: &Ty) -> bool {
    hides(types, ty, &mut Vec::new())
}

fn hides(types: &dyn Stated, ty: &Ty, above: &mut Vec<Ty>) -> bool {
    let ty = ty.plain();
    match &ty {
        Ty::Adt(id, args) if is_new(&ty, above) => {
            above.push(ty.clone());
            let def = types.adt(*id);
            let mut fields = def.variants.iter().flat_map(|variant| &variant.fields);
            let hidden = fields.any(|field| hides(types, &def.instantiate(&field.ty, args), above));
            above.pop();
            hidden
        }
        Ty::Adt(..) => {
            let from = above.iter().position(|outer| *outer == ty).unwrap_or_default();
            above[from..].iter().any(|outer| matches!(outer, Ty::Adt(id, _) if !types.stated(*id).is_empty()))
        }
        Ty::Tuple(tys) => tys.iter().any(|ty| hides(types, ty, above)),
        Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) | Ty::Borrow(inner) => hides(types, inner, above),
        _ => false,
    }
}
