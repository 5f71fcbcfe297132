//! Which blocks a loop consists of, and what it changes.
use std::collections::BTreeSet;

use crate::ids::{BlockId, LocalId};
use crate::ir::{Body, Stmt, Terminator};

/// A natural loop.
pub(super) struct NaturalLoop {
    /// Its blocks, the head included.
    pub(super) blocks: BTreeSet<BlockId>,
    /// The locals that some statement in it assigns.
    pub(super) modified: BTreeSet<LocalId>,
}

pub(super) fn successors(end: &Terminator) -> Vec<BlockId> {
    match end {
        Terminator::Goto(to) => vec![*to],
        Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
        Terminator::Return | Terminator::Stop => Vec::new(),
    }
}

/// The natural loop of each of [`Body::loops`]: the blocks on a path from the head back to it.
///
/// For a reducible graph this is the textbook definition by back edges; here it is computed as the blocks that the
/// head reaches, and that reach the head, without leaving through the head itself on an outer loop's way round.
pub(super) fn natural_loops(body: &Body) -> Vec<NaturalLoop> {
    let mut predecessors = vec![Vec::new(); body.blocks.len()];
    for (at, block) in body.blocks.iter().enumerate() {
        for to in successors(&block.end) {
            predecessors[to.0 as usize].push(BlockId(at as u32));
        }
    }
    let dominated = |head: BlockId| {
        // The blocks that cannot be reached from the entry without the head.
        let mut reached = BTreeSet::new();
        let mut stack = if head == BlockId(0) { Vec::new() } else { vec![BlockId(0)] };
        while let Some(at) = stack.pop() {
            if at != head && reached.insert(at) {
                stack.extend(successors(&body.block(at).end));
            }
        }
        move |block: BlockId| !reached.contains(&block)
    };
    body.loops
        .iter()
        .map(|l| {
            let is_dominated = dominated(l.head);
            let mut blocks = BTreeSet::from([l.head]);
            let mut stack: Vec<BlockId> =
                predecessors[l.head.0 as usize].iter().copied().filter(|&from| is_dominated(from)).collect();
            while let Some(at) = stack.pop() {
                if blocks.insert(at) {
                    stack.extend(&predecessors[at.0 as usize]);
                }
            }
            let modified = blocks.iter().flat_map(|&at| body.block(at).stmts.iter().flat_map(assigned)).collect();
            NaturalLoop { blocks, modified }
        })
        .collect()
}

pub(super) fn assigned(stmt: &Stmt) -> Vec<LocalId> {
    match stmt {
        Stmt::Assign { dest, .. } | Stmt::Havoc { dest, .. } => vec![*dest],
        Stmt::Call { dest, outs, .. } => std::iter::once(*dest).chain(outs.iter().map(|(_, out)| *out)).collect(),
        Stmt::Assert { .. } | Stmt::Assume { .. } | Stmt::Way { .. } | Stmt::Unmodelled { .. } => Vec::new(),
    }
}
