//! Reports made by hand, for the tests of what reads reports.
use refine_driver::report::Timings;
use refine_driver::{ObligationReport, Place, Report, Summary, Verdict, Witness};

/// A place of no length.
pub fn place(file: &str, (line, column): (u32, u32)) -> Place {
    Place { file: file.into(), line, column, start: 0, end: 0 }
}

/// A witness by its call.
pub fn witness(call: &str) -> Witness {
    Witness { call: call.into(), outcome: "did something".into(), at: None }
}

/// The first obligation of its kind in a function `f` of the module that is the file's stem.
pub fn obligation(file: &str, kind: &'static str, verdict: Verdict, at: (u32, u32)) -> ObligationReport {
    let module = file.trim_start_matches("src/").trim_end_matches(".rs");
    ObligationReport {
        id: format!("{module}::f/{kind}/1"),
        function: format!("{module}::f"),
        kind,
        place: place(file, at),
        clause: None,
        claim: "it is well".into(),
        message: String::new(),
        verdict,
        vacuous: false,
        given: Vec::new(),
        assumed: Vec::new(),
        witness: None,
        vectors: 0,
        exhaustive_to: None,
        reason: None,
        failure: None,
        log: Vec::new(),
        smt2: None,
        vc: None,
    }
}

/// A report of these obligations.
pub fn report(obligations: Vec<ObligationReport>) -> Report {
    Report {
        schema: 1,
        obligations,
        functions: Vec::new(),
        summary: Summary::default(),
        timings: Timings::default(),
        tests: Vec::new(),
        diagnostics: Vec::new(),
    }
}
