//! What is kept of a run, through the real binary: an unchanged project has its report again, and whatever it was made from
//! makes it another.
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::SystemTime;

use refine_tests::e2e::{Package, Run, refine};
use serde_json::Value;

/// `refine check` as users run it, with the report. Its last part says whether it was an earlier one's.
fn look_with(package: &Package, args: &[&str], vars: &[(&str, &str)]) -> (Value, bool) {
    let mut command = refine();
    command.args(["check", "--output-format", "json", "--timings"]).args(args).current_dir(&package.0);
    let run = Run::new(command.envs(vars.iter().copied()).output().unwrap());
    let mut document: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error} in {run:?}"));
    let times = document.as_object_mut().unwrap().remove("timings_ms").unwrap();
    // Nothing was read, nothing was asked.
    let recalled = times["lower"] == 0 && times["solver"] == 0 && times["runs"] == 0;
    (document, recalled)
}

fn look(package: &Package) -> (Value, bool) {
    look_with(package, &[], &[])
}

/// The report is that of an earlier run.
#[track_caller]
fn same(package: &Package) -> Value {
    let (document, recalled) = look(package);
    assert!(recalled, "{document:#}");
    document
}

/// The report is not that of an earlier run, but the next one is this.
#[track_caller]
fn other(package: &Package, what: &str) -> Value {
    let (document, recalled) = look(package);
    assert!(!recalled, "{what} makes no difference");
    assert_eq!(same(package), document, "{what}");
    document
}

fn entries(package: &Package) -> Vec<PathBuf> {
    let entries = fs::read_dir(package.path("target/refine/cache")).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

const LIB: &str = r#"use refine_spec::*;
const TEXT: &str = include_str!("data.txt");
#[ensures(|ret| *ret < n)]
#[requires(n > 0)]
pub fn rest(x: u32, n: u32) -> u32 { x % n }
#[ensures(|ret| *ret > 0)]
pub fn length(x: usize) -> usize { if x < 8 { TEXT.len() + option_env!("REFINE_TEST_WORD").map_or(0, str::len) } else { 1 } }
#[ensures(|ret| *ret != 3)]
pub fn of_flag(x: u8) -> u8 { if cfg!(refine_test_flag) { 3 } else { x % 2 } }
#[ensures(|ret| *ret != 3)]
pub fn of_dependency(x: u8) -> u8 { part::part(x % 2) }
"#;

const BUILD: &str = r#"fn main() {
    println!("cargo::rerun-if-env-changed=REFINE_TEST_SCRIPT");
    println!("cargo::rustc-check-cfg=cfg(refine_test_flag)");
    if std::env::var_os("REFINE_TEST_SCRIPT").is_some() { println!("cargo::rustc-cfg=refine_test_flag"); }
}
"#;

/// A package with a dependency, a build script, and a file that is no source.
fn package(name: &str) -> Package {
    let package = Package::new(name, LIB);
    for kept in ["cache", "functions"] {
        let _ = fs::remove_dir_all(package.path("target/refine").join(kept));
    }
    package.write("src/data.txt", "four");
    package.write("build.rs", BUILD);
    package.write("part/src/lib.rs", "pub fn part(x: u8) -> u8 { x }\n");
    package.write("part/Cargo.toml", "[package]\nname = \"part\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
    let manifest = fs::read_to_string(package.path("Cargo.toml")).unwrap();
    package.write("Cargo.toml", &manifest.replace("[workspace]", "part = { path = \"part\" }\n[workspace]"));
    package
}

fn counts(document: &Value) -> (u64, u64) {
    let count = |what: &str| document["summary"][what].as_u64().unwrap();
    (count("proved"), count("refuted"))
}

#[test]
fn what_has_not_changed_is_known() {
    let package = package("known");
    let first = other(&package, "nothing");
    assert_eq!(first["summary"]["refuted"], 0, "{first:#}");
    // As without the cache, to the letter.
    let (_, without) = package.json(&[]);
    assert_eq!(first, without);
    let run = Run::new(refine().args(["check", "-v"]).current_dir(&package.0).output().unwrap());
    let run_without = package.check(&["-v"]);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&run.stdout), sorted(&run_without.stdout));
    // Touching is no change, and what the sources say again is known again.
    let (lib, text) = (package.path("src/lib.rs"), fs::read_to_string(package.path("src/lib.rs")).unwrap());
    fs::write(&lib, format!("{text}\n// more\n")).unwrap();
    other(&package, "a comment");
}

#[test]
fn whatever_makes_a_difference_is_another_run() {
    let package = package("differences");
    let (proved, refuted) = counts(&other(&package, "nothing"));
    assert_eq!(refuted, 0);

    package.write("src/data.txt", "");
    assert_eq!(counts(&other(&package, "a file that is included")).1, 1);
    package.write("src/data.txt", "four");
    assert_eq!(counts(&other(&package, "the same file")), (proved, 0));

    package.write("part/src/lib.rs", "pub fn part(x: u8) -> u8 { x + 2 }\n");
    other(&package, "a dependency");
    package.write("part/src/lib.rs", "pub fn part(x: u8) -> u8 { x }\n");
    other(&package, "the same dependency");

    for (name, wrong) in [("REFINE_TEST_SCRIPT", 1), ("REFINE_TEST_WORD", 0)] {
        let (document, recalled) = look_with(&package, &[], &[(name, "yes")]);
        assert!(!recalled, "{name}");
        assert_eq!(counts(&document).1, wrong, "{name}");
        assert_eq!(counts(&other(&package, name)), (proved, 0));
    }
    let (document, recalled) = look_with(&package, &[], &[("RUSTFLAGS", "--cfg refine_test_flag")]);
    assert!(!recalled);
    assert_eq!(counts(&document).1, 1);

    package.write("src/lib.rs", &LIB.replace("x % n }", "x / n }"));
    assert_eq!(counts(&other(&package, "an edit")).1, 1);
    package.write("src/lib.rs", LIB);
    package.write("src/new.rs", "");
    other(&package, "a new file");
    let (_, recalled) = look_with(&package, &["--scope", "all"], &[]);
    assert!(!recalled, "another scope");
    same(&package);
}

/// Without `cargo check` it is rustc that is asked.
#[test]
fn without_runs_flags_make_a_difference() {
    let package = package("flags");
    let look = |vars: &[(&str, &str)]| look_with(&package, &["--no-run"], vars);
    assert!(!look(&[]).1);
    assert!(look(&[]).1);
    assert!(!look(&[("RUSTFLAGS", "--cfg other")]).1);
    assert!(look(&[("RUSTFLAGS", "--cfg other")]).1);
    assert!(!look(&[]).1);
}

#[test]
fn what_is_spoilt_is_not_known() {
    let package = package("spoilt");
    let first = other(&package, "nothing");
    let [entry] = &entries(&package)[..] else { panic!("{:?}", entries(&package)) };
    let text = fs::read(entry).unwrap();
    let changed = String::from_utf8_lossy(&text).replace("\"proved\"", "\"tested\"").into_bytes();
    let of_functions = fs::read_dir(package.path("target/refine/functions")).unwrap().flatten();
    let of_functions: Vec<_> = of_functions.map(|it| (it.path(), fs::read(it.path()).unwrap())).collect();
    assert_eq!(of_functions.len(), 1);
    for spoilt in [&text[..text.len() / 2], &text[..10], b"", b"\xff\n{}", &changed] {
        fs::write(entry, spoilt).unwrap();
        // What is kept of functions is left whole, or is spoilt as well.
        for (function, text) in &of_functions {
            let text = if spoilt.is_empty() { &text[..] } else { &text[..text.len().min(spoilt.len() / 3)] };
            fs::write(function, text).unwrap();
        }
        assert_eq!(other(&package, "a spoilt file"), first);
    }
    // Nothing can be written there.
    fs::remove_dir_all(package.path("target/refine/cache")).unwrap();
    fs::write(package.path("target/refine/cache"), "in the way").unwrap();
    assert_eq!(look(&package), (first.clone(), false));
    fs::remove_file(package.path("target/refine/cache")).unwrap();
    // Two at a time, and one that is killed.
    let start = || {
        let mut command = refine();
        command.args(["check", "--output-format", "json"]).current_dir(&package.0);
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
    };
    let (one, two, mut three) = (start(), start(), start());
    three.kill().unwrap();
    three.wait().unwrap();
    for child in [one, two] {
        let output = child.wait_with_output().unwrap();
        assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap(), first);
    }
    assert_eq!(same(&package), first);
    assert!(refine().arg("clean").current_dir(&package.0).stdout(Stdio::null()).status().unwrap().success());
    assert!(entries(&package).is_empty());
}

/// What was built and is damaged since, by a full disk, say, is built anew.
#[test]
fn a_program_that_does_not_start_is_built_again() {
    let package = Package::new("unstarted", "pub fn half(s: &str) -> usize { 10 / (s.len() as f64) as usize }\n");
    let first = look_with(&package, &["--scope", "all"], &[]).0;
    let program = package.path("target/refine/build/debug/refine-harness");
    let text = fs::read(&program).unwrap();
    for damaged in [&text[..text.len() / 2], b"\x00\xff", b""] {
        fs::write(&program, damaged).unwrap();
        let (again, recalled) = look_with(&package, &["--scope", "all", "--no-cache"], &[]);
        assert!(!recalled);
        assert_eq!(again, first);
    }
}

/// The second look at many obligations tells what was found the first time.
#[test]
fn many_obligations_are_kept() {
    let functions = (0..150).map(|n| {
        format!(
            "#[requires(n > 0 && x < 1000)]\n#[ensures(|ret| *ret < n + {n})]\n\
             pub fn f{n}(x: u32, n: u32) -> u32 {{ let y = x + {n}; (y - x + x % n) % (n + {n}) }}\n"
        )
    });
    let package = Package::new("quick", &format!("use refine_spec::*;\n{}", functions.collect::<String>()));
    let first = look(&package).0;
    assert!(first["summary"]["obligations"].as_u64().unwrap() >= 600, "{}", first["summary"]);
    assert!(look(&package).1);
}

/// The times at which cargo had each unit of these packages compiled in a package's target folder, by the unit's name.
fn compiled(package: &Package, start: &str) -> BTreeMap<String, SystemTime> {
    let units = fs::read_dir(package.path("target/refine/build/debug/.fingerprint")).unwrap();
    let named = units.map(|unit| unit.unwrap()).map(|unit| (unit.file_name().into_string().unwrap(), unit.path()));
    let time = |folder: PathBuf| fs::metadata(folder.join("invoked.timestamp")).unwrap().modified().unwrap();
    named.filter(|(name, _)| name.starts_with(start)).map(|(name, folder)| (name, time(folder))).collect()
}

#[test]
fn what_is_the_same_for_all_packages_is_compiled_once() {
    let lib = "use refine_spec::*;\n#[ensures(|ret| *ret > x)]\npub fn next(x: u32) -> u32 { x ^ 1 }\n";
    let cache = Package::new("shared-cache", lib);
    let check = |package: &Package, cache: &Path| {
        let _ = fs::remove_dir_all(package.path("target/refine"));
        let mut command = refine();
        command.env("REFINE_CACHE_DIR", cache).args(["check", "--manifest-path"]).arg(package.path("Cargo.toml"));
        Run::new(command.output().unwrap()).says("1 refuted");
    };
    let folder = cache.path("refine cache");
    let _ = fs::remove_dir_all(&folder);
    let [one, two] = ["shared-one", "shared-two"].map(|name| Package::new(name, lib));
    // (What else is in the folder is none of refine's.)
    let others =
        ["a", "b", "c", "d", "e", "0123456789abcdef0123456789abcdef"].map(|name| folder.join(name).join("mine.txt"));
    for other in &others {
        fs::create_dir_all(other.parent().unwrap()).unwrap();
        fs::write(other, "mine").unwrap();
    }
    check(&one, &folder);
    check(&two, &folder);
    assert!(others.iter().all(|other| other.exists()));
    let first = compiled(&one, "refine-");
    assert!(first.keys().any(|unit| unit.starts_with("refine-harness-runtime-")), "{first:?}");
    assert_eq!(first, compiled(&two, "refine-"), "something was compiled anew");

    // What was compiled from another text, or is damaged, is not taken, whatever the times of files say.
    let mut inside = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let version = inside.find(|path| path.join("units").exists()).unwrap();
    let mut last = first;
    for spoilt in ["sums", "deps"] {
        for unit in fs::read_dir(version.join("units")).unwrap() {
            let path = unit.unwrap().path().join(spoilt);
            let inner = fs::read_dir(&path).into_iter().flatten().map(|file| file.unwrap().path());
            let files: Vec<PathBuf> = if path.is_dir() { inner.collect() } else { vec![path] };
            files.iter().for_each(|file| fs::write(file, "lib.rs of-another-text\n").unwrap());
        }
        check(&two, &folder);
        let now = compiled(&two, "refine-");
        assert!(last.iter().all(|(unit, time)| now[unit] > *time), "not all was compiled anew: {spoilt}");
        last = now;
    }

    // Without the folder all is as it is with it.
    let is_file = cache.path("src/lib.rs");
    check(&two, &is_file);
    assert!(two.path("target/refine/runtime/lib.rs").exists());
}
