//! Our standard library: the crates of `specs/std`, embedded, or from a folder while they are being written.
use super::Files;

/// The crates of the sysroot, in the order of their dependencies, each with those before that it depends on.
pub(super) const CRATES: [(&str, &[&str]); 5] = [
    ("core", &[]),
    ("alloc", &["core"]),
    ("std", &["core", "alloc"]),
    ("proc_macro", &["core", "alloc", "std"]),
    ("test", &["core", "alloc", "std"]),
];

/// The crates that every crate depends on, and whether their names are known without `extern crate`.
pub(super) const PUBLIC: [(&str, bool); 4] = [("core", true), ("alloc", false), ("std", true), ("test", false)];

/// The files by path below `specs/std`, with their texts.
static EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/sysroot.rs"));

/// Which standard library is loaded.
#[derive(Clone, Debug, Default)]
pub enum Sysroot {
    /// The one in this program.
    #[default]
    Embedded,
    /// A folder with the same layout as `specs/std`, by its absolute path.
    Folder(String),
    /// None at all: nothing resolves but what the crates define.
    Empty,
}

impl Sysroot {
    /// The files by path below the sysroot, `core/src/lib.rs`, with their texts.
    pub(super) fn files(&self, files: &dyn Files) -> Vec<(String, String)> {
        match self {
            Sysroot::Embedded => EMBEDDED.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect(),
            Sysroot::Folder(root) => {
                let root = root.trim_end_matches('/');
                let folders = CRATES.iter().map(|(name, _)| format!("{root}/{name}/src"));
                let paths = folders.flat_map(|folder| files.list(&folder));
                let below = |path: String| {
                    let text = files.read(&path)?;
                    Some((path.strip_prefix(root)?.trim_start_matches('/').to_owned(), text))
                };
                paths.filter_map(below).collect()
            }
            Sysroot::Empty => Vec::new(),
        }
    }
}
