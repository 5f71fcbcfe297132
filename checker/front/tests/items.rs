//! Items of small crates.
#![allow(missing_docs)]
use refine_core::program::AdtDef;
use refine_front::testing::{demo, load_crates, with, with_database};
use refine_front::{Context, CrateInput};

/// A function's line in a summary.
fn fns(cx: &Context<'_>) -> Vec<String> {
    cx.items.fns.iter().map(|item| item.def.path.clone()).collect()
}

fn effects(cx: &Context<'_>, path: &str) -> Vec<String> {
    let item = cx.items.fns.iter().find(|item| item.def.path == path);
    item.map(|item| item.def.effects.iter().map(|effect| effect.what.clone()).collect()).unwrap_or_default()
}

#[test]
fn names_and_order() {
    let source = "
        fn first() { fn inner() {} struct S; impl S { fn deep(&self) {} } }
        struct P<T>(T);
        impl<T> P<T> { pub fn get(&self) -> &T { &self.0 } }
        impl<T: Clone> Clone for P<T> { fn clone(&self) -> Self { P(self.0.clone()) } }
        trait Tr { fn needed(&self); fn given(&self) {} }
        impl Tr for u8 { fn needed(&self) {} }
        mod m { pub fn f() {} pub mod n { fn g() {} } }
        macro_rules! make { ($($n:ident)*) => { $(fn $n() {})* } }
        make!(b a);
        const _: () = { fn hidden() {} };
        #[cfg(windows)] fn never() {}
        #[cfg(unix)] fn always() {}
        #[cfg(test)] mod tests { fn t() {} }
        #[test] fn t() {}
    ";
    with(source, |cx| {
        let want = [
            "first",
            "first::inner",
            "S::deep",
            "P::get",
            "P::clone",
            "Tr::given",
            "u8::needed",
            "b",
            "a",
            "always",
            "hidden",
            "m::f",
            "m::n::g",
        ];
        assert_eq!(fns(cx), want);
        let modules: Vec<_> = cx.items.modules.iter().map(|it| (it.path.as_str(), it.test_only)).collect();
        assert_eq!(modules, [("", false), ("m", false), ("m::n", false), ("tests", true)]);
        let always = cx.items.fns.iter().find(|item| item.def.name == "always").map(|item| item.def.cfg.clone());
        assert_eq!(always, Some(vec!["unix".to_owned()]));
        assert_eq!(cx.spans.text(cx.items.fns[7].def.span), "make!(b a);");
    });
}

#[test]
fn specifications() {
    let source = r#"
        use refine_spec::*;
        alias! { type Pos = i64{v: v > 0}; }
        #[requires(x > 0)] #[ensures(|r| *r > x)] fn plain(x: u8) -> u8 { x }
        #[spec(fn(x: Pos) -> Pos)] fn by_alias(x: i64) -> i64 { x }
        #[cfg_attr(any(), refine_spec::requires(x != 0))] fn wrapped(x: u8) {}
        #[core::contracts::requires(x != 0)] fn contract(x: u8) {}
        macro_rules! make { ($n:ident, $($t:tt)*) => { #[refine_spec::requires(x > 1)] fn $n(x: u8) {} $($t)* } }
        make!(made, #[requires(y > 2)] fn handed_on(y: u8) {});
        #[invariant(self.a <= self.b)] pub struct Span { a: u8, b: u8 }
        #[refined] struct Ratio { #[cfg(any())] no: u8, #[field(i64{v: v != 0})] den: i64 }
        #[pure] fn p() -> bool { true }
        #[ensure(x > 0)] fn misspelt(x: u8) {}
        loop_invariants!(x);
    "#;
    with(source, |cx| {
        let mut found = Vec::new();
        let text = |clause: &refine_spec_lang::ClauseSyntax| {
            let place = cx.items.texts.place(clause.span.0, clause.span.1);
            format!("{} @ {}", clause.text, place.map_or("", |place| cx.spans.text(place)))
        };
        for item in &cx.items.fns {
            let clauses = item.spec.requires.iter().chain(&item.spec.ensures);
            found.extend(clauses.map(|clause| format!("{}: {}", item.def.name, text(clause))));
        }
        for item in &cx.items.adts {
            found.extend(item.spec.invariants.iter().map(text));
        }
        let want = [
            "plain: x > 0 @ x > 0",
            "plain: *r > x @ |r| *r > x",
            "by_alias: v > 0 @ Pos",
            "by_alias: v > 0 @ Pos",
            "wrapped: x != 0 @ x != 0",
            "contract: x != 0 @ x != 0",
            "made: x>1 @ make!(made, #[requires(y > 2)] fn handed_on(y: u8) {});",
            "handed_on: y > 2 @ y > 2",
            "self.a <= self.b @ self.a <= self.b",
            "v != 0 @ v != 0",
        ];
        assert_eq!(found, want);
        let messages: Vec<_> = cx.items.diagnostics.iter().map(|it| it.message.as_str()).collect();
        let want = [
            "there is no macro `loop_invariants!`; did you mean refine's `loop_invariant!`?",
            "refine has no attribute `ensure` here",
        ];
        assert_eq!(messages, want);
        assert!(cx.items.fns.iter().all(|item| item.doubted.is_none()), "{:?}", cx.items.fns);
        assert!(cx.items.fns.iter().any(|item| item.def.pure));
    });
}

#[test]
fn visibility_and_calls() {
    let source = "
        pub use inner::shown;
        pub struct Open(u8);
        struct Closed(u8);
        impl Open { pub fn a(&self) {} fn b(&self) {} pub fn make() -> Option<Open> { None } }
        impl Closed { pub fn c(&self) {} }
        impl Clone for Open { fn clone(&self) -> Self { Open(0) } }
        mod inner { pub fn shown() {} pub fn not_shown() {} }
        pub fn bounds<T: Ord>(x: T) {}
        pub fn other<T: std::future::Future>(x: T) {}
        pub fn made(x: impl Fn()) {}
        pub fn of_const<const N: usize>(x: [u8; N]) {}
        pub fn dynamic(x: &dyn Fn()) {}
        pub unsafe fn danger() {}
    ";
    with(source, |cx| {
        let public: Vec<_> =
            cx.items.fns.iter().filter(|item| item.def.public).map(|item| item.def.path.as_str()).collect();
        let want = [
            "Open::a",
            "Open::make",
            "Open::clone",
            "bounds",
            "other",
            "made",
            "of_const",
            "dynamic",
            "danger",
            "inner::shown",
        ];
        assert_eq!(public, want);
        let reason = |name: &str| {
            let item = cx.items.fns.iter().find(|item| item.def.name == name);
            item.and_then(|item| item.def.uncallable.clone()).unwrap_or_default()
        };
        assert_eq!(reason("bounds"), "");
        assert_eq!(reason("other"), "no known type implements the trait `Future`, a bound of a type parameter");
        assert_eq!(reason("made"), "");
        assert_eq!(reason("of_const"), "");
        assert_eq!(reason("dynamic"), "");
        assert_eq!(reason("danger"), "it is `unsafe`");
        let constructors = cx.items.adts[0].adt.map(|id| cx.types.with_adt(id, |def| def.constructors.len()));
        assert_eq!(constructors, Some(1));
    });
}

#[test]
fn effects_of_calls() {
    let source = r#"
        use std::fs;
        fn reads() { let _ = fs::read_to_string("x"); }
        fn through() { reads() }
        fn unknown() { std::env::no_such_thing(); }
        struct D; impl Drop for D { fn drop(&mut self) { reads() } }
        fn drops() { let _d = D; }
        struct S; impl PartialEq for S { fn eq(&self, _: &S) -> bool { reads(); true } }
        fn compares(a: &[S], b: &[S]) -> bool { a == b }
        fn harmless(x: u8) -> u8 { x.max(1) }
        fn dangerous(x: *const u8) -> u8 { unsafe { *x } }
        trait T { fn go(&self); }
        impl T for u8 { fn go(&self) { reads() } }
        fn generic<X: T>(x: X) { x.go() }
        #[refine_spec::requires(std::fs::remove_file("x").is_ok() && through2())] fn by_clause() {}
        fn through2() -> bool { std::process::exit(1) }
        fn foreign() { extern "C" { fn abort(); } unsafe { abort() } }
    "#;
    with(source, |cx| {
        let reads = ["calls `std::fs::read_to_string`"];
        assert_eq!(effects(cx, "reads"), reads);
        assert_eq!(effects(cx, "through"), reads);
        assert_eq!(effects(cx, "unknown"), ["calls `std::env::no_such_thing`"]);
        assert_eq!(effects(cx, "drops"), reads);
        assert_eq!(effects(cx, "compares"), reads);
        assert_eq!(effects(cx, "harmless"), [""; 0]);
        assert_eq!(effects(cx, "dangerous"), ["has an `unsafe` block"]);
        assert_eq!(effects(cx, "generic"), reads);
        assert_eq!(effects(cx, "by_clause"), ["calls `std::fs::remove_file`", "calls `std::process::exit`"]);
        assert_eq!(effects(cx, "foreign"), ["has an `unsafe` block", "calls the foreign function `abort`"]);
    });
}

#[test]
fn doubts() {
    let source = "
        #[nobody::knows] fn rewritten() {}
        fn uses() { rewritten() }
        fn holds() { #[unknown_attribute] const A: u8 = 1; }
        fn calls() { unknown_macro!(); }
        #[derive(Clone)] #[allow(dead_code)] #[rustfmt::skip] #[inline] struct Fine;
        #[derive(Unknown)] struct Doubted;
        #[must_use] #[doc(hidden)] #[clippy::msrv = \"1\"] fn fine() {}
    ";
    with(source, |cx| {
        let doubted: Vec<_> = cx.items.fns.iter().map(|item| item.doubted.as_deref()).collect();
        let want = [
            Some("the output of the attribute `nobody::knows`"),
            Some("the output of the attribute `nobody::knows` on `rewritten`"),
            Some("the output of the attribute `unknown_attribute` on `A`"),
            Some("the expansion of the macro `unknown_macro!` here"),
            None,
        ];
        assert_eq!(doubted, want);
        let doubted: Vec<_> = cx.items.adts.iter().map(|item| item.doubted.as_deref()).collect();
        assert_eq!(doubted, [None, Some("the output of `derive(Unknown)`")]);
    });
    // In the place of a module there may be anything.
    with("#[unknown_attribute] mod m { fn inside() {} } fn outside() {}", |cx| {
        assert!(cx.items.fns.iter().all(|item| item.doubted.is_some()));
    });
}

#[test]
fn functions_of_one_name_have_paths_of_their_own() {
    let source = "
        struct X; impl From<u8> for X { fn from(_: u8) -> X { X } } impl From<u16> for X { fn from(_: u16) -> X { X } }
        impl X { fn from(_: i8) -> X { X } }
    ";
    with(source, |cx| assert_eq!(fns(cx), ["X::from", "<X as From<u16>>::from", "X::from#2"]));
}

#[test]
fn public_is_what_other_crates_can_reach() {
    let source = "
        pub fn a() {} fn b() {} pub(crate) fn c() {}
        pub mod open { pub fn a() {} fn b() {} pub struct S; impl S { pub fn m(&self) {} fn n(&self) {} } }
        mod shut { pub fn a() {} pub fn exported() {} pub struct S; impl S { pub fn m(&self) {} }
            pub struct Out; impl Out { pub fn m(&self) {} } impl Clone for Out { fn clone(&self) -> Out { Out } } }
        pub use shut::exported; pub use shut::Out as Renamed;
        mod inner { pub mod more { pub fn x() {} } } pub use inner::*;
        trait Private { fn p(&self) {} } impl Private for open::S { fn p(&self) {} }
    ";
    with(source, |cx| {
        let public: Vec<_> =
            cx.items.fns.iter().filter(|item| item.def.public).map(|item| item.def.path.as_str()).collect();
        assert_eq!(
            public,
            ["a", "open::a", "open::S::m", "shut::exported", "shut::Out::m", "shut::Out::clone", "inner::more::x"]
        );
        let types: Vec<_> = adts(cx).into_iter().filter(|def| def.public).map(|def| def.path).collect();
        assert_eq!(types, ["open::S", "shut::Out"]);
    });
}

/// The crate's own structs and enums.
fn adts(cx: &Context<'_>) -> Vec<AdtDef> {
    cx.items.adts.iter().filter_map(|item| item.adt).map(|id| cx.types.with_adt(id, AdtDef::clone)).collect()
}

#[test]
fn what_a_harness_cannot_call_is_said() {
    let source = "
        fn plain<T: Copy + Ord, U>(t: T) where T: std::fmt::Debug {}
        unsafe fn a() {} async fn b() {} extern \"C\" fn c() {} fn d<const N: usize>() {}
        fn e(f: impl Fn(u8)) {} fn g(f: &dyn Fn(u8)) {} fn h<T: Into<u8>>(t: T) {} fn i<T>(t: T) where T: std::future::Future {}
        fn k<T>(t: T) where T: Iterator {}
        mod m { trait Display {} fn own<T: Display>(t: T) {} }
        trait Tr { fn given(&self) {} } trait Of<T> { fn given_of(&self) -> Option<T> { None } }
        fn outer() { fn nested() {} }
    ";
    with(source, |cx| {
        let callable: Vec<_> = cx.items.fns.iter().filter(|item| item.def.uncallable.is_none()).collect();
        let callable: Vec<_> = callable.iter().map(|item| item.def.path.as_str()).collect();
        assert_eq!(callable, ["plain", "d", "e", "g", "h", "k", "outer"]);
        assert_eq!(cx.items.fns.len(), 15);
    });
}

#[test]
fn structs_and_enums_are_as_declared() {
    let source = "
        #[derive(Clone, Debug)] pub struct S<'a, T> { pub a: &'a T, b: u8 }
        pub enum E { A = 3, B, C(u8), D { x: i8 } = 1 + 8 }
    ";
    with(source, |cx| {
        let [s, e] = &adts(cx)[..] else { panic!("two types") };
        assert_eq!(
            (s.lifetimes, &s.generics[..], &s.derives[..]),
            (1, &["T".to_owned()][..], &["Clone".to_owned(), "Debug".to_owned()][..])
        );
        assert_eq!(s.variants[0].fields.iter().map(|field| field.public).collect::<Vec<_>>(), [true, false]);
        assert!(!s.is_abstract(), "nothing makes one");
        let discriminants: Vec<_> = e.variants.iter().map(|variant| variant.discriminant).collect();
        assert_eq!(discriminants, [Some(3), Some(4), Some(5), Some(9)]);
    });
}

#[test]
fn what_some_function_makes_is_abstract() {
    let source = "
        pub struct Plain { x: i32 }
        struct Made { x: i32 }
        pub struct Checked { x: i32 }
        pub struct Open { pub x: i32 }
        pub struct Passed { x: i32 }
        fn norm(p: &Plain) -> i32 { p.x }
        fn made() -> Made { Made { x: 1 } }
        impl Checked { pub fn new(x: i32) -> Result<(Self, u8), ()> { Ok((Checked { x }, 0)) } }
        fn open() -> Open { Open { x: 1 } }
        fn passed(p: Option<&Passed>) -> Option<Box<Passed>> { None }
    ";
    with(source, |cx| {
        let found: Vec<_> = adts(cx).into_iter().filter(AdtDef::is_abstract).map(|def| def.name).collect();
        assert_eq!(found, ["Made", "Checked"]);
    });
}

/// The errors of a source, each with the text at its place.
fn errors(source: &str) -> Vec<(&'static str, String)> {
    with(source, |cx| {
        let errors = cx.items.diagnostics.iter().filter(|each| each.error);
        errors.map(|each| (each.code, each.span.map_or("", |span| cx.spans.text(span)).to_owned())).collect()
    })
}

#[test]
fn what_is_wrong_in_a_specification_is_an_error_there() {
    let one = |text: &str| {
        let errors = errors(&format!("use refine_spec::*; {text}"));
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
        errors[0].clone()
    };
    assert_eq!(one("#[refine_spec::requires(x > )] fn f(x: u8) {}").0, "E0100");
    assert_eq!(one("#[requires] fn f(x: u8) {}").0, "E0100");
    assert_eq!(one("#[requires({ x = 1; true })] fn f(mut x: u8) {}"), ("E0101", "x = 1".to_owned()));
    assert_eq!(one("#[refine_spec::requirs(x > 0)] fn f(x: u8) {}").0, "E0102");
    assert_eq!(one("alias! { type = 3; } fn f() {}").0, "E0100");
    assert_eq!(one("#[spec(fn(y: i32{v: v > 0}))] fn f(x: i32) {}"), ("E0103", "y".to_owned()));
    assert_eq!(one("#[spec(fn(i32, i32))] fn f(x: i32) {}").0, "E0103");
    assert_eq!(one("#[spec(fn(u32))] fn f(x: i32) {}").0, "E0103");
    assert_eq!(errors("use refine_spec::*; #[requires(x > 0)] fn f(x: u8) {} #[inline] fn g() {}"), []);
    let not_imported = "#[requires(x > 0)] fn f(x: u8) {} #[invariant(true)] struct S;";
    let expected = ["invariant", "requires"].map(|name| ("E0102", name.to_owned()));
    assert_eq!(errors(not_imported), expected);
}

#[test]
fn attributes_and_macros_that_are_nobodys_and_look_like_ours_are_errors() {
    for (text, at) in [
        ("#[ensure(|r| *r > 0)] fn f() -> u8 { 1 }", "ensure(|r| *r > 0)"),
        ("use refine_spec::*; struct S; impl S { #[reqiures(x > 0)] fn f(x: u8) {} }", "reqiures(x > 0)"),
        ("use refine_spec::*; #[cfg_attr(all(), trustd)] fn f() {}", "trustd"),
        ("#[invarient(self.a > 0)] #[derive(Clone)] struct S { a: u8 }", "invarient(self.a > 0)"),
        ("use refine_spec::*; #[refined] struct S { #[feild(u8{v: v > 0})] a: u8 }", "feild(u8{v: v > 0})"),
        ("#[invariant(x > 0)] fn f(x: u8) {}", "invariant(x > 0)"),
        ("#[requires(x > 0)] struct S;", "requires(x > 0)"),
        ("alais! { type Pos = i64{v: v > 0}; }", "alais"),
    ] {
        assert_eq!(errors(text), [("E0102", at.to_owned())], "{text}");
    }
    with("#[ensure(|r| *r > 0)] fn f() -> u8 { 1 }", |cx| {
        let def = &cx.items.fns[0].def;
        assert!(def.annotated && def.uncallable.is_some(), "it is not run without what was meant");
    });
    for text in [
        "#[derive(Nobodys)] #[refind] struct S { #[filed] a: u8 }",
        "struct S { #[filed] a: u8 }",
        "#[inline] #[must_use] #[allow(unused)] fn f() {}",
        "macro_rules! alais { () => {} } alais! {}",
    ] {
        assert_eq!(errors(text), [], "{text}");
    }
}

#[test]
fn what_is_near_ours_may_be_of_another_crate() {
    let errors = |source: &str| {
        let rand = CrateInput {
            name: "rand".to_owned(),
            root: "/demo/rand/lib.rs".to_owned(),
            is_local: false,
            is_proc_macro: true,
            ..demo()
        };
        let own = CrateInput { deps: vec![("rand".to_owned(), 0)], ..demo() };
        let rand_text = "
            extern crate proc_macro; use proc_macro::TokenStream;
            #[proc_macro_attribute] pub fn ensure(_: TokenStream, item: TokenStream) -> TokenStream { item }
            #[proc_macro_attribute] pub fn all(_: TokenStream, item: TokenStream) -> TokenStream { item }
            #[proc_macro_derive(Own, attributes(filed, refind))] pub fn own(_: TokenStream) -> TokenStream { TokenStream::new() }
        ";
        let db = load_crates(vec![rand, own], &[("rand/lib.rs", rand_text), ("src/lib.rs", source)]);
        with_database(&db, |cx| {
            let errors = cx.items.diagnostics.iter().filter(|each| each.error);
            let errors: Vec<_> = errors.map(|each| each.message.clone()).collect();
            let doubted: Vec<_> = cx.items.fns.iter().filter_map(|item| item.doubted.clone()).collect();
            (errors, doubted.len())
        })
    };
    for text in [
        "use rand::ensure; #[ensure(1)] fn f() {}",
        "use rand::*; #[ensure(1)] fn f() {}",
        "#[macro_use] extern crate rand; #[ensure(1)] fn f() {}",
        "#[rand::all] impl S { #[ensure(1)] fn f() {} } struct S;",
    ] {
        // And what another crate's attribute makes of a function is not known.
        assert_eq!(errors(text), (Vec::new(), 1), "{text}");
    }
    assert_eq!(errors("#[derive(rand::Own)] #[refind] struct S { #[filed] a: u8 }"), (Vec::new(), 0));
}
