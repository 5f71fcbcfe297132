//! From crates to the finished program: every function of the crate under check, and every instance that is reached.
//!
//! ```text
//! Input ─[database, items]→ Context ─[clause, lower]→ MIR of each instance ─[borrow]→ IR ─→ FinishedProgram
//! ```
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use hir_def::expr_store::Body;
use hir_def::hir::Expr;
use hir_def::{DefWithBodyId, ExpressionStoreOwnerId};
use hir_ty::InferenceResult;
use hir_ty::next_solver::TyKind;
use refine_core::borrow;
use refine_core::finished::FinishedProgram;
use refine_core::ids::{AdtId, FnId};
use refine_core::invariants::Stated as _;
use refine_core::ir::Local;
use refine_core::mir::{self, Stmt};
use refine_core::obligation::{Kind, Obligation};
use refine_core::program::{AdtDef, Branch, FnDef, OpaqueDef, ProbePoint, Program as _, TemplateProbe};
use refine_core::span::{FileId, LineCol, Span};
use refine_core::ty::{FnInst, Ty};
use rustc_type_ir::inherent::IntoKind;

use crate::context::{Callable, Context, Options};
use crate::database::{Files, Input};
use crate::guard::guard;
use crate::items::FnItem;
use crate::session::Session;
use crate::stats::{Coverage, coverage};
use crate::types::Env;
use crate::{clause, items, lower};

/// Type arguments nested deeper than this come from functions that call themselves with ever larger types.
const TYPE_DEPTH: usize = 12;

/// Instances that one crate may have. What is reached after that has no body, and a call of it is unmodelled.
const INSTANCES: usize = 50_000;

/// Statements that the instances of one function of the crate may have together, those near to the functions under check first: generic
/// functions that call each other with functions and iterators made of their own have ever more.
const STATEMENTS: usize = 10_000;

/// A crate that the front end is done with.
#[derive(Default)]
pub struct Loaded {
    /// What the rooms after it work on.
    pub program: FinishedProgram,
    /// How much of each function is in the model.
    pub coverage: Vec<Coverage>,
}

/// Loads the crates and lowers the one under check. What is wrong with the source is in the program's diagnostics.
pub fn load(input: &Input, files: &dyn Files, options: &Options) -> Loaded {
    Session::default().load(input, files, options)
}

/// The program of a crate whose items are known.
pub fn program(cx: &Context<'_>) -> Loaded {
    let mut program = FinishedProgram::default();
    let bodies = bodies(cx, &mut program);
    let instances = items::instances(cx);
    for instance in instances.iter().flat_map(|found| &found.all) {
        program.contracts.insert(instance.inst.clone(), clause::contract(cx, &instance.inst));
    }
    program.pures = clause::finish_pures(cx);
    program.constant_types = cx.items.consts.iter().filter_map(|item| items::constant_type(cx, item.id)).collect();
    // (What they are made of may be types that nothing has spoken of yet.)
    let objects = items::standard_objects(cx.types);
    program.adts = cx.types.adts();
    program.opaques = cx.types.opaques();
    program.opaques.extend(objects.into_iter().map(|(name, object)| (name, OpaqueDef::Object(object))));
    let ids = || (0..program.adts.len()).map(|at| AdtId(at as u32));
    let captures = ids().filter_map(|id| Some((id, captured_by(cx, id)?)));
    program.closures = captures.collect();
    program.untranslated_invariants = ids()
        .map(|id| (id, clause::untranslated_invariants(cx, id)))
        .filter(|(_, stated)| !stated.is_empty())
        .collect();
    program.invariants = ids().map(|id| (id, cx.stated(id))).filter(|(_, stated)| !stated.is_empty()).collect();
    program.fns = cx.fn_defs().into_iter().map(|def| without_runs(cx, def)).collect();
    for (def, instances) in program.fns.iter_mut().zip(instances) {
        (def.instances, def.only_instances) = (instances.all, instances.only);
    }
    program.diagnostics = cx.items.diagnostics.iter().cloned().chain(cx.clauses.diagnostics()).collect();
    program.modules.clone_from(&cx.items.modules);
    program.probes = probes(cx, &bodies, &program.fns);
    (program.template_probes, program.template_operations) = templates(cx, &bodies, &program.fns);
    program.operations = operations(cx, &bodies, &program.fns);
    program.branches = branches(cx);
    program.sources.clone_from(cx.spans.sources());
    let values: HashMap<_, _> =
        bodies.iter().map(|(inst, body)| (inst.clone(), Arc::new(borrow::lower(&program, body)))).collect();
    program.bodies = values;
    program.contracts = program
        .contracts
        .iter()
        .map(|(inst, contract)| {
            let seen = match bodies.get(inst) {
                Some(body) => body.locals[..=body.params].to_vec(),
                None => signature(cx, &program, inst),
            };
            (inst.clone(), Arc::new(borrow::contract(&program, &seen, contract)))
        })
        .collect();
    items::stubs(cx, &mut program);
    let coverage = coverage(cx, &bodies);
    if cx.options.keep_mir {
        program.mir = bodies.into_iter().map(|(inst, body)| (inst, Arc::new(body))).collect();
    }
    Loaded { coverage, program }
}

/// The parameters and the result of an instance without a body, as the locals of one.
fn signature(cx: &Context<'_>, program: &FinishedProgram, inst: &FnInst) -> Vec<Local> {
    let def = program.func(inst.func);
    let of = |name: &str, ty: Ty| {
        let ty = match ty {
            Ty::Ref(true, inner) => Ty::Borrow(inner),
            ty => ty,
        };
        Local { name: name.to_owned(), ty, span: def.span }
    };
    if let Some(known) = def.instance(inst) {
        let params = def.params.iter().zip(&known.params).map(|(param, ty)| of(&param.name, ty.clone()));
        return params.chain([of("_", known.ret.clone())]).collect();
    }
    let params = def.params.iter().map(|param| of(&param.name, cx.signature_ty(inst, &param.ty)));
    params.chain([of("_", cx.signature_ty(inst, &def.ret))]).collect()
}

/// The MIR of everything that the crate's functions reach.
fn bodies(cx: &Context<'_>, program: &mut FinishedProgram) -> HashMap<FnInst, mir::Body> {
    let mut bodies = HashMap::new();
    let mut queue = Queue::default();
    let mut statements: HashMap<FnId, usize> = HashMap::new();
    cx.items.fns.iter().for_each(|item| queue.ask(cx.identity(item.id)));
    // What traits only declare has no body, and a specification that may be wrong.
    cx.items.traits.iter().flat_map(|item| items::methods(cx, item.id)).for_each(|id| queue.ask(cx.identity(id)));
    // Nor do others see what constants and statics call, whose values are claimed to keep to contracts.
    let is_looked_at = |item: &&items::ConstItem| uses_functions(cx, item.id) || may_give_invariants(cx, item);
    cx.items.consts.iter().filter(is_looked_at).for_each(|item| queue.ask(cx.constant(item.id)));
    cx.items.in_types.iter().for_each(|item| queue.ask(cx.in_type(item.owner, item.root)));
    // They get values from what is derived.
    items::derived_makers(cx).into_iter().for_each(|derived| queue.ask(derived));
    // Their closures may be called by anyone.
    cx.items.consts.iter().flat_map(|item| closures_in(cx, item.id)).for_each(|closure| queue.ask(closure));
    while let Some(inst) = queue.next.pop_front() {
        if cx.options.is_cancelled() {
            break;
        }
        let contract = clause::contract(cx, &inst);
        let def = cx.fn_def(inst.func);
        if def.pure {
            // Found out now, so that it is among those that are finished.
            _ = clause::pure_def(cx, &inst);
        }
        program.contracts.insert(inst.clone(), contract.clone());
        // A contract in the standard library is all there is to say.
        if def.std && contract.explicit {
            continue;
        }
        if statements.get(&inst.func).is_some_and(|count| *count > STATEMENTS) {
            continue;
        }
        let Some(body) = lower::body(cx, &inst) else { continue };
        if !def.std {
            *statements.entry(inst.func).or_default() += body
                .blocks
                .iter()
                .flat_map(|block| &block.stmts)
                .filter(|stmt| !matches!(stmt, Stmt::Way { .. }))
                .count();
        }
        if matches!(cx.callable(inst.func), Callable::Constant(_) | Callable::InType(..)) && !speaks_of_contracts(&body)
        {
            continue;
        }
        body.blocks.iter().flat_map(|block| &block.stmts).flat_map(callees).for_each(|callee| queue.ask(callee));
        if !def.std && is_generic(&inst, &def) {
            closures(cx, &body).into_iter().for_each(|closure| queue.ask(closure));
        }
        bodies.insert(inst, body);
    }
    bodies
}

/// Whether a constant, static or discriminant calls a function to get its value, or names one that others may call.
fn uses_functions(cx: &Context<'_>, id: DefWithBodyId) -> bool {
    let names = |at| matches!(InferenceResult::of(cx.db, id).expr_ty(at).kind(), TyKind::FnDef(..));
    let uses = |(at, expr): (_, &Expr)| match expr {
        Expr::Call { .. } | Expr::MethodCall { .. } => true,
        Expr::Path(_) => names(at),
        _ => false,
    };
    // One that rust-analyzer fails on is looked at, and said to be such.
    guard(|| Body::of(cx.db, id).exprs().any(uses)).unwrap_or(true)
}

/// Whether others may get values with invariants from a constant or static, its own or what it makes when it is called.
fn may_give_invariants(cx: &Context<'_>, item: &items::ConstItem) -> bool {
    let has_value = |id| hir_def::signatures::ConstSignature::of(cx.db, id).has_body();
    let is_given = !matches!(item.id, DefWithBodyId::ConstId(id) if !has_value(id));
    item.public && is_given && cx.items.adts.iter().any(|item| item.spec.refined)
}

/// Whether anything is claimed that the compiler does not see to when it evaluates a body.
fn speaks_of_contracts(body: &mir::Body) -> bool {
    let of_contract =
        |kind| matches!(kind, Kind::Requires | Kind::Invariant | Kind::Escape | Kind::LoopEntry | Kind::Decreases);
    body.obligations.iter().any(|obligation| of_contract(obligation.kind))
}

/// Whether an instance is the function over its own type parameters, as it is checked.
fn is_generic(inst: &FnInst, def: &FnDef) -> bool {
    inst.args.len() == def.generics.len()
        && inst.args.iter().zip(&def.generics).all(|(arg, name)| matches!(arg, Ty::Param(own) if own == name))
}

/// The body of the closure whose captures a struct holds.
fn captured_by(cx: &Context<'_>, id: AdtId) -> Option<FnInst> {
    let (closure, args, env) = cx.closure_of(id)?;
    Some(cx.instance(Callable::Closure(closure), args, env))
}

/// The closures in the body of a constant or static.
fn closures_in(cx: &Context<'_>, owner: DefWithBodyId) -> Vec<FnInst> {
    let found = guard(|| {
        let infer = InferenceResult::of(cx.db, owner);
        let closures = Body::of(cx.db, owner).exprs().filter(|(_, expr)| matches!(expr, Expr::Closure { .. }));
        let instance = |(e, _)| match infer.expr_ty(e).kind() {
            TyKind::Closure(id, args) => Some(cx.instance(
                Callable::Closure(id.0),
                args,
                Env::of(ExpressionStoreOwnerId::Body(owner).generic_def(cx.db)),
            )),
            _ => None,
        };
        closures.filter_map(instance).collect()
    });
    found.unwrap_or_default()
}

/// The closures that a body makes or has values of. They are lowered whether or not it calls them: others may.
fn closures(cx: &Context<'_>, body: &mir::Body) -> Vec<FnInst> {
    let mut seen = HashSet::new();
    let mut todo: Vec<Ty> = body.locals.iter().map(|local| local.ty.clone()).collect();
    todo.extend(body.escaping.iter().cloned());
    let mut found = Vec::new();
    while let Some(ty) = todo.pop() {
        if !seen.insert(ty.clone()) {
            continue;
        }
        if let Ty::Adt(id, _) = ty {
            found.extend(captured_by(cx, id));
            let fields = |def: &AdtDef| -> Vec<Ty> {
                def.variants.iter().flat_map(|variant| &variant.fields).map(|field| field.ty.clone()).collect()
            };
            todo.extend(cx.types.with_adt(id, fields));
        }
        todo.extend(ty.parts().cloned());
    }
    found
}

/// Where the harness can count how often control gets to the obligations of the crate's own functions and to their calls of
/// the standard library, in which there are others.
fn probes(cx: &Context<'_>, bodies: &HashMap<FnInst, mir::Body>, fns: &[FnDef]) -> Vec<(Span, ProbePoint)> {
    let mut found = BTreeMap::new();
    for (inst, body) in bodies {
        let Some(item) = item_around(cx, inst, fns) else { continue };
        let of_std = |stmt: &Stmt| match stmt {
            Stmt::Call { callee, span, .. } => {
                fns.get(callee.func.0 as usize).is_some_and(|def| def.std).then_some(*span)
            }
            _ => None,
        };
        let calls = body.blocks.iter().flat_map(|block| &block.stmts).filter_map(of_std);
        for span in body.obligations.iter().map(|obligation| obligation.span).chain(calls) {
            found.entry(span).or_insert_with(|| guard(|| items::probe(cx, item.id, span)).flatten());
        }
    }
    found.into_iter().filter_map(|(span, point)| Some((span, point?))).collect()
}

/// Where control is counted in functions that macros make, and where operations say which they are. What one of the functions that have a
/// claim there cannot have, none has: they share the text.
fn templates(
    cx: &Context<'_>,
    bodies: &HashMap<FnInst, mir::Body>,
    fns: &[FnDef],
) -> (Vec<TemplateProbe>, Vec<TemplateProbe>) {
    let mut claimed: BTreeMap<FnId, BTreeSet<Span>> = BTreeMap::new();
    for (inst, body) in bodies {
        if fns.get(inst.func.0 as usize).is_none_or(|def| def.template.is_none()) {
            continue;
        }
        let of_std = |stmt: &Stmt| match stmt {
            Stmt::Call { origin, .. } => origin.template,
            _ => None,
        };
        let calls = body.blocks.iter().flat_map(|block| &block.stmts).filter_map(of_std);
        let own = body.obligations.iter().filter_map(|obligation| obligation.template);
        claimed.entry(inst.func).or_default().extend(own.chain(calls));
    }
    let mut points: BTreeMap<Span, Vec<(FnId, items::probe::TemplatePoints)>> = BTreeMap::new();
    for (func, templates) in claimed {
        let Some(item) = cx.items.fns.get(func.0 as usize) else { continue };
        let mut found = guard(|| items::template_points(cx, item.id, &templates)).unwrap_or_default();
        for template in templates {
            points.entry(template).or_default().push((func, found.remove(&template).unwrap_or_default()));
        }
    }
    let (mut probes, mut operations) = (Vec::new(), Vec::new());
    for (place, of) in points {
        let funcs: Vec<FnId> = of.iter().map(|(func, _)| *func).collect();
        let all_at = |all: Vec<Option<ProbePoint>>| {
            let point = all.first().copied().flatten()?;
            let is_same = all.iter().all(|other| *other == Some(point));
            is_same.then(|| TemplateProbe { place, point, funcs: funcs.clone() })
        };
        probes.extend(all_at(of.iter().map(|(_, points)| points.probe).collect()));
        operations.extend(all_at(of.iter().map(|(_, points)| points.operand).collect()));
    }
    (probes, operations)
}

/// Operations that panic where others of their kind do, each with its last operand.
fn operations(cx: &Context<'_>, bodies: &HashMap<FnInst, mir::Body>, fns: &[FnDef]) -> Vec<(Span, Span)> {
    let mut found = BTreeMap::new();
    for (inst, body) in bodies {
        let Some(item) = item_around(cx, inst, fns) else { continue };
        let mut by_place: HashMap<(Kind, FileId, LineCol), BTreeSet<Span>> = HashMap::new();
        for Obligation { kind, span, panics_at, .. } in &body.obligations {
            if let (true, Some(at)) = (kind.is_of_panic(), panics_at) {
                by_place.entry((*kind, span.file, *at)).or_default().insert(*span);
            }
        }
        for span in by_place.into_values().filter(|alike| alike.len() > 1).flatten() {
            found.entry(span).or_insert_with(|| guard(|| items::last_operand(cx, item.id, span)).flatten());
        }
    }
    found.into_iter().filter_map(|(span, operand)| Some((span, operand?))).collect()
}

/// The function that an instance is of, or that its closure is written in.
fn item_around<'a>(cx: &'a Context<'_>, inst: &FnInst, fns: &[FnDef]) -> Option<&'a FnItem> {
    let mut func = inst.func;
    while let Some(within) = fns.get(func.0 as usize).and_then(|def| def.within) {
        func = within;
    }
    cx.items.fns.get(func.0 as usize)
}

/// Where control goes one of two ways in the crate's own functions.
fn branches(cx: &Context<'_>) -> Vec<Branch> {
    let sure = cx.items.fns.iter().filter(|item| item.doubted.is_none());
    let mut found: Vec<Branch> = sure.filter_map(|item| guard(|| items::branches(cx, item.id))).flatten().collect();
    found.sort_by_key(|branch| (branch.span(), *branch));
    found.dedup();
    found
}

/// A function is not run if it takes or gives values with invariants that are not in order: a run would take such as
/// never occur.
fn without_runs(cx: &Context<'_>, def: FnDef) -> FnDef {
    let types = def.params.iter().map(|param| &param.ty).chain([&def.ret]);
    let faulty = clause::faulty_part(cx, types);
    let why =
        faulty.map(|id| format!("the invariants of `{}` have an error", cx.types.with_adt(id, |def| def.name.clone())));
    FnDef { uncallable: def.uncallable.or(why), ..def }
}

/// What a statement calls.
fn callees(stmt: &Stmt) -> Vec<FnInst> {
    match stmt {
        Stmt::Call { callee, .. } => vec![callee.clone()],
        Stmt::Drop { glue, .. } => glue.iter().map(|(_, callee)| callee.clone()).collect(),
        _ => Vec::new(),
    }
}

/// The instances to lower, each once.
#[derive(Default)]
struct Queue {
    next: VecDeque<FnInst>,
    seen: HashSet<FnInst>,
}

impl Queue {
    fn ask(&mut self, inst: FnInst) {
        let small = inst.args.iter().all(|ty| depth(ty) <= TYPE_DEPTH);
        if small && self.seen.len() < INSTANCES && self.seen.insert(inst.clone()) {
            self.next.push_back(inst);
        }
    }
}

fn depth(ty: &Ty) -> usize {
    1 + ty.parts().map(depth).max().unwrap_or(0)
}
