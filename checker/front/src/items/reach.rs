//! What can be reached from outside the crate: `pub` all the way, or through a `pub use`; and the methods of the values that such items
//! give away, though their types may have no name there.
use std::cell::OnceCell;
use std::collections::HashSet;

use base_db::Crate;
use hir_def::expr_store::Body;
use hir_def::nameres::crate_def_map;
use hir_def::visibility::Visibility;
use hir_def::{
    AdtId, AssocItemId, DefWithBodyId, FunctionId, HasModule, ImplId, ItemContainerId, Lookup, ModuleDefId, ModuleId,
    TraitId,
};
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{DbInterner, Ty, TyKind};
use hir_ty::{InferenceResult, TyDefId};
use rustc_type_ir::inherent::{BoundExistentialPredicates as _, IntoKind};
use rustc_type_ir::{AliasTyKind, TypeSuperVisitable, TypeVisitable, TypeVisitor};

use super::signature::functions;
use super::stubs;
use crate::database::Database;
use crate::guard::guard;

use crate::types::{Env, Types, field_is_public, variants};

/// What was found reachable.
pub(super) struct Reached<'a> {
    db: &'a Database,
    krate: Crate,
    modules: HashSet<ModuleId>,
    defs: HashSet<ModuleDefId>,
    /// The structs and enums of which public items return values.
    given: HashSet<AdtId>,
    /// Those of which they return values as something that implements a trait: `impl Trait`, `Box<dyn Trait>`.
    behind: HashSet<AdtId>,
}

impl<'a> Reached<'a> {
    /// Everything reachable of the crate under check.
    pub(super) fn new(types: &Types<'a>) -> Reached<'a> {
        let (db, krate) = (types.db(), types.krate());
        let (modules, defs, given, behind) = (HashSet::new(), HashSet::new(), HashSet::new(), HashSet::new());
        let mut reached = Reached { db, krate, modules, defs, given, behind };
        let root = crate_def_map(db, krate).root_module_id();
        reached.enter(root);
        reached.give(types);
        reached
    }

    /// Finds what public functions return, what is in public fields of that, what its methods return, and so on.
    fn give(&mut self, types: &Types<'a>) {
        let db = self.db;
        let impls = stubs::impls(types);
        let mut all: Vec<FunctionId> = Vec::new();
        for (_, module) in crate_def_map(db, self.krate).modules() {
            for def in module.scope.declarations() {
                match def {
                    ModuleDefId::FunctionId(id) => all.push(id),
                    ModuleDefId::TraitId(id) => all.extend(functions(&id.trait_items(db).items)),
                    _ => {}
                }
            }
            all.extend(module.scope.impls().flat_map(|id| functions(&id.impl_items(db).items)));
        }
        let objects = Objects::new(types, &impls, &all);
        let mut left = all.clone();
        let (mut held, mut looked_at): (Vec<AdtId>, HashSet<AdtId>) = (Vec::new(), HashSet::new());
        loop {
            let mut given = Given { types, objects: &objects, env: Env::CLOSED, plain: Vec::new(), behind: Vec::new() };
            let (open, rest): (Vec<FunctionId>, Vec<FunctionId>) = left.into_iter().partition(|id| self.function(*id));
            left = rest;
            for id in &open {
                given.env = Env::of(*id);
                let signature = db.callable_item_signature((*id).into()).instantiate_identity().skip_norm_wip();
                let signature = types.interner().instantiate_bound_regions_with_erased(signature);
                let Some((output, inputs)) = signature.inputs_and_output.as_slice().split_last() else { continue };
                let (plain, behind) = (given.plain.len(), given.behind.len());
                given.look(*output);
                // Who has none is given none by what takes one.
                let mut taken = Parts::default();
                inputs.iter().for_each(|ty| ty.visit_with(&mut taken));
                let fresh = |all: &mut Vec<AdtId>, from: usize| {
                    let kept: Vec<AdtId> = all.drain(from..).filter(|id| !taken.adts.contains(id)).collect();
                    all.extend(kept);
                };
                fresh(&mut given.plain, plain);
                fresh(&mut given.behind, behind);
            }
            for id in held.drain(..).filter(|id| id.krate(db) == self.krate) {
                given.env = Env::of(id);
                for variant in variants(db, id) {
                    let is_enum = matches!(id, AdtId::EnumId(_));
                    let fields = db.field_types(variant);
                    let public = fields.iter().filter(|(at, _)| is_enum || field_is_public(db, variant, *at));
                    public.for_each(|(_, ty)| given.look(ty.ty().instantiate_identity().skip_norm_wip()));
                }
            }
            held.extend(given.plain.iter().copied().filter(|id| looked_at.insert(*id)));
            let known = self.behind.len();
            self.given.extend(given.plain);
            self.behind.extend(given.behind);
            if open.is_empty() && held.is_empty() && self.behind.len() == known {
                return;
            }
        }
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

    /// Whether public functions and fields give values of a struct or enum away.
    pub(super) fn is_given(&self, id: AdtId) -> bool {
        self.given.contains(&id) || self.behind.contains(&id)
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
                let is_open = |id| self.adt(id) || self.given.contains(&id);
                let is_behind = |id| self.db.impl_trait(of).is_some() && self.behind.contains(&id);
                open && ty.as_adt().is_none_or(|(id, _)| is_open(id) || is_behind(id))
            }
            ItemContainerId::ExternBlockId(_) => false,
        }
    }
}

/// The structs and enums in types, of which somebody has values.
struct Given<'a, 'db> {
    types: &'a Types<'db>,
    objects: &'a Objects<'a, 'db>,
    env: Env,
    plain: Vec<AdtId>,
    behind: Vec<AdtId>,
}

impl<'db> Given<'_, 'db> {
    fn look(&mut self, ty: Ty<'db>) {
        ty.visit_with(self);
    }
}

impl<'db> TypeVisitor<DbInterner<'db>> for Given<'_, 'db> {
    type Result = ();

    fn visit_ty(&mut self, ty: Ty<'db>) {
        match ty.kind() {
            TyKind::Adt(adt, _) => self.plain.push(adt.def_id()),
            TyKind::Alias(alias) => {
                // (To know what is behind an opaque type, the function's body is inferred.)
                let known = guard(|| self.types.normalize(ty, self.env));
                match (known.filter(|known| *known != ty), alias.kind) {
                    (Some(known), AliasTyKind::Opaque { .. }) => {
                        self.behind.extend(known.strip_references().as_adt().map(|(id, _)| id));
                    }
                    (Some(known), _) => known.visit_with(self),
                    (None, _) => {}
                }
            }
            TyKind::Dynamic(bounds, _) => {
                if let Some(of) = bounds.principal() {
                    self.behind.extend(self.objects.of(of.skip_binder().def_id.0));
                }
            }
            _ => {}
        }
        ty.super_visit_with(self);
    }
}

/// What the objects of traits may be.
struct Objects<'a, 'db> {
    types: &'a Types<'db>,
    impls: &'a [(ImplId, TraitId)],
    functions: &'a [FunctionId],
    /// The types of which the crate makes objects, once that is asked for, with the object.
    made: OnceCell<Vec<(Ty<'db>, TraitId)>>,
}

impl<'a, 'db> Objects<'a, 'db> {
    fn new(types: &'a Types<'db>, impls: &'a [(ImplId, TraitId)], functions: &'a [FunctionId]) -> Objects<'a, 'db> {
        Objects { types, impls, functions, made: OnceCell::new() }
    }

    /// The crate's types that implement a trait and may be made objects of it: of a trait of others, all, since others may make them.
    fn of(&self, of: TraitId) -> Vec<AdtId> {
        let db = self.types.db();
        let implement = self.impls.iter().filter(|(_, implemented)| *implemented == of);
        let tys = implement.map(|(id, _)| db.impl_self_ty(*id).skip_binder().strip_references());
        let all = tys.filter_map(|ty| ty.as_adt().map(|(id, _)| id));
        if of.krate(db) != self.types.krate() {
            return all.collect();
        }
        let made: Vec<Ty<'db>> = self.made().iter().filter(|(_, made)| *made == of).map(|(ty, _)| *ty).collect();
        let mut found = Parts::default();
        made.iter().for_each(|ty| ty.visit_with(&mut found));
        all.filter(|id| found.is_open || found.adts.contains(id)).collect()
    }

    fn made(&self) -> &[(Ty<'db>, TraitId)] {
        self.made.get_or_init(|| {
            self.functions.iter().flat_map(|id| guard(|| self.made_in(*id)).unwrap_or_default()).collect()
        })
    }

    fn made_in(&self, id: FunctionId) -> Vec<(Ty<'db>, TraitId)> {
        let db = self.types.db();
        let infer = InferenceResult::of(db, DefWithBodyId::from(id));
        let mut made = Vec::new();
        for (expr, _) in Body::of(db, id.into()).exprs() {
            let Some(last) = infer.expr_adjustment(expr).and_then(|all| all.last()) else { continue };
            let (mut before, mut after) = (Parts::default(), Parts::default());
            infer.expr_ty(expr).visit_with(&mut before);
            last.target.as_ref().visit_with(&mut after);
            let fresh = after.objects.into_iter().filter(|of| !before.objects.contains(of));
            made.extend(fresh.map(|of| (infer.expr_ty(expr), of)));
        }
        made
    }
}

/// What a type is made of.
#[derive(Default)]
struct Parts {
    adts: Vec<AdtId>,
    objects: Vec<TraitId>,
    /// Whether parts are only known where its parameters are.
    is_open: bool,
}

impl<'db> TypeVisitor<DbInterner<'db>> for Parts {
    type Result = ();

    fn visit_ty(&mut self, ty: Ty<'db>) {
        match ty.kind() {
            TyKind::Adt(adt, _) => self.adts.push(adt.def_id()),
            TyKind::Dynamic(bounds, _) => self.objects.extend(bounds.principal().map(|of| of.skip_binder().def_id.0)),
            TyKind::Param(_) | TyKind::Alias(..) | TyKind::Error(_) => self.is_open = true,
            _ => {}
        }
        ty.super_visit_with(self);
    }
}
