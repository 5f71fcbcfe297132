//! What is wrong with a clause is said at its place.
use super::{clause, of_f, same};

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
                "E0201 `implies` is a keyword of the spec language, but the function `implies` has the same name",
            ),
            (
                "macro_rules! matches { ($($t:tt)*) => { true } } #[requires(matches!(x, 1))] fn f(x: u8) {}",
                "E0201 `matches!` in a clause is the standard library's macro, but here another macro has that name",
            ),
            (
                "macro_rules! vec { ($($t:tt)*) => { Vec::new() } } #[requires(*x == vec![1])] fn f(x: &Vec<u8>) {}",
                "E0201 `vec!` in a clause is the standard library's macro, but here another macro has that name",
            ),
            ("#[requires(p.z > 1)] fn f(p: P) {} struct P { x: u8 }", "E0203 `P` has no field `z`"),
            ("#[requires(p.z())] fn f(p: P) {} struct P { x: u8 }", "E0203 `P` has no method `z`"),
            (
                "#[requires(p.z())] fn f<T>(p: P<T>) {} struct P<T>(T); impl<T: Ord> P<T> { #[pure] fn z(&self) -> bool { true } }",
                "E0203 `P<T>` has no method `z` here: its `impl` requires `T: Ord`",
            ),
            (
                "#[requires(xs.push(1) == ())] fn f(xs: &mut Vec<u8>) {}",
                "E0101 a clause must not change anything, and this call may",
            ),
            ("#[requires(old(x) > 0)] fn f(x: u8) {}", "E0201 `old(…)` has no meaning in a precondition"),
            ("#[decreases(old(x))] fn f(x: u8) {}", "E0201 `old(…)` has no meaning in a measure"),
            ("#[requires(x > 0.25)] fn f(x: u8) {}", "E0200 `u8` cannot be compared with `f64`"),
            (
                "#[requires(std::fs::write(\"a\", \"b\").is_ok())] fn f(x: u8) {}",
                "E0101 a clause must not change anything, and this one calls `std::fs::write`",
            ),
            (
                "#[requires(forall(xs, |x| x > 0))] fn f(xs: &[u8]) {}",
                "E0204 a quantifier takes a range with both ends and a closure with one parameter: `forall(0..n, |i| …)`",
            ),
        ],
        |source| clause(&format!("use refine_spec::*; {source}")),
    );
}

#[test]
fn a_postcondition_with_an_unknown_name_is_told_what_the_result_is_called() {
    same(
        &[
            (
                "#[ensures(ret > 1)] fn f(x: u8) -> u8 { x }",
                "the result is called `result` here; if you mean it by `ret`, write `|ret| …`",
            ),
            (
                "#[ensures(|r| *ret > 1)] fn f(x: u8) -> u8 { x }",
                "the result is called `r` here; if you mean it by `ret`, write `|ret| …`",
            ),
            ("#[ensures(|_| ret > 1)] fn f(x: u8) -> u8 { x }", "to speak of the result, name it: `|ret| …`"),
            ("#[requires(y > 1)] fn f(x: u8) -> u8 { x }", "no help"),
        ],
        |source| {
            of_f(&format!("use refine_spec::*; {source}"), |cx, _| {
                let help = cx.clauses.diagnostics().iter().find_map(|error| error.help.clone());
                help.unwrap_or_else(|| "no help".to_owned())
            })
        },
    );
}

#[test]
fn what_has_no_translation_is_run() {
    same(
        &[
            ("#[requires(x > 0.25)] fn f(x: f64) {}", "raw: it uses text or a floating-point number"),
            ("#[requires(x > y)] fn f(x: f64, y: f64) {}", "raw: it compares values of type `f64`"),
            (
                "#[requires(xs.chunks(2).all(|w| w[0] <= w[1]))] fn f(xs: &[u8]) {}",
                "raw: `slice::chunks` cannot be translated for the solver: it uses a value that refine does not know exactly",
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
