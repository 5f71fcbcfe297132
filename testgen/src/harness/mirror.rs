//! The shadow tree: real folders along the way to the files that are changed, links for everything else.
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

/// Makes `shadow` look like `origin`, with the given files (paths relative to `origin`) replaced by these texts.
///
/// Folders named `target`, hidden entries, whatever contains `shadow` itself, and cargo's own files at the top (they
/// would make the copy a member of the user's workspace) stay out unless they are replaced. Files are written only when
/// their text changed, so that cargo builds no more than it must.
///
/// # Errors
/// What reading and writing comes to. A path in `replaced` that leads out of `origin` is refused before anything is touched.
pub(crate) fn mirror(origin: &Path, shadow: &Path, replaced: &BTreeMap<PathBuf, String>) -> io::Result<()> {
    if let Some(path) = replaced.keys().find(|path| !is_inside(path)) {
        let message = format!("{} is outside of the copy", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
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
            link(&entry.path(), &inner, shadow)?;
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

/// Whether a relative path leads to something below the folder that it is relative to.
pub(crate) fn is_inside(path: &Path) -> bool {
    let mut parts = path.components().peekable();
    parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
}

/// Makes `inner`, below `shadow`, a link; what is there already is replaced, a folder of an earlier copy too.
fn link(target: &Path, inner: &Path, shadow: &Path) -> io::Result<()> {
    assert!(is_inside(inner), "a link outside of the copy");
    let at = &shadow.join(inner);
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A package with a file and a folder, and what is beside it.
    fn package() -> (PathBuf, PathBuf) {
        let base = std::env::temp_dir().join(format!(
            "refine-mirror-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        let _ = fs::remove_dir_all(&base);
        for (path, text) in [("own/src/lib.rs", "own"), ("own/data/a.txt", "a"), ("beside/src/lib.rs", "beside")] {
            fs::create_dir_all(base.join(path).parent().unwrap()).unwrap();
            fs::write(base.join(path), text).unwrap();
        }
        (base.clone(), base.join("own/target/copy"))
    }

    fn replaced(path: impl Into<PathBuf>) -> BTreeMap<PathBuf, String> {
        BTreeMap::from([(PathBuf::from("src/lib.rs"), "changed".to_owned()), (path.into(), "changed".to_owned())])
    }

    #[test]
    fn what_is_changed_is_written_and_the_rest_linked() {
        let (base, shadow) = package();
        mirror(&base.join("own"), &shadow, &replaced("src/other.rs")).unwrap();
        assert_eq!(fs::read_to_string(shadow.join("src/lib.rs")).unwrap(), "changed");
        assert_eq!(fs::read_link(shadow.join("data")).unwrap(), base.join("own/data"));
        assert_eq!(fs::read_to_string(base.join("own/src/lib.rs")).unwrap(), "own");
        fs::remove_dir_all(base).unwrap();
    }

    #[test]
    fn nothing_outside_of_the_copy_is_touched() {
        let (base, shadow) = package();
        let absolute = base.join("beside/src/lib.rs");
        for path in [
            absolute.as_path(),
            Path::new("../beside/src/lib.rs"),
            Path::new("src/../../beside/src/lib.rs"),
            Path::new(""),
        ] {
            let error = mirror(&base.join("own"), &shadow, &replaced(path)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
            // Nor is anything made before that is seen.
            assert!(!shadow.exists());
            assert_eq!(fs::read_to_string(&absolute).unwrap(), "beside");
            assert!(!base.join("beside").is_symlink() && !base.join("beside/src").is_symlink());
        }
        fs::remove_dir_all(base).unwrap();
    }

    #[test]
    #[should_panic = "a link outside of the copy"]
    fn a_link_is_only_made_inside() {
        let (base, shadow) = package();
        let _ = link(&base.join("beside"), &base.join("beside"), &shadow);
    }
}
