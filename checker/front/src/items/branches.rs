//! Where control goes one of two ways, and what the harness can put into the source to count which.
//!
//! Whatever is put there is evaluated when the way is taken, and changes neither types nor the time at which temporaries are
//! dropped: operands of `&&` and `||`, conditions and the bodies of arms are scopes of their own anyway.
use hir_def::expr_store::{Body, BodySourceMap, ExpressionStore};
use hir_def::hir::{Expr, ExprId, Literal, MatchArm};
use hir_def::src::HasSource;
use hir_def::{FunctionId, Lookup};
use hir_expand::{HirFileId, InFile};
use ra_syntax::ast::{HasAttrs as _, HasLoopBody as _};
use ra_syntax::{AstNode, SyntaxNode, SyntaxToken, WalkEvent, ast};
use refine_core::program::{Branch, ProbePoint};
use refine_core::span::Span;

use super::probe::{has_let, is_apart};
use crate::database::Database;
use crate::spans::Spans;

/// The branches that are written in a function's body, apart from those of functions inside of it.
pub(crate) fn branches(db: &Database, spans: &Spans<'_>, id: FunctionId) -> Vec<Branch> {
    let source = id.lookup(db).source(db);
    let Some(body) = source.value.body().filter(|_| !source.file_id.is_macro()) else { return Vec::new() };
    let (store, map) = Body::with_source_map(db, id.into());
    let mut search = BranchSearch { spans, store, map, file: source.file_id, found: Vec::new() };
    let mut walk = body.syntax().preorder();
    while let Some(event) = walk.next() {
        let WalkEvent::Enter(node) = event else { continue };
        if is_apart(&node) {
            walk.skip_subtree();
        } else {
            search.look_at(&node);
        }
    }
    search.found
}

struct BranchSearch<'a> {
    spans: &'a Spans<'a>,
    store: &'a Body,
    map: &'a BodySourceMap,
    file: HirFileId,
    found: Vec<Branch>,
}

impl BranchSearch<'_> {
    fn span(&self, node: &SyntaxNode) -> Option<Span> {
        self.spans.written(InFile::new(self.file, node))
    }

    /// The place just after a token.
    fn after(&self, token: &SyntaxToken) -> Option<ProbePoint> {
        let span = self.spans.written(InFile::new(self.file, token.text_range()))?;
        Some(ProbePoint::Before(Span { start: span.end, ..span }))
    }

    fn in_block(&self, block: &ast::BlockExpr) -> Option<ProbePoint> {
        self.after(&block.stmt_list()?.l_curly_token()?)
    }

    /// Whether an expression is there at all: `#[cfg(…)]` may have taken it away.
    fn is_compiled(&self, expr: &ast::Expr) -> bool {
        self.map.node_expr(InFile::new(self.file, expr)).is_some()
    }

    fn look_at(&mut self, node: &SyntaxNode) {
        // Where one piece cannot be counted there is no branch.
        let _ = if let Some(it) = ast::IfExpr::cast(node.clone()) {
            self.if_expr(&it)
        } else if let Some(it) = ast::WhileExpr::cast(node.clone()) {
            self.while_expr(&it)
        } else if let Some(it) = ast::MatchGuard::cast(node.clone()) {
            it.condition().and_then(|it| self.condition(&it))
        } else if let Some(it) = ast::BinExpr::cast(node.clone()) {
            self.operands(&it)
        } else if let Some(it) = ast::MatchArm::cast(node.clone()) {
            self.arm(&it)
        } else if let Some(it) = ast::LetStmt::cast(node.clone()) {
            self.let_else(&it)
        } else if let Some(it) = ast::TryExpr::cast(node.clone()) {
            self.question_mark(&it)
        } else if let Some(it) = ast::MacroExpr::cast(node.clone()) {
            self.pattern_as_value(&it.into())
        } else {
            None
        };
    }

    fn condition(&mut self, condition: &ast::Expr) -> Option<()> {
        let span = self.span(condition.syntax())?;
        let known = self.found.contains(&Branch::Condition(span));
        if !known && self.is_compiled(condition) && !has_let(condition.syntax()) {
            self.found.push(Branch::Condition(span));
        }
        Some(())
    }

    fn pattern(&mut self, span: Span, fits: ProbePoint, otherwise: Option<ProbePoint>) -> Option<()> {
        self.found.push(Branch::Pattern { span, fits, otherwise });
        Some(())
    }

    fn if_expr(&mut self, it: &ast::IfExpr) -> Option<()> {
        let condition = it.condition()?;
        if !has_let(condition.syntax()) {
            return self.condition(&condition);
        }
        let otherwise = match it.else_branch() {
            Some(ast::ElseBranch::Block(block)) => self.in_block(&block)?,
            Some(ast::ElseBranch::IfExpr(next)) => ProbePoint::Block(self.span(next.syntax())?),
            None => ProbePoint::Else(self.span(it.syntax())?),
        };
        let (span, fits) = (self.span(condition.syntax())?, self.in_block(&it.then_branch()?)?);
        self.is_compiled(&condition).then(|| self.pattern(span, fits, Some(otherwise)))?
    }

    fn while_expr(&mut self, it: &ast::WhileExpr) -> Option<()> {
        let condition = it.condition()?;
        if !has_let(condition.syntax()) {
            return self.condition(&condition);
        }
        let (span, fits) = (self.span(condition.syntax())?, self.in_block(&it.loop_body()?)?);
        self.is_compiled(&condition).then(|| self.pattern(span, fits, None))?
    }

    /// What [`as_value`] says of.
    fn pattern_as_value(&mut self, it: &ast::Expr) -> Option<()> {
        let made = self.map.node_expr(InFile::new(self.file, it))?.as_expr()?;
        as_value(self.store, made)?;
        self.condition(it)
    }

    /// Of `a && b || c`: `a`, `b` and `c`.
    fn operands(&mut self, it: &ast::BinExpr) -> Option<()> {
        if !is_logic(it) {
            return None;
        }
        for operand in [it.lhs()?, it.rhs()?] {
            let mut inside = operand.clone();
            while let ast::Expr::ParenExpr(paren) = &inside {
                inside = paren.expr()?;
            }
            if !matches!(&inside, ast::Expr::BinExpr(inner) if is_logic(inner)) {
                self.condition(&operand);
            }
        }
        Some(())
    }

    fn arm(&mut self, it: &ast::MatchArm) -> Option<()> {
        let expr = it.expr()?;
        let alone = it.syntax().parent()?.children().filter(|node| ast::MatchArm::can_cast(node.kind())).count() < 2;
        if alone || expr.attrs().next().is_some() || !self.is_compiled(&expr) {
            return None;
        }
        let (span, body) = (self.span(it.pat()?.syntax())?, self.span(expr.syntax())?);
        self.pattern(span, ProbePoint::Block(body), None)
    }

    /// `e?`, which goes on or leaves the function.
    fn question_mark(&mut self, it: &ast::TryExpr) -> Option<()> {
        let (expr, span) = (it.clone().into(), self.span(it.syntax())?);
        self.is_compiled(&expr).then(|| self.pattern(span, ProbePoint::After(span), None))?
    }

    fn let_else(&mut self, it: &ast::LetStmt) -> Option<()> {
        let (pattern, value) = (it.pat()?, it.initializer()?);
        let otherwise = self.in_block(&it.let_else()?.block_expr()?)?;
        let fits = self.after(&it.semicolon_token()?)?;
        let (start, end) = (self.span(pattern.syntax())?, self.span(value.syntax())?);
        self.is_compiled(&value).then(|| self.pattern(Span { end: end.end, ..start }, fits, Some(otherwise)))?
    }
}

/// The values of the arms of a `match` whose value says which of them it was, as with `matches!`.
pub(crate) fn as_value(store: &ExpressionStore, e: ExprId) -> Option<Vec<bool>> {
    let Expr::Match { arms, .. } = &store[e] else { return None };
    let value = |arm: &MatchArm| match store[arm.expr] {
        Expr::Literal(Literal::Bool(value)) => Some(value),
        _ => None,
    };
    arms.iter().map(value).collect()
}

fn is_logic(it: &ast::BinExpr) -> bool {
    matches!(it.op_kind(), Some(ast::BinaryOp::LogicOp(_)))
}
