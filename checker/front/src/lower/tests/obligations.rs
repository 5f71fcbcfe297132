//! What is claimed of a body, in whose words, and where rustc reports that it fails.
use refine_core::obligation::Obligation;
use refine_core::program::Program;
use refine_core::ty::{IntTy, Ty};

use super::lowered;
use crate::testing;

/// The obligations of `f`.
fn obligations(source: &str) -> Vec<Obligation> {
    testing::with(source, |cx| {
        let item = cx.items.fns.iter().find(|item| item.def.path == "f").expect("a function `f`");
        super::super::body(cx, &cx.identity(item.id)).expect("a body").obligations
    })
}

/// The obligations of `f` as `kind: claim`.
fn claims(source: &str) -> Vec<String> {
    obligations(source).iter().map(|o| format!("{}: {}", o.kind, o.claim)).collect()
}

#[test]
fn a_claim_says_what_the_user_wrote() {
    let all = obligations(
        r#"fn f(x: Option<u8>, y: Result<u8, u8>, mut t: u32, w: u32) {
            x.expect("one is there"); y.expect_err("none"); y.unwrap();
            t += w * w; t = t + (w); t -= w - 1;
        }"#,
    );
    let claims: Vec<&str> = all.iter().filter(|o| o.kind.name() == "overflow").map(|o| o.claim.as_str()).collect();
    assert_eq!(claims, ["t + w * w <= u32::MAX", "w * w <= u32::MAX", "t + (w) <= u32::MAX", "w - 1 <= t", "1 <= w"]);
}

#[test]
fn obligations_are_numbered_by_kind_and_function() {
    let all =
        obligations("mod m { pub fn g(x: u8) -> u8 { x + 1 } } fn f(a: i8, b: i8) -> i8 { let c = a - b; c + a % 3 }");
    let ids: Vec<&str> = all.iter().map(|o| o.id.as_str()).collect();
    assert_eq!(ids, ["f/overflow/1", "f/overflow/2"]);
}

#[test]
fn panics_are_placed_where_rustc_reports_them() {
    // Lines and columns as rustc 1.95 printed them for these bodies.
    let at = |body: &str| -> Vec<(u32, u32)> {
        let source = format!("fn f(xs: Vec<i32>, ys: &[i32], n: usize, o: Option<i32>, z: i32) {{\n    {body}\n}}");
        let all = obligations(&source);
        all.iter().filter_map(|o| o.panics_at).map(|at| (at.line, at.column)).collect()
    };
    assert_eq!(at("let q = 1  +  2 * (4 / z);"), [(2, 13), (2, 19), (2, 23), (2, 23)]);
    assert_eq!(at("ys[n];"), [(2, 5)]);
    assert_eq!(at("std::panic!(\"oh\");"), [(2, 5)]);
    assert_eq!(at("assert!(z > 3, \"no\");"), [(2, 5)]);
}

#[test]
fn a_comparison_is_what_its_type_says() {
    let eq = "impl PartialEq for P { fn eq(&self, o: &P) -> bool { true } }";
    let text = lowered(&format!("struct P {{ x: u8 }} {eq} fn f(a: &P, b: &P) -> bool {{ a == b }}"), false);
    assert!(text.contains("call P::eq("), "{text}");
    let text = lowered("#[derive(PartialEq)] struct P { x: u8 } fn f(a: &P, b: &P) -> bool { a != b }", false);
    assert!(!text.contains("call") && text.contains(" != "), "{text}");
    let text = lowered(
        "#[derive(PartialEq, PartialOrd)] struct P { a: u8, b: u8 } fn f(x: P, y: P) -> bool { x <= y }",
        false,
    );
    assert!(!text.contains("call"), "{text}");
}

#[test]
fn invariants_are_claimed_at_public_boundaries() {
    let ty = "use refine_spec::*; #[invariant(self.lo <= self.hi)] pub struct S { lo: u8, hi: u8 }";
    let public = format!("{ty} pub fn f(s: &mut S, all: &[S]) {{ s.hi += 1; }}");
    assert_eq!(claims(&public), ["overflow: s.hi + 1 <= u8::MAX", "invariant: self.lo <= self.hi"]);
    let private = format!("{ty} fn f(s: &mut S) {{ s.hi += 1; }}");
    assert_eq!(claims(&private), ["overflow: s.hi + 1 <= u8::MAX"]);
    testing::with(&public, |cx| {
        let program = crate::program::program(cx).program;
        assert_eq!(program.contract(&cx.identity(cx.items.fns[0].id)).requires.len(), 2);
    });
}

#[test]
fn integers_of_different_types_mix_in_clauses_only() {
    let source = "use refine_spec::*;
        fn f(n: usize) { let mut w = 0; for i in 0..n { loop_invariant!(w <= 100 * i); w += 1i32; } }";
    assert_eq!(claims(source).last().map(String::as_str), Some("overflow: i32::MIN <= w + 1i32 <= i32::MAX"));
}

#[test]
fn generic_functions_are_lowered_for_each_use() {
    testing::with("fn id<T>(x: T) -> T { x } fn f() -> u8 { id(true); id(3) }", |cx| {
        let program = crate::program::program(cx).program;
        let identity = cx.identity(cx.items.fns[0].id);
        let at = |ty: Ty| program.body(&refine_core::ty::FnInst { args: vec![ty], ..identity.clone() });
        assert!(at(Ty::Bool).is_some());
        assert!(at(Ty::Int(IntTy::U8)).is_some());
        assert!(at(Ty::Int(IntTy::I32)).is_none());
    });
}

#[test]
fn what_has_no_end_ends_here() {
    let outside = |source: &str| {
        testing::with(source, |cx| {
            let program = crate::program::program(cx).program;
            let item = cx.items.fns.iter().find(|item| item.def.path == "f").expect("a function `f`");
            program.body(&cx.identity(item.id)).expect("a body").unmodelled.len()
        })
    };
    assert_eq!(outside("const A: u8 = B; const B: u8 = A; fn f() -> u8 { A }"), 0);
    assert_eq!(outside("type A = B; type B = A; fn f(a: A) -> A { a }"), 1);
    // Each call is with a larger type; rustc gives up on it as well.
    assert_eq!(outside("fn g<T: Copy>(x: T, n: u8) { if n > 0 { g((x, x), n - 1) } } fn f() { g(1u8, 3) }"), 0);
}

#[test]
fn nothing_is_known_of_what_another_macro_may_change() {
    testing::with("#[other::twice] #[refine_spec::pure] fn f(x: u8) -> u8 { x } fn g(x: u8) -> u8 { x }", |cx| {
        let program = crate::program::program(cx).program;
        let unmodelled = |at: usize| program.body(&cx.identity(cx.items.fns[at].id)).expect("a body").unmodelled.len();
        assert_eq!((unmodelled(0), unmodelled(1)), (1, 0));
        assert!(program.pure_def(&cx.identity(cx.items.fns[0].id)).is_none(), "nor does a clause see it");
    });
}
