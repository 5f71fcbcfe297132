//! What a condition that only a build script knows may change, or an attribute macro of another crate: the names of the items that it
//! is about, and of all items whose meaning follows from theirs, in the crates that depend on it too.
//!
//! An item that mentions none of these names means the same whatever it is. Where that cannot be
//! told from names (a glob import from what is not known, an implementation of `Deref` or `Drop`, a macro call of which it is not seen
//! what it makes, a module in a file that was not read), the whole crate is in doubt; and in crates that depend on it, what mentions it by name.
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use base_db::Crate;
use ra_syntax::{AstNode, SyntaxKind, SyntaxNode, TextRange, ast};
use vfs::FileId;

use super::condition::{Cause, Condition, Open};
use super::doubts::Doubts;
use super::mentions::{
    Item, MentionKind, brings_macros, changes_every_name, holds_items, is_item, last_name, methods, own_name, words,
};
use super::rewritten::{Rewritten, rewritten};
use super::sources::{SourceText, Sources};
use crate::database::{Database, Decided};

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
            let is_local = db.local().contains(&krate);
            let rewritten = if is_local { rewritten(db, doubts, krate) } else { Vec::new() };
            if known.is_some() || !doubtful.is_empty() || !rewritten.is_empty() {
                let found =
                    Conditional::new(known, &doubtful, &rewritten, &Sources::new(db, doubts.expansions(), krate));
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

/// What the open conditions of a crate, and of those it depends on, may change in it.
#[derive(Default, Debug)]
pub(super) struct Conditional {
    /// The crate's own conditions.
    pub(super) open: Vec<Open>,
    /// A condition that may change anything in the crate.
    all: Option<Condition>,
    /// By name: the condition. Hygiene and scopes are left aside: a name is in doubt wherever it is written.
    names: HashMap<String, Condition>,
    /// Those of macros whose rules stay the same, with names in them that are in doubt: where it is seen what a call makes, it is these
    /// names that matter.
    rules: BTreeSet<String>,
    /// Names that stand for something of which it is not known which names are in it.
    opaque: BTreeSet<String>,
    /// The functions of traits, where anything may be another, by the trait: with such a trait they are in scope without being
    /// named. Under no name are those that a macro may make.
    methods: BTreeMap<Option<String>, BTreeSet<String>>,
    /// Dependencies that only bodies of functions mention: nothing in doubt of them is to be met elsewhere.
    within_bodies: Vec<(String, Rc<Conditional>)>,
    known: Option<Decided>,
    /// The items that attributes may rewrite: with one in its body, a function is another.
    rewritten: Vec<(FileId, TextRange, Condition)>,
}

impl Conditional {
    /// Looks through a crate's texts. `doubtful` are dependencies of which not all is known, by name.
    fn new(
        known: Option<&Decided>,
        doubtful: &[(String, Rc<Conditional>)],
        rewritten: &[Rewritten],
        sources: &Sources,
    ) -> Conditional {
        let mut found = Conditional { known: known.cloned(), ..Conditional::default() };
        let items = sources.items();
        for (name, of) in doubtful {
            if items.iter().any(|item| item.mentions.contains(name)) {
                found.inherit(name, of);
            } else {
                found.within_bodies.push((name.clone(), Rc::clone(of)));
            }
        }
        for source in &sources.all {
            for (name, node) in known.into_iter().flat_map(|known| known.open_in(&source.root)) {
                let condition = Condition::of_script(name);
                let item = found.condition(&condition, source, &node, sources);
                found.note(condition, item, source, &node);
            }
        }
        rewritten.iter().for_each(|item| found.attribute(item, sources));
        if found.all.is_none() && !found.names.is_empty() {
            found.follow(&items, &sources.types);
        }
        if found.all.is_some() {
            found.all_methods(sources);
        }
        found
    }

    fn note(&mut self, condition: Condition, item: Option<String>, source: &SourceText, node: &SyntaxNode) {
        let (file, whole) = source.place;
        let written = !source.is_made;
        // What a macro makes of a condition is told where the macro says it.
        if written || !self.open.iter().any(|open| open.condition.to_string() == condition.to_string()) {
            let range = if written { node.text_range() } else { whole };
            self.open.push(Open { condition, item, file, range });
        }
    }

    /// The functions of the traits that there are or may be, with those of the traits that they mention.
    fn all_methods(&mut self, sources: &Sources) {
        let mut mentioned: Vec<(Option<String>, BTreeSet<String>)> = Vec::new();
        for (name, named, words) in sources.nodes().filter_map(|(_, node)| methods(&node)) {
            self.methods.entry(name.clone()).or_default().extend(named);
            mentioned.push((name, words));
        }
        loop {
            let mut grown = false;
            for (name, words) in &mentioned {
                let others = words.iter().filter_map(|word| self.methods.get(&Some(word.clone())));
                let others: BTreeSet<String> = others.flatten().cloned().collect();
                let own = self.methods.entry(name.clone()).or_default();
                let before = own.len();
                own.extend(others);
                grown |= own.len() > before;
            }
            if !grown {
                return;
            }
        }
    }

    /// Takes over what is in doubt of a dependency.
    fn inherit(&mut self, name: &str, of: &Conditional) {
        if let Some(condition) = &of.all {
            self.add(&condition.within(name), [name.to_owned()]);
            self.opaque.insert(name.to_owned());
        }
        for (each, condition) in &of.names {
            if of.rules.contains(each) {
                self.add_rules(&condition.within(name), [each.clone()]);
            } else {
                self.add(&condition.within(name), [each.clone()]);
            }
        }
        self.opaque.extend(of.opaque.iter().cloned());
        for (of_trait, methods) in &of.methods {
            self.methods.entry(of_trait.clone()).or_default().extend(methods.iter().cloned());
        }
    }

    /// Whether anything is in doubt.
    fn is_open(&self) -> bool {
        self.all.is_some() || !self.names.is_empty() || !self.within_bodies.is_empty()
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
        let within = || headers.chain([node.clone()]).find_map(|part| self.mentioned(&words(&part)));
        self.all.clone().or_else(|| self.own(node)).or_else(within)
    }

    /// The condition that a call of which it is seen what it makes depends on.
    pub(super) fn of_call(&self, call: &ast::MacroCall) -> Option<Condition> {
        let attributes = call.syntax().children().filter(|part| ast::Attr::can_cast(part.kind()));
        let own = attributes.into_iter().find_map(|part| self.own(&part));
        let named = || {
            let names = call.path().map(|path| words(path.syntax())).unwrap_or_default();
            self.named(&names.difference(&self.rules).cloned().collect()).cloned()
        };
        self.all.clone().or(own).or_else(named)
    }

    fn own(&self, node: &SyntaxNode) -> Option<Condition> {
        let (what, _) = self.known.as_ref()?.open_in(node).next()?;
        Some(Condition::of_script(what))
    }

    /// The first condition on one of the names that are mentioned somewhere.
    fn mentioned(&self, words: &BTreeSet<String>) -> Option<Condition> {
        let by_way_of = || {
            self.within_bodies.iter().filter(|(name, _)| words.contains(name)).find_map(|(name, of)| {
                let condition = of.all.clone().or_else(|| of.mentioned(words));
                Some(condition?.within(name))
            })
        };
        self.named(words).cloned().or_else(by_way_of)
    }

    /// The attribute that may rewrite something in a function.
    pub(super) fn within(&self, file: FileId, item: TextRange) -> Option<&Condition> {
        let mut rewritten = self.rewritten.iter();
        let found = rewritten.find(|(of, range, _)| *of == file && item.contains_range(*range))?;
        Some(&found.2)
    }

    /// An item that an attribute may rewrite. It stays an item of that name, and what it is a part of stays.
    fn attribute(&mut self, Rewritten { attribute, node, source, file }: &Rewritten, sources: &Sources) {
        let Some(source) = sources.index(*source) else { return };
        let item = Item::of(source, node, sources);
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
            let of_impl = ast::Impl::cast(node.clone()).and_then(|of| of.self_ty());
            let implemented = of_impl.map(|ty| last_name(ty.syntax())).filter(|name| sources.types.contains(name));
            self.add(&condition, item.names.into_iter().chain(implemented));
            around.iter().for_each(|outer| _ = self.add(&condition, Item::of(source, outer, sources).names));
        }
        if let Some(items) = ast::Module::cast(node.clone()).and_then(|module| module.item_list()) {
            let inner = items.syntax().descendants().filter(is_item);
            let names: Vec<String> = inner.flat_map(|item| Item::of(source, &item, sources).names).collect();
            self.add(&condition, names);
        }
    }

    fn named(&self, words: &BTreeSet<String>) -> Option<&Condition> {
        words.iter().find_map(|word| self.names.get(word))
    }

    /// What a condition is about: the name of its item, if it has one.
    fn condition(
        &mut self,
        condition: &Condition,
        source: &SourceText,
        node: &SyntaxNode,
        sources: &Sources,
    ) -> Option<String> {
        let owner = match node.ancestors().find_map(ast::Attr::cast) {
            Some(attribute) => attribute.syntax().parent(),
            None => Some(node.clone()),
        };
        let Some(item) = owner.as_ref().and_then(|owner| owner.ancestors().find(is_item)) else {
            self.all = Some(condition.clone());
            return None;
        };
        let is_within =
            |part: Option<SyntaxNode>| part.is_some_and(|part| part.text_range().contains_range(node.text_range()));
        let of_rules = matches!(item.kind(), SyntaxKind::MACRO_RULES | SyntaxKind::MACRO_DEF) && *node == item;
        if of_rules {
            self.add_rules(condition, own_name(&item));
            if makes_implementations(&item, sources) {
                self.all = Some(condition.clone());
            }
        } else if *node == item && sources.is_expanded(source.index, &item) {
            // It is in what the call makes.
        } else if !is_within(Item::hidden_body(&item)) {
            self.item(condition, source, &item, sources);
        }
        own_name(&item)
    }

    /// An item that may be there or not, or be another one.
    fn item(&mut self, condition: &Condition, source: &SourceText, item: &SyntaxNode, sources: &Sources) {
        if let Some(module) = ast::Module::cast(item.clone())
            && let Some(items) = module.item_list()
        {
            self.add(condition, own_name(item));
            let items = items.syntax().children().filter(is_item).filter(|item| !is_private_glob(item));
            items.for_each(|item| self.item(condition, source, &item, sources));
            return;
        }
        if let Some(made) = sources.made(source.index, item) {
            let items = made.root.children().filter(is_item);
            return items.for_each(|item| self.item(condition, made, &item, sources));
        }
        let around = item.parent().and_then(|list| list.parent()).or_else(|| source.owner.clone());
        let of_trait = around.and_then(ast::Impl::cast).and_then(|outer| Some((outer.trait_()?, outer)));
        if let Some((of_trait, outer)) = of_trait {
            // An implementation of one of the crate's own traits stays one: nothing but the name leads to what is in it.
            let name = own_name(item).filter(|_| ast::Fn::can_cast(item.kind()));
            let is_own = sources.traits.contains_key(&last_name(of_trait.syntax()));
            match name.filter(|_| is_own) {
                Some(name) => _ = self.add(condition, [name]),
                None => self.item(condition, source, outer.syntax(), sources),
            }
            return;
        }
        let spelling = Item::of(source.index, item, sources);
        let anything = changes_every_name(item)
            || brings_macros(item)
            || matches!(spelling.kind, MentionKind::Import { glob: true, .. });
        if spelling.nameless || spelling.names.is_empty() || anything || item.kind() == SyntaxKind::MODULE {
            self.all = Some(condition.clone());
        }
        if matches!(spelling.kind, MentionKind::Import { .. }) {
            self.opaque.extend(spelling.names.iter().cloned());
        }
        self.add(condition, spelling.names);
    }

    fn add(&mut self, condition: &Condition, names: impl IntoIterator<Item = String>) -> bool {
        let mut new = false;
        for name in names.into_iter().filter(|name| name != "_") {
            new |= self.rules.remove(&name);
            new |= self.names.insert(name, condition.clone()).is_none();
        }
        new
    }

    /// The same for macros whose rules are known.
    fn add_rules(&mut self, condition: &Condition, names: impl IntoIterator<Item = String>) -> bool {
        let new = names.into_iter().filter(|name| !self.names.contains_key(name)).collect::<Vec<_>>();
        self.rules.extend(new.iter().cloned());
        self.names.extend(new.iter().map(|name| (name.clone(), condition.clone())));
        !new.is_empty()
    }

    /// Adds the names of items that mention one in doubt, until there are no more.
    fn follow(&mut self, items: &[Item], types: &BTreeSet<String>) {
        loop {
            let mut grown = false;
            for item in items {
                let Some(condition) = self.named(&item.mentions).cloned() else { continue };
                let doubtful = || item.mentions.iter().filter(|word| self.names.contains_key(*word));
                let by_rules_alone = doubtful().all(|word| self.rules.contains(word));
                // A type or trait stays itself, whatever is in it.
                let same = || item.kind == MentionKind::Implementation && doubtful().all(|word| types.contains(word));
                let opaque = item.mentions.iter().any(|word| self.opaque.contains(word));
                let anything = match &item.kind {
                    MentionKind::Expanded => !by_rules_alone,
                    MentionKind::Import { glob: true, .. } => item.nameless || opaque,
                    _ => item.nameless && !same(),
                };
                if anything {
                    self.all = Some(condition);
                    return;
                }
                grown |= match &item.kind {
                    MentionKind::Expanded => false,
                    MentionKind::Rules => self.add_rules(&condition, item.names.iter().cloned()),
                    MentionKind::Import { .. } if by_rules_alone => {
                        self.add_rules(&condition, item.names.iter().cloned())
                    }
                    MentionKind::Import { leaves, .. } => self.import(&condition, leaves, opaque),
                    MentionKind::Plain | MentionKind::Implementation => {
                        self.add(&condition, item.names.iter().cloned())
                    }
                };
            }
            if !grown {
                return;
            }
        }
    }

    /// Brings names into scope, with the functions of the traits among them.
    fn import(&mut self, condition: &Condition, leaves: &[(String, String)], opaque: bool) -> bool {
        let mut grown = self.add(condition, leaves.iter().map(|(_, given)| given.clone()));
        if opaque {
            self.opaque.extend(leaves.iter().map(|(_, given)| given.clone()).filter(|name| name != "_"));
        }
        for (name, given) in leaves {
            let of_trait = self.methods.get(&Some(name.clone())).cloned().unwrap_or_default();
            let of_macros = if opaque { self.methods.get(&None).cloned().unwrap_or_default() } else { BTreeSet::new() };
            self.methods.entry(Some(given.clone())).or_default().extend(of_trait.iter().cloned());
            grown |= self.add(condition, of_trait.into_iter().chain(of_macros));
        }
        grown
    }
}

/// An import for a module's own use.
fn is_private_glob(item: &SyntaxNode) -> bool {
    let Some(import) = ast::Use::cast(item.clone()) else { return false };
    let is_public = item.children().any(|part| ast::Visibility::can_cast(part.kind()));
    let mut trees = import.syntax().descendants().filter_map(ast::UseTree::cast);
    !is_public && trees.all(|tree| tree.star_token().is_some() || tree.use_tree_list().is_some())
}

/// Whether a macro may write implementations where they are not seen: in a body.
fn makes_implementations(rules: &SyntaxNode, sources: &Sources) -> bool {
    let mut tokens = rules.descendants_with_tokens().filter_map(|it| it.into_token());
    if !tokens.any(|token| token.kind() == SyntaxKind::IMPL_KW) {
        return false;
    }
    let name = own_name(rules);
    sources.nodes().any(|(source, node)| {
        let call = ast::MacroCall::cast(node).filter(|call| !sources.is_expanded(source.index, call.syntax()));
        call.and_then(|call| call.path()).is_some_and(|path| Some(last_name(path.syntax())) == name)
    })
}
