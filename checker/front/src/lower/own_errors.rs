//! Whether what prints a value may fail of its own accord.
//!
//! `to_string`, `format!` and `print!` write to what takes any text, and panic where a `fmt` gives back an error all the same. One that
//! hands on what it had from the formatter does not, and that is nearly every one. So a `fmt`, and what it may call, is searched for where an
//! error can come from otherwise: `fmt::Error` itself, or a value that was kept. Errs on the side of yes.
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use hir_def::expr_store::Body;
use hir_def::hir::{Expr, ExprId, UnaryOp};
use hir_def::{AdtId, CallableDefId, DefWithBodyId, ExpressionStoreOwnerId, FunctionId, HasModule};
use hir_ty::InferenceResult;
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{Ty, TyKind};
use refine_core::obligation::Kind;
use rustc_type_ir::inherent::IntoKind;

use super::Lower;
use super::builder::ClaimInfo;
use super::leads::Leads;
use crate::context::{Callable, Context};
use crate::database::Origin;
use crate::types::Env;

/// Where errors that are passed on go through: these make none.
const HANDS_ON: [&str; 6] =
    ["core::fmt::", "core::result::", "core::option::", "core::ops::", "core::convert::", "core::iter::"];

/// What prints to where there is always room.
const PRINTS: [&str; 3] = ["alloc::fmt::format", "std::io::stdio::_print", "std::io::stdio::_eprint"];

impl<'db> Lower<'_, 'db> {
    /// Whether the `fmt` of a type, by the trait that the function at hand asks for, may give back an error of its own.
    pub(super) fn fmt_may_fail(&self, ty: Ty<'db>) -> bool {
        let ExpressionStoreOwnerId::Body(DefWithBodyId::FunctionId(asking)) = self.src.owner else {
            return true;
        };
        let leads = Leads::new(self.cx);
        let callees = leads.through_std(asking, [ty], self.inst.env);
        OwnErrors::new(self.cx, &leads).come_from(callees)
    }

    /// Claims of a call that prints to where there is always room that no `fmt` fails.
    pub(super) fn claim_printed(&mut self, e: ExprId, path: &str) {
        let Expr::Call { args, .. } = &self.src.store()[e] else { return };
        let Some(given) = args.first().copied().filter(|_| PRINTS.contains(&path) && !self.dying) else { return };
        let leads = Leads::new(self.cx);
        let (mut callees, mut known) = (Vec::new(), false);
        let mut todo = vec![given];
        while let Some(at) = todo.pop() {
            if let Expr::Call { callee, .. } = &self.src.store()[at]
                && let Some((CallableDefId::FunctionId(func), generic)) = self.callable(self.adjusted_ty(*callee))
            {
                if PRINTS.contains(&super::resolve::path_of(self.cx, func).as_str()) {
                    continue;
                }
                if self.is_formatting(func) {
                    known = true;
                    callees.extend(leads.through_std(func, generic.types(), self.inst.env));
                }
            }
            super::walk::parts(self.src.store(), at, |part| todo.push(part));
        }
        if !known {
            callees = leads.of_types([self.ty(given)], self.inst.env);
        }
        if !OwnErrors::new(self.cx, &leads).come_from(callees) {
            return;
        }
        let span = self.span(e);
        let message = "a formatting trait implementation returned an error when the underlying stream did not";
        self.b.claim_in_vain(ClaimInfo::new(Kind::Panic, span, "no `fmt` here returns an error of its own", message));
    }
}

/// How a type has to do with `fmt::Error`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Held {
    /// Its values hold none.
    Not,
    /// They may.
    Given,
    /// They may, in a field of a struct or enum of the program.
    Kept,
}

struct OwnErrors<'a, 'db> {
    cx: &'a Context<'db>,
    leads: &'a Leads<'a, 'db>,
    types: RefCell<HashMap<Ty<'db>, Held>>,
}

impl<'a, 'db> OwnErrors<'a, 'db> {
    fn new(cx: &'a Context<'db>, leads: &'a Leads<'a, 'db>) -> Self {
        OwnErrors { cx, leads, types: RefCell::default() }
    }

    /// Whether some functions, or what they may call, make errors.
    fn come_from(&self, callees: Vec<Callable<'db>>) -> bool {
        self.leads.any_called(callees, |callee| self.made_in(callee))
    }

    fn made_in(&self, of: Callable<'db>) -> bool {
        let Some((owner, root)) = self.leads.body(of) else { return false };
        let body = Body::of(self.cx.db, owner);
        let infer = InferenceResult::of(self.cx.db, owner);
        let env = match owner {
            DefWithBodyId::FunctionId(id) => Env::of(id),
            _ => Env::CLOSED,
        };
        let mut todo = vec![root.unwrap_or_else(|| body.root_expr())];
        while let Some(e) = todo.pop() {
            if self.is_made(body, infer, env, e) {
                return true;
            }
            super::walk::parts(body, e, |part| todo.push(part));
        }
        false
    }

    /// Whether an expression gives an error that the function had from nobody.
    fn is_made(&self, body: &Body, infer: &'db InferenceResult<'db>, env: Env, e: ExprId) -> bool {
        let ty = infer.expr_ty(e);
        let held = self.held(ty, env);
        if held == Held::Kept {
            return true;
        }
        let is_local = |name: &str| body.bindings().any(|(_, binding)| binding.name.as_str() == name);
        let through_pointer = |callee: ExprId| match infer.expr_ty(callee).kind() {
            TyKind::FnPtr(..) => true,
            _ => infer.method_resolution(e).is_some_and(|(func, args)| {
                let this = args.types().next().map(|ty| ty.kind());
                self.path(func).starts_with("core::ops::function::")
                    && !matches!(this, Some(TyKind::Closure(..) | TyKind::FnDef(..)))
            }),
        };
        let given = held == Held::Given;
        match &body[e] {
            Expr::Path(path) => match ty.kind() {
                TyKind::FnDef(id, args) => {
                    let CallableDefId::FunctionId(func) = id.0 else { return false };
                    let signature = self.cx.db.callable_item_signature(id.0).skip_binder();
                    let interner = self.cx.types.interner();
                    let output = interner.instantiate_bound_regions_with_erased(signature).output();
                    let holds = |ty| self.held(ty, env) != Held::Not;
                    (holds(output) || args.types().any(holds)) && self.makes(func)
                }
                _ => given && !path.mod_path().and_then(|path| path.as_ident()).is_some_and(|it| is_local(it.as_str())),
            },
            Expr::Field { .. } | Expr::Index { .. } | Expr::UnaryOp { op: UnaryOp::Deref, .. } => given,
            Expr::Call { callee, .. } => given && through_pointer(*callee),
            _ => given && infer.method_resolution(e).is_some_and(|(func, _)| self.makes(func)),
        }
    }

    /// Whether a function of the standard library may give what it was not given.
    fn makes(&self, func: FunctionId) -> bool {
        let is_std = self.cx.db.origin(func.module(self.cx.db).krate(self.cx.db)) == Origin::Std;
        is_std && !HANDS_ON.iter().any(|start| self.path(func).starts_with(start))
    }

    fn path(&self, func: FunctionId) -> String {
        super::resolve::path_of(self.cx, func)
    }

    fn held(&self, ty: Ty<'db>, env: Env) -> Held {
        if let Some(known) = self.types.borrow().get(&ty) {
            return *known;
        }
        let (mut found, mut seen) = (Held::Not, HashSet::new());
        let mut todo = vec![(ty, Held::Given)];
        while let Some((ty, how)) = todo.pop() {
            if !seen.insert((ty, how == Held::Kept)) {
                continue;
            }
            match ty.kind() {
                TyKind::Adt(adt, args) => {
                    let id = adt.def_id();
                    if self.cx.db.origin(id.krate(self.cx.db)) == Origin::Std {
                        if self.is_error(id) {
                            found = found.max(how);
                        }
                    } else if self.cx.types.is_nested(id) {
                        found = Held::Kept;
                    } else {
                        let fields = super::alike::fields(self.cx, id, args, env).into_iter().flatten();
                        todo.extend(fields.map(|ty| (ty, Held::Kept)));
                    }
                    todo.extend(args.types().map(|ty| (ty, how)));
                }
                TyKind::Ref(_, inner, _)
                | TyKind::RawPtr(inner, _)
                | TyKind::Slice(inner)
                | TyKind::Array(inner, _) => todo.push((inner, how)),
                TyKind::Tuple(all) => todo.extend(all.iter().map(|ty| (ty, how))),
                _ => {}
            }
        }
        self.types.borrow_mut().insert(ty, found);
        found
    }

    fn is_error(&self, id: AdtId) -> bool {
        matches!(id, AdtId::StructId(_)) && self.cx.types.path_of_adt(id) == "core::fmt::Error"
    }
}
