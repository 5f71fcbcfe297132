//! The forms that clauses have: `old`, quantifiers, `implies`; and `xs.iter().all(…)`, which bodies have too.
use refine_spec_lang::SpecError;

use super::Builder;
use super::expr::strip_parens;
use crate::lower::hir::{Expr, ExprKind, Prim};
use crate::program::Diagnostic;
use crate::span::Span;
use crate::term::{BinOp, Quantifier};
use crate::ty::Ty;

impl Builder<'_> {
    /// A mistake that the spec language found.
    pub fn spec_error(&mut self, error: SpecError) {
        let span = Some(self.token_span(error.span.0, error.span.1));
        let SpecError { kind, message, help, .. } = error;
        self.errors.push(Diagnostic { error: true, code: crate::syntax::code(kind), message, span, help });
    }

    /// A call that is a form of the spec language, if it is one. `wrap::<T>(e)` exists in `specs/std` only.
    pub fn spec_call(&mut self, path: &str, call: &syn::ExprCall, span: Span) -> Option<Expr> {
        let form = path.strip_prefix("refine_spec::").unwrap_or(path);
        // In bodies the forms are functions of `refine-spec`, unless the crate has its own of that name.
        if !self.clause && (form == "old" || form.starts_with("wrap") || self.is_own_function(call)) {
            return None;
        }
        let wrap = form.strip_prefix("wrap::<").and_then(|rest| rest.strip_suffix('>'));
        if wrap.is_some() && call.args.len() == 1 {
            let syn::Expr::Path(path) = &*call.func else { return None };
            let syn::PathArguments::AngleBracketed(args) = &path.path.segments.last()?.arguments else { return None };
            let Some(syn::GenericArgument::Type(ty)) = args.args.first() else { return None };
            let ty = self.ty(ty);
            let value = self.expr(&call.args[0], None);
            return Some(Expr { kind: ExprKind::Prim(Prim::Wrap, vec![value], span), ty, span });
        }
        match (form, call.args.len()) {
            ("old", 1) => {
                let inner = self.expr(&call.args[0], None);
                let ty = inner.ty.clone();
                Some(Expr { kind: ExprKind::Old(Box::new(inner)), ty, span })
            }
            ("implies", 2) => {
                let left = self.expr_of(&call.args[0], &Ty::Bool);
                let right = self.expr_of(&call.args[1], &Ty::Bool);
                Some(Expr {
                    kind: ExprKind::Logic(BinOp::Implies, Box::new(left), Box::new(right)),
                    ty: Ty::Bool,
                    span,
                })
            }
            ("forall", 2) => self.quantified(Quantifier::Forall, &call.args[0], &call.args[1], span),
            ("exists", 2) => self.quantified(Quantifier::Exists, &call.args[0], &call.args[1], span),
            _ => None,
        }
    }

    fn is_own_function(&self, call: &syn::ExprCall) -> bool {
        let syn::Expr::Path(path) = strip_parens(&call.func) else { return false };
        self.low.krate.resolve_value(&self.scope, path).is_some_and(|res| res != crate::syntax::ValueRes::Unclear)
    }

    /// `forall(lo..hi, |i| p)`.
    fn quantified(&mut self, q: Quantifier, range: &syn::Expr, body: &syn::Expr, span: Span) -> Option<Expr> {
        let closure = strip_parens(body);
        let parts = match (strip_parens(range), closure) {
            (
                syn::Expr::Range(syn::ExprRange { start: Some(lo), end: Some(hi), limits, .. }),
                syn::Expr::Closure(closure),
            ) if closure.inputs.len() == 1 => match closure.inputs.first().map(untyped) {
                Some(syn::Pat::Ident(name)) => Some((lo, hi, limits, closure, name)),
                _ => None,
            },
            _ => None,
        };
        let Some((lo, hi, limits, closure, name)) = parts else {
            if !self.clause {
                return None;
            }
            let message = "a quantifier takes a range with both ends and a closure of one name: `forall(0..n, |i| …)`";
            self.error("E0204", message, span);
            return Some(Expr { kind: ExprKind::Bool(true), ty: Ty::Bool, span });
        };
        let lo = self.expr(lo, None);
        let ty = lo.ty.clone();
        let mut hi = self.expr_of(hi, &ty);
        if matches!(limits, syn::RangeLimits::Closed(_)) {
            if !self.clause {
                return None;
            }
            hi = self.plus_one(hi);
        }
        // Within the range, whatever the type of its ends; exact, so that `i + 1` needs no care.
        let (var, body) = self.scoped(|b| {
            let var = b.declare(&name.ident.to_string(), ty, b.span(&name.ident));
            (var, b.expr_of(&closure.body, &Ty::Bool))
        });
        let kind = ExprKind::Quant(q, var, Box::new(lo), Box::new(hi), Box::new(body));
        Some(Expr { kind, ty: Ty::Bool, span })
    }

    fn plus_one(&mut self, e: Expr) -> Expr {
        let span = e.span;
        let one = Expr { kind: ExprKind::Int(1.into()), ty: Ty::Exact, span };
        let op = crate::lower::hir::Arith::Exact(BinOp::Add);
        Expr { kind: ExprKind::Arith(op, Box::new(e), Box::new(one)), ty: Ty::Exact, span }
    }

    /// `xs.iter().all(|x| p)`, `(lo..hi).all(|i| p)` and the same with `any`.
    pub fn spec_method(&mut self, name: &str, call: &syn::ExprMethodCall, span: Span) -> Option<Expr> {
        let q = match name {
            "all" => Quantifier::Forall,
            "any" => Quantifier::Exists,
            _ => return None,
        };
        let (Some(syn::Expr::Closure(closure)), 1) = (call.args.first().map(strip_parens), call.args.len()) else {
            return None;
        };
        let mut source = strip_parens(&call.receiver);
        if matches!(source, syn::Expr::Range(_)) {
            return self.quantified(q, source, &call.args[0], span);
        }
        let mut names = vec![name.to_string()];
        while let syn::Expr::MethodCall(inner) = source
            && inner.args.is_empty()
            && matches!(inner.method.to_string().as_str(), "iter" | "into_iter" | "copied" | "cloned")
        {
            names.push(inner.method.to_string());
            source = strip_parens(&inner.receiver);
        }
        let seq = self.expr(source, None);
        let ty = self.infer.known(&self.infer.peel(&seq.ty));
        if names.iter().any(|name| self.low.krate.has_rival(&ty, name, None, false)) {
            return None;
        }
        let (Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element)) = self.infer.peel(&seq.ty) else {
            return None;
        };
        let (pat, body) = self.scoped(|b| {
            let pat = b.pattern(closure.inputs.first()?, &element, false);
            Some((pat, b.expr_of(&closure.body, &Ty::Bool)))
        })?;
        Some(Expr { kind: ExprKind::Elements(q, Box::new(pat), Box::new(seq), Box::new(body)), ty: Ty::Bool, span })
    }
}

fn untyped(pat: &syn::Pat) -> &syn::Pat {
    match pat {
        syn::Pat::Type(typed) => untyped(&typed.pat),
        pat => pat,
    }
}
