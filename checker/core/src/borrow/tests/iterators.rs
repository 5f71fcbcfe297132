//! Loops over iterators that are structs with a `next` in MIR, as `specs/std` has them: what is inferred of them.
use super::check;

const MODELS: &str = "
enum Option<T> { None, Some { 0: T } }
struct Range { start: usize, end: usize }
std struct Iter { xs: &[u8], lo: usize, hi: usize } invariant self.lo <= self.hi && self.hi <= len(self.xs);
struct Enumerate { iter: Iter, count: usize }
struct IterMut { rest: &mut [u8] }
fn range_next(self: &mut Range) -> r: Option<usize> {
  let c: bool; let at: usize;
  bb0: c = self.start < self.end; if c bb1 else bb2;
  bb1: at = copy (*self).start; (*self).start = at + 1_usize; r = make Option<usize>::Some(move at); return;
  bb2: r = make Option<usize>::None(); return;
}
fn iter_next(self: &mut Iter) -> r: Option<&u8> {
  let c: bool; let at: usize; let x: &u8;
  bb0: c = self.lo < self.hi; if c bb1 else bb2;
  bb1: at = copy (*self).lo; (*self).lo = at + 1_usize; x = &(*(*self).xs)[at]; r = make Option<&u8>::Some(copy x); return;
  bb2: r = make Option<&u8>::None(); return;
}
fn enumerate_next(self: &mut Enumerate) -> r: Option<(usize, &u8)> {
  let inner: &mut Iter; let o: Option<&u8>; let at: usize; let t: (usize, &u8);
  bb0: inner = &mut (*self).iter; o = call iter_next(move inner); if o is Some bb1 else bb2;
  bb1: at = copy (*self).count; (*self).count = at + 1_usize; t = make (usize, &u8)(copy at, move (o as Some).0);
       r = make Option<(usize, &u8)>::Some(move t); return;
  bb2: r = make Option<(usize, &u8)>::None(); return;
}
fn take(place: &mut &mut [u8]) -> r: &mut [u8] {
  let none: [u8; 0]; let e: &mut [u8];
  bb0: none = make [u8; 0](); e = &mut none; r = move *place; *place = move e; return;
}
fn iter_mut_next(self: &mut IterMut) -> r: Option<&mut u8> {
  let p: &mut &mut [u8]; let rest: &mut [u8]; let n: usize; let c: bool; let x: &mut u8; let tail: &mut [u8]; let one: usize;
  bb0: p = &mut (*self).rest; rest = call take(move p); n = count *rest; one = const 1_usize; c = n == 0_usize; if c bb1 else bb2;
  bb1: r = make Option<&mut u8>::None(); return;
  bb2: x = &mut (*rest)[#0]; tail = &mut (*rest)[one..n]; (*self).rest = move tail; r = make Option<&mut u8>::Some(move x); return;
}
";

fn with(text: &str) -> String {
    format!("{MODELS}{text}")
}

#[test]
fn a_range_stays_within_its_bounds() {
    let text = with(
        "fn f(xs: &[u8], n: usize) -> r: () requires n <= len(xs); {
           let it: Range; let p: &mut Range; let o: Option<usize>; let i: usize; let k: usize;
           bb0: it = make Range(const 0_usize, copy n); k = const 0_usize; goto bb1;
           bb1: p = &mut it; o = call range_next(move p); if o is Some bb2 else bb3;
           bb2: i = move (o as Some).0; assert i < len(xs) @index/1; assert k == i @assert/1; k = k + 1_usize; goto bb1;
           bb3: assert k == n @assert/2; assert n > 0_usize @assert/3; return;
         }",
    );
    check(&text, &["index/1 ✓", "assert/1 ✓", "assert/2 ✓", "assert/3 ✗"]);
}

#[test]
fn elements_are_those_of_the_slice() {
    let text = with(
        "fn f(xs: &[u8]) -> r: usize requires forall(0_usize..len(xs), %0: xs[%0] < 10_u8); {
           let it: Iter; let p: &mut Iter; let o: Option<&u8>; let x: &u8; let n: usize; let k: usize;
           bb0: n = count *xs; it = make Iter(copy xs, const 0_usize, copy n); k = const 0_usize; goto bb1;
           bb1: p = &mut it; o = call iter_next(move p); if o is Some bb2 else bb3;
           bb2: x = move (o as Some).0; assert x < 10_u8 @assert/1; assert k + 1_usize <= 18446744073709551615_int @overflow/1;
                if x == 0_u8 bb4 else bb1;
           bb3: r = copy k; assert r <= len(xs) @ensures/1; assert r < len(xs) @ensures/2; return;
           bb4: k = k + 1_usize; goto bb1;
         }",
    );
    check(&text, &["assert/1 ✓", "overflow/1 ✓", "ensures/1 ✓", "ensures/2 ✗"]);
}

#[test]
fn a_count_goes_in_step_with_the_elements() {
    let text = with(
        "fn f(xs: &[u8], ys: &[u8]) -> r: () requires len(ys) == len(xs); {
           let it: Iter; let e: Enumerate; let p: &mut Enumerate; let o: Option<(usize, &u8)>; let x: &u8; let n: usize; let i: usize;
           bb0: n = count *xs; it = make Iter(copy xs, const 0_usize, copy n); e = make Enumerate(move it, const 0_usize); goto bb1;
           bb1: p = &mut e; o = call enumerate_next(move p); if o is Some bb2 else bb3;
           bb2: i = copy (o as Some).0.0; x = copy (o as Some).0.1; assert i < len(ys) @index/1; assert x == xs[i] @assert/1; goto bb1;
           bb3: assert false @assert/2; return;
         }",
    );
    check(&text, &["index/1 ✓", "assert/1 ✓", "assert/2 ✗"]);
}

#[test]
fn elements_are_set_one_by_one() {
    let text = with(
        "fn f(v: &mut Vec<u8>) -> r: () {
           let s: &mut [u8]; let it: IterMut; let p: &mut IterMut; let o: Option<&mut u8>; let x: &mut u8; let k: usize;
           invariant forall(0_usize..k, %0: v[%0] == 7_u8) && k + len(it.rest) == len(v) \"\" @loop-entry/1 @loop-preserved/1;
           bb0: s = &mut *v; it = make IterMut(move s); k = const 0_usize; goto bb1;
           bb1: clause 0; p = &mut it; o = call iter_mut_next(move p); if o is Some bb2 else bb3;
           bb2: x = move (o as Some).0; *x = const 7_u8; k = k + 1_usize; goto bb1;
           bb3: assert len(v) == len(old(v)) @ensures/1; assert forall(0_usize..len(v), %0: v[%0] == 7_u8) @ensures/2; assert false @ensures/3; return;
         }",
    );
    check(&text, &["loop-entry/1 ✓", "loop-preserved/1 ✓", "ensures/1 ✓", "ensures/2 ✓", "ensures/3 ✗"]);
}

#[test]
fn a_reference_in_a_closure_keeps_its_end() {
    let text = with(
        "struct Env { total: &mut u32 }
         fn call(env: &mut Env, x: u32) -> r: () { bb0: *(*env).total = env.total + wrap_u32(x); r = make ()(); return; }
         fn f(n: u32) -> r: () requires n <= 9_u32; {
           let total: u32; let q: &mut u32; let env: Env; let e: &mut Env; let i: u32; let u: ();
           invariant env.total == i && i <= n \"\" @loop-entry/1 @loop-preserved/1;
           bb0: total = const 0_u32; q = &mut total; env = make Env(move q); i = const 0_u32; goto bb1;
           bb1: clause 0; if i < n bb2 else bb3;
           bb2: e = &mut env; u = call call(move e, const 1_u32); i = i + 1_u32; goto bb1;
           bb3: assert total == n @ensures/1; assert false @ensures/2; return;
         }",
    );
    check(&text, &["loop-entry/1 ✓", "loop-preserved/1 ✓", "ensures/1 ✓", "ensures/2 ✗"]);
}
