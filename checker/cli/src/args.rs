//! The command line as clap sees it, and how it is laid over the configuration.
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use refine_driver::{Cache, Config, Deny, EntryScope, Options, Overflow, Scope, amounts};

const EXIT_CODES: &str = "\
Exit codes:
  0    nothing refuted, nothing denied
  1    something is refuted, or denied by --deny, or --check-tests found stale tests
  2    an error in usage or configuration, or code that does not parse or compile; also if there was nothing to check
  101  a defect in refine itself: please report it
  130  interrupted by Ctrl-C
  141  whoever reads the output has closed it";

/// Gradual verification for ordinary Rust: prove each claim, or find an input that breaks it, run it and keep it as a test.
#[derive(Parser, Debug)]
#[command(arg_required_else_help = true, after_help = EXIT_CODES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check the crate: every claim is proved, refuted by a run, tested, or left open with the reason
    Check(CheckArgs),
    /// Explain an error or note code (E0101), or one obligation: its proof and everything that was tried
    Explain(ExplainArgs),
    /// Write a commented refine.toml and explain how to depend on refine-spec
    Init(ProjectArgs),
    /// Start the language server on standard input and output
    Lsp,
    /// Remove what refine keeps in the target folder
    Clean(ProjectArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Which project.
#[derive(Args, Clone, Debug)]
pub struct ProjectArgs {
    /// The package or workspace: its folder, or anything inside it [default: the current folder]
    #[arg(value_name = "PATH", conflicts_with = "manifest_path")]
    pub path: Option<PathBuf>,
    /// The Cargo.toml, its folder, or any folder below that
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
}

impl ProjectArgs {
    /// The manifest or folder that is named in one way or the other.
    pub fn place(&self) -> Option<&Path> {
        let path = self.path.as_deref().map(|path| {
            // Of a source file, the package around it is meant.
            let is_manifest = path.extension().is_some_and(|extension| extension == "toml");
            let around = path.parent().filter(|_| path.is_file() && !is_manifest);
            around.map_or(path, |folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
        });
        path.or(self.manifest_path.as_deref())
    }
}

/// How results are shown.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Source excerpts that show the place, the clause and the witness
    Full,
    /// One line for each finding
    Concise,
    /// One JSON document
    Json,
}

/// How vectors are written down.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmitVectors {
    /// One JSON document
    Json,
}

/// Which runs become tests.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmitTests {
    /// All that reached something new
    All,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What to check, and how hard to try.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    /// Which project.
    #[command(flatten)]
    pub project: ProjectArgs,
    /// Only this package (may be repeated)
    #[arg(short, long = "package", value_name = "NAME")]
    pub packages: Vec<String>,
    /// Check with these features (may be repeated, or separated by commas)
    #[arg(short = 'F', long, value_name = "NAMES", value_delimiter = ',')]
    pub features: Vec<String>,
    /// Check with all features
    #[arg(long)]
    pub all_features: bool,
    /// Check without the default features
    #[arg(long)]
    pub no_default_features: bool,
    /// Which functions to check: those with annotations, these and all public ones, or all [default: annotated]
    #[arg(long, value_parser = scope())]
    pub scope: Option<Scope>,
    /// Which functions must cope with all arguments: those that other crates can call or that have a contract (the others are
    /// judged through their callers), or private ones too [default: public]
    #[arg(long, value_name = "WHICH", value_parser = entry())]
    pub entry: Option<EntryScope>,
    /// How arithmetic overflow is treated: as a panic (debug builds), as wrapping (release builds, without debug
    /// assertions), or ignored [default: panic]
    #[arg(long, value_parser = overflow())]
    pub overflow: Option<Overflow>,
    /// Solver budget of one query, in Z3's machine-independent units [default: 1000000]
    #[arg(long, value_name = "UNITS", value_parser = clap::value_parser!(u32).range(1..))]
    pub rlimit: Option<u32>,
    /// How many distinct inputs must pass for `tested` [default: 100]
    #[arg(long, value_name = "N")]
    pub vectors: Option<usize>,
    /// Bound on loop iterations, recursion and container length in the search for inputs [default: 4]
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Time limit for one call (wall time), in milliseconds [default: 1000]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub call_timeout: Option<u64>,
    /// End the run after this time (60s, 5m) and report what is known by then
    #[arg(long, value_name = "TIME", value_parser = amounts::parse_duration)]
    pub time_budget: Option<Duration>,
    /// Memory limit of the whole run (1G, 512M), which then ends and reports what is known; without it, a process that runs your code gets 1G
    #[arg(long, value_name = "SIZE", value_parser = amounts::parse_mebibytes)]
    pub memory: Option<u64>,
    /// Also run functions that may touch files, the network, processes or the environment
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub allow_effects: Option<bool>,
    /// Only prove, run nothing
    #[arg(long)]
    pub no_run: bool,
    /// Do not use the results of earlier runs, and store none
    #[arg(long)]
    pub no_cache: bool,
    /// Parallel jobs [default: number of cores]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub color: Color,
    /// No progress display on standard error
    #[arg(long)]
    pub no_progress: bool,
}

/// `refine check`.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXIT_CODES)]
pub struct CheckArgs {
    /// What and how.
    #[command(flatten)]
    pub run: RunArgs,
    /// Only functions whose path contains this (may be repeated)
    #[arg(long = "function", value_name = "PATH")]
    pub functions: Vec<String>,
    /// Only this obligation
    #[arg(long, value_name = "ID")]
    pub obligation: Option<String>,
    /// Only list the obligations: prove nothing, run nothing
    #[arg(long, conflicts_with_all = ["audit", "write_tests", "check_tests", "obligation", "coverage", "emit_vectors", "emit_tests"])]
    pub no_prove: bool,
    /// Keep every witness as a regression test
    #[arg(long)]
    pub write_tests: bool,
    /// Fail if the regression tests on disk are not those that this run would write
    #[arg(long, conflicts_with = "write_tests")]
    pub check_tests: bool,
    /// Report which branches and claims the runs reached, and which conditions had the same value in all of them
    #[arg(long, conflicts_with = "no_run")]
    pub coverage: bool,
    /// Write all vectors that were run to target/refine/vectors.json
    #[arg(long, value_name = "FORMAT", value_enum, conflicts_with = "no_run")]
    pub emit_vectors: Option<EmitVectors>,
    /// Keep runs as tests: every witness, and each run that passed and was the first to reach some branch or claim
    #[arg(long, value_name = "WHICH", value_enum, conflicts_with_all = ["check_tests", "no_run"])]
    pub emit_tests: Option<EmitTests>,
    /// Also fail (exit code 1) on these: open, tested, given, vacuous, documented
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = deny())]
    pub deny: Vec<Deny>,
    /// Also run functions whose claims are all proved, and compare every run with refine's model of the function
    #[arg(long, conflicts_with = "no_run")]
    pub audit: bool,
    /// How results are shown
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Full)]
    pub output_format: Format,
    /// Also list what is proved
    #[arg(short, long)]
    pub verbose: bool,
    /// Report where the time went
    #[arg(long)]
    pub timings: bool,
    /// Report how much of the code is modelled, and what keeps most of the rest out of the model
    #[arg(long)]
    pub stats: bool,
}

/// `refine explain`.
#[derive(Args, Clone, Debug)]
pub struct ExplainArgs {
    /// A code such as E0101 or N0001, or an obligation as `refine check` names it
    #[arg(value_name = "CODE|OBLIGATION")]
    pub subject: String,
    /// What and how, for an obligation.
    #[command(flatten)]
    pub run: RunArgs,
}

fn scope() -> impl TypedValueParser<Value = Scope> {
    PossibleValuesParser::new(["annotated", "pub", "all"]).map(|value| match value.as_str() {
        "annotated" => Scope::Annotated,
        "pub" => Scope::Pub,
        _ => Scope::All,
    })
}

fn entry() -> impl TypedValueParser<Value = EntryScope> {
    PossibleValuesParser::new(["public", "private"]).map(|value| match value.as_str() {
        "public" => EntryScope::Public,
        _ => EntryScope::Private,
    })
}

fn overflow() -> impl TypedValueParser<Value = Overflow> {
    PossibleValuesParser::new(["panic", "wrap", "ignore"]).map(|value| match value.as_str() {
        "panic" => Overflow::Panic,
        "wrap" => Overflow::Wrap,
        _ => Overflow::Ignore,
    })
}

fn deny() -> impl TypedValueParser<Value = Deny> {
    PossibleValuesParser::new(["open", "tested", "given", "vacuous", "documented"]).map(|value| match value.as_str() {
        "open" => Deny::Open,
        "documented" => Deny::Documented,
        "tested" => Deny::Tested,
        "given" => Deny::Given,
        _ => Deny::Vacuous,
    })
}

impl RunArgs {
    /// The options of a run: the defaults, under the configuration, under the command line.
    pub fn options(&self, manifest: PathBuf, config: &Config) -> Options {
        let mut options = Options { manifest, ..Options::default() };
        config.apply(&mut options);
        let line = Config {
            features: (!self.features.is_empty()).then(|| self.features.clone()),
            all_features: self.all_features.then_some(true),
            no_default_features: self.no_default_features.then_some(true),
            scope: self.scope,
            entry: self.entry,
            overflow: self.overflow,
            rlimit: self.rlimit,
            vectors: self.vectors,
            depth: self.depth,
            call_timeout: self.call_timeout,
            memory: self.memory,
            time_budget: self.time_budget,
            allow_effects: self.allow_effects,
            jobs: self.jobs,
            deny: None,
        };
        line.apply(&mut options);
        options.packages.clone_from(&self.packages);
        options.run = !self.no_run;
        options.cache = if self.no_cache { Cache::Off } else { Cache::On };
        options
    }
}

impl CheckArgs {
    /// The options of the run.
    pub fn options(&self, manifest: PathBuf, config: &Config) -> Options {
        let options = self.run.options(manifest, config);
        Options {
            functions: self.functions.clone(),
            obligation: self.obligation.clone(),
            write_tests: self.write_tests,
            check_tests: self.check_tests,
            audit: self.audit,
            coverage: self.coverage,
            emit_vectors: self.emit_vectors.is_some(),
            emit_tests: self.emit_tests.is_some(),
            prove: !self.no_prove,
            run: options.run && !self.no_prove,
            ..options
        }
    }

    /// What makes the run fail beside a refuted obligation. `--deny` replaces the configuration's list.
    pub fn denied(&self, config: &Config) -> Vec<Deny> {
        if self.deny.is_empty() { config.deny.clone().unwrap_or_default() } else { self.deny.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(args: &[&str]) -> CheckArgs {
        match Cli::try_parse_from(["refine", "check"].iter().chain(args)).unwrap().command {
            Command::Check(args) => args,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_command_line_goes_over_the_configuration() {
        let config = Config {
            scope: Some(Scope::All),
            depth: Some(9),
            allow_effects: Some(true),
            deny: Some(vec![Deny::Open]),
            ..Config::default()
        };
        let args = check(&["--scope", "pub", "--allow-effects=false"]);
        let options = args.options("Cargo.toml".into(), &config);
        assert_eq!((options.scope, options.depth, options.allow_effects), (Scope::Pub, 9, false));
        assert_eq!(args.denied(&config), [Deny::Open]);
        assert_eq!(check(&["--deny", "given,vacuous"]).denied(&config), [Deny::Given, Deny::Vacuous]);
    }

    #[test]
    fn the_help_names_the_real_defaults() {
        let defaults = Options::default();
        let mut command = <Cli as clap::CommandFactory>::command();
        let help = command.find_subcommand_mut("check").unwrap().render_long_help().to_string();
        for (option, value) in [
            ("--rlimit", u64::from(defaults.rlimit)),
            ("--vectors", defaults.vectors as u64),
            ("--depth", u64::from(defaults.depth)),
            ("--call-timeout", defaults.call_timeout_ms),
        ] {
            let (_, rest) = help.split_once(option).unwrap();
            let (_, rest) = rest.split_once("[default: ").unwrap();
            assert!(rest.starts_with(&format!("{value}]")), "{option}: {rest:.20}");
        }
    }

    #[test]
    fn the_definition_is_consistent() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }
}
