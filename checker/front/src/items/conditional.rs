//! What a condition that only a build script knows may change: the names of the items that it is about, and of all
//! items whose meaning follows from theirs, in the crates that depend on it too.
//!
//! An item that mentions none of these names means the same whether the conditions hold or not. Where that cannot be
//! told from names (a glob import, an implementation of `Deref` or `Drop`, a macro among the items, a module in a file
//! that was not read), the whole crate is in doubt; and in crates that depend on it, what mentions it by name.
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::rc::Rc;

use base_db::Crate;
use hir_def::nameres::crate_def_map;
use ra_syntax::ast;
use ra_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextRange};
use vfs::FileId;

use crate::database::{Database, Known};

/// What open conditions may change, by crate.
#[derive(Default, Debug)]
pub(super) struct Conditions(HashMap<Crate, Rc<Conditional>>);

impl Conditions {
    /// Of all crates; nothing is read where all is known.
    pub(super) fn new(db: &Database) -> Conditions {
        let mut conditions = Conditions::default();
        // Dependencies come before what depends on them.
        for krate in db.crates() {
            let known = db.unasked(krate);
            let deps = krate.data(db).dependencies.iter();
            let doubtful = deps.filter_map(|dep| {
                let of = conditions.0.get(&dep.crate_id).filter(|of| of.is_open())?;
                Some((dep.name.as_str().to_owned(), Rc::clone(of)))
            });
            let doubtful: Vec<_> = doubtful.collect();
            if known.is_some() || !doubtful.is_empty() {
                let found = Conditional::new(known, &doubtful, &texts(db, krate));
                conditions.0.insert(krate, Rc::new(found));
            }
        }
        conditions
    }

    /// Of one crate.
    pub(super) fn of(&self, krate: Crate) -> Rc<Conditional> {
        self.0.get(&krate).cloned().unwrap_or_default()
    }
}

/// The files of a crate's modules.
fn texts(db: &Database, krate: Crate) -> Vec<(FileId, SyntaxNode)> {
    let modules = crate_def_map(db, krate).modules().filter_map(|(_, module)| module.origin.file_id());
    modules.map(|file| (file.file_id(db), file.parse(db).syntax_node())).collect()
}

/// A condition in words.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    /// ``cfg `fancy` ``.
    pub(super) what: String,
    /// The dependency that it is in.
    of: Option<String>,
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.of {
            Some(of) => write!(f, "{} of `{of}`, which only its build script knows", self.what),
            None => write!(f, "{}, which only the build script knows", self.what),
        }
    }
}

/// An open condition as it is written.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) condition: Condition,
    /// The item that depends on it.
    pub(super) item: Option<String>,
    pub(super) file: FileId,
    pub(super) range: TextRange,
}

/// What the open conditions of a crate, and of those it depends on, may change in it.
#[derive(Default, Debug)]
pub(super) struct Conditional {
    /// The crate's own conditions.
    pub(super) open: Vec<Open>,
    /// A condition that may change anything in the crate.
    all: Option<Condition>,
    /// By name: the condition. Hygiene and scopes are left aside: a name is in doubt wherever it is written.
    names: HashMap<String, Condition>,
    /// The names of the crate's own types.
    types: BTreeSet<String>,
    /// The functions of traits, where anything may be another: with such a trait they are in scope without being named.
    methods: BTreeSet<String>,
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
    /// Looks through a crate's files. `doubtful` are dependencies of which not all is known, by name.
    fn new(
        known: Option<&Known>,
        doubtful: &[(String, Rc<Conditional>)],
        files: &[(FileId, SyntaxNode)],
    ) -> Conditional {
        let nodes = || files.iter().flat_map(|(_, root)| root.descendants());
        let types = nodes().filter_map(ast::Adt::cast).filter_map(|adt| own_name(adt.syntax())).collect();
        let mut found = Conditional { known: known.cloned(), types, ..Conditional::default() };
        for (name, of) in doubtful {
            let mentioned = files.iter().any(|(_, root)| identifiers(root).any(|token| plain(token.text()) == name));
            if mentioned {
                found.inherit(name, of);
            }
        }
        for (file, root) in files {
            for (name, node) in known.into_iter().flat_map(|known| known.open_in(root)) {
                let condition = Condition { what: name, of: None };
                let item = found.condition(&condition, &node);
                found.open.push(Open { condition, item, file: *file, range: node.text_range() });
            }
        }
        if found.all.is_none() && !found.names.is_empty() {
            found.follow(files);
        }
        if found.all.is_some() {
            found.methods.extend(nodes().flat_map(|node| methods(&node)));
        }
        found
    }

    /// Takes over what is in doubt of a dependency.
    fn inherit(&mut self, name: &str, of: &Conditional) {
        let of_it = |condition: &Condition| Condition {
            of: condition.of.clone().or_else(|| Some(name.to_owned())),
            ..condition.clone()
        };
        if let Some(condition) = &of.all {
            self.add(&of_it(condition), [name.to_owned()].into_iter().chain(of.methods.iter().cloned()));
            self.methods.extend(of.methods.iter().cloned());
        }
        for (name, condition) in &of.names {
            self.add(&of_it(condition), [name.clone()]);
        }
    }

    /// Whether anything is in doubt.
    fn is_open(&self) -> bool {
        self.all.is_some() || !self.names.is_empty()
    }

    /// The condition that a function or a type depends on.
    pub(super) fn of(&self, node: &SyntaxNode) -> Option<Condition> {
        if self.known.is_none() && !self.is_open() {
            return None;
        }
        let around =
            node.ancestors().skip(1).filter(|outer| matches!(outer.kind(), SyntaxKind::IMPL | SyntaxKind::TRAIT));
        let headers = around.flat_map(|outer| {
            outer.children().filter(|part| part.kind() != SyntaxKind::ASSOC_ITEM_LIST).collect::<Vec<_>>()
        });
        let within = || headers.chain([node.clone()]).find_map(|part| self.named(&words(&part)).cloned());
        let own = || {
            let (what, _) = self.known.as_ref()?.open_in(node).next()?;
            Some(Condition { what, of: None })
        };
        self.all.clone().or_else(own).or_else(within)
    }

    fn named(&self, words: &BTreeSet<String>) -> Option<&Condition> {
        words.iter().find_map(|word| self.names.get(word))
    }

    /// What a condition is about: the name of its item, if it has one.
    fn condition(&mut self, condition: &Condition, node: &SyntaxNode) -> Option<String> {
        let owner = match node.ancestors().find_map(ast::Attr::cast) {
            Some(attribute) => attribute.syntax().parent(),
            None => Some(node.clone()),
        };
        let Some(item) = owner.as_ref().and_then(|owner| owner.ancestors().find(is_item)) else {
            self.all = Some(condition.clone());
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
    fn item(&mut self, condition: &Condition, item: &SyntaxNode) {
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
        let anything = CHANGES_EVERY_NAME.contains(&of_trait.as_str()) || brings_macros(item);
        if spelling.nameless || spelling.names.is_empty() || anything || item.kind() == SyntaxKind::MODULE {
            self.all = Some(condition.clone());
        }
        self.add(condition, spelling.names);
    }

    fn add(&mut self, condition: &Condition, names: impl IntoIterator<Item = String>) -> bool {
        let mut new = false;
        for name in names.into_iter().filter(|name| name != "_") {
            new |= self.names.insert(name, condition.clone()).is_none();
        }
        new
    }

    /// Adds the names of items that mention one in doubt, until there are no more.
    fn follow(&mut self, files: &[(FileId, SyntaxNode)]) {
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

fn brings_macros(item: &SyntaxNode) -> bool {
    item.children().filter_map(ast::Attr::cast).any(|attr| words(attr.syntax()).contains("macro_use"))
}

/// The functions of a trait, or of those that a macro may make.
fn methods(node: &SyntaxNode) -> Vec<String> {
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
