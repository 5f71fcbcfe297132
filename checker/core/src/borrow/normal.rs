//! Parameters that are references and are set to others: such a parameter is the first value of a local, which is set instead.
use std::collections::HashMap;

use crate::ids::{BlockId, LocalId, ObligationIx};
use crate::ir::{Clause, Local};
use crate::mir::visit::Access;
use crate::mir::{Block, Body, LoopClause, Operand, Place, Projection, Rvalue, Stmt, Terminator};
use crate::obligation::Kind;
use crate::term::{Term, TermKind};
use crate::ty::Ty;

/// The body with locals in the place of such parameters, if there are any. What holds at the function's end is still said of the parameters.
pub(super) fn normal(body: &Body) -> Option<Body> {
    let mut set = Vec::new();
    for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
        stmt.each_access(&mut |access, place| {
            let at = place.local.0 as usize;
            let whole = place.projections.is_empty() && matches!(access, Access::Write | Access::Borrow(true));
            if whole && at < body.params && matches!(body.locals[at].ty, Ty::Borrow(_)) && !set.contains(&place.local) {
                set.push(place.local);
            }
        });
    }
    if set.is_empty() {
        return None;
    }
    let mut out = body.clone();
    let mut renamed = Renamed { to: HashMap::new(), start: BlockId(body.blocks.len() as u32) };
    let mut first = Vec::new();
    for local in set {
        let known = body.locals[local.0 as usize].clone();
        let new = LocalId(out.locals.len() as u32);
        out.locals.push(Local { name: known.name, ..known });
        renamed.to.insert(local, new);
        let value = Rvalue::Ref(true, Place::local(local).project(Projection::Deref));
        first.push(Stmt::Assign { dest: Place::local(new), value });
    }
    let mut blocks: Vec<Block> = body.blocks.iter().map(|block| renamed.block(body, block)).collect();
    // The first block may be the head of a loop, so the new locals are set before it.
    let start = std::mem::replace(&mut blocks[0], Block { stmts: first, end: Terminator::Goto(renamed.start) });
    blocks.push(start);
    out.blocks = blocks;
    for clause in &mut out.clauses {
        let (LoopClause::Invariant(clause, ..) | LoopClause::Decreases(clause, _)) = clause;
        *clause = Clause { term: renamed.term(&clause.term), value: renamed.term(&clause.value), ..clause.clone() };
    }
    for l in &mut out.loops {
        l.head = renamed.target(l.head);
    }
    Some(out)
}

struct Renamed {
    to: HashMap<LocalId, LocalId>,
    /// Where the first block went.
    start: BlockId,
}

impl Renamed {
    fn target(&self, block: BlockId) -> BlockId {
        if block == BlockId(0) { self.start } else { block }
    }

    fn local(&self, id: LocalId) -> LocalId {
        self.to.get(&id).copied().unwrap_or(id)
    }

    fn place(&self, place: &Place) -> Place {
        Place { local: self.local(place.local), projections: place.projections.clone() }
    }

    fn term(&self, term: &Term) -> Term {
        term.substitute(&|leaf| {
            match leaf {
                TermKind::Local(id) => self.to.get(id).map(|new| (*id, *new)),
                _ => None,
            }
            .map(|(_, new)| Term::local(new, Ty::Never))
        })
    }

    fn operand(&self, operand: &Operand) -> Operand {
        match operand {
            Operand::Copy(place) => Operand::Copy(self.place(place)),
            Operand::Move(place) => Operand::Move(self.place(place)),
            Operand::Constant(_) => operand.clone(),
        }
    }

    fn operands(&self, all: &[Operand]) -> Vec<Operand> {
        all.iter().map(|operand| self.operand(operand)).collect()
    }

    fn block(&self, body: &Body, block: &Block) -> Block {
        let end = match &block.end {
            Terminator::Goto(to) => Terminator::Goto(self.target(*to)),
            Terminator::Branch { cond, then, otherwise } => Terminator::Branch {
                cond: self.term(cond),
                then: self.target(*then),
                otherwise: self.target(*otherwise),
            },
            other => other.clone(),
        };
        Block { stmts: block.stmts.iter().map(|stmt| self.stmt(body, stmt)).collect(), end }
    }

    fn stmt(&self, body: &Body, stmt: &Stmt) -> Stmt {
        let at_end = |ix: ObligationIx| {
            let kind = body.obligations.get(ix.0 as usize).map(|obligation| obligation.kind);
            matches!(kind, Some(Kind::Ensures | Kind::Invariant))
        };
        match stmt {
            Stmt::Assign { dest, value } => Stmt::Assign { dest: self.place(dest), value: self.rvalue(value) },
            Stmt::Assert { obligation, .. } if at_end(*obligation) => stmt.clone(),
            Stmt::Assert { cond, obligation } => Stmt::Assert { cond: self.term(cond), obligation: *obligation },
            Stmt::Assume { cond, source } => Stmt::Assume { cond: self.term(cond), source: source.clone() },
            Stmt::Way { way, cond } => Stmt::Way { way: *way, cond: self.term(cond) },
            Stmt::Havoc { dest } => Stmt::Havoc { dest: self.place(dest) },
            Stmt::Call { callee, args, dest, requires, span, origin } => Stmt::Call {
                callee: callee.clone(),
                args: self.operands(args),
                dest: self.place(dest),
                requires: requires.clone(),
                span: *span,
                origin: origin.clone(),
            },
            Stmt::Intrinsic { op, args, dest } => {
                Stmt::Intrinsic { op: *op, args: self.operands(args), dest: self.place(dest) }
            }
            Stmt::Drop { place, glue, span } => {
                let glue = glue.iter().map(|(part, inst)| (self.place(part), inst.clone())).collect();
                Stmt::Drop { place: self.place(place), glue, span: *span }
            }
            Stmt::LoopClause(at) => Stmt::LoopClause(*at),
            Stmt::Unmodelled { what, obligation, dest } => {
                let dest = dest.as_ref().map(|dest| self.place(dest));
                Stmt::Unmodelled { what: *what, obligation: *obligation, dest }
            }
        }
    }

    fn rvalue(&self, value: &Rvalue) -> Rvalue {
        match value {
            Rvalue::Use(operand) => Rvalue::Use(self.operand(operand)),
            Rvalue::Ref(mutable, place) => Rvalue::Ref(*mutable, self.place(place)),
            Rvalue::Compute(term) => Rvalue::Compute(self.term(term)),
            Rvalue::Aggregate(ty, variant, all) => Rvalue::Aggregate(ty.clone(), *variant, self.operands(all)),
            Rvalue::Repeat(ty, operand, n) => Rvalue::Repeat(ty.clone(), self.operand(operand), self.term(n)),
            Rvalue::IsVariant(place, variant) => Rvalue::IsVariant(self.place(place), *variant),
            Rvalue::Len(place) => Rvalue::Len(self.place(place)),
        }
    }
}
