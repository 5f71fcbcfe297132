//! No kept verdict is stale: for each kind of thing that a verdict rests on, an edit of that alone, elsewhere, makes it another.
//!
//! Each kind has a function of its own, which holds before the edits and not after them; all edits are made at once, so what is in
//! one function's key says nothing of another's.
use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use refine_driver::{Cache, Cached, Cancel, Options, Report, Scope, Verdict, check};
use refine_tests::e2e::Package;

/// A kind of thing that verdicts rest on: the function that does, what stands there, as it is and as it is edited.
struct Kind {
    function: &'static str,
    text: &'static str,
    edit: (&'static str, &'static str),
}

const fn kind(function: &'static str, text: &'static str, from: &'static str, to: &'static str) -> Kind {
    Kind { function, text, edit: (from, to) }
}

/// What proofs rest on.
const OF_PROOFS: [Kind; 21] = [
    kind(
        "postcondition_of_a_callee",
        "#[ensures(|ret| *ret < 5)]
fn at_most(x: u32) -> u32 { x % 5 }
#[ensures(|ret| *ret < 5)]
pub fn postcondition_of_a_callee(x: u32) -> u32 { at_most(x) }",
        "#[ensures(|ret| *ret < 5)]\nfn at_most",
        "#[ensures(|ret| *ret < 6)]\nfn at_most",
    ),
    kind(
        "precondition_of_a_callee",
        "#[requires(n > 0)]
fn share(n: u32) -> u32 { 100 / n }
pub fn precondition_of_a_callee(n: u32) -> u32 { if n > 0 { share(n) } else { 0 } }",
        "#[requires(n > 0)]\nfn share",
        "#[requires(n > 1)]\nfn share",
    ),
    kind(
        "body_of_a_callee",
        "fn half(x: u32) -> u32 { quarter(x) }
fn quarter(x: u32) -> u32 { x / 4 }
#[ensures(|ret| *ret <= x / 2)]
pub fn body_of_a_callee(x: u32) -> u32 { half(x) }",
        "x / 4",
        "x - x / 4",
    ),
    kind(
        "constant",
        "const LIMIT: u32 = LESS + 1;
const LESS: u32 = 9;
#[ensures(|ret| *ret <= 10)]
pub fn constant(x: u32) -> u32 { if x > LIMIT { LIMIT } else { x } }",
        "LESS: u32 = 9",
        "LESS: u32 = 10",
    ),
    kind(
        "constant_function",
        "const fn limit() -> u32 { 4 }
const OTHER: u32 = limit();
#[ensures(|ret| *ret == 4)]
pub fn constant_function() -> u32 { OTHER }",
        "u32 { 4 }",
        "u32 { 5 }",
    ),
    kind(
        "type_of_a_field",
        "pub struct Pair { pub a: u8, pub b: u32 }
#[ensures(|ret| *ret <= 255)]
pub fn type_of_a_field(pair: &Pair) -> u32 { pair.a as u32 }",
        "pub a: u8",
        "pub a: u16",
    ),
    kind(
        "invariant_of_a_type",
        "#[invariant(self.low <= self.high)]
pub struct Range { pub low: u32, pub high: u32 }
pub fn invariant_of_a_type(range: &Range) -> u32 { range.high - range.low }",
        "self.low <= self.high",
        "self.low <= self.high.saturating_add(1)",
    ),
    kind(
        "alias",
        "type Count = u8;
#[ensures(|ret| *ret <= 255)]
pub fn alias(count: Count) -> u32 { count as u32 }",
        "type Count = u8",
        "type Count = u16",
    ),
    kind(
        "refined_alias",
        "alias! { type Small = u32{v: v < 9}; }
#[spec(fn(x: Small) -> u32{v: v < 10})]
pub fn refined_alias(x: u32) -> u32 { x + 1 }",
        "v: v < 9}; }",
        "v: v < 10}; }",
    ),
    kind(
        "discriminant",
        "#[derive(Clone, Copy)]
pub enum Level { Low = 1, High = 2 }
#[ensures(|ret| *ret <= 2)]
pub fn discriminant(level: Level) -> u32 { level as u32 }",
        "High = 2",
        "High = 3",
    ),
    kind(
        "implementation_of_a_trait",
        "pub trait Weight { fn weight(&self) -> u32; fn doubled(&self) -> u32 { self.weight() * 2 } }
pub struct Stone(pub u32);
impl Weight for Stone { fn weight(&self) -> u32 { self.0 % 5 } }
#[ensures(|ret| *ret < 10)]
pub fn implementation_of_a_trait(stone: &Stone) -> u32 { stone.doubled() }",
        "self.0 % 5",
        "self.0 % 6",
    ),
    kind(
        "provided_method",
        "pub trait Size { fn size(&self) -> u32 { 3 } }
pub struct Feather;
impl Size for Feather {}
#[ensures(|ret| *ret == 3)]
pub fn provided_method(feather: &Feather) -> u32 { feather.size() }",
        "impl Size for Feather {}",
        "impl Size for Feather { fn size(&self) -> u32 { 4 } }",
    ),
    kind(
        "associated_constant",
        "pub trait Bounded { const MOST: u32; }
pub struct Bag;
impl Bounded for Bag { const MOST: u32 = 6; }
#[ensures(|ret| *ret == 6)]
pub fn associated_constant() -> u32 { <Bag as Bounded>::MOST }",
        "MOST: u32 = 6",
        "MOST: u32 = 7",
    ),
    kind(
        "operator",
        "pub struct Meters(pub u32);
impl std::ops::Not for Meters { type Output = u32; fn not(self) -> u32 { self.0 / 2 } }
#[ensures(|ret| *ret <= u32::MAX / 2)]
pub fn operator(length: Meters) -> u32 { !length }",
        "self.0 / 2",
        "self.0 / 1",
    ),
    kind(
        "derived",
        "#[derive(PartialEq, Eq)]
pub struct Name(pub u32, pub u32);
#[ensures(|ret| *ret == (a.1 == b.1 && a.0 == b.0))]
pub fn derived(a: &Name, b: &Name) -> bool { a == b }",
        "#[derive(PartialEq, Eq)]\npub struct Name",
        "impl PartialEq for Name { fn eq(&self, other: &Name) -> bool { self.0 == other.0 } }\npub struct Name",
    ),
    kind(
        "pure_function",
        "#[pure]
fn is_small(x: u32) -> bool { x < 5 }
#[ensures(|ret| is_small(*ret))]
pub fn pure_function(x: u32) -> u32 { x % 5 }",
        "bool { x < 5 }",
        "bool { x < 4 }",
    ),
    kind(
        "macro_by_rules",
        "macro_rules! lesser { ($x:expr) => { $x / 2 } }
#[ensures(|ret| *ret <= x / 2)]
pub fn macro_by_rules(x: u32) -> u32 { lesser!(x) }",
        "{ $x / 2 }",
        "{ $x - $x / 4 }",
    ),
    kind(
        "closure_of_a_callee",
        "fn apply(x: u32, f: impl Fn(u32) -> u32) -> u32 { f(x % 10) }
#[ensures(|ret| *ret <= 10)]
pub fn closure_of_a_callee(x: u32) -> u32 { apply(x, |y| y + 1) }",
        "f(x % 10)",
        "f(x % 11)",
    ),
    kind(
        "feature",
        "#[ensures(|ret| *ret == 1)]
pub fn feature() -> u32 { if cfg!(feature = \"wide\") { 2 } else { 1 } }",
        "",
        "",
    ),
    kind(
        "another_package",
        "#[ensures(|ret| *ret < 8)]
pub fn another_package(x: u32) -> u32 { part::rest(x) }",
        "",
        "",
    ),
    kind(
        "use_of_a_name",
        "mod one { pub fn chosen(x: u32) -> u32 { x / 2 } }
mod two { pub fn chosen(x: u32) -> u32 { x } }
use one::chosen;
#[ensures(|ret| *ret <= x / 2)]
pub fn use_of_a_name(x: u32) -> u32 { let _ = two::chosen; chosen(x) }",
        "use one::chosen;",
        "use two::chosen;",
    ),
];

/// What runs rest on, where the model does not know what a function does.
const OF_RUNS: [Kind; 6] = [
    kind(
        "body_of_a_callee",
        "fn rough(x: u8) -> u8 { (f32::from(x) * 0.5) as u8 }
pub fn body_of_a_callee(x: u8) -> u8 { let y = rough(x); assert!(y < 200); y }",
        "f32::from(x) * 0.5",
        "f32::from(x) * 1.0",
    ),
    kind(
        "method_of_an_object",
        "pub trait Sound { fn sound(&self) -> f32; }
pub struct Bell(pub u8);
impl Sound for Bell { fn sound(&self) -> f32 { f32::from(self.0) / 2.0 } }
pub fn method_of_an_object(bell: Bell) -> u8 {
    let all: [Box<dyn Sound>; 1] = [Box::new(bell)];
    let y = all[0].sound() as u8;
    assert!(y < 200);
    y
}",
        "f32::from(self.0) / 2.0",
        "f32::from(self.0) / 1.0",
    ),
    kind(
        "function_passed_on",
        "fn plain(x: &u8) -> u8 { (f32::from(*x) * 0.5) as u8 }
pub fn function_passed_on(x: u8) -> u8 {
    let y = std::collections::BTreeSet::from([x]).iter().map(plain).max().unwrap_or(0);
    assert!(y < 200);
    y
}",
        "f32::from(*x) * 0.5",
        "f32::from(*x) * 1.0",
    ),
    kind(
        "pointer",
        "fn pointed(x: u8) -> u8 { (f32::from(x) * 0.5) as u8 }
static TABLE: [fn(u8) -> u8; 1] = [pointed];
pub fn pointer(x: u8) -> u8 { let y = TABLE[0](x); assert!(y < 200); y }",
        "f32::from(x) * 0.5",
        "f32::from(x) * 1.0",
    ),
    kind(
        "maker",
        "pub struct Percent(f32);
impl Percent {
    pub fn new(x: u8) -> Percent { Percent(f32::from(x.min(100))) }
    pub fn value(&self) -> f32 { self.0 }
}
pub fn maker(percent: &Percent) -> u8 { let y = percent.value() as u8; assert!(y < 101); y }",
        "x.min(100)",
        "x.min(255)",
    ),
    kind(
        "function_of_a_clause",
        "fn is_low(x: u8) -> bool { f32::from(x) < 200.0 }
#[ensures(|ret| is_low(*ret))]
pub fn function_of_a_clause(x: u8) -> u8 { (f32::from(x) * 0.5) as u8 }",
        "bool { f32::from(x) < 200.0",
        "bool { f32::from(x) < 100.0",
    ),
];

/// The same, where others' traits lead to it.
const OF_RUNS_BY_OTHERS: [Kind; 8] = [
    kind(
        "format_in_a_clause",
        "struct Hidden(u8);
impl std::fmt::Display for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, \"{}\", self.0 / 101) }
}
fn letters(x: u8) -> usize { format!(\"{}\", Hidden(x)).len() }
#[ensures(|ret| letters(*ret) < 2)]
pub fn format_in_a_clause(x: u8) -> u8 { (f32::from(x) * 0.5) as u8 }",
        "self.0 / 101",
        "self.0 / 1",
    ),
    kind(
        "dropped_in_a_clause",
        "struct Halving<'a>(&'a std::cell::Cell<u8>);
impl Drop for Halving<'_> { fn drop(&mut self) { self.0.set((f32::from(self.0.get()) * 0.25) as u8); } }
fn less(x: u8) -> u8 { let cell = std::cell::Cell::new(x); drop(Halving(&cell)); cell.get() }
#[ensures(|ret| less(*ret) < 100)]
pub fn dropped_in_a_clause(x: u8) -> u8 { let _ = f32::from(x); x }",
        "self.0.get()) * 0.25",
        "self.0.get()) * 1.0",
    ),
    kind(
        "format",
        "pub struct Shown(pub u8);
impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, \"{}\", self.0 / 100) }
}
pub fn format(shown: Shown) -> usize { let n = format!(\"{shown}\").len(); assert!(n < 2); n }",
        "self.0 / 100",
        "self.0 / 1",
    ),
    kind(
        "dropped",
        "pub struct Guard<'a>(pub &'a std::cell::Cell<u8>);
impl Drop for Guard<'_> { fn drop(&mut self) { self.0.set((f32::from(self.0.get()) * 0.5) as u8); } }
pub fn dropped(x: u8) -> u8 {
    let cell = std::cell::Cell::new(x);
    let guard = Guard(&cell);
    let _ = (f32::from(x) * 0.5) as u8;
    std::mem::drop(guard);
    let y = cell.get();
    assert!(y < 200);
    y
}",
        "f32::from(self.0.get()) * 0.5",
        "f32::from(self.0.get()) * 1.0",
    ),
    kind(
        "order",
        "#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Card(pub u8);
impl PartialOrd for Card { fn partial_cmp(&self, other: &Card) -> Option<std::cmp::Ordering> { Some(self.cmp(other)) } }
impl Ord for Card { fn cmp(&self, other: &Card) -> std::cmp::Ordering { self.0.cmp(&other.0) } }
pub fn order(a: u8, b: u8) -> u8 {
    let mut all = vec![Card(a), Card(b)];
    all.sort();
    assert!(all[0].0 <= all[1].0);
    (f32::from(all[0].0) * 0.5) as u8
}",
        "self.0.cmp(&other.0)",
        "other.0.cmp(&self.0)",
    ),
    kind(
        "iterator",
        "pub struct Down(pub f32);
impl Iterator for Down {
    type Item = f32;
    fn next(&mut self) -> Option<f32> { self.0 -= 64.0; (self.0 > 0.0).then_some(self.0) }
}
pub fn iterator(x: u8) -> usize { let n = Down(f32::from(x)).count(); assert!(n < 5); n }",
        "64.0",
        "16.0",
    ),
    kind(
        "deref",
        "pub struct Held(pub u8, pub [u8; 2]);
impl std::ops::Deref for Held {
    type Target = u8;
    fn deref(&self) -> &u8 { if (f32::from(self.0) * 0.5) < 200.0 { &self.1[0] } else { &self.1[1] } }
}
pub fn deref(x: u8) -> u8 { let held = Held(x, [1, 2]); let y = *held; assert!(y == 1); (f32::from(y) * 0.5) as u8 }",
        "f32::from(self.0) * 0.5",
        "f32::from(self.0) * 1.0",
    ),
    kind(
        "conversion",
        "pub struct Feet(pub f32);
impl From<u8> for Feet { fn from(x: u8) -> Feet { Feet(f32::from(x) * 0.5) } }
fn into<T: Into<Feet>>(x: T) -> f32 { x.into().0 }
pub fn conversion(x: u8) -> u8 { let y = into(x) as u8; assert!(y < 200); y }",
        "Feet(f32::from(x) * 0.5)",
        "Feet(f32::from(x) * 1.0)",
    ),
];

/// Nothing that is edited has to do with it.
const APART: &str = "#[ensures(|ret| *ret < 7)]\npub fn apart(x: u32) -> u32 { x % 7 }\n";

fn look(package: &Package, run: bool) -> Report {
    let manifest = package.path("Cargo.toml");
    let options = Options { manifest, scope: Scope::Pub, run, cache: Cache::On, ..Options::default() };
    check(&options, &Cancel::default(), &mut |_| {}).unwrap()
}

/// The functions with a claim of such a verdict.
fn with(report: &Report, is: impl Fn(&Verdict) -> bool) -> BTreeSet<&str> {
    let found = report.obligations.iter().filter(|obligation| is(&obligation.verdict));
    found.map(|obligation| name(&obligation.function)).collect()
}

/// Without the names of packages.
fn name(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

fn text(kinds: &[Kind], edited: bool) -> String {
    let each = |kind: &Kind| {
        let (from, to) = kind.edit;
        assert!(from.is_empty() || kind.text.matches(from).count() == 1, "{}", kind.function);
        if edited && !from.is_empty() { kind.text.replace(from, to) } else { kind.text.to_owned() }
    };
    let all: Vec<String> = kinds.iter().map(each).collect();
    format!("#![allow(dead_code, unused)]\nuse refine_spec::*;\n{}\n{APART}", all.join("\n"))
}

fn package(name: &str) -> Package {
    let package = Package::new(name, "");
    let _ = fs::remove_dir_all(package.path("target/refine"));
    let manifest = fs::read_to_string(package.path("Cargo.toml")).unwrap();
    let spec = manifest.lines().find(|line| line.starts_with("refine-spec")).unwrap();
    package.write(
        "part/Cargo.toml",
        &format!("[package]\nname = \"part\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[dependencies]\n{spec}\n"),
    );
    package
}

fn write(package: &Package, kinds: &[Kind], edited: bool) {
    package.write("src/lib.rs", &text(kinds, edited));
    let below = if edited { 9 } else { 8 };
    let part = format!(
        "use refine_spec::*;\n#[ensures(|ret| *ret < {below})]\npub fn rest(x: u32) -> u32 {{ x % {below} }}\n"
    );
    package.write("part/src/lib.rs", &part);
    let manifest = fs::read_to_string(package.path("Cargo.toml")).unwrap();
    let head = manifest.split("part = {").next().unwrap().replace("[workspace]\n", "");
    let default = if edited { "default = [\"wide\"]\n" } else { "" };
    package.write(
        "Cargo.toml",
        &format!(
            "{}\npart = {{ path = \"part\" }}\n\n[features]\n{default}wide = []\n\n[workspace]\n",
            head.trim_end()
        ),
    );
}

fn is_another_after_the_edit(folder: &str, kinds: &[Kind], run: bool, is_fine: fn(&Verdict) -> bool) {
    let package = package(folder);
    write(&package, kinds, false);
    let before = look(&package, run);
    assert_eq!(before.cached, Cached::Kept, "{:?}", before.diagnostics);
    let all: BTreeSet<&str> = kinds.iter().map(|kind| kind.function).collect();
    let wrong = with(&before, |verdict| !is_fine(verdict));
    let why = before.obligations.iter().filter(|known| wrong.contains(name(&known.function)));
    let why: Vec<_> = why.map(|known| (&known.id, &known.verdict, &known.reason)).collect();
    assert!(wrong.is_disjoint(&all), "before: {why:?}");
    let missing: Vec<_> = all.difference(&with(&before, is_fine)).copied().collect();
    assert!(missing.is_empty(), "before: nothing is said of {missing:?}");

    write(&package, kinds, true);
    let after = look(&package, run);
    assert_eq!(after.cached, Cached::Kept, "{:?}", after.diagnostics);
    let wrong = with(&after, |verdict| !is_fine(verdict));
    let stale: Vec<_> = all.difference(&wrong).collect();
    assert!(stale.is_empty(), "{stale:?} as before");
    let spent = after.timings.functions.iter().find(|spent| name(&spent.function) == "apart").unwrap();
    assert_eq!(spent.solver, Duration::ZERO);
}

#[test]
fn a_proof_rests_on_nothing_that_has_changed() {
    is_another_after_the_edit("proofs", &OF_PROOFS, false, |verdict| matches!(verdict, Verdict::Proved));
}

#[test]
fn what_runs_have_shown_rests_on_nothing_that_has_changed() {
    let is_fine = |verdict: &Verdict| matches!(verdict, Verdict::Proved | Verdict::Tested);
    is_another_after_the_edit("runs", &OF_RUNS, true, is_fine);
    is_another_after_the_edit("runs by others", &OF_RUNS_BY_OTHERS, true, is_fine);
}
