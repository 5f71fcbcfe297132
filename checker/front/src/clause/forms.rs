//! The forms that only clauses have: `old`, quantifiers, `implies`; and the iterators over sequences that mean the same.
use hir_def::signatures::FunctionSignature;
use hir_def::{FunctionId, HasModule};
use quote::ToTokens;
use refine_core::span::Span;
use refine_core::term::{BinOp, Quantifier, Term, TermKind};
use refine_core::terms::exact;
use refine_core::ty::Ty;
use refine_spec_lang::ClauseSyntax;
use syn::ext::IdentExt;
use syn::parse::Parser;

use super::expr::{after, strip_parens};
use super::names::{Meaning, NamedFn};
use super::typer::{Typed, Typer, Variable};
use crate::context::Callable;
use crate::database::Origin;

impl Typer<'_, '_> {
    /// A call that is a form of the spec language, if it is one.
    pub(super) fn form(&mut self, path: &str, call: &syn::ExprCall, span: Span) -> Option<Typed> {
        let form = match path.rsplit_once("::") {
            Some((_, last)) if self.is_of_spec(&call.func) => last,
            _ => path,
        };
        if matches!(form, "old" | "implies" | "forall" | "exists")
            && let Some(namesake) = self.namesake(&call.func)
        {
            let message =
                format!("`{form}` is a keyword of the spec language, but the function `{namesake}` has the same name");
            let help = format!("rename the function, or call it by a path: `self::{form}(…)`");
            self.mistake("E0201", message, Some(help), span);
            let ty = self.infer.fresh();
            return Some(self.make(TermKind::NoValue, ty, span));
        }
        if form != "old" && self.name_in_spec(&call.func).is_some_and(|name| name == "old") {
            let message = format!("`{path}` is `old` by another name");
            let help = "refine knows this keyword of the spec language by its own name only: write `old(…)`".to_owned();
            self.mistake("E0201", message, Some(help), span);
            let ty = self.infer.fresh();
            return Some(self.make(TermKind::NoValue, ty, span));
        }
        match (form, call.args.len()) {
            ("old", 1) => {
                if let Some(clause) = self.without_old {
                    let message = format!("`old(…)` has no meaning in {clause}");
                    let help = "it speaks of the time of the call, in postconditions and in the invariants of loops";
                    self.mistake("E0201", message, Some(help.to_owned()), span);
                }
                let outer = std::mem::replace(&mut self.in_old, true);
                let typed = self.expr(&call.args[0]);
                self.in_old = outer;
                Some(Typed { span, ..typed })
            }
            ("implies", 2) => {
                let left = self.expr_of(&call.args[0], &Ty::Bool).term;
                let right = self.expr_of(&call.args[1], &Ty::Bool).term;
                Some(self.test(Term::test(BinOp::Implies, left, right), span))
            }
            ("forall", 2) => Some(self.quantified(Quantifier::Forall, &call.args[0], &call.args[1], span)),
            ("exists", 2) => Some(self.quantified(Quantifier::Exists, &call.args[0], &call.args[1], span)),
            _ => None,
        }
    }

    /// Whether a path leads to a function of `refine_spec`, whatever the crate calls that.
    fn is_of_spec(&mut self, path: &syn::Expr) -> bool {
        self.name_in_spec(path).is_some()
    }

    /// What `refine_spec` itself calls a function of its own.
    fn name_in_spec(&mut self, path: &syn::Expr) -> Option<String> {
        let syn::Expr::Path(path) = strip_parens(path) else { return None };
        let Some(Meaning::Fn(NamedFn { id, .. })) = self.value_path(None, &path.path) else { return None };
        let db = self.cx.db;
        (db.origin(id.krate(db)) == Origin::Spec).then(|| FunctionSignature::of(db, id).name.as_str().to_owned())
    }

    /// The path of what a name without a path stands for in the code around, if that is a function that is not refine's own.
    fn namesake(&mut self, name: &syn::Expr) -> Option<String> {
        let syn::Expr::Path(path) = strip_parens(name) else { return None };
        path.path.get_ident()?;
        let Some(Meaning::Fn(NamedFn { id, .. })) = self.value_path(None, &path.path) else { return None };
        let origin = self.cx.db.origin(id.krate(self.cx.db));
        (origin != Origin::Spec).then(|| self.cx.fn_def(self.cx.fn_id(Callable::Function(id))).path)
    }

    /// `forall(lo..hi, |i| p)`.
    fn quantified(&mut self, q: Quantifier, range: &syn::Expr, body: &syn::Expr, span: Span) -> Typed {
        let parts = match (strip_parens(range), strip_parens(body)) {
            (syn::Expr::Range(range), syn::Expr::Closure(closure)) if closure.inputs.len() == 1 => {
                match (&range.start, &range.end, closure.inputs.first().map(untyped)) {
                    (Some(lo), Some(hi), Some(syn::Pat::Ident(name))) => Some((lo, hi, range, closure, name)),
                    _ => None,
                }
            }
            _ => None,
        };
        let Some((lo, hi, range, closure, name)) = parts else {
            let message =
                "a quantifier takes a range with both ends and a closure with one parameter: `forall(0..n, |i| …)`";
            let typed = self.error("E0204", message, span);
            return Typed { ty: Ty::Bool, term: Term::bool(true), ..typed };
        };
        let lo = self.expr(lo);
        let hi = self.expr_of(hi, &lo.ty);
        // Of the ends, one that has a type gives it to the variable.
        let ty = lo.ty.clone();
        let hi = match range.limits {
            syn::RangeLimits::Closed(_) => exact(BinOp::Add, hi.term, Term::int(1, Ty::Exact)),
            syn::RangeLimits::HalfOpen(_) => hi.term,
        };
        // Within the range, whatever the type of its ends.
        let (id, var) = self.bound(&ty);
        let body = self.scoped(|b| {
            b.bind(&name.ident.unraw().to_string(), var, ty);
            b.expr_of(&closure.body, &Ty::Bool).term
        });
        self.test(Term::new(TermKind::Quant(q, id, lo.term, hi, body), Ty::Bool), span)
    }

    /// Whether a function is one of the standard library.
    pub(super) fn is_std(&self, id: FunctionId) -> bool {
        self.cx.db.origin(id.krate(self.cx.db)) == Origin::Std
    }

    /// A closure with one parameter, applied.
    pub(super) fn applied(&mut self, closure: &syn::ExprClosure, arg: Typed, expect: Option<&Ty>) -> Typed {
        self.scoped(|b| {
            if let Some(pat) = closure.inputs.first() {
                b.matched(pat, &arg);
            }
            b.expr_for(&closure.body, expect)
        })
    }

    /// A whole clause. Its macros are those of the standard library: that is what is made of them here, also of those that were written
    /// out when the clause was read.
    pub(super) fn clause(&mut self, clause: &ClauseSyntax, wanted: &Ty) -> Typed {
        if lists_in(&clause.text) {
            self.is_own_macro(&syn::parse_quote!(vec), self.whole());
        }
        self.expr_of(&clause.expr, wanted)
    }

    /// Whether a macro is not the standard library's, which is an error.
    fn is_own_macro(&mut self, path: &syn::Path, span: Span) -> bool {
        let name = super::path_text(path);
        let Some(found) = self.macro_path(path) else { return false };
        if self.cx.db.origin(found.definition(self.cx.db).krate) == Origin::Std {
            return false;
        }
        let message =
            format!("`{name}!` in a clause is the standard library's macro, but here another macro has that name");
        self.mistake("E0201", message, Some(format!("rename the other macro, or call `std::{name}!`")), span);
        true
    }

    /// A macro: `matches!`.
    pub(super) fn macro_call(&mut self, mac: &syn::Macro, span: Span) -> Typed {
        let name = super::path_text(&mac.path);
        if mac.path.segments.last().is_some_and(|last| last.ident == "matches") && self.is_own_macro(&mac.path, span) {
            return self.outside(format!("it uses the macro `{name}!`"), span);
        }
        if mac.path.segments.last().is_none_or(|last| last.ident != "matches") {
            return self.outside(format!("it uses the macro `{name}!`"), span);
        }
        let parse = |input: syn::parse::ParseStream<'_>| {
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
        let Ok((value, pat, guard)) = parse.parse2(mac.tokens.clone()) else {
            return self.outside(format!("it uses the macro `{name}!`"), span);
        };
        let value = self.expr(&value);
        let test = self.scoped(|b| {
            let test = b.matched(&pat, &value);
            match &guard {
                Some(guard) => Term::and(test, b.expr_of(guard, &Ty::Bool).term),
                None => test,
            }
        });
        after(&value.term, self.test(test, span))
    }

    /// Declares the result of a postcondition: by the closure's pattern, or by value as `result`.
    pub(super) fn declare_result(&mut self, binder: Option<&syn::Pat>, result: Term, ty: Ty) {
        self.result = Some(binder.map_or("result".to_owned(), |binder| binder.to_token_stream().to_string()));
        match binder {
            Some(binder) => {
                let ty = Ty::Ref(false, Box::new(ty));
                self.bind_both(binder, Variable { now: result.clone(), old: result, ty });
            }
            None => self.bind("result", result, ty),
        }
    }
}

fn untyped(pat: &syn::Pat) -> &syn::Pat {
    match pat {
        syn::Pat::Type(typed) => untyped(&typed.pat),
        pat => pat,
    }
}

/// Whether the text has a `vec!` without a path.
fn lists_in(text: &str) -> bool {
    use proc_macro2::{TokenStream, TokenTree};
    fn any(tokens: TokenStream) -> bool {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token.to_string() == text);
        let bare = |at: usize| is(at, "vec") && is(at + 1, "!") && !(at > 0 && is(at - 1, ":"));
        (0..tokens.len()).any(bare)
            || tokens.iter().any(|token| matches!(token, TokenTree::Group(group) if any(group.stream())))
    }
    text.parse().is_ok_and(any)
}
