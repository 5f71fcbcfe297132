//! The shadow tree: real folders along the way to the files that are changed, links for everything else.
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// Makes `shadow` look like `origin`, with the given files (paths relative to `origin`) replaced by these texts.
///
/// Folders named `target`, hidden entries, whatever contains `shadow` itself, and cargo's own files at the top (they
/// would make the copy a member of the user's workspace) stay out unless they are replaced. Files are written only when
/// their text changed, so that cargo builds no more than it must.
pub(crate) fn mirror(origin: &Path, shadow: &Path, replaced: &BTreeMap<PathBuf, String>) -> io::Result<()> {
    let mut real = BTreeSet::from([PathBuf::new()]);
    for path in replaced.keys() {
        real.extend(path.ancestors().skip(1).map(Path::to_path_buf));
    }
    for folder in &real {
        let (from, to) = (origin.join(folder), shadow.join(folder));
        if to.is_symlink() {
            std::fs::remove_file(&to)?;
        }
        std::fs::create_dir_all(&to)?;
        let mut expected = BTreeSet::new();
        for entry in std::fs::read_dir(&from).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let inner = folder.join(&name);
            let hidden = name.to_string_lossy().starts_with('.') || name == "target";
            let cargo = name == "Cargo.lock" || name == "Cargo.toml";
            expected.insert(name);
            if real.contains(&inner) || replaced.contains_key(&inner) {
                continue;
            }
            if hidden || cargo || shadow.starts_with(entry.path()) {
                expected.remove(&entry.file_name());
                continue;
            }
            link(&entry.path(), &shadow.join(&inner))?;
        }
        for entry in std::fs::read_dir(&to)?.flatten() {
            let inner = folder.join(entry.file_name());
            let wanted =
                expected.contains(&entry.file_name()) || real.contains(&inner) || replaced.contains_key(&inner);
            let stray = entry.path().is_symlink() || entry.file_name().to_string_lossy().ends_with(".rs");
            if !wanted && stray {
                std::fs::remove_file(entry.path())?;
            }
        }
    }
    for (path, text) in replaced {
        let path = shadow.join(path);
        if path.is_symlink() {
            std::fs::remove_file(&path)?;
        }
        write_if_changed(&path, text)?;
    }
    Ok(())
}

fn link(target: &Path, at: &Path) -> io::Result<()> {
    if std::fs::read_link(at).is_ok_and(|found| found == target) {
        return Ok(());
    }
    match std::fs::symlink_metadata(at) {
        Ok(found) if found.is_dir() => std::fs::remove_dir_all(at)?,
        Ok(_) => std::fs::remove_file(at)?,
        Err(_) => {}
    }
    symlink(target, at)
}

/// Writes a file unless it already has this text.
pub(crate) fn write_if_changed(path: &Path, text: &str) -> io::Result<()> {
    if std::fs::read(path).is_ok_and(|found| found == text.as_bytes()) {
        return Ok(());
    }
    let written = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(path, text));
    written.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}
