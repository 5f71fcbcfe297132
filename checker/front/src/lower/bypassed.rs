//! Whether a model of the standard library stands for the real function where a user's type overrides what a trait provides.
//!
//! A model calls the methods that make up its meaning. The real function may call others of the same traits, since their bodies in the
//! trait mean the same: `Skip::next` calls `nth`, most consumers call `fold`. A type that overrides one of these may do something else there.
//! So such a call is outside the model, unless the model says which provided methods of its type parameters it goes past:
//! `#[bypasses(nth, fold)]`, or `#[bypasses()]` for none.
use std::collections::HashSet;

use hir_def::lang_item::lang_items;
use hir_def::signatures::FunctionSignature;
use hir_def::{AssocItemId, FunctionId, HasModule, ItemContainerId, Lookup, TraitId};
use hir_ty::db::HirDatabase;
use hir_ty::method_resolution::TraitImpls;
use hir_ty::next_solver::{ClauseKind, GenericArgs, Ty, TyKind};
use ra_syntax::AstNode;
use rustc_type_ir::fast_reject::{TreatParams, simplify_type};
use rustc_type_ir::inherent::IntoKind;

use crate::context::Context;
use crate::database::Origin;
use crate::types::Env;

/// The only provided method that no adapter calls on behalf of another one.
const SIZE_HINT: &str = "size_hint";

/// A provided method that a user's type overrides and that the real function may call where its model calls others.
pub(super) fn bypassed<'db>(cx: &Context<'db>, id: FunctionId, args: GenericArgs<'db>) -> Option<String> {
    let users = user_types(cx, args);
    if users.is_empty() {
        return None;
    }
    let traits = asked_for(cx, id);
    let listed = listed(cx, id);
    // The trait's own body, where the standard library overrides it for its own types, as it likes.
    let forwarded = match id.lookup(cx.db).container {
        ItemContainerId::TraitId(_) => args.types().next().is_some_and(|this| !users.contains(&this)),
        _ => false,
    };
    let matters = |name: &str| match &listed {
        None => true,
        Some(listed) => listed.iter().any(|one| one == name) || forwarded && name != SIZE_HINT,
    };
    users.iter().flat_map(|ty| overridden(cx, &traits, *ty)).find(|name| matters(name))
}

/// Whether it shows how often a value of a type is used: code of the user's, or code that is not known, may run then, since it holds
/// closures, functions, or what implements traits in the program; or it borrows what is used later, as an iterator `by_ref` does.
pub(super) fn use_shows<'db>(cx: &Context<'db>, ty: Ty<'db>) -> bool {
    let mut found = false;
    each_part(ty, &mut |part| {
        found |= match part.kind() {
            TyKind::Adt(adt, _) => cx.db.origin(adt.def_id().krate(cx.db)) != Origin::Std,
            TyKind::Closure(..) | TyKind::FnDef(..) | TyKind::FnPtr(..) | TyKind::Dynamic(..) => true,
            TyKind::Param(_) | TyKind::Alias(..) => true,
            TyKind::Ref(_, _, mutability) => mutability.is_mut(),
            _ => false,
        };
    });
    found
}

/// Whether a type is, or is made of, an iterator that may leave out any number of items at once: its `nth` is the program's, or not known.
pub(super) fn own_nth<'db>(cx: &Context<'db>, ty: Ty<'db>) -> bool {
    let iterator = lang_items(cx.db, cx.krate).Iterator.into_iter().collect();
    let mut found = false;
    each_part(ty, &mut |part| {
        found |= match part.kind() {
            TyKind::Adt(adt, _) if cx.db.origin(adt.def_id().krate(cx.db)) != Origin::Std => {
                overridden(cx, &iterator, part).iter().any(|name| name == "nth")
            }
            TyKind::Dynamic(..) | TyKind::Param(_) | TyKind::Alias(..) => true,
            _ => false,
        };
    });
    found
}

/// The structs and enums in some generic arguments that are not the standard library's.
fn user_types<'db>(cx: &Context<'db>, args: GenericArgs<'db>) -> Vec<Ty<'db>> {
    let mut found = Vec::new();
    for ty in args.types() {
        each_part(ty, &mut |part| {
            if let TyKind::Adt(adt, _) = part.kind()
                && cx.db.origin(adt.def_id().krate(cx.db)) != Origin::Std
                && !found.contains(&part)
            {
                found.push(part);
            }
        });
    }
    found
}

/// The largest number of types that a type is made of, as far as they are looked at.
const PARTS: usize = 1000;

/// A type, and what its generic arguments, elements and targets are made of.
fn each_part<'db>(ty: Ty<'db>, see: &mut dyn FnMut(Ty<'db>)) {
    let mut seen = HashSet::new();
    let mut todo = vec![ty];
    while let Some(ty) = todo.pop().filter(|_| seen.len() < PARTS) {
        if !seen.insert(ty) {
            continue;
        }
        see(ty);
        match ty.kind() {
            TyKind::Adt(_, args) => todo.extend(args.types()),
            TyKind::Ref(_, inner, _) | TyKind::Array(inner, _) | TyKind::Slice(inner) => todo.push(inner),
            TyKind::Tuple(all) => todo.extend(all.iter()),
            _ => {}
        }
    }
}

/// The traits that a function asks of its type parameters.
fn asked_for(cx: &Context<'_>, id: FunctionId) -> HashSet<TraitId> {
    let bounds = cx.param_env(Env::of(id)).param_env;
    let mut traits: HashSet<TraitId> = bounds
        .clauses()
        .iter()
        .filter_map(|clause| match clause.kind().skip_binder() {
            ClauseKind::Trait(bound) => Some(bound.def_id().0),
            _ => None,
        })
        .collect();
    // What becomes an iterator is used as one.
    let items = lang_items(cx.db, cx.krate);
    let becomes = items.IntoIterIntoIter.and_then(|method| match method.lookup(cx.db).container {
        ItemContainerId::TraitId(of) => Some(of),
        _ => None,
    });
    if becomes.is_some_and(|of| traits.contains(&of)) {
        traits.extend(items.Iterator);
    }
    traits
}

/// The names of the provided methods that implementations of some traits for a type override.
fn overridden<'db>(cx: &Context<'db>, traits: &HashSet<TraitId>, ty: Ty<'db>) -> Vec<String> {
    let db: &dyn HirDatabase = cx.db;
    let Some(simple) = simplify_type(cx.types.interner(), ty, TreatParams::AsRigid) else { return Vec::new() };
    let mut found = Vec::new();
    for of in traits {
        let provided: Vec<_> = of
            .trait_items(db)
            .items
            .iter()
            .filter_map(|(name, item)| match item {
                AssocItemId::FunctionId(id) => FunctionSignature::of(db, *id).has_body().then_some(name),
                _ => None,
            })
            .collect();
        for impls in TraitImpls::for_crate_and_deps(db, cx.krate).iter() {
            let (own, _) = impls.for_trait_and_self_ty(*of, &simple);
            for id in own.iter().filter(|id| cx.db.origin(id.krate(db)) != Origin::Std) {
                let items = &id.impl_items(db).items;
                let names = provided.iter().filter(|name| items.iter().any(|(known, _)| known == **name));
                found.extend(names.map(|name| name.as_str().to_owned()));
            }
        }
    }
    // The same method whatever the order of the traits.
    found.sort();
    found
}

/// What the model says that it goes past. `None` if it does not say.
fn listed(cx: &Context<'_>, id: FunctionId) -> Option<Vec<String>> {
    let source = hir_def::src::HasSource::source(id.lookup(cx.db), cx.db);
    let attributes = crate::items::attributes(cx.db, id.krate(cx.db), source.value.syntax());
    let attribute = attributes.iter().find(|attr| attr.path == "bypasses")?;
    let text = attribute.tree().map(|tree| tree.syntax().text().to_string()).unwrap_or_default();
    let names = text.trim_matches(['(', ')']).split(',').map(|name| name.trim().to_owned());
    Some(names.filter(|name| !name.is_empty()).collect())
}
