//! The program under check, as every room after the front end sees it.
use std::sync::Arc;

use num_bigint::BigInt;

use crate::ids::{AdtId, FnId, ModuleId};
use crate::ir::{Body, Contract};
use crate::mir;
use crate::span::{LineCol, Sources, Span};
use crate::term::Term;
use crate::ty::{FnInst, Ty};

/// A module of the crate.
#[derive(Clone, Debug)]
pub struct ModuleDef {
    /// `""` for the root, else `a::b`.
    pub path: String,
    /// The parent; none for the root.
    pub parent: Option<ModuleId>,
    /// Its last path segment, as an identifier in source (`r#type` keeps its prefix).
    pub name: String,
    /// Offset in the module's own file at which an item can be inserted so that it is inside the module and after
    /// all else: the end of the file, or before the closing brace of an inline module.
    pub end: Span,
    /// Whether it is compiled for tests only (`#[cfg(test)]`). Such modules hold no functions under check.
    pub test_only: bool,
    /// The conditions of its own `#[cfg]`s, as text.
    pub cfg: Vec<String>,
}

/// How the fields of a variant are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CtorShape {
    /// `V`.
    Unit,
    /// `V(a, b)`.
    Tuple,
    /// `V { a, b }`.
    Named,
}

/// A field of a struct or variant.
#[derive(Clone, Debug)]
pub struct FieldDef {
    /// The name; `0`, `1`, … for tuple-like ones.
    pub name: String,
    /// The type, over the type's parameters.
    pub ty: Ty,
    /// Whether it is `pub` (an enum's always are).
    pub public: bool,
}

/// A variant of an enum, or the one body of a struct.
#[derive(Clone, Debug)]
pub struct VariantDef {
    /// The name; a struct's is its own.
    pub name: String,
    /// How it is written.
    pub shape: CtorShape,
    /// The fields.
    pub fields: Vec<FieldDef>,
    /// The discriminant, where it is known.
    pub discriminant: Option<i128>,
    /// Whether it is what a derived `Default` gives.
    pub is_default: bool,
}

/// A struct or enum.
#[derive(Clone, Debug)]
pub struct AdtDef {
    /// Its name.
    pub name: String,
    /// The module that declares it; none for one of the standard library or of another crate.
    pub module: Option<ModuleId>,
    /// Whether it is declared by another crate, which is not the standard library.
    pub foreign: bool,
    /// If so, how the crate under check names it, `::geometry::Point` or `crate::reexported::Point`; none if it cannot.
    pub named: Option<String>,
    /// Whether no other crate can write down values of it or of one of its variants (`#[non_exhaustive]`).
    pub non_exhaustive: bool,
    /// The path from the crate's root, `geometry::Point`; `Option` for one of the standard library.
    pub path: String,
    /// Type parameters.
    pub generics: Vec<String>,
    /// How many of them, the last ones, stand for associated types of the others and are not written.
    pub projections: usize,
    /// Lifetime parameters, which the model does not cover but source text needs.
    pub lifetimes: usize,
    /// The values of its constant parameters, as text: with others it is another type.
    pub consts: Vec<String>,
    /// Whether it is an enum.
    pub is_enum: bool,
    /// The variants; a struct has one.
    pub variants: Vec<VariantDef>,
    /// Whether it is reachable from outside the crate.
    pub public: bool,
    /// Whether others get values of it from the crate's public functions and fields, whether they can name it or not.
    pub given: bool,
    /// Whether the user stated what values it may have (`#[invariant]`, `#[refined]`).
    pub refined: bool,
    /// Where.
    pub span: Option<Span>,
    /// Whether values can be copied (`derive(Copy)`), compared (`derive(PartialEq)`), printed (`derive(Debug)`).
    pub derives: Vec<String>,
    /// The crate's functions that return one (also inside an `Option`, `Result`, `Box` or tuple) without being given one.
    pub constructors: Vec<FnId>,
    /// Those that make of one another: they change it behind a `&mut` (or behind a `&`, if there are cells in it), or
    /// take it and return one.
    pub steps: Vec<FnId>,
    /// Whether the constructor is a function that the user has marked as the way to values.
    pub generated: bool,
    /// What it implements, if it is no struct of the user's but one that is made because nothing implements that.
    pub stub: Option<Stub>,
    /// Whether it is no enum of the user's, but a choice among the types that implement a trait of the crate: a variant for each, which
    /// holds the value of that type that an object of the trait is made of.
    pub choice: bool,
}

/// What a struct implements that is made because nothing else implements it: each method is answered by the field of its place, which is a
/// function of the arguments without the receiver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stub {
    /// The traits.
    pub traits: Vec<StubTrait>,
    /// Their methods that have no body, in the order of the fields.
    pub methods: Vec<StubMethod>,
    /// Whether some method takes `&mut self`: then all fields take first how many such calls there were before.
    pub counts: bool,
}

/// A trait of the crate that a stub implements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StubTrait {
    /// Its path from the crate's root.
    pub path: String,
    /// The module that declares it.
    pub module: ModuleId,
}

/// A method of a stub.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StubMethod {
    /// Which, as the trait declares it.
    pub func: FnId,
    /// The place of the trait among those of the stub.
    pub of: usize,
}

impl AdtDef {
    /// A public struct without parameters, of which nothing more is known than its variants.
    pub fn plain(name: String, path: String, module: Option<ModuleId>, variants: Vec<VariantDef>) -> AdtDef {
        AdtDef {
            name,
            module,
            foreign: false,
            named: None,
            non_exhaustive: false,
            path,
            generics: Vec::new(),
            projections: 0,
            lifetimes: 0,
            consts: Vec::new(),
            is_enum: false,
            variants,
            public: true,
            given: false,
            refined: false,
            span: None,
            derives: Vec::new(),
            constructors: Vec::new(),
            steps: Vec::new(),
            generated: false,
            stub: None,
            choice: false,
        }
    }

    /// Those of a type's arguments that are written.
    pub fn written<'a>(&self, args: &'a [Ty]) -> &'a [Ty] {
        &args[..args.len().min(self.generics.len() - self.projections)]
    }

    /// A type written over the type parameters, for these arguments.
    pub fn instantiate(&self, ty: &Ty, args: &[Ty]) -> Ty {
        ty.substitute(&|name| self.generics.iter().position(|known| known == name).and_then(|at| args.get(at).cloned()))
    }

    /// Whether values may only be made by the crate's own functions: there are such functions, or others get values of it inside of what
    /// these return, and some field is private.
    /// Arbitrary field values of such a type may be states that never occur, also where they meet a stated invariant: that
    /// may be weaker than what the functions keep. (What nobody gets is plain data, and so is what only the crate can name and
    /// makes from its fields.)
    pub fn is_abstract(&self) -> bool {
        let is_private = || self.variants.iter().any(|v| v.fields.iter().any(|f| !f.public));
        if self.foreign {
            return self.generated || self.non_exhaustive || is_private();
        }
        let has_default = self.derives.iter().any(|name| name == "Default");
        // (The standard library's types are made as they are known to be.)
        let users = self.public && self.module.is_some();
        let made = !self.constructors.is_empty() || has_default && (users || !self.steps.is_empty());
        self.generated || (made || self.given) && is_private()
    }

    /// Whether harness and tests write values of it as source, by the path that the crate has for it: not so the standard library's, which are
    /// written as they are known to be.
    pub fn is_spelled(&self) -> bool {
        self.module.is_some() || self.named.is_some()
    }
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct ParamDef {
    /// Its name (`self` for receivers, `_0`… for patterns).
    pub name: String,
    /// Its type as declared, references included.
    pub ty: Ty,
    /// Whether it is a shared reference to what is never dropped: `&'static T`.
    pub is_static: bool,
}

/// Why a function must not be run without permission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// In words: "calls `std::fs::remove_file`".
    pub what: String,
    /// Where.
    pub span: Span,
}

/// What is known of a trait's method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraitMethod {
    /// Whether the trait has a body for it.
    pub provided: bool,
    /// Whether other crates may implement the trait.
    pub public: bool,
}

/// A function of the crate.
#[derive(Clone, Debug)]
pub struct FnDef {
    /// `path::of::fn`, with `Type::method` for associated ones.
    pub path: String,
    /// Its name, as an identifier in source.
    pub name: String,
    /// The module it is in.
    pub module: ModuleId,
    /// The type of its `impl` block, if it is in one.
    pub self_ty: Option<Ty>,
    /// The trait its `impl` block implements, as spelled.
    pub of_trait: Option<String>,
    /// The method of that trait which it implements; none for a trait of the standard library.
    pub implements: Option<FnId>,
    /// That it is a trait's method, for all types that implement the trait.
    pub trait_method: Option<TraitMethod>,
    /// Whether it is reachable from outside the crate.
    pub public: bool,
    /// Type parameters: the `impl`'s, then its own.
    pub generics: Vec<String>,
    /// The parameters, a receiver included.
    pub params: Vec<ParamDef>,
    /// The result.
    pub ret: Ty,
    /// Its name in source.
    pub span: Span,
    /// The whole item.
    pub item: Span,
    /// Its block, braces included.
    pub block: Span,
    /// What a macro of the crate made it of. Its own places are all at the call of the macro.
    pub template: Option<FnTemplate>,
    /// The conditions, as text, of the `#[cfg]`s at it and at its `impl`: without them it is not compiled.
    pub cfg: Vec<String>,
    /// Whether it carries any annotation of refine.
    pub annotated: bool,
    /// `#[pure]` or `#[measure]`.
    pub pure: bool,
    /// `#[track_caller]`: a panic in it is reported at the call.
    pub track_caller: bool,
    /// Whether its documentation says when it panics: it has a section `# Panics`.
    pub documents_panics: bool,
    /// Whether it returns an iterator of which it says no more (`impl Iterator`): what is in that runs as it is asked for items.
    pub iterates: bool,
    /// Whether it is declared to return an `impl Trait`, or something with one in it: its callers do not see what type that is.
    pub hides_result: bool,
    /// How it is called from outside.
    pub called: Called,
    /// The function that a closure is written in.
    pub within: Option<FnId>,
    /// Inside the library of standard specs: never a function under check.
    pub std: bool,
    /// Of a crate that is compiled with the one under check, a dependency or another package of the workspace: never a function under
    /// check, and the harness neither calls it by itself nor changes its text.
    pub foreign: bool,
    /// Why it cannot be called at all from a harness ("unsafe", "async", "a type parameter with bounds"), if so.
    pub uncallable: Option<String>,
    /// What stands for its type parameters in runs, by name, where that is not `i32`.
    pub stand_ins: Vec<(String, Ty)>,
    /// Its `impl`'s constant parameters and its own.
    pub consts: Vec<ParamDef>,
    /// Other instances that are run: for more types than those that stand for its parameters, and for constants.
    pub instances: Vec<Instance>,
    /// Whether only its instances can be run: it has constant parameters, or its signature speaks of associated types of its
    /// parameters, which are known for an instance.
    pub only_instances: bool,
    /// What it might do to the world outside, itself or through what it calls.
    pub effects: Vec<Effect>,
    /// The functions of the crate that it may call, as far as names and types tell: by calls, and by values that others may call.
    pub leads_to: Vec<FnId>,
    /// Whether it is called by who is not known: a function, a constant or a static has it as a value, to be passed on to anyone, or an initialiser
    /// calls it.
    pub is_value: bool,
    /// Whether a call may depend on earlier ones: it, or what it calls, looks at a `static` that can change.
    pub remembers: bool,
    /// The texts and characters that are written in it: inputs that it may tell from others.
    pub texts: Vec<String>,
    /// The integers and bytes that are written in it.
    pub numbers: Vec<BigInt>,
    /// The floating-point numbers that are written in it, as bits of an `f64`.
    pub floats: Vec<u64>,
    /// The crate's functions that may run when it is called, itself included. `None` where that is not known: it calls what is only
    /// known when it runs, or inference does not know what it calls.
    pub reaches: Option<Vec<FnId>>,
    /// Whether nothing but what may call it depends on the text of its item: it is no `const fn` and implements no trait of others,
    /// no macro has made or changed it, and it declares nothing.
    pub apart: bool,
}

/// A generic function for certain types and constants, as it is run, be it only to make a value for others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// Which: the types first, the constants after them as text.
    pub inst: FnInst,
    /// The type of its `impl` block, if it is in one.
    pub self_ty: Option<Ty>,
    /// The types of its parameters as declared, references included.
    pub params: Vec<Ty>,
    /// The result.
    pub ret: Ty,
    /// The arguments of its own parameters that have names, as they are written behind its name.
    pub own: Vec<Ty>,
    /// Whether its own claims are put to the test.
    pub is_run: bool,
}

impl FnDef {
    /// A function of which nothing is known but where it is: private, without parameters, of the crate's root, and of the crate under check.
    pub fn new(path: String, name: String, span: Span) -> FnDef {
        FnDef {
            path,
            name,
            module: ModuleId(0),
            self_ty: None,
            of_trait: None,
            implements: None,
            trait_method: None,
            public: false,
            generics: Vec::new(),
            params: Vec::new(),
            ret: Ty::unit(),
            span,
            item: span,
            block: span,
            template: None,
            cfg: Vec::new(),
            annotated: false,
            pure: false,
            track_caller: false,
            documents_panics: false,
            iterates: false,
            hides_result: false,
            called: Called::default(),
            within: None,
            std: false,
            foreign: false,
            uncallable: None,
            stand_ins: Vec::new(),
            consts: Vec::new(),
            instances: Vec::new(),
            only_instances: false,
            effects: Vec::new(),
            leads_to: Vec::new(),
            is_value: false,
            remembers: false,
            texts: Vec::new(),
            numbers: Vec::new(),
            floats: Vec::new(),
            reaches: None,
            apart: false,
        }
    }

    /// Whether it is of the crate under check.
    pub fn is_own(&self) -> bool {
        !self.std && !self.foreign
    }

    /// What is known of an instance that is run beside the function itself.
    pub fn instance(&self, inst: &FnInst) -> Option<&Instance> {
        self.instances.iter().find(|known| known.inst == *inst)
    }

    /// Whether it is a trait's method of a type that is not known: its body, if it has one, need not be what runs.
    pub fn is_abstract(&self, inst: &FnInst) -> bool {
        self.trait_method.is_some() && matches!(inst.args.first(), Some(Ty::Param(_) | Ty::Opaque(_)))
    }

    /// A type written over the type parameters, for an instance.
    pub fn instantiate(&self, ty: &Ty, inst: &FnInst) -> Ty {
        ty.substitute(&|name| {
            self.generics.iter().position(|known| known == name).and_then(|at| inst.args.get(at).cloned())
        })
    }
}

/// How a function is called from outside.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Called {
    /// By its name.
    #[default]
    ByName,
    /// `Drop::drop`: its value is dropped.
    Dropped,
    /// What formats a value: by a macro whose braces hold this (`:?`). Nobody can make the formatter.
    Formatted(String),
}

/// What is known of a type outside the model, of which values can be made all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpaqueDef {
    /// A function pointer, or a `dyn Fn`.
    Function(FnSig),
    /// A type of the standard library: its last name, and its type arguments.
    Std(String, Vec<Ty>),
    /// The `dyn` of a trait.
    Object(ObjectDef),
}

/// The `dyn` of a trait of the crate or of the standard library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectDef {
    /// What values of it are made of. For a trait of the crate, the [choice](AdtDef::choice) among the types that implement it, or the
    /// [stub](Stub) that stands for it if nothing does.
    pub made_of: Ty,
    /// The trait's path, from the root of the crate or of `std`.
    pub path: String,
    /// Whether it is the standard library's.
    pub is_std: bool,
    /// The arguments of the trait.
    pub args: Vec<Ty>,
    /// Its associated types, by name.
    pub items: Vec<(String, Ty)>,
    /// The marker traits that are added to it, by name.
    pub markers: Vec<String>,
}

/// The type of functions as values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FnSig {
    /// What they take.
    pub params: Vec<Ty>,
    /// What they give.
    pub ret: Ty,
    /// The traits of a `dyn Fn(…) -> … + Send`, by name, the `Fn` trait first; none for a function pointer.
    pub traits: Vec<String>,
    /// Whether it may answer the same question otherwise the next time: it is called as an `FnMut`.
    pub is_mut: bool,
}

/// A pure function as one term over its parameters' locals.
#[derive(Clone, Debug)]
pub struct PureDef {
    /// The body. Recursion shows as [`TermKind::Call`](crate::term::TermKind::Call).
    pub body: Term,
    /// Where it has a value, over the same locals: `true` for most. Recursion shows as
    /// [`TermKind::Defined`](crate::term::TermKind::Defined).
    pub domain: Term,
    /// Whether it calls itself, directly or not.
    pub recursive: bool,
}

/// A message of the front end about the user's input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// An error makes the run fail with exit code 2; else it is a note.
    pub error: bool,
    /// Short, stable, for `refine explain`: `E0101`.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// Where, if there is a place.
    pub span: Option<Span>,
    /// A way out, if there is one.
    pub help: Option<String>,
}

/// What a macro makes a function of, in the macro's definition. Others may be made of the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FnTemplate {
    /// The brace that opens its block.
    pub opening: Span,
    /// Its `const`, if it is a `const` function.
    pub constness: Option<Span>,
}

/// Where the harness may put something that is evaluated with what a macro makes, in the macro's definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateProbe {
    /// The obligation's [`template`](crate::obligation::Obligation::template).
    pub place: Span,
    /// Where it is put.
    pub point: ProbePoint,
    /// The functions that have a claim there. Each has it once.
    pub funcs: Vec<FnId>,
}

/// Where the harness may count how often control gets to a place: what is put there is evaluated if the place is, and not else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ProbePoint {
    /// A statement (`probe;`) just before the start of this.
    Before(Span),
    /// This expression, whose value is taken, as a block: `{ probe; expression }`.
    Block(Span),
    /// After the value of this expression is there: `(expression, probe).0`.
    After(Span),
    /// Where this `if` without an `else` goes nowhere: `if … {} else { probe; }`.
    Else(Span),
}

impl ProbePoint {
    /// What it is put at, or around.
    pub fn span(self) -> Span {
        match self {
            ProbePoint::Before(span) | ProbePoint::Block(span) | ProbePoint::After(span) | ProbePoint::Else(span) => {
                span
            }
        }
    }
}

/// Where control goes one of two ways, as it is written, and how the harness may count which.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Branch {
    /// A condition: of `if`, `while`, a guard, or an operand of `&&` and `||`. Its value goes by way of the counter.
    Condition(Span),
    /// A pattern: of an arm, `if let`, `while let` or `let … else`, or what `?` goes on with.
    Pattern {
        /// The pattern, with what it is matched to unless that stands elsewhere; or the value with its `?`.
        span: Span,
        /// What is evaluated if it fits.
        fits: ProbePoint,
        /// What is evaluated if it does not, where that can be counted.
        otherwise: Option<ProbePoint>,
    },
}

impl Branch {
    /// The condition, or the pattern.
    pub fn span(self) -> Span {
        match self {
            Branch::Condition(span) | Branch::Pattern { span, .. } => span,
        }
    }

    /// Whether both ways are counted.
    pub fn has_two_ways(self) -> bool {
        !matches!(self, Branch::Pattern { otherwise: None, .. })
    }
}

/// The name of the crate of annotations, unless its user gives it another.
pub const SPEC_CRATE: &str = "refine_spec";

/// The program: what the rooms after the front end may ask.
///
/// A trait, so that these rooms can be tested on programs written by hand as IR.
pub trait Program: Send + Sync {
    /// The sources.
    fn sources(&self) -> &Sources;
    /// The modules, the root first.
    fn modules(&self) -> &[ModuleDef];
    /// A struct or enum.
    fn adt(&self, id: AdtId) -> &AdtDef;
    /// The functions, those of the standard specs included.
    fn fns(&self) -> &[FnDef];
    /// A function's contract, in terms of its first locals.
    fn contract(&self, inst: &FnInst) -> Arc<Contract>;
    /// A function's body; `None` for one without (a trusted signature of the standard specs).
    fn body(&self, inst: &FnInst) -> Option<Arc<Body>>;
    /// A function's MIR, where it is kept: for [runs](mir::interpret) of it.
    fn mir(&self, _inst: &FnInst) -> Option<Arc<mir::Body>> {
        None
    }
    /// A pure function as a term, where its body is one.
    fn pure_def(&self, inst: &FnInst) -> Option<Arc<PureDef>>;
    /// Places of obligations, and of calls of the standard library, where the harness can count how often runs get there.
    /// For what is not among them that is not known.
    fn probes(&self) -> Vec<(Span, ProbePoint)>;
    /// The same in functions that macros of the crate make.
    fn template_probes(&self) -> Vec<TemplateProbe> {
        Vec::new()
    }
    /// Operations that panic at the same place as others do (`a + b + c`, `v[i][j]`), each with its last operand: after that nothing is
    /// evaluated before the operation. None are in what macros make.
    fn operations(&self) -> Vec<(Span, Span)> {
        Vec::new()
    }
    /// The same of those in functions that macros of the crate make: all panic at the call of the macro.
    fn template_operations(&self) -> Vec<TemplateProbe> {
        Vec::new()
    }
    /// The branches of the crate's own functions, in the order of the source. None are in what macros make.
    fn branches(&self) -> Vec<Branch> {
        Vec::new()
    }
    /// The types of the crate's constants and statics.
    fn constant_types(&self) -> &[Ty] {
        &[]
    }
    /// The body of the closure whose captures a struct holds, if it does.
    fn closure(&self, captures: AdtId) -> Option<&FnInst>;
    /// What is known of a type outside the model ([`Ty::Opaque`]), by its name.
    fn opaque(&self, _name: &str) -> Option<&OpaqueDef> {
        None
    }
    /// What the crate calls `refine_spec`.
    fn spec_crate(&self) -> &str {
        SPEC_CRATE
    }
    /// The invariants that a value's struct or enum states itself, as a predicate on it; `true` where there are none. Those of the
    /// standard library hold of all values.
    fn type_invariant(&self, value: &Term) -> Term;
    /// Those that have no translation, as Rust about `this`, a reference to the value.
    fn untranslated_invariants(&self, _id: AdtId) -> &[String] {
        &[]
    }

    /// A function by its id.
    fn func(&self, id: FnId) -> &FnDef {
        &self.fns()[id.0 as usize]
    }

    /// A line and column of a span's start.
    fn line_col(&self, span: Span) -> LineCol {
        self.sources().line_col(span)
    }
}
