//! The last steps: blocks that nothing reaches go, straight lines become one block, obligations get their names.
use std::collections::HashMap;

use refine_core::ids::{BlockId, ObligationIx};
use refine_core::mir::{Block, Body, LoopClause, Stmt, Terminator};
use refine_core::obligation::Kind;

fn successors(block: &Block) -> Vec<BlockId> {
    match block.end {
        Terminator::Goto(to) => vec![to],
        Terminator::Branch { then, otherwise, .. } => vec![then, otherwise],
        Terminator::Return | Terminator::Stop => Vec::new(),
    }
}

/// The blocks that execution may come to from the first, in the order of a depth-first walk.
pub(super) fn reachable(blocks: &[Block]) -> Vec<BlockId> {
    let mut seen = vec![false; blocks.len()];
    let mut order = Vec::new();
    let mut todo = vec![BlockId(0)];
    while let Some(next) = todo.pop() {
        if !std::mem::replace(&mut seen[next.0 as usize], true) {
            order.push(next);
            todo.extend(successors(&blocks[next.0 as usize]).into_iter().rev());
        }
    }
    order
}

/// Joins each block with the one it goes to, where that has no other way in, and drops the rest. Heads of loops stay.
pub(super) fn tidy(body: &mut Body) {
    let mut ways_in = vec![0usize; body.blocks.len()];
    let live = reachable(&body.blocks);
    for id in &live {
        for to in successors(&body.blocks[id.0 as usize]) {
            ways_in[to.0 as usize] += 1;
        }
    }
    let is_head = |body: &Body, id: BlockId| body.loops.iter().any(|l| l.head == id);
    for id in live {
        while let Terminator::Goto(to) = body.blocks[id.0 as usize].end {
            if to == id || to.0 == 0 || ways_in[to.0 as usize] != 1 || is_head(body, to) {
                break;
            }
            let next =
                std::mem::replace(&mut body.blocks[to.0 as usize], Block { stmts: Vec::new(), end: Terminator::Stop });
            let block = &mut body.blocks[id.0 as usize];
            block.stmts.extend(next.stmts);
            block.end = next.end;
        }
    }
    let order = reachable(&body.blocks);
    let new_ids: HashMap<BlockId, BlockId> =
        order.iter().enumerate().map(|(at, id)| (*id, BlockId(at as u32))).collect();
    let stop = || Block { stmts: Vec::new(), end: Terminator::Stop };
    let mut blocks: Vec<Block> =
        order.iter().map(|id| std::mem::replace(&mut body.blocks[id.0 as usize], stop())).collect();
    for block in &mut blocks {
        match &mut block.end {
            Terminator::Goto(to) => *to = new_ids[to],
            Terminator::Branch { then, otherwise, .. } => {
                *then = new_ids[then];
                *otherwise = new_ids[otherwise];
            }
            Terminator::Return | Terminator::Stop => {}
        }
    }
    body.blocks = blocks;
    body.loops.retain_mut(|l| match new_ids.get(&l.head) {
        Some(head) => {
            l.head = *head;
            true
        }
        None => false,
    });
}

/// Calls `f` for each obligation that a statement claims.
fn each_claimed(body: &mut Body, mut f: impl FnMut(&mut ObligationIx)) {
    let mut clauses = vec![false; body.clauses.len()];
    for stmt in body.blocks.iter_mut().flat_map(|block| &mut block.stmts) {
        match stmt {
            Stmt::Assert { obligation, .. } => f(obligation),
            Stmt::Call { requires, .. } => requires.iter_mut().for_each(&mut f),
            Stmt::Unmodelled { obligation, .. } => obligation.iter_mut().for_each(&mut f),
            Stmt::LoopClause(at) => clauses[*at] = true,
            Stmt::Assign { .. }
            | Stmt::Assume { .. }
            | Stmt::Way { .. }
            | Stmt::Havoc { .. }
            | Stmt::Intrinsic { .. }
            | Stmt::Drop { .. } => {}
        }
    }
    for (clause, _) in body.clauses.iter_mut().zip(clauses).filter(|(_, claimed)| *claimed) {
        match clause {
            LoopClause::Invariant(_, entry, preserved) => {
                f(entry);
                f(preserved);
            }
            LoopClause::Decreases(_, obligation) => f(obligation),
        }
    }
}

/// Keeps the obligations that are claimed somewhere, in the order of the source, and numbers them by kind.
pub(super) fn name_obligations(body: &mut Body, path: &str) {
    let mut used = vec![false; body.obligations.len()];
    each_claimed(body, |ix| used[ix.0 as usize] = true);
    let mut order: Vec<usize> = (0..used.len()).filter(|at| used[*at]).collect();
    let exit = |kind: Kind| matches!(kind, Kind::Ensures | Kind::Invariant);
    order.sort_by_key(|&at| {
        let known = &body.obligations[at];
        // Postconditions come last, as they are claimed last.
        (exit(known.kind), known.span.file, if exit(known.kind) { 0 } else { known.span.start }, at)
    });
    let mut new_ids = vec![ObligationIx(0); used.len()];
    let mut counts: HashMap<Kind, usize> = HashMap::new();
    let mut named = Vec::new();
    for at in order {
        new_ids[at] = ObligationIx(named.len() as u32);
        let mut obligation = body.obligations[at].clone();
        let count = counts.entry(obligation.kind).or_default();
        *count += 1;
        obligation.id = format!("{path}/{}/{count}", obligation.kind);
        named.push(obligation);
    }
    body.obligations = named;
    each_claimed(body, |ix| *ix = new_ids[ix.0 as usize]);
}
