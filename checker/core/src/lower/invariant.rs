//! Invariants of structs and enums as predicates on values.
use std::sync::Arc;

use super::build::Builder;
use super::pure::{Pure, place_args};
use super::{Lowering, terms};
use crate::ir::{Clause, LocalId};
use crate::program::Diagnostic;
use crate::span::Span;
use crate::term::{BinOp, BoundId, Quantifier, Term, TermKind};
use crate::ty::{AdtId, Ty};

/// An invariant of a type, over `Local(0)`, the value, whose type has the type's own parameters.
pub type Invariant = Clause;

/// What the predicate of a value is made from: the same for the lowering and for the finished program.
pub trait Types {
    /// The invariants that a type states itself.
    fn stated(&self, id: AdtId) -> Arc<Vec<Invariant>>;
    /// The names of its type parameters.
    fn parameters(&self, id: AdtId) -> &[String];
    /// The types of a variant's fields, for each variant.
    fn fields(&self, id: AdtId, args: &[Ty]) -> Vec<Vec<Ty>>;
    /// A new quantified variable.
    fn fresh(&self) -> BoundId;
}

/// Each invariant that a value's type has, its own and its parts', as a predicate with its place and text.
pub fn clauses(types: &dyn Types, value: &Term, above: &mut Vec<Ty>) -> Vec<Clause> {
    match value.ty().peeled().clone() {
        Ty::Adt(id, args) if is_new(value.ty().peeled(), above) => {
            above.push(value.ty().peeled().clone());
            let mut found = Vec::new();
            for invariant in types.stated(id).iter() {
                let names = types.parameters(id);
                let here = |term: &Term| {
                    let term = terms::retype(term, &|ty| {
                        ty.substitute(&|name| {
                            names.iter().position(|known| known == name).and_then(|at| args.get(at).cloned())
                        })
                    });
                    place_args(&term, std::slice::from_ref(value))
                };
                found.push(changed(invariant.clone(), &here));
            }
            let variants = types.fields(id, &args);
            for (variant, fields) in variants.iter().enumerate() {
                for (at, ty) in fields.iter().enumerate() {
                    let part = Term::new(TermKind::Field(value.clone(), variant, at), super::infer::plain(ty));
                    let guarded = |term: &Term| {
                        if variants.len() == 1 {
                            return term.clone();
                        }
                        let is = Term::new(TermKind::IsVariant(value.clone(), variant), Ty::Bool);
                        Term::test(BinOp::Implies, is, term.clone())
                    };
                    found.extend(clauses(types, &part, above).into_iter().map(|clause| changed(clause, &guarded)));
                }
            }
            above.pop();
            found
        }
        Ty::Tuple(tys) => {
            let mut found = Vec::new();
            for (at, ty) in tys.iter().enumerate() {
                let part = Term::new(TermKind::Proj(value.clone(), at), super::infer::plain(ty));
                found.extend(clauses(types, &part, above));
            }
            found
        }
        Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) => {
            let bound = types.fresh();
            let at = Term::new(TermKind::Bound(bound), terms::USIZE);
            let part = terms::get(value, at, &super::infer::plain(&element));
            let of_all = |term: &Term| {
                let (len, term) = (terms::len(value), term.clone());
                Term::new(TermKind::Quant(Quantifier::Forall, bound, terms::size(0), len, term), Ty::Bool)
            };
            clauses(types, &part, above).into_iter().map(|clause| changed(clause, &of_all)).collect()
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
fn hides(types: &dyn Types, ty: &Ty, above: &mut Vec<Ty>) -> bool {
    let ty = super::infer::plain(ty);
    match &ty {
        Ty::Adt(id, args) if is_new(&ty, above) => {
            above.push(ty.clone());
            let hidden = types.fields(*id, args).iter().flatten().any(|field| hides(types, field, above));
            above.pop();
            hidden
        }
        Ty::Adt(..) => {
            let from = above.iter().position(|outer| *outer == ty).unwrap_or_default();
            above[from..].iter().any(|outer| matches!(outer, Ty::Adt(id, _) if !types.stated(*id).is_empty()))
        }
        Ty::Tuple(tys) => tys.iter().any(|ty| hides(types, ty, above)),
        Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) => hides(types, element, above),
        _ => false,
    }
}

impl Types for Lowering<'_> {
    fn stated(&self, id: AdtId) -> Arc<Vec<Invariant>> {
        if let Some(known) = self.invariants.borrow().get(&id) {
            return known.clone();
        }
        // An invariant that calls a function with the type itself in its contract must not go round in circles.
        self.invariants.borrow_mut().insert(id, Arc::default());
        let made = Arc::new(self.make_invariants(id));
        self.invariants.borrow_mut().insert(id, made.clone());
        made
    }

    fn parameters(&self, id: AdtId) -> &[String] {
        &self.adt(id).generics
    }

    fn fields(&self, id: AdtId, args: &[Ty]) -> Vec<Vec<Ty>> {
        let variants = self.adt(id).variants.iter().enumerate();
        variants
            .map(|(variant, def)| (0..def.fields.len()).map(|at| self.field_ty(id, args, variant, at)).collect())
            .collect()
    }

    fn fresh(&self) -> BoundId {
        self.fresh_bound()
    }
}

impl Lowering<'_> {
    /// The invariants of a value's type and parts.
    pub fn invariant_clauses(&self, value: &Term) -> Vec<Clause> {
        clauses(self, value, &mut Vec::new())
    }

    /// Whether values of the type have parts with an invariant that is not among its clauses.
    pub fn hides_invariants(&self, ty: &Ty) -> bool {
        hides(self, ty, &mut Vec::new())
    }

    /// Whether a place is that of a type's invariant.
    pub fn is_invariant_span(&self, span: Span) -> bool {
        self.invariants.borrow().values().any(|all| all.iter().any(|invariant| invariant.span == span))
    }

    /// The first type among the parts of values of these types, at any depth, whose invariants are not in order.
    pub fn faulty_part<'t>(&self, types: impl IntoIterator<Item = &'t Ty>) -> Option<AdtId> {
        let mut todo: Vec<Ty> = types.into_iter().cloned().collect();
        let mut seen = Vec::new();
        while let Some(ty) = todo.pop() {
            match ty {
                Ty::Tuple(tys) => todo.extend(tys),
                Ty::Ref(_, ty) | Ty::Boxed(ty) | Ty::Array(ty, _) | Ty::Slice(ty) | Ty::Vec(ty) => todo.push(*ty),
                Ty::Adt(id, _) if self.krate.adts[id.0 as usize].faulty || self.faulty.borrow().contains(&id) => {
                    return Some(id);
                }
                Ty::Adt(id, args) => {
                    todo.extend(args);
                    // A field's own type says it all: what is put in for parameters is among the arguments.
                    if !seen.contains(&id) {
                        seen.push(id);
                        let fields = self.adt(id).variants.iter().flat_map(|variant| &variant.fields);
                        todo.extend(fields.map(|field| field.ty.clone()));
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn make_invariants(&self, id: AdtId) -> Vec<Invariant> {
        let item = &self.krate.adts[id.0 as usize];
        let args: Vec<Ty> = item.def.generics.iter().map(|name| Ty::Param(name.clone())).collect();
        let ty = Ty::Adt(id, args);
        let mut made = Vec::new();
        for clause in &item.spec.invariants {
            let mut scope = item.scope.clone();
            scope.self_ty = Some(ty.clone());
            let mut builder = Builder::new(self, &scope, &[], None, true);
            let span = builder.token_span(clause.span.0, clause.span.1);
            let var = builder.declare("self", Ty::Ref(false, Box::new(ty.clone())), span);
            let built = builder.expr_of(&clause.expr, &Ty::Bool);
            let errors = std::mem::take(&mut builder.errors);
            let failed = !errors.is_empty();
            self.report(errors);
            if failed {
                self.faulty.borrow_mut().insert(id);
            }
            let mut pure = Pure::new(self, &builder.infer, false);
            pure.bind(var, Term::local(LocalId(0), ty.clone()));
            match pure.term(&built) {
                Ok(term) => made.push(self.clause_of(term, span, clause.text.clone())),
                Err(_) if failed => {}
                Err(reason) => {
                    self.faulty.borrow_mut().insert(id);
                    self.report(vec![Diagnostic {
                        error: true,
                        code: "E0207",
                        message: format!("this invariant has no translation: {reason}"),
                        span: Some(span),
                        help: None,
                    }]);
                }
            }
        }
        made
    }
}
