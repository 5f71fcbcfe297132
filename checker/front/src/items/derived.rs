//! Derived methods that give others values of a type with invariants: `Default::default`, and `Clone::clone` where the clone of a part may be
//! another value. They have no source, and are claimed to keep the invariants as public functions are.
use hir_def::builtin_derive::BuiltinDeriveImplMethod;
use hir_def::{AdtId as HirAdtId, BuiltinDeriveImplId, GenericDefId, HasModule};
use hir_ty::next_solver::Ty as HirTy;
use refine_core::ids::AdtId;
use refine_core::program::{FnDef, ParamDef};
use refine_core::ty::{FnInst, Ty};

use super::attrs::conditions;
use super::collect::adt_source;
use super::signature::{bare, nowhere};
use crate::clause;
use crate::context::{Callable, Context};
use crate::lower::{Likeness, structural};
use crate::types::Env;

/// The definition of a derived method. One that gives no values with invariants is as if it were of the standard library.
pub(super) fn definition(cx: &Context<'_>, of: BuiltinDeriveImplId, method: BuiltinDeriveImplMethod) -> FnDef {
    let adt = of.loc(cx.db).adt;
    let name = format!("{method:?}");
    let path = format!("{}::{name}", cx.types.path_of_adt(adt));
    maker(cx, adt, method, &path, &name)
        .unwrap_or_else(|| FnDef { std: true, ..bare(path.clone(), name.clone(), nowhere(cx), Vec::new(), Ty::unit()) })
}

fn maker(cx: &Context<'_>, adt: HirAdtId, method: BuiltinDeriveImplMethod, path: &str, name: &str) -> Option<FnDef> {
    let this = made(cx, adt, method)?;
    let Ty::Adt(id, _) = this else { return None };
    cx.types.with_adt(id, |def| {
        let generics = def.generics[..def.generics.len() - def.projections].to_vec();
        let mut found = bare(path.to_owned(), name.to_owned(), def.span?, generics, this.clone());
        if method == BuiltinDeriveImplMethod::clone {
            let ty = Ty::Ref(false, Box::new(this.clone()));
            found.params = vec![ParamDef { name: "self".to_owned(), ty, is_static: false }];
        }
        // There is no source to put anything into.
        found.block.end = found.block.start;
        (found.module, found.public, found.annotated) = (def.module?, true, true);
        // (The traits are in the prelude: what calls it need not name them. Where `i32` is not what a parameter of the type may be, rustc will say so.)
        found.self_ty = Some(this.clone());
        found.cfg = conditions(cx.db, adt.module(cx.db).krate(cx.db), &adt_source(cx.db, adt).value);
        found.uncallable =
            (!def.consts.is_empty()).then(|| "it is derived for a type with constant parameters".to_owned());
        Some(found)
    })
}

/// The type with invariants, reachable from outside the crate, of which a derived method gives a value.
fn made(cx: &Context<'_>, adt: HirAdtId, method: BuiltinDeriveImplMethod) -> Option<Ty> {
    let makes = match method {
        BuiltinDeriveImplMethod::default => true,
        // What is cloned as it is has the invariants that it had.
        BuiltinDeriveImplMethod::clone => {
            let this = HirTy::new_adt(cx.types.interner(), adt, cx.types.identity(adt.into()));
            !structural(cx, this, Env::of(GenericDefId::from(adt)), Likeness::Clone)
        }
        _ => false,
    };
    let id: AdtId = cx.items.adts.iter().find(|item| item.id == adt).filter(|_| makes)?.adt?;
    let this = |def: &refine_core::program::AdtDef| {
        let params = def.generics.iter().map(|name| Ty::Param(name.clone()));
        def.public.then(|| Ty::Adt(id, params.collect()))
    };
    let module = cx.types.with_adt(id, |def| def.module)?;
    cx.types.with_adt(id, this).filter(|this| clause::has_invariants(cx, module, this))
}

/// All of these methods.
pub(crate) fn makers(cx: &Context<'_>) -> Vec<FnInst> {
    let of_type = |adt: HirAdtId| {
        let module = adt.module(cx.db);
        let derived =
            module.def_map(cx.db)[module].scope.builtin_derive_impls().filter(move |of| of.loc(cx.db).adt == adt);
        derived.flat_map(|of| of.loc(cx.db).trait_.all_methods().iter().map(move |method| (of, *method)))
    };
    let all = cx.items.adts.iter().map(|item| item.id).flat_map(of_type);
    let makes = all.filter(|(of, method)| made(cx, of.loc(cx.db).adt, *method).is_some());
    let instance = |(of, method): (BuiltinDeriveImplId, BuiltinDeriveImplMethod)| {
        let adt = of.loc(cx.db).adt;
        cx.instance(Callable::Derived(of, method), cx.types.identity(adt.into()), Env::of(GenericDefId::from(adt)))
    };
    makes.map(instance).collect()
}
