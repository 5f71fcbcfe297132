//! From a package's files to its program.
use std::path::{Path, PathBuf};

use refine_core::lower::{self, LowerOptions};
use refine_core::program::{Diagnostic, Program};
use refine_core::syntax::{CompileConfig, Crate, Files};
use refine_front::Coverage;

use crate::cfg;
use crate::crates::{self, Disk};
use crate::options::{Options, Overflow};
use crate::project::Target;

/// A package's program, and what there is to say of its source.
pub(crate) struct Loaded {
    pub(crate) program: Box<dyn Program>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// How much of each function is in the model; the first front end does not know.
    pub(crate) coverage: Vec<Coverage>,
}

/// Reads and lowers a package. Cargo is asked what a build script sets if that makes a difference.
pub(crate) fn program(target: &Target, target_dir: &Path, options: &Options) -> Loaded {
    // The new front end beside the old one, until it is no worse anywhere that the old one was right.
    if std::env::var_os("REFINE_FRONT").is_some_and(|front| front == "new") {
        return by_rust_analyzer(target, target_dir, options);
    }
    let files = Folder(target.root.clone());
    let mut krate = Crate::load(&target.compile, &files);
    if krate.undecided {
        match asked(target, target_dir, options) {
            Ok(cfg) => {
                let compile = CompileConfig { cfg, unasked_script: false, ..target.compile.clone() };
                krate = Crate::load(&compile, &files);
            }
            Err(why) => krate.tell_undecided(&why),
        }
    }
    let mut program = lower::program(krate, &LowerOptions { overflow: overflow(options) });
    let diagnostics = std::mem::take(&mut program.diagnostics);
    Loaded { program: Box::new(program), diagnostics, coverage: Vec::new() }
}

fn by_rust_analyzer(target: &Target, target_dir: &Path, options: &Options) -> Loaded {
    let mut input = target.input.clone();
    let mut why = None;
    if let Some(last) = input.crates.last_mut().filter(|_| target.compile.unasked_script) {
        last.unasked = Some(target.compile.features.clone());
        if refine_front::undecided(last, &Disk).is_some() {
            match asked(target, target_dir, options) {
                Ok(cfg) => {
                    last.cfgs = cfg.iter().map(|line| crates::parsed(line)).collect();
                    last.unasked = None;
                }
                Err(reason) => why = Some(reason),
            }
        }
    }
    let options = refine_front::Options { overflow: overflow(options) };
    let refine_front::Loaded { mut program, coverage } = refine_front::load(&input, &Disk, &options);
    let mut diagnostics = std::mem::take(&mut program.diagnostics);
    for note in diagnostics.iter_mut().filter(|each| each.code == "N0004") {
        note.help.clone_from(&why);
    }
    Loaded { program: Box::new(program), diagnostics, coverage }
}

fn overflow(options: &Options) -> lower::Overflow {
    match options.overflow {
        Overflow::Panic => lower::Overflow::Panic,
        Overflow::Wrap => lower::Overflow::Wrap,
        Overflow::Ignore => lower::Overflow::Ignore,
    }
}

/// What the package is compiled with, its build script's word included.
fn asked(target: &Target, target_dir: &Path, options: &Options) -> Result<Vec<String>, String> {
    if options.run {
        cfg::of_build(target, target_dir, &options.cargo(target))
    } else {
        Err("without `--no-run` the build script is run, and it is known".to_owned())
    }
}

/// Files on disk below a package's folder.
struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(self.0.join(path)).ok()
    }
}
