//! One harness per crate: a copy of the user's package with a way in to each function under test.
//!
//! The copy (the *shadow package*) lives in `<target>/refine/harness/<package>/` and is built by the user's own cargo in
//! `<target>/refine/build`. Every module gets one child module that can see its private items; user lines do not move.
//!
//! **Invariant:** nothing outside `<target>/refine` and refine's folder in the user's cache (`shared`) is written, and the copy depends
//! on nothing that the package itself does not depend on, but for the runtime.
mod build;
mod cargo;
mod checking;
mod copy;
pub(crate) mod counters;
mod emit;
mod instrument;
mod looks;
pub(crate) mod loops;
pub(crate) mod manifest;
pub(crate) mod mirror;
pub(crate) mod order;
mod raw;
mod runtime;
mod shared;
mod sites;
mod terms;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use refine_core::ids::{FnId, ObligationIx};
use refine_core::ir::CallSite;
use refine_core::program::{Branch, Program};
use refine_core::span::{LineCol, Sources, Span};
use refine_core::ty::FnInst;
use serde::{Deserialize, Serialize};

pub(crate) use self::build::build;
pub(crate) use self::cargo::forget;
pub use self::checking::{Checking, CompiledFrom, Script};
pub use self::emit::is_driven;
pub(crate) use self::emit::lent;
use self::instrument::Insertions;
use self::loops::LoopClauses;
pub use self::raw::LATER;
use crate::outcome::{ClausePart, ClauseRef};

/// The package whose functions are run, as `cargo metadata` tells it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PackageInfo {
    /// The package's name.
    pub name: String,
    /// The folder of its `Cargo.toml`.
    pub root: PathBuf,
    /// The folder of the workspace's `Cargo.toml`; the same for a package on its own.
    pub workspace_root: PathBuf,
    /// Its `Cargo.toml`.
    pub manifest: PathBuf,
    /// The root file of the library, or of the binary in a package without one, relative to `root`: `src/lib.rs`.
    pub root_file: String,
    /// The name of the library (or binary) as an identifier: `my_crate`.
    pub crate_name: String,
    /// Whether it is a library.
    pub is_library: bool,
    /// `2015`, `2018`, `2021` or `2024`.
    pub edition: String,
    /// refine's folder in cargo's target folder: `target/refine`.
    pub folder: PathBuf,
}

/// How to call cargo.
#[derive(Clone, Debug)]
pub struct Cargo {
    /// The program.
    pub program: PathBuf,
    /// Never use the network.
    pub offline: bool,
    /// Further arguments for the build: `--features`, `--no-default-features`.
    pub args: Vec<String>,
    /// What runs beside the user's code is optimised: that takes some seconds, which very many calls save.
    pub optimised: bool,
    /// Set from another thread when nobody waits for it any more: what runs is killed.
    pub stop: Arc<AtomicBool>,
}

impl Default for Cargo {
    fn default() -> Self {
        Cargo {
            program: std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()).into(),
            offline: false,
            args: Vec::new(),
            optimised: false,
            stop: Arc::default(),
        }
    }
}

/// What to build a harness for.
#[derive(Clone)]
pub struct BuildRequest<'a> {
    /// The program under check.
    pub program: &'a dyn Program,
    /// Its package.
    pub package: PackageInfo,
    /// The functions to run.
    pub functions: Vec<FnInst>,
}

/// An error of the compiler in the user's code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserError {
    /// The compiler's message.
    pub message: String,
    /// The file, relative to the package's root.
    pub file: Option<String>,
    /// The place in it.
    pub at: Option<LineCol>,
    /// The compiler's whole message, for a terminal.
    pub rendered: String,
}

/// Why there is no harness.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The crate does not compile, with or without the harness.
    #[error("{}", .0.first().map_or("", |error| &error.message))]
    UserCode(Vec<UserError>),
    /// Cargo did not get as far as compiling the crate, or a dependency does not compile.
    #[error("{0}")]
    Cargo(String),
    /// The kind of package cannot be run in a harness.
    #[error("{0}")]
    Unsupported(String),
    /// The copy could not be written.
    #[error("cannot write the harness: {0}")]
    Io(#[from] std::io::Error),
}

impl BuildError {
    /// Whether it is settled that the package does not build: its code, its build script or a dependency is at fault, and not that
    /// something could not be fetched or written.
    pub fn is_of_code(&self) -> bool {
        match self {
            BuildError::UserCode(_) => true,
            BuildError::Cargo(said) => {
                [cargo::SCRIPT_FAILED, cargo::NOT_COMPILED].iter().any(|what| said.contains(what))
            }
            BuildError::Unsupported(_) | BuildError::Io(_) => false,
        }
    }

    /// Whether files could not be written: then nothing is wrong with the package.
    pub fn is_about_writing(&self) -> bool {
        match self {
            BuildError::Io(_) => true,
            BuildError::Cargo(said) => [cargo::IS_FULL, cargo::IS_DENIED].iter().any(|what| said.starts_with(what)),
            BuildError::UserCode(_) | BuildError::Unsupported(_) => false,
        }
    }
}

/// A function in the harness.
#[derive(Clone, Debug, Default)]
pub(crate) struct HarnessEntry {
    pub(crate) unsupported: Option<String>,
    pub(crate) unevaluated: Vec<(ClauseRef, String)>,
    /// Clauses that are not Rust, with what the compiler says of them.
    pub(crate) rejected: Vec<(Span, String)>,
    /// The clauses of loops that are looked at, by the number that says so.
    pub(crate) turns: HashMap<u32, Vec<ObligationIx>>,
    /// The obligations of the loops whose clauses are looked at.
    pub(crate) loops: HashMap<usize, LoopClauses>,
}

/// The built copy, before it is run.
pub(crate) struct Shadow {
    pub(crate) program: PathBuf,
    pub(crate) root: PathBuf,
    /// The folder of the package that it is a copy of: dependencies in it are compiled where they are.
    pub(crate) original: PathBuf,
    pub(crate) entries: Vec<HarnessEntry>,
    /// The places that each counter counts for.
    pub(crate) probes: Vec<Vec<Span>>,
    /// The branches that are counted, by number.
    pub(crate) branches: Vec<Branch>,
    /// The parts of postconditions that are counted, by number, each with the number of its function.
    pub(crate) parts: Vec<(usize, ClausePart)>,
    /// The calls that say which they are, by number.
    pub(crate) sites: Vec<CallSite>,
    /// The operations that say which they are, by number.
    pub(crate) operations: Vec<Span>,
    /// The preconditions that are checked at their functions' entries.
    pub(crate) checked: HashSet<(FnId, Span)>,
    insertions: Insertions,
}

impl Shadow {
    /// The user's own place for a place that the harness reported.
    pub(crate) fn place(&self, sources: &Sources, file: &str, at: LineCol) -> (String, LineCol) {
        let path = Path::new(file);
        let below = path.strip_prefix(&self.root).or_else(|_| path.strip_prefix(&self.original));
        let shown = below.unwrap_or(path).display().to_string();
        match sources.iter().find(|(_, source)| source.path == shown) {
            Some((id, _)) => (shown, self.insertions.original(sources, id, at)),
            None => (shown, at),
        }
    }
}
