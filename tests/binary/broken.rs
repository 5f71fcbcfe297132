//! Crates that are broken in one way each: what `refine check` says of them, and its exit code. Through the real binary.
use std::fs;
use std::path::PathBuf;

use refine_tests::e2e::{Run, refine};
use refine_tests::package;

const LIB: &str = "use refine_spec::*;\n#[requires(x > 0)]\npub fn f(x: u8) -> u8 {\n    10 / x\n}\n";

/// A folder with these files; a manifest is completed.
fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = package::scratch("e2e").join(format!("broken {name} ü"));
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn manifest(name: &str, more: &str) -> String {
    let spec = package::root().join("specs/spec");
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\n\
         refine-spec = {{ path = {spec:?} }}\n{more}\n[workspace]\n"
    )
}

fn check(folder: &PathBuf) -> Run {
    let output =
        refine().args(["check", "--no-cache"]).current_dir(folder).env("RUST_BACKTRACE", "1").output().unwrap();
    Run::new(output)
}

/// It exits with a code and says all of these.
fn says(folder: &PathBuf, code: i32, texts: &[&str]) {
    let run = check(folder);
    run.exits(code);
    texts.iter().for_each(|text| run.says(text));
    assert!(!run.stderr.contains("panicked") && !run.stdout.contains("backtrace"), "{run:?}");
}

/// A package whose library is `LIB` with more at its end.
fn library(name: &str, more: &str) -> PathBuf {
    let lib = format!("{LIB}{more}");
    folder(name, &[("Cargo.toml", manifest(name, "").as_bytes()), ("src/lib.rs", lib.as_bytes())])
}

#[test]
fn what_cargo_cannot_read() {
    let lib = LIB.as_bytes();
    let with = |name: &str, manifest: String| folder(name, &[("Cargo.toml", manifest.as_bytes()), ("src/lib.rs", lib)]);
    says(&with("toml", "[package\n".into()), 2, &["error[E0302]", "Cargo.toml:1:"]);
    let edition = manifest("edition", "").replace("2021", "2077");
    says(&with("edition", edition), 2, &["error[E0301]", "`2077` is unknown"]);
    let absent = manifest("absent-dep", "absent = { path = \"../nowhere\" }");
    says(&with("absent dependency", absent), 2, &["error[E0301]", "`absent`", "nowhere/Cargo.toml"]);
    let cycle = folder("cycle", &[("a/src/lib.rs", lib), ("b/src/lib.rs", lib)]);
    for (name, other) in [("a", "b"), ("b", "a")] {
        let text = manifest(name, &format!("{other} = {{ path = \"../{other}\" }}")).replace("\n[workspace]\n", "");
        fs::write(cycle.join(name).join("Cargo.toml"), text).unwrap();
    }
    says(&cycle.join("a"), 2, &["error[E0301]", "cyclic package dependency"]);
    let nothing = folder("no target", &[("Cargo.toml", manifest("no-target", "").as_bytes())]);
    says(&nothing, 2, &["error[E0301]", "no targets specified", "src/lib.rs"]);
    let virtual_one: &[u8] = b"[workspace]\nresolver = \"2\"\nmembers = []\n";
    says(&folder("virtual", &[("Cargo.toml", virtual_one)]), 2, &["error[E0301]", "the workspace has no members"]);
    let toolchain: &[u8] = b"[toolchain]\nchannel = \"1.0.0-nonexistent\"\n";
    let channel = folder(
        "toolchain",
        &[("Cargo.toml", manifest("t", "").as_bytes()), ("src/lib.rs", lib), ("rust-toolchain.toml", toolchain)],
    );
    // Without rustup nobody reads the file.
    if std::process::Command::new("rustup").arg("--version").output().is_ok_and(|output| output.status.success()) {
        // The tests' own toolchain is that of this checkout.
        let mut command = refine();
        command.args(["check", "--no-cache"]).current_dir(&channel).env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
        let run = Run::new(command.output().unwrap());
        run.exits(2);
        run.says("error[E0301]");
        run.says("1.0.0-nonexistent");
    }
    let run = Run::new(
        refine().arg("check").current_dir(&channel).env("PATH", "/nowhere").env_remove("CARGO").output().unwrap(),
    );
    run.exits(2);
    run.says("error[E0301]");
    run.says("cargo");
}

#[test]
fn what_rustc_does_not_compile() {
    let nothing_proved = "it does not compile, so none of its claims counts as proved";
    says(&library("syntax", "pub fn g( -> {\n"), 2, &["error[E0001]", "src/lib.rs:6:11", nothing_proved]);
    let types = library("types", "pub fn g() -> u8 {\n    \"x\"\n}\n");
    says(&types, 2, &["error[E0300]", "src/lib.rs:7:5", "expected `u8`, found `&str`", nothing_proved]);
    let module = library("module", "mod nowhere;\n");
    says(&module, 2, &["error[E0002]", "src/lib.rs:6:1", "`src/nowhere.rs`", nothing_proved]);
    let own: &[u8] = b"#[path = \"lib.rs\"]\nmod again;\n";
    let circle = folder(
        "circle",
        &[("Cargo.toml", manifest("circle", "").as_bytes()), ("src/lib.rs", b"mod a;\n"), ("src/a.rs", own)],
    );
    says(&circle, 2, &["error[E0002]", "is never complete", "`src/a.rs` declares itself again"]);
    let bytes: &[u8] = b"// caf\xe9\n";
    let latin = folder(
        "latin",
        &[("Cargo.toml", manifest("latin", "").as_bytes()), ("src/lib.rs", b"mod a;\n"), ("src/a.rs", bytes)],
    );
    says(&latin, 2, &["error[E0002]", "`a` is missing or is not valid UTF-8", "`src/a.rs`"]);
    let feature = library("compile-error", "compile_error!(\"pick a feature\");\n");
    says(&feature, 2, &["error[E0300]", "pick a feature", nothing_proved]);
    let text =
        manifest("no-spec", "").lines().filter(|line| !line.contains("refine-spec")).collect::<Vec<_>>().join("\n");
    let spec = folder("no spec", &[("Cargo.toml", text.as_bytes()), ("src/lib.rs", LIB.as_bytes())]);
    says(&spec, 2, &["error[E0102]", "does not depend on `refine-spec`", nothing_proved]);
}

#[test]
fn what_is_not_there_or_cannot_be_built() {
    let manifest_of = |name: &str| manifest(name, "");
    let empty = folder("empty", &[("Cargo.toml", manifest_of("empty").as_bytes()), ("src/lib.rs", b"")]);
    says(&empty, 2, &["nothing was checked", "no function has a refine annotation", "--scope all"]);
    let bytes: &[u8] = b"\xff\xfe\x00fn";
    let unreadable = folder("unreadable", &[("Cargo.toml", manifest_of("u").as_bytes()), ("src/lib.rs", bytes)]);
    says(&unreadable, 2, &["error[E0002]", "`src/lib.rs` is missing or is not valid UTF-8"]);
    let script: &[u8] = b"fn main() { eprintln!(\"no such library: libfoo\"); std::process::exit(3); }";
    let built = folder(
        "script",
        &[("Cargo.toml", manifest_of("script").as_bytes()), ("src/lib.rs", LIB.as_bytes()), ("build.rs", script)],
    );
    says(
        &built,
        2,
        &[
            "error[E0304]: script does not build: failed to run",
            "no such library: libfoo",
            "so none of its claims counts as proved",
        ],
    );
    let virtual_one: &[u8] = b"[workspace]\nresolver = \"2\"\nmembers = [\"m\"]\n";
    let member = manifest_of("m").replace("\n[workspace]\n", "");
    let whole = folder(
        "members",
        &[("Cargo.toml", virtual_one), ("m/Cargo.toml", member.as_bytes()), ("m/src/lib.rs", LIB.as_bytes())],
    );
    says(&whole, 0, &["m: 1 obligation in 1 function: 1 proved"]);
}

#[test]
fn a_path_says_which_package() {
    let package = library("path", "");
    let elsewhere = package::scratch("e2e");
    for path in ["", "Cargo.toml", "src", "src/lib.rs"] {
        let path = package.join(path);
        let run = Run::new(refine().args(["check", "--no-cache"]).arg(&path).current_dir(&elsewhere).output().unwrap());
        run.exits(0);
        run.says("path: 1 obligation in 1 function: 1 proved");
    }
    let run = Run::new(refine().args(["check", "nowhere/at/all"]).current_dir(&elsewhere).output().unwrap());
    run.exits(2);
    run.says("there is no nowhere/at/all");
}

#[test]
fn every_code_can_be_explained() {
    for code in ["N0001", "n0002", "N0003", "N0004", "N0005", "E0304"] {
        let run = Run::new(refine().args(["explain", code]).output().unwrap());
        run.exits(0);
        run.says("**What to do.**");
    }
    let run = Run::new(refine().args(["explain", "N0999"]).output().unwrap());
    run.exits(2);
    run.says("there is no code N0999");
}

/// With the feature `runtime`, clauses are part of what is compiled. (`r < 5` is a clause: a reference may be compared. In Rust it is none.)
#[test]
fn a_clause_that_rustc_rejects_where_it_is_checked_at_run_time() {
    let lib = "use refine_spec::*;\n#[ensures(|r| r < 5)]\npub fn f(x: u32) -> u32 {\n    x % 5\n}\n";
    let with = |name: &str, manifest: String| {
        folder(name, &[("Cargo.toml", manifest.as_bytes()), ("src/lib.rs", lib.as_bytes())])
    };
    says(&with("unchecked", manifest("unchecked", "")), 0, &["1 proved"]);
    let checked = manifest("checked", "").replace(" }", ", features = [\"runtime\"] }");
    says(&with("checked", checked), 2, &["error[E0300]", "src/lib.rs:2:", "0 proved"]);
}
