//! Source text for the reader of specifications, and the way back from its tokens.
//!
//! `syn` counts from the start of the text it was given, in a table of the thread's parsed texts; a token names the text
//! that it is from. So a clause keeps its place wherever it ends up, in another item through an `alias!` for one.
use std::cell::RefCell;
use std::collections::HashMap;

use hir_expand::InFile;
use proc_macro2::TokenStream;
use ra_syntax::{AstNode, SyntaxKind, SyntaxNode, TextRange, ast};
use refine_core::span::{FileId, Span};

use crate::database::Database;
use crate::spans::Spans;

/// Which place each parsed text is from.
#[derive(Debug, Default)]
pub struct Texts {
    known: RefCell<HashMap<String, TextOrigin>>,
}

/// Where a text is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextOrigin {
    /// In a file, from a byte on.
    At(FileId, u32),
    /// Nowhere as it is: a macro made it, and this is its call.
    By(Span),
}

/// Text with its place.
#[derive(Clone, Debug)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Its place.
    pub written: TextOrigin,
}

impl Texts {
    /// The tokens of a text, which have places from now on; `None` if it is no sequence of tokens.
    pub fn tokens(&self, text: &Text) -> Option<TokenStream> {
        let tokens: TokenStream = text.text.parse().ok()?;
        if let Some(first) = tokens.clone().into_iter().next() {
            self.known.borrow_mut().insert(first.span().file(), text.written);
        }
        Some(tokens)
    }

    /// The place of a run of tokens; `None` if they are of no text that was parsed here.
    pub fn place(&self, first: proc_macro2::Span, last: proc_macro2::Span) -> Option<Span> {
        let known = self.known.borrow();
        let written = *known.get(&first.file())?;
        let (file, before) = match written {
            TextOrigin::At(file, before) => (file, before),
            TextOrigin::By(call) => return Some(call),
        };
        let range = first.byte_range();
        // A last token of another text (an alias spliced in) does not extend the first one's place.
        let same = known.get(&last.file()) == Some(&written);
        let end = if same { last.byte_range().end.max(range.end) } else { range.end };
        Some(Span { file, start: before + range.start as u32, end: before + end as u32 })
    }
}

/// The text of a node, up to a place in it, without what `cfg` leaves out of it. What a macro hands on as it was written is
/// at its place, what it makes is not.
pub(crate) fn text_of(
    db: &Database,
    spans: &Spans<'_>,
    node: &InFile<SyntaxNode>,
    until: Option<&SyntaxNode>,
    left_out: &[TextRange],
) -> Text {
    let whole = node.value.text_range();
    let end = until.map_or(whole.end(), |until| until.text_range().start());
    let range = TextRange::new(whole.start(), end);
    let made = || Text { text: spaced(&node.value, end, left_out), written: TextOrigin::By(spans.of(node.as_ref())) };
    let Some((place, context)) = node.with_value(range).original_node_file_range_opt(db) else { return made() };
    let file = place.file_id.file_id(db);
    let bytes = |range: TextRange| {
        let range = db.on_disk(file, range);
        range.start as usize..range.end as usize
    };
    let there = bytes(place.range);
    let mut text = db.text(file).get(there.clone()).map(str::to_owned).unwrap_or_default();
    if node.file_id.is_macro() {
        // Between its first and its last token there may be others, which were not handed on.
        let root = place.file_id.parse(db).syntax_node();
        let same = words(&root, place.range).eq(words(&node.value, range));
        if !context.is_root() || !same || !left_out.is_empty() {
            return made();
        }
    }
    for hole in left_out {
        let hole = bytes(*hole);
        blank(&mut text, hole.start - there.start..hole.end - there.start);
    }
    Text { text, written: TextOrigin::At(spans.file(file), there.start as u32) }
}

/// The text of the tokens in a range, but for spaces and comments.
fn words(node: &SyntaxNode, range: TextRange) -> impl Iterator<Item = String> {
    let tokens = node.descendants_with_tokens().filter_map(|element| element.into_token());
    let inside = tokens.filter(move |token| range.contains_range(token.text_range()) && !token.kind().is_trivia());
    inside.map(|token| token.text().to_owned())
}

/// Spaces in the place of a part.
fn blank(text: &mut String, range: std::ops::Range<usize>) {
    if let Some(part) = text.get(range.clone()) {
        let spaces: String = part.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
        text.replace_range(range, &spaces);
    }
}

/// The tokens of a node with spaces where words meet: an expansion has none.
fn spaced(node: &SyntaxNode, end: ra_syntax::TextSize, left_out: &[TextRange]) -> String {
    let mut out = String::new();
    let mut word = false;
    for token in node.descendants_with_tokens().filter_map(|element| element.into_token()) {
        let range = token.text_range();
        if range.start() >= end
            || token.kind() == SyntaxKind::COMMENT
            || left_out.iter().any(|hole| hole.contains_range(range))
        {
            continue;
        }
        let kind = token.kind();
        let is_word = kind.is_any_identifier() || kind.is_literal() || kind.is_keyword(ra_syntax::Edition::LATEST);
        let is_word = is_word || matches!(kind, SyntaxKind::LIFETIME_IDENT | SyntaxKind::UNDERSCORE);
        if word && is_word {
            out.push(' ');
        }
        out.push_str(token.text());
        word = is_word;
    }
    out
}

/// The brackets' inside of a macro's call.
pub(crate) fn arguments(db: &Database, spans: &Spans<'_>, call: &InFile<ast::MacroCall>) -> Option<Text> {
    let tree = call.value.token_tree()?;
    let mut text = text_of(db, spans, &call.with_value(tree.syntax().clone()), None, &[]);
    let inside = text.text.get(1..text.text.len().checked_sub(1)?)?.to_owned();
    text.text = inside;
    if let TextOrigin::At(_, at) = &mut text.written {
        *at += 1;
    }
    Some(text)
}
