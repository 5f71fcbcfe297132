//! The attributes of an item, with what stands in `cfg_attr`s whose condition holds.
use std::ops::ControlFlow;

use base_db::Crate;
use hir_expand::attrs::expand_cfg_attr;
use ra_syntax::{AstNode, ast};

use crate::database::Database;

/// One attribute.
pub(crate) struct Attr {
    /// Its path without spaces: `derive`, `refine_spec::requires`.
    pub(crate) path: String,
    /// All of it.
    pub(crate) meta: ast::Meta,
}

impl Attr {
    /// What is between its brackets, without them.
    pub(crate) fn args(&self) -> Option<String> {
        let tree = self.meta.syntax().children().find_map(ast::TokenTree::cast)?;
        let text = tree.syntax().text().to_string();
        text.get(1..text.len().checked_sub(1)?).map(str::to_owned)
    }
}

/// The attributes of an item as its crate is configured, without `cfg`s.
pub(crate) fn attributes(db: &Database, krate: Crate, item: &impl ast::HasAttrs) -> Vec<Attr> {
    let mut found = Vec::new();
    expand_cfg_attr(
        ast::HasAttrs::attrs(item),
        || krate.cfg_options(db),
        |meta, _| {
            if let Some(path) = meta.syntax().children().find_map(ast::Path::cast) {
                let path = path.syntax().text().to_string().split_whitespace().collect();
                found.push(Attr { path, meta });
            }
            ControlFlow::<()>::Continue(())
        },
    );
    found
}
