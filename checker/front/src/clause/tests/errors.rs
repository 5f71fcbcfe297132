//! What is wrong with a clause is said at its place.
use super::{clause, same};

#[test]
fn mistakes_are_errors() {
    same(
        &[
            ("#[requires(x + 1)] fn f(x: u8) {}", "E0200 this has type `int`, but `bool` is needed here"),
            ("#[ensures(|ret| *ret == true)] fn f(x: u8) -> u8 { x }", "E0200 `u8` cannot be compared with `bool`"),
            ("#[requires(y > 1)] fn f(x: u8) {}", "E0201 `y` is not known here"),
            ("#[requires(g(x))] fn f(x: u8) {}", "E0201 the function `g` is not known here"),
            (
                "#[requires(implies(x, x))] fn f(x: bool) {} #[pure] fn implies(a: bool, b: bool) -> bool { a && b }",
                "E0201 `implies` is a word of the spec language, and the function `implies` has its name",
            ),
            ("#[requires(p.z > 1)] fn f(p: P) {} struct P { x: u8 }", "E0203 `P` has no field `z`"),
            ("#[requires(p.z())] fn f(p: P) {} struct P { x: u8 }", "E0203 `P` has no method `z`"),
            (
                "#[requires(p.z())] fn f<T>(p: P<T>) {} struct P<T>(T); impl<T: Ord> P<T> { #[pure] fn z(&self) -> bool { true } }",
                "E0203 `P<T>` has no method `z` here: what its `impl` asks of the parameters is not known",
            ),
            (
                "#[requires(xs.push(1) == ())] fn f(xs: &mut Vec<u8>) {}",
                "E0101 a clause must not change anything, and this call may",
            ),
            ("#[requires(x > 0.25)] fn f(x: u8) {}", "E0200 `u8` cannot be compared with `f64`"),
            (
                "#[requires(std::fs::write(\"a\", \"b\").is_ok())] fn f(x: u8) {}",
                "E0101 a clause must not change anything, and this one calls `std::fs::write`",
            ),
            (
                "#[requires(forall(xs, |x| x > 0))] fn f(xs: &[u8]) {}",
                "E0204 a quantifier takes a range with both ends and a closure of one name: `forall(0..n, |i| …)`",
            ),
        ],
        |source| clause(&format!("use refine_spec::*; {source}")),
    );
}

#[test]
fn what_has_no_translation_is_run() {
    same(
        &[
            ("#[requires(x > 0.25)] fn f(x: f64) {}", "raw: it has text or a floating-point number"),
            ("#[requires(x > y)] fn f(x: f64, y: f64) {}", "raw: it compares values of type `f64`"),
            (
                "#[requires(xs.windows(2).all(|w| w[0] <= w[1]))] fn f(xs: &[u8]) {}",
                "raw: `slice::windows` has no translation: it has a value that is only described",
            ),
            (
                "#[requires(g(x))] fn f(x: u8) {} fn g(x: u8) -> bool { x > 0 }",
                "raw: it calls `g`, which is neither `#[pure]` nor a `#[measure]`",
            ),
            (
                "#[ensures(|ret| ret.no_such_method() == 3)] fn f(x: u8) -> u8 { x }",
                "raw: it calls `u8::no_such_method`",
            ),
        ],
        |source| clause(&format!("use refine_spec::*; {source}")),
    );
}
