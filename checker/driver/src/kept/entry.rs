//! What is kept of one project with one set of options.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use refine_core::program::Diagnostic;
use refine_front::Stats;
use refine_testgen::children;
use serde::{Deserialize, Serialize};

use super::inputs::Sources;
use super::{CargoCheck, Started, hash, read_summed, write_summed};
use crate::cancel::Cancel;
use crate::cfg;
use crate::project::Project;
use crate::report::{Report, SourceLocation, known_word};

/// A report, with all that it was made from.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeptReport {
    /// The workspace's root.
    pub(crate) root: PathBuf,
    /// The packages under check.
    pub(crate) packages: Vec<String>,
    pub(super) target_dir: PathBuf,
    /// The hash of all that cargo says of the project.
    pub(super) metadata: String,
    /// The hash of the `cfg`s in each folder.
    pub(super) flags: Vec<(PathBuf, String)>,
    /// What rustc says of itself, where cargo was not asked whether all is as it was.
    pub(super) toolchain: Option<String>,
    pub(super) sources: Sources,
    /// Each `cargo check`, and what there was in the end.
    pub(super) checks: Vec<(CargoCheck, Vec<String>)>,
    report: Report,
    // What the document does not hold.
    stats: Stats,
    said: Vec<KeptMessage>,
}

/// A message about the user's input.
#[derive(Serialize, Deserialize)]
struct KeptMessage {
    error: bool,
    code: String,
    message: String,
    help: Option<String>,
    place: Option<SourceLocation>,
}

impl KeptReport {
    pub(super) fn read(path: &Path) -> Option<Box<KeptReport>> {
        serde_json::from_str(&read_summed(path)?).ok()
    }

    pub(super) fn write(&self, path: &Path) -> std::io::Result<()> {
        write_summed(path, &serde_json::to_string(self)?)
    }

    pub(super) fn new(
        project: &Project,
        toolchain: Option<String>,
        sources: Sources,
        checks: Vec<(CargoCheck, Vec<String>)>,
        report: &Report,
    ) -> KeptReport {
        let said = |(diagnostic, place): &(Diagnostic, Option<SourceLocation>)| KeptMessage {
            error: diagnostic.error,
            code: diagnostic.code.to_owned(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            place: place.clone(),
        };
        KeptReport {
            root: project.root.clone(),
            packages: project.targets.iter().map(|target| target.name.clone()).collect(),
            target_dir: project.target_dir.clone(),
            metadata: project.metadata.clone(),
            flags: project.flags.clone(),
            toolchain,
            sources,
            checks,
            report: report.clone(),
            stats: report.stats.clone(),
            said: report.diagnostics.iter().map(said).collect(),
        }
    }

    /// Starts each `cargo check` again.
    pub(super) fn start(&self, cancel: &Cancel) -> Started {
        self.checks.iter().map(|(check, _)| (check.clone(), check.start(cancel))).collect()
    }

    /// The report.
    pub(crate) fn into_report(self) -> Report {
        let diagnostic = |said: KeptMessage| {
            let (code, span) = (known_word(&said.code), None);
            (Diagnostic { error: said.error, code, message: said.message, span, help: said.help }, said.place)
        };
        Report { stats: self.stats, diagnostics: self.said.into_iter().map(diagnostic).collect(), ..self.report }
    }

    /// Whether rustc would say what it said then.
    pub(super) fn flags_are_unchanged(&self) -> bool {
        let same = |(folder, known): &(PathBuf, String)| {
            cfg::of_flags(folder, &self.target_dir).is_ok_and(|cfg| hash(cfg.join("\n").as_bytes()) == *known)
        };
        thread::scope(|scope| {
            let compiler = scope.spawn(|| self.toolchain.is_some() && self.toolchain == toolchain(&self.root));
            self.flags.iter().all(same) && compiler.join().unwrap_or(false)
        })
    }
}

/// What rustc says of itself in a folder.
pub(super) fn toolchain(folder: &Path) -> Option<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = children::output(Command::new(rustc).arg("-vV").current_dir(folder)).ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
