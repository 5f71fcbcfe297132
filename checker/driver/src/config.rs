//! The configuration of a project: `refine.toml` beside the manifest, or `[package.metadata.refine]` inside it.
//!
//! A package's own configuration is taken if there is one, else its workspace's (`refine.toml` at the workspace's
//! root, or `[workspace.metadata.refine]`). The command line and the editor lay their own settings over it.
//!
//! **Invariant:** a key that is not known is an error with its place; nothing is ignored in silence.
use std::path::{Path, PathBuf};
use std::time::Duration;

use refine_core::span::SourceFile;
use serde::Deserialize;

use crate::amounts;
use crate::options::{EntryScope, Options, Overflow, Scope};
use crate::report::SourceLocation;

/// Findings that make a run fail although nothing is refuted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deny {
    /// An obligation about which nothing is known.
    Open,
    /// An obligation that was tested and not proved.
    Tested,
    /// A proof that rests on a spec which is not proved itself.
    Given,
    /// A claim that holds only because no input reaches it.
    Vacuous,
    /// A panic that the documentation of its function announces.
    Documented,
}

/// What a configuration file may say. The keys have the names of the command line's options.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Config {
    /// Which functions are under check.
    pub scope: Option<Scope>,
    /// Which of them are judged for all arguments, whoever calls them.
    pub entry: Option<EntryScope>,
    /// Features to check with, by name.
    pub features: Option<Vec<String>>,
    /// All features.
    pub all_features: Option<bool>,
    /// Not the default features.
    pub no_default_features: Option<bool>,
    /// What overflow means.
    pub overflow: Option<Overflow>,
    /// Solver budget of one query.
    pub rlimit: Option<u32>,
    /// How many distinct vectors settle `tested`.
    pub vectors: Option<usize>,
    /// Bound of the search.
    pub depth: Option<u32>,
    /// Wall time of one call, in milliseconds.
    pub call_timeout: Option<u64>,
    /// Memory of the whole run.
    #[serde(default, deserialize_with = "amounts::mebibytes")]
    pub memory: Option<u64>,
    /// Wall time of the whole run.
    #[serde(default, deserialize_with = "amounts::duration")]
    pub time_budget: Option<Duration>,
    /// Run functions that may touch the world outside.
    pub allow_effects: Option<bool>,
    /// Parallel jobs.
    pub jobs: Option<usize>,
    /// What makes a run fail beside a refuted obligation.
    pub deny: Option<Vec<Deny>>,
}

/// What is wrong with a configuration, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ConfigError {
    /// One sentence.
    pub message: String,
    /// A way out.
    pub help: Option<String>,
    /// Where; its file is the path as it was opened.
    pub place: Option<SourceLocation>,
}

/// The part of a manifest that is ours. All other keys are cargo's business.
#[derive(Deserialize)]
struct Manifest {
    package: Option<Section>,
    workspace: Option<Section>,
}

#[derive(Deserialize)]
struct Section {
    metadata: Option<Metadata>,
}

#[derive(Deserialize)]
struct Metadata {
    refine: Option<Config>,
}

/// The manifest that a path belongs to: the path itself, or the nearest `Cargo.toml` at or above it.
pub fn locate(path: &Path) -> Option<PathBuf> {
    if path.is_file() && path.extension().is_some_and(|ending| ending == "toml") {
        return Some(path.to_owned());
    }
    // Relative to the current directory there are no ancestors to look at, so go the absolute way.
    let start = std::path::absolute(path).ok()?;
    start.ancestors().map(|folder| folder.join("Cargo.toml")).find(|manifest| manifest.is_file())
}

impl Config {
    /// The configuration that holds for a manifest; the default one if there is none.
    pub fn load(manifest: &Path) -> Result<Config, ConfigError> {
        let manifest = std::path::absolute(manifest).unwrap_or_else(|_| manifest.to_owned());
        let own = Self::of_manifest(&manifest)?;
        if let Some(config) = own {
            return Ok(config);
        }
        // Only the nearest manifest with a `[workspace]` above can be the package's workspace.
        let above = manifest.parent().and_then(Path::parent).into_iter().flat_map(Path::ancestors);
        for folder in above {
            let candidate = folder.join("Cargo.toml");
            if let Ok(text) = std::fs::read_to_string(&candidate)
                && toml::from_str::<toml::Table>(&text).is_ok_and(|table| table.contains_key("workspace"))
            {
                return Ok(Self::of_manifest(&candidate)?.unwrap_or_default());
            }
        }
        Ok(Config::default())
    }

    /// The configuration in a manifest or beside it.
    fn of_manifest(manifest: &Path) -> Result<Option<Config>, ConfigError> {
        let inside = match std::fs::read_to_string(manifest) {
            Ok(text) => parse::<Manifest>(manifest, &text)?,
            Err(error) => {
                let message = format!("cannot read {}: {error}", manifest.display());
                return Err(ConfigError { message, help: None, place: None });
            }
        };
        let section = |section: Option<Section>| section?.metadata?.refine;
        let inside = section(inside.package).or_else(|| section(inside.workspace));
        let beside = manifest.with_file_name("refine.toml");
        let text = match std::fs::read_to_string(&beside) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(inside),
            Err(error) => {
                let message = format!("cannot read {}: {error}", beside.display());
                return Err(ConfigError { message, help: None, place: None });
            }
        };
        if inside.is_some() {
            let message = format!("two configurations: {} and the metadata in {}", shown(&beside), shown(manifest));
            let help = Some("keep one of them".to_owned());
            return Err(ConfigError { message, help, place: None });
        }
        parse(&beside, &text).map(Some)
    }

    /// Sets the options that the configuration speaks of.
    pub fn apply(&self, options: &mut Options) {
        fn set<T: Copy>(to: &mut T, from: Option<T>) {
            if let Some(from) = from {
                *to = from;
            }
        }
        if let Some(features) = &self.features {
            options.features.named.clone_from(features);
        }
        set(&mut options.features.all, self.all_features);
        set(&mut options.features.no_default, self.no_default_features);
        set(&mut options.scope, self.scope);
        set(&mut options.entry, self.entry);
        set(&mut options.overflow, self.overflow);
        set(&mut options.rlimit, self.rlimit);
        set(&mut options.vectors, self.vectors);
        set(&mut options.depth, self.depth);
        set(&mut options.call_timeout_ms, self.call_timeout);
        options.memory = self.memory.or(options.memory);
        options.time_budget = self.time_budget.or(options.time_budget);
        set(&mut options.allow_effects, self.allow_effects);
        set(&mut options.jobs, self.jobs);
    }
}

/// A path for a message: relative to the current directory where it is below it.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).display().to_string()
}

/// Below this words are not alike.
const ALIKE: f64 = 0.8;

/// The word that is most like the one that was written.
fn meant<'a>(written: &str, known: &'a [String]) -> Option<&'a str> {
    let likeness = |word: &String| strsim::jaro_winkler(written, word);
    let best = known.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(best) >= ALIKE).then_some(best)
}

/// Reads TOML, with the place of what is wrong.
fn parse<T: for<'de> Deserialize<'de>>(path: &Path, text: &str) -> Result<T, ConfigError> {
    toml::from_str(text).map_err(|error| {
        let place = error.span().map(|span| {
            let at = SourceFile::new("", text).line_col(span.start as u32);
            let (line, column) = (at.line, at.column);
            SourceLocation { file: shown(path), line, column, start: span.start as u32, end: span.end as u32 }
        });
        // The parser's message may go over several lines ("…\nexpected …").
        let mut lines = error.message().lines().map(str::trim).filter(|line| !line.is_empty());
        let mut message = lines.next().unwrap_or("not valid TOML").to_owned();
        let mut help: Vec<String> = lines.map(str::to_owned).collect();
        if let Some((fault, expected)) = message.clone().split_once(", expected ") {
            message = fault.to_owned();
            let quoted = |text: &str| text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
            let (written, known) = (quoted(fault), quoted(expected));
            let meant = written.first().and_then(|written| meant(written, &known));
            help.push(match meant {
                Some(meant) => format!("did you mean `{meant}`? (expected {expected})"),
                None => format!("expected {expected}"),
            });
        }
        ConfigError { message, help: (!help.is_empty()).then(|| help.join("; ")), place }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with these files, removed in the end.
    fn with_files<T>(name: &str, files: &[(&str, &str)], body: impl FnOnce(&Path) -> T) -> T {
        let root = std::env::temp_dir().join(format!("refine-config-{name}-{}", std::process::id()));
        for (path, text) in files {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let result = body(&root);
        std::fs::remove_dir_all(&root).unwrap();
        result
    }

    const PACKAGE: &str = "[package]\nname = \"a\"\n";

    #[test]
    fn a_file_beside_the_manifest_is_read() {
        let files =
            [("Cargo.toml", PACKAGE), ("refine.toml", "scope = \"pub\"\ndeny = [\"open\"]\ncall-timeout = 5\n")];
        let config = with_files("beside", &files, |root| Config::load(&root.join("Cargo.toml"))).unwrap();
        assert_eq!(config.scope, Some(Scope::Pub));
        assert_eq!(config.deny, Some(vec![Deny::Open]));
        let mut options = Options::default();
        config.apply(&mut options);
        assert_eq!((options.scope, options.call_timeout_ms, options.depth), (Scope::Pub, 5, Options::default().depth));
    }

    #[test]
    fn metadata_of_the_package_is_read_and_goes_before_the_workspaces() {
        let files = [
            ("Cargo.toml", "[workspace]\nmembers = [\"a\", \"b\"]\n[workspace.metadata.refine]\ndepth = 2\n"),
            ("a/Cargo.toml", "[package]\nname = \"a\"\n[package.metadata.refine]\ndepth = 7\n"),
            ("b/Cargo.toml", PACKAGE),
        ];
        let (a, b) = with_files("metadata", &files, |root| {
            (Config::load(&root.join("a/Cargo.toml")).unwrap(), Config::load(&root.join("b/Cargo.toml")).unwrap())
        });
        assert_eq!((a.depth, b.depth), (Some(7), Some(2)));
    }

    #[test]
    fn an_unknown_key_is_an_error_with_its_place() {
        let files = [("Cargo.toml", PACKAGE), ("refine.toml", "# é\nscpoe = \"pub\"\n")];
        let error = with_files("unknown", &files, |root| Config::load(&root.join("Cargo.toml"))).unwrap_err();
        assert_eq!(error.message, "unknown field `scpoe`");
        assert!(error.help.unwrap().starts_with("did you mean `scope`? (expected one of "));
        let place = error.place.unwrap();
        assert_eq!((place.line, place.column, place.start), (2, 1, 5));
        let files = [("Cargo.toml", "[package]\nname = \"a\"\n[package.metadata.refine]\nscopes = 1\n")];
        let error = with_files("unknown2", &files, |root| Config::load(&root.join("Cargo.toml"))).unwrap_err();
        assert_eq!(error.place.unwrap().line, 4);
    }

    #[test]
    fn two_configurations_are_an_error() {
        let files = [
            ("Cargo.toml", "[package]\nname = \"a\"\n[package.metadata.refine]\ndepth = 7\n"),
            ("refine.toml", "depth = 2\n"),
        ];
        let error = with_files("two", &files, |root| Config::load(&root.join("Cargo.toml"))).unwrap_err();
        assert!(error.message.starts_with("two configurations"), "{error}");
    }

    #[test]
    fn the_nearest_manifest_is_located() {
        with_files("locate", &[("Cargo.toml", PACKAGE), ("src/deep/x.rs", "")], |root| {
            assert_eq!(locate(&root.join("src/deep")), Some(root.join("Cargo.toml")));
            assert_eq!(locate(&root.join("src")), Some(root.join("Cargo.toml")));
        });
    }
}
