//! What is proved of references, with a twin that is false in each case.
use super::check;

/// A body with declared locals.
fn main(locals: &str, blocks: &str) -> String {
    format!("fn f(c: bool, n: u8) -> r: () {{ {locals} {blocks} }}")
}

#[test]
fn a_reference_to_a_field_is_the_field() {
    let text = main(
        "let t: (u8, u8); let q: &mut u8; let k: u8;",
        "bb0: t = make (u8, u8)(const 1_u8, const 2_u8); q = &mut t.1; *q = const 7_u8; k = copy *q;
         assert t.1 == 7_u8 @assert/1; assert t.0 == 1_u8 @assert/2; assert k == 7_u8 @assert/3; assert t.1 == 2_u8 @assert/4; return;",
    );
    check(&text, &["assert/1 ✓", "assert/2 ✓", "assert/3 ✓", "assert/4 ✗"]);
}

#[test]
fn a_reference_that_a_branch_chooses_changes_the_one_it_points_to() {
    let text = main(
        "let a: u8; let b: u8; let q: &mut u8;",
        "bb0: a = const 1_u8; b = const 2_u8; if c bb1 else bb2;
         bb1: q = &mut a; goto bb3;
         bb2: q = &mut b; goto bb3;
         bb3: *q = const 9_u8;
         assert c ==> a == 9_u8 && b == 2_u8 @assert/1;
         assert !c ==> a == 1_u8 && b == 9_u8 @assert/2;
         assert a == 9_u8 @assert/3; assert a == 1_u8 @assert/4; return;",
    );
    check(&text, &["assert/1 ✓", "assert/2 ✓", "assert/3 ✗", "assert/4 ✗"]);
}

#[test]
fn a_reference_that_is_kept_in_a_struct_writes_through() {
    let text = format!(
        "enum Option<T> {{ None, Some {{ 0: T }} }} struct S {{ r: &mut u8, o: Option<&mut u8> }}\n{}",
        main(
            "let a: u8; let b: u8; let q: &mut u8; let p: &mut u8; let o: Option<&mut u8>; let s: S; let t: S; let x: &mut u8;",
            "bb0: a = const 1_u8; b = const 2_u8; q = &mut a; p = &mut b; o = make Option<&mut u8>::Some(move p);
             s = make S(move q, move o); *s.r = const 5_u8; t = move s; *t.r = t.r + 1_u8;
             if t.o is Some bb1 else bb2;
             bb1: x = move (t.o as Some).0; *x = const 8_u8; goto bb2;
             bb2: assert a == 6_u8 @assert/1; assert b == 8_u8 @assert/2; assert a == 5_u8 @assert/3; return;",
        )
    );
    check(&text, &["assert/1 ✓", "assert/2 ✓", "assert/3 ✗"]);
}

#[test]
fn a_function_may_return_a_reference() {
    let text = format!(
        "fn pick(c: bool, x: &mut u8, y: &mut u8) -> r: &mut u8 {{
           bb0: if c bb1 else bb2;
           bb1: r = &mut *x; return;
           bb2: r = &mut *y; return;
         }}\n{}",
        main(
            "let a: u8; let b: u8; let p: &mut u8; let q: &mut u8; let k: &mut u8;",
            "bb0: a = const 1_u8; b = const 2_u8; p = &mut a; q = &mut b;
             k = call pick(copy c, move p, move q); *k = const 9_u8;
             assert c ==> a == 9_u8 && b == 2_u8 @assert/1; assert !c ==> b == 9_u8 && a == 1_u8 @assert/2;
             assert a == 9_u8 @assert/3; return;",
        )
    );
    check(&text, &["assert/1 ✓", "assert/2 ✓", "assert/3 ✗"]);
}

#[test]
fn a_reborrow_of_a_reborrow_comes_home() {
    let text = main(
        "let a: (u8, u8); let p: &mut (u8, u8); let q: &mut u8; let pp: &mut &mut (u8, u8); let z: (u8, u8); let zz: &mut (u8, u8);",
        "bb0: a = make (u8, u8)(const 1_u8, const 2_u8); z = copy a; if c bb1 else bb2;
         bb1: p = &mut a; goto bb3;
         bb2: p = &mut z; goto bb3;
         bb3: q = &mut (*p).0; *q = const 3_u8; pp = &mut p; (**pp).1 = const 4_u8; *q = const 3_u8;
         assert p.0 == 3_u8 @assert/1; assert p.1 == 4_u8 @assert/2; (*p).1 = const 5_u8;
         assert c ==> a.0 == 3_u8 && a.1 == 5_u8 @assert/3; assert c ==> a.1 == 4_u8 @assert/4; assert !c ==> a.1 == 2_u8 && z.1 == 5_u8 @assert/5; return;",
    );
    check(&text, &["assert/1 ✓", "assert/2 ✓", "assert/3 ✓", "assert/4 ✗", "assert/5 ✓"]);
}

#[test]
fn two_halves_of_a_slice_are_apart() {
    let text = "fn split(xs: &mut [u8], mid: usize) -> r: (&mut [u8], &mut [u8]) {
           let zero: usize; let n: usize; let a: &mut [u8]; let b: &mut [u8];
           bb0: zero = const 0_usize; n = count *xs; a = &mut (*xs)[zero..mid]; b = &mut (*xs)[mid..n];
           r = make (&mut [u8], &mut [u8])(move a, move b); return;
         }
         fn f(v: &mut Vec<u8>) -> r: () requires len(v) == 5_usize; {
           let s: &mut [u8]; let t: (&mut [u8], &mut [u8]); let a: &mut [u8]; let b: &mut [u8]; let i: usize;
           bb0: s = &mut *v; t = call split(move s, const 2_usize); a = move t.0; b = move t.1; i = const 1_usize;
           assert len(a) == 2_usize && len(b) == 3_usize @assert/1;
           (*a)[i] = const 7_u8; (*b)[i] = const 8_u8; (*a)[#0] = copy (*b)[i];
           assert v[1_usize] == 7_u8 && v[3_usize] == 8_u8 && v[0_usize] == 8_u8 @assert/2;
           assert v[2_usize] == old(v)[2_usize] && len(v) == 5_usize @assert/3;
           assert v[3_usize] == old(v)[3_usize] @assert/4; return;
         }";
    check(text, &["assert/1 ✓", "assert/2 ✓", "assert/3 ✓", "assert/4 ✗"]);
}

#[test]
fn a_parameter_may_be_set_to_another_reference() {
    let text = "fn f(v: &mut [u8]) -> r: () requires len(v) == 3_usize; {
           let one: usize; let n: usize; let t: &mut [u8];
           bb0: one = const 1_usize; n = count *v; t = &mut (*v)[one..n]; v = move t; (*v)[#0] = const 7_u8;
           assert len(v) == 2_usize && v[0_usize] == 7_u8 @assert/1;
           assert v[1_usize] == 7_u8 && len(v) == 3_usize @ensures/1; assert v[0_usize] == old(v)[0_usize] @ensures/2;
           assert v[2_usize] == old(v)[1_usize] @ensures/3; return;
         }";
    check(text, &["assert/1 ✓", "ensures/1 ✓", "ensures/2 ✓", "ensures/3 ✗"]);
}

#[test]
fn what_was_moved_is_not_ended() {
    // The first component is written through after the tuple itself is used no more.
    let text = main(
        "let a: u8; let b: u8; let p: &mut u8; let q: &mut u8; let t: (&mut u8, &mut u8); let x: &mut u8;",
        "bb0: a = const 1_u8; b = const 2_u8; p = &mut a; q = &mut b; t = make (&mut u8, &mut u8)(move p, move q);
         x = move t.0; *t.1 = const 4_u8; *x = const 5_u8; assert a == 5_u8 && b == 4_u8 @assert/1; assert false @assert/2; return;",
    );
    check(&text, &["assert/1 ✓", "assert/2 ✗"]);
}

#[test]
fn a_loop_walks_down_a_list() {
    let text = "enum List { Nil, Cons { 0: u8, 1: Box<List> } }
         fn f(l: &mut List) -> r: () {
           let cur: &mut List; let next: &mut List;
           bb0: cur = &mut *l; goto bb1;
           bb1: if cur is Cons bb2 else bb3;
           bb2: ((*cur) as Cons).0 = const 1_u8; next = &mut *((*cur) as Cons).1; cur = move next; goto bb1;
           bb3: assert cur is Nil @assert/1; assert l is Nil @assert/2; return;
         }";
    check(text, &["assert/1 ✓", "assert/2 ✗"]);
}

#[test]
fn nothing_false_follows_at_the_end() {
    for middle in [
        "q = &mut a; p = move q; *p = const 3_u8;",
        "q = &mut a; p = &mut *q; *p = const 3_u8; *q = const 4_u8;",
        "p = &mut a; q = &mut *p; *q = const 3_u8; p = &mut b; *p = const 1_u8;",
    ] {
        let text = main(
            "let a: u8; let b: u8; let p: &mut u8; let q: &mut u8;",
            &format!("bb0: a = const 1_u8; b = const 2_u8; {middle} assert false @assert/1; return;"),
        );
        check(&text, &["assert/1 ✗"]);
    }
}

#[test]
fn a_drop_runs_where_there_is_something_to_drop() {
    let text = "struct D { x: &mut u8 } enum Option<T> { None, Some { 0: T } }
         fn drop_d(d: &mut D) -> r: () { bb0: *(*d).x = const 9_u8; r = make ()(); return; }
         fn f(c: bool) -> r: () {
           let a: u8; let q: &mut u8; let d: D; let o: Option<D>; let e: D;
           bb0: a = const 1_u8; q = &mut a; d = make D(move q); if c bb1 else bb2;
           bb1: o = make Option<D>::Some(move d); goto bb3;
           bb2: o = make Option<D>::None(); drop d { d: drop_d }; goto bb3;
           bb3: drop d { d: drop_d }; drop o { (o as Some).0: drop_d };
           assert a == 9_u8 @assert/1; assert a == 1_u8 @assert/2; return;
         }";
    check(text, &["assert/1 ✓", "assert/2 ✗"]);
}

#[test]
fn what_may_have_been_moved_is_dropped_where_it_was_not() {
    let text = "struct D { x: &mut u8 }
         fn drop_d(d: &mut D) -> r: () { bb0: *(*d).x = const 9_u8; r = make ()(); return; }
         fn f(c: bool) -> r: () {
           let a: u8; let p: &mut u8; let d: D; let e: D;
           bb0: a = const 1_u8; p = &mut a; d = make D(move p); if c bb1 else bb2;
           bb1: e = move d; goto bb2;
           bb2: drop d { d: drop_d };
           assert c || a == 9_u8 @assert/1; assert !c || a == 1_u8 @assert/2; assert a == 9_u8 @assert/3; return;
         }";
    check(text, &["assert/1 ✓", "assert/2 ✓", "assert/3 ✗"]);
}

#[test]
fn a_reference_ends_where_only_one_way_there_told_its_variant() {
    let text = format!(
        "enum Option<T> {{ None, Some {{ 0: T }} }}\n{}",
        main(
            "let a: u8; let p: &mut u8; let o: Option<&mut u8>; let x: &mut u8;",
            "bb0: a = copy n; p = &mut a; o = make Option<&mut u8>::Some(move p); if o is Some bb1 else bb2;
             bb1: if n == 0_u8 bb3 else bb2;
             bb2: if o is Some bb5 else bb4;
             bb3: x = move (o as Some).0; *x = const 1_u8; goto bb5;
             bb4: goto bb5;
             bb5: assert a != 0_u8 @assert/1; assert a == n @assert/2; return;",
        )
    );
    check(&text, &["assert/1 ✓", "assert/2 ✗"]);
}
