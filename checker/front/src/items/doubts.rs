//! What makes an item's text doubtful: attribute macros and derives of other crates, on it and on what it is in.
use std::cell::RefCell;
use std::collections::HashMap;

use base_db::Crate;
use either::Either;
use hir_def::nameres::{ModuleOrigin, crate_def_map};
use hir_def::{AdtId, HasModule, ModuleId};
use hir_expand::{AstId, HirFileId, InFile, Lookup as _, MacroCallId, MacroDefKind};
use ra_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};
use refine_core::program::Diagnostic;
use refine_core::span::Span;

use super::attrs::{Attr, attributes};
use super::expansion::Expansions;
use super::meaning::{Lookup, Meaning};
use super::specs::derived;
use crate::database::Database;
use crate::spans::Spans;

/// The search for doubts.
pub(super) struct Doubts<'a> {
    db: &'a Database,
    spans: &'a Spans<'a>,
    /// By place: the attribute, and where it is.
    found: RefCell<HashMap<Span, Option<(String, Span)>>>,
    notes: RefCell<Vec<Diagnostic>>,
    /// What makes all names of a crate doubtful.
    names: RefCell<HashMap<Crate, Option<String>>>,
}

impl<'a> Doubts<'a> {
    pub(super) fn new(db: &'a Database, spans: &'a Spans<'a>) -> Doubts<'a> {
        Doubts { db, spans, found: RefCell::default(), notes: RefCell::default(), names: RefCell::default() }
    }

    /// The expansions of macros.
    pub(super) fn expansions(&self) -> &'a Expansions<'a> {
        self.spans.expansions()
    }

    /// What was found, for the user.
    pub(super) fn notes(self) -> Vec<Diagnostic> {
        self.notes.into_inner()
    }

    /// Why an item may be something else than what is written.
    pub(super) fn of(&self, item: InFile<&SyntaxNode>, module: ModuleId) -> Option<String> {
        let around = item.ancestors_with_macros(self.db);
        let own = around.filter(|node| bears_attributes(node.value.kind())).find_map(|node| self.node(&node, module));
        let made = || self.made(item.file_id).or_else(|| header_doubt(item.value));
        own.or_else(made).or_else(|| self.module(module)).or_else(|| self.names(module))
    }

    /// A macro that made the item, and of which rustc may make something else.
    fn made(&self, file: HirFileId) -> Option<String> {
        let HirFileId::MacroFile(call) = file else { return None };
        let node = call.lookup(self.db).to_node(self.db);
        let doubtful = self.spans.expansions().is_doubtful(call);
        let own = doubtful.then(|| ast::MacroCall::cast(node.value.clone())).flatten().map(|call| macro_doubt(&call));
        own.or_else(|| self.made(node.file_id))
    }

    /// An attribute on an item that gives names (`use`, `type`, `macro_rules!`, `mod`), or a macro that makes items, perhaps not those that
    /// are seen: with another in its place, any name of the crate may mean something else.
    fn names(&self, any: ModuleId) -> Option<String> {
        let krate = any.krate(self.db);
        if let Some(known) = self.names.borrow().get(&krate) {
            return known.clone();
        }
        let found = self.names_of(krate);
        self.names.borrow_mut().insert(krate, found.clone());
        found
    }

    fn names_of(&self, krate: Crate) -> Option<String> {
        let map = crate_def_map(self.db, krate);
        let mut calls = map.modules().flat_map(|(_, data)| data.scope.iter_macro_invoc());
        if let Some((id, _)) = calls.find(|(_, call)| self.spans.expansions().is_doubtful(**call)) {
            return Some(macro_doubt(&id.to_in_file_node(self.db).value));
        }
        let made = map.modules().flat_map(|(_, data)| data.scope.iter_macro_invoc()).map(|(_, call)| *call);
        let mut made =
            made.flat_map(|call| HirFileId::from(call).parse_or_expand(self.db).children().collect::<Vec<_>>());
        if let Some(doubt) = made.find_map(|item| shared_doubt(&item)) {
            return Some(doubt);
        }
        map.modules().find_map(|(module, data)| {
            let source = data.definition_source(self.db);
            let file = source.file_id;
            let nodes = source.value.node().children().collect::<Vec<_>>();
            nodes.into_iter().find_map(|node| {
                let given = gives_names(node.kind()).then(|| InFile::new(file, node.clone()));
                given.and_then(|node| self.node(&node, module)).or_else(|| shared_doubt(&node))
            })
        })
    }

    /// The same for the modules around, and the bodies around those.
    fn module(&self, module: ModuleId) -> Option<String> {
        let origin = module.def_map(self.db)[module].origin;
        let parent = module.def_map(self.db).containing_module(module);
        if let (ModuleOrigin::File { .. } | ModuleOrigin::Inline { .. }, Some(declared)) =
            (origin, origin.declaration())
        {
            let node = declared.to_in_file_node(self.db);
            return self.of(node.as_ref().map(|it| it.syntax()), parent?);
        }
        match (origin, parent) {
            (ModuleOrigin::BlockExpr { .. }, Some(parent)) => self.module(parent),
            _ => None,
        }
    }

    fn node(&self, node: &InFile<SyntaxNode>, module: ModuleId) -> Option<String> {
        let place = self.spans.of(node.as_ref());
        if node.file_id.is_macro() {
            return self.attribute(node, module).map(|(name, _)| doubt(&name));
        }
        if let Some(known) = self.found.borrow().get(&place) {
            return known.as_ref().map(|(name, _)| doubt(name));
        }
        let found = self.attribute(node, module);
        if let Some((name, span)) = &found {
            self.notes.borrow_mut().push(Diagnostic {
                error: false,
                code: "N0002",
                message: format!("refine does not see what the attribute `{name}` makes of this item"),
                span: Some(*span),
                help: Some("nothing is proved of functions in it".to_owned()),
            });
        }
        self.found.borrow_mut().insert(place, found.clone());
        found.map(|(name, _)| doubt(&name))
    }

    /// The first attribute on a node that may make anything of it, and where it is.
    pub(super) fn attribute(&self, node: &InFile<SyntaxNode>, module: ModuleId) -> Option<(String, Span)> {
        let attrs = attributes(self.db, module.krate(self.db), &node.value);
        let lookup = Lookup { db: self.db, module, file: node.file_id };
        let foreign_derive = || attrs.iter().any(|attr| self.foreign_derive(&lookup, attr).is_some());
        let doubtful = |attr: &&Attr| match lookup.attribute(attr) {
            Meaning::Foreign => true,
            // One of refine's without its import, a misspelt one, or the helper of a derive.
            Meaning::Nobody if !attr.path.contains("::") => !looks_like_ours(&attr.path) && !foreign_derive(),
            Meaning::Nobody => true,
            Meaning::Spec | Meaning::Known => false,
        };
        let attr = attrs.iter().find(doubtful)?;
        // A macro was run: what it left of the attributes is on what it made.
        if self.is_rewritten(node, module) {
            return None;
        }
        Some((attr.path.clone(), self.spans.of(node.with_value(attr.meta.syntax().clone()))))
    }

    /// The derives of a type that are not the standard library's.
    pub(super) fn derives(&self, id: AdtId, item: &InFile<SyntaxNode>) -> Option<String> {
        let module = id.module(self.db);
        let lookup = Lookup { db: self.db, module, file: item.file_id };
        let attrs = attributes(self.db, module.krate(self.db), &item.value);
        let foreign = attrs.iter().find_map(|attr| self.foreign_derive(&lookup, attr))?;
        (!self.all_derived(item, module)).then_some(foreign)
    }

    /// Whether an attribute macro of another crate was run on an item, so that what it made is seen.
    fn is_rewritten(&self, item: &InFile<SyntaxNode>, module: ModuleId) -> bool {
        let scope = &module.def_map(self.db)[module].scope;
        let is_of = |id: &AstId<ast::Item>| id.file_id == item.file_id && *id.to_node(self.db).syntax() == item.value;
        scope.attr_macro_invocs().any(|(id, call)| is_of(&id) && self.db.is_run(call))
    }

    /// Whether all derives of a type that are macros of other crates were run.
    fn all_derived(&self, item: &InFile<SyntaxNode>, module: ModuleId) -> bool {
        let scope = &module.def_map(self.db)[module].scope;
        let is_known = |call: &Option<Either<MacroCallId, _>>| match call {
            Some(Either::Left(call)) => {
                let is_foreign = matches!(call.lookup(self.db).def.kind, MacroDefKind::ProcMacro(..));
                !is_foreign || self.db.is_run(*call)
            }
            Some(Either::Right(_)) => true,
            None => false,
        };
        let of_item = |id: AstId<ast::Adt>| id.file_id == item.file_id && *id.to_node(self.db).syntax() == item.value;
        scope
            .derive_macro_invocs()
            .filter(|(id, _)| of_item(*id))
            .all(|(_, mut attributes)| attributes.all(|(_, _, calls)| calls.iter().all(is_known)))
    }

    fn foreign_derive(&self, lookup: &Lookup<'_>, attr: &Attr) -> Option<String> {
        let foreign =
            (attr.path == "derive").then(|| derived(attr))?.into_iter().find(|path| !lookup.std_derive(path))?;
        Some(format!("the output of `derive({foreign})`"))
    }

    /// The standard library's derives of a type, by name.
    pub(super) fn known_derives(&self, id: AdtId, item: &InFile<SyntaxNode>) -> Vec<String> {
        let module = id.module(self.db);
        let lookup = Lookup { db: self.db, module, file: item.file_id };
        let attrs = attributes(self.db, module.krate(self.db), &item.value);
        let all = attrs.iter().filter(|attr| attr.path == "derive").flat_map(derived);
        let known = all.filter(|path| lookup.std_derive(path));
        known.map(|path| path.rsplit("::").next().unwrap_or(&path).to_owned()).collect()
    }
}

/// A macro in what others see of a type or value: which of its rules is taken is not looked into there.
fn shared_doubt(item: &SyntaxNode) -> Option<String> {
    use SyntaxKind::{CONST, ENUM, STATIC, STRUCT, TYPE_ALIAS, UNION};
    matches!(item.kind(), CONST | ENUM | STATIC | STRUCT | TYPE_ALIAS | UNION).then(|| header_doubt(item)).flatten()
}

/// The same in the header of any item, and of the `impl` or trait around it.
fn header_doubt(item: &SyntaxNode) -> Option<String> {
    let calls = |part: SyntaxNode| part.descendants().find_map(ast::MacroCall::cast);
    let header = |item: &SyntaxNode| item.children().filter(is_header).find_map(calls);
    let around = item.parent().and_then(|list| list.parent());
    let around = around.filter(|it| matches!(it.kind(), SyntaxKind::IMPL | SyntaxKind::TRAIT));
    header(item).or_else(|| header(&around?)).map(|call| macro_doubt(&call))
}

/// What is not the body or value of an item, which is looked into, and not a list of other items.
fn is_header(part: &SyntaxNode) -> bool {
    let is_value = ast::Expr::can_cast(part.kind());
    !is_value && !matches!(part.kind(), SyntaxKind::ASSOC_ITEM_LIST | SyntaxKind::ITEM_LIST | SyntaxKind::ATTR)
}

fn macro_doubt(call: &ast::MacroCall) -> String {
    format!("the expansion of the macro `{}!`", super::macros::name(call))
}

fn doubt(attribute: &str) -> String {
    format!("the output of the attribute `{attribute}`")
}

/// Whether the name is one of refine's, or nearly so: it is read as such, or said to be misspelt.
fn looks_like_ours(name: &str) -> bool {
    use refine_spec_lang::{FN_ATTRIBUTES, TYPE_ATTRIBUTES, unknown_attribute};
    let ours = [FN_ATTRIBUTES, TYPE_ATTRIBUTES].into_iter().flatten().any(|each| *each == name);
    ours || syn::parse_str::<syn::Path>(name).is_ok_and(|path| {
        let attr: syn::Attribute = syn::parse_quote!(#[#path]);
        unknown_attribute(&attr, name, &[]).is_some()
    })
}

fn gives_names(kind: SyntaxKind) -> bool {
    use SyntaxKind::{EXTERN_CRATE, MACRO_DEF, MACRO_RULES, MODULE, TYPE_ALIAS, USE};
    matches!(kind, EXTERN_CRATE | MACRO_DEF | MACRO_RULES | MODULE | TYPE_ALIAS | USE)
}

fn bears_attributes(kind: SyntaxKind) -> bool {
    use SyntaxKind::{CONST, ENUM, FN, IMPL, MODULE, SOURCE_FILE, STATIC, STRUCT, TRAIT, UNION};
    matches!(kind, CONST | ENUM | FN | IMPL | MODULE | SOURCE_FILE | STATIC | STRUCT | TRAIT | UNION)
}
