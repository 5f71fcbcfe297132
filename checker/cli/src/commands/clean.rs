//! `refine clean`: removes what refine keeps in the target folder, and nothing else.
use std::path::PathBuf;
use std::process::Command;

use crate::args::ProjectArgs;
use crate::commands::project;
use crate::exit::{Exit, Failure};
use crate::screen::Screen;

/// Runs the command.
pub fn run(args: &ProjectArgs) -> Result<Exit, Failure> {
    let manifest = project::manifest(args)?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path"])
        .arg(&manifest)
        .output()
        .map_err(|error| Failure::usage(format!("cannot run cargo: {error}")))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(Failure::usage(format!("cargo metadata failed: {message}")).code("E0301"));
    }
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| Failure::internal(format!("cannot read the output of cargo metadata: {error}")))?;
    let target = metadata["target_directory"].as_str().map(PathBuf::from);
    let folder = target.ok_or_else(|| Failure::internal("cargo metadata names no target folder"))?.join("refine");
    match std::fs::remove_dir_all(&folder) {
        Ok(()) => Screen::say(&format!("removed {}", folder.display()))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Screen::say(&format!("nothing to remove: there is no {}", folder.display()))?;
        }
        Err(error) => return Err(Failure::usage(format!("cannot remove {}: {error}", folder.display()))),
    }
    Ok(Exit::Clean)
}
