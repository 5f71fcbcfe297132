//! Text and back.
use super::listing::Listing;
use crate::program::Program as _;
use crate::testing::without_spans;
use crate::ty::FnInst;

fn listing(text: &str) -> Listing {
    Listing::parse(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// The text of a program, which reads back as the same.
#[track_caller]
fn round_trip(text: &str) {
    let first = listing(text);
    let printed = first.text();
    let second = listing(&printed);
    assert_eq!(without_spans(&first.bodies), without_spans(&second.bodies), "{printed}");
    assert_eq!(without_spans(&first.contracts), without_spans(&second.contracts), "{printed}");
    assert_eq!(printed, second.text());
}

#[test]
fn a_body_reads_back_as_it_was() {
    round_trip(
        "std struct Span<T> { at: T, lo: u32, hi: u32 } invariant self.lo <= self.hi;
         struct Point { x: u32, y: &mut u32 }
         enum Option<T> { None, Some { 0: T } }
         enum Color { Red, Green }
         fn g(c: Color) -> r: bool requires c is Red \"red\"; ensures r \"ret\";
         fn h(c: &mut Color) -> r: bool;
         fn f<T>(x: u32, v: &mut Vec<u32>, t: T, o: Option<&mut u32>, p: Point, c: Color) -> result: () requires x > 0_u32 && v[0_usize] == 1_u32 \"x > 0\"; {
           let i: usize;
           let pair: (u32, bool);
           let s: &[u32];
           let q: &&mut [(u32,); 3];
           let b: Box<Option<u32>>;
           let e: opaque \"str \\\"a\\\"\";
           invariant i <= len(v) && forall(0_usize..i, %3: v[%3] > 0_u32) \"i <= v.len()\" @loop-entry/1 @loop-preserved/1;
           decreases len(v) - i, i \"v.len() - i\" @decreases/1;
           loop bb1;
           bb0:
             i = const 0_usize;
             (*v)[i] = copy x;
             (*v)[#2] = copy x;
             s = &(*v)[i..i];
             *(o as Some).0 = copy (*v)[#1 from end];
             pair = make (u32, bool)(copy x, const true);
             b = make Option<u32>::Some(copy pair.0);
             c = make Color::Green();
             pair.1 = test o is None;
             pair.1 = o is Some || !(b is None) && (b as Some).0 >= 3_u32;
             i = count *v;
             i = len(v) - 1_usize * (i - 3_usize);
             i = (i - 3_usize - 2_usize : int);
             x = wrap_u32(x + bitand_u32(x, shl_u32(x, -3_i8)));
             x = if x == -1_i32 { p.x } else { old(x) };
             s = repeat Vec<u32>(copy x; 3_usize);
             assert x ==> x ==> pair.1 @assert/1;
             pair.1 = call g(move c) @requires/1 @\"odd\" assert;
             pair = intrinsic push(copy v, const 2_u32);
             drop p { p: g, p.x: g };
             drop o;
             unmodelled \"floats\" @unmodelled/1 -> pair.0;
             unmodelled \"more\";
             assume pair.1 by call g;
             assume new Color::Red() is Red by invariant 0 1;
             goto bb1;
           bb1:
             clause 0;
             clause 1;
             havoc (*v)[i];
             p = make Point(copy x, move (o as Some).0);
             if set(v, i, x)[0_usize] == x bb1 else bb2;
           bb2:
             return;
           bb3:
             stop;
           obligation assert/1 \"x\" \"fails\";
         }",
    );
}

#[test]
fn errors_have_a_line() {
    let error = Listing::parse("fn f() -> r: () {\n bb0:\n  x = const 3_u8;\n return; }").expect_err("no local x");
    assert_eq!(error.line, 3);
}

#[test]
fn a_pure_function_reads_back_as_it_was() {
    round_trip(
        "pure fn down(n: u32) -> r: u32 decreases n \"n\"; = if n == 0_u32 { 0_u32 } else { pure down(n - 1_u32) + 1_u32 };
         pure fn half(n: u32, by: u32) -> r: u32 = n / by where by != 0_u32 && defined down(n);
         {
           bb0:
             r = n / by;
             return;
         }
         fn f() -> r: () { bb0: return; }",
    );
    let program = listing(
        "pure fn even(n: u32) -> r: bool = n == 0_u32 || pure odd(n - 1_u32);
         pure fn odd(n: u32) -> r: bool = n != 0_u32 && pure even(n - 1_u32);
         pure fn first(n: u32) -> r: bool = pure even(n);",
    );
    let recursive = |path: &str| {
        let inst = FnInst { func: program.fn_named(path).expect("a function"), args: Vec::new() };
        program.pure_def(&inst).expect("a term").recursive
    };
    assert_eq!(["even", "odd", "first"].map(recursive), [true, true, false]);
}

#[test]
fn places_are_those_in_the_text() {
    let program =
        listing("fn f(x: u8) -> r: u8 {\n  loop bb0;\n  bb0:\n    assert x > 0_u8 @assert/1;\n    goto bb0;\n}");
    let body = &program.bodies[0];
    assert_eq!(program.sources().text(body.obligations[0].span), "assert x > 0_u8 @assert/1");
    assert_eq!(program.line_col(body.loops[0].span).line, 3);
    assert_eq!(program.sources().text(program.fns[0].span), "f");
}
