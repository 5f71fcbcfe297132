//! Items as text: what they are called, and which names they mention.
use std::collections::BTreeSet;

use ra_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, ast};

/// What an item is called, and on what its meaning rests, its body aside.
#[derive(Default)]
pub(super) struct Item {
    pub(super) names: Vec<String>,
    pub(super) mentions: BTreeSet<String>,
    /// An implementation for anything else than a type by name: what follows from it cannot be told by names.
    pub(super) nameless: bool,
    /// Whether it is an implementation.
    pub(super) is_impl: bool,
}

/// Traits whose implementation changes what other names mean, or adds calls that nobody writes.
const CHANGES_EVERY_NAME: [&str; 3] = ["Deref", "DerefMut", "Drop"];

impl Item {
    pub(super) fn of(node: &SyntaxNode, types: &BTreeSet<String>) -> Item {
        let mut item = Item { names: own_name(node).into_iter().collect(), ..Item::default() };
        match ast::Item::cast(node.clone()) {
            // A module is its items.
            Some(ast::Item::Module(_)) | None => return item,
            Some(ast::Item::Impl(of)) => item.implementation(&of, types),
            Some(ast::Item::Use(of)) => of.syntax().descendants().filter_map(ast::UseTree::cast).for_each(|tree| {
                item.nameless |= tree.star_token().is_some();
                match tree.rename() {
                    Some(rename) => item.names.extend(own_name(rename.syntax())),
                    None if tree.use_tree_list().is_some() => {}
                    None => item.names.extend(tree.path().map(|path| last_name(path.syntax()))),
                }
            }),
            Some(ast::Item::ExternCrate(of)) => {
                let renamed = of.rename().and_then(|rename| own_name(rename.syntax()));
                item.names.extend(renamed.or_else(|| Some(of.name_ref()?.text().to_string())));
                // Its macros get names of which nothing is written here.
                item.nameless = brings_macros(node);
            }
            Some(ast::Item::MacroCall(_) | ast::Item::ExternBlock(_) | ast::Item::AsmExpr(_)) => item.nameless = true,
            // With the fields and variants of a type, and what is in a trait.
            Some(_) => {
                let parts = node.descendants().filter(|part| is_part(part.kind()));
                item.names.extend(parts.filter_map(|part| own_name(&part)));
            }
        }
        // What is in an implementation is an item of its own.
        let list = ast::Impl::cast(node.clone()).and_then(|of| of.assoc_item_list()).map(|list| list.syntax().clone());
        let body = Item::hidden_body(node).or(list).map(|body| body.text_range());
        item.mentions.extend(words(node).into_iter().filter(|_| body.is_none()));
        if let Some(body) = body {
            let tokens = identifiers(node).filter(|token| !body.contains_range(token.text_range()));
            item.mentions.extend(tokens.map(|token| plain(token.text()).to_owned()));
        }
        item
    }

    fn implementation(&mut self, of: &ast::Impl, types: &BTreeSet<String>) {
        let path = of.self_ty().and_then(|ty| ast::PathType::cast(ty.syntax().clone()));
        let own = path.map(|path| last_name(path.syntax())).filter(|name| types.contains(name));
        self.nameless = own.is_none();
        self.is_impl = true;
        self.names.extend(own.filter(|_| of.trait_().is_some()));
        for item in of.assoc_item_list().into_iter().flat_map(|list| list.assoc_items().collect::<Vec<_>>()) {
            self.names.extend(own_name(item.syntax()));
            self.nameless |= matches!(item, ast::AssocItem::MacroCall(_));
        }
    }

    /// The body of a function that is known by its signature: what the body mentions concerns no one else.
    pub(super) fn hidden_body(node: &SyntaxNode) -> Option<SyntaxNode> {
        let of = ast::Fn::cast(node.clone())?;
        let opaque =
            of.ret_type().is_some_and(|ty| ty.syntax().descendants().any(|it| ast::ImplTraitType::can_cast(it.kind())));
        let seen = opaque || of.const_token().is_some() || of.async_token().is_some();
        Some(of.body()?.syntax().clone()).filter(|_| !seen)
    }
}

pub(super) fn changes_every_name(item: &SyntaxNode) -> bool {
    let of_trait = ast::Impl::cast(item.clone()).and_then(|of| of.trait_());
    of_trait.is_some_and(|of| CHANGES_EVERY_NAME.contains(&last_name(of.syntax()).as_str()))
}

pub(super) fn brings_macros(item: &SyntaxNode) -> bool {
    item.children().filter_map(ast::Attr::cast).any(|attr| words(attr.syntax()).contains("macro_use"))
}

/// The functions of a trait, or of those that a macro may make.
pub(super) fn methods(node: &SyntaxNode) -> Vec<String> {
    if let Some(items) = ast::Trait::cast(node.clone()).and_then(|of| of.assoc_item_list()) {
        return items.assoc_items().filter_map(|item| own_name(item.syntax())).collect();
    }
    let tokens = || node.children_with_tokens().filter_map(|it| it.into_token());
    let is_trait = |token: SyntaxToken| token.kind() == SyntaxKind::TRAIT_KW;
    if node.kind() != SyntaxKind::TOKEN_TREE || !tokens().any(is_trait) {
        return Vec::new();
    }
    words(node).into_iter().collect()
}

fn is_part(kind: SyntaxKind) -> bool {
    use SyntaxKind::{CONST, FN, RECORD_FIELD, TYPE_ALIAS, VARIANT};
    matches!(kind, CONST | FN | RECORD_FIELD | TYPE_ALIAS | VARIANT)
}

pub(super) fn holds_items(kind: SyntaxKind) -> bool {
    matches!(kind, SyntaxKind::SOURCE_FILE | SyntaxKind::MODULE | SyntaxKind::IMPL | SyntaxKind::TRAIT)
}

pub(super) fn own_name(node: &SyntaxNode) -> Option<String> {
    node.children().find_map(ast::Name::cast).map(|name| plain(&name.text()).to_owned())
}

/// An item, a macro call among items, or a whole file.
pub(super) fn is_item(node: &SyntaxNode) -> bool {
    match node.kind() {
        SyntaxKind::MACRO_CALL => {
            let around = node.parent().map(|parent| parent.kind());
            matches!(around, Some(SyntaxKind::SOURCE_FILE | SyntaxKind::ITEM_LIST | SyntaxKind::ASSOC_ITEM_LIST))
        }
        SyntaxKind::SOURCE_FILE => true,
        kind => ast::Item::can_cast(kind),
    }
}

pub(super) fn words(node: &SyntaxNode) -> BTreeSet<String> {
    identifiers(node).map(|token| plain(token.text()).to_owned()).collect()
}

pub(super) fn identifiers(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> {
    let tokens = node.descendants_with_tokens().filter_map(|it| it.into_token());
    tokens.filter(|token| token.kind() == SyntaxKind::IDENT)
}

/// The last name of a path, its arguments aside.
fn last_name(path: &SyntaxNode) -> String {
    let path = path.descendants().find_map(ast::Path::cast);
    let name = path.and_then(|path| path.segment()?.name_ref());
    name.map(|name| plain(&name.text()).to_owned()).unwrap_or_default()
}

pub(super) fn plain(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}
