//! The typed IR: a control-flow graph over typed locals.
//!
//! Places are resolved by the lowering: `a.b[i] = x` assigns to the local `a` a term that differs from the old
//! one at one spot. A `&mut` borrow of a local place is that place; a `&mut` parameter is a local that holds the
//! pointee and whose value at [`Terminator::Return`] is what the caller sees. Every dangerous operation
//! is preceded by an [`Stmt::Assert`] with its obligation, so terms themselves are total.
//!
//! **Invariant:** `&mut` parameters and loops are the only ways state flows back; control flow is reducible and each
//! loop is listed in [`Body::loops`] with its head. What the lowering cannot express exactly is a
//! [`Stmt::Unmodelled`], after which nothing on that path can be proved.
pub mod print;

use std::sync::Arc;

use crate::ids::{BlockId, FnId, LocalId, ObligationIx};
use crate::obligation::Obligation;
use crate::span::{LineCol, Span};
use crate::term::Term;
use crate::ty::{FnInst, Ty};

/// A typed variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Local {
    /// Its name in source, or a made-up one for temporaries (they start with `_`).
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Where it was declared.
    pub span: Span,
}

/// A clause, translated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The predicate. In a precondition, over the parameters as `Local`; in a postcondition, over `Old` parameters,
    /// `Local` `&mut` parameters (their final value) and the `Local` result. It says that the clause has a value (it
    /// divides by no zero, say) and is true. A measure is negative where it has none.
    pub term: Term,
    /// The clause as it was written, the same term if it always has a value.
    pub value: Term,
    /// Where it was written.
    pub span: Span,
    /// As it was written.
    pub text: String,
    /// The pattern of the closure that it is the body of, if its text is that body: `ret` in `|ret| *ret > 0`, which binds a reference to the
    /// result.
    pub binder: Option<String>,
}

/// A clause that has no translation; it can still be compiled and run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawClause {
    /// Whether it is the invariant of a type, said of a parameter or the result.
    pub of_type: bool,
    /// Whether there may be more values of that type inside, of which it says nothing.
    pub partly: bool,
    /// Whether it is a precondition; else a postcondition.
    pub requires: bool,
    /// The name its closure gives the result (`ret` in `|ret| …`), for postconditions.
    pub binder: Option<String>,
    /// The expression as Rust source, over the parameters' names, made of its tokens.
    pub text: String,
    /// The expression as the user wrote it.
    pub written: String,
    /// Where it was written.
    pub span: Span,
    /// What the translation does not cover.
    pub reason: String,
}

/// A function's specification, in terms of its first locals: parameters `0..n`, result `n`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contract {
    /// Whether the user wrote any of it; else callers see the body instead.
    pub explicit: bool,
    /// `#[trusted]`: the body is not checked, callers assume the contract and say so.
    pub trusted: bool,
    /// Preconditions, with the invariants of the parameters' types.
    pub requires: Vec<Clause>,
    /// Postconditions, with the invariants of the result's and the `&mut` parameters' types.
    pub ensures: Vec<Clause>,
    /// The measure that gets smaller at each recursive call.
    pub decreases: Option<Clause>,
    /// Clauses without translation. No proof of a caller shows such a precondition.
    pub raw: Vec<RawClause>,
    /// What is said of parameters that are functions, as text.
    pub callbacks: Vec<Callback>,
    /// Whether arguments meet the invariants of their types at every depth, also where no clause can speak of them (behind an `Rc`).
    pub keeps_invariants: bool,
}

/// A parameter that is a function with a refined type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Callback {
    /// The parameter, by its number.
    pub param: usize,
    /// What its own parameters, and its result, are called in the clauses.
    pub names: Vec<String>,
    /// What its callers must keep, as Rust source.
    pub requires: Vec<String>,
    /// How it answers, as Rust source.
    pub ensures: Vec<String>,
    /// Its type as it was written.
    pub written: String,
    /// Where.
    pub span: Span,
}

impl Contract {
    /// All preconditions with their texts and places, those with a translation first.
    pub fn preconditions(&self) -> impl Iterator<Item = (&str, Span)> {
        let translated = self.requires.iter().map(|clause| (clause.text.as_str(), clause.span));
        translated.chain(self.raw_requires().map(|clause| (clause.written.as_str(), clause.span)))
    }

    /// The preconditions without translation.
    pub fn raw_requires(&self) -> impl Iterator<Item = &RawClause> {
        self.raw.iter().filter(|clause| clause.requires)
    }
}

/// What a fact is taken from when it is assumed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FactSource {
    /// The function's own precondition, or the branch taken.
    Own,
    /// The contract of a callee.
    Callee(FnInst),
    /// The invariant (by index) of a loop of this body (by its index in [`Body::loops`]). Inferred ones that were
    /// checked elsewhere are `Own`.
    Invariant(usize, usize),
}

/// What obligations of an inlined model of the standard library say of the call that they belong to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CallOrigin {
    /// What a panic of a `#[track_caller]` callee reports as its place.
    pub at: Option<LineCol>,
    /// As in [`Obligation`].
    pub template: Option<Span>,
    /// The arguments as they are written, receivers without the `&` that is added. In a function of the standard library, its own
    /// parameters are in braces: `{self}`.
    pub args: Vec<String>,
}

/// A way that control goes from a branch of the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Way {
    /// The condition is true, or the pattern fits: of a branch, as [`Branch::span`](crate::program::Branch::span) has it.
    In(Span),
    /// It does not.
    Out(Span),
    /// One of the alternatives of a pattern fits, which runs do not tell apart.
    Alternative(Span),
}

impl Way {
    /// Where it is decided.
    pub fn at(self) -> Span {
        match self {
            Way::In(at) | Way::Out(at) | Way::Alternative(at) => at,
        }
    }

    /// Which it is.
    pub fn word(self) -> &'static str {
        match self {
            Way::In(_) => "in",
            Way::Out(_) => "out",
            Way::Alternative(_) => "alternative",
        }
    }
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each variant tells of its fields")]
pub enum Stmt {
    /// `dest := value`.
    Assign { dest: LocalId, value: Term },
    /// A claim; execution does not go on where it fails.
    Assert { cond: Term, obligation: ObligationIx },
    /// A fact; executions where it fails do not exist.
    Assume { cond: Term, source: FactSource },
    /// Where the condition is true, the code goes that way from here. It changes nothing: find graphs have it, so that inputs
    /// are found which go there.
    Way { way: Way, cond: Term },
    /// Any value of the local's type. It is made up where the code computes one that is not known; else a later fact says which it is, as
    /// with the value at the end of a borrow.
    Havoc { dest: LocalId, made_up: bool },
    /// A call. `args` are values; `outs[i]`, for a `&mut` parameter `i`, is the local that gets its value afterwards.
    /// `requires[k]` is the obligation of the callee's `k`-th precondition.
    /// For a callee of which nothing but the type is known (no contract and no body), `requires` is the claim that it does not panic.
    Call {
        callee: FnInst,
        args: Vec<Term>,
        dest: LocalId,
        outs: Vec<(usize, LocalId)>,
        requires: Vec<ObligationIx>,
        span: Span,
        origin: Arc<CallOrigin>,
    },
    /// Something outside the model happened: from here on nothing is known and nothing can be proved.
    /// The index is into [`Body::unmodelled`]. Its own obligation, if any, was asserted just before as `false`-able claim by the prover.
    Unmodelled { what: usize, obligation: Option<ObligationIx> },
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each variant tells of its fields")]
pub enum Terminator {
    /// To another block; to a loop's head from inside, it is the back edge.
    Goto(BlockId),
    /// To one of two.
    Branch { cond: Term, then: BlockId, otherwise: BlockId },
    /// The function returns; the result is in the result's local.
    Return,
    /// Execution does not go on (after a panic, or the end of an exhaustive match).
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

/// A loop invariant with its two obligations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopInvariant {
    /// The claim, over the locals at the loop's head.
    pub clause: Clause,
    /// It holds on entry.
    pub entry: ObligationIx,
    /// It is preserved.
    pub preserved: ObligationIx,
}

/// A loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Where every turn starts.
    pub head: BlockId,
    /// The whole loop in source.
    pub span: Span,
    /// Invariants the user gave.
    pub invariants: Vec<LoopInvariant>,
    /// `loop_decreases!`: a measure at the head, and its obligation.
    pub decreases: Option<(Clause, ObligationIx)>,
    /// Facts the lowering knows to hold at the head by construction, e.g. `lo <= i <= hi` of `for i in lo..hi`.
    /// The prover still checks each (as it does its own guesses) before it uses it.
    pub hints: Vec<Term>,
    /// Whether it surely ends: it is a `for` over an iterator that does, or drops elements. (Nothing is proved by it: functions with other
    /// loops and no measure are run.)
    pub ends: bool,
    /// How a run can look at the clauses; `None` without clauses, or where they speak of what has no name in source.
    pub watch: Option<Watch>,
}

/// A loop's clauses as the source can be made to evaluate them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watch {
    /// The condition of a `while`, which is evaluated wherever the clauses are claimed; else the empty span at the
    /// top of the body, where all but the last claim (that after the last turn) can be seen.
    pub at: Span,
    /// The variables that the clauses name, as they are called there.
    pub vars: Vec<(String, Ty)>,
    /// The invariants, in the order of [`Loop::invariants`]. `Local(k)` is the `k`-th of the variables, `Old(k)` the
    /// function's `k`-th parameter at entry.
    pub invariants: Vec<Clause>,
    /// The measure, likewise.
    pub measure: Option<Clause>,
}

/// A call of a function of the crate in a body, as the source can be made to tell of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallSite {
    /// Which function.
    pub callee: FnId,
    /// The call: the span of the obligations of the callee's precondition.
    pub span: Span,
    /// The last argument (or receiver) that may run code of the crate; after it nothing runs before the callee. `None` if
    /// all arguments are mere values.
    pub last: Option<Span>,
}

/// Something outside the model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unmodelled {
    /// The construct, in words: "closures", "a call of `str::parse`".
    pub what: String,
    /// Where.
    pub span: Span,
    /// Functions of the crate that may run there, unseen: destructors, what implements a trait, what is handed on as a value.
    pub runs: Vec<FnId>,
}

/// A function's body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// Which function.
    pub inst: FnInst,
    /// All locals: parameters, result, then the rest.
    pub locals: Vec<Local>,
    /// How many of the locals are parameters.
    pub params: usize,
    /// The blocks; execution starts at block 0.
    pub blocks: Vec<Block>,
    /// The loops, outer before inner.
    pub loops: Vec<Loop>,
    /// The obligations, in the order of the source.
    pub obligations: Vec<Obligation>,
    /// The specification. Its postconditions also stand as asserts before `Return`.
    pub contract: Arc<Contract>,
    /// What is outside the model.
    pub unmodelled: Vec<Unmodelled>,
    /// Calls that runs can tell apart, those inside of others after them.
    pub sites: Vec<CallSite>,
    /// The types of values that go where they are not followed: into what is outside the model, a trait object, a pointer
    /// to a function. A closure among them, or in a part of them, may be called by anyone.
    pub escaping: Vec<Ty>,
}

impl Body {
    /// The result's local.
    pub fn result(&self) -> LocalId {
        LocalId(self.params as u32)
    }

    /// A local by its id.
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.0 as usize]
    }

    /// A block by its id.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    /// The indices of the obligations that some statement or loop claims.
    pub fn asserted(&self) -> Vec<usize> {
        let of_stmt = |stmt: &Stmt| match stmt {
            Stmt::Assert { obligation, .. } => vec![*obligation],
            Stmt::Call { requires, .. } => requires.clone(),
            Stmt::Unmodelled { obligation, .. } => obligation.iter().copied().collect(),
            Stmt::Assign { .. } | Stmt::Assume { .. } | Stmt::Way { .. } | Stmt::Havoc { .. } => Vec::new(),
        };
        let in_blocks = self.blocks.iter().flat_map(|block| block.stmts.iter().flat_map(of_stmt));
        let in_loops = self.loops.iter().flat_map(|l| {
            let decreases = l.decreases.iter().map(|(_, obligation)| *obligation);
            l.invariants.iter().flat_map(|i| [i.entry, i.preserved]).chain(decreases)
        });
        in_blocks.chain(in_loops).map(|ix| ix.0 as usize).collect()
    }
}
