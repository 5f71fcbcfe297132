//! Substitution of names in clauses, without capture.
use std::collections::{HashMap, HashSet};

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Token, parse_quote};

use crate::{SpecError, macros};

/// What names stand for.
pub(crate) type Env = HashMap<String, Expr>;

/// Replaces names by what they stand for. A value takes the place of the name it replaces, so that messages point
/// at what the user wrote. A value whose names would mean something else where it lands is an error.
pub(crate) fn substitute(expr: &Expr, env: &Env) -> Result<Expr, SpecError> {
    let mut expr = expr.clone();
    let mut visitor = Substitution { env, bound: Vec::new(), error: None };
    visitor.visit_expr_mut(&mut expr);
    visitor.error.map_or(Ok(expr), Err)
}

struct Substitution<'a> {
    env: &'a Env,
    /// Names bound around the current place.
    bound: Vec<String>,
    error: Option<SpecError>,
}

impl Substitution<'_> {
    /// What the expression is to be replaced by, if it is a name that stands for something.
    fn value(&mut self, expr: &Expr) -> Option<Expr> {
        let name = name(expr)?;
        if self.bound.contains(&name) {
            return None;
        }
        let value = self.env.get(&name)?;
        let names = words(value.to_token_stream());
        if let Some(captured) = self.bound.iter().find(|bound| names.contains(*bound)) {
            let message = format!(
                "`{name}` stands for an expression with `{captured}` in it, but this clause declares another `{captured}`"
            );
            self.error.get_or_insert(SpecError::at(expr, message).help(format!("rename the inner `{captured}`")));
        }
        let place = expr.to_token_stream().into_iter().next().map_or_else(Span::call_site, |token| token.span());
        Some(moved(value, place))
    }

    /// Visits with the names of a pattern bound.
    fn within(&mut self, pats: &mut [&mut Pat], visit: impl FnOnce(&mut Self)) {
        let mark = self.bound.len();
        for pat in pats {
            self.bind(pat);
            // A guard, or a constant, is an expression inside the pattern.
            self.visit_pat_mut(pat);
        }
        visit(self);
        self.bound.truncate(mark);
    }

    fn bind(&mut self, pat: &Pat) {
        struct Names<'a>(&'a mut Vec<String>);
        impl<'ast> syn::visit::Visit<'ast> for Names<'_> {
            fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
                self.0.push(pat.ident.to_string());
                syn::visit::visit_pat_ident(self, pat);
            }
        }
        syn::visit::Visit::visit_pat(&mut Names(&mut self.bound), pat);
    }
}

impl VisitMut for Substitution<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(value) = self.value(expr) {
            *expr = value;
            return;
        }
        match expr {
            Expr::MethodCall(call) => {
                self.visit_receiver(&mut call.receiver, BY_REFERENCE.iter().any(|known| call.method == known));
                call.args.iter_mut().for_each(|arg| self.visit_expr_mut(arg));
                return;
            }
            Expr::Field(field) => return self.visit_receiver(&mut field.base, true),
            Expr::Index(index) => {
                self.visit_receiver(&mut index.expr, true);
                return self.visit_expr_mut(&mut index.index);
            }
            Expr::Macro(mac) if macros::is_matches(&mac.mac.path) => {
                if let Some(desugared) = desugar_matches(&mac.mac) {
                    *expr = desugared;
                }
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let mut pats: Vec<&mut Pat> = closure.inputs.iter_mut().collect();
        self.within(&mut pats, |this| this.visit_expr_mut(&mut closure.body));
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.within(&mut [&mut arm.pat], |this| this.visit_expr_mut(&mut arm.body));
    }

    fn visit_expr_if_mut(&mut self, expr: &mut syn::ExprIf) {
        let mark = self.bound.len();
        self.visit_expr_mut(&mut expr.cond);
        self.visit_block_mut(&mut expr.then_branch);
        self.bound.truncate(mark);
        if let Some((_, otherwise)) = &mut expr.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    /// Binds until the end of the `if` around it.
    fn visit_expr_let_mut(&mut self, expr: &mut syn::ExprLet) {
        self.visit_expr_mut(&mut expr.expr);
        self.bind(&expr.pat);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let mark = self.bound.len();
        visit_mut::visit_block_mut(self, block);
        self.bound.truncate(mark);
    }

    /// Binds until the end of the block around it.
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let Some(init) = &mut local.init {
            visit_mut::visit_local_init_mut(self, init);
        }
        self.bind(&local.pat);
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        let shorthand = field.colon_token.is_none();
        let before = field.expr.clone();
        visit_mut::visit_field_value_mut(self, field);
        if shorthand && field.expr != before {
            field.colon_token = Some(Token![:](Span::call_site()));
        }
    }
}

/// Methods that mean the same on a reference: with `*x` for `v`, `v.len()` can be `x.len()`. (`v.min(3)` cannot be `x.min(3)`.)
const BY_REFERENCE: &[&str] = &[
    "len",
    "is_empty",
    "iter",
    "contains",
    "contains_key",
    "get",
    "first",
    "last",
    "is_some",
    "is_none",
    "is_ok",
    "is_err",
    "keys",
    "values",
    "chars",
    "starts_with",
    "ends_with",
    "clone",
    "as_ref",
    "as_str",
    "as_slice",
];

impl Substitution<'_> {
    /// What stands before a dot or an index: `x` is enough where `*x` is meant.
    fn visit_receiver(&mut self, receiver: &mut Expr, by_reference: bool) {
        match self.value(receiver) {
            Some(value) if by_reference => *receiver = through(&value),
            Some(value) => *receiver = value,
            None => self.visit_expr_mut(receiver),
        }
    }
}

/// `matches!(e, p)` as a `match`, in which names can be seen.
fn desugar_matches(mac: &syn::Macro) -> Option<Expr> {
    let tokens = &mac.tokens;
    let mut tokens = tokens.clone().into_iter();
    let comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let scrutinee: TokenStream = tokens.by_ref().take_while(|token| !comma(token)).collect();
    let mut pattern: Vec<TokenTree> = tokens.collect();
    pattern.pop_if(|token| comma(token));
    let pattern: TokenStream = pattern.into_iter().collect();
    syn::parse2(quote!(match #scrutinee { #pattern => true, _ => false })).ok()
}

/// The name that an expression is, if it is one.
pub(crate) fn name(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}

/// All identifiers in the tokens.
pub(crate) fn words(tokens: TokenStream) -> HashSet<String> {
    let mut found = HashSet::new();
    for token in tokens {
        match token {
            TokenTree::Ident(word) => drop(found.insert(word.to_string())),
            TokenTree::Group(group) => found.extend(words(group.stream())),
            _ => {}
        }
    }
    found
}

/// The expression with all its tokens at one place.
pub(crate) fn moved(expr: &Expr, place: Span) -> Expr {
    syn::parse2(respan(expr.to_token_stream(), place)).unwrap_or_else(|_| expr.clone())
}

/// The tokens at one place.
pub(crate) fn respan(tokens: TokenStream, place: Span) -> TokenStream {
    let moved = tokens.into_iter().map(|token| {
        let mut token = match token {
            TokenTree::Group(group) => Group::new(group.delimiter(), respan(group.stream(), place)).into(),
            other => other,
        };
        token.set_span(place);
        token
    });
    moved.collect()
}

/// The place through which methods, fields and elements of a place are reached: `x` for `*x`.
pub(crate) fn through(place: &Expr) -> Expr {
    match place {
        Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => through(expr),
        other => other.clone(),
    }
}

/// A reference to a place: `x` for `*x`.
pub(crate) fn borrowed(place: &Expr) -> Expr {
    match place {
        Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => (**expr).clone(),
        other => parse_quote!(&#other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::show;

    /// `v` stands for `*x`, `n` for `i + 1`.
    fn replace(text: &str) -> Result<String, String> {
        let mut env = Env::new();
        env.insert("v".into(), parse_quote!(*x));
        env.insert("n".into(), parse_quote!(i + 1));
        let replaced = substitute(&syn::parse_str(text).unwrap(), &env);
        replaced.map(|expr| show(&expr)).map_err(|error| error.message)
    }

    #[track_caller]
    fn becomes(text: &str, wanted: &str) {
        assert_eq!(replace(text).as_deref(), Ok(wanted));
    }

    #[test]
    fn names_are_replaced_where_they_are_values() {
        becomes("-v < n * 2", "-*x < (i + 1) * 2");
        becomes("v.v.len() == v[n].n", "x.v.len() == x[i + 1].n");
        becomes("v.len() == v.min(n)", "x.len() == (*x).min(i + 1)");
        becomes("S { v, n: 1 } == n::v::<n>()", "S { v: *x, n: 1 } == n::v::<n>()");
        becomes("matches!(v, Some(k) if k < n)", "match *x { Some(k) if k < i + 1 => true, _ => false }");
    }

    #[test]
    fn names_that_are_bound_anew_stay() {
        becomes("f(|v| v) == v", "f(|v| v) == *x");
        becomes("match v { Some(v) => v, n => n }", "match *x { Some(v) => v, n => n }");
        becomes("if let Some(v) = v { v } else { v }", "if let Some(v) = *x { v } else { *x }");
        becomes("{ let v = v; v } == v", "{ let v = *x; v } == *x");
    }

    #[test]
    fn a_value_is_not_captured() {
        for text in ["f(|i| i < n)", "match v { i => n }", "{ let i = 0; n }", "if let Some(i) = k { n } else { 0 }"] {
            assert!(replace(text).unwrap_err().contains("`n` stands for an expression with `i` in it"), "{text}");
        }
        becomes("f(|i| i) == n", "f(|i| i) == i + 1");
    }
}
