//! What is written on functions and types, and what is known of the functions that clauses call.
use hir_def::{AdtId as HirAdtId, FunctionId, HasModule};
use refine_core::mir::Body;
use refine_core::program::{FnId, FnInst};
use refine_core::ty::Ty;
use refine_spec_lang::{FnSpec, TypeSpec};

use crate::context::{Callable, Context};
use crate::database::Origin;
use crate::items::Specs;

/// A function's specification.
pub(super) fn of_fn(cx: &Context<'_>, id: FnId) -> FnSpec {
    if let Some(item) = cx.items.fns.get(id.0 as usize) {
        return item.spec.clone();
    }
    match cx.callable(id) {
        Callable::Function(id) if is_std(cx, id) => specs(cx).function(id).spec,
        _ => FnSpec::default(),
    }
}

/// A struct's or enum's specification.
pub(super) fn of_adt(cx: &Context<'_>, id: HirAdtId) -> TypeSpec {
    if let Some(item) = cx.items.adts.iter().find(|item| item.id == id) {
        return item.spec.clone();
    }
    if cx.db.origin(id.krate(cx.db)) == Origin::Std { specs(cx).adt(id).spec } else { TypeSpec::default() }
}

fn specs<'a>(cx: &'a Context<'_>) -> Specs<'a> {
    Specs { db: cx.db, spans: cx.spans, texts: &cx.items.texts, aliases: &cx.items.aliases }
}

fn is_std(cx: &Context<'_>, id: FunctionId) -> bool {
    cx.db.origin(id.krate(cx.db)) == Origin::Std
}

/// Why a function's text may not be what is compiled.
pub(super) fn doubt(cx: &Context<'_>, id: FnId) -> Option<String> {
    cx.items.fns.get(id.0 as usize)?.doubted.clone()
}

/// A function's body without its own contract and those of its callees: these may call it.
pub(super) fn body(cx: &Context<'_>, inst: &FnInst) -> Option<Body> {
    cx.clauses.without_contracts(|| crate::lower::body(cx, inst))
}

/// The closure that a type stands for.
pub(super) fn closure(cx: &Context<'_>, ty: &Ty) -> Option<FnInst> {
    let Ty::Adt(id, _) = ty.peeled() else { return None };
    let (id, args, env) = cx.closure_of(*id)?;
    Some(cx.instance(Callable::Closure(id), args, env))
}
