//! What of a loop's variables is carried from turn to turn.
use std::collections::{BTreeSet, HashMap};

use crate::ids::{BlockId, LocalId};
use crate::ir::{Body, Loop, Stmt, Terminator};
use crate::mir::visit::locals;
use crate::ty::Ty;

use super::loops::{NaturalLoop, assigned, successors};

/// The locals that a loop changes and whose value at its head is looked at: by a turn, after the loop, or by its clauses. Of the others
/// nothing need be known.
pub(super) fn carried(body: &Body, l: &Loop, natural: &NaturalLoop) -> BTreeSet<LocalId> {
    let mut at_head = live(body).remove(&l.head).unwrap_or_default();
    let clauses = l.invariants.iter().map(|i| &i.clause.term).chain(l.decreases.iter().map(|(clause, _)| &clause.term));
    for term in clauses.chain(&l.hints) {
        locals(term, &mut |id| {
            at_head.insert(id);
        });
    }
    natural.modified.intersection(&at_head).copied().collect()
}

/// The locals that are live on entering each block.
fn live(body: &Body) -> HashMap<BlockId, BTreeSet<LocalId>> {
    let mut on_entry: HashMap<BlockId, BTreeSet<LocalId>> = HashMap::new();
    loop {
        let mut changed = false;
        for at in (0..body.blocks.len()).rev() {
            let id = BlockId(at as u32);
            let mut set = BTreeSet::new();
            for to in successors(&body.block(id).end) {
                set.extend(on_entry.get(&to).into_iter().flatten().copied());
            }
            before(body, id, &mut set);
            changed |= on_entry.get(&id) != Some(&set);
            on_entry.insert(id, set);
        }
        if !changed {
            return on_entry;
        }
    }
}

fn before(body: &Body, block: BlockId, set: &mut BTreeSet<LocalId>) {
    let block = body.block(block);
    let used = |set: &mut BTreeSet<LocalId>, term: &crate::term::Term| {
        locals(term, &mut |id| {
            set.insert(id);
        });
    };
    match &block.end {
        Terminator::Branch { cond, .. } => used(set, cond),
        Terminator::Return => {
            // The caller sees the result, and what parameters that are mutable references point to.
            set.insert(body.result());
            set.extend(
                (0..body.params as u32).map(LocalId).filter(|id| matches!(body.local(*id).ty, Ty::Ref(true, _))),
            );
        }
        Terminator::Goto(_) | Terminator::Stop => {}
    }
    for stmt in block.stmts.iter().rev() {
        for id in assigned(stmt) {
            set.remove(&id);
        }
        match stmt {
            Stmt::Assign { value, .. } => used(set, value),
            Stmt::Assert { cond, .. } | Stmt::Assume { cond, .. } | Stmt::Way { cond, .. } => used(set, cond),
            Stmt::Call { args, .. } => args.iter().for_each(|arg| used(set, arg)),
            Stmt::Havoc { .. } | Stmt::Unmodelled { .. } => {}
        }
    }
}
