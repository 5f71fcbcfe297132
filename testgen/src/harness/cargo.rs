//! The user's own cargo: builds the shadow package and says what rustc objected to.
use std::path::{Path, PathBuf};
use std::process::Command;

use refine_core::span::LineCol;
use serde_json::Value;

use super::manifest::BIN;
use super::{BuildError, Cargo, PackageInfo, UserError};

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
    offline_first(cargo, &|cargo| {
        let mut command = cargo.command("build", &package.root, manifest, target_dir);
        command.args(["--bin", BIN]);
        match messages(cargo, command) {
            Messages { program: Some(program), success: true, .. } => Built::Program(program),
            Messages { errors, .. } if !errors.is_empty() => Built::Errors(errors),
            Messages { said, .. } => Built::Failed(said),
        }
    })
}

/// Whether the user's own package compiles. `selection` are cargo's options for the target.
///
/// # Errors
/// The compiler's errors, or what cargo says if it did not get that far.
pub fn compiles(package: &PackageInfo, cargo: &Cargo, selection: &[String]) -> Result<(), BuildError> {
    let built = offline_first(cargo, &|cargo| {
        let mut command = cargo.command("check", &package.root, &package.manifest, &package.folder.join("build"));
        command.args(selection);
        match messages(cargo, command) {
            Messages { success: true, .. } => Built::Program(PathBuf::new()),
            Messages { errors, .. } if !errors.is_empty() => Built::Errors(errors),
            Messages { said, .. } => Built::Failed(said),
        }
    });
    match built {
        Built::Program(_) => Ok(()),
        Built::Errors(errors) => {
            // The compiler runs in the workspace's folder.
            let inner = package.root.strip_prefix(&package.workspace_root).unwrap_or(Path::new(""));
            Err(BuildError::UserCode(errors.into_iter().map(|error| error.of_user(inner)).collect()))
        }
        Built::Failed(said) => Err(BuildError::Cargo(said)),
    }
}

fn offline_first(cargo: &Cargo, attempt: &dyn Fn(&Cargo) -> Built) -> Built {
    let offline = Cargo { offline: true, ..cargo.clone() };
    match attempt(&offline) {
        Built::Failed(_) if !cargo.offline => attempt(cargo),
        built => built,
    }
}

impl CompileError {
    /// The error in a build of the user's own files.
    fn of_user(self, inner: &Path) -> UserError {
        let own = self.places.into_iter().find(|site| site.file.is_relative());
        UserError {
            message: self.message,
            at: own.as_ref().map(|site| LineCol { line: site.line, column: site.column }),
            file: own.map(|site| site.file.strip_prefix(inner).unwrap_or(&site.file).display().to_string()),
            rendered: self.rendered,
        }
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

/// What cargo reported of one command.
struct Messages {
    /// The harness binary, if it was built.
    program: Option<PathBuf>,
    errors: Vec<CompileError>,
    success: bool,
    /// What it wrote to standard error.
    said: String,
}

fn messages(cargo: &Cargo, mut command: Command) -> Messages {
    let output = match command.arg("--message-format=json").output() {
        Ok(output) => output,
        Err(error) => {
            let said = format!("cannot start {}: {error}", cargo.program.display());
            return Messages { program: None, errors: Vec::new(), success: false, said };
        }
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
    let said = String::from_utf8_lossy(&output.stderr).trim().to_string();
    Messages { program, errors, success: output.status.success(), said }
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
