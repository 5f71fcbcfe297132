//! The state of one obligation on its way to a verdict.
use std::sync::Arc;
use std::time::Duration;

use refine_core::content::Content;
use refine_core::obligation::{Kind, Obligation};
use refine_core::smt::ProofOutcome;
use refine_core::span::{LineCol, Span};
use refine_core::ty::FnInst;
use refine_core::value::Vector;
use serde::{Deserialize, Serialize};

use crate::cancel::Stop;
use crate::covered::Covered;
use crate::report::Replays;

/// A function under check with its obligations.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Work {
    /// The function.
    pub(crate) inst: FnInst,
    /// What runs call: the function itself, or what a closure is written in, since it has no name of its own.
    pub(crate) called: FnInst,
    /// Whether the options ask for it. Else it calls one that they ask for, and nothing else is said of it.
    pub(crate) asked: bool,
    /// Its path.
    pub(crate) path: String,
    /// Its obligations; those of inlined callees last, those that only a run raised at the very end.
    pub(crate) cases: Vec<Case>,
    /// What is outside the model, in the function itself.
    pub(crate) unmodelled: Vec<(String, Span)>,
    /// What all its proofs assume because the options say so.
    pub(crate) caveat: Option<String>,
    /// Loop invariants that were found without help.
    pub(crate) inferred: Vec<String>,
    /// Whether its contract is assumed without a look at the body.
    pub(crate) trusted: bool,
    /// Time in the solver.
    pub(crate) solver: Duration,
    /// Time in runs.
    pub(crate) running: Duration,
    /// Why it is never run, if it is not.
    pub(crate) not_run: Option<String>,
    /// Whether it may run for ever, which no proof speaks of: then it is run until enough vectors have passed, whatever is proved.
    pub(crate) may_hang: bool,
    /// How many vectors are enough.
    pub(crate) wanted: usize,
    /// Distinct vectors that were run and passed.
    pub(crate) vectors: usize,
    /// When that were as many as are wanted, as a part of the time in runs.
    pub(crate) enough: Option<Duration>,
    /// The instances that they were run with, where the function is generic.
    pub(crate) ran: Vec<FnInst>,
    /// Vectors that did not finish or could not be had, as notes.
    pub(crate) notes: Vec<String>,
    /// The clock stopped the solver, so that the verdicts may differ on another machine.
    pub(crate) clock: bool,
    /// What a call does depends on what earlier ones left behind, in a `static` say: each is run in a process of its own.
    pub(crate) remembers: bool,
    /// That the search was broken off because it took too long.
    pub(crate) ended: Option<String>,
    /// Why an argument could not be made, of the first that could not.
    pub(crate) unbuilt: Option<String>,
    /// The clock ended its runs, so that another time there may be more of them.
    pub(crate) hurried: bool,
    /// That the search came to its end, or to where it lets others begin.
    pub(crate) searched: bool,
    /// That there was no time to go on from there.
    pub(crate) cut_short: bool,
    /// Why it was not looked at to the end, if the run is out of time.
    pub(crate) cut: Option<Stop>,
    /// What its runs showed of its model.
    pub(crate) replays: Replays,
    /// What its runs cover, if that is asked for: then nothing is kept.
    #[serde(skip)]
    pub(crate) covered: Covered,
    /// Defects in refine that came to light.
    pub(crate) internal: Vec<String>,
    /// What its proofs were made from, if they may be kept.
    #[serde(skip)]
    pub(crate) content: Option<Arc<Content>>,
}

impl Work {
    /// Whether it is a closure, which its runs see only through the function around it.
    pub(crate) fn is_closure(&self) -> bool {
        self.called != self.inst
    }

    /// What one of its obligations is called in a graph of what runs call.
    pub(crate) fn in_graph(&self, id: &str) -> String {
        match (self.is_closure(), self.path.rsplit_once("::")) {
            (true, Some((around, _))) => format!("{around}/{id}"),
            _ => id.to_owned(),
        }
    }

    /// Whether there is nothing more to find out: by runs, if there are any.
    pub(crate) fn settled(&self, runs: bool) -> bool {
        self.claims_settled() && !(runs && self.may_still_hang())
    }

    /// Whether there is nothing more to find out of its claims.
    pub(crate) fn claims_settled(&self) -> bool {
        self.cases.iter().all(Case::settled)
    }

    /// Whether it may run for ever, and too few vectors have passed.
    pub(crate) fn may_still_hang(&self) -> bool {
        self.may_hang
            && self.vectors < self.wanted
            && !self.cases.iter().any(|case| case.obligation.kind == Kind::Completes && case.witness.is_some())
    }

    /// Notes that a run contradicts what was proved or predicted.
    pub(crate) fn disagreement(&mut self, message: String) {
        self.internal.push(disagreement(&message));
    }

    /// Takes back what was proved with a model that runs have shown to be wrong.
    pub(crate) fn distrust(&mut self, at: Span) {
        for case in self.cases.iter_mut().filter(|case| case.proved()) {
            let taints = vec![("the behaviour of the function, since runs disagree with its model".to_owned(), at)];
            let failed = ProofOutcome::Failed { candidate: None, cuts: Vec::new(), taints, unknown: None };
            case.proof = Some(failed);
        }
    }
}

/// A contradiction between a run and what was proved or predicted, in words.
pub(crate) fn disagreement(message: &str) -> String {
    format!("solver and compiled code disagree: {message}")
}

/// How runs tell that they get to an obligation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Counter {
    /// They do not: that they pass says nothing of it.
    None,
    /// They come by its place.
    Place,
    /// The function of the standard library that is called at its place calls what stands for a type parameter by way of this trait, by its
    /// number in [`KEYED_TRAITS`](refine_testgen::types::KEYED_TRAITS); maybe after a closure that it is given was the last to come by a place.
    Trait { of: usize, after_closures: bool },
}

/// What is known of one obligation so far.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Case {
    /// The obligation.
    pub(crate) obligation: Obligation,
    /// What the solver says. `None` if it was never asked, because only a run raised the obligation.
    pub(crate) proof: Option<ProofOutcome>,
    /// A run that violated it.
    pub(crate) witness: Option<Ran>,
    /// An entry through which it is violated, and all such entries, where a private function is judged through its callers.
    #[serde(skip)]
    pub(crate) through: Option<Through>,
    /// A call of the private function itself that violates it, which no entry is known to make.
    #[serde(skip)]
    pub(crate) alone: Option<Alone>,
    /// What was found of it is told with the function that it is in.
    pub(crate) told_at_site: bool,
    /// Where the runs that raised it panicked.
    pub(crate) raised_at: Option<(String, LineCol)>,
    /// Why no run of the compiled code shows whether it holds, if none does.
    pub(crate) hidden: Option<String>,
    /// How runs tell that they get to it.
    pub(crate) counter: Counter,
    /// Why runs that pass mean nothing, if so: what breaks it happens where none looks.
    pub(crate) beyond_runs: Option<String>,
    /// It is that of a callee which is under check itself and answers for it.
    pub(crate) elsewhere: bool,
    /// Distinct vectors that reached it and passed.
    pub(crate) reached: usize,
    /// How many of them make it tested.
    pub(crate) wanted: usize,
    /// Whether these are all the inputs there are.
    pub(crate) all: bool,
    /// The first part of its clause that none of them evaluated: what follows from a condition, say.
    pub(crate) unmet: Option<String>,
    /// The solver sees no input that breaks it among those to this depth.
    pub(crate) exhaustive_to: Option<u32>,
    /// What was tried, one line each.
    pub(crate) log: Vec<String>,
    /// Its VC as a script, if it was not proved.
    #[serde(skip)]
    pub(crate) smt2: Option<String>,
    /// Its VC in readable form.
    #[serde(skip)]
    pub(crate) vc: Option<String>,
}

/// A run that violated an obligation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Ran {
    /// What was called: the function, or an instance of it.
    pub(crate) inst: FnInst,
    /// The arguments.
    pub(crate) vector: Vector,
    /// The call in source syntax.
    pub(crate) call: String,
    /// What it did, in words.
    pub(crate) outcome: String,
    /// Where it panicked.
    pub(crate) at: Option<(String, LineCol)>,
    /// What it did, for the regression test.
    pub(crate) raw: refine_testgen::outcome::Outcome,
}

/// How a failure is reached from outside.
#[derive(Clone, Debug)]
pub(crate) struct Through {
    /// The entry that the witness calls.
    pub(crate) inst: FnInst,
    /// The run, unless it is the function's own witness.
    pub(crate) ran: Option<Ran>,
    /// The functions from the entry to the place, by path.
    pub(crate) chain: Vec<String>,
    /// All entries that fail there.
    pub(crate) entries: Vec<String>,
}

/// A failure that only a call of the private function itself shows.
#[derive(Clone, Debug)]
pub(crate) struct Alone {
    /// The run.
    pub(crate) ran: Ran,
    /// What it takes for granted, as the text of a clause.
    pub(crate) requires: Option<String>,
    /// Whether all callers are proved not to make it fail; `None` if there are none.
    pub(crate) kept: Option<bool>,
    /// The obligations of theirs that are proved of it.
    pub(crate) proofs: Vec<String>,
    /// Who they are, by path.
    pub(crate) callers: Vec<String>,
}

impl Case {
    /// A case that the solver has looked at.
    pub(crate) fn new(obligation: Obligation, proof: Option<ProofOutcome>) -> Self {
        Case {
            // The harness says which clauses of loops it can look at.
            beyond_runs: None,
            hidden: is_unseen(obligation.kind).then(|| UNSEEN.to_owned()),
            obligation,
            proof,
            witness: None,
            through: None,
            alone: None,
            told_at_site: false,
            counter: Counter::Place,
            raised_at: None,
            elsewhere: false,
            all: false,
            reached: 0,
            wanted: 1,
            unmet: None,
            exhaustive_to: None,
            log: Vec::new(),
            smt2: None,
            vc: None,
        }
    }

    /// Whether something outside the model is on the way to it, so that the solver knows nothing of it.
    pub(crate) fn is_tainted(&self) -> bool {
        matches!(&self.proof, Some(ProofOutcome::Failed { taints, .. }) if !taints.is_empty())
    }

    /// Whether the solver proved it.
    pub(crate) fn proved(&self) -> bool {
        matches!(self.proof, Some(ProofOutcome::Proved { .. }))
    }

    /// Whether there is nothing more to find out.
    pub(crate) fn settled(&self) -> bool {
        self.proved() || self.witness.is_some()
    }

    /// The run that refutes it.
    pub(crate) fn refutation(&self) -> Option<&Ran> {
        self.through.as_ref().and_then(|through| through.ran.as_ref()).or(self.witness.as_ref())
    }

    /// Whether enough vectors passed, and no part of the clause is left that none of them evaluated; or all there are passed.
    pub(crate) fn tested(&self) -> bool {
        // (A failure that is its callers' to avoid is one: other inputs that passed say no more.)
        self.alone.is_none() && self.reached > 0 && (self.all || self.reached >= self.wanted && self.unmet.is_none())
    }

    /// Whether the report lists it: a callee's obligation only where this call settles what the callee alone may not.
    pub(crate) fn listed(&self) -> bool {
        !self.told_at_site && (!self.elsewhere || self.settled())
    }
}

/// Whether an obligation is about the turns of a loop.
pub(crate) fn of_loop(kind: Kind) -> bool {
    matches!(kind, Kind::LoopEntry | Kind::LoopPreserved | Kind::Decreases)
}

/// Whether nothing of what a run does tells whether a claim holds: one about the turns of a loop, unless these are watched, or about a value
/// that is out of sight.
fn is_unseen(kind: Kind) -> bool {
    of_loop(kind) || kind == Kind::Escape
}

/// Why a claim is open that only a run after others broke.
pub(crate) fn not_alone(call: &str, text: &str) -> String {
    format!(
        "{call} {text}, but only after other calls: it depends on what they leave behind, so runs cannot settle the claim"
    )
}

/// Why a claim is not tested.
pub(crate) const UNSEEN: &str = "runs cannot show whether it holds";

/// Why an invariant that is only run is not tested for a type that is inside of itself.
pub(crate) const DEEPER: &str = "in a recursive type, runs check only the outermost value";
