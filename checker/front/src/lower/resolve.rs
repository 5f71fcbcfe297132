//! Which function a call means, for the instance at hand.
use either::Either;
use hir_def::builtin_derive::BuiltinDeriveImplMethod;
use hir_def::lang_item::lang_items;
use hir_def::signatures::FunctionSignature;
use hir_def::{AssocItemId, BuiltinDeriveImplId, FunctionId, HasModule, ImplId, ItemContainerId, Lookup, TraitId};
use hir_expand::name::Name;
use hir_ty::db::{HirDatabase, InternedClosureId};
use hir_ty::method_resolution::TraitImpls;
use hir_ty::next_solver::{GenericArgs, Ty, TyKind};
use refine_core::planted::{Defect, is_planted};
use rustc_type_ir::TypeVisitableExt as _;
use rustc_type_ir::fast_reject::{TreatParams, simplify_type};
use rustc_type_ir::inherent::{BoundExistentialPredicates as _, IntoKind};

use crate::context::Context;
use crate::types::Env;

/// What a call leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CallTarget<'db> {
    /// A function with its generic arguments.
    Function(FunctionId, GenericArgs<'db>),
    /// A method of a trait whose implementation is not known, as on a type parameter or a `dyn Trait`.
    Abstract(FunctionId, GenericArgs<'db>),
    /// A method of a derived `impl`.
    Derived(BuiltinDeriveImplId, BuiltinDeriveImplMethod, GenericArgs<'db>),
    /// A closure, called through one of the `Fn` traits.
    Closure(InternedClosureId<'db>, GenericArgs<'db>, FnKind),
    /// A function or constructor, called through one of the `Fn` traits.
    Callable(Ty<'db>),
    /// `clone` of a type whose values are copied part by part by the compiler's own implementation.
    BuiltInClone,
    /// Nobody knows.
    Unknown,
}

/// A `Fn` trait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FnKind {
    /// `call`.
    Fn,
    /// `call_mut`.
    FnMut,
    /// `call_once`.
    FnOnce,
}

/// What a call of a function with generic arguments leads to.
pub(crate) fn resolve<'db>(cx: &Context<'db>, env: Env, func: FunctionId, args: GenericArgs<'db>) -> CallTarget<'db> {
    let ItemContainerId::TraitId(of) = func.lookup(cx.db).container else { return CallTarget::Function(func, args) };
    if let Some(known) = cx.answers.targets.borrow().get(&(func, args, env)) {
        return *known;
    }
    let target = implemented(cx, env, (func, of), args);
    cx.answers.targets.borrow_mut().insert((func, args, env), target);
    target
}

/// Where a call of a trait's method leads.
fn implemented<'db>(
    cx: &Context<'db>,
    env: Env,
    (func, of): (FunctionId, TraitId),
    args: GenericArgs<'db>,
) -> CallTarget<'db> {
    let db: &'db dyn HirDatabase = cx.db;
    let Some(this) = args.types().next() else { return CallTarget::Unknown };
    if let Some(kind) = fn_kind(cx, of) {
        match this.kind() {
            TyKind::Closure(id, closure_args) => return CallTarget::Closure(id.0, closure_args, kind),
            TyKind::FnDef(..) => return CallTarget::Callable(this),
            TyKind::FnPtr(..) | TyKind::Dynamic(..) | TyKind::Param(_) | TyKind::Alias(..) => {
                return CallTarget::Abstract(func, args);
            }
            _ => {}
        }
    }
    if let TyKind::Dynamic(bounds, _) = this.kind()
        && let Some(principal) = bounds.principal_def_id()
        && hir_ty::all_super_traits(db, principal.0).contains(&of)
    {
        return CallTarget::Abstract(func, args);
    }
    if is_planted(Defect::OverriddenMethodIgnored) && FunctionSignature::of(db, func).has_body() {
        return CallTarget::Function(func, args);
    }
    match db.lookup_impl_method(cx.param_env(env), func, args) {
        (Either::Left(found), args) if found != func => CallTarget::Function(found, args),
        (Either::Right((derived, method)), args) => CallTarget::Derived(derived, method, args),
        (Either::Left(_), args) => match provided(cx, env, func, of, this, args) {
            // Bounds promise an implementation, as in `where for<'a> &'a T: IntoIterator` or `where Span: Add<T>`.
            CallTarget::Unknown if args.has_non_region_param() => CallTarget::Abstract(func, args),
            target => target,
        },
    }
}

fn fn_kind(cx: &Context<'_>, of: TraitId) -> Option<FnKind> {
    let items = lang_items(cx.db, cx.krate);
    let is = |item: Option<TraitId>| item == Some(of);
    match () {
        () if is(items.Fn) => Some(FnKind::Fn),
        () if is(items.FnMut) => Some(FnKind::FnMut),
        () if is(items.FnOnce) => Some(FnKind::FnOnce),
        () => None,
    }
}

/// No implementation has the method. The trait's own body is meant if there is an implementation, and it is known to leave the method out.
fn provided<'db>(
    cx: &Context<'db>,
    env: Env,
    func: FunctionId,
    of: TraitId,
    this: Ty<'db>,
    args: GenericArgs<'db>,
) -> CallTarget<'db> {
    let db: &'db dyn HirDatabase = cx.db;
    if matches!(this.kind(), TyKind::Param(_) | TyKind::Alias(..)) {
        return CallTarget::Abstract(func, args);
    }
    let signature = FunctionSignature::of(db, func);
    if !signature.has_body() {
        let is_clone = lang_items(cx.db, cx.krate).Clone == Some(of);
        return match this.kind() {
            TyKind::Tuple(_) | TyKind::Closure(..) | TyKind::FnDef(..) | TyKind::FnPtr(..) if is_clone => {
                CallTarget::BuiltInClone
            }
            _ => CallTarget::Unknown,
        };
    }
    let left_out = match sibling(cx, env, func, of, args) {
        Some(Either::Left(found)) => !has_item(db, found, &signature.name),
        // A derived implementation has no more methods than it must.
        Some(Either::Right(())) => true,
        None => all_leave_out(cx, of, this, &signature.name),
    };
    if left_out { CallTarget::Function(func, args) } else { CallTarget::Unknown }
}

/// The implementation that has another method of the trait, one that none can leave out.
fn sibling<'db>(
    cx: &Context<'db>,
    env: Env,
    func: FunctionId,
    of: TraitId,
    args: GenericArgs<'db>,
) -> Option<Either<ImplId, ()>> {
    let db: &'db dyn HirDatabase = cx.db;
    let of_trait = hir_def::hir::generics::GenericParams::of(db, of.into()).len();
    let args = GenericArgs::new_from_slice(args.as_slice().get(..of_trait)?);
    let required = of.trait_items(db).items.iter().find_map(|(_, item)| match item {
        AssocItemId::FunctionId(id) => (*id != func && !FunctionSignature::of(db, *id).has_body()).then_some(*id),
        _ => None,
    })?;
    match db.lookup_impl_method(cx.param_env(env), required, args) {
        (Either::Left(found), _) => match found.lookup(db).container {
            ItemContainerId::ImplId(id) => Some(Either::Left(id)),
            _ => None,
        },
        (Either::Right(_), _) => Some(Either::Right(())),
    }
}

fn has_item(db: &dyn HirDatabase, id: ImplId, name: &Name) -> bool {
    id.impl_items(db).items.iter().any(|(known, _)| known == name)
}

/// Whether there are implementations of the trait that may be for the type, and none of them has the method.
fn all_leave_out(cx: &Context<'_>, of: TraitId, this: Ty<'_>, name: &Name) -> bool {
    let db: &dyn HirDatabase = cx.db;
    let Some(simple) = simplify_type(cx.types.interner(), this, TreatParams::AsRigid) else { return false };
    let mut any = false;
    for impls in TraitImpls::for_crate_and_deps(db, cx.krate).iter() {
        let (own, derived) = impls.for_trait_and_self_ty(of, &simple);
        any |= !derived.is_empty();
        for id in own.iter().chain(impls.blanket_impls(of)) {
            any = true;
            if has_item(db, *id, name) {
                return false;
            }
        }
    }
    any
}

/// The crate that declares a function, by the name that paths start with; empty for the crate under check.
pub(crate) fn path_of(cx: &Context<'_>, func: FunctionId) -> String {
    let name = FunctionSignature::of(cx.db, func).name.as_str().to_owned();
    match func.lookup(cx.db).container {
        ItemContainerId::ModuleId(module) => cx.types.path_in(module, &name),
        _ => format!("{}::{name}", cx.types.path_in(func.module(cx.db), "")),
    }
}
