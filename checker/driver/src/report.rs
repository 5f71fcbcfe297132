//! What is known after a run: verdicts with their evidence, and the events that lead there.
//!
//! The serialised form is the JSON document of `--output-format json`, schema 1, described in `docs/json.md`.
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use refine_core::program::Diagnostic;
use refine_front::Stats;
use serde::{Deserialize, Deserializer, Serialize};

use crate::cancel::Stop;

/// One of a few words.
pub type Word = &'static str;

/// One of a few words, from text.
fn word<'de, D: Deserializer<'de>>(from: D) -> Result<Word, D::Error> {
    Ok(known_word(&String::deserialize(from)?))
}

/// One of a few words, which stays in memory.
pub(crate) fn known_word(word: &str) -> Word {
    static WORDS: Mutex<Vec<Word>> = Mutex::new(Vec::new());
    let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = words.iter().find(|known| **known == word) {
        return known;
    }
    let new: Word = String::from(word).leak();
    words.push(new);
    new
}

/// What is known of an obligation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The verification condition is unsatisfiable. `given` names the assumed specs that are not proved themselves.
    Proved,
    /// A witness was run and violated it.
    Refuted,
    /// Not proved; vectors reached it and passed.
    Tested,
    /// Neither.
    Open,
}

/// A place in the user's source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceLocation {
    /// As shown: relative to the workspace's root where possible.
    pub file: String,
    /// First line, from 1.
    pub line: u32,
    /// First column in characters, from 1.
    pub column: u32,
    /// First byte in the file.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// Arguments that were run and violated an obligation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Witness {
    /// The call as an expression in source syntax: `rescale(1, 0, 0)`.
    pub call: String,
    /// What it did: `returned 0`, `panicked: attempt to divide by zero`, `did not finish within 1 s`.
    pub outcome: String,
    /// The place of the panic, if it was one.
    pub at: Option<SourceLocation>,
}

/// Why a proof failed (after GNATprove's classification of counterexamples).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// The code does not do what the clause says.
    NonConformity,
    /// The code is not at fault in any run tried, but a spec it rests on says too little; each is named with its place.
    WeakSpec(Vec<(String, SourceLocation)>),
    /// The solver's model is no execution of the code.
    BadModel,
}

/// Who can call a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Other crates.
    Public,
    /// This crate only.
    Private,
}

/// What kind of finding it is, where that matters to who is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A panic that the documentation of the function announces, in a section `# Panics`.
    Documented,
    /// A private function fails for arguments that no caller is known to pass.
    ReliesOnCallers,
}

/// That a private function fails on its own, but through no entry that was tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reliance {
    /// The call that fails.
    pub witness: Witness,
    /// What the function takes for granted, as a clause for `#[requires(…)]`, if it can be said in its own words.
    pub requires: Option<String>,
    /// Whether all callers are proved to keep it. `None` if nothing in the crate calls the function.
    pub kept: Option<bool>,
    /// The specs that these proofs rest on and that are not proved themselves.
    pub given: Vec<String>,
    /// Who calls it.
    pub callers: Vec<String>,
}

/// An obligation with its verdict.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ObligationReport {
    /// Stable identity.
    pub id: String,
    /// `path::of::fn`.
    pub function: String,
    /// The kind's name.
    #[serde(deserialize_with = "word")]
    pub kind: Word,
    /// Where it is used.
    #[serde(flatten)]
    pub place: SourceLocation,
    /// Where its clause was written.
    pub clause: Option<SourceLocation>,
    /// The claim in source-like text.
    pub claim: String,
    /// What may go wrong, in words.
    pub message: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Proved, but only because nothing reaches it.
    pub vacuous: bool,
    /// Specs assumed in the proof which are themselves not proved.
    pub given: Vec<String>,
    /// All specs assumed in the proof.
    pub assumed: Vec<String>,
    /// For `refuted`.
    pub witness: Option<Witness>,
    /// Who can call the function.
    pub visibility: Visibility,
    /// What kind of finding it is, if that matters.
    pub class: Option<Class>,
    /// Where it goes wrong: the place of the panic, if the place above is only the function's.
    pub site: SourceLocation,
    /// The functions that other crates can call, and those with a contract, through which it goes wrong.
    pub entries: Vec<String>,
    /// From the entry that the witness calls to the function, both included; empty if they are the same.
    pub chain: Vec<String>,
    /// That the function fails when it is called on its own only.
    pub relies: Option<Reliance>,
    /// Distinct vectors that reached it and passed; 0 if it is refuted.
    pub vectors: usize,
    /// No input fails with sequences, loops and recursion up to this depth; some input gets to the obligation so.
    pub exhaustive_to: Option<u32>,
    /// Why it is not proved, or open, in words.
    pub reason: Option<String>,
    /// What else is to be known of the runs that it rests on, where it is `tested`: what stood for type parameters, say.
    pub runs: Option<String>,
    /// Why the proof failed.
    pub failure: Option<Failure>,
    /// What was tried, one line each, for `refine explain`.
    pub log: Vec<String>,
    /// Path of the `.smt2` file of a VC that was not proved.
    pub smt2: Option<String>,
    /// The VC in readable form, for `refine explain`; only filled in where one obligation was asked for.
    #[serde(skip)]
    pub vc: Option<String>,
}

impl ObligationReport {
    /// An obligation of which nothing is known yet. Its identity says of which function it is: `path::of::fn/kind/1`.
    pub fn new(id: String, kind: &'static str, place: SourceLocation) -> Self {
        ObligationReport {
            function: id.rsplitn(3, '/').last().unwrap_or_default().to_owned(),
            id,
            kind,
            site: place.clone(),
            place,
            visibility: Visibility::Public,
            class: None,
            entries: Vec::new(),
            chain: Vec::new(),
            relies: None,
            clause: None,
            claim: String::new(),
            message: String::new(),
            verdict: Verdict::Open,
            vacuous: false,
            given: Vec::new(),
            assumed: Vec::new(),
            witness: None,
            vectors: 0,
            exhaustive_to: None,
            runs: None,
            reason: None,
            failure: None,
            log: Vec::new(),
            smt2: None,
            vc: None,
        }
    }

    /// The order in which findings are told: what is refuted first; there what callers from outside meet, and wrong results and
    /// calls that do not end before panics, and these before arithmetic out of range.
    pub fn urgency(&self) -> (bool, bool, Visibility, u8) {
        let severity = match self.kind {
            "ensures" | "requires" | "invariant" | "completes" => 0,
            "overflow" => 2,
            _ => 1,
        };
        (self.verdict != Verdict::Refuted, self.class.is_some(), self.visibility, severity)
    }

    /// What goes wrong, in words that fit the verdict: of a refuted claim it is known that it does, of a proved one that it does not.
    pub fn told(&self) -> String {
        let (holds, decreases, breaks, panics, other) = match self.verdict {
            Verdict::Refuted => (" does not hold", " does not decrease", " breaks ", " panics", ""),
            Verdict::Proved => (" holds", " decreases", " does not break ", " does not panic", "this cannot happen: "),
            Verdict::Tested => (
                " held in every run",
                " decreased in every run",
                " did not break ",
                " did not panic in any run",
                "this did not happen in any run: ",
            ),
            Verdict::Open => return self.message.clone(),
        };
        let told = self.message.replace(" may not hold", holds).replace(" may not decrease", decreases);
        let told = told.replace(" may break ", breaks).replace(" may panic", panics);
        if told == self.message { format!("{other}{told}") } else { told }
    }

    /// What the witness did, without the message where it only repeats the obligation's: a panic's often does.
    pub fn did(&self) -> Option<&str> {
        let outcome = &self.witness.as_ref()?.outcome;
        Some(outcome.strip_suffix(&self.message).and_then(|rest| rest.strip_suffix(": ")).unwrap_or(outcome))
    }

    /// What the runs that passed cover: `3 distinct inputs reached it and passed`. `None` if there were none.
    pub fn covered(&self) -> Option<String> {
        let inputs = format!("{} distinct input{}", self.vectors, if self.vectors == 1 { "" } else { "s" });
        match self.exhaustive_to {
            Some(depth) => Some(format!(
                "{inputs} reached it and passed; exhaustive to depth {depth}: with sequences, loops and recursion of at most {depth} no input fails"
            )),
            None if self.vectors > 0 => Some(format!("{inputs} reached it and passed")),
            None => None,
        }
    }
}

/// A function and how it was treated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FunctionReport {
    /// `path::of::fn`.
    pub function: String,
    /// Its name in source.
    #[serde(flatten)]
    pub place: SourceLocation,
    /// `checked`, `partly modelled`, `not modelled`, `trusted`.
    #[serde(deserialize_with = "word")]
    pub status: Word,
    /// The constructs outside the model, with their places.
    pub unmodelled: Vec<(String, SourceLocation)>,
    /// How many obligations.
    pub obligations: usize,
    /// What runs got to in it, with `--coverage`; none where nothing came by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<FunctionCoverage>,
}

/// What the runs got to in a function.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FunctionCoverage {
    /// Distinct vectors that it was called with.
    pub vectors: usize,
    /// Ways that control can go at its conditions and patterns: two at a condition, one at an arm.
    pub branches: Share,
    /// Its obligations.
    pub obligations: Share,
    /// Where no run went.
    pub missed: Vec<Missed>,
    /// The obligations that no run got to.
    pub unreached: Vec<String>,
}

/// So many of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Share {
    pub reached: usize,
    pub all: usize,
}

/// A condition or pattern with a way that no run went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Missed {
    /// Its place.
    #[serde(flatten)]
    pub place: SourceLocation,
    /// Its text.
    pub condition: String,
    /// `never true or false`, `always true`, `always false`, or of an arm or a `?` `never taken`.
    #[serde(deserialize_with = "word")]
    pub runs: Word,
    /// How many vectors evaluated it.
    pub vectors: usize,
}

/// The file that all vectors were written to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Emitted {
    pub path: String,
    pub functions: usize,
    pub vectors: usize,
}

/// The counts. `obligations` is the sum of the four verdicts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Summary {
    pub functions: usize,
    pub obligations: usize,
    pub proved: usize,
    pub proved_given: usize,
    pub vacuous: usize,
    pub refuted: usize,
    pub documented: usize,
    pub tested: usize,
    pub open: usize,
    pub relying: usize,
    /// Disagreements between the solver and the compiled code: defects of refine itself.
    pub internal_errors: usize,
}

/// Runs held against the model of their function (`--audit`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Replays {
    /// Runs that did what the model says.
    pub agreed: usize,
    /// Runs of which the model says nothing.
    pub untold: usize,
    /// Runs that did something else: defects of refine itself.
    pub differed: usize,
}

impl Replays {
    /// Counts those of another function too.
    pub(crate) fn add(&mut self, other: Replays) {
        self.agreed += other.agreed;
        self.untold += other.untold;
        self.differed += other.differed;
    }
}

/// Where the time went.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Timings {
    pub load: Duration,
    pub lower: Duration,
    pub solver: Duration,
    pub harness_build: Duration,
    pub runs: Duration,
    pub first_verdict: Duration,
    pub total: Duration,
    pub functions: Vec<Spent>,
}

/// What was spent on one function.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    /// `path::of::fn`.
    pub function: String,
    /// Time in the solver.
    pub solver: Duration,
    /// Time in runs.
    pub runs: Duration,
    /// Distinct vectors that were run and passed.
    pub vectors: usize,
    /// Time in runs until as many had passed as were asked for.
    pub enough: Option<Duration>,
    /// That the clock ended it, and how.
    pub ended: Option<String>,
}

/// A regression-test file that was written, or would be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TestFile {
    /// Its path as shown.
    pub path: String,
    /// `written`, `unchanged`, or `stale` under `--check-tests`; or `not kept`, and `path` is the function's.
    #[serde(deserialize_with = "word")]
    pub status: Word,
    /// Why it is not kept.
    pub reason: Option<String>,
}

/// Why a run ended before it had looked at everything, and what it did not look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cut {
    /// Why.
    pub why: Stop,
    /// Packages whose source was not read to its end.
    pub packages: Vec<String>,
    /// Functions that were not looked at, or not to the end.
    pub functions: Vec<String>,
}

/// What a report has to do with those of other runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Cached {
    /// Nothing.
    #[default]
    No,
    /// It is kept for the next one.
    Kept,
    /// It is that of an earlier run: nothing has changed.
    Recalled,
}

/// The whole document.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// 1.
    pub schema: u32,
    /// All obligations in the order of the source.
    pub obligations: Vec<ObligationReport>,
    /// All functions under check.
    pub functions: Vec<FunctionReport>,
    /// Whether the code compiles. `None` where that was not looked at: nothing is compiled with `--no-run`.
    pub compiles: Option<bool>,
    /// Whether the run ended before it had looked at everything.
    pub cut: Option<Cut>,
    /// The counts.
    pub summary: Summary,
    /// Whether it was kept, or is one that was.
    #[serde(skip)]
    pub cached: Cached,
    /// How much of the code is in the model.
    #[serde(skip)]
    pub stats: Stats,
    /// Where the time went.
    #[serde(skip)]
    pub timings: Timings,
    /// Regression tests.
    pub tests: Vec<TestFile>,
    /// Where all vectors are, with `--emit-vectors`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vectors: Option<Emitted>,
    /// What the runs showed of the models, with `--audit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audit: Option<Replays>,
    /// Messages about the user's input.
    #[serde(skip)]
    pub diagnostics: Vec<(Diagnostic, Option<SourceLocation>)>,
}

impl Default for Report {
    fn default() -> Self {
        Report::new(Vec::new(), Vec::new())
    }
}

impl Report {
    /// A report of what is known so far, with its counts.
    pub fn new(functions: Vec<FunctionReport>, obligations: Vec<ObligationReport>) -> Self {
        let mut report = Report {
            schema: 1,
            obligations,
            functions,
            compiles: None,
            cut: None,
            summary: Summary::default(),
            cached: Cached::No,
            stats: Stats::default(),
            timings: Timings::default(),
            tests: Vec::new(),
            vectors: None,
            audit: None,
            diagnostics: Vec::new(),
        };
        report.count();
        report
    }

    /// All verdicts in the order of the source, whatever order they came in.
    pub(crate) fn in_order(&mut self) {
        self.obligations.sort_by_key(|o| (o.place.file.clone(), o.place.start, o.id.clone()));
    }

    /// Brings the counts up to date; internal errors are counted where they happen.
    pub(crate) fn count(&mut self) {
        let of = |verdict: Verdict| self.obligations.iter().filter(|o| o.verdict == verdict).count();
        let class = |class: Class| self.obligations.iter().filter(|o| o.class == Some(class)).count();
        self.summary = Summary {
            functions: self.functions.len(),
            obligations: self.obligations.len(),
            proved: of(Verdict::Proved),
            proved_given: self.obligations.iter().filter(|o| !o.given.is_empty()).count(),
            vacuous: self.obligations.iter().filter(|o| o.vacuous).count(),
            refuted: of(Verdict::Refuted),
            documented: class(Class::Documented),
            relying: class(Class::ReliesOnCallers),
            tested: of(Verdict::Tested),
            open: of(Verdict::Open),
            internal_errors: self.summary.internal_errors,
        };
    }
}

/// A function that nobody has looked at yet.
#[derive(Clone, Debug)]
pub struct Unseen {
    /// The function.
    pub function: FunctionReport,
    /// What it claims itself, all of it open.
    pub claims: Vec<ObligationReport>,
}

/// What happens during a run, in order.
#[derive(Clone, Debug)]
pub enum Event {
    /// The project is known. The first event of a run that gets so far.
    Project {
        /// What the paths in [`SourceLocation`] are relative to: the workspace's root.
        root: PathBuf,
        /// The names of the packages under check.
        packages: Vec<String>,
    },
    /// A step began: `reading p`, `proving f`, `running f`, `keeping tests of p`. For progress displays.
    Progress {
        /// The step.
        step: String,
        /// Steps done.
        done: usize,
        /// Steps known of.
        total: usize,
    },
    /// The source of a package was read, and these of its functions are under check.
    Functions {
        /// The package.
        package: String,
        /// The functions.
        functions: Vec<String>,
        /// The same, as they are told where the run ends before it has looked at them. Only the process that checks needs it.
        unseen: Vec<Unseen>,
    },
    /// A message about the user's input.
    Diagnostic(Diagnostic, Option<SourceLocation>),
    /// A function's obligations are known.
    Function(FunctionReport),
    /// An obligation is settled. Final: each obligation is settled once.
    Settled(Box<ObligationReport>),
    /// The run is over.
    Finished(Box<Report>),
}
