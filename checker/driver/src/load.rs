//! From a package's files to its program.
use std::path::{Path, PathBuf};

use refine_core::lower::{self, LowerOptions, LoweredProgram};
use refine_core::syntax::{CompileConfig, Crate, Files};

use crate::cfg;
use crate::options::{Options, Overflow};
use crate::project::Target;

/// Files on disk below a package's folder.
struct Disk(PathBuf);

impl Files for Disk {
    fn read(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(self.0.join(path)).ok()
    }
}

/// Reads and lowers a package. Cargo is asked what a build script sets if that makes a difference.
pub(crate) fn program(target: &Target, target_dir: &Path, options: &Options) -> LoweredProgram {
    let files = Disk(target.root.clone());
    let mut krate = Crate::load(&target.compile, &files);
    if krate.undecided {
        let asked = if options.run {
            cfg::of_build(target, target_dir, &options.cargo(target))
        } else {
            Err("without `--no-run` the build script is run, and it is known".to_owned())
        };
        match asked {
            Ok(cfg) => {
                let compile = CompileConfig { cfg, unasked_script: false, ..target.compile.clone() };
                krate = Crate::load(&compile, &files);
            }
            Err(why) => krate.tell_undecided(&why),
        }
    }
    let overflow = match options.overflow {
        Overflow::Panic => lower::Overflow::Panic,
        Overflow::Wrap => lower::Overflow::Wrap,
        Overflow::Ignore => lower::Overflow::Ignore,
    };
    lower::program(krate, &LowerOptions { overflow })
}
