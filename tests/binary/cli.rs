//! `refine check` end to end, through the real binary, on packages made for each test.
//!
//! All packages lie in folders whose names hold a space and a letter outside ASCII.
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use refine_tests::e2e::{Package, Run, adds_up, obligations, refine, refuted, verdicts};
use refine_tests::package;
use serde_json::Value;

#[test]
fn the_grading_example_comes_out_as_the_papers_say() {
    let source = fs::read_to_string(package::root().join("tests/crates/grading/src/lib.rs")).unwrap();
    let (run, document) = Package::new("grading", &source).json(&[]);
    run.exits(1);
    assert_eq!(document["schema"], 1);
    adds_up(&document);
    refuted(&document, "rescale::faulty::rescale", "ensures", "rescale(1, 0, 0)");
    for kind in ["division", "overflow"] {
        verdicts(&document, "rescale::faulty::rescale", kind, "proved");
    }
    verdicts(&document, "rescale::repaired::rescale", "", "proved");
    verdicts(&document, "rescale::refined::rescale", "", "proved");
    refuted(&document, "average::any_weights::average", "division", "average(&[(0, 0)])");
    refuted(&document, "average::nonzero_weights::average", "division", "average(&[(");
    verdicts(&document, "average::repaired::average", "", "proved");
    refuted(&document, "average::unbounded_weights::average", "overflow", "average(&[(");
    refuted(&document, "insert::faulty::insert", "ensures", "insert(");
    verdicts(&document, "insert::repaired::insert", "", "proved");
    refuted(&document, "best::faulty::best", "ensures", "best(1, &[])");
    verdicts(&document, "best::repaired::best", "", "proved");
}

/// Verdicts, witnesses, reasons: nothing depends on which of them is looked at first, or at the same time.
#[test]
fn the_number_of_threads_changes_nothing() {
    let lib = r#"
use refine_spec::*;
#[ensures(|ret| *ret == a.wrapping_mul(b).wrapping_mul(c))]
pub fn product(a: u64, b: u64, c: u64) -> u64 { a.wrapping_mul(b.wrapping_mul(c)) }
#[ensures(|ret| *ret <= 64)]
pub fn ones(mut x: u64) -> u64 {
    x -= (x >> 1) & 0x5555_5555_5555_5555;
    x = (x & 0x3333_3333_3333_3333) + ((x >> 2) & 0x3333_3333_3333_3333);
    x = (x + (x >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    x.wrapping_mul(0x0101_0101_0101_0101) >> 56
}
#[ensures(|ret| ret.len() == xs.len())]
pub fn halves(xs: &[i32]) -> Vec<i32> {
    let mut out = Vec::new();
    for i in 0..xs.len() { if xs[i] != 77 { out.push(xs[i] / 2); } }
    out
}
pub fn mean(a: u8, b: u8) -> u8 { (a + b) / 2 }
"#;
    let package = Package::new("threads", lib);
    let run = |jobs: &str| {
        let (_, mut document) = package.json(&["--scope", "all", "--jobs", jobs]);
        document.as_object_mut().unwrap().remove("timings");
        document
    };
    let (one, three) = (run("1"), run("3"));
    assert_eq!(one["summary"]["refuted"], 2, "{one}");
    assert_eq!(one, three);
}

/// A callee's obligation that a call leaves as open as the callee itself is one finding, not two.
#[test]
fn a_callee_under_check_answers_for_itself() {
    let lib = r#"
fn odd(xs: &[u32]) -> u32 {
    let mut n = 0;
    let mut i = 0;
    while i != xs.len() {
        n += xs[i] % 2 * (n % 2 + 1);
        i += 1;
    }
    n
}
fn first(xs: &[u32]) -> u32 { xs[0] }
pub fn twice(xs: &[u32]) -> u32 { odd(xs) }
pub fn start(xs: &[u32]) -> u32 { if xs.is_empty() { 0 } else { first(xs) } }
pub fn begin(xs: &[u32]) -> u32 { first(xs) }
"#;
    let package = Package::new("answers", lib);
    let (_, document) = package.json(&["--scope", "all", "--entry", "private"]);
    adds_up(&document);
    assert!(!obligations(&document, "odd", "overflow").iter().all(|one| one["verdict"] == "proved"), "{document}");
    assert!(obligations(&document, "twice", "").iter().all(|one| one["verdict"] == "proved"), "{document}");
    refuted(&document, "first", "index", "first(&[])");
    verdicts(&document, "start", "index", "proved");
    assert!(obligations(&document, "begin", "index").is_empty(), "told where it goes wrong: {document}");
    let (_, document) = package.json(&["--scope", "pub"]);
    assert!(!obligations(&document, "twice", "overflow").iter().all(|one| one["verdict"] == "proved"), "{document}");
}

#[test]
fn a_crate_without_faults_exits_with_0() {
    let package = Package::new(
        "clean",
        "use refine_spec::*;\n#[requires(b > 0)]\npub fn f(a: u8, b: u8) -> u8 {\n    a / b\n}\n",
    );
    let run = package.check(&[]);
    run.exits(0);
    run.says("1 proved");
}

#[test]
fn nothing_to_check_does_not_look_like_success() {
    let run = Package::new("nothing", "pub fn f(a: u8) -> u8 {\n    a / 2\n}\n").check(&[]);
    run.exits(2);
    run.says("--scope");
}

/// One function with a fault that is found, to see that it is still checked beside bad input.
const SOUND: &str = "#[requires(x < 10)]\npub fn still_checked(x: u8) -> u8 {\n    1 / x\n}\n";

#[test]
fn a_file_that_does_not_parse_is_named_and_the_rest_is_checked() {
    let package = Package::new("parse", &format!("use refine_spec::*;\nmod broken;\nmod absent;\n{SOUND}"));
    package.write("src/broken.rs", "pub fn f( -> {\n");
    let run = package.check(&["--no-run"]);
    run.exits(2);
    run.says("src/broken.rs");
    run.says("E0001");
    run.says("src/broken.rs:1:11");
    run.says("does not parse");
    run.says("E0002");
    run.says("`src/absent.rs`");
    run.says("still_checked");
    let run = package.check(&[]);
    run.exits(2);
    run.says(NOT_COMPILED);
    assert!(!run.stdout.contains("E0300"), "said once is enough:\n{}", run.stdout);
}

#[test]
fn a_package_that_is_missing_is_named() {
    let run = Package::new("absent", SOUND).check(&["-p", "nowhere"]);
    run.exits(2);
    run.says("nowhere");
}

#[test]
fn two_runs_at_once_do_not_run_each_others_functions() {
    let function = |n: usize| format!("#[ensures(|ret| *ret != {n})]\npub fn f{n}(x: u8) -> u8 {{\n    x\n}}\n");
    let lib: String = std::iter::once("use refine_spec::*;\n".to_owned()).chain((10..14).map(function)).collect();
    let package = Package::new("at once", &lib);
    let start = |n: usize| {
        let mut command = refine();
        command.args(["check", "--output-format", "json", "--function", &format!("f{n}")]).current_dir(&package.0);
        (n, command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    };
    for (n, child) in (10..14).map(start).collect::<Vec<_>>() {
        let run = Run::new(child.wait_with_output().unwrap());
        run.exits(1);
        let document: Value = serde_json::from_str(&run.stdout).unwrap();
        adds_up(&document);
        refuted(&document, &format!("f{n}"), "ensures", &format!("f{n}({n})"));
    }
}

/// A workspace of members with a library each (`lib.rs` of each) and no package at its root.
fn workspace(name: &str, members: &[(&str, &str, &str)]) -> Package {
    let folder = package::scratch("e2e").join(format!("{name} ü"));
    let names: Vec<_> = members.iter().map(|(member, ..)| format!("{member:?}")).collect();
    let spec = package::root().join("specs/spec");
    let manifest = format!(
        "[workspace]\nresolver = \"2\"\nmembers = [{}]\n[workspace.dependencies]\nrefine-spec = {{ path = {spec:?} }}\n",
        names.join(", ")
    );
    package::write(&folder.join("Cargo.toml"), &manifest).unwrap();
    for (member, more, lib) in members {
        let manifest = format!(
            "[package]\nname = \"{member}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\n\
             refine-spec.workspace = true\n{more}"
        );
        package::write(&folder.join(member).join("Cargo.toml"), &manifest).unwrap();
        package::write(&folder.join(member).join("src/lib.rs"), lib).unwrap();
    }
    Package(folder)
}

#[test]
fn all_members_of_a_workspace_are_checked_and_what_cannot_be_is_named() {
    let lib = "use refine_spec::*;\n#[ensures(|ret| *ret > x)]\npub fn more(x: u8) -> u16 {\n    x as u16 + 1\n}\n\
               #[ensures(|ret| *ret > 1)]\npub fn uses(x: u8) -> u16 {\n    more(x) + 1\n}\n";
    let macros = "use proc_macro::TokenStream;\n#[proc_macro]\npub fn id(x: TokenStream) -> TokenStream {\n    x\n}\n";
    let members = [("one", "", lib), ("two", "", lib), ("magic", "[lib]\nproc-macro = true\n", macros)];
    let package = workspace("members", &members);
    let (run, document) = package.json(&[]);
    run.exits(0);
    adds_up(&document);
    // The members' functions have the same names; their packages' names tell them apart.
    let all = document["obligations"].as_array().unwrap();
    let of = |member: &str, of: &str| {
        let here = all.iter().filter(|o| o["file"] == format!("{member}/src/lib.rs"));
        let names = here.map(|o| o[of].as_str().unwrap().strip_prefix(member).unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    let (one, two) = (of("one", "id"), of("two", "id"));
    assert!(one.len() >= 4 && one == two && one[0].starts_with("::more/"), "{one:?} {two:?}");
    assert_eq!(of("one", "function"), of("two", "function"));
    let rests = obligations(&document, "two::uses", "ensures");
    assert_eq!(rests[0]["assumed"].as_array().unwrap().len(), 1, "{rests:#?}");
    assert!(document["diagnostics"].to_string().contains("magic is a procedural-macro crate"), "{document:#}");

    let run = package.check(&["-p", "magic"]);
    run.exits(2);
    run.says("its code runs in the compiler");
    let (run, document) = package.json(&["-p", "two"]);
    run.exits(0);
    let all = document["obligations"].as_array().unwrap();
    assert!(all.iter().all(|o| o["file"] == "two/src/lib.rs" && o["id"].as_str().unwrap().starts_with("two::")));

    let explain = |id: &str| {
        let output = refine().args(["explain", id]).current_dir(&package.0).output().unwrap();
        Run::new(output).stdout
    };
    let (known, both) = (explain("two::more/ensures/1"), explain("more/ensures/1"));
    assert!(known.contains("obligation two::more/ensures/1 in two::more"), "{known}");
    assert!(!known.contains("one::more"), "{known}");
    assert!(
        both.contains("obligation one::more/ensures/1") && both.contains("obligation two::more/ensures/1"),
        "{both}"
    );
    let run = package.check(&["--function", "one::more"]);
    run.exits(0);
    run.says("in 1 function");
}

#[test]
fn bad_clauses_have_a_place_and_the_rest_is_checked() {
    let bad = [
        ("attribute", "#[refine_spec::requirs(x > 1)]", "E0102"),
        ("type", "#[requires(x + 1)]", "E0200"),
        ("effect", "#[requires({ let mut y = x; y += 1; y > x })]", "E0101"),
        ("name", "#[requires(nothing > 1)]", "E0201"),
        ("outside", "#[requires(std::fs::write(\"/refine\", \"\").is_ok())]", "E0101"),
    ];
    for (name, attribute, code) in bad {
        let bad = format!("{attribute}\n#[ensures(|ret| *ret > 3)]\npub fn bad(x: u8) -> u8 {{\n    x\n}}\n");
        let lib = format!("use refine_spec::*;\n{bad}{SOUND}");
        let package = Package::new(&format!("clause {name}"), &lib);
        let (run, document) = package.json(&[]);
        run.exits(2);
        // Without the clause that is in error a run would show nothing.
        verdicts(&document, "bad", "ensures", "open");
        let run = package.check(&["--no-run"]);
        run.exits(2);
        run.says(code);
        run.says("src/lib.rs:2:");
        run.says("still_checked");
    }
}

/// What rustc says of a clause is said at the clause.
#[test]
fn clauses_that_are_no_rust_are_errors() {
    let lib = "use refine_spec::*;\n#[derive(PartialEq)]\npub struct Unit;\n#[ensures(|ret| ret.foo())]\n\
               pub fn method(x: u8) -> u8 {\n    x\n}\n#[ensures(|ret| *ret == Unit())]\npub fn called() -> Unit {\n    Unit\n}\n";
    let run = Package::new("rejected", lib).check(&[]);
    run.exits(2);
    run.says("no method named `foo`");
    run.says("src/lib.rs:4:");
    run.says("`Unit` cannot be called like a function");
    run.says("src/lib.rs:8:");
}

/// Fewer inputs than are wanted leave a claim open, with their number; where it panics is one finding, whatever the message says; and
/// a witness shows itself in a process of its own.
#[test]
fn what_runs_show_is_told_as_it_is() {
    let lib = r#"
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
static CALLS: AtomicU32 = AtomicU32::new(0);
pub fn few(x: u64) -> u64 {
    let y = Cell::new(x);
    if x == 7 || x == 9 { 10 / y.get() } else { 0 }
}
#[track_caller]
pub fn told(x: Option<u32>) -> u32 {
    match x {
        Some(7) => 7,
        other => panic!("{}", format!("not seven but {other:?}: {}", "x".repeat(other.unwrap_or(0) as usize % 9))),
    }
}
pub fn fourth() -> u32 {
    10 / (3 - CALLS.fetch_add(1, SeqCst).min(3))
}
"#;
    let (_, document) = Package::new("as it is", lib).json(&["--scope", "all"]);
    adds_up(&document);
    verdicts(&document, "few", "division", "open");
    let few = obligations(&document, "few", "division");
    let reason = few[0]["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("2 inputs reached it and passed; 100 are required"), "{reason}");
    let refuted = obligations(&document, "told", "panic").iter().filter(|one| one["verdict"] == "refuted").count();
    assert_eq!(refuted, 1, "{document}");
    verdicts(&document, "fourth", "division", "open");
}

#[test]
fn a_crate_that_does_not_compile_is_proved_but_not_run() {
    let wrong = |name: &str| format!("pub fn {name}() -> u8 {{\n    \"not a number\"\n}}\n");
    let lib = format!("use refine_spec::*;\n{SOUND}{}{}", wrong("wrong"), wrong("wrong_too"));
    let package = Package::new("no compile", &lib);
    let run = package.check(&[]);
    run.exits(2);
    run.says("E0300");
    run.says("still_checked");
    run.says("mismatched types");
    run.says("src/lib.rs:7:5");
    let (run, document) = package.json(&[]);
    run.exits(2);
    adds_up(&document);
    let found = obligations(&document, "still_checked", "division");
    assert_eq!((&found[0]["verdict"], &found[0]["reason"]), (&"open".into(), &NOT_COMPILED.into()), "{found:#?}");
    let errors = document["diagnostics"].as_array().unwrap();
    let lines: Vec<_> = errors.iter().map(|error| (&error["code"], &error["place"]["line"])).collect();
    assert_eq!(lines, [(&"E0300".into(), &7.into()), (&"E0300".into(), &10.into())]);

    let many: String = (0..30).map(|n| wrong(&format!("wrong{n}"))).collect();
    let run = Package::new("no compile of many", &format!("use refine_spec::*;\n{SOUND}{many}")).check(&[]);
    run.exits(2);
    run.says("10 more errors");
}

const NOT_COMPILED: &str = "not run: the crate does not compile";

/// Clauses that hold of every call that returns, but that the checker cannot prove, so that it tries one input after
/// the other until it comes to those that do not return.
#[test]
fn functions_that_never_return_do_not_harm_the_others() {
    let lib = "use refine_spec::*;
#[ensures(|ret| *ret == x)]
pub fn endless(x: u8) -> u8 {
    let (mut i, mut j) = (0, 0u16);
    while i < x {
        if x < 3 { i += 1; j = (j * 3 + 1) % 256 - j * 2; }
    }
    j as u8
}
#[ensures(|ret| *ret == x)]
pub fn hungry(x: u8) -> u8 {
    let mut all = Vec::new();
    let (mut i, mut j) = (0, 0u16);
    while i < x {
        if x < 3 { i += 1; j = (j * 3 + 1) % 256 - j * 2; }
        all.push(Vec::<u8>::with_capacity(1 << 22));
    }
    j as u8
}
#[ensures(|ret| *ret <= 3)]
pub fn deep(x: u64) -> u64 {
    spin(x)
}
fn spin(x: u64) -> u64 {
    if x > 3 { spin(x) / 2 } else { x }
}
pub fn gone(x: u8) -> u8 {
    if x > 3 { std::process::exit(0) }
    100
}
pub fn dead(x: u8) -> u8 {
    if x > 3 { std::process::abort() }
    100
}
#[ensures(|ret| *ret < 7)]
pub fn well(x: u8) -> u8 {
    x % 8
}
";
    let package = Package::new("never return", lib);
    let (run, document) = package.json(&[
        "--scope",
        "all",
        "--allow-effects",
        "--memory",
        "256",
        "--call-timeout",
        "300",
        "--vectors",
        "8",
    ]);
    run.exits(1);
    adds_up(&document);
    refuted(&document, "well", "ensures", "well(7)");
    for (function, said) in [
        ("endless", "did not finish, and never will"),
        ("hungry", "memory"),
        ("deep", "overflowed the stack"),
        ("gone", "exit"),
        ("dead", "signal 6"),
    ] {
        let found = obligations(&document, function, "");
        let outcomes: Vec<&str> = found.iter().filter_map(|o| o["witness"]["outcome"].as_str()).collect();
        assert!(outcomes.iter().any(|outcome| outcome.contains(said)), "{function}: no `{said}` in {found:#?}");
    }
}

/// Stuck on most inputs, which are large: no finding, and after the first of them only small ones are tried.
#[test]
fn a_function_that_is_stuck_does_not_take_minutes() {
    let lib = "use refine_spec::*;
#[ensures(|ret| *ret != 5)]
pub fn stuck(x: u64) -> u64 {
    let mut i = x & 1;
    while i < 2 && x > 1000 {
        i = 1.5_f64 as u64;
    }
    (i as f64 * 0.5) as u64
}
";
    let package = Package::new("stuck", lib);
    package.check(&["--function", "stuck", "--no-run"]).exits(0);
    let started = Instant::now();
    let (run, document) = package.json(&[]);
    run.exits(0);
    assert!(started.elapsed() < Duration::from_secs(60), "it took {:?}", started.elapsed());
    let [ensures] = &obligations(&document, "stuck", "ensures")[..] else { panic!("{document:#}") };
    assert_eq!(ensures["verdict"], "tested", "{ensures:#}");
    assert!(ensures["vectors"].as_u64().is_some_and(|vectors| vectors >= 100), "{ensures:#}");
}

#[test]
fn effects_are_not_run_without_permission() {
    let package = Package::new("effects", "");
    let marker = package.path("marker");
    let lib = format!(
        "use refine_spec::*;\n#[ensures(|ret| *ret < 7)]\npub fn touch(x: u8) -> u8 {{\n    \
         std::fs::write({:?}, \"x\").unwrap();\n    x\n}}\n",
        marker.display().to_string()
    );
    package.write("src/lib.rs", &lib);
    let _ = fs::remove_file(&marker);
    let (_, document) = package.json(&[]);
    assert!(!marker.exists(), "a function with effects was run");
    verdicts(&document, "touch", "ensures", "open");
    assert!(
        obligations(&document, "touch", "ensures")[0]["reason"]
            .as_str()
            .is_some_and(|why| why.contains("std::fs::write"))
    );

    let (run, document) = package.json(&["--allow-effects"]);
    run.exits(1);
    refuted(&document, "touch", "ensures", "touch(7)");
    assert!(marker.exists(), "with permission it is run");
}

#[test]
fn places_are_right_with_crlf_bom_and_unicode() {
    let lib = "\u{feff}// ünïcödé\r\nuse refine_spec::*;\r\n\r\n#[requires(x < 10)]\r\npub fn f(x: u8) -> u8 {\r\n    /* é€𝄞 */ 1 / x\r\n}\r\n";
    let (run, document) = Package::new("crlf", lib).json(&[]);
    run.exits(1);
    refuted(&document, "f", "division", "f(0)");
    let [division] = obligations(&document, "f", "division")[..] else { panic!("one division") };
    assert_eq!((&division["file"], &division["line"]), (&"src/lib.rs".into(), &6.into()), "{division:#}");
    assert_eq!(division["column"], 15, "in characters: {division:#}");
}

const SHARE: &str = "use refine_spec::*;

#[ensures(|ret| *ret <= 100)]
pub fn share(x: u32) -> u32 {
    100 / GUARD
}

#[requires(x < 100)]
#[ensures(|ret| *ret > x)]
fn more(x: u32) -> u32 {
    x + STEP
}

pub fn uses() -> u32 {
    more(1)
}
";

#[test]
fn regression_tests_fail_before_the_fix_pass_after_it_and_stay_as_they_are() {
    let faulty = SHARE.replace("GUARD", "x").replace("STEP", "0");
    let package = Package::new("regressions", &faulty);
    package.check(&["--check-tests"]).exits(1);
    package.check(&["--write-tests"]).exits(1);
    let public = fs::read_to_string(package.path("tests/refine_regressions.rs")).unwrap();
    let private = fs::read_to_string(package.path("src/lib.rs")).unwrap();
    assert!(public.contains("share(0)"), "{public}");
    assert!(private.starts_with(&faulty), "what a person wrote is untouched:\n{private}");
    assert!(private.contains("more(0)"), "{private}");
    let (passed, said) = package.cargo_test();
    assert!(!passed, "the tests must fail before the fix:\n{said}");

    package.check(&["--write-tests"]).exits(1);
    assert_eq!(fs::read_to_string(package.path("tests/refine_regressions.rs")).unwrap(), public, "no churn");
    assert_eq!(fs::read_to_string(package.path("src/lib.rs")).unwrap(), private, "no churn");

    let fixed = SHARE.replace("GUARD", "x.saturating_add(1)").replace("STEP", "1");
    package.write("src/lib.rs", &private.replace(&faulty, &fixed));
    let (passed, said) = package.cargo_test();
    assert!(passed, "the tests must pass after the fix:\n{said}");
    package.check(&["--write-tests"]).exits(0);
    let after = fs::read_to_string(package.path("tests/refine_regressions.rs")).unwrap();
    assert_eq!(after, public, "regressions stay");
}

/// The trait of a method may have no name where the test is, only a path where it is implemented.
#[test]
fn tests_of_trait_methods_compile() {
    let lib = r#"
use std::hash;
mod sealed { pub trait Made { fn made(n: u8) -> u8; } }
pub struct Sum { pub n: u8 }
impl hash::Hasher for Sum {
    fn write(&mut self, bytes: &[u8]) { self.n = bytes[0]; }
    fn finish(&self) -> u64 { 100 / u64::from(self.n) }
}
impl self::sealed::Made for Sum { fn made(n: u8) -> u8 { 10 / n } }
// Where a method has namesakes, the call says which one it is; where a literal may be of several types, it says which.
trait Near { fn over(&self) -> u8; }
trait Far { fn over(&self) -> u8; }
impl Near for u8 { fn over(&self) -> u8 { 10 / *self } }
impl Far for u8 { fn over(&self) -> u8 { 20 / *self } }
impl Near for (u8, u16) { fn over(&self) -> u8 { 10 / self.0 } }
struct Pair<T>(T);
impl Pair<u8> { fn get(&self) -> u8 { 10 / self.0 } }
impl Pair<u16> { fn get(&self) -> u16 { 10 / self.0 } }
impl From<u8> for Pair<u8> { fn from(x: u8) -> Self { Pair(10 / x) } }
impl From<u16> for Pair<u16> { fn from(x: u16) -> Self { Pair(10 / x) } }
struct Whole(u16);
impl From<u8> for Whole { fn from(x: u8) -> Self { Whole(u16::from(10 / x)) } }
impl From<u16> for Whole { fn from(x: u16) -> Self { Whole(10 / x) } }
// A clause may name a type parameter.
trait Limited { const MOST: usize; fn size(&self) -> usize; }
impl Limited for u8 { const MOST: usize = 200; fn size(&self) -> usize { usize::from(*self) } }
#[refine_spec::ensures(|ret| *ret <= L::MOST)]
fn size<L: Limited>(of: &L) -> usize { of.size() }
"#;
    let package = Package::new("trait-methods", lib);
    package.check(&["--scope", "all", "--entry", "private", "--write-tests"]).exits(1);
    let (passed, said) = package.cargo_test();
    assert!(!passed && said.contains("0 passed; 13 failed"), "{said}");
}

#[test]
fn an_explanation_says_whether_what_a_proof_rests_on_holds() {
    let lib = "use refine_spec::*;
#[requires(n < 1000)]
#[ensures(|ret| *ret == n * 2)]
pub fn double(n: u32) -> u32 {
    let (mut i, mut r) = (0, 0);
    while i < n {
        loop_invariant!(i <= n && r == i * 2);
        i += 1;
        r += 2;
    }
    r
}
#[ensures(|ret| *ret <= n)]
fn faulty(n: u32) -> u32 {
    if n == 77_777 { n + 1 } else { n }
}
#[requires(n < 100)]
#[ensures(|ret| *ret <= n * 4)]
pub fn four(n: u32) -> u32 {
    double(faulty(n)) * 2
}
";
    let package = Package::new("explained", lib);
    let explain = |id: &str| {
        let output = refine().args(["explain", id]).current_dir(&package.0).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let own = explain("double/ensures/1");
    assert!(own.contains("assumed:\n    - double/loop-entry/1") && own.contains("verdict: proved\n"), "{own}");
    assert!(!own.contains("not proved themselves") && !own.contains("not checked"), "{own}");
    let others = explain("four/ensures/1");
    assert!(others.contains("- the contract of `double`\n"), "{others}");
    let (_, weak) = others.split_once("not proved themselves:").expect("something is not proved");
    assert!(weak.contains("faulty/ensures/1 (not proved)") && !weak.contains("double/loop"), "{others}");
}

const WRAPS: &str = "use refine_spec::*;

#[ensures(|ret| *ret != 7)]
pub fn by_value(x: u8) -> u8 {
    x
}

#[ensures(|ret| *ret > x)]
pub fn by_wrapping(x: u8) -> u8 {
    x + 1
}

pub fn overflows(x: u8) -> u8 {
    x + 1
}
";

#[test]
fn what_depends_on_how_overflow_is_built_becomes_no_test() {
    // Runs that wrap, tests that panic.
    let package = Package::new("wraps", WRAPS);
    let run = package.check(&["--overflow", "wrap", "--write-tests"]);
    run.exits(1);
    run.says("no test for by_wrapping: `cargo test` builds it with overflow checks");
    let tests = fs::read_to_string(package.path("tests/refine_regressions.rs")).unwrap();
    assert!(tests.contains("by_value(7)") && !tests.contains("by_wrapping"), "{tests}");
    let (_, document) = package.json(&["--overflow", "wrap", "--check-tests"]);
    assert!(document["tests"].as_array().unwrap().iter().all(|test| test["status"] != "stale"), "{document:#}");

    // The package's tests wrap, too.
    let manifest = fs::read_to_string(package.path("Cargo.toml")).unwrap();
    package.write("Cargo.toml", &format!("{manifest}\n[profile.dev]\noverflow-checks = false\n"));
    package.check(&["--overflow", "wrap", "--write-tests"]).exits(1);
    let tests = fs::read_to_string(package.path("tests/refine_regressions.rs")).unwrap();
    assert!(tests.contains("by_wrapping(255)"), "{tests}");
    // Then it is the panics that no test shows.
    let run = package.check(&["--scope", "all", "--write-tests"]);
    run.says("no test for overflows: `cargo test` builds it without overflow checks");

    // What overflows is left out of account, so what is left does not.
    let package = Package::new("overflow-ignored", WRAPS);
    let run = package.check(&["--overflow", "ignore", "--write-tests"]);
    run.exits(1);
    let tests = fs::read_to_string(package.path("tests/refine_regressions.rs")).unwrap();
    assert!(tests.contains("by_value(7)") && !tests.contains("by_wrapping"), "{tests}");
    let (passes, said) = package.cargo_test();
    assert!(!passes && said.contains("1 failed"), "{said}");
}

#[test]
fn where_tests_cannot_be_written_it_says_so_and_writes_nothing() {
    let faulty = SHARE.replace("GUARD", "x").replace("STEP", "1");
    let package = Package::new("in the way", &faulty);
    let _ = fs::remove_file(package.path("tests"));
    package.write("tests", "a file where a folder must be");
    let run = package.check(&["--write-tests"]);
    run.exits(2);
    run.says("tests");
    assert_eq!(fs::read_to_string(package.path("src/lib.rs")).unwrap(), faulty, "nothing half written");
    fs::remove_file(package.path("tests")).unwrap();
}

#[test]
fn a_closed_pipe_is_no_crash() {
    let package = Package::new("pipe", SOUND.replacen("#[", "use refine_spec::*;\n#[", 1).as_str());
    let mut child = refine()
        .args(["check", "-v"])
        .current_dir(&package.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let run = Run::new(child.wait_with_output().unwrap());
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
}
