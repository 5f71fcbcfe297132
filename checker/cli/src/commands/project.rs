//! Where the project is, and how it is configured.
use std::path::{Path, PathBuf};

use refine_driver::{Config, config};

use crate::args::ProjectArgs;
use crate::exit::Failure;

/// A project that exists, with its configuration.
pub struct Project {
    /// Its `Cargo.toml`.
    pub manifest: PathBuf,
    /// Its configuration.
    pub config: Config,
}

impl Project {
    /// The project that the command line points to, or that of the current folder.
    pub fn open(args: &ProjectArgs) -> Result<Project, Failure> {
        let manifest = manifest(args)?;
        let config = Config::load(&manifest)?;
        Ok(Project { manifest, config })
    }
}

/// The manifest that the command line points to, or that of the current folder.
pub fn manifest(args: &ProjectArgs) -> Result<PathBuf, Failure> {
    let from = args.place().unwrap_or(Path::new("."));
    if !from.exists() {
        return Err(Failure::usage(format!("there is no {}", from.display())).code("E0301"));
    }
    config::locate(from).ok_or_else(|| {
        Failure::usage(format!("no Cargo.toml in {} or any folder above it", from.display()))
            .code("E0301")
            .help("run refine inside a cargo package, or point to one with --manifest-path")
    })
}
