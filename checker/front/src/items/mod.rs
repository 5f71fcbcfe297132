//! Who is declared in the crate under check, and with which specification.
use std::rc::Rc;

use hir_def::src::HasSource;
use hir_def::{DefWithBodyId, FunctionId, HasModule, Lookup, TraitId};
use ra_syntax::AstNode;
use refine_core::program::{Diagnostic, FnDef, ModuleDef};
use refine_core::ty::AdtId;
use refine_spec_lang::{Aliases, FnSpec, TypeSpec};

use crate::context::{Callable, Context};

pub(crate) use signature::nowhere;
pub use text::{Text, Texts, Written};

mod attrs;
mod callable;
mod collect;
mod conditional;
mod doubts;
mod effects;
mod files;
mod macros;
mod made_up;
mod makers;
mod meaning;
mod probe;
mod reach;
mod signature;
mod specs;
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
}

/// All items of the crate under check.
#[derive(Debug, Default)]
pub struct Items {
    /// The modules, the root first.
    pub modules: Vec<ModuleDef>,
    /// The functions, in the order of the source.
    pub fns: Vec<FnItem>,
    /// The structs and enums, in the order of the source.
    pub adts: Vec<AdtItem>,
    /// The traits.
    pub traits: Vec<TraitItem>,
    /// What is wrong or noteworthy.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that specifications were read from: where their tokens are.
    pub texts: Texts,
    /// The names of refinement types.
    pub aliases: Aliases,
}

/// A macro in the body of a function of another crate, of which it is not seen what it makes. (Of the user's own,
/// [`FnItem::doubted`] tells.)
pub fn unseen_in(context: &Context<'_>, id: FunctionId) -> Option<String> {
    macros::unseen_in(context.db, context.spans, id.into()).first().map(|(name, _)| unseen(name))
}

/// Where the harness may put a statement to learn that control came by a place in a function: for
/// [`Program::probe`](refine_core::program::Program::probe).
pub fn probe(context: &Context<'_>, id: FunctionId, place: refine_core::span::Span) -> Option<refine_core::span::Span> {
    probe::probe(context.db, context.spans, id, place)
}

/// Why the text of a constant or `static` may not be what is compiled.
pub(crate) fn doubt_of_value(context: &Context<'_>, id: DefWithBodyId) -> Option<String> {
    let db = context.db;
    let (source, module) = match id {
        DefWithBodyId::ConstId(id) => (id.lookup(db).source(db).map(|it| it.syntax().clone()), id.module(db)),
        DefWithBodyId::StaticId(id) => (id.lookup(db).source(db).map(|it| it.syntax().clone()), id.module(db)),
        DefWithBodyId::FunctionId(_) | DefWithBodyId::VariantId(_) => return None,
    };
    let known = db.origin(module.krate(db)) == crate::database::Origin::Std;
    (!known).then(|| doubts::Doubts::new(db, context.spans).of(source.as_ref(), module)).flatten()
}

fn unseen(name: &str) -> String {
    format!("what the macro `{name}!` makes here")
}

/// The methods of a trait.
pub(crate) fn methods(context: &Context<'_>, id: TraitId) -> Vec<FunctionId> {
    signature::functions(&id.trait_items(context.db).items)
}

/// The specification of a function that is not under check: one of another crate, where aliases are not known, or a
/// method that a trait of this crate declares without a body.
pub(crate) fn spec_of(context: &Context<'_>, id: FunctionId) -> FnSpec {
    let texts = &context.items.texts;
    let own = HasModule::krate(&id, context.db) == context.krate;
    let none = Aliases::default();
    let aliases = if own { &context.items.aliases } else { &none };
    let read = specs::Specs { db: context.db, spans: context.spans, texts, aliases }.function(id);
    if own {
        context.clauses.report(read.errors);
    }
    read.spec
}

/// The invariants of a type of another crate.
pub(crate) fn type_spec_of(context: &Context<'_>, id: hir_def::AdtId) -> TypeSpec {
    let texts = &context.items.texts;
    specs::Specs { db: context.db, spans: context.spans, texts, aliases: &Aliases::default() }.adt(id).spec
}

pub(crate) use attrs::attributes;
pub(crate) use made_up::made_up;
pub(crate) use text::arguments;

/// The definition of code that is no function: a constant's value.
pub(crate) fn bare(span: refine_core::span::Span) -> FnDef {
    signature::bare(String::new(), String::new(), span, Vec::new(), refine_core::ty::Ty::unit())
}

/// The definition of something that is not a function of the crate under check.
pub(crate) fn foreign(context: &Context<'_>, callable: Callable) -> FnDef {
    signature::foreign(context, callable)
}
