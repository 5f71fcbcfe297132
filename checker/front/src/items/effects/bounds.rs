//! What a function of the standard library may call of the types that it is given: methods of the traits that its signature asks for.
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use hir_def::{AssocItemId, FunctionId, TraitId};
use hir_ty::all_super_traits;
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{Clause, ClauseKind, DbInterner, SolverDefId, Ty, TyKind};
use rustc_type_ir::inherent::{BoundExistentialPredicates as _, IntoKind};
use rustc_type_ir::{Interner as _, TypeSuperVisitable as _, TypeVisitor};

use crate::types::{Env, Types};

/// The traits that functions ask for, with those that these ask for in turn.
#[derive(Default)]
pub(super) struct Bounds(RefCell<HashMap<FunctionId, Rc<[TraitId]>>>);

impl Bounds {
    /// The traits that a function asks for: of its own parameters and those around it, and those of the `dyn`s in its signature.
    pub(super) fn of(&self, types: &Types<'_>, id: FunctionId) -> Rc<[TraitId]> {
        if let Some(known) = self.0.borrow().get(&id) {
            return Rc::clone(known);
        }
        let db = types.db();
        let mut found = Traits::default();
        let env = types.param_env(Env::of(id)).param_env;
        env.clauses().iter().for_each(|clause| found.add_bound(clause));
        let signature = db.callable_item_signature(id.into()).skip_binder();
        signature.skip_binder().inputs_and_output.iter().for_each(|ty| found.visit_ty(ty));
        // Of what an associated type is, what the trait asks of it is called too: `Iterator::next` of an `IntoIterator::IntoIter`.
        let mut seen = BTreeSet::new();
        while let Some(of) = found.0.pop() {
            if seen.insert(of) {
                found.0.extend(all_super_traits(db, of));
                for (_, item) in &of.trait_items(db).items {
                    if let AssocItemId::TypeAliasId(id) = item {
                        let bounds = types.interner().item_bounds(SolverDefId::TypeAliasId(*id)).skip_binder();
                        bounds.into_iter().for_each(|clause| found.add_bound(clause));
                    }
                }
            }
        }
        let found: Rc<[TraitId]> = seen.into_iter().collect();
        self.0.borrow_mut().insert(id, Rc::clone(&found));
        found
    }
}

#[derive(Default)]
struct Traits(Vec<TraitId>);

impl Traits {
    fn add_bound(&mut self, clause: Clause<'_>) {
        if let ClauseKind::Trait(bound) = clause.kind().skip_binder() {
            self.0.push(bound.def_id().0);
        }
    }
}

impl<'db> TypeVisitor<DbInterner<'db>> for Traits {
    type Result = ();

    fn visit_ty(&mut self, ty: Ty<'db>) {
        if let TyKind::Dynamic(bounds, _) = ty.kind() {
            self.0.extend(bounds.principal_def_id().map(|of| of.0));
        }
        ty.super_visit_with(self);
    }
}
