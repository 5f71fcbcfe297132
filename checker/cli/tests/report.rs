//! The real binary on a real crate: what it prints and how it ends.
#[path = "../src/output/schema.rs"]
mod schema;

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

const SOURCE: &str = "\
pub fn share(total: u32, parts: u32) -> u32 {
    total / parts
}

pub fn rate(total: u32) -> u32 {
    if total == 0 { 0 } else { 100 / total }
}
";

/// A package of its own, removed in the end.
struct Package(PathBuf);

impl Package {
    fn new(name: &str, source: &str) -> Package {
        let folder = std::env::temp_dir().join(format!("refine report {name} {}", std::process::id()));
        std::fs::create_dir_all(folder.join("src")).unwrap();
        let manifest = "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
        std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        std::fs::write(folder.join("src/lib.rs"), source).unwrap();
        Package(folder)
    }

    fn check(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_refine"));
        command.arg("check").args(args).current_dir(&self.0).env_remove("CARGO_TARGET_DIR").output().unwrap()
    }
}

impl Drop for Package {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn the_json_of_a_real_run_fits_its_schema() {
    let output = Package::new("json", SOURCE).check(&["--scope", "all", "--output-format", "json", "--timings"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let document: Value = serde_json::from_str(stdout(&output)).unwrap();
    schema::validate(&document).unwrap();
    let verdicts: Vec<_> = document["obligations"].as_array().unwrap().iter().map(|o| &o["verdict"]).collect();
    assert_eq!(verdicts, ["refuted", "proved"]);
    assert_eq!(document["obligations"][0]["id"], "share/division/1");
    assert!(document["timings_ms"]["total"].is_u64());
}

const PARTLY: &str = "\
pub fn share(total: u32, parts: u32) -> u32 {
    total / parts
}

pub fn lines(path: &str) -> usize {
    std::fs::read(path).unwrap().len()
}

pub fn lost() -> u32 {
    nowhere(1)
}
";

#[test]
fn how_much_is_in_the_model_is_told() {
    let package = Package::new("stats", PARTLY);
    let args = ["--scope", "all", "--no-run", "--stats"];
    let output = package.check(&[args.as_slice(), &["--output-format", "json"]].concat());
    let document: Value = serde_json::from_str(stdout(&output)).unwrap();
    schema::validate(&document).unwrap();
    let stats = &document["stats"];
    let count = |key: &str| stats[key].as_u64().unwrap();
    assert_eq!((count("bodies"), count("typed"), count("modelled")), (3, 2, 1), "{stats}");
    let blockers = stats["blockers"].as_array().unwrap();
    let has = |what: &str, effect: &str| {
        blockers.iter().any(|it| it["what"].as_str().unwrap().contains(what) && it["effect"] == effect)
    };
    assert!(has("nowhere", "untyped") && has("read", "unmodelled"), "{stats}");

    let said = package.check(&args);
    assert!(stderr(&said).contains("2 of 3 bodies have a known type for every expression (66 %)"), "{}", stderr(&said));
    assert!(stderr(&said).contains("     1  untyped: the name `nowhere` (the only blocker in 1)"), "{}", stderr(&said));
    assert!(!stderr(&package.check(&args[..3])).contains("bodies"));
}

#[test]
fn a_real_run_in_full() {
    let package = Package::new("full", SOURCE);
    let output = package.check(&["--scope", "all"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    insta::assert_snapshot!(stdout(&output));
    let output = package.check(&["--scope", "all", "--color", "always"]);
    assert!(stdout(&output).contains("\x1b["));
}

#[test]
fn a_clean_run_ends_clean() {
    let output = Package::new("clean", SOURCE).check(&["--scope", "all", "--function", "rate"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&output), "sample: 1 obligation in 1 function: 1 proved, 0 refuted, 0 tested, 0 open\n");
    assert_eq!(stderr(&output), "");
}

#[test]
fn without_annotations_the_user_is_told_how_to_go_on() {
    let output = Package::new("bare", SOURCE).check(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "sample: nothing was checked\n");
    assert!(stderr(&output).contains("#[requires(") && stderr(&output).contains("--scope all"), "{}", stderr(&output));
}

#[test]
fn what_is_only_not_refuted_can_be_denied() {
    let package = Package::new("deny", SOURCE);
    let args = ["--scope", "all", "--function", "share", "--no-run"];
    assert_eq!(package.check(&args).status.code(), Some(0));
    let output = package.check(&[args.as_slice(), &["--deny", "open"]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("1 obligation with the verdict `open`"), "{}", stderr(&output));
}

#[test]
fn a_crate_that_does_not_compile_says_where() {
    let package = Package::new("broken", &SOURCE.replace("100 / total", "100 / two"));
    let output = package.check(&["--scope", "all"]);
    assert_eq!(output.status.code(), Some(2), "{}{}", stdout(&output), stderr(&output));
    let said = stdout(&output);
    assert!(said.contains("error[E0300]: sample does not compile") && said.contains("`two`"), "{said}");
    assert!(said.contains("src/lib.rs:6:38"), "{said}");
    // The proofs stand, and what is left open says why it was not run.
    assert!(said.contains("not run: the crate does not compile"), "{said}");
    assert!(said.contains("0 refuted, 0 tested, 2 open"), "{said}");
}

/// What is claimed of it is not proved, so that it is run.
const TREE: &str = "\
#[derive(Debug, Clone)]
pub enum Tree { Leaf, Node(Box<Tree>, i64, Box<Tree>) }

pub fn depth(tree: &Tree, wide: u128, f: f64, c: char) -> usize {
    if wide == 1 && wide == 2 {
        return 0;
    }
    match tree {
        Tree::Leaf if f.is_nan() => 0,
        Tree::Leaf => c.to_string().len().min(1) - 1,
        Tree::Node(left, _, right) => 1 + depth(left, wide, f, c).max(depth(right, wide, f, c)),
    }
}
";

#[test]
fn all_vectors_and_what_they_got_to_fit_their_schemas() {
    let package = Package::new("vectors", TREE);
    let args = ["--scope", "all", "--output-format", "json", "--coverage", "--emit-vectors", "json"];
    let output = package.check(&args);
    let document: Value = serde_json::from_str(stdout(&output)).unwrap();
    schema::validate(&document).unwrap();
    let coverage = &document["functions"][0]["coverage"];
    // `wide == 1 && wide == 2` is two conditions and a whole, of which two are never true; there are three arms and a guard.
    assert_eq!(coverage["branches"]["all"], 11, "{coverage:#}");
    let missed: Vec<_> = coverage["missed"].as_array().unwrap().iter().map(|m| (&m["condition"], &m["runs"])).collect();
    let whole = ("wide == 1 && wide == 2", "always false");
    assert!(missed.iter().any(|(text, runs)| (text.as_str(), runs.as_str()) == (Some(whole.0), Some(whole.1))));
    assert_eq!(document["vectors"]["path"], "target/refine/vectors.json");
    let text = std::fs::read_to_string(package.0.join("target/refine/vectors.json")).unwrap();
    let vectors: Value = serde_json::from_str(&text).unwrap();
    schema::fits(include_str!("../../../docs/vectors.schema.json"), &vectors).unwrap();
    let function = &vectors["functions"][0];
    assert_eq!(function["function"], "depth");
    assert_eq!(function["parameters"][1]["type"], "u128");
    let runs = function["vectors"].as_array().unwrap();
    assert_eq!(coverage["vectors"], runs.len());
    assert_eq!(runs.len() as u64, document["vectors"]["vectors"].as_u64().unwrap());
    assert!(
        runs.len() >= 100 && runs.iter().all(|run| run["call"].as_str().unwrap().starts_with("depth(")),
        "{text:.2000}"
    );
    let claims = |run: &Value| run["obligations"].as_array().unwrap().len();
    assert!(
        runs.iter().any(|run| run["arguments"][0]["value"]["variant"] == "Node" && claims(run) > 0),
        "{text:.2000}"
    );
}

#[test]
fn coverage_is_told_in_words() {
    let output = Package::new("coverage", TREE).check(&["--scope", "all", "--coverage", "--no-cache"]);
    let said = stdout(&output);
    assert!(said.contains("coverage of the runs:\n  depth: "), "{said}");
    assert!(said.contains("src/lib.rs:5:8: `wide == 1 && wide == 2` was always false in "), "{said}");
}
