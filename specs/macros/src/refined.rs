//! Refinement types: their predicates are found and copied, the types around them are left to `refine check`.
use proc_macro::{Delimiter, TokenStream, TokenTree};

use crate::clause::{empty, is, plain};
use crate::output::{Copies, Malformed};

/// `fn(x: T{v: p}) -> T requires p ensures |ret| p`.
pub fn signature(args: TokenStream) -> Result<Copies, Malformed> {
    let tokens: Vec<TokenTree> = args.into_iter().collect();
    let params = match &tokens[..] {
        [] => return Err(empty("spec")),
        [TokenTree::Ident(first), TokenTree::Group(params), ..]
            if first.to_string() == "fn" && params.delimiter() == Delimiter::Parenthesis =>
        {
            params.stream()
        }
        _ => return Err(Malformed::at(&tokens, "a refined signature is `fn(parameter: type, …) -> type`")),
    };
    let is_suffix = |token: &TokenTree| ["requires", "ensures"].contains(&token.to_string().as_str());
    let end = tokens.iter().position(is_suffix).unwrap_or(tokens.len());
    let mut copies = Copies::new();
    predicates(&params.into_iter().collect::<Vec<_>>(), &mut copies)?;
    predicates(&tokens[2..end], &mut copies)?;
    for suffix in tokens[end..].chunk_by(|_, next| !is_suffix(next)) {
        match suffix {
            [keyword] => return Err(Malformed::at(std::slice::from_ref(keyword), "this clause is empty")),
            [_, clause @ ..] => copies.push(plain(clause.iter().cloned().collect())?),
            [] => {}
        }
    }
    Ok(copies)
}

/// `T{v: p}` of a field, from its attribute.
pub fn field(attr: TokenTree, args: TokenStream) -> Result<Copies, Malformed> {
    let tokens: Vec<TokenTree> = args.into_iter().collect();
    if tokens.is_empty() {
        let message = "this says nothing about the field: write `T{v: condition on v}`";
        return Err(Malformed::at(&[attr], message));
    }
    let mut copies = Copies::new();
    predicates(&tokens, &mut copies)?;
    Ok(copies)
}

/// `type Name(parameters) = T{v: p};`, any number of them.
pub fn aliases(args: TokenStream) -> Result<Copies, Malformed> {
    let tokens: Vec<TokenTree> = args.into_iter().collect();
    let mut copies = Copies::new();
    for alias in tokens.split_inclusive(|token| is(token, ';')) {
        let form = "an alias is `type Name(parameters) = type;`";
        let starts = alias.iter().position(|token| token.to_string() == "type");
        let body = match (starts.map(|start| &alias[start..]), alias.last()) {
            (Some([_, TokenTree::Ident(_), equals, body @ ..]), Some(end)) if is(equals, '=') && is(end, ';') => body,
            (Some([_, TokenTree::Ident(_), TokenTree::Group(_), equals, body @ ..]), Some(end))
                if is(equals, '=') && is(end, ';') =>
            {
                body
            }
            _ => return Err(Malformed::at(alias, form)),
        };
        match body {
            [] | [_] => return Err(Malformed::at(alias, form)),
            [ty @ .., _] => predicates(ty, &mut copies)?,
        }
    }
    Ok(copies)
}

/// Finds the conditions in a type. What they are shows by what stands before them: `{v: p}` and `[e]` after a type;
/// brackets elsewhere are around types.
fn predicates(tokens: &[TokenTree], copies: &mut Copies) -> Result<(), Malformed> {
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let inside: Vec<TokenTree> = group.stream().into_iter().collect();
        match (group.delimiter(), ends_a_type(&tokens[..at])) {
            (Delimiter::Brace, true) => copies.push(predicate(token, &inside)?),
            (Delimiter::Bracket, true) if inside.first().is_some_and(|first| is(first, '@')) => {}
            (Delimiter::Bracket, true) => copies.push(plain(group.stream())?),
            // The arguments of an alias, or of `Fn(T)`.
            (Delimiter::Parenthesis, true) => {}
            // `{N}` as an argument of a type.
            (Delimiter::Brace, false) => {}
            _ => predicates(&inside, copies)?,
        }
    }
    Ok(())
}

/// The condition of `{v: condition}`.
fn predicate(group: &TokenTree, inside: &[TokenTree]) -> Result<TokenStream, Malformed> {
    match inside {
        [TokenTree::Ident(_), colon, predicate @ ..]
            if is(colon, ':') && predicate.first().is_some_and(|next| !is(next, ':')) =>
        {
            plain(predicate.iter().cloned().collect())
        }
        _ => {
            let place = std::slice::from_ref(group);
            Err(Malformed::at(place, "a predicate on a value has the form `{v: condition on v}`"))
        }
    }
}

/// Whether the last token is the end of a type.
fn ends_a_type(tokens: &[TokenTree]) -> bool {
    match tokens {
        [.., TokenTree::Ident(word)] => !["mut", "dyn", "impl"].contains(&word.to_string().as_str()),
        [.., TokenTree::Group(_)] => true,
        [.., before, last] => is(last, '>') && !is(before, '-'),
        _ => false,
    }
}
