//! The item that an attribute stands on, as far as it must be known.
use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// Kinds of items.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A function or method, with a body or without.
    Function,
    /// A struct or an enum.
    Type,
}

/// The kind of an item; `None` for any other.
pub fn kind(item: &TokenStream) -> Option<Kind> {
    item.clone().into_iter().find_map(|token| match token {
        TokenTree::Ident(word) => match word.to_string().as_str() {
            "fn" => Some(Some(Kind::Function)),
            "struct" | "enum" => Some(Some(Kind::Type)),
            "mod" | "trait" | "impl" | "use" | "type" | "static" | "union" | "macro" => Some(None),
            _ => None,
        },
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => kind(&group.stream()).map(Some),
        _ => None,
    })?
}

/// The item without a warning where only clauses use it.
pub fn maybe_unused(item: TokenStream) -> TokenStream {
    let mut out: TokenStream = "#[allow(dead_code)]".parse().unwrap_or_default();
    out.extend(item);
    out
}

/// The item without its `#[field(…)]` attributes, and each of these in its brackets, with what is in them.
pub fn without_fields(item: TokenStream) -> (TokenStream, Vec<(TokenTree, TokenStream)>) {
    let mut found = Vec::new();
    let item = strip(item, &mut found);
    (item, found)
}

fn strip(tokens: TokenStream, found: &mut Vec<(TokenTree, TokenStream)>) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => match tokens.peek() {
                Some(TokenTree::Group(attr)) if field(attr.stream()).is_some() => {
                    let args = field(attr.stream());
                    found.extend(tokens.next().zip(args));
                }
                _ => {
                    out.extend([TokenTree::from(punct)]);
                    // The inside of another attribute is not ours.
                    out.extend(tokens.next());
                }
            },
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), strip(group.stream(), found));
                inner.set_span(group.span());
                out.extend([TokenTree::from(inner)]);
            }
            other => out.extend([other]),
        }
    }
    out
}

/// What is in the brackets of `field(…)` or `refine_spec::field(…)`, also behind `cfg_attr`.
fn field(attr: TokenStream) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = attr.into_iter().collect();
    let (path, last) = match &tokens[..] {
        [path @ .., TokenTree::Group(group)] => (path, Some(group.stream())),
        path => (path, None),
    };
    let path: Vec<String> = path.iter().map(ToString::to_string).collect();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match path[..] {
        ["field"] | ["refine_spec", ":", ":", "field"] => Some(last.unwrap_or_default()),
        ["cfg_attr"] => {
            let mut inner = last?.into_iter().skip_while(|token| token.to_string() != ",");
            inner.next();
            field(inner.collect())
        }
        _ => None,
    }
}
