//! Which functions are under check.
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use refine_core::graph::{self, Mode};
use refine_core::ids::{AdtId, FnId, LocalId};
use refine_core::obligation::{Kind, Obligation};
use refine_core::program::{FnDef, FnSig, OpaqueDef, Program};
use refine_core::span::Span;
use refine_core::term::Term;
use refine_core::ty::{FnInst, Ty};
pub(crate) use refine_testgen::types::over_own_parameters as instance;

use crate::options::{Options, Scope};
use crate::place::Places;

/// The functions of the crate that the options ask for, in the order of the source, as instances over their own
/// type parameters. A closure comes after its function, and only if it [escapes](escaping).
pub(crate) fn functions(places: &Places<'_>, options: &Options) -> Vec<FnInst> {
    let program = places.program;
    let mut closures: HashMap<FnId, Vec<FnId>> = HashMap::new();
    for (at, def) in program.fns().iter().enumerate() {
        if let Some(around) = def.within.filter(|_| wanted(places, def, options)) {
            closures.entry(around).or_default().push(FnId(at as u32));
        }
    }
    let mut found = Vec::new();
    for (at, def) in program.fns().iter().enumerate() {
        if !def.is_own() || def.within.is_some() || !in_scope(program, FnId(at as u32), options.scope) {
            continue;
        }
        let func = FnId(at as u32);
        let inst = instance(program, func);
        // A method that a trait only declares has no body.
        if wanted(places, def, options) && program.body(&inst).is_some() {
            found.push(inst.clone());
        }
        let inside = closures.remove(&func).unwrap_or_default();
        if !inside.is_empty() && !program.contract(&inst).trusted {
            let kept = escaping(program, inst);
            let kept = inside.into_iter().filter(|closure| kept.contains(closure));
            found.extend(kept.map(|closure| instance(program, closure)));
        }
    }
    found
}

/// The names of those that the options ask for, of which nothing more is known: the source was not read to its end.
pub(crate) fn unread(places: &Places<'_>, options: &Options) -> Vec<String> {
    let program = places.program;
    let ids = (0..program.fns().len() as u32).map(FnId).filter(|func| in_scope(program, *func, options.scope));
    let is_left = |func: &FnId| {
        let def = program.func(*func);
        let has_block = !def.block.range().is_empty();
        def.is_own() && def.within.is_none() && has_block && program.body(&instance(program, *func)).is_none()
    };
    let left = ids.filter(is_left).map(|func| program.func(func)).filter(|def| wanted(places, def, options));
    left.map(|def| places.name(&def.path)).collect()
}

/// The closures of a function that are checked on their own, for all that they may be called with: not all of their calls are in a graph
/// of the function, where they are checked for what they are called with.
fn escaping(program: &dyn Program, around: FnInst) -> HashSet<FnId> {
    let inside = |func: &FnId| program.func(*func).within == Some(around.func);
    let mut all: Vec<FnId> = (0..program.fns().len() as u32).map(FnId).filter(inside).collect();
    // One that is in another comes after it, which may call it.
    all.sort_by_key(|func| program.func(*func).span.start);
    let (mut called, mut kept) = (HashSet::new(), HashSet::new());
    let mut todo = vec![around.clone()];
    loop {
        while let Some(next) = todo.pop() {
            let Some(graph) = graph::build(program, &next, Mode::Prove) else { continue };
            called.extend(graph.closures.called);
            for closure in graph.closures.escaping {
                if inside(&closure.func) && closure == instance(program, closure.func) && kept.insert(closure.func) {
                    todo.push(closure);
                }
            }
        }
        // One that nothing here calls has no claims anywhere else.
        let Some(left) = all.iter().find(|func| !kept.contains(func) && !called.contains(&instance(program, **func)))
        else {
            return kept;
        };
        kept.insert(*left);
        todo.push(instance(program, *left));
    }
}

/// Where the functions are that are under check.
pub(crate) struct Selected {
    blocks: Vec<(FnId, Span)>,
    /// What those that are generic claim themselves, once it is asked for: an instance may have claims that only its type arguments
    /// bring along.
    generic: HashMap<FnId, (FnInst, OnceLock<ClaimKeys>)>,
}

/// The claims of a function; none are known of one without a body.
type ClaimKeys = Option<HashSet<ClaimKey>>;

/// What makes a claim the same in a function and in an instance of it.
type ClaimKey = (Kind, Span, String);

fn known(obligation: &Obligation) -> ClaimKey {
    (obligation.kind, obligation.span, obligation.claim.clone())
}

impl Selected {
    pub(crate) fn new(program: &dyn Program, functions: &[FnInst]) -> Self {
        let checked = functions.iter().filter(|inst| !program.contract(inst).trusted && program.body(inst).is_some());
        let checked: Vec<&FnInst> = checked.collect();
        let generic = checked.iter().filter(|inst| !inst.args.is_empty());
        Selected {
            blocks: checked.iter().map(|inst| (inst.func, program.func(inst.func).block)).collect(),
            generic: generic.map(|inst| (inst.func, ((*inst).clone(), OnceLock::new()))).collect(),
        }
    }

    /// The one that a function is in, or is.
    pub(crate) fn around(&self, program: &dyn Program, func: FnId) -> Option<FnId> {
        let block = program.func(func).block;
        let outer = outermost(program, func);
        let around = |other: &Span| other.file == block.file && other.start <= block.start && block.end <= other.end;
        let found = self.blocks.iter().filter(|(_, block)| around(block));
        let near = |(known, block): &&(FnId, Span)| (block.end - block.start, ![func, outer].contains(known));
        found.min_by_key(near).map(|(func, _)| *func)
    }

    /// Whether an obligation of a function is a callee's, and this callee is under check itself.
    pub(crate) fn answer_for(&self, program: &dyn Program, inst: &FnInst, obligation: &Obligation) -> bool {
        let Obligation { span, through, .. } = obligation;
        let around = |block: &Span| block.file == span.file && block.range().contains(&span.range().start);
        // (All functions that one macro makes have the same place: there only the one in whose body it arises answers for it.)
        let home = obligation.home.unwrap_or(inst.func);
        let (outer, own) = (outermost(program, home), program.func(home).block);
        let size = |block: &Span| block.end - block.start;
        let answers = |(func, block): &&(FnId, Span)| around(block) && ([home, outer].contains(func) || *block != own);
        let near = |(func, block): &&(FnId, Span)| (size(block), *func != home);
        let innermost = self.blocks.iter().filter(answers).min_by_key(near);
        let found = |inst: &FnInst| {
            let graph = graph::build(program, inst, Mode::Prove)?;
            Some(graph.obligations.iter().map(known).collect())
        };
        let claims = |func: &FnId| {
            let all = self.generic.get(func).and_then(|(inst, claims)| claims.get_or_init(|| found(inst)).as_ref());
            all.is_none_or(|claims| claims.contains(&known(obligation)))
        };
        !through.is_empty() && innermost.is_some_and(|(func, _)| *func != inst.func && claims(func))
    }
}

fn in_scope(program: &dyn Program, func: FnId, scope: Scope) -> bool {
    let def = program.func(func);
    // The invariant of a type is a contract of all public functions that take or give a value of it.
    let bound = || {
        let contract = program.contract(&instance(program, func));
        !contract.requires.is_empty() || !contract.ensures.is_empty() || !contract.raw.is_empty()
    };
    match scope {
        Scope::Annotated => {
            let is_known = def.annotated || bound() || def.public && passes_unseen(program, def);
            is_known || has_loop_clauses(program, func) || lets_escape(program, func)
        }
        Scope::Pub => def.annotated || def.public || bound(),
        Scope::All => true,
    }
}

/// Whether a function may put a value of a type with an invariant where no contract of its own speaks of it: into a cell, or into a call of
/// a function that it is given or gives.
fn passes_unseen(program: &dyn Program, def: &FnDef) -> bool {
    let types = def.params.iter().map(|param| &param.ty).chain([&def.ret]);
    let mut seen = HashSet::new();
    types.into_iter().any(|ty| holds_unseen(program, ty, false, &mut seen))
}

/// Whether a value of a type with an invariant leaves a function for where no contract speaks of it: in an `Rc`, a map or a closure, say.
/// Others rely on its invariant all the same.
fn lets_escape(program: &dyn Program, func: FnId) -> bool {
    let inst = instance(program, func);
    let Some(body) = program.body(&inst) else { return false };
    let escapes = |all: &[Obligation]| all.iter().any(|obligation| obligation.kind == Kind::Escape);
    // What a function of the library does with it is in the graph alone.
    let has_such = || body.locals.iter().any(|local| holds_unseen(program, &local.ty, true, &mut HashSet::new()));
    let in_graph = || graph::build(program, &inst, Mode::Prove).is_some_and(|graph| escapes(&graph.obligations));
    escapes(&body.obligations) || program.func(func).public && has_such() && in_graph()
}

/// Whether loops of a function have clauses.
fn has_loop_clauses(program: &dyn Program, func: FnId) -> bool {
    let body = program.body(&instance(program, func));
    body.is_some_and(|body| body.loops.iter().any(|it| !it.invariants.is_empty() || it.decreases.is_some()))
}

/// Types of the standard library whose values may be changed behind a shared reference.
const CELLS: [&str; 9] =
    ["Cell", "RefCell", "OnceCell", "LazyCell", "UnsafeCell", "Mutex", "RwLock", "OnceLock", "LazyLock"];

/// Whether a cell or a function with a value of a type with an invariant is in values of a type; `unseen` where one is around already.
fn holds_unseen(program: &dyn Program, ty: &Ty, unseen: bool, seen: &mut HashSet<(AdtId, bool)>) -> bool {
    let mut any = |tys: &[Ty], unseen| tys.iter().any(|ty| holds_unseen(program, ty, unseen, seen));
    match ty {
        Ty::Opaque(name) => match program.opaque(name) {
            Some(OpaqueDef::Function(FnSig { params, ret, .. })) => {
                any(params, true) || any(std::slice::from_ref(ret), true)
            }
            Some(OpaqueDef::Std(name, args)) => any(args, unseen || CELLS.contains(&&**name)),
            Some(OpaqueDef::Object(_)) | None => false,
        },
        Ty::Adt(id, args) => {
            let states = |ty: &Ty| {
                let value = Term::local(LocalId(0), ty.clone());
                program.type_invariant(&value) != Term::bool(true) || !program.untranslated_invariants(*id).is_empty()
            };
            if unseen && states(ty) || any(args, unseen) {
                return true;
            }
            let fields = program.adt(*id).variants.iter().flat_map(|variant| &variant.fields);
            seen.insert((*id, unseen)) && fields.into_iter().any(|field| holds_unseen(program, &field.ty, unseen, seen))
        }
        ty => ty.parts().any(|part| holds_unseen(program, part, unseen, seen)),
    }
}

fn wanted(places: &Places<'_>, def: &FnDef, options: &Options) -> bool {
    let path = places.name(&def.path);
    let by_name = options.functions.is_empty() || options.functions.iter().any(|name| path.contains(name.as_str()));
    // An obligation's identity starts with its function's path.
    let by_obligation = options
        .obligation
        .as_ref()
        .is_none_or(|id| id.strip_prefix(def.path.as_str()).is_some_and(|rest| rest.starts_with('/')));
    by_name && by_obligation
}

/// Whether anything is said of what a function returns and leaves behind.
pub(crate) fn promises(program: &dyn Program, inst: &FnInst) -> bool {
    let contract = program.contract(inst);
    !contract.ensures.is_empty() || contract.raw.iter().any(|clause| !clause.requires)
}

/// The function that a closure is written in, or the function itself.
pub(crate) fn outermost(program: &dyn Program, func: FnId) -> FnId {
    program.func(func).within.map_or(func, |around| outermost(program, around))
}
