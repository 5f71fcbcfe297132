//! What refine makes of its input, end to end: how the package is compiled, and what in it has an error.
use refine_tests::e2e::{Package, obligations, refine, refuted, verdicts};

/// A build script that sets a cfg, and a function on either side of it.
const SCRIPTED: &str = "use refine_spec::*;
#[cfg(fancy)]
#[ensures(|ret| *ret > x)]
pub fn up(x: u32) -> u32 {
    x / 2
}
#[cfg(not(fancy))]
#[ensures(|ret| *ret == x)]
pub fn up(x: u32) -> u32 {
    x
}
#[ensures(|ret| *ret >= x)]
pub fn plain(x: u32) -> u32 {
    if cfg!(level = \"3\") { x / 2 } else { x }
}
#[ensures(|ret| *ret == x)]
pub fn same(x: u32) -> u32 {
    x
}
#[cfg(flagged)]
#[ensures(|ret| *ret > x)]
pub fn by_flag(x: u32) -> u32 {
    x
}
";

const SCRIPT: &str = "fn main() {
    println!(\"cargo::rustc-check-cfg=cfg(fancy, flagged, level, values(any()))\");
    println!(\"cargo::rustc-cfg=fancy\");
    println!(\"cargo:rustc-cfg=level=\\\"3\\\"\");
}
";

#[test]
fn what_a_build_script_sets_is_evaluated_as_cargo_does() {
    let package = Package::new("scripted", SCRIPTED);
    package.write("build.rs", SCRIPT);
    let (run, document) = package.json(&[]);
    run.exits(1);
    refuted(&document, "up", "ensures", "up(");
    refuted(&document, "plain", "ensures", "plain(");
    assert!(obligations(&document, "by_flag", "").is_empty());
    assert!(!package.path("target/debug").exists(), "cargo's own artifacts are left alone");
}

#[test]
fn what_only_the_build_script_knows_is_said_and_not_guessed() {
    let package = Package::new("unasked", SCRIPTED);
    package.write("build.rs", SCRIPT);
    let (run, document) = package.json(&["--no-run"]);
    run.exits(0);
    verdicts(&document, "same", "ensures", "proved");
    for function in ["up", "plain"] {
        assert!(obligations(&document, function, "").iter().all(|each| each["verdict"] == "open"), "{document:#}");
    }
    let run = package.check(&["--no-run"]);
    run.says("`up` depends on cfg `fancy`, which only the build script knows");
    run.says("`plain` depends on cfg `level = \"3\"`");

    package.write("build.rs", "fn main() { panic!(\"no such luck\") }");
    let run = package.check(&[]);
    run.says("which only the build script knows");
    run.says("no such luck");
}

#[test]
fn flags_of_cargos_settings_count() {
    let package = Package::new("flagged", SCRIPTED);
    package.write(".cargo/config.toml", "[build]\nrustflags = [\"--cfg\", \"flagged\"]\n");
    let (run, document) = package.json(&[]);
    run.exits(1);
    refuted(&document, "by_flag", "ensures", "by_flag(");
    verdicts(&document, "up", "ensures", "proved");

    let flags = [("RUSTFLAGS", "--cfg fancy")];
    let output =
        refine().args(["check", "--output-format", "json"]).envs(flags).current_dir(&package.0).output().unwrap();
    let document = serde_json::from_slice(&output.stdout).unwrap();
    refuted(&document, "up", "ensures", "up(");
    assert!(obligations(&document, "by_flag", "").is_empty(), "as in cargo, the variable goes before the settings");
}

#[test]
fn builds_without_overflow_checks_are_spoken_of() {
    let package = Package::new("unchecked", "pub fn up(x: u32) -> u32 {\n    x / 2 + 1\n}\n");
    let said = "the profile `dev` turns overflow checks off";
    let silent = |arguments: &[&str]| !package.check(arguments).stderr.contains(said);
    assert!(silent(&["--scope", "all", "--no-run"]));
    let manifest = std::fs::read_to_string(package.path("Cargo.toml")).unwrap();
    package.write("Cargo.toml", &format!("{manifest}\n[profile.dev]\noverflow-checks = false\n"));
    package.check(&["--scope", "all", "--no-run"]).says(said);
    assert!(silent(&["--scope", "all", "--no-run", "--overflow", "wrap"]));
}

#[test]
fn features_are_chosen_as_for_cargo() {
    let source = "use refine_spec::*;
#[cfg(feature = \"extra\")]
pub mod extra {
    use refine_spec::*;
    #[ensures(|ret| *ret > x)]
    pub fn same(x: u32) -> u32 { x }
    #[cfg(not(feature = \"std\"))]
    #[ensures(|ret| *ret > x)]
    pub fn bare(x: u32) -> u32 { x }
}
#[ensures(|ret| *ret == x)]
pub fn fine(x: u32) -> u32 { x }
";
    let package = Package::new("features", source);
    package.write("refine.toml", "");
    let manifest = std::fs::read_to_string(package.path("Cargo.toml")).unwrap();
    package.write("Cargo.toml", &format!("{manifest}\n[features]\ndefault = [\"std\"]\nstd = []\nextra = []\n"));

    let (run, document) = package.json(&[]);
    run.exits(0);
    assert!(obligations(&document, "extra::same", "").is_empty());
    let (run, document) = package.json(&["--features", "extra"]);
    run.exits(1);
    refuted(&document, "extra::same", "ensures", "same(");
    assert!(obligations(&document, "extra::bare", "").is_empty());
    let (_, document) = package.json(&["-F", "extra", "--no-default-features"]);
    refuted(&document, "extra::bare", "ensures", "bare(");
    package.check(&["-F", "nope"]).exits(2);

    // The tests are there where the functions are, and only there.
    let run = package.check(&["--no-default-features", "--features=extra", "--write-tests"]);
    run.says("refine check -F extra --no-default-features --obligation extra::same/ensures/1");
    let (passed, said) = package.cargo_test();
    assert!(passed, "{said}");
    let (passed, said) = package.cargo_test_with(&["--features=extra"]);
    assert!(!passed && said.contains("same_ensures") && !said.contains("bare_ensures"), "{said}");
    let (passed, said) = package.cargo_test_with(&["--features=extra", "--no-default-features"]);
    assert!(!passed && said.contains("bare_ensures"), "{said}");
    package.write("refine.toml", "all-features = true\n");
    let (_, document) = package.json(&[]);
    refuted(&document, "extra::same", "ensures", "same(");
}

/// A type with an invariant, to be put in, and functions that rely on it.
const INVARIANT: &str = "use refine_spec::*;
#[invariant(INVARIANT)]
pub struct Range { pub lo: u32, pub hi: u32 }
pub struct Many { pub all: Vec<Option<Range>> }
#[ensures(|ret| *ret <= r.hi)]
pub fn width(r: &Range) -> u32 {
    r.hi - r.lo
}
#[ensures(|ret| *ret > 0)]
pub fn deep(m: &Many) -> u32 {
    match m.all.first() {
        Some(Some(r)) => r.hi - r.lo + 1,
        _ => 1,
    }
}
#[requires(x < 1000)]
pub fn make(x: u32) -> Range {
    Range { lo: x, hi: 1000 / (x + 1) + x }
}
#[ensures(|ret| *ret > x)]
pub fn other(x: u32) -> u32 {
    x / 2
}
";

#[test]
fn without_the_invariant_of_a_type_nothing_is_run_on_it() {
    for (name, invariant) in [
        ("typo", "self.lo <= self.high"),
        ("grammar", "self.lo <= "),
        ("sort", "self.lo + self.hi"),
        ("effect", "std::fs::remove_file(\"x\").is_err() && self.lo <= self.hi"),
    ] {
        let package = Package::new(&format!("invariant-{name}"), &INVARIANT.replace("INVARIANT", invariant));
        let (run, document) = package.json(&[]);
        run.exits(2);
        for function in ["width", "deep"] {
            verdicts(&document, function, "overflow", "open");
            let found = obligations(&document, function, "overflow");
            let reason = found[0]["reason"].as_str().unwrap();
            assert!(reason.contains("the invariants of `Range` have an error"), "{name}: {reason}");
        }
        assert!(obligations(&document, "make", "").iter().all(|o| o["verdict"] != "refuted"));
        // What the attribute itself cannot read, rustc does not compile.
        if name != "grammar" {
            refuted(&document, "other", "ensures", "other(");
        }
    }
    let (run, document) = Package::new("invariant", &INVARIANT.replace("INVARIANT", "self.lo <= self.hi")).json(&[]);
    run.exits(1);
    verdicts(&document, "width", "", "proved");
    verdicts(&document, "make", "", "proved");
}
