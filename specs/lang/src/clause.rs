//! Tokens to clauses.
//!
//! `==>` binds weaker than all of Rust's operators and groups to the right. It is rewritten on tokens, before anything is
//! parsed: in each sequence of tokens between brackets, the pieces between `,`, `;`, `:`, `=` and `=>` are looked at one by
//! one, a closure's parameters are left alone, and `a ==> b` becomes `implies(a, b)` with the spans of `a` and `b`.
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Pat, Token};

use crate::error::ends;
use crate::{ClauseSyntax, SpecError, macros, side_effects};

/// Reads one clause: an expression, or for postconditions `|ret| e`. `at` is what an empty clause is reported at.
pub fn clause(tokens: TokenStream) -> Result<ClauseSyntax, SpecError> {
    let place = ends(&tokens);
    let mut all = clauses(tokens)?.into_iter();
    match (all.next(), all.next()) {
        (Some(one), None) => Ok(one),
        (None, _) => Err(SpecError::between(place, "this clause is empty")),
        (_, Some(extra)) => Err(SpecError::between(extra.span, "only one clause is allowed here")),
    }
}

/// Reads clauses with commas between them.
pub fn clauses(tokens: TokenStream) -> Result<Vec<ClauseSyntax>, SpecError> {
    let parsed = Punctuated::<Expr, Token![,]>::parse_terminated
        .parse2(implications(tokens.clone())?)
        .map_err(|error| SpecError::parse("this is not a Rust expression", &error, &tokens))?;
    parsed.into_iter().map(from_expr).collect()
}

/// A clause from a parsed expression.
fn from_expr(expr: Expr) -> Result<ClauseSyntax, SpecError> {
    let span = ends(&expr);
    let Expr::Closure(closure) = expr else { return finish(None, expr, span) };
    let mut inputs = closure.inputs.into_iter();
    let (Some(pat), None) = (inputs.next(), inputs.next()) else {
        return Err(SpecError::between(span, "a postcondition takes one parameter, the result")
            .help("write `|ret| …`, where `ret` is a reference to the result"));
    };
    finish(Some(binder(pat)?), *closure.body, span)
}

fn finish(binder: Option<Pat>, mut expr: Expr, span: (Span, Span)) -> Result<ClauseSyntax, SpecError> {
    let text = source_text(&expr);
    macros::write_out(&mut expr);
    if let Some(error) = side_effects(&expr) {
        return Err(error);
    }
    Ok(ClauseSyntax { binder, text, expr, span })
}

/// The closure's pattern without its type, which must be a reference.
fn binder(pat: Pat) -> Result<Pat, SpecError> {
    match pat {
        Pat::Type(typed) if matches!(*typed.ty, syn::Type::Reference(_)) => Ok(*typed.pat),
        Pat::Type(typed) => Err(SpecError::at(&typed.ty, "a postcondition gets the result by reference")
            .help(format!("write `&{}`", typed.ty.to_token_stream()))),
        other => Ok(other),
    }
}

/// The syntax as it stands in the source, on one line.
pub(crate) fn source_text(syntax: &impl ToTokens) -> String {
    let (first, last) = ends(syntax);
    let written = first.join(last).and_then(|span| span.source_text());
    match written {
        // A line comment would swallow the rest once the lines are joined.
        Some(text) if !text.contains("//") => text.split_whitespace().collect::<Vec<_>>().join(" "),
        _ => crate::print::show(syntax),
    }
}

/// Rewrites `a ==> b` to `implies(a, b)` everywhere.
pub(crate) fn implications(tokens: TokenStream) -> Result<TokenStream, SpecError> {
    let tokens: Vec<TokenTree> = tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => inside(&group).map(TokenTree::Group),
            other => Ok(other),
        })
        .collect::<Result<_, _>>()?;
    let mut out = TokenStream::new();
    let mut rest = &tokens[..];
    while !rest.is_empty() {
        let head = closure_head(rest);
        let (piece, after) = piece(&rest[head..]);
        out.extend(rest[..head].iter().cloned());
        out.extend(implication(piece)?);
        let end = head + piece.len() + delimiter_len(after);
        out.extend(rest[head + piece.len()..end].iter().cloned());
        rest = &rest[end..];
    }
    Ok(out)
}

/// A group with its contents rewritten, at the same place.
fn inside(group: &Group) -> Result<Group, SpecError> {
    let mut new = Group::new(group.delimiter(), implications(group.stream())?);
    new.set_span(group.span());
    Ok(new)
}

/// The number of tokens of a closure's parameters at the start: `|i|`, `move |a, b|`.
fn closure_head(tokens: &[TokenTree]) -> usize {
    let start = usize::from(matches!(tokens.first(), Some(TokenTree::Ident(word)) if word == "move"));
    if !tokens.get(start).is_some_and(|token| is(token, '|')) {
        return 0;
    }
    tokens[start + 1..].iter().position(|token| is(token, '|')).map_or(0, |close| start + close + 2)
}

/// The tokens up to the next delimiter, and what follows.
fn piece(tokens: &[TokenTree]) -> (&[TokenTree], &[TokenTree]) {
    let mut at = 0;
    while at < tokens.len() && delimiter_len(&tokens[at..]) == 0 {
        at += operator_len(&tokens[at..]);
    }
    tokens.split_at(at.min(tokens.len()))
}

/// The length of the delimiter that the tokens start with, if they do.
fn delimiter_len(tokens: &[TokenTree]) -> usize {
    match operator(tokens).as_str() {
        "," | ";" | ":" | "=" => 1,
        "=>" => 2,
        _ => 0,
    }
}

/// The length of the first token, or of the operator at the start; a turbofish counts as one.
fn operator_len(tokens: &[TokenTree]) -> usize {
    let length = operator(tokens).chars().count().max(1);
    if operator(tokens) != "::<" {
        return length;
    }
    let mut depth = 1;
    for (at, token) in tokens.iter().enumerate().skip(length) {
        depth += i32::from(is(token, '<')) - i32::from(is(token, '>') && !is(&tokens[at - 1], '-'));
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// The punctuation that the tokens start with, as one operator; empty if they start with something else.
pub(crate) fn operator(tokens: &[TokenTree]) -> String {
    let mut text = String::new();
    for token in tokens {
        let TokenTree::Punct(punct) = token else { break };
        text.push(punct.as_char());
        // `&&*x`, `==-1`: what is no operator with one more character is two operators.
        if text.len() > 1 && !OPERATORS.contains(&text.as_str()) {
            text.pop();
            break;
        }
        if punct.spacing() == Spacing::Alone {
            break;
        }
    }
    text
}

/// Operators of more than one character, with the prefixes through which they are read.
const OPERATORS: &[&str] = &[
    "==", "==>", "=>", "<=", ">=", "!=", "&&", "||", "::", "::<", "->", "..", "..=", "...", "<<", ">>", "+=", "-=",
    "*=", "/=", "%=", "^=", "&=", "|=", "<<=", ">>=",
];

/// One piece: `a ==> b ==> c` to `implies(a, implies(b, c))`.
fn implication(tokens: &[TokenTree]) -> Result<TokenStream, SpecError> {
    let mut at = 0;
    while at < tokens.len() && operator(&tokens[at..]) != "==>" {
        at += operator_len(&tokens[at..]);
    }
    if at >= tokens.len() {
        return Ok(tokens.iter().cloned().collect());
    }
    let (left, arrow, right) = (&tokens[..at], &tokens[at..at + 3], &tokens[at + 3..]);
    let (Some(first), Some(last)) = (left.first(), right.last()) else {
        let arrow: TokenStream = arrow.iter().cloned().collect();
        return Err(SpecError::at(arrow, "`==>` needs a condition on both sides").help("write `a ==> b`"));
    };
    let name = Ident::new("implies", first.span());
    let left: TokenStream = left.iter().cloned().collect();
    let right = implication(right)?;
    let mut comma = Punct::new(',', Spacing::Alone);
    comma.set_span(arrow[0].span());
    let mut arguments = Group::new(Delimiter::Parenthesis, quote!(#left #comma #right));
    // From the first to the last token, so that the call's ends are those of what was written.
    arguments.set_span(first.span().join(last.span()).unwrap_or(last.span()));
    Ok(quote!(#name #arguments))
}

fn is(token: &TokenTree, char: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == char)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ClauseSyntax, SpecError> {
        clause(text.parse().unwrap())
    }

    #[track_caller]
    fn same(written: &str, means: &str) {
        let means: Expr = syn::parse_str(means).unwrap();
        assert_eq!(read(written).unwrap().expr, means, "{written}");
    }

    #[test]
    fn an_implication_binds_weakest_and_groups_to_the_right() {
        same("a || b ==> c && d", "implies(a || b, c && d)");
        same("a ==> b ==> c", "implies(a, implies(b, c))");
        same("(a ==> b) ==> c", "implies((implies(a, b)), c)");
        same("a == b ==> !c", "implies(a == b, !c)");
        same("a ==> b == *c", "implies(a, b == *c)");
        same("a ==> -x < *y", "implies(a, -x < *y)");
    }

    #[test]
    fn an_implication_is_found_at_any_depth() {
        same("forall(0..n, |i| a[i] ==> b)", "forall(0..n, |i| implies(a[i], b))");
        same("forall(0..n, |i: usize| a ==> b)", "forall(0..n, |i: usize| implies(a, b))");
        same("f([a ==> b, c])", "f([implies(a, b), c])");
        same("match x { A => p ==> q, _ => true }", "match x { A => implies(p, q), _ => true }");
        same("{ let y = p ==> q; y }", "{ let y = implies(p, q); y }");
        same("S { f: a ==> b }", "S { f: implies(a, b) }");
        same("f::<A, B>(x) ==> y", "implies(f::<A, B>(x), y)");
    }

    #[test]
    fn other_operators_stay() {
        same("a <= b && c >= d && e != f", "a <= b && c >= d && e != f");
        same("a == -1 && x..=y == z", "a == -1 && x..=y == z");
        same("x.iter().all(|x| *x > 0)", "x.iter().all(|x| *x > 0)");
        same("a || b", "a || b");
    }

    #[test]
    fn a_half_implication_is_an_error() {
        assert_eq!(read("==> a").unwrap_err().message, "`==>` needs a condition on both sides");
        assert_eq!(read("a ==>").unwrap_err().message, "`==>` needs a condition on both sides");
    }

    #[test]
    fn the_result_is_bound_by_the_closure() {
        let shown = |text: &str| read(text).unwrap().binder.unwrap().to_token_stream().to_string();
        assert_eq!(shown("|ret| *ret > 0"), "ret");
        assert_eq!(shown("|ret: &i32| *ret > 0"), "ret");
        assert_eq!(shown("|(a, b)| a < b"), "(a , b)");
        assert_eq!(shown("|&r| r ==> true"), "& r");
        assert!(read("a").unwrap().binder.is_none());
        assert_eq!(read("|ret: i32| ret > 0").unwrap_err().help.unwrap(), "write `&i32`");
        assert!(read("|a, b| a").unwrap_err().message.contains("one parameter"));
    }

    #[test]
    fn the_text_is_the_predicate_as_written() {
        let clause = read("|ret| *ret  <\n  r2 ==> ok").unwrap();
        assert_eq!(clause.text, "*ret < r2 ==> ok");
        let whole = clause.span.0.join(clause.span.1).unwrap().source_text().unwrap();
        assert_eq!(whole, "|ret| *ret  <\n  r2 ==> ok");
    }

    #[test]
    fn one_clause_is_one() {
        assert!(read("").unwrap_err().message.contains("empty"));
        assert!(read("a, b").unwrap_err().message.contains("only one"));
        assert_eq!(clauses("a ==> b, f::<A, B>(c),".parse().unwrap()).unwrap().len(), 2);
        assert!(read("a +").unwrap_err().message.contains("not a Rust expression"));
    }
}
