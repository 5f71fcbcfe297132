//! Each format on reports made by hand; the expected text stands in `snapshots/`.
use refine_driver::report::TestFile;
use serde_json::Value;

use super::*;

fn view(verbose: bool) -> View {
    View { verbose, same: " --scope all".to_owned(), ..View::default() }
}

fn all(format: Format, verbose: bool) -> String {
    let report = samples::all();
    rendered(format, view(verbose), &samples::events(&report), &report)
}

#[test]
fn full_shows_use_clause_and_witness() {
    insta::assert_snapshot!(all(Format::Full, false));
}

#[test]
fn full_and_verbose_also_lists_what_is_proved() {
    let quiet = all(Format::Full, false);
    let verbose = all(Format::Full, true);
    assert!(!quiet.contains(": proved: "));
    assert!(verbose.contains("src/lib.rs:6:10: proved: rescale/division/1: r1 != 0\n"), "{verbose}");
    assert!(verbose.contains("rescale/division/1: r1 != 0: given scale\n"), "{verbose}");
}

#[test]
fn concise_is_one_line_each() {
    insta::assert_snapshot!(all(Format::Concise, true));
}

#[test]
fn an_explanation_tells_all() {
    let report = samples::report(vec![samples::refuted()]);
    let mut out = Buffer::no_color();
    let mut renderer = explanation(view(false));
    for event in samples::events(&report) {
        renderer.event(&event, &mut out).unwrap();
    }
    renderer.finish(&report, &mut out).unwrap();
    insta::assert_snapshot!(String::from_utf8(out.into_inner()).unwrap());
}

#[test]
fn colours_are_only_added() {
    let report = samples::all();
    let mut out = Buffer::ansi();
    let mut renderer = renderer(Format::Full, view(false));
    for event in samples::events(&report) {
        renderer.event(&event, &mut out).unwrap();
    }
    renderer.finish(&report, &mut out).unwrap();
    let text = String::from_utf8(out.into_inner()).unwrap();
    let mut pieces = text.split('\x1b');
    let mut plain = pieces.next().unwrap().to_owned();
    plain.extend(pieces.map(|piece| piece.split_once('m').unwrap().1));
    assert!(text.contains("\x1b["));
    assert_eq!(plain, all(Format::Full, false));
}

#[test]
fn a_summary_is_about_what_was_checked() {
    let mut report = samples::report(vec![samples::proved()]);
    let concise = |report: &Report| rendered(Format::Concise, view(false), &samples::events(report), report);
    assert_eq!(concise(&report), "sample: 1 obligation in 2 functions: 1 proved, 0 refuted, 0 tested, 0 open\n");
    report.compiles = None;
    assert!(concise(&report).ends_with("0 open; whether it compiles was not checked\n"));
    report.compiles = Some(false);
    // Of a workspace, some packages may compile.
    assert!(concise(&report).ends_with("; part of it does not compile, and no claim of that part counts as proved\n"));
    report.summary.proved = 0;
    assert!(concise(&report).ends_with("0 open; it does not compile, so none of its claims counts as proved\n"));
    report.summary.functions = 0;
    assert!(concise(&report).contains("sample: nothing was checked\n"));
}

#[test]
fn regression_tests_that_changed_are_named() {
    let mut report = samples::report(vec![samples::proved()]);
    report.tests = ["written", "unchanged", "stale", "not kept", "retired"]
        .map(|status| TestFile {
            path: format!("tests/{status}.rs"),
            status,
            reason: ["not kept", "retired"].contains(&status).then(|| "it wraps".to_owned()),
        })
        .to_vec();
    let text = rendered(Format::Concise, view(false), &samples::events(&report), &report);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "wrote tests/written.rs");
    assert_eq!(lines[1], "stale: tests/stale.rs (run `refine check --scope all --write-tests`)");
    assert_eq!(lines[2], "no test for tests/not kept.rs: it wraps");
    assert_eq!(lines[3], "retired: tests/retired.rs: it wraps");
    assert_eq!(lines.len(), 5);
    schema::validate(&serde_json::from_str(&rendered(Format::Json, view(false), &[], &report)).unwrap()).unwrap();
}

#[test]
fn a_file_that_is_gone_still_has_its_place_named() {
    let mut lost = samples::refuted();
    lost.place.file = "src/gone.rs".to_owned();
    lost.clause = None;
    let report = samples::report(vec![lost]);
    let text = rendered(Format::Full, view(false), &samples::events(&report), &report);
    assert!(text.contains("at src/gone.rs:5:8: `*ret < r2` does not hold"), "{text}");
}

#[test]
fn a_file_that_shrank_does_not_break_the_excerpt() {
    let mut lost = samples::panicked();
    (lost.place.start, lost.place.end) = (1_000_000, 1_000_001);
    let report = samples::report(vec![lost]);
    let text = rendered(Format::Full, view(false), &samples::events(&report), &report);
    assert!(text.contains("error[refuted]: index out of bounds"), "{text}");
}

#[test]
fn json_is_one_document_that_fits_its_schema() {
    let document: Value = serde_json::from_str(&all(Format::Json, false)).unwrap();
    assert_eq!(document["schema"], 1);
    assert_eq!(document["obligations"][3]["witness"]["call"], "rescale(1, 0, 0)");
    assert_eq!(document["obligations"][3]["line"], 5);
    assert_eq!(document["diagnostics"][0]["code"], "E0101");
    schema::validate(&document).unwrap();
}

#[test]
fn a_document_that_does_not_fit_the_schema_is_noticed() {
    let good: Value = serde_json::from_str(&all(Format::Json, false)).unwrap();
    let mut bad = good.clone();
    bad["obligations"][0]["verdict"] = "perhaps".into();
    assert!(schema::validate(&bad).unwrap_err().contains("/obligations/0/verdict"));
    let mut bad = good.clone();
    bad["summary"].as_object_mut().unwrap().remove("open");
    assert!(schema::validate(&bad).unwrap_err().contains("open"));
    let mut bad = good.clone();
    bad["extra"] = 1.into();
    assert!(schema::validate(&bad).unwrap_err().contains("extra"));
    let mut bad = good;
    bad["functions"][0]["line"] = 0.into();
    assert!(schema::validate(&bad).unwrap_err().contains("/functions/0/line"));
}
