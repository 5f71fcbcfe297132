//! How runs end before they have looked at everything: by Ctrl-C, out of time, out of memory. Through the real binary.
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use refine_driver::{Cancel, Options, Session, check_again};
use refine_tests::e2e::{Package, Run, adds_up, refine};
use refine_tests::fuzz::rng::Rng;
use refine_tests::package;
use serde_json::Value;

/// How long a run may take to end when it is asked to. (Alone on a machine it takes a tenth of a second; tests run side by side.)
const SOON: Duration = Duration::from_millis(1500);

fn started(package: &Package, args: &[&str]) -> Child {
    let mut command = refine();
    command.arg("check").args(args).current_dir(&package.0).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Presses Ctrl-C and waits for the end.
fn interrupted(mut child: Child) -> Run {
    signal(&child, "-INT");
    let sent = Instant::now();
    // It may have much to say.
    let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let errors = std::thread::spawn(move || std::io::read_to_string(&mut stderr).unwrap());
    let stdout = std::io::read_to_string(&mut stdout).unwrap();
    let code = child.wait().unwrap().code();
    assert!(sent.elapsed() < SOON, "it took {:?}", sent.elapsed());
    Run { code, stdout, stderr: errors.join().unwrap() }
}

/// The processes that a run left behind in a folder.
fn left_behind(package: &Package) -> Vec<String> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let commands = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let texts = commands.map(|bytes| String::from_utf8_lossy(&bytes).replace('\0', " "));
    let folder = package.path("target").display().to_string();
    texts.filter(|text| text.contains(&folder)).collect()
}

#[test]
fn ctrl_c_ends_a_run_at_any_moment() {
    let source = fs::read_to_string(package::root().join("tests/crates/grading/src/lib.rs")).unwrap();
    let package = Package::new("moments", &source);
    let _ = fs::remove_dir_all(package.path("target"));
    let mut random = Rng(7);
    // How long a run takes differs by machine and by load: one that was over already makes the next wait less.
    let mut span = 2400;
    let (mut early, mut late) = (0, 0);
    while early < 15 {
        let child = started(&package, &["--no-cache", "--output-format", "json"]);
        sleep(Duration::from_millis(random.below(span) as u64));
        let run = interrupted(child);
        let document: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error} in {run:?}"));
        adds_up(&document);
        match run.code {
            Some(130) => {
                early += 1;
                assert_eq!(document["cut"]["why"], "interrupted");
                run.says("interrupted");
                let summary = &document["summary"];
                assert_eq!(summary["open"], 0, "what is not settled is not listed");
            }
            code => {
                late += 1;
                assert_eq!((code, &document["cut"]), (Some(1), &Value::Null), "{run:?}");
                assert!(late < 40, "only {early} runs were interrupted, the last of them within {span} ms");
                span = span * 4 / 5;
            }
        }
    }
    assert_eq!(left_behind(&package), [""; 0]);
}

/// The solver, left to itself, takes Ctrl-C for itself; a call that hangs hears of nothing.
#[test]
fn ctrl_c_ends_what_does_not_end_by_itself() {
    let endless = "use refine_spec::*;\n#[ensures(|ret| *ret < 7)]\npub fn endless(x: u8) -> u8 {\n    let mut i = x;\n    \
                   while i < 200 {\n        if i > 250 { i += 1; }\n    }\n    x\n}\n";
    let hard = "use refine_spec::*;\n#[requires(x > 1 && y > 1 && z > 1)]\n#[ensures(|ret| !*ret)]\n\
                pub fn fermat(x: u64, y: u64, z: u64) -> bool {\n    let (x, y, z) = (x as u128, y as u128, z as u128);\n    \
                x < 1 << 40 && y < 1 << 40 && z < 1 << 40 && x * x * x + y * y * y == z * z * z\n}\n";
    for (name, lib, args) in
        [("endless", endless, ["--call-timeout", "600000"]), ("hard", hard, ["--rlimit", "4000000000"])]
    {
        let package = Package::new(name, lib);
        let child = started(&package, &args);
        sleep(Duration::from_secs(6));
        interrupted(child).exits(130);
        assert_eq!(left_behind(&package), [""; 0], "{name}");
    }
}

const MANY: &str = r"
use refine_spec::*;
#[requires(n > 0)]
#[ensures(|ret| *ret < n)]
pub fn easy(x: u32, n: u32) -> u32 { x % n }
pub fn endless(x: u8) -> u8 {
    let mut i = x;
    while i < 200 { if i > 250 { i += 1; } }
    x + 1
}
";

/// A run that is out of time after it has read the source, however long that takes here; with a budget in seconds for another such run, which may
/// have less of the machine.
fn out_of_time(package: &Package, args: &[&str]) -> (Run, Value, u64) {
    let mut budget = 4;
    loop {
        let before = Instant::now();
        let (run, document) = package.json(&[args, &["--time-budget", &format!("{budget}s")]].concat());
        assert!(before.elapsed() < Duration::from_secs(budget) + SOON, "{:?}", before.elapsed());
        adds_up(&document);
        assert_eq!(document["cut"]["why"], "time");
        if document["cut"]["packages"] == serde_json::json!([]) || budget > 60 {
            return (run, document, 2 * budget);
        }
        budget *= 2;
    }
}

#[test]
fn a_time_budget_bounds_the_whole_run() {
    let package = Package::new("budget", MANY);
    package.json(&["--no-run"]);
    let args = ["--scope", "all", "--call-timeout", "600000"];
    let (run, document, budget) = out_of_time(&package, &args);
    run.exits(0);
    assert_eq!(document["cut"]["functions"], serde_json::json!(["endless"]));
    let of_easy = refine_tests::e2e::obligations(&document, "easy", "");
    assert!(of_easy.iter().all(|it| it["verdict"] == "proved"), "{document:#}");
    let run = package.check(&[&args[..], &["--time-budget", &format!("{budget}s")]].concat());
    let last = run.stdout.lines().last().unwrap_or_default();
    assert!(last.starts_with("not checked completely, because the time budget was used up: "), "{run:?}");
    // So little that not even cargo has said what there is.
    let run = package.check(&["--time-budget", "1ms"]);
    run.exits(2);
    run.says("nothing was checked: the time budget was used up");
}

/// What the run has not got to is open, and no success is made of that.
#[test]
fn what_a_time_budget_leaves_is_listed() {
    let lib = "use refine_spec::*;\n#[requires(x > 1 && y > 1 && z > 1)]\n#[ensures(|ret| !*ret)]\n\
               pub fn fermat(x: u64, y: u64, z: u64) -> bool {\n    let (x, y, z) = (x as u128, y as u128, z as u128);\n    \
               x < 1 << 40 && y < 1 << 40 && z < 1 << 40 && x * x * x + y * y * y == z * z * z\n}\n\
               #[requires(n > 0)]\n#[ensures(|ret| *ret < n)]\npub fn easy(x: u32, n: u32) -> u32 { x % n }\n";
    let package = Package::new("leaves", lib);
    let args = ["--jobs", "1", "--no-run", "--rlimit", "4000000000"];
    let (run, document, budget) = out_of_time(&package, &args);
    run.exits(0);
    assert_eq!(document["cut"]["functions"], serde_json::json!(["fermat", "easy"]));
    let of_easy = refine_tests::e2e::obligations(&document, "easy", "");
    assert_eq!(of_easy.len(), 2, "{document:#}");
    assert!(of_easy.iter().all(|it| it["reason"] == "not checked: the time budget was used up"), "{document:#}");
    let ensures = refine_tests::e2e::obligations(&document, "fermat", "ensures");
    assert_eq!(ensures[0]["reason"], "not checked completely: the time budget was used up");
    let run = package.check(&[&args[..], &["--time-budget", &format!("{budget}s"), "--deny", "open"]].concat());
    run.exits(1);
    let last = run.stdout.lines().last().unwrap_or_default();
    assert!(last.starts_with("not checked completely, because the time budget was used up: "), "{run:?}");
}

#[test]
fn memory_bounds_the_whole_run() {
    let package = Package::new("memory", MANY);
    let (_, document) = package.json(&["--memory", "8M"]);
    assert_eq!(document["cut"]["why"], "memory");
    let (run, document) = package.json(&["--memory", "4G"]);
    run.exits(0);
    assert_eq!(document["cut"], Value::Null);
}

/// As the language server does it, when its user cancels or saves again.
#[test]
fn a_check_gives_way_to_the_next() {
    let source = fs::read_to_string(package::root().join("tests/crates/grading/src/lib.rs")).unwrap();
    let package = Package::new("gives-way", &source);
    let options = Options { manifest: package.path("Cargo.toml"), ..Options::default() };
    let mut session = Session::default();
    for moment in [50, 400, 900, 1600, 2400] {
        let cancel = Cancel::default();
        let other = cancel.clone();
        let asked = std::thread::spawn(move || {
            sleep(Duration::from_millis(moment));
            other.cancel();
            Instant::now()
        });
        let report = check_again(&mut session, &options, &cancel, &mut |_| {}).unwrap();
        let asked = asked.join().unwrap();
        assert!(asked.elapsed() < SOON, "after {moment} ms it took {:?}", asked.elapsed());
        assert_eq!(report.summary.internal_errors, 0);
    }
    let report = check_again(&mut session, &options, &Cancel::default(), &mut |_| {}).unwrap();
    assert_eq!((report.cut, report.summary.refuted), (None, 9));
}

/// After a call that takes too long, smaller arguments are tried, for which there is time.
#[test]
fn an_input_that_hangs_costs_one_timeout() {
    let lib = "use refine_spec::*;\n#[ensures(|ret| *ret != 77)]\npub fn busy(n: u64) -> u64 {\n    let (mut h, mut i) = (1u64, 0);\n    \
               while i < n {\n        h = h.wrapping_mul(31) ^ i;\n        i += 1;\n    }\n    h\n}\n";
    let (_, document) = Package::new("busy", lib).json(&["--timings"]);
    let [claim] = &refine_tests::e2e::obligations(&document, "busy", "ensures")[..] else { panic!("{document:#}") };
    assert_eq!((&claim["verdict"], claim["vectors"].as_u64() >= Some(100)), (&"tested".into(), true), "{claim:#}");
    assert_eq!(document["timings_ms"]["functions"][0]["ended"], Value::Null, "{document:#}");
}

/// What takes any iterator does not promise to come to an end with one that does not.
#[test]
fn an_iterator_that_does_not_end_is_no_finding() {
    let lib = "pub struct Endless;\nimpl Iterator for Endless {\n    type Item = u8;\n    \
               fn next(&mut self) -> Option<u8> { Some(1) }\n}\n\
               pub fn total<I: Iterator<Item = u8>>(xs: I) -> u8 {\n    let mut all = 0;\n    for x in xs { all |= x; }\n    all\n}\n";
    let package = Package::new("endless-iterator", lib);
    let (run, document) = package.json(&["--scope", "all"]);
    run.exits(0);
    assert_eq!(refine_tests::e2e::obligations(&document, "total", "completes"), [&Value::Null; 0], "{document:#}");
    let [next] = &refine_tests::e2e::obligations(&document, "total", "unmodelled")[..] else { panic!("{document:#}") };
    // It is run with one that does.
    assert_eq!(next["verdict"], "tested", "{next:#}");
}

/// What is too large for the stack takes the process with it before the call. That is not tried again and again.
#[test]
fn runs_end_where_none_gets_to_the_call() {
    let lib = "pub fn table(i: u8) -> [u8; 1073741824] { assert!(i < 200); [i; 1073741824] }\n";
    let package = Package::new("too-large", lib);
    let (run, document) = package.json(&["--scope", "all"]);
    run.exits(0);
    let [claim] = &refine_tests::e2e::obligations(&document, "table", "assert")[..] else { panic!("{document:#}") };
    assert_eq!(claim["verdict"], "open", "{claim:#}");
    assert!(claim["reason"].as_str().is_some_and(|reason| reason.contains("overflowed the stack")), "{claim:#}");
    // (There are 256 inputs.)
    let log = claim["log"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let count = |line: &str| line.strip_prefix("ran 0 distinct vectors; ")?.split(' ').next()?.parse::<usize>().ok();
    assert!(log.filter_map(count).max().is_some_and(|discarded| discarded < 200), "{claim:#}");
}
