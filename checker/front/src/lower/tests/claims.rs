//! Assertions, panics, and what is outside the model.
use super::check;

#[test]
fn assertions_claim_their_condition_in_place() {
    check(
        r#"
        fn f(a: u32, b: u32) { assert!(a < b); assert!(a > 0, "no {a}"); assert_eq!(a, b); debug_assert_ne!(a, 3); }
        "#,
        r#"
        fn f(a: u32, b: u32) -> result: () {
          obligation assert/1 "a < b" "assertion failed: a < b";
          obligation assert/2 "a > 0" "assertion failed";
          obligation assert/3 "a == b" "assertion `left == right` failed";
          obligation assert/4 "a != 3" "assertion `left != right` failed";
          bb0:
            _5 = copy a;
            _6 = copy b;
            _4 = _5 < _6;
            assert _4 @assert/1;
            _3 = ();
            _9 = copy a;
            _8 = _9 > 0_u32;
            assert _8 @assert/2;
            _7 = ();
            _12 = &a;
            _13 = &b;
            _11 = make (&u32, &u32)(copy _12, copy _13);
            left_14 = copy _11.0;
            right_15 = copy _11.1;
            _17 = copy *left_14;
            _18 = copy *right_15;
            _16 = _17 == _18;
            assert _16 @assert/3;
            _10 = ();
            _22 = &a;
            _24 = 3_u32;
            _23 = &_24;
            _21 = make (&u32, &u32)(copy _22, copy _23);
            left_25 = copy _21.0;
            right_26 = copy _21.1;
            _28 = copy *left_25;
            _29 = copy *right_26;
            _27 = _28 == _29;
            assert !_27 @assert/4;
            _20 = ();
            _19 = ();
            result = ();
            return;
        }
        "#,
    );
}

#[test]
fn panics_are_never_reached() {
    check(
        r#"
        fn f(x: u32) -> u32 { match x { 0 => unreachable!("never {}", x), 1 => todo!(), 2 => panic!("two"), n => n } }
        "#,
        r#"
        fn f(x: u32) -> result: u32 {
          obligation panic/1 "this is never reached" "internal error: entered unreachable code";
          obligation panic/2 "this is never reached" "not yet implemented";
          obligation panic/3 "this is never reached" "two";
          bb0:
            _2 = copy x;
            if _2 == 0_u32 bb1 else bb2;
          bb1:
            _9 = &x;
            _8 = make (&u32,)(copy _9);
            _12 = &*_8.0;
            havoc _11;
            _10 = make [Argument; 1](copy _11);
            havoc _14;
            _13 = &*_14;
            _16 = &_10;
            _15 = &*_16;
            havoc _7;
            _6 = &_7;
            _5 = make (&Arguments,)(copy _6);
            _19 = &*_5.0;
            havoc _18;
            _17 = make [Argument; 1](copy _18);
            havoc _21;
            _20 = &*_21;
            _23 = &_17;
            _22 = &*_23;
            havoc _4;
            assert false @panic/1;
            stop;
          bb2:
            _24 = copy x;
            if _24 == 1_u32 bb3 else bb4;
          bb3:
            havoc _26;
            assert false @panic/2;
            stop;
          bb4:
            _27 = copy x;
            if _27 == 2_u32 bb5 else bb6;
          bb5:
            havoc _30;
            havoc _29;
            assert false @panic/3;
            stop;
          bb6:
            n = copy x;
            result = copy n;
            return;
        }
        "#,
    );
}

#[test]
fn what_is_outside_says_so_and_hides_no_jump() {
    check(
        r#"
        fn f(p: *const u32, o: Option<u32>) -> Option<u32> { let x = unsafe { *p.wrapping_add(o? as usize) }; Some(x) }
        "#,
        r#"
        fn f(p: opaque "*const u32", o: Option<u32>) -> result: Option<u32> {
          obligation unmodelled/1 "*p.wrapping_add(o? as usize)" "the target of a raw pointer is outside the model; it may panic";
          obligation unmodelled/2 "p.wrapping_add(o? as usize)" "a call of `core::ptr::const_ptr::*const T::wrapping_add` is outside the model; it may panic";
          bb0:
            _5 = copy p;
            _9 = copy o;
            _10 = copy _9;
            _12 = test _10 is Some;
            if _12 bb1 else bb12;
          bb1:
            _13 = copy (_10 as Some).0;
            _14 = copy _13;
            _11 = make ControlFlow<Option<Infallible>, u32>::Continue(copy _14);
            goto bb2;
          bb2:
            _8 = move _11;
            _16 = test _8 is Continue;
            if _16 bb3 else bb9;
          bb3:
            _17 = copy (_8 as Continue).0;
            _7 = copy _17;
            _6 = _7;
            unmodelled "a call of `core::ptr::const_ptr::*const T::wrapping_add`" @unmodelled/2 -> _4;
            havoc _any_26;
            if _any_26 bb4 else bb6;
          bb4:
            havoc result;
            goto bb5;
          bb5:
            return;
          bb6:
            unmodelled "the target of a raw pointer" @unmodelled/1 -> x;
            havoc _any_27;
            if _any_27 bb7 else bb8;
          bb7:
            havoc result;
            goto bb5;
          bb8:
            _28 = copy x;
            result = make Option<u32>::Some(copy _28);
            goto bb5;
          bb9:
            _18 = copy (_8 as Break).0;
            _20 = copy _18;
            _21 = copy _20;
            _23 = test _21 is None;
            if _23 bb10 else bb11;
          bb10:
            _22 = make Option<u32>::None();
            result = move _22;
            goto bb5;
          bb11:
            _24 = copy (_21 as Some).0;
            stop;
          bb12:
            _15 = make Option<Infallible>::None();
            _11 = make ControlFlow<Option<Infallible>, u32>::Break(copy _15);
            goto bb2;
        }
        "#,
    );
}

#[test]
fn floats_are_told_apart_by_nothing() {
    check(
        r#"
        fn f(x: f64) -> bool { let y = x * 2.0; y > 1.0 }
        "#,
        r#"
        fn f(x: opaque "f64") -> result: bool {
          bb0:
            _3 = copy x;
            havoc _4;
            havoc y;
            _5 = copy y;
            havoc _6;
            havoc _any;
            result = _any;
            return;
        }
        "#,
    );
}

#[test]
fn a_body_that_is_not_understood_is_outside_as_a_whole() {
    check(
        r#"
        fn f(x: u32) -> u32 { let y = x.frobnicate(); x + y }
        "#,
        r#"
        fn f(x: u32) -> result: u32 {
          obligation unmodelled/1 "x.frobnicate()" "the method `frobnicate`, which is not known here, is outside the model; it may panic";
          bb0:
            unmodelled "the method `frobnicate`, which is not known here" @unmodelled/1 -> result;
            return;
        }
        "#,
    );
}
