//! What of an item has expressions of its own beside the bodies of functions: constants, discriminants, lengths of arrays in types. Each may
//! hold items and closures.
use hir_def::expr_store::{Body, ExpressionStore};
use hir_def::hir::{Expr, ExprId};
use hir_def::signatures::{
    ConstSignature, EnumSignature, FunctionSignature, StructSignature, TraitSignature, TypeAliasSignature,
    UnionSignature,
};
use hir_def::src::HasSource;
use hir_def::{
    AdtId, AssocItemId, DefWithBodyId, ExpressionStoreOwnerId as Owner, GenericDefId, ImplId, ModuleDefId, TraitId,
    VariantId,
};
use hir_expand::Lookup as _;
use hir_expand::name::Name;
use ra_syntax::AstNode;
use refine_core::ids::ModuleId;

use crate::database::Database;
use crate::lower;
use crate::lower::walk::parts;

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

/// An expression in a type, such as the length of an array.
#[derive(Debug)]
pub struct InType {
    /// What it stands in.
    pub owner: Owner,
    /// The expression.
    pub root: ExprId,
    /// The module that it is in.
    pub module: ModuleId,
}

/// The expressions in the types of a signature, of fields, or of a body that call something.
pub(super) fn in_types(db: &Database, owner: Owner) -> Vec<ExprId> {
    let store = ExpressionStore::of(db, owner);
    let mut roots = match owner {
        Owner::Body(id) => lower::in_types(store, Body::of(db, id).root_expr()),
        Owner::Signature(_) | Owner::VariantFields(_) => store.expr_roots().collect(),
    };
    roots.retain(|root| calls(store, *root));
    roots
}

fn calls(store: &ExpressionStore, e: ExprId) -> bool {
    let mut found = matches!(store[e], Expr::Call { .. } | Expr::MethodCall { .. });
    parts(store, e, |part| found |= calls(store, part));
    found
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

/// The name of an item; of an `impl`, that of the type that it is for.
pub(super) fn name_of(db: &Database, of: GenericDefId) -> String {
    let name = match of {
        GenericDefId::AdtId(AdtId::StructId(id)) => StructSignature::of(db, id).name.clone(),
        GenericDefId::AdtId(AdtId::UnionId(id)) => UnionSignature::of(db, id).name.clone(),
        GenericDefId::AdtId(AdtId::EnumId(id)) => EnumSignature::of(db, id).name.clone(),
        GenericDefId::FunctionId(id) => FunctionSignature::of(db, id).name.clone(),
        GenericDefId::TraitId(id) => TraitSignature::of(db, id).name.clone(),
        GenericDefId::TypeAliasId(id) => TypeAliasSignature::of(db, id).name.clone(),
        GenericDefId::ConstId(id) => return name(db, id.into()).unwrap_or_else(|| "_".to_owned()),
        GenericDefId::StaticId(id) => return name(db, id.into()).unwrap_or_default(),
        GenericDefId::ImplId(id) => {
            let ty = id.lookup(db).source(db).value.self_ty();
            return ty.map(|ty| super::mentions::last_name(ty.syntax())).unwrap_or_default();
        }
    };
    name.as_str().to_owned()
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
