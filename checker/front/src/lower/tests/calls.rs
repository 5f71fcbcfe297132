//! Calls: functions, closures, traits.
use super::check;

#[test]
fn closures_are_their_captures() {
    check(
        "
        fn f(k: u32) -> u32 { let mut t = (1, 2); let mut inc = |x: u32| { t.0 ^= x & k; }; inc(3); t.0 }
        ",
        "
        fn f(k: u32) -> result: u32 {
          bb0:
            _3 = 1_u32;
            _4 = 2_i32;
            t = make (u32, i32)(copy _3, copy _4);
            _6 = &mut t.0;
            _7 = &k;
            inc = make `{closure}`(move _6, move _7);
            _9 = &mut inc;
            _10 = 3_u32;
            _11 = &mut *_9;
            _8 = call f::{closure}(move _11, copy _10);
            result = copy t.0;
            return;
        }
        fn f::{closure}(_env: &mut `{closure}`, x: u32) -> result: () {
          bb0:
            _5 = copy x;
            _6 = copy *(*_env).1;
            _4 = bitand_u32(_5, _6);
            _9 = copy *(*_env).0;
            *(*_env).0 = bitxor_u32(_9, _4);
            _3 = ();
            result = ();
            return;
        }
        ",
    );
}

#[test]
fn a_function_is_a_value_without_content() {
    check(
        "
        fn g(n: u32) -> u32 { n }
        fn apply<F: FnOnce(u32) -> u32>(f: F) -> u32 { f(1) }
        fn f() -> u32 { let k = 2; apply(g) ^ apply(|x| x | k) }
        ",
        "
        fn f() -> result: u32 {
          bb0:
            k = 2_u32;
            _3 = make `{fn g}`();
            _2 = call apply<`{fn g}`>(copy _3);
            _6 = &k;
            _5 = make `{closure}`(move _6);
            _4 = call apply<`{closure}`>(copy _5);
            result = bitxor_u32(_2, _4);
            return;
        }
        ",
    );
}

#[test]
fn methods_of_a_type_parameter_are_by_contract() {
    check(
        r#"
        use refine_spec::*;
        trait Size { #[ensures(|ret| *ret < 9)] fn size(&self) -> u32; fn twice(&self) -> u32 { self.size() } }
        struct S;
        impl Size for S { fn size(&self) -> u32 { 1 } }
        fn f<T: Size>(t: &T) -> u32 { t.size() }
        fn g(s: &S) -> u32 { s.twice() }
        "#,
        r#"
        fn f<T>(t: &T) -> result: u32 {
          bb0:
            _2 = &*t;
            result = call Size::size<T, opaque "in f">(copy _2);
            return;
        }
        fn g(s: &S) -> result: u32 {
          bb0:
            _2 = &*s;
            result = call Size::twice<S>(copy _2);
            return;
        }
        "#,
    );
}

#[test]
fn preconditions_and_measures_are_claimed_at_calls() {
    check(
        r#"
        use refine_spec::*;
        #[requires(n < 100)]
        #[decreases(n)]
        fn f(n: u32) -> u32 { if n == 0 { 0 } else { f(n - 1) } }
        "#,
        r#"
        fn f(n: u32) -> result: u32
        requires n < 100_u32 "n < 100";
        decreases n "n"; {
          obligation decreases/1 "0 <= n, and n decreases" "the measure may not decrease in this recursive call";
          obligation requires/1 "n < 100" "the precondition of `f` may not hold";
          obligation overflow/1 "1 <= n" "attempt to subtract with overflow";
          bb0:
            _3 = copy n;
            _2 = _3 == 0_u32;
            if _2 bb1 else bb3;
          bb1:
            result = 0_u32;
            goto bb2;
          bb2:
            return;
          bb3:
            _5 = copy n;
            assert 1_u32 <= _5 @overflow/1;
            _4 = _5 - 1_u32;
            assert 0_int <= _4 && _4 < old(n) @decreases/1;
            result = call f(copy _4) @requires/1;
            goto bb2;
        }
        "#,
    );
}

#[test]
fn a_question_mark_returns_early() {
    check(
        "
        fn f(o: Option<u32>) -> Option<u32> { let v = o?; Some(v / 2) }
        ",
        "
        fn f(o: Option<u32>) -> result: Option<u32> {
          bb0:
            _4 = copy o;
            _5 = copy _4;
            _7 = test _5 is Some;
            if _7 bb1 else bb8;
          bb1:
            _8 = copy (_5 as Some).0;
            _9 = copy _8;
            _6 = make ControlFlow<Option<Infallible>, u32>::Continue(copy _9);
            goto bb2;
          bb2:
            _3 = move _6;
            _11 = test _3 is Continue;
            if _11 bb3 else bb5;
          bb3:
            _12 = copy (_3 as Continue).0;
            v = copy _12;
            _22 = copy v;
            _21 = _22 / 2_u32;
            result = make Option<u32>::Some(copy _21);
            goto bb4;
          bb4:
            return;
          bb5:
            _13 = copy (_3 as Break).0;
            _15 = copy _13;
            _16 = copy _15;
            _18 = test _16 is None;
            if _18 bb6 else bb7;
          bb6:
            _17 = make Option<u32>::None();
            result = move _17;
            goto bb4;
          bb7:
            _19 = copy (_16 as Some).0;
            stop;
          bb8:
            _10 = make Option<Infallible>::None();
            _6 = make ControlFlow<Option<Infallible>, u32>::Break(copy _10);
            goto bb2;
        }
        ",
    );
}
