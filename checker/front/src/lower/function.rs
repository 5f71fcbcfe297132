//! Bodies as wholes: parameters, the way out with its postconditions, and what stands for a body that is not believed.
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hir_def::expr_store::Body as HirBody;
use hir_def::hir::{BindingId, Expr, ExprId, PatId};
use hir_def::resolver::HasResolver;
use hir_def::signatures::FunctionSignature;
use hir_def::{DefWithBodyId, FunctionId};
use hir_ty::InferBodyId;
use hir_ty::db::{HirDatabase, InternedClosureId};
use hir_ty::next_solver::{GenericArgs, Ty, TyKind};
use hir_ty::traits::FnTrait;
use refine_core::ir::{Clause, Contract};
use refine_core::mir::{Body, Place, Terminator};
use refine_core::obligation::Kind;
use refine_core::program::FnDef;
use refine_core::span::Span;
use refine_core::term::Term;
use refine_core::terms::{lent, place_args};
use refine_core::ty::FnInst;
use refine_core::ty::Ty as CoreTy;
use rustc_type_ir::inherent::{GenericArgs as _, IntoKind};

use super::builder::{Builder, ClaimInfo, seen};
use super::bypassed::bypassed;
use super::closure::Upvars;
use super::scope::{Exit, Holds};
use super::types::Instance;
use super::{ClaimedOps, HirSource, Lower, TypedPlace};
use crate::context::{Callable, Context};
use crate::guard::guard;
use crate::types::Env;

/// A parameter: its pattern, or the variable `self`.
#[derive(Clone, Copy)]
enum Param {
    Receiver(BindingId),
    Pattern(PatId),
    /// A closure's environment.
    Environment,
}

/// What is lowered, beside the HIR that it is in.
struct Subject<'db> {
    params: Vec<(Param, Ty<'db>)>,
    result: Ty<'db>,
    root: ExprId,
    upvars: Option<Upvars<'db>>,
    /// Why its text may not be what is compiled.
    doubted: Option<String>,
    contract: Arc<Contract>,
    claims: ClaimedOps,
}

/// The body of an instance; `None` for a function that has none.
pub fn body(cx: &Context<'_>, inst: &FnInst) -> Option<Body> {
    let (callable, args, env) = cx.args_of(inst)?;
    let def = cx.fn_def(inst.func);
    let made = guard(|| match callable {
        Callable::Function(id) => function(cx, inst, &def, (id, args, env)),
        Callable::Closure(id) => closure(cx, inst, &def, (id, args, env)),
        Callable::Derived(..) => super::derive::body(cx, inst),
        Callable::Glue => super::glue::body(cx, inst),
        Callable::Constant(id) => {
            let doubted = crate::items::doubt_of_value(cx, id);
            Some(constant(cx, inst, &def, (HirSource::of(cx.db, id.into()), args, env), doubted))
        }
        Callable::InType(owner, root) => {
            let doubted = crate::items::doubt_of_expression(cx, owner);
            Some(constant(cx, inst, &def, (super::constant::source(cx, owner, root)?, args, env), doubted))
        }
    });
    made.unwrap_or_else(|| Some(unknown(cx, inst, &def)))
}

fn function<'db>(
    cx: &Context<'db>,
    inst: &FnInst,
    def: &FnDef,
    (id, args, env): (FunctionId, GenericArgs<'db>, Env),
) -> Option<Body> {
    let db: &'db dyn HirDatabase = cx.db;
    if !FunctionSignature::of(db, id).has_body() {
        return None;
    }
    let source = HirSource::of(db, DefWithBodyId::from(id).into());
    let body = HirBody::of(db, id.into());
    let signature = db.callable_item_signature(id.into()).skip_binder();
    let signature = cx.types.interner().instantiate_bound_regions_with_erased(signature);
    let mut inputs = signature.inputs().iter().copied();
    let receiver = body.self_param.and_then(|param| Some((Param::Receiver(param.formal), inputs.next()?)));
    let patterns = body.params.iter().map(|param| Param::Pattern(param.formal)).zip(inputs);
    let subject = Subject {
        params: receiver.into_iter().chain(patterns).collect(),
        result: signature.output(),
        root: source.root,
        upvars: None,
        doubted: doubted(cx, inst, def, (id, args)),
        contract: super::contract_of(cx, inst),
        claims: claims_of(cx, def, id),
    };
    Some(run(cx, inst, (args, env), def, source, subject))
}

/// Why a function's text may not be what is compiled.
fn doubted<'db>(
    cx: &Context<'db>,
    inst: &FnInst,
    def: &FnDef,
    (id, args): (FunctionId, GenericArgs<'db>),
) -> Option<String> {
    match cx.items.fns.get(inst.func.0 as usize) {
        Some(item) => item.doubted.clone(),
        None if def.std => {
            let name = bypassed(cx, id, args)?;
            let own = &def.name;
            Some(format!("the standard library's `{own}`, which may call the `{name}` that a type of yours overrides"))
        }
        None => crate::items::doubt_of_foreign(cx, id),
    }
}

/// Which operations of a function make claims.
fn claims_of(cx: &Context<'_>, def: &FnDef, id: FunctionId) -> ClaimedOps {
    let arithmetic = !def.std || has_attribute(cx, id, "rustc_inherit_overflow_checks");
    ClaimedOps { arithmetic, indexing: !def.std }
}

/// Whether a function carries an attribute.
fn has_attribute(cx: &Context<'_>, id: FunctionId, name: &str) -> bool {
    let loc = hir_def::Lookup::lookup(&id, cx.db);
    let source = hir_def::src::HasSource::source(loc, cx.db);
    let krate = hir_def::HasModule::krate(&id, cx.db);
    crate::items::attributes(cx.db, krate, ra_syntax::AstNode::syntax(&source.value))
        .iter()
        .any(|attr| attr.path == name)
}

fn closure<'db>(
    cx: &Context<'db>,
    inst: &FnInst,
    def: &FnDef,
    (id, args, env): (InternedClosureId<'db>, GenericArgs<'db>, Env),
) -> Option<Body> {
    let db: &'db dyn HirDatabase = cx.db;
    let hir_ty::db::InternedClosure { owner: InferBodyId::DefWithBodyId(owner), expr, .. } = id.loc(db) else {
        return None;
    };
    let source = HirSource::of(db, owner.into());
    let Expr::Closure { args: patterns, body: root, .. } = &source.store()[expr] else { return None };
    let own = source.infer.expr_ty(expr);
    let TyKind::Closure(_, closure_args) = own.kind() else { return None };
    let (captures, kind) = super::captures_of(db, id)?;
    let by_reference = match kind {
        FnTrait::FnOnce => None,
        FnTrait::FnMut => Some(true),
        FnTrait::Fn => Some(false),
        FnTrait::AsyncFnOnce | FnTrait::AsyncFnMut | FnTrait::AsyncFn => return None,
    };
    let environment = match by_reference {
        None => own,
        Some(mutable) => reference(cx, own, mutable),
    };
    let signature = cx.types.interner().instantiate_bound_regions_with_erased(closure_args.as_closure().sig());
    // Its one input is a tuple of those that are written.
    let inputs = match signature.inputs().first().map(|ty| ty.kind()) {
        Some(TyKind::Tuple(tys)) => rustc_type_ir::inherent::SliceLike::iter(tys).collect(),
        _ => Vec::new(),
    };
    let patterns = patterns.iter().map(|pat| Param::Pattern(*pat)).zip(inputs);
    let params = [(Param::Environment, environment)].into_iter().chain(patterns).collect();
    let claims = match owner {
        DefWithBodyId::FunctionId(around) => claims_of(cx, def, around),
        _ => ClaimedOps { arithmetic: !def.std, indexing: !def.std },
    };
    let subject = Subject {
        params,
        result: signature.output(),
        root: *root,
        upvars: Some(Upvars::new(expr, captures, by_reference.is_some())),
        // Where it is made, it was said of the function.
        doubted: None,
        contract: Arc::default(),
        claims,
    };
    let parent = crate::types::parent_args(args);
    Some(run(cx, inst, (parent, env), def, source, subject))
}

fn reference<'db>(cx: &Context<'db>, ty: Ty<'db>, mutable: bool) -> Ty<'db> {
    use hir_ty::next_solver::{Mutability, Region};
    let mutability = if mutable { Mutability::Mut } else { Mutability::Not };
    let interner = cx.types.interner();
    Ty::new(interner, TyKind::Ref(Region::new_erased(interner), ty, mutability))
}

/// The value of a constant, static, or enum's discriminant as a body without parameters. It is evaluated by the compiler, so
/// nothing in it fails.
pub(super) fn body_of<'db>(
    cx: &Context<'db>,
    source: HirSource<'db>,
    args: GenericArgs<'db>,
    env: Env,
) -> Option<Body> {
    guard(|| {
        let inst = FnInst { func: refine_core::ids::FnId(u32::MAX), args: Vec::new() };
        let def = constant_def(cx, source.map, source.root);
        value(cx, &inst, &def, (source, args, env), (None, false))
    })
}

/// The same as what is claimed of it: that callees' contracts are kept and that its value has its type's invariants, of which the compiler
/// knows nothing.
fn constant<'db>(
    cx: &Context<'db>,
    inst: &FnInst,
    def: &FnDef,
    of: (HirSource<'db>, GenericArgs<'db>, Env),
    doubted: Option<String>,
) -> Body {
    value(cx, inst, def, of, (doubted, true))
}

fn value<'db>(
    cx: &Context<'db>,
    inst: &FnInst,
    def: &FnDef,
    (source, args, env): (HirSource<'db>, GenericArgs<'db>, Env),
    (doubted, is_claimed): (Option<String>, bool),
) -> Body {
    let root = source.root;
    let result = match source.infer.expr_adjustment(root).and_then(|all| all.last()) {
        Some(last) => last.target.as_ref(),
        None => source.infer.expr_ty(root),
    };
    let claims = ClaimedOps { arithmetic: false, indexing: false };
    let contract = if is_claimed { super::contract_of(cx, inst) } else { Arc::default() };
    let subject = Subject { params: Vec::new(), result, root, upvars: None, doubted, contract, claims };
    run(cx, inst, (args, env), def, source, subject)
}

/// What stands for the definition of a constant's body.
fn constant_def(cx: &Context<'_>, map: &hir_def::expr_store::ExpressionStoreSourceMap, root: ExprId) -> FnDef {
    let span = map.expr_syntax(root).map(|at| cx.span_of(at.map(|ptr| ptr.text_range())));
    let span = span.unwrap_or(Span { file: refine_core::span::FileId(0), start: 0, end: 0 });
    crate::items::bare(span)
}

fn run<'db>(
    cx: &Context<'db>,
    inst: &FnInst,
    (args, env): (GenericArgs<'db>, Env),
    def: &FnDef,
    source: HirSource<'db>,
    subject: Subject<'db>,
) -> Body {
    let exit = Exit { block: refine_core::ids::BlockId(0), depth: 0 };
    let mut lower = Lower {
        cx,
        inst: Instance::new(cx, args, env),
        b: Builder::new(cx.spans.sources(), inst.clone(), cx.options.overflow),
        def: def.clone(),
        src: source,
        resolver: source.owner.resolver(cx.db),
        pattern_scope: subject.root,
        bindings: HashMap::new(),
        guarded: HashMap::new(),
        upvars: None,
        scopes: Vec::new(),
        breakables: Vec::new(),
        exit,
        claims: subject.claims,
        extended: HashMap::new(),
        chosen: HashMap::new(),
        dying: false,
        failing: None,
        quoted: Vec::new(),
        fixed: HashMap::new(),
        contract: subject.contract.clone(),
        loops: Vec::new(),
        claimed: HashSet::new(),
        copied: HashMap::new(),
        here: Cell::new(def.span),
        spans: RefCell::default(),
    };
    lower.b.of_std = def.std;
    if lower.whole(&subject) {
        return lower.b.finish(&def.path, subject.contract);
    }
    // Something was captured in a way that is not seen.
    lower.b = Builder::new(cx.spans.sources(), inst.clone(), cx.options.overflow);
    lower.bindings.clear();
    lower.fixed.clear();
    lower.upvars = None;
    lower.scopes.clear();
    lower.unbelieved(&subject, "this closure", def.span);
    lower.b.finish(&def.path, subject.contract)
}

/// A body of which nothing is known, because rust-analyzer fell over it.
fn unknown(cx: &Context<'_>, inst: &FnInst, def: &FnDef) -> Body {
    let contract = guard(|| super::contract_of(cx, inst)).unwrap_or_default();
    let mut b = Builder::new(cx.spans.sources(), inst.clone(), cx.options.overflow);
    for param in &def.params {
        let ty = match &param.ty {
            CoreTy::Ref(true, inner) => CoreTy::Borrow(inner.clone()),
            ty => ty.clone(),
        };
        b.new_param(&param.name, ty, def.span);
    }
    let result = b.new_result(def.ret.clone(), def.span);
    b.parameters_escape();
    b.outside("code that rust-analyzer fails on", def.span, true, Some(Place::local(result)));
    postconditions(cx, &mut b, def, &contract);
    b.end(Terminator::Return);
    b.finish(&def.path, contract)
}

/// Claims what holds when the function returns.
pub(super) fn postconditions(cx: &Context<'_>, b: &mut Builder<'_>, def: &FnDef, contract: &Contract) {
    let inside = |span: Span| within(span, def.item);
    let outputs = (0..=b.params()).map(|at| b.local_ty(refine_core::ids::LocalId(at as u32)).clone());
    let outputs = outputs.enumerate().filter(|(at, ty)| *at == b.params() || matches!(ty, CoreTy::Borrow(_)));
    let of_trait = crate::clause::implemented(cx, b.inst()).map(|method| cx.fn_def(method.func));
    let mut hidden = outputs.into_iter().any(|(_, ty)| crate::clause::hides_invariants(cx, &seen(&ty)));
    // What the caller gets and has no translation, where no clause gets to it.
    let given = (0..=b.params()).map(|at| b.local_ty(refine_core::ids::LocalId(at as u32)).clone()).enumerate();
    let given: Vec<CoreTy> = given
        .filter(|(at, ty)| !def.std && (*at == b.params() || lent::holds_borrow(cx, ty)))
        .map(|(_, ty)| ty)
        .collect();
    for said in given.iter().flat_map(|ty| crate::clause::out_of_reach(cx, def.module, ty)) {
        // Where it was put there, it is claimed already.
        if !b.claims(Kind::Escape, said.span) {
            let claim = ClaimInfo::new(Kind::Escape, def.span, said.written, super::held::MESSAGE);
            b.claim_in_vain(claim.clause(said.span));
        }
    }
    for clause in &contract.ensures {
        let of_type = !inside(clause.span) && crate::clause::is_invariant_span(cx, clause.span);
        if of_type && std::mem::take(&mut hidden) {
            b.outside("the invariants of the parts of a recursive type", def.span, false, None);
        }
        let (kind, message) = if of_type {
            (Kind::Invariant, "the invariant may not hold".to_owned())
        } else {
            let method = of_trait.as_ref().filter(|def| !inside(clause.span) && within(clause.span, def.item));
            let of = method.map(|def| format!(" of `{}`", def.path)).unwrap_or_default();
            (Kind::Ensures, format!("the postcondition{of} may not hold"))
        };
        let claim = ClaimInfo::new(kind, def.span, clause.text.clone(), message).clause(clause.span);
        b.assert(clause.term.clone(), claim);
    }
}

fn within(span: Span, item: Span) -> bool {
    span.file == item.file && span.start >= item.start && span.end <= item.end
}

impl<'db> Lower<'_, 'db> {
    /// Claims that the trait's preconditions imply the implementation's own: on a path of its own, for any arguments.
    fn claim_narrowed(&mut self) {
        let Some(narrowed) = crate::clause::narrowed(self.cx, self.b.inst()) else { return };
        let span = self.def.span;
        let (aside, on) = (self.b.new_block(), self.b.new_block());
        let either = self.b.any(CoreTy::Bool, span);
        let either = self.b.term(either);
        self.b.branch(either, aside, on);
        self.b.enter(aside);
        let types: Vec<CoreTy> = (0..self.b.params()).map(|at| seen(self.b.local_ty(self.b.param(at)))).collect();
        let args: Vec<Term> = types
            .into_iter()
            .map(|ty| {
                let any = self.b.any(ty, span);
                self.b.term(any)
            })
            .collect();
        for clause in &narrowed.known {
            self.b.assume(place_args(&clause.term, &args));
        }
        for clause in &narrowed.own {
            let message = format!("a precondition that the trait's `{}` does not state may not hold", narrowed.method);
            let claim = ClaimInfo::new(Kind::Requires, span, clause.text.clone(), message).clause(clause.span);
            self.b.assert(place_args(&clause.term, &args), claim);
        }
        self.b.end(Terminator::Stop);
        self.b.enter(on);
    }

    /// Writes the whole body. `false` if a captured place could not be told.
    fn whole(&mut self, subject: &Subject<'db>) -> bool {
        if let Some(what) = &subject.doubted {
            self.unbelieved(subject, what, self.def.span);
            return true;
        }
        if let Some(doubt) = self.doubt() {
            self.unbelieved(subject, &doubt.what, doubt.span);
            return true;
        }
        if let Some(upvars) = &subject.upvars {
            self.upvars = Some(upvars.again());
        }
        let places = self.declare_params(subject);
        self.claim_narrowed();
        let end = self.b.new_block();
        self.exit = Exit { block: end, depth: 0 };
        let span = self.def.span;
        let root = subject.root;
        let result = Place::local(self.b.result());
        self.scoped(Holds::Variables, span, |this| {
            this.scoped(Holds::Temporaries, span, |this| {
                this.bind_params(subject, &places);
                this.into(&result, root);
            });
        });
        self.b.goto(end);
        self.b.enter(end);
        let is_promised = |clause: &Clause| !crate::clause::is_invariant_span(self.cx, clause.span);
        if !self.b.is_reached(end) && self.contract.ensures.iter().any(is_promised) {
            self.b.never_leads_to(end);
        }
        self.claim_returned(self.inst.ty(subject.result));
        self.finish_body();
        self.resolve_upvars()
    }

    fn finish_body(&mut self) {
        let contract = self.contract.clone();
        let def = self.def.clone();
        postconditions(self.cx, &mut self.b, &def, &contract);
        self.b.end(Terminator::Return);
    }

    /// Declares parameters and result. A variable that is a whole parameter is its local.
    fn declare_params(&mut self, subject: &Subject<'db>) -> Vec<TypedPlace<'db>> {
        let mut places = Vec::new();
        for (at, (param, ty)) in subject.params.iter().enumerate() {
            let ty = self.inst.ty(*ty);
            let core = self.core_ty(ty);
            let (name, span, binding) = self.param_name(at, *param);
            let local = self.b.new_param(&name, core, span);
            if let Some(binding) = binding {
                self.bindings.insert(binding, local);
            }
            places.push(TypedPlace { place: Place::local(local), ty });
        }
        let result = self.core_ty(self.inst.ty(subject.result));
        self.b.new_result(result, self.def.span);
        places
    }

    fn param_name(&self, at: usize, param: Param) -> (String, Span, Option<BindingId>) {
        let named = |at: usize| self.def.params.get(at).map_or_else(|| format!("_{at}"), |param| param.name.clone());
        match param {
            Param::Environment => ("_env".to_owned(), self.def.span, None),
            Param::Receiver(binding) => ("self".to_owned(), self.def.span, Some(binding)),
            Param::Pattern(pat) => match self.plain_binding(pat) {
                Some(binding) => {
                    let name = self.src.store()[binding].name.as_str().to_owned();
                    (name, self.pat_span(pat), Some(binding))
                }
                None => (named(at), self.def.span, None),
            },
        }
    }

    /// Takes apart the parameters that are patterns. All are dropped at the end, in reverse.
    fn bind_params(&mut self, subject: &Subject<'db>, places: &[TypedPlace<'db>]) {
        for ((param, _), place) in subject.params.iter().zip(places) {
            self.schedule_drop(Holds::Variables, place.place.local, place.ty);
            let Param::Pattern(pat) = param else { continue };
            if self.plain_binding(*pat).is_none() {
                self.pattern_scope = subject.root;
                self.match_surely(*pat, place);
            }
        }
    }

    /// A body that is outside the model as a whole.
    fn unbelieved(&mut self, subject: &Subject<'db>, what: &str, span: Span) {
        self.declare_params(subject);
        self.claim_narrowed();
        let result = Place::local(self.b.result());
        self.b.parameters_escape();
        self.b.outside(what, span, true, Some(result));
        let own = self.b.inst().func;
        self.b.may_run(vec![own]);
        self.finish_body();
    }
}
