//! The texts of a crate: its files, and what its macros make of the calls in the place of items. What is surely not compiled is left out.
use std::collections::{BTreeSet, HashMap};

use base_db::Crate;
use cfg::CfgOptions;
use hir_def::nameres::assoc::TraitItems;
use hir_def::nameres::crate_def_map;
use hir_def::{HasModule, ModuleDefId};
use hir_expand::{HirFileId, InFile, Lookup as _, MacroCallId, MacroDefId, MacroDefKind};
use ra_syntax::{AstNode, SyntaxNode, TextRange, ast};
use vfs::FileId;

use super::expansion::{ExpandedTree, Expansions};
use super::mentions::{Item, has_macro_calls, is_item, last_name, own_name, parts, words};
use crate::database::{Database, Decided, Origin, conditions, live};

/// How many texts are looked at, since a macro may call itself for ever.
const MOST: usize = 1 << 16;

/// A text.
pub(super) struct SourceText {
    /// Which one it is.
    pub(super) index: usize,
    pub(super) root: SyntaxNode,
    /// Whether a macro made it.
    pub(super) is_made: bool,
    /// The implementation or trait that the call stands in.
    pub(super) owner: Option<SyntaxNode>,
    /// Where a user finds it.
    pub(super) place: (FileId, TextRange),
}

/// The texts of a crate.
pub(super) struct Sources {
    pub(super) all: Vec<SourceText>,
    /// The names of the crate's own types and traits.
    pub(super) types: BTreeSet<String>,
    /// The crate's own traits whose names mean nothing else in it, with the names of what is in them.
    pub(super) traits: HashMap<String, Vec<String>>,
    files: HashMap<HirFileId, usize>,
    /// What calls in the place of items make.
    made: HashMap<(usize, TextRange), usize>,
    known: Option<Decided>,
    options: CfgOptions,
}

/// A call that rust-analyzer has expanded.
struct Call {
    node: InFile<ast::MacroCall>,
    made: MacroCallId,
    def: MacroDefId,
}

impl Sources {
    /// Those of a crate.
    pub(super) fn new(db: &Database, expansions: &Expansions<'_>, krate: Crate) -> Sources {
        let mut found = Sources {
            all: Vec::new(),
            types: BTreeSet::new(),
            traits: HashMap::new(),
            files: HashMap::new(),
            made: HashMap::new(),
            known: db.unasked(krate).cloned(),
            options: krate.cfg_options(db).clone(),
        };
        for file in crate_def_map(db, krate).modules().filter_map(|(_, module)| module.origin.file_id()) {
            let root = file.parse(db).syntax_node();
            let place = (file.file_id(db), root.text_range());
            let index = found.push(root, place, false);
            found.files.insert(file.into(), index);
        }
        let calls = calls(db, krate);
        for call in &calls {
            let at = call.node.as_ref().map(|it| it.syntax()).original_file_range_rooted(db);
            let place = (at.file_id.file_id(db), at.range);
            let index = found.push(HirFileId::from(call.made).parse_or_expand(db), place, true);
            found.files.insert(call.made.into(), index);
        }
        for call in &calls {
            if let (Some(within), Some(made)) = (found.index(call.node.file_id), found.index(call.made.into())) {
                found.link(call.node.value.syntax(), within, made);
            }
        }
        found.expand(expansions, krate, &calls);
        let nominal = |node: &SyntaxNode| ast::Adt::can_cast(node.kind()) || ast::Trait::can_cast(node.kind());
        let types = found.nodes().filter(|(_, node)| nominal(node)).filter_map(|(_, node)| own_name(&node));
        found.types = types.collect();
        found.traits = found.own_traits(db, krate);
        found
    }

    fn push(&mut self, root: SyntaxNode, place: (FileId, TextRange), is_made: bool) -> usize {
        let index = self.all.len();
        self.all.push(SourceText { index, root, is_made, owner: None, place });
        index
    }

    /// Notes what a call makes. What is made in the place of an item of an implementation is one.
    fn link(&mut self, call: &SyntaxNode, within: usize, made: usize) {
        self.made.insert((within, call.text_range()), made);
        let list = call.parent().filter(|parent| ast::AssocItemList::can_cast(parent.kind()));
        let owner = list.and_then(|list| list.parent());
        let at_top = call.parent().is_some_and(|parent| parent == self.all[within].root);
        let outer = || self.all[within].owner.clone().filter(|_| at_top);
        self.all[made].owner = owner.or_else(outer);
    }

    /// Makes what calls make that are not compiled as far as is known.
    fn expand(&mut self, expansions: &Expansions<'_>, krate: Crate, calls: &[Call]) {
        let defs = self.definitions(krate, calls);
        let files: HashMap<usize, HirFileId> = self.files.iter().map(|(file, index)| (*index, *file)).collect();
        let mut texts: HashMap<usize, ExpandedTree> = HashMap::new();
        let mut next = 0;
        while next < self.all.len() {
            let source = &self.all[next];
            let place = source.place;
            let calls = self.live(&source.root).filter(is_item).filter_map(ast::MacroCall::cast);
            for call in calls.collect::<Vec<_>>() {
                let def = name(&call).and_then(|name| defs.get(&name));
                let Some(def) = def.filter(|_| !self.is_expanded(next, call.syntax()) && self.all.len() < MOST) else {
                    continue;
                };
                let made = match (files.get(&next), texts.get(&next)) {
                    (Some(file), _) => expansions.made(def, &InFile::new(*file, call.clone())),
                    (None, Some(text)) => expansions.made_within(def, text, &call),
                    (None, None) => None,
                };
                if let Some(made) = made {
                    let index = self.push(made.root(), place, true);
                    texts.insert(index, made);
                    self.link(call.syntax(), next, index);
                }
            }
            next += 1;
        }
    }

    /// What the names of macros mean, where each call that is expanded means the same, and nothing in the crate something else.
    fn definitions(&self, krate: Crate, calls: &[Call]) -> HashMap<String, MacroDefId> {
        let mut found: HashMap<String, MacroDefId> = HashMap::new();
        let mut unclear = BTreeSet::new();
        for call in calls {
            let Some(name) = name(&call.node.value) else { continue };
            if found.insert(name.clone(), call.def).is_some_and(|before| before != call.def) {
                unclear.insert(name);
            }
        }
        let rules = |node: &SyntaxNode| ast::MacroRules::can_cast(node.kind());
        let mut seen = BTreeSet::new();
        for name in self.nodes().filter(|(_, node)| rules(node)).filter_map(|(_, node)| own_name(&node)) {
            let is_foreign = found.get(&name).is_some_and(|def| def.krate != krate);
            if is_foreign || !seen.insert(name.clone()) {
                unclear.insert(name);
            }
        }
        found.retain(|name, _| !unclear.contains(name));
        found
    }

    /// The traits, without those whose name also means another trait in a module, or everywhere.
    fn own_traits(&self, db: &Database, krate: Crate) -> HashMap<String, Vec<String>> {
        let mut found: HashMap<String, Vec<String>> = HashMap::new();
        let mut unclear = BTreeSet::new();
        for (_, node) in self.nodes() {
            if let Some(import) = ast::Use::cast(node.clone()) {
                unclear.extend(foreign_imports(&import));
            }
            let Some(name) = own_name(&node).filter(|_| ast::Trait::can_cast(node.kind())) else { continue };
            if has_macro_calls(&node) {
                unclear.insert(name.clone());
            }
            found.entry(name).or_default().extend(parts(&node));
        }
        // Those of the standard library may be in scope without being named.
        let all = krate.data(db).dependencies.iter().map(|dep| dep.crate_id);
        let std = all.filter(|dep| db.origin(*dep) == Origin::Std).map(|dep| crate_def_map(db, dep));
        for map in std.chain([crate_def_map(db, krate)]) {
            for (name, item) in map.modules().flat_map(|(_, module)| module.scope.types()) {
                if matches!(item.def, ModuleDefId::TraitId(id) if id.krate(db) != krate) {
                    unclear.insert(name.as_str().to_owned());
                }
            }
        }
        found.retain(|name, _| !unclear.contains(name));
        found
    }

    /// What a call in the place of items makes, where it is seen.
    pub(super) fn made(&self, source: usize, call: &SyntaxNode) -> Option<&SourceText> {
        Some(&self.all[*self.made.get(&(source, call.text_range()))?])
    }

    /// Whether it is seen.
    pub(super) fn is_expanded(&self, source: usize, call: &SyntaxNode) -> bool {
        self.made.contains_key(&(source, call.text_range()))
    }

    /// The text of a file.
    pub(super) fn index(&self, file: HirFileId) -> Option<usize> {
        self.files.get(&file).copied()
    }

    /// All nodes, with the texts that they are in.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (&SourceText, SyntaxNode)> {
        self.all.iter().flat_map(|source| self.live(&source.root).map(move |node| (source, node)))
    }

    /// All items.
    pub(super) fn items(&self) -> Vec<Item> {
        let inner = self.nodes().filter(|(source, node)| *node != source.root && is_item(node));
        inner.map(|(source, node)| Item::of(source.index, &node, self)).collect()
    }

    /// A node with those in it, without what is surely not compiled.
    fn live(&self, root: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> + use<'_> {
        live(root, |node| self.is_off(node))
    }

    fn is_off(&self, node: &SyntaxNode) -> bool {
        match &self.known {
            Some(known) => known.is_off(node),
            None => conditions(node).any(|condition| self.options.check(&condition) == Some(false)),
        }
    }
}

/// The calls in the place of items that rust-analyzer has expanded by rules.
fn calls(db: &Database, krate: Crate) -> Vec<Call> {
    let mut found: Vec<(InFile<SyntaxNode>, MacroCallId)> = Vec::new();
    for (_, module) in crate_def_map(db, krate).modules() {
        let syntax = |node: InFile<ast::Item>| node.map(|it| it.syntax().clone());
        let of_module = module.scope.iter_macro_invoc();
        found.extend(of_module.map(|(id, made)| (id.to_in_file_node(db).map(|it| it.syntax().clone()), *made)));
        for id in module.scope.impls() {
            let calls = id.impl_items(db).macro_calls();
            found.extend(calls.map(|(id, made)| (syntax(id.to_in_file_node(db)), made)));
        }
        for id in module.scope.declarations() {
            if let ModuleDefId::TraitId(id) = id {
                let calls = TraitItems::query_with_diagnostics(db, id).0.macro_calls();
                found.extend(calls.map(|(id, made)| (syntax(id.to_in_file_node(db)), made)));
            }
        }
    }
    let by_rules = found.into_iter().filter_map(|(node, made)| {
        let def = made.lookup(db).def;
        let expanded =
            matches!(def.kind, MacroDefKind::Declarative(..)) && made.parse_macro_expansion(db).err.is_none();
        let call = ast::MacroCall::cast(node.value.clone()).filter(|_| expanded)?;
        Some(Call { node: node.with_value(call), made, def })
    });
    by_rules.collect()
}

fn name(call: &ast::MacroCall) -> Option<String> {
    Some(last_name(call.path()?.syntax()))
}

/// The names that an import with attributes gives to what is elsewhere: perhaps it is there, and is not seen.
fn foreign_imports(import: &ast::Use) -> Vec<String> {
    let has_attributes = import.syntax().children().any(|part| ast::Attr::can_cast(part.kind()));
    let first = import.use_tree().and_then(|tree| tree.path()?.first_segment());
    let is_own =
        first.is_some_and(|it| it.crate_token().is_some() || it.self_token().is_some() || it.super_token().is_some());
    if !has_attributes || is_own { Vec::new() } else { words(import.syntax()).into_iter().collect() }
}
