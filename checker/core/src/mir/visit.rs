//! What statements do with places, in the order of evaluation.
use super::{Body, LoopClause, Operand, Place, Projection, Rvalue, Stmt, Terminator};
use crate::ids::{BlockId, LocalId};
use crate::term::{Term, TermKind};

/// What is done with a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Its value is copied.
    Copy,
    /// Its value is moved out.
    Move,
    /// A reference to it is made, a mutable one with the flag.
    Borrow(bool),
    /// Something is found out about it: its length or variant.
    Look,
    /// It gets a value.
    Write,
    /// It is dropped.
    Drop,
}

impl Operand {
    /// The place it reads, and how.
    pub fn access(&self) -> Option<(Access, &Place)> {
        match self {
            Operand::Copy(place) => Some((Access::Copy, place)),
            Operand::Move(place) => Some((Access::Move, place)),
            Operand::Constant(_) => None,
        }
    }
}

impl Stmt {
    /// Each place that the statement accesses: operands in order, then what is written. Glue of drops is not among them.
    pub fn each_access<'a>(&'a self, f: &mut dyn FnMut(Access, &'a Place)) {
        fn operand<'a>(operand: &'a Operand, f: &mut dyn FnMut(Access, &'a Place)) {
            if let Some((access, place)) = operand.access() {
                f(access, place);
            }
        }
        match self {
            Stmt::Assign { dest, value } => {
                match value {
                    Rvalue::Use(value) | Rvalue::Repeat(_, value, _) => operand(value, f),
                    Rvalue::Ref(mutable, place) => f(Access::Borrow(*mutable), place),
                    Rvalue::Compute(_) => {}
                    Rvalue::Aggregate(_, _, all) => all.iter().for_each(|value| operand(value, f)),
                    Rvalue::IsVariant(place, _) | Rvalue::Len(place) => f(Access::Look, place),
                }
                f(Access::Write, dest);
            }
            Stmt::Call { args, dest, .. } | Stmt::Intrinsic { args, dest, .. } => {
                args.iter().for_each(|value| operand(value, f));
                f(Access::Write, dest);
            }
            Stmt::Havoc { dest } | Stmt::Unmodelled { dest: Some(dest), .. } => f(Access::Write, dest),
            Stmt::Drop { place, .. } => f(Access::Drop, place),
            Stmt::Assert { .. }
            | Stmt::Assume { .. }
            | Stmt::Way { .. }
            | Stmt::LoopClause(_)
            | Stmt::Unmodelled { dest: None, .. } => {}
        }
    }

    /// Each term of the statement, those of a loop's clause included.
    pub fn each_term<'a>(&'a self, clauses: &'a [LoopClause], f: &mut dyn FnMut(&'a Term)) {
        let constant = |value: &'a Operand, f: &mut dyn FnMut(&'a Term)| {
            if let Operand::Constant(term) = value {
                f(term);
            }
        };
        match self {
            Stmt::Assert { cond, .. } | Stmt::Assume { cond, .. } | Stmt::Way { cond, .. } => f(cond),
            Stmt::Assign { value, .. } => match value {
                Rvalue::Use(value) => constant(value, f),
                Rvalue::Compute(term) => f(term),
                Rvalue::Aggregate(_, _, all) => all.iter().for_each(|value| constant(value, f)),
                Rvalue::Repeat(_, value, n) => {
                    constant(value, f);
                    f(n);
                }
                Rvalue::Ref(..) | Rvalue::IsVariant(..) | Rvalue::Len(_) => {}
            },
            Stmt::Call { args, .. } | Stmt::Intrinsic { args, .. } => args.iter().for_each(|value| constant(value, f)),
            Stmt::LoopClause(at) => match clauses.get(*at) {
                Some(LoopClause::Invariant(clause, ..) | LoopClause::Decreases(clause, _)) => {
                    f(&clause.term);
                    f(&clause.value);
                }
                None => {}
            },
            Stmt::Havoc { .. } | Stmt::Drop { .. } | Stmt::Unmodelled { .. } => {}
        }
    }

    /// Each local that the statement mentions other than as [`Stmt::each_access`] says: in terms, as an index, in glue.
    pub fn each_other<'a>(&'a self, clauses: &'a [LoopClause], f: &mut dyn FnMut(LocalId)) {
        self.each_access(&mut |_, place| indices(place, f));
        self.each_term(clauses, &mut |term| locals(term, f));
        if let Stmt::Drop { glue, .. } = self {
            for (part, _) in glue {
                f(part.local);
                indices(part, f);
            }
        }
    }
}

/// The locals that a place's path goes by.
pub fn indices(place: &Place, f: &mut dyn FnMut(LocalId)) {
    for step in &place.projections {
        match step {
            Projection::Index(id) => f(*id),
            Projection::Slice { lo, hi } => {
                f(*lo);
                f(*hi);
            }
            Projection::Deref
            | Projection::Field { .. }
            | Projection::Component(_)
            | Projection::ConstantIndex { .. } => {}
        }
    }
}

/// The locals whose value a term reads. What a parameter was at entry is no local.
pub fn locals(term: &Term, f: &mut dyn FnMut(LocalId)) {
    if let TermKind::Local(id) = term.kind() {
        f(*id);
    }
    term.children().into_iter().for_each(|child| locals(child, f));
}

impl Terminator {
    /// Where execution may go on.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Goto(to) => vec![*to],
            Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Terminator::Return | Terminator::Stop => Vec::new(),
        }
    }
}

impl Body {
    /// A block by its id.
    pub fn block(&self, id: BlockId) -> &super::Block {
        &self.blocks[id.0 as usize]
    }
}
