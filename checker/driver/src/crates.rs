//! The crate under check and all that it depends on, as `cargo metadata` tells, for the front end's database.
use std::collections::{HashMap, HashSet};

use cargo_metadata::cargo_platform::{Cfg, Platform};
use cargo_metadata::{
    DepKindInfo, Dependency, DependencyKind, Metadata, Node, NodeDep, Package, PackageId, TargetKind,
};
use refine_front::{CrateInput, Files as _, Input};

use crate::kept::Disk;
use crate::project::is_library;

/// The crates that a target is compiled with, and of each the package that it is of.
#[derive(Default)]
pub(crate) struct Crates {
    /// The crates, the target last.
    pub(crate) input: Input,
    /// Their packages, by index.
    pub(crate) packages: Vec<Origin>,
}

/// A package that a crate is of.
pub(crate) struct Origin {
    /// As cargo names it.
    pub(crate) id: String,
    /// Its name.
    pub(crate) name: String,
    /// Whether it may be compiled for build scripts and procedural macros too, with features of its own: then its build
    /// script may run twice.
    pub(crate) for_host: bool,
}

/// The crates that a target is compiled with. `cfg` is what all crates of this host are compiled with. What build scripts set is not
/// known yet.
pub(crate) fn of(
    metadata: &Metadata,
    package: &Package,
    target: &cargo_metadata::Target,
    cfg: &[String],
    disk: &Disk,
) -> Crates {
    let cfgs = cfg.iter().filter_map(|line| line.parse().ok()).collect();
    let crates = Crates::default();
    let mut crates =
        Gathering { metadata, disk, cfg, cfgs, known: HashMap::new(), for_host: for_host(metadata), crates };
    let library = package.targets.iter().find(|target| is_library(target));
    // A binary sees the library of its package.
    let beside = library.filter(|library| *library != target).and_then(|_| crates.dependency(&package.id));
    let mut deps = crates.dependencies(&package.id);
    deps.extend(beside.map(|index| (library.map(crate_name).unwrap_or_default(), index)));
    let at = crates.add(package, target, deps, true);
    let Gathering { mut crates, .. } = crates;
    crates.input.local = vec![at];
    crates.input.folder = package.manifest_path.parent().map(ToString::to_string).unwrap_or_default();
    crates
}

/// The packages that build scripts and procedural macros are compiled with.
fn for_host(metadata: &Metadata) -> HashSet<&PackageId> {
    let nodes: HashMap<_, _> = metadata.resolve.iter().flat_map(|it| &it.nodes).map(|node| (&node.id, node)).collect();
    let macros = metadata.packages.iter().filter(|package| package.targets.iter().any(is_proc_macro));
    let build = |dep: &&NodeDep| dep.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Build);
    let of_scripts = nodes.values().flat_map(|node| node.deps.iter().filter(build).map(|dep| &dep.pkg));
    let mut todo: Vec<&PackageId> = macros.map(|package| &package.id).chain(of_scripts).collect();
    let mut found = HashSet::new();
    while let Some(id) = todo.pop() {
        if found.insert(id) {
            todo.extend(nodes.get(id).into_iter().flat_map(|node| node.deps.iter().map(|dep| &dep.pkg)));
        }
    }
    found
}

/// The crates, while they are gathered.
struct Gathering<'m> {
    metadata: &'m Metadata,
    disk: &'m Disk,
    cfg: &'m [String],
    cfgs: Vec<Cfg>,
    known: HashMap<&'m PackageId, Option<usize>>,
    for_host: HashSet<&'m PackageId>,
    crates: Crates,
}

impl<'m> Gathering<'m> {
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
        // Macros are known by their names, and what they are made with is of no interest.
        let deps = if is_proc_macro(target) { Vec::new() } else { self.dependencies(&package.id) };
        let at = self.add(package, target, deps, false);
        self.known.insert(&package.id, Some(at));
        Some(at)
    }

    /// What a package calls the libraries that it depends on. Build scripts and tests see others, as do other systems.
    fn dependencies(&mut self, id: &PackageId) -> Vec<(String, usize)> {
        let Some(node) = self.node(id) else { return Vec::new() };
        let package = self.metadata.packages.iter().find(|package| package.id == *id);
        let is_on = |dep: &NodeDep| package.is_none_or(|package| self.is_on(package, node, dep));
        let cfgs = &self.cfgs;
        let here = |kind: &DepKindInfo| match &kind.target {
            Some(Platform::Cfg(condition)) => condition.matches(cfgs),
            Some(Platform::Name(_)) | None => true,
        };
        let is_seen = |dep: &&NodeDep| {
            let mut kinds = dep.dep_kinds.iter();
            dep.dep_kinds.is_empty() || kinds.any(|kind| kind.kind == DependencyKind::Normal && here(kind))
        };
        let seen: Vec<&NodeDep> = node.deps.iter().filter(is_seen).filter(|dep| is_on(dep)).collect();
        seen.into_iter().filter_map(|dep| Some((dep.name.clone(), self.dependency(&dep.pkg)?))).collect()
    }

    /// Whether a package is compiled with one of its dependencies. Cargo lists the optional ones too that only a weak feature (`dep?/feature`)
    /// mentions, which does not turn them on.
    fn is_on(&self, package: &Package, node: &Node, dep: &NodeDep) -> bool {
        let of = self.metadata.packages.iter().find(|package| package.id == dep.pkg);
        let name = |declared: &Dependency| declared.rename.clone().unwrap_or_else(|| declared.name.clone());
        let declared = package.dependencies.iter().filter(|declared| match &declared.rename {
            Some(rename) => rename.replace('-', "_") == dep.name,
            None => of.is_none_or(|of| of.name.as_str() == declared.name),
        });
        let mut declared = declared.filter(|declared| declared.kind == DependencyKind::Normal).peekable();
        let enabled = |declared: &Dependency| {
            let name = name(declared);
            let enables = |entry: &String| match entry.split_once('/') {
                Some((of, _)) => of == name,
                None => entry.strip_prefix("dep:") == Some(&name),
            };
            node.features.iter().filter_map(|on| package.features.get(on.as_str())).flatten().any(enables)
        };
        declared.peek().is_none() || declared.any(|declared| !declared.optional || enabled(declared))
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
        let (id, name) = (package.id.repr.clone(), package.name.to_string());
        self.crates.packages.push(Origin { id, name, for_host: self.for_host.contains(&package.id) });
        self.crates.input.crates.push(CrateInput {
            name: crate_name(target),
            root: target.src_path.to_string(),
            edition: target.edition.as_str().to_owned(),
            unasked: script(package, self.disk),
            spec: spec_name(package),
            cfgs: self.cfg.iter().map(|line| parsed(line)).chain(features).collect(),
            env: env(package, target),
            deps,
            is_local,
            is_by_path: package.source.is_none(),
            compiled_in: self.compiled_in(package),
            is_proc_macro: is_proc_macro(target),
        });
        self.crates.input.crates.len() - 1
    }
}

impl Gathering<'_> {
    /// Cargo has the packages of the workspace compiled in its root, and any other in its own folder.
    fn compiled_in(&self, package: &Package) -> String {
        let own = || package.manifest_path.parent().map(ToString::to_string).unwrap_or_default();
        match self.metadata.workspace_members.contains(&package.id) {
            true => self.metadata.workspace_root.to_string(),
            false => own(),
        }
    }
}

/// The name that a package has for `refine_spec`, if it depends on it, with whatever features.
fn spec_name(package: &Package) -> Option<String> {
    let normal = package.dependencies.iter().filter(|dep| dep.kind == DependencyKind::Normal);
    normal.into_iter().find_map(|dep| {
        let name = dep.rename.as_deref().unwrap_or(&dep.name).replace('-', "_");
        (name == "refine_spec" || dep.name == "refine-spec").then_some(name)
    })
}

/// The features that a package declares, if it has a build script.
fn script(package: &Package, disk: &Disk) -> Option<Vec<String>> {
    let script = package.targets.iter().find(|target| target.kind.contains(&TargetKind::CustomBuild))?;
    // Some scripts turn on what looks like a feature: then none of those that are off is surely so.
    let sneaks = disk.read(script.src_path.as_str()).is_some_and(|text| text.contains("rustc-cfg=feature"));
    Some(if sneaks { Vec::new() } else { package.features.keys().cloned().collect() })
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
