//! Where the harness may put a statement to learn that control came by.
use hir_def::src::HasSource;
use hir_def::{FunctionId, Lookup};
use hir_expand::InFile;
use ra_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};
use refine_core::span::Span;

use crate::database::Database;
use crate::spans::Spans;

/// The start of the innermost statement of a body that contains a place: in the body itself, in the blocks of its control
/// flow and its closures; never in a const block, an item or a macro's arguments.
///
/// In a `const fn` there is none: what records that control came by could not be evaluated at compile time. Nor is there one
/// in what a macro makes.
pub(crate) fn probe(db: &Database, spans: &Spans<'_>, id: FunctionId, place: Span) -> Option<Span> {
    let source = id.lookup(db).source(db);
    if source.value.const_token().is_some() || source.file_id.is_macro() {
        return None;
    }
    let body = source.value.body()?;
    let mut search = Search { spans, place, found: None };
    search.enter(&source.with_value(body.syntax().clone()));
    search.found
}

struct Search<'a> {
    spans: &'a Spans<'a>,
    place: Span,
    found: Option<Span>,
}

impl Search<'_> {
    fn enter(&mut self, node: &InFile<SyntaxNode>) {
        for child in node.value.children().filter(|child| !is_apart(child)) {
            let child = node.with_value(child);
            if ast::StmtList::can_cast(node.value.kind()) {
                let Some(span) = self.around(&child) else { continue };
                self.found = Some(Span { end: span.start, ..span });
            }
            self.enter(&child);
        }
    }

    /// The place of a statement, if it is around the one that is looked for.
    fn around(&self, node: &InFile<SyntaxNode>) -> Option<Span> {
        let span = self.spans.written(node.as_ref())?;
        let inside = span.file == self.place.file && span.start <= self.place.start && self.place.end <= span.end;
        inside.then_some(span)
    }
}

/// What is not entered: what is evaluated at compile time, what is no statement, and what a macro gets.
fn is_apart(node: &SyntaxNode) -> bool {
    let is_const = || match ast::ClosureExpr::cast(node.clone()) {
        Some(closure) => closure.const_token().is_some(),
        None => ast::BlockExpr::cast(node.clone()).is_some_and(|block| block.const_token().is_some()),
    };
    let is_length = || {
        let array = node.parent().and_then(ast::ArrayExpr::cast);
        array.is_some_and(|array| {
            array.semicolon_token().is_some_and(|semicolon| semicolon.text_range().end() <= node.text_range().start())
        })
    };
    ast::Item::can_cast(node.kind()) && node.kind() != SyntaxKind::MACRO_CALL
        || ast::Attr::can_cast(node.kind())
        || ast::Type::can_cast(node.kind())
        || node.kind() == SyntaxKind::TOKEN_TREE
        || is_const()
        || is_length()
}
