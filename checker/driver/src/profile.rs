//! What the user's profiles say of overflow and debug assertions.
use std::path::Path;

use refine_core::program::Diagnostic;

use crate::options::{Options, Overflow};

/// What a build checks beside the types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Checks {
    /// Arithmetic that overflows panics.
    pub(crate) overflow: bool,
    /// `debug_assert!` is compiled, and `cfg(debug_assertions)` is set.
    pub(crate) debug: bool,
}

impl Checks {
    /// What the first of some profiles says that says anything.
    pub(crate) fn of(workspace: &Path, names: &[&str], variable: &dyn Fn(&str) -> Option<String>) -> Checks {
        let text = std::fs::read_to_string(workspace.join("Cargo.toml")).unwrap_or_default();
        let manifest: toml::Table = text.parse().unwrap_or_default();
        let setting = |name: &str, key: &str| {
            let variable =
                variable(&format!("CARGO_PROFILE_{}_{}", name.to_uppercase(), key.to_uppercase().replace('-', "_")));
            let set = variable.and_then(|value| value.parse().ok());
            set.or_else(|| manifest.get("profile")?.get(name)?.get(key)?.as_bool())
        };
        let debug = |name: &str| setting(name, "debug-assertions");
        // Without a word on overflow it goes with the debug assertions.
        let overflow = |name: &str| setting(name, "overflow-checks").or_else(|| debug(name));
        Checks {
            overflow: names.iter().find_map(|name| overflow(name)).unwrap_or(true),
            debug: names.iter().find_map(|name| debug(name)).unwrap_or(true),
        }
    }
}

/// What there is to say where the user's own builds do without the checks that everything here is about.
pub(crate) fn note(workspace: &Path, options: &Options) -> Option<Diagnostic> {
    if options.overflow != Overflow::Panic {
        return None;
    }
    let checks = Checks::of(workspace, &["dev"], &|name| std::env::var(name).ok());
    let off = match (checks.overflow, checks.debug) {
        (true, true) => return None,
        (false, true) => "overflow checks",
        (true, false) => "debug assertions",
        (false, false) => "overflow checks and debug assertions",
    };
    Some(Diagnostic {
        error: false,
        code: "N0006",
        message: format!("the profile `dev` turns {off} off, but refine proves and runs the code with them"),
        span: None,
        help: Some("use `--overflow wrap` for builds without overflow checks and debug assertions".to_owned()),
    })
}
