//! Where the harness can count how often control gets to a place.
//!
//! What is put into the source there must be evaluated exactly when the place is: so it goes before the innermost statement
//! around it, or into the arm, the right side of an `&&`, the guard, the closure or the `else if` that it is in, and after the last
//! expression on the way there that may leave (`?`, `break`). Inside of macros nothing can be put; what they are given is counted
//! at their call if it is evaluated whenever they are.
use std::collections::{BTreeMap, BTreeSet};

use hir_def::expr_store::{Body, BodySourceMap};
use hir_def::src::HasSource;
use hir_def::{FunctionId, Lookup};
use hir_expand::{HirFileId, InFile, MacroCallId, MacroCallKind};
use ra_syntax::ast::HasArgList as _;
use ra_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, ast};
use refine_core::program::ProbePoint;
use refine_core::span::Span;

use crate::database::{Database, Origin};
use crate::spans::Spans;

type Node = InFile<SyntaxNode>;

/// Macros in macros are followed so far.
const NESTED: usize = 8;

/// Where control is counted that gets to a place in a body. `None` where it cannot be: in what is evaluated at compile time, in what a
/// macro makes, and in parts of a macro's arguments that it need not evaluate.
pub(crate) fn probe(db: &Database, spans: &Spans<'_>, id: FunctionId, place: Span) -> Option<ProbePoint> {
    let (search, claim) = ProbeSearch::find(db, spans, id, place)?;
    search.climb(claim)
}

/// The same for what a macro made claims of, in a function that is made with it, in the macro's definition: where control is counted, and
/// after which operand an operation may say which it is. Where a repetition makes several, it is not known which of them a run gets to.
pub(crate) fn template_points(
    db: &Database,
    spans: &Spans<'_>,
    id: FunctionId,
    templates: &BTreeSet<Span>,
) -> BTreeMap<Span, TemplatePoints> {
    let source = id.lookup(db).source(db);
    let Some(body) = source.value.body() else { return BTreeMap::new() };
    let (_, map) = Body::with_source_map(db, id.into());
    let root = source.with_value(body.syntax().clone());
    // (The place is that of nothing: all marks are looked at at once.)
    let place = Span { file: refine_core::span::FileId(0), start: 0, end: 0 };
    let search = ProbeSearch { db, spans, map, place, made: Some(source.file_id) };
    let mut marked: BTreeMap<Span, Vec<Node>> = BTreeMap::new();
    search.marks(&root, NESTED, &mut marked);
    let points = |template: &Span| {
        let [claim] = marked.get(template).map_or(&[][..], Vec::as_slice) else { return TemplatePoints::default() };
        if !search.is_known(claim) {
            return TemplatePoints::default();
        }
        let operand = search.last_operand(claim).map(ProbePoint::After);
        TemplatePoints { probe: search.climb(claim.clone()), operand }
    };
    templates.iter().map(|template| (*template, points(template))).collect()
}

/// Where something may be put for what a macro makes.
#[derive(Clone, Copy, Default)]
pub(crate) struct TemplatePoints {
    pub(crate) probe: Option<ProbePoint>,
    pub(crate) operand: Option<ProbePoint>,
}

/// The right side of the operator, or the index, that stands at a place in a body. `None` for anything else, and in what a macro makes.
pub(crate) fn last_operand(db: &Database, spans: &Spans<'_>, id: FunctionId, place: Span) -> Option<Span> {
    let (search, claim) = ProbeSearch::find(db, spans, id, place)?;
    if search.stands_there(&claim) { search.last_operand(&claim) } else { None }
}

struct ProbeSearch<'a> {
    db: &'a Database,
    spans: &'a Spans<'a>,
    map: &'a BodySourceMap,
    place: Span,
    /// Of a function that a macro makes, the expansion that it is in: what is in there is written in the macro's definition.
    made: Option<HirFileId>,
}

impl<'a> ProbeSearch<'a> {
    /// What stands at a place in a body.
    fn find(db: &'a Database, spans: &'a Spans<'a>, id: FunctionId, place: Span) -> Option<(Self, Node)> {
        let source = id.lookup(db).source(db);
        if source.file_id.is_macro() {
            return None;
        }
        let body = source.value.body()?;
        let (_, map) = Body::with_source_map(db, id.into());
        let search = ProbeSearch { db, spans, map, place, made: None };
        let root = source.with_value(body.syntax().clone());
        let found = search.written(&root)?;
        let claim = search.claim(root).filter(|_| contains(found, place))?;
        Some((search, claim))
    }

    /// What macros made in a function, by the tokens in their definitions.
    fn marks(&self, root: &Node, depth: usize, found: &mut BTreeMap<Span, Vec<Node>>) {
        let mut walk = root.value.preorder();
        while let Some(event) = walk.next() {
            let ra_syntax::WalkEvent::Enter(node) = event else { continue };
            let node = root.with_value(node);
            let kind = node.value.kind();
            if is_apart(&node.value) {
                walk.skip_subtree();
                continue;
            }
            let is_call = kind == SyntaxKind::MACRO_CALL;
            // (The expression that is a call and nothing else is known by the same token.)
            let is_known_by_it = is_call || is_expression(&node.value) && kind != SyntaxKind::MACRO_EXPR;
            let at = mark(&node).filter(|_| is_known_by_it).and_then(|mark| self.spans.template(mark));
            if let Some(at) = at {
                found.entry(at).or_default().push(node.clone());
            }
            if is_call && let Some((_, made)) = self.expansion(&node).filter(|_| depth > 0) {
                self.marks(&made, depth - 1, found);
            }
            if is_call {
                walk.skip_subtree();
            }
        }
    }

    fn last_operand(&self, claim: &Node) -> Option<Span> {
        if !self.may_change(claim) {
            return None;
        }
        let mut expr = ast::Expr::cast(claim.value.clone())?;
        // To rustc an expression begins at its parentheses.
        while let ast::Expr::ParenExpr(it) = &expr {
            expr = it.expr()?;
        }
        let operand = match expr {
            ast::Expr::BinExpr(it) => it.rhs()?,
            ast::Expr::IndexExpr(it) => it.index()?,
            _ => return None,
        };
        self.written(&claim.with_value(operand.syntax().clone()))
    }

    /// Where something is written: in the user's text, or in the definition of the macro that makes the function.
    fn written(&self, node: &Node) -> Option<Span> {
        match self.made {
            Some(_) => self.spans.template(node.as_ref()),
            None => self.spans.written(node.as_ref()),
        }
    }

    /// Whether something can be put into what a piece of syntax is written in. Not into what another macro is given or makes.
    fn may_change(&self, node: &Node) -> bool {
        match self.made {
            Some(made) => node.file_id == made,
            None => matches!(node.file_id, HirFileId::FileId(_)),
        }
    }

    /// Where a statement begins: if that is what the macro is given, behind what is before it.
    fn start(&self, node: &Node) -> Option<Span> {
        if self.made.is_none() {
            return self.written(node);
        }
        let first = node.value.first_token()?;
        let template = |token: &SyntaxToken| self.spans.template(node.with_value(token.text_range()));
        let before = || {
            let mut tokens = std::iter::successors(first.prev_token(), SyntaxToken::prev_token);
            let span = template(&tokens.find(|token| !token.kind().is_trivia())?)?;
            Some(Span { start: span.end, ..span })
        };
        template(&first).or_else(before)
    }

    /// What a call of a macro is replaced by.
    fn expansion(&self, node: &Node) -> Option<(MacroCallId, Node)> {
        let call = ast::MacroCall::cast(node.value.clone())?;
        let id = self.map.expansion(InFile::new(node.file_id, &call))?;
        let file = HirFileId::MacroFile(id);
        Some((id, InFile::new(file, file.parse_or_expand(self.db))))
    }

    /// The expression that stands at the place, or the innermost piece of syntax around it.
    fn claim(&self, root: Node) -> Option<Node> {
        let mut at = root;
        loop {
            if self.stands_there(&at) {
                return self.is_known(&at).then_some(at);
            }
            if at.value.kind() == SyntaxKind::MACRO_CALL {
                let mut found = Vec::new();
                self.in_macro(&at, NESTED, &mut found);
                // A macro may write twice what it is given once.
                return found.pop().filter(|_| found.is_empty());
            }
            let around = |child: &Node| self.written(child).is_some_and(|span| contains(span, self.place));
            match at.value.children().map(|child| at.with_value(child)).find(around) {
                Some(child) if is_apart(&child.value) => return None,
                Some(child) => at = child,
                None => return Some(at).filter(|node| !is_block_like(&node.value) && !is_list(&node.value)),
            }
        }
    }

    fn stands_there(&self, node: &Node) -> bool {
        (is_expression(&node.value) || node.value.kind() == SyntaxKind::MACRO_CALL)
            && self.written(node) == Some(self.place)
    }

    /// Of what is claimed at the call of a macro it is known where it is if the macro is one of the standard library's.
    fn is_known(&self, node: &Node) -> bool {
        let call = match ast::MacroExpr::cast(node.value.clone()) {
            Some(expr) => expr.macro_call(),
            None => ast::MacroCall::cast(node.value.clone()),
        };
        let Some(call) = call else { return true };
        let id = self.map.expansion(InFile::new(node.file_id, &call));
        id.is_some_and(|id| self.db.origin(id.lookup(self.db).def.krate) == Origin::Std)
    }

    /// What stands at the place, in what a macro makes.
    fn in_macro(&self, call: &Node, depth: usize, found: &mut Vec<Node>) {
        let Some((_, made)) = self.expansion(call).filter(|_| depth > 0) else { return };
        let mut walk = made.value.preorder();
        while let Some(event) = walk.next() {
            let ra_syntax::WalkEvent::Enter(node) = event else { continue };
            let node = made.with_value(node);
            if is_apart(&node.value) {
                walk.skip_subtree();
            } else if self.stands_there(&node) && node.value.kind() != SyntaxKind::MACRO_CALL {
                found.push(node);
                walk.skip_subtree();
            } else if node.value.kind() == SyntaxKind::MACRO_CALL {
                self.in_macro(&node, depth - 1, found);
                walk.skip_subtree();
            }
        }
    }

    /// From the claim outwards to where something can be put.
    fn climb(&self, claim: Node) -> Option<ProbePoint> {
        // What is an operand of the claim comes before it.
        let operands = || claim.value.children().map(|child| claim.with_value(child));
        let mut after = match is_block_like(&claim.value) {
            true => None,
            false => operands().filter_map(|child| self.leaving(&child)).last(),
        };
        let mut at = claim.clone();
        loop {
            let Some(parent) = at.value.parent().filter(|parent| !ast::Fn::can_cast(parent.kind())) else {
                if self.made == Some(at.file_id) {
                    return None;
                }
                let MacroCallKind::FnLike { ast_id, .. } = at.file_id.macro_file()?.lookup(self.db).kind else {
                    return None;
                };
                at = ast_id.to_in_file_node(self.db).map(|call| call.syntax().clone());
                continue;
            };
            let written = self.may_change(&at);
            let start = if written && parent.kind() == SyntaxKind::STMT_LIST { self.start(&at) } else { None };
            if let Some(start) = start {
                return self.point(after, ProbePoint::Before(start));
            }
            if !is_always_evaluated(&parent, &at.value) {
                let takes = written && !has_let(&at.value) && takes_a_block(&parent, &at.value);
                return self.point(after.filter(|_| written), ProbePoint::Block(self.written(&at)?)).filter(|_| takes);
            }
            if after.is_none() {
                let start = at.value.text_range().start();
                // (The `else` of a `let` is what comes after a value that does not fit.)
                let is_later = |other: &SyntaxNode| *other == at.value || other.kind() == SyntaxKind::LET_ELSE;
                let before = |other: &SyntaxNode| {
                    other.text_range().start() < start || starts_on_the_right(&parent) && !is_later(other)
                };
                let siblings = parent.children().filter(before).map(|node| at.with_value(node));
                after = siblings.filter_map(|node| self.leaving(&node)).last();
            }
            at = at.with_value(parent);
        }
    }

    /// The point after what may leave, if there is such, or the one there is else.
    fn point(&self, after: Option<Node>, or: ProbePoint) -> Option<ProbePoint> {
        let Some(node) = after else { return Some(or) };
        if !self.may_change(&node) {
            return None;
        }
        let span = self.written(&node)?;
        // A statement by itself takes no parentheses.
        let statement = node.value.parent().and_then(ast::ExprStmt::cast);
        Some(match statement.is_some_and(|it| it.semicolon_token().is_none()) {
            true => ProbePoint::Before(Span { start: span.end, ..span }),
            false => ProbePoint::After(span),
        })
    }

    /// The last expression in one that is evaluated after which control may have gone elsewhere.
    fn leaving(&self, node: &Node) -> Option<Node> {
        use SyntaxKind::{
            AWAIT_EXPR, BREAK_EXPR, CONTINUE_EXPR, MACRO_CALL, MACRO_EXPR, RETURN_EXPR, TRY_EXPR, YIELD_EXPR,
        };
        let kind = node.value.kind();
        if is_apart(&node.value) || is_put_off(&node.value) {
            return None;
        }
        if matches!(kind, TRY_EXPR | AWAIT_EXPR | BREAK_EXPR | CONTINUE_EXPR | RETURN_EXPR | YIELD_EXPR) {
            return Some(node.clone());
        }
        if kind == MACRO_CALL {
            let leaves = match self.expansion(node) {
                Some((_, made)) => self.leaving(&made).is_some(),
                // Nobody knows.
                None => true,
            };
            return leaves.then(|| node.clone());
        }
        let mut inside = node.value.children().map(|child| node.with_value(child));
        if kind == MACRO_EXPR || is_left_by_break(&node.value) {
            return inside.any(|child| self.leaving(&child).is_some()).then(|| node.clone());
        }
        let last = inside.filter_map(|child| Some((self.leaving(&child)?, child))).last()?;
        let (found, child) = last;
        Some(if is_always_evaluated(&node.value, &child.value) { found } else { node.clone() })
    }
}

/// The token by which an expression is known from its parts, or the call of a macro: the operator, the dot of a method's call, what opens a
/// list.
pub(crate) fn mark(node: &Node) -> Option<InFile<TextRange>> {
    let list = ast::CallExpr::cast(node.value.clone()).and_then(|call| call.arg_list());
    let of = list.map_or_else(|| node.value.clone(), |list| list.syntax().clone());
    if of.kind() == SyntaxKind::MACRO_EXPR {
        return mark(&node.with_value(of.first_child()?));
    }
    let mut tokens = of.children_with_tokens().filter_map(|it| it.into_token());
    let own = tokens.find(|token| !token.kind().is_trivia());
    let first = own.or_else(|| of.first_token())?;
    Some(node.with_value(first.text_range()))
}

fn contains(span: Span, place: Span) -> bool {
    span.file == place.file && span.start <= place.start && place.end <= span.end
}

fn is_expression(node: &SyntaxNode) -> bool {
    ast::Expr::can_cast(node.kind())
}

pub(crate) fn is_block_like(node: &SyntaxNode) -> bool {
    use SyntaxKind::{BLOCK_EXPR, FOR_EXPR, IF_EXPR, LOOP_EXPR, MATCH_EXPR, WHILE_EXPR};
    matches!(node.kind(), BLOCK_EXPR | FOR_EXPR | IF_EXPR | LOOP_EXPR | MATCH_EXPR | WHILE_EXPR)
}

fn is_left_by_break(node: &SyntaxNode) -> bool {
    use SyntaxKind::{FOR_EXPR, LOOP_EXPR, WHILE_EXPR};
    matches!(node.kind(), FOR_EXPR | LOOP_EXPR | WHILE_EXPR)
        || ast::BlockExpr::cast(node.clone()).is_some_and(|block| block.label().is_some())
}

/// What is evaluated later, if at all.
fn is_put_off(node: &SyntaxNode) -> bool {
    let is_async = |block: ast::BlockExpr| block.async_token().is_some() || block.gen_token().is_some();
    node.kind() == SyntaxKind::CLOSURE_EXPR || ast::BlockExpr::cast(node.clone()).is_some_and(is_async)
}

fn is_list(node: &SyntaxNode) -> bool {
    matches!(node.kind(), SyntaxKind::STMT_LIST | SyntaxKind::MACRO_STMTS | SyntaxKind::MATCH_ARM_LIST)
}

/// Whether the value is made before it is looked at where it goes.
fn starts_on_the_right(node: &SyntaxNode) -> bool {
    let binary = ast::BinExpr::cast(node.clone());
    matches!(node.kind(), SyntaxKind::LET_STMT | SyntaxKind::LET_EXPR)
        || binary.is_some_and(|it| matches!(it.op_kind(), Some(ast::BinaryOp::Assignment { .. })))
}

/// Whether something is evaluated whenever what it is a part of is.
fn is_always_evaluated(parent: &SyntaxNode, child: &SyntaxNode) -> bool {
    let is = |part: Option<ast::Expr>| part.is_some_and(|part| part.syntax() == child);
    if let Some(binary) = ast::BinExpr::cast(parent.clone()) {
        return !(matches!(binary.op_kind(), Some(ast::BinaryOp::LogicOp(_))) && is(binary.rhs()));
    }
    if let Some(if_expr) = ast::IfExpr::cast(parent.clone()) {
        return is(if_expr.condition()) || if_expr.condition().is_some_and(|it| is_for_checked_builds(&it));
    }
    if let Some(while_expr) = ast::WhileExpr::cast(parent.clone()) {
        return is(while_expr.condition());
    }
    if let Some(for_expr) = ast::ForExpr::cast(parent.clone()) {
        return is(for_expr.iterable());
    }
    use SyntaxKind::{LET_ELSE, MATCH_ARM, MATCH_ARM_LIST, MATCH_GUARD};
    !is_put_off(parent)
        && !matches!(parent.kind(), LET_ELSE | MATCH_ARM | MATCH_GUARD)
        && child.kind() != MATCH_ARM_LIST
}

/// The condition of `debug_assert!`: what is run is compiled with these.
fn is_for_checked_builds(condition: &ast::Expr) -> bool {
    let text = condition.syntax().text().to_string();
    text.split_whitespace().collect::<String>().ends_with("cfg!(debug_assertions)")
}

/// Whether a part that is not always evaluated may be a block: its value is taken, and what is borrowed in it is at its end.
fn takes_a_block(parent: &SyntaxNode, child: &SyntaxNode) -> bool {
    if let Some(arm) = ast::MatchArm::cast(parent.clone()) {
        return arm.expr().is_some_and(|it| it.syntax() == child);
    }
    if let Some(if_expr) = ast::IfExpr::cast(parent.clone()) {
        return matches!(if_expr.else_branch(), Some(ast::ElseBranch::IfExpr(it)) if it.syntax() == child);
    }
    matches!(parent.kind(), SyntaxKind::BIN_EXPR | SyntaxKind::MATCH_GUARD | SyntaxKind::CLOSURE_EXPR)
        && is_expression(child)
}

/// Whether a condition binds names for what is around it.
pub(super) fn has_let(condition: &SyntaxNode) -> bool {
    let is_condition = |node: &SyntaxNode| {
        let binary = ast::BinExpr::cast(node.clone());
        binary.is_some_and(|it| matches!(it.op_kind(), Some(ast::BinaryOp::LogicOp(_))))
    };
    condition.kind() == SyntaxKind::LET_EXPR
        || is_condition(condition) && condition.children().any(|part| has_let(&part))
}

/// What is not entered: what is evaluated at compile time, what is no expression of the body, and what a macro gets.
pub(super) fn is_apart(node: &SyntaxNode) -> bool {
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
