//! Puts the small standard library of `specs/std` into the crate, file by file.
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The crates of the sysroot, in the order of their dependencies.
const CRATES: [&str; 5] = ["core", "alloc", "std", "proc_macro", "test"];

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    let root = manifest.join("../../specs/std");
    // A folder that is not there would be looked at anew each time.
    println!("cargo::rerun-if-changed={}", root.display());
    let mut text = String::from("&[\n");
    for name in CRATES {
        let folder = root.join(name);
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files)?;
        files.sort();
        for file in files {
            let shown = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
            let file = fs::canonicalize(&file)?;
            writeln!(text, "    ({shown:?}, include_str!({:?})),", file.to_string_lossy()).map_err(io::Error::other)?;
        }
    }
    text.push_str("]\n");
    fs::write(out.join("sysroot.rs"), text)
}

/// The Rust files below a folder; none where there is no such folder.
fn sources(folder: &Path, out: &mut Vec<PathBuf>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources(&path, out)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
    Ok(())
}
