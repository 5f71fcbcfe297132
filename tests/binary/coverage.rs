//! `--coverage` and `--emit-tests`: what the runs got to, and those of them that are kept as tests.
use std::fs;

use refine_tests::e2e::Package;
use serde_json::Value;

const LIB: &str = r#"
use refine_spec::*;

/// Not proved: what is claimed of text is run.
#[requires(x < 1000)]
#[ensures(|ret| !ret.is_empty())]
pub fn sized(x: u32, ys: &[u8]) -> String {
    let size = if x == 0 {
        "none"
    } else if let Some(first) = ys.first() && *first > 7 {
        "large"
    } else {
        "small"
    };
    let Some(last) = ys.last() else { return size.to_string() };
    if let 3..=9 = last {
        return helper(*last);
    }
    match (size.len(), ys.len()) {
        (5, 1) => size.to_uppercase(),
        (4, n) if n > 200 && x > 5_000 => size.to_lowercase(),
        _ => size.to_string(),
    }
}

fn helper(digit: u8) -> String {
    let mut out = String::new();
    while out.len() < usize::from(digit) && digit != 0 {
        out.push('x');
    }
    out
}

/// Proved, so that no run is made.
#[ensures(|ret| *ret <= 10)]
pub fn least(x: u32) -> u32 {
    if x < 10 { x } else { 10 }
}
"#;

fn coverage<'d>(document: &'d Value, function: &str) -> &'d Value {
    let all = document["functions"].as_array().unwrap();
    &all.iter().find(|known| known["function"] == function).unwrap_or_else(|| panic!("{document:#}"))["coverage"]
}

#[test]
fn runs_say_which_branches_they_took() {
    let package = Package::new("covered", LIB);
    let (run, document) = package.json(&["--scope", "all", "--coverage"]);
    run.exits(0);
    let sized = coverage(&document, "sized");
    let missed: Vec<String> = sized["missed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| format!("{}: {}", one["condition"].as_str().unwrap(), one["runs"].as_str().unwrap()))
        .collect();
    // Nothing that the precondition allows comes by these.
    for never in ["n > 200 && x > 5_000: always false", "x > 5_000: "] {
        assert!(missed.iter().any(|one| one.starts_with(never)), "{missed:?}");
    }
    let taken = ["x == 0", "let Some(first) = ys.first() && *first > 7", "*first > 7", "Some(last) = ys.last()"];
    assert!(!missed.iter().any(|one| taken.iter().any(|taken| one.starts_with(taken))), "{missed:?}");
    assert_eq!(sized["obligations"]["reached"], sized["obligations"]["all"], "{sized:#}");
    // Seen by way of its caller, if not by runs of its own.
    assert!(coverage(&document, "helper")["branches"]["reached"].as_u64() > Some(3), "{document:#}");
    assert_eq!(*coverage(&document, "least"), Value::Null);
    assert_eq!(document["summary"]["internal_errors"], 0);
}

#[test]
fn runs_that_get_somewhere_new_are_tests() {
    let package = Package::new("kept runs", LIB);
    package.json(&["--emit-tests", "all"]).0.exits(0);
    let file = package.path("tests/refine_regressions.rs");
    let text = fs::read_to_string(&file).unwrap();
    let tests = text.matches("#[test]").count();
    assert!((3..=12).contains(&tests) && text.contains("No earlier input reached "), "{text}");
    let (passes, said) = package.cargo_test();
    assert!(passes, "{said}\n{text}");
    // Another run changes nothing, and what a person edits stays.
    package.json(&["--emit-tests", "all"]).0.exits(0);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    let at = text.find("#[test]").unwrap();
    let edited = format!("{}// By hand.\n{}", &text[..at], &text[at..]);
    fs::write(&file, &edited).unwrap();
    package.json(&["--emit-tests", "all"]).0.exits(0);
    assert_eq!(fs::read_to_string(&file).unwrap(), edited);
}
