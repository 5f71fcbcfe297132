//! Which definition the name of a macro means: of `macro_rules!`, the latest one before the call, in the blocks and
//! modules around it.
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use base_db::Crate;
use hir_def::ModuleId;
use hir_def::nameres::{DefMap, ModuleOrigin, crate_def_map};
use hir_expand::{HirFileId, InFile, Lookup as _, MacroCallId, MacroDefId, MacroDefKind};
use ra_syntax::ast::{self, AstNode, HasName};
use ra_syntax::{SmolStr, SyntaxKind, SyntaxNode, TextRange, TextSize};

use crate::database::Database;
use crate::items::attrs::{attributes, is_on};

/// The place of a node.
type NodeRange = (HirFileId, TextRange);

/// The definitions of macros, by where they are in force.
pub(super) struct Scopes<'db> {
    db: &'db Database,
    crates: RefCell<HashMap<Crate, Rc<Modules>>>,
    /// The calls in the place of items and statements.
    calls: RefCell<HashMap<NodeRange, MacroCallId>>,
    /// By list of items or statements: the definitions in it, each with the end of the item that it is in.
    known: RefCell<HashMap<NodeRange, Rc<Vec<Definition>>>>,
}

#[derive(Clone)]
struct Definition {
    name: SmolStr,
    end: TextSize,
    place: NodeRange,
}

/// The modules of a crate that are files, and back.
#[derive(Default)]
struct Modules {
    declared: HashMap<HirFileId, InFile<SyntaxNode>>,
    files: HashMap<NodeRange, HirFileId>,
    /// How many definitions there are of a name.
    definitions: HashMap<SmolStr, Vec<NodeRange>>,
}

impl<'db> Scopes<'db> {
    pub(super) fn new(db: &'db Database) -> Scopes<'db> {
        Scopes { db, crates: RefCell::default(), calls: RefCell::default(), known: RefCell::default() }
    }

    /// Makes the calls known that are in a block, and in those around it.
    pub(super) fn enter(&self, module: ModuleId) {
        let mut next = Some(module);
        while let Some(module) = next {
            let map = module.def_map(self.db);
            self.calls_in(map);
            next = map.parent();
        }
    }

    pub(super) fn calls_in(&self, map: &DefMap) {
        let mut calls = self.calls.borrow_mut();
        for (_, module) in map.modules() {
            calls.extend(module.scope.iter_macro_invoc().map(|(id, call)| {
                let node = id.to_in_file_node(self.db);
                ((node.file_id, node.value.syntax().text_range()), *call)
            }));
        }
    }

    /// Whether a call in a crate surely means a definition.
    pub(super) fn means(&self, krate: Crate, call: &InFile<ast::MacroCall>, def: &MacroDefId) -> bool {
        let Some(path) = call.value.path() else { return false };
        let Some(name) = path.segment().and_then(|segment| segment.name_ref()) else { return false };
        let name = SmolStr::from(name.text().trim_start_matches("r#"));
        let modules = self.modules(krate);
        let taken = match def.kind {
            MacroDefKind::Declarative(id, _) => {
                let node = id.to_in_file_node(self.db);
                let is_rules = matches!(node.value, ast::Macro::MacroRules(_));
                Some((node.file_id, node.value.syntax().text_range())).filter(|_| is_rules)
            }
            _ => None,
        };
        let own = taken.filter(|_| def.krate == krate);
        let one = || modules.definitions.get(&name).is_none_or(|all| all.len() < 2);
        if path.qualifier().is_some() {
            // What an import of one of several names means rests on where it is.
            return own.is_none() || one();
        }
        match self.latest(&modules, krate, call.syntax(), &name) {
            Some(latest) => taken == Some(latest),
            // Imported, where it is the crate's own; or that of another crate, where the name is that of one.
            None => own.is_none() || one() && !self.is_of_std(krate, &name),
        }
    }

    /// Whether the standard library gives the name to a macro.
    fn is_of_std(&self, krate: Crate, name: &str) -> bool {
        let std = krate.data(self.db).dependencies.iter().filter(|it| it.is_sysroot());
        let mut maps = std.map(|it| crate_def_map(self.db, it.crate_id));
        maps.any(|map| {
            let scope = &map[map.root_module_id()].scope;
            scope.legacy_macros().any(|(it, _)| it.as_str() == name)
                || scope.macros().any(|(it, _)| it.as_str() == name)
        })
    }

    fn modules(&self, krate: Crate) -> Rc<Modules> {
        if let Some(known) = self.crates.borrow().get(&krate) {
            return known.clone();
        }
        let map = crate_def_map(self.db, krate);
        self.calls_in(map);
        let mut modules = Modules::default();
        for (_, module) in map.modules() {
            if let ModuleOrigin::File { .. } = module.origin
                && let Some(declared) = module.origin.declaration()
            {
                let file = module.definition_source(self.db).file_id;
                let node = declared.to_in_file_node(self.db).map(|it| it.syntax().clone());
                modules.files.insert((node.file_id, node.value.text_range()), file);
                modules.declared.insert(file, node);
            }
            for (name, all) in module.scope.legacy_macros() {
                let definitions = modules.definitions.entry(name.as_str().into()).or_default();
                for id in all {
                    let MacroDefKind::Declarative(id, _) = id.definition(self.db).kind else {
                        continue;
                    };
                    let node = id.to_in_file_node(self.db);
                    let place = (node.file_id, node.value.syntax().text_range());
                    if !definitions.contains(&place) {
                        definitions.push(place);
                    }
                }
            }
        }
        let modules = Rc::new(modules);
        self.crates.borrow_mut().insert(krate, modules.clone());
        modules
    }

    /// The latest definition of a name that is in force at a node.
    fn latest(&self, modules: &Modules, krate: Crate, node: InFile<&SyntaxNode>, name: &str) -> Option<NodeRange> {
        let mut at = node.cloned();
        loop {
            let start = at.value.text_range().start();
            for around in at.value.ancestors().skip(1).filter(|it| holds_items(it.kind())) {
                let all = self.definitions(modules, krate, at.with_value(&around));
                if let Some(found) = all.iter().rev().find(|it| it.end <= start && it.name == name) {
                    return Some(found.place);
                }
            }
            at = match at.file_id {
                HirFileId::MacroFile(call) => call.lookup(self.db).to_node(self.db),
                HirFileId::FileId(_) => modules.declared.get(&at.file_id)?.clone(),
            };
        }
    }

    /// The definitions that a list of items or statements makes, in its order.
    fn definitions(&self, modules: &Modules, krate: Crate, list: InFile<&SyntaxNode>) -> Rc<Vec<Definition>> {
        let place = (list.file_id, list.value.text_range());
        if let Some(known) = self.known.borrow().get(&place) {
            return known.clone();
        }
        let mut found = Vec::new();
        for item in list.value.children() {
            self.of_item(modules, krate, list.with_value(&item), &mut found);
        }
        let found = Rc::new(found);
        self.known.borrow_mut().insert(place, found.clone());
        found
    }

    fn of_item(&self, modules: &Modules, krate: Crate, item: InFile<&SyntaxNode>, found: &mut Vec<Definition>) {
        let range = item.value.text_range();
        let place = (item.file_id, range);
        let is_on = || is_on(self.db, krate, item.value);
        match item.value.kind() {
            SyntaxKind::MACRO_RULES => {
                let name = ast::MacroRules::cast(item.value.clone()).and_then(|it| it.name()).filter(|_| is_on());
                let name = name.map(|it| SmolStr::from(it.text().trim_start_matches("r#")));
                found.extend(name.map(|name| Definition { name, end: range.end(), place }));
            }
            SyntaxKind::MODULE => {
                let of_file = modules.files.get(&place);
                let file = of_file.map(|file| InFile::new(*file, file.parse_or_expand(self.db)));
                let inner = item.value.children().find(|it| it.kind() == SyntaxKind::ITEM_LIST);
                let list = inner.map(|list| item.with_value(list)).or(file);
                let Some(list) = list.filter(|_| is_on()) else { return };
                let passes =
                    |node: &SyntaxNode| attributes(self.db, krate, node).iter().any(|attr| attr.path == "macro_use");
                if passes(item.value) || passes(&list.value) {
                    self.all_of(modules, krate, list.as_ref(), range.end(), found);
                }
            }
            SyntaxKind::MACRO_CALL => {
                let call = self.calls.borrow().get(&place).copied();
                if let Some(call) = call {
                    let file = HirFileId::from(call);
                    let made = InFile::new(file, file.parse_or_expand(self.db));
                    self.all_of(modules, krate, made.as_ref(), range.end(), found);
                }
            }
            SyntaxKind::EXPR_STMT | SyntaxKind::MACRO_EXPR => {
                let inner = item
                    .value
                    .children()
                    .find(|it| matches!(it.kind(), SyntaxKind::MACRO_EXPR | SyntaxKind::MACRO_CALL));
                if let Some(inner) = inner {
                    let from = found.len();
                    self.of_item(modules, krate, item.with_value(&inner), found);
                    found[from..].iter_mut().for_each(|it| it.end = range.end());
                }
            }
            _ => {}
        }
    }

    /// The definitions in a list that reach beyond it, to after a place.
    fn all_of(
        &self,
        modules: &Modules,
        krate: Crate,
        list: InFile<&SyntaxNode>,
        end: TextSize,
        found: &mut Vec<Definition>,
    ) {
        let all = self.definitions(modules, krate, list);
        found.extend(all.iter().map(|it| Definition { end, ..it.clone() }));
    }
}

fn holds_items(kind: SyntaxKind) -> bool {
    use SyntaxKind::{ITEM_LIST, MACRO_ITEMS, MACRO_STMTS, SOURCE_FILE, STMT_LIST};
    matches!(kind, ITEM_LIST | MACRO_ITEMS | MACRO_STMTS | SOURCE_FILE | STMT_LIST)
}
