//! What a user meets first: which functions are looked at, what is said of them, and in how many words. Through the real binary.
use refine_tests::e2e::{Package, adds_up, obligations, refuted, verdicts};
use serde_json::Value;

fn reasons(document: &Value) -> Vec<&str> {
    document["obligations"].as_array().unwrap().iter().filter_map(|one| one["reason"].as_str()).collect()
}

/// A type's invariant is a contract of the functions that take or give values of it.
#[test]
fn types_with_an_invariant_bring_their_functions_into_scope() {
    let lib = r"
use refine_spec::*;
#[invariant(self.lo <= self.hi)]
pub struct Span { lo: u32, hi: u32 }
impl Span {
    pub fn new(a: u32, b: u32) -> Span { Span { lo: a, hi: b } }
    pub fn width(&self) -> u32 { self.hi - self.lo }
}
pub fn widest(all: &[Span]) -> u32 { all[0].hi - all[0].lo }
pub fn other(x: u8) -> u8 { 10 / x }
";
    let (run, document) = Package::new("invariant-scope", lib).json(&[]);
    run.exits(1);
    adds_up(&document);
    refuted(&document, "Span::new", "invariant", "Span::new(1, 0)");
    verdicts(&document, "Span::width", "overflow", "proved");
    verdicts(&document, "widest", "overflow", "proved");
    refuted(&document, "widest", "index", "widest(&[])");
    assert!(obligations(&document, "other", "").is_empty(), "{document:#}");
}

/// A value that another method has made while it broke its own contract is no fault of the one that takes it, also if that is checked alone.
#[test]
fn a_method_that_is_checked_alone_does_not_answer_for_the_others() {
    let lib = r"
use refine_spec::*;
pub struct Sorted { all: Vec<u8> }
impl Sorted {
    pub fn new() -> Sorted { Sorted { all: Vec::new() } }
    #[pure]
    fn ok(&self) -> bool { self.all.is_sorted() }
    #[ensures(|_| self.ok())]
    pub fn push(&mut self, x: u8) { self.all.push(x) }
    #[ensures(|_| self.ok())]
    pub fn pop(&mut self) -> Option<u8> { self.all.pop() }
}
";
    let package = Package::new("alone", lib);
    let (_, document) = package.json(&["--function", "Sorted::pop"]);
    verdicts(&document, "Sorted::pop", "ensures", "open");
    let (_, document) = package.json(&[]);
    refuted(&document, "Sorted::push", "ensures", "push(0)");
    verdicts(&document, "Sorted::pop", "ensures", "open");
}

/// What is passed on as a value, or called through a trait, is called by somebody.
#[test]
fn functions_as_values_and_trait_objects_have_callers() {
    let lib = r#"
fn halve(x: u8) -> u8 { 200 / x }
pub fn halves(xs: &[u8]) -> Vec<u8> { xs.iter().filter(|x| **x > 0).copied().map(halve).collect() }
fn table(f: fn(u8) -> u8, x: u8) -> u8 { f(x) }
fn third(x: u8) -> u8 { 100 / x }
pub fn thirds(x: u8) -> u8 { if x == 0 { 0 } else { table(third, x) } }
trait Shape { fn part(&self) -> u32; }
struct Square(u32);
impl Shape for Square { fn part(&self) -> u32 { 100 / self.0 } }
pub fn first(n: u32) -> u32 { let all: Vec<Box<dyn Shape>> = vec![Box::new(Square(n | 1))]; all[0].part() }
fn alone(x: u8) -> u8 { 10 / x }
impl Square { fn unused(&self) -> u32 { alone(self.0 as u8) as u32 } }
fn pointed(x: u8) -> u8 { 100 / x }
pub static POINTED: fn(u8) -> u8 = pointed;
pub fn safe(x: u8) -> u8 { pointed(x | 1) }
"#;
    let (_, document) = Package::new("callers", lib).json(&["--scope", "all"]);
    let of = |function: &str| obligations(&document, function, "division")[0]["reason"].to_string();
    for function in ["halve", "third", "Square::part"] {
        let told = obligations(&document, function, "division");
        assert!(told.iter().all(|one| one["verdict"] != "refuted"), "{document:#}");
        assert!(!of(function).contains("nothing in this crate calls it"), "{function}: {}", of(function));
    }
    // Its only caller in the crate passes what is right; who else has the pointer is not known.
    assert!(!of("pointed").contains("proved to keep"), "{}", of("pointed"));
}

/// A clause that rustc would reject is an error at the clause, also where nothing else is to be run.
#[test]
fn clauses_of_wrong_types_are_errors() {
    let bad = [
        "#[requires(s.starts_with(3))]\npub fn f(s: &str) -> usize {",
        "#[ensures(|ret| ret.starts_with(3))]\npub fn f(s: &str) -> String {",
        "#[ensures(|ret| *ret > 0.25)]\npub fn f(s: &str) -> usize {",
        "#[requires(s == 3)]\npub fn f(s: &str) -> usize {",
        "#[ensures(|ret| ret.len() > \"a\")]\npub fn f(s: &str) -> String {",
    ];
    for (at, bad) in bad.iter().enumerate() {
        let result = if bad.contains("String") { "s.to_owned()" } else { "s.len()" };
        let lib = format!("use refine_spec::*;\n{bad}\n    {result}\n}}\n");
        let run = Package::new(&format!("wrong type {at}"), &lib).check(&[]);
        run.exits(2);
        run.says("error[E0200]");
        run.says("src/lib.rs:2:");
    }
    // Integers of different types may be mixed, and what runs alone can check is no error.
    let lib = "use refine_spec::*;\n#[requires(s.starts_with(\"a\") && n as u64 > 3)]\n#[ensures(|ret| *ret > n)]\npub fn f(s: &str, n: u8) -> usize {\n    s.len() + n as usize\n}\n";
    let (run, document) = Package::new("right types", lib).json(&[]);
    run.exits(0);
    assert_ne!(obligations(&document, "f", "ensures")[0]["verdict"], "refuted", "{document:#}");
}

/// The precondition of a trait's own method is looked at in runs, wherever it is called.
#[test]
fn provided_methods_with_a_precondition_are_checked_in_runs() {
    let lib = r"
use refine_spec::*;
pub trait Steps {
    #[requires(n > 3)]
    fn step(&self, n: u8) -> u8 { 10 / (n - 3) }
    fn twice(&self) -> u8;
}
pub struct Plain;
impl Steps for Plain { fn twice(&self) -> u8 { self.step(2) } }
pub fn any(x: u8) -> u8 { Plain.step(x) }
pub fn kept(x: u8) -> u8 { if x > 3 { Plain.step(x) } else { 0 } }
";
    let (run, document) = Package::new("provided", lib).json(&["--scope", "all"]);
    run.exits(1);
    adds_up(&document);
    refuted(&document, "Plain::twice", "requires", "Plain.twice()");
    refuted(&document, "any", "requires", "any(0)");
    verdicts(&document, "kept", "requires", "proved");
}

/// Names that refine made up are none that a user reads; a reason is short; the standard library's specs are not the user's to mend.
#[test]
fn what_is_said_is_in_the_users_words() {
    let lib = r#"
use refine_spec::*;
pub trait Halves { fn halves(&self) -> u8; }
impl Halves for (u8, u8) { fn halves(&self) -> u8 { 100 / self.0 } }
impl Halves for () { fn halves(&self) -> u8 { 1 } }
impl Halves for fn(u8) -> u8 { fn halves(&self) -> u8 { self(1) / 2 } }
#[ensures(|ret| *ret == text.trim().len() && text.starts_with("a"))]
pub fn clauses(text: &str) -> usize { text.trim().len() }
pub fn letters(text: &str) -> usize { let n = text.len(); let m = text.trim().len(); 100 / (n - m + 1) + n * n }
pub fn sums(xs: &[u64]) -> u64 { xs.iter().map(|x| x >> 60).sum::<u64>() * 2 }
"#;
    let package = Package::new("words", lib);
    let (_, document) = package.json(&["--scope", "all", "-v"]);
    adds_up(&document);
    let all = document.to_string();
    for never in ["_::", "untranslated", "accumulate!"] {
        assert!(!all.contains(never), "{never} in {document:#}");
    }
    refuted(&document, "clauses", "ensures", "clauses(");
    for reason in reasons(&document) {
        assert!(reason.chars().count() <= 200, "{reason}");
    }
    let run = package.check(&["--scope", "all", "-v"]);
    assert!(!run.stdout.contains("of the postconditions of `core"), "{}", run.stdout);
    assert!(!run.stdout.contains("<refine>"), "{}", run.stdout);
}

/// However much is refuted, what is shown can be read.
#[test]
fn a_report_has_at_most_300_lines() {
    let function =
        |n: usize| format!("/// Divides.\npub fn f{n}(x: u8, y: u8) -> u8 {{\n    (100 / x + {n} % y) * 3\n}}\n");
    let lib: String = (0..120).map(function).collect();
    let run = Package::new("long", &lib).check(&["--scope", "all", "--vectors", "1"]);
    run.exits(1);
    let lines = run.stdout.lines().count();
    assert!(lines <= 300, "{lines} lines:\n{}", run.stdout);
    run.says("more refuted claims (-v lists them)");
}

/// A witness that needs large numbers has the plainest of them.
#[test]
fn witnesses_are_plain() {
    let lib = "pub struct Buffer {\n    pub len: u32,\n    pub cap: u32,\n}\nimpl Buffer {\n    pub fn reserve(&mut self, more: u32) {\n        \
               if self.len + more > self.cap {\n            self.cap = self.len;\n        }\n    }\n}\n\
               pub fn middle(a: u64, b: u64) -> u64 {\n    (a + b) / 2\n}\npub fn twice(a: i64) -> i64 {\n    a * 2\n}\n";
    let (_, document) = Package::new("plain", lib).json(&["--scope", "all"]);
    refuted(&document, "Buffer::reserve", "overflow", "Buffer { len: u32::MAX, cap: 0 }.reserve(1)");
    refuted(&document, "middle", "overflow", "middle(u64::MAX, 1)");
    refuted(&document, "twice", "overflow", "twice(i64::MIN)");
}

/// The members of a workspace know each other's contracts.
#[test]
fn a_member_knows_the_contracts_of_another() {
    let package = Package::new(
        "knows",
        "use refine_spec::*;\n#[requires(n > 0)]\npub fn g(n: u8) -> u8 {\n    20 / base::least(n)\n}\npub fn h(n: u8) -> u8 {\n    base::needs(n)\n}\n",
    );
    let manifest = std::fs::read_to_string(package.path("Cargo.toml")).unwrap();
    let spec = manifest.lines().find(|line| line.contains("refine-spec")).unwrap().to_owned();
    let base = format!("[package]\nname = \"base\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\n{spec}\n");
    package.write("base/Cargo.toml", &base);
    package.write("base/src/lib.rs", "use refine_spec::*;\n#[requires(n > 0)]\n#[ensures(|ret| *ret > 0)]\npub fn least(n: u8) -> u8 {\n    if n > 3 { n - 1 } else { 1 }\n}\n#[requires(n < 9)]\npub fn needs(n: u8) -> u8 {\n    n + 1\n}\n");
    package.write("Cargo.toml", &manifest.replacen(&spec, &format!("{spec}\nbase = {{ path = \"base\" }}"), 1));
    let (_, document) = package.json(&["--scope", "all", "-p", "knows"]);
    verdicts(&document, "g", "division", "proved");
    verdicts(&document, "g", "requires", "proved");
    assert!(obligations(&document, "h", "requires").iter().all(|one| one["verdict"] != "proved"), "{document:#}");
    assert_eq!(obligations(&document, "h", "requires").len(), 1);
}

/// A workspace of `base` and of what depends on it, `top`.
fn members(name: &str, base: &str, top: &str) -> Package {
    let package = Package::new(name, "");
    let manifest = std::fs::read_to_string(package.path("Cargo.toml")).unwrap();
    let spec = manifest.lines().find(|line| line.contains("refine-spec")).unwrap().to_owned();
    package.write("Cargo.toml", "[workspace]\nmembers = [\"top\", \"base\"]\nresolver = \"2\"\n");
    let head = |name: &str| {
        format!("[package]\nname = {name:?}\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\n{spec}\n")
    };
    package.write("base/Cargo.toml", &head("base"));
    package.write("top/Cargo.toml", &format!("{}base = {{ path = \"../base\" }}\n", head("top")));
    package.write("base/src/lib.rs", &format!("use refine_spec::*;\n{base}"));
    package.write("top/src/lib.rs", &format!("use refine_spec::*;\n{top}"));
    std::fs::remove_dir_all(package.path("src")).unwrap();
    package
}

#[test]
fn what_one_member_calls_of_another_is_run_and_its_contract_counts_as_proved() {
    let base = r"
#[requires(x % 2 == 0)]
#[ensures(|ret| *ret * 2 == x)]
pub fn half(x: u32) -> u32 { x / 2 }
#[ensures(|ret| *ret > 0)]
pub fn wrong(x: u32) -> u32 { x }
pub fn log(x: u32) -> u32 { noted(x); x }
fn noted(x: u32) { let _ = std::fs::metadata(x.to_string()); }
";
    let top = r"
#[ensures(|ret| *ret == 5)]
pub fn five() -> u32 { base::half(10) }
#[ensures(|ret| *ret > 0)]
pub fn resting(x: u32) -> u32 { base::wrong(x) }
pub fn split(x: u32) -> u32 { base::half(x) }
#[ensures(|ret| ret.to_string().len() < 9)]
pub fn found(x: u32) -> u32 { base::half(x / 2 * 2) }
pub fn logged(x: u32) -> u32 { 1 / base::log(x) }
";
    let package = members("runs-members", base, top);
    let (run, document) = package.json(&["--scope", "all"]);
    run.exits(1);
    let of = |function: &str, kind: &str| {
        let all = document["obligations"].as_array().unwrap();
        let found = all.iter().find(|one| one["function"] == function && one["kind"] == kind);
        found.unwrap_or_else(|| panic!("{function} {kind}: {document:#}")).clone()
    };
    assert_eq!(
        (&of("top::five", "ensures")["verdict"], of("top::five", "ensures")["given"].as_array().unwrap().len()),
        (&"proved".into(), 0)
    );
    assert_eq!(of("top::resting", "ensures")["given"][0], "base::wrong/ensures/1 (refuted)");
    assert_eq!(of("top::found", "ensures")["verdict"], "refuted");
    let required = of("top::split", "requires");
    assert_eq!((&required["verdict"], &required["file"]), (&"open".into(), &"top/src/lib.rs".into()));
    assert!(
        of("top::logged", "division")["reason"]
            .as_str()
            .unwrap()
            .contains("through which `base::noted` calls `std::fs::metadata`")
    );
    let shown = package.check(&["--scope", "all", "--no-run"]).stdout;
    assert!(
        shown.contains("base/src/lib.rs:3:12") && !shown.contains(&format!("{}/base", package.path("").display())),
        "{shown}"
    );
    // Alone, nothing is known of the other.
    let (_, document) = package.json(&["--scope", "all", "-p", "top"]);
    let all = document["obligations"].as_array().unwrap();
    let five = all.iter().find(|one| one["id"].as_str().unwrap().contains("five/ensures")).unwrap();
    assert_eq!(five["given"][0], "the contract of `base::half` (not checked in this run)");
}

/// The implementations of other crates may call back, and their `fmt` may fail.
#[test]
fn what_other_crates_implement_is_followed() {
    let base = r#"
pub trait Go { fn go(&self); }
pub struct Guard<T: Go>(pub T);
impl<T: Go> Drop for Guard<T> { fn drop(&mut self) { self.0.go() } }
pub struct Same<T: Go>(pub T);
impl<T: Go> PartialEq for Same<T> { fn eq(&self, _: &Self) -> bool { self.0.go(); true } }
pub struct Quiet<T>(pub T);
impl<T> PartialEq for Quiet<T> { fn eq(&self, _: &Self) -> bool { true } }
pub struct Fails;
impl std::fmt::Display for Fails {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { Err(std::fmt::Error) }
}
pub struct Writes;
impl std::fmt::Display for Writes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("it") }
}
"#;
    let top = r"
use base::*;
pub struct Dropped;
impl Go for Dropped { #[decreases(0u8)] fn go(&self) { let _guard = Guard(Dropped); } }
pub struct Compared;
impl Go for Compared { #[decreases(0u8)] fn go(&self) { let _ = Same(Compared) == Same(Compared); } }
pub struct Other;
impl Go for Other { #[decreases(0u8)] fn go(&self) { let _ = Quiet(Other) == Quiet(Other); } }
fn sink<T>(_: T) {}
pub struct Sunk;
impl Go for Sunk { #[decreases(0u8)] fn go(&self) { sink(Guard(Sunk)) } }
pub struct Quietly;
impl Go for Quietly { #[decreases(0u8)] fn go(&self) { sink(Quiet(Quietly)) } }
pub fn fails(x: &Fails) -> String { x.to_string() }
pub fn writes(x: &Writes) -> String { x.to_string() }
";
    let package = members("implements-members", base, top);
    let (_, document) = package.json(&["--scope", "all", "--no-run", "-p", "top"]);
    let all = document["obligations"].as_array().unwrap();
    let of = |function: &str| -> Vec<(&str, &str)> {
        let of = all.iter().filter(|one| one["function"] == format!("top::{function}"));
        of.map(|one| (one["kind"].as_str().unwrap(), one["verdict"].as_str().unwrap())).collect()
    };
    assert_eq!(of("Dropped::go"), [("decreases", "open")], "{document:#}");
    assert_eq!(of("Compared::go"), [("decreases", "open")], "{document:#}");
    assert_eq!(of("Other::go"), [], "{document:#}");
    // (What is moved into `sink` is not dropped here: that is proved.)
    assert_eq!(of("Sunk::go"), [("decreases", "proved"), ("decreases", "open")], "{document:#}");
    assert_eq!(of("Quietly::go"), [], "{document:#}");
    assert_eq!(of("fails"), [("panic", "open")], "{document:#}");
    assert_eq!(of("writes"), [], "{document:#}");
}

#[test]
fn what_a_member_says_of_its_types_and_traits_the_others_have_to_keep() {
    let base = r"
#[invariant(self.0 < 10)]
#[derive(Clone, Copy)]
pub struct Digit(pub u8);
impl Digit {
    #[ensures(|ret| *ret < 10)]
    pub fn get(self) -> u8 { [0u8; 10][self.0 as usize] }
}
alias! { type Positive = i32{v: v > 0}; }
#[spec(fn(x: Positive) -> i32{r: r >= 0})]
pub fn less(x: i32) -> i32 { x - 1 }
pub trait Source { #[ensures(|ret| *ret > 0)] fn next(&self) -> u32; }
#[ensures(|ret| *ret > 0)]
pub fn first(source: &dyn Source) -> u32 { source.next() }
";
    let top = r"
use base::*;
#[ensures(|ret| *ret < 10)]
pub fn unchecked(x: u8) -> u8 { Digit(x).get() }
#[ensures(|ret| *ret < 10)]
pub fn checked(x: u8) -> u8 { Digit(x % 10).get() }
pub fn made(x: u8) -> Digit { Digit(x) }
pub fn made_well(x: u8) -> Digit { Digit(x % 10) }
pub fn below(x: i32) -> i32 { less(x) }
pub fn below_well(x: i32) -> i32 { if x > 0 { less(x) } else { 0 } }
pub struct Nothing;
impl Source for Nothing { fn next(&self) -> u32 { 0 } }
#[ensures(|ret| *ret > 0)]
pub fn from_nothing() -> u32 { first(&Nothing) }
";
    let package = members("keeps-members", base, top);
    let (_, document) = package.json(&["--scope", "all"]);
    let all = document["obligations"].as_array().unwrap();
    let of = |function: &str, kind: &str| {
        let found = all.iter().find(|one| one["function"] == format!("top::{function}") && one["kind"] == kind);
        found.unwrap_or_else(|| panic!("{function} {kind}: {document:#}"))
    };
    for (function, kind) in [("unchecked", "requires"), ("made", "invariant"), ("below", "requires")] {
        assert_ne!(of(function, kind)["verdict"], "proved", "{function}");
    }
    for (function, kind) in [("checked", "requires"), ("made_well", "invariant"), ("below_well", "requires")] {
        assert_eq!(of(function, kind)["verdict"], "proved", "{function}");
    }
    assert_eq!(of("unchecked", "panic")["verdict"], "refuted");
    assert_eq!(of("from_nothing", "ensures")["given"][0], "top::Nothing::next/ensures/1 (refuted)");
}

/// Values of a member's types are written down field by field where all is public, and made by its constructors and methods otherwise.
#[test]
fn functions_that_take_another_members_types_are_run() {
    let base = r#"
pub mod shapes {
    pub struct Point { pub x: i8, pub y: i8 }
    pub enum Shape { Dot(Point), Line { from: Point, length: u8 } }
    #[non_exhaustive]
    pub enum Open { First, Second }
}
#[invariant(self.low <= self.high)]
pub struct Span { pub low: u32, pub high: u32 }
pub struct Account { balance: u32, locked: bool }
impl Account {
    pub fn new(balance: u32) -> Account { Account { balance, locked: false } }
    pub fn lock(&mut self) { self.locked = true }
    pub fn is_locked(&self) -> bool { self.locked }
    pub fn balance(&self) -> u32 { self.balance }
}
pub struct Even(u32);
impl Even {
    #[requires(n % 2 == 0)]
    pub fn new(n: u32) -> Even { Even(n) }
    pub fn get(&self) -> u32 { self.0 }
}
pub struct Read(String);
impl Read {
    pub fn file() -> Read { Read(std::fs::read_to_string("there").unwrap_or_default()) }
    pub fn text(&self) -> &str { &self.0 }
}
pub struct Token(u8);
impl Token {
    pub fn seven() -> Token { Token(7) }
    pub fn get(&self) -> u8 { self.0 }
}
pub fn nine() -> Token { Token(9) }
"#;
    let top = r#"
use base::shapes::{Open, Point, Shape};
use base::{Account, Even, Read, Span, Token};
#[ensures(|ret| ret.to_string() != "7")]
pub fn left(p: &Point) -> i8 { p.x }
#[ensures(|ret| ret.to_string() != "12")]
pub fn length(s: Shape) -> u8 { match s { Shape::Dot(_) => 0, Shape::Line { length, .. } => length } }
#[ensures(|ret| ret.to_string() != "-1")]
pub fn width(s: &Span) -> i64 { s.high as i64 - s.low as i64 }
#[ensures(|ret| ret.to_string() != "5")]
pub fn free(a: &Account) -> u32 { if a.is_locked() { 5 } else { a.balance() / 10 * 10 } }
#[ensures(|ret| ret.to_string() != "1")]
pub fn odd(e: &Even) -> u32 { e.get() % 2 }
#[ensures(|ret| ret.to_string() != "3")]
pub fn read(r: &Read) -> usize { r.text().len() }
#[ensures(|ret| ret.to_string() != "9")]
pub fn token(t: &Token) -> u8 { t.get() }
#[ensures(|ret| ret.to_string() != "2")]
pub fn open(o: &Open) -> u8 { match o { Open::First => 1, _ => 2 } }
"#;
    let package = members("types-of-members", base, top);
    let (_, document) = package.json(&["-p", "top", "--write-tests"]);
    let all = document["obligations"].as_array().unwrap();
    let of = |function: &str| {
        let found = all.iter().find(|one| one["function"] == format!("top::{function}") && one["kind"] == "ensures");
        found
            .or_else(|| all.iter().find(|one| one["function"] == function && one["kind"] == "ensures"))
            .unwrap_or_else(|| panic!("{function}: {document:#}"))
    };
    for (function, call) in [
        ("left", "left(&Point { x: 7, y: 0 })"),
        ("open", "open(&Open::Second)"),
        ("length", "length(Shape::Line { from: Point { x: 0, y: 0 }, length: 12 })"),
    ] {
        assert_eq!((&of(function)["verdict"], &of(function)["witness"]["call"]), (&"refuted".into(), &call.into()));
    }
    assert_eq!(of("width")["verdict"], "tested");
    let free = of("free")["witness"]["call"].as_str().unwrap();
    assert!(free.contains("Account::new(") && free.contains("lock()"), "{free}");
    // A constructor with a precondition, or that reaches out, makes nothing; and there may be other ways than those that are known.
    for function in ["odd", "read", "token"] {
        assert_eq!(of(function)["verdict"], "open", "{function}: {document:#}");
    }
    let tests = std::fs::read_to_string(package.path("top/src/lib.rs")).unwrap();
    assert!(tests.contains("left(&::base::shapes::Point { x: 7, y: 0 })"), "{tests}");
    let (passed, said) = package.cargo_test_with(&["-p", "top"]);
    assert!(!passed && said.contains("failed"), "{said}");
}
