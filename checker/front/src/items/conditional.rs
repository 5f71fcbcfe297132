//! What a condition that only the build script knows may change: the names of the items that it is about, and of all
//! items whose meaning follows from theirs.
//!
//! An item that mentions none of these names means the same whether the conditions hold or not. Where that cannot be
//! told from names (a glob import, an implementation of `Deref` or `Drop`, a macro among the items, a module in a file
//! that was not read), the whole crate is in doubt.
use std::collections::{BTreeSet, HashMap};

use ra_syntax::ast;
use ra_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextRange};

use crate::database::Known;

/// What the open conditions of a crate may change.
#[derive(Default)]
pub(super) struct Conditional {
    /// A condition that may change anything in the crate.
    pub(super) all: Option<String>,
    /// By name: the condition. Hygiene and scopes are left aside: a name is in doubt wherever it is written.
    names: HashMap<String, String>,
    /// The names of the crate's own types.
    types: BTreeSet<String>,
    known: Option<Known>,
}

/// What an item is called, and on what its meaning rests, its body aside.
struct Item {
    names: Vec<String>,
    mentions: BTreeSet<String>,
    /// An implementation for anything else than a type by name: what follows from it cannot be told by names.
    nameless: bool,
}

impl Conditional {
    /// Looks through a crate's files, and tells each open condition: its name, the item that depends on it, where.
    pub(super) fn new(
        known: &Known,
        files: &[(vfs::FileId, SyntaxNode)],
        tell: &mut dyn FnMut(String, Option<String>, vfs::FileId, TextRange),
    ) -> Conditional {
        let nodes = files.iter().flat_map(|(_, root)| root.descendants());
        let types = nodes.filter_map(ast::Adt::cast).filter_map(|adt| own_name(adt.syntax())).collect();
        let mut found = Conditional { known: Some(known.clone()), types, ..Conditional::default() };
        for (file, root) in files {
            for (name, node) in known.open_in(root) {
                let item = found.condition(&name, &node);
                tell(name, item, *file, node.text_range());
            }
        }
        if found.all.is_none() && !found.names.is_empty() {
            found.follow(files);
        }
        found
    }

    /// The condition that a function or a type depends on.
    pub(super) fn of(&self, node: &SyntaxNode) -> Option<String> {
        let known = self.known.as_ref()?;
        let around =
            node.ancestors().skip(1).filter(|outer| matches!(outer.kind(), SyntaxKind::IMPL | SyntaxKind::TRAIT));
        let headers = around.flat_map(|outer| {
            outer.children().filter(|part| part.kind() != SyntaxKind::ASSOC_ITEM_LIST).collect::<Vec<_>>()
        });
        let within = || headers.chain([node.clone()]).find_map(|part| self.named(&words(&part)).cloned());
        self.all.clone().or_else(|| known.open_in(node).next().map(|(name, _)| name)).or_else(within)
    }

    fn named(&self, words: &BTreeSet<String>) -> Option<&String> {
        words.iter().find_map(|word| self.names.get(word))
    }

    /// What a condition is about: the name of its item, if it has one.
    fn condition(&mut self, condition: &str, node: &SyntaxNode) -> Option<String> {
        let owner = match node.ancestors().find_map(ast::Attr::cast) {
            Some(attribute) => attribute.syntax().parent(),
            None => Some(node.clone()),
        };
        let Some(item) = owner.as_ref().and_then(|owner| owner.ancestors().find(is_item)) else {
            self.all = Some(condition.to_owned());
            return None;
        };
        let within_body =
            Item::hidden_body(&item).is_some_and(|body| body.text_range().contains_range(node.text_range()));
        if !within_body {
            self.item(condition, &item);
        }
        own_name(&item)
    }

    /// An item that may be there or not, or be another one.
    fn item(&mut self, condition: &str, item: &SyntaxNode) {
        if let Some(module) = ast::Module::cast(item.clone())
            && let Some(items) = module.item_list()
        {
            self.add(condition, own_name(item));
            items.syntax().children().filter(is_item).for_each(|item| self.item(condition, &item));
            return;
        }
        let implemented = item.parent().and_then(|list| list.parent()).and_then(ast::Impl::cast);
        if let Some(outer) = implemented.filter(|outer| outer.trait_().is_some()) {
            return self.item(condition, outer.syntax());
        }
        let spelling = Item::of(item, &self.types);
        let of_trait = ast::Impl::cast(item.clone()).and_then(|of| of.trait_());
        let of_trait = of_trait.map(|of| last_name(of.syntax())).unwrap_or_default();
        let macros = item.children().filter_map(ast::Attr::cast).any(|attr| words(attr.syntax()).contains("macro_use"));
        let anything = CHANGES_EVERY_NAME.contains(&of_trait.as_str()) || macros;
        if spelling.nameless || spelling.names.is_empty() || anything || item.kind() == SyntaxKind::MODULE {
            self.all = Some(condition.to_owned());
        }
        self.add(condition, spelling.names);
    }

    fn add(&mut self, condition: &str, names: impl IntoIterator<Item = String>) -> bool {
        let mut new = false;
        for name in names.into_iter().filter(|name| name != "_") {
            new |= self.names.insert(name, condition.to_owned()).is_none();
        }
        new
    }

    /// Adds the names of items that mention one in doubt, until there are no more.
    fn follow(&mut self, files: &[(vfs::FileId, SyntaxNode)]) {
        let nodes = files.iter().flat_map(|(_, root)| root.descendants().skip(1).filter(is_item));
        let items: Vec<Item> = nodes.map(|item| Item::of(&item, &self.types)).collect();
        loop {
            let mut grown = false;
            for item in &items {
                let Some(condition) = self.named(&item.mentions).cloned() else { continue };
                if item.nameless {
                    self.all = Some(condition);
                    return;
                }
                grown |= self.add(&condition, item.names.iter().cloned());
            }
            if !grown {
                return;
            }
        }
    }
}

/// Traits whose implementation changes what other names mean, or adds calls that nobody writes.
const CHANGES_EVERY_NAME: [&str; 3] = ["Deref", "DerefMut", "Drop"];

impl Item {
    fn of(node: &SyntaxNode, types: &BTreeSet<String>) -> Item {
        let mut item = Item { names: own_name(node).into_iter().collect(), mentions: BTreeSet::new(), nameless: false };
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
            }
            Some(ast::Item::MacroCall(_) | ast::Item::ExternBlock(_) | ast::Item::AsmExpr(_)) => item.nameless = true,
            // With the fields and variants of a type, and what is in a trait.
            Some(_) => {
                let parts = node.descendants().filter(|part| is_part(part.kind()));
                item.names.extend(parts.filter_map(|part| own_name(&part)));
            }
        }
        let body = Item::hidden_body(node).map(|body| body.text_range());
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
        self.names.extend(own.filter(|_| of.trait_().is_some()));
        for item in of.assoc_item_list().into_iter().flat_map(|list| list.assoc_items().collect::<Vec<_>>()) {
            self.names.extend(own_name(item.syntax()));
            self.nameless |= matches!(item, ast::AssocItem::MacroCall(_));
        }
    }

    /// The body of a function that is known by its signature: what the body mentions concerns no one else.
    fn hidden_body(node: &SyntaxNode) -> Option<SyntaxNode> {
        let of = ast::Fn::cast(node.clone())?;
        let opaque =
            of.ret_type().is_some_and(|ty| ty.syntax().descendants().any(|it| ast::ImplTraitType::can_cast(it.kind())));
        let seen = opaque || of.const_token().is_some() || of.async_token().is_some();
        Some(of.body()?.syntax().clone()).filter(|_| !seen)
    }
}

fn is_part(kind: SyntaxKind) -> bool {
    use SyntaxKind::{CONST, FN, RECORD_FIELD, TYPE_ALIAS, VARIANT};
    matches!(kind, CONST | FN | RECORD_FIELD | TYPE_ALIAS | VARIANT)
}

fn own_name(node: &SyntaxNode) -> Option<String> {
    node.children().find_map(ast::Name::cast).map(|name| plain(&name.text()).to_owned())
}

/// An item, a macro call among items, or a whole file.
fn is_item(node: &SyntaxNode) -> bool {
    match node.kind() {
        SyntaxKind::MACRO_CALL => {
            let around = node.parent().map(|parent| parent.kind());
            matches!(around, Some(SyntaxKind::SOURCE_FILE | SyntaxKind::ITEM_LIST | SyntaxKind::ASSOC_ITEM_LIST))
        }
        SyntaxKind::SOURCE_FILE => true,
        kind => ast::Item::can_cast(kind),
    }
}

fn words(node: &SyntaxNode) -> BTreeSet<String> {
    identifiers(node).map(|token| plain(token.text()).to_owned()).collect()
}

fn identifiers(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> {
    let tokens = node.descendants_with_tokens().filter_map(|it| it.into_token());
    tokens.filter(|token| token.kind() == SyntaxKind::IDENT)
}

/// The last name of a path, its arguments aside.
fn last_name(path: &SyntaxNode) -> String {
    let path = path.descendants().find_map(ast::Path::cast);
    let name = path.and_then(|path| path.segment()?.name_ref());
    name.map(|name| plain(&name.text()).to_owned()).unwrap_or_default()
}

fn plain(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}
