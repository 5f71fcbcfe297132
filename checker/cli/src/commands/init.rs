//! `refine init`: a commented `refine.toml`, and how to depend on the attributes. Never overwrites.
use std::fs::OpenOptions;
use std::io::Write;

use crate::args::ProjectArgs;
use crate::commands::project;
use crate::exit::{Exit, Failure};
use crate::screen::Screen;

const TEMPLATE: &str = include_str!("refine.toml");

const NEXT: &str = "\
Next:
  1. add the attributes:          cargo add refine-spec
     (from a checkout of refine:  cargo add --path …/refine/specs/spec refine-spec)
  2. say what a function takes and returns:

         use refine_spec::*;

         #[requires(parts > 0)]
         #[ensures(|ret| *ret <= total)]
         pub fn share(total: u32, parts: u32) -> u32 {
             total / parts
         }

  3. refine check";

/// Runs the command.
pub fn run(args: &ProjectArgs) -> Result<Exit, Failure> {
    let manifest = project::manifest(args)?;
    let path = manifest.with_file_name("refine.toml");
    match OpenOptions::new().write(true).create_new(true).open(&path) {
        Ok(mut file) => {
            file.write_all(TEMPLATE.as_bytes())
                .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))?;
            Screen::say(&format!("wrote {}", path.display()))?;
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            Screen::say(&format!("{} exists already and was left as it is", path.display()))?;
        }
        Err(error) => return Err(Failure::usage(format!("cannot write {}: {error}", path.display()))),
    }
    let depends = std::fs::read_to_string(&manifest).is_ok_and(|text| text.contains("refine-spec"));
    if !depends {
        Screen::say(&format!("\n{NEXT}"))?;
    }
    Ok(Exit::Clean)
}

#[cfg(test)]
mod tests {
    use refine_driver::{Config, Options};

    use super::*;

    /// A folder with a package whose `refine.toml` is this.
    fn load(name: &str, text: &str) -> Config {
        let root = std::env::temp_dir().join(format!("refine-init-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&root).unwrap();
        std::fs::write(root.join("Cargo.toml"), "[package]\nname = \"a\"\n").unwrap();
        std::fs::write(root.join("refine.toml"), text).unwrap();
        let config = Config::load(&root.join("Cargo.toml"));
        std::fs::remove_dir_all(&root).unwrap();
        config.unwrap()
    }

    #[test]
    fn the_template_says_nothing_and_shows_the_defaults() {
        assert_eq!(load("plain", TEMPLATE), Config::default());
        let uncommented: String = TEMPLATE
            .lines()
            .filter_map(|line| line.strip_prefix("# "))
            .filter(|line| line.split_once(" = ").is_some_and(|(key, _)| !key.contains(' ')))
            .map(|line| format!("{line}\n"))
            .collect();
        let config = load("uncommented", &uncommented);
        let mut options = Options::default();
        config.apply(&mut options);
        assert_eq!(format!("{options:?}"), format!("{:?}", Options::default()));
        assert!(config.deny.is_some() && config.jobs.is_some() && config.allow_effects.is_some());
    }
}
