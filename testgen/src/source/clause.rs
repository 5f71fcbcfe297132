//! Clauses as text: made into Rust that means the same, where what is compiled has no functions of refine's own.
//!
//! `implies(a, b)` and `old(e)` are no functions: `b` is not evaluated where `a` is false, and what `e` was at entry may only be
//! asked for where the clause gets to it.
use std::fmt::Write;
use std::ops::Range;

use proc_macro2::{Ident, TokenStream, TokenTree};
use refine_core::program::{Program, SPEC_CRATE};
use refine_core::ty::{FnInst, Ty};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, UnOp};

use crate::types::{instantiate, is_named};

/// A clause without refine's forms.
#[derive(Debug)]
pub(crate) struct PlainClause {
    /// The clause, with [`placeholder`]s for the outermost `old(…)`.
    pub claim: String,
    /// What is asked for of the entry, in the order of the placeholders.
    pub olds: Vec<Old>,
}

/// The `e` of one `old(e)`.
#[derive(Clone, Debug)]
pub(crate) struct Old {
    /// The expression.
    pub inner: String,
    /// Whether every evaluation of the clause gets to it.
    pub always: bool,
    /// Whether one evaluation of the clause may get to it more than once.
    pub repeated: bool,
    /// Whether it can be replaced by another expression without parentheses around that.
    pub alone: bool,
    /// Whether it speaks of what the clause itself binds, as the `i` of a quantifier: it has no value before.
    pub bound: bool,
}

/// What stands in a claim for its `old` of a number.
pub(crate) fn placeholder(number: usize) -> String {
    format!("__old_{number}__")
}

impl PlainClause {
    /// A clause, given as text, in a crate that calls `refine_spec` by a name.
    pub(crate) fn of(text: &str, spec: &str) -> PlainClause {
        let Ok(expr) = syn::parse_str::<Expr>(text) else {
            return PlainClause { claim: text.to_owned(), olds: Vec::new() };
        };
        let mut forms =
            Forms { text, spec, edits: Vec::new(), bound: Vec::new(), always: true, repeated: false, alone: true };
        forms.visit_expr(&expr);
        forms.edits.sort_by_key(|(at, _)| (at.start, std::cmp::Reverse(at.end)));
        let mut olds = Vec::new();
        let claim = forms.rendered(0..text.len(), &mut olds);
        PlainClause { claim, olds }
    }
}

/// What a form of the spec language becomes.
enum Edit {
    Old(Old),
    /// A condition, what follows from it, and whether that needs no parentheses around.
    Implies(Operand, Operand, bool),
    /// A range, the predicate, and the method of iterators that takes it.
    Quantified(Range<usize>, Range<usize>, &'static str),
}

/// An operand of an implication: where it stands, whether it is to be negated already, and whether it needs parentheses.
struct Operand {
    at: Range<usize>,
    is_negated: bool,
    enclosed: bool,
}

/// Finds the forms, and what is known of the place of each.
struct Forms<'a> {
    text: &'a str,
    spec: &'a str,
    edits: Vec<(Range<usize>, Edit)>,
    /// The names that the clause binds around the place.
    bound: Vec<String>,
    always: bool,
    repeated: bool,
    /// Whether the expression to be visited next is not an operand of another.
    alone: bool,
}

impl Forms<'_> {
    /// A stretch of the text, edited.
    fn rendered(&self, at: Range<usize>, olds: &mut Vec<Old>) -> String {
        let (mut out, mut done) = (String::new(), at.start);
        for (place, edit) in &self.edits {
            if place.start < done || place.end > at.end {
                continue;
            }
            out.push_str(&self.text[done..place.start]);
            done = place.end;
            match edit {
                Edit::Old(old) => {
                    out.push_str(&placeholder(olds.len()));
                    olds.push(old.clone());
                }
                Edit::Implies(given, conclusion, alone) => {
                    let given = match (given.is_negated, self.operand(given, olds)) {
                        (true, text) => text,
                        (false, text) => format!("!{text}"),
                    };
                    let conclusion = self.operand(conclusion, olds);
                    let (open, close) = if *alone { ("", "") } else { ("(", ")") };
                    let _ = write!(out, "{open}{given} || {conclusion}{close}");
                }
                Edit::Quantified(range, test, method) => {
                    let (range, test) = (self.rendered(range.clone(), olds), self.rendered(test.clone(), olds));
                    let _ = write!(out, "({range}).{method}({test})");
                }
            }
        }
        out.push_str(&self.text[done..at.end]);
        out
    }

    fn operand(&self, operand: &Operand, olds: &mut Vec<Old>) -> String {
        let text = self.rendered(operand.at.clone(), olds);
        if operand.enclosed { format!("({text})") } else { text }
    }

    /// The name of the form that a function's path stands for.
    fn form(&self, func: &Expr) -> Option<String> {
        let Expr::Path(path) = func else { return None };
        let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        match &names[..] {
            [form] => Some(form.clone()),
            [of, form] if of == self.spec || of == SPEC_CRATE => Some(form.clone()),
            _ => None,
        }
    }

    fn old(&mut self, whole: Range<usize>, inner: Range<usize>, tokens: TokenStream, alone: bool) {
        let mut bound = false;
        idents(tokens, &mut |ident| bound |= self.bound.iter().any(|name| ident == name));
        let inner = self.text[inner].to_owned();
        self.edits.push((whole, Edit::Old(Old { inner, always: self.always, repeated: self.repeated, alone, bound })));
    }

    /// Visits what is evaluated only sometimes, or many times, where certain names are bound.
    fn inside(&mut self, repeated: bool, visit: impl FnOnce(&mut Self)) {
        let (always, before, names) = (self.always, self.repeated, self.bound.len());
        self.always = false;
        self.repeated |= repeated;
        visit(self);
        self.bound.truncate(names);
        (self.always, self.repeated) = (always, before);
    }

    /// The outermost `old(…)` among tokens that are no expression of their own, as the arguments of `matches!`.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match (token, tokens.peek()) {
                (TokenTree::Ident(ident), Some(TokenTree::Group(group))) if ident == "old" => {
                    let whole = ident.span().byte_range().start..group.span_close().byte_range().end;
                    let inner = group.span_open().byte_range().end..group.span_close().byte_range().start;
                    self.old(whole, inner, group.stream(), false);
                    tokens.next();
                }
                (TokenTree::Group(group), _) => self.tokens(group.stream()),
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Forms<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let alone = std::mem::replace(&mut self.alone, false);
        match expr {
            Expr::Call(call) => {
                let at = |expr: &Expr| expr.span().byte_range();
                let args: Vec<&Expr> = call.args.iter().collect();
                match (self.form(&call.func).as_deref(), &args[..]) {
                    (Some("old"), [inner]) => {
                        self.old(at(expr), at(inner), quote::quote!(#inner), alone || is_atom(inner))
                    }
                    (Some("implies"), [given, conclusion]) => {
                        self.visit_expr(given);
                        self.inside(false, |forms| {
                            forms.alone = true;
                            forms.visit_expr(conclusion);
                        });
                        let given = match given {
                            Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) => {
                                Operand { at: at(&not.expr), is_negated: true, enclosed: false }
                            }
                            given => Operand {
                                at: at(given),
                                is_negated: false,
                                enclosed: !is_atom(given) && !matches!(given, Expr::Unary(_)),
                            },
                        };
                        let enclosed = !is_atom(conclusion) && !is_operation(conclusion);
                        let conclusion = Operand { at: at(conclusion), is_negated: false, enclosed };
                        self.edits.push((at(expr), Edit::Implies(given, conclusion, alone)));
                    }
                    (Some(form @ ("forall" | "exists")), [range, test]) => {
                        self.visit_expr(range);
                        self.visit_expr(test);
                        let method = if form == "forall" { "all" } else { "any" };
                        self.edits.push((at(expr), Edit::Quantified(at(range), at(test), method)));
                    }
                    _ => visit::visit_expr(self, expr),
                }
            }
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.visit_expr(&binary.left);
                self.inside(false, |forms| forms.visit_expr(&binary.right));
            }
            Expr::Let(condition) => {
                self.visit_expr(&condition.expr);
                self.visit_pat(&condition.pat);
            }
            Expr::If(branches) => {
                let names = self.bound.len();
                self.visit_expr(&branches.cond);
                self.inside(false, |forms| forms.visit_block(&branches.then_branch));
                self.bound.truncate(names);
                if let Some((_, otherwise)) = &branches.else_branch {
                    self.inside(false, |forms| forms.visit_expr(otherwise));
                }
            }
            Expr::Match(of) => {
                self.visit_expr(&of.expr);
                for arm in &of.arms {
                    self.inside(false, |forms| forms.visit_arm(arm));
                }
            }
            Expr::Closure(closure) => self.inside(true, |forms| {
                closure.inputs.iter().for_each(|input| forms.visit_pat(input));
                forms.alone = true;
                forms.visit_expr(&closure.body);
            }),
            Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_) => {
                self.inside(true, |forms| visit::visit_expr(forms, expr));
            }
            Expr::Macro(call) => self.tokens(call.mac.tokens.clone()),
            Expr::Paren(inner) => {
                self.alone = true;
                self.visit_expr(&inner.expr);
            }
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        let names = self.bound.len();
        visit::visit_block(self, block);
        self.bound.truncate(names);
    }

    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.bound.push(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }
}

/// Whether an expression can stand after a `!` without parentheses.
fn is_atom(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Path(_)
            | Expr::Call(_)
            | Expr::MethodCall(_)
            | Expr::Field(_)
            | Expr::Index(_)
            | Expr::Paren(_)
            | Expr::Lit(_)
            | Expr::Macro(_)
    )
}

/// Whether an expression can stand after a `||` without parentheses, atoms apart.
fn is_operation(expr: &Expr) -> bool {
    matches!(expr, Expr::Unary(_) | Expr::Binary(_))
}

fn idents(tokens: TokenStream, each: &mut dyn FnMut(&Ident)) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => each(&ident),
            TokenTree::Group(group) => idents(group.stream(), each),
            _ => {}
        }
    }
}

/// The byte offsets at which a name stands in code, not in a text.
pub(crate) fn words(text: &str, word: &str) -> Vec<usize> {
    let mut found = Vec::new();
    if let Ok(tokens) = text.parse::<TokenStream>() {
        idents(tokens, &mut |ident| {
            if ident == word {
                found.push(ident.span().byte_range().start);
            }
        });
    }
    found
}

/// Text with another text for a name.
pub(crate) fn replaced(text: &str, word: &str, by: &str) -> String {
    let (mut out, mut done) = (String::new(), 0);
    for at in words(text, word) {
        out.push_str(&text[done..at]);
        out.push_str(by);
        done = at + word.len();
    }
    out.push_str(&text[done..]);
    out
}

/// A clause with the type that `Self` means in it: the clause stands where that has no meaning, or another one.
pub(crate) fn with_self(text: &str, own: &str) -> String {
    // In an expression, the arguments of a type need `::` before them; a type can be written like that, too.
    let is_path = own.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let path = if is_path { own.replacen('<', "::<", 1) } else { format!("<{own}>") };
    let (mut out, mut done) = (String::new(), 0);
    for at in words(text, "Self") {
        let end = at + "Self".len();
        out.push_str(&text[done..at]);
        out.push_str(if is_path || text[end..].trim_start().starts_with("::") { &path } else { own });
        done = end;
    }
    out.push_str(&text[done..]);
    out
}

/// A path with its lifetimes left to inference: of these only `'static` has a name elsewhere.
fn with_inferred_lifetimes(path: &str) -> String {
    fn named(tokens: TokenStream, out: &mut Vec<Range<usize>>) {
        let mut is_lifetime = false;
        for token in tokens {
            match &token {
                TokenTree::Ident(ident) if is_lifetime && ident != "static" => out.push(ident.span().byte_range()),
                TokenTree::Group(group) => named(group.stream(), out),
                _ => {}
            }
            is_lifetime = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        }
    }
    let mut names = Vec::new();
    path.parse::<TokenStream>().into_iter().for_each(|tokens| named(tokens, &mut names));
    let mut out = path.to_owned();
    names.into_iter().rev().for_each(|name| out.replace_range(name, "_"));
    out
}

/// The trait of a method, from its path as it is written: what stands in an instance for parameters is put in their places. Lifetimes are
/// left to inference.
pub(crate) fn trait_path(
    program: &dyn Program,
    inst: &FnInst,
    written: &str,
    self_path: &str,
    spelled: &dyn Fn(&Ty) -> String,
) -> String {
    let def = program.func(inst.func);
    let types = def.generics.iter().filter(|name| is_named(name) && *name != "Self");
    let types = types.map(|name| (name.as_str(), spelled(&instantiate(program, inst, &Ty::Param(name.clone())))));
    let values = &inst.args[inst.args.len().saturating_sub(def.consts.len())..];
    let values = def.consts.iter().zip(values).filter_map(|(param, value)| match value {
        Ty::Opaque(text) => Some((param.name.as_str(), text.clone())),
        _ => None,
    });
    let known: Vec<_> = [("Self", self_path.to_owned())].into_iter().chain(types).chain(values).collect();
    // What is put in may have words in it that are names here, too.
    let placeholder = |at: usize| format!("__refine_{at}_");
    let put = |path: String, (at, (name, _)): (usize, &(&str, String))| replaced(&path, name, &placeholder(at));
    let path = known.iter().enumerate().fold(with_inferred_lifetimes(written), put);
    known.iter().enumerate().fold(path, |path, (at, (_, by))| path.replace(&placeholder(at), by))
}

/// The text for the module inside the one it was written for: paths start one module further up, and the receiver has
/// a name that a variable may have.
pub(crate) fn moved(text: &str) -> String {
    let mut places: Vec<(usize, &str)> = ["self", "super"]
        .into_iter()
        .flat_map(|word| words(text, word).into_iter().map(move |at| (at, word)))
        .filter(|(at, _)| !text[..*at].trim_end().ends_with("::"))
        .collect();
    places.sort_unstable();
    let (mut out, mut done) = (String::new(), 0);
    for (at, word) in places {
        let end = at + word.len();
        let path = text[end..].trim_start().starts_with("::");
        out.push_str(&text[done..at]);
        out.push_str(match (word, path) {
            ("super", _) => "super::super",
            (_, true) => "super",
            _ => "__self",
        });
        done = end;
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::{Old, PlainClause, moved, with_self};

    fn claim(text: &str) -> String {
        PlainClause::of(text, "spec").claim
    }

    #[test]
    fn implications_do_not_evaluate_what_follows_from_nothing() {
        assert_eq!(claim("implies(a.is_some(), b == 1)"), "!a.is_some() || b == 1");
        assert_eq!(claim("implies(!a, b)"), "a || b");
        assert_eq!(claim("implies(*a, b)"), "!*a || b");
        assert_eq!(claim("x && implies(a < b, spec::implies(c, d))"), "x && (!(a < b) || !c || d)");
        assert_eq!(claim("f(|i| implies(a, if i { b } else { c }))"), "f(|i| !a || (if i { b } else { c }))");
        assert_eq!(claim("other::implies(a, b)"), "other::implies(a, b)");
    }

    #[test]
    fn the_own_type_has_a_path() {
        assert_eq!(with_self("r == Self::MAX", "super::P"), "r == super::P::MAX");
        assert_eq!(with_self("Self(1) == \"Self\"", "super::G<u8>"), "super::G::<u8>(1) == \"Self\"");
        assert_eq!(with_self("f(Self::N, x as Self)", "(u8, u8)"), "f(<(u8, u8)>::N, x as (u8, u8))");
    }

    #[test]
    fn quantifiers_are_methods_of_their_range() {
        assert_eq!(claim("forall(0..n, |i| exists(0..i, |k| k < i))"), "(0..n).all(|i| (0..i).any(|k| k < i))");
    }

    #[test]
    fn a_text_is_no_code() {
        let text = r#"a == "old(self)" && old(self.name(")"))"#;
        let written = PlainClause::of(text, "spec");
        assert_eq!(written.claim, r#"a == "old(self)" && __old_0__"#);
        assert_eq!(written.olds[0].inner, r#"self.name(")")"#);
        assert_eq!(moved(text), r#"a == "old(self)" && old(__self.name(")"))"#);
    }

    #[test]
    fn it_is_known_when_an_entry_value_is_asked_for() {
        let of = |text: &str| {
            let Old { always, repeated, bound, .. } = PlainClause::of(text, "spec").olds.remove(0);
            (always, repeated, bound)
        };
        assert_eq!(of("ret == old(x)"), (true, false, false));
        assert_eq!(of("old(x) && ret"), (true, false, false));
        assert_eq!(of("ret && old(x)"), (false, false, false));
        assert_eq!(of("implies(ret, old(x))"), (false, false, false));
        assert_eq!(of("if ret { old(x) } else { true }"), (false, false, false));
        assert_eq!(of("matches!(old(x), Some(_))"), (true, false, false));
        assert_eq!(of("forall(0..n, |i| old(x)[i] == 0)"), (false, true, false));
        assert_eq!(of("forall(0..n, |i| old(x[i]) == 0)"), (false, true, true));
        assert_eq!(of("match ret { Some(n) => old(x[n]), None => true }"), (false, false, true));
        assert_eq!(of("{ let n = ret; old(x[n]) == 0 }"), (true, false, true));
    }
}
