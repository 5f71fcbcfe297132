//! Whose fault a failure is: functions that others can call, those that only the crate itself can, and documented panics.
use std::fs;

use refine_tests::e2e::{Package, adds_up, obligations, refuted};
use serde_json::Value;

const LIB: &str = r#"
fn at(xs: &[u32], i: usize) -> u32 {
    xs[i]
}

fn half(n: u32, k: u32) -> u32 {
    n / k
}

pub fn first(xs: &[u32]) -> u32 {
    if xs.is_empty() { 0 } else { at(xs, 0) }
}

pub fn second(xs: &[u32]) -> u32 {
    at(xs, 1) / half(4, 2)
}

fn middle(xs: &[u32]) -> u32 {
    at(xs, 2)
}

pub fn third(xs: &[u32]) -> u32 {
    middle(xs)
}

/// The value.
///
/// # Panics
///
/// If there is none, or too much.
pub fn must(x: Option<u8>) -> u8 {
    x.unwrap() + 1
}

pub fn should(x: Option<u8>) -> u8 {
    x.unwrap()
}
"#;

fn one<'a>(document: &'a Value, function: &str, kind: &str) -> &'a Value {
    let found = obligations(document, function, kind);
    assert_eq!(found.len(), 1, "{function} {kind}: {document}");
    found[0]
}

#[test]
fn a_failure_is_told_where_it_is_with_the_entries_that_get_there() {
    let package = Package::new("entries", LIB);
    let (run, document) = package.json(&["--scope", "all"]);
    run.exits(1);
    adds_up(&document);
    let found = one(&document, "at", "index");
    assert_eq!((&found["verdict"], &found["visibility"]), (&"refuted".into(), &"private".into()), "{found}");
    assert_eq!(found["chain"], serde_json::json!(["second", "at"]));
    assert_eq!(found["entries"], serde_json::json!(["second", "third"]));
    assert_eq!(found["witness"]["call"], "second(&[])");
    assert_eq!(found["site"]["line"], 3);
    for entry in ["second", "third"] {
        assert!(obligations(&document, entry, "index").is_empty(), "{document}");
    }
    // One obligation alone is judged through the callers, too.
    let (_, document) = package.json(&["--scope", "all", "--obligation", "at/index/1"]);
    assert_eq!(one(&document, "at", "index")["witness"]["call"], "second(&[])");
    assert_eq!(document["summary"]["obligations"], 1);
}

#[test]
fn what_fails_alone_relies_on_its_callers() {
    let package = Package::new("relies", LIB);
    let (_, document) = package.json(&["--scope", "all"]);
    let found = one(&document, "half", "division");
    assert_eq!((&found["verdict"], &found["class"]), (&"open".into(), &"relies-on-callers".into()), "{found}");
    let relies = &found["relies"];
    assert_eq!((&relies["requires"], &relies["kept"]), (&"k != 0".into(), &true.into()), "{found}");
    assert_eq!(relies["callers"], serde_json::json!(["second"]));
    assert_eq!(document["summary"]["relying"], 1);
    // The clause is one that refine reads, and with it the function is in order.
    let stated = LIB.replace("fn half", "#[refine_spec::requires(k != 0)]\nfn half");
    let (_, document) = Package::new("states", &stated).json(&["--scope", "all"]);
    assert_eq!(one(&document, "half", "division")["verdict"], "proved");
    assert!(obligations(&document, "second", "requires").iter().all(|one| one["verdict"] == "proved"));
    let (_, document) = package.json(&["--scope", "all", "--entry", "private"]);
    refuted(&document, "half", "division", "half(0, 0)");
}

#[test]
fn tests_call_the_entries() {
    let package = Package::new("entries tests", LIB);
    package.check(&["--scope", "all", "--write-tests"]).exits(1);
    let tests = fs::read_to_string(package.path("tests/refine_regressions.rs")).unwrap();
    assert!(tests.contains("::second(&[])") && !tests.contains("::half("), "{tests}");
    assert!(!tests.contains("::must(None)") && tests.contains("::should(None)"), "{tests}");
}

#[test]
fn documented_panics_are_counted_apart() {
    let announced = LIB.split("pub fn should").next().unwrap().replace("x.unwrap() + 1", "x.unwrap()");
    let announced = announced.replace("at(xs, 1)", "1").replace("at(xs, 2)", "2");
    let package = Package::new("documented", &announced);
    let (run, document) = package.json(&["--scope", "pub"]);
    run.exits(0);
    let found = one(&document, "must", "unwrap");
    assert_eq!((&found["verdict"], &found["class"]), (&"refuted".into(), &"documented".into()), "{found}");
    assert_eq!((&document["summary"]["refuted"], &document["summary"]["documented"]), (&1.into(), &1.into()));
    package.check(&["--scope", "pub", "--deny", "documented"]).exits(1);
    // Arithmetic out of range is not announced by it.
    let (run, document) = Package::new("undocumented", LIB).json(&["--scope", "pub", "--function", "must"]);
    run.exits(1);
    assert_eq!(one(&document, "must", "overflow")["class"], Value::Null, "{document}");
}

/// Values of types that nobody else can name, and what others get of them.
const GIVEN: &str = r#"
pub trait Shape {
    fn area(&self, i: usize) -> u32;
}

struct Boxed([u32; 3]);
impl Shape for Boxed {
    fn area(&self, i: usize) -> u32 {
        self.0[i]
    }
}
pub fn boxed() -> Box<dyn Shape> {
    Box::new(Boxed([1, 2, 3]))
}
pub fn of_boxed() -> u32 {
    Boxed([1, 2, 3]).area(1)
}

struct Behind([u32; 3]);
impl Shape for Behind {
    fn area(&self, i: usize) -> u32 {
        self.0[i]
    }
}
pub fn behind() -> impl Shape {
    Behind([1, 2, 3])
}

struct Inner([u32; 3]);
impl Inner {
    pub fn at(&self, i: usize) -> u32 {
        self.0[i]
    }
}
impl Shape for Inner {
    fn area(&self, i: usize) -> u32 {
        self.0[i]
    }
}
pub fn of_inner() -> u32 {
    Inner([1, 2, 3]).area(2) + Inner([1, 2, 3]).at(1)
}

mod hidden {
    pub struct Token([u8; 2]);
    impl Token {
        pub fn new() -> Token {
            Token([1, 2])
        }
        pub fn at(&self, i: usize) -> u8 {
            self.0[i]
        }
        fn own(&self, i: usize) -> u8 {
            self.0[i]
        }
        pub fn last(&self) -> u8 {
            self.own(1)
        }
    }
}
pub fn token() -> hidden::Token {
    hidden::Token::new()
}
pub fn of_token() -> u8 {
    token().at(1)
}

fn half(a: u32) -> u32 {
    10 / a
}
pub fn pointer() -> fn(u32) -> u32 {
    half
}
pub fn of_half() -> u32 {
    half(2)
}

pub struct Count(u8);
impl Iterator for Count {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        self.0 += 1;
        Some(self.0)
    }
}
pub fn count() -> Count {
    Count(0)
}
"#;

#[test]
fn methods_of_values_that_are_given_away_are_entries() {
    let package = Package::new("given away", GIVEN);
    let (_, document) = package.json(&["--scope", "all"]);
    for (function, call) in [("Behind::area", "behind().area(3)"), ("hidden::Token::at", "token().at(2)")] {
        refuted(&document, function, "index", call);
    }
    // What others only have as an object is never made out of its private fields.
    let found = one(&document, "Boxed::area", "index");
    assert_eq!((&found["verdict"], &found["class"]), (&"open".into(), &Value::Null), "{found}");
    // Nothing else gets at these.
    for function in ["Inner::at", "Inner::area", "hidden::Token::own"] {
        let found = one(&document, function, "index");
        assert_eq!((&found["class"], &found["relies"]["kept"]), (&"relies-on-callers".into(), &true.into()), "{found}");
    }
    // Whoever has the pointer calls it with anything.
    assert_eq!(one(&document, "half", "division")["relies"]["kept"], false, "{document}");
    // Many calls of one method are told as what they are.
    refuted(
        &document,
        "Count::next",
        "overflow",
        "let mut count = count(); for _ in 0..255 { count.next(); } count.next()",
    );
    package.check(&["--scope", "all", "--write-tests"]).exits(1);
    let text = fs::read_to_string(package.path("src/lib.rs")).unwrap();
    assert!(text.contains("    for _ in 0..255 {\n            count.next();\n        }\n"), "{text}");
}

/// Functions that others get by the constants and statics that they see.
const HELD: &str = r#"
fn by_static(x: u8) -> u8 {
    10 / x
}
pub static POINTER: fn(u8) -> u8 = by_static;

fn by_const(x: u8) -> u8 {
    10 / x
}
pub struct Table;
impl Table {
    pub const FIRST: fn(u8) -> u8 = by_const;
}

fn by_lock(x: u8) -> u8 {
    10 / x
}
pub static LATER: std::sync::LazyLock<u8> = std::sync::LazyLock::new(|| by_lock(0));

fn by_thread(x: u8) -> u8 {
    10 / x
}
thread_local! {
    pub static OWN: fn(u8) -> u8 = by_thread;
}

#[refine_spec::trusted]
#[refine_spec::ensures(|ret| *ret > 0)]
fn positive(x: u8) -> u8 {
    x
}
fn by_trust(x: u8) -> u8 {
    10 / x
}

pub fn careful(x: u8) -> u8 {
    if x == 0 { 0 } else { by_static(x) + by_const(x) / 2 + by_lock(x) / 4 + by_thread(x) / 8 }
}
pub fn trusting(x: u8) -> u8 {
    by_trust(positive(x))
}
"#;

#[test]
fn what_constants_hold_has_callers_that_nobody_knows() {
    let (_, document) = Package::new("held", HELD).json(&["--scope", "all"]);
    for function in ["by_static", "by_const", "by_lock", "by_thread"] {
        let found = one(&document, function, "division");
        assert_eq!(
            (&found["class"], &found["relies"]["kept"]),
            (&"relies-on-callers".into(), &false.into()),
            "{found}"
        );
    }
    let relies = &one(&document, "by_trust", "division")["relies"];
    assert_eq!(relies["kept"], true, "{document}");
    assert_eq!(relies["given"], serde_json::json!(["the contract of `positive` (trusted)"]), "{document}");
}

/// What is called of the standard library in a private function that nobody can run alone is one failure, whoever hands the function on.
#[test]
fn a_failure_in_what_is_handed_on_is_told_once() {
    let lib = r#"
use std::fmt;
fn capitalize(s: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}", &s[1..])
}
fn each<F>(s: &str, mut one: F, f: &mut fmt::Formatter<'_>) -> fmt::Result
where
    F: FnMut(&str, &mut fmt::Formatter<'_>) -> fmt::Result,
{
    one(s, f)
}
pub struct Title(pub String);
impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each(&self.0, capitalize, f)
    }
}
pub struct Train(pub String);
impl fmt::Display for Train {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each(&self.0, capitalize, f)
    }
}
"#;
    let (_, document) = Package::new("handed-on", lib).json(&["--scope", "all"]);
    adds_up(&document);
    let all = document["obligations"].as_array().unwrap();
    let refuted: Vec<&Value> = all.iter().filter(|one| one["verdict"] == "refuted").collect();
    assert_eq!(refuted.len(), 1, "{refuted:#?}");
    assert_eq!(refuted[0]["function"], "capitalize");
    assert_eq!(refuted[0]["entries"], serde_json::json!(["Title::fmt", "Train::fmt"]));
}

#[test]
fn a_chain_of_calls_names_no_function_that_may_not_be_on_the_way() {
    let lib = "pub struct Cursor<'a> { bytes: &'a [u8], pos: usize }
impl Cursor<'_> {
    fn bump(&mut self) -> u8 { let b = self.bytes[self.pos]; self.pos += 1; b }
    fn digit(&mut self) -> bool { self.pos < self.bytes.len() && self.bump() < 10 }
    fn dot(&mut self) -> bool { self.bump() == 46 }
}
pub fn parse(text: &[u8]) -> bool {
    let mut c = Cursor { bytes: text, pos: 0 };
    c.digit() && c.dot()
}
";
    let (run, document) = Package::new("two-ways", lib).json(&["--scope", "pub"]);
    run.exits(1);
    let found = one(&document, "parse", "index");
    assert_eq!((&found["verdict"], &found["site"]["line"]), (&"refuted".into(), &3.into()), "{found}");
    // `digit` calls `bump`, too, but where there is something.
    assert_eq!(found["chain"], serde_json::json!(["parse", "Cursor::bump"]));
}
