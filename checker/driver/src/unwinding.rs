//! What a panic leaves to be done: destructors run while the stack is unwound, in states that no proof looks at.
use refine_core::graph::Assumption;
use refine_core::program::{FnDef, Program};
use refine_core::smt::ProofOutcome;

use crate::case::{Case, Work};

/// The destructors of the user's types.
pub(crate) fn destructors(program: &dyn Program) -> impl Iterator<Item = &FnDef> {
    program.fns().iter().filter(|def| {
        let of = def.of_trait.as_deref().unwrap_or_default();
        !def.std && of.rsplit("::").next().is_some_and(|name| name == "Drop")
    })
}

/// Makes the proofs of what a function's destructors do rest on that it does not panic.
pub(crate) fn rest_on_no_panic(program: &dyn Program, work: &mut Work) {
    let paths: Vec<String> = destructors(program).map(|def| format!("/{}/", def.path)).collect();
    let in_destructor = |case: &Case| paths.iter().any(|path| case.obligation.id.contains(path.as_str()));
    if !work.cases.iter().any(in_destructor) {
        return;
    }
    let stands = |case: &Case| matches!(&case.proof, Some(ProofOutcome::Proved { used, .. }) if used.is_empty());
    let may_panic = |case: &&Case| case.obligation.kind.is_of_panic() && !in_destructor(case) && !stands(case);
    let panics: Vec<String> = work.cases.iter().filter(may_panic).map(|case| case.obligation.id.clone()).collect();
    if panics.is_empty() {
        return;
    }
    for case in work.cases.iter_mut().filter(|case| in_destructor(case)) {
        if let Some(ProofOutcome::Proved { used, .. }) = &mut case.proof {
            used.push(Assumption::Obligations(panics.clone()));
        }
    }
}
