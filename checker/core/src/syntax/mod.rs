//! Source text to items: the module tree, what each module declares, and what names mean.
//!
//! The result is a [`Crate`]: everything about the program that can be known without looking into a function's body.
//! `lower` builds on it, body by body. `specs/std` goes through the same door, as extra modules with `std` set.
use std::collections::HashMap;

use refine_spec_lang::{FnSpec, TypeSpec};

use crate::program::{AdtDef, Diagnostic, FnDef, FnId, ModuleDef, ModuleId};
use crate::span::{FileId, Sources, Span};
use crate::ty::{AdtId, Ty};

/// Index of a `const` or `static` in [`Crate`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstId(pub u32);

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
}

/// A function with its syntax.
#[derive(Clone, Debug)]
pub struct FnItem {
    /// What other rooms see of it.
    pub def: FnDef,
    /// Where it stands.
    pub scope: Scope,
    /// Its signature.
    pub sig: syn::Signature,
    /// Its body, if it has one.
    pub block: Option<syn::Block>,
    /// Its specification.
    pub spec: FnSpec,
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
}

/// What a path in expression or pattern position means.
#[derive(Clone, PartialEq, Debug)]
pub enum ValueRes {
    /// A function; with the type before `::` for an associated one (`Vec::<u8>::new`: `Vec<u8>`).
    Fn(FnId, Option<Ty>),
    /// A `const` or `static`.
    Const(ConstId),
    /// The constructor (or pattern) of a struct, or of a variant: its index, and the type's arguments if they are written.
    Ctor(AdtId, usize, Option<Vec<Ty>>),
    /// An associated function or constant of a type that has no declaration of it: `i32::MAX`, `Vec::with_capacity`.
    Assoc(Ty, String),
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
    /// `2015`, `2018`, `2021` or `2024`.
    pub edition: String,
    /// Names of the crates it depends on: paths into them are outside the model.
    pub dependencies: Vec<String>,
}

impl Crate {
    /// Reads the module tree from its root file. A file that is missing or does not parse becomes an error in
    /// [`Crate::diagnostics`] with its place, and the rest is still read.
    pub fn load(_config: &CompileConfig, _files: &dyn Files) -> Crate {
        unimplemented!()
    }

    /// What a type means. A type outside the model is [`Ty::Opaque`] with its spelling.
    pub fn resolve_type(&self, _scope: &Scope, _ty: &syn::Type) -> Ty {
        unimplemented!()
    }

    /// What a path means in expression or pattern position; `None` if nothing by that name is known (locals are the
    /// caller's business).
    pub fn resolve_value(&self, _scope: &Scope, _path: &syn::ExprPath) -> Option<ValueRes> {
        unimplemented!()
    }

    /// The method that `receiver.name(…)` calls, inherent ones first; the receiver is seen through references and boxes.
    pub fn resolve_method(&self, _receiver: &Ty, _name: &str) -> Option<FnId> {
        unimplemented!()
    }

    /// A place in the file that a scope's syntax comes from.
    pub fn span(&self, _scope: &Scope, _span: (proc_macro2::Span, proc_macro2::Span)) -> Span {
        unimplemented!()
    }
}
