//! Tests of the lowering: small sources to IR text and obligations.
use super::{LowerOptions, program_from_source};
use crate::finished::FinishedProgram as LoweredProgram;
use crate::ir::body_text;
use crate::program::{FnId, FnInst, Program};
use crate::syntax::{CompileConfig, Crate, Files};
use crate::ty::Ty;

fn inst(program: &LoweredProgram, name: &str) -> FnInst {
    let at = program.fns().iter().position(|def| def.path == name).expect("the function");
    let args = program.fns()[at].generics.iter().map(|name| Ty::Param(name.clone())).collect();
    FnInst { func: FnId(at as u32), args }
}

/// The IR of the function `f` without its first line.
fn ir(source: &str) -> String {
    let program = program_from_source(source);
    let errors: Vec<&str> = program.diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(errors, Vec::<&str>::new());
    let body = program.body(&inst(&program, "f")).expect("a body");
    let text = body_text(&program, &body);
    text.lines().skip(1).map(|line| format!("{line}\n")).collect()
}

/// Identity, claim, and line and column of the panic.
type Shown = (String, String, Option<(u32, u32)>);

/// The obligations of `f`.
fn obligations(source: &str) -> Vec<Shown> {
    let program = program_from_source(source);
    let body = program.body(&inst(&program, "f")).expect("a body");
    let at = |o: &crate::obligation::Obligation| o.panics_at.map(|at| (at.line, at.column));
    body.obligations.iter().map(|o| (o.id.clone(), o.claim.clone(), at(o))).collect()
}

/// The obligations of `f` as `kind: claim`.
fn claims(source: &str) -> Vec<String> {
    let program = program_from_source(source);
    let body = program.body(&inst(&program, "f")).expect("a body");
    body.obligations.iter().map(|o| format!("{}: {}", o.kind, o.claim)).collect()
}

/// What of `f` is outside the model.
fn outside(source: &str) -> Vec<String> {
    let program = program_from_source(source);
    let body = program.body(&inst(&program, "f")).expect("a body");
    body.unmodelled.iter().map(|u| u.what.clone()).collect()
}

/// The errors about a source's clauses.
fn errors(source: &str) -> Vec<String> {
    let all = program_from_source(source).diagnostics;
    all.into_iter().filter(|d| d.error).map(|d| format!("{} {}", d.code, d.message)).collect()
}

#[test]
fn a_body_that_another_crates_macro_may_change_is_outside_the_model() {
    struct One;
    impl Files for One {
        fn read(&self, _: &str) -> Option<String> {
            Some("#[other::twice] #[pure] fn f(x: u8) -> u8 { x } fn g(x: u8) -> u8 { x }".to_owned())
        }
    }
    let config = CompileConfig { dependencies: vec!["other".into()], ..CompileConfig::default() };
    let program = super::program(Crate::load(&config, &One), &LowerOptions::default());
    let unmodelled = |name: &str| program.body(&inst(&program, name)).expect("a body").unmodelled.len();
    assert_eq!((unmodelled("f"), unmodelled("g")), (1, 0));
    assert!(program.pure_def(&inst(&program, "f")).is_none(), "nor does a clause see it");
}

#[test]
fn a_macro_that_is_nearly_ours_is_an_error() {
    let one = "fn f(n: u8) { let mut i = 0; while i < n { loop_invarient!(i <= n); i += 1; } }";
    assert_eq!(errors(one), ["E0102 there is no macro `loop_invarient!`; is refine's `loop_invariant!` meant?"]);
    assert_eq!(errors(&format!("macro_rules! loop_invarient {{ ($e:expr) => {{}} }} {one}")), [""; 0]);
}

#[test]
fn a_claim_says_what_the_user_wrote() {
    let source = r#"fn f(x: Option<u8>, y: Result<u8, u8>, mut t: u32, w: u32) {
        x.expect("one is there"); y.expect_err("none"); y.unwrap();
        t += w * w; t = t + (w); t -= w - 1;
    }"#;
    let program = program_from_source(source);
    let body = program.body(&inst(&program, "f")).expect("a body");
    let said: Vec<&str> = body.obligations.iter().map(|o| o.message.as_str()).take(3).collect();
    assert_eq!(said[0], "called `expect(\"one is there\")` on a `None` value");
    assert_eq!(said[1], "called `expect_err(\"none\")` on an `Ok` value");
    assert_eq!(said[2], "called `Result::unwrap()` on an `Err` value");
    let claims: Vec<&str> = body.obligations.iter().map(|o| o.claim.as_str()).skip(3).collect();
    assert_eq!(claims, ["t + w * w <= u32::MAX", "w * w <= u32::MAX", "t + (w) <= u32::MAX", "w - 1 <= t", "1 <= w"]);
}

#[test]
fn arithmetic_is_claimed_before_it_is_used() {
    let source = "#[requires(r1 > 0)] #[ensures(|r| *r < r2)] fn f(r1: u32, r2: u32, s: u32) -> u32 { s * (r2 / r1) }";
    assert_eq!(
        ir(source),
        "bb0:
  assert r1 != 0 [division/1]
  assert s * (r2 / r1) <= 4294967295 [overflow/1]
  result := s * (r2 / r1)
  assert result < old(r2) [ensures/1]
  return
"
    );
}

#[test]
fn a_literal_gets_its_type_from_a_later_use() {
    let source = "fn g(x: u64) {} fn f() { let x = 5; let mut v = Vec::new(); g(x + 1); v.push(1u8); v[0] += 1; }";
    assert_eq!(claims(source), ["overflow: x + 1 <= u64::MAX", "index: 0 < v.len()", "overflow: v[0] + 1 <= u8::MAX"]);
}

#[test]
fn writing_through_a_reference_writes_the_place() {
    assert_eq!(
        ir(
            "struct P { a: (u8, bool), b: [u8; 2] } fn f(p: &mut P, i: usize) { let r = &mut p.b[i]; *r = 1; p.a.0 = 2; }"
        ),
        "bb0:
  _3 := i
  assert _3 < p.b.len() [index/1]
  p := P(p.a, p.b.with(_3, 1))
  p := P((2, p.a.1), p.b)
  result := ()
  return
"
    );
}

#[test]
fn a_pattern_binds_the_place_behind_a_mutable_reference() {
    assert_eq!(
        ir("fn f(o: &mut Option<u8>) { if let Some(x) = o { *x = 3; } }"),
        "bb0:
  if o is Option::Some bb1 else bb3
bb1:
  o := Option::Some(3)
  goto bb2
bb2:
  result := ()
  return
bb3:
  goto bb2
"
    );
}

#[test]
fn calls_write_their_mutable_arguments_back() {
    assert_eq!(
        ir(
            "#[requires(*x > 0)] fn g(x: &mut u8, y: u8) -> bool { true } fn f(mut t: (u8, u8)) -> bool { g(&mut t.1, t.0) }"
        ),
        "bb0:
  _2 := call g(t.1, t.0) out 0 -> _out [requires/1]
  t := (t.0, _out)
  result := _2
  return
"
    );
}

#[test]
fn a_range_loop_counts_with_hints_that_hold() {
    assert_eq!(
        ir("fn f(n: u8) { for i in 1..=n { g(i); } } fn g(x: u8) {}"),
        "bb0:
  _hi := n
  if 1 <= _hi bb1 else bb4
bb1:
  _i := 1
  goto bb2
bb2: loop hint 1 <= _i hint _i <= _hi
  i := _i
  _5 := call g(i)
  if _i < _hi bb3 else bb4
bb3:
  _i := _i + 1
  goto bb2
bb4:
  result := ()
  return
"
    );
}

#[test]
fn clauses_of_a_loop_stand_at_its_head() {
    let source = "fn f(n: u32) { let mut i = 0; while i < n { loop_invariant!(i <= n && n == old(n)); loop_decreases!(n - i); i += 1; } }";
    assert!(ir(source).contains("bb1: loop invariant i <= n && n == old(n) decreases n - i\n"));
    assert_eq!(
        claims(source),
        [
            "loop-entry: i <= n && n == old(n)",
            "loop-preserved: i <= n && n == old(n)",
            "decreases: 0 <= n - i, and n - i gets smaller",
            "overflow: i + 1 <= u32::MAX"
        ]
    );
}

#[test]
fn what_is_read_before_a_write_is_kept() {
    assert_eq!(
        ir("fn f(mut a: u8) -> (u8, u8) { (a, { a = 2; a }) }"),
        "bb0:
  _2 := a
  a := 2
  result := (_2, a)
  return
"
    );
}

#[test]
fn panics_are_placed_where_rustc_reports_them() {
    // Lines and columns as rustc 1.95 printed them for these bodies.
    let at = |body: &str| -> Vec<(u32, u32)> {
        let source = format!("fn f(xs: Vec<i32>, ys: &[i32], n: usize, o: Option<i32>, z: i32) {{\n    {body}\n}}");
        obligations(&source).into_iter().filter_map(|(_, _, at)| at).collect()
    };
    assert_eq!(at("let q = 1  +  2 * (4 / z);"), [(2, 13), (2, 19), (2, 23), (2, 23)]);
    assert_eq!(at("xs[n];"), [(2, 7)]);
    assert_eq!(at("ys[n];"), [(2, 5)]);
    assert_eq!(at("&ys[n..];"), [(2, 8)]);
    assert_eq!(at("o . expect(\"hi\");"), [(2, 9)]);
    assert_eq!(at("std::panic!(\"oh\");"), [(2, 5)]);
    assert_eq!(at("assert!(z > 3, \"no\");"), [(2, 5)]);
    assert_eq!(at("5i32.rem_euclid(z);"), [(2, 10), (2, 10)]);
}

#[test]
fn obligations_are_numbered_by_kind() {
    let all = obligations("mod m { pub fn g() {} } fn f(a: i8, b: i8) -> i8 { let c = a - b; c + a % 3 }");
    let ids: Vec<&str> = all.iter().map(|(id, ..)| id.as_str()).collect();
    assert_eq!(ids, ["f/overflow/1", "f/overflow/2"]);
}

#[test]
fn what_the_model_does_not_cover_is_said() {
    assert_eq!(
        outside("fn f(xs: &[i32]) -> i32 { xs.iter().scan(0, |x, y| Some(*x + y)).sum() }"),
        ["a closure", "a call of `[i32]::iter`"]
    );
    assert_eq!(outside("fn f<T: PartialEq>(a: T, b: T) -> bool { a == b }"), ["a comparison of values of type `T`"]);
    assert_eq!(outside("fn f(a: f64) -> f64 { a * 2.0 }"), ["floating-point arithmetic"]);
    assert_eq!(
        outside("struct S<'a> { r: &'a mut u8 } fn f(x: &mut u8) { let s = S { r: x }; }"),
        ["a mutable reference stored in a value"]
    );
    assert_eq!(outside("fn f(x: &mut u8) -> &mut u8 { x }"), ["returning a mutable reference"]);
    assert_eq!(outside("fn f() { foreign!(1); }"), ["the macro `foreign!`"]);
    assert_eq!(
        outside("fn f(mut a: &mut u8, b: &'static mut u8) { a = b; }"),
        ["a mutable reference that comes to point elsewhere"]
    );
}

#[test]
fn a_user_comparison_is_called() {
    let eq = "impl PartialEq for P { fn eq(&self, o: &P) -> bool { true } }";
    let text = ir(&format!("struct P {{ x: u8 }} {eq} fn f(a: &P, b: &P) -> bool {{ a != b }}"));
    assert!(text.contains("_3 := call P::eq(a, b)\n  result := !_3\n"), "{text}");
    let text = ir("#[derive(PartialEq)] struct P { x: u8 } fn f(a: &P, b: &P) -> bool { a != b }");
    assert!(text.contains("result := a != b"), "{text}");
}

#[test]
fn generic_functions_are_lowered_for_each_use() {
    let program = program_from_source("fn id<T>(x: T) -> T { x } fn f() -> u8 { id(true); id(3) }");
    let at = |args: Vec<Ty>| program.body(&FnInst { args, ..inst(&program, "id") });
    assert!(at(vec![Ty::Bool]).is_some());
    assert!(at(vec![Ty::Int(crate::ty::IntTy::U8)]).is_some());
    assert!(at(vec![Ty::Int(crate::ty::IntTy::I32)]).is_none());
}

#[test]
fn invariants_join_the_contracts_at_public_boundaries() {
    let ty = "#[invariant(self.lo <= self.hi)] pub struct S { lo: u8, hi: u8 }";
    let source = format!("{ty} pub fn f(s: &mut S, all: &[S]) {{ s.hi += 1; }}");
    assert_eq!(claims(&source), ["overflow: s.hi + 1 <= u8::MAX", "invariant: self.lo <= self.hi"]);
    let program = program_from_source(&source);
    assert_eq!(program.contract(&inst(&program, "f")).requires.len(), 2);
    let private = format!("{ty} fn f(s: &mut S) {{ s.hi += 1; }}");
    assert_eq!(claims(&private), ["overflow: s.hi + 1 <= u8::MAX"]);
}

#[test]
fn a_clause_of_the_wrong_type_is_an_error() {
    assert_eq!(errors("#[requires(x + 1)] fn f(x: u8) {}"), ["E0200 this has type `int`, but `bool` is needed here"]);
    assert_eq!(errors("#[requires(y > 1)] fn f(x: u8) {}"), ["E0201 `y` is not known here"]);
    assert_eq!(
        errors("#[requires(x.len() > 1 && x == true)] fn f(x: u8) {}"),
        ["E0200 `u8` cannot be compared with `bool`"]
    );
    assert_eq!(errors("#[requires(x > \"a\")] fn f(x: u8) {}"), ["E0200 `u8` cannot be compared with `&str`"]);
    assert_eq!(errors("#[requires(result > 1)] fn f(x: u8) -> u8 { x }"), ["E0201 `result` is not known here"]);
    assert_eq!(errors("struct P { a: u8 } #[requires(p.b > 1)] fn f(p: P) {}"), ["E0203 `P` has no field `b`"]);
}

#[test]
fn a_clause_without_translation_stays_as_source() {
    let program = program_from_source("fn g(x: u8) -> bool { true } #[requires(g(x))] fn f(x: u8) {}");
    let contract = program.contract(&inst(&program, "f"));
    assert_eq!(contract.raw.len(), 1);
    assert_eq!(contract.raw[0].reason, "it calls `g`, which is neither `#[pure]` nor a `#[measure]`");
}

#[test]
fn library_models_are_put_in_place() {
    assert!(ir("fn f(x: u8) -> u8 { x.wrapping_add(1) }").contains("result := wrap::<u8>(x + 1)\n"));
    assert!(
        ir("fn f(x: Option<u8>) -> u8 { x.unwrap_or(1) }")
            .contains("result := if x is Option::Some { x.0 } else { 1 }\n")
    );
}

#[test]
fn integers_of_different_types_mix_in_clauses_only() {
    let source = "fn f(n: usize) { let mut w = 0; for i in 0..n { loop_invariant!(w <= 100 * i); w += 1i32; } }";
    assert!(errors(source).is_empty(), "{:?}", errors(source));
    assert_eq!(claims(source).last().map(String::as_str), Some("overflow: i32::MIN <= w + 1i32 <= i32::MAX"));
}

#[test]
fn a_quantifier_in_a_body_is_a_loop_with_its_obligations() {
    let source = "fn f(xs: &[i32]) -> bool { (1..xs.len()).all(|i| xs[i - 1] <= xs[i]) }";
    assert_eq!(claims(source), ["index: i - 1 < xs.len()", "overflow: 1 <= i", "index: i < xs.len()"]);
    assert!(ir(source).contains("forall(1..xs.len(), |i1| xs[i1 - 1] <= xs[i1])"));
}

#[test]
fn a_loop_over_an_unknown_iterator_may_end() {
    let text = ir("fn f(s: &str) -> u8 { for b in s.bytes() { g(b); } 3 } fn g(x: u8) {}");
    assert!(text.contains("unmodelled: a call of `str::bytes`"), "{text}");
    assert!(text.contains("call g("), "{text}");
    assert!(text.contains("result := 3"), "{text}");
}

#[test]
fn a_clause_changes_nothing() {
    let changed = "E0101 a clause must not change anything, and this does";
    assert_eq!(errors("#[requires(xs.pop() == None)] fn f(xs: &mut Vec<u8>) {}"), [changed]);
    let called = "E0101 a clause must not change anything, and this call may";
    assert_eq!(errors("fn g(x: &mut u8) -> bool { true } #[requires(g(x))] fn f(x: &mut u8) {}"), [called]);
}

#[test]
fn derived_order_on_structs_is_that_of_their_fields() {
    let ty = "#[derive(PartialEq, PartialOrd)] struct P { a: u8, b: u8 }";
    let text = ir(&format!("{ty} fn f(x: P, y: P) -> bool {{ x <= y }}"));
    assert!(text.contains("x.a < y.a || x.a == y.a && (x.b < y.b || x.b == y.b)"), "{text}");
}

#[test]
fn lowering_ends_on_circular_constants_and_ever_larger_types() {
    assert_eq!(outside("const A: u8 = B; const B: u8 = A; fn f() -> u8 { A }").len(), 1);
    // Each call is with a larger type; rustc gives up on it as well.
    let source = "fn g<T: Copy>(x: T, n: u8) { if n > 0 { g((x, x), n - 1) } } fn f() { g(1u8, 3) }";
    assert!(outside(source).is_empty());
}
