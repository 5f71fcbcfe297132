//! The acyclic graph of one function: no loops, no calls. The one input of `smt`.
//!
//! *prove* and *find* are one translation of two graphs (DESIGN §4), and this is where they differ:
//!
//! | | [`Mode::Prove`] | [`Mode::Find`] |
//! |---|---|---|
//! | loop | cut at its head: claim the invariants, forget what the loop changes, assume the invariants | unrolled `depth` times, then the path ends |
//! | call, callee has a contract | claim its preconditions, forget the result, assume its postconditions | claim its preconditions, then its body, if there is one |
//! | call, no contract | the body in place | the body in place |
//! | recursion | by contract | the body, `depth` times |
//!
//! A graph that would be too large for the solver is less deep: with fewer calls that the body stands in place of, or fewer turns.
//!
//! So a path of a prove graph stands for many executions (and perhaps for none), while a path of a find graph without a
//! [`Action::Cut`] or [`Action::Taint`] is one execution.
//!
//! **Invariant:** every IR statement ends up as actions or as a [`Action::Taint`]; none is dropped.
mod build;
mod guess;
mod live;
mod liveness;
mod loops;
mod made_up;
mod order;
mod readable;
#[cfg(test)]
mod tests;
mod weakest;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::ir::Way;
use crate::obligation::Obligation;
use crate::span::Span;
use crate::term::{Term, TermKind};
use crate::ty::{FnInst, Ty};

pub use crate::ids::LocalId as VarId;
pub use build::build;
pub use made_up::reads_any;
pub use weakest::weakest_precondition;

/// Which of the two graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// All executions, loops and contracted calls abstracted by their specs.
    Prove,
    /// Whole executions up to a bound on turns of each loop and nested calls of each function.
    Find {
        /// The bound. Less if the graph is too large else: [`Graph::depth`] says how deep it is.
        depth: u32,
    },
}

/// Index of a node in its [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

/// A typed variable of the graph. Assigned any number of times; `smt` puts it into SSA form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    /// For display.
    pub name: String,
    /// Its type.
    pub ty: Ty,
}

/// A step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// `var := term`.
    Assign(VarId, Term),
    /// Any value of the variable's type.
    Havoc(VarId),
    /// A fact. With an index into [`Graph::assumptions`], one whose use in a proof is to be told.
    Assume(Term, Option<usize>),
    /// A claim (index into [`Graph::claims`]).
    Claim(usize, Term),
    /// Something outside the model (index into [`Graph::taints`]): every variable may have any value now, and no
    /// later claim on this path counts as proved.
    Taint(usize),
    /// An abstraction took place (index into [`Graph::cuts`]): this path may be no execution.
    Cut(usize),
}

/// How a node ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// To one node.
    Goto(NodeId),
    /// To one of two.
    Branch(Term, NodeId, NodeId),
    /// The function under check has returned, or the path ended in a panic, or a loop's turn is complete.
    Stop,
    /// The bound on unrolling or recursion ends the path: what comes after is not in the graph.
    Bound,
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The steps.
    pub actions: Vec<Action>,
    /// The end.
    pub end: End,
}

/// What a claim is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimFor {
    /// An obligation, by its index in [`Graph::obligations`].
    Obligation(usize),
    /// A guessed loop invariant, by its index in [`Graph::guesses`].
    Guess(usize),
    /// That a way of a branch is not taken. Only in find graphs, so that inputs are found which take it.
    Way(Way),
}

/// What holds after a claim, whatever became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// The claim: where it fails, the execution ends in a panic.
    Ends,
    /// The claim, but where it fails the code goes on: a proof that rests on it says so (index into [`Graph::assumptions`]).
    Given(usize),
    /// Nothing.
    Nothing,
}

/// A claim at one point of the graph. One obligation may be claimed at several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// What for.
    pub of: ClaimFor,
    /// What holds afterwards.
    pub after: After,
}

/// A fact that proofs may rest on and that is not established by the proof itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Assumption {
    /// The contract of a callee at a call where its preconditions hold: these obligations of the caller, by identity.
    Callee(FnInst, Vec<String>),
    /// Other obligations of this function, by identity: the two of a loop invariant, or a callee's precondition further up.
    Obligations(Vec<String>),
    /// A guessed loop invariant, by its index in [`Graph::guesses`]. Only in force while it is not refuted.
    Guess(usize),
}

/// A spot where the graph abstracts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cut {
    /// A loop, in this function.
    Loop(FnInst, Span),
    /// A call by contract.
    Call(FnInst, Span),
}

/// What becomes of the closures whose values are in a prove graph.
#[derive(Clone, Debug, Default)]
pub struct Closures {
    /// Those whose bodies stand in the graph, for all calls that do not escape.
    pub called: HashSet<FnInst>,
    /// Those that may be called where the graph does not follow: by a callee that is known by its contract, by who gets the result, by
    /// what is outside the model.
    pub escaping: HashSet<FnInst>,
}

/// A guessed loop invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guess {
    /// In source-like text, for `refine explain`.
    pub text: String,
    /// The loop.
    pub span: Span,
    /// Whether it speaks of all elements of something, and so is hard to refute.
    pub quantified: bool,
}

/// The acyclic graph. Terms are over [`VarId`]s as `Local`; there is no `Old`.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The variables; the parameters first.
    pub vars: Vec<Var>,
    /// How many are parameters.
    pub params: usize,
    /// The nodes in topological order; 0 is the entry.
    pub nodes: Vec<Node>,
    /// The obligations: those of the body, then those of inlined callees.
    pub obligations: Vec<Obligation>,
    /// The claims.
    pub claims: Vec<Claim>,
    /// The assumptions.
    pub assumptions: Vec<Assumption>,
    /// The guesses.
    pub guesses: Vec<Guess>,
    /// The abstractions.
    pub cuts: Vec<Cut>,
    /// What is outside the model.
    pub taints: Vec<(String, Span)>,
    /// The variables that are given values which the code computes and the graph does not know. A path that depends on such a value may
    /// be no execution.
    pub made_up: HashSet<VarId>,
    /// What becomes of the closures in a prove graph.
    pub closures: Closures,
    /// How deep it is: nesting of the user's functions (prove), turns and recursive calls (find).
    pub depth: u32,
    /// How large it is: its steps, and the terms in them.
    pub size: usize,
    /// Whether it leaves out the rest of some paths, because it would be too large.
    pub cut_short: bool,
    /// Whether the body of a callee with a contract stands in it. Then its paths are executions of the code as it is, and
    /// say nothing of what the contract alone would allow: models of it are good, but no proof may come of it.
    pub looks_behind_contracts: bool,
}

impl Graph {
    /// A variable by its id.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.0 as usize]
    }

    /// Whether bits are looked at somewhere: by a bit operation, or by arithmetic that wraps.
    pub fn looks_at_bits(&self) -> bool {
        fn in_term(term: &Term) -> bool {
            matches!(term.kind(), TermKind::Bits(..) | TermKind::Wrap(..)) || term.children().into_iter().any(in_term)
        }
        self.nodes.iter().any(|node| {
            let in_end = matches!(&node.end, End::Branch(cond, ..) if in_term(cond));
            in_end
                || node.actions.iter().any(|action| match action {
                    Action::Assign(_, term) | Action::Assume(term, _) | Action::Claim(_, term) => in_term(term),
                    Action::Havoc(_) | Action::Taint(_) | Action::Cut(_) => false,
                })
        })
    }
}
