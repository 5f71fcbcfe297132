//! From rust-analyzer's syntax back to places in the user's text.
use std::collections::HashMap;

use base_db::Crate;
use hir_expand::{HirFileId, InFile, Lookup as _, MacroCallId, MacroCallKind, MacroDefKind};
use ra_syntax::{AstNode, AstPtr, SyntaxKind, SyntaxNode, SyntaxNodePtr, TextRange};
use refine_core::span::{FileId, SourceFile, Sources, Span};

use crate::database::{Database, OURS};
use crate::items::Expansions;

/// The files, with the way back to them from rust-analyzer's.
pub struct Spans<'db> {
    db: &'db Database,
    sources: Sources,
    ids: HashMap<vfs::FileId, FileId>,
    expansions: Expansions<'db>,
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
        let mut spans = Spans { db, sources: Sources::default(), ids: HashMap::new(), expansions: Expansions::new(db) };
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

    /// The call of a macro in the user's text: of the outermost, where calls are nested. That of an attribute or derive is the attribute.
    pub fn call(&self, call: MacroCallId) -> Span {
        let mut outer = call.lookup(self.db);
        while let HirFileId::MacroFile(around) = outer.kind.file_id() {
            outer = around.lookup(self.db);
        }
        let range = match &outer.kind {
            MacroCallKind::FnLike { .. } => outer.kind.clone().original_call_range_with_input(self.db),
            MacroCallKind::Derive { .. } | MacroCallKind::Attr { .. } => {
                outer.kind.clone().original_call_range(self.db, outer.krate)
            }
        };
        self.span(range.file_id.file_id(self.db), range.range)
    }

    /// A range of a file.
    pub fn span(&self, file: vfs::FileId, range: TextRange) -> Span {
        let std::ops::Range { start, end } = self.db.on_disk(file, range);
        Span { file: self.file(file), start, end }
    }
}
