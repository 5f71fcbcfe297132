//! What a function might do to the world outside: files, network, processes, the environment, other crates' code.
//!
//! Such a function is never run without permission, so the search errs on the side of finding too much. Calls are followed
//! to what they resolve to; what a trait's method or the standard library may call back is followed to every `impl` of the
//! crate that it may be. Where inference does not know, names decide.
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use base_db::{Crate, EditionedFileId, all_crates};
use hir_def::expr_store::Body;
use hir_def::nameres::{DefMap, crate_def_map};
use hir_def::signatures::{ConstSignature, FunctionSignature, StaticSignature};
use hir_def::src::HasSource;
use hir_def::{
    AdtId, AssocItemId, DefWithBodyId, FunctionId, HasModule, ItemContainerId, Lookup, ModuleDefId, TraitId,
};
use hir_ty::db::HirDatabase;
use refine_core::ids::FnId;
use refine_core::program::Effect;
use refine_core::span::Span;

use self::bounds::Asked;
pub(crate) use self::bounds::StdBounds;
use self::imports::Imports;
pub(crate) use self::names::reaches_out;
use super::{Items, Scattered};
use crate::database::Origin;
use crate::guard::guard;
use crate::spans::Spans;
use crate::types::Types;

mod bounds;
mod clauses;
mod imports;
mod names;
mod outside;
mod state;
mod walk;

/// More than this many effects of one function tell nobody more.
const MAX_EFFECTS: usize = 8;

/// What a body shows.
#[derive(Clone, Default)]
struct EffectFacts {
    effects: Vec<Effect>,
    /// Whether it looks at a `static` that can change.
    remembers: bool,
    /// The crate's functions that it may call, by index.
    callees: BTreeSet<usize>,
    /// Those of its values' types, for the standard library's traits, that the library may call: it says of few functions which.
    by_std: BTreeSet<usize>,
    /// Those that runs call to make, compare and show the values that it has.
    by_harness: BTreeSet<usize>,
    /// Whether it has values of types that call methods of what is in them: sets and maps.
    keyed: bool,
    /// Whether it calls what is only known when it runs: a function pointer, a `dyn Fn`.
    indirect: bool,
    /// Whether it makes closures, which others may call.
    closures: bool,
    /// The crate's functions that it mentions without calling them.
    values: BTreeSet<usize>,
    /// Whether it may call what is not among these: inference does not know, or names decided.
    unknown: bool,
    /// The functions of other crates that it may call.
    outside: Vec<(FunctionId, Mention)>,
    /// The methods of traits that it may call, where their type decides which.
    methods: HashMap<(TraitId, String), Mention>,
    /// The traits of which the standard library may call methods, of the types that it is given.
    traits: HashMap<TraitId, Mention>,
    /// What it is given, by each of its functions that is called.
    given: Vec<Given>,
    /// A call of the standard library after which any method of its traits may run, of any type that is around.
    std: Option<Mention>,
    /// The methods that it may call back for all that is known, by name.
    callbacks: HashMap<&'static str, Mention>,
    /// Methods that are not known, by their names, with the crate in whose text they are: those of clauses in our own.
    names: HashSet<(Crate, String)>,
    /// The structs and enums, of any crate but the standard library, that it has values of, with those in their fields.
    adts: HashSet<AdtId>,
}

/// What calls of a function of the standard library, or of several that ask for the same, are given.
#[derive(Clone)]
struct Given {
    asked: Rc<Asked>,
    /// The structs and enums, with those in their fields.
    adts: HashSet<AdtId>,
    /// Whether it may be values of any type that is around: what is behind a `dyn`, or what is not known.
    any: bool,
}

/// What leads out of a body, in words, and the place.
#[derive(Clone)]
struct Mention {
    what: String,
    span: Span,
}

/// A function in an `impl` of a trait, by index, with the struct or enum that it is for.
type Implemented = (usize, Option<AdtId>);

/// The crate's functions by what may lead to them.
#[derive(Default)]
struct PathIndex {
    ids: HashMap<FunctionId, usize>,
    /// All with a receiver or in an `impl`, by name.
    by_name: HashMap<String, Vec<usize>>,
    /// Those in `impl`s of traits, by trait and name, with the type.
    of_traits: HashMap<(TraitId, String), Vec<Implemented>>,
    /// The structs and enums that implement a trait, of the crate: what an object of the trait may be. None for one that is implemented for
    /// types by their bounds.
    objects: HashMap<TraitId, Vec<Option<AdtId>>>,
    /// Constants and statics of the user's crates, by name, those in traits and `impl`s among them: reading one may run what it holds.
    values: HashMap<String, Vec<DefWithBodyId>>,
    /// What has `impl`s inside of functions.
    scattered: Rc<Scattered>,
    /// The imports of files, once they are asked for.
    imports: RefCell<HashMap<EditionedFileId, Rc<Imports>>>,
    /// What functions of the standard library ask of the types that they are given.
    bounds: StdBounds,
    /// The methods of our standard library, once they are asked for.
    std_methods: OnceCell<HashSet<String>>,
}

impl PathIndex {
    fn new(items: &Items, types: &Types<'_>) -> PathIndex {
        let db = types.db();
        let mut index = PathIndex { scattered: Rc::clone(&items.scattered), ..PathIndex::default() };
        for (at, item) in items.fns.iter().enumerate() {
            index.ids.insert(item.id, at);
            let name = FunctionSignature::of(db, item.id).name.as_str().to_owned();
            match item.id.lookup(db).container {
                ItemContainerId::ImplId(of) => {
                    let mut ty = db.impl_self_ty(of).skip_binder();
                    while let Some((inner, ..)) = ty.as_reference() {
                        ty = inner;
                    }
                    if let Some(of) = db.impl_trait(of) {
                        let key = (of.skip_binder().def_id.0, name.clone());
                        // (One for a type of the library has values of it everywhere.)
                        let is_std = |id: &AdtId| db.origin(id.krate(db)) == Origin::Std;
                        let adt = ty.as_adt().map(|(id, _)| id).filter(|id| !is_std(id));
                        index.of_traits.entry(key).or_default().push((at, adt));
                    }
                    index.by_name.entry(name).or_default().push(at);
                }
                ItemContainerId::TraitId(_) => index.by_name.entry(name).or_default().push(at),
                _ => {}
            }
        }
        for (id, of) in super::stubs::impls(types) {
            let ty = db.impl_self_ty(id).skip_binder().strip_references();
            index.objects.entry(of).or_default().push(ty.as_adt().map(|(id, _)| id));
        }
        items.consts.iter().for_each(|item| index.value(types, item.id));
        for krate in all_crates(db).iter().filter(|krate| db.origin(**krate) == Origin::Local) {
            for (_, module) in crate_def_map(db, *krate).modules() {
                let mut items: Vec<AssocItemId> = Vec::new();
                for def in module.scope.declarations() {
                    match def {
                        ModuleDefId::StaticId(id) => index.value(types, id.into()),
                        ModuleDefId::ConstId(id) => index.value(types, id.into()),
                        ModuleDefId::TraitId(id) => {
                            items.extend(id.trait_items(db).items.iter().map(|(_, item)| *item));
                        }
                        _ => {}
                    }
                }
                for id in module.scope.impls() {
                    items.extend(id.impl_items(db).items.iter().map(|(_, item)| *item));
                }
                for item in items {
                    if let AssocItemId::ConstId(id) = item {
                        index.value(types, id.into());
                    }
                }
            }
        }
        index
    }

    /// Adds a constant or a static.
    fn value(&mut self, types: &Types<'_>, id: DefWithBodyId) {
        let db = types.db();
        let name = match id {
            DefWithBodyId::StaticId(id) => Some(StaticSignature::of(db, id).name.clone()),
            DefWithBodyId::ConstId(id) => ConstSignature::of(db, id).name.clone(),
            _ => None,
        };
        if let Some(name) = name {
            let known = self.values.entry(name.as_str().to_owned()).or_default();
            if !known.contains(&id) {
                known.push(id);
            }
        }
    }

    /// Whether our standard library has a method by a name: then an unknown one is none of another crate's.
    fn is_std_method(&self, types: &Types<'_>, name: &str) -> bool {
        self.std_methods.get_or_init(|| std_methods(types)).contains(name)
    }
}

fn std_methods(types: &Types<'_>) -> HashSet<String> {
    let db = types.db();
    let mut names = HashSet::new();
    let crates = all_crates(db);
    for &krate in crates.iter().filter(|krate| db.origin(**krate) == Origin::Std) {
        for (_, module) in crate_def_map(db, krate).modules() {
            let traits = module.scope.declarations().filter_map(|def| match def {
                ModuleDefId::TraitId(id) => Some(&id.trait_items(db).items),
                _ => None,
            });
            let impls = module.scope.impls().map(|id| &id.impl_items(db).items);
            names.extend(traits.chain(impls).flatten().map(|(name, _)| name.as_str().to_owned()));
        }
    }
    names
}

impl Items {
    /// Finds the effects of all functions of the crate, their own and those of what they call.
    pub(super) fn find_effects<'db>(&mut self, types: &Types<'db>, spans: &Spans<'db>) {
        let index = PathIndex::new(self, types);
        let mut facts: Vec<EffectFacts> = Vec::new();
        for item in &self.fns {
            let mut walk = walk::Walk::new(types, spans, &index, item.id.into());
            walk.function(item.id, item.def.span);
            if item.def.iterates {
                walk.is_driven(item.def.span);
            }
            item.def.stand_ins.iter().for_each(|(_, ty)| walk.stand_in(ty));
            walk.specs(self, item);
            walk.scattered(item.def.span);
            facts.push(walk.finish());
        }
        // What is in closures others may call, too: it is like functions of their own, behind the others.
        let own = facts.len();
        let around: Vec<usize> = (0..own).filter(|at| facts[*at].closures).collect();
        for at in &around {
            let item = &self.fns[*at];
            facts.push(walk::Walk::new(types, spans, &index, item.id.into()).closures(item.id, item.def.span));
        }
        let mut values: BTreeSet<usize> = facts.iter().flat_map(|facts| facts.values.iter().copied()).collect();
        // Who has a constant or a static may call what is in it, and what its initialiser calls has no caller to ask.
        for item in &self.consts {
            let held = walk::Walk::new(types, spans, &index, item.id).constant();
            values.extend(held.values.union(&held.callees));
        }
        for (at, (item, facts)) in self.fns.iter_mut().zip(&facts).enumerate() {
            let leads_to = facts.callees.union(&facts.values);
            item.def.leads_to = leads_to.map(|at| FnId(*at as u32)).collect();
            item.def.is_value = values.contains(&at);
        }
        let anyone = close(&mut facts, own);
        run_by_harness(&mut facts);
        let mut reached: Vec<_> = (0..own).map(|at| reached(&facts, at)).collect();
        let places = (0..own).chain(around.iter().copied());
        let names: Vec<Span> = places.map(|at| self.fns[at].def.span).collect();
        let makers: Vec<_> = self.makers.iter().map(|maker| (maker.id, maker.def.span)).collect();
        let (inside, elsewhere) = outside::search(types, spans, &index, (&facts, &anyone), &names, &makers);
        for (maker, found) in self.makers.iter_mut().zip(elsewhere) {
            (maker.def.effects, maker.def.remembers) = (found.effects, found.remembers);
        }
        for (at, found) in inside.into_iter().filter(|(at, _)| *at < own) {
            facts[at].effects.extend(found.effects);
            facts[at].remembers |= found.remembers;
            reached[at] = found.reached;
        }
        for reached in reached.iter_mut().flatten() {
            let around = |FnId(at): &FnId| around.get((*at as usize).checked_sub(own)?).map(|at| FnId(*at as u32));
            let functions: BTreeSet<FnId> = reached.iter().map(|at| around(at).unwrap_or(*at)).collect();
            *reached = functions.into_iter().collect();
        }
        for ((item, facts), reached) in self.fns.iter_mut().zip(facts).zip(reached) {
            item.def.effects = facts.effects;
            item.def.remembers = facts.remembers;
            item.def.reaches = reached;
            item.def.apart = guard(|| is_apart(types, item.id)).unwrap_or(false);
        }
    }
}

/// Adds to each function the effects of what it may call. Those that may be called by whoever has a function as a value: the closures are
/// from a number on.
fn close(facts: &mut [EffectFacts], closures: usize) -> BTreeSet<usize> {
    let mut anyone: BTreeSet<usize> = (closures..facts.len()).collect();
    anyone.extend(facts.iter().flat_map(|each| each.values.iter().copied()));
    for each in facts.iter_mut() {
        let values = std::mem::take(&mut each.values);
        each.callees.extend(values);
        if each.indirect {
            each.callees.extend(anyone.iter().copied());
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for at in 0..facts.len() {
            for callee in facts[at].callees.union(&facts[at].by_std).copied().collect::<Vec<_>>() {
                if facts[callee].remembers && !std::mem::replace(&mut facts[at].remembers, true) {
                    changed = true;
                }
                let own = &facts[at].effects;
                let room = MAX_EFFECTS.saturating_sub(own.len());
                let theirs = facts[callee].effects.iter().filter(|each| !own.contains(each));
                let inherited: Vec<Effect> = theirs.take(room).cloned().collect();
                changed |= !inherited.is_empty();
                facts[at].effects.extend(inherited);
            }
        }
    }
    anyone
}

/// Adds to each function the effects of what runs of it call besides. What it calls itself is not run by itself there.
fn run_by_harness(facts: &mut [EffectFacts]) {
    let besides = |each: &EffectFacts| {
        let all = each.by_harness.iter().map(|at| &facts[*at]);
        let effects: Vec<Effect> = all.clone().flat_map(|other| other.effects.iter().cloned()).collect();
        (effects, all.into_iter().any(|other| other.remembers))
    };
    let besides: Vec<_> = facts.iter().map(besides).collect();
    for (each, (effects, remembers)) in facts.iter_mut().zip(besides) {
        let fresh: Vec<Effect> = effects.into_iter().filter(|effect| !each.effects.contains(effect)).collect();
        each.effects.extend(fresh.into_iter().take(MAX_EFFECTS.saturating_sub(each.effects.len())));
        each.remembers |= remembers;
    }
}

/// The crate's functions that a run of one of them leads to, itself included.
fn led_to(facts: &[EffectFacts], from: usize) -> BTreeSet<usize> {
    let mut seen: BTreeSet<usize> = facts[from].by_harness.iter().copied().chain([from]).collect();
    let mut todo: Vec<usize> = seen.iter().copied().collect();
    while let Some(at) = todo.pop() {
        let called = facts[at].callees.union(&facts[at].by_std);
        todo.extend(called.copied().filter(|callee| seen.insert(*callee)));
    }
    seen
}

/// The functions that may run when one is called, itself included, if that is known.
fn reached(facts: &[EffectFacts], from: usize) -> Option<Vec<FnId>> {
    let all = led_to(facts, from);
    let is_known = |each: &EffectFacts| !each.unknown && !each.indirect && each.outside.is_empty();
    all.iter().all(|at| is_known(&facts[*at])).then(|| all.into_iter().map(|at| FnId(at as u32)).collect())
}

/// Whether nothing but what may call a function depends on its text.
fn is_apart(types: &Types<'_>, id: FunctionId) -> bool {
    let db = types.db();
    let source = id.lookup(db).source(db);
    let of_others = match implemented(db, id) {
        Some(of) => of.krate(db) != types.krate(),
        None => false,
    };
    let declares = || {
        let blocks = Body::of(db, id.into()).blocks(db);
        let declares = |map: &DefMap| {
            let mut scopes = map.modules().map(|(_, module)| &module.scope);
            scopes.any(|scope| scope.declarations().next().is_some() || scope.impls().next().is_some())
        };
        blocks.into_iter().any(|(_, map)| declares(map))
    };
    !FunctionSignature::of(db, id).is_const() && !source.file_id.is_macro() && !of_others && !declares()
}

/// The trait that the `impl` of a function implements.
fn implemented(db: &dyn HirDatabase, id: FunctionId) -> Option<TraitId> {
    let ItemContainerId::ImplId(of) = id.lookup(db).container else { return None };
    Some(db.impl_trait(of)?.skip_binder().def_id.0)
}
