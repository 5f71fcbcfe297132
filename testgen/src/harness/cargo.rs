//! The user's own cargo: builds the shadow package and says what rustc objected to.
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use refine_core::span::LineCol;
use serde_json::Value;

use super::manifest::BIN;
use super::{Cargo, UserError, runtime, shared};
use crate::children::Group;

/// An error of the compiler, with all places it names, the primary one first.
pub(crate) struct CompileError {
    pub(crate) message: String,
    pub(crate) rendered: String,
    pub(crate) places: Vec<Site>,
    /// The function with certain constants that is in error, if it is not with others: `f::<0>`.
    pub(crate) instance: Option<String>,
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
pub(crate) fn build(cargo: &Cargo, folder: &Path, manifest: &Path, target_dir: &Path) -> Built {
    shared::fill(target_dir);
    offline_first(cargo, &mut |cargo| {
        let mut command = cargo.command("build", folder, manifest, target_dir);
        command.args(["--bin", BIN]);
        if cargo.optimised {
            command.args(["--config", &format!("profile.dev.package.{}.opt-level=1", runtime::PACKAGE)]);
        }
        let (mut program, mut units) = (None, Vec::new());
        let messages = messages(cargo, command, &mut |message| {
            units.extend(shared::named(message, target_dir));
            if message["reason"] == "compiler-artifact" && message["target"]["name"] == BIN {
                program = message["executable"].as_str().map(PathBuf::from).or(program.take());
            }
        });
        match (program, messages.success) {
            (Some(program), true) => {
                shared::keep(target_dir, &units);
                Built::Program(program)
            }
            _ => messages.failure(),
        }
    })
}

/// Tries without the network first.
pub(crate) fn offline_first(cargo: &Cargo, attempt: &mut dyn FnMut(&Cargo) -> Built) -> Built {
    let offline = Cargo { offline: true, ..cargo.clone() };
    match attempt(&offline) {
        Built::Failed(_) if !cargo.offline && !cargo.stop.load(Ordering::Relaxed) => attempt(cargo),
        built => built,
    }
}

impl CompileError {
    /// The error in a build of the user's own files.
    pub(crate) fn of_user(self, inner: &Path) -> UserError {
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
        // Where calls are made, clauses are evaluated by the harness, and not by the checks that `refine-spec` may make of them. Whether the
        // user's code compiles is asked with these.
        if verb == "build" {
            command.env("REFINE_RUNTIME", "off");
        }
        command.arg("--manifest-path").arg(manifest).arg("--target-dir").arg(target_dir);
        if self.offline {
            command.arg("--offline");
        }
        command.args(&self.args);
        // The user's lint levels must not reject the code added to the copy. And nobody debugs it, which saves a third of the time of a
        // build. (No setting of the profile: build scripts are told of that, and are to say the same as in the user's own build.)
        match (std::env::var("CARGO_ENCODED_RUSTFLAGS"), std::env::var("RUSTFLAGS")) {
            (Ok(flags), _) => {
                command
                    .env("CARGO_ENCODED_RUSTFLAGS", format!("{flags}\u{1f}--cap-lints\u{1f}allow\u{1f}-Cdebuginfo=0"));
            }
            (_, Ok(flags)) => {
                command.env("RUSTFLAGS", format!("{flags} --cap-lints allow -Cdebuginfo=0"));
            }
            _ => {
                command.args(["--config", r#"build.rustflags=["--cap-lints", "allow", "-Cdebuginfo=0"]"#]);
            }
        }
        command
    }
}

/// Has the harness built anew next time, whatever cargo takes for up to date: the file is not what was built.
pub(crate) fn forget(program: &Path) {
    let Some(folder) = program.parent() else { return };
    let _ = std::fs::remove_file(program);
    for (inner, start) in [("deps", BIN.replace('-', "_")), (".fingerprint", BIN.to_owned())] {
        for entry in std::fs::read_dir(folder.join(inner)).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&format!("{start}-")) {
                let _ = std::fs::remove_dir_all(entry.path()).or_else(|_| std::fs::remove_file(entry.path()));
            }
        }
    }
}

/// What cargo reported of one command.
pub(crate) struct Messages {
    errors: Vec<CompileError>,
    pub(crate) success: bool,
    /// What it wrote to standard error.
    said: String,
}

impl Messages {
    /// Why it did not do what it was asked to.
    pub(crate) fn failure(self) -> Built {
        // The compiler says of it as if it were the code's fault, or cargo as if it were its own.
        let texts = self.errors.iter().map(|error| error.rendered.as_str()).chain([self.said.as_str()]);
        let whole = texts.collect::<Vec<_>>().join("\n");
        let has = |text: &str, words: &[&str]| words.iter().any(|words| text.contains(words));
        if let Some(line) = whole.lines().find(|line| has(line, &DISK_FULL)) {
            return Built::Failed(format!("{IS_FULL}\n{}", line.trim()));
        }
        // (A source that cannot be read is another matter.)
        let (denied, writes) = (has(&whole, &DENIED), whole.lines().find(|line| has(line, &WRITES)));
        if let Some(line) = writes.filter(|_| denied) {
            let line = line.trim().trim_start_matches("error: ");
            return Built::Failed(format!("{IS_DENIED}\n{line}"));
        }
        if self.errors.is_empty() { Built::Failed(self.said) } else { Built::Errors(self.errors) }
    }
}

/// What cargo says of a build script that ended with an error.
pub(super) const SCRIPT_FAILED: &str = "failed to run custom build command";

/// What cargo says of a package that the compiler refused.
pub(super) const NOT_COMPILED: &str = "could not compile ";

/// What is said where nothing more can be written: no space is left, or no quota.
const DISK_FULL: [&str; 4] = ["(os error 28)", "(os error 122)", "No space left on device", "Disk quota exceeded"];

/// What is said where the system does not let cargo or the compiler write.
const DENIED: [&str; 5] =
    ["(os error 13)", "(os error 20)", "(os error 30)", "Permission denied", "Read-only file system"];

/// What they say that they were doing then.
const WRITES: [&str; 6] =
    ["failed to create", "failed to write", "couldn't create", "not writeable", "not writable", "/.cargo-lock"];

/// That nothing more can be written, in the first line of what is said.
pub(super) const IS_FULL: &str = "the disk is full";
/// The same where nothing may be.
pub(super) const IS_DENIED: &str = "the target folder is not writable";

/// How often a running cargo looks whether it is to stop.
const GLANCE: Duration = Duration::from_millis(20);

/// Runs a command of cargo to its end, and passes on each of its messages as it comes.
pub(crate) fn messages(cargo: &Cargo, mut command: Command, each: &mut dyn FnMut(&Value)) -> Messages {
    command.arg("--message-format=json").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut errors = Vec::new();
    let ended = Group::start(&mut command).and_then(|mut group| {
        let (stdout, stderr) = (group.child().stdout.take(), group.child().stderr.take());
        let said = std::thread::spawn(move || {
            let mut said = Vec::new();
            _ = stderr.map(|mut pipe| pipe.read_to_end(&mut said));
            said
        });
        let status = stoppable(group, &cargo.stop, || {
            for line in stdout.into_iter().flat_map(|pipe| BufReader::new(pipe).split(b'\n')).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice::<Value>(&line) else { continue };
                if message["reason"] == "compiler-message" {
                    match message["message"]["level"].as_str() {
                        Some("error") => errors.extend(error(&message)),
                        Some("note") => add_instance(&message, errors.last_mut()),
                        _ => {}
                    }
                }
                each(&message);
            }
        })?;
        Ok((status, said.join().unwrap_or_default()))
    });
    match ended {
        Ok((status, said)) => {
            let said = String::from_utf8_lossy(&said).trim().to_owned();
            Messages { errors, success: status.success(), said }
        }
        Err(error) => {
            let said = format!("cannot start {}: {error}", cargo.program.display());
            Messages { errors, success: false, said }
        }
    }
}

/// Reads what a process says to its end; once it is asked to stop, it is killed with all that it started.
fn stoppable(mut group: Group, stop: &AtomicBool, read: impl FnOnce()) -> std::io::Result<ExitStatus> {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                if stop.load(Ordering::Relaxed) {
                    group.kill();
                }
                std::thread::park_timeout(GLANCE);
            }
        });
        read();
        over.store(true, Ordering::Relaxed);
        watch.thread().unpark();
    });
    group.wait()
}

/// That the last error was found where a generic function is compiled for certain arguments is said after it, with the place.
fn add_instance(message: &Value, error: Option<&mut CompileError>) {
    const INSTANTIATING: &str = "the above error was encountered while instantiating `fn ";
    let inner = &message["message"];
    let text = inner["message"].as_str().and_then(|text| text.strip_prefix(INSTANTIATING));
    if let (Some(text), Some(error)) = (text, error) {
        error.instance = Some(text.trim_end_matches('`').to_owned());
        error.places.extend(places(inner).unwrap_or_default());
    }
}

fn error(message: &Value) -> Option<CompileError> {
    let inner = &message["message"];
    let mut text = inner["message"].as_str()?.to_string();
    if text.starts_with("aborting due to") {
        return None;
    }
    let mut spans: Vec<&Value> = inner["spans"].as_array()?.iter().collect();
    spans.sort_by_key(|span| span["is_primary"] != true);
    // Which types they are is said at the place.
    let types = spans.first().and_then(|span| span["label"].as_str()).filter(|label| label.starts_with("expected "));
    if let Some(types) = types.filter(|_| text == "mismatched types") {
        text = format!("{text}: {types}");
    }
    let rendered = inner["rendered"].as_str().unwrap_or(&text).to_string();
    Some(CompileError { message: text, rendered, places: places(inner)?, instance: None })
}

/// All places that a message names, the primary one first.
fn places(message: &Value) -> Option<Vec<Site>> {
    let mut spans: Vec<&Value> = message["spans"].as_array()?.iter().collect();
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
    Some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_no_fault_of_the_code() {
        let of_rustc = "error: failed to write to `/tmp/rustcX/full.rmeta`: No space left on device (os error 28)\n";
        let error = |rendered: &str| CompileError {
            message: String::new(),
            rendered: rendered.to_owned(),
            places: Vec::new(),
            instance: None,
        };
        let of_cargo = "error: failed to write `/t/.cargo-lock`\n\nCaused by:\n  No space left on device (os error 28)";
        for (errors, said) in [(vec![error(of_rustc)], ""), (Vec::new(), of_cargo)] {
            let messages = Messages { errors, success: false, said: said.to_owned() };
            let Built::Failed(text) = messages.failure() else { panic!("it is taken for the code's") };
            assert!(text.starts_with("the disk is full\n"), "{text}");
        }
        let messages = Messages { errors: vec![error("error: expected `;`")], success: false, said: String::new() };
        assert!(matches!(messages.failure(), Built::Errors(_)));
    }
}
