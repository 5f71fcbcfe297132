//! What a run came to.
use refine_core::ids::{FnId, ObligationIx};
use refine_core::span::{LineCol, Span};
use refine_core::value::Value;
use serde::{Deserialize, Serialize};

/// A clause of a function's contract.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum ClauseRef {
    /// `contract.requires[k]`.
    Requires(usize),
    /// `contract.ensures[k]`.
    Ensures(usize),
    /// `contract.raw[k]`.
    Raw(usize),
}

/// A part of a postcondition that is evaluated only on a condition: what follows from something, an arm, what is said of each element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClausePart {
    /// The clause.
    pub clause: ClauseRef,
    /// Which of its parts it is.
    pub place: usize,
    /// It in source syntax, or nearly so.
    pub text: String,
}

/// When something happened that is no part of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum When {
    /// The call was not made: its arguments were being made, or its precondition was being evaluated.
    Before,
    /// The precondition of a function that it calls was being evaluated.
    Inside,
    /// It had returned: its postcondition was being evaluated.
    After,
}

/// What became of one call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// A precondition is false when compiled Rust evaluates it: the function was not called.
    Rejected {
        /// The precondition.
        clause: ClauseRef,
    },
    /// refine cannot evaluate a clause for these arguments (it would take too long, say).
    Undefined {
        /// The clause.
        clause: ClauseRef,
        /// Why not.
        reason: String,
    },
    /// An argument could not be made: a constructor panicked or gave no value.
    NotBuilt {
        /// Why.
        reason: String,
        /// How many of the arguments before it were made: it is the one at this place. More than there are if all were made, and an
        /// invariant does not hold of one of them.
        made: usize,
    },
    /// The call was stopped, since what it needs or has to keep to cannot be told.
    Stopped {
        /// Why.
        reason: String,
    },
    /// Something ended that is no part of the call: arguments were being made, or a clause was being evaluated.
    Outside {
        /// What became of it: [`Outcome::TimedOut`], or that it took the process with it.
        what: Box<Outcome>,
        /// When.
        when: When,
    },
    /// It returned, and every postcondition held.
    Passed {
        /// The result; [`Value::Opaque`] where it is outside the model.
        result: Value,
    },
    /// It returned, and some postconditions did not hold.
    EnsuresViolated {
        /// Those that did not hold, in order.
        clauses: Vec<ClauseRef>,
        /// Why the first of them cannot be evaluated there, if that is how it does not hold.
        undefined: Option<String>,
        /// The result.
        result: Value,
        /// What the targets of the `&mut` parameters are in the end, by the numbers of the parameters, as far as they can be shown.
        left: Vec<(usize, Value)>,
    },
    /// It panicked.
    Panicked {
        /// The message.
        message: String,
        /// The file as sources name it; a path outside the package where the panic was raised elsewhere.
        file: String,
        /// Where, in the user's own source.
        at: LineCol,
        /// The last operation that control came to, of those that say which they are because others panic at the same place.
        operation: Option<Span>,
        /// The functions that were running, of those whose text in the compiled copy says so.
        within: Vec<FnId>,
    },
    /// A function was called outside its precondition, and the run was stopped there.
    CalleePrecondition {
        /// The function called.
        callee: FnId,
        /// Its precondition that did not hold.
        clause: ClauseRef,
        /// The last places at which something is claimed that control came by: the call is one of them.
        near: Vec<Span>,
        /// The call; `None` if it is none of those that say which they are.
        call: Option<Span>,
        /// The function that was running, of those whose text in the compiled copy says so: the call is one that it makes, or lets
        /// others make (`xs.iter().map(callee)`). `None` if there is none.
        within: Option<FnId>,
    },
    /// A function that it was given was called outside the precondition that its type states, and the run was stopped there.
    ArgumentPrecondition {
        /// The parameter that is, or holds, the function.
        param: usize,
        /// The last places at which something is claimed that control came by: the call is one of them.
        near: Vec<Span>,
    },
    /// A clause of a loop did not hold; what came of the call is told apart from it.
    LoopViolated {
        /// The obligation.
        obligation: ObligationIx,
        /// Turns done before it was looked at.
        turn: u32,
        /// Why it cannot be evaluated there, if that is how it does not hold.
        undefined: Option<String>,
    },
    /// It did not return in time.
    TimedOut,
    /// It used up its stack.
    StackOverflow,
    /// It asked for more memory than it may have.
    OutOfMemory,
    /// It ended the process.
    Exited {
        /// The exit code.
        code: i32,
    },
    /// A signal ended the process, as `abort` does.
    Aborted {
        /// The signal's number.
        signal: i32,
    },
    /// refine itself failed.
    HarnessError {
        /// What happened.
        message: String,
    },
}

/// A run: its outcome, and where control came by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    /// What became of it.
    pub outcome: Outcome,
    /// The places at which something is claimed that control got to, in whichever function. Empty when the process died.
    pub reached: Vec<Span>,
    /// The ways that branches took, in order: twice the place of one in [`Harness::branches`](crate::Harness::branches), and one more if
    /// its condition was false or its pattern did not fit. Of a branch in a loop there may be both.
    pub ways: Vec<u32>,
    /// The counters of places and of ways that it came by, each with the order of magnitude of how often.
    pub often: Vec<(u32, u8)>,
    /// The places from which what stands for a type parameter was called by way of a trait, with the number of the trait in
    /// [`KEYED_TRAITS`](crate::types::KEYED_TRAITS). (With one, all that have their counter in common.)
    pub by_trait: Vec<(Span, usize)>,
    /// The clauses of its loops that were looked at.
    pub clauses: Vec<ObligationIx>,
    /// The parts of its postconditions that were evaluated, as numbers in [`Harness::parts`](crate::Harness::parts).
    pub parts: Vec<u32>,
    /// The clauses of its loops that did not hold, each as an [`Outcome::LoopViolated`].
    pub loops: Vec<Outcome>,
    /// A number for the state that values with private insides among the arguments were in at entry, if there are any.
    pub state: Option<u64>,
    /// A number for what all arguments were at entry, if calls made any of them: other calls may make the same.
    pub input: Option<u64>,
    /// Panics that did not end it, since the code caught them or they were in another thread, each as an [`Outcome::Panicked`].
    pub caught: Vec<Outcome>,
    /// The functions whose preconditions could not be evaluated where they were called, with the reasons.
    pub unjudged: Vec<(FnId, String)>,
}

/// The order of magnitude in [`Ran::often`] of what a call came by tens of thousands of times.
const BUSY: u8 = 9;

impl Ran {
    /// Whether the call came by some place so often that others may take very long.
    pub fn is_busy(&self) -> bool {
        self.often.iter().any(|(_, times)| *times >= BUSY)
    }

    /// A run that says no more than how it ended.
    pub fn ended(outcome: Outcome) -> Ran {
        let (reached, ways, often, by_trait) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (clauses, parts, loops, caught, unjudged) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ran {
            outcome,
            reached,
            ways,
            often,
            by_trait,
            clauses,
            parts,
            loops,
            state: None,
            input: None,
            caught,
            unjudged,
        }
    }
}

/// Why a clause has no value that looked at a map made for it: the call's own may have another order. Of other maps that says nothing.
pub const BY_ORDER: &str = "the order of a map made for `old(...)` may be another";

impl Outcome {
    /// Whether the function was called at all.
    pub fn is_run(&self) -> bool {
        use Outcome::*;
        let stopped = matches!(self, Stopped { .. } | Outside { .. } | HarnessError { .. });
        !stopped && !matches!(self, Rejected { .. } | Undefined { .. } | NotBuilt { .. })
    }

    /// Whether something used up its stack, be it the call or what is around it.
    pub fn overflows_stack(&self) -> bool {
        match self {
            Outcome::StackOverflow => true,
            Outcome::Outside { what, .. } => what.overflows_stack(),
            _ => false,
        }
    }

    /// Whether something did not end in time, be it the call or what is around it.
    pub fn is_late(&self) -> bool {
        match self {
            Outcome::TimedOut => true,
            Outcome::Outside { what, .. } => what.is_late(),
            _ => false,
        }
    }

    /// Whether something used all the memory it is allowed, be it the call or what is around it.
    pub fn takes_all_memory(&self) -> bool {
        match self {
            Outcome::OutOfMemory => true,
            Outcome::Outside { what, .. } => what.takes_all_memory(),
            _ => false,
        }
    }

    /// Whether it is known what the call comes to, or that there is no such call.
    pub fn is_conclusive(&self) -> bool {
        use Outcome::*;
        let stopped = matches!(self, Stopped { .. } | Outside { .. } | HarnessError { .. });
        !stopped && !matches!(self, Undefined { .. } | TimedOut | StackOverflow | OutOfMemory)
    }

    /// Whether the call came to its end.
    pub fn has_returned(&self) -> bool {
        matches!(self, Outcome::Passed { .. } | Outcome::EnsuresViolated { .. })
    }

    /// Whether the run shows a defect of the function under test.
    pub fn is_failure(&self) -> bool {
        use Outcome::*;
        match self {
            Rejected { .. } | Undefined { .. } | NotBuilt { .. } | Stopped { .. } | Outside { .. } => false,
            Passed { .. } | HarnessError { .. } => false,
            EnsuresViolated { .. } | Panicked { .. } | CalleePrecondition { .. } | ArgumentPrecondition { .. } => true,
            TimedOut | StackOverflow => true,
            LoopViolated { .. } | OutOfMemory | Exited { .. } | Aborted { .. } => true,
        }
    }
}
