//! Invariants of structs and enums.
use std::rc::Rc;
use std::sync::Arc;

use hir_def::HasModule;
use quote::ToTokens;
use refine_core::defined;
use refine_core::ids::{AdtId, BoundId, LocalId, ModuleId};
use refine_core::invariants::{self, Stated};
use refine_core::ir::Clause;
use refine_core::program::AdtDef;
use refine_core::span::Span;
use refine_core::term::Term;
use refine_core::terms::parts::Types;
use refine_core::ty::Ty;

use super::scope::ClauseScope;
use super::typer::Typer;
use super::untranslated::{self, Untranslated};
use crate::context::Context;
use crate::database::Origin;
use crate::types::AdtKind;

impl Types for Context<'_> {
    fn adt(&self, id: AdtId) -> Arc<AdtDef> {
        self.types.adt(id)
    }
}

impl Stated for Context<'_> {
    fn stated(&self, id: AdtId) -> Arc<Vec<Clause>> {
        if let Some(known) = self.clauses.invariants.borrow().get(&id) {
            return known.clone();
        }
        // An invariant that calls a function with the type itself in its contract must not go round in circles.
        self.clauses.invariants.borrow_mut().insert(id, Arc::default());
        let made = Arc::new(make(self, id));
        self.clauses.invariants.borrow_mut().insert(id, made.clone());
        made
    }

    fn fresh(&self) -> BoundId {
        self.clauses.fresh()
    }
}

/// The invariants of a value's type and parts.
pub fn type_invariants(cx: &Context<'_>, value: &Term) -> Vec<Clause> {
    invariants::clauses(cx, value)
}

/// Those that the type states itself, and not its parts, as one condition.
pub fn type_invariant(cx: &Context<'_>, value: &Term) -> Term {
    invariants::own_condition(cx, value)
}

/// Whether values of the type have parts with an invariant that is not among its clauses, because the type recurs.
pub fn hides_invariants(cx: &Context<'_>, ty: &Ty) -> bool {
    invariants::hidden(cx, ty)
}

/// Whether values of a type have invariants that a module has to keep, their own or those of parts.
pub fn has_invariants(cx: &Context<'_>, here: ModuleId, ty: &Ty) -> bool {
    let any = Term::local(LocalId(0), ty.plain());
    !type_invariants(cx, &any).is_empty()
        || hides_invariants(cx, ty)
        || !untranslated::all_untranslated(cx, here, ty).is_empty()
}

/// Whether a place is that of a type's invariant.
pub fn is_invariant_span(cx: &Context<'_>, span: Span) -> bool {
    cx.clauses.invariants.borrow().values().any(|all| all.iter().any(|invariant| invariant.span == span))
}

/// The first type among the parts of values of these types, at any depth, whose invariants are not in order.
pub fn faulty_part<'t>(cx: &Context<'_>, types: impl IntoIterator<Item = &'t Ty>) -> Option<AdtId> {
    let mut todo: Vec<Ty> = types.into_iter().cloned().collect();
    let mut seen = Vec::new();
    while let Some(ty) = todo.pop() {
        match ty {
            Ty::Tuple(tys) => todo.extend(tys),
            Ty::Ref(_, ty) | Ty::Boxed(ty) | Ty::Borrow(ty) | Ty::Array(ty, _) | Ty::Slice(ty) | Ty::Vec(ty) => {
                todo.push(*ty);
            }
            Ty::Adt(id, _) if is_faulty(cx, id) => return Some(id),
            Ty::Adt(id, args) => {
                todo.extend(args);
                // A field's own type says it all: what is put in for parameters is among the arguments.
                if !seen.contains(&id) {
                    seen.push(id);
                    let def = cx.types.adt(id);
                    todo.extend(def.variants.iter().flat_map(|variant| &variant.fields).map(|field| field.ty.clone()));
                }
            }
            _ => {}
        }
    }
    None
}

fn is_faulty(cx: &Context<'_>, id: AdtId) -> bool {
    let read = cx.items.adts.iter().any(|item| item.adt == Some(id) && item.faulty);
    read || cx.clauses.faulty.borrow().contains(&id)
}

fn make(cx: &Context<'_>, id: AdtId) -> Vec<Clause> {
    let AdtKind::Item(item) = cx.types.kind(id) else { return Vec::new() };
    // Those of other crates' types count as well: what the crate proves of its functions rests on them.
    let krate = item.krate(cx.db);
    let spec = cx.type_spec(id);
    if spec.invariants.is_empty() {
        return Vec::new();
    }
    let scope = ClauseScope::of_adt(cx, item, cx.types.own_args(id));
    let def = cx.types.adt(id);
    let args: Vec<Ty> = def.generics.iter().map(|name| Ty::Param(name.clone())).collect();
    let ty = Ty::Adt(id, args);
    let around = def.span.unwrap_or_else(|| crate::items::nowhere(cx));
    let (mut made, mut untranslated) = (Vec::new(), Vec::new());
    for clause in &spec.invariants {
        let mut typer = Typer::new(cx, &scope, clause.span, around);
        typer.without_old = Some("the invariant of a type");
        let value = Term::local(LocalId(0), ty.plain());
        typer.bind("self", value, Ty::Ref(false, Box::new(ty.clone())));
        let typed = typer.clause(clause, &Ty::Bool);
        let (value, span) = (typer.settle(&typed.term), typer.whole());
        let errors = std::mem::take(&mut typer.errors);
        match typer.outside.take() {
            _ if !errors.is_empty() => {}
            None => {
                made.push(defined::clause(cx, value, span, clause.text.clone()));
                continue;
            }
            // What the standard library says of its types is no error of the user: there is a fact less.
            Some(_) if cx.db.origin(krate) == Origin::Std => continue,
            Some(reason) => {
                let said = typer.widened(&clause.expr).to_token_stream();
                untranslated.push(Untranslated { said, written: clause.text.clone(), span, reason });
                continue;
            }
        }
        cx.clauses.faulty.borrow_mut().insert(id);
        // Their own check tells what is wrong with others.
        if krate == cx.krate {
            cx.clauses.report(errors);
        }
    }
    if !untranslated.is_empty() {
        cx.clauses.untranslated.borrow_mut().insert(id, Rc::new(untranslated));
    }
    made
}
