//! Each rule of the weakest precondition: what it must prove, and a twin with a planted bug that it must not.
use super::{Budget, Capacity, Effort, Finder, Found, ProofOutcome, Prover};
use crate::graph::Assumption;
use crate::obligation::Kind;
use crate::program::Program;
use crate::testing::{inst, program};

const BUDGET: Budget = Budget(2_000_000);

/// What becomes of the obligations of `f`: `kind ✓`, `kind ✓ given …`, `kind vacuous`, `kind ✗`, in the order of their identities.
fn outcomes(text: &str) -> Vec<String> {
    let program = program(text);
    let mut prover = Prover::new(&program, &inst(&program, "f"), BUDGET, 1).expect("a body");
    let obligations = prover.obligations().to_vec();
    let outcome = |at: usize| match prover.prove(at, Effort::Full) {
        ProofOutcome::Proved { vacuous: true, .. } => "vacuous".to_owned(),
        ProofOutcome::Proved { used, .. } if used.is_empty() => "✓".to_owned(),
        ProofOutcome::Proved { used, .. } => {
            let name = |assumption: &Assumption| match assumption {
                Assumption::Callee(inst, _) => program.func(inst.func).path.clone(),
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
fn check(text: &str, expected: &[&str]) {
    assert_eq!(outcomes(text), expected, "{text}");
}

/// What a search for a violation of `f`'s assertion comes to.
fn search(text: &str, exclude: &[i64]) -> String {
    let program = program(text);
    let inst = inst(&program, "f");
    let capacity = Capacity::default();
    let mut finder = Finder::new(&program, &inst, 3, BUDGET, 1, &capacity).expect("a body");
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

/// A function of a byte that runs these statements.
fn of_byte(stmts: &str) -> String {
    format!(
        "fn f(x: u8) -> r: () {{
           let y: u8;
           bb0: {stmts} return;
         }}"
    )
}

#[test]
fn an_assignment_replaces_the_value() {
    check(&of_byte("y = copy x; y = const 3_u8; assert y == 3_u8 @assert/1;"), &["assert ✓"]);
    check(&of_byte("y = const 3_u8; y = copy x; assert y == 3_u8 @assert/1;"), &["assert ✗"]);
}

#[test]
fn a_precondition_is_assumed() {
    let with = |requires: &str| {
        format!(
            "fn f(x: u8) -> r: u8 requires {requires}; {{
               bb0: assert x + 1_u8 <= 255_int @overflow/1; r = x + 1_u8; return;
             }}"
        )
    };
    check(&with("x < 255_u8"), &["overflow ✓"]);
    check(&with("x <= 255_u8"), &["overflow ✗"]);
}

#[test]
fn what_was_asserted_holds_from_then_on_and_not_before() {
    check(&of_byte("assert x > 3_u8 @assert/1; assert x > 2_u8 @assert/2;"), &["assert ✗", "assert ✓"]);
    check(&of_byte("assert x > 2_u8 @assert/1; assert x > 3_u8 @assert/2;"), &["assert ✗", "assert ✗"]);
}

#[test]
fn a_branch_knows_its_condition() {
    let with = |positive: &str, zero: &str| {
        format!(
            "fn f(x: u8) -> r: u8 {{
               bb0: if x > 0_u8 {positive} else {zero};
               bb1: assert 1_u8 <= x @overflow/1; r = x - 1_u8; return;
               bb2: r = const 0_u8; return;
             }}"
        )
    };
    check(&with("bb1", "bb2"), &["overflow ✓"]);
    check(&with("bb2", "bb1"), &["overflow ✗"]);
}

#[test]
fn a_join_forgets_which_branch_was_taken_but_not_what_both_did() {
    let with = |claim: &str| {
        format!(
            "fn f(c: bool) -> r: () {{
               let y: i32;
               bb0: if c bb1 else bb2;
               bb1: y = const 3_i32; goto bb3;
               bb2: y = const 5_i32; goto bb3;
               bb3: assert {claim} @assert/1; return;
             }}"
        )
    };
    check(&with("y == 3_i32 || y == 5_i32"), &["assert ✓"]);
    check(&with("y == 3_i32"), &["assert ✗"]);
}

#[test]
fn a_loop_is_cut_at_its_invariant() {
    let with = |invariant: &str, claim: &str| {
        format!(
            "fn f(n: u32) -> r: () {{
               let i: u32; let k: u32;
               invariant {invariant} @loop-entry/1 @loop-preserved/1;
               bb0: i = const 0_u32; k = const 0_u32; goto bb1;
               bb1: clause 0; if i < n bb2 else bb3;
               bb2: assert i + 1_u32 <= 4294967295_int @overflow/1; i = i + 1_u32; k = copy i; goto bb1;
               bb3: assert {claim} @assert/1; return;
             }}"
        )
    };
    let rests = "✓ given f/loop-entry/1 f/loop-preserved/1";
    let proved = format!("assert {rests}");
    check(&with("k == i", "k == i"), &["loop-entry ✓", "loop-preserved ✓", "overflow ✓", &proved]);
    check(&with("k <= i", "k == i"), &["loop-entry ✓", "loop-preserved ✓", "overflow ✓", "assert ✗"]);
    check(&with("k < 7_u32", "k < 7_u32"), &["loop-entry ✓", "loop-preserved ✗", "overflow ✓", &proved]);
    check(
        &with("i == 1_u32", "i >= 1_u32"),
        &["loop-entry ✗", "loop-preserved vacuous", "overflow ✓", "assert vacuous"],
    );
}

#[test]
fn a_loop_forgets_what_it_changes_and_nothing_else() {
    let turn = |stmt: &str| {
        format!(
            "fn f(n: u32) -> r: () {{
               let y: u32; let i: u32;
               bb0: y = const 7_u32; i = const 0_u32; goto bb1;
               bb1: if i < n bb2 else bb3;
               bb2: {stmt} assert i + 1_u32 <= 4294967295_int @overflow/1; i = i + 1_u32; goto bb1;
               bb3: assert y == 7_u32 @assert/1; return;
             }}"
        )
    };
    check(&turn(""), &["overflow ✓", "assert ✓"]);
    check(&turn("y = const 8_u32;"), &["overflow ✓", "assert ✗"]);
}

#[test]
fn a_measure_gets_smaller_in_each_turn() {
    let with = |measure: &str| {
        format!(
            "fn f(n: u32) -> r: () {{
               let i: u32;
               decreases {measure} @decreases/1;
               bb0: i = const 0_u32; goto bb1;
               bb1: clause 0; if i < n bb2 else bb3;
               bb2: i = i + 1_u32; goto bb1;
               bb3: return;
             }}"
        )
    };
    check(&with("(n - i : int)"), &["decreases ✓"]);
    check(&with("i"), &["decreases ✗"]);
    // It gets smaller, and falls below zero.
    check(&with("(0_int - i : int)"), &["decreases ✗"]);
}

#[test]
fn a_guess_brings_what_it_rests_on() {
    let with = |turn: &str| {
        format!(
            "fn f(n: u32) -> r: () {{
               let y: u32; let c: u32; let i: u32;
               invariant c == 0_u32 @loop-entry/1 @loop-preserved/1;
               bb0: y = const 5_u32; c = const 0_u32; i = const 0_u32; goto bb1;
               bb1: clause 0; if i < n bb2 else bb5;
               bb2: if c > 0_u32 bb3 else bb4;
               bb3: y = const 4_u32; goto bb4;
               bb4: {turn} assert i + 1_u32 <= 4294967295_int @overflow/1; i = i + 1_u32; goto bb1;
               bb5: assert y >= 5_u32 @assert/1; return;
             }}"
        )
    };
    let proved = "assert ✓ given f/loop-entry/1 f/loop-preserved/1";
    check(&with(""), &["loop-entry ✓", "loop-preserved ✓", "overflow ✓", "assert ✓"]);
    check(&with("c = copy i;"), &["loop-entry ✓", "loop-preserved ✗", "overflow ✓", proved]);
}

#[test]
fn a_call_by_contract_is_its_contract() {
    let call = |ensures: &str, arg: &str| {
        format!(
            "fn g(x: u8) -> r: u8 requires x < 10_u8; ensures {ensures}; {{
               bb0: r = copy x; assert {ensures} @ensures/1; return;
             }}
             fn f() -> r: () {{
               let y: u8;
               bb0: y = call g(const {arg}) @requires/1; assert y == 3_u8 @assert/1; return;
             }}"
        )
    };
    check(&call("r == old(x)", "3_u8"), &["requires ✓", "assert ✓ given g"]);
    check(&call("r <= old(x)", "3_u8"), &["requires ✓", "assert ✗"]);
    check(&call("r == old(x)", "30_u8"), &["requires ✗", "assert vacuous"]);
}

#[test]
fn a_mutable_reference_comes_back_as_the_contract_says() {
    let call = |ensures: &str| {
        format!(
            "fn g(x: &mut u8) -> r: () requires x < 10_u8; ensures {ensures}; {{
               bb0: *x = x + 1_u8; assert {ensures} @ensures/1; return;
             }}
             fn f() -> r: () {{
               let y: u8; let z: u8; let at: &mut u8;
               bb0:
                 y = const 3_u8; z = const 5_u8; at = &mut y; r = call g(move at) @requires/1;
                 assert y == 4_u8 @assert/1; assert z == 5_u8 @assert/2; return;
             }}"
        )
    };
    check(&call("x == old(x) + 1_u8"), &["requires ✓", "assert ✓ given g", "assert ✓"]);
    check(&call("x >= old(x)"), &["requires ✓", "assert ✗", "assert ✓"]);
}

#[test]
fn a_callee_without_contract_is_its_body_at_each_site() {
    let calls = |second: &str| {
        format!(
            "fn g(x: u8) -> r: u8 {{
               bb0: assert x + 1_u8 <= 255_int @overflow/1; r = x + 1_u8; return;
             }}
             fn f() -> r: () {{
               let y: u8;
               bb0: y = call g(const 3_u8); assert y == 4_u8 @assert/1; y = call g(const {second}); return;
             }}"
        )
    };
    check(&calls("254_u8"), &["assert ✓", "overflow ✓"]);
    check(&calls("255_u8"), &["assert ✓", "overflow ✗"]);
}

#[test]
fn recursion_goes_by_contract() {
    let down = |base: &str| {
        format!(
            "fn f(n: u8) -> r: u8 ensures r == 0_u8; {{
               let less: u8;
               bb0: if n == 0_u8 bb1 else bb2;
               bb1: r = const {base}; goto bb3;
               bb2: assert 1_u8 <= n @overflow/1; less = n - 1_u8; r = call f(copy less); goto bb3;
               bb3: assert r == 0_u8 @ensures/1; return;
             }}"
        )
    };
    check(&down("0_u8"), &["overflow ✓", "ensures ✓ given f"]);
    check(&down("1_u8"), &["overflow ✓", "ensures ✗"]);
}

#[test]
fn nothing_is_proved_behind_what_is_not_modelled() {
    let path = |stmt: &str| {
        format!(
            "fn f(x: u8) -> r: () {{
               bb0: if x > 3_u8 bb1 else bb2;
               bb1: {stmt} goto bb2;
               bb2: assert x == x @assert/1; return;
             }}"
        )
    };
    check(&path(""), &["assert ✓"]);
    check(&path("unmodelled \"a call\";"), &["assert ✗"]);
}

#[test]
fn a_taint_in_a_turn_reaches_the_next_turns() {
    let with = |stmt: &str| {
        format!(
            "fn f(n: u8) -> r: () {{
               let i: u8;
               bb0: i = const 0_u8; goto bb1;
               bb1: if i < n bb2 else bb3;
               bb2: assert n == n @assert/1; {stmt} i = i + 1_u8; goto bb1;
               bb3: return;
             }}"
        )
    };
    check(&with(""), &["assert ✓"]);
    check(&with("unmodelled \"a call\";"), &["assert ✗"]);
}

#[test]
fn a_contradictory_precondition_is_vacuous() {
    let with = |requires: &str, claim: &str| {
        format!(
            "fn f(x: u8) -> r: () requires {requires}; {{
               bb0: assert {claim} @assert/1; return;
             }}"
        )
    };
    check(&with("x > 3_u8 && x < 4_u8", "x == 77_u8"), &["assert vacuous"]);
    check(&with("x > 3_u8 && x < 5_u8", "x == 4_u8"), &["assert ✓"]);
}

#[test]
fn a_function_that_does_not_end_defines_nothing() {
    let with = |argument: &str| {
        format!(
            "pure fn g(x: u32) -> r: u32 = if x > 5_u32 {{ pure g({argument}) + 1_u32 }} else {{ 0_u32 }};
             fn f(x: u32) -> r: () requires x == 7_u32; ensures pure g(old(x)) == 2_u32; {{
               bb0: assert pure g(old(x)) == 2_u32 @ensures/1; return;
             }}"
        )
    };
    check(&with("x - 1_u32"), &["ensures ✓"]);
    check(&with("x"), &["ensures ✗"]);
    check(&with("x + 1_u32"), &["ensures ✗"]);
}

/// A function of a number that makes one claim.
fn claim(ty: &str, claim: &str) -> String {
    format!(
        "fn f(x: {ty}) -> r: () {{
           bb0: assert {claim} @assert/1; return;
         }}"
    )
}

#[test]
fn a_search_that_leaves_nothing_out_is_a_proof() {
    assert_eq!(search(&claim("i32", "x / 2_i32 * 2_i32 + x % 2_i32 == x"), &[]), "proved");
    assert_eq!(search(&claim("i32", "x / 2_i32 * 2_i32 == x"), &[]), "found");
}

#[test]
fn a_search_without_the_violations_already_run_is_none() {
    assert_eq!(search(&claim("i64", "x != 5_i64"), &[]), "found");
    assert_eq!(search(&claim("i64", "x != 5_i64"), &[5]), "nothing");
    assert_eq!(search(&claim("i64", "x != 5_i64 || x == 5_i64"), &[5]), "proved");
}

#[test]
fn a_search_sees_bugs_within_its_depth_only() {
    let with = |bound: &str| {
        format!(
            "fn f(n: u32) -> r: () {{
               let i: u32;
               bb0: i = const 0_u32; goto bb1;
               bb1: if i < n bb2 else bb3;
               bb2: i = i + 1_u32; goto bb1;
               bb3: assert i < {bound} @assert/1; return;
             }}"
        )
    };
    assert_eq!(search(&with("3_u32"), &[]), "found");
    assert_eq!(search(&with("9_u32"), &[]), "none to the depth");
}

#[test]
fn a_search_goes_on_where_an_invariant_fails() {
    // The numbers are 1, 2, 4, 1: the assertion fails after three turns, the invariant in the second.
    let with = |invariant: &str, cond: &str| {
        format!(
            "fn f(n: u32) -> r: () {{
               let i: u32; let v: u32;
               invariant {invariant} @loop-entry/1 @loop-preserved/1;
               bb0: i = const 0_u32; v = const 1_u32; goto bb1;
               bb1: clause 0; if {cond} bb2 else bb3;
               bb2: v = v * 2_u32 % 7_u32; i = i + 1_u32; goto bb1;
               bb3: assert v != 1_u32 || i == 0_u32 @assert/1; return;
             }}"
        )
    };
    assert_eq!(search(&with("i < 2_u32", "i < n"), &[]), "found");
    assert_eq!(search(&with("i < 9_u32", "i < n"), &[]), "found");
    assert_eq!(search(&with("i < 2_u32", "i < n && i < 2_u32"), &[]), "none to the depth");
}
