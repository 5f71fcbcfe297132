//! Items to typed IR: bodies as control-flow graphs, clauses as terms.
//!
//! ```text
//! syn ─[build: names, types, macros]→ hir ─[emit]→ IR bodies
//!                                        └[pure]→ terms: clauses, constants, pure functions
//! ```
//!
//! Everything that a function under check may reach is lowered at once, instance by instance, because syntax trees
//! stay on their thread: the [`FinishedProgram`](crate::finished::FinishedProgram) that comes out holds none.
//!
//! **Invariant:** code that the model does not cover becomes `Unmodelled` at its place; nothing is left out, and nothing
//! panics on input that rustc accepts.
mod build;
mod contract;
mod defined;
mod emit;
mod hir;
mod infer;
mod invariant;
mod lowered;
#[cfg(test)]
mod models;
mod pure;
#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use num_traits::ToPrimitive;

pub use crate::terms::{bits, fold};
pub use lowered::{program, program_from_source};

use crate::ir::Contract;
use crate::program::{AdtDef, Diagnostic, FnInst};
use crate::span::Span;
use crate::syntax::{ConstId, Crate};
use crate::term::{BoundId, Term, TermKind};
use crate::terms::{self, parts};
use crate::ty::{AdtId, Ty};
use build::Builder;
use hir::{Expr, ExprKind};
use pure::Pure;

/// Constants with more text than this, in bytes, are tables that would only burden the solver.
const CONSTANT_TEXT: u32 = 8 * 1024;

/// Type arguments nested deeper than this come from functions that call themselves with ever larger types.
const TYPE_DEPTH: usize = 8;

/// What arithmetic out of range means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overflow {
    /// A panic: an obligation.
    #[default]
    Panic,
    /// Wrapping.
    Wrap,
    /// Left out of account.
    Ignore,
}

/// How to lower.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LowerOptions {
    /// What overflow means.
    pub overflow: Overflow,
}

/// The state of a pure function's translation.
#[derive(Clone)]
enum PureState {
    Going,
    Done(Result<Term, String>),
}

/// A constant's value with its type, or why it has none.
type Constant = Result<(Term, Ty), String>;

/// What all bodies of one crate share while they are lowered.
pub struct Lowering<'a> {
    /// The items.
    pub krate: &'a Crate,
    /// How to lower.
    pub options: LowerOptions,
    /// `Option`.
    pub option: Option<AdtId>,
    /// `Result`.
    pub result: Option<AdtId>,
    wanted: RefCell<VecDeque<FnInst>>,
    seen: RefCell<HashSet<FnInst>>,
    pures: RefCell<HashMap<FnInst, PureState>>,
    domains: RefCell<defined::PureDomains>,
    contracts: RefCell<HashMap<FnInst, Arc<Contract>>>,
    invariants: RefCell<HashMap<AdtId, Arc<Vec<crate::ir::Clause>>>>,
    /// Types with an invariant that makes no sense.
    faulty: RefCell<HashSet<AdtId>>,
    diagnostics: RefCell<Vec<Diagnostic>>,
    constants: RefCell<HashMap<u32, Constant>>,
    bounds: Cell<u32>,
    depth: Cell<u32>,
}

impl<'a> Lowering<'a> {
    fn new(krate: &'a Crate, options: LowerOptions) -> Self {
        let std_adt = |name: &str| {
            let at = krate.adts.iter().position(|item| item.def.module.is_none() && item.def.name == name)?;
            Some(AdtId(at as u32))
        };
        Lowering {
            krate,
            options,
            option: std_adt("Option"),
            result: std_adt("Result"),
            wanted: RefCell::default(),
            seen: RefCell::default(),
            pures: RefCell::default(),
            domains: RefCell::default(),
            contracts: RefCell::default(),
            invariants: RefCell::default(),
            faulty: RefCell::default(),
            diagnostics: RefCell::default(),
            constants: RefCell::default(),
            bounds: Cell::new(0),
            depth: Cell::new(0),
        }
    }

    /// Whether the type arguments of an instance are small enough to be those of a program that ends.
    pub fn is_small(&self, inst: &FnInst) -> bool {
        inst.args.iter().all(|ty| depth(ty) <= TYPE_DEPTH)
    }

    /// Asks for a function's body and contract.
    pub fn demand(&self, inst: &FnInst) {
        if self.seen.borrow_mut().insert(inst.clone()) {
            self.wanted.borrow_mut().push_back(inst.clone());
        }
    }

    /// A struct or enum.
    pub fn adt(&self, id: AdtId) -> &AdtDef {
        &self.krate.adts[id.0 as usize].def
    }

    /// The index of a field.
    pub fn field(&self, id: AdtId, variant: usize, name: &str) -> Option<usize> {
        self.adt(id).variants.get(variant)?.fields.iter().position(|field| field.name == name)
    }

    /// The type of a field in a type with these arguments.
    pub fn field_ty(&self, id: AdtId, args: &[Ty], variant: usize, at: usize) -> Ty {
        let def = self.adt(id);
        let Some(field) = def.variants.get(variant).and_then(|variant| variant.fields.get(at)) else {
            return Ty::Opaque("_".into());
        };
        field.ty.substitute(&|name| {
            def.generics.iter().position(|known| known == name).and_then(|at| args.get(at).cloned())
        })
    }

    /// The variant that `unwrap` wants: `Some` of an `Option`, `Ok` of a `Result`.
    pub fn present(&self, ty: &Ty) -> Option<usize> {
        match ty {
            Ty::Adt(id, _) if Some(*id) == self.option => Some(1),
            Ty::Adt(id, _) if Some(*id) == self.result => Some(0),
            _ => None,
        }
    }

    /// Whether `==` (with `order`, also `<`) on the type compares part by part, as derived implementations do.
    pub fn compares_by_parts(&self, ty: &Ty, order: bool) -> bool {
        parts::compares_by_parts(self, ty, order)
    }

    /// Whether the crate says what the order of the type is, beside a `PartialOrd` that may be derived.
    fn own_order(&self, ty: &Ty) -> bool {
        let by_ref = Ty::Ref(false, Box::new(ty.clone()));
        let own = |name: &str| self.krate.resolve_method(ty, name).map(|id| &self.krate.fns[id.0 as usize].def);
        own("cmp").is_some_and(|def| !def.std)
            || own("partial_cmp").is_some_and(|def| !def.std)
            || self.krate.resolve_operator(ty, Some(&by_ref), "lt").is_some()
    }

    /// What `Default::default()` gives, where that is built in or derived all the way down.
    pub fn default_of(&self, ty: &Ty) -> Option<Term> {
        parts::default_of(self, ty)
    }

    /// Whether comparing values of the type cannot panic, though the result is not modelled.
    pub fn compares_safely(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Opaque(name) => matches!(name.as_str(), "f32" | "f64" | "str" | "&str" | "String"),
            Ty::Ref(_, ty) | Ty::Boxed(ty) | Ty::Array(ty, _) | Ty::Slice(ty) | Ty::Vec(ty) => self.compares_safely(ty),
            Ty::Tuple(tys) => tys.iter().all(|ty| self.compares_safely(ty)),
            Ty::Adt(id, tys) if self.adt(*id).module.is_none() => tys.iter().all(|ty| self.compares_safely(ty)),
            Ty::Param(_) | Ty::Adt(..) => false,
            _ => true,
        }
    }

    /// Whether `clone` on the type gives an equal value.
    pub fn clones_by_parts(&self, ty: &Ty) -> bool {
        parts::clones_by_parts(self, ty)
    }

    /// Whether dropping a value of the type runs a `drop` of the crate.
    pub fn drops(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Tuple(tys) => tys.iter().any(|ty| self.drops(ty)),
            Ty::Boxed(inner) | Ty::Array(inner, _) | Ty::Vec(inner) => self.drops(inner),
            Ty::Adt(id, args) => {
                self.krate.resolve_operator(ty, None, "drop").is_some()
                    || !self.parts_hold(*id, args, &|ty| !self.drops(ty))
            }
            _ => false,
        }
    }

    /// Whether a test holds of all fields; a recursive type holds what its other fields hold.
    fn parts_hold(&self, id: AdtId, args: &[Ty], test: &dyn Fn(&Ty) -> bool) -> bool {
        if self.depth.get() > 8 {
            return true;
        }
        self.depth.set(self.depth.get() + 1);
        let held = self
            .adt(id)
            .variants
            .iter()
            .enumerate()
            .all(|(variant, def)| (0..def.fields.len()).all(|at| test(&self.field_ty(id, args, variant, at))));
        self.depth.set(self.depth.get() - 1);
        held
    }

    /// A new quantified variable.
    pub fn fresh_bound(&self) -> BoundId {
        self.bounds.set(self.bounds.get() + 1);
        BoundId(self.bounds.get())
    }

    /// Records what is wrong with the user's clauses.
    pub fn report(&self, errors: Vec<Diagnostic>) {
        let mut all = self.diagnostics.borrow_mut();
        for error in errors {
            // A generic function is lowered once for each instance; its clauses are wrong once.
            if !all.iter().any(|known| known.span == error.span && known.message == error.message) {
                all.push(error);
            }
        }
    }

    /// The source text of a place, on one line.
    pub fn text(&self, span: Span) -> String {
        self.krate.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The value of a `const` or `static` with its type.
    pub fn constant_term(&self, id: ConstId) -> Constant {
        if let Some(known) = self.constants.borrow().get(&id.0) {
            return known.clone();
        }
        // Until it is known, a constant that needs its own value has none.
        self.constants.borrow_mut().insert(id.0, Err("it is defined by itself".into()));
        let value = self.evaluate(id);
        self.constants.borrow_mut().insert(id.0, value.clone());
        value
    }

    fn evaluate(&self, id: ConstId) -> Constant {
        let item = &self.krate.consts[id.0 as usize];
        let expr = item.expr.as_ref().ok_or("its value may change")?;
        let mut builder = Builder::new(self, &item.scope, &[], None, false);
        let span = builder.span(expr);
        if span.end - span.start > CONSTANT_TEXT {
            return Err("it is too large".into());
        }
        let built = builder.expr_of(expr, &item.ty);
        let term = Pure::new(self, &builder.infer, true).term(&built)?;
        Ok((fold(&term), item.ty.clone()))
    }

    /// The value of an expression that is a small constant, such as an array's length.
    pub fn constant(&self, expr: &Expr) -> Option<u64> {
        match &expr.kind {
            ExprKind::Int(value) => value.to_u64(),
            ExprKind::Const(term) => match term.kind() {
                TermKind::Int(value) => value.to_u64(),
                _ => None,
            },
            _ => None,
        }
    }

    /// A pure function as a term over its parameters; `None` while it is being translated, that is, in recursion.
    pub fn pure(&self, inst: &FnInst) -> Result<Option<Term>, String> {
        match self.pures.borrow().get(inst) {
            Some(PureState::Going) => return Ok(None),
            Some(PureState::Done(done)) => return done.clone().map(Some),
            None => {}
        }
        self.pures.borrow_mut().insert(inst.clone(), PureState::Going);
        let done = self.translate_pure(inst);
        self.pures.borrow_mut().insert(inst.clone(), PureState::Done(done.clone()));
        done.map(Some)
    }

    fn translate_pure(&self, inst: &FnInst) -> Result<Term, String> {
        let item = &self.krate.fns[inst.func.0 as usize];
        let std = item.def.std;
        if let Some(what) = &item.unseen {
            return Err(format!("{what} is not seen"));
        }
        let builder = Builder::new(self, &item.scope, &item.def.generics, Some(inst), std);
        let (tree, infer) = builder.body(inst).ok_or("it has no body")?;
        let mut pure = Pure::new(self, &infer, !std);
        for (at, (pat, param)) in tree.params.iter().zip(&item.def.params).enumerate() {
            let ty = infer::plain(&contract::instantiate(&item.def, inst, &param.ty));
            pure.matched(pat, &Term::local(crate::ir::LocalId(at as u32), ty))?;
        }
        let term = crate::defined::unwrapped(self, &fold(&pure.term(&tree.root)?));
        // The declared type, where exact arithmetic lost it.
        let ret = infer::plain(&contract::instantiate(&item.def, inst, &item.def.ret));
        Ok(if ret.int().is_some() && !matches!(term.kind(), TermKind::Local(_)) {
            Term::new(term.kind().clone(), ret)
        } else {
            term
        })
    }

    /// A type as the user would write it.
    pub fn show(&self, ty: &Ty) -> String {
        parts::show(self, ty)
    }
}

/// How deep a type is nested.
fn depth(ty: &Ty) -> usize {
    match ty {
        Ty::Ref(_, ty) | Ty::Boxed(ty) | Ty::Array(ty, _) | Ty::Slice(ty) | Ty::Vec(ty) => 1 + depth(ty),
        Ty::Tuple(tys) | Ty::Adt(_, tys) => 1 + tys.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
