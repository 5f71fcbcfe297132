//! Scopes: what is dropped where.
use super::check;

#[test]
fn variables_are_dropped_in_reverse_on_each_way_out() {
    check(
        "
        struct D(u32);
        impl Drop for D { fn drop(&mut self) {} }
        fn f(c: bool) -> u32 { let a = D(1); let b = D(2); if c { return a.0; } b.0 }
        ",
        "
        fn f(c: bool) -> result: u32 {
          bb0:
            _3 = 1_u32;
            a = make D(copy _3);
            _5 = 2_u32;
            b = make D(copy _5);
            _7 = copy c;
            if _7 bb1 else bb3;
          bb1:
            result = copy a.0;
            drop b { b: drop_in_place<D> };
            drop a { a: drop_in_place<D> };
            goto bb2;
          bb2:
            return;
          bb3:
            _6 = ();
            result = copy b.0;
            drop b { b: drop_in_place<D> };
            drop a { a: drop_in_place<D> };
            goto bb2;
        }
        ",
    );
}

#[test]
fn temporaries_live_as_long_as_their_statement() {
    check(
        "
        struct D(u32);
        impl Drop for D { fn drop(&mut self) {} }
        fn d() -> D { D(1) }
        fn f() -> u32 { let _ = d(); if d().0 > 0 { 1 } else { let r = &d(); r.0 } }
        ",
        "
        fn f() -> result: u32 {
          bb0:
            _1 = call d();
            drop _1 { _1: drop_in_place<D> };
            _4 = call d();
            _3 = copy _4.0;
            _2 = _3 > 0_u32;
            if _2 bb1 else bb3;
          bb1:
            drop _4 { _4: drop_in_place<D> };
            result = 1_u32;
            goto bb2;
          bb2:
            return;
          bb3:
            drop _4 { _4: drop_in_place<D> };
            _6 = call d();
            r = &_6;
            result = copy (*r).0;
            drop _6 { _6: drop_in_place<D> };
            goto bb2;
        }
        ",
    );
}

#[test]
fn an_assignment_drops_what_was_there() {
    check(
        "
        struct D(u32);
        impl Drop for D { fn drop(&mut self) {} }
        fn f(mut d: D) -> D { d = D(7); d }
        ",
        "
        fn f(d: D) -> result: D {
          bb0:
            _4 = 7_u32;
            _3 = make D(copy _4);
            drop d { d: drop_in_place<D> };
            d = move _3;
            _2 = ();
            drop _3 { _3: drop_in_place<D> };
            result = move d;
            drop d { d: drop_in_place<D> };
            return;
        }
        ",
    );
}
