//! The copy of a clause that rustc parses.
use proc_macro::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};

use crate::output::{Copies, Malformed};

/// Conditions, with commas between them.
pub fn conditions(args: TokenStream, name: &str) -> Result<Copies, Malformed> {
    let tokens: Vec<TokenTree> = args.clone().into_iter().collect();
    if tokens.is_empty() {
        return Err(empty(name));
    }
    if is_closure(&tokens) {
        return Err(Malformed::at(&tokens, format!("`{name}` takes a condition; only `ensures` has a result to name")));
    }
    plain(args).map(|copy| vec![copy])
}

/// Closures over the result, with commas between them.
pub fn postconditions(args: TokenStream) -> Result<Copies, Malformed> {
    let tokens: Vec<TokenTree> = args.clone().into_iter().collect();
    if tokens.is_empty() {
        return Err(empty("ensures"));
    }
    let macro_made = matches!(&tokens[0], TokenTree::Group(group) if group.delimiter() == Delimiter::None);
    if !is_closure(&tokens) && !macro_made {
        let message = "a postcondition is a closure over the result: write `|ret| …`, where `ret` is a reference to it";
        return Err(Malformed::at(&tokens, message));
    }
    plain(args).map(|copy| vec![copy])
}

/// Checks that there are no arguments.
pub fn nothing(args: TokenStream, name: &str) -> Result<Copies, Malformed> {
    let tokens: Vec<TokenTree> = args.into_iter().collect();
    if tokens.is_empty() {
        Ok(Copies::new())
    } else {
        Err(Malformed::at(&tokens, format!("`{name}` takes no arguments")))
    }
}

/// The error for a clause without anything in it.
pub fn empty(name: &str) -> Malformed {
    Malformed::at(&[], format!("this clause is empty: write a condition in the parentheses of `{name}`"))
}

/// The tokens with `||` for each `==>`, which binds as weakly as matters for whether they parse.
pub fn plain(tokens: TokenStream) -> Result<TokenStream, Malformed> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    let mut at = 0;
    while at < tokens.len() {
        if is_arrow(&tokens[at..]) {
            let arrow = &tokens[at..at + 3];
            if at == 0 || at + 3 == tokens.len() {
                return Err(Malformed::at(arrow, "`==>` needs a condition on both sides"));
            }
            for (spacing, token) in [Spacing::Joint, Spacing::Alone].into_iter().zip(arrow) {
                let mut bar = Punct::new('|', spacing);
                bar.set_span(token.span());
                out.extend([TokenTree::from(bar)]);
            }
            at += 3;
            continue;
        }
        out.extend([match &tokens[at] {
            // A group that stays as it is keeps the spans of its brackets too, which no group made anew can have.
            TokenTree::Group(group) if has_arrow(&group.stream()) => {
                let mut inner = Group::new(group.delimiter(), plain(group.stream())?);
                inner.set_span(group.span());
                inner.into()
            }
            other => other.clone(),
        }]);
        at += 1;
    }
    Ok(out)
}

/// Whether there is a `==>` anywhere in the tokens.
fn has_arrow(tokens: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    (0..tokens.len()).any(|at| match &tokens[at] {
        TokenTree::Group(group) => has_arrow(&group.stream()),
        _ => is_arrow(&tokens[at..]),
    })
}

/// Whether the tokens start with `==>`. What a macro made may have a gap before the `>`, where no Rust has one.
fn is_arrow(tokens: &[TokenTree]) -> bool {
    match tokens {
        [TokenTree::Punct(first), second, third, ..] => {
            first.as_char() == '=' && first.spacing() == Spacing::Joint && is(second, '=') && is(third, '>')
        }
        _ => false,
    }
}

/// Whether the tokens start with the parameters of a closure.
fn is_closure(tokens: &[TokenTree]) -> bool {
    let start = usize::from(matches!(tokens.first(), Some(TokenTree::Ident(word)) if word.to_string() == "move"));
    // `||` has no parameter.
    matches!(&tokens[start..], [bar, next, ..] if is(bar, '|') && !is(next, '|'))
}

/// Whether a token is this character.
pub fn is(token: &TokenTree, char: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == char)
}
