//! What clauses mean.
use super::{clause, same};

fn means(cases: &[(&str, &str)]) {
    same(cases, |source| clause(&format!("use refine_spec::*; {source}")));
}

#[test]
fn integers_are_exact_and_mix() {
    means(&[
        ("#[requires(a + b <= 255)] fn f(a: u8, b: u16) {}", "a + b <= 255"),
        ("#[requires(-a < b - 300)] fn f(a: u8, b: u16) {}", "-a < b - 300"),
        ("#[requires((a as i8) < 3)] fn f(a: u8) {}", "wrap::<i8>(a) < 3"),
        ("#[requires((a as u64) < 3)] fn f(a: u8) {}", "a < 3"),
        (
            "#[requires((a + b).max(3) == a.pow(2))] fn f(a: u8, b: u8) {}",
            "(if 3 < a + b { a + b } else { 3 }) == a * a",
        ),
        ("#[requires(a & 1 == 0)] fn f(a: u8) {}", "a & 1 == 0"),
        ("#[requires(a < u8::MAX)] fn f(a: u8) {}", "a < 255"),
    ]);
}

#[test]
fn postconditions_speak_of_before_and_after() {
    means(&[
        ("#[ensures(|ret| *ret == x)] fn f(x: u8) -> u8 { x }", "ret == old(x)"),
        ("#[ensures(|ret| *ret == *x + old(*x))] fn f(x: &mut u8) -> u8 { *x }", "ret == x + old(x)"),
        ("#[ensures(|(a, b)| *a < *b)] fn f(x: u8) -> (u8, u8) { (x, x) }", "ret.0 < ret.1"),
        ("#[ensures(result > a)] fn f((a, b): (u8, u8)) -> u8 { a }", "ret > old(_0).0"),
        (
            "#[ensures(|ret| ret.is_some() ==> ret.unwrap() > x)] fn f(x: u8) -> Option<u8> { None }",
            "ret is Option::Some ==> ret.0 > old(x)",
        ),
    ]);
}

#[test]
fn names_mean_what_they_mean_in_rust() {
    means(&[
        ("#[requires(x == LIMIT)] fn f(x: u8) {} const LIMIT: u8 = 3;", "x == 3"),
        (
            "#[requires(a::lt(x, 4))] fn f(x: u8) {} mod a { #[refine_spec::pure] pub fn lt(x: u8, y: u8) -> bool { x < y } }",
            "a::lt(x, 4)",
        ),
        (
            "#[requires(s.ok())] fn f(s: &S) {} pub struct S { x: u8 } impl S { #[pure] fn ok(&self) -> bool { self.x > 0 } }",
            "S::ok(s)",
        ),
        (
            "#[requires(*l == Light::Red)] fn f(l: &Light) {} #[derive(PartialEq)] pub enum Light { Red, Green }",
            "l == Light::Red",
        ),
        (
            "#[requires(l < Light::Green)] fn f(l: Light) {} #[derive(PartialEq, PartialOrd)] pub enum Light { Red, Green }",
            "(if l is Light::Red { 0 } else { 1 }) < 1",
        ),
    ]);
}

#[test]
fn the_standard_library_means_its_model() {
    means(&[
        ("#[requires(x.checked_add(1).is_some())] fn f(x: u8) {}", "0 <= x + 1 && x + 1 <= 255"),
        (
            "#[requires(xs.first() == Some(&3))] fn f(xs: &[u8]) {}",
            "(if xs.len() == 0 { Option::None } else { Option::Some(xs[0]) }) == Option::Some(3)",
        ),
        ("#[requires(o.is_some_and(|x| x > 3))] fn f(o: Option<u8>) {}", "o is Option::Some && o.0 > 3"),
        (
            "#[requires(o.map(|x| x + 1) == Some(4))] fn f(o: Option<u8>) {}",
            "(if o is Option::Some { Option::Some(o.0 + 1) } else { Option::None }) == Option::Some(4)",
        ),
    ]);
}
