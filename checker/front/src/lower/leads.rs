//! Where a call may lead, as far as it is told without the values: what may call back has to have a smaller measure
//! (`decreases`). Errs on the side of yes.
//!
//! The standard library calls back what it is given: functions, closures, and what implements a trait for a type that its generic
//! arguments hold, if it asks for that trait; or `Drop`.
use std::collections::HashSet;
use std::rc::Rc;

use base_db::Crate;
use hir_def::hir::ExprId;
use hir_def::lang_item::lang_items;
use hir_def::nameres::crate_def_map;
use hir_def::{
    AdtId, AssocItemId, BuiltinDeriveImplId, CallableDefId, DefWithBodyId, FunctionId, HasModule, ItemContainerId,
    Lookup, TraitId,
};
use hir_ty::InferenceResult;
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{GenericArgs, Ty, TyKind};
use rustc_type_ir::inherent::IntoKind;

use super::alike;
use super::resolve::{CallTarget, resolve};
use crate::context::{Callable, Context};
use crate::database::Origin;
use crate::types::Env;

/// A method that implements a trait's, of the crate or of one that it depends on.
pub(crate) struct Implementation {
    of: TraitId,
    /// The struct or enum that it is for. `None` if it is for all kinds of types, or another one.
    adt: Option<AdtId>,
    method: FunctionId,
}

/// The methods of other crates that are looked into for one question, at most: beyond that the answer is yes.
const ELSEWHERE: usize = 300;

/// A method that implements a trait's, if it does.
fn implementation(db: &dyn HirDatabase, method: FunctionId) -> Option<Implementation> {
    let ItemContainerId::ImplId(id) = method.lookup(db).container else { return None };
    let of = db.impl_trait(id)?.skip_binder().def_id.0;
    let mut this = db.impl_self_ty(id).skip_binder();
    while let Some((inner, ..)) = this.as_reference() {
        this = inner;
    }
    Some(Implementation { of, adt: this.as_adt().map(|(id, _)| id), method })
}

/// Where calls may lead.
pub(super) struct Leads<'a, 'db> {
    cx: &'a Context<'db>,
    implementations: &'a [Implementation],
}

impl<'a, 'db> Leads<'a, 'db> {
    pub(super) fn new(cx: &'a Context<'db>) -> Self {
        let all = || cx.items.fns.iter().filter_map(|item| implementation(cx.db, item.id)).collect();
        Leads { cx, implementations: cx.implementations.get_or_init(all) }
    }

    /// What another crate implements: for its own types, since what is there for others is in theirs.
    fn elsewhere(&self, krate: Crate) -> Rc<Vec<Implementation>> {
        if let Some(known) = self.cx.elsewhere.borrow().get(&krate) {
            return Rc::clone(known);
        }
        let db: &dyn HirDatabase = self.cx.db;
        let mut found = Vec::new();
        for (_, module) in crate_def_map(db, krate).modules() {
            for (_, item) in module.scope.impls().flat_map(|id| &id.impl_items(db).items) {
                if let AssocItemId::FunctionId(id) = item {
                    found.extend(implementation(db, *id));
                }
            }
        }
        let found = Rc::new(found);
        self.cx.elsewhere.borrow_mut().insert(krate, Rc::clone(&found));
        found
    }

    /// Whether one of some callees is the function, or may call it.
    pub(super) fn lead_to(&self, callees: Vec<Callable<'db>>, function: Callable<'db>) -> bool {
        self.any_called(callees, |callee| callee == function)
    }

    /// Whether one of some callees is such, or calls one that is.
    pub(super) fn any_called(&self, callees: Vec<Callable<'db>>, is_such: impl Fn(Callable<'db>) -> bool) -> bool {
        let mut seen: HashSet<Callable<'db>> = callees.iter().copied().collect();
        let (mut todo, mut elsewhere) = (callees, 0);
        while let Some(next) = todo.pop() {
            if is_such(next) {
                return true;
            }
            if self.is_elsewhere(next) {
                elsewhere += 1;
                if elsewhere > ELSEWHERE {
                    return true;
                }
            }
            todo.extend(self.called_in(next).into_iter().filter(|callee| seen.insert(*callee)));
        }
        false
    }

    /// Whether something is a function of another crate.
    fn is_elsewhere(&self, callee: Callable<'db>) -> bool {
        matches!(callee, Callable::Function(id) if id.krate(self.cx.db) != self.cx.krate)
    }

    /// What a call of a function with generic arguments may call before anything of the user's is called.
    pub(super) fn of(&self, func: FunctionId, args: GenericArgs<'db>, env: Env) -> Vec<Callable<'db>> {
        match resolve(self.cx, env, func, args) {
            CallTarget::Function(id, args) if self.is_std(id.module(self.cx.db)) => {
                self.through_std(id, args.types(), env)
            }
            CallTarget::Function(id, args) => {
                // (For a type parameter in its body, only what the crate implements is followed: see [`held`](Self::held).)
                let theirs = self.of_types(args.types(), env).into_iter().filter(|callee| self.is_elsewhere(*callee));
                theirs.chain([Callable::Function(id)]).collect()
            }
            CallTarget::Closure(id, ..) => vec![Callable::Closure(id)],
            CallTarget::Derived(derived, _, args) => self.of_derived(derived, args, env),
            CallTarget::Callable(ty) => self.of_types([ty], env),
            CallTarget::Abstract(method, args) => {
                let ItemContainerId::TraitId(of) = method.lookup(self.cx.db).container else { return Vec::new() };
                // (The type may be one of the standard library, which holds one of the crate.)
                let asked = self.cx.bounds.of_trait(self.cx.types, of).into_iter().collect();
                let provided = [Callable::Function(method)].into_iter();
                provided.chain(self.all_of(&asked)).chain(self.of_types(args.types(), env)).collect()
            }
            CallTarget::BuiltInClone => self.of_types(args.types(), env),
            CallTarget::Unknown => Vec::new(),
        }
    }

    /// What a derived method may call, for a type with these generic arguments.
    pub(super) fn of_derived(
        &self,
        derived: BuiltinDeriveImplId,
        args: GenericArgs<'db>,
        env: Env,
    ) -> Vec<Callable<'db>> {
        let adt = derived.loc(self.cx.db).adt;
        let (own, _) = args.as_slice().split_at(alike::param_count(self.cx, adt).min(args.len()));
        let this = Ty::new_adt(self.cx.types.interner(), adt, GenericArgs::new_from_slice(own));
        self.of_types(args.types().chain([this]), env)
    }

    /// What a function of the standard library may call of what its generic arguments hold.
    pub(super) fn through_std(
        &self,
        id: FunctionId,
        args: impl IntoIterator<Item = Ty<'db>>,
        env: Env,
    ) -> Vec<Callable<'db>> {
        let asked = self.cx.bounds.of(self.cx.types, id);
        let drop = lang_items(self.cx.db, self.cx.krate).Drop;
        let traits: HashSet<TraitId> = asked.traits.iter().copied().chain(drop).collect();
        let of_objects = self.all_of(&traits).filter(|_| asked.erases);
        of_objects.chain(self.held(args, env, Some(&traits))).collect()
    }

    /// The functions that someone has as a value: what a pointer to a function may lead to.
    pub(super) fn values(&self) -> Vec<Callable<'db>> {
        let all = self.cx.items.fns.iter().filter(|item| item.def.is_value);
        all.map(|item| Callable::Function(item.id)).collect()
    }

    /// All that implements one of some traits.
    fn all_of(&self, traits: &HashSet<TraitId>) -> impl Iterator<Item = Callable<'db>> {
        let all = self.implementations.iter().filter(|known| traits.contains(&known.of));
        all.map(|known| Callable::Function(known.method))
    }

    /// What may be called when a value of a type is dropped.
    pub(super) fn of_drop(&self, ty: Ty<'db>, env: Env) -> Vec<Callable<'db>> {
        let drop = lang_items(self.cx.db, self.cx.krate).Drop;
        match super::glue::needs_glue(self.cx, ty, env) {
            true => self.held([ty], env, Some(&drop.into_iter().collect())),
            false => Vec::new(),
        }
    }

    /// Each function in values of some types, and all that implements a trait for a type in them.
    pub(super) fn of_types(&self, tys: impl IntoIterator<Item = Ty<'db>>, env: Env) -> Vec<Callable<'db>> {
        self.held(tys, env, None)
    }

    /// Each function in values of some types, and all that implements one of the traits (any, if none are given) for a type in them.
    fn held(
        &self,
        tys: impl IntoIterator<Item = Ty<'db>>,
        env: Env,
        asked: Option<&HashSet<TraitId>>,
    ) -> Vec<Callable<'db>> {
        let of_trait = |known: &&Implementation| asked.is_none_or(|asked| asked.contains(&known.of));
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        let mut todo: Vec<Ty<'db>> = tys.into_iter().collect();
        while let Some(ty) = todo.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match ty.kind() {
                TyKind::FnDef(id, args) => {
                    if let CallableDefId::FunctionId(func) = id.0 {
                        found.extend(self.of(func, args, env));
                    }
                }
                TyKind::Closure(id, args) => {
                    found.push(Callable::Closure(id.0));
                    todo.extend(alike::captures(self.cx, id.0, args, env));
                }
                TyKind::Adt(adt, args) => {
                    let id = adt.def_id();
                    todo.extend(args.types());
                    let std = self.is_std(id.module(self.cx.db));
                    let nested = !std && self.cx.types.is_nested(id);
                    if !std && !nested {
                        todo.extend(alike::fields(self.cx, id, args, env).into_iter().flatten());
                    }
                    let anything = nested || std && self.is_erased(id);
                    let is_for = |known: &&Implementation| anything || known.adt.map_or(!std, |adt| adt == id);
                    let own = self.implementations.iter().filter(is_for).filter(of_trait);
                    found.extend(own.map(|known| Callable::Function(known.method)));
                    let krate = id.module(self.cx.db).krate(self.cx.db);
                    if !std && krate != self.cx.krate {
                        let all = self.elsewhere(krate);
                        let theirs = all.iter().filter(is_for).filter(of_trait);
                        found.extend(theirs.map(|known| Callable::Function(known.method)));
                    }
                }
                TyKind::Ref(_, inner, _) | TyKind::Slice(inner) | TyKind::Array(inner, _) => todo.push(inner),
                TyKind::Tuple(all) => todo.extend(all.iter()),
                // Anything that is there for the trait.
                TyKind::Dynamic(..) => {
                    let all = self.implementations.iter().filter(of_trait);
                    found.extend(all.map(|known| Callable::Function(known.method)));
                }
                // Any type that has what is asked for. (A method of its own is called by way of a bound: see [`of`](Self::of).)
                TyKind::Param(_) | TyKind::Alias(..) => found.extend(asked.into_iter().flat_map(|of| self.all_of(of))),
                _ => {}
            }
        }
        found
    }

    /// Where the body of something is that is not the standard library's: all of what is there, or a closure in it.
    pub(super) fn body(&self, of: Callable<'db>) -> Option<(DefWithBodyId, Option<ExprId>)> {
        match of {
            Callable::Function(id) if !self.is_std(id.module(self.cx.db)) => Some((id.into(), None)),
            Callable::Closure(id) => {
                let hir_ty::db::InternedClosure { owner: hir_ty::InferBodyId::DefWithBodyId(owner), expr, .. } =
                    id.loc(self.cx.db)
                else {
                    return None;
                };
                Some((owner, Some(expr)))
            }
            _ => None,
        }
    }

    /// What something may call.
    fn called_in(&self, of: Callable<'db>) -> Vec<Callable<'db>> {
        let cx = self.cx;
        let Some((owner, root)) = self.body(of) else { return Vec::new() };
        let body = hir_def::expr_store::Body::of(cx.db, owner);
        let infer = InferenceResult::of(cx.db, owner);
        let env = match owner {
            DefWithBodyId::FunctionId(id) => Env::of(id),
            _ => Env::CLOSED,
        };
        let mut found = Vec::new();
        // (What is in constants, those of type parameters among them, is known by name.)
        if let Callable::Function(id) = of
            && let Some(item) = cx.items.fns.get(cx.fn_id(of).0 as usize).filter(|item| item.id == id)
        {
            let named = item.def.leads_to.iter().filter_map(|to| cx.items.fns.get(to.0 as usize));
            found.extend(named.map(|item| Callable::Function(item.id)));
        }
        let mut dropped = HashSet::new();
        let mut todo: Vec<ExprId> = vec![root.unwrap_or_else(|| body.root_expr())];
        while let Some(e) = todo.pop() {
            if let Some((func, args)) = infer.method_resolution(e) {
                found.extend(self.of(func, args, env));
            }
            let ty = infer.expr_ty(e);
            match ty.kind() {
                TyKind::FnDef(..) => found.extend(self.of_types([ty], env)),
                TyKind::Closure(id, _) if Some(e) != root => found.push(Callable::Closure(id.0)),
                _ => {}
            }
            if dropped.insert(ty) {
                found.extend(self.of_drop(ty, env));
            }
            super::walk::parts(body, e, |part| todo.push(part));
        }
        let patterns = body.pats().map(|(pat, _)| infer.pat_ty(pat));
        // (`self` is no pattern.)
        for ty in patterns.chain(body.bindings().map(|(id, _)| infer.binding_ty(id))) {
            if dropped.insert(ty) {
                found.extend(self.of_drop(ty, env));
            }
        }
        found
    }

    /// Whether a struct of the standard library may hold values of any type.
    fn is_erased(&self, id: AdtId) -> bool {
        let path = self.cx.types.path_of_adt(id);
        path == "core::fmt::Arguments" || path.ends_with("::io::error::Error")
    }

    fn is_std(&self, module: hir_def::ModuleId) -> bool {
        self.cx.db.origin(module.krate(self.cx.db)) == Origin::Std
    }
}
