//! What can be reached from outside the crate: `pub` all the way, or through a `pub use`.
use std::collections::HashSet;

use base_db::Crate;
use hir_def::nameres::crate_def_map;
use hir_def::visibility::Visibility;
use hir_def::{
    AdtId, AssocItemId, DefWithBodyId, FunctionId, HasModule, ItemContainerId, Lookup, ModuleDefId, ModuleId, TraitId,
};
use hir_ty::TyDefId;
use hir_ty::db::HirDatabase;

use crate::database::Database;

/// What was found reachable.
pub(super) struct Reached<'a> {
    db: &'a Database,
    krate: Crate,
    modules: HashSet<ModuleId>,
    defs: HashSet<ModuleDefId>,
}

impl<'a> Reached<'a> {
    /// Everything reachable of a crate.
    pub(super) fn new(db: &'a Database, krate: Crate) -> Reached<'a> {
        let mut reached = Reached { db, krate, modules: HashSet::new(), defs: HashSet::new() };
        let root = crate_def_map(db, krate).root_module_id();
        reached.enter(root);
        reached
    }

    fn enter(&mut self, module: ModuleId) {
        if module.krate(self.db) != self.krate || !self.modules.insert(module) {
            return;
        }
        let scope = &module.def_map(self.db)[module].scope;
        for (_, names) in scope.entries() {
            let types = names.types.filter(|item| item.vis == Visibility::Public).map(|item| item.def);
            let values = names.values.filter(|item| item.vis == Visibility::Public).map(|item| item.def);
            for def in types.into_iter().chain(values) {
                match def {
                    ModuleDefId::ModuleId(inner) => self.enter(inner),
                    ModuleDefId::TypeAliasId(id) => {
                        self.defs.insert(def);
                        let ty = self.db.ty(TyDefId::TypeAliasId(id)).skip_binder();
                        self.defs.extend(ty.as_adt().map(|(id, _)| ModuleDefId::AdtId(id)));
                    }
                    ModuleDefId::EnumVariantId(id) => {
                        self.defs.insert(ModuleDefId::AdtId(AdtId::EnumId(id.lookup(self.db).parent)));
                    }
                    other => drop(self.defs.insert(other)),
                }
            }
        }
    }

    /// Whether a struct or enum is.
    pub(super) fn adt(&self, id: AdtId) -> bool {
        id.krate(self.db) != self.krate || self.defs.contains(&ModuleDefId::AdtId(id))
    }

    /// Whether a trait is.
    pub(super) fn interface(&self, id: TraitId) -> bool {
        self.defs.contains(&ModuleDefId::TraitId(id))
    }

    /// Whether a function is: a method with its type, and one of a trait with the trait.
    pub(super) fn function(&self, id: FunctionId) -> bool {
        self.member(AssocItemId::FunctionId(id), id.into(), id.lookup(self.db).container)
    }

    /// Whether a constant or static is: one of an `impl` or a trait as a function is.
    pub(super) fn constant(&self, id: DefWithBodyId) -> bool {
        match id {
            DefWithBodyId::ConstId(id) => {
                self.member(AssocItemId::ConstId(id), id.into(), id.lookup(self.db).container)
            }
            DefWithBodyId::StaticId(id) => self.defs.contains(&ModuleDefId::StaticId(id)),
            DefWithBodyId::FunctionId(_) | DefWithBodyId::VariantId(_) => false,
        }
    }

    fn member(&self, id: AssocItemId, declared: ModuleDefId, container: ItemContainerId) -> bool {
        let is_pub = || id.assoc_visibility(self.db) == Visibility::Public;
        let of_trait = |id| self.interface(id);
        match container {
            ItemContainerId::ModuleId(_) => self.defs.contains(&declared),
            ItemContainerId::TraitId(id) => of_trait(id),
            ItemContainerId::ImplId(of) => {
                let open = match self.db.impl_trait(of) {
                    Some(of) => {
                        let id = of.skip_binder().def_id.0;
                        id.krate(self.db) != self.krate || of_trait(id)
                    }
                    None => is_pub(),
                };
                let mut ty = self.db.impl_self_ty(of).skip_binder();
                while let Some((inner, ..)) = ty.as_reference() {
                    ty = inner;
                }
                open && ty.as_adt().is_none_or(|(id, _)| self.adt(id))
            }
            ItemContainerId::ExternBlockId(_) => false,
        }
    }
}
