//! Each rule of the weakest precondition: what it must prove, and a twin with a planted bug that it must not.
use super::{Budget, Finder, Found, ProofOutcome, Prover};
use crate::graph::Assumption;
use crate::lower::program_from_source;
use crate::obligation::Kind;
use crate::program::{FnId, FnInst, Program};

const BUDGET: Budget = Budget(2_000_000);

fn inst(program: &dyn Program) -> FnInst {
    let at = program.fns().iter().position(|def| def.path == "f").expect("a function `f`");
    FnInst { func: FnId(at as u32), args: Vec::new() }
}

/// What becomes of the obligations of `f`: `kind ✓`, `kind ✓ given …`, `kind vacuous`, `kind ✗`, in the order of their identities.
fn outcomes(source: &str) -> Vec<String> {
    let program = program_from_source(source);
    let mut prover = Prover::new(&program, &inst(&program), BUDGET).expect("a body");
    let obligations = prover.obligations().to_vec();
    let outcome = |at: usize| match prover.prove(at) {
        ProofOutcome::Proved { vacuous: true, .. } => "vacuous".to_owned(),
        ProofOutcome::Proved { used, .. } if used.is_empty() => "✓".to_owned(),
        ProofOutcome::Proved { used, .. } => {
            let name = |assumption: &Assumption| match assumption {
                Assumption::Callee(inst) => program.func(inst.func).path.clone(),
                Assumption::Obligations(ids) => ids.join(" "),
                Assumption::Guess(_) => "a guess".to_owned(),
            };
            format!("✓ given {}", used.iter().map(name).collect::<Vec<_>>().join(", "))
        }
        ProofOutcome::Failed { .. } => "✗".to_owned(),
    };
    let all: Vec<String> = (0..obligations.len()).map(outcome).collect();
    obligations.iter().zip(all).map(|(o, outcome)| format!("{} {outcome}", o.kind.name())).collect()
}

#[track_caller]
fn check(source: &str, expected: &[&str]) {
    assert_eq!(outcomes(source), expected, "{source}");
}

/// What a search for a violation of `f`'s assertion comes to.
fn search(source: &str, exclude: &[i64]) -> String {
    let program = program_from_source(source);
    let inst = inst(&program);
    let mut finder = Finder::new(&program, &inst, 3, BUDGET).expect("a body");
    let body = program.body(&inst).expect("a body");
    let exclude: Vec<_> = exclude.iter().map(|&n| vec![crate::value::Value::Int(n.into())]).collect();
    let assertion = body.obligations.iter().find(|o| o.kind == Kind::Assert).expect("an assertion");
    match finder.violate(&assertion.id, &exclude) {
        Found::Vector { exact, .. } => if exact { "found" } else { "suspected" }.to_owned(),
        Found::Nothing { complete: true, .. } => "proved".to_owned(),
        Found::Nothing { exhaustive, .. } => if exhaustive { "none to the depth" } else { "nothing" }.to_owned(),
        Found::Unknown(why) => format!("{why:?}"),
    }
}

#[test]
fn an_assignment_replaces_the_value() {
    check("fn f(x: u8) { let mut y = x; y = 3; assert!(y == 3); }", &["assert ✓"]);
    check("fn f(x: u8) { let mut y = 3; y = x; assert!(y == 3); }", &["assert ✗"]);
}

#[test]
fn a_precondition_is_assumed() {
    check("#[requires(x < 255)] fn f(x: u8) -> u8 { x + 1 }", &["overflow ✓"]);
    check("#[requires(x <= 255)] fn f(x: u8) -> u8 { x + 1 }", &["overflow ✗"]);
}

#[test]
fn what_was_asserted_holds_from_then_on_and_not_before() {
    check("fn f(x: u8) { assert!(x > 3); assert!(x > 2); }", &["assert ✗", "assert ✓"]);
    check("fn f(x: u8) { assert!(x > 2); assert!(x > 3); }", &["assert ✗", "assert ✗"]);
}

#[test]
fn a_branch_knows_its_condition() {
    check("fn f(x: u8) -> u8 { if x > 0 { x - 1 } else { 0 } }", &["overflow ✓"]);
    check("fn f(x: u8) -> u8 { if x > 0 { 0 } else { x - 1 } }", &["overflow ✗"]);
}

#[test]
fn a_join_forgets_which_branch_was_taken_but_not_what_both_did() {
    check("fn f(c: bool) { let y = if c { 3 } else { 5 }; assert!(y == 3 || y == 5); }", &["assert ✓"]);
    check("fn f(c: bool) { let y = if c { 3 } else { 5 }; assert!(y == 3); }", &["assert ✗"]);
}

#[test]
fn a_loop_is_cut_at_its_invariant() {
    let with = |invariant: &str, claim: &str| {
        format!(
            "fn f(n: u32) {{ let mut i = 0; let mut k = 0; \
             while i < n {{ loop_invariant!({invariant}); i += 1; k = i; }} assert!({claim}); }}"
        )
    };
    let rests = "✓ given f/loop-entry/1 f/loop-preserved/1";
    let proved = format!("assert {rests}");
    check(&with("k == i", "k == i"), &["loop-entry ✓", "loop-preserved ✓", "overflow ✓", &proved]);
    check(&with("k <= i", "k == i"), &["loop-entry ✓", "loop-preserved ✓", "overflow ✓", "assert ✗"]);
    check(&with("k < 7", "k < 7"), &["loop-entry ✓", "loop-preserved ✗", "overflow ✓", &proved]);
    check(&with("i == 1", "i >= 1"), &["loop-entry ✗", "loop-preserved vacuous", "overflow vacuous", "assert vacuous"]);
}

#[test]
fn a_loop_forgets_what_it_changes_and_nothing_else() {
    let turn = |body: &str| {
        format!("fn f(n: u32) {{ let mut y = 7u32; let mut i = 0; while i < n {{ {body} i += 1; }} assert!(y == 7); }}")
    };
    check(&turn(""), &["overflow ✓", "assert ✓"]);
    check(&turn("y = 8;"), &["overflow ✓", "assert ✗"]);
}

#[test]
fn a_guess_brings_what_it_rests_on() {
    let source = |turn: &str| {
        format!(
            "fn f(n: u32) {{ let mut y = 5u32; let mut c = 0u32; let mut i = 0u32; \
             while i < n {{ loop_invariant!(c == 0); if c > 0 {{ y = 4; }} {turn} i += 1; }} assert!(y >= 5); }}"
        )
    };
    let proved = "assert ✓ given f/loop-entry/1 f/loop-preserved/1";
    check(&source(""), &["loop-entry ✓", "loop-preserved ✓", "overflow ✓", "assert ✓"]);
    check(&source("c = i;"), &["loop-entry ✓", "loop-preserved ✗", "overflow ✓", proved]);
}

#[test]
fn a_call_by_contract_is_its_contract() {
    let call = |ensures: &str, arg: &str| {
        format!(
            "#[requires(x < 10)] #[ensures(|r| {ensures})] fn g(x: u8) -> u8 {{ x }} \
             fn f() {{ let y = g({arg}); assert!(y == 3); }}"
        )
    };
    check(&call("*r == x", "3"), &["requires ✓", "assert ✓ given g"]);
    check(&call("*r <= x", "3"), &["requires ✓", "assert ✗"]);
    check(&call("*r == x", "30"), &["requires ✗", "assert vacuous"]);
}

#[test]
fn a_mutable_reference_comes_back_as_the_contract_says() {
    let call = |ensures: &str| {
        format!(
            "#[requires(*x < 10)] #[ensures(|_r| {ensures})] fn g(x: &mut u8) {{ *x += 1; }} \
             fn f() {{ let mut y = 3; let z = 5; g(&mut y); assert!(y == 4); assert!(z == 5); }}"
        )
    };
    check(&call("*x == old(*x) + 1"), &["requires ✓", "assert ✓ given g", "assert ✓"]);
    check(&call("*x >= old(*x)"), &["requires ✓", "assert ✗", "assert ✓"]);
}

#[test]
fn a_callee_without_contract_is_its_body_at_each_site() {
    let calls = |second: &str| format!("fn g(x: u8) -> u8 {{ x + 1 }} fn f() {{ assert!(g(3) == 4); g({second}); }}");
    check(&calls("254"), &["assert ✓", "overflow ✓"]);
    check(&calls("255"), &["assert ✓", "overflow ✗"]);
}

#[test]
fn recursion_goes_by_contract() {
    let down = |base: &str| {
        format!("#[ensures(|r| *r == 0)] fn f(n: u8) -> u8 {{ if n == 0 {{ {base} }} else {{ f(n - 1) }} }}")
    };
    check(&down("0"), &["overflow ✓", "ensures ✓ given f"]);
    check(&down("1"), &["overflow ✓", "ensures ✗"]);
}

#[test]
fn nothing_is_proved_behind_what_is_not_modelled() {
    let path = |at: &str| format!("fn f(x: u8) {{ if x > 3 {{ {at} }} assert!(x == x); }}");
    check(&path(""), &["assert ✓"]);
    let foreign = path("let _ = std::env::args().count();");
    assert!(outcomes(&foreign).contains(&"assert ✗".to_owned()), "{foreign}");
}

#[test]
fn a_taint_in_a_turn_reaches_the_next_turns() {
    let source =
        "fn f(n: u8) { let mut i = 0; while i < n { assert!(n == n); let _ = std::env::args().count(); i += 1; } }";
    assert!(outcomes(source).contains(&"assert ✗".to_owned()), "{:?}", outcomes(source));
}

#[test]
fn a_contradictory_precondition_is_vacuous() {
    check("#[requires(x > 3 && x < 4)] fn f(x: u8) { assert!(x == 77); }", &["assert vacuous"]);
    check("#[requires(x > 3 && x < 5)] fn f(x: u8) { assert!(x == 4); }", &["assert ✓"]);
}

#[test]
fn a_function_that_does_not_end_defines_nothing() {
    let source = |turn: &str| {
        format!(
            "#[pure] fn g(x: u32) -> u32 {{ if x > 5 {{ g({turn}) + 1 }} else {{ 0 }} }} \
             #[requires(x == 7)] #[ensures(|_r| g(x) == 2)] fn f(x: u32) {{}}"
        )
    };
    check(&source("x - 1"), &["ensures ✓"]);
    check(&source("x"), &["ensures ✗"]);
    check(&source("x + 1"), &["ensures ✗"]);
}

#[test]
fn a_search_that_leaves_nothing_out_is_a_proof() {
    assert_eq!(search("fn f(x: i32) { assert!(x / 2 * 2 + x % 2 == x); }", &[]), "proved");
    assert_eq!(search("fn f(x: i32) { assert!(x / 2 * 2 == x); }", &[]), "found");
}

#[test]
fn a_search_without_the_violations_already_run_is_none() {
    assert_eq!(search("fn f(x: i64) { assert!(x != 5); }", &[]), "found");
    assert_eq!(search("fn f(x: i64) { assert!(x != 5); }", &[5]), "nothing");
    assert_eq!(search("fn f(x: i64) { assert!(x != 5 || x == 5); }", &[5]), "proved");
}

#[test]
fn a_search_sees_bugs_within_its_depth_only() {
    let source =
        |bound: u32| format!("fn f(n: u32) {{ let mut i = 0; while i < n {{ i += 1; }} assert!(i < {bound}); }}");
    assert_eq!(search(&source(3), &[]), "found");
    assert_eq!(search(&source(9), &[]), "none to the depth");
}

#[test]
fn a_search_goes_on_where_an_invariant_fails() {
    // The numbers are 1, 2, 4, 1: the assertion fails after three turns, the invariant in the second.
    let source = |invariant: &str| {
        format!(
            "fn f(n: u32) {{ let mut i = 0; let mut v = 1u32; \
             while i < n {{ loop_invariant!({invariant}); v = v * 2 % 7; i += 1; }} assert!(v != 1 || i == 0); }}"
        )
    };
    assert_eq!(search(&source("i < 2"), &[]), "found");
    assert_eq!(search(&source("i < 9"), &[]), "found");
    assert_eq!(search(&source("i < 2").replace("while i < n", "while i < n && i < 2"), &[]), "none to the depth");
}

/// Every question to the solver about the corpus and the example, to the letter: nothing may depend on the order of a
/// hash map, which is another one in each run.
#[test]
fn the_same_source_asks_the_same_questions() {
    let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let read = |path: std::path::PathBuf| std::fs::read_to_string(path).unwrap();
    let mut sources = vec![read(tests.join("crates/grading/src/lib.rs"))];
    for file in ["loops", "for-loops", "calls", "bits", "vec", "recursion", "soundness"] {
        let text = read(tests.join(format!("corpus/{file}.md")));
        let snippets = text.split("\n```rust\n").skip(1).filter_map(|rest| rest.split("\n```").next());
        sources.extend(snippets.map(|snippet| format!("use refine_spec::*;\n{snippet}")));
    }
    let questions = |source: &str| {
        let program = program_from_source(source);
        let mut all = String::new();
        for (at, def) in program.fns().iter().enumerate().filter(|(_, def)| !def.std && def.generics.is_empty()) {
            let inst = FnInst { func: FnId(at as u32), args: Vec::new() };
            all += &super::in_new_context(|| {
                let Some(prover) = Prover::new(&program, &inst, Budget(1_000)) else { return def.path.clone() };
                (0..prover.obligations().len()).map(|at| prover.smt2(at)).collect::<String>() + &def.path
            });
        }
        all
    };
    let mut size = 0;
    for source in sources {
        let (first, again) = (questions(&source), questions(&source));
        let differs = first.lines().zip(again.lines()).find(|(a, b)| a != b);
        assert_eq!(differs, None, "{source}");
        size += first.len();
    }
    assert!(size > 1_000_000, "{size}");
}
