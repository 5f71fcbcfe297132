//! Specifications to contracts over a function's first locals.
use std::sync::Arc;

use refine_spec_lang::ClauseSyntax;

use super::Lowering;
use super::build::{Builder, apply};
use super::hir::{Binding, Pat, VarId};
use super::infer::plain;
use super::pure::{Known, Pure};
use crate::ir::{Clause, Contract, LocalId, RawClause};
use crate::program::{FnDef, FnInst};
use crate::span::Span;
use crate::syntax::FnItem;
use crate::term::{Term, TermKind};
use crate::ty::Ty;

/// What a clause is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Requires,
    Ensures,
    Measure,
}

/// A type of a function's signature, in an instance.
pub fn instantiate(def: &FnDef, inst: &FnInst, ty: &Ty) -> Ty {
    let generics: Vec<(String, Ty)> = def.generics.iter().cloned().zip(inst.args.iter().cloned()).collect();
    apply(&generics, ty)
}

/// Whether the parameter is a place that the caller sees changed.
pub fn is_out(ty: &Ty) -> bool {
    matches!(ty, Ty::Ref(true, _))
}

impl Lowering<'_> {
    /// A function's contract.
    pub fn contract(&self, inst: &FnInst) -> Arc<Contract> {
        if let Some(known) = self.contracts.borrow().get(inst) {
            return known.clone();
        }
        let contract = Arc::new(self.make_contract(inst));
        self.contracts.borrow_mut().insert(inst.clone(), contract.clone());
        contract
    }

    fn make_contract(&self, inst: &FnInst) -> Contract {
        let item = &self.krate.fns[inst.func.0 as usize];
        let spec = &item.spec;
        // `#[pure]` or `#[measure]` alone says nothing of what the function does.
        let explicit =
            !spec.requires.is_empty() || !spec.ensures.is_empty() || spec.decreases.is_some() || spec.trusted;
        let mut contract = Contract { explicit, trusted: spec.trusted, ..Contract::default() };
        for clause in &spec.requires {
            match self.clause(item, inst, clause, Role::Requires) {
                Ok(clause) => contract.requires.push(clause),
                Err(raw) => contract.raw.extend(raw),
            }
        }
        for clause in &spec.ensures {
            match self.clause(item, inst, clause, Role::Ensures) {
                Ok(clause) => contract.ensures.push(clause),
                Err(raw) => contract.raw.extend(raw),
            }
        }
        if let Some(clause) = &spec.decreases {
            contract.decreases = self.clause(item, inst, clause, Role::Measure).ok();
        }
        if explicit || item.def.public {
            self.add_invariants(item, inst, &mut contract);
        }
        contract
    }

    /// A clause as a term, or as text if it has no translation.
    fn clause(
        &self,
        item: &FnItem,
        inst: &FnInst,
        clause: &ClauseSyntax,
        role: Role,
    ) -> Result<Clause, Option<RawClause>> {
        let def = &item.def;
        let mut builder = Builder::new(self, &item.scope, &def.generics, Some(inst), true);
        let span = builder.token_span(clause.span.0, clause.span.1);
        let mut known: Vec<(VarId, Known)> = Vec::new();
        let mut patterns = Vec::new();
        for (at, param) in def.params.iter().enumerate() {
            let ty = instantiate(def, inst, &param.ty);
            let id = LocalId(at as u32);
            let here = Term::local(id, plain(&ty));
            let old = Term::new(TermKind::Old(id), plain(&ty));
            let now = if role == Role::Ensures && !is_out(&ty) { old.clone() } else { here };
            let value = Known { now, old: if role == Role::Ensures { old } else { Term::local(id, plain(&ty)) } };
            match item.sig.inputs.get(at) {
                Some(syn::FnArg::Typed(typed)) if !matches!(&*typed.pat, syn::Pat::Ident(ident) if ident.subpat.is_none()) =>
                {
                    patterns.push((builder.pattern(&typed.pat, &ty, false), value));
                }
                _ => known.push((builder.declare(&param.name, ty, def.span), value)),
            }
        }
        if role == Role::Ensures {
            let ty = instantiate(def, inst, &def.ret);
            let result = Term::local(LocalId(def.params.len() as u32), plain(&ty));
            let value = Known { now: result.clone(), old: result };
            match &clause.binder {
                Some(binder) => {
                    let by_ref = Ty::Ref(false, Box::new(ty));
                    patterns.push((builder.pattern(binder, &by_ref, false), value));
                }
                None => known.push((builder.declare("result", ty, span), value)),
            }
        }
        let wanted = if role == Role::Measure { builder.infer.fresh_int() } else { Ty::Bool };
        let built = builder.expr_of(&clause.expr, &wanted);
        let errors = std::mem::take(&mut builder.errors);
        let failed = !errors.is_empty();
        self.report(errors);
        let mut pure = Pure::new(self, &builder.infer, false);
        pure.env.extend(known);
        let bound = patterns.into_iter().try_for_each(|(pat, value)| bind_both(&mut pure, &pat, value));
        match bound.and_then(|()| pure.term(&built)) {
            Ok(term) if !failed && role == Role::Measure => Ok(self.measure_of(term, span, clause.text.clone())),
            Ok(term) if !failed => Ok(self.clause_of(term, span, clause.text.clone())),
            _ if role == Role::Measure || (failed && role == Role::Ensures) => Err(None),
            // A precondition that is in error still stands in the way of runs: without it they would show nothing.
            built => Err(Some(RawClause {
                requires: role == Role::Requires,
                binder: clause.binder.as_ref().map(|pat| quote::ToTokens::to_token_stream(pat).to_string()),
                text: quote::ToTokens::to_token_stream(&clause.expr).to_string(),
                span,
                reason: built.err().unwrap_or_else(|| "it is not in order".to_owned()),
            })),
        }
    }

    /// The invariants of the parameters' types, and of those of the result and the `&mut` parameters.
    fn add_invariants(&self, item: &FnItem, inst: &FnInst, contract: &mut Contract) {
        let def = &item.def;
        for (at, param) in def.params.iter().enumerate() {
            let ty = instantiate(def, inst, &param.ty);
            let here = Term::local(LocalId(at as u32), plain(&ty));
            let clauses = self.invariant_clauses(&here);
            if is_out(&ty) {
                contract.ensures.extend(clauses.iter().cloned());
            }
            contract.requires.extend(clauses);
        }
        let ty = instantiate(def, inst, &def.ret);
        let result = Term::local(LocalId(def.params.len() as u32), plain(&ty));
        contract.ensures.extend(self.invariant_clauses(&result));
    }

    /// Whether a clause of a contract is a type's invariant: it is written elsewhere than in the function's item.
    pub fn is_invariant(&self, def: &FnDef, clause: &Clause) -> bool {
        let inside = |outer: Span| {
            clause.span.file == outer.file && clause.span.start >= outer.start && clause.span.end <= outer.end
        };
        !inside(def.item) && self.is_invariant_span(clause.span)
    }
}

/// Binds a pattern to a value that is another one in `old(…)`.
fn bind_both(pure: &mut Pure<'_>, pat: &Pat, value: Known) -> Result<(), String> {
    if let Pat::Bind(var, Binding::Value, None) = pat {
        pure.env.insert(*var, value);
        return Ok(());
    }
    let (mut now, mut old) = (Vec::new(), Vec::new());
    pure.pattern(pat, &value.now, &mut now)?;
    pure.pattern(pat, &value.old, &mut old)?;
    for ((var, now), (_, old)) in now.into_iter().zip(old) {
        pure.env.insert(var, Known { now, old });
    }
    Ok(())
}
