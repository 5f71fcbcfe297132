//! Which functions are under check.
use refine_core::obligation::Obligation;
use refine_core::program::{FnDef, FnId, FnInst, Program};
use refine_core::span::Span;
use refine_core::ty::Ty;

use crate::options::{Options, Scope};
use crate::place::Places;

/// The functions of the crate that the options ask for, in the order of the source, as instances over their own
/// type parameters.
pub(crate) fn functions(places: &Places<'_>, options: &Options) -> Vec<FnInst> {
    let program = places.program;
    program
        .fns()
        .iter()
        .enumerate()
        .filter(|(_, def)| !def.std && in_scope(def, options.scope) && wanted(places, def, options))
        .map(|(at, _)| instance(program, FnId(at as u32)))
        .filter(|inst| program.body(inst).is_some())
        .collect()
}

/// Where the functions are that are under check.
pub(crate) struct Selected {
    blocks: Vec<(FnId, Span)>,
}

impl Selected {
    pub(crate) fn new(program: &dyn Program, functions: &[FnInst]) -> Self {
        let checked = functions.iter().filter(|inst| !program.contract(inst).trusted && program.body(inst).is_some());
        Selected { blocks: checked.map(|inst| (inst.func, program.func(inst.func).block)).collect() }
    }

    /// Whether an obligation of a function is a callee's, and this callee is under check itself.
    pub(crate) fn answer_for(&self, inst: &FnInst, obligation: &Obligation) -> bool {
        let Obligation { span, through, .. } = obligation;
        let around = |block: &Span| block.file == span.file && block.range().contains(&span.range().start);
        let innermost =
            self.blocks.iter().filter(|(_, block)| around(block)).min_by_key(|(_, block)| block.end - block.start);
        !through.is_empty() && innermost.is_some_and(|(func, _)| *func != inst.func)
    }
}

/// A function over its own type parameters.
pub(crate) fn instance(program: &dyn Program, func: FnId) -> FnInst {
    let generics = &program.func(func).generics;
    FnInst { func, args: generics.iter().map(|name| Ty::Param(name.clone())).collect() }
}

fn in_scope(def: &FnDef, scope: Scope) -> bool {
    match scope {
        Scope::Annotated => def.annotated,
        Scope::Pub => def.annotated || def.public,
        Scope::All => true,
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
