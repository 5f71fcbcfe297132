//! Invariants of structs and enums as predicates on values.
use std::sync::Arc;

use super::Lowering;
use super::build::Builder;
use super::pure::Pure;
use crate::invariants::{Stated, clauses, hidden};
use crate::ir::{Clause, LocalId};
use crate::program::{AdtDef, Diagnostic};
use crate::span::Span;
use crate::term::{BoundId, Term};
use crate::terms::parts::Types;
use crate::ty::{AdtId, Ty};

impl Types for Lowering<'_> {
    fn adt(&self, id: AdtId) -> Arc<AdtDef> {
        Arc::new(self.krate.adts[id.0 as usize].def.clone())
    }

    fn has_own_order(&self, ty: &Ty) -> bool {
        self.own_order(ty)
    }
}

impl Stated for Lowering<'_> {
    fn stated(&self, id: AdtId) -> Arc<Vec<Clause>> {
        if let Some(known) = self.invariants.borrow().get(&id) {
            return known.clone();
        }
        // An invariant that calls a function with the type itself in its contract must not go round in circles.
        self.invariants.borrow_mut().insert(id, Arc::default());
        let made = Arc::new(self.make_invariants(id));
        self.invariants.borrow_mut().insert(id, made.clone());
        made
    }

    fn fresh(&self) -> BoundId {
        self.fresh_bound()
    }
}

impl Lowering<'_> {
    /// The invariants of a value's type and parts.
    pub fn invariant_clauses(&self, value: &Term) -> Vec<Clause> {
        clauses(self, value)
    }

    /// Whether values of the type have parts with an invariant that is not among its clauses.
    pub fn hides_invariants(&self, ty: &Ty) -> bool {
        hidden(self, ty)
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

    fn make_invariants(&self, id: AdtId) -> Vec<Clause> {
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
