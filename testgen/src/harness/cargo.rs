//! The user's own cargo: builds the shadow package and says what rustc objected to.
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::manifest::BIN;
use super::{Cargo, PackageInfo};

/// An error of the compiler, with all places it names, the primary one first.
pub(crate) struct CompileError {
    pub(crate) message: String,
    pub(crate) rendered: String,
    pub(crate) places: Vec<Site>,
}

/// A place as the compiler names it.
pub(crate) struct Site {
    pub(crate) file: PathBuf,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// What a build came to.
pub(crate) enum Built {
    /// The harness binary.
    Program(PathBuf),
    /// The compiler objected.
    Errors(Vec<CompileError>),
    /// Cargo itself objected.
    Failed(String),
}

/// Builds the harness: without the network if that is possible.
pub(crate) fn build(cargo: &Cargo, package: &PackageInfo, manifest: &Path, target_dir: &Path) -> Built {
    let offline = Cargo { offline: true, ..cargo.clone() };
    match attempt(&offline, package, manifest, target_dir) {
        Built::Failed(_) if !cargo.offline => attempt(cargo, package, manifest, target_dir),
        built => built,
    }
}

impl Cargo {
    /// A command of the user's cargo, run in a package's folder, whose settings it then has. What it builds goes to
    /// refine's own folder, and is built alike for every command.
    pub fn command(&self, verb: &str, folder: &Path, manifest: &Path, target_dir: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(folder).args([verb, "--quiet"]);
        command.arg("--manifest-path").arg(manifest).arg("--target-dir").arg(target_dir);
        if self.offline {
            command.arg("--offline");
        }
        command.args(&self.args);
        // The user's lint levels must not reject the code added to the copy.
        match (std::env::var("CARGO_ENCODED_RUSTFLAGS"), std::env::var("RUSTFLAGS")) {
            (Ok(flags), _) => {
                command.env("CARGO_ENCODED_RUSTFLAGS", format!("{flags}\u{1f}--cap-lints\u{1f}allow"));
            }
            (_, Ok(flags)) => {
                command.env("RUSTFLAGS", format!("{flags} --cap-lints allow"));
            }
            _ => {
                command.args(["--config", r#"build.rustflags=["--cap-lints", "allow"]"#]);
            }
        }
        command
    }
}

fn attempt(cargo: &Cargo, package: &PackageInfo, manifest: &Path, target_dir: &Path) -> Built {
    let mut command = cargo.command("build", &package.root, manifest, target_dir);
    command.args(["--message-format=json", "--bin", BIN]);
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => return Built::Failed(format!("cannot start {}: {error}", cargo.program.display())),
    };
    let mut program = None;
    let mut errors = Vec::new();
    for line in output.stdout.split(|byte| *byte == b'\n') {
        let Ok(message) = serde_json::from_slice::<Value>(line) else { continue };
        match message["reason"].as_str() {
            Some("compiler-artifact") if message["target"]["name"] == BIN => {
                program = message["executable"].as_str().map(PathBuf::from).or(program);
            }
            Some("compiler-message") if message["message"]["level"] == "error" => errors.extend(error(&message)),
            _ => {}
        }
    }
    match program {
        Some(program) if output.status.success() => Built::Program(program),
        _ if !errors.is_empty() => Built::Errors(errors),
        _ => Built::Failed(String::from_utf8_lossy(&output.stderr).trim().to_string()),
    }
}

fn error(message: &Value) -> Option<CompileError> {
    let inner = &message["message"];
    let text = inner["message"].as_str()?.to_string();
    if text.starts_with("aborting due to") {
        return None;
    }
    let mut spans: Vec<&Value> = inner["spans"].as_array()?.iter().collect();
    spans.sort_by_key(|span| span["is_primary"] != true);
    let mut places = Vec::new();
    for span in spans {
        let mut at = Some(span);
        while let Some(span) = at {
            let number = |key: &str| span[key].as_u64().unwrap_or(1) as u32;
            let site =
                |file| Site { file: PathBuf::from(file), line: number("line_start"), column: number("column_start") };
            places.extend(span["file_name"].as_str().map(site));
            at = span["expansion"].get("span");
        }
    }
    let rendered = inner["rendered"].as_str().unwrap_or(&text).to_string();
    Some(CompileError { message: text, rendered, places })
}
