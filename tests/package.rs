//! Packages for one test run, below cargo's `target` folder.
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The folder of this checkout.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ has a parent").to_owned()
}

/// A folder for this checkout's throw-away packages: `target/<name>`.
pub fn scratch(name: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join(name)
}

/// Writes a file unless it is there already with this text, so that cargo sees what really changed.
pub fn write(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text).with_context(|| path.display().to_string())
}

/// Makes a package from its sources (paths below `src/`) and drops sources of an earlier run. It depends on
/// `refine-spec` and is a workspace of its own.
pub fn make(folder: &Path, name: &str, sources: &[(String, String)]) -> Result<()> {
    write(&folder.join("Cargo.toml"), &format!("{}\n[workspace]\n", manifest(name)))?;
    write_sources(folder, sources)
}

/// The same as a member of the workspace that the folder above is.
pub fn make_member(folder: &Path, name: &str, sources: &[(String, String)]) -> Result<()> {
    write(&folder.join("Cargo.toml"), &manifest(name))?;
    write_sources(folder, sources)
}

fn manifest(name: &str) -> String {
    let spec = root().join("specs/spec");
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nrefine-spec = {{ path = {spec:?} }}\n"
    )
}

fn write_sources(folder: &Path, sources: &[(String, String)]) -> Result<()> {
    let src = folder.join("src");
    if let Ok(old) = fs::read_dir(&src) {
        for entry in old.flatten() {
            if !sources.iter().any(|(path, _)| entry.file_name() == path.as_str()) && entry.path().is_file() {
                fs::remove_file(entry.path())?;
            }
        }
    }
    for (path, text) in sources {
        write(&src.join(path), text)?;
    }
    Ok(())
}
