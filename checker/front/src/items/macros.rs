//! Macros in the place of items: `alias!`, and those that are not looked into.
use std::collections::HashMap;

use hir_def::expr_store::{Body, ExpressionStore, ExpressionStoreDiagnostics, ExpressionStoreSourceMap};
use hir_def::nameres::DefMap;
use hir_def::nameres::assoc::TraitItems;
use hir_def::nameres::diagnostics::{DefDiagnostic, DefDiagnosticKind};
use hir_def::{DefWithBodyId, ExpressionStoreOwnerId, HasModule, ImplId, ModuleId, TraitId};
use hir_expand::builtin::BuiltinFnLikeExpander;
use hir_expand::{HirFileId, InFile, Lookup as _, MacroCallId, MacroCallKind, MacroDefKind};
use ra_syntax::{AstNode, ast};
use refine_core::program::Diagnostic;
use refine_core::span::Span;
use refine_spec_lang::{Aliases, SpecError, alias_macro, meant_macro};

use super::specs::code;
use super::text::{Texts, arguments};
use crate::database::{Database, Decided, Origin};
use crate::spans::Spans;

/// What the macros in the place of items come to.
pub(super) struct Macros<'a> {
    pub(super) db: &'a Database,
    pub(super) spans: &'a Spans<'a>,
    pub(super) texts: &'a Texts,
    /// The calls of `alias!`, by place.
    aliases: Vec<(Span, InFile<ast::MacroCall>)>,
    /// What is not seen, with the places.
    unseen: HashMap<String, Vec<Span>>,
    misspelt: Vec<(Span, String, &'static str)>,
}

impl<'a> Macros<'a> {
    pub(super) fn new(db: &'a Database, spans: &'a Spans<'a>, texts: &'a Texts) -> Macros<'a> {
        Macros { db, spans, texts, aliases: Vec::new(), unseen: HashMap::new(), misspelt: Vec::new() }
    }

    /// Looks at the calls in a module or block.
    pub(super) fn module(&mut self, map: &DefMap, id: ModuleId) {
        for (call, expansion) in map[id].scope.iter_macro_invoc() {
            self.call(call.to_in_file_node(self.db), *expansion);
        }
    }

    /// What name resolution could not do with the macros of a module.
    pub(super) fn unresolved<'d>(&mut self, diagnostics: impl IntoIterator<Item = &'d DefDiagnostic>) {
        for (name, span) in unresolved(self.db, self.spans, diagnostics) {
            match meant_macro(&name) {
                Some(meant) => self.misspelt.push((span, name, meant)),
                None => self.note(&name, span),
            }
        }
    }

    /// The same for a body, which is doubtful with what is not known in it: only misspelt names are told.
    pub(super) fn unresolved_in_body<'d>(&mut self, diagnostics: impl IntoIterator<Item = &'d DefDiagnostic>) {
        let all = unresolved(self.db, self.spans, diagnostics);
        let misspelt = all.into_iter().filter_map(|(name, span)| Some((span, meant_macro(&name)?, name)));
        self.misspelt.extend(misspelt.map(|(span, meant, name)| (span, name, meant)));
    }

    /// The same for an `impl`.
    pub(super) fn implementation(&mut self, id: ImplId) {
        let (_, diagnostics) = id.impl_items_with_diagnostics(self.db);
        self.unresolved(diagnostics.iter());
    }

    /// The same for a trait.
    pub(super) fn interface(&mut self, id: TraitId) {
        let (_, diagnostics) = TraitItems::query_with_diagnostics(self.db, id);
        self.unresolved(diagnostics.iter());
    }

    fn call(&mut self, call: InFile<ast::MacroCall>, expansion: MacroCallId) {
        let def = expansion.lookup(self.db).def;
        let Some(path) = call.value.path() else { return };
        let name = path.segment().map(|segment| segment.syntax().text().to_string()).unwrap_or_default();
        if self.db.origin(def.krate) == Origin::Spec {
            if name == "alias" {
                self.aliases.push((self.spans.of(call.with_value(call.value.syntax())), call));
            }
        } else if matches!(def.kind, MacroDefKind::ProcMacro(..)) && !self.db.is_run(expansion) {
            let name: String = path.syntax().text().to_string().split_whitespace().collect();
            let span = self.spans.of(call.with_value(path.syntax()));
            self.note(&name, span);
        }
    }

    fn note(&mut self, name: &str, span: Span) {
        self.unseen.entry(name.to_owned()).or_default().push(span);
    }

    /// The aliases, in the order of the source, and what is to be said.
    pub(super) fn finish(mut self) -> (Aliases, Vec<Diagnostic>) {
        let mut aliases = Aliases::default();
        let mut said = Vec::new();
        self.aliases.sort_by_key(|(span, _)| *span);
        for (span, call) in std::mem::take(&mut self.aliases) {
            let tokens = arguments(self.db, self.spans, &call).and_then(|text| self.texts.tokens(&text));
            let errors: Vec<SpecError> = match tokens.map(alias_macro) {
                Some(Ok(all)) => all.into_iter().filter_map(|alias| aliases.insert(alias).err()).collect(),
                Some(Err(error)) => vec![error],
                None => Vec::new(),
            };
            said.extend(errors.into_iter().map(|error| {
                let place = self.texts.place(error.span.0, error.span.1).unwrap_or(span);
                let (message, help) = (error.message, error.help);
                Diagnostic { error: true, code: code(error.kind), message, span: Some(place), help }
            }));
        }
        let misspelt = self.misspelt.into_iter().map(|(span, name, meant)| {
            let message = format!("there is no macro `{name}!`; did you mean refine's `{meant}!`?");
            Diagnostic { error: true, code: "E0102", message, span: Some(span), help: None }
        });
        said.extend(misspelt);
        // Crates that make their items so do it many times: said once, with how often.
        let mut notes: Vec<Diagnostic> = self.unseen.into_iter().map(|(name, places)| unseen(&name, places)).collect();
        notes.sort_by(|a, b| (a.span, &a.message).cmp(&(b.span, &b.message)));
        said.extend(notes);
        (aliases, said)
    }
}

/// The calls of macros that lead nowhere, by name and place.
fn unresolved<'d>(
    db: &Database,
    spans: &Spans<'_>,
    diagnostics: impl IntoIterator<Item = &'d DefDiagnostic>,
) -> Vec<(String, Span)> {
    let call = |diagnostic: &DefDiagnostic| match &diagnostic.kind {
        DefDiagnosticKind::UnresolvedMacroCall { ast: MacroCallKind::FnLike { ast_id, .. }, .. } => {
            let call = ast_id.to_in_file_node(db);
            let path = call.value.path()?;
            let name: String = path.syntax().text().to_string().split_whitespace().collect();
            Some((name, spans.of(call.with_value(path.syntax()))))
        }
        _ => None,
    };
    diagnostics.into_iter().filter_map(call).collect()
}

fn unseen(name: &str, mut places: Vec<Span>) -> Diagnostic {
    places.sort();
    let what = format!("refine does not see the items that the macro `{name}!` makes");
    let message = match places.len() {
        1 => what,
        2 => format!("{what}, here and at 1 more place"),
        count => format!("{what}, here and at {} more places", count - 1),
    };
    Diagnostic { error: false, code: "N0001", message, span: places.first().copied(), help: None }
}

/// The macros in a body of which it is not seen what they make: of another crate's making, unknown, or in error. As statements
/// they may leave no trace in what rust-analyzer makes of the body.
pub(crate) fn unseen_in(db: &Database, spans: &Spans<'_>, def: DefWithBodyId) -> Vec<(String, Span)> {
    let (body, map) = Body::with_source_map(db, def);
    let mut found = Vec::new();
    for diagnostic in map.diagnostics() {
        if let ExpressionStoreDiagnostics::UnresolvedMacroCall { node, path } = diagnostic {
            let name = path.segments().last().map(|name| name.as_str().to_owned()).unwrap_or_default();
            found.push((name, spans.of(node.map(|ptr| ptr.text_range()))));
        }
    }
    // Statements are items first.
    for (_, block) in body.blocks(db) {
        found.extend(unresolved(db, spans, block.diagnostics()));
    }
    let known = matches!(db.origin(def.krate(db)), Origin::Std | Origin::Spec);
    // A condition in a macro is the calling crate's.
    let unasked = db.unasked(def.krate(db));
    spans.expansions().enter(def.module(db), body.blocks(db).map(|(_, block)| block.root_module_id()));
    found.extend(unseen_expansions(db, spans, map, (known, unasked)));
    // Those that make items, of which no expression tells.
    let maps = body.blocks(db).map(|(_, block)| block);
    let items = maps.flat_map(DefMap::modules).flat_map(|(_, module)| module.scope.iter_macro_invoc());
    for (id, call) in items.filter(|_| !known) {
        if spans.expansions().is_doubtful(*call) {
            let call = id.to_in_file_node(db);
            found.push((name(&call.value), spans.of(call.as_ref().map(|it| it.syntax()))));
        }
    }
    found
}

/// The same of the expressions in types that something declares: lengths of arrays, constant arguments.
pub(crate) fn unseen_in_types(db: &Database, spans: &Spans<'_>, owner: ExpressionStoreOwnerId) -> Vec<(String, Span)> {
    let (_, map) = ExpressionStore::with_source_map(db, owner);
    let module = owner.module(db);
    let krate = module.krate(db);
    let known = matches!(db.origin(krate), Origin::Std | Origin::Spec);
    spans.expansions().enter(module, std::iter::empty());
    unseen_expansions(db, spans, map, (known, db.unasked(krate)))
}

/// The expansions of macros in expressions of which it is not seen what they come to.
fn unseen_expansions(
    db: &Database,
    spans: &Spans<'_>,
    map: &ExpressionStoreSourceMap,
    (known, unasked): (bool, Option<&Decided>),
) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    for (node, call) in map.expansions() {
        let foreign = matches!(call.lookup(db).def.kind, MacroDefKind::ProcMacro(..)) && !db.is_run(*call);
        let made = || HirFileId::from(*call).parse_or_expand(db);
        let open = || unasked.is_some_and(|it| it.open_in(&made()).next().is_some());
        let failed = call.parse_macro_expansion(db).err.is_some();
        if foreign || failed || !known && (open() || spans.expansions().is_doubtful(*call)) {
            let call = node.map(|ptr| ptr.to_node(&node.file_id.parse_or_expand(db)));
            found.push((name(&call.value), spans.of(call.as_ref().map(|it| it.syntax()))));
        }
    }
    found
}

/// Where a body asks for its column.
pub(super) fn columns_in(db: &Database, spans: &Spans<'_>, def: DefWithBodyId) -> Vec<Span> {
    let (_, map) = Body::with_source_map(db, def);
    let is_column =
        |call: MacroCallId| matches!(call.lookup(db).def.kind, MacroDefKind::BuiltIn(_, BuiltinFnLikeExpander::Column));
    let all = map.expansions().filter(|(_, call)| is_column(**call));
    all.map(|(node, _)| {
        spans.of(node.map(|ptr| ptr.to_node(&node.file_id.parse_or_expand(db))).as_ref().map(|it| it.syntax()))
    })
    .collect()
}

/// The name of a macro as it is called.
pub(super) fn name(call: &ast::MacroCall) -> String {
    let text = call.path().map(|path| path.syntax().text().to_string()).unwrap_or_default();
    text.split_whitespace().collect()
}
