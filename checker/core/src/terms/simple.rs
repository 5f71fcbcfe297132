//! Terms with what is evident done: a part of a value that is spelled out is that part.
use super::{fold, implies, ite};
use crate::term::{Term, TermKind, may_fail};

/// The same value, in fewer words. What is left out on the way could not have failed, so it has a value where it had one.
pub fn simple(term: &Term) -> Term {
    step(&fold(term))
}

fn step(term: &Term) -> Term {
    let term = term.map_children(&mut step);
    match term.kind() {
        TermKind::Field(of, variant, at) => match of.kind() {
            TermKind::Ctor(known, all) if known == variant => taken(all, *at).unwrap_or(term),
            _ => term,
        },
        TermKind::Proj(of, at) => match of.kind() {
            TermKind::Tuple(all) => taken(all, *at).unwrap_or(term),
            _ => term,
        },
        TermKind::IsVariant(of, variant) => is_variant(of, *variant).unwrap_or(term),
        TermKind::Ite(cond, then, otherwise) => {
            if let Some(connected) = connective(cond, then, otherwise) {
                return connected;
            }
            let made = ite(cond.clone(), then.clone(), otherwise.clone());
            // (An exact branch makes an exact integer of the whole, which it may be already.)
            if matches!(made.kind(), TermKind::Ite(..)) { term } else { made }
        }
        _ => term,
    }
}

/// A condition that is chosen by a condition, one of the choices being a literal. It is evaluated as the choice is.
fn connective(cond: &Term, then: &Term, otherwise: &Term) -> Option<Term> {
    Some(match (then.kind(), otherwise.kind()) {
        (_, TermKind::Bool(false)) => Term::and(cond.clone(), then.clone()),
        (TermKind::Bool(true), _) => Term::or(cond.clone(), otherwise.clone()),
        (TermKind::Bool(false), _) => Term::and(Term::not(cond.clone()), otherwise.clone()),
        (_, TermKind::Bool(true)) if may_fail(cond) => Term::or(Term::not(cond.clone()), then.clone()),
        (_, TermKind::Bool(true)) => implies(cond.clone(), then.clone()),
        _ => return None,
    })
}

/// One of several values, if the others have one.
fn taken(all: &[Term], at: usize) -> Option<Term> {
    let others = all.iter().enumerate().filter(|(each, _)| *each != at);
    if others.into_iter().any(|(_, other)| may_fail(other)) { None } else { all.get(at).cloned() }
}

/// Whether a value is of a variant, if it is spelled out.
fn is_variant(of: &Term, variant: usize) -> Option<Term> {
    match of.kind() {
        TermKind::Ctor(known, all) => (!all.iter().any(may_fail)).then(|| Term::bool(*known == variant)),
        TermKind::Ite(cond, then, otherwise) => {
            Some(ite(cond.clone(), is_variant(then, variant)?, is_variant(otherwise, variant)?))
        }
        _ => None,
    }
}
