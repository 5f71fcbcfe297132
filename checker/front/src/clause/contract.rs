//! Specifications to contracts over a function's first locals.
use std::sync::Arc;

use quote::ToTokens;
use refine_core::defined;
use refine_core::ids::LocalId;
use refine_core::invariants;
use refine_core::ir::{Callback, Clause, Contract, RawClause};
use refine_core::program::FnDef;
use refine_core::term::{Term, TermKind};
use refine_core::terms::{self, lent};
use refine_core::ty::{FnInst, Ty};
use refine_spec_lang::{ClauseSyntax, FnSpec};

use super::inherited::{self, Narrowed};
use super::loops::unread_measure;
use super::scope::ClauseScope;
use super::typer::{Typer, Variable};
use super::untranslated;
use crate::context::{Callable, Context};

/// What a clause is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Requires,
    Ensures,
    Measure,
}

/// A function's contract.
pub fn contract<'db>(cx: &Context<'db>, inst: &FnInst) -> Arc<Contract> {
    if cx.clauses.bare.get() {
        return Arc::default();
    }
    if let Some(known) = cx.clauses.contracts.borrow().get(inst) {
        return known.clone();
    }
    let contract = Arc::new(make(cx, inst));
    cx.clauses.contracts.borrow_mut().insert(inst.clone(), contract.clone());
    contract
}

fn make<'db>(cx: &Context<'db>, inst: &FnInst) -> Contract {
    let def = cx.fn_def(inst.func);
    let own = stated(cx, inst, &def);
    let implemented = inherited::implemented(cx, inst);
    let mut contract = match &implemented {
        Some(method) => {
            let of_trait = cx.fn_def(method.func);
            inherited::inherit(own, &stated(cx, method, &of_trait), (&def, &of_trait))
        }
        None => own,
    };
    // What implements a trait may be called where nothing is known of it but the trait. Models of the standard library need
    // no invariants of the user's.
    // (What goes out of sight in one is claimed to keep its invariants by claims of their own.)
    let is_kept = def.std && def.path == "core::refine::keep";
    if !is_kept && (contract.explicit || def.public && !def.std || implemented.is_some()) {
        add_invariants(cx, inst, &def, &mut contract);
    }
    contract
}

/// The preconditions of an implementation, where it states its own and the trait has a contract.
pub fn narrowed(cx: &Context<'_>, inst: &FnInst) -> Option<Narrowed> {
    if cx.clauses.bare.get() {
        return None;
    }
    let method = inherited::implemented(cx, inst)?;
    let own = stated(cx, inst, &cx.fn_def(inst.func));
    if !inherited::states_requires(&own) {
        return None;
    }
    let def = cx.fn_def(method.func);
    let of_trait = stated(cx, &method, &def);
    of_trait.explicit.then_some(Narrowed { known: of_trait.requires, own: own.requires, method: def.path })
}

/// What is written at a function.
fn stated<'db>(cx: &Context<'db>, inst: &FnInst, def: &FnDef) -> Contract {
    let Some((Callable::Function(id), args, env)) = cx.args_of(inst) else { return Contract::default() };
    let spec = cx.spec(inst.func);
    // `#[pure]` or `#[measure]` alone says nothing of what the function does.
    let stated = !spec.requires.is_empty() || !spec.ensures.is_empty() || !spec.callbacks.is_empty();
    let explicit = stated || spec.decreases.is_some() || spec.trusted;
    let mut contract = Contract { explicit, trusted: spec.trusted, ..Contract::default() };
    if explicit {
        let scope = ClauseScope::of_fn(cx, id, args, env);
        let is_async = hir_def::signatures::FunctionSignature::of(cx.db, id).is_async();
        let make = Make { cx, def, scope: &scope, patterns: patterns(cx, def), is_async };
        make.fill(&spec, &mut contract);
    }
    contract
}

/// Translates the clauses of one function.
struct Make<'a, 'db> {
    cx: &'a Context<'db>,
    def: &'a FnDef,
    scope: &'a ClauseScope<'db>,
    /// The patterns of the parameters that are more than a name.
    patterns: Vec<Option<syn::Pat>>,
    /// Whether what its postconditions speak of is what its result, a future, will give.
    is_async: bool,
}

/// Whether a clause's text is the body of its closure: that of a refinement type is a part of the type.
fn is_body(clause: &ClauseSyntax) -> bool {
    let written = clause.text.parse::<proc_macro2::TokenStream>().map(|tokens| tokens.to_string());
    written.is_ok_and(|written| written == clause.expr.to_token_stream().to_string())
}

impl<'db> Make<'_, 'db> {
    fn fill(&self, spec: &FnSpec, contract: &mut Contract) {
        for clause in &spec.requires {
            match self.clause(clause, Role::Requires) {
                Ok(clause) => contract.requires.push(clause),
                Err(raw) => contract.raw.extend(raw),
            }
        }
        for clause in &spec.ensures {
            match self.clause(clause, Role::Ensures) {
                Ok(clause) => contract.ensures.push(clause),
                Err(raw) => contract.raw.extend(raw),
            }
        }
        if let Some(clause) = &spec.decreases {
            contract.decreases = self.clause(clause, Role::Measure).ok();
        }
        for callback in &spec.callbacks {
            if let Some(callback) = self.callback(callback) {
                // That an argument is such a function is not shown by any proof of a caller.
                contract.raw.push(RawClause {
                    of_type: false,
                    partly: false,
                    requires: true,
                    binder: None,
                    text: "true".to_owned(),
                    written: callback.written.clone(),
                    span: callback.span,
                    reason: "it makes a claim about all calls of a function".to_owned(),
                });
                contract.callbacks.push(callback);
            }
        }
    }

    /// What is said of a parameter that is a function.
    fn callback(&self, callback: &refine_spec_lang::Callback) -> Option<Callback> {
        let param = self.def.params.iter().position(|param| callback.param == param.name)?;
        let typer = Typer::new(self.cx, self.scope, callback.span, self.def.span);
        let texts = |clauses: &[ClauseSyntax]| {
            clauses.iter().map(|clause| clause.expr.to_token_stream().to_string()).collect::<Vec<_>>()
        };
        let names = callback.names.iter().chain([&callback.result]).map(ToString::to_string).collect();
        let span = typer.whole();
        let (requires, ensures) = (texts(&callback.requires), texts(&callback.ensures));
        let written = self.cx.spans.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
        Some(Callback { param, names, requires, ensures, written, span })
    }

    /// A clause as a term, or as text if it has no translation; as nothing if it claims what is in error.
    fn clause(&self, clause: &ClauseSyntax, role: Role) -> Result<Clause, Option<RawClause>> {
        let mut typer = Typer::new(self.cx, self.scope, clause.span, self.def.span);
        typer.without_old = match role {
            Role::Requires => Some("a precondition"),
            Role::Measure => Some("a measure"),
            Role::Ensures => None,
        };
        self.declare(&mut typer, clause, role);
        let wanted = if role == Role::Measure { typer.infer.fresh_int() } else { Ty::Bool };
        let typed = typer.clause(clause, &wanted);
        let (mut value, span) = (typer.settle(&typed.term), typer.whole());
        if role == Role::Ensures {
            match lent::in_the_end(self.cx, &value, &|id| self.is_lent(id)) {
                Some(seen) => value = seen,
                None => drop(typer.outside("it uses a value that holds a `&mut` as a whole".to_owned(), span)),
            }
        }
        if role == Role::Ensures && self.is_async {
            // With the future's type for that of what it gives, what is right would be an error.
            typer.errors.clear();
            typer.outside("the function is `async`", span);
        }
        let (outside, errors) = (typer.outside.take(), std::mem::take(&mut typer.errors));
        let failed = !errors.is_empty();
        self.cx.clauses.report(errors);
        match outside {
            // What has no value gets no smaller.
            Some(reason) if !failed && role == Role::Measure => {
                self.cx.clauses.report(vec![unread_measure(&reason, span)]);
                let none = Term::int(-1, Ty::Exact);
                Ok(defined::measure(self.cx, none, span, clause.text.clone()))
            }
            None if !failed && role == Role::Measure => Ok(defined::measure(self.cx, value, span, clause.text.clone())),
            None if !failed => {
                let binder = clause.binder.as_ref().filter(|_| role == Role::Ensures && is_body(clause));
                let binder = binder.map(|pat| pat.to_token_stream().to_string());
                Ok(Clause { binder, ..defined::clause(self.cx, value, span, clause.text.clone()) })
            }
            _ if role == Role::Measure || (failed && role == Role::Ensures) => Err(None),
            // A precondition that is in error still stands in the way of runs: without it they would show nothing.
            outside => Err(Some(RawClause {
                of_type: false,
                partly: false,
                requires: role == Role::Requires,
                binder: clause.binder.as_ref().map(|pat| pat.to_token_stream().to_string()),
                text: refine_spec_lang::laid_out(&typer.widened(&clause.expr)),
                written: written(self.cx.spans.text(span)).unwrap_or_else(|| clause.text.clone()),
                span,
                reason: outside.filter(|_| !failed).unwrap_or_else(|| "it has an error".to_owned()),
            })),
        }
    }

    /// Whether a local is a parameter that is passed by value and holds a `&mut`.
    fn is_lent(&self, id: LocalId) -> bool {
        let param = self.def.params.get(id.0 as usize).filter(|param| !is_out(&param.ty));
        param.is_some_and(|param| lent::holds_borrow(self.cx, &self.scope.concrete(self.cx, &param.ty).plain()))
    }

    /// The parameters, and in a postcondition the result.
    fn declare(&self, typer: &mut Typer<'_, 'db>, clause: &ClauseSyntax, role: Role) {
        for (at, param) in self.def.params.iter().enumerate() {
            let ty = self.scope.concrete(self.cx, &param.ty).plain();
            let id = LocalId(at as u32);
            let here = Term::local(id, ty.clone());
            let old = if role == Role::Ensures { Term::new(TermKind::Old(id), ty) } else { here.clone() };
            let changes = is_out(&param.ty) || role == Role::Ensures && self.is_lent(id);
            let now = if changes { here } else { old.clone() };
            let known = Variable { now, old, ty: param.ty.clone() };
            match self.patterns.get(at).and_then(Option::as_ref) {
                Some(pat) => typer.bind_both(pat, known),
                None => typer.declare(&param.name, known),
            }
        }
        if role == Role::Ensures {
            let id = LocalId(self.def.params.len() as u32);
            let result = Term::local(id, self.scope.concrete(self.cx, &self.def.ret).plain());
            typer.declare_result(clause.binder.as_ref(), result, self.def.ret.clone());
        }
    }
}

/// A clause as the user wrote it, without the head of a postcondition's closure.
fn written(clause: &str) -> Option<String> {
    let predicate = clause.strip_prefix('|').and_then(|rest| rest.split_once('|')).map_or(clause, |(_, rest)| rest);
    Some(predicate.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The patterns of a function's parameters, where one is more than a name.
fn patterns(cx: &Context<'_>, def: &FnDef) -> Vec<Option<syn::Pat>> {
    if def.params.iter().all(|param| !param.name.starts_with('_')) {
        return Vec::new();
    }
    let text = cx.spans.text(def.item);
    let Ok(item) = syn::parse_str::<syn::ImplItemFn>(text) else { return Vec::new() };
    let pattern = |arg: &syn::FnArg| match arg {
        syn::FnArg::Typed(typed) => match &*typed.pat {
            syn::Pat::Ident(ident) if ident.subpat.is_none() && ident.by_ref.is_none() => None,
            pat => Some(pat.clone()),
        },
        syn::FnArg::Receiver(_) => None,
    };
    item.sig.inputs.iter().map(pattern).collect()
}

/// The invariants of the parameters' types, and of those of the result and the `&mut` parameters.
///
/// A generic function is checked once, where nothing is known of its type parameters: so it promises the invariants of the
/// types that it names, and none of those that its type parameters stand for.
fn add_invariants(cx: &Context<'_>, inst: &FnInst, def: &FnDef, contract: &mut Contract) {
    contract.keeps_invariants = !def.std;
    let seen = |ty: &Ty| if def.std { cx.signature_ty(inst, ty) } else { cx.with_constants(inst, ty) }.plain();
    let promised = |clauses: Vec<Clause>| {
        clauses.into_iter().map(|clause| {
            let filled_in = |term: &Term| terms::retype(term, &|ty| def.instantiate(ty, inst));
            Clause { term: filled_in(&clause.term), value: filled_in(&clause.value), ..clause }
        })
    };
    for (at, param) in def.params.iter().enumerate() {
        let id = LocalId(at as u32);
        if is_out(&param.ty) {
            contract.ensures.extend(promised(invariants::clauses(cx, &Term::local(id, seen(&param.ty)))));
        }
        // What was lent to the function inside of a parameter may be taken out of it, changed, and never be seen by the caller again as
        // a part of it. (Where it is still lent in the end, to whomever, this is not provable.)
        if !(def.std && is_out(&param.ty)) {
            let before = Term::new(TermKind::Old(id), seen(&param.ty));
            contract.ensures.extend(promised(invariants::clauses_in_the_end(cx, &before)));
        }
        let ty = cx.signature_ty(inst, &param.ty);
        contract.requires.extend(invariants::clauses(cx, &Term::local(id, ty.plain())));
        if !def.std {
            contract.raw.extend(untranslated::of_param(cx, def, param, &ty));
        }
    }
    let result = Term::local(LocalId(def.params.len() as u32), seen(&def.ret));
    contract.ensures.extend(promised(invariants::clauses(cx, &result)));
    if !def.std {
        contract.raw.extend(untranslated::of_result(cx, def.module, &def.ret));
    }
}

/// Whether the parameter is a place that the caller sees changed.
fn is_out(ty: &Ty) -> bool {
    matches!(ty, Ty::Ref(true, _))
}
