//! What a function of the standard library may call of the types that it is given: methods of the traits that its signature asks for.
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use base_db::all_crates;
use hir_def::nameres::crate_def_map;
use hir_def::{AssocItemId, FunctionId, TraitId};
use hir_ty::all_super_traits;
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{Clause, ClauseKind, DbInterner, SolverDefId, Ty, TyKind};
use rustc_type_ir::inherent::{BoundExistentialPredicates as _, IntoKind};
use rustc_type_ir::{Interner as _, TypeSuperVisitable as _, TypeVisitor};

use crate::database::Origin;
use crate::types::{Env, Types};

/// The traits that functions ask for, with those that these ask for in turn.
#[derive(Default)]
pub(crate) struct StdBounds {
    known: RefCell<HashMap<FunctionId, Rc<Asked>>>,
    /// What implementations in the standard library ask for, by the trait that they are of, once that is asked for.
    impls: OnceCell<HashMap<TraitId, Vec<TraitId>>>,
}

/// What one function asks for.
pub(crate) struct Asked {
    pub(crate) traits: Vec<TraitId>,
    /// Whether its signature has a `dyn`: of what is passed for that, its type arguments do not tell.
    pub(crate) erases: bool,
}

impl StdBounds {
    /// The traits that a function asks for: of its own parameters and those around it, and those of the `dyn`s in its signature. And
    /// those that implementations of these ask for: `FromIterator` for sets asks for `Hash`.
    pub(crate) fn of(&self, types: &Types<'_>, id: FunctionId) -> Rc<Asked> {
        if let Some(known) = self.known.borrow().get(&id) {
            return Rc::clone(known);
        }
        let db = types.db();
        let mut found = Traits::default();
        let env = types.param_env(Env::of(id)).param_env;
        env.clauses().iter().for_each(|clause| found.add_bound(clause));
        let mut objects = Traits::default();
        let signature = db.callable_item_signature(id.into()).skip_binder();
        signature.skip_binder().inputs_and_output.iter().for_each(|ty| objects.visit_ty(ty));
        let erases = !objects.0.is_empty();
        found.0.append(&mut objects.0);
        let found = Rc::new(Asked { traits: self.with_those_asked_for(types, found), erases });
        self.known.borrow_mut().insert(id, Rc::clone(&found));
        found
    }

    /// A trait, and those that it and its implementations in the standard library ask for: what a method of it may call of a type.
    pub(crate) fn of_trait(&self, types: &Types<'_>, of: TraitId) -> Vec<TraitId> {
        self.with_those_asked_for(types, Traits(vec![of]))
    }

    fn with_those_asked_for(&self, types: &Types<'_>, mut found: Traits) -> Vec<TraitId> {
        let db = types.db();
        let impls = self.impls.get_or_init(|| impls(types));
        // Of what an associated type is, what the trait asks of it is called too: `Iterator::next` of an `IntoIterator::IntoIter`.
        let mut seen = BTreeSet::new();
        while let Some(of) = found.0.pop() {
            if seen.insert(of) {
                found.0.extend(all_super_traits(db, of));
                found.0.extend(impls.get(&of).into_iter().flatten());
                for (_, item) in &of.trait_items(db).items {
                    if let AssocItemId::TypeAliasId(id) = item {
                        let bounds = types.interner().item_bounds(SolverDefId::TypeAliasId(*id)).skip_binder();
                        bounds.into_iter().for_each(|clause| found.add_bound(clause));
                    }
                }
            }
        }
        seen.into_iter().collect()
    }
}

/// What implementations in the standard library ask for, by the trait that they are of.
fn impls(types: &Types<'_>) -> HashMap<TraitId, Vec<TraitId>> {
    let db = types.db();
    let mut all: HashMap<TraitId, Vec<TraitId>> = HashMap::new();
    for &krate in all_crates(db).iter().filter(|krate| db.origin(**krate) == Origin::Std) {
        for (_, module) in crate_def_map(db, krate).modules() {
            for id in module.scope.impls() {
                let Some(of) = db.impl_trait(id) else { continue };
                let mut asked = Traits::default();
                let env = types.param_env(Env::of(id)).param_env;
                env.clauses().iter().for_each(|clause| asked.add_bound(clause));
                all.entry(of.skip_binder().def_id.0).or_default().append(&mut asked.0);
            }
        }
    }
    for asked in all.values_mut() {
        asked.sort();
        asked.dedup();
    }
    all
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
