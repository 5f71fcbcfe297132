//! Where the harness may put a statement to learn that control came by.
use syn::visit::{self, Visit};

use crate::span::Span;

use super::{Crate, Scope};

/// The start of the innermost statement around a place. What is evaluated at compile time is not entered.
struct Search<'a> {
    krate: &'a Crate,
    place: Span,
    found: Option<Span>,
}

impl Search<'_> {
    fn span_of(&self, node: &impl quote::ToTokens) -> Option<Span> {
        let mut tokens = node.to_token_stream().into_iter();
        let first = tokens.next()?;
        let last = tokens.last().unwrap_or_else(|| first.clone());
        self.krate.spans.place(first.span(), last.span())
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_block(&mut self, block: &'ast syn::Block) {
        for stmt in &block.stmts {
            let Some(span) = self.span_of(stmt) else { continue };
            let inside = span.file == self.place.file && span.start <= self.place.start && self.place.end <= span.end;
            if !inside || matches!(stmt, syn::Stmt::Item(_)) {
                continue;
            }
            self.found = Some(Span { end: span.start, ..span });
            self.visit_stmt(stmt);
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}

    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}

    fn visit_expr_repeat(&mut self, expr: &'ast syn::ExprRepeat) {
        self.visit_expr(&expr.expr);
    }

    fn visit_type(&mut self, _: &'ast syn::Type) {}

    fn visit_macro(&mut self, _: &'ast syn::Macro) {}

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        if closure.constness.is_none() {
            visit::visit_expr_closure(self, closure);
        }
    }
}

impl Crate {
    /// The start of the innermost statement of a body that contains a place: in the body itself, in the blocks of its
    /// control flow and its closures; never in a const block, an item or a macro's arguments.
    ///
    /// In a `const fn` there is none: what records that control came by could not be evaluated at compile time.
    pub fn probe(&self, scope: &Scope, block: &syn::Block, span: Span) -> Option<Span> {
        let whole = self.span(scope, (block.brace_token.span.open(), block.brace_token.span.close()));
        if self.fns.iter().any(|item| item.def.block == whole && item.sig.constness.is_some()) {
            return None;
        }
        let mut search = Search { krate: self, place: span, found: None };
        search.visit_block(block);
        search.found
    }
}
