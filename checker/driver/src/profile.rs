//! What the user's profiles say of overflow.
use std::path::Path;

use refine_core::program::Diagnostic;

use crate::options::{Options, Overflow};

/// Whether arithmetic that overflows panics: by the first of some profiles that says so or not.
pub(crate) fn checks_overflow(workspace: &Path, names: &[&str], variable: &dyn Fn(&str) -> Option<String>) -> bool {
    let text = std::fs::read_to_string(workspace.join("Cargo.toml")).unwrap_or_default();
    let manifest: toml::Table = text.parse().unwrap_or_default();
    let setting = |name: &str, key: &str| {
        let set = variable(&format!("CARGO_PROFILE_{}_{}", name.to_uppercase(), key.to_uppercase().replace('-', "_")));
        set.and_then(|value| value.parse().ok()).or_else(|| manifest.get("profile")?.get(name)?.get(key)?.as_bool())
    };
    // Without a word on overflow it goes with the debug assertions.
    let says = |name: &str| setting(name, "overflow-checks").or_else(|| setting(name, "debug-assertions"));
    names.iter().find_map(|name| says(name)).unwrap_or(true)
}

/// What there is to say where the user's own builds do without the checks that everything here is about.
pub(crate) fn note(workspace: &Path, options: &Options) -> Option<Diagnostic> {
    let differs =
        options.overflow == Overflow::Panic && !checks_overflow(workspace, &["dev"], &|name| std::env::var(name).ok());
    differs.then(|| Diagnostic {
        error: false,
        code: "N0006",
        message: "the profile `dev` turns overflow checks off, but refine proves and runs the code with them"
            .to_owned(),
        span: None,
        help: Some("use `--overflow wrap` for builds without overflow checks".to_owned()),
    })
}
