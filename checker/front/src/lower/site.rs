//! What is said of calls beside what they do: where a panic in them is reported, and where the source has them, so that a run can tell
//! which of several calls it was.
use hir_def::hir::{Expr, ExprId};
use hir_expand::{InFile, Lookup as _, MacroCallKind};
use ra_syntax::{AstNode, ast};
use refine_core::ir::{CallOrigin, CallSite};
use refine_core::span::Span;
use refine_core::ty::FnInst;
use refine_core::ty::Ty as CoreTy;

use super::Lower;
use crate::database::Origin;
use crate::items;

impl Lower<'_, '_> {
    /// What an obligation of a model of the standard library says of a call of it.
    pub fn origin(&self, e: ExprId) -> CallOrigin {
        let at = Some(self.b.line_col(self.reported(e)));
        let args = self.written_args(e).into_iter().map(|arg| self.braced(&self.text(arg))).collect();
        CallOrigin { at, template: self.template(e), args }
    }

    /// What an expression was made of, where a macro of the crate makes the whole function; what a macro of the standard library makes there
    /// belongs to its call. A block is more than what is claimed in it, and does not say when that is evaluated.
    pub(super) fn template(&self, e: ExprId) -> Option<Span> {
        self.def.template?;
        let mut at = self.syntax(e)?.map(|it| it.syntax().clone());
        loop {
            if let Some(found) = items::probe::mark(&at).and_then(|mark| self.cx.spans.template(mark)) {
                return (!items::probe::is_block_like(&at.value)).then_some(found);
            }
            let call = at.file_id.macro_file()?.lookup(self.cx.db);
            let MacroCallKind::FnLike { ast_id, .. } = call.kind else { return None };
            if self.cx.db.origin(call.def.krate) != Origin::Std {
                return None;
            }
            at = ast_id.to_in_file_node(self.cx.db).map(|call| call.syntax().clone());
        }
    }

    /// Does what there is to do for an expression: what is claimed meanwhile, but for its parts, belongs to it. Without one, it belongs to no
    /// expression.
    pub(super) fn attributed_to<T>(&mut self, e: Option<ExprId>, work: impl FnOnce(&mut Self) -> T) -> T {
        let template = e.and_then(|e| self.template(e));
        let around = std::mem::replace(&mut self.b.template, template);
        let done = work(self);
        self.b.template = around;
        done
    }

    /// Where rustc reports a panic of a `#[track_caller]` function.
    pub(super) fn reported(&self, e: ExprId) -> Span {
        self.syntax(e).and_then(|node| self.token_of(node)).unwrap_or_else(|| self.span(e))
    }

    pub(super) fn syntax(&self, e: ExprId) -> Option<InFile<ast::Expr>> {
        let at = self.src.map.expr_syntax(e).ok()?;
        let root = at.file_id.parse_or_expand(self.cx.db);
        let node = at.value.to_node(&root);
        Some(InFile::new(at.file_id, node.left()?))
    }

    fn token_of(&self, node: InFile<ast::Expr>) -> Option<Span> {
        let range = match &node.value {
            ast::Expr::MethodCallExpr(call) => call.name_ref()?.syntax().text_range(),
            ast::Expr::IndexExpr(index) => {
                let after = index.base()?.syntax().text_range().end();
                let bracket = index
                    .syntax()
                    .children_with_tokens()
                    .find(|it| it.text_range().start() >= after && it.kind() == ra_syntax::SyntaxKind::L_BRACK)?;
                bracket.text_range()
            }
            _ => return None,
        };
        Some(self.cx.span_of(InFile::new(node.file_id, range)))
    }

    /// The arguments of a call as they are written, the receiver first.
    fn written_args(&self, e: ExprId) -> Vec<ExprId> {
        match &self.src.store()[e] {
            Expr::Call { args, .. } => args.to_vec(),
            Expr::MethodCall { receiver, args, .. } => [*receiver].into_iter().chain(args.iter().copied()).collect(),
            Expr::Index { base, index } => vec![*base, *index],
            Expr::BinaryOp { lhs, rhs, .. } => vec![*lhs, *rhs],
            Expr::UnaryOp { expr, .. } => vec![*expr],
            _ => Vec::new(),
        }
    }

    /// In functions of the standard library, parameters are put in braces: what is written for them at the call takes their place.
    pub fn braced(&self, text: &str) -> String {
        if !self.def.std {
            return text.to_owned();
        }
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let mut result = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(is_name) {
            let (before, from) = rest.split_at(start);
            let end = from.find(|c| !is_name(c)).unwrap_or(from.len());
            let (name, after) = from.split_at(end);
            result.push_str(before);
            // Not the field of another value.
            let is_param = !result.ends_with('.') && self.def.params.iter().any(|param| param.name == name);
            result.push_str(&if is_param { format!("{{{name}}}") } else { name.to_owned() });
            rest = after;
        }
        result.push_str(rest);
        result
    }

    /// Lists a call, if text can be put around it and before its last step.
    pub fn list_site(&mut self, e: ExprId, inst: &FnInst) {
        let span = self.span(e);
        let def = self.cx.fn_def(inst.func);
        let own = self.cx.items.fns.get(inst.func.0 as usize).is_some();
        let within = |outer: &Span| inside(span, *outer);
        // An `assert!` shows the text of its condition when it fails.
        let known = self.quoted.iter().any(within) || self.b.sites().iter().any(|known| known.span == span);
        if !own || known || !self.text(e).ends_with(')') || def.ret == CoreTy::Never {
            return;
        }
        let last = self.written_args(e).into_iter().rev().find(|arg| self.runs_code(*arg));
        let last = last.map(|last| self.span(last));
        if last.is_some_and(|last| !inside(last, span)) {
            return;
        }
        self.b.site(CallSite { callee: inst.func, span, last });
    }

    /// Whether evaluating an expression may run a function of the crate.
    fn runs_code(&self, e: ExprId) -> bool {
        let own = match &self.src.store()[e] {
            Expr::Call { callee, .. } => match self.callable(self.ty(*callee)) {
                Some((hir_def::CallableDefId::FunctionId(id), _)) => self.may_run_code(id),
                Some(_) => false,
                None => true,
            },
            Expr::MethodCall { .. } | Expr::Index { .. } | Expr::BinaryOp { .. } | Expr::UnaryOp { .. } => {
                self.src.infer.method_resolution(e).is_some_and(|(id, _)| self.may_run_code(id))
            }
            Expr::Closure { .. } => return true,
            Expr::Literal(_)
            | Expr::Path(_)
            | Expr::Field { .. }
            | Expr::Ref { .. }
            | Expr::Cast { .. }
            | Expr::Tuple { .. }
            | Expr::Array(_)
            | Expr::RecordLit { .. } => false,
            _ => return true,
        };
        let mut any = own;
        super::walk::parts(self.src.store(), e, |part| any |= self.runs_code(part));
        any
    }

    /// Whether a function is not one of the standard library that takes no closures.
    fn may_run_code(&self, id: hir_def::FunctionId) -> bool {
        let krate = hir_def::HasModule::krate(&id, self.cx.db);
        self.cx.db.origin(krate) != Origin::Std
    }
}

/// Whether a span is a part of another, and not all of it.
fn inside(inner: Span, outer: Span) -> bool {
    let within = inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end;
    within && inner != outer && inner.start < inner.end
}
