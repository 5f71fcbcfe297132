//! The audit by rustc: what `rustc --emit=mir` says of each function of a project, against what the front end takes it to be.
use std::path::Path;
use std::process::Stdio;

use refine_front::audit::{Report, audit_input};

use crate::artifacts;
use crate::cancel::Cancel;
use crate::error::CheckError;
use crate::kept::Disk;
use crate::load;
use crate::options::Options;
use crate::project::{self, Target};
use crate::scripts;

/// One package, compared.
#[derive(Debug)]
pub struct Audited {
    /// Its name.
    pub package: String,
    /// What was found, or why rustc says nothing of it.
    pub outcome: Result<Report, String>,
}

/// Compares each package of a project with rustc's MIR.
///
/// # Errors
/// If there is nothing to compare because of the input, as [`check`](crate::check()).
pub fn audit(options: &Options) -> Result<Vec<Audited>, CheckError> {
    let disk = Disk::default();
    let project = project::load(options, &disk)?;
    let one = |target: &Target| Audited {
        package: target.name.clone(),
        outcome: rustc_mir(target, &project.target_dir, options).map(|mir| {
            // rustc names files as they are seen from the workspace's root, we as from the package's.
            let mir = mir.replace(&format!("<impl at {}", target.prefix), "<impl at ");
            let input =
                scripts::heard(&target.crates, Some(&project.check(target, options).start(&Cancel::default())), &disk);
            audit_input(&input, &disk, &load::front_options(options), &mir)
        }),
    };
    Ok(project.targets.iter().map(one).collect())
}

/// The text of a package's MIR, or what cargo said instead.
fn rustc_mir(target: &Target, target_dir: &Path, options: &Options) -> Result<String, String> {
    let folder = artifacts::folder(target_dir).join("mir");
    let text = folder.join(format!("{}.mir", target.name));
    let text = std::path::absolute(&text).unwrap_or(text);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut command = options.cargo(target).command(
        "rustc",
        &target.root,
        &target.manifest,
        &artifacts::folder(target_dir).join("build"),
    );
    match target.is_library {
        true => command.arg("--lib"),
        false => command.args(["--bin", &target.target_name]),
    };
    command.args(["--", &format!("--emit=mir={}", text.display())]);
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    std::fs::read_to_string(&text).map_err(|error| format!("{}: {error}", text.display()))
}
