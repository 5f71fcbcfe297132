//! What a run is asked to do. `refine.toml`, `[package.metadata.refine]` and the command line all end here.
use std::path::PathBuf;
use std::time::Duration;

use refine_testgen::{Cargo, Limits};
use serde::{Deserialize, Serialize};

use crate::profile::Checks;
use crate::project::Target;

/// Which functions are under check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Those with any annotation of refine.
    #[default]
    Annotated,
    /// Those, and all that other crates can call.
    Pub,
    /// All.
    All,
}

/// Which functions are judged for all arguments, whoever calls them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryScope {
    /// Those that other crates can call, and those with a contract. All others are judged through their callers.
    #[default]
    Public,
    /// All, private ones too.
    Private,
}

/// What arithmetic out of range means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Overflow {
    /// A panic, as in a debug build: an obligation.
    #[default]
    Panic,
    /// Wrapping, as in a release build: no obligation.
    Wrap,
    /// Not looked at: no obligation; an execution that overflows is left out of account, and every verdict says so.
    Ignore,
}

/// Features of the packages, chosen as cargo's own options choose them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Features {
    /// By name.
    pub named: Vec<String>,
    /// All there are.
    pub all: bool,
    /// Not those that are on by default.
    pub no_default: bool,
}

impl Features {
    /// The options for cargo, of those features that a package has.
    pub(crate) fn args(&self, has: &dyn Fn(&str) -> bool) -> Vec<String> {
        let named = self.named.iter().filter(|name| has(name)).map(|name| format!("--features={name}"));
        let flags = [(self.all, "--all-features"), (self.no_default, "--no-default-features")];
        named.chain(flags.into_iter().filter(|(on, _)| *on).map(|(_, flag)| flag.to_owned())).collect()
    }
}

/// What is done with what earlier runs found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Cache {
    /// It is not looked at, and nothing is kept.
    #[default]
    Off,
    /// It is not looked at, but replaced.
    Renewed,
    /// It is taken where nothing has changed.
    On,
}

/// Options of one run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The folder to look for a `Cargo.toml` from, or that file.
    pub manifest: PathBuf,
    /// Packages by name; empty for those that cargo takes by default.
    pub packages: Vec<String>,
    /// Features to check them with.
    pub features: Features,
    /// Which functions.
    pub scope: Scope,
    /// Which of them are judged for all arguments.
    pub entry: EntryScope,
    /// Only functions whose path contains one of these, if any.
    pub functions: Vec<String>,
    /// Only this obligation.
    pub obligation: Option<String>,
    /// What overflow means.
    pub overflow: Overflow,
    /// Solver budget of one query in Z3's deterministic resource units.
    pub rlimit: u32,
    /// How many distinct vectors settle `tested`.
    pub vectors: usize,
    /// Bound on unrolling, recursion and container length in the search.
    pub depth: u32,
    /// Wall time of one call, in milliseconds.
    pub call_timeout_ms: u64,
    /// Memory of the whole run, in MiB, and of each process that runs the user's code: of these 1 GiB without.
    pub memory: Option<u64>,
    /// Wall time of the whole run.
    pub time_budget: Option<Duration>,
    /// Run functions that may touch files, network, processes or the environment.
    pub allow_effects: bool,
    /// Prove anything at all; otherwise only say what there is to prove.
    pub prove: bool,
    /// Run anything at all; otherwise only prove.
    pub run: bool,
    /// Hold every run against the model of its function, and run also what is proved.
    pub audit: bool,
    /// Whether what the last run found is taken where nothing has changed, and what this one finds is kept.
    pub cache: Cache,
    /// Parallel jobs; 0 for the number of cores.
    pub jobs: usize,
    /// Write regression tests for witnesses.
    pub write_tests: bool,
    /// Only report whether the regression tests on disk are those this run would write.
    pub check_tests: bool,
    /// Measure which branches and claims the runs got to.
    pub coverage: bool,
    /// Write down all vectors that were run.
    pub emit_vectors: bool,
    /// Write tests also of vectors that passed, where they cover something new.
    pub emit_tests: bool,
}

impl Options {
    /// The user's cargo, with overflow and debug assertions meaning what the proofs take them to mean, whatever the profile says.
    pub(crate) fn cargo(&self, target: &Target) -> Cargo {
        Options::cargo_that(self.checks(), target)
    }

    /// What runs check: in release builds, for which arithmetic wraps, neither overflow nor debug assertions.
    pub(crate) fn checks(&self) -> Checks {
        let all = self.overflow != Overflow::Wrap;
        Checks { overflow: all, debug: all }
    }

    /// The user's cargo, with or without checks.
    pub(crate) fn cargo_that(checks: Checks, target: &Target) -> Cargo {
        // What the manifest says of single packages goes before what it says of all.
        let single = target.profiles.iter().map(|name| format!("profile.dev.package.{name:?}"));
        let settings = [format!("overflow-checks={}", checks.overflow), format!("debug-assertions={}", checks.debug)];
        let of = |profile: String| settings.clone().map(|setting| format!("{profile}.{setting}"));
        let config = ["profile.dev".to_owned()].into_iter().chain(single).flat_map(of);
        let config = config.flat_map(|one| ["--config".to_owned(), one]);
        Cargo { args: config.chain(target.features.iter().cloned()).collect(), ..Cargo::default() }
    }

    /// Whether it is asked for the tests that are kept: to write some, or to look at those there are.
    pub(crate) fn looks_at_tests(&self) -> bool {
        self.write_tests || self.check_tests || self.emit_tests
    }

    /// Whether it is asked for what the runs cover. Then what was kept of earlier runs is of no use.
    pub(crate) fn measures(&self) -> bool {
        self.coverage || self.emit_vectors || self.emit_tests
    }

    /// What a call may use.
    pub(crate) fn limits(&self) -> Limits {
        Limits { timeout: Duration::from_millis(self.call_timeout_ms), memory_mib: self.memory.unwrap_or(1024) }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            manifest: PathBuf::from("."),
            packages: Vec::new(),
            features: Features::default(),
            scope: Scope::default(),
            entry: EntryScope::default(),
            functions: Vec::new(),
            obligation: None,
            overflow: Overflow::default(),
            rlimit: 1_000_000,
            vectors: 100,
            depth: 4,
            call_timeout_ms: 1_000,
            memory: None,
            time_budget: None,
            allow_effects: false,
            prove: true,
            run: true,
            audit: false,
            cache: Cache::default(),
            jobs: 0,
            write_tests: false,
            check_tests: false,
            coverage: false,
            emit_vectors: false,
            emit_tests: false,
        }
    }
}
