//! Whether a call of a function that returns has met a claim inside of it.
use crate::ids::ObligationIx;
use crate::ir::{Body, Stmt, Terminator};

/// Whether every execution of a body that returns comes by the claim. A claim after which there is no way on is made where it was
/// decided to go there.
pub(super) fn claim_is_met(body: &Body, claim: usize) -> bool {
    is_met(body, &|stmt| match stmt {
        Stmt::Assert { obligation, .. } => obligation.0 as usize == claim,
        Stmt::Call { requires, .. } => requires.contains(&ObligationIx(claim as u32)),
        Stmt::Unmodelled { obligation, .. } => obligation.is_some_and(|ix| ix.0 as usize == claim),
        _ => false,
    })
}

/// Whether every execution of a body that returns comes by a statement.
pub(super) fn is_met(body: &Body, statement: &dyn Fn(&Stmt) -> bool) -> bool {
    let mut places = (0..body.blocks.len()).filter(|&at| body.blocks[at].stmts.iter().any(statement));
    let (Some(place), None) = (places.next(), places.next()) else { return false };
    let returns = |from: usize, without: Option<usize>| {
        let seen = reached(body, from, without);
        (0..body.blocks.len()).any(|at| seen[at] && matches!(body.blocks[at].end, Terminator::Return))
    };
    // The blocks that all ways to the place go through; the last of them from which there is a way on.
    let dominates = |at: usize| at == place || at == 0 || !reached(body, 0, Some(at))[place];
    let candidates: Vec<usize> = (0..body.blocks.len()).filter(|&at| dominates(at) && returns(at, None)).collect();
    let is_last = |at: &usize| {
        let after = reached(body, *at, None);
        candidates.iter().all(|other| other == at || !after[*other] || reached(body, *other, None)[*at])
    };
    let Some(decided) = candidates.iter().copied().find(is_last) else { return false };
    decided == 0 || !returns(0, Some(decided))
}

/// The blocks that can be reached from one, by ways that leave out another.
fn reached(body: &Body, from: usize, without: Option<usize>) -> Vec<bool> {
    let mut seen = vec![false; body.blocks.len()];
    let mut todo = vec![from];
    while let Some(at) = todo.pop() {
        if Some(at) == without || std::mem::replace(&mut seen[at], true) {
            continue;
        }
        match &body.blocks[at].end {
            Terminator::Goto(next) => todo.push(next.0 as usize),
            Terminator::Branch { then, otherwise, .. } => todo.extend([then.0 as usize, otherwise.0 as usize]),
            Terminator::Return | Terminator::Stop => {}
        }
    }
    seen
}
