//! Which functions may not return, as far as their text tells. Proofs are about what holds if a call gets somewhere, so a function of which
//! everything is proved may still run for ever: such a function is run a little all the same. And which functions need not return.
use std::collections::HashSet;

use refine_core::ids::{BlockId, FnId};
use refine_core::ir::{Body, Loop, Stmt, Terminator};
use refine_core::program::Program;
use refine_core::ty::{FnInst, Ty};
use refine_testgen::types::{answers_at_will, is_for_threads, param_types, return_type};

/// Why a call that does not finish may be right, if it may.
pub(crate) fn excuse(program: &dyn Program, called: &FnInst) -> Option<&'static str> {
    let params = param_types(program, called);
    // Who says something of its end means that there is one.
    let promises_nothing = || program.contract(called).ensures.is_empty();
    if return_type(program, called) == Ty::Never {
        Some("it is declared not to return")
    } else if promises_nothing() && program.body(called).is_some_and(|body| !returns(&body)) {
        Some("it is written so that it never returns")
    } else if params.iter().any(|ty| answers_at_will(program, ty)) {
        Some("it may go on for as long as a function that it is given says so")
    } else if params.iter().any(|ty| is_for_threads(program, ty)) || program.func(called.func).remembers {
        Some("it may wait for what another thread does")
    } else {
        None
    }
}

/// Whether some path through a body gets to its end.
fn returns(body: &Body) -> bool {
    let mut todo = vec![BlockId(0)];
    let mut seen = HashSet::new();
    while let Some(id) = todo.pop() {
        if seen.insert(id) {
            match body.blocks[id.0 as usize].end {
                Terminator::Return => return true,
                Terminator::Goto(to) => todo.push(to),
                Terminator::Branch { then, otherwise, .. } => todo.extend([then, otherwise]),
                Terminator::Stop => {}
            }
        }
    }
    false
}

/// Whether a call may not end: a loop that may not and has no measure, in the function or in what is substituted for its calls, a call of the
/// standard library with an iterator that may have no end, or recursion without a measure.
pub(crate) fn is_uncertain(program: &dyn Program, inst: &FnInst) -> bool {
    if program.contract(inst).decreases.is_none() && is_recursive(program, inst.func) {
        return true;
    }
    let mut todo = vec![inst.clone()];
    let mut seen = HashSet::from([inst.clone()]);
    while let Some(next) = todo.pop() {
        let Some(body) = program.body(&next) else { continue };
        if body.loops.iter().any(may_go_on) {
            return true;
        }
        for callee in callees(&body) {
            if program.func(callee.func).std {
                if callee.args.iter().any(|ty| is_endless(program, ty)) {
                    return true;
                }
            // What has a contract is looked at by itself.
            } else if !program.contract(callee).explicit && seen.insert(callee.clone()) {
                todo.push(callee.clone());
            }
        }
    }
    false
}

/// Whether a function may call itself, also from closures that it passes on.
fn is_recursive(program: &dyn Program, func: FnId) -> bool {
    let mut todo = program.func(func).leads_to.clone();
    let mut seen = HashSet::new();
    while let Some(next) = todo.pop() {
        if next == func {
            return true;
        }
        if seen.insert(next) {
            todo.extend(&program.func(next).leads_to);
        }
    }
    false
}

fn may_go_on(turns: &Loop) -> bool {
    !turns.ends && turns.decreases.is_none()
}

/// Whether a type is, or is made of, an iterator of the standard library that has no end.
fn is_endless(program: &dyn Program, ty: &Ty) -> bool {
    let is_source = |ty: &Ty| match ty {
        Ty::Adt(id, _) => {
            let (def, sources) = (program.adt(*id), ["Repeat", "RepeatWith", "Cycle", "FromFn", "Successors"]);
            def.module.is_none() && def.name.rsplit("::").next().is_some_and(|name| sources.contains(&name))
        }
        _ => false,
    };
    is_source(ty) || ty.parts().any(|part| is_endless(program, part))
}

fn callees(body: &Body) -> impl Iterator<Item = &FnInst> {
    body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match stmt {
        Stmt::Call { callee, .. } => Some(callee),
        _ => None,
    })
}
