//! Reports made by hand, for the tests of what reads reports.
use refine_driver::{ObligationReport, SourceLocation, Verdict, Witness};

/// A place of no length.
pub fn place(file: &str, (line, column): (u32, u32)) -> SourceLocation {
    SourceLocation { file: file.into(), line, column, start: 0, end: 0 }
}

/// A witness by its call.
pub fn witness(call: &str) -> Witness {
    Witness { call: call.into(), outcome: "did something".into(), at: None }
}

/// The first obligation of its kind in a function `f` of the module that is the file's stem.
pub fn obligation(file: &str, kind: &'static str, verdict: Verdict, at: (u32, u32)) -> ObligationReport {
    let module = file.trim_start_matches("src/").trim_end_matches(".rs");
    ObligationReport {
        claim: "it is well".into(),
        verdict,
        ..ObligationReport::new(format!("{module}::f/{kind}/1"), kind, place(file, at))
    }
}
