//! Programs as MIR in text, lowered to values: what can be proved of them, and what cannot.
mod evaluate;
mod iterators;
mod proofs;
mod random;

use crate::mir::listing::Listing;
use crate::smt::{Budget, Effort, ProofOutcome, Prover};
use crate::testing::program;
use crate::ty::FnInst;

const BUDGET: Budget = Budget(2_000_000);

/// The last function of a program.
fn last(program: &Listing) -> FnInst {
    program.bodies.last().expect("a body").inst.clone()
}

/// What becomes of the obligations of the last function: `kind/n ✓`, `✗` or `vacuous`.
fn outcomes(text: &str) -> Vec<String> {
    let program = program(text);
    let inst = last(&program);
    let mut prover = Prover::new(&program, &inst, BUDGET, 1).expect("a body");
    let path = &program.fns[inst.func.0 as usize].path;
    let obligations = prover.obligations().to_vec();
    let all = obligations.iter().enumerate().map(|(at, obligation)| {
        let outcome = match prover.prove(at, Effort::Full) {
            ProofOutcome::Proved { vacuous: true, .. } => "vacuous",
            ProofOutcome::Proved { .. } => "✓",
            ProofOutcome::Failed { .. } => "✗",
        };
        let id = obligation.id.strip_prefix(&format!("{path}/")).unwrap_or(&obligation.id);
        format!("{id} {outcome}")
    });
    all.collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found = outcomes(text);
    if found != expected {
        let program = program(text);
        let body = program.lowered[&last(&program)].clone();
        let inferred = Prover::new(&program, &last(&program), BUDGET, 1).expect("a body").inferred().join("\n");
        let text = crate::ir::print::body_text(&program, &body);
        panic!("{found:?} and not {expected:?} for\n{text}inferred:\n{inferred}");
    }
}
