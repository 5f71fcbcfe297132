//! Hand-made reports for the tests of the renderers, about a file that really exists: `samples/src/lib.rs`.
use std::path::PathBuf;

use refine_core::program::Diagnostic;
use refine_driver::report::Failure;
use refine_driver::{Event, FunctionReport, ObligationReport, Report, SourceLocation, Verdict, Witness};

const FILE: &str = "src/lib.rs";

/// The root of the sample project.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/output/samples")
}

/// The place of a piece of the sample's text.
pub fn place(text: &str) -> SourceLocation {
    let source = std::fs::read_to_string(root().join(FILE)).unwrap();
    let start = source.find(text).unwrap_or_else(|| panic!("the sample has no {text:?}"));
    let before = &source[..start];
    let column = before.rsplit('\n').next().unwrap().chars().count() as u32 + 1;
    let line = before.matches('\n').count() as u32 + 1;
    SourceLocation { file: FILE.to_owned(), line, column, start: start as u32, end: (start + text.len()) as u32 }
}

/// A proved obligation.
pub fn proved() -> ObligationReport {
    ObligationReport {
        claim: "r1 != 0".to_owned(),
        message: "attempt to divide by zero".to_owned(),
        verdict: Verdict::Proved,
        ..ObligationReport::new("rescale/division/1".to_owned(), "division", place("r2 / r1"))
    }
}

/// A proof that rests on something not proved.
pub fn given() -> ObligationReport {
    ObligationReport { assumed: vec!["scale".to_owned()], given: vec!["scale".to_owned()], ..proved() }
}

/// A claim that no input reaches.
pub fn vacuous() -> ObligationReport {
    ObligationReport { vacuous: true, reason: Some("the preconditions contradict each other".to_owned()), ..proved() }
}

/// A refuted postcondition.
pub fn refuted() -> ObligationReport {
    ObligationReport {
        id: "rescale/ensures/1".to_owned(),
        kind: "ensures",
        place: place("rescale"),
        clause: Some(place("*ret < r2")),
        claim: "*ret < r2".to_owned(),
        message: "the postcondition may not hold".to_owned(),
        verdict: Verdict::Refuted,
        witness: Some(Witness { call: "rescale(1, 0, 0)".to_owned(), outcome: "returned 0".to_owned(), at: None }),
        failure: Some(Failure::NonConformity),
        log: vec!["prove: a model in 12 ms".to_owned(), "find: rescale(1, 0, 0)".to_owned()],
        smt2: Some("target/refine/vc/rescale-ensures-1.smt2".to_owned()),
        vc: Some("s < r1\n⊢ s * (r2 / r1) < r2\n".to_owned()),
        ..proved()
    }
}

/// A refuted index behind non-ASCII text, whose panic is elsewhere.
pub fn panicked() -> ObligationReport {
    ObligationReport {
        id: "größe/index/1".to_owned(),
        function: "größe".to_owned(),
        kind: "index",
        place: place("längen[n]"),
        claim: "n < längen.len()".to_owned(),
        message: "index out of bounds".to_owned(),
        verdict: Verdict::Refuted,
        witness: Some(Witness {
            call: "größe(&[], 0)".to_owned(),
            outcome: "panicked: index out of bounds:\nthe len is 0".to_owned(),
            at: Some(place("r2 / r1")),
        }),
        ..proved()
    }
}

/// An obligation that only runs speak for.
pub fn tested() -> ObligationReport {
    ObligationReport {
        id: "größe/overflow/1".to_owned(),
        function: "größe".to_owned(),
        kind: "overflow",
        place: place("längen[n] + 1"),
        claim: "längen[n] + 1 <= u32::MAX".to_owned(),
        message: "attempt to add with overflow".to_owned(),
        verdict: Verdict::Tested,
        vectors: 100,
        exhaustive_to: Some(3),
        reason: Some("the solver gave up within its budget".to_owned()),
        failure: Some(Failure::WeakSpec(vec![("the postconditions of `scale`".to_owned(), place("*ret < r2"))])),
        ..proved()
    }
}

/// An obligation about which nothing is known.
pub fn open() -> ObligationReport {
    ObligationReport {
        verdict: Verdict::Open,
        vectors: 0,
        exhaustive_to: None,
        reason: Some("no input that was tried reaches it".to_owned()),
        failure: Some(Failure::BadModel),
        ..tested()
    }
}

/// A message about the user's input.
pub fn diagnostic() -> Diagnostic {
    Diagnostic {
        error: true,
        code: "E0101",
        message: "a clause must not change anything".to_owned(),
        span: None,
        help: Some("compare with `old(…)`".to_owned()),
    }
}

/// A report with these obligations.
pub fn report(obligations: Vec<ObligationReport>) -> Report {
    let function = |name: &str, status, unmodelled: &[&str]| FunctionReport {
        function: name.to_owned(),
        place: place(name),
        status,
        unmodelled: unmodelled.iter().map(|what| ((*what).to_owned(), place("längen[n]"))).collect(),
        obligations: obligations.iter().filter(|obligation| obligation.function == name).count(),
        coverage: None,
    };
    let functions =
        vec![function("rescale", "checked", &[]), function("größe", "partly modelled", &["a closure", "a float"])];
    Report { compiles: Some(true), ..Report::new(functions, obligations) }
}

/// A report with one of each, and a message about a clause.
pub fn all() -> Report {
    let mut report = report(vec![proved(), given(), vacuous(), refuted(), panicked(), tested(), open()]);
    report.diagnostics.push((diagnostic(), Some(place("s < r1"))));
    report
}

/// The events that lead to a report.
pub fn events(report: &Report) -> Vec<Event> {
    let project = Event::Project { root: root(), packages: vec!["sample".to_owned()] };
    let diagnostics = report.diagnostics.iter().map(|(message, at)| Event::Diagnostic(message.clone(), at.clone()));
    let functions = report.functions.iter().cloned().map(Event::Function);
    let settled = report.obligations.iter().map(|obligation| Event::Settled(Box::new(obligation.clone())));
    std::iter::once(project).chain(diagnostics).chain(functions).chain(settled).collect()
}
