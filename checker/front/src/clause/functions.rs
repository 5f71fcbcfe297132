//! `#[pure]` functions, measures and the models of the standard library as terms.
use std::collections::HashMap;
use std::sync::Arc;

use refine_core::defined::{self, Pures};
use refine_core::ids::LocalId;
use refine_core::program::{FnDef, PureDef};
use refine_core::term::{BinOp, Quantifier, Term, TermKind};
use refine_core::terms::order::compare;
use refine_core::terms::parts::{Types, clones_by_parts};
use refine_core::terms::{self, place_args};
use refine_core::ty::{FnInst, IntTy, Ty};

use super::{Clauses, PureState, methods, spec};
use crate::context::{Callable, Context};
use crate::pure::{Arithmetic, Callees, Translation, small, translate};

impl Clauses {
    /// A function as a term over its parameters; `None` while it is being translated, that is, in recursion.
    pub fn pure(&self, cx: &Context<'_>, inst: &FnInst) -> Result<Option<Translation>, String> {
        match self.pures.borrow().get(inst) {
            Some(PureState::Going) => return Ok(None),
            Some(PureState::Done(done)) => return done.clone().map(Some),
            None => {}
        }
        self.pures.borrow_mut().insert(inst.clone(), PureState::Going);
        let done = translated(cx, inst);
        self.pures.borrow_mut().insert(inst.clone(), PureState::Done(done.clone()));
        done.map(Some)
    }
}

fn translated(cx: &Context<'_>, inst: &FnInst) -> Result<Translation, String> {
    let def = cx.fn_def(inst.func);
    if let Some(doubt) = spec::doubt(cx, inst.func) {
        return Err(format!("refine does not see {doubt}"));
    }
    let body = spec::body(cx, inst).ok_or("refine can only run it")?;
    let arithmetic = if def.std { Arithmetic::Exact } else { Arithmetic::Wraps };
    translate(cx, &body, arithmetic)
}

impl Pures for Context<'_> {
    fn pure_domain(&self, inst: &FnInst) -> Term {
        if let Some(known) = self.clauses.domains.borrow().get(inst) {
            return known.clone().unwrap_or_else(|| applied(self, inst));
        }
        let Ok(Some(body)) = self.clauses.pure(self, inst) else { return Term::bool(true) };
        self.clauses.domains.borrow_mut().insert(inst.clone(), None);
        let domain = defined::domain_of_body(self, inst, &body.term, &applied(self, inst));
        self.clauses.domains.borrow_mut().insert(inst.clone(), Some(domain.clone()));
        domain
    }
}

/// That a function has a value for its own parameters.
fn applied(cx: &Context<'_>, inst: &FnInst) -> Term {
    let def = cx.fn_def(inst.func);
    let params = def.params.iter().enumerate();
    let params = params.map(|(at, param)| Term::local(LocalId(at as u32), cx.signature_ty(inst, &param.ty).plain()));
    Term::new(TermKind::Defined(inst.clone(), params.collect()), Ty::Bool)
}

impl Callees for Context<'_> {
    fn pures(&self) -> &dyn Pures {
        self
    }

    fn apply(&self, callee: &FnInst, args: Vec<Term>, ty: &Ty) -> Result<Translation, String> {
        let def = self.fn_def(callee.func);
        if let Some(term) = built_in(self, callee, &def, &args, ty)? {
            return Ok(Translation { term, overflows: false });
        }
        let closure = matches!(self.callable(callee.func), Callable::Closure(_) | Callable::Derived(..));
        if !def.std && !def.pure && !closure {
            return Err(format!("it calls `{}`, which is neither `#[pure]` nor a `#[measure]`", def.path));
        }
        let found = self.clauses.pure(self, callee);
        let found = found.map_err(|reason| untranslated(&def, &reason))?;
        match found {
            _ if def.pure => {
                Ok(Translation { term: Term::new(TermKind::Call(callee.clone(), args), ty.clone()), overflows: false })
            }
            Some(found) => Ok(Translation { term: small(place_args(&found.term, &args))?, ..found }),
            None => Err(format!("the model of `{}` is recursive", def.path)),
        }
    }
}

/// Why a call of a function has no translation. What the library does inside is none of the user's business.
pub(super) fn untranslated(def: &FnDef, reason: &str) -> String {
    let inside = def.std && reason.starts_with('`');
    let why = if inside { String::new() } else { format!(": {reason}") };
    format!("`{}` cannot be translated for the solver{why}", def.path)
}

/// A function whose body is a loop, or is seen as one operation: quantifiers, comparisons, copies.
fn built_in(cx: &Context<'_>, callee: &FnInst, def: &FnDef, args: &[Term], ty: &Ty) -> Result<Option<Term>, String> {
    if let (Callable::Derived(..), [a, ..]) = (cx.callable(callee.func), args) {
        return Ok(derived(cx, &def.name, a, args));
    }
    let spec = def.path.strip_prefix("refine_spec::");
    if let (Some(name @ ("forall" | "exists")), [range, closure]) = (spec, args) {
        return over_range(cx, quantifier(name), range, closure).map(Some);
    }
    if spec.is_some() && def.name == "implies" {
        let [a, b] = args else { return Ok(None) };
        return Ok(Some(Term::test(BinOp::Implies, a.clone(), b.clone())));
    }
    if !def.std {
        return Ok(None);
    }
    let Some((kind, name)) = def.path.rsplit_once("::") else { return Ok(None) };
    match (kind, name, args) {
        (_, "all" | "any", [iterator, closure]) => over_iterator(cx, quantifier(name), iterator, closure),
        ("slice", "contains", [seq, item]) => {
            let Some(element) = seq.ty().element() else { return Ok(None) };
            let bound = cx.clauses.fresh();
            let at = Term::new(TermKind::Bound(bound), terms::USIZE);
            let same = compare(cx, BinOp::Eq, terms::get(seq, at, element), item.clone(), element);
            Ok(same.map(|same| terms::over_indices(Quantifier::Exists, bound, seq, same)))
        }
        (_, "eq" | "ne" | "lt" | "le" | "gt" | "ge", [a, b]) if a.ty() == b.ty() => Ok(comparison(cx, name, a, b)),
        (_, "clone" | "to_vec" | "cloned" | "to_owned", [of]) if clones_by_parts(cx, of.ty()) => {
            let same = of.ty() == ty || of.ty().element().is_some() && of.ty().element() == ty.element();
            Ok(same.then(|| of.clone()))
        }
        (kind, "pow", _) if IntTy::from_name(kind).is_some() => {
            Ok(methods::integer(name, args).map(|term| Term::new(term.kind().clone(), ty.clone())))
        }
        _ => Ok(None),
    }
}

fn quantifier(name: &str) -> Quantifier {
    if matches!(name, "forall" | "all") { Quantifier::Forall } else { Quantifier::Exists }
}

/// A method of a derived implementation, where the parts are all compared and copied as derived.
fn derived(cx: &Context<'_>, name: &str, of: &Term, args: &[Term]) -> Option<Term> {
    match (name, args) {
        ("clone", [_]) => clones_by_parts(cx, of.ty()).then(|| of.clone()),
        (_, [a, b]) => comparison(cx, name, a, b),
        _ => None,
    }
}

fn comparison(cx: &Context<'_>, name: &str, a: &Term, b: &Term) -> Option<Term> {
    let op = match name {
        "eq" => BinOp::Eq,
        "ne" => BinOp::Ne,
        "lt" => BinOp::Lt,
        "le" => BinOp::Le,
        "gt" => BinOp::Gt,
        "ge" => BinOp::Ge,
        _ => return None,
    };
    compare(cx, op, a.clone(), b.clone(), a.ty())
}

/// What a struct of the standard library holds in a field.
fn part(cx: &Context<'_>, of: &Term, name: &str) -> Option<Term> {
    let Ty::Adt(id, _) = of.ty() else { return None };
    let at = cx.types.adt(*id).variants.first()?.fields.iter().position(|field| field.name == name)?;
    Some(match of.kind() {
        TermKind::Ctor(0, all) => all.get(at)?.clone(),
        _ => terms::parts::field(cx, of, 0, at),
    })
}

/// Which struct of the standard library a value is.
fn struct_name(cx: &Context<'_>, of: &Term) -> Option<String> {
    let Ty::Adt(id, _) = of.ty() else { return None };
    let def = cx.types.adt(*id);
    def.module.is_none().then(|| def.name.clone())
}

/// `forall(lo..hi, |i| p)`.
fn over_range(cx: &Context<'_>, q: Quantifier, range: &Term, closure: &Term) -> Result<Term, String> {
    let ends = match struct_name(cx, range).as_deref() {
        Some("Range") => part(cx, range, "start").zip(part(cx, range, "end")),
        Some("RangeInclusive") => part(cx, range, "start")
            .zip(part(cx, range, "end"))
            .map(|(lo, hi)| (lo, terms::exact(BinOp::Add, hi, Term::int(1, Ty::Exact)))),
        _ => None,
    };
    let (lo, hi) = ends.ok_or("it has a quantifier over something other than a range")?;
    let bound = cx.clauses.fresh();
    let var = Term::new(TermKind::Bound(bound), lo.ty().clone());
    let body = applied_closure(cx, closure, var)?;
    Ok(Term::new(TermKind::Quant(q, bound, lo, hi, body), Ty::Bool))
}

/// `iterator.all(|x| p)`, for what goes over a range or a sequence from its start.
fn over_iterator(cx: &Context<'_>, q: Quantifier, iterator: &Term, closure: &Term) -> Result<Option<Term>, String> {
    let mut of = iterator.clone();
    loop {
        match struct_name(cx, &of).as_deref() {
            Some("Range" | "RangeInclusive") => return over_range(cx, q, &of, closure).map(Some),
            // They give what they go over.
            Some("Copied" | "Cloned") => match part(cx, &of, "it").or_else(|| part(cx, &of, "iter")) {
                Some(inner) => of = inner,
                None => return Ok(None),
            },
            Some("slice::Iter") => break,
            _ => return Ok(None),
        }
    }
    let Some((seq, lo, hi)) = elements(cx, &of) else { return Ok(None) };
    let Some(element) = seq.ty().element().cloned() else { return Ok(None) };
    let bound = cx.clauses.fresh();
    let at = Term::new(TermKind::Bound(bound), terms::USIZE);
    let body = applied_closure(cx, closure, terms::get(&seq, at, &element))?;
    Ok(Some(Term::new(TermKind::Quant(q, bound, lo, hi, body), Ty::Bool)))
}

/// The sequence that a `slice::Iter` goes over, and from where to where.
fn elements(cx: &Context<'_>, iter: &Term) -> Option<(Term, Term, Term)> {
    let Ty::Adt(id, _) = iter.ty() else { return None };
    let def = cx.types.adt(*id);
    let fields = &def.variants.first()?.fields;
    let all: Vec<Term> = fields.iter().filter_map(|field| part(cx, iter, &field.name)).collect();
    let seq = all.iter().find(|term| term.ty().element().is_some())?.clone();
    let ends: Vec<Term> = all.into_iter().filter(|term| *term.ty() == terms::USIZE).collect();
    match &ends[..] {
        [] => Some((seq.clone(), terms::size(0), terms::len(&seq))),
        [lo, hi] => Some((seq, lo.clone(), hi.clone())),
        _ => None,
    }
}

/// A closure's body, for one argument.
fn applied_closure(cx: &Context<'_>, closure: &Term, arg: Term) -> Result<Term, String> {
    let inst = spec::closure(cx, closure.ty()).ok_or("it has a function value that is not a closure")?;
    let found = cx
        .clauses
        .pure(cx, &inst)
        .map_err(|reason| format!("a closure cannot be translated for the solver: {reason}"))?;
    let found = found.ok_or("a closure calls itself")?;
    Ok(place_args(&found.term, &[closure.clone(), arg]))
}

/// A function that may be called in clauses, as a term; `None` where it has no translation.
pub fn pure_def(cx: &Context<'_>, inst: &FnInst) -> Option<Arc<PureDef>> {
    let body = cx.clauses.pure(cx, inst).ok()??.term;
    let domain = cx.pure_domain(inst);
    let recursive = reaches_itself(cx, inst);
    Some(Arc::new(PureDef { body, domain, recursive }))
}

/// All pure functions of the crate that were translated.
pub fn finish_pures(cx: &Context<'_>) -> HashMap<FnInst, Arc<PureDef>> {
    let insts: Vec<FnInst> = cx.clauses.pures.borrow().keys().cloned().collect();
    let own = insts.into_iter().filter(|inst| cx.fn_def(inst.func).pure);
    own.filter_map(|inst| Some((inst.clone(), pure_def(cx, &inst)?))).collect()
}

fn reaches_itself(cx: &Context<'_>, inst: &FnInst) -> bool {
    let mut seen = Vec::new();
    let mut todo = vec![inst.clone()];
    while let Some(next) = todo.pop() {
        let Ok(Some(body)) = cx.clauses.pure(cx, &next) else { continue };
        let mut callees = Vec::new();
        called(&body.term, &mut callees);
        for callee in callees {
            if callee == *inst {
                return true;
            }
            if !seen.contains(&callee) {
                seen.push(callee.clone());
                todo.push(callee);
            }
        }
    }
    false
}

fn called(term: &Term, out: &mut Vec<FnInst>) {
    term.children().into_iter().for_each(|child| called(child, out));
    if let TermKind::Call(inst, _) = term.kind() {
        out.push(inst.clone());
    }
}
