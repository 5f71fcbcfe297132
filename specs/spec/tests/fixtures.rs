//! Crates that use the attributes, built by the cargo of this machine: one that must have no warning, one whose every
//! malformed clause must be an error at its place.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes a crate of a fixture, one for each test, since tests run side by side.
fn crate_of(fixture: &str, test: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("spec-{fixture}-{test}"));
    fs::create_dir_all(folder.join("src")).unwrap();
    let manifest = format!(
        "[package]\nname = \"{fixture}\"\nversion = \"1.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nrefine-spec = {{ path = {here:?} }}\n\n[workspace]\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::copy(here.join(format!("tests/fixtures/{fixture}.rs")), folder.join("src/lib.rs")).unwrap();
    folder
}

/// Runs a cargo command in a crate; whether it succeeded, and its messages with one line each.
fn cargo(folder: &Path, command: &str) -> (bool, String) {
    let output = Command::new(env!("CARGO"))
        .args([command, "--offline", "--quiet", "--message-format=short"])
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .current_dir(folder)
        .output()
        .unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn an_annotated_crate_builds_without_a_warning() {
    let folder = crate_of("accepted", "check");
    let (success, messages) = cargo(&folder, "check");
    assert!(success && messages.is_empty(), "{messages}");
}

#[test]
fn clauses_are_checked_in_a_build_that_asks_for_it() {
    let folder = crate_of("accepted", "runtime");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::copy(here.join("tests/fixtures/checked.rs"), folder.join("src/main.rs")).unwrap();
    let _ = fs::remove_file(folder.join("src/lib.rs"));
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let manifest = manifest.replace("[workspace]", "[features]\nchecked = [\"refine-spec/runtime\"]\n\n[workspace]");
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    // (What is built with the feature depends on crates that are there, since refine itself depends on them.)
    let lock = here.join("../../Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock")).unwrap();
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO"))
            .args([&["run", "--offline", "--quiet", "--bin", "accepted"], args].concat())
            .env("CARGO_TARGET_DIR", folder.join("target"))
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(run(&[]).lines().all(|line| line.ends_with(": returned")), "{}", run(&[]));
    let source = fs::read_to_string(folder.join("src/main.rs")).unwrap();
    let wanted: Vec<&str> = source.lines().filter_map(|line| line.split_once("//~ ")).map(|(_, text)| text).collect();
    let said = run(&["--features", "checked"]);
    let said: Vec<&str> = said.lines().filter_map(|line| line.split_once(": ")).map(|(_, text)| text).collect();
    assert_eq!(said, wanted);
}

#[test]
fn clippy_has_nothing_to_say_about_an_annotated_crate() {
    let has_clippy =
        Command::new(env!("CARGO")).args(["clippy", "--version"]).output().is_ok_and(|out| out.status.success());
    if has_clippy {
        let folder = crate_of("accepted", "clippy");
        let (success, messages) = cargo(&folder, "clippy");
        assert!(success && messages.is_empty(), "{messages}");
    }
}

#[test]
fn a_malformed_clause_is_an_error_at_its_place() {
    let folder = crate_of("refused", "check");
    let (success, messages) = cargo(&folder, "check");
    assert!(!success);
    let source = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
    let mut wanted = Vec::new();
    for (line, text) in source.lines().enumerate() {
        let Some((_, comment)) = text.split_once("//~") else { continue };
        let (column, message) = comment.trim().split_once(' ').unwrap();
        wanted.push((format!("src/lib.rs:{}:{column}: error", line + 1), message));
    }
    let errors: Vec<&str> = messages.lines().filter(|line| line.contains(": error")).collect();
    for (place, message) in &wanted {
        let found = errors.iter().any(|error| error.starts_with(place) && error.contains(message));
        assert!(found, "no `{message}` at {place} in\n{messages}");
    }
    for error in &errors {
        assert!(wanted.iter().any(|(place, _)| error.starts_with(place)), "unexpected: {error}");
    }
}
