//! From a package's files to its program.
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use refine_core::program::{Diagnostic, Program};
use refine_front::Coverage;

use crate::cancel::Cancel;
use crate::cfg;
use crate::crates::{self, Disk};
use crate::options::{Options, Overflow};
use crate::project::Target;
use crate::workers::on_deep_stack;

/// What is kept between the checks of a project, so that the next one need not start from nothing: the front end's database.
#[derive(Debug, Default)]
pub struct Session {
    /// By manifest.
    fronts: HashMap<PathBuf, refine_front::Session>,
}

impl Session {
    fn of(&mut self, target: &Target) -> &mut refine_front::Session {
        self.fronts.entry(target.manifest.clone()).or_default()
    }
}

/// A package's program, and what there is to say of its source.
pub(crate) struct Loaded {
    pub(crate) program: Box<dyn Program>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// How much of each function is in the model.
    pub(crate) coverage: Vec<Coverage>,
}

/// Reads and lowers a package. Cargo is asked what a build script sets if that makes a difference.
pub(crate) fn program(
    target: &Target,
    target_dir: &Path,
    options: &Options,
    session: &mut Session,
    cancel: &Cancel,
) -> Loaded {
    let (input, why) = input(target, target_dir, options);
    let options = refine_front::Options { cancel: cancel.flag(), ..front_options(options) };
    let front = session.of(target);
    let refine_front::Loaded { mut program, coverage } = on_deep_stack(|| front.load(&input, &Disk, &options));
    let mut diagnostics = std::mem::take(&mut program.diagnostics);
    for note in diagnostics.iter_mut().filter(|each| each.code == "N0004") {
        note.help.clone_from(&why);
    }
    Loaded { program: Box::new(program), diagnostics, coverage }
}

/// The crates of a package, with what its build script sets if that makes a difference, or why that is not known.
pub(crate) fn input(target: &Target, target_dir: &Path, options: &Options) -> (refine_front::Input, Option<String>) {
    let mut input = target.input.clone();
    let mut why = None;
    if let Some(last) = input.crates.last_mut().filter(|last| last.unasked.is_some())
        && refine_front::undecided(last, &Disk).is_some()
    {
        match asked(target, target_dir, options) {
            Ok(cfg) => {
                last.cfgs = cfg.iter().map(|line| crates::parsed(line)).collect();
                last.unasked = None;
            }
            Err(reason) => why = Some(reason),
        }
    }
    (input, why)
}

/// How the front end is to lower.
pub(crate) fn front_options(options: &Options) -> refine_front::Options {
    let overflow = match options.overflow {
        Overflow::Panic => refine_front::Overflow::Panic,
        Overflow::Wrap => refine_front::Overflow::Wrap,
        Overflow::Ignore => refine_front::Overflow::Ignore,
    };
    refine_front::Options { overflow, keep_mir: options.audit, ..refine_front::Options::default() }
}

/// What the package is compiled with, its build script's word included.
fn asked(target: &Target, target_dir: &Path, options: &Options) -> Result<Vec<String>, String> {
    if options.run {
        cfg::of_build(target, target_dir, &options.cargo(target))
    } else {
        Err("without `--no-run` the build script is run, and it is known".to_owned())
    }
}
