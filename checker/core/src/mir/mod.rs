//! MIR: a control-flow graph over typed locals and *places*, as the front end writes it.
//!
//! It says what rustc's MIR says (evaluation order, moves, borrows, drops are explicit) and one thing more: every
//! dangerous operation is preceded by a [`Stmt::Assert`] with its obligation. `borrow` turns it into the
//! value-level graph of [`ir`](crate::ir), where references leave no trace.
//!
//! **Invariants.** Operands are evaluated in the order of the statements. A [`Term`] in a statement reads locals by value,
//! seen through shared references and boxes, and never one of type [`Ty::Borrow`]. What has no exact statement here is
//! [`Stmt::Unmodelled`]; nothing is left out.
pub mod interpret;
pub mod listing;
pub mod parse;
pub mod print;
#[cfg(test)]
mod tests;
pub mod types;
pub mod visit;

use std::sync::Arc;

pub use crate::ir::{CallOrigin, CallSite, Clause, Contract, FactSource, Local, Unmodelled, Way};

use crate::ids::{BlockId, LocalId, ObligationIx};
use crate::obligation::Obligation;
use crate::span::Span;
use crate::term::Term;
use crate::ty::{FnInst, Ty};

/// A step from a place to a part of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Projection {
    /// What a reference or a `Box` points to.
    Deref,
    /// A field, by declaration order, of a variant (0 for a struct, closure or tuple-like type).
    Field {
        /// The variant. The value is of it where the place is used.
        variant: usize,
        /// The field.
        field: usize,
    },
    /// A component of a tuple.
    Component(usize),
    /// The element at the index that a local of type `usize` holds; it is within bounds.
    Index(LocalId),
    /// The element at a fixed distance from the start (or, with `from_end`, `offset` from the end: 1 is the last).
    ConstantIndex {
        /// The distance.
        offset: u64,
        /// Whether it counts from the end.
        from_end: bool,
    },
    /// The elements `lo..hi` of a sequence, bounds in locals of type `usize`, `lo <= hi <= len`.
    Slice {
        /// The first element.
        lo: LocalId,
        /// One past the last.
        hi: LocalId,
    },
}

/// A place: a local, or a part of what it holds or points to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Where it starts.
    pub local: LocalId,
    /// The way from there.
    pub projections: Vec<Projection>,
}

impl Place {
    /// A local as a whole.
    pub fn local(local: LocalId) -> Place {
        Place { local, projections: Vec::new() }
    }

    /// A part of this place.
    pub fn project(&self, step: Projection) -> Place {
        let mut projections = self.projections.clone();
        projections.push(step);
        Place { local: self.local, projections }
    }
}

/// An operand of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The value of a place, which keeps it.
    Copy(Place),
    /// The value of a place, which holds none afterwards.
    Move(Place),
    /// A constant: a term without locals.
    Constant(Term),
}

/// What a place is set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rvalue {
    /// An operand.
    Use(Operand),
    /// `&place`, or `&mut place` with the flag.
    Ref(bool, Place),
    /// A computation on values. Total: what may fail was asserted before.
    Compute(Term),
    /// A tuple (variant 0), struct, enum variant, array or closure environment (its captures) of the type.
    Aggregate(Ty, usize, Vec<Operand>),
    /// `n` copies of an operand: `[v; n]` and `vec![v; n]`, of the type.
    Repeat(Ty, Operand, Term),
    /// Whether the enum at the place is of the variant.
    IsVariant(Place, usize),
    /// The number of elements of the sequence at the place.
    Len(Place),
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each variant tells of its fields")]
pub enum Stmt {
    /// `place = value`. The place's old value was dropped before.
    Assign { dest: Place, value: Rvalue },
    /// A claim; execution does not go on where it fails (unless the obligation's kind says otherwise).
    Assert { cond: Term, obligation: ObligationIx },
    /// A fact; executions where it fails do not exist.
    Assume { cond: Term, source: FactSource },
    /// Where the condition is true, the code goes that way from here. It changes nothing.
    Way { way: Way, cond: Term },
    /// Any value of the place's type.
    Havoc { dest: Place },
    /// A call. Arguments are moved or copied in, in order; `requires[k]` is the obligation of the callee's `k`-th precondition.
    Call {
        callee: FnInst,
        args: Vec<Operand>,
        dest: Place,
        requires: Vec<ObligationIx>,
        span: Span,
        origin: Arc<CallOrigin>,
    },
    /// An operation on sequences that is built in.
    Intrinsic { op: Intrinsic, args: Vec<Operand>, dest: Place },
    /// The place goes out of scope, or is about to be overwritten. If it is initialised there, the calls in `glue` (user
    /// implementations of `Drop`, on parts of the place, outermost first) are made; mutable borrows that it holds end.
    Drop { place: Place, glue: Vec<(Place, FnInst)>, span: Span },
    /// A clause of the innermost loop around stands here (index into [`Body::clauses`]).
    LoopClause(usize),
    /// Something outside the model happened: from here on nothing is known and nothing can be proved. `dest` gets any value.
    /// The index is into [`Body::unmodelled`].
    Unmodelled { what: usize, obligation: Option<ObligationIx>, dest: Option<Place> },
}

/// An operation on sequences (`[T]`, `[T; n]`, `Vec<T>`), built in. An operand of type `&mut Vec<T>` is changed in place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Intrinsic {
    /// `(v: &mut Vec<T>, x: T)`: appends an element.
    Push,
    /// `(v: &mut Vec<T>, xs: &[T])`: appends the elements, bit by bit (no `clone`).
    Append,
    /// `(v: &mut Vec<T>, n: usize)`: keeps the first `n`, `n <= len`. Drops nothing.
    Truncate,
    /// `(v: &mut Vec<T>, at: usize, x: T)`: inserts, `at <= len`.
    Insert,
    /// `(v: &mut Vec<T>, lo: usize, hi: usize)`: takes `lo..hi` out, `lo <= hi <= len`. Drops nothing.
    Cut,
    /// `(a: &[T], b: &[T]) -> Vec<T>`: one after the other, bit by bit.
    Concat,
    /// `(xs: &[T], at: usize) -> T`: the element, bit by bit (as `ptr::read`), `at < len`.
    Read,
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each variant tells of its fields")]
pub enum Terminator {
    /// To another block.
    Goto(BlockId),
    /// To one of two.
    Branch { cond: Term, then: BlockId, otherwise: BlockId },
    /// The function returns; the result is in the result's local.
    Return,
    /// Execution does not go on (after a panic, or at the end of an exhaustive match).
    Stop,
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// The end.
    pub end: Terminator,
}

/// A clause written in a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoopClause {
    /// `loop_invariant!`, with the obligations on entry and after a turn.
    Invariant(Clause, ObligationIx, ObligationIx),
    /// `loop_decreases!`.
    Decreases(Clause, ObligationIx),
}

/// A loop as it is written, for messages and for watching it in runs. Which blocks it has is found in the graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopSource {
    /// A block of the loop: its head, where it has one turn at least.
    pub head: BlockId,
    /// The whole loop in source.
    pub span: Span,
    /// As [`crate::ir::Loop::watch`].
    pub watch: Option<crate::ir::Watch>,
    /// As [`crate::ir::Loop::hints`], over locals that are no mutable references.
    pub hints: Vec<Term>,
    /// As [`crate::ir::Loop::ends`].
    pub ends: bool,
}

/// A function's body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// Which function.
    pub inst: FnInst,
    /// All locals: parameters, result, then the rest. A `&mut T` is [`Ty::Borrow`].
    pub locals: Vec<Local>,
    /// How many of the locals are parameters.
    pub params: usize,
    /// The blocks; execution starts at block 0.
    pub blocks: Vec<Block>,
    /// The clauses of loops.
    pub clauses: Vec<LoopClause>,
    /// The loops of the source.
    pub loops: Vec<LoopSource>,
    /// The obligations, in the order of the source.
    pub obligations: Vec<Obligation>,
    /// The specification. Its postconditions also stand as asserts before `Return`.
    pub contract: Arc<Contract>,
    /// What is outside the model.
    pub unmodelled: Vec<Unmodelled>,
    /// Calls that runs can tell apart, those inside of others after them.
    pub sites: Vec<CallSite>,
    /// As [`crate::ir::Body::escaping`].
    pub escaping: Vec<Ty>,
}

impl Body {
    /// The result's local.
    pub fn result(&self) -> LocalId {
        LocalId(self.params as u32)
    }
}
