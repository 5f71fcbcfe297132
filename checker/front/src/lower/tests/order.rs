//! Order of evaluation and the claims before dangerous operations.
use super::check;

#[test]
fn an_assignment_evaluates_its_value_first() {
    check(
        r#"
        fn f(a: &mut [u32; 3], i: usize) { a[i] = { a[0] = 3; a[1] }; }
        "#,
        r#"
        fn f(a: &mut [u32; 3], i: usize) -> result: () {
          obligation index/1 "i < a.len()" "index out of bounds";
          obligation index/2 "0 < a.len()" "index out of bounds";
          obligation index/3 "1 < a.len()" "index out of bounds";
          bb0:
            _6 = 3_u32;
            _7 = 0_usize;
            _8 = count *a;
            assert _7 < _8 @index/2;
            (*a)[_7] = copy _6;
            _5 = ();
            _9 = 1_usize;
            _10 = count *a;
            assert _9 < _10 @index/3;
            _4 = copy (*a)[_9];
            _11 = copy i;
            _12 = count *a;
            assert _11 < _12 @index/1;
            (*a)[_11] = copy _4;
            _3 = ();
            result = ();
            return;
        }
        "#,
    );
}

#[test]
fn an_operation_on_numbers_evaluates_its_right_side_first() {
    check(
        r#"
        fn f(a: &mut [i32], i: usize, x: i32) { a[i] -= x / 2; }
        "#,
        r#"
        fn f(a: &mut [i32], i: usize, x: i32) -> result: () {
          obligation index/1 "i < a.len()" "index out of bounds";
          obligation overflow/1 "i32::MIN <= a[i] - x / 2 <= i32::MAX" "attempt to subtract with overflow";
          bb0:
            _6 = copy x;
            _5 = _6 / 2_i32;
            _7 = copy i;
            _8 = count *a;
            assert _7 < _8 @index/1;
            _9 = copy (*a)[_7];
            assert -2147483648_int <= _9 - _5 && _9 - _5 <= 2147483647_int @overflow/1;
            (*a)[_7] = _9 - _5;
            _4 = ();
            result = ();
            return;
        }
        "#,
    );
}

#[test]
fn an_operation_by_a_trait_evaluates_its_place_first() {
    check(
        r#"
        struct W(u32);
        impl std::ops::AddAssign<u32> for W { fn add_assign(&mut self, other: u32) { self.0 ^= other; } }
        fn g() -> u32 { 1 }
        fn f(w: &mut [W; 2], i: usize) { w[i] += g(); }
        "#,
        r#"
        fn f(w: &mut [W; 2], i: usize) -> result: () {
          obligation index/1 "i < w.len()" "index out of bounds";
          bb0:
            _4 = copy i;
            _5 = count *w;
            assert _4 < _5 @index/1;
            _6 = call g();
            _7 = &mut (*w)[_4];
            _3 = call W::add_assign(move _7, copy _6);
            result = ();
            return;
        }
        "#,
    );
}

#[test]
fn a_receiver_is_borrowed_when_its_arguments_are_there() {
    check(
        "
        fn f(v: &mut Vec<usize>) { v.push(v.len()); }
        ",
        "
        fn f(v: &mut Vec<usize>) -> result: () {
          bb0:
            _4 = &*v;
            _5 = copy _4;
            _9 = &*_5;
            _8 = &*_9;
            _7 = &*_8;
            _6 = count *_7;
            _3 = move _6;
            _10 = &mut *v;
            _11 = move _10;
            _12 = copy _3;
            _15 = &mut *_11;
            _16 = copy _12;
            _14 = intrinsic push(move _15, copy _16);
            _13 = ();
            _2 = move _13;
            result = ();
            return;
        }
        ",
    );
}

#[test]
fn fields_are_evaluated_as_they_are_written_then_the_base() {
    check(
        "
        struct S { a: u32, b: u32, c: u32 }
        fn n(k: u32) -> u32 { k }
        fn s() -> S { S { a: 1, b: 2, c: 3 } }
        fn f() -> S { S { c: n(1), a: n(2), ..s() } }
        ",
        "
        fn f() -> result: S {
          bb0:
            _2 = 1_u32;
            _1 = call n(copy _2);
            _4 = 2_u32;
            _3 = call n(copy _4);
            _5 = call s();
            result = make S(copy _3, copy _5.b, copy _1);
            return;
        }
        ",
    );
}

#[test]
fn arithmetic_makes_its_claims() {
    check(
        r#"
        fn f(a: i32, b: i32, n: u8) -> i32 { -a + (a - b) % b + (a << n) }
        "#,
        r#"
        fn f(a: i32, b: i32, n: u8) -> result: i32 {
          obligation overflow/1 "a != i32::MIN" "attempt to negate with overflow";
          obligation overflow/2 "i32::MIN <= -a + (a - b) % b <= i32::MAX" "attempt to add with overflow";
          obligation overflow/3 "i32::MIN <= -a + (a - b) % b + (a << n) <= i32::MAX" "attempt to add with overflow";
          obligation overflow/4 "i32::MIN <= a - b <= i32::MAX" "attempt to subtract with overflow";
          obligation division/1 "b != 0" "attempt to calculate the remainder with a divisor of zero";
          obligation overflow/5 "(a - b) != i32::MIN || b != -1" "attempt to calculate the remainder with overflow";
          obligation overflow/6 "n < 32" "attempt to shift left with overflow";
          bb0:
            _6 = copy a;
            assert _6 != -2147483648_i32 @overflow/1;
            _5 = neg(_6);
            _9 = copy a;
            _10 = copy b;
            assert -2147483648_int <= _9 - _10 && _9 - _10 <= 2147483647_int @overflow/4;
            _8 = _9 - _10;
            _11 = copy b;
            assert _11 != 0_i32 @division/1;
            assert _8 != -2147483648_i32 || _11 != -1_i32 @overflow/5;
            _7 = _8 % _11;
            assert -2147483648_int <= _5 + _7 && _5 + _7 <= 2147483647_int @overflow/2;
            _4 = _5 + _7;
            _13 = copy a;
            _14 = copy n;
            assert _14 < 32_int @overflow/6;
            _12 = shl_i32(_13, _14);
            assert -2147483648_int <= _4 + _12 && _4 + _12 <= 2147483647_int @overflow/3;
            result = _4 + _12;
            return;
        }
        "#,
    );
}

#[test]
fn negative_literals_are_literals() {
    check(
        "
        fn f() -> i8 { -128 }
        ",
        "
        fn f() -> result: i8 {
          bb0:
            result = -128_i8;
            return;
        }
        ",
    );
}

#[test]
fn casts_and_discriminants() {
    check(
        "
        #[derive(Clone, Copy)]
        enum E { A = 3, B }
        fn f(x: i64, c: char, e: E) -> (u8, u32, i32) { (x as u8, c as u32, e as i32) }
        ",
        "
        fn f(x: i64, c: char, e: E) -> result: (u8, u32, i32) {
          bb0:
            _5 = copy x;
            _4 = wrap_u8(_5);
            _7 = copy c;
            _6 = _7;
            _9 = copy e;
            _8 = (if _9 is A { 3_int } else { 4_int } : i32);
            result = make (u8, u32, i32)(copy _4, copy _6, copy _8);
            return;
        }
        ",
    );
}
