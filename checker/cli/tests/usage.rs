//! The real binaries on input that never gets as far as the checker.
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const REFINE: &str = env!("CARGO_BIN_EXE_refine");
const CARGO_REFINE: &str = env!("CARGO_BIN_EXE_cargo-refine");

/// A folder of its own for a test, outside any cargo package; removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("refine usage {name} {}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn with(self, path: &str, text: &str) -> Folder {
        std::fs::write(self.0.join(path), text).unwrap();
        self
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(REFINE).env_remove("CARGO_TARGET_DIR").args(args).current_dir(&self.0).output().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const PACKAGE: &str = "[package]\nname = \"a\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn without_a_manifest_there_is_nothing_to_check() {
    let output = Folder::new("no manifest").run(&["check"]);
    assert_eq!((code(&output), stdout(&output)), (2, String::new()));
    assert_eq!(
        stderr(&output),
        "error[E0301]: no Cargo.toml in . or any folder above it\n = help: run refine inside a cargo package, or point \
         to one with --manifest-path\n\n"
    );
}

#[test]
fn a_manifest_path_that_does_not_exist_is_named() {
    let output = Folder::new("no path").run(&["check", "--manifest-path", "nowhere/Cargo.toml"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("there is no nowhere/Cargo.toml"), "{}", stderr(&output));
}

#[test]
fn an_unknown_option_is_an_error_with_a_suggestion() {
    let output = Folder::new("option").run(&["check", "--scoop", "all"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--scope"), "{}", stderr(&output));
    let output = Folder::new("value").run(&["check", "--scope", "everything"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("annotated, pub, all"), "{}", stderr(&output));
}

#[test]
fn an_unknown_key_in_the_configuration_is_shown_in_its_place() {
    let folder = Folder::new("key").with("Cargo.toml", PACKAGE).with("refine.toml", "depth = 3\nvectros = 9\n");
    let output = folder.run(&["check"]);
    assert_eq!(code(&output), 2);
    let text = stderr(&output);
    assert!(text.starts_with("error[E0302]: unknown field `vectros`\n  ┌─ refine.toml:2:1\n"), "{text}");
    assert!(text.contains("2 │ vectros = 9\n  │ ^^^^^^^\n"), "{text}");
}

#[test]
fn a_value_of_the_wrong_type_in_the_metadata_is_shown_in_its_place() {
    let manifest = format!("{PACKAGE}[package.metadata.refine]\ndepth = \"four\"\n");
    let output = Folder::new("metadata").with("Cargo.toml", &manifest).run(&["check"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("Cargo.toml:6:9"), "{}", stderr(&output));
}

#[test]
fn init_writes_a_configuration_once() {
    let folder = Folder::new("init").with("Cargo.toml", PACKAGE);
    let first = folder.run(&["init"]);
    assert_eq!(code(&first), 0);
    assert!(stdout(&first).contains("wrote ") && stdout(&first).contains("refine-spec"), "{}", stdout(&first));
    let path = folder.0.join("refine.toml");
    std::fs::write(&path, "depth = 5\n").unwrap();
    let second = folder.run(&["init"]);
    assert_eq!(code(&second), 0);
    assert!(stdout(&second).contains("left as it is"), "{}", stdout(&second));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "depth = 5\n");
}

#[test]
fn clean_removes_only_what_is_refines() {
    let folder = Folder::new("clean").with("Cargo.toml", PACKAGE);
    std::fs::create_dir_all(folder.0.join("src")).unwrap();
    let folder = folder.with("src/lib.rs", "");
    std::fs::create_dir_all(folder.0.join("target/refine/harness")).unwrap();
    std::fs::create_dir_all(folder.0.join("target/debug")).unwrap();
    let output = folder.run(&["clean"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(!folder.0.join("target/refine").exists() && folder.0.join("target/debug").exists());
    assert!(stdout(&folder.run(&["clean"])).contains("nothing to remove"));
}

#[test]
fn codes_are_explained() {
    let folder = Folder::new("explain");
    let output = folder.run(&["explain", "e0101"]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).starts_with("# E0101: "), "{}", stdout(&output));
    let output = folder.run(&["explain", "E9999"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("E0302"), "{}", stderr(&output));
    assert_eq!(code(&folder.run(&["explain", "nonsense"])), 2);
}

#[test]
fn help_documents_the_exit_codes() {
    let output = Folder::new("help").run(&["check", "--help"]);
    assert_eq!(code(&output), 0);
    for line in
        ["0    nothing refuted", "1    something is refuted", "2    an error in usage", "101  ", "130  ", "141  "]
    {
        assert!(stdout(&output).contains(line), "{line}");
    }
    assert_eq!(code(&Folder::new("bare").run(&[])), 2);
}

#[test]
fn cargo_refine_is_the_same_program() {
    let run = |args: &[&str]| Command::new(CARGO_REFINE).args(args).output().unwrap();
    for args in [["refine", "explain", "E0302"].as_slice(), &["explain", "E0302"]] {
        assert!(stdout(&run(args)).starts_with("# E0302: "));
    }
    assert!(stdout(&run(&["refine", "--help"])).contains("Usage: cargo refine <COMMAND>"));
}

#[test]
fn completions_come_for_each_shell() {
    for shell in ["bash", "zsh", "fish"] {
        let output = Command::new(REFINE).args(["completions", shell]).output().unwrap();
        assert!(stdout(&output).contains("write-tests"), "{shell}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let script = format!("'{REFINE}' completions bash | head -n 1 >/dev/null; exit ${{PIPESTATUS[0]}}");
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert!(matches!(code(&output), 0 | 141), "{}", code(&output));
    assert_eq!(stderr(&output), "");
}

#[test]
fn the_version_names_the_solver() {
    let output = Command::new(REFINE).arg("--version").output().unwrap();
    let text = stdout(&output);
    let solver = text.trim_end().strip_prefix(concat!("refine ", env!("CARGO_PKG_VERSION"), " (Z3 ")).unwrap();
    assert!(solver.ends_with(')') && solver.starts_with(|c: char| c.is_ascii_digit()), "{text}");
}

#[test]
fn nothing_is_written_to_the_project_by_a_failed_check() {
    let folder = Folder::new("untouched").with("Cargo.toml", PACKAGE).with("refine.toml", "x = 1\n");
    folder.run(&["check"]);
    let files: Vec<_> = std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(files.len(), 2, "{files:?}");
    assert!(Path::new(&folder.0).join("refine.toml").exists());
}
