//! Obligations: the claims to settle.
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ids::FnId;
use crate::span::{LineCol, Span};

/// The claim of an explicit panic, which has no condition of its own.
pub const NEVER_REACHED: &str = "this is never reached";
/// The claim that a run showed to be false by a panic that nothing else claims not to happen.
pub const NO_PANIC: &str = "no panic";

/// Why an obligation arose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// A postcondition at the function's end.
    Ensures,
    /// A callee's precondition at a call.
    Requires,
    /// A type's invariant or a refined field, where a value leaves the function.
    Invariant,
    /// A type's invariant, where a value goes where it is not followed: among the entries of a map, behind a `dyn`.
    Escape,
    /// A loop invariant on entering the loop.
    LoopEntry,
    /// A loop invariant after one more turn.
    LoopPreserved,
    /// A `decreases` measure gets smaller and stays non-negative.
    Decreases,
    /// `assert!` and its kin.
    Assert,
    /// `panic!`, `unreachable!`, `todo!`, `unimplemented!`.
    Panic,
    /// `unwrap` or `expect` of a value that may be absent.
    Unwrap,
    /// An index within bounds.
    Index,
    /// The bounds of a slice.
    Slice,
    /// A divisor that is not zero.
    Division,
    /// Arithmetic that stays in its type.
    Overflow,
    /// A construct outside the model: it must neither panic nor break anything later.
    Unmodelled,
    /// The call ends on its own: no endless loop, abort, exit or stack overflow. Raised only by a run that showed it.
    Completes,
}

impl Kind {
    /// Whether a run shows that such a claim does not hold by a panic.
    pub fn is_of_panic(self) -> bool {
        match self {
            Kind::Overflow | Kind::Division | Kind::Index | Kind::Slice => true,
            Kind::Assert | Kind::Panic | Kind::Unwrap | Kind::Unmodelled => true,
            Kind::Ensures | Kind::Invariant | Kind::Escape | Kind::Requires | Kind::LoopEntry => false,
            Kind::LoopPreserved | Kind::Decreases | Kind::Completes => false,
        }
    }

    /// Every kind.
    pub const ALL: [Kind; 16] = {
        use Kind::*;
        [
            Ensures,
            Requires,
            Invariant,
            Escape,
            LoopEntry,
            LoopPreserved,
            Decreases,
            Assert,
            Panic,
            Unwrap,
            Index,
            Slice,
            Division,
            Overflow,
            Unmodelled,
            Completes,
        ]
    };

    /// The name in identities, JSON and messages.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Ensures => "ensures",
            Kind::Requires => "requires",
            Kind::Invariant => "invariant",
            Kind::Escape => "escape",
            Kind::LoopEntry => "loop-entry",
            Kind::LoopPreserved => "loop-preserved",
            Kind::Decreases => "decreases",
            Kind::Assert => "assert",
            Kind::Panic => "panic",
            Kind::Unwrap => "unwrap",
            Kind::Index => "index",
            Kind::Slice => "slice",
            Kind::Division => "division",
            Kind::Overflow => "overflow",
            Kind::Unmodelled => "unmodelled",
            Kind::Completes => "completes",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What stands in the message of a panic of the standard library for a value that the user's text has no name for.
pub const SOME_VALUE: &str = "…";

/// One claim to settle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Obligation {
    /// Stable within the crate and independent of line numbers: `path::of::fn/kind/n`, where `n` counts the
    /// obligations of that kind in the function from 1. An inlined callee's have `path::of::fn/callee::path/kind/n`.
    pub id: String,
    /// Why it arose.
    pub kind: Kind,
    /// Where it is used: the expression, the call, the function's name for a postcondition.
    pub span: Span,
    /// Where the clause was written, if it comes from one.
    pub clause: Option<Span>,
    /// The claim as one short line of source-like text: `i < xs.len()`, `*ret < r2`.
    pub claim: String,
    /// What may go wrong, in words: "attempt to divide by zero".
    pub message: String,
    /// What the panic says whatever the values are: [`SOME_VALUE`] stands for each.
    pub words: String,
    /// Where rustc would report the panic, for those that show as one.
    pub panics_at: Option<LineCol>,
    /// Of what a macro makes, and where `span` is its call: the token that it is known by (the operator, say) in the macro's definition. By
    /// this it is counted how often control gets to it.
    pub template: Option<Span>,
    /// The calls that lead from the function under check to an inlined callee, outermost first.
    pub through: Vec<Span>,
    /// The function whose precondition it is, where that is known, or whose call may panic, since its implementation is not.
    pub callee: Option<FnId>,
    /// The user's function in whose body it arises, if that is a callee of the one under check. Of several that a macro makes, all have the
    /// same place.
    pub home: Option<FnId>,
    /// Whether control that gets to its place and past it has met the claim. Not so for what is claimed on some ways only through a function
    /// of the standard library, of which the place is the call.
    pub always_met: bool,
}

impl Obligation {
    /// The place by which control comes that gets to it, as it is written.
    pub fn place(&self) -> Span {
        self.template.unwrap_or(self.span)
    }

    /// Whether only builds with overflow checks panic there. The division of the least integer by -1 panics in all.
    pub fn is_of_checked_builds(&self) -> bool {
        let is_division = ["attempt to divide", "attempt to calculate the remainder"];
        self.kind == Kind::Overflow && !is_division.iter().any(|start| self.message.starts_with(start))
    }
}
