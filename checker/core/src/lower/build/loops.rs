//! Loops, and what leaves them.
use refine_spec_lang::{ClauseSyntax, LoopClause, loop_clause};

use super::expr::strip_parens;
use super::{Builder, Pending};
use crate::lower::hir::{ClauseExpr, Expr, ExprKind, Loop, LoopKind, Over, TargetId};
use crate::lower::infer::is_var;
use crate::span::Span;
use crate::ty::{IntTy, Ty};

impl Builder<'_> {
    /// A loop, `break` or `continue`.
    pub fn loop_expr(&mut self, expr: &syn::Expr, span: Span) -> Expr {
        match expr {
            syn::Expr::Loop(inner) => {
                let ty = self.infer.fresh();
                self.looped(&inner.label, ty, span, |b, target| (LoopKind::Forever, b.loop_body(&inner.body, target)))
            }
            syn::Expr::While(inner) => self.looped(&inner.label, Ty::unit(), span, |b, target| {
                let cond = b.expr_of(&inner.cond, &Ty::Bool);
                (LoopKind::While(cond), b.loop_body(&inner.body, target))
            }),
            syn::Expr::ForLoop(inner) => self.for_loop(inner, span),
            syn::Expr::Break(inner) => {
                let label = inner.label.as_ref().map(|label| label.ident.to_string());
                let Some(at) = self.target(label.as_deref(), true) else {
                    return self.unmodelled("this `break`", Vec::new(), false, span);
                };
                self.targets[at].broken = true;
                let (id, ty) = (self.targets[at].id, self.targets[at].ty.clone());
                let value = inner.expr.as_ref().map(|e| Box::new(self.expr_of(e, &ty)));
                if value.is_none() {
                    self.infer.unify(&ty, &Ty::unit());
                }
                Expr { kind: ExprKind::Break(id, value), ty: Ty::Never, span }
            }
            syn::Expr::Continue(inner) => {
                let label = inner.label.as_ref().map(|label| label.ident.to_string());
                match self.target(label.as_deref(), true) {
                    Some(at) => Expr { kind: ExprKind::Continue(self.targets[at].id), ty: Ty::Never, span },
                    None => self.unmodelled("this `continue`", Vec::new(), false, span),
                }
            }
            _ => self.unmodelled("this loop", Vec::new(), true, span),
        }
    }

    fn target(&self, label: Option<&str>, loops_only: bool) -> Option<usize> {
        self.targets.iter().rposition(|target| match label {
            Some(label) => target.label.as_deref() == Some(label),
            None => target.is_loop || !loops_only,
        })
    }

    pub fn enter(&mut self, label: Option<String>, is_loop: bool, ty: Ty) -> TargetId {
        let id = TargetId(self.next_target);
        self.next_target += 1;
        self.targets.push(super::Target { id, label, is_loop, ty, broken: false });
        id
    }

    /// `'a: { … }`.
    pub fn labelled_block(&mut self, label: &str, block: &syn::Block, expect: Option<&Ty>) -> Expr {
        let ty = expect.cloned().unwrap_or_else(|| self.infer.fresh());
        let id = self.enter(Some(label.to_string()), false, ty.clone());
        let built = self.block(block, Some(&ty), Some(id));
        self.targets.pop();
        let built = self.coerce(built, &ty);
        Expr { ty, ..built }
    }

    /// A loop, whose parts are built with what `break` and `continue` in it name.
    pub fn looped(
        &mut self,
        label: &Option<syn::Label>,
        ty: Ty,
        span: Span,
        parts: impl FnOnce(&mut Self, TargetId) -> (LoopKind, Body),
    ) -> Expr {
        let label = label.as_ref().map(|label| label.name.ident.to_string());
        let target = self.enter(label, true, ty.clone());
        let (kind, body) = self.scoped(|b| parts(b, target));
        let broken = self.targets.pop().is_some_and(|target| target.broken);
        // An endless loop without `break` is of type `!`.
        let ty = if matches!(kind, LoopKind::Forever) && !broken { Ty::Never } else { ty };
        let Body { expr, invariants, decreases, clauses_at } = body;
        let inner = Loop { target, kind, body: expr, invariants, decreases, clauses_at };
        Expr { kind: ExprKind::Loop(Box::new(inner)), ty, span }
    }

    /// The body of a loop, with the clauses that stand at its top. (Elsewhere they have no effect on the proof, and
    /// that is an error.)
    pub fn loop_body(&mut self, block: &syn::Block, _target: TargetId) -> Body {
        let (mut invariants, mut decreases) = (Vec::new(), None);
        let mut rest = block.clone();
        let mut count = 0;
        for stmt in &block.stmts {
            let mac = match stmt {
                syn::Stmt::Macro(mac) => &mac.mac,
                syn::Stmt::Expr(syn::Expr::Macro(mac), _) => &mac.mac,
                _ => break,
            };
            match loop_clause(mac) {
                None => break,
                Some(Err(error)) => self.spec_error(error),
                Some(Ok(LoopClause::Invariant(clause))) => {
                    invariants.push(self.postpone(clause, false));
                }
                Some(Ok(LoopClause::Decreases(clause))) => {
                    decreases = Some(self.postpone(clause, true));
                }
            }
            count += 1;
        }
        rest.stmts.drain(..count);
        let expr = self.block(&rest, Some(&Ty::unit()), None);
        let clauses_at = block.stmts.first().filter(|_| count > 0).map(|first| self.span(first));
        let clauses_at = clauses_at.map(|span| Span { end: span.start, ..span });
        Body { expr, invariants, decreases, clauses_at }
    }

    /// Keeps a clause, with the names that it may use, for when the types of the body are known.
    fn postpone(&mut self, clause: ClauseSyntax, measure: bool) -> usize {
        self.pending.push(Pending { clause, measure, names: self.names.clone() });
        self.pending.len() - 1
    }

    /// The clauses of all loops of the body.
    pub fn loop_clauses(&mut self) -> Vec<ClauseExpr> {
        self.infer.settle();
        self.clause = true;
        let pending = std::mem::take(&mut self.pending);
        pending
            .into_iter()
            .map(|Pending { clause, measure, names }| {
                self.names = names;
                let ty = if measure { self.infer.fresh_int() } else { Ty::Bool };
                let expr = self.expr_of(&clause.expr, &ty);
                ClauseExpr { expr, span: self.token_span(clause.span.0, clause.span.1), text: clause.text }
            })
            .collect()
    }

    fn for_loop(&mut self, inner: &syn::ExprForLoop, span: Span) -> Expr {
        if let Some(chain) = self.chain_of_for(&inner.expr) {
            return self.chain_loop(inner, chain, span);
        }
        let (over, item) = match self.over(&inner.expr, false) {
            Ok(found) => found,
            Err(parts) => {
                // The body still has its obligations, though nothing is known when it runs.
                let what = "a `for` loop over this iterator";
                let head = self.unmodelled(what, vec![parts], true, self.span(&inner.expr));
                let ty = self.infer.fresh();
                let unknown = |ty: Ty| Expr { kind: ExprKind::Text, ty, span };
                let body = self.looped(&inner.label, Ty::unit(), span, |b, target| {
                    let pat = b.pattern(&inner.pat, &ty, false);
                    let mut body = b.loop_body(&inner.body, target);
                    let stmts = vec![super::Stmt::Let(pat, Some(unknown(ty)), None), super::Stmt::Expr(body.expr)];
                    body.expr = Expr { kind: ExprKind::Block(stmts, None, None), ty: Ty::unit(), span };
                    (LoopKind::While(unknown(Ty::Bool)), body)
                });
                let stmts = vec![super::Stmt::Expr(head), super::Stmt::Expr(body)];
                return Expr { kind: ExprKind::Block(stmts, None, None), ty: Ty::unit(), span };
            }
        };
        self.looped(&inner.label, Ty::unit(), span, |b, target| {
            let pat = b.pattern(&inner.pat, &item, false);
            (LoopKind::For(pat, over), b.loop_body(&inner.body, target))
        })
    }

    /// What a `for` goes over and the type of its items; else the iterator as an expression.
    pub fn over(&mut self, expr: &syn::Expr, reversed: bool) -> Result<(Over, Ty), Expr> {
        match strip_parens(expr) {
            syn::Expr::Range(syn::ExprRange { start: Some(lo), end: Some(hi), limits, .. }) => {
                let lo = self.expr(lo, None);
                let ty = lo.ty.clone();
                let hi = self.expr_of(hi, &ty);
                if is_var(&self.infer.peel(&ty)) && !crate::lower::infer::is_int_var(&self.infer.peel(&ty)) {
                    let int = self.infer.fresh_int();
                    self.infer.unify(&ty, &int);
                }
                let inclusive = matches!(limits, syn::RangeLimits::Closed(_));
                match self.infer.peel(&ty) {
                    Ty::Int(_) | Ty::Param(_) => {}
                    _ => return Err(self.unmodelled("a range of this type", vec![lo, hi], false, self.span(expr))),
                }
                Ok((Over::Range { lo, hi, inclusive, reversed, step: None }, ty))
            }
            syn::Expr::MethodCall(call) => self.over_method(call, reversed),
            other => {
                let seq = self.expr(other, None);
                self.over_elements(seq, false, reversed)
            }
        }
    }

    fn over_method(&mut self, call: &syn::ExprMethodCall, reversed: bool) -> Result<(Over, Ty), Expr> {
        let name = call.method.to_string();
        // These are an iterator's; a trait of the crate may have given a sequence one of that name.
        let adapts = matches!(name.as_str(), "rev" | "copied" | "cloned" | "step_by" | "enumerate");
        let of_iterator = matches!(strip_parens(&call.receiver), syn::Expr::MethodCall(_) | syn::Expr::Range(_));
        match (name.as_str(), call.args.len()) {
            _ if adapts && !of_iterator => {
                let seq = self.method_call(call, None, self.span(call));
                self.over_elements(seq, false, reversed)
            }
            ("rev", 0) => self.over(&call.receiver, !reversed),
            ("iter" | "into_iter", 0) if !is_range(&call.receiver) => {
                let seq = self.expr(&call.receiver, None);
                let seq = self.unless_rival(seq, &name, self.span(call));
                self.over_elements(seq, false, reversed)
            }
            ("into_iter", 0) => self.over(&call.receiver, reversed),
            ("iter_mut", 0) => {
                let seq = self.expr(&call.receiver, None);
                let seq = self.unless_rival(seq, &name, self.span(call));
                self.over_elements(seq, true, reversed)
            }
            ("cloned", 0) => {
                let (over, item) = self.over(&call.receiver, reversed)?;
                let ty = self.infer.known(&self.infer.peel(&item));
                if self.low.clones_by_parts(&ty) || matches!(ty, Ty::Param(_)) && is_var(&ty) {
                    return Ok((over, item));
                }
                let what = format!("`clone` of the elements, of type `{}`", self.show(&ty));
                Err(self.unmodelled(what, Vec::new(), true, self.span(call)))
            }
            ("copied", 0) => self.over(&call.receiver, reversed),
            ("step_by", 1) if !reversed => match self.over(&call.receiver, false)? {
                (Over::Range { lo, hi, inclusive, reversed, step: None }, ty) => {
                    let step = self.expr_of(&call.args[0], &Ty::Int(IntTy::Usize));
                    Ok((Over::Range { lo, hi, inclusive, reversed, step: Some(step) }, ty))
                }
                _ => Err(self.unmodelled("`step_by` on this iterator", Vec::new(), true, self.span(call))),
            },
            ("enumerate", 0) if !reversed => match self.over(&call.receiver, false)? {
                (Over::Elements { seq, mutable, counted: false, reversed: false }, item) => {
                    let item = Ty::Tuple(vec![Ty::Int(IntTy::Usize), item]);
                    Ok((Over::Elements { seq, mutable, counted: true, reversed: false }, item))
                }
                _ => Err(self.unmodelled("`enumerate` on this iterator", Vec::new(), true, self.span(call))),
            },
            _ => {
                let seq = self.method_call(call, None, self.span(call));
                self.over_elements(seq, false, reversed)
            }
        }
    }

    /// The receiver, unless its method of this name may be one of a trait of the crate.
    fn unless_rival(&mut self, receiver: Expr, name: &str, span: Span) -> Expr {
        let ty = self.infer.known(&self.infer.peel(&receiver.ty));
        if !self.low.krate.has_rival(&ty, name, None, false) {
            return receiver;
        }
        let what = format!("a call of `{}::{name}`, which may mean a trait's method", self.show(&ty));
        self.unmodelled(what, vec![receiver], true, span)
    }

    fn over_elements(&mut self, seq: Expr, mutable: bool, reversed: bool) -> Result<(Over, Ty), Expr> {
        let mutable = mutable || super::is_mut_ref(&self.infer.shallow(&seq.ty));
        match self.infer.peel(&seq.ty) {
            Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) => {
                let item = if mutable { Ty::Ref(true, element) } else { *element };
                Ok((Over::Elements { seq, mutable, counted: false, reversed }, item))
            }
            _ => Err(seq),
        }
    }
}

/// The body of a loop, with the clauses at its top.
pub struct Body {
    /// The body.
    pub expr: Expr,
    /// `loop_invariant!`s.
    pub invariants: Vec<usize>,
    /// `loop_decreases!`.
    pub decreases: Option<usize>,
    /// The place before the first of them.
    pub clauses_at: Option<Span>,
}

fn is_range(expr: &syn::Expr) -> bool {
    matches!(strip_parens(expr), syn::Expr::Range(_))
}
