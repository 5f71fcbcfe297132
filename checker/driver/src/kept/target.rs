//! Where cargo's target folder may be, before cargo is asked: what is kept there says whether it is the one.
use std::path::{Path, PathBuf};

/// The folders that may be cargo's target folder for a manifest: as the environment says, as cargo's settings say, and as it is without
/// either.
pub(super) fn folders(manifest: &Path) -> Vec<PathBuf> {
    let here = manifest.parent().unwrap_or(manifest);
    let set = ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"].into_iter().filter_map(std::env::var_os);
    let set = set.map(|folder| here.join(folder));
    let above: Vec<&Path> = here.ancestors().collect();
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let settings = above.iter().map(|folder| folder.join(".cargo")).chain(home);
    let configured = settings.filter_map(|folder| configured(&folder));
    set.chain(configured).chain(above.iter().map(|folder| folder.join("target"))).collect()
}

/// What cargo's settings in a folder say: a path is relative to the folder that this one is in.
fn configured(settings: &Path) -> Option<PathBuf> {
    let text = ["config.toml", "config"].iter().find_map(|name| std::fs::read_to_string(settings.join(name)).ok())?;
    let settings_of: toml::Table = text.parse().ok()?;
    let folder = settings_of.get("build")?.get("target-dir")?.as_str()?;
    Some(settings.parent()?.join(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_say_where_it_is() {
        let root = std::env::temp_dir().join(format!("refine-target-{}", std::process::id()));
        std::fs::create_dir_all(root.join("a/.cargo")).unwrap();
        std::fs::create_dir_all(root.join("a/b")).unwrap();
        std::fs::write(root.join("a/.cargo/config.toml"), "[build]\ntarget-dir = \"made\"\n").unwrap();
        let found = folders(&root.join("a/b/Cargo.toml"));
        let at = |folder: &str| found.iter().position(|known| *known == root.join(folder));
        assert!(at("a/made").is_some() && at("a/made") < at("a/b/target"), "{found:?}");
        std::fs::remove_dir_all(root).unwrap();
    }
}
