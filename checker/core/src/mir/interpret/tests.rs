//! Runs of bodies written as text.
use super::{Predicted, repeats, run};
use crate::mir::listing::Listing;
use crate::ty::FnInst;
use crate::value::Value;

fn int(n: i64) -> Value {
    Value::Int(n.into())
}

fn ints(all: &[i64]) -> Value {
    Value::Seq(all.iter().copied().map(int).collect())
}

/// Runs the last function.
fn outcome(text: &str, args: &[Value]) -> Predicted {
    let program = Listing::parse(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    let inst: FnInst = program.bodies.last().expect("a body").inst.clone();
    run(&program, &inst, args, 10_000)
}

#[test]
fn a_sum_over_a_slice() {
    let text = "fn f(xs: &[u8]) -> r: u32 {
       let i: usize; let n: usize;
       bb0: i = const 0_usize; n = count *xs; r = const 0_u32; goto bb1;
       bb1: if i < n bb2 else bb3;
       bb2: assert i < len(xs) @index/1; r = (r + xs[i] : u32); i = i + 1_usize; goto bb1;
       bb3: return;
     }";
    assert_eq!(outcome(text, &[ints(&[1, 2, 3])]), Predicted::Returned(int(6), Vec::new()));
}

#[test]
fn what_references_point_to_changes() {
    let text = "struct S { r: &mut [u8], n: usize }
     fn set(s: &mut S) -> r: () { bb0: (*(*s).r)[#0] = const 9_u8; (*s).n = const 1_usize; r = make ()(); return; }
     fn f(v: &mut Vec<u8>) -> r: usize {
       let lo: usize; let hi: usize; let p: &mut [u8]; let s: S; let q: &mut S; let u: (); let w: &mut Vec<u8>;
       bb0: lo = const 1_usize; hi = count *v; p = &mut (*v)[lo..hi]; s = make S(move p, const 0_usize); q = &mut s;
            u = call set(move q); (*s.r)[#1 from end] = const 8_u8; w = &mut *v; u = intrinsic push(move w, const 7_u8); r = copy s.n; return;
     }";
    let expected = Predicted::Returned(int(1), vec![(0, ints(&[1, 9, 8, 7]))]);
    assert_eq!(outcome(text, &[ints(&[1, 2, 3])]), expected);
}

#[test]
fn a_failed_claim_ends_the_run() {
    let text = "fn f(x: i8) -> r: i8 { bb0: assert x + 1_i8 <= 127_int @overflow/1; r = x + 1_i8; return; }";
    assert_eq!(outcome(text, &[int(1)]), Predicted::Returned(int(2), Vec::new()));
    let Predicted::Failed(obligation) = outcome(text, &[int(127)]) else { panic!("no failure") };
    assert_eq!(obligation.id, "f/overflow/1");
}

#[test]
fn only_what_is_there_is_dropped() {
    let text = "struct D { x: &mut u8 } enum Option<T> { None, Some { 0: T } }
     fn drop_d(d: &mut D) -> r: () { bb0: *(*d).x = wrap_u8(d.x + 1_u8); r = make ()(); return; }
     fn f(c: bool) -> r: u8 {
       let a: u8; let q: &mut u8; let d: D; let o: Option<D>;
       bb0: a = const 1_u8; q = &mut a; d = make D(move q); if c bb1 else bb2;
       bb1: o = make Option<D>::Some(move d); goto bb3;
       bb2: o = make Option<D>::None(); goto bb3;
       bb3: drop d { d: drop_d }; drop o { (o as Some).0: drop_d }; r = copy a; return;
     }";
    for c in [true, false] {
        assert_eq!(outcome(text, &[Value::Bool(c)]), Predicted::Returned(int(2), Vec::new()));
    }
}

#[test]
fn bits_wrap_as_rust_does() {
    let text = "fn f(x: i8, y: i8) -> r: (i8, i8, i8, i8) {
       bb0: r = (bitand_i8(x, y), bitxor_i8(x, y), shl_i8(x, 3_u32), shr_i8(x, 2_u32)); return; }";
    for (x, y) in [(-5i8, 77i8), (127, -128), (-1, 3)] {
        let expected = [x & y, x ^ y, x << 3, x >> 2].map(|n| int(n.into())).to_vec();
        let found = outcome(text, &[int(x.into()), int(y.into())]);
        assert_eq!(found, Predicted::Returned(Value::Tuple(expected), Vec::new()));
    }
}

#[test]
fn what_never_ends_runs_out_of_fuel() {
    assert_eq!(outcome("fn f() -> r: () { bb0: goto bb0; }", &[]), Predicted::OutOfFuel);
    assert_eq!(outcome("fn f() -> r: () { bb0: r = call f(); return; }", &[]), Predicted::OutOfFuel);
}

/// Whether the last function is seen to go round in circles.
fn circles(text: &str, args: &[Value]) -> bool {
    let program = Listing::parse(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    let inst: FnInst = program.bodies.last().expect("a body").inst.clone();
    repeats(&program, &inst, args, 100_000)
}

#[test]
fn a_state_that_comes_again_is_seen() {
    assert!(circles("fn f() -> r: () { bb0: goto bb0; }", &[]));
    // It goes down in steps of two, and past zero all around.
    let text = "fn f(x: u8) -> r: () {
       bb0: goto bb1;
       bb1: if x == 0_u8 bb3 else bb2;
       bb2: x = wrap_u8(x - 2_u8); goto bb1;
       bb3: r = make ()(); return;
     }";
    assert!(circles(text, &[int(7)]));
    assert!(!circles(text, &[int(8)]));
    // What only grows comes to no state again, though it comes by the same place.
    let text =
        "fn f() -> r: () { let x: u64; bb0: x = const 0_u64; goto bb1; bb1: x = wrap_u64(x + 1_u64); goto bb1; }";
    assert!(!circles(text, &[]));
}

#[test]
fn a_state_is_all_that_its_references_lead_to() {
    // The same variable is borrowed in every turn, through another cell.
    let loops = |by: &str| {
        format!(
            "fn add(x: &mut u8) -> r: () {{ bb0: *x = wrap_u8(x + {by}_u8); r = make ()(); return; }}
             fn f(x: &mut u8) -> r: () {{
               let q: &mut u8;
               bb0: goto bb1;
               bb1: if x == 9_u8 bb3 else bb2;
               bb2: q = &mut *x; r = call add(move q); goto bb1;
               bb3: r = make ()(); return;
             }}"
        )
    };
    assert!(circles(&loops("0"), &[int(1)]));
    assert!(circles(&loops("2"), &[int(0)]));
    assert!(!circles(&loops("1"), &[int(1)]));
}

#[test]
fn what_may_be_any_value_is_no_state() {
    let text = "fn f() -> r: () { let x: u8; bb0: havoc x; goto bb0; }";
    assert!(!circles(text, &[]));
}

#[test]
fn what_is_made_of_any_value_is_any_value_and_no_more() {
    let text = "fn f(x: u8) -> r: u8 {
       let any: u8; let more: u8;
       bb0: havoc any; more = any / 2_u8; if x == 0_u8 bb1 else bb2;
       bb1: r = copy x; return;
       bb2: r = copy more; return;
     }";
    assert_eq!(outcome(text, &[int(0)]), Predicted::Returned(int(0), Vec::new()));
    assert!(matches!(outcome(text, &[int(1)]), Predicted::Unmodelled(_)));
}
