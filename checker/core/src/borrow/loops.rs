//! Loops: found in the graph, with the clauses that stand in them.
use std::collections::BTreeSet;

use crate::ids::{BlockId, LocalId, ObligationIx};
use crate::ir::{Body, Clause, Local, Loop, LoopInvariant, Stmt, Terminator};
use crate::mir::visit::locals;
use crate::mir::{LoopClause, LoopSource};
use crate::span::Span;
use crate::term::Term;
use crate::ty::Ty;

use super::cfg::{Cfg, NaturalLoop};

/// A clause of a loop, before the statement of a block.
pub(super) struct ClauseAt {
    pub(super) block: BlockId,
    pub(super) at: usize,
    pub(super) clause: LoopClause,
}

/// Where execution may go on.
pub(super) fn successors(end: &Terminator) -> Vec<BlockId> {
    match end {
        Terminator::Goto(to) => vec![*to],
        Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
        Terminator::Return | Terminator::Stop => Vec::new(),
    }
}

/// Lists the loops of a body, with their clauses as they hold at the heads.
pub(super) fn attach(body: &mut Body, sources: &[LoopSource], clauses: Vec<ClauseAt>, otherwise: Span) {
    let cfg = Cfg::new(body.blocks.iter().map(|block| successors(&block.end)).collect());
    let natural = cfg.loops().unwrap_or_default();
    // The innermost loop around a block comes last.
    let around = |block: BlockId| natural.iter().rposition(|l| l.blocks.contains(&block));
    body.loops = natural
        .iter()
        .enumerate()
        .map(|(at, l)| {
            let source = sources.iter().find(|source| source.head == l.head);
            let source = source.or_else(|| sources.iter().find(|source| around(source.head) == Some(at)));
            Loop {
                head: l.head,
                span: source.map_or(otherwise, |source| source.span),
                invariants: Vec::new(),
                decreases: None,
                hints: source.map(|source| source.hints.clone()).unwrap_or_default(),
                // What drops the elements of a sequence is written by nobody, and ends with them.
                ends: source.is_none_or(|source| source.ends),
                watch: source.and_then(|source| source.watch.clone()),
            }
        })
        .collect();
    let mut loose = Vec::new();
    for clause in clauses {
        match around(clause.block) {
            Some(at) if holds_at_head(body, &cfg, &natural[at], &clause) => add(&mut body.loops[at], clause.clause),
            _ => loose.push(clause),
        }
    }
    // A run looks at all of a loop's clauses or none.
    for l in &mut body.loops {
        l.watch = l.watch.take().filter(|watch| {
            watch.invariants.len() == l.invariants.len() && watch.measure.is_some() == l.decreases.is_some()
        });
    }
    // From the back, so that the positions stay right.
    for clause in loose.into_iter().rev() {
        let stmts = claimed_there(body, clause.clause, otherwise);
        body.blocks[clause.block.0 as usize].stmts.splice(clause.at..clause.at, stmts);
    }
}

fn add(l: &mut Loop, clause: LoopClause) {
    match clause {
        LoopClause::Invariant(clause, entry, preserved) => {
            l.invariants.push(LoopInvariant { clause, entry, preserved });
        }
        LoopClause::Decreases(clause, ix) => l.decreases = Some((clause, ix)),
    }
}

/// Whether a clause says the same at the loop's head: nothing that it speaks of is set on the way from there.
fn holds_at_head(body: &Body, cfg: &Cfg, l: &NaturalLoop, clause: &ClauseAt) -> bool {
    let (LoopClause::Invariant(of, ..) | LoopClause::Decreases(of, _)) = &clause.clause;
    let named = named(of);
    let mut before = BTreeSet::new();
    let mut todo: Vec<BlockId> = if clause.block == l.head { Vec::new() } else { vec![clause.block] };
    while let Some(block) = todo.pop() {
        for &from in &cfg.predecessors[block.0 as usize] {
            if before.insert(from) && from != l.head {
                todo.push(from);
            }
        }
    }
    // In a turn that does not come by, the clause is claimed all the same, which is more than was asked for; a block that the
    // clause comes before in every turn is not on the way.
    let mut stmts = before
        .iter()
        .filter(|&&block| block != clause.block)
        .flat_map(|&block| &body.blocks[block.0 as usize].stmts)
        .chain(&body.blocks[clause.block.0 as usize].stmts[..clause.at]);
    !before.contains(&clause.block) && !stmts.any(|stmt| sets_any(stmt, &named))
}

fn named(clause: &Clause) -> BTreeSet<LocalId> {
    let mut found = BTreeSet::new();
    for term in [&clause.term, &clause.value] {
        locals(term, &mut |id| {
            found.insert(id);
        });
    }
    found
}

fn sets_any(stmt: &Stmt, named: &BTreeSet<LocalId>) -> bool {
    match stmt {
        Stmt::Assign { dest, .. } | Stmt::Havoc { dest, .. } => named.contains(dest),
        Stmt::Call { dest, outs, .. } => named.contains(dest) || outs.iter().any(|(_, out)| named.contains(out)),
        Stmt::Assert { .. } | Stmt::Assume { .. } | Stmt::Way { .. } | Stmt::Unmodelled { .. } => false,
    }
}

/// A clause that only makes sense where it stands: an invariant is claimed there, turn by turn, and brings nothing to the
/// next turn. Whether a measure gets smaller is not known then.
fn claimed_there(body: &mut Body, clause: LoopClause, span: Span) -> Vec<Stmt> {
    let claim = |cond: &Term, obligation: ObligationIx| Stmt::Assert { cond: cond.clone(), obligation };
    match clause {
        LoopClause::Invariant(clause, entry, preserved) => {
            vec![claim(&clause.term, entry), claim(&clause.term, preserved)]
        }
        LoopClause::Decreases(_, ix) => {
            let may = LocalId(body.locals.len() as u32);
            body.locals.push(Local { name: "_may".to_owned(), ty: Ty::Bool, span });
            vec![Stmt::Havoc { dest: may, made_up: true }, claim(&Term::local(may, Ty::Bool), ix)]
        }
    }
}
