//! One harness per crate: a copy of the user's package with a way in to each function under test.
//!
//! The copy (the *shadow package*) lives in `<target>/refine/harness/<package>/` and is built by the user's own cargo in
//! `<target>/refine/build`. Every module gets one child module that can see its private items; user lines do not move.
//!
//! **Invariant:** nothing outside `<target>/refine` is written, and the copy depends on nothing that the package itself
//! does not depend on.
mod cargo;
mod emit;
mod instrument;
mod loops;
pub(crate) mod manifest;
mod mirror;
mod raw;
mod terms;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use refine_core::ir::ObligationIx;
use refine_core::obligation::Kind;
use refine_core::program::{FnId, FnInst, Program};
use refine_core::span::{FileId, LineCol, Sources};

use self::cargo::{Built, CompileError, Site};
use self::emit::{Emitter, ModuleCode, Piece};
use self::instrument::Insertions;
use self::loops::LoopClauses;
use crate::outcome::ClauseRef;

/// The package whose functions are run, as `cargo metadata` tells it.
#[derive(Clone, Debug)]
pub struct PackageInfo {
    /// The package's name.
    pub name: String,
    /// The folder of its `Cargo.toml`.
    pub root: PathBuf,
    /// The folder of the workspace's `Cargo.toml`; the same for a package on its own.
    pub workspace_root: PathBuf,
    /// Its `Cargo.toml`.
    pub manifest: PathBuf,
    /// The root file of the library, or of the binary in a package without one, relative to `root`: `src/lib.rs`.
    pub root_file: String,
    /// The name of the library (or binary) as an identifier: `my_crate`.
    pub crate_name: String,
    /// Whether it is a library.
    pub is_library: bool,
    /// `2015`, `2018`, `2021` or `2024`.
    pub edition: String,
    /// refine's folder in cargo's target folder: `target/refine`.
    pub folder: PathBuf,
}

/// How to call cargo.
#[derive(Clone, Debug)]
pub struct Cargo {
    /// The program.
    pub program: PathBuf,
    /// Never use the network.
    pub offline: bool,
    /// Further arguments for the build: `--features`, `--no-default-features`.
    pub args: Vec<String>,
}

impl Default for Cargo {
    fn default() -> Self {
        Cargo {
            program: std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()).into(),
            offline: false,
            args: Vec::new(),
        }
    }
}

/// What to build a harness for.
#[derive(Clone)]
pub struct BuildRequest<'a> {
    /// The program under check.
    pub program: &'a dyn Program,
    /// Its package.
    pub package: PackageInfo,
    /// The functions to run.
    pub functions: Vec<FnInst>,
}

/// Why there is no harness.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The crate does not compile, with or without the harness.
    #[error("{message}")]
    UserCode {
        /// The compiler's message.
        message: String,
        /// The file, relative to the package's root.
        file: Option<String>,
        /// The place in it.
        at: Option<LineCol>,
        /// The compiler's whole message, for a terminal.
        rendered: String,
    },
    /// Cargo did not get as far as compiling the crate, or a dependency does not compile.
    #[error("cargo cannot build the crate for running: {0}")]
    Cargo(String),
    /// The kind of package cannot be run in a harness.
    #[error("{0}")]
    Unsupported(String),
    /// The copy could not be written.
    #[error("cannot write the harness: {0}")]
    Io(#[from] std::io::Error),
}

/// A function in the harness.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    pub(crate) unsupported: Option<String>,
    pub(crate) unevaluated: Vec<(ClauseRef, String)>,
    /// The obligations at each probe.
    pub(crate) probes: HashMap<u32, Vec<ObligationIx>>,
    /// The obligations of the loops whose clauses are looked at.
    pub(crate) loops: HashMap<usize, LoopClauses>,
}

/// The built copy, before it is run.
pub(crate) struct Shadow {
    pub(crate) program: PathBuf,
    pub(crate) root: PathBuf,
    pub(crate) entries: Vec<Entry>,
    insertions: Insertions,
}

impl Shadow {
    /// The user's own place for a place that the harness reported.
    pub(crate) fn place(&self, sources: &Sources, file: &str, at: LineCol) -> (String, LineCol) {
        let shown = Path::new(file).strip_prefix(&self.root).unwrap_or(Path::new(file)).display().to_string();
        match sources.iter().find(|(_, source)| source.path == shown) {
            Some((id, _)) => (shown, self.insertions.original(sources, id, at)),
            None => (shown, at),
        }
    }
}

const RUNTIME: [(&str, &str); 7] = [
    ("rt.rs", include_str!("../runtime/mod.rs")),
    ("int.rs", include_str!("../runtime/int.rs")),
    ("ops.rs", include_str!("../runtime/ops.rs")),
    ("spec.rs", include_str!("../runtime/spec.rs")),
    ("turns.rs", include_str!("../runtime/turns.rs")),
    ("value.rs", include_str!("../runtime/value.rs")),
    ("wire.rs", include_str!("../runtime/wire.rs")),
];

/// A build fails in rounds: each drops what did not compile.
const ROUNDS: usize = 12;

/// Writes and builds the shadow package.
pub(crate) fn build(request: &BuildRequest<'_>, cargo: &Cargo) -> Result<Shadow, BuildError> {
    Builder::new(request, cargo).build()
}

/// One round's files.
struct Written {
    modules: BTreeMap<usize, ModuleCode>,
    insertions: Insertions,
    entries: Vec<Entry>,
}

struct Builder<'a> {
    request: &'a BuildRequest<'a>,
    cargo: &'a Cargo,
    /// Where the mirror of the workspace is.
    base: PathBuf,
    /// Where the code that is added is.
    added: PathBuf,
    /// The shadow package.
    root: PathBuf,
    dropped: HashMap<Piece, String>,
    /// Functions whose loops are not looked at.
    unwatched: HashSet<FnId>,
    /// Functions whose text stays as it is, and whether all of it does.
    bare: HashSet<FnId>,
    all_bare: bool,
}

impl<'a> Builder<'a> {
    fn new(request: &'a BuildRequest<'a>, cargo: &'a Cargo) -> Self {
        let package = &request.package;
        let base = package.folder.join("harness").join(&package.name);
        let inner = package.root.strip_prefix(&package.workspace_root).unwrap_or(Path::new(""));
        let (added, root) = (base.join("added"), base.join("copy").join(inner));
        Builder {
            request,
            cargo,
            base,
            added,
            root,
            dropped: HashMap::new(),
            unwatched: HashSet::new(),
            bare: HashSet::new(),
            all_bare: false,
        }
    }

    fn build(mut self) -> Result<Shadow, BuildError> {
        let package = &self.request.package;
        let manifest = manifest::shadow(package, &self.added.join("main.rs")).map_err(BuildError::Unsupported)?;
        let target_dir = package.folder.join("build");
        let mut last = String::new();
        for _ in 0..ROUNDS {
            let Written { modules, insertions, entries } = self.write(&manifest)?;
            match cargo::build(self.cargo, package, &self.root.join("Cargo.toml"), &target_dir) {
                Built::Program(program) => return Ok(Shadow { program, root: self.root, entries, insertions }),
                Built::Failed(message) => return Err(BuildError::Cargo(message)),
                Built::Errors(errors) => {
                    last = errors.iter().map(|error| error.rendered.as_str()).collect();
                    self.drop_failures(&modules, &insertions, &errors)?;
                }
            }
        }
        Err(BuildError::Cargo(last))
    }

    fn checks(&self) -> Vec<FnId> {
        if self.all_bare {
            return Vec::new();
        }
        let program = self.request.program;
        let wanted = |(at, def): (usize, &refine_core::program::FnDef)| {
            let id = FnId(at as u32);
            let text = program.sources().text(def.item.file_start(def.span.start));
            let fits = !def.std && def.generics.is_empty() && !self.bare.contains(&id);
            let here = fits
                && !text.split_whitespace().any(|word| word == "const")
                && !self.dropped.contains_key(&Piece::Check(id));
            if !here || def.block.start == def.block.end || self.test_only(def.module.0 as usize) {
                return None;
            }
            let contract = program.contract(&FnInst { func: id, args: Vec::new() });
            (contract.explicit && !contract.requires.is_empty()).then_some(id)
        };
        program.fns().iter().enumerate().filter_map(wanted).collect()
    }

    fn test_only(&self, module: usize) -> bool {
        let modules = self.request.program.modules();
        let mut at = Some(module);
        while let Some(here) = at {
            if modules[here].test_only {
                return true;
            }
            at = modules[here].parent.map(|parent| parent.0 as usize);
        }
        false
    }

    /// Writes everything; cargo sees what changed.
    fn write(&self, manifest: &str) -> Result<Written, BuildError> {
        let BuildRequest { program, package, functions } = self.request;
        let program = *program;
        let checks = self.checks();
        let emitter = Emitter { program, functions, checks: &checks, loops: &[], dropped: &self.dropped };
        let guards: Vec<(FnId, String)> =
            checks.iter().filter_map(|func| Some((*func, emitter.entry_check(*func)?))).collect();
        let guarded: Vec<FnId> = guards.iter().map(|(func, _)| *func).collect();
        let mut loops = emitter.watchable();
        loops.retain(|one| self.watched(functions[one.func].func));
        let emitter = Emitter { program, functions, checks: &guarded, loops: &loops, dropped: &self.dropped };
        let modules = emitter.modules();

        let mut insertions = Insertions::default();
        for (func, text) in &guards {
            let block = program.func(*func).block;
            insertions.add(block.file, block.start + 1, text);
        }
        let entries = self.entries(&emitter, &mut insertions);
        for (&home, code) in &modules {
            let end = program.modules()[home].end;
            let at_end = end.start as usize >= program.sources().file(end.file).text.len();
            let mut text = if at_end { String::from("\n") } else { String::from(" ") };
            if home == 0 {
                text += &format!("#[path = {:?}] #[doc(hidden)] pub mod __refine_rt; ", self.added.join("rt.rs"));
            }
            let file = self.added.join(format!("m{home}.rs"));
            text += &format!("#[path = {file:?}] #[doc(hidden)] pub mod __refine; ");
            insertions.add(end.file, end.start, &text);
            mirror::write_if_changed(&file, &code.text)?;
        }
        for (name, text) in RUNTIME {
            mirror::write_if_changed(&self.added.join(name), text)?;
        }
        let main = format!(
            "extern crate {} as subject;\nfn main() {{ subject::__refine_rt::main(subject::__refine::call) }}\n",
            package.crate_name
        );
        mirror::write_if_changed(&self.added.join("main.rs"), &main)?;

        let inner = package.root.strip_prefix(&package.workspace_root).unwrap_or(Path::new(""));
        let mut replaced = BTreeMap::from([(inner.join("Cargo.toml"), manifest.to_string())]);
        for (file, text) in insertions.apply(program.sources()) {
            replaced.insert(manifest::normal(&inner.join(&program.sources().file(file).path)), text);
        }
        let lock = self.root.join("Cargo.lock");
        if let (false, Ok(text)) = (lock.exists(), std::fs::read_to_string(package.workspace_root.join("Cargo.lock"))) {
            mirror::write_if_changed(&lock, &text)?;
        }
        mirror::mirror(&package.workspace_root, &self.base.join("copy"), &replaced)?;
        Ok(Written { modules, insertions, entries })
    }

    fn entries(&self, emitter: &Emitter<'_>, insertions: &mut Insertions) -> Vec<Entry> {
        let program = self.request.program;
        let mut places: HashMap<(FileId, u32), u32> = HashMap::new();
        let mut entries = Vec::new();
        for (number, inst) in self.request.functions.iter().enumerate() {
            let mut entry = Entry { unsupported: emitter.unsupported(number), ..Entry::default() };
            for (at, clause) in program.contract(inst).raw.iter().enumerate() {
                if let (false, Some(reason)) = (clause.requires, self.dropped.get(&Piece::Raw(number, at))) {
                    entry.unevaluated.push((ClauseRef::Raw(at), reason.clone()));
                }
            }
            let body = program.body(inst).filter(|_| entry.unsupported.is_none() && !self.all_bare);
            for (at, obligation) in body.iter().flat_map(|body| body.obligations.iter().enumerate()) {
                let Some(point) = program.probe(inst, obligation.span) else { continue };
                if of_loop(obligation.kind) {
                    continue;
                }
                if self.must_stay(point.at.file, point.at.start) {
                    continue;
                }
                let next = places.len() as u32;
                let probe = *places.entry((point.at.file, point.at.start)).or_insert_with(|| {
                    insertions.add(point.at.file, point.at.start, &format!(" crate::__refine_rt::hit({next}); "));
                    next
                });
                entry.probes.entry(probe).or_default().push(ObligationIx(at as u32));
            }
            entries.push(entry);
        }
        for loops::Watched { one, probe, clauses } in
            loops::insert(program, &self.request.functions, emitter.loops, insertions)
        {
            let entry = &mut entries[one.func];
            entry.probes.insert(probe, clauses.invariants.iter().map(|(entry, _)| *entry).collect());
            let later = clauses.invariants.iter().map(|(_, preserved)| *preserved).chain(clauses.measure);
            entry.probes.insert(probe + 1, later.collect());
            entry.loops.insert(one.at, clauses);
        }
        entries
    }

    /// Whether the loops of a function may be looked at.
    fn watched(&self, func: FnId) -> bool {
        let block = self.request.program.func(func).block;
        !self.all_bare && !self.unwatched.contains(&func) && !self.must_stay(block.file, block.start)
    }

    /// Whether a place is in a function that must not be changed: a `const fn` cannot call the runtime.
    fn must_stay(&self, file: FileId, offset: u32) -> bool {
        let program = self.request.program;
        let inside =
            program.fns().iter().enumerate().filter(|(_, def)| {
                !def.std && def.item.file == file && (def.item.start..def.item.end).contains(&offset)
            });
        inside.into_iter().any(|(at, def)| {
            let head = program.sources().text(def.item.file_start(def.span.start));
            self.bare.contains(&FnId(at as u32)) || head.split_whitespace().any(|word| word == "const")
        })
    }

    /// Gives up what did not compile; an error if that is the user's own code.
    fn drop_failures(
        &mut self,
        modules: &BTreeMap<usize, ModuleCode>,
        insertions: &Insertions,
        errors: &[CompileError],
    ) -> Result<(), BuildError> {
        let mut progress = false;
        let mut theirs = None;
        for error in errors {
            let owner = error.places.iter().find_map(|Site { file, line, .. }| {
                let file = file.strip_prefix(&self.added).ok()?.to_str()?;
                let home: usize = file.strip_prefix('m')?.strip_suffix(".rs")?.parse().ok()?;
                modules.get(&home)?.owner(*line as usize)
            });
            match owner {
                Some(Piece::Frame) => {}
                Some(piece) => progress |= self.dropped.insert(piece.clone(), error.message.clone()).is_none(),
                None => theirs = theirs.or(Some(error)),
            }
        }
        if progress {
            return Ok(());
        }
        let Some(error) = theirs else {
            return Err(BuildError::Cargo(errors.iter().map(|error| error.rendered.as_str()).collect()));
        };
        if !self.all_bare {
            self.all_bare = !self.spare(error);
            return Ok(());
        }
        let own = error.places.iter().find(|site| site.file.is_relative() || site.file.starts_with(&self.root));
        // Without any place it is said of the crate as a whole.
        if own.is_none() && !error.places.is_empty() {
            return Err(BuildError::Cargo(error.rendered.clone()));
        }
        Err(BuildError::UserCode {
            message: error.message.clone(),
            at: own.map(|site| self.original(insertions, site)),
            file: own.map(|site| self.shown(site)),
            rendered: error.rendered.clone(),
        })
    }

    /// A file of the copy as the user knows it.
    fn shown(&self, site: &Site) -> String {
        site.file.strip_prefix(&self.root).unwrap_or(&site.file).display().to_string()
    }

    /// A place in the copy as the user knows it.
    fn original(&self, insertions: &Insertions, site: &Site) -> LineCol {
        let sources = self.request.program.sources();
        let at = LineCol { line: site.line, column: site.column };
        let shown = self.shown(site);
        let known = sources.iter().find(|(_, source)| source.path == shown);
        known.map_or(at, |(id, _)| insertions.original(sources, id, at))
    }

    /// Leaves the function around an error as it was written; `false` if there is none left to spare.
    fn spare(&mut self, error: &CompileError) -> bool {
        let program = self.request.program;
        let around = |site: &Site| {
            let shown = self.shown(site);
            let found = program.fns().iter().enumerate().find(|(_, def)| {
                let source = program.sources().file(def.item.file);
                let lines = source.line_col(def.item.start).line..=source.line_col(def.item.end).line;
                !def.std && source.path == shown && lines.contains(&site.line)
            });
            found.map(|(at, _)| FnId(at as u32))
        };
        let Some(func) = error.places.iter().find_map(around) else { return false };
        // Where its loops are looked at, a variable may be borrowed.
        self.unwatched.insert(func) || self.bare.insert(func)
    }
}

/// Whether an obligation is about the turns of a loop.
fn of_loop(kind: Kind) -> bool {
    matches!(kind, Kind::LoopEntry | Kind::LoopPreserved | Kind::Decreases)
}

/// The part of an item before its name.
trait Head {
    fn file_start(&self, end: u32) -> refine_core::span::Span;
}

impl Head for refine_core::span::Span {
    fn file_start(&self, end: u32) -> refine_core::span::Span {
        refine_core::span::Span { file: self.file, start: self.start.min(end), end }
    }
}
