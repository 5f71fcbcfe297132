//! What the database is made from: crates as cargo knows them, and their files.

/// The crates to load, dependencies first.
///
/// The driver makes it from `cargo metadata` (one crate for each library target in use, and the target under check):
/// names with `_` for `-`, what `--print cfg` and the enabled features say as `cfgs`, what cargo sets for rustc as `env`
/// (`CARGO_PKG_NAME`, `CARGO_MANIFEST_DIR`, `OUT_DIR`, …), and renamed dependencies under their new names.
/// The standard library is not among them, nor is `refine_spec`: the database has its own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Input {
    /// The crates.
    pub crates: Vec<CrateInput>,
    /// Which of them are under check, by index.
    pub local: Vec<usize>,
    /// The folder of the package under check: paths are shown below it.
    pub folder: String,
}

/// One crate: a target of a package as cargo would have rustc compile it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrateInput {
    /// Its name in paths.
    pub name: String,
    /// Its root file, as an absolute path.
    pub root: String,
    /// `2015`, `2018`, `2021` or `2024`.
    pub edition: String,
    /// The configuration: `(unix, None)`, `(feature, Some(std))`.
    pub cfgs: Vec<(String, Option<String>)>,
    /// That a build script which was not asked may set more of these and of `env`, with the features that the package declares: of
    /// those it is known that they are off where they are not on.
    pub unasked: Option<Vec<String>>,
    /// What `env!` sees.
    pub env: Vec<(String, String)>,
    /// The names that it has for the crates it depends on, and which they are, by index.
    pub deps: Vec<(String, usize)>,
    /// The name that it has for `refine_spec`, for which the database has a stand-in, if its package depends on that.
    pub spec: Option<String>,
    /// Whether it is the user's own.
    pub is_local: bool,
    /// Whether it is of a package that cargo has by its path, and not from a registry: mostly another one of the user's.
    pub is_by_path: bool,
    /// The folder that rustc compiles it in.
    pub compiled_in: String,
    /// Whether it defines procedural macros.
    pub is_proc_macro: bool,
}

/// The files of the crates. The front end reads nothing but through this.
pub trait Files {
    /// The text of a file by its absolute path, `None` where there is none.
    fn read(&self, path: &str) -> Option<String>;

    /// The paths of the `*.rs` files below a folder, without those of `target` folders and of other packages.
    fn list(&self, folder: &str) -> Vec<String>;
}
