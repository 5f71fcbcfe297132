//! Branches, patterns and loops.
use super::{check, lowered};

#[test]
fn a_guard_sees_the_place_that_it_does_not_move() {
    check(
        "
        fn f(o: Option<u32>) -> u32 { match o { Some(n) if n > 3 => n, Some(_) => 1, None => 0 } }
        ",
        "
        fn f(o: Option<u32>) -> result: u32 {
          bb0:
            _2 = test o is Some;
            if _2 bb1 else bb4;
          bb1:
            _4 = copy (o as Some).0;
            _3 = _4 > 3_u32;
            if _3 bb2 else bb4;
          bb2:
            n = copy (o as Some).0;
            result = copy n;
            goto bb3;
          bb3:
            return;
          bb4:
            _6 = test o is Some;
            if _6 bb5 else bb6;
          bb5:
            result = 1_u32;
            goto bb3;
          bb6:
            result = 0_u32;
            goto bb3;
        }
        ",
    );
}

#[test]
fn each_alternative_is_tried_with_the_guard() {
    check(
        "
        fn f(t: (u32, u32)) -> u32 { match t { (a, 1) | (1, a) if a > 5 => a, _ => 0 } }
        ",
        "
        fn f(t: (u32, u32)) -> result: u32 {
          bb0:
            _2 = copy t.1;
            if _2 == 1_u32 bb1 else bb5;
          bb1:
            _4 = copy t.0;
            _3 = _4 > 5_u32;
            if _3 bb2 else bb5;
          bb2:
            a = copy t.0;
            goto bb3;
          bb3:
            result = copy a;
            goto bb4;
          bb4:
            return;
          bb5:
            _6 = copy t.0;
            if _6 == 1_u32 bb6 else bb8;
          bb6:
            _8 = copy t.1;
            _7 = _8 > 5_u32;
            if _7 bb7 else bb8;
          bb7:
            a = copy t.1;
            goto bb3;
          bb8:
            result = 0_u32;
            goto bb4;
        }
        ",
    );
}

#[test]
fn chains_bind_as_they_go() {
    check(
        "
        fn f(o: Option<u32>, b: bool) -> u32 { if b && let Some(x) = o && x > 2 { x } else { 0 } }
        ",
        "
        fn f(o: Option<u32>, b: bool) -> result: u32 {
          bb0:
            _3 = copy b;
            if _3 bb1 else bb5;
          bb1:
            _4 = test o is Some;
            if _4 bb2 else bb5;
          bb2:
            x = copy (o as Some).0;
            _7 = copy x;
            _6 = _7 > 2_u32;
            if _6 bb3 else bb5;
          bb3:
            result = copy x;
            goto bb4;
          bb4:
            return;
          bb5:
            result = 0_u32;
            goto bb4;
        }
        ",
    );
}

#[test]
fn let_else_leaves() {
    check(
        "
        fn f(o: Option<u32>) -> u32 { let Some(x) = o else { return 7 }; x }
        ",
        "
        fn f(o: Option<u32>) -> result: u32 {
          bb0:
            _2 = test o is Some;
            if _2 bb1 else bb3;
          bb1:
            x = copy (o as Some).0;
            result = copy x;
            goto bb2;
          bb2:
            return;
          bb3:
            result = 7_u32;
            goto bb2;
        }
        ",
    );
}

#[test]
fn slices_are_told_by_length() {
    check(
        r#"
        fn f(xs: &[u8]) -> u8 { match xs { [a, rest @ .., b] => *a ^ *b ^ rest[0], [a] => *a, _ => 0 } }
        "#,
        r#"
        fn f(xs: &[u8]) -> result: u8 {
          obligation index/1 "0 < rest.len()" "index out of bounds";
          bb0:
            _2 = count *xs;
            if 2_usize <= _2 bb1 else bb3;
          bb1:
            _3 = count *xs;
            _4 = 1_usize;
            _5 = _3 - 1_usize;
            _6 = count *xs;
            _7 = 1_usize;
            _8 = _6 - 1_usize;
            a_9 = &(*xs)[#0];
            rest = &(*xs)[_7.._8];
            b = &(*xs)[#1 from end];
            _13 = copy *a_9;
            _14 = copy *b;
            _12 = bitxor_u8(_13, _14);
            _16 = 0_usize;
            _17 = count *rest;
            assert _16 < _17 @index/1;
            _15 = copy (*rest)[_16];
            result = bitxor_u8(_12, _15);
            goto bb2;
          bb2:
            return;
          bb3:
            _18 = count *xs;
            if _18 == 1_usize bb4 else bb5;
          bb4:
            a_19 = &(*xs)[#0];
            result = copy *a_19;
            goto bb2;
          bb5:
            result = 0_u8;
            goto bb2;
        }
        "#,
    );
}

#[test]
fn conditions_of_scalars_are_one_term() {
    check(
        "
        fn f(a: u32, b: u32) -> bool { a < b && b < 9 || !(a == b) }
        ",
        "
        fn f(a: u32, b: u32) -> result: bool {
          bb0:
            _4 = copy a;
            _5 = copy b;
            _3 = _4 < _5;
            _7 = copy b;
            _6 = _7 < 9_u32;
            _9 = copy a;
            _10 = copy b;
            _8 = _9 == _10;
            result = _3 && _6 || !_8;
            return;
        }
        ",
    );
}

#[test]
fn a_while_loop_has_its_clauses_at_the_head() {
    check(
        r#"
        use refine_spec::*;
        fn f(n: u32) -> u32 { let mut i = 0; while i < n { loop_invariant!(i <= n); loop_decreases!(n - i); i += 1; } i }
        "#,
        r#"
        fn f(n: u32) -> result: u32 {
          obligation loop-entry/1 "i <= n" "the loop invariant may not hold at the start";
          obligation loop-preserved/1 "i <= n" "the loop's body may break its invariant";
          obligation decreases/1 "0 <= n - i, and n - i decreases" "the loop's measure may not decrease";
          obligation overflow/1 "i + 1 <= u32::MAX" "attempt to add with overflow";
          invariant i <= n "i <= n" @loop-entry/1 @loop-preserved/1;
          decreases (n - i : int) "n - i" @decreases/1;
          loop bb1;
          bb0:
            i = 0_u32;
            goto bb1;
          bb1:
            clause 0;
            clause 1;
            _6 = copy i;
            _7 = copy n;
            _5 = _6 < _7;
            if _5 bb2 else bb3;
          bb2:
            _8 = ();
            _9 = ();
            _11 = copy i;
            assert _11 + 1_u32 <= 4294967295_int @overflow/1;
            i = _11 + 1_u32;
            _10 = ();
            _4 = ();
            goto bb1;
          bb3:
            _3 = ();
            result = copy i;
            return;
        }
        "#,
    );
}

#[test]
fn a_for_loop_counts() {
    check(
        r#"
        use refine_spec::*;
        fn f(n: usize) -> usize { let mut s = 0; for i in 0..n { loop_invariant!(s <= i); if i == 3 { continue; } s += 1; } s }
        "#,
        r#"
        fn f(n: usize) -> result: usize {
          obligation loop-entry/1 "s <= i" "the loop invariant may not hold at the start";
          obligation loop-preserved/1 "s <= i" "the loop's body may break its invariant";
          obligation overflow/1 "s + 1 <= usize::MAX" "attempt to add with overflow";
          invariant s <= _i "s <= i" @loop-entry/1 @loop-preserved/1;
          loop bb1;
          bb0:
            s = 0_usize;
            _4 = copy n;
            _hi = _4;
            _3 = ();
            _i = 0_usize;
            goto bb1;
          bb1:
            clause 0;
            if _i < _hi bb2 else bb6;
          bb2:
            _7 = _i;
            i = copy _7;
            _10 = ();
            _13 = copy i;
            _12 = _13 == 3_usize;
            if _12 bb3 else bb5;
          bb3:
            goto bb4;
          bb4:
            _i = _i + 1_usize;
            goto bb1;
          bb5:
            _11 = ();
            _17 = copy s;
            assert _17 + 1_usize <= 18446744073709551615_int @overflow/1;
            s = _17 + 1_usize;
            _16 = ();
            _9 = ();
            goto bb4;
          bb6:
            result = copy s;
            return;
        }
        "#,
    );
}

#[test]
fn elements_are_places() {
    check(
        "
        fn f(xs: &mut Vec<u32>) { for x in xs.iter_mut() { *x = 0; } }
        ",
        "
        fn f(xs: &mut Vec<u32>) -> result: () {
          loop bb1;
          bb0:
            _2 = &mut *xs;
            _len = count *_2;
            result = ();
            _i = 0_usize;
            goto bb1;
          bb1:
            if _i < _len bb2 else bb3;
          bb2:
            _5 = _i;
            _6 = &mut (*_2)[_5];
            x = move _6;
            _10 = 0_u32;
            *x = copy _10;
            _9 = ();
            _8 = ();
            _i = _i + 1_usize;
            goto bb1;
          bb3:
            return;
        }
        ",
    );
}

#[test]
fn any_other_iterator_is_asked() {
    check(
        "
        fn f(xs: &[u32]) -> u32 { let mut s = 0; for x in xs.iter().skip(1) { s |= *x; } s }
        ",
        "
        fn f(xs: &[u32]) -> result: u32 {
          loop bb1;
          bb0:
            s = 0_u32;
            _7 = &*xs;
            _8 = copy _7;
            _10 = &*_8;
            _11 = copy _10;
            _13 = &*_11;
            _14 = 0_usize;
            _16 = &*_11;
            _15 = count *_16;
            _12 = make slice::Iter<u32>(copy _13, copy _14, copy _15);
            _9 = move _12;
            _6 = move _9;
            _17 = 1_usize;
            _18 = move _6;
            _19 = copy _17;
            _21 = move _18;
            _22 = copy _19;
            _23 = move _21;
            _24 = copy _22;
            _26 = move _23;
            _27 = copy _24;
            _25 = make Skip<slice::Iter<u32>>(move _26, copy _27);
            _20 = move _25;
            _5 = move _20;
            _28 = move _5;
            _29 = move _28;
            _4 = move _29;
            _30 = move _4;
            goto bb1;
          bb1:
            _34 = &mut _30;
            _33 = &mut *_34;
            _32 = call Skip::next<slice::Iter<u32>>(move _33);
            _35 = test _32 is None;
            if _35 bb2 else bb3;
          bb2:
            _3 = ();
            result = copy s;
            return;
          bb3:
            x = copy (_32 as Some).0;
            _39 = copy *x;
            _40 = copy s;
            s = bitor_u32(_40, _39);
            _38 = ();
            _31 = ();
            goto bb1;
        }
        ",
    );
}

#[test]
fn labels_lead_out() {
    check(
        "
        fn f(n: u32) -> u32 { let mut i = 0; 'o: loop { loop { i |= 1; if i > n { break 'o i; } if i == 2 { continue 'o; } } } }
        ",
        "
        fn f(n: u32) -> result: u32 {
          loop bb1;
          loop bb2;
          bb0:
            i = 0_u32;
            goto bb1;
          bb1:
            goto bb2;
          bb2:
            _7 = copy i;
            i = bitor_u32(_7, 1_u32);
            _6 = ();
            _10 = copy i;
            _11 = copy n;
            _9 = _10 > _11;
            if _9 bb3 else bb4;
          bb3:
            result = copy i;
            return;
          bb4:
            _8 = ();
            _15 = copy i;
            _14 = _15 == 2_u32;
            if _14 bb5 else bb6;
          bb5:
            goto bb1;
          bb6:
            _5 = ();
            goto bb2;
        }
        ",
    );
}

/// The ways of branches in the MIR of a function.
fn ways(source: &str) -> Vec<String> {
    let text = lowered(source, false);
    text.lines().filter_map(|line| line.trim().strip_prefix("way ")).map(|line| line.replace(';', "")).collect()
}

#[test]
fn branches_say_which_way_they_go() {
    let source = "fn f(a: u32, b: u32) -> u32 { if a > 1 && b > 2 { 1 } else { 2 } }";
    let whole = ["in _3 && _5", "out !(_3 && _5)"];
    let operands = ["in _3", "out !_3", "in _3 && _5", "out _3 && !_5"];
    assert_eq!(ways(source), [&whole[..], &operands[..]].concat());
    // Patterns say where they fit, and where they do not if that is one place.
    let source = "fn f(o: Option<u32>) -> u32 { if let Some(x) = o { x } else { 0 } }";
    assert_eq!(ways(source), ["in true", "out true"]);
    let source = "fn f(o: Option<u32>) -> u32 { match o { Some(x) => x, None => 0 } }";
    assert_eq!(ways(source), ["in true", "in true"]);
    let source = "fn f(o: Option<u32>) -> u32 { let Some(x) = o else { return 0 }; x }";
    assert_eq!(ways(source), ["in true", "out true"]);
    // So does what a macro makes of a pattern, at its call; else nothing is counted in what macros make.
    let source = "macro_rules! is { ($e:expr, $p:pat) => { match $e { $p => true, _ => false } } }
        fn f(o: Option<u32>) -> bool { is!(o, Some(3)) }";
    assert_eq!(ways(source), ["in true", "out true"]);
    let source = "macro_rules! least { ($a:expr, $b:expr) => { if $a < $b { $a } else { $b } } }
        fn f(a: u32, b: u32) -> u32 { least!(a, b) }";
    assert_eq!(ways(source), Vec::<String>::new());
}
