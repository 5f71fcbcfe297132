//! From a package's files to its program.
use std::path::PathBuf;

use refine_core::lower::{self, LowerOptions, LoweredProgram};
use refine_core::syntax::{Crate, Files};

use crate::options::{Options, Overflow};
use crate::project::Target;

/// Files on disk below a package's folder.
struct Disk(PathBuf);

impl Files for Disk {
    fn read(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(self.0.join(path)).ok()
    }
}

/// Reads and lowers a package.
pub(crate) fn program(target: &Target, options: &Options) -> LoweredProgram {
    let files = Disk(target.root.clone());
    let krate = Crate::load(&target.compile, &files);
    let overflow = match options.overflow {
        Overflow::Panic => lower::Overflow::Panic,
        Overflow::Wrap => lower::Overflow::Wrap,
        Overflow::Ignore => lower::Overflow::Ignore,
    };
    lower::program(krate, &LowerOptions { overflow })
}
