//! Files that are not where one looks first: modules by `#[path]` outside of the folder of the crate's root, and what
//! `include!` and its kind name.
use base_db::{Env, SourceDatabase, SourceRoot, SourceRootId};
use hir_def::nameres::crate_def_map;
use hir_def::nameres::diagnostics::DefDiagnosticKind;
use ra_syntax::{AstNode, ast};
use salsa::Durability;
use triomphe::Arc;
use vfs::{FileId, VfsPath};

use super::load::vfs_path;
use super::{Database, Files, Origin};
use crate::guard::guard;

/// How often it is looked again, since a file that is found may name others.
const ROUNDS: usize = 8;

/// Where the files of the user and of dependencies are.
pub(super) const THEIRS: SourceRootId = SourceRootId(0);

impl Database {
    /// Loads what the modules of the user's crates name, and is not loaded.
    pub(super) fn complete(&mut self, files: &dyn Files) {
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
    }

    /// The places where a module's file is looked for that is not there.
    fn missing(&self) -> Vec<VfsPath> {
        let mut places = Vec::new();
        for krate in self.crates().filter(|krate| self.origin(*krate) == Origin::Local) {
            for diagnostic in crate_def_map(self, krate).diagnostics() {
                let DefDiagnosticKind::UnresolvedModule { ast, candidates } = &diagnostic.kind else { continue };
                let file = ast.file_id.original_file_respecting_includes(self).file_id(self);
                let mut folder = vfs_path(self.path(file));
                folder.pop();
                places.extend(candidates.iter().filter_map(|candidate| folder.join(candidate)));
            }
            for (_, module) in crate_def_map(self, krate).modules() {
                let Some(file) = module.origin.file_id() else { continue };
                let mut folder = vfs_path(self.path(file.file_id(self)));
                folder.pop();
                let calls = file.parse(self).syntax_node().descendants().filter_map(ast::MacroCall::cast);
                let named = calls.filter_map(|call| included(&call, krate.env(self)));
                places.extend(named.filter_map(|path| folder.join(&path)));
            }
        }
        places.retain(|place| shown(place).is_some_and(|path| self.file(&path).is_none()));
        places
    }

    /// Adds files that are not there yet.
    pub(super) fn add(&mut self, found: Vec<(String, VfsPath, String)>) {
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

/// The path in an `include!`, `include_str!` or `include_bytes!`: a literal, or several with variables of the build.
fn included(call: &ast::MacroCall, env: &Env) -> Option<String> {
    let name = call.path()?.segment()?.name_ref()?.text().to_string();
    if !matches!(name.as_str(), "include" | "include_str" | "include_bytes") {
        return None;
    }
    let text = call.token_tree()?.syntax().text().to_string();
    let tokens: proc_macro2::TokenStream = text.get(1..text.len().checked_sub(1)?)?.parse().ok()?;
    joined(tokens, env)
}

/// The text that string literals, `concat!` and `env!` come to.
fn joined(tokens: proc_macro2::TokenStream, env: &Env) -> Option<String> {
    use proc_macro2::TokenTree;
    let mut out = String::new();
    let mut name = String::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => name = ident.to_string(),
            TokenTree::Punct(_) => {}
            TokenTree::Literal(literal) => {
                out.push_str(&syn::parse_str::<syn::LitStr>(&literal.to_string()).ok()?.value());
            }
            TokenTree::Group(group) if name == "concat" => out.push_str(&joined(group.stream(), env)?),
            TokenTree::Group(group) if name == "env" => out.push_str(&env.get(&joined(group.stream(), env)?)?),
            TokenTree::Group(_) => return None,
        }
    }
    Some(out)
}

/// A place as a path.
fn shown(place: &VfsPath) -> Option<String> {
    match place.as_path() {
        Some(path) => Some(path.as_str().to_owned()),
        None => Some(place.to_string()),
    }
}
