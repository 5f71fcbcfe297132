//! Which functions may not return, as far as their text tells. Proofs are about what holds if a call gets somewhere, so a function of which
//! everything is proved may still run for ever: such a function is run a little all the same. And which functions need not return.
use std::collections::HashSet;

use refine_core::ir::{Body, Loop, Stmt};
use refine_core::program::Program;
use refine_core::ty::{FnInst, Ty};
use refine_testgen::types::{answers_at_will, is_for_threads, param_types, return_type};

/// Why a call that does not finish may be right, if it may.
pub(crate) fn excuse(program: &dyn Program, called: &FnInst) -> Option<&'static str> {
    let params = param_types(program, called);
    if return_type(program, called) == Ty::Never {
        Some("it is declared not to return")
    } else if params.iter().any(|ty| answers_at_will(program, ty)) {
        Some("it may go on for as long as a function that it is given says so")
    } else if params.iter().any(|ty| is_for_threads(program, ty)) || program.func(called.func).remembers {
        Some("it may wait for what another thread does")
    } else {
        None
    }
}

/// Whether a call may not end: a loop that may not and has no measure, in the function or in what is substituted for its calls, or
/// recursion without a measure.
pub(crate) fn is_uncertain(program: &dyn Program, inst: &FnInst) -> bool {
    let mut todo = vec![(inst.clone(), true)];
    let mut seen = HashSet::from([inst.clone()]);
    while let Some((next, is_part)) = todo.pop() {
        let Some(body) = program.body(&next) else { continue };
        if is_part && body.loops.iter().any(may_go_on) {
            return true;
        }
        for callee in callees(&body) {
            let contract = program.contract(callee);
            if callee == inst && contract.decreases.is_none() {
                return true;
            }
            if !program.func(callee.func).std && seen.insert(callee.clone()) {
                // What has a contract is looked at by itself.
                todo.push((callee.clone(), is_part && !contract.explicit));
            }
        }
    }
    false
}

fn may_go_on(turns: &Loop) -> bool {
    !turns.ends && turns.decreases.is_none()
}

fn callees(body: &Body) -> impl Iterator<Item = &FnInst> {
    body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match stmt {
        Stmt::Call { callee, .. } => Some(callee),
        _ => None,
    })
}
