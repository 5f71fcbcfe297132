//! Items as text: what they are called, and which names they mention.
use std::collections::BTreeSet;

use ra_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, ast};

use super::sources::Sources;

/// What an item is called, and on what its meaning rests, its body aside.
#[derive(Default)]
pub(super) struct Item {
    pub(super) names: Vec<String>,
    pub(super) mentions: BTreeSet<String>,
    pub(super) kind: MentionKind,
    /// What follows from it cannot be told by names.
    pub(super) nameless: bool,
}

/// What sort of item it is, where that makes a difference.
#[derive(Default, PartialEq, Eq)]
pub(super) enum MentionKind {
    #[default]
    Plain,
    Implementation,
    /// The rules of a macro.
    Rules,
    /// A call of which it is seen what it makes.
    Expanded,
    /// What is imported, by its own name and by the one that it gets here, and whether all of something is.
    Import {
        leaves: Vec<(String, String)>,
        glob: bool,
    },
}

/// Traits whose implementation changes what other names mean, or adds calls that nobody writes.
const CHANGES_EVERY_NAME: [&str; 3] = ["Deref", "DerefMut", "Drop"];

impl Item {
    pub(super) fn of(source: usize, node: &SyntaxNode, known: &Sources) -> Item {
        let mut item = Item { names: own_name(node).into_iter().collect(), ..Item::default() };
        match ast::Item::cast(node.clone()) {
            // A module is its items.
            Some(ast::Item::Module(_)) | None => return item,
            Some(ast::Item::Impl(of)) => item.implementation(&of, known),
            Some(ast::Item::Use(of)) => item.import(&of),
            Some(ast::Item::ExternCrate(of)) => {
                let name = of.name_ref().map(|name| plain(name.text()).to_owned()).unwrap_or_default();
                let renamed = of.rename().and_then(|rename| own_name(rename.syntax()));
                item.names.push(renamed.unwrap_or_else(|| name.clone()));
                item.kind = MentionKind::Import { leaves: vec![(name, item.names[0].clone())], glob: false };
                // Its macros get names of which nothing is written here.
                item.nameless = brings_macros(node);
            }
            Some(ast::Item::MacroCall(call)) if known.is_expanded(source, node) => {
                item.kind = MentionKind::Expanded;
                item.mentions = call.path().map(|path| words(path.syntax())).unwrap_or_default();
                return item;
            }
            Some(ast::Item::MacroCall(_) | ast::Item::ExternBlock(_) | ast::Item::AsmExpr(_)) => item.nameless = true,
            Some(ast::Item::MacroRules(_) | ast::Item::MacroDef(_)) => item.kind = MentionKind::Rules,
            // With the fields and variants of a type, and what is in a trait.
            Some(_) => item.names.extend(parts(node)),
        }
        item.mentions.extend(header(node));
        item
    }

    fn implementation(&mut self, of: &ast::Impl, known: &Sources) {
        self.kind = MentionKind::Implementation;
        let items = || of.assoc_item_list().into_iter().flat_map(|list| list.assoc_items().collect::<Vec<_>>());
        self.names.extend(items().filter_map(|item| own_name(item.syntax())));
        if let Some((name, all)) = of.trait_().and_then(|of| known.traits.get_key_value(&last_name(of.syntax()))) {
            // Such a trait is used by its name and those of what is in it: there is no operator for it.
            self.names.extend(all.iter().chain([name]).cloned());
            return;
        }
        let is_own = |name: &String| known.types.contains(name);
        let path = of.self_ty().and_then(|ty| ast::PathType::cast(ty.syntax().clone()));
        let own = path.map(|path| last_name(path.syntax())).filter(is_own);
        let Some(of_trait) = of.trait_() else {
            self.nameless = own.is_none() || has_macro_calls(of.syntax());
            return;
        };
        // Anything that makes use of it has to do with each of the types that it is for, one of which is the crate's own.
        let all = of.self_ty().into_iter().chain([of_trait]).flat_map(|ty| words(ty.syntax()));
        let own = own.or_else(|| all.into_iter().find(is_own));
        self.nameless = own.is_none() || has_macro_calls(of.syntax());
        self.names.extend(own);
    }

    fn import(&mut self, of: &ast::Use) {
        let (mut leaves, mut glob) = (Vec::new(), false);
        for tree in of.syntax().descendants().filter_map(ast::UseTree::cast) {
            glob |= tree.star_token().is_some();
            if tree.use_tree_list().is_some() || tree.star_token().is_some() {
                continue;
            }
            let Some(path) = tree.path() else { continue };
            let mut name = last_name(path.syntax());
            // `use a::{self}` is `a`.
            if name == "self" {
                let outer = tree.syntax().ancestors().skip(1).find_map(ast::UseTree::cast).and_then(|tree| tree.path());
                name = path.qualifier().or(outer).map(|path| last_name(path.syntax())).unwrap_or_default();
            }
            let given = match tree.rename() {
                Some(rename) => own_name(rename.syntax()).unwrap_or_else(|| "_".to_owned()),
                None => name.clone(),
            };
            leaves.push((name, given));
        }
        self.names.extend(leaves.iter().map(|(_, given)| given.clone()));
        self.kind = MentionKind::Import { leaves, glob };
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

/// Whether there are calls of macros among the items of an implementation or a trait.
pub(super) fn has_macro_calls(node: &SyntaxNode) -> bool {
    let list = node.children().find_map(ast::AssocItemList::cast);
    list.is_some_and(|list| list.assoc_items().any(|item| matches!(item, ast::AssocItem::MacroCall(_))))
}

/// The names of what is in a type or trait.
pub(super) fn parts(node: &SyntaxNode) -> Vec<String> {
    node.descendants().skip(1).filter(|part| is_part(part.kind())).filter_map(|part| own_name(&part)).collect()
}

/// The names that an item mentions, its own aside, except in the bodies of functions that are known by their signatures, and in what an
/// implementation has that is an item of its own.
fn header(node: &SyntaxNode) -> BTreeSet<String> {
    let is_own_item = |inner: &SyntaxNode| {
        let of_impl = inner.parent().and_then(|list| list.parent()).is_some_and(|outer| outer == *node);
        of_impl && ast::Impl::can_cast(node.kind()) && !ast::TypeAlias::can_cast(inner.kind())
    };
    let own = node.descendants().filter(|inner| ast::AssocItem::can_cast(inner.kind()));
    let bodies = node.descendants().filter_map(|inner| Item::hidden_body(&inner));
    let apart: Vec<TextRange> = own.filter(is_own_item).chain(bodies).map(|part| part.text_range()).collect();
    let is_given = |token: &SyntaxToken| token.parent().is_some_and(|parent| ast::Name::can_cast(parent.kind()));
    let is_apart = |token: &SyntaxToken| apart.iter().any(|part| part.contains_range(token.text_range()));
    let tokens = identifiers(node).filter(|token| !is_given(token) && !is_apart(token));
    tokens.map(|token| plain(token.text()).to_owned()).collect()
}

/// The functions of a trait, with its name, or of those that a macro may make; with all names that are mentioned there.
pub(super) fn methods(node: &SyntaxNode) -> Option<(Option<String>, Vec<String>, BTreeSet<String>)> {
    if let Some(of) = ast::Trait::cast(node.clone()) {
        let items = of.assoc_item_list().into_iter().flat_map(|list| list.assoc_items().collect::<Vec<_>>());
        let unclear = if has_macro_calls(node) { words(node).into_iter().collect() } else { Vec::new() };
        let named = items.filter_map(|item| own_name(item.syntax())).chain(unclear);
        return Some((own_name(node), named.collect(), words(node)));
    }
    let tokens = || node.children_with_tokens().filter_map(|it| it.into_token());
    let is_trait = |token: SyntaxToken| token.kind() == SyntaxKind::TRAIT_KW;
    if node.kind() != SyntaxKind::TOKEN_TREE || !tokens().any(is_trait) {
        return None;
    }
    let all = node.descendants_with_tokens().filter_map(|it| it.into_token()).filter(|token| !token.kind().is_trivia());
    let all: Vec<SyntaxToken> = all.collect();
    let named = all.windows(2).filter(|pair| pair[0].kind() == SyntaxKind::FN_KW).map(|pair| &pair[1]);
    // A name that is put in for a variable is one of those that are written somewhere.
    let named: Option<Vec<String>> =
        named.map(|name| (name.kind() == SyntaxKind::IDENT).then(|| plain(name.text()).to_owned())).collect();
    Some((None, named.unwrap_or_else(|| words(node).into_iter().collect()), BTreeSet::new()))
}

fn is_part(kind: SyntaxKind) -> bool {
    use SyntaxKind::{CONST, FN, RECORD_FIELD, TYPE_ALIAS, VARIANT};
    matches!(kind, CONST | FN | RECORD_FIELD | TYPE_ALIAS | VARIANT)
}

pub(super) fn holds_items(kind: SyntaxKind) -> bool {
    matches!(kind, SyntaxKind::SOURCE_FILE | SyntaxKind::MODULE | SyntaxKind::IMPL | SyntaxKind::TRAIT)
}

pub(super) fn own_name(node: &SyntaxNode) -> Option<String> {
    node.children().find_map(ast::Name::cast).map(|name| plain(name.text()).to_owned())
}

/// An item, a macro call among items, or a whole file.
pub(super) fn is_item(node: &SyntaxNode) -> bool {
    use SyntaxKind::{ASSOC_ITEM_LIST, ITEM_LIST, MACRO_ITEMS, SOURCE_FILE};
    match node.kind() {
        SyntaxKind::MACRO_CALL => {
            let around = node.parent().map(|parent| parent.kind());
            matches!(around, Some(SOURCE_FILE | MACRO_ITEMS | ITEM_LIST | ASSOC_ITEM_LIST))
        }
        SOURCE_FILE => true,
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
pub(super) fn last_name(path: &SyntaxNode) -> String {
    let path = path.descendants().find_map(ast::Path::cast);
    let name = path.and_then(|path| path.segment()?.name_ref());
    name.map(|name| plain(name.text()).to_owned()).unwrap_or_default()
}

/// A name without the `r#` of a raw identifier.
pub(crate) fn plain(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}
