//! What a run leaves in `target/refine/`.
use std::io;
use std::path::{Path, PathBuf};

/// Our folder below cargo's target folder, marked as a cache so that backups leave it out.
pub(crate) fn folder(target_dir: &Path) -> PathBuf {
    let folder = target_dir.join("refine");
    let tag = folder.join("CACHEDIR.TAG");
    if !tag.exists() && std::fs::create_dir_all(&folder).is_ok() {
        // The signature is fixed by the specification of cache directory tags.
        let text = "Signature: 8a477f597d28d172789f06886806bc55\n# Made by refine; `refine clean` removes it.\n";
        let _ = write(&tag, text);
    }
    folder
}

/// Writes a file whole or not at all.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let new = path.with_extension(format!("new.{}", std::process::id()));
    std::fs::write(&new, text).and_then(|()| std::fs::rename(&new, path)).inspect_err(|_| {
        let _ = std::fs::remove_file(&new);
    })
}

/// A file name for an obligation's identity.
pub(crate) fn file_name(id: &str) -> String {
    id.chars().map(|c| if c.is_alphanumeric() || matches!(c, '_' | '-' | '.') { c } else { '-' }).collect()
}
