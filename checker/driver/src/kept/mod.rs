//! What the last run found of a project, kept by the content of all that it was made from: where nothing of that has changed,
//! the report is given again.
//!
//! Nothing is taken for unchanged that is not known to be so:
//! - what cargo knows (dependencies, features, toolchain, flags, build scripts, `env!`) is asked of cargo: `cargo check` finds all that
//!   it made then, untouched and fresh. With `--no-run`, where cargo compiles nothing, its metadata are the same to the letter, and so is what
//!   rustc says of itself and its `cfg`s;
//! - the lock file and each source file and manifest that was read have the same content, each folder of sources the same files;
//! - the options that make a difference, the version of refine to the byte, and that of the solver are part of the name.
//!
//! Only what would come out so again is kept: no run that was cut short or that the clock had a say in, none with errors, none of functions
//! with effects. An entry is a file that is replaced as a whole and begins with the hash of its text: one that is cut or
//! spoilt is none.
mod compiled;
mod entry;
mod functions;
mod inputs;
mod renamed;
mod target;

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use refine_testgen::{Cargo, Checking, PackageInfo};
use serde::{Deserialize, Serialize};

pub(crate) use self::compiled::{Compiled, Others};
pub(crate) use self::entry::KeptReport;
pub(crate) use self::functions::Functions;
pub(crate) use self::inputs::{Disk, hash};
use crate::artifacts;
use crate::cancel::Cancel;
use crate::options::{Cache, Options};
use crate::project::{self, Project, Target};
use crate::report::Report;

/// So many entries are kept, the latest ones: each set of options has its own.
const ENTRIES: usize = 64;

/// `cargo check` of a package.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CargoCheck {
    pub(crate) package: PackageInfo,
    /// Cargo's options.
    pub(crate) args: Vec<String>,
    /// Those for the target.
    pub(crate) selection: Vec<String>,
}

impl CargoCheck {
    /// Starts it.
    pub(crate) fn start(&self, cancel: &Cancel) -> Checking {
        let cargo = Cargo { args: self.args.clone(), stop: cancel.flag(), ..Cargo::default() };
        Checking::start(self.package.clone(), cargo, self.selection.clone())
    }
}

/// Running `cargo check`s.
pub(crate) type Started = Vec<(CargoCheck, Checking)>;

/// Where the report of a project with these options is kept.
pub(crate) struct ReportKey<'a> {
    options: &'a Options,
    manifest: PathBuf,
    name: String,
}

impl<'a> ReportKey<'a> {
    /// `None` for runs that are not kept: they do something beside their report, or ask for more than it holds.
    pub(crate) fn of(options: &'a Options) -> Option<ReportKey<'a>> {
        let aside = options.write_tests || options.check_tests || options.audit || options.obligation.is_some();
        if options.cache == Cache::Off || aside || options.measures() || !options.prove || options.allow_effects {
            return None;
        }
        let manifest = std::path::absolute(crate::config::locate(&options.manifest)?).ok()?;
        // What makes no difference to the verdicts.
        let same =
            Options { cache: Cache::On, jobs: 0, time_budget: None, manifest: PathBuf::new(), ..options.clone() };
        let cargo = ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "RUSTUP_HOME", "CARGO_HOME"].map(std::env::var_os);
        let solver = refine_core::smt::z3_version();
        let text = format!("{}\n{manifest:?}\n{same:?}\n{cargo:?}\n{solver}", program()?);
        let name = refine_core::content::hash(text.as_bytes());
        Some(ReportKey { options, manifest, name })
    }

    fn file(&self, target_dir: &Path) -> PathBuf {
        target_dir.join("refine").join("cache").join(&self.name)
    }

    /// What is kept of the functions of a package.
    pub(crate) fn functions(&self, target_dir: &Path, target: &Target) -> Functions {
        let name = hash(format!("{} {}", self.name, target.manifest.display()).as_bytes());
        Functions::open(&artifacts::folder(target_dir), &name, self.options.cache == Cache::On)
    }

    fn entry(&self) -> Option<Box<KeptReport>> {
        let folders = if self.options.cache == Cache::Renewed { Vec::new() } else { target::folders(&self.manifest) };
        folders.into_iter().find_map(|folder| KeptReport::read(&self.file(&folder)))
    }

    /// Starts what tells whether a project compiles that was checked before and has changed.
    pub(crate) fn start(&self, cancel: &Cancel) -> Started {
        self.entry().map_or_else(Vec::new, |entry| entry.start(cancel))
    }

    /// The report, if nothing has changed.
    pub(crate) fn recall(&self, cancel: &Cancel) -> Option<Box<KeptReport>> {
        // Most that changes does so in the sources, and nobody waits for cargo then.
        let entry = self.entry().filter(|entry| entry.sources.are_unchanged())?;
        let checks = entry.start(cancel);
        let unchanged = std::thread::scope(|scope| {
            let flags = scope.spawn(|| self.options.run || entry.flags_are_unchanged());
            let project = scope.spawn(|| {
                let said = || project::metadata(&self.manifest, self.options);
                self.options.run || said().is_ok_and(|text| hash(text.as_bytes()) == entry.metadata)
            });
            let mut each = checks.iter().zip(&entry.checks);
            let made = each.all(|((_, checking), (_, made))| checking.made_if_fresh().as_ref() == Some(made));
            made && flags.join().unwrap_or(false) && project.join().unwrap_or(false)
        });
        // Cargo may have brought its lock file up to date.
        let lock = entry.root.join("Cargo.lock");
        let unchanged = unchanged && entry.sources.is_unchanged(&lock.to_string_lossy());
        Some(entry).filter(|_| unchanged && !cancel.is_cancelled())
    }

    /// Keeps the report of a run if it would come out so again. That it cannot be written is no reason to complain.
    pub(crate) fn keep(
        &self,
        project: &Project,
        disk: &Disk,
        checks: Vec<(CargoCheck, Vec<String>)>,
        report: &Report,
    ) -> bool {
        let faulty = report.summary.internal_errors > 0 || report.diagnostics.iter().any(|(it, _)| it.error);
        let compiled = report.compiles == Some(true) && checks.len() == project.targets.len();
        if faulty || report.cut.is_some() || self.options.run && !compiled {
            return false;
        }
        let Some(sources) = disk.record() else { return false };
        // What cargo has unpacked was not read again for a database that was there before.
        let mut crates = project.targets.iter().flat_map(|target| &target.crates.input.crates);
        if !crates.all(|krate| !krate.is_by_path || sources.has(&krate.root)) {
            return false;
        }
        let toolchain = if self.options.run { None } else { entry::toolchain(&project.root) };
        let path = self.file(&project.target_dir);
        let written = KeptReport::new(project, toolchain, sources, checks, report).write(&path).is_ok();
        drop_oldest(path.parent().unwrap_or(&path), ENTRIES);
        written
    }
}

/// What is in a file that begins with the hash of it.
fn read_summed(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    let (sum, text) = text.split_once('\n')?;
    (sum == hash(text.as_bytes())).then(|| text.to_owned())
}

fn write_summed(path: &Path, text: &str) -> std::io::Result<()> {
    artifacts::write(path, &format!("{}\n{text}", hash(text.as_bytes())))
}

/// Removes what is too much.
fn drop_oldest(folder: &Path, most: usize) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut known: Vec<_> =
        entries.filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path()))).collect();
    known.sort();
    let extra = known.len().saturating_sub(most);
    for (_, path) in known.into_iter().take(extra) {
        let _ = std::fs::remove_file(path);
    }
}

/// This program, to the byte.
fn program() -> Option<String> {
    let path = std::env::current_exe().ok()?;
    let file = std::fs::metadata(&path).ok()?;
    let changed = file.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(format!("{} {} {} {}", env!("CARGO_PKG_VERSION"), path.display(), file.len(), changed.as_nanos()))
}
