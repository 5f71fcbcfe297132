//! From a package's files to its program.
use std::path::Path;

use refine_core::program::{Diagnostic, Program};

use crate::cfg;
use crate::crates::{self, Disk};
use crate::options::{Options, Overflow};
use crate::project::Target;
use crate::workers::on_deep_stack;

/// A package's program, and what there is to say of its source.
pub(crate) struct Loaded {
    pub(crate) program: Box<dyn Program>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Reads and lowers a package. Cargo is asked what a build script sets if that makes a difference.
pub(crate) fn program(target: &Target, target_dir: &Path, options: &Options) -> Loaded {
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
    let overflow = match options.overflow {
        Overflow::Panic => refine_front::Overflow::Panic,
        Overflow::Wrap => refine_front::Overflow::Wrap,
        Overflow::Ignore => refine_front::Overflow::Ignore,
    };
    let lowering = refine_front::Options { overflow };
    let mut program = on_deep_stack(|| refine_front::load(&input, &Disk, &lowering));
    let mut diagnostics = std::mem::take(&mut program.diagnostics);
    for note in diagnostics.iter_mut().filter(|each| each.code == "N0004") {
        note.help.clone_from(&why);
    }
    Loaded { program: Box::new(program), diagnostics }
}

/// What the package is compiled with, its build script's word included.
fn asked(target: &Target, target_dir: &Path, options: &Options) -> Result<Vec<String>, String> {
    if options.run {
        cfg::of_build(target, target_dir, &options.cargo(target))
    } else {
        Err("without `--no-run` the build script is run, and it is known".to_owned())
    }
}
