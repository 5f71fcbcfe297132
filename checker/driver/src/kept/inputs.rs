//! The sources on disk, and what of them was read.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

/// The sources on disk, with a record of what was read.
#[derive(Debug, Default)]
pub(crate) struct Disk(Mutex<Sources>);

/// What was read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Sources {
    /// The hash of each file's content, by its path; of one that is not there, none.
    files: BTreeMap<String, Option<String>>,
    /// The hash of which sources are in a folder.
    folders: BTreeMap<String, String>,
    /// Whether something changed while it was read.
    torn: bool,
}

impl Disk {
    fn sources(&self) -> MutexGuard<'_, Sources> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was read, if that was all the same all the time.
    pub(crate) fn record(&self) -> Option<Sources> {
        Some(self.sources().clone()).filter(|sources| !sources.torn)
    }
}

impl refine_front::Files for Disk {
    fn read(&self, path: &str) -> Option<String> {
        let text = std::fs::read_to_string(path).ok();
        let now = text.as_ref().map(|text| hash(text.as_bytes()));
        let mut sources = self.sources();
        let before = sources.files.insert(path.to_owned(), now.clone());
        sources.torn |= before.is_some_and(|before| before != now);
        text
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let found = listed(folder);
        let now = hash(found.join("\n").as_bytes());
        let mut sources = self.sources();
        let before = sources.folders.insert(folder.to_owned(), now.clone());
        sources.torn |= before.is_some_and(|before| before != now);
        found
    }
}

impl Sources {
    /// Whether it would all be read so again.
    pub(crate) fn are_unchanged(&self) -> bool {
        self.files.iter().all(|(path, hash)| *hash == of_file(path))
            && self.folders.iter().all(|(folder, known)| *known == hash(listed(folder).join("\n").as_bytes()))
    }

    /// Whether one file is as it was read.
    pub(crate) fn is_unchanged(&self, path: &str) -> bool {
        self.files.get(path).is_none_or(|known| *known == of_file(path))
    }

    /// Whether a file was read.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.files.get(path).is_some_and(Option::is_some)
    }
}

/// The hash of a text.
pub(crate) fn hash(text: &[u8]) -> String {
    refine_core::content::hash(text)
}

/// The hash of a file as it is read: what is no text is no source.
fn of_file(path: &str) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    std::str::from_utf8(&bytes).ok().map(|text| hash(text.as_bytes()))
}

fn listed(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    sources(Path::new(folder), &mut found, 0);
    found
}

/// Folders nested deeper than this are no source tree.
const DEPTH: usize = 32;

/// The `*.rs` files below a folder, sorted, without those of other packages and of cargo's target folders.
fn sources(folder: &Path, found: &mut Vec<String>, depth: usize) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let other = || path.join("Cargo.toml").exists() || path.join("CACHEDIR.TAG").exists();
        if path.is_dir() && !path.is_symlink() && !other() && depth < DEPTH {
            sources(&path, found, depth + 1);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.extend(path.to_str().map(str::to_owned));
        }
    }
}
