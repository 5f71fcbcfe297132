//! The crate under check and all that it depends on, as `cargo metadata` tells, for the front end's database.
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, Metadata, Node, Package, PackageId, TargetKind};
use refine_front::{CrateInput, Input};

use crate::project::is_library;

/// The crates that a target is compiled with, itself last. `cfg` is what all crates of this host are compiled with; `unasked`
/// are the features that the package declares, if it has a build script: what that sets is not known yet.
pub(crate) fn input(
    metadata: &Metadata,
    package: &Package,
    target: &cargo_metadata::Target,
    cfg: &[String],
    unasked: Option<Vec<String>>,
) -> Input {
    let mut crates = Crates { metadata, cfg, known: HashMap::new(), input: Input::default() };
    let library = package.targets.iter().find(|target| is_library(target));
    // A binary sees the library of its package.
    let beside = library.filter(|library| *library != target).and_then(|_| crates.dependency(&package.id));
    let mut deps = crates.dependencies(&package.id);
    deps.extend(beside.map(|index| (library.map(crate_name).unwrap_or_default(), index)));
    let at = crates.add(package, target, deps, true);
    crates.input.crates[at].unasked = unasked;
    crates.input.local = vec![at];
    crates.input.folder = package.manifest_path.parent().map(ToString::to_string).unwrap_or_default();
    crates.input
}

struct Crates<'m> {
    metadata: &'m Metadata,
    cfg: &'m [String],
    known: HashMap<&'m PackageId, Option<usize>>,
    input: Input,
}

impl<'m> Crates<'m> {
    fn node(&self, id: &PackageId) -> Option<&'m Node> {
        self.metadata.resolve.as_ref()?.nodes.iter().find(|node| node.id == *id)
    }

    /// The library of a package that something depends on.
    fn dependency(&mut self, id: &PackageId) -> Option<usize> {
        let package = self.metadata.packages.iter().find(|package| package.id == *id)?;
        if let Some(known) = self.known.get(&package.id) {
            return *known;
        }
        // Cargo allows no circle of ordinary dependencies; should there be one, it ends here.
        self.known.insert(&package.id, None);
        let library = |target: &&cargo_metadata::Target| is_library(target) || is_proc_macro(target);
        let target = package.targets.iter().find(library)?;
        let deps = self.dependencies(&package.id);
        let at = self.add(package, target, deps, false);
        self.known.insert(&package.id, Some(at));
        Some(at)
    }

    /// What a package calls the libraries that it depends on. Build scripts and tests see others.
    fn dependencies(&mut self, id: &PackageId) -> Vec<(String, usize)> {
        let Some(node) = self.node(id) else { return Vec::new() };
        let normal = node.deps.iter().filter(|dep| {
            dep.dep_kinds.is_empty() || dep.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal)
        });
        normal.filter_map(|dep| Some((dep.name.clone(), self.dependency(&dep.pkg)?))).collect()
    }

    fn add(
        &mut self,
        package: &Package,
        target: &cargo_metadata::Target,
        deps: Vec<(String, usize)>,
        is_local: bool,
    ) -> usize {
        let features = self.node(&package.id).map(|node| node.features.as_slice()).unwrap_or_default();
        let features = features.iter().map(|feature| ("feature".to_owned(), Some(feature.to_string())));
        self.input.crates.push(CrateInput {
            name: crate_name(target),
            root: target.src_path.to_string(),
            edition: target.edition.as_str().to_owned(),
            unasked: None,
            cfgs: self.cfg.iter().map(|line| parsed(line)).chain(features).collect(),
            env: env(package, target),
            deps,
            is_local,
            is_proc_macro: is_proc_macro(target),
        });
        self.input.crates.len() - 1
    }
}

fn crate_name(target: &cargo_metadata::Target) -> String {
    target.name.replace('-', "_")
}

fn is_proc_macro(target: &cargo_metadata::Target) -> bool {
    target.kind.contains(&TargetKind::ProcMacro)
}

/// A line of `rustc --print cfg`.
pub(crate) fn parsed(line: &str) -> (String, Option<String>) {
    match line.split_once('=') {
        Some((key, value)) => (key.to_owned(), Some(value.trim_matches('"').to_owned())),
        None => (line.to_owned(), None),
    }
}

/// What cargo sets for `env!` while it compiles a crate.
fn env(package: &Package, target: &cargo_metadata::Target) -> Vec<(String, String)> {
    let folder = package.manifest_path.parent().map(ToString::to_string).unwrap_or_default();
    let version = &package.version;
    [
        ("CARGO_MANIFEST_DIR", folder),
        ("CARGO_MANIFEST_PATH", package.manifest_path.to_string()),
        ("CARGO_PKG_NAME", package.name.to_string()),
        ("CARGO_PKG_VERSION", version.to_string()),
        ("CARGO_PKG_VERSION_MAJOR", version.major.to_string()),
        ("CARGO_PKG_VERSION_MINOR", version.minor.to_string()),
        ("CARGO_PKG_VERSION_PATCH", version.patch.to_string()),
        ("CARGO_PKG_VERSION_PRE", version.pre.to_string()),
        ("CARGO_PKG_AUTHORS", package.authors.join(":")),
        ("CARGO_PKG_DESCRIPTION", package.description.clone().unwrap_or_default()),
        ("CARGO_PKG_HOMEPAGE", package.homepage.clone().unwrap_or_default()),
        ("CARGO_PKG_REPOSITORY", package.repository.clone().unwrap_or_default()),
        ("CARGO_PKG_LICENSE", package.license.clone().unwrap_or_default()),
        ("CARGO_CRATE_NAME", crate_name(target)),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

/// The sources on disk.
pub(crate) struct Disk;

impl refine_front::Files for Disk {
    fn read(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(path).ok()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let mut found = Vec::new();
        sources(Path::new(folder), &mut found, 0);
        found
    }
}

/// Folders nested deeper than this are no source tree.
const DEPTH: usize = 32;

/// The `*.rs` files below a folder, sorted, without those of other packages and of cargo's target folders.
fn sources(folder: &Path, found: &mut Vec<String>, depth: usize) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let other = path.join("Cargo.toml").exists() || path.join("CACHEDIR.TAG").exists();
        if path.is_dir() && !path.is_symlink() && !other && depth < DEPTH {
            sources(&path, found, depth + 1);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.extend(path.to_str().map(str::to_owned));
        }
    }
}
