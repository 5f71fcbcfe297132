//! Which functions of other crates are substituted at their calls: small ones, which are typed to their last expression.
//!
//! A dependency answers for itself. What of its text is looked into is there to know what a call gives, as `Either::left` or
//! `Version::new`; where that would take more than a few lines, the call may panic and gives any value of its type, and that it does
//! not panic is one claim at the call.
use std::cell::RefCell;
use std::collections::HashMap;

use hir_def::expr_store::Body;
use hir_def::hir::Expr;
use hir_def::signatures::FunctionSignature;
use hir_def::{CallableDefId, DefWithBodyId, FunctionId, HasModule};
use hir_ty::InferenceResult;
use hir_ty::next_solver::{GenericArgs, TyKind};
use rustc_type_ir::inherent::IntoKind;

use super::resolve::{CallTarget, resolve};
use crate::context::{Callable, Context};
use crate::database::Origin;
use crate::guard::guard;
use crate::types::Env;

/// More expressions than this are not looked into for one call.
const MAX_EXPRESSIONS: usize = 80;
/// Nor is a function that calls another so deep down.
const MAX_DEPTH: usize = 3;

/// How many expressions a call of a function of another crate comes to, as far as it is known; none for one that is not
/// substituted.
#[derive(Default)]
pub(crate) struct Sizes(RefCell<HashMap<FunctionId, Option<usize>>>);

/// Whether a callee is of a dependency, and too large to be substituted.
pub(super) fn is_left_out(cx: &Context<'_>, callee: Callable<'_>) -> bool {
    let Callable::Function(id) = callee else { return false };
    cx.db.origin(id.krate(cx.db)) == Origin::Dependency && size(cx, id, MAX_DEPTH).is_none()
}

fn size(cx: &Context<'_>, id: FunctionId, depth: usize) -> Option<usize> {
    if let Some(known) = cx.foreign.0.borrow().get(&id) {
        return *known;
    }
    // One that calls itself is none.
    cx.foreign.0.borrow_mut().insert(id, None);
    let found = guard(|| measured(cx, id, depth)).flatten();
    if depth == MAX_DEPTH || found.is_some() {
        cx.foreign.0.borrow_mut().insert(id, found);
    } else {
        cx.foreign.0.borrow_mut().remove(&id);
    }
    found
}

fn measured(cx: &Context<'_>, id: FunctionId, depth: usize) -> Option<usize> {
    let signature = FunctionSignature::of(cx.db, id);
    if !signature.has_body() || signature.is_unsafe() || signature.is_async() {
        return None;
    }
    let def = DefWithBodyId::from(id);
    let (body, infer) = (Body::of(cx.db, def), InferenceResult::of(cx.db, def));
    let mut size = body.exprs().count();
    if size > MAX_EXPRESSIONS {
        return None;
    }
    let mut calls: Vec<(FunctionId, GenericArgs<'_>)> = Vec::new();
    for (at, expr) in body.exprs() {
        let is_plain = !matches!(
            expr,
            Expr::Unsafe { .. }
                | Expr::Loop { .. }
                | Expr::Closure { .. }
                | Expr::Await { .. }
                | Expr::InlineAsm(_)
                | Expr::Missing
        );
        let ty = infer.expr_ty(at);
        if !is_plain || ty.references_non_lt_error() {
            return None;
        }
        if let TyKind::FnDef(callable, args) = ty.kind()
            && let CallableDefId::FunctionId(function) = callable.0
        {
            calls.push((function, args));
        }
        calls.extend(infer.method_resolution(at));
    }
    for (function, args) in calls {
        let target = match resolve(cx, Env::of(id), function, args) {
            CallTarget::Function(target, _) => target,
            CallTarget::Unknown => return None,
            _ => continue,
        };
        if cx.db.origin(target.krate(cx.db)) == Origin::Dependency {
            size += self::size(cx, target, depth.checked_sub(1)?)?;
        }
    }
    (size <= MAX_EXPRESSIONS).then_some(size)
}
