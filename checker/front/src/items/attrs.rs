//! The attributes of an item, with what stands in `cfg_attr`s whose condition holds.
use std::ops::ControlFlow;

use base_db::Crate;
use cfg::CfgExpr;
use hir_expand::attrs::expand_cfg_attr;
use ra_syntax::{AstNode, SyntaxNode, TextRange, ast};

use crate::database::Database;

/// One attribute.
pub(crate) struct Attr {
    /// Its path without spaces: `derive`, `refine_spec::requires`.
    pub(crate) path: String,
    /// The path.
    pub(crate) syntax: ast::Path,
    /// All of it.
    pub(crate) meta: ast::Meta,
}

impl Attr {
    /// What is between its brackets.
    pub(crate) fn tree(&self) -> Option<ast::TokenTree> {
        self.meta.syntax().children().find_map(ast::TokenTree::cast)
    }
}

/// The attributes of an item as its crate is configured, without `cfg`s.
pub(crate) fn attributes(db: &Database, krate: Crate, item: &SyntaxNode) -> Vec<Attr> {
    let mut found = Vec::new();
    each(db, krate, item, |meta| {
        if let Some(syntax) = meta.syntax().children().find_map(ast::Path::cast) {
            found.push(Attr { path: text(&syntax), syntax, meta });
        }
    });
    found
}

/// Goes through the attributes, `cfg`s included.
fn each(db: &Database, krate: Crate, item: &SyntaxNode, mut take: impl FnMut(ast::Meta)) {
    let attrs = item.children().filter_map(ast::Attr::cast);
    expand_cfg_attr(
        attrs,
        || krate.cfg_options(db),
        |meta, _| {
            take(meta);
            ControlFlow::<()>::Continue(())
        },
    );
}

/// A path without spaces.
pub(crate) fn text(path: &ast::Path) -> String {
    path.syntax().text().to_string().split_whitespace().collect()
}

/// The conditions of an item's own `cfg`s.
fn conditions_of(db: &Database, krate: Crate, item: &SyntaxNode) -> Vec<ast::CfgPredicate> {
    let mut found = Vec::new();
    each(db, krate, item, |meta| {
        if let ast::Meta::CfgMeta(cfg) = meta {
            found.extend(cfg.cfg_predicate());
        }
    });
    found
}

/// The same as text.
pub(crate) fn conditions(db: &Database, krate: Crate, item: &SyntaxNode) -> Vec<String> {
    let all = conditions_of(db, krate, item);
    all.iter().map(|condition| condition.syntax().text().to_string()).collect()
}

/// Whether an item is compiled.
pub(crate) fn is_on(db: &Database, krate: Crate, item: &SyntaxNode) -> bool {
    let options = krate.cfg_options(db);
    let on = |condition: ast::CfgPredicate| options.check(&CfgExpr::parse_from_ast(condition)) != Some(false);
    conditions_of(db, krate, item).into_iter().all(on)
}

/// Whether an item is compiled for tests, and only for them.
pub(crate) fn is_test_only(db: &Database, krate: Crate, item: &SyntaxNode) -> bool {
    let mut options = krate.cfg_options(db).clone();
    options.insert_atom(intern::sym::test);
    let on = |condition: ast::CfgPredicate| options.check(&CfgExpr::parse_from_ast(condition)) != Some(false);
    !is_on(db, krate, item) && conditions_of(db, krate, item).into_iter().all(on)
}

/// The parts of an item's list that are not compiled, with the comma after each.
pub(crate) fn left_out(db: &Database, krate: Crate, parts: impl Iterator<Item = SyntaxNode>) -> Vec<TextRange> {
    let off = parts.filter(|part| !is_on(db, krate, part));
    let with_comma = |part: SyntaxNode| {
        let range = part.text_range();
        let after = part.siblings_with_tokens(ra_syntax::Direction::Next).skip(1);
        let mut after = after.skip_while(|element| element.kind().is_trivia());
        match after.next() {
            Some(next) if next.kind() == ra_syntax::T![,] => range.cover(next.text_range()),
            _ => range,
        }
    };
    off.map(with_comma).collect()
}
