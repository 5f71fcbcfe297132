//! Bodies: HIR with its types to MIR with its obligations, for one instance of a function, closure or constant.
//!
//! ```text
//! hir_def::ExpressionStore + hir_ty::InferenceResult ─[Lower]→ mir::Body
//! ```
//!
//! In reading order: `builder` (writes MIR), `types` (types of the instance), `scope` (what is dropped where), `expr` and `place` (values and
//! places of expressions), then one file per kind of construct. `resolve` says which function a call means, `finish` tidies up.
//!
//! **Invariants.** Evaluation is in rustc's order. What is typed but outside the model is [`Stmt::Unmodelled`](refine_core::mir::Stmt) where it
//! stands, followed by every jump that it may hide; a body with anything untyped in it is one such statement as a whole.
//! Nothing here panics on odd input: rust-analyzer's own panics are caught per body.
mod adjust;
mod aggregate;
pub(crate) mod alike;
mod arith;
pub(crate) mod builder;
mod by_value;
mod bypassed;
mod call;
mod cast;
mod closure;
mod constant;
mod control;
mod copied;
mod counted;
mod derive;
pub(crate) mod doubt;
mod endless;
mod expr;
mod finish;
mod foreign;
mod function;
mod glue;
mod held;
mod index;
mod intrinsic;
mod kept;
mod leads;
mod literal;
mod loop_copies;
mod loop_spec;
mod loops;
mod own_errors;
mod panics;
mod path;
mod pattern;
mod place;
mod promises;
mod resolve;
mod scope;
mod shim;
mod site;
mod size;
mod spec;
mod splice;
mod terms;
mod text;
mod types;
mod unmodelled;
pub(crate) mod walk;

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hir_def::ExpressionStoreOwnerId;
use hir_def::expr_store::{ExpressionStore, ExpressionStoreSourceMap};
use hir_def::hir::{BindingId, ExprId, LabelId, PatId};
use hir_def::resolver::Resolver;
use hir_expand::InFile;
use hir_ty::db::HirDatabase;
use hir_ty::next_solver::Ty;
use hir_ty::{InferBodyId, InferenceResult};
use ra_syntax::{AstNode, ast};
use refine_core::ids::LocalId;
use refine_core::mir::{Contract, Place};
use refine_core::program::FnDef;
use refine_core::span::Span;
use refine_core::ty::Ty as CoreTy;

use crate::context::Context;
use builder::{Builder, ClaimInfo};
use closure::Upvars;
use scope::{DropScope, Exit};
use types::Instance;

pub(crate) use alike::{Likeness, structural};
pub(crate) use closure::captures_of;
use constant::Fixed;
pub(crate) use constant::{
    Constants, Untold, doubt_of_constants, doubt_of_signature, in_types, of_const, of_const_arg, of_static,
};
pub(crate) use foreign::Sizes;
pub use function::body;
pub(crate) use leads::Implementation;
pub(crate) use resolve::{CallTarget, resolve};
pub(crate) use spec::contract_of;
pub(crate) use splice::Models;

/// Why a construct is outside the model.
#[derive(Clone, Debug)]
pub(crate) struct Outside {
    /// The construct, in words.
    pub what: String,
    /// Whether it may panic.
    pub may_panic: bool,
}

/// What lowering one construct gives, unless it is outside the model.
pub(crate) type Modelled<T> = Result<T, Outside>;

/// A construct outside the model, which may do anything.
pub(crate) fn outside<T>(what: impl Into<String>) -> Modelled<T> {
    Err(Outside { what: what.into(), may_panic: true })
}

/// A construct outside the model, which surely does not panic.
pub(crate) fn outside_but_calm<T>(what: impl Into<String>) -> Modelled<T> {
    Err(Outside { what: what.into(), may_panic: false })
}

/// What is lowered, in HIR: a body, or an expression in a type, which is one of several of what it stands in.
#[derive(Clone, Copy)]
pub(crate) struct HirSource<'db> {
    pub owner: ExpressionStoreOwnerId,
    store: &'db ExpressionStore,
    pub map: &'db ExpressionStoreSourceMap,
    pub infer: &'db InferenceResult<'db>,
    pub root: ExprId,
    /// Whether it is an expression in a type.
    is_part: bool,
}

impl<'db> HirSource<'db> {
    fn of(db: &'db dyn HirDatabase, of: InferBodyId<'db>) -> HirSource<'db> {
        let owner = of.expression_store_owner(db);
        let (store, map) = ExpressionStore::with_source_map(db, owner);
        let (_, root) = of.store_and_root_expr(db);
        let is_part = matches!(of, InferBodyId::AnonConstId(_));
        HirSource { owner, store, map, infer: InferenceResult::of(db, of), root, is_part }
    }

    fn store(&self) -> &'db ExpressionStore {
        self.store
    }

    /// An expression in one of the types in it.
    fn part(&self, root: ExprId) -> HirSource<'db> {
        HirSource { root, is_part: true, ..*self }
    }

    /// The patterns, apart from those of other expressions that stand in the same thing.
    fn pats(&self) -> impl Iterator<Item = PatId> {
        let (store, root) = (self.store, self.root);
        let is_one_of_several = self.is_part && store.expr_roots().any(|each| each == root);
        let all = store.pats().map(|(pat, _)| pat);
        all.filter(move |pat| !is_one_of_several || store.find_root_for_pat(*pat) == root)
    }
}

/// A place with the type, of the instance, of what is there.
#[derive(Clone, Debug)]
pub(crate) struct TypedPlace<'db> {
    pub place: Place,
    pub ty: Ty<'db>,
}

/// What can be left by `break` or gone on with by `continue`.
#[derive(Clone)]
struct Breakable {
    label: Option<LabelId>,
    /// Where `break` leads.
    exit: Exit,
    /// Where `continue` leads; none for a labelled block, which no plain `break` means either.
    next: Option<Exit>,
    /// Where the value of `break` goes.
    dest: Place,
}

/// Which operations of a body make claims. Models of the standard library make none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClaimedOps {
    pub arithmetic: bool,
    pub indexing: bool,
}

/// The lowering of one body.
pub(crate) struct Lower<'a, 'db> {
    pub cx: &'a Context<'db>,
    pub inst: Instance<'a, 'db>,
    pub b: Builder<'a>,
    /// The function: of a closure, the entry of its own.
    pub def: FnDef,
    pub src: HirSource<'db>,
    resolver: Resolver<'db>,
    /// An expression in whose scope the names of the patterns at hand are.
    pattern_scope: ExprId,
    bindings: HashMap<BindingId, LocalId>,
    /// In a guard, the places of variables that take a value if it holds.
    guarded: HashMap<BindingId, Place>,
    upvars: Option<Upvars<'db>>,
    scopes: Vec<DropScope<'db>>,
    breakables: Vec<Breakable>,
    /// Where `return` leads.
    exit: Exit,
    claims: ClaimedOps,
    /// Expressions whose temporary lives as long as the variable that it initialises.
    extended: HashMap<ExprId, Option<usize>>,
    /// Which alternative of each or-pattern is tried, where that is settled.
    chosen: HashMap<PatId, usize>,
    /// Whether what is evaluated is the message of a panic: when that is put together, there is nothing to come.
    dying: bool,
    /// The call that an assertion comes to where it fails, with what is claimed there.
    failing: Option<(ExprId, ClaimInfo)>,
    /// Conditions of assertions, whose text is shown when they fail.
    quoted: Vec<Span>,
    /// The constants of which only the type is known, each in a local.
    fixed: HashMap<Fixed<'db>, LocalId>,
    /// The function's own contract.
    contract: Arc<Contract>,
    /// The spans of the loops around, the innermost last.
    loops: Vec<Span>,
    /// Calls that stand for clauses of loops that were claimed at the head.
    claimed: HashSet<ExprId>,
    /// What the clauses of the loop at hand see of variables that a closure has captured: see [`loop_copies`].
    copied: HashMap<BindingId, LocalId>,
    /// The place that was looked at last.
    here: Cell<Span>,
    spans: RefCell<HashMap<ExprId, Span>>,
}

impl<'db> Lower<'_, 'db> {
    /// The database.
    pub fn db(&self) -> &'db dyn HirDatabase {
        self.inst.db()
    }

    /// The type of an expression before its adjustments.
    pub fn ty(&self, e: ExprId) -> Ty<'db> {
        self.inst.ty(self.src.infer.expr_ty(e))
    }

    /// The type of an expression after its adjustments.
    pub fn adjusted_ty(&self, e: ExprId) -> Ty<'db> {
        match self.src.infer.expr_adjustment(e).and_then(|all| all.last()) {
            Some(last) => self.inst.ty(last.target.as_ref()),
            None => self.ty(e),
        }
    }

    /// A type of the instance as ours.
    pub fn core_ty(&self, ty: Ty<'db>) -> CoreTy {
        self.inst.core_ty(ty)
    }

    /// A type as a user would write it.
    pub fn show(&self, ty: Ty<'db>) -> String {
        self.cx.types.spelled(ty)
    }

    /// Where an expression is in the user's text.
    pub fn span(&self, e: ExprId) -> Span {
        if let Some(&known) = self.spans.borrow().get(&e) {
            self.here.set(known);
            return known;
        }
        match self.src.map.expr_syntax(e) {
            Ok(at) => {
                let span = self.parenthesized(e).unwrap_or_else(|| self.cx.span_of(at));
                self.here.set(span);
                self.spans.borrow_mut().insert(e, span);
                span
            }
            // rust-analyzer's own: where it came from was just looked at.
            Err(_) => self.here.get(),
        }
    }

    /// The parentheses around an expression, which rustc takes for a part of it.
    fn parenthesized(&self, e: ExprId) -> Option<Span> {
        let node = self.syntax(e)?;
        let around = node.value.syntax().ancestors().skip(1).take_while(|node| ast::ParenExpr::can_cast(node.kind()));
        let written = |it: &ra_syntax::SyntaxNode| self.cx.spans.written(InFile::new(node.file_id, it.clone()));
        around.filter_map(|node| written(&node)).last()
    }

    /// Where a pattern is in the user's text.
    pub fn pat_span(&self, pat: PatId) -> Span {
        self.src.map.pat_syntax(pat).map_or_else(|_| self.here.get(), |at| self.cx.span_of(at))
    }

    /// The text of an expression, as a user wrote it: for all that a macro makes its call, for a part of that the part's own.
    pub fn text(&self, e: ExprId) -> String {
        if let Some(made) = self.src.map.expr_syntax(e).ok().and_then(|at| self.cx.spans.generated(at.map(Into::into)))
        {
            return made;
        }
        let part = self.syntax(e).map(|node| node.map(|it| it.syntax().clone()));
        part.and_then(|node| self.cx.spans.part_made(node)).unwrap_or_else(|| self.b.text(self.span(e)))
    }

    /// A temporary of a type of the instance.
    pub fn temp(&mut self, ty: Ty<'db>, span: Span) -> LocalId {
        let ty = self.core_ty(ty);
        self.b.temp(ty, span)
    }
}

#[cfg(test)]
mod tests;
