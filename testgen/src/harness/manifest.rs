//! The shadow package's `Cargo.toml`, made from the user's: what cargo would inherit or discover is spelled out, what
//! the harness has no use for is gone, and one binary is added.
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::{PackageInfo, runtime};

/// Name of the added binary.
pub(crate) const BIN: &str = "refine-harness";

/// The text of the shadow manifest, or why there can be none. The package depends on the runtime in that folder, too.
pub(crate) fn shadow(package: &PackageInfo, bin_path: &Path, runtime_folder: &Path) -> Result<String, String> {
    let own = read(&package.manifest)?;
    let workspace_file = read(&package.workspace_root.join("Cargo.toml"))?;
    let empty = Table::new();
    let workspace = workspace_file.get("workspace").and_then(Value::as_table).unwrap_or(&empty);

    let mut out = Table::new();
    let mut settings = inherited(own.get("package"), workspace.get("package"));
    for key in ["workspace", "default-run", "publish", "readme", "license-file", "exclude", "include", "metadata"] {
        settings.remove(key);
    }
    for key in ["autobins", "autotests", "autoexamples", "autobenches"] {
        settings.insert(key.into(), false.into());
    }
    out.insert("package".into(), settings.into());
    out.insert("lib".into(), library(own.get("lib"), package)?.into());
    let bin = [("name", BIN.into()), ("path", bin_path.display().to_string().into())];
    let bin: Table = bin.into_iter().map(|(key, value): (_, Value)| (key.to_string(), value)).collect();
    out.insert("bin".into(), vec![Value::from(bin)].into());

    let shared = workspace.get("dependencies").and_then(Value::as_table).unwrap_or(&empty);
    let dependencies = |table: &Value| resolve_dependencies(table, shared, package);
    for key in ["dependencies", "build-dependencies"] {
        if let Some(table) = own.get(key) {
            out.insert(key.into(), dependencies(table).into());
        }
    }
    if let Some(targets) = own.get("target").and_then(Value::as_table) {
        let mut all = Table::new();
        for (target, tables) in targets {
            let mut kept = Table::new();
            for key in ["dependencies", "build-dependencies"] {
                if let Some(table) = tables.get(key) {
                    kept.insert(key.into(), dependencies(table).into());
                }
            }
            all.insert(target.clone(), kept.into());
        }
        out.insert("target".into(), all.into());
    }
    if let Some(features) = own.get("features") {
        out.insert("features".into(), features.clone());
    }
    if let Some(profile) = workspace_file.get("profile") {
        let mut profile = profile.clone();
        if let Some(dev) = profile.get_mut("dev").and_then(Value::as_table_mut) {
            // A panic is an outcome to report, so it must unwind.
            dev.remove("panic");
        }
        out.insert("profile".into(), profile);
    }
    if let Some(patch) = workspace_file.get("patch") {
        out.insert("patch".into(), absolute_paths(patch, &package.workspace_root));
    }
    let mut alone = Table::new();
    if let Some(resolver) = workspace.get("resolver") {
        alone.insert("resolver".into(), resolver.clone());
    }
    out.insert("workspace".into(), alone.into());
    runtime::depend(&mut out, runtime_folder);
    toml::to_string(&out).map_err(|error| error.to_string())
}

fn read(path: &Path) -> Result<Table, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    text.parse().map_err(|error| format!("{} is not valid TOML: {error}", path.display()))
}

/// `[package]` with `key.workspace = true` replaced by what the workspace says.
fn inherited(own: Option<&Value>, workspace: Option<&Value>) -> Table {
    let own = own.and_then(Value::as_table).cloned().unwrap_or_default();
    let resolve = |(key, value): (String, Value)| {
        let from_workspace = value.get("workspace").and_then(Value::as_bool) == Some(true);
        let value = if from_workspace { workspace?.get(&key)?.clone() } else { value };
        Some((key, value))
    };
    own.into_iter().filter_map(resolve).collect()
}

fn library(own: Option<&Value>, package: &PackageInfo) -> Result<Table, String> {
    let mut out = Table::new();
    if own.and_then(|lib| lib.get("proc-macro").or(lib.get("proc_macro"))).and_then(Value::as_bool) == Some(true) {
        return Err("a procedural-macro crate cannot be linked into a harness".into());
    }
    out.insert("name".into(), package.crate_name.clone().into());
    out.insert("path".into(), package.root_file.clone().into());
    for key in ["test", "doctest", "bench", "doc"] {
        out.insert(key.into(), false.into());
    }
    Ok(out)
}

fn resolve_dependencies(table: &Value, shared: &Table, package: &PackageInfo) -> Table {
    let Some(table) = table.as_table() else { return Table::new() };
    let resolve = |(name, dependency): (&String, &Value)| {
        let inherits = dependency.get("workspace").and_then(Value::as_bool) == Some(true);
        let resolved = match shared.get(name) {
            Some(base) if inherits => merged(&absolute_paths(base, &package.workspace_root), dependency),
            _ => absolute_paths(dependency, &package.root),
        };
        (name.clone(), resolved)
    };
    table.iter().map(resolve).collect()
}

/// A workspace's dependency with what the member adds to it: features, optionality, default features.
fn merged(base: &Value, member: &Value) -> Value {
    let mut out = match base {
        Value::String(version) => Table::from_iter([("version".to_string(), Value::from(version.clone()))]),
        other => other.as_table().cloned().unwrap_or_default(),
    };
    let Some(member) = member.as_table() else { return out.into() };
    for (key, value) in member {
        match key.as_str() {
            "workspace" => {}
            "features" => {
                let mut features = out.get("features").and_then(Value::as_array).cloned().unwrap_or_default();
                features.extend(value.as_array().cloned().unwrap_or_default());
                out.insert(key.clone(), features.into());
            }
            _ => {
                out.insert(key.clone(), value.clone());
            }
        }
    }
    out.into()
}

/// Every `path = "…"` at any depth made absolute.
fn absolute_paths(value: &Value, base: &Path) -> Value {
    match value {
        Value::Table(table) => {
            let absolute = |(key, value): (&String, &Value)| match value {
                Value::String(path) if key == "path" => {
                    (key.clone(), normal(&base.join(path)).display().to_string().into())
                }
                other => (key.clone(), absolute_paths(other, base)),
            };
            Value::Table(table.iter().map(absolute).collect())
        }
        other => other.clone(),
    }
}

/// The path without `.` and `..`, read as text: links are left alone.
pub(crate) fn normal(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}
