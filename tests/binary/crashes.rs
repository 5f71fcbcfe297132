//! Crashes of the solver, which is no Rust: they cost the function that they come from. Through the real binary, which crashes on purpose
//! where `REFINE_CRASH` says so.
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use refine_tests::e2e::{Package, Run, adds_up, obligations, refine};
use serde_json::Value;

const LIB: &str = "use refine_spec::*;
#[ensures(|ret| *ret < n)]
#[requires(n > 0)]
pub fn first(x: u32, n: u32) -> u32 { x % n }
#[ensures(|ret| *ret <= x)]
pub fn crashing(x: u32) -> u32 { x / 2 }
#[ensures(|ret| *ret != 7)]
pub fn wrong(x: u32) -> u32 { x / 3 }
#[ensures(|ret| *ret >= x)]
pub fn last(x: u32) -> u32 { x | 1 }
";

fn crashed(package: &Package, crash: &str, args: &[&str]) -> Run {
    let mut command = refine();
    command.args(["check", "--no-cache", "-j", "2"]).args(args).env("REFINE_CRASH", crash).current_dir(&package.0);
    Run::new(command.output().unwrap())
}

fn document(run: &Run) -> Value {
    let document = serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error} in {run:?}"));
    adds_up(&document);
    document
}

fn verdict(document: &Value, function: &str) -> (String, String) {
    let [claim] = &obligations(document, function, "ensures")[..] else { panic!("{document:#}") };
    (claim["verdict"].as_str().unwrap().to_owned(), claim["reason"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn a_crash_costs_the_function_it_comes_from() {
    let package = Package::new("crash", LIB);
    let run = crashed(&package, "Proof:crashing,Search:crashing", &["--no-run", "--output-format", "json"]);
    run.exits(0);
    let document = document(&run);
    let (open, why) = verdict(&document, "crashing");
    assert_eq!(open, "open");
    assert!(why.starts_with("the solver crashed on this function"), "{why}");
    for function in ["first", "last"] {
        assert_eq!(verdict(&document, function).0, "proved", "whoever was in the solver as well");
    }
}

#[test]
fn what_the_solver_crashes_on_is_run() {
    let package = Package::new("crash-run", LIB);
    let run =
        crashed(&package, "Proof:crashing,Search:crashing,Proof:wrong,Search:wrong", &["--output-format", "json"]);
    run.exits(1);
    let document = document(&run);
    assert_eq!(verdict(&document, "crashing").0, "tested");
    assert_eq!(verdict(&document, "wrong").0, "refuted");
    assert_eq!(verdict(&document, "first").0, "proved");
}

#[test]
fn no_claim_is_lost() {
    let text = "fn at(all: &[u8], i: usize) -> u8 { all[i] }
pub fn both(all: &mut Vec<u8>, i: usize) -> u8 { all.drain(i..); at(all, i) }";
    let package = Package::new("crash-claims", text);
    let ids = |crash: &str| {
        let document = document(&crashed(&package, crash, &["--no-run", "--scope", "all", "--output-format", "json"]));
        let claims = document["obligations"].as_array().unwrap().iter().map(|claim| claim["id"].clone());
        claims.collect::<Vec<_>>()
    };
    let all = ids("");
    assert!(all.len() > 2, "{all:?}");
    assert_eq!(ids("Proof:both"), all, "those of what it calls are claims, too");
}

#[test]
fn nothing_is_told_twice() {
    let package = Package::new("crash-told", LIB);
    let args = ["--output-format", "concise", "-v"];
    let run = crashed(&package, "Proof:last,Search:wrong", &args);
    run.exits(1);
    let mut lines: Vec<&str> = run.stdout.lines().collect();
    lines.sort_unstable();
    let told = lines.len();
    lines.dedup();
    assert_eq!(lines.len(), told, "{}", run.stdout);
    assert_eq!(lines.iter().filter(|line| line.contains("/ensures/")).count(), 4, "{}", run.stdout);
}

/// The process that does the checks of another one.
fn companion(of: u32) -> Option<String> {
    let children = fs::read_to_string(format!("/proc/{of}/task/{of}/children")).ok()?;
    children
        .split_whitespace()
        .find(|child| {
            fs::read_to_string(format!("/proc/{child}/cmdline")).is_ok_and(|command| command.contains("--serve"))
        })
        .map(str::to_owned)
}

fn is_there(process: &str) -> bool {
    fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

fn kill(signal: &str, process: &str) {
    assert!(Command::new("kill").args([signal, process]).status().unwrap().success());
}

fn soon(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        sleep(Duration::from_millis(20));
    }
}

const ENDLESS: &str = "pub fn endless(x: u8) -> u8 {
    let mut i = x;
    while i < 200 { if i > 250 { i += 1; } }
    assert!(x.to_string().len() < 9);
    x
}
";

/// What is neither a crash in a function nor a refusal is told as what it is.
#[test]
fn the_end_of_the_other_process_is_a_defect_of_ours() {
    let package = Package::new("crash-killed", ENDLESS);
    let mut command = refine();
    command.args(["check", "--scope", "all", "--call-timeout", "600000"]).current_dir(&package.0);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    soon("no process to check in", || companion(child.id()).is_some());
    kill("-KILL", &companion(child.id()).unwrap());
    let run = Run::new(child.wait_with_output().unwrap());
    run.exits(101);
    run.says("the checking process was killed");
}

/// However the user's process ends, it leaves nothing behind.
#[test]
fn both_processes_end_together() {
    let package = Package::new("crash-ended", ENDLESS);
    let mut command = refine();
    command.args(["check", "--scope", "all", "--call-timeout", "600000"]).current_dir(&package.0);
    for signal in ["-TERM", "-KILL"] {
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        soon("no process to check in", || companion(child.id()).is_some());
        sleep(Duration::from_millis(1500));
        let other = companion(child.id()).unwrap();
        kill(signal, &child.id().to_string());
        child.wait().unwrap();
        soon("the other one is still there", || !is_there(&other));
    }
}
