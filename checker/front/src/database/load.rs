//! Files and crates into the database.
use base_db::target::{Arch, TargetData};
use base_db::{
    CrateBuilderId, CrateDisplayName, CrateGraphBuilder, CrateName, CrateOrigin, CrateWorkspaceData, DependencyBuilder,
    Env, FileChange, LangCrateOrigin, SourceDatabase as _, SourceRoot,
};
use cfg::CfgOptions;
use hir_def::set_expand_proc_attr_macros;
use hir_expand::change::ChangeWithProcMacros;
use hir_expand::proc_macro::ProcMacrosBuilder;
use intern::Symbol;
use paths::AbsPathBuf;
use ra_span::Edition;
use salsa::Durability;
use triomphe::Arc;
use vfs::file_set::FileSet;
use vfs::{FileId, VfsPath};

use super::missing::THEIRS;
use super::undecided::Decided;
use super::{Catalogue, CrateInput, Database, Files, Input, Libraries, Macros, OURS, Origin, Sysroot, stub, sysroot};

/// What is told of the target where the driver says nothing: sizes of pointers and integers are what matters of it.
const DATA_LAYOUT: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// The same for a target with pointers of 32 bits.
const DATA_LAYOUT_32: &str = "e-m:e-p:32:32-i64:64-i128:128-n32-S64";

/// The compiler that rust-analyzer is to take itself for: what `format_args!` comes to depends on it, and fits `specs/std`.
const TOOLCHAIN: semver::Version = semver::Version::new(1, 95, 0);

impl Database {
    /// Loads crates with the standard library in this program.
    pub fn load(input: &Input, files: &dyn Files) -> Database {
        Database::load_with_sysroot(input, files, &Sysroot::Embedded)
    }

    /// Loads crates with a standard library of one's choice.
    pub fn load_with_sysroot(input: &Input, files: &dyn Files, sysroot: &Sysroot) -> Database {
        Database::load_all(input, files, sysroot)
    }

    /// Loads crates with procedural macros that can be run.
    pub(crate) fn load_with_macros(
        input: &Input,
        files: &dyn Files,
        (macros, libraries): (&Macros, &Libraries),
    ) -> Database {
        let loader = Loader::new(Database::empty(), files);
        loader.all(input, &Sysroot::Embedded, |ids| macros.load(libraries, ids))
    }

    fn load_all(input: &Input, files: &dyn Files, sysroot: &Sysroot) -> Database {
        Loader::new(Database::empty(), files).all(input, sysroot, |_| None)
    }

    /// Loads other crates in place of those that are loaded: what is known of our own is kept. (Only of a database that was loaded with the
    /// standard library in this program, and without procedural macros that can be run.)
    pub(crate) fn load_instead(mut self, input: &Input, files: &dyn Files) -> Database {
        let catalogue = Arc::make_mut(&mut self.catalogue);
        let ours = catalogue.paths.iter().take_while(|path| path.starts_with(OURS)).count();
        let paths = catalogue.paths.drain(..ours).collect();
        *catalogue = Catalogue { paths, ..Catalogue::default() };
        catalogue.ids =
            (0..).map(FileId::from_raw).zip(&catalogue.paths).map(|(id, path)| (path.clone(), id)).collect();
        Loader::new(self, files).all(input, &Sysroot::Embedded, |_| None)
    }

    /// Takes the files of all crates that may change as they are now: those at a path. What cargo has unpacked stays as it is. `false` where
    /// a file is gone: then all is to be loaded anew.
    pub(crate) fn refresh(&mut self, input: &Input, files: &dyn Files) -> bool {
        let folders = |by_path: bool| {
            let crates = input.crates.iter().filter(move |krate| krate.is_by_path == by_path);
            crates.filter_map(|krate| folder_of(&krate.root)).collect::<Vec<_>>()
        };
        let foreign = folders(false);
        let may_change = |path: &str| !path.starts_with(OURS) && !foreign.iter().any(|folder| path.starts_with(folder));
        let known: Vec<String> = self.catalogue.paths.iter().filter(|path| may_change(path)).cloned().collect();
        if !self.catalogue.missing.is_empty() {
            return false;
        }
        for path in known {
            let (Some(text), Some(file)) = (files.read(&path), self.file(&path)) else { return false };
            if self.text(file) != text {
                self.edit(&path, &text);
            }
        }
        let new = folders(true).into_iter().flat_map(|folder| files.list(folder));
        let new = new.filter(|path| self.file(path).is_none());
        let new: Vec<_> = new.filter_map(|path| Some((path.clone(), vfs_path(&path), files.read(&path)?))).collect();
        if !new.is_empty() {
            self.add(new);
        }
        self.complete(files);
        true
    }
}

/// A database in the making.
struct Loader<'a> {
    db: Database,
    files: &'a dyn Files,
    change: FileChange,
    /// Files of the user and of dependencies; our own.
    sets: [FileSet; 2],
    graph: CrateGraphBuilder,
    /// The crates of the sysroot that are there, by name.
    sysroot: Vec<(&'static str, CrateBuilderId)>,
    spec: Option<CrateBuilderId>,
    ids: Vec<CrateBuilderId>,
    origins: Vec<(CrateBuilderId, Origin)>,
    workspace: Arc<CrateWorkspaceData>,
}

impl<'a> Loader<'a> {
    /// Of an empty database, or of one with our own files in it.
    fn new(db: Database, files: &'a dyn Files) -> Loader<'a> {
        Loader {
            db,
            files,
            change: FileChange::default(),
            sets: [FileSet::default(), FileSet::default()],
            graph: CrateGraphBuilder::default(),
            sysroot: Vec::new(),
            spec: None,
            ids: Vec::new(),
            origins: Vec::new(),
            workspace: workspace(DATA_LAYOUT),
        }
    }

    fn all(
        mut self,
        input: &Input,
        sysroot: &Sysroot,
        macros: impl FnOnce(&[CrateBuilderId]) -> Option<ProcMacrosBuilder>,
    ) -> Database {
        self.sysroot(input, sysroot);
        self.spec();
        self.crates(input);
        let macros = macros(&self.ids);
        let files = self.files;
        let mut db = self.finish(input, macros);
        db.complete(files);
        db
    }

    /// Adds a file; one that is there already keeps its text.
    fn file(&mut self, path: &str, text: String, ours: bool) -> FileId {
        let catalogue = Arc::make_mut(&mut self.db.catalogue);
        if let Some(&id) = catalogue.ids.get(path) {
            return id;
        }
        let id = FileId::from_raw(catalogue.paths.len() as u32);
        catalogue.paths.push(path.to_owned());
        catalogue.ids.insert(path.to_owned(), id);
        let place = if ours { VfsPath::new_virtual_path(format!("/{path}")) } else { vfs_path(path) };
        self.sets[usize::from(ours)].insert(id, place);
        let text = self.db.readable(id, text);
        self.change.change_file(id, Some(text));
        id
    }

    fn sysroot(&mut self, input: &Input, sysroot: &Sysroot) {
        let target = target_cfgs(input);
        if target.iter().any(|(key, value)| key == "target_pointer_width" && value.as_deref() == Some("32")) {
            self.workspace = workspace(DATA_LAYOUT_32);
        }
        for (path, text) in sysroot.files(self.files) {
            self.file(&format!("{OURS}/std/{path}"), text, true);
        }
        for (name, deps) in sysroot::CRATES {
            let Some(root) = self.db.file(&format!("{OURS}/std/{name}/src/lib.rs")) else { continue };
            let origin = CrateOrigin::Lang(LangCrateOrigin::from(name));
            let id = self.add((name, root, origin), Edition::Edition2024, &target, &[], None, false);
            for dep in deps {
                self.sysroot_dep(id, dep, true);
            }
            self.sysroot.push((name, id));
            self.origins.push((id, Origin::Std));
        }
    }

    fn spec(&mut self) {
        let library = |name: &str| CrateOrigin::Library { repo: None, name: Symbol::intern(name) };
        let root = self.file(&format!("{OURS}/refine_spec_macros/src/lib.rs"), stub::MACROS.to_owned(), true);
        let name = "refine_spec_macros";
        let macros = self.add((name, root, library(name)), Edition::Edition2024, &[], &[], None, true);
        self.public_deps(macros, true);
        let root = self.file(&format!("{OURS}/refine_spec/src/lib.rs"), stub::SPEC.to_owned(), true);
        let own = ("refine_spec", root, library("refine_spec"));
        let spec = self.add(own, Edition::Edition2024, &[], &[], None, false);
        self.public_deps(spec, false);
        self.dep(spec, name, macros);
        self.origins.extend([(macros, Origin::Spec), (spec, Origin::Spec)]);
        self.spec = Some(spec);
    }

    fn crates(&mut self, input: &Input) {
        for krate in &input.crates {
            let id = self.krate(krate);
            self.ids.push(id);
            let origin = if krate.is_local || krate.is_by_path { Origin::Local } else { Origin::Dependency };
            self.origins.push((id, origin));
        }
        for (from, krate) in self.ids.clone().into_iter().zip(&input.crates) {
            // Before the sysroot's, as rustc is told `--extern` first.
            for (name, index) in &krate.deps {
                if let (Some(&to), false) = (self.ids.get(*index), krate.spec.as_ref() == Some(name)) {
                    self.dep(from, name, to);
                }
            }
            if let (Some(spec), Some(name)) = (self.spec, &krate.spec) {
                self.dep(from, name, spec);
            }
            self.public_deps(from, krate.is_proc_macro);
        }
    }

    fn krate(&mut self, krate: &CrateInput) -> CrateBuilderId {
        let name = Symbol::intern(&krate.name);
        let origin = if krate.is_local {
            CrateOrigin::Local { repo: None, name: Some(name) }
        } else {
            CrateOrigin::Library { repo: None, name }
        };
        let text = self.files.read(&krate.root);
        let is_missing = text.is_none();
        let root = self.file(&krate.root, text.unwrap_or_default(), false);
        if is_missing {
            Arc::make_mut(&mut self.db.catalogue).missing.insert(root);
        }
        let generated = krate.env.iter().find(|(key, _)| key == "OUT_DIR").map(|(_, folder)| folder.as_str());
        for folder in folder_of(&krate.root).into_iter().chain(generated) {
            for path in self.files.list(folder) {
                if self.db.file(&path).is_none()
                    && let Some(text) = self.files.read(&path)
                {
                    self.file(&path, text, false);
                }
            }
        }
        let edition = krate.edition.parse().unwrap_or(Edition::Edition2024);
        let own = (krate.name.as_str(), root, origin);
        self.add(own, edition, &krate.cfgs, &krate.env, Some(&krate.compiled_in), krate.is_proc_macro)
    }

    fn add(
        &mut self,
        (name, root, origin): (&str, FileId, CrateOrigin),
        edition: Edition,
        cfgs: &[(String, Option<String>)],
        env: &[(String, String)],
        compiled_in: Option<&str>,
        is_proc_macro: bool,
    ) -> CrateBuilderId {
        let mut options = CfgOptions::default();
        for (key, value) in cfgs {
            match value {
                Some(value) => options.insert_key_value(Symbol::intern(key), Symbol::intern(value)),
                None => options.insert_atom(Symbol::intern(key)),
            }
        }
        let mut variables = Env::default();
        env.iter().for_each(|(key, value)| variables.set(key, value.clone()));
        let name = CrateDisplayName::from_canonical_name(name);
        let workspace = Arc::clone(&self.workspace);
        let folder = compiled_in.and_then(|folder| AbsPathBuf::try_from(folder).ok());
        let folder = Arc::new(folder.unwrap_or_else(nowhere));
        let attrs = Vec::new();
        let (options, potential) = (options, None);
        self.graph.add_crate_root(
            root,
            edition,
            Some(name),
            None,
            options,
            potential,
            variables,
            origin,
            attrs,
            is_proc_macro,
            folder,
            workspace,
        )
    }

    /// A cycle, as a package's tests may make one with itself, is left out.
    fn dep(&mut self, from: CrateBuilderId, name: &str, to: CrateBuilderId) {
        _ = self.graph.add_dep(from, DependencyBuilder::new(CrateName::normalize_dashes(name), to));
    }

    fn sysroot_dep(&mut self, from: CrateBuilderId, name: &str, prelude: bool) {
        let Some((_, to)) = self.sysroot.iter().find(|(each, _)| *each == name) else { return };
        let name = CrateName::normalize_dashes(name);
        _ = self.graph.add_dep(from, DependencyBuilder::with_prelude(name, *to, prelude, true));
    }

    fn public_deps(&mut self, from: CrateBuilderId, is_proc_macro: bool) {
        for (name, prelude) in sysroot::PUBLIC {
            self.sysroot_dep(from, name, prelude);
        }
        self.sysroot_dep(from, "proc_macro", is_proc_macro);
    }

    fn finish(mut self, input: &Input, macros: Option<ProcMacrosBuilder>) -> Database {
        let [theirs, ours] = self.sets;
        if ours.len() > 0 {
            self.change.set_roots(vec![SourceRoot::new_local(theirs), SourceRoot::new_library(ours)]);
        } else {
            // Our own are there, and stay: to set a root again counts as a change.
            self.db.set_local_files(theirs);
        }
        let graph = self.graph.clone();
        self.change.set_crate_graph(self.graph);
        let crates = self.change.apply(&mut self.db).unwrap_or_default();
        if macros.is_some() {
            // They are set together with a graph, and that only: it is the same once more.
            let mut source_change = FileChange::default();
            source_change.set_crate_graph(graph);
            ChangeWithProcMacros { source_change, proc_macros: macros }.apply(&mut self.db);
            set_expand_proc_attr_macros(&mut self.db, true);
        }
        let catalogue = Arc::make_mut(&mut self.db.catalogue);
        catalogue.crates = self.ids.iter().filter_map(|id| crates.get(id).copied()).collect();
        catalogue.local = input.local.iter().filter_map(|&at| catalogue.crates.get(at).copied()).collect();
        catalogue.folder.clone_from(&input.folder);
        let unasked = catalogue.crates.iter().zip(&input.crates);
        catalogue.unasked = unasked.filter_map(|(id, krate)| Some((*id, Decided::of(krate)?))).collect();
        let without = catalogue.crates.iter().zip(&input.crates).filter(|(_, krate)| krate.spec.is_none());
        catalogue.without_spec = without.map(|(id, _)| *id).collect();
        let origins = self.origins.into_iter();
        catalogue.origins = origins.filter_map(|(id, origin)| Some((*crates.get(&id)?, origin))).collect();
        self.db
    }
}

impl Database {
    /// Says which files there are beside our own.
    fn set_local_files(&mut self, set: FileSet) {
        for file in set.iter() {
            self.set_file_source_root_with_durability(file, THEIRS, Durability::LOW);
        }
        self.set_source_root_with_durability(THEIRS, Arc::new(SourceRoot::new_local(set)), Durability::LOW);
    }
}

fn workspace(layout: &str) -> Arc<CrateWorkspaceData> {
    let target = TargetData { data_layout: layout.into(), arch: Arch::Other };
    Arc::new(CrateWorkspaceData { target: Ok(target), toolchain: Some(TOOLCHAIN) })
}

/// What our own crates are configured with: what the target says, without what is one package's.
fn target_cfgs(input: &Input) -> Vec<(String, Option<String>)> {
    let first = input.local.first().and_then(|&at| input.crates.get(at));
    let cfgs = first.map(|krate| krate.cfgs.clone()).unwrap_or_default();
    cfgs.into_iter().filter(|(key, _)| !matches!(key.as_str(), "feature" | "test" | "debug_assertions")).collect()
}

/// The folder that a file is in.
fn folder_of(path: &str) -> Option<&str> {
    path.rfind(['/', '\\']).map(|at| &path[..at])
}

/// A path on disk, or, where it is none of this system, as in tests, one in memory.
pub(super) fn vfs_path(path: &str) -> VfsPath {
    match AbsPathBuf::try_from(path) {
        Ok(path) => path.normalize().into(),
        Err(_) => VfsPath::new_virtual_path(format!("/{}", path.trim_start_matches('/'))),
    }
}

/// A folder for what is compiled in none that is known.
fn nowhere() -> AbsPathBuf {
    let root = if cfg!(windows) { "C:\\" } else { "/" };
    AbsPathBuf::assert(root.into())
}
