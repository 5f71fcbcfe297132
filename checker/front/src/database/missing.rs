//! Files that are not where one looks first: modules by `#[path]` outside of the folder of the crate's root.
use base_db::{SourceDatabase, SourceRoot, SourceRootId};
use hir_def::nameres::crate_def_map;
use hir_def::nameres::diagnostics::DefDiagnosticKind;
use salsa::Durability;
use triomphe::Arc;
use vfs::{FileId, VfsPath};

use super::load::vfs_path;
use super::{Database, Files};
use crate::guard::guard;

/// How often it is looked again, since a file that is found may name others.
const ROUNDS: usize = 8;

/// Where the files of the user and of dependencies are.
pub(super) const THEIRS: SourceRootId = SourceRootId(0);

impl Database {
    /// Loads what the modules of the crates under check name, and is not loaded.
    pub(super) fn complete(mut self, files: &dyn Files) -> Database {
        for _ in 0..ROUNDS {
            let found: Vec<(String, VfsPath, String)> = self
                .attach(|| guard(|| self.missing()))
                .unwrap_or_default()
                .into_iter()
                .filter_map(|place| {
                    let path = shown(&place)?;
                    let text = files.read(&path)?;
                    Some((path, place, text))
                })
                .collect();
            if found.is_empty() {
                break;
            }
            self.add(found);
        }
        self
    }

    /// The places where a module's file is looked for that is not there.
    fn missing(&self) -> Vec<VfsPath> {
        let mut places = Vec::new();
        for &krate in self.local() {
            for diagnostic in crate_def_map(self, krate).diagnostics() {
                let DefDiagnosticKind::UnresolvedModule { ast, candidates } = &diagnostic.kind else { continue };
                let file = ast.file_id.original_file_respecting_includes(self).file_id(self);
                let mut folder = vfs_path(self.path(file));
                folder.pop();
                places.extend(candidates.iter().filter_map(|candidate| folder.join(candidate)));
            }
        }
        places.retain(|place| shown(place).is_some_and(|path| self.file(&path).is_none()));
        places
    }

    fn add(&mut self, found: Vec<(String, VfsPath, String)>) {
        let root = self.source_root(THEIRS).source_root(self);
        let mut set = vfs::file_set::FileSet::default();
        for file in root.iter() {
            if let Some(path) = root.path_for_file(&file) {
                set.insert(file, path.clone());
            }
        }
        for (path, place, text) in found {
            let catalogue = Arc::make_mut(&mut self.catalogue);
            let id = FileId::from_raw(catalogue.paths.len() as u32);
            if catalogue.ids.insert(path.clone(), id).is_some() {
                continue;
            }
            catalogue.paths.push(path);
            set.insert(id, place);
            self.set_file_source_root_with_durability(id, THEIRS, Durability::LOW);
            let text = self.readable(id, text);
            self.set_file_text_with_durability(id, &text, Durability::LOW);
        }
        self.set_source_root_with_durability(THEIRS, Arc::new(SourceRoot::new_local(set)), Durability::LOW);
    }
}

/// A place as a path.
fn shown(place: &VfsPath) -> Option<String> {
    match place.as_path() {
        Some(path) => Some(path.as_str().to_owned()),
        None => Some(place.to_string()),
    }
}
