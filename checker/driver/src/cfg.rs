//! What `#[cfg]` is evaluated with in all crates, as the user's own cargo tells it: the host, and flags (`RUSTFLAGS`,
//! `.cargo/config.toml`). Features and what build scripts set are each package's own.
//!
//! rustc prints it, and cargo is the one who knows how rustc is called: for an empty package, which takes no time.
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use refine_testgen::{Cargo, children};

use crate::artifacts;
use crate::error::CheckError;

/// The `cfg`s of the host with the flags that cargo gives to rustc in a folder.
pub(crate) fn of_flags(folder: &Path, target_dir: &Path) -> Result<Vec<String>, CheckError> {
    let asked = empty_package(&artifacts::folder(target_dir).join("cfg")).and_then(|(manifest, target_dir)| {
        let cargo = Cargo { offline: true, ..Cargo::default() };
        lines(print(&mut cargo.command("rustc", folder, &manifest, &target_dir)).ok()?)
    });
    // Where nothing can be written, there are no flags to be known either.
    let cfg = asked.map_or_else(|| of_host(folder), Ok)?;
    Ok(cfg)
}

/// Has cargo call rustc for nothing but to print what it is called with.
fn print(command: &mut Command) -> std::io::Result<Output> {
    children::output(command.args(["--", "--print", "cfg"]))
}

fn lines(output: Output) -> Option<Vec<String>> {
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    (output.status.success() && !lines.is_empty()).then_some(lines)
}

/// A package of nothing: its manifest, and a target folder for it.
fn empty_package(folder: &Path) -> Option<(PathBuf, PathBuf)> {
    let manifest = folder.join("Cargo.toml");
    let text = "[package]\nname = \"refine-cfg\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
                [lib]\npath = \"lib.rs\"\n\n[workspace]\n";
    for (path, text) in [(&manifest, text), (&folder.join("lib.rs"), "")] {
        if std::fs::read_to_string(path).ok().as_deref() != Some(text) {
            artifacts::write(path, text).ok()?;
        }
    }
    Some((manifest, folder.join("target")))
}

/// The `cfg`s of the host, as the compiler that cargo would use prints them.
fn of_host(folder: &Path) -> Result<Vec<String>, CheckError> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = children::output(Command::new(&rustc).args(["--print", "cfg"]).current_dir(folder));
    let output = output.map_err(|error| {
        CheckError::new("E0301", format!("cannot run {}: {error}", Path::new(&rustc).display()))
            .help("refine needs a Rust toolchain: rustc and cargo on the PATH")
    })?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}
