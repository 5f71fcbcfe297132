//! Macros of the standard library.
use refine_spec_lang::loop_clause;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;

use super::{Builder, last_segment};
use crate::lower::hir::{Arm, Demand, Expr, ExprKind, Pat, Prim};
use crate::obligation::Kind;
use crate::span::Span;
use crate::term::BinOp;
use crate::ty::{IntTy, Ty};

type Args = Punctuated<syn::Expr, syn::Token![,]>;

impl Builder<'_> {
    /// A macro in expression or statement position.
    pub fn macro_call(&mut self, mac: &syn::Macro, expect: Option<&Ty>) -> Expr {
        let end = match &mac.delimiter {
            syn::MacroDelimiter::Paren(paren) => paren.span.close(),
            syn::MacroDelimiter::Brace(brace) => brace.span.close(),
            syn::MacroDelimiter::Bracket(bracket) => bracket.span.close(),
        };
        let span = self.token_span(mac.path.span(), end);
        let name = last_segment(&mac.path);
        let args = || Args::parse_terminated.parse2(mac.tokens.clone()).ok();
        let of_std = match mac.path.segments.first().map(|first| first.ident.to_string()) {
            Some(first) if mac.path.segments.len() > 1 => {
                matches!(first.as_str(), "std" | "core" | "alloc" | "refine_spec")
            }
            _ => !self.low.krate.has_own_macro(&name),
        };
        if let ("demand", Some(at)) = (name.as_str(), self.model.0) {
            return self.demand(mac, at);
        }
        if let (Some(_), true) = (self.model.0, matches!(name.as_str(), "choose" | "checked")) {
            let built = self.model_form(&name, mac, expect, span);
            return built.unwrap_or_else(|| self.unmodelled("this model", Vec::new(), true, span));
        }
        let built = match name.as_str() {
            _ if !of_std => None,
            "assert" | "debug_assert" => args().and_then(|args| self.assert(&args, span)),
            "assert_eq" | "debug_assert_eq" => args().and_then(|args| self.assert_cmp(BinOp::Eq, &args, span)),
            "assert_ne" | "debug_assert_ne" => args().and_then(|args| self.assert_cmp(BinOp::Ne, &args, span)),
            "panic" => Some(self.panic(panic_text(args(), "explicit panic", ""), span)),
            "unreachable" => {
                let text = panic_text(
                    args(),
                    "internal error: entered unreachable code",
                    "internal error: entered unreachable code: ",
                );
                Some(self.panic(text, span))
            }
            "todo" => Some(self.panic(panic_text(args(), "not yet implemented", "not yet implemented: "), span)),
            "unimplemented" => Some(self.panic(panic_text(args(), "not implemented", "not implemented: "), span)),
            "matches" => self.matches(mac, span),
            "vec" => self.vec(mac, expect, span),
            "println" | "print" | "eprintln" | "eprint" => self.printed(args(), Ty::unit(), span),
            "format" => self.printed(args(), Ty::Opaque("String".into()), span),
            "cfg" => self.low.krate.cfg_value(mac.tokens.clone()).map(|value| {
                let kind = ExprKind::Bool(value);
                Expr { kind, ty: Ty::Bool, span }
            }),
            "stringify" | "concat" | "file" | "module_path" | "env" => {
                Some(Expr { kind: ExprKind::Text, ty: Ty::Opaque("&str".into()), span })
            }
            _ if loop_clause(mac).is_some() => {
                let message = format!("`{name}!` stands at the top of a loop's body");
                self.error("E0206", message, span);
                Some(Expr { kind: ExprKind::Tuple(Vec::new()), ty: Ty::unit(), span })
            }
            _ => None,
        };
        match built {
            Some(built) => built,
            None if mac.path.get_ident().is_some() && self.low.krate.misspelt_macro(&name).is_some() => {
                let meant = self.low.krate.misspelt_macro(&name).unwrap_or_default();
                let message = format!("there is no macro `{name}!`; is refine's `{meant}!` meant?");
                self.error("E0102", message, span);
                self.unmodelled(format!("the macro `{name}!`"), Vec::new(), true, span)
            }
            None => self.unmodelled(format!("the macro `{name}!`"), Vec::new(), true, span),
        }
    }

    /// In a model, `choose!(r, p)`: the one value of which `p` holds, and `checked!(e)`: arithmetic that may overflow.
    fn model_form(&mut self, name: &str, mac: &syn::Macro, expect: Option<&Ty>, span: Span) -> Option<Expr> {
        let args = Args::parse_terminated.parse2(mac.tokens.clone()).ok()?;
        if name == "checked" {
            let outer = std::mem::replace(&mut self.checked, true);
            let built = self.expr(args.first()?, expect);
            self.checked = outer;
            return Some(built);
        }
        let syn::Expr::Path(name) = args.first()? else { return None };
        let ty = expect.cloned().unwrap_or_else(|| self.infer.fresh());
        let (var, cond) = self.scoped(|b| {
            let var = b.declare(&last_segment(&name.path), ty.clone(), span);
            Some((var, b.expr_of(args.get(1)?, &Ty::Bool)))
        })?;
        Some(Expr { kind: ExprKind::Choose(var, Box::new(cond)), ty, span })
    }

    /// `demand!(kind, cond, "claim", "message")` of a model: what must hold for the call not to panic. In the claim
    /// `{self}` and `{name}` stand for the arguments as they are written.
    fn demand(&mut self, mac: &syn::Macro, span: Span) -> Expr {
        let args = Args::parse_terminated.parse2(mac.tokens.clone()).unwrap_or_default();
        let text = |at: usize| match args.get(at) {
            Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. })) => text.value(),
            _ => String::new(),
        };
        let kind = match args.first() {
            Some(syn::Expr::Path(path)) => match last_segment(&path.path).as_str() {
                "index" => Kind::Index,
                "slice" => Kind::Slice,
                "division" => Kind::Division,
                "overflow" => Kind::Overflow,
                _ => Kind::Panic,
            },
            _ => Kind::Panic,
        };
        let (mut claim, message) = (text(2), text(3));
        for (name, id) in self.names.clone() {
            let written = self.low.text(self.vars[id.0].span);
            claim = claim.replace(&format!("{{{name}}}"), &written);
        }
        let Some(cond) = args.get(1) else { return self.unmodelled("this model", Vec::new(), true, span) };
        let cond = self.expr_of(cond, &Ty::Bool);
        let at = self.model.1.filter(|_| args.len() == 4);
        Expr { kind: ExprKind::Demand(Box::new(Demand { kind, cond, claim, message, at })), ty: Ty::unit(), span }
    }

    fn panic(&mut self, message: String, span: Span) -> Expr {
        Expr { kind: ExprKind::Panic(message), ty: Ty::Never, span }
    }

    fn assert(&mut self, args: &Args, span: Span) -> Option<Expr> {
        let cond = self.expr_of(args.first()?, &Ty::Bool);
        let claim = self.text(self.span(args.first()?));
        let message = match args.len() {
            1 => format!("assertion failed: {claim}"),
            _ => panic_text(Some(args.iter().skip(1).cloned().collect()), "assertion failed", ""),
        };
        Some(Expr { kind: ExprKind::Assert(Box::new(cond), message, claim), ty: Ty::unit(), span })
    }

    fn assert_cmp(&mut self, op: BinOp, args: &Args, span: Span) -> Option<Expr> {
        let (a, b) = (args.first()?, args.get(1)?);
        let left = self.expr(a, None);
        let hint = left.ty.clone();
        let right = self.expr(b, Some(&hint));
        let sign = if op == BinOp::Eq { "==" } else { "!=" };
        let claim = format!("{} {sign} {}", self.text(left.span), self.text(right.span));
        let cond = self.compare(op, left, right, span);
        let message = format!("assertion `left {sign} right` failed");
        Some(Expr { kind: ExprKind::Assert(Box::new(cond), message, claim), ty: Ty::unit(), span })
    }

    /// `matches!(e, pat)` and `matches!(e, pat if guard)`, as a `match`.
    fn matches(&mut self, mac: &syn::Macro, span: Span) -> Option<Expr> {
        let parser = |input: syn::parse::ParseStream<'_>| {
            let value: syn::Expr = input.parse()?;
            input.parse::<syn::Token![,]>()?;
            let pat = syn::Pat::parse_multi_with_leading_vert(input)?;
            let guard = match input.parse::<Option<syn::Token![if]>>()? {
                Some(_) => Some(input.parse::<syn::Expr>()?),
                None => None,
            };
            input.parse::<Option<syn::Token![,]>>()?;
            Ok((value, pat, guard))
        };
        let (value, pat, guard) = parser.parse2(mac.tokens.clone()).ok()?;
        let value = self.expr(&value, None);
        let ty = value.ty.clone();
        let bool = |value| Expr { kind: ExprKind::Bool(value), ty: Ty::Bool, span };
        let arm = self.scoped(|b| {
            let pat = b.pattern(&pat, &ty, false);
            let guard = guard.as_ref().map(|guard| b.expr_of(guard, &Ty::Bool));
            Arm { pat, guard, body: bool(true) }
        });
        let arms = vec![arm, Arm { pat: Pat::Wild, guard: None, body: bool(false) }];
        Some(Expr { kind: ExprKind::Match(Box::new(value), arms), ty: Ty::Bool, span })
    }

    fn vec(&mut self, mac: &syn::Macro, expect: Option<&Ty>, span: Span) -> Option<Expr> {
        let element = match expect.map(|ty| self.infer.peel(ty)) {
            Some(Ty::Vec(element) | Ty::Slice(element)) => *element,
            _ => self.infer.fresh(),
        };
        let ty = Ty::Vec(Box::new(element.clone()));
        let repeat = |input: syn::parse::ParseStream<'_>| {
            let value: syn::Expr = input.parse()?;
            input.parse::<syn::Token![;]>()?;
            Ok((value, input.parse::<syn::Expr>()?))
        };
        if let Ok((value, count)) = repeat.parse2(mac.tokens.clone()) {
            let value = self.expr_of(&value, &element);
            let count = self.expr_of(&count, &Ty::Int(IntTy::Usize));
            return Some(Expr { kind: ExprKind::Repeat(Box::new(value), Box::new(count)), ty, span });
        }
        let all = Args::parse_terminated.parse2(mac.tokens.clone()).ok()?;
        let all = all.iter().map(|e| self.expr_of(e, &element)).collect();
        Some(Expr { kind: ExprKind::List(all), ty, span })
    }

    /// Macros that format: the arguments are evaluated, the text is of no matter.
    fn printed(&mut self, args: Option<Args>, ty: Ty, span: Span) -> Option<Expr> {
        let parts = args?
            .iter()
            .map(|arg| match arg {
                syn::Expr::Assign(named) => self.expr(&named.right, None),
                arg => self.expr(arg, None),
            })
            .collect();
        Some(Expr { kind: ExprKind::Prim(Prim::Ignore, parts, span), ty, span })
    }
}

/// What a panicking macro prints: its literal if that has no holes, else what it prints without one.
fn panic_text(args: Option<Args>, without: &str, prefix: &str) -> String {
    match args.as_ref().and_then(|args| args.first()) {
        None => without.to_string(),
        Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. })) if !text.value().contains('{') => {
            format!("{prefix}{}", text.value())
        }
        Some(_) => without.to_string(),
    }
}
