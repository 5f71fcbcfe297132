//! From rust-analyzer's syntax back to places in the user's text.
use std::collections::{HashMap, HashSet};

use base_db::Crate;
use hir_def::nameres::crate_def_map;
use hir_expand::{HirFileId, InFile, Lookup as _, MacroCallId, MacroCallKind, MacroDefKind, span_for_offset};
use ra_syntax::{AstNode, AstPtr, SyntaxKind, SyntaxNode, SyntaxNodePtr, TextRange, TextSize};
use refine_core::span::{FileId, SourceFile, Sources, Span};

use crate::database::{Database, OURS};
use crate::items::Expansions;

/// The files, with the way back to them from rust-analyzer's.
pub struct Spans<'db> {
    db: &'db Database,
    sources: Sources,
    ids: HashMap<vfs::FileId, FileId>,
    expansions: Expansions<'db>,
    /// The files of the modules of the crate under check.
    own: HashSet<vfs::FileId>,
}

/// Something with a place: a node, a pointer to one, a range.
pub trait Placed {
    /// Its range in its file or expansion.
    fn range(&self) -> TextRange;
}

impl Placed for TextRange {
    fn range(&self) -> TextRange {
        *self
    }
}

impl Placed for SyntaxNode {
    fn range(&self) -> TextRange {
        self.text_range()
    }
}

impl Placed for SyntaxNodePtr {
    fn range(&self) -> TextRange {
        self.text_range()
    }
}

impl<N: AstNode> Placed for AstPtr<N> {
    fn range(&self) -> TextRange {
        self.text_range()
    }
}

impl<P: Placed> Placed for &P {
    fn range(&self) -> TextRange {
        (*self).range()
    }
}

impl<'db> Spans<'db> {
    /// All files: the root of the crate under check first.
    pub fn new(db: &'db Database, krate: Crate) -> Spans<'db> {
        let modules = crate_def_map(db, krate).modules().filter_map(|(_, module)| module.origin.file_id());
        let mut spans = Spans {
            db,
            sources: Sources::default(),
            ids: HashMap::new(),
            expansions: Expansions::new(db),
            own: modules.map(|file| file.file_id(db)).collect(),
        };
        let root = krate.root_file_id(db).file_id(db);
        let ours = |id: &vfs::FileId| db.path(*id).starts_with(OURS);
        let mut all: Vec<vfs::FileId> = db.files().collect();
        all.sort_by_key(|id| (*id != root, ours(id), db.path(*id)));
        for id in all {
            let own = spans.sources.add(SourceFile::new(db.shown_path(id), db.text(id)));
            spans.ids.insert(id, own);
        }
        spans
    }

    /// Our number for a file.
    pub fn file(&self, id: vfs::FileId) -> FileId {
        self.ids.get(&id).copied().unwrap_or(FileId(0))
    }

    /// The text of what a procedural macro made, of which the user's text has none.
    pub(crate) fn generated(&self, at: InFile<SyntaxNodePtr>) -> Option<String> {
        let HirFileId::MacroFile(call) = at.file_id else { return None };
        let is_generated = matches!(call.lookup(self.db).def.kind, MacroDefKind::ProcMacro(..));
        if !is_generated || self.written(at).is_some() {
            return None;
        }
        let node = at.value.try_to_node(&at.file_id.parse_or_expand(self.db))?;
        Some(self.made(call, node))
    }

    /// The text of a part of what a macro makes, which is not all of it. `None` for what stands in the user's text.
    pub(crate) fn part_made(&self, node: InFile<SyntaxNode>) -> Option<String> {
        let HirFileId::MacroFile(call) = node.file_id else { return None };
        let all = node.file_id.parse_or_expand(self.db);
        let is_part = node.value.text_range() != all.text_range();
        (is_part && self.written(node.as_ref()).is_none()).then(|| self.made(call, node.value))
    }

    /// The text of what a macro makes, in one line.
    fn made(&self, call: MacroCallId, node: SyntaxNode) -> String {
        let krate = call.lookup(self.db).krate;
        let (_, map) = &call.parse_macro_expansion(self.db).value;
        let node = hir_expand::prettify_macro_expansion(self.db, node, map, krate);
        let mut text = String::new();
        for token in node.descendants_with_tokens().filter_map(|it| it.into_token()) {
            let is_operator = token.parent().is_some_and(|it| it.kind() == SyntaxKind::BIN_EXPR);
            let spaces = if is_operator { " " } else { "" };
            text += &format!("{spaces}{}{spaces}", token.text());
        }
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The files.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// What macros make.
    pub(crate) fn expansions(&self) -> &Expansions<'db> {
        &self.expansions
    }

    /// The text that a span covers.
    pub fn text(&self, span: Span) -> &str {
        self.sources.text(span)
    }

    /// Where something is in the user's text. What a macro made, in whole or in part, is at the call of the macro; what
    /// was handed through it stays where it is written.
    pub fn of(&self, at: InFile<impl Placed>) -> Span {
        let at = at.map(|it| it.range());
        self.written(at).unwrap_or_else(|| match at.file_id {
            HirFileId::FileId(file) => self.span(file.file_id(self.db), at.value),
            HirFileId::MacroFile(call) => self.call(call),
        })
    }

    /// The same for what is written there, and not made by a macro.
    pub fn written(&self, at: InFile<impl Placed>) -> Option<Span> {
        let at = at.map(|it| it.range());
        let (range, context) = at.original_node_file_range_opt(self.db)?;
        context.is_root().then(|| self.span(range.file_id.file_id(self.db), range.range))
    }

    /// What a macro made something of, in its definition in the crate under check. In between there may be what the macro is given.
    pub(crate) fn template(&self, at: InFile<impl Placed>) -> Option<Span> {
        let range = at.value.range();
        let HirFileId::MacroFile(call) = at.file_id else { return None };
        let last = range.end().checked_sub(1.into()).filter(|last| *last >= range.start())?;
        let (parsed, map) = &call.parse_macro_expansion(self.db).value;
        let made = parsed.syntax_node();
        // (What stands for an argument may be put in parentheses that nobody wrote.)
        let written = |at: TextSize| {
            let (place, context) = span_for_offset(self.db, map, at);
            let token = made.token_at_offset(at).right_biased()?;
            let file = place.file_id.file_id(self.db);
            let is_there = !context.is_root() && self.own.contains(&file);
            (is_there && self.text(self.span(file, place.range)) == token.text()).then_some((
                file,
                place.range,
                context,
            ))
        };
        let ((file, first, context), (same_file, last, same)) = (written(range.start())?, written(last)?);
        if (file, context) != (same_file, same) || first.start() >= last.end() {
            return None;
        }
        let span = self.span(file, TextRange::new(first.start(), last.end()));
        is_balanced(self.text(span)).then_some(span)
    }

    /// The call of a macro in the user's text: of the outermost, where calls are nested. That of an attribute or derive is the attribute.
    pub fn call(&self, call: MacroCallId) -> Span {
        let mut outer = call.lookup(self.db);
        while let HirFileId::MacroFile(around) = outer.kind.file_id() {
            outer = around.lookup(self.db);
        }
        let (range, path) = match &outer.kind {
            MacroCallKind::FnLike { ast_id, .. } => {
                let path = ast_id.to_in_file_node(self.db).value.path();
                (outer.kind.clone().original_call_range_with_input(self.db), path)
            }
            MacroCallKind::Derive { .. } | MacroCallKind::Attr { .. } => {
                (outer.kind.clone().original_call_range(self.db, outer.krate), None)
            }
        };
        // (To rust-analyzer a call begins at the comments and the attributes before it.)
        let start = path.map_or(range.range.start(), |path| path.syntax().text_range().start());
        let range_from = TextRange::new(start.max(range.range.start()).min(range.range.end()), range.range.end());
        self.span(range.file_id.file_id(self.db), range_from)
    }

    /// A range of a file.
    pub fn span(&self, file: vfs::FileId, range: TextRange) -> Span {
        let std::ops::Range { start, end } = self.db.on_disk(file, range);
        Span { file: self.file(file), start, end }
    }
}

/// Whether a piece of a macro's definition is whole, be it a single bracket: no repetition begins in it and ends elsewhere.
fn is_balanced(text: &str) -> bool {
    let mut open = 0_i32;
    if text.len() == 1 {
        return true;
    }
    let stays = text.chars().all(|c| {
        open += match c {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        };
        open >= 0
    });
    stays && open == 0
}
