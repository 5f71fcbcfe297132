//! Whether a harness can call a function, and if not, why.
use hir_def::hir::generics::{GenericParams, TypeOrConstParamData, TypeParamProvenance};
use hir_def::signatures::{FunctionSignature, TraitSignature};
use hir_def::{FunctionId, GenericDefId, HasModule, ItemContainerId, Lookup, TypeParamId};
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{ClauseKind, GenericArgs, Ty as HirTy, TyKind};
use rustc_type_ir::inherent::IntoKind;

use crate::database::Origin;
use crate::types::{Env, Types};

/// Traits that `i32` has: a type parameter bound by these alone can be called with it.
const MET: [&str; 16] = [
    "Copy",
    "Clone",
    "PartialEq",
    "Eq",
    "PartialOrd",
    "Ord",
    "Debug",
    "Default",
    "Hash",
    "Display",
    "Sized",
    "MetaSized",
    "PointeeSized",
    "Send",
    "Sync",
    "Unpin",
];

/// The reason why a function cannot be called from outside with made-up arguments.
pub(super) fn uncallable(types: &Types<'_>, id: FunctionId, is_nested: bool) -> Option<String> {
    let reason = |text: &str| Some(text.to_owned());
    let data = FunctionSignature::of(types.db(), id);
    let container = id.lookup(types.db()).container;
    if is_nested {
        return reason("it is declared inside another function");
    }
    if matches!(container, ItemContainerId::TraitId(_)) {
        return reason("a provided method of a trait");
    }
    let drops = |of| {
        let lang_items = hir_def::lang_item::lang_items(types.db(), types.krate());
        types.db().impl_trait(of).is_some_and(|it| Some(it.skip_binder().def_id.0) == lang_items.Drop)
    };
    if matches!(container, ItemContainerId::ImplId(of) if drops(of)) {
        return reason("Rust allows no call of a destructor");
    }
    if data.is_unsafe() {
        return reason("it is `unsafe`");
    }
    if data.is_async() {
        return reason("it is `async`");
    }
    if data.is_varargs() {
        return reason("it has a variable number of arguments");
    }
    if data.abi.is_some() {
        return reason("it is an `extern` function");
    }
    let outer = match container {
        ItemContainerId::ImplId(id) => Some(GenericDefId::from(id)),
        _ => None,
    };
    let mut made = Vec::new();
    for item in outer.into_iter().chain([id.into()]) {
        for (local_id, param) in GenericParams::of(types.db(), item).iter_type_or_consts() {
            match param {
                TypeOrConstParamData::ConstParamData(_) => return reason("it has a const parameter"),
                TypeOrConstParamData::TypeParamData(param) => {
                    let id = hir_def::TypeOrConstParamId { parent: item, local_id };
                    if param.provenance == TypeParamProvenance::ArgumentImplTrait {
                        made.push(TypeParamId::from_unchecked(id));
                    }
                }
            }
        }
    }
    if !bounds_are_met(types, id, &made) {
        return reason("it has a type parameter with bounds");
    }
    if !made.is_empty() {
        return reason("it has an `impl Trait` parameter");
    }
    let signature = types.db().callable_item_signature(id.into()).instantiate_identity();
    let signature = types.interner().instantiate_bound_regions_with_erased(signature);
    let (_, inputs) = signature.inputs_and_output.as_slice().split_last()?;
    inputs.iter().find_map(|ty| unmakable(*ty)).map(str::to_owned)
}

/// Whether `i32` meets all that is asked of the type parameters that the caller chooses by name.
fn bounds_are_met(types: &Types<'_>, id: FunctionId, made: &[TypeParamId]) -> bool {
    let db = types.db();
    let env = types.param_env(Env::of(id)).param_env;
    let is_made = |ty: HirTy<'_>| matches!(ty.kind(), TyKind::Param(param) if made.contains(&param.id));
    env.clauses().iter().all(|clause| match clause.kind().skip_binder() {
        ClauseKind::Trait(bound) => {
            let args: GenericArgs<'_> = bound.trait_ref.args;
            let mut tys = args.types();
            let Some(this) = tys.next() else { return false };
            let of = bound.trait_ref.def_id.0;
            let known = || {
                let name = TraitSignature::of(db, of).name.as_str();
                db.origin(of.krate(db)) == Origin::Std && MET.contains(&name)
            };
            is_made(this) || matches!(this.kind(), TyKind::Param(_)) && known() && tys.all(|other| other == this)
        }
        ClauseKind::Projection(bound) => bound.projection_term.args.types().next().is_some_and(is_made),
        ClauseKind::RegionOutlives(_) | ClauseKind::TypeOutlives(_) => true,
        _ => false,
    })
}

/// Why no value of a type can be made up, if it is for a part that shows in it.
fn unmakable(ty: HirTy<'_>) -> Option<&'static str> {
    let any = |args: GenericArgs<'_>| args.types().find_map(unmakable);
    match ty.kind() {
        TyKind::Dynamic(..) => Some("it has a `dyn Trait` parameter"),
        TyKind::FnPtr(..) => Some("it has a function pointer parameter"),
        TyKind::RawPtr(..) => Some("it has a raw pointer parameter"),
        TyKind::Ref(_, inner, _) | TyKind::Slice(inner) | TyKind::Array(inner, _) => unmakable(inner),
        TyKind::Tuple(tys) => tys.iter().find_map(unmakable),
        TyKind::Adt(_, args) => any(args),
        _ => None,
    }
}
