//! What is wrong with the files of a crate, as far as it is seen without compiling it.
use std::collections::HashMap;
use std::rc::Rc;

use base_db::Crate;
use hir_def::nameres::diagnostics::DefDiagnosticKind;
use hir_def::nameres::{ModuleData, crate_def_map};
use hir_expand::{InFile, Lookup, MacroCallKind, MacroDefKind};
use ra_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};
use refine_core::program::Diagnostic;
use refine_core::span::Span;

use super::conditional::{Conditional, Conditions};
use crate::database::{Database, Origin};
use crate::spans::Spans;

/// The state of a crate's files.
pub(super) struct Files<'a> {
    db: &'a Database,
    /// By file: why nothing that is written there can be relied on.
    broken: HashMap<vfs::FileId, String>,
    /// Why nothing in the crate can be relied on.
    all_broken: Option<String>,
    /// What only build scripts know.
    conditional: Rc<Conditional>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a> Files<'a> {
    /// Looks at the files of all modules.
    pub(super) fn new(db: &'a Database, spans: &Spans<'_>, krate: Crate, conditions: &Conditions) -> Files<'a> {
        let conditional = conditions.of(krate);
        let mut files = Files { db, broken: HashMap::new(), all_broken: None, conditional, diagnostics: Vec::new() };
        let map = crate_def_map(db, krate);
        for (_, module) in map.modules() {
            files.all_broken = files.all_broken.take().or_else(|| unseen_implementations(db, module));
            let Some(file) = module.origin.file_id() else { continue };
            let id = file.file_id(db);
            let errors = || file.parse_errors(db).into_iter().flatten();
            if let Some(error) =
                errors().find(|error| !is_unnamed_parameter(db, &file.parse(db).tree(), krate, error.range().start()))
            {
                let path = db.shown_path(id);
                files.broken.insert(id, "a file that does not parse".to_owned());
                files.diagnostics.push(Diagnostic {
                    error: true,
                    code: "E0001",
                    message: format!("`{path}` does not parse: {}", readable(&error.to_string())),
                    span: Some(spans.span(id, error.range())),
                    help: Some("`cargo check` shows the error in full".to_owned()),
                });
            }
        }
        for open in &files.conditional.open {
            let what = open.item.as_ref().map_or_else(|| "this".to_owned(), |item| format!("`{item}`"));
            files.diagnostics.push(Diagnostic {
                error: false,
                code: "N0004",
                message: format!("{what} depends on {}", open.condition),
                span: Some(spans.span(open.file, open.range)),
                help: None,
            });
        }
        for diagnostic in map.diagnostics() {
            if let Some((file, what)) = unseen_items(db, &diagnostic.kind) {
                files.broken.entry(file).or_insert(what);
            }
            let DefDiagnosticKind::UnresolvedModule { ast, candidates } = &diagnostic.kind else { continue };
            let declared = ast.to_in_file_node(db);
            let name = ast::HasName::name(&declared.value).map(|name| name.text().to_string());
            let span = declaration(spans, &declared.as_ref().map(|it| it.syntax().clone()));
            let within = db.shown_path(ast.file_id.original_file_respecting_includes(db).file_id(db));
            let folder = within.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
            let path = |candidate: &String| format!("{folder}{candidate}");
            let name = name.unwrap_or_default();
            let known = |candidate: &String| db.files().any(|file| db.shown_path(file) == path(candidate));
            let (message, help) = match candidates.iter().find(|candidate| known(candidate)) {
                // The file is there, but its module would be part of itself.
                Some(candidate) => (
                    format!(
                        "the module `{name}` is never complete: its file `{}` declares itself again",
                        path(candidate)
                    ),
                    "a file that is a module cannot be, by `#[path]` or through others, a module inside of itself"
                        .to_owned(),
                ),
                None => (
                    format!("the file of the module `{name}` is missing or is not valid UTF-8"),
                    format!(
                        "looked for {}",
                        candidates.iter().map(|it| format!("`{}`", path(it))).collect::<Vec<_>>().join(" and ")
                    ),
                ),
            };
            let (error, code, span, help) = (true, "E0002", Some(span), Some(help));
            files.diagnostics.push(Diagnostic { error, code, message, span, help });
        }
        let root = map[map.root_module_id()].origin.file_id().map(|file| file.file_id(db));
        if let Some(root) = root.filter(|root| db.is_missing(*root)) {
            let message = format!("the crate's root file `{}` is missing or is not valid UTF-8", db.shown_path(root));
            files.diagnostics.push(Diagnostic { error: true, code: "E0002", message, span: None, help: None });
        }
        files
    }

    /// Why an item cannot be relied on: it is in a broken file, or depends on what only the build script knows.
    pub(super) fn doubt(&self, item: InFile<&SyntaxNode>) -> Option<String> {
        let file = item.file_id.original_file(self.db).file_id(self.db);
        let broken = || self.broken.get(&file).cloned();
        // What a macro makes depends on the calls around, too.
        let around = item.ancestors_with_macros(self.db).filter(|node| ast::MacroCall::can_cast(node.value.kind()));
        let of_call = |node: InFile<SyntaxNode>| self.conditional.of_call(&ast::MacroCall::cast(node.value)?);
        let named = self.conditional.of(item.value).or_else(|| around.into_iter().find_map(of_call));
        let within = || match item.file_id.is_macro() {
            true => None,
            false => self.conditional.within(file, item.value.text_range()).cloned(),
        };
        named.or_else(within).map(|condition| condition.reason()).or_else(broken).or_else(|| self.all_broken.clone())
    }
}

/// An error of the parser, which calls tokens by its own names: "expected R_CURLY".
fn readable(error: &str) -> String {
    let in_words = |word: &str| {
        let mut kinds = (0..SyntaxKind::__LAST as u16).map(SyntaxKind::from);
        match kinds.find(|kind| word.len() > 1 && format!("{kind:?}") == word)? {
            SyntaxKind::IDENT => Some("a name".to_owned()),
            kind if kind.is_punct() || kind.is_any_identifier() => Some(format!("`{}`", kind.text())),
            _ => Some(word.to_lowercase().replace('_', " ")),
        }
    };
    let words = error.split(' ').map(|word| in_words(word).unwrap_or_else(|| word.to_owned()));
    words.collect::<Vec<_>>().join(" ")
}

/// Whether what the parser misses at this place is the name of a parameter, which a trait's functions need not give
/// before edition 2018: `fn add(&mut self, u8);`. The parser takes the type for the name, so that the type is unknown.
fn is_unnamed_parameter(db: &Database, file: &ast::SourceFile, krate: Crate, at: ra_syntax::TextSize) -> bool {
    if krate.data(db).edition != ra_syntax::Edition::Edition2015 {
        return false;
    }
    let token = file.syntax().token_at_offset(at).left_biased();
    let param = token.and_then(|token| token.parent_ancestors().find_map(ast::Param::cast));
    param.is_some_and(|param| {
        let function = param.syntax().ancestors().find_map(ast::Fn::cast);
        let of_trait = |node: SyntaxNode| node.ancestors().nth(2).is_some_and(|it| ast::Trait::can_cast(it.kind()));
        param.ty().is_none() && function.is_some_and(|it| it.body().is_none() && of_trait(it.syntax().clone()))
    })
}

/// A call of a procedural macro in the place of items that is not expanded: it may make implementations for any type of the crate.
fn unseen_implementations(db: &Database, module: &ModuleData) -> Option<String> {
    let mut calls = module.scope.iter_macro_invoc();
    calls.find_map(|(call, expansion)| {
        let def = expansion.lookup(db).def;
        let unseen = matches!(def.kind, MacroDefKind::ProcMacro(..))
            && db.origin(def.krate) != Origin::Spec
            && expansion.parse_macro_expansion(db).err.is_some();
        let path = unseen.then(|| call.to_in_file_node(db).value.path()).flatten()?;
        let name: String = path.syntax().text().to_string().split_whitespace().collect();
        Some(format!("the expansion of the macro `{name}!` in this crate"))
    })
}

/// What brings items into a file that are not seen, so that a name there may mean another thing than it seems to: an import that is not
/// found, a macro call that is not expanded. Of our own standard library it is known what it leaves out.
fn unseen_items(db: &Database, kind: &DefDiagnosticKind) -> Option<(vfs::FileId, String)> {
    let (file, node) = match kind {
        DefDiagnosticKind::UnresolvedImport { id, .. } => (id.file_id, id.to_in_file_node(db).value.syntax().clone()),
        DefDiagnosticKind::UnresolvedExternCrate { ast } => {
            (ast.file_id, ast.to_in_file_node(db).value.syntax().clone())
        }
        // Those of attributes are doubted where they stand.
        DefDiagnosticKind::MacroError { ast, .. } => {
            let item = ast.to_in_file_node(db).value.syntax().clone();
            (ast.file_id, Some(item).filter(|item| ast::MacroCall::can_cast(item.kind()))?)
        }
        DefDiagnosticKind::UnresolvedMacroCall { ast: MacroCallKind::FnLike { ast_id, .. }, .. } => {
            (ast_id.file_id, ast_id.to_in_file_node(db).value.syntax().clone())
        }
        _ => return None,
    };
    // What is in its attributes is not what it brings in.
    let mut parts =
        node.children().filter(|part| !ast::Attr::can_cast(part.kind())).flat_map(|part| part.descendants());
    let first = parts.find_map(ast::NameRef::cast).map(|name| name.text().to_string()).unwrap_or_default();
    // A misspelt macro of ours is an error of its own.
    let ours = ["std", "core", "alloc", "refine_spec"].contains(&first.as_str())
        || refine_spec_lang::meant_macro(&first).is_some();
    let what = format!("`{first}`, which is not found and may bring other names into this file");
    (!ours).then(|| (file.original_file_respecting_includes(db).file_id(db), what))
}

/// `mod name;` without what stands before it.
fn declaration(spans: &Spans<'_>, node: &InFile<SyntaxNode>) -> Span {
    let whole = spans.of(node.as_ref());
    let word = node.value.children_with_tokens().find(|element| element.kind() == ra_syntax::T![mod]);
    match word.and_then(|word| spans.written(node.with_value(word.text_range()))) {
        Some(word) if word.file == whole.file => Span { start: word.start, ..whole },
        _ => whole,
    }
}
