//! The items of a crate that attribute macros of other crates may rewrite, wherever they stand.
use base_db::Crate;
use hir_def::ModuleId;
use hir_def::nameres::crate_def_map;
use hir_expand::{HirFileId, InFile};
use ra_syntax::{AstNode, SyntaxNode, ast};
use vfs::FileId;

use super::attrs::is_on;
use super::doubts::Doubts;
use crate::database::Database;

/// An item that may be another.
pub(super) struct Rewritten {
    /// The attribute.
    pub(super) attribute: String,
    pub(super) node: SyntaxNode,
    pub(super) source: HirFileId,
    pub(super) file: FileId,
}

/// All of a crate.
pub(super) fn rewritten(db: &Database, doubts: &Doubts<'_>, krate: Crate) -> Vec<Rewritten> {
    let mut found = Vec::new();
    for (module, data) in crate_def_map(db, krate).modules() {
        let source = data.definition_source(db);
        let HirFileId::FileId(file) = source.file_id else { continue };
        let mut search =
            RewriteSearch { db, doubts, module, source: source.file_id, file: file.file_id(db), found: &mut found };
        let node = source.value.node();
        let items = ast::Module::cast(node.clone()).and_then(|module| module.item_list());
        search.list(&items.map_or(node, |items| items.syntax().clone()));
    }
    found
}

/// The search in one module.
struct RewriteSearch<'a> {
    db: &'a Database,
    doubts: &'a Doubts<'a>,
    module: ModuleId,
    source: HirFileId,
    file: FileId,
    found: &'a mut Vec<Rewritten>,
}

impl RewriteSearch<'_> {
    /// The items of the module. Modules in it are looked at on their own.
    fn list(&mut self, items: &SyntaxNode) {
        for item in items.children() {
            if self.look(&item) && !ast::Module::can_cast(item.kind()) {
                self.inside(&item);
            }
        }
    }

    fn inside(&mut self, node: &SyntaxNode) {
        for part in node.children() {
            if self.look(&part) {
                self.inside(&part);
            }
        }
    }

    /// Whether what is in a node is of interest.
    fn look(&mut self, node: &SyntaxNode) -> bool {
        if ast::Attr::can_cast(node.kind()) {
            return false;
        }
        if !node.children().any(|part| ast::Attr::can_cast(part.kind())) {
            return true;
        }
        if !is_on(self.db, self.module.krate(self.db), node) {
            return false;
        }
        let is_item = ast::Item::can_cast(node.kind());
        let of = || self.doubts.attribute(&InFile::new(self.source, node.clone()), self.module);
        if let Some((attribute, _)) = is_item.then(of).flatten() {
            self.found.push(Rewritten { attribute, node: node.clone(), source: self.source, file: self.file });
        }
        true
    }
}
