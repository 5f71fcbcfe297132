//! For the tests of all rooms: source text as a crate, with our standard library and `refine_spec`.
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::context::{Context, Options};
use crate::database::{CrateInput, Database, Files, Input, Sysroot};
use crate::items::Items;
use crate::spans::Spans;
use crate::types::Types;

/// Files in memory, by absolute path; what is not there is looked for on disk.
#[derive(Default)]
pub struct Memory {
    files: BTreeMap<String, String>,
}

impl Memory {
    /// Files by path below `/demo`, such as `src/lib.rs`.
    pub fn new(files: &[(&str, &str)]) -> Memory {
        let file = |(path, text): &(&str, &str)| (format!("/demo/{path}"), (*text).to_owned());
        Memory { files: files.iter().map(file).collect() }
    }
}

impl Files for Memory {
    fn read(&self, path: &str) -> Option<String> {
        self.files.get(path).cloned().or_else(|| std::fs::read_to_string(path).ok())
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let below = |path: &&String| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let mut all: Vec<String> = self.files.keys().filter(below).cloned().collect();
        disk(folder.as_ref(), &mut all);
        all
    }
}

fn disk(folder: &std::path::Path, out: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            disk(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path.to_string_lossy().into_owned());
        }
    }
}

/// A crate `demo` with the root `/demo/src/lib.rs`.
pub fn demo() -> CrateInput {
    let cfgs = [("unix", None), ("debug_assertions", None), ("target_pointer_width", Some("64"))];
    CrateInput {
        name: "demo".to_owned(),
        root: "/demo/src/lib.rs".to_owned(),
        edition: "2024".to_owned(),
        cfgs: cfgs.iter().map(|(key, value)| ((*key).to_owned(), value.map(str::to_owned))).collect(),
        env: vec![("CARGO_PKG_NAME".to_owned(), "demo".to_owned())],
        deps: Vec::new(),
        unasked: None,
        spec: Some("refine_spec".to_owned()),
        is_local: true,
        is_by_path: true,
        compiled_in: "/demo".to_owned(),
        is_proc_macro: false,
    }
}

/// A database of the one crate. The standard library is the embedded one, or that in the folder that the environment's
/// `REFINE_STD` names, while it is being written.
pub fn load(krate: CrateInput, files: &[(&str, &str)]) -> Database {
    load_crates(vec![krate], files)
}

/// A database of crates, the last of which is under check, with the same standard library.
pub fn load_crates(crates: Vec<CrateInput>, files: &[(&str, &str)]) -> Database {
    let sysroot = std::env::var("REFINE_STD").map_or(Sysroot::Embedded, Sysroot::Folder);
    load_all(crates, files, &sysroot)
}

/// A database of crates, the last of which is under check, without a standard library: for what needs none, and is fast.
pub fn load_bare(crates: Vec<CrateInput>, files: &[(&str, &str)]) -> Database {
    load_all(crates, files, &Sysroot::Empty)
}

fn load_all(crates: Vec<CrateInput>, files: &[(&str, &str)], sysroot: &Sysroot) -> Database {
    let local = vec![crates.len().saturating_sub(1)];
    let input = Input { crates, local, folder: "/demo".to_owned() };
    Database::load_with_sysroot(&input, &Memory::new(files), sysroot)
}

/// Runs a test on a crate of one file.
///
/// All tests of a process share one database, one after the other: what there is to be known of the standard library is
/// found out once.
pub fn with<R>(source: &str, run: impl FnOnce(&Context<'_>) -> R) -> R {
    static SHARED: OnceLock<Mutex<Database>> = OnceLock::new();
    let shared = SHARED.get_or_init(|| Mutex::new(load(demo(), &[("src/lib.rs", "")])));
    // A test that failed left nothing half done.
    let mut db = shared.lock().unwrap_or_else(PoisonError::into_inner);
    db.edit("/demo/src/lib.rs", source);
    with_database(&db, run)
}

/// Runs a test on the crate of a database.
pub fn with_database<R>(db: &Database, run: impl FnOnce(&Context<'_>) -> R) -> R {
    db.attach(|| {
        let krate = db.local()[0];
        let (types, spans) = (Types::new(db, krate), Spans::new(db, krate));
        let items = Items::collect(&types, &spans);
        let context = Context::new(&items, &types, &spans, Options::default());
        run(&context)
    })
}

/// A body as text.
pub fn mir_text(context: &Context<'_>, body: &refine_core::mir::Body) -> String {
    let program = refine_core::finished::FinishedProgram {
        adts: context.types.adts(),
        fns: context.fn_defs(),
        ..Default::default()
    };
    refine_core::mir::print::body_text(&program, body)
}
