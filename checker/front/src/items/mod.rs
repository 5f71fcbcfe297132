//! Who is declared in the crate under check, and with which specification.
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use base_db::Crate;
use hir_def::nameres::crate_def_map;
use hir_def::src::HasSource;
use hir_def::{
    DefWithBodyId, ExpressionStoreOwnerId, FunctionId, HasModule, ItemContainerId, Lookup, ModuleId, TraitId,
};
use hir_expand::InFile;
use hir_ty::db::HirDatabase as _;
use ra_syntax::{AstNode, SyntaxNode};
use refine_core::ids::AdtId;
use refine_core::program::{Diagnostic, FnDef, ModuleDef};
use refine_spec_lang::{Aliases, FnSpec, TypeSpec};

use crate::context::{Callable, Context};
use crate::database::{Database, Origin};
use crate::spans::Spans;

pub(crate) use branches::as_value;
pub(crate) use constants::ty_of as constant_type;
pub(crate) use constructors::Maker;
pub(crate) use derived::makers as derived_makers;
pub(crate) use effects::{StdBounds, reaches_out};
pub(crate) use instances::instances;
pub(crate) use mentions::plain;
pub use owners::{ConstItem, InType};
pub(crate) use scattered::Scattered;
pub(crate) use signature::nowhere;
pub use text::{Text, TextOrigin, Texts};

mod attrs;
mod branches;
mod callable;
mod collect;
mod condition;
mod conditional;
mod constants;
mod constructors;
mod derived;
mod docs;
mod doubts;
mod effects;
mod expansion;
mod files;
mod instances;
mod macros;
mod made_up;
mod meaning;
mod mentions;
mod owners;
pub(crate) mod probe;
mod reach;
mod rewritten;
mod scattered;
mod signature;
mod sources;
mod specs;
mod stand_ins;
mod stubs;
mod text;

/// A function of the crate under check.
#[derive(Clone, Debug)]
pub struct FnItem {
    /// What other rooms see of it.
    pub def: FnDef,
    /// Which it is.
    pub id: FunctionId,
    /// Its specification.
    pub spec: Rc<FnSpec>,
    /// Why its text may not be what is compiled, such as an attribute macro of another crate: nothing can be proved of it.
    pub doubted: Option<String>,
    /// Its type parameters for which no type is known, by name, with what one has to implement that is made for them.
    pub unimplemented: Vec<(String, Bounds)>,
}

/// A struct or enum of the crate under check.
#[derive(Clone, Debug)]
pub struct AdtItem {
    /// Which it is.
    pub id: hir_def::AdtId,
    /// Our number for it; none for one outside the model.
    pub adt: Option<AdtId>,
    /// Its invariants.
    pub spec: Rc<TypeSpec>,
    /// Whether something is wrong with them: then they are not all in `spec`.
    pub faulty: bool,
    /// Why its text, or an `impl` of a trait for it, may not be what is compiled.
    pub doubted: Option<String>,
}

/// A trait of the crate under check.
#[derive(Clone, Copy, Debug)]
pub struct TraitItem {
    /// Which it is.
    pub id: TraitId,
    /// Whether it is reachable from outside the crate, so that others may implement it.
    pub public: bool,
    /// The module that declares it; none for one inside a function.
    pub module: Option<refine_core::ids::ModuleId>,
}

/// All items of the crate under check.
#[derive(Debug, Default)]
pub struct Items {
    /// The modules, the root first.
    pub modules: Vec<ModuleDef>,
    /// The functions, in the order of the source.
    pub fns: Vec<FnItem>,
    /// Those of the user's other packages that make values for these.
    pub(crate) makers: Vec<Maker>,
    /// The structs and enums, in the order of the source.
    pub adts: Vec<AdtItem>,
    /// The traits.
    pub traits: Vec<TraitItem>,
    /// What has a body and is no function.
    pub consts: Vec<ConstItem>,
    /// The expressions in types that call something.
    pub in_types: Vec<InType>,
    /// What is wrong or noteworthy.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that specifications were read from: where their tokens are.
    pub texts: Texts,
    /// The names of refinement types.
    pub aliases: Aliases,
    /// What only build scripts know, in all crates.
    conditions: conditional::Conditions,
    /// What has `impl`s inside of functions.
    scattered: Rc<Scattered>,
}

/// Why the text of items may not be what is compiled, in all crates.
pub(crate) struct Doubted<'db> {
    doubts: doubts::Doubts<'db>,
    files: RefCell<HashMap<Crate, Rc<files::Files<'db>>>>,
}

impl<'db> Doubted<'db> {
    pub(crate) fn new(db: &'db Database, spans: &'db Spans<'db>) -> Doubted<'db> {
        Doubted { doubts: doubts::Doubts::new(db, spans), files: RefCell::default() }
    }

    /// Why an item in a module may be something else than what is written.
    fn of(&self, context: &Context<'db>, item: InFile<&SyntaxNode>, module: ModuleId) -> Option<String> {
        let db = context.db;
        let krate = module.krate(db);
        if db.origin(krate) == Origin::Std {
            return None;
        }
        let known = self.files.borrow().get(&krate).cloned();
        let files = known.unwrap_or_else(|| {
            let made = Rc::new(files::Files::new(db, context.spans, krate, &context.items.conditions));
            self.files.borrow_mut().insert(krate, Rc::clone(&made));
            made
        });
        self.doubts.of(item, module).or_else(|| files.doubt(item))
    }
}

/// Why it is not known what a type or a trait comes to that has an `impl` inside of a function.
const SCATTERED: &str = "an `impl` inside of a function, which counts everywhere";

/// Whether a function is a method of a trait that is implemented inside of a function.
fn of_scattered_trait(scattered: &Scattered, db: &Database, id: FunctionId) -> bool {
    let of = match id.lookup(db).container {
        ItemContainerId::ImplId(id) => db.impl_trait(id).map(|of| of.skip_binder().def_id.0),
        ItemContainerId::TraitId(id) => Some(id),
        ItemContainerId::ExternBlockId(_) | ItemContainerId::ModuleId(_) => None,
    };
    of.is_some_and(|of| scattered.has_trait(of))
}

/// Why the text of a function of another crate may not be what is compiled. (Of the user's own, [`FnItem::doubted`] tells.)
pub fn doubt_of_foreign(context: &Context<'_>, id: FunctionId) -> Option<String> {
    let db = context.db;
    if of_scattered_trait(&context.items.scattered, db, id) {
        return Some(SCATTERED.to_owned());
    }
    let source = id.lookup(db).source(db);
    let text = || context.doubted.of(context, source.as_ref().map(|it| it.syntax()), id.module(db));
    text().or_else(|| macros::unseen_in(db, context.spans, id.into()).first().map(|(name, _)| unseen(name)))
}

/// Why a struct or enum may not be what is written, or have other implementations than are seen.
pub(crate) fn doubt_of_type(context: &Context<'_>, id: hir_def::AdtId) -> Option<String> {
    let db = context.db;
    if context.items.scattered.has_type(context.types, id) {
        return Some(SCATTERED.to_owned());
    }
    if let Some(item) = context.items.adts.iter().find(|item| item.id == id) {
        return item.doubted.clone();
    }
    let module = id.module(db);
    if db.origin(module.krate(db)) == Origin::Std {
        return None;
    }
    let source = collect::adt_source(db, id);
    let text = context.doubted.of(context, source.as_ref(), module);
    text.or_else(|| context.doubted.doubts.derives(id, &source))
}

/// Where the harness can count how often control gets to a place in a function: for
/// [`Program::probes`](refine_core::program::Program::probes).
pub fn probe(
    context: &Context<'_>,
    id: FunctionId,
    place: refine_core::span::Span,
) -> Option<refine_core::program::ProbePoint> {
    probe::probe(context.db, context.spans, id, place)
}

/// The same for what macros made claims of: for [`Program::template_probes`](refine_core::program::Program::template_probes) and
/// [`Program::template_operations`](refine_core::program::Program::template_operations).
pub(crate) fn template_points(
    context: &Context<'_>,
    id: FunctionId,
    templates: &BTreeSet<refine_core::span::Span>,
) -> BTreeMap<refine_core::span::Span, probe::TemplatePoints> {
    probe::template_points(context.db, context.spans, id, templates)
}

/// The last operand of the operation at a place in a function: for
/// [`Program::operations`](refine_core::program::Program::operations).
pub fn last_operand(
    context: &Context<'_>,
    id: FunctionId,
    place: refine_core::span::Span,
) -> Option<refine_core::span::Span> {
    probe::last_operand(context.db, context.spans, id, place)
}

/// The branches of a function: for [`Program::branches`](refine_core::program::Program::branches).
pub fn branches(context: &Context<'_>, id: FunctionId) -> Vec<refine_core::program::Branch> {
    branches::branches(context.db, context.spans, id)
}

/// Why the text of a constant or `static` may not be what is compiled.
pub(crate) fn doubt_of_value(context: &Context<'_>, id: DefWithBodyId) -> Option<String> {
    let db = context.db;
    let module = id.module(db);
    if db.origin(module.krate(db)) == Origin::Std {
        return None;
    }
    let source = match id {
        DefWithBodyId::ConstId(id) => id.lookup(db).source(db).map(|it| it.syntax().clone()),
        DefWithBodyId::StaticId(id) => id.lookup(db).source(db).map(|it| it.syntax().clone()),
        DefWithBodyId::FunctionId(_) | DefWithBodyId::VariantId(_) => return None,
    };
    let item = context.doubted.of(context, source.as_ref(), module);
    let within = || macros::unseen_in(db, context.spans, id).first().map(|(name, _)| unseen(name));
    item.or_else(within)
}

/// Why what an expression in a type comes to may not be what is compiled.
pub(crate) fn doubt_of_expression(context: &Context<'_>, owner: ExpressionStoreOwnerId) -> Option<String> {
    macros::unseen_in_types(context.db, context.spans, owner).first().map(|(name, _)| unseen(name))
}

fn unseen(name: &str) -> String {
    format!("the expansion of the macro `{name}!` here")
}

/// The methods of a trait.
pub(crate) fn methods(context: &Context<'_>, id: TraitId) -> Vec<FunctionId> {
    signature::functions(&id.trait_items(context.db).items)
}

/// The specification of a function that is not under check: one of another crate, or a method that a trait of this crate declares without
/// a body.
pub(crate) fn spec_of(context: &Context<'_>, id: FunctionId) -> FnSpec {
    let texts = &context.items.texts;
    let own = HasModule::krate(&id, context.db) == context.krate;
    let others = context.aliases_of(HasModule::krate(&id, context.db));
    let aliases = if own { &context.items.aliases } else { &*others };
    let read = specs::Specs { db: context.db, spans: context.spans, texts, aliases }.function(id);
    if own {
        context.clauses.report(read.errors);
    }
    read.spec
}

/// The specification of a type of another crate.
pub(crate) fn type_spec_of(context: &Context<'_>, id: hir_def::AdtId) -> TypeSpec {
    let texts = &context.items.texts;
    let aliases = &*context.aliases_of(HasModule::krate(&id, context.db));
    specs::Specs { db: context.db, spans: context.spans, texts, aliases }.adt(id).spec
}

/// The aliases of another crate's specifications.
pub(crate) fn aliases_of(context: &Context<'_>, krate: Crate) -> Aliases {
    let mut macros = macros::Macros::new(context.db, context.spans, &context.items.texts);
    let map = crate_def_map(context.db, krate);
    map.modules().for_each(|(id, _)| macros.module(map, id));
    macros.finish().0
}

pub use stand_ins::Bounds;
pub(crate) use stand_ins::standard_objects;
pub(crate) use stubs::stubs;

pub(crate) use attrs::attributes;
pub(crate) use expansion::Expansions;
pub(crate) use made_up::made_up;
pub(crate) use text::arguments;

/// The definition of code that is no function: a constant's value.
pub(crate) fn bare(span: refine_core::span::Span) -> FnDef {
    signature::bare(String::new(), String::new(), span, Vec::new(), refine_core::ty::Ty::unit())
}

/// The definition of something that is not a function of the crate under check.
pub(crate) fn foreign<'db>(context: &Context<'db>, callable: Callable<'db>) -> FnDef {
    signature::foreign(context, callable)
}
