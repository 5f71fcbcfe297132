//! What a condition that only a build script knows may change, or an attribute macro of another crate: the names of the items that it
//! is about, and of all items whose meaning follows from theirs, in the crates that depend on it too.
//!
//! An item that mentions none of these names means the same whatever it is. Where that cannot be
//! told from names (a glob import, an implementation of `Deref` or `Drop`, a macro among the items, a module in a file
//! that was not read), the whole crate is in doubt; and in crates that depend on it, what mentions it by name.
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::rc::Rc;

use base_db::Crate;
use hir_def::nameres::crate_def_map;
use ra_syntax::{AstNode, SyntaxKind, SyntaxNode, TextRange, ast};
use vfs::FileId;

use super::doubts::Doubts;
use super::mentions::{
    Item, brings_macros, changes_every_name, holds_items, identifiers, is_item, methods, own_name, plain, words,
};
use super::rewritten::{Rewritten, rewritten};
use crate::database::{Database, Known, Origin};

/// What open conditions may change, by crate.
#[derive(Default, Debug)]
pub(super) struct Conditions(HashMap<Crate, Rc<Conditional>>);

impl Conditions {
    /// Of all crates; nothing is read where all is known. Attributes are looked at in the user's own crates.
    pub(super) fn new(db: &Database, doubts: &Doubts<'_>) -> Conditions {
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
            let is_local = db.origin(krate) == Origin::Local;
            let rewritten = if is_local { rewritten(db, doubts, krate) } else { Vec::new() };
            if known.is_some() || !doubtful.is_empty() || !rewritten.is_empty() {
                let found = Conditional::new(known, &doubtful, &rewritten, &texts(db, krate));
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

/// Why something may be another than it seems.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    cause: Cause,
    /// The dependency that it is in.
    of: Option<String>,
}

#[derive(Clone, Debug)]
enum Cause {
    /// In words: ``cfg `fancy` ``.
    Script(String),
    /// An attribute, by name, and the item that it is on.
    Attribute(String, String),
}

impl Condition {
    fn of_script(what: String) -> Condition {
        Condition { cause: Cause::Script(what), of: None }
    }

    /// What is not known, as a reason.
    pub(super) fn reason(&self) -> String {
        match &self.cause {
            Cause::Script(_) => format!("what {self}, changes here"),
            Cause::Attribute(..) => format!("what {self}"),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.cause, &self.of) {
            (Cause::Script(what), Some(of)) => write!(f, "{what} of `{of}`, which only its build script knows"),
            (Cause::Script(what), None) => write!(f, "{what}, which only the build script knows"),
            (Cause::Attribute(name, item), _) if item.is_empty() => {
                write!(f, "the attribute `{name}` makes of an item")
            }
            (Cause::Attribute(name, item), _) => write!(f, "the attribute `{name}` makes of `{item}`"),
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
    /// The names of the crate's own types and traits.
    types: BTreeSet<String>,
    /// The functions of traits, where anything may be another: with such a trait they are in scope without being named.
    methods: BTreeSet<String>,
    known: Option<Known>,
    /// The items that attributes may rewrite: with one in its body, a function is another.
    rewritten: Vec<(FileId, TextRange, Condition)>,
}

impl Conditional {
    /// Looks through a crate's files. `doubtful` are dependencies of which not all is known, by name.
    fn new(
        known: Option<&Known>,
        doubtful: &[(String, Rc<Conditional>)],
        rewritten: &[Rewritten],
        files: &[(FileId, SyntaxNode)],
    ) -> Conditional {
        let nodes = || files.iter().flat_map(|(_, root)| root.descendants());
        let nominal = |node: &SyntaxNode| ast::Adt::can_cast(node.kind()) || ast::Trait::can_cast(node.kind());
        let types = nodes().filter(nominal).filter_map(|node| own_name(&node)).collect();
        let mut found = Conditional { known: known.cloned(), types, ..Conditional::default() };
        for (name, of) in doubtful {
            let mentioned = files.iter().any(|(_, root)| identifiers(root).any(|token| plain(token.text()) == name));
            if mentioned {
                found.inherit(name, of);
            }
        }
        for (file, root) in files {
            for (name, node) in known.into_iter().flat_map(|known| known.open_in(root)) {
                let condition = Condition::of_script(name);
                let item = found.condition(&condition, &node);
                found.open.push(Open { condition, item, file: *file, range: node.text_range() });
            }
        }
        rewritten.iter().for_each(|item| found.attribute(item));
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
            Some(Condition::of_script(what))
        };
        self.all.clone().or_else(own).or_else(within)
    }

    /// The attribute that may rewrite something in a function.
    pub(super) fn within(&self, file: FileId, item: TextRange) -> Option<&Condition> {
        let mut rewritten = self.rewritten.iter();
        let found = rewritten.find(|(of, range, _)| *of == file && item.contains_range(*range))?;
        Some(&found.2)
    }

    /// An item that an attribute may rewrite. It stays an item of that name, and what it is a part of stays.
    fn attribute(&mut self, Rewritten { attribute, node, file }: &Rewritten) {
        let item = Item::of(node, &self.types);
        let shown = own_name(node).or_else(|| item.names.first().cloned()).unwrap_or_default();
        let condition = Condition { cause: Cause::Attribute(attribute.clone(), shown), of: None };
        self.rewritten.push((*file, node.text_range(), condition.clone()));
        if changes_every_name(node) {
            self.all = Some(condition);
            return;
        }
        // What is in a body is seen in it alone, implementations aside.
        let is_inner = |outer: &SyntaxNode| {
            Item::hidden_body(outer).is_some_and(|body| body.text_range().contains_range(node.text_range()))
        };
        let around = node.ancestors().skip(1).filter(|outer| is_item(outer) && !holds_items(outer.kind()));
        let around: Vec<SyntaxNode> = around.collect();
        if node.kind() == SyntaxKind::IMPL || !around.iter().any(is_inner) {
            self.add(&condition, item.names);
            around.iter().for_each(|outer| _ = self.add(&condition, Item::of(outer, &self.types).names));
        }
        if let Some(items) = ast::Module::cast(node.clone()).and_then(|module| module.item_list()) {
            let inner = items.syntax().descendants().filter(is_item);
            let names: Vec<String> = inner.flat_map(|item| Item::of(&item, &self.types).names).collect();
            self.add(&condition, names);
        }
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
        let anything = changes_every_name(item) || brings_macros(item);
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
                // A type or trait stays itself, whatever is in it.
                let same =
                    || item.mentions.iter().all(|word| !self.names.contains_key(word) || self.types.contains(word));
                if item.nameless && !(item.is_impl && same()) {
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
