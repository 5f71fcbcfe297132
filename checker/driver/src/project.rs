//! What cargo knows: the packages under check and how they are compiled.
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, NodeDep, Package, PackageId, TargetKind};
use refine_core::program::Diagnostic;
use refine_front::Files as _;
use refine_testgen::{PackageInfo, children, regression};

use crate::artifacts;
use crate::cfg;
use crate::crates::{self, Crates};
use crate::error::CheckError;
use crate::kept::{CargoCheck, Disk, hash};
use crate::options::{Options, Scope};
use crate::profile;

/// A package under check.
pub(crate) struct Target {
    /// Its name.
    pub(crate) name: String,
    /// The crate's name in source.
    pub(crate) crate_name: String,
    /// Its name in the manifest.
    pub(crate) target_name: String,
    /// The package's folder.
    pub(crate) root: PathBuf,
    /// Its manifest.
    pub(crate) manifest: PathBuf,
    /// The package's folder as seen from the workspace's root: `""` or `crates/a/`.
    pub(crate) prefix: String,
    /// What tells its functions from those of the workspace's other packages: `""`, or `package::` if there are others.
    pub(crate) before_names: String,
    /// Whether the root file is a library's; else a binary's.
    pub(crate) is_library: bool,
    /// Whether cargo builds `tests/refine_regressions.rs`: with `autotests = false` only if the manifest lists it.
    pub(crate) finds_tests: bool,
    /// Its root file, relative to the package's folder.
    pub(crate) root_file: String,
    /// `2015`, `2018`, `2021` or `2024`.
    pub(crate) edition: String,
    /// The crate with all that it is compiled with, itself last.
    pub(crate) crates: Crates,
    /// Cargo's options for its features.
    pub(crate) features: Vec<String>,
    /// The packages that the workspace has settings for, as its manifest names them.
    pub(crate) profiles: Vec<String>,
}

/// The project.
pub(crate) struct Project {
    /// The workspace's root.
    pub(crate) root: PathBuf,
    /// Cargo's target folder; ours is `refine` inside it.
    pub(crate) target_dir: PathBuf,
    /// The packages.
    pub(crate) targets: Vec<Target>,
    /// What is left out, and why.
    pub(crate) left_out: Vec<Diagnostic>,
    /// The names of all packages of the workspace, checked or not.
    members: Vec<String>,
    /// The hash of all that cargo says of it.
    pub(crate) metadata: String,
    /// The hash of the `cfg`s in each folder that was asked for.
    pub(crate) flags: Vec<(PathBuf, String)>,
}

impl Project {
    /// `cargo check` of a package.
    pub(crate) fn check(&self, target: &Target, options: &Options) -> CargoCheck {
        let selection = match target.is_library {
            true => vec!["--lib".to_owned()],
            false => vec!["--bin".to_owned(), target.target_name.clone()],
        };
        CargoCheck { package: self.package(target), args: options.cargo(target).args, selection }
    }

    /// A package as the harness knows it.
    pub(crate) fn package(&self, target: &Target) -> PackageInfo {
        PackageInfo {
            name: target.name.clone(),
            crate_name: target.crate_name.clone(),
            root: target.root.clone(),
            manifest: target.manifest.clone(),
            workspace_root: self.root.clone(),
            root_file: target.root_file.clone(),
            is_library: target.is_library,
            edition: target.edition.clone(),
            folder: artifacts::folder(&self.target_dir),
        }
    }

    /// The options for one package: an obligation is asked for by its identity, in a workspace of several packages with its
    /// package's name in front. Without that it may be any package's. `None` if it is another package's.
    pub(crate) fn narrowed(&self, target: &Target, options: &Options) -> Option<Options> {
        let mut options = options.clone();
        if let Some((package, rest)) = options.obligation.as_ref().and_then(|id| id.split_once("::"))
            && !target.before_names.is_empty()
            && self.members.iter().any(|member| member == package)
        {
            if package != target.name {
                return None;
            }
            options.obligation = Some(rest.to_owned());
        }
        Some(options)
    }
}

/// Asks cargo. The network is only used if the lock file cannot be resolved without.
pub(crate) fn load(options: &Options, disk: &Disk) -> Result<Project, CheckError> {
    let manifest = crate::config::locate(&options.manifest).ok_or_else(|| {
        CheckError::new("E0301", format!("there is no Cargo.toml at or above {}", options.manifest.display()))
            .help("run refine inside a cargo package, or name one with --manifest-path")
    })?;
    let text = metadata(&manifest, options)?;
    let metadata = MetadataCommand::parse(&text).map_err(unreadable)?;
    let root = metadata.workspace_root.clone().into_std_path_buf();
    let packages = dependencies_first(&metadata, chosen(&metadata, &manifest, options)?);
    let target_dir = metadata.target_directory.clone().into_std_path_buf();
    let cfg = cfg::of_flags(&root, &target_dir)?;
    let mut flags = vec![(root.clone(), hash(cfg.join("\n").as_bytes()))];
    read_settings(&metadata, disk);
    let (mut targets, mut left_out) = (Vec::new(), Vec::new());
    for package in packages {
        left_out.extend(others(package, options, disk));
        // A member may have settings of its own.
        let folder =
            package.manifest_path.parent().map_or(root.clone(), |folder| folder.to_owned().into_std_path_buf());
        let own = folder != root && folder.join(".cargo").exists();
        let mut cfg = cfg.clone();
        if own {
            cfg = cfg::of_flags(&folder, &target_dir)?;
            flags.push((folder, hash(cfg.join("\n").as_bytes())));
        }
        cfg.retain(|line| options.checks().debug || line != "debug_assertions");
        targets.extend(target(&metadata, package, &root, options, &cfg, disk));
    }
    if targets.is_empty() {
        let none = || Diagnostic {
            error: true,
            code: "E0301",
            message: "no package here has a library or a binary to check".to_owned(),
            span: None,
            help: None,
        };
        let why = left_out.into_iter().next().unwrap_or_else(none);
        return Err(CheckError { help: why.help, ..CheckError::new("E0301", why.message) });
    }
    left_out.extend(profile::note(&root, options));
    let members = metadata.workspace_packages().iter().map(|package| package.name.to_string()).collect();
    let metadata = hash(text.as_bytes());
    Ok(Project { root, target_dir, targets, left_out, members, metadata, flags })
}

/// Reads what cargo's answer is made from, and what it does not tell: manifests of all packages that are not fixed by the lock file, that
/// file, and where targets are found that no manifest names.
fn read_settings(metadata: &Metadata, disk: &Disk) {
    for file in ["Cargo.toml", "Cargo.lock"] {
        let _ = disk.read(metadata.workspace_root.join(file).as_str());
    }
    for package in metadata.packages.iter().filter(|package| package.source.is_none()) {
        let _ = disk.read(package.manifest_path.as_str());
        let Some(folder) = package.manifest_path.parent() else { continue };
        for file in ["src/lib.rs", "src/main.rs", "build.rs"] {
            let _ = disk.read(folder.join(file).as_str());
        }
        let _ = disk.list(folder.join("src/bin").as_str());
    }
}

/// What of a package is not checked. A binary beside a library is not spoken of if it asks for nothing.
fn others(package: &Package, options: &Options, disk: &Disk) -> Vec<Diagnostic> {
    let note = |message: String, help: &str| Diagnostic {
        error: false,
        code: "N0003",
        message,
        span: None,
        help: Some(help.to_owned()),
    };
    let name = package.name.as_str();
    let of = |kind: TargetKind| package.targets.iter().filter(move |target| target.kind.contains(&kind));
    let macros = of(TargetKind::ProcMacro).map(|_| {
        let message =
            format!("{name} is a procedural-macro crate, which is not checked: its code runs in the compiler");
        note(message, "move the functions that you want checked into a library that this crate depends on")
    });
    let asks = |target: &&cargo_metadata::Target| {
        options.scope == Scope::All
            || disk.read(target.src_path.as_str()).is_some_and(|text| text.contains("refine_spec"))
    };
    let library = package.targets.iter().any(is_library);
    let binaries = of(TargetKind::Bin).skip(usize::from(!library)).filter(asks).map(|target| {
        let first = if library { "library" } else { "first binary" };
        let message = format!("the binary {} of {name} is not checked, only its {first} is", target.name);
        note(message, "move the functions that you want checked into the library")
    });
    macros.chain(binaries).collect()
}

pub(crate) fn is_library(target: &cargo_metadata::Target) -> bool {
    use TargetKind::{CDyLib, DyLib, Lib, RLib, StaticLib};
    target.kind.iter().any(|kind| matches!(kind, Lib | RLib | DyLib | CDyLib | StaticLib))
}

/// What cargo says of a project, to the letter.
pub(crate) fn metadata(manifest: &Path, options: &Options) -> Result<String, CheckError> {
    let ask = |offline: bool| {
        let mut command = MetadataCommand::new();
        command.manifest_path(manifest);
        // cargo's own settings (`.cargo/config.toml`) are those of the package's folder.
        if let Some(folder) = manifest.parent() {
            command.current_dir(std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()));
            command.manifest_path(std::path::absolute(manifest).unwrap_or_else(|_| manifest.to_owned()));
        }
        let offline = offline.then(|| "--offline".to_owned());
        command.other_options(options.features.args(&|_| true).into_iter().chain(offline).collect::<Vec<_>>());
        let output = children::output(&mut command.cargo_command())?;
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(cargo_metadata::Error::CargoMetadata { stderr });
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    ask(true).or_else(|_| ask(false)).map_err(unreadable)
}

fn unreadable(error: cargo_metadata::Error) -> CheckError {
    let text = match error {
        cargo_metadata::Error::CargoMetadata { stderr } => stderr.trim().to_owned(),
        other => other.to_string(),
    };
    // (What it was doing comes before: "Updating crates.io index".)
    let at = if text.starts_with("error: ") { Some(0) } else { text.find("\nerror: ").map(|at| at + 1) };
    let text = at.map_or(&*text, |at| &text[at + "error: ".len()..]);
    // That of rustup, if the environment asks for it.
    let text = text.split("\n\nStack backtrace:").next().unwrap_or(text);
    CheckError::new("E0301", format!("cargo cannot read this package: {text}"))
}

fn chosen<'m>(metadata: &'m Metadata, manifest: &Path, options: &Options) -> Result<Vec<&'m Package>, CheckError> {
    if !options.packages.is_empty() {
        return options
            .packages
            .iter()
            .map(|name| {
                let members = metadata.workspace_packages();
                let found = members.iter().find(|package| package.name.as_str() == name).copied();
                found.ok_or_else(|| {
                    let known: Vec<&str> = members.iter().map(|p| p.name.as_str()).collect();
                    CheckError::new("E0301", format!("there is no package `{name}` in this workspace"))
                        .help(format!("it has: {}", known.join(", ")))
                })
            })
            .collect();
    }
    let manifest = manifest.canonicalize().unwrap_or_else(|_| manifest.to_owned());
    let here = metadata
        .packages
        .iter()
        .find(|package| package.manifest_path.as_std_path().canonicalize().is_ok_and(|path| path == manifest));
    Ok(here.map_or_else(|| metadata.workspace_default_packages(), |package| vec![package]))
}

/// Packages in an order in which those that others depend on come first: proofs rest on their contracts.
fn dependencies_first<'m>(metadata: &Metadata, mut packages: Vec<&'m Package>) -> Vec<&'m Package> {
    let nodes: HashMap<_, _> = metadata.resolve.iter().flat_map(|it| &it.nodes).map(|node| (&node.id, node)).collect();
    let mut order: Vec<&PackageId> = Vec::new();
    let mut seen: HashSet<&PackageId> = HashSet::new();
    // A package is put down when all that it depends on is.
    let mut todo: Vec<(&PackageId, bool)> = packages.iter().rev().map(|package| (&package.id, false)).collect();
    while let Some((id, is_done)) = todo.pop() {
        if is_done {
            order.push(id);
        } else if seen.insert(id) {
            todo.push((id, true));
            let deps = nodes.get(id).into_iter().flat_map(|node| &node.deps);
            let linked = |dep: &&NodeDep| dep.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal);
            todo.extend(deps.filter(linked).map(|dep| (&dep.pkg, false)));
        }
    }
    let place: HashMap<&PackageId, usize> = order.into_iter().enumerate().map(|(at, id)| (id, at)).collect();
    packages.sort_by_key(|package| place.get(&package.id).copied());
    packages
}

/// Whether cargo builds `tests/refine_regressions.rs` of a package.
fn finds_tests(package: &Package, manifest: &Path) -> bool {
    let listed = |target: &cargo_metadata::Target| {
        target.kind.contains(&TargetKind::Test) && target.src_path.ends_with(regression::OUTSIDE)
    };
    let settings = || -> Option<bool> {
        let manifest: toml::Table = std::fs::read_to_string(manifest).ok()?.parse().ok()?;
        manifest.get("package")?.get("autotests")?.as_bool()
    };
    package.targets.iter().any(listed) || settings().unwrap_or(true)
}

fn target(
    metadata: &Metadata,
    package: &Package,
    root: &Path,
    options: &Options,
    cfg: &[String],
    disk: &Disk,
) -> Option<Target> {
    let library = package.targets.iter().find(|target| is_library(target));
    let binary = package.targets.iter().find(|target| target.kind.contains(&TargetKind::Bin));
    let chosen = library.or(binary)?;
    let manifest = package.manifest_path.clone().into_std_path_buf();
    let folder = manifest.parent().unwrap_or(root).to_owned();
    let relative =
        |path: &Path, base: &Path| path.strip_prefix(base).unwrap_or(path).to_string_lossy().replace('\\', "/");
    let mut prefix = relative(&folder, root);
    if !prefix.is_empty() {
        prefix.push('/');
    }
    let root_file = relative(chosen.src_path.as_std_path(), &folder);
    let edition = chosen.edition.as_str().to_owned();
    Some(Target {
        name: package.name.to_string(),
        crate_name: chosen.name.replace('-', "_"),
        target_name: chosen.name.clone(),
        prefix,
        before_names: if metadata.workspace_members.len() > 1 { format!("{}::", package.name) } else { String::new() },
        is_library: library.is_some(),
        finds_tests: finds_tests(package, &manifest),
        root_file,
        edition,
        crates: crates::of(metadata, package, chosen, cfg, disk),
        // Another member may be meant. Of what no member has, cargo was told already, and complained.
        features: options.features.args(&|name| name.contains('/') || package.features.contains_key(name)),
        root: folder,
        manifest,
        profiles: profiles(root).unwrap_or_default(),
    })
}

/// The keys of `[profile.dev.package]` in a workspace's manifest.
fn profiles(root: &Path) -> Option<Vec<String>> {
    let manifest: toml::Table = std::fs::read_to_string(root.join("Cargo.toml")).ok()?.parse().ok()?;
    let packages = manifest.get("profile")?.get("dev")?.get("package")?.as_table()?;
    Some(packages.keys().cloned().collect())
}
