//! Macros in the place of items: `alias!`, and those that are not looked into.
use std::collections::HashMap;

use hir_def::nameres::diagnostics::{DefDiagnostic, DefDiagnosticKind};
use hir_def::expr_store::{Body, ExpressionStoreDiagnostics};
use hir_def::nameres::DefMap;
use hir_def::{DefWithBodyId, ImplId, ModuleId, TraitId};
use hir_expand::db::ExpandDatabase;
use hir_def::nameres::assoc::TraitItems;
use hir_expand::{InFile, Lookup as _, MacroCallId, MacroCallKind, MacroDefKind};
use ra_syntax::{AstNode, ast};
use refine_core::program::Diagnostic;
use refine_core::span::Span;
use refine_spec_lang::{Aliases, SpecError, alias_macro, meant_macro};

use super::specs::code;
use super::text::{Texts, arguments};
use crate::database::{Database, Origin};
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

    /// What name resolution could not do with the macros of a crate or body.
    pub(super) fn unresolved<'d>(&mut self, diagnostics: impl IntoIterator<Item = &'d DefDiagnostic>) {
        for diagnostic in diagnostics {
            let DefDiagnosticKind::UnresolvedMacroCall { ast: MacroCallKind::FnLike { ast_id, .. }, .. } = &diagnostic.kind
            else {
                continue;
            };
            let call = ast_id.to_in_file_node(self.db);
            if let Some(path) = call.value.path() {
                let name: String = path.syntax().text().to_string().split_whitespace().collect();
                let span = self.spans.of(call.with_value(path.syntax()));
                match meant_macro(&name) {
                    Some(meant) => self.misspelt.push((span, name, meant)),
                    None => self.note(&name, span),
                }
            }
        }
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
        } else if matches!(def.kind, MacroDefKind::ProcMacro(..)) {
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
            let message = format!("there is no macro `{name}!`; is refine's `{meant}!` meant?");
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

fn unseen(name: &str, mut places: Vec<Span>) -> Diagnostic {
    places.sort();
    let what = format!("items made by the macro `{name}!` are not seen");
    let message = match places.len() {
        1 => what,
        2 => format!("{what}, here and at 1 more place"),
        count => format!("{what}, here and at {} more places", count - 1),
    };
    Diagnostic { error: false, code: "N0001", message, span: places.first().copied(), help: None }
}

/// A macro in a body of which it is not seen what it makes: of another crate's making, unknown, or in error. As a statement
/// it may leave no trace in what rust-analyzer makes of the body.
pub(crate) fn unseen_in(db: &Database, def: DefWithBodyId) -> Option<String> {
    let (_, map) = Body::with_source_map(db, def);
    let unresolved = map.diagnostics().iter().find_map(|diagnostic| match diagnostic {
        ExpressionStoreDiagnostics::UnresolvedMacroCall { path, .. } => {
            path.segments().last().map(|name| name.as_str().to_owned())
        }
        _ => None,
    });
    let expanded = || {
        map.expansions().find_map(|(node, call)| {
            let foreign = matches!(call.lookup(db).def.kind, MacroDefKind::ProcMacro(..));
            if !foreign && db.parse_macro_expansion(*call).err.is_none() {
                return None;
            }
            let path = node.value.to_node(&db.parse_or_expand(node.file_id)).path()?;
            Some(path.syntax().text().to_string().split_whitespace().collect())
        })
    };
    let name = unresolved.or_else(expanded)?;
    Some(format!("what the macro `{name}!` makes here"))
}
