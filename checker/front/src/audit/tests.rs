//! The reading of rustc's text, and one function on both sides.
use super::{spelling, text};

#[test]
fn types_have_one_spelling() {
    for (theirs, common) in [
        ("std::vec::Vec<T>", "Vec<T>"),
        ("std::iter::Enumerate<std::slice::Iter<'_, T>>", "Enumerate<Iter<T>>"),
        ("core::fmt::rt::Argument<'_>", "Argument"),
        ("&'a mut [u8; 3]", "&mut [u8;3]"),
        ("{closure@t.rs:9:13: 9:20}", "{closure}"),
        ("<Self as Decoder<<erased>, <erased>>>::Item", "<Self as Decoder>Item"),
        ("{closure#47105}", "{closure}"),
        ("std::option::Option<(usize, &T)>", "Option<(usize,&T)>"),
        ("Box<dyn std::ops::Fn(u8) -> u8>", "Box<dyn Fn(u8) -> u8>"),
    ] {
        assert_eq!(spelling::ty(theirs), common, "{theirs}");
    }
}

#[test]
fn callees_have_one_spelling() {
    for (theirs, common) in [
        ("Vec::<T>::push", "push of Vec"),
        ("String::len", "len of String"),
        ("core::slice::<impl [T]>::iter", "iter of slice"),
        ("core::slice::<impl [[u8; C]]>::iter", "iter of slice"),
        ("core::num::<impl u8>::wrapping_add", "wrapping_add of u8"),
        ("<Vec<String> as Index<usize>>::index", "index of Index for Vec"),
        ("<std::slice::Iter<'_, T> as Iterator>::map::<usize, {closure@t.rs:1:2: 1:3}>", "map of Iterator for Iter"),
        ("<Box<dyn Fn(u8) -> u8> as Fn<(u8,)>>::call", "call of Fn for Box"),
        ("mk", "mk"),
        ("shop::mk::<u8>", "mk"),
        ("P::new", "new of P"),
    ] {
        assert_eq!(spelling::callee(theirs), common, "{theirs}");
    }
}

const MIR: &str = "
fn f(_1: &[T], _2: usize) -> Vec<T> {
    debug xs => _1;
    debug n => _2;
    let mut _0: std::vec::Vec<T>;
    scope 1 {
        debug out => _0;
        debug gone => const 3_u8;
    }

    bb0: {
        _0 = Vec::<T>::new() -> [return: bb1, unwind continue];
    }

    bb1: {
        _6 = core::slice::<impl [T]>::iter(copy _1) -> [return: bb2, unwind: bb17];
    }
}

fn f::{closure#0}(_1: &{closure@t.rs:9:13: 9:20}, _2: u8) -> usize {
    debug y => _2;
}

fn <impl at src/lib.rs:4:1: 4:16>::size(_1: &P) -> u8 {
    debug self => _1;
}
";

#[test]
fn the_text_is_read() {
    let functions = text::functions(MIR, &mut Default::default());
    let shown: Vec<String> =
        functions.iter().map(|it| format!("{}: {:?} {:?}", it.key, it.variables, it.callees)).collect();
    assert_eq!(
        shown,
        [
            r#"f: {"n": {"usize"}, "out": {"Vec<T>"}, "xs": {"&[T]"}, "y": {"u8"}} {"iter of slice", "new of Vec"}"#,
            r#"src/lib.rs:4:1 size: {"self": {"&P"}} {}"#,
        ]
    );
}

#[test]
fn what_rustc_says_is_what_we_say() {
    let source = "pub fn f<T: Clone>(xs: &[T], n: usize) -> Vec<T> { let out = Vec::new(); _ = xs.iter(); let g = |y: u8| 3; out }
/// A struct.
pub struct P;
impl P { pub fn size(&self) -> u8 { 1 } }
";
    crate::testing::with(source, |cx| {
        let report = super::audit(cx, MIR);
        assert_eq!(report.differences, []);
        assert_eq!((report.functions, report.variables, report.callees), (2, 5, 2), "{report}");
    });
}
