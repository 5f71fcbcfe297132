//! What arguments are made of: all types that a harness can make, functions, instances of generic functions, and the worked examples of
//! the papers. In `tests/crates/vectors` the functions whose names end in `_wrong` have a bug that only a run finds.
use refine_tests::e2e::{Package, adds_up, obligations, refine, verdicts};
use refine_tests::package::{root, scratch};
use serde_json::Value;

fn functions<'a>(document: &'a Value, test: &dyn Fn(&Value) -> bool) -> Vec<&'a str> {
    let all = document["obligations"].as_array().expect("a list").iter();
    let mut found: Vec<&str> = all.filter(|one| test(one)).filter_map(|one| one["function"].as_str()).collect();
    found.dedup();
    found
}

#[test]
fn what_is_wrong_is_found_and_what_is_right_is_run() {
    let output = refine()
        .args(["check", "--no-cache", "--scope", "all", "--output-format", "json"])
        .current_dir(root().join("tests/crates/vectors"))
        .env("CARGO_TARGET_DIR", scratch("vectors"))
        .output()
        .unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    adds_up(&document);
    let refuted = functions(&document, &|one| one["verdict"] == "refuted");
    let right: Vec<_> = refuted.iter().filter(|name| !name.ends_with("_wrong")).collect();
    assert!(right.is_empty(), "{right:?} are right");
    let wrong = functions(&document, &|one| one["function"].as_str().is_some_and(|name| name.ends_with("_wrong")));
    let missed: Vec<_> = wrong.iter().filter(|name| !refuted.contains(name)).collect();
    assert!(wrong.len() > 50 && missed.is_empty(), "{missed:?} are wrong");
    // Few inputs for constants are not enough, but they are run.
    let open = functions(&document, &|one| one["verdict"] == "open" && one["vectors"] == 0);
    let not_run: Vec<_> = open.iter().filter(|name| !name.ends_with("_wrong")).collect();
    assert!(not_run.is_empty(), "{not_run:?} are not put to the test");
}

#[test]
fn a_function_in_a_witness_is_a_closure_of_the_test_that_is_kept() {
    let package = Package::new(
        "closures",
        "pub fn differs(f: fn(u8) -> bool) -> bool { assert!(f(1) == f(2)); true }
         pub fn boxed(f: Box<dyn Fn(&str) -> u8>) -> u8 { 10 / f(\"a\") }
         pub fn lent<F: FnMut(u8, char) -> i32>(f: &mut F) -> i32 { f(1, 'a') / f(2, 'b') }",
    );
    package.check(&["--scope", "all", "--write-tests"]).exits(1);
    let text = std::fs::read_to_string(package.path("tests/refine_regressions.rs")).unwrap();
    assert!(text.contains("|a| match a {"), "{text}");
    let (passed, said) = package.cargo_test();
    assert!(!passed && said.contains("0 passed; "), "{said}");
}

#[test]
fn what_stands_for_a_trait_is_declared_by_the_test_that_is_kept() {
    let package = Package::new(
        "stubs",
        "use refine_spec::*;
         pub trait Cost { #[requires(x < 100)] #[ensures(|ret| *ret <= 50)] fn cost(&self, x: u32) -> u32; }
         pub trait Source: Clone { fn next(&mut self) -> Option<u8>; fn name(&self) -> &str; }
         pub fn ratio<C: Cost>(c: &C) -> u32 { 10 / (50 - c.cost(1)) }
         pub fn beyond(c: Box<dyn Cost>, x: u32) -> u32 { c.cost(x % 101) }
         pub fn differs<C: Cost>(a: C, b: C) -> bool { assert!(a.cost(1) == b.cost(1)); true }
         pub fn twice<S: Source>(mut s: S) -> bool { let mut other = s.clone(); assert!(other.next() == s.next() && s.next() != Some(1)); true }
         pub fn initial<S: Source>(s: &S) -> char { s.name().chars().next().unwrap() }",
    );
    package.check(&["--scope", "all", "--write-tests"]).exits(1);
    let kept = |path: &str| std::fs::read_to_string(package.path(path)).unwrap();
    let outside = kept("tests/refine_regressions.rs");
    assert!(outside.contains("impl stubs::Cost for CostStub {"), "{outside}");
    assert!(outside.contains("            assert!(x < 100);\n            (self.cost)(x)"), "{outside}");
    assert!(outside.contains("ratio::<CostStub>(&CostStub { cost: |_| 50 })"), "{outside}");
    assert!(outside.contains("beyond(Box::new(CostStub { cost: |_| 0 }), 100)"), "{outside}");
    let (passed, said) = package.cargo_test();
    assert!(!passed && !said.contains("error[") && said.contains("0 passed; 5 failed"), "{said}");
}

#[test]
fn what_stands_for_a_private_trait_is_declared_beside_it() {
    let package = Package::new(
        "stubs_inside",
        "pub mod own { trait Rate { fn rate(&self, by: &[u8]) -> u8; } pub fn of<R: Rate>(r: R) -> u8 { 1 / r.rate(&[1]) } }",
    );
    package.check(&["--scope", "all", "--write-tests"]).exits(1);
    let text = std::fs::read_to_string(package.path("src/lib.rs")).unwrap();
    assert!(text.contains("impl Rate for RateStub {"), "{text}");
    let (passed, said) = package.cargo_test();
    assert!(!passed && !said.contains("error[") && said.contains("0 passed; 1 failed"), "{said}");
}

/// What hangs or panics before the call, in the making of an argument or in a precondition, is not the function's doing.
#[test]
fn what_hangs_before_the_call_is_not_the_functions_fault() {
    let lib = r#"
use refine_spec::*;
#[pure]
pub fn falls(x: u32) -> bool { let mut y = x; while y != 1 { y = if y % 2 == 0 { y / 2 } else { y } } true }
#[requires(falls(x))]
#[ensures(|ret| *ret <= x)]
pub fn half(x: u32) -> u32 { format!("{}", x / 2).parse().unwrap() }
pub struct Slow { pub n: u64, pub file: std::rc::Weak<u8> }
#[generator]
fn any_slow(seed: u64) -> Slow { while seed != 77 {} Slow { n: seed, file: Default::default() } }
#[ensures(|ret| *ret == slow.n)]
pub fn number(slow: &Slow) -> u64 { format!("{}", slow.n).parse().unwrap() }
pub struct Gone { pub n: u64, pub file: std::rc::Weak<u8> }
#[generator]
fn any_gone(seed: u64) -> Gone { panic!("no value for {seed}") }
#[ensures(|ret| *ret == gone.n + 1)]
pub fn wrong(gone: &Gone) -> u64 { gone.n }
"#;
    let (run, document) = Package::new("before-the-call", lib).json(&["--call-timeout", "200"]);
    // It is that of the function which is called before.
    run.exits(1);
    verdicts(&document, "falls", "completes", "refuted");
    adds_up(&document);
    let reason = |function: &str| obligations(&document, function, "ensures")[0]["reason"].to_string();
    for function in ["half", "number", "wrong"] {
        verdicts(&document, function, "ensures", "open");
        assert!(obligations(&document, function, "completes").is_empty(), "{document:#}");
    }
    assert!(
        reason("number").contains("making its arguments or evaluating its precondition did not finish"),
        "{}",
        reason("number")
    );
    assert!(reason("wrong").contains("the generator `any_gone` panicked"), "{}", reason("wrong"));
}

/// Types without a value, and preconditions that no value meets.
#[test]
fn where_there_is_no_input_nothing_is_claimed_of_runs() {
    let lib = r"
use refine_spec::*;
pub enum Never {}
pub struct Holds(pub Never);
#[ensures(|ret| *ret > 10)]
pub fn of_never(n: &Holds, x: u8) -> u8 { x }
pub struct Endless(pub Box<Endless>);
#[ensures(|ret| *ret > 10)]
pub fn of_endless(n: &Endless, x: u8) -> u8 { x }
pub struct Growing<T>(pub Box<Growing<(T, T)>>, pub T);
#[ensures(|ret| *ret > 10)]
pub fn of_growing(n: &Growing<u8>, x: u8) -> u8 { x }
#[requires(x > 5 && x < 3)]
#[ensures(|ret| *ret > 10)]
pub fn of_nothing(x: u8) -> u8 { x }
";
    let (run, document) = Package::new("no-input", lib).json(&["--scope", "all"]);
    run.exits(0);
    adds_up(&document);
    for function in ["of_never", "of_endless", "of_growing"] {
        verdicts(&document, function, "ensures", "open");
    }
    assert_eq!(obligations(&document, "of_nothing", "ensures")[0]["vacuous"], true, "{document:#}");
}

/// What an earlier call in the chain that makes an argument has broken, the call at its end has not.
#[test]
fn who_broke_it_first_is_blamed() {
    let lib = r#"
use refine_spec::*;
#[derive(Debug)]
pub struct Counted { items: Vec<u8>, count: usize }
impl Counted {
    pub fn new() -> Counted { Counted { items: Vec::new(), count: 0 } }
    #[pure]
    pub fn sound(&self) -> bool { format!("{}", self.count) == format!("{}", self.items.len()) }
    #[ensures(|_| self.sound())]
    #[ensures(|_| self.items.len() == old(self.items.len()) + 1 && self.count == self.items.len())]
    pub fn push(&mut self, item: u8) { self.items.push(item); if item != 7 { self.count += 1; } }
    #[ensures(|_| self.sound())]
    pub fn len(&self) -> usize { self.count }
    #[ensures(|_| old(self.all()).len() <= self.all().len() && self.sound())]
    pub fn twice(&mut self) { for item in self.items.clone() { self.items.push(item); } self.count *= 2; }
    #[pure]
    pub fn all(&self) -> Vec<u8> { self.items.iter().copied().collect() }
}
"#;
    let (run, document) = Package::new("blame", lib).json(&[]);
    run.exits(1);
    adds_up(&document);
    verdicts(&document, "Counted::push", "ensures", "refuted");
    for function in ["Counted::len", "Counted::twice"] {
        verdicts(&document, function, "ensures", "open");
        let reason = obligations(&document, function, "ensures")[0]["reason"].to_string();
        assert!(reason.contains("broken only after `Counted::push`"), "{reason}");
    }
}

/// Where nobody can tell in time whether an earlier call broke its promise, the call at the end is not to blame either.
#[test]
fn who_cannot_be_checked_in_time_may_have_broken_it() {
    let lib = r#"
use refine_spec::*;
#[derive(Debug)]
pub struct Slow { n: u64 }
impl Slow {
    pub fn new() -> Slow { Slow { n: 0 } }
    #[pure]
    fn is_small(&self) -> bool { let mut n = 0; while self.n > 2 && n < 1_000_000_000_000u64 { n += 1; } self.n < 3 }
    #[ensures(|_| self.is_small())]
    pub fn grow(&mut self) { self.n = self.n.wrapping_add(1); }
    #[ensures(|ret| *ret < 3)]
    pub fn get(&self) -> u64 { self.n }
}
"#;
    let (run, document) = Package::new("blame-late", lib).json(&[]);
    run.exits(0);
    adds_up(&document);
    verdicts(&document, "Slow::get", "ensures", "open");
    let reason = obligations(&document, "Slow::get", "ensures")[0]["reason"].to_string();
    assert!(reason.contains("broken only after `Slow::grow`"), "{reason}");
}

/// The interpreter knows what a `&mut` leads to when the call returns, and not what it will lead to.
#[test]
fn the_model_and_the_runs_agree_on_what_is_lent() {
    let lib = "
pub fn first(x: &mut u8) -> &mut u8 { if *x > 3 { *x = 3 } x }
pub fn one<'a>(a: &'a mut u8, b: &'a mut u8, first: bool) -> &'a mut u8 { if first { a } else { b } }
pub fn maybe(v: &mut Vec<u8>) -> Option<&mut u8> { v.first_mut() }
pub fn pair(p: &mut (u8, u8)) -> &mut (u8, u8) { p.0 = 1; p }
pub fn both(p: &mut (u8, u8)) -> (&mut u8, &mut u8) { (&mut p.0, &mut p.1) }
";
    let (run, document) = Package::new("lent results", lib).json(&["--audit", "--scope", "all"]);
    run.exits(0);
    assert_eq!(document["audit"]["differed"], 0, "{document:#}");
    assert!(document["audit"]["agreed"].as_u64() > Some(100), "{document:#}");
}
