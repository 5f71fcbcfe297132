//! Packages made for one test each, and the real binary run on them.
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Mutex;

use serde_json::Value;

use crate::package;

/// The binary that cargo built beside this test.
pub fn refine() -> Command {
    let test = std::env::current_exe().expect("a test has a path");
    let binary = test.ancestors().nth(2).expect("tests lie in target/PROFILE/deps").join("refine");
    assert!(binary.exists(), "{} is missing: run `cargo build -p cargo-refine` first", binary.display());
    let mut command = Command::new(binary);
    // Packages have target folders of their own, and profiles that are not those of this build.
    let of_this_build = |name: &str| name == "CARGO_TARGET_DIR" || name.starts_with("CARGO_PROFILE_");
    for (name, _) in std::env::vars().filter(|(name, _)| of_this_build(name)) {
        command.env_remove(name);
    }
    command
}

/// A package made for one test.
pub struct Package(pub PathBuf);

impl Package {
    /// A package whose library is this text.
    pub fn new(name: &str, lib: &str) -> Package {
        static NAMES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
        let is_new = NAMES.lock().is_ok_and(|mut names| names.insert(name.to_owned()));
        assert!(is_new, "two tests write the package `{name}`, and they may run at the same time");
        let folder = package::scratch("e2e").join(format!("{name} ü"));
        let _ = fs::remove_dir_all(folder.join("tests"));
        package::make(&folder, &name.replace(' ', "-"), &[("lib.rs".to_owned(), lib.to_owned())]).unwrap();
        Package(folder)
    }

    /// A path in it.
    pub fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// Writes a file of it.
    pub fn write(&self, path: &str, text: &str) {
        package::write(&self.path(path), text).unwrap();
    }

    /// Makes it one of another edition.
    pub fn edition(&self, edition: &str) {
        let manifest = fs::read_to_string(self.path("Cargo.toml")).unwrap();
        let lines = manifest.lines().map(|line| match line.starts_with("edition = ") {
            true => format!("edition = {edition:?}\n"),
            false => format!("{line}\n"),
        });
        self.write("Cargo.toml", &lines.collect::<String>());
    }

    /// `refine check` in its folder; what earlier runs found is left aside.
    pub fn check(&self, args: &[&str]) -> Run {
        let output = refine().args(["check", "--no-cache"]).args(args).current_dir(&self.0).output().unwrap();
        Run::new(output)
    }

    /// The same with the report as JSON.
    pub fn json(&self, args: &[&str]) -> (Run, Value) {
        let run = self.check(&[args, &["--output-format", "json"]].concat());
        let document = serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error} in {run:?}"));
        (run, document)
    }

    /// Whether the package's own tests pass, with what cargo said.
    pub fn cargo_test(&self) -> (bool, String) {
        self.cargo_test_with(&[])
    }

    /// The same with more arguments for cargo.
    pub fn cargo_test_with(&self, args: &[&str]) -> (bool, String) {
        let mut command = Command::new("cargo");
        let output = command.args(["test", "--offline", "--quiet"]).args(args).current_dir(&self.0).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&said).into_owned())
    }
}

/// A run of the binary that came to its end.
#[derive(Debug)]
pub struct Run {
    /// The exit code.
    pub code: Option<i32>,
    /// What it printed.
    pub stdout: String,
    /// What it said beside that.
    pub stderr: String,
}

impl Run {
    /// Of what it gave.
    pub fn new(output: Output) -> Run {
        Run {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// It ended with this code.
    #[track_caller]
    pub fn exits(&self, code: i32) {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
    }

    /// It said so somewhere.
    #[track_caller]
    pub fn says(&self, text: &str) {
        assert!(
            self.stdout.contains(text) || self.stderr.contains(text),
            "`{text}` is not in\n{}\n{}",
            self.stdout,
            self.stderr
        );
    }
}

/// The obligations of a function, of one kind if it is not empty.
pub fn obligations<'a>(document: &'a Value, function: &str, kind: &str) -> Vec<&'a Value> {
    let all = document["obligations"].as_array().expect("a list");
    let of = |o: &&Value| {
        let path = o["function"].as_str().unwrap_or("");
        let named = path == function || path.ends_with(&format!("::{function}"));
        named && (kind.is_empty() || o["kind"] == kind)
    };
    all.iter().filter(of).collect()
}

/// All obligations of a function, of one kind if it is not empty, have this verdict, and there are some.
#[track_caller]
pub fn verdicts(document: &Value, function: &str, kind: &str, verdict: &str) {
    let found = obligations(document, function, kind);
    assert!(!found.is_empty(), "no {kind} obligation of {function} in {document:#}");
    for obligation in found {
        assert_eq!(obligation["verdict"], verdict, "{obligation:#}");
    }
}

/// At least one obligation of the kind is refuted, with a witness that starts so.
#[track_caller]
pub fn refuted(document: &Value, function: &str, kind: &str, call: &str) {
    let found = obligations(document, function, kind);
    let witnesses: Vec<&str> = found.iter().filter_map(|o| o["witness"]["call"].as_str()).collect();
    assert!(witnesses.iter().any(|found| found.contains(call)), "`{call}` is not in {found:#?}");
}

/// The summary counts what is there.
#[track_caller]
pub fn adds_up(document: &Value) {
    let summary = &document["summary"];
    let count = |key: &str| summary[key].as_u64().unwrap_or_else(|| panic!("{key} in {summary}"));
    let sum = count("proved") + count("refuted") + count("tested") + count("open");
    assert_eq!(count("obligations"), sum, "{summary}");
    assert_eq!(document["obligations"].as_array().map(Vec::len), Some(sum as usize));
    assert_eq!(count("internal_errors"), 0);
}
