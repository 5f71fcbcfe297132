//! What arguments are made of: all types that a harness can make, functions, instances of generic functions, and the worked examples of
//! the papers. In `tests/crates/vectors` the functions whose names end in `_wrong` have a bug that only a run finds.
use refine_tests::e2e::{Package, adds_up, refine};
use refine_tests::package::{root, scratch};
use serde_json::Value;

fn functions<'a>(document: &'a Value, test: &dyn Fn(&Value) -> bool) -> Vec<&'a str> {
    let all = document["obligations"].as_array().expect("a list").iter();
    let mut found: Vec<&str> = all.filter(|one| test(one)).filter_map(|one| one["function"].as_str()).collect();
    found.dedup();
    found
}

#[test]
fn what_is_wrong_is_found_and_what_is_right_is_run() {
    let output = refine()
        .args(["check", "--no-cache", "--scope", "all", "--output-format", "json"])
        .current_dir(root().join("tests/crates/vectors"))
        .env("CARGO_TARGET_DIR", scratch("vectors"))
        .output()
        .unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    adds_up(&document);
    let refuted = functions(&document, &|one| one["verdict"] == "refuted");
    let right: Vec<_> = refuted.iter().filter(|name| !name.ends_with("_wrong")).collect();
    assert!(right.is_empty(), "{right:?} are right");
    let wrong = functions(&document, &|one| one["function"].as_str().is_some_and(|name| name.ends_with("_wrong")));
    let missed: Vec<_> = wrong.iter().filter(|name| !refuted.contains(name)).collect();
    assert!(wrong.len() > 50 && missed.is_empty(), "{missed:?} are wrong");
    // Few inputs for constants are not enough, but they are run.
    let open = functions(&document, &|one| one["verdict"] == "open" && one["vectors"] == 0);
    let not_run: Vec<_> = open.iter().filter(|name| !name.ends_with("_wrong")).collect();
    assert!(not_run.is_empty(), "{not_run:?} are not put to the test");
}

#[test]
fn a_function_in_a_witness_is_a_closure_of_the_test_that_is_kept() {
    let package = Package::new(
        "closures",
        "pub fn differs(f: fn(u8) -> bool) -> bool { assert!(f(1) == f(2)); true }
         pub fn boxed(f: Box<dyn Fn(&str) -> u8>) -> u8 { 10 / f(\"a\") }
         pub fn lent<F: FnMut(u8, char) -> i32>(f: &mut F) -> i32 { f(1, 'a') / f(2, 'b') }",
    );
    package.check(&["--scope", "all", "--write-tests"]).exits(1);
    let text = std::fs::read_to_string(package.path("tests/refine_regressions.rs")).unwrap();
    assert!(text.contains("|a| match a {"), "{text}");
    let (passed, said) = package.cargo_test();
    assert!(!passed && said.contains("0 passed; "), "{said}");
}
