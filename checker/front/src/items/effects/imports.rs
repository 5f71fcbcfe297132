//! What an unknown name may mean: through the `use`s of its file, wherever they stand.
use ra_syntax::{AstNode, SyntaxNode, ast};

/// The imports of a file: the name, or none for a glob, with the path.
pub(super) struct Imports(Vec<(Option<String>, String)>);

impl Imports {
    /// All of a file's.
    pub(super) fn of(file: &SyntaxNode) -> Imports {
        let mut all = Vec::new();
        for item in file.descendants().filter_map(ast::Use::cast) {
            if let Some(tree) = item.use_tree() {
                collect(&tree, "", &mut all);
            }
        }
        Imports(all)
    }

    /// The full paths that a path may stand for, itself among them.
    pub(super) fn meanings(&self, path: &str) -> Vec<String> {
        let (first, rest) = path.split_once("::").map_or((path, None), |(first, rest)| (first, Some(rest)));
        let mut found = vec![path.to_owned()];
        for (name, target) in &self.0 {
            match name {
                Some(name) if name == first => {
                    found.push(rest.map_or_else(|| target.clone(), |rest| format!("{target}::{rest}")));
                }
                None => found.push(format!("{target}::{path}")),
                Some(_) => {}
            }
        }
        found
    }
}

fn collect(tree: &ast::UseTree, before: &str, out: &mut Vec<(Option<String>, String)>) {
    let own: String = tree.path().map(|path| path.syntax().text().to_string()).unwrap_or_default();
    let own: String = own.split_whitespace().collect();
    let own = own.trim_start_matches("::");
    let path = match (before, own) {
        ("", own) => own.to_owned(),
        (before, "" | "self") => before.to_owned(),
        (before, own) => format!("{before}::{own}"),
    };
    if let Some(list) = tree.use_tree_list() {
        list.use_trees().for_each(|inner| collect(&inner, &path, out));
        return;
    }
    if tree.star_token().is_some() {
        return out.push((None, path));
    }
    let renamed = tree.rename().and_then(|rename| Some(rename.name()?.text().to_string()));
    let name = renamed.or_else(|| path.rsplit("::").next().map(str::to_owned));
    out.push((name, path));
}

use ra_syntax::ast::HasName;
