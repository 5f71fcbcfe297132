//! Regression tests that `refine check --write-tests` keeps, over the life of a crate. Through the real binary.
use std::fs;

use refine_tests::e2e::Package;
use serde_json::Value;

const OUTSIDE: &str = "tests/refine_regressions.rs";

fn read(package: &Package, path: &str) -> String {
    fs::read_to_string(package.path(path)).unwrap()
}

fn statuses(document: &Value) -> Vec<String> {
    let of = |test: &Value| format!("{} {}", test["status"].as_str().unwrap(), test["path"].as_str().unwrap());
    document["tests"].as_array().unwrap().iter().map(of).collect()
}

const LIB: &str = "use refine_spec::*;

PUBLIC
pub fn share(x: u32) -> u32 {
    100 / x
}

PRIVATE
fn first(xs: &[u8], set: &Small) -> u8 {
    xs[0] / set.bits
}

pub struct Small {
    bits: u8,
}

impl Small {
    pub fn new(bits: u8) -> Small {
        Small { bits }
    }
}
";

fn lib(public: &str, private: &str) -> String {
    LIB.replace("PUBLIC", public).replace("PRIVATE", private)
}

/// With `autotests = false`, as in most published manifests, cargo does not look into `tests/`.
#[test]
fn tests_go_where_cargo_looks() {
    let package = Package::new("looked_at", "pub fn share(x: u32) -> u32 {\n    100 / x\n}\n");
    let manifest = read(&package, "Cargo.toml");
    let silent = manifest.replace("edition = \"2024\"", "edition = \"2024\"\nautotests = false");
    assert_ne!(silent, manifest);
    package.write("Cargo.toml", &silent);
    let check = ["--scope", "pub", "--write-tests"];
    package.check(&check).exits(1);
    assert!(read(&package, "src/lib.rs").contains("share(0)"));
    assert!(!package.path(OUTSIDE).exists());
    let (passed, said) = package.cargo_test();
    assert!(!passed && said.contains("share_division_"), "{said}");

    // One that the manifest lists is built.
    package.write("src/lib.rs", "pub fn share(x: u32) -> u32 {\n    100 / x\n}\n");
    package.write(OUTSIDE, "");
    package.write("Cargo.toml", &format!("{silent}\n[[test]]\nname = \"refine_regressions\"\npath = \"{OUTSIDE}\"\n"));
    package.check(&check).exits(1);
    assert!(read(&package, OUTSIDE).contains("share(0)"));
}

/// The fix may be a precondition: then the test of the input that it rules out goes, unless a person edited it.
#[test]
fn a_test_whose_input_a_precondition_rules_out_is_retired() {
    let none = "#[ensures(|ret| *ret <= 100)]";
    let faulty = lib(none, "#[ensures(|ret| *ret <= 255)]");
    let package = Package::new("retired", &faulty);
    package.check(&["--write-tests"]).exits(1);
    let (outside, inside) = (read(&package, OUTSIDE), read(&package, "src/lib.rs"));
    assert!(outside.contains("share(0)"), "{outside}");
    assert!(inside.matches("#[test]").count() >= 2 && inside.contains("first(&[]"), "{inside}");
    let tests = &inside[faulty.len()..];

    let fixed = lib("#[requires(x > 0)]", "#[requires(!xs.is_empty() && set.bits > 0)]");
    package.write("src/lib.rs", &format!("{fixed}{tests}"));
    let (run, document) = package.json(&["--check-tests"]);
    run.exits(1);
    let told = statuses(&document);
    assert!(told.contains(&format!("stale {OUTSIDE}")) && told.contains(&"stale src/lib.rs".to_owned()), "{told:?}");
    assert!(told.iter().filter(|test| test.starts_with("retired ")).count() >= 3, "{told:?}");
    let why = "retired: share_division_";
    package.check(&["--check-tests"]).says(why);
    assert_eq!(read(&package, OUTSIDE), outside, "a check writes nothing");

    // One that was edited stays.
    let edited = outside.replace("let _ = retired::share(0);", "assert_eq!(retired::share(1), 100);");
    assert_ne!(edited, outside);
    package.write(OUTSIDE, &edited);
    let run = package.check(&["--write-tests"]);
    run.exits(0);
    run.says("no longer allows `first(&[]");
    assert_eq!(read(&package, OUTSIDE), edited);
    package.write(OUTSIDE, &outside);
    let run = package.check(&["--write-tests"]);
    run.exits(0);
    run.says("`x > 0` no longer allows `share(0)`");
    let (outside, inside) = (read(&package, OUTSIDE), read(&package, "src/lib.rs"));
    assert!(
        !outside.contains("share") && !inside.contains("#[test]") && inside.starts_with(&fixed),
        "{outside}{inside}"
    );
    let (passes, said) = package.cargo_test();
    assert!(passes, "{said}");
    package.check(&["--check-tests"]).exits(0);
}

/// A fix that leaves the input allowed keeps the test, whatever else is required.
#[test]
fn a_test_whose_input_is_still_allowed_stays() {
    let faulty = lib("#[requires(x < 1000)]", "#[trusted]");
    let package = Package::new("allowed", &faulty);
    package.check(&["--write-tests"]).exits(1);
    let outside = read(&package, OUTSIDE);
    package.write("src/lib.rs", &faulty.replace("100 / x", "100 / (x + 1)"));
    package.check(&["--write-tests"]).exits(0);
    assert_eq!(read(&package, OUTSIDE), outside);
    assert!(outside.contains("share(0)"), "{outside}");
}

/// Of text and floating-point numbers the solver knows nothing, and the test says the clause all the same.
#[test]
fn a_test_asserts_the_clause_as_it_is_written() {
    let lib = r##"use refine_spec::*;

#[ensures(|ret| ret.starts_with('#'))]
pub fn heading(text: &str) -> String {
    if text.len() > 3 { text.to_owned() } else { format!("#{text}") }
}

#[requires(x.is_finite())]
#[ensures(|ret| *ret >= 0.0)]
pub fn root(x: f64) -> f64 {
    if x < -1.0 { x } else { x.abs().sqrt() }
}

#[ensures(|_| text.len() == old(text.len()) + 1 && text.ends_with('!'))]
fn shout(text: &mut String) {
    if text.len() != 2 { text.push('!'); }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Light { Red, Green(u8) }

impl Light {
    #[ensures(|ret| *ret == Light::Green(7))]
    pub fn next(self) -> Light {
        match self { Light::Red => Light::Green(7), green => green }
    }
}

pub fn uses() {
    shout(&mut String::new());
}
"##;
    let package = Package::new("as-written", lib);
    let (run, document) = package.json(&["--write-tests"]);
    run.exits(1);
    assert!(statuses(&document).iter().all(|test| test.starts_with("written")), "{document:#}");
    let all = read(&package, "src/lib.rs") + &fs::read_to_string(package.path(OUTSIDE)).unwrap_or_default();
    assert!(!all.contains("assert_ne!"), "{all}");
    for clause in
        ["assert!(ret.starts_with('#'));", "assert!(*ret >= 0.0);", "text.len() == old_0 + 1", "Light::Green(7)"]
    {
        assert!(all.contains(clause), "{clause} in {all}");
    }
    let (passes, said) = package.cargo_test_with(&["--no-fail-fast"]);
    assert!(!passes && said.contains("0 passed; 3 failed") && said.contains("0 passed; 1 failed"), "{said}{all}");
    let fixed = (read(&package, "src/lib.rs"))
        .replace("if text.len() > 3 { text.to_owned() } else { format!(\"#{text}\") }", "format!(\"#{text}\")")
        .replace("if x < -1.0 { x } else { x.abs().sqrt() }", "x.abs().sqrt()")
        .replace("if text.len() != 2 { text.push('!'); }", "text.push('!');")
        .replace("green => green", "_ => Light::Green(7)");
    package.write("src/lib.rs", &fixed);
    let (passes, said) = package.cargo_test();
    assert!(passes, "{said}");
}

/// What is refuted has a test, or a reason why there is none.
#[test]
fn every_refuted_claim_has_a_test_or_a_reason() {
    let lib = "use refine_spec::*;

/// Halves.
///
/// # Panics
/// Where `x` is odd.
#[ensures(|ret| *ret < 100)]
pub fn half(x: u8) -> u8 {
    assert!(x % 2 == 0);
    x / 2
}

#[requires(n > 3)]
fn picky(n: u8) -> u8 {
    n
}

#[ensures(|ret| *ret <= 255)]
pub fn careless(n: u8) -> u8 {
    picky(n)
}

#[ensures(|ret| *ret >= 0)]
pub fn turns(n: u8) -> u8 {
    let mut i = 0;
    while i < n {
        loop_invariant!(i < 3);
        i += 1;
    }
    i
}
";
    let package = Package::new("reasons", lib);
    let (run, document) = package.json(&["--write-tests"]);
    run.exits(1);
    let refuted: Vec<&Value> =
        document["obligations"].as_array().unwrap().iter().filter(|one| one["verdict"] == "refuted").collect();
    let kept = fs::read_to_string(package.path(OUTSIDE)).unwrap_or_default().matches("#[test]").count();
    let reasons = document["tests"].as_array().unwrap().iter().filter(|test| test["status"] == "not kept");
    let reasons: Vec<&str> = reasons.map(|test| test["reason"].as_str().unwrap()).collect();
    assert_eq!(refuted.len(), kept + reasons.len(), "{document:#}");
    assert!(refuted.len() >= 4, "{document:#}");
    for reason in ["its documentation announces the panic", "a callee's precondition is violated", "clause of a loop"] {
        assert!(reasons.iter().any(|known| known.contains(reason)), "{reason} in {reasons:?}");
    }
}

/// A clause without a translation is asserted as it was written, but for the forms of the spec language, by whatever name.
#[test]
fn a_clause_without_a_translation_is_asserted_in_plain_rust() {
    let faulty = "use contracts::*;

#[ensures(|ret| forall(0..ret.len(), |i| ret.as_bytes()[i] != b'\\0') && contracts::implies(*first, !ret.is_empty()))]
fn masked(text: &str, first: &bool) -> String {
    if *first { String::new() } else { text.to_owned() }
}

pub fn entry(text: &str) -> usize {
    masked(text, &text.is_empty()).len()
}
";
    let package = Package::new("renamed", faulty);
    let manifest = read(&package, "Cargo.toml").replace("refine-spec = {", "contracts = { package = \"refine-spec\",");
    package.write("Cargo.toml", &manifest);
    package.check(&["--write-tests", "--entry", "private"]).exits(1);
    let inside = read(&package, "src/lib.rs");
    assert!(inside.contains("use contracts::*;\n\n#[ensures"), "{inside}");
    let asserted = r"assert!((0..ret.len()).all(|i| ret.as_bytes()[i] != b'\0') && (!*first || !ret.is_empty()));";
    assert!(inside[faulty.len()..].contains(asserted), "{inside}");
    let (passed, output) = package.cargo_test();
    assert!(!passed && output.contains("masked"), "{output}");
}

/// A clause about what the public functions of a type say is asserted through them, as is a long text of one character.
#[test]
fn clauses_are_asserted_by_the_functions_that_they_call() {
    let lib = "use refine_spec::*;

pub struct Shelf<T> { most: usize, things: Vec<T> }

impl<T> Shelf<T> {
    pub fn new(most: usize) -> Self { Shelf { most, things: Vec::new() } }

    #[pure]
    pub fn len(&self) -> usize { self.things.len() }

    #[pure]
    pub fn room(&self) -> Option<usize> { self.most.checked_sub(self.things.len()) }

    #[ensures(|_| self.room().is_some() && self.len() == old(self.len()) + 1)]
    pub fn put(&mut self, thing: T) { self.things.push(thing); }

    #[pure]
    pub fn has(&self, at: Place) -> bool { at.number < self.things.len() }

    #[ensures(|ret| *ret == old(self.has(at)))]
    pub fn cut(&mut self, at: Place) -> bool {
        let has = at.number <= self.things.len();
        self.things.truncate(at.number);
        has
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place { pub number: usize }

#[pure]
pub fn first(xs: &[usize]) -> Option<usize> { xs.first().copied() }

#[ensures(|ret| match ret { Some(xs) => first(xs) == Some(x), None => true })]
pub fn listed(x: usize) -> Option<Vec<usize>> { if x == 3 { Some(vec![4]) } else { None } }

pub fn shortest(text: &str) -> u8 {
    text.chars().fold(0, |count, _| count + 1)
}
";
    let package = Package::new("by functions", lib);
    let run = package.check(&["--scope", "all", "--write-tests"]);
    run.exits(1);
    assert!(!format!("{run:?}").contains("no test for"), "{run:?}");
    let tests = read(&package, OUTSIDE);
    let claim = "assert!(this.room().is_some() && (this.len() as i128) == (old_this.len() as i128) + 1);";
    for line in [claim, "old_this.has(at)", "first(result.as_ref().unwrap())", "shortest(&\"a\".repeat(256))"] {
        assert!(tests.contains(line), "{tests}");
    }
    let (passed, output) = package.cargo_test();
    assert!(!passed && output.contains("4 failed"), "{output}");
}

/// Tests are code of the user's crate, which may allow no warnings.
#[test]
fn kept_tests_have_no_warnings() {
    let lib = "#![deny(warnings)]
use refine_spec::*;

pub mod gap {
    use super::*;

    #[invariant(self.start <= self.items.len())]
    pub struct Gap { items: Vec<u8>, start: usize }

    impl Gap {
        pub fn new() -> Gap { Gap { items: Vec::new(), start: 0 } }

        pub fn text(&self) -> String { self.items.iter().map(|item| char::from(*item)).collect() }

        #[ensures(|_| self.text() == old(self.text()) && self.start == at.min(2))]
        pub fn move_to(&mut self, at: usize) { self.start = at.min(self.items.len()); }

        pub fn push(&mut self, item: u8) { self.items.push(item); }

        pub fn drain(&mut self) -> Option<u8> { self.items.pop() }
    }
}
";
    let package = Package::new("no-warnings", lib);
    let run = package.check(&["--scope", "all", "--write-tests"]);
    run.exits(1);
    assert!(!format!("{run:?}").contains("no test for"), "{run:?}");
    let (passed, output) = package.cargo_test();
    assert!(!passed && output.contains("2 failed"), "{output}");
}

/// With one test that does not compile, `cargo test` would run none.
#[test]
fn a_test_that_does_not_compile_is_not_kept() {
    let lib = "use refine_spec::*;

#[allow(unused_macros)]
macro_rules! vec { (nothing) => { 1 } }

#[ensures(|ret| *ret > 0)]
fn length(xs: &Vec<u8>) -> usize { xs.len() }

#[ensures(|ret| *ret > 0)]
fn same(x: u8) -> u8 { x }

#[ensures(|ret| *ret > 0)]
pub fn entry(x: u8) -> u8 { same(x) + length(&Vec::new()) as u8 }
";
    let package = Package::new("not compiling", lib);
    let (run, document) = package.json(&["--entry", "private", "--check-tests"]);
    run.exits(1);
    assert!(document["tests"].as_array().unwrap().iter().any(|test| test["status"] == "stale"), "{document:#}");
    assert_eq!(read(&package, "src/lib.rs"), lib);
    assert!(!package.path("tests").exists());
    let (run, document) = package.json(&["--entry", "private", "--write-tests"]);
    run.exits(1);
    let tests = document["tests"].as_array().unwrap();
    let not_kept: Vec<&Value> = tests.iter().filter(|test| test["status"] == "not kept").collect();
    assert_eq!(not_kept.len(), 1, "{document:#}");
    assert_eq!(not_kept[0]["path"], "length");
    assert!(not_kept[0]["reason"].as_str().unwrap().starts_with("its test does not compile: "), "{document:#}");
    let (passed, output) = package.cargo_test();
    assert!(!passed && output.contains("same_ensures") && !output.contains("length_ensures"), "{output}");
    let (run, document) = package.json(&["--entry", "private", "--check-tests"]);
    run.exits(1);
    assert!(!document["tests"].as_array().unwrap().iter().any(|test| test["status"] == "stale"), "{document:#}");
}

/// What is in a returned iterator runs as it is asked for items: runs do so, and so do tests.
#[test]
fn a_test_asks_a_returned_iterator_for_its_items() {
    let lib = "pub fn steps(xs: &[u8]) -> impl Iterator<Item = u8> + '_ { xs.windows(2).map(|w| w[1] - w[0]) }\n\
               pub fn left(n: u8) -> Box<dyn Iterator<Item = u8>> { Box::new((0..n).map(move |i| n - i)) }\n\
               pub fn endless(n: u8) -> impl Iterator<Item = u8> { std::iter::repeat_with(move || n / 2) }\n";
    let package = Package::new("items of iterators", lib);
    let (run, document) = package.json(&["--scope", "all", "--write-tests"]);
    run.exits(1);
    let call = "steps(&[1, 0]).take(100).for_each(drop)";
    refine_tests::e2e::refuted(&document, "steps::{closure#0}", "overflow", call);
    refine_tests::e2e::verdicts(&document, "left::{closure#0}", "overflow", "tested");
    let text = read(&package, OUTSIDE);
    assert!(text.contains(&format!("    items_of_iterators::{call};\n")), "{text}");
    let (passed, output) = package.cargo_test();
    assert!(!passed && output.contains("attempt to subtract with overflow"), "{output}");
}

/// A step of a chain whose result rustc wants to be used is written so that it does not warn.
#[test]
fn a_test_is_built_without_warnings() {
    let lib = "#![deny(warnings)]\n#[derive(Debug)]\npub struct Stack { all: Vec<u8> }\n\
               impl Stack {\n    pub fn new() -> Stack { Stack { all: Vec::new() } }\n    \
               pub fn push(&mut self, x: u8) -> Result<(), u8> {\n        if self.all.len() > 2 { return Err(x); }\n        \
               self.all.push(x);\n        Ok(())\n    }\n    \
               pub fn room(&self) -> usize { 1 - self.all.len() }\n}\n\
               impl Default for Stack { fn default() -> Stack { Stack::new() } }\n";
    let package = Package::new("unused", lib);
    let (_, document) = package.json(&["--scope", "all", "--write-tests"]);
    refine_tests::e2e::verdicts(&document, "Stack::room", "overflow", "refuted");
    let text = read(&package, OUTSIDE);
    assert!(text.contains("    let _ = stack.push(0);\n"), "{text}");
}

/// An argument says its type where a function takes many, and a boxed closure that it is one where others are beside it.
#[test]
fn a_test_says_the_types_that_a_call_leaves_open() {
    let lib = "use std::collections::HashMap;\n\
               pub fn wide(x: impl Into<u64>) { assert!(x.into() == 0) }\n\
               pub fn listed(xs: impl AsRef<[u8]>) { assert!(xs.as_ref().len() < 2) }\n\
               pub fn filled(mut from: impl std::io::Read) {\n    \
               let mut one = [0];\n    assert!(from.read(&mut one).is_err() || one[0] == 0);\n}\n\
               pub fn text(text: Box<str>) { assert!(text.is_empty()) }\n\
               pub fn called(all: &HashMap<u8, Box<dyn Fn(u8) -> u8>>) { assert!(all.values().all(|f| f(1) == 0)) }\n\
               pub fn first(all: &[Box<dyn Fn(&u8) -> bool + Send>]) { assert!(all.iter().all(|f| !f(&1))) }\n";
    let package = Package::new("typed", lib);
    let (run, document) = package.json(&["--scope", "all", "--write-tests"]);
    run.exits(1);
    for function in ["wide", "listed", "filled", "text", "called", "first"] {
        refine_tests::e2e::verdicts(&document, function, "assert", "refuted");
    }
    let text = read(&package, OUTSIDE);
    for call in [
        "wide(1_u64)",
        "filled(&[1][..])",
        "text(Box::from(\"a\"))",
        "called(&std::collections::HashMap::from([(0, Box::new(|_: u8| -> u8 { 1 }) as Box<dyn Fn(u8) -> u8>)]))",
        "first(&[Box::new(|_| true)])",
    ] {
        assert!(text.contains(&format!("    typed::{call};\n")), "{call}: {text}");
    }
    let (passed, output) = package.cargo_test();
    assert!(!passed && output.contains("0 passed; 6 failed"), "{output}");
}

/// What has no short translation is asserted in the user's own words, if these mean the same in Rust: a clause that computes does it exactly.
#[test]
fn a_claim_is_asserted_in_the_shorter_words() {
    let lib = "use std::cmp::Ordering;
use std::num::{NonZeroU8, Wrapping};
use refine_spec::*;

#[ensures(|ret| *ret == Ordering::Less)]
pub fn compare(a: u8, b: u8) -> Ordering { a.cmp(&b) }

#[ensures(|ret| *ret == Wrapping(a))]
pub fn next(a: u8) -> Wrapping<u8> { Wrapping(a) + Wrapping(1) }

#[ensures(|ret| [1, 5].contains(ret))]
pub fn either(a: u8) -> u8 { a }

#[ensures(|ret| ret.unwrap_or(9) < 20)]
pub fn known(a: u8) -> Option<u8> { if a > 0 { Some(a) } else { None } }

#[ensures(|ret| ret.iter().all(|x| *x < 20))]
pub fn all(xs: Vec<u8>) -> Vec<u8> { xs }

#[ensures(|ret| ret.first() == Some(&3))]
pub fn headed(xs: Vec<u8>) -> Vec<u8> { xs }

#[ensures(|ret| ret.start < 20 && ret.end < 250)]
pub fn range(a: u8) -> std::ops::Range<u8> { a..200 }

#[ensures(|ret| ret.get() < 20)]
pub fn odd(a: u8) -> NonZeroU8 { NonZeroU8::new(a | 1).unwrap() }

#[ensures(|ret| ret.is_ascii_digit())]
pub fn digit(a: char) -> char { a }

#[ensures(|ret| ret.abs() < 20 && ret.pow(2) < 400)]
pub fn small(a: i8) -> i8 { a }
";
    let package = Package::new("own words", lib);
    let run = package.check(&["--write-tests"]);
    run.exits(1);
    assert!(!format!("{run:?}").contains("no test for"), "{run:?}");
    let tests = read(&package, OUTSIDE);
    for line in [
        "assert!(result == std::cmp::Ordering::Less);",
        "assert!(result == std::num::Wrapping(a));",
        "assert!([1, 5].contains(ret));",
        "assert!(ret.unwrap_or(9) < 20);",
        "assert!(ret.iter().all(|x| *x < 20));",
        "assert!(ret.first() == Some(&3));",
        "assert!(result.start < 20 && result.end < 250);",
        "assert!(result.get() < 20);",
        "assert!(ret.is_ascii_digit());",
    ] {
        assert!(tests.contains(line), "{line}: {tests}");
    }
    assert!(!tests.contains("assert!(ret.abs"), "an `i8` has no room for that: {tests}");
    let (passed, output) = package.cargo_test();
    assert!(!passed && output.contains("10 failed") && !output.contains("warning"), "{output}");
}

/// An argument that shares its value with the result is still there at the assertion; and no parameter meets a name of the test's own.
#[test]
fn a_test_keeps_what_the_result_shares_and_its_names_apart() {
    let lib = "use std::rc::Rc;
use refine_spec::*;

#[ensures(|ret| Rc::strong_count(ret) == 1)]
pub fn share(x: &Rc<u8>) -> Rc<u8> { Rc::clone(x) }

#[ensures(|_| *x == old(*x))]
pub fn bump(old_x: u8, x: &mut u8) { *x = x.wrapping_add(old_x) }

#[ensures(|ret| *ret >= this && x_before == old(*x))]
pub fn half(this: u8, x: &mut u8, mut x_before: u8) -> u8 {
    x_before = x_before.max(*x);
    *x = x_before;
    this / 2
}

pub struct Held { pub n: u8 }

impl Held {
    #[ensures(|ret| *ret == self.n && self.n > old(self.n))]
    pub fn hold(&mut self, this: u8, result: u8) -> u8 {
        self.n = this;
        result
    }
}
";
    let package = Package::new("names apart", lib);
    let run = package.check(&["--write-tests"]);
    run.exits(1);
    assert!(!format!("{run:?}").contains("no test for"), "{run:?}");
    let (passed, output) = package.cargo_test();
    assert!(
        !passed && !output.contains(" ... ok") && !output.contains("error[E"),
        "{output}\n{}",
        read(&package, OUTSIDE)
    );
}

/// What a cell held before the call is remembered, also where the clause asks for it on some paths only.
#[test]
fn a_test_remembers_what_cells_held() {
    let lib = r#"use refine_spec::*;
use std::cell::{Cell, RefCell};
use std::sync::Mutex;

#[ensures(|ret| *ret ==> a.get() == old(a.get()))]
pub fn flips(a: &Cell<u8>) -> bool {
    a.set(a.get() ^ 1);
    true
}

#[ensures(|ret| !*ret || *a.borrow() == old(a.borrow().clone()))]
pub fn grows(a: &RefCell<Vec<u8>>) -> bool {
    a.borrow_mut().push(1);
    true
}

#[ensures(|ret| if *ret { *a.lock().unwrap() == old(*a.lock().unwrap()) } else { true })]
pub fn locks(a: &Mutex<u8>) -> bool {
    *a.lock().unwrap() ^= 1;
    true
}

#[ensures(|_| (0..a.len()).all(|i| a[i].get() == old(a[i].get())))]
pub fn first(a: &[Cell<u8>]) {
    a.iter().take(1).for_each(|c| c.set(c.get() ^ 1));
}

pub struct Counter(Cell<u8>);

impl Counter {
    pub fn new(v: u8) -> Counter {
        Counter(Cell::new(v))
    }

    #[ensures(|ret| *ret ==> self.0.get() == old(self.0.get()))]
    pub fn counts(&self) -> bool {
        self.0.set(self.0.get() ^ 1);
        true
    }
}
"#;
    let package = Package::new("cells", lib);
    let (run, document) = package.json(&["--write-tests"]);
    run.exits(1);
    assert_eq!(statuses(&document), ["written src/lib.rs"], "{document:#}");
    let (passes, said) = package.cargo_test_with(&["--no-fail-fast"]);
    assert!(!passes && said.contains("0 passed; 5 failed"), "{said}{}", read(&package, "src/lib.rs"));
}
