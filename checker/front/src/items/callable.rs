//! Whether a harness can call a function, and if not, why.
use hir_def::FunctionId;
use hir_def::signatures::FunctionSignature;
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{GenericArgs, Ty as HirTy, TyKind};
use rustc_type_ir::inherent::IntoKind;

use super::stand_ins::{StandIns, UNKNOWN, stand_ins};
use crate::guard::guard;
use crate::types::Types;

/// What stands for a function's type parameters when it is called with made-up arguments, or the reason why it cannot be.
pub(super) fn callable(types: &Types<'_>, id: FunctionId, is_nested: bool) -> Result<StandIns, String> {
    let reason = |text: &str| Err(text.to_owned());
    let data = FunctionSignature::of(types.db(), id);
    if is_nested {
        return reason("it is declared inside another function");
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
    if data.abi != hir_def::layout::ExternAbi::Rust {
        return reason("it is an `extern` function");
    }
    let stand_ins = guard(|| stand_ins(types, id)).unwrap_or_else(|| reason(UNKNOWN))?;
    let signature = types.db().callable_item_signature(id.into()).instantiate_identity().skip_norm_wip();
    let signature = types.interner().instantiate_bound_regions_with_erased(signature);
    let inputs = signature.inputs_and_output.as_slice().split_last().map_or(&[][..], |(_, inputs)| inputs);
    match inputs.iter().find_map(|ty| unmakable(*ty)) {
        Some(why) => reason(why),
        None => Ok(stand_ins),
    }
}

/// Why no value of a type can be made up, if it is for a part that shows in it.
fn unmakable(ty: HirTy<'_>) -> Option<&'static str> {
    let any = |args: GenericArgs<'_>| args.types().find_map(unmakable);
    match ty.kind() {
        TyKind::RawPtr(..) => Some("it has a raw pointer parameter"),
        TyKind::Ref(_, inner, _) | TyKind::Slice(inner) | TyKind::Array(inner, _) => unmakable(inner),
        TyKind::Tuple(tys) => tys.iter().find_map(unmakable),
        TyKind::Adt(_, args) => any(args),
        _ => None,
    }
}
