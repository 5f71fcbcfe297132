//! Clauses as text.
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, parse_quote};

use crate::ClauseSyntax;
use crate::clause::operator;
use crate::subst::name;

/// A clause as ordinary Rust, for a test that needs nothing of refine: `implies(a, b)` as `!a || b`,
/// `forall(lo..hi, |i| p)` as `(lo..hi).all(|i| p)` and `exists` with `any`; brackets only where they are needed.
/// `old(e)` stays as it is: what was true before the call is the test's to remember.
pub fn plain_rust(clause: &ClauseSyntax) -> String {
    let mut expr = clause.expr.clone();
    Plain.visit_expr_mut(&mut expr);
    show(&expr)
}

/// An expression on one line, spaced as one would write it.
pub(crate) fn show(syntax: &impl ToTokens) -> String {
    let mut text = Text::default();
    text.sequence(syntax.to_token_stream());
    text.out
}

/// An expression as text for a compiler and for people: spaced as one would write it, where that reads back as the same expression.
pub fn laid_out(expr: &impl ToTokens) -> String {
    let (tokens, text) = (expr.to_token_stream(), show(expr));
    let same = match (syn::parse_str::<Expr>(&text), syn::parse2::<Expr>(tokens.clone())) {
        (Ok(read), Ok(meant)) => read == meant,
        _ => false,
    };
    if same { text } else { tokens.to_string() }
}

/// Takes the forms of the spec language away, and brackets: the printer of `syn` puts those back that matter.
struct Plain;

impl VisitMut for Plain {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Paren(paren) => *expr = (*paren.expr).clone(),
            Expr::Call(call) => {
                let form = name(&call.func).unwrap_or_default();
                if let (Some(first), Some(second), 2) = (call.args.first(), call.args.get(1), call.args.len())
                    && let Some(plain) = plain_form(&form, first, second)
                {
                    *expr = plain;
                }
            }
            _ => {}
        }
    }
}

fn plain_form(form: &str, first: &Expr, second: &Expr) -> Option<Expr> {
    Some(match form {
        "implies" => or(not(first), second.clone()),
        "forall" => on_range(parse_quote!(range.all(test)), first, second),
        "exists" => on_range(parse_quote!(range.any(test)), first, second),
        _ => return None,
    })
}

/// The opposite.
fn not(expr: &Expr) -> Expr {
    match expr {
        Expr::Unary(syn::ExprUnary { op: syn::UnOp::Not(_), expr, .. }) => (**expr).clone(),
        other => {
            let (op, expr) = (syn::UnOp::Not(Default::default()), Box::new(other.clone()));
            Expr::Unary(syn::ExprUnary { attrs: Vec::new(), op, expr })
        }
    }
}

/// `a || b || c` for `a` and `b || c`.
fn or(left: Expr, right: Expr) -> Expr {
    match right {
        Expr::Binary(syn::ExprBinary { op: syn::BinOp::Or(_), left: first, right: rest, .. }) => {
            or(or(left, *first), *rest)
        }
        right => {
            let op = syn::BinOp::Or(Default::default());
            Expr::Binary(syn::ExprBinary { attrs: Vec::new(), left: Box::new(left), op, right: Box::new(right) })
        }
    }
}

/// The call with its receiver and its argument filled in, as trees, so that brackets come out where they are needed.
fn on_range(mut call: syn::ExprMethodCall, range: &Expr, test: &Expr) -> Expr {
    *call.receiver = range.clone();
    call.args.iter_mut().for_each(|arg| *arg = test.clone());
    Expr::MethodCall(call)
}

/// What was written last.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Last {
    /// Nothing, or an opening bracket: no space follows, and an operator after it has no left side.
    #[default]
    Open,
    /// A value: an operator after it has a left side.
    Value,
    /// A keyword or an operator with two sides, or a comma.
    Spaced,
    /// An operator before a value (`-x`), or one without spaces (`a.b`, `a::b`).
    Tight,
}

#[derive(Default)]
struct Text {
    out: String,
    last: Last,
    /// Inside the bars of a closure.
    bars: bool,
    /// Inside angle brackets.
    angles: usize,
}

impl Text {
    fn sequence(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => self.group(group.delimiter(), group.stream()),
                TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                    self.word("'", Last::Tight);
                }
                TokenTree::Punct(_) => {
                    let text = operator(&tokens[at..]);
                    self.operator(&text);
                    at += text.len() - 1;
                }
                TokenTree::Ident(word) => {
                    let text = word.to_string();
                    let last = if KEYWORDS.contains(&text.as_str()) { Last::Spaced } else { Last::Value };
                    self.word(&text, last);
                }
                TokenTree::Literal(literal) => self.word(&literal.to_string(), Last::Value),
            }
            at += 1;
        }
    }

    fn word(&mut self, text: &str, last: Last) {
        if matches!(self.last, Last::Value | Last::Spaced) {
            self.out.push(' ');
        }
        self.out.push_str(text);
        self.last = last;
    }

    fn group(&mut self, delimiter: Delimiter, inside: TokenStream) {
        let (open, close) = match delimiter {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{ ", " }"),
            Delimiter::None => return self.sequence(inside),
        };
        if self.last == Last::Spaced || (self.last == Last::Value && delimiter == Delimiter::Brace) {
            self.out.push(' ');
        }
        if delimiter == Delimiter::Brace && inside.is_empty() {
            self.out.push_str("{}");
        } else {
            self.out.push_str(open);
            self.last = Last::Open;
            self.sequence(inside);
            if delimiter == Delimiter::Brace && self.out.ends_with(',') {
                self.out.pop();
            }
            self.out.push_str(close);
        }
        self.last = Last::Value;
    }

    fn angle(&mut self, text: &str) {
        self.out.push_str(text);
        self.angles += 1;
        self.last = Last::Tight;
    }

    fn operator(&mut self, text: &str) {
        let has_left = self.last == Last::Value;
        match text {
            "," | ";" | "?" | ":" => {
                self.out.push_str(text);
                self.last = if text == "?" { Last::Value } else { Last::Spaced };
            }
            "." | "::" | ".." | "..=" => {
                if self.last == Last::Spaced {
                    self.out.push(' ');
                }
                self.out.push_str(text);
                self.last = Last::Tight;
            }
            "::<" => self.angle(text),
            "<" if self.angles > 0 || self.last == Last::Tight => self.angle(text),
            "<" if !has_left => {
                self.word("", Last::Tight);
                self.angle(text);
            }
            ">" if self.angles > 0 => {
                self.out.push_str(text);
                self.angles -= 1;
                self.last = Last::Value;
            }
            "|" if self.bars => {
                self.bars = false;
                self.out.push_str(text);
                self.last = Last::Spaced;
            }
            "||" if !has_left => self.word("||", Last::Spaced),
            "|" if !has_left => {
                self.bars = true;
                self.word("|", Last::Tight);
            }
            "-" | "*" | "&" | "!" | "&&" | "#" | "@" if !has_left => self.word(text, Last::Tight),
            "!" => {
                // A macro.
                self.out.push('!');
                self.last = Last::Tight;
            }
            _ => {
                self.last = if has_left { Last::Value } else { self.last };
                self.word(text, Last::Spaced);
            }
        }
    }
}

/// Words after which there is a space and no value has ended.
const KEYWORDS: &[&str] = &["if", "else", "match", "let", "in", "as", "move", "mut", "ref", "return"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause;

    #[track_caller]
    fn prints(written: &str, plain: &str) {
        assert_eq!(plain_rust(&clause(written.parse().unwrap()).unwrap()), plain);
    }

    #[test]
    fn forms_become_ordinary_rust() {
        prints("a ==> b", "!a || b");
        prints("x < y ==> b && c", "!(x < y) || b && c");
        prints("!a ==> b", "a || b");
        prints("a ==> b ==> c", "!a || !b || c");
        prints("(a ==> b) ==> c", "!(!a || b) || c");
        prints("(a ==> b) && c", "(!a || b) && c");
        prints("forall(0..x.len(), |i| x[i] > 0)", "(0..x.len()).all(|i| x[i] > 0)");
        prints("exists(0..=n, |i: usize| i * i == n)", "(0..=n).any(|i: usize| i * i == n)");
        prints("forall(0..n, |i| exists(i..n, |j| p(i, j)))", "(0..n).all(|i| (i..n).any(|j| p(i, j)))");
        prints("|ret| *ret == old(*x) + 1", "*ret == old(*x) + 1");
    }

    #[test]
    fn brackets_stay_only_where_they_matter() {
        prints("((a + b)) * c", "(a + b) * c");
        prints("(a * b) + c", "a * b + c");
        prints("(-x).abs() == (&y).z", "(-x).abs() == (&y).z");
        prints("(a && b) || (c as i64) < d", "a && b || (c as i64) < d");
        prints("a - (b - c) > 0", "a - (b - c) > 0");
    }

    #[test]
    fn all_kinds_of_expressions_are_spaced_as_one_writes_them() {
        let same = |text: &str| prints(text, text);
        same("match x { Some(v) => *v > 0, None => true }");
        same("if a { b } else { c }");
        same("v.iter().all(|&x| x != -1 && !y)");
        same("S { a: 1, b } == f::<u8, T>(&*z, [1, 2], (3, 'c'), \"s\")");
        same("matches!(x, Some(y) if y > 0)");
        same("x as i64 == <T as Tr>::C");
        same("self.0.den != i64::MAX && a || || b");
        same("xs[1..] == *ys");
    }
}
