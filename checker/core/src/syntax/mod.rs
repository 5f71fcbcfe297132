//! Source text to items: the module tree, what each module declares, and what names mean.
//!
//! The result is a [`Crate`]: everything about the program that can be known without looking into a function's body.
//! `lower` builds on it, body by body. `specs/std` goes through the same door, as extra modules with `std` set.
//!
//! In reading order: `load` (the passes), `modules`, `cfg`, `strip` and `undecided` (which text there is), `items` (who is declared), `names`
//! (what a path leads to), `visibility`, `define` (types, signatures, specifications), `types`, `values`, `methods`,
//! `consts`, `callable`, `makers`, `effects` and `in_play` (what a harness may call), `spans` and `probe` (places).
//!
//! **Invariant:** nothing here looks at the solver's side. `syn` trees are not `Send`: a [`Crate`] lives and dies on the
//! thread that loaded it, and what other threads see is made from it before.
use std::collections::{BTreeSet, HashMap};

use refine_spec_lang::{FnSpec, TypeSpec, meant_macro};

use crate::program::{AdtDef, Diagnostic, FnDef, FnId, ModuleDef, ModuleId};
use crate::span::{FileId, Sources, Span};
use crate::ty::{AdtId, Ty};

mod callable;
mod cfg;
mod consts;
mod define;
mod effect_names;
mod effects;
mod in_play;
mod items;
mod load;
mod makers;
mod methods;
mod misspelt;
mod modules;
mod names;
mod probe;
mod spans;
mod strip;
mod types;
mod undecided;
mod values;
mod visibility;

#[cfg(test)]
mod tests;

pub(crate) use define::code;

/// Index of a `const` or `static` in [`Crate`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstId(pub u32);

/// A function body that declares items of its own: names in it come before those of the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BlockScope(pub u32);

/// Where a piece of syntax stands: what names mean there.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The file it is written in.
    pub file: FileId,
    /// The module it is in.
    pub module: ModuleId,
    /// What `Self` is.
    pub self_ty: Option<Ty>,
    /// Type parameters in scope.
    pub generics: Vec<String>,
    /// The body it is in, if that declares items.
    pub block: Option<BlockScope>,
}

/// A function with its syntax.
#[derive(Clone, Debug)]
pub struct FnItem {
    /// What other rooms see of it.
    pub def: FnDef,
    /// What names mean in its body.
    pub scope: Scope,
    /// Its signature.
    pub sig: syn::Signature,
    /// Its body, if it has one.
    pub block: Option<syn::Block>,
    /// Its specification.
    pub spec: FnSpec,
    /// What of its text is not what is compiled, such as what an attribute macro of another crate makes of it: then
    /// nothing can be proved of it.
    pub unseen: Option<String>,
    /// Whether only its module, and what is in that, may use it: a method without `pub`.
    pub private: bool,
    /// What it may call: too much rather than too little.
    pub callees: BTreeSet<FnId>,
}

/// A `const` or `static`.
#[derive(Clone, Debug)]
pub struct ConstItem {
    /// Its path.
    pub path: String,
    /// Where it stands.
    pub scope: Scope,
    /// Its type.
    pub ty: Ty,
    /// Its value. A `static mut` has none.
    pub expr: Option<syn::Expr>,
}

/// A struct or enum with its invariants.
#[derive(Clone, Debug)]
pub struct AdtItem {
    /// What other rooms see of it.
    pub def: AdtDef,
    /// Where it stands.
    pub scope: Scope,
    /// Its invariants.
    pub spec: TypeSpec,
    /// Whether something is wrong with them: then they are not all in `spec`.
    pub faulty: bool,
}

/// What a path in expression or pattern position means.
///
/// In the types here, and in what [`Crate::resolve_type`] gives, `Ty::Param("_")` is a type that is left to inference:
/// a written `_`, or arguments that are left out (`Vec::new`, `Wrapper::make`).
#[derive(Clone, PartialEq, Debug)]
pub enum ValueRes {
    /// A function; with the type before `::` for an associated one (`Vec::<u8>::new`: `Vec<u8>`).
    Fn(FnId, Option<Ty>),
    /// A `const` or `static`.
    Const(ConstId),
    /// The constructor (or pattern) of a struct, or of a variant: its index, and the type's arguments if they are written.
    Ctor(AdtId, usize, Option<Vec<Ty>>),
    /// An associated function or constant of a type that has no declaration of it: `i32::MAX`, `Vec::with_capacity`.
    /// For a type parameter in scope, `T::default`, the type is that [`Ty::Param`].
    Assoc(Ty, String),
    /// Something that is there, but it is not known what: of another crate, or one of several of the name.
    Unclear,
}

/// All items of a package's library or binary target, with `specs/std`.
#[derive(Debug, Default)]
pub struct Crate {
    /// The sources.
    pub sources: Sources,
    /// The modules, the root first.
    pub modules: Vec<ModuleDef>,
    /// Structs and enums.
    pub adts: Vec<AdtItem>,
    /// Functions.
    pub fns: Vec<FnItem>,
    /// Constants.
    pub consts: Vec<ConstItem>,
    /// Methods and associated functions by name.
    pub methods: HashMap<String, Vec<FnId>>,
    /// What is wrong or noteworthy.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether something was not looked at because it depends on what a build script sets; the diagnostics say what.
    pub undecided: bool,
    /// What of that may change the meaning of code anywhere in the crate.
    doubt: Option<String>,
    spans: spans::SpanMap,
    cfg: cfg::Cfg,
    names: names::Names,
    aliases: Vec<items::AliasItem>,
    traits: Vec<items::TraitItem>,
    /// The defaults of types' parameters, by type.
    type_defaults: Vec<Vec<Option<syn::Type>>>,
    /// What each function belongs to.
    owners: Vec<items::Owner>,
    /// `type Name = …` in `impl`s: for which type, the name, what it is.
    assoc_types: Vec<(Ty, String, Ty)>,
    assoc_consts: HashMap<String, Vec<(Ty, ConstId)>>,
    /// Which of the crate's traits is implemented for which type.
    trait_impls: Vec<(usize, Ty)>,
}

/// The file's text on disk is handed in by path, so that an editor can hand in unsaved text.
pub trait Files {
    /// The text of a file; `None` where there is none. Paths are relative to the package's root.
    fn read(&self, path: &str) -> Option<String>;
}

/// How cargo would compile the target.
#[derive(Clone, Debug, Default)]
pub struct CompileConfig {
    /// The root file, relative to the package's root: `src/lib.rs`.
    pub root: String,
    /// `rustc --print cfg` of the target, and `feature = "…"` lines: what `#[cfg]` is evaluated with.
    pub cfg: Vec<String>,
    /// The features that the package declares.
    pub features: Vec<String>,
    /// Whether there is a build script, and `cfg` does not tell what it sets.
    pub unasked_script: bool,
    /// `2015`, `2018`, `2021` or `2024`.
    pub edition: String,
    /// Names of the crates it depends on: paths into them are outside the model.
    pub dependencies: Vec<String>,
}

impl Crate {
    /// Reads the module tree from its root file. A file that is missing or does not parse becomes an error in
    /// [`Crate::diagnostics`] with its place, and the rest is still read.
    pub fn load(config: &CompileConfig, files: &dyn Files) -> Crate {
        Crate::read(config, files, refine_spec_lang::STD)
    }

    /// What a type means. A type outside the model is [`Ty::Opaque`] with its spelling.
    pub fn resolve_type(&self, scope: &Scope, ty: &syn::Type) -> Ty {
        self.type_of(scope, ty, 0)
    }

    /// What a path means in expression or pattern position; `None` if nothing by that name is known (locals are the
    /// caller's business). The path of a struct literal or pattern is resolved as an [`syn::ExprPath`], too.
    pub fn resolve_value(&self, scope: &Scope, path: &syn::ExprPath) -> Option<ValueRes> {
        self.value(scope, path)
    }

    /// The method that `receiver.name(…)` calls, inherent ones first; the receiver is seen through references and boxes.
    /// `None` also where it is not clear which of several it is.
    pub fn resolve_method(&self, receiver: &Ty, name: &str) -> Option<FnId> {
        self.method(receiver, name)
    }

    /// Whether a method call may mean another method than `chosen`; `bounded` if the type stands for a type parameter.
    pub fn has_rival(&self, receiver: &Ty, name: &str, chosen: Option<FnId>, bounded: bool) -> bool {
        self.rival(receiver, name, chosen, bounded)
    }

    /// The crate's implementation of an operator (`add`, `eq`, `neg`, …) for operands of these types.
    pub fn resolve_operator(&self, left: &Ty, right: Option<&Ty>, method: &str) -> Option<FnId> {
        self.operator(left, right, method)
    }

    /// The crate's `From<from>::from` that makes a `to`, or its `Default::default`.
    pub fn resolve_conversion(&self, from: Option<&Ty>, to: &Ty) -> Option<FnId> {
        self.conversion(from, to)
    }

    /// Whether a macro of this name may be another one than the standard library's: the crate declares or imports one.
    pub fn has_own_macro(&self, name: &str) -> bool {
        self.own_macro(name)
    }

    /// The macro of refine that is meant by a name which is nobody's.
    pub fn misspelt_macro(&self, name: &str) -> Option<&'static str> {
        meant_macro(name).filter(|_| !self.names.macro_use && !self.own_macro(name))
    }

    /// The place of a run of tokens, by its first and last one. Tokens know their file; `scope` is where they are used,
    /// for those that were made up.
    pub fn span(&self, scope: &Scope, span: (proc_macro2::Span, proc_macro2::Span)) -> Span {
        self.spans.place(span.0, span.1).unwrap_or(Span { file: scope.file, start: 0, end: 0 })
    }

    /// The value of `cfg!(…)`, from the tokens in its parentheses; `None` if they make no sense.
    pub fn cfg_value(&self, tokens: proc_macro2::TokenStream) -> Option<bool> {
        self.cfg.value(tokens)
    }
}
