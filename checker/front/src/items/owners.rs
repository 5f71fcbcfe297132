//! What of an item has expressions of its own beside the bodies of functions: constants, discriminants, lengths of arrays in types. Each may
//! hold items and closures.
use hir_def::signatures::ConstSignature;
use hir_def::{
    AdtId, AssocItemId, DefWithBodyId, ExpressionStoreOwnerId as Owner, GenericDefId, ImplId, ModuleDefId, TraitId,
    VariantId,
};
use hir_expand::Lookup as _;
use hir_expand::name::Name;
use refine_core::ids::ModuleId;

use crate::database::Database;

/// A constant, static or discriminant, whose closures are listed as functions are.
#[derive(Debug)]
pub struct ConstItem {
    /// Its body.
    pub id: DefWithBodyId,
    /// The module that it is in.
    pub module: ModuleId,
    /// Whether it is reachable from outside the crate.
    pub public: bool,
}

/// Those of a declaration in a module or block; of a function, see its own.
pub(super) fn of_declaration(db: &Database, def: ModuleDefId) -> Vec<Owner> {
    match def {
        ModuleDefId::ConstId(id) => both(id.into(), id.into()),
        ModuleDefId::StaticId(id) => both(id.into(), id.into()),
        ModuleDefId::TypeAliasId(id) => vec![Owner::Signature(id.into())],
        ModuleDefId::AdtId(id) => of_adt(db, id),
        ModuleDefId::TraitId(id) => of_trait(db, id),
        _ => Vec::new(),
    }
}

/// Those of an `impl`.
pub(super) fn of_impl(db: &Database, id: ImplId) -> Vec<Owner> {
    [Owner::Signature(id.into())].into_iter().chain(of_items(&id.impl_items(db).items)).collect()
}

fn of_trait(db: &Database, id: TraitId) -> Vec<Owner> {
    [Owner::Signature(id.into())].into_iter().chain(of_items(&id.trait_items(db).items)).collect()
}

fn of_items(items: &[(Name, AssocItemId)]) -> Vec<Owner> {
    let of = |(_, item): &(Name, AssocItemId)| match *item {
        AssocItemId::ConstId(id) => both(id.into(), id.into()),
        AssocItemId::TypeAliasId(id) => vec![Owner::Signature(id.into())],
        AssocItemId::FunctionId(id) => vec![Owner::Signature(id.into())],
    };
    items.iter().flat_map(of).collect()
}

fn of_adt(db: &Database, id: AdtId) -> Vec<Owner> {
    let fields = match id {
        AdtId::StructId(id) => vec![Owner::VariantFields(VariantId::StructId(id))],
        AdtId::UnionId(id) => vec![Owner::VariantFields(VariantId::UnionId(id))],
        AdtId::EnumId(id) => {
            let of = |id| [Owner::VariantFields(VariantId::EnumVariantId(id)), Owner::Body(id.into())];
            id.enum_variants(db).variants.values().flat_map(|(id, _)| of(*id)).collect()
        }
    };
    [Owner::Signature(id.into())].into_iter().chain(fields).collect()
}

fn both(signature: GenericDefId, body: DefWithBodyId) -> Vec<Owner> {
    vec![Owner::Signature(signature), Owner::Body(body)]
}

/// The name of what has a body and is no function.
pub(super) fn name(db: &Database, body: DefWithBodyId) -> Option<String> {
    match body {
        DefWithBodyId::ConstId(id) => Some(ConstSignature::of(db, id).name.as_ref()?.as_str().to_owned()),
        DefWithBodyId::StaticId(id) => Some(hir_def::signatures::StaticSignature::of(db, id).name.as_str().to_owned()),
        DefWithBodyId::VariantId(id) => Some(id.lookup(db).name.as_str().to_owned()),
        DefWithBodyId::FunctionId(_) => None,
    }
}
