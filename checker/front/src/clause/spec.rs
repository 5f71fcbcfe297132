//! What is known of the functions that clauses call.
use refine_core::ids::FnId;
use refine_core::mir::Body;
use refine_core::ty::{FnInst, Ty};

use crate::context::{Callable, Context};

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
