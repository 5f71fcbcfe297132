//! Items of small crates.
#![allow(missing_docs)]
use refine_front::Context;
use refine_front::testing::with;

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
            "there is no macro `loop_invariants!`; is refine's `loop_invariant!` meant?",
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
        pub fn other<T: Iterator>(x: T) {}
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
        assert_eq!(reason("other"), "it has a type parameter with bounds");
        assert_eq!(reason("made"), "it has an `impl Trait` parameter");
        assert_eq!(reason("of_const"), "it has a const parameter");
        assert_eq!(reason("dynamic"), "it has a `dyn Trait` parameter");
        assert_eq!(reason("danger"), "it is `unsafe`");
        let makers = cx.items.adts[0].adt.map(|id| cx.types.with_adt(id, |def| def.makers.len()));
        assert_eq!(makers, Some(1));
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
        #[unknown_attribute] mod m { fn inside() {} }
        fn calls() { unknown_macro!(); }
        #[derive(Clone)] #[allow(dead_code)] #[rustfmt::skip] #[inline] struct Fine;
        #[derive(Unknown)] struct Doubted;
        #[must_use] #[doc(hidden)] #[clippy::msrv = \"1\"] fn fine() {}
    ";
    with(source, |cx| {
        let doubted: Vec<_> = cx.items.fns.iter().map(|item| item.doubted.as_deref()).collect();
        let want = [
            Some("what the attribute `nobody::knows` makes of this"),
            Some("what the macro `unknown_macro!` makes here"),
            None,
            Some("what the attribute `unknown_attribute` makes of this"),
        ];
        assert_eq!(doubted, want);
        let doubted: Vec<_> = cx.items.adts.iter().map(|item| item.doubted.as_deref()).collect();
        assert_eq!(doubted, [None, Some("what `derive(Unknown)` makes of this")]);
    });
}
