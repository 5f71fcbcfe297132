//! What the functions of other crates do that a function calls, as far as their text tells; and what is called back of types that another function
//! has the values of.
//!
//! Calls are followed as in the crate's own functions. That is enough for the user's other packages, whose text is all there; what else a
//! function of a dependency does is not known for sure, whatever its text tells. A method of a trait, where the type is not known, may be that of any
//! type of which a value is around in what is reached (rapid type analysis: Bacon and Sweeney, "Fast static analysis of C++
//! virtual function calls", OOPSLA 1996); likewise what the standard library calls back, and what is dropped.
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use base_db::Crate;
use hir_def::expr_store::Body;
use hir_def::nameres::diagnostics::DefDiagnosticKind;
use hir_def::nameres::{DefMap, crate_def_map};
use hir_def::{AdtId, AssocItemId, FunctionId, HasModule, ImplId, ModuleDefId, TraitId};
use hir_expand::ExpandErrorKind;
use hir_expand::name::Name;
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::{DbInterner, Ty};
use refine_core::ids::FnId;
use refine_core::program::Effect;
use refine_core::span::Span;
use rustc_type_ir::{TypeSuperVisitable as _, TypeVisitor};

use super::names::{UNSEEN, by_harness};
use super::walk::{Walk, is_std_trait, path_of};
use super::{EffectFacts, Given, MAX_EFFECTS, Mention, PathIndex};
use crate::database::Origin;
use crate::guard::guard;
use crate::spans::Spans;
use crate::types::Types;

/// More functions of other crates than this are not looked into for one of ours.
const MAX_FUNCTIONS: usize = 200;

/// What calls of other crates' functions add to what is known of a function.
#[derive(Default)]
pub(super) struct OutsideEffects {
    pub(super) effects: Vec<Effect>,
    pub(super) remembers: bool,
    /// The crate's own functions that may run, if that is known.
    pub(super) reached: Option<Vec<FnId>>,
}

/// Looks into the functions of other crates, for each of ours that may call one, by index, and into what may be called back of ours.
///
/// `facts` are those of our functions, with the calls that only show when they run already among them, and which of them may be called
/// by whoever has a function as a value; `names` are the places of their names. Of the `makers`, functions of other crates with their places,
/// the second part tells.
pub(super) fn search<'db>(
    types: &Types<'db>,
    spans: &Spans<'db>,
    index: &PathIndex,
    (facts, anyone): (&[EffectFacts], &BTreeSet<usize>),
    names: &[Span],
    makers: &[(FunctionId, Span)],
) -> (BTreeMap<usize, OutsideEffects>, Vec<OutsideEffects>) {
    // What calls back may be in one function, and what it calls in another: `pick().count()`, where `pick` returns a `Box<dyn Iterator>`.
    let may_meet = facts.iter().any(|each| !each.effects.is_empty() || each.remembers);
    // One that has effects of its own is not run either way.
    let leads_out = |at: usize| {
        let leads_out = |each: usize| facts[each].leads_out(types, index) || may_meet && facts[each].calls_back();
        facts[at].effects.is_empty() && super::led_to(facts, at).into_iter().any(leads_out)
    };
    let roots: Vec<usize> = (0..facts.len()).filter(|at| leads_out(*at)).collect();
    if roots.is_empty() && makers.is_empty() {
        return Default::default();
    }
    let impls = Impls::of(types);
    let implemented = impls.methods.keys().chain(index.of_traits.keys()).map(|(of, _)| *of).collect();
    let mut others = Others { types, spans, index, facts, anyone, names, impls, implemented, known: HashMap::new() };
    let own = roots.into_iter().map(|at| (at, others.reach(Node::Own(at), names[at]))).collect();
    (own, makers.iter().map(|(id, span)| others.reach(Node::Other(*id), *span)).collect())
}

impl EffectFacts {
    /// Whether the standard library may call methods of what it is given there.
    fn calls_back(&self) -> bool {
        !self.traits.is_empty() || !self.callbacks.is_empty() || self.std.is_some()
    }

    /// Whether functions of other crates may run with it.
    fn leads_out(&self, types: &Types<'_>, index: &PathIndex) -> bool {
        !self.outside.is_empty()
            || self.adts.iter().any(|adt| adt.krate(types.db()) != types.krate())
            || self.names.iter().any(|(_, name)| !index.is_std_method(types, name))
    }
}

/// A function that may run.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Own(usize),
    Other(FunctionId),
}

/// A method with the structs and enums of other crates that its `impl` names.
type Implementing = (FunctionId, Rc<[AdtId]>);

/// Methods of other crates' implementations.
#[derive(Default)]
struct Impls {
    /// By trait and name, with the structs and enums of other crates that the `impl` names: there it is only used with values of these.
    methods: HashMap<(TraitId, String), Vec<Implementing>>,
    /// All methods, by crate and name.
    by_name: HashMap<Crate, HashMap<String, Vec<FunctionId>>>,
    /// Those of the standard library's traits, by the structs and enums that they are for, or from.
    called_back: HashMap<AdtId, Vec<(TraitId, String, FunctionId)>>,
    /// The user's own crates, of which nothing is left unseen.
    seen: HashSet<Crate>,
}

impl Impls {
    fn of(types: &Types<'_>) -> Impls {
        let db = types.db();
        let mut impls = Impls::default();
        // What procedural macros are made of runs in the compiler only.
        let is_linked = |krate: &Crate| !krate.data(db).is_proc_macro && is_others(types, *krate);
        let (mut seen, mut todo) = (HashSet::new(), vec![types.krate()]);
        while let Some(krate) = todo.pop() {
            let deps = krate.data(db).dependencies.iter().map(|dep| dep.crate_id);
            todo.extend(deps.filter(|krate| is_linked(krate) && seen.insert(*krate)));
        }
        for krate in seen {
            impls.add_all(types, crate_def_map(db, krate));
            if is_all_there(types, krate) {
                // (What is in a constant without a name is there already. Twice is no harm.)
                super::super::scattered::blocks(types, krate).into_iter().for_each(|block| impls.add_all(types, block));
                impls.seen.insert(krate);
            }
        }
        impls
    }

    /// Whether all is seen that a function of another crate may come to in its crate.
    fn is_seen(&self, types: &Types<'_>, id: FunctionId) -> bool {
        self.seen.contains(&id.krate(types.db()))
    }

    /// Those of a crate or of a block, with those in constants without a name: there derives put theirs.
    fn add_all(&mut self, types: &Types<'_>, map: &DefMap) {
        let db = types.db();
        for (_, module) in map.modules() {
            module.scope.impls().for_each(|id| self.add(types, id));
            let traits = module.scope.declarations().filter_map(|def| match def {
                ModuleDefId::TraitId(id) => Some(id),
                _ => None,
            });
            traits.for_each(|id| self.add_names(id.krate(db), &id.trait_items(db).items));
            for id in module.scope.unnamed_consts() {
                let blocks = guard(|| Body::of(db, id.into()).blocks(db).map(|(_, block)| block).collect::<Vec<_>>());
                blocks.into_iter().flatten().for_each(|block| self.add_all(types, block));
            }
        }
    }

    fn add(&mut self, types: &Types<'_>, id: ImplId) {
        let db = types.db();
        self.add_names(id.krate(db), &id.impl_items(db).items);
        let Some(header) = db.impl_trait(id).map(|of| of.skip_binder()) else { return };
        let of = header.def_id.0;
        let mut named = Named { types, found: Vec::new() };
        header.args.types().for_each(|ty| named.visit_ty(ty));
        let named: Rc<[AdtId]> = named.found.into();
        let is_std = matches!(db.origin(of.krate(db)), Origin::Std | Origin::Spec);
        for (name, item) in &id.impl_items(db).items {
            let AssocItemId::FunctionId(function) = item else { continue };
            let name = name.as_str().to_owned();
            for adt in named.iter().filter(|_| is_std) {
                self.called_back.entry(*adt).or_default().push((of, name.clone(), *function));
            }
            self.methods.entry((of, name)).or_default().push((*function, Rc::clone(&named)));
        }
    }

    fn add_names(&mut self, krate: Crate, items: &[(Name, AssocItemId)]) {
        let known = self.by_name.entry(krate).or_default();
        for (name, item) in items {
            if let AssocItemId::FunctionId(id) = item {
                known.entry(name.as_str().to_owned()).or_default().push(*id);
            }
        }
    }

    /// The methods by a name that may be meant where a crate's text has it: its own, and those of the crates that it uses.
    fn named(&self, types: &Types<'_>, krate: Crate, name: &str) -> Vec<FunctionId> {
        let deps = krate.data(types.db()).dependencies.iter().map(|dep| dep.crate_id);
        let known = deps.chain([krate]).filter_map(|krate| self.by_name.get(&krate)?.get(name));
        known.flatten().copied().collect()
    }
}

/// The functions of other crates, looked into when one of ours gets there.
struct Others<'a, 'db> {
    types: &'a Types<'db>,
    spans: &'a Spans<'db>,
    index: &'a PathIndex,
    facts: &'a [EffectFacts],
    /// Those of ours that have closures, or are used as values.
    anyone: &'a BTreeSet<usize>,
    names: &'a [Span],
    impls: Impls,
    /// The traits that types of the user's crates and their dependencies implement.
    implemented: HashSet<TraitId>,
    known: HashMap<FunctionId, Rc<EffectFacts>>,
}

/// The functions that are reached from one of ours.
#[derive(Default)]
struct Reach {
    seen: HashSet<Node>,
    /// With what leads there in our own text.
    todo: Vec<(Node, Mention)>,
    live: HashSet<AdtId>,
    /// Of these, what functions of the standard library are given that ask for a trait; or all, if they may be given any.
    given: HashMap<TraitId, (HashSet<AdtId>, bool)>,
    /// Whether a `static` that can change is looked at: what is in it any other function may have put there.
    remembers: bool,
    methods: HashMap<(TraitId, String), Mention>,
    traits: HashMap<TraitId, Mention>,
    callbacks: HashMap<&'static str, Mention>,
    std: Option<Mention>,
    functions: usize,
}

impl Reach {
    /// What calls a method of a trait, of a type or of a type that is not the user's.
    fn through(&self, types: &Types<'_>, (of, name): (TraitId, &str), adt: Option<AdtId>) -> Option<&Mention> {
        let asked = |adt: AdtId| self.given.get(&of).is_some_and(|(given, any)| *any || given.contains(&adt));
        let is_given = self.remembers || adt.is_none_or(asked);
        let is_live = self.remembers || adt.is_none_or(|adt| self.live.contains(&adt));
        let by_bound = self.traits.get(&of).filter(|_| is_given);
        let by_name = || self.callbacks.get(name).or_else(|| self.std.as_ref().filter(|_| is_std_trait(types, of)));
        by_bound.filter(|_| is_live).or_else(|| by_name().filter(|_| is_live))
    }

    fn add(&mut self, node: Node, through: &Mention) {
        if self.seen.insert(node) {
            self.todo.push((node, through.clone()));
        }
    }
}

impl<'db> Others<'_, 'db> {
    fn reach(&mut self, root: Node, span: Span) -> OutsideEffects {
        let start = Mention { what: "has values of other crates' types".to_owned(), span };
        let mut reach = Reach::default();
        let all = self.facts;
        let own = match root {
            Node::Own(at) => Some(&all[at]),
            Node::Other(_) => None,
        };
        for &name in UNSEEN.iter().chain(by_harness(own.is_none_or(|facts| facts.keyed))) {
            reach.callbacks.insert(name, start.clone());
        }
        let (mut found, mut is_known) = (OutsideEffects::default(), true);
        let mut outside: Vec<Effect> = Vec::new();
        if let Node::Other(id) = root
            && !self.impls.is_seen(self.types, id)
        {
            outside.push(Effect { what: "is outside the crate".to_owned(), span });
        }
        reach.add(root, &start);
        let by_harness = own.into_iter().flat_map(|facts| &facts.by_harness);
        by_harness.for_each(|at| reach.add(Node::Own(*at), &start));
        loop {
            let Some((node, through)) = reach.todo.pop() else {
                self.dispatch(&mut reach);
                if reach.todo.is_empty() {
                    break;
                }
                continue;
            };
            let other;
            let facts = match node {
                Node::Own(at) => {
                    found.effects.extend(all[at].effects.iter().cloned());
                    &all[at]
                }
                Node::Other(id) => {
                    reach.functions += 1;
                    other = self.look_into(id, start.span);
                    found.effects.extend(other.effects.iter().map(|effect| self.effect(&through, id, effect)));
                    &*other
                }
            };
            is_known &= !facts.unknown && !facts.indirect;
            found.remembers |= facts.remembers;
            reach.remembers |= facts.remembers;
            self.follow(node, facts, &through, &mut reach);
            // What is not seen of another crate (a file that is not read, an `impl` inside of a function) may do anything.
            let unseen = facts.outside.iter().filter(|(id, _)| !self.impls.is_seen(self.types, *id));
            let unseen = unseen.map(|(_, mention)| Effect {
                what: format!("{}, which is outside the crate", mention.what),
                span: mention.span,
            });
            match node {
                Node::Own(at) => {
                    outside.extend(unseen);
                    let names = facts.names.iter();
                    outside.extend(names.filter_map(|(krate, name)| self.method_of_clause(*krate, name, at)));
                }
                Node::Other(id) if self.impls.is_seen(self.types, id) => {
                    outside.extend(unseen.map(|effect| self.effect(&through, id, &effect)));
                }
                // That was said where it was called.
                Node::Other(_) => {}
            }
            if reach.functions > MAX_FUNCTIONS {
                let what = "calls more code of other crates than refine looks into".to_owned();
                found.effects = vec![Effect { what, span: start.span }];
                is_known = false;
                break;
            }
        }
        // Where it is known what a call comes to, that says more.
        let told = |call: &Effect| found.effects.iter().any(|effect| effect.span == call.span);
        let rest: Vec<Effect> = outside.into_iter().filter(|call| !told(call)).collect();
        found.effects.extend(rest);
        found.effects.sort_by(|one, two| (one.span, &one.what).cmp(&(two.span, &two.what)));
        found.effects.dedup();
        found.effects.truncate(MAX_EFFECTS);
        let own = reach.seen.iter().filter_map(|node| match node {
            Node::Own(at) => Some(FnId(*at as u32)),
            Node::Other(_) => None,
        });
        found.reached = is_known.then(|| own.collect::<BTreeSet<_>>().into_iter().collect());
        found
    }

    /// A method in a clause of one of ours that may be another crate's.
    fn method_of_clause(&self, krate: Crate, name: &str, at: usize) -> Option<Effect> {
        if self.index.is_std_method(self.types, name) {
            return None;
        }
        let all = self.impls.named(self.types, krate, name);
        let path = path_of(self.types, *all.iter().find(|id| !self.impls.is_seen(self.types, **id))?);
        Some(Effect { what: format!("may call `{path}`, which is outside the crate"), span: self.names[at] })
    }

    fn effect(&self, through: &Mention, id: FunctionId, effect: &Effect) -> Effect {
        let path = path_of(self.types, id);
        let what = match through.what.contains(&format!("`{path}`")) {
            true => format!("{}, which {}", through.what, effect.what),
            false => format!("{}, through which `{path}` {}", through.what, effect.what),
        };
        Effect { what, span: through.span }
    }

    /// What a function of another crate does itself.
    fn look_into(&mut self, id: FunctionId, name: Span) -> Rc<EffectFacts> {
        let (types, spans, index) = (self.types, self.spans, self.index);
        let look = || {
            let mut walk = Walk::new(types, spans, index, id.into());
            walk.function(id, name);
            walk.scattered(name);
            Rc::new(walk.finish())
        };
        self.known.entry(id).or_insert_with(look).clone()
    }

    /// Adds what a function may call and what it has values of.
    fn follow(&self, node: Node, facts: &EffectFacts, through: &Mention, reach: &mut Reach) {
        let is_own = matches!(node, Node::Own(_));
        let site = |own: &Mention| if is_own { own.clone() } else { through.clone() };
        for at in facts.callees.union(&facts.values).chain(&facts.by_std) {
            reach.add(Node::Own(*at), through);
        }
        if facts.indirect && !is_own {
            self.anyone.iter().for_each(|at| reach.add(Node::Own(*at), through));
        }
        for (id, mention) in &facts.outside {
            reach.add(Node::Other(*id), &site(mention));
        }
        for (method, mention) in &facts.methods {
            reach.methods.entry(method.clone()).or_insert_with(|| site(mention));
        }
        for (of, mention) in &facts.traits {
            reach.traits.entry(*of).or_insert_with(|| site(mention));
        }
        if let (None, Some(mention)) = (&reach.std, &facts.std) {
            reach.std = Some(site(mention));
        }
        for (name, mention) in &facts.callbacks {
            reach.callbacks.entry(name).or_insert_with(|| site(mention));
        }
        for (krate, name) in &facts.names {
            let all = self.impls.named(self.types, *krate, name);
            all.into_iter().for_each(|id| reach.add(Node::Other(id), through));
        }
        reach.live.extend(&facts.adts);
        for Given { asked, adts, any } in &facts.given {
            for of in asked.traits.iter().filter(|of| self.implemented.contains(of)) {
                let (known, is_any) = reach.given.entry(*of).or_default();
                known.extend(adts);
                *is_any |= any;
            }
        }
    }

    /// Adds the implementations that a method or a call back may be.
    fn dispatch(&self, reach: &mut Reach) {
        let mut found: Vec<(Node, Mention)> = Vec::new();
        for (method, through) in &reach.methods {
            let all = self.impls.methods.get(method).into_iter().flatten();
            let live = all.filter(|(_, named)| named.iter().all(|adt| reach.live.contains(adt)));
            found.extend(live.map(|(id, _)| (Node::Other(*id), through.clone())));
        }
        for adt in &reach.live {
            for (of, name, id) in self.impls.called_back.get(adt).into_iter().flatten() {
                if let Some(through) = reach.through(self.types, (*of, name), Some(*adt)) {
                    found.push((Node::Other(*id), through.clone()));
                }
            }
        }
        // Our own types, in the hands of another crate.
        for ((of, name), all) in &self.index.of_traits {
            let through = |adt| reach.through(self.types, (*of, name), adt);
            found.extend(all.iter().filter_map(|(at, adt)| Some((Node::Own(*at), through(*adt)?.clone()))));
        }
        // In an order of their own, so that the same call is named each time.
        found.sort_by(|(_, one), (_, two)| (one.span, &one.what).cmp(&(two.span, &two.what)));
        found.iter().for_each(|(node, through)| reach.add(*node, through));
    }
}

/// Whether a crate is the user's, and all of its items are known: each file was read, each macro expanded, each `cfg` decided.
fn is_all_there(types: &Types<'_>, krate: Crate) -> bool {
    let db = types.db();
    let is_missing = |kind: &DefDiagnosticKind| match kind {
        // Where a name is used that means nothing, it is not known what is called.
        DefDiagnosticKind::UnconfiguredCode { .. }
        | DefDiagnosticKind::UnresolvedImport { .. }
        | DefDiagnosticKind::UnresolvedExternCrate { .. } => false,
        // Refine's own attributes leave an item as it is.
        DefDiagnosticKind::MacroError { err: ExpandErrorKind::MissingProcMacroExpander(of), .. } => {
            db.origin(*of) != Origin::Spec
        }
        _ => true,
    };
    db.origin(krate) == Origin::Local
        && db.unasked(krate).is_none()
        && !crate_def_map(db, krate).diagnostics().iter().any(|diagnostic| is_missing(&diagnostic.kind))
}

/// Whether a crate is neither the one under check nor the standard library.
fn is_others(types: &Types<'_>, krate: Crate) -> bool {
    krate != types.krate() && !matches!(types.db().origin(krate), Origin::Std | Origin::Spec)
}

/// The structs and enums of other crates in a type.
struct Named<'a, 'db> {
    types: &'a Types<'db>,
    found: Vec<AdtId>,
}

impl<'db> TypeVisitor<DbInterner<'db>> for Named<'_, 'db> {
    type Result = ();

    fn visit_ty(&mut self, ty: Ty<'db>) {
        if let Some((adt, _)) = ty.as_adt()
            && is_others(self.types, adt.krate(self.types.db()))
        {
            self.found.push(adt);
        }
        ty.super_visit_with(self);
    }
}
