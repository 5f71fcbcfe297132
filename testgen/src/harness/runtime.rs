//! The code of refine that runs beside the user's: the runtime, a crate of its own, and the conversions, a module of the copy.
//!
//! The runtime knows nothing of the package, so it is compiled once for all packages of a user. It reads each vector, counts in
//! every loop and evaluates clauses; where very many calls are to be made, it is optimised ([`Cargo::optimised`](super::Cargo)).
use std::io;
use std::path::{Path, PathBuf};

use refine_core::content;
use toml::{Table, Value};

use super::mirror::write_if_changed;
use super::shared;

/// The runtime's package. (No user has a dependency of that name.)
pub(super) const PACKAGE: &str = "refine-harness-runtime";

const RUNTIME: [(&str, &str); 19] = [
    ("call.rs", include_str!("../runtime/call.rs")),
    ("clause.rs", include_str!("../runtime/clause.rs")),
    ("exact.rs", include_str!("../runtime/exact.rs")),
    ("functions.rs", include_str!("../runtime/functions.rs")),
    ("hits.rs", include_str!("../runtime/hits.rs")),
    ("inputs.rs", include_str!("../runtime/inputs.rs")),
    ("int.rs", include_str!("../runtime/int.rs")),
    ("items.rs", include_str!("../runtime/items.rs")),
    ("judge.rs", include_str!("../runtime/judge.rs")),
    ("kept.rs", include_str!("../runtime/kept.rs")),
    ("lib.rs", include_str!("../runtime/lib.rs")),
    ("made.rs", include_str!("../runtime/made.rs")),
    ("ops.rs", include_str!("../runtime/ops.rs")),
    ("out.rs", include_str!("../runtime/out.rs")),
    ("serve.rs", include_str!("../runtime/serve.rs")),
    ("trace.rs", include_str!("../runtime/trace.rs")),
    ("turns.rs", include_str!("../runtime/turns.rs")),
    ("value.rs", include_str!("../runtime/value.rs")),
    ("wire.rs", include_str!("../runtime/wire.rs")),
];

/// The module that holds the conversions is the first.
const CONVERSIONS: [(&str, &str); 4] = [
    ("rt.rs", include_str!("../conversions/mod.rs")),
    ("builtin.rs", include_str!("../conversions/builtin.rs")),
    ("keyed.rs", include_str!("../conversions/keyed.rs")),
    ("standard.rs", include_str!("../conversions/standard.rs")),
];

/// What names this version of the runtime: a hash of its texts.
pub(super) fn version() -> String {
    content::hash(RUNTIME.iter().flat_map(|(name, text)| [*name, "\0", *text, "\0"]).collect::<String>().as_bytes())
}

/// Writes the runtime's package, and says where it is: in the user's cache folder, so that it is compiled once ([`shared`]), or in refine's
/// folder if nothing can be written there.
///
/// # Errors
/// What writing comes to.
pub(super) fn write_package(refine: &Path) -> io::Result<PathBuf> {
    // (The empty workspace keeps it out of the user's.)
    let manifest = format!(
        "[package]\nname = \"{PACKAGE}\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[lib]\npath = \"lib.rs\"\n\n[workspace]\n"
    );
    let write = |folder: PathBuf| {
        shared::write_whole(&folder.join("Cargo.toml"), &manifest)?;
        RUNTIME.iter().try_for_each(|(name, text)| shared::write_whole(&folder.join(name), text))?;
        Ok(folder)
    };
    let of_user = shared::folder().and_then(|folder| write(folder.join("runtime")).ok());
    of_user.map_or_else(|| write(refine.join("runtime")), Ok)
}

/// Writes the conversions to the folder of the code that is added.
///
/// # Errors
/// What writing comes to.
pub(super) fn write_conversions(added: &Path) -> io::Result<()> {
    CONVERSIONS.iter().try_for_each(|(name, text)| write_if_changed(&added.join(name), text))
}

/// Makes a package depend on the runtime in this folder.
pub(super) fn depend(manifest: &mut Table, runtime: &Path) {
    let path = Value::from(runtime.display().to_string());
    let all = manifest.entry("dependencies").or_insert_with(|| Table::new().into());
    if let Some(all) = all.as_table_mut() {
        all.insert(PACKAGE.into(), Table::from_iter([("path".to_owned(), path)]).into());
    }
}

#[cfg(test)]
mod tests {
    use super::RUNTIME;
    use crate::outcome::BY_ORDER;
    use crate::types::KEYED_TRAITS;

    #[test]
    fn says_why_as_the_other_side_reads_it() {
        assert!(RUNTIME.iter().any(|(_, text)| text.contains(BY_ORDER)));
    }

    #[test]
    fn counts_as_many_traits_as_the_other_side_reads() {
        let traits = format!("const TRAITS: u32 = {};", KEYED_TRAITS.len());
        assert!(RUNTIME.iter().any(|(_, text)| text.contains(&traits)));
    }
}
