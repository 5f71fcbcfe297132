//! What outlives a call: `static`s that can change.
use hir_def::expr_store::HygieneId;
use hir_def::expr_store::path::Path;
use hir_def::hir::ExprId;
use hir_def::resolver::{HasResolver, ValueNs};
use hir_def::signatures::{StaticFlags, StaticSignature};
use hir_def::{AdtId, DefWithBodyId, HasModule, VariantId};
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{Ty, TyKind};
use rustc_type_ir::inherent::IntoKind;

use super::walk::Walk;
use crate::database::Origin;

/// Types nested deeper than this are taken to change.
const DEPTH: usize = 8;

/// Modules of the standard library with types that change behind a shared reference.
const SHARED: [&str; 4] = ["::cell::", "::sync::", "::thread::", "::rc::"];

impl<'db> Walk<'_, 'db> {
    /// What a path in a body means.
    pub(super) fn value(&self, body: DefWithBodyId, e: ExprId, path: &Path, hygiene: HygieneId) -> Option<ValueNs> {
        let db = self.types.db();
        let mut resolver = body.resolver(db);
        let _scope = resolver.update_to_inner_scope(db, body, e);
        resolver.resolve_path_in_value_ns_fully(db, path, hygiene)
    }

    /// Whether a value of that type is a `static` that can change.
    pub(super) fn is_state(&self, value: Option<ValueNs>, ty: Ty<'db>) -> bool {
        let db = self.types.db();
        match value {
            Some(ValueNs::StaticId(id)) => {
                StaticSignature::of(db, id).flags.contains(StaticFlags::MUTABLE) || self.can_change(ty, DEPTH)
            }
            // What `thread_local!` makes is a constant here.
            Some(ValueNs::ConstId(_)) => ty.as_adt().is_some_and(|(id, _)| self.is_shared(id)),
            _ => false,
        }
    }

    fn is_shared(&self, id: AdtId) -> bool {
        let path = self.types.path_of_adt(id);
        SHARED.iter().any(|module| path.contains(module))
    }

    /// Whether a value of the type may change behind a shared reference.
    fn can_change(&self, ty: Ty<'db>, depth: usize) -> bool {
        let db = self.types.db();
        if depth == 0 {
            return true;
        }
        let part = |ty: Ty<'db>| self.can_change(ty, depth - 1);
        match ty.kind() {
            TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Uint(_) | TyKind::Float(_) | TyKind::Str => false,
            TyKind::FnDef(..) | TyKind::FnPtr(..) | TyKind::Never => false,
            TyKind::Ref(_, inner, _) | TyKind::Slice(inner) | TyKind::Array(inner, _) => part(inner),
            TyKind::Tuple(all) => all.iter().any(part),
            TyKind::Adt(adt, args) => {
                let id = adt.def_id();
                if db.origin(id.krate(db)) == Origin::Std {
                    return self.is_shared(id) || args.types().any(part);
                }
                let variants: Vec<VariantId> = match id {
                    AdtId::StructId(id) => vec![id.into()],
                    AdtId::UnionId(id) => vec![id.into()],
                    AdtId::EnumId(id) => {
                        id.enum_variants(db).variants.values().map(|(variant, _)| (*variant).into()).collect()
                    }
                };
                let fields = |variant| db.field_types(variant).iter().any(|(_, ty)| part(ty.ty().skip_binder()));
                args.types().any(part) || variants.into_iter().any(fields)
            }
            _ => true,
        }
    }
}
