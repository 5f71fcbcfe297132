//! What comes out: the item, the copies of its clauses, and errors.
use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

use crate::item::{Kind, kind};

/// A malformed clause.
pub struct Malformed {
    message: String,
    first: Span,
    last: Span,
}

impl Malformed {
    /// An error at some tokens, or, if there are none, at the attribute.
    pub fn at(tokens: &[TokenTree], message: impl Into<String>) -> Malformed {
        let place = |token: Option<&TokenTree>| token.map_or_else(Span::call_site, TokenTree::span);
        Malformed { message: message.into(), first: place(tokens.first()), last: place(tokens.last()) }
    }

    /// `::core::compile_error! { "…" }`, from the first token to the last.
    fn tokens(self) -> TokenStream {
        let colons = |out: &mut TokenStream| {
            for spacing in [Spacing::Joint, Spacing::Alone] {
                out.extend([with_span(Punct::new(':', spacing), self.first)]);
            }
        };
        let mut out = TokenStream::new();
        colons(&mut out);
        out.extend([TokenTree::from(Ident::new("core", self.first))]);
        colons(&mut out);
        out.extend([
            Ident::new("compile_error", self.first).into(),
            with_span(Punct::new('!', Spacing::Alone), self.first),
        ]);
        let mut message = Literal::string(&self.message);
        message.set_span(self.last);
        let mut group = Group::new(Delimiter::Brace, TokenTree::from(message).into());
        group.set_span(self.last);
        out.extend([TokenTree::from(group)]);
        out
    }
}

fn with_span(punct: Punct, span: Span) -> TokenTree {
    let mut token = TokenTree::from(punct);
    token.set_span(span);
    token
}

/// Expressions that rustc is to parse.
pub type Copies = Vec<TokenStream>;

/// What stands beside the item.
#[derive(Default)]
pub struct Output {
    copies: Copies,
    errors: TokenStream,
}

impl Output {
    /// For an attribute that must stand on some kind of item.
    pub fn on(item: &TokenStream, wanted: Kind, name: &str) -> Output {
        let mut out = Output::default();
        if kind(item) != Some(wanted) {
            let where_to = if wanted == Kind::Function { "a function" } else { "a struct or an enum" };
            out.check(Err(Malformed::at(&[], format!("`#[{name}]` must be placed on {where_to}"))));
        }
        out
    }

    /// Adds what was made of a clause.
    pub fn check(&mut self, clause: Result<Copies, Malformed>) {
        match clause {
            Ok(copies) => self.copies.extend(copies),
            Err(error) => self.errors.extend(error.tokens()),
        }
    }

    /// The item with all that.
    pub fn with(self, item: TokenStream) -> TokenStream {
        let mut out = item;
        out.extend(self.errors);
        if !self.copies.is_empty() {
            let body: TokenStream = self.copies.into_iter().flat_map(statement).collect();
            out.extend(never());
            out.extend([word("fn"), word("__refine_clauses"), group(Delimiter::Parenthesis, TokenStream::new())]);
            out.extend([group(Delimiter::Brace, body)]);
        }
        out
    }
}

/// A block of type `()` with nothing in it, for a macro that is a statement or an expression.
pub fn in_block(clause: Result<Copies, Malformed>) -> TokenStream {
    let inside = match clause {
        Ok(copies) => copies.into_iter().flat_map(|copy| [never(), statement(copy)]).flatten().collect(),
        Err(error) => error.tokens(),
    };
    group(Delimiter::Brace, inside).into()
}

/// `#[cfg(any())]`.
fn never() -> TokenStream {
    let any = [word("any"), group(Delimiter::Parenthesis, TokenStream::new())];
    let cfg = [word("cfg"), group(Delimiter::Parenthesis, any.into_iter().collect())];
    [Punct::new('#', Spacing::Alone).into(), group(Delimiter::Bracket, cfg.into_iter().collect())].into_iter().collect()
}

/// `let _ = (clause);`. The brackets are where the clause ends, so that an error at its end is shown there.
fn statement(clause: TokenStream) -> TokenStream {
    let end = clause.clone().into_iter().last().map_or_else(Span::call_site, |token| token.span());
    let mut brackets = group(Delimiter::Parenthesis, clause);
    brackets.set_span(end);
    let mut out: TokenStream = [word("let"), word("_"), Punct::new('=', Spacing::Alone).into()].into_iter().collect();
    out.extend([brackets, Punct::new(';', Spacing::Alone).into()]);
    out
}

fn word(text: &str) -> TokenTree {
    Ident::new(text, Span::mixed_site()).into()
}

fn group(delimiter: Delimiter, inside: TokenStream) -> TokenTree {
    Group::new(delimiter, inside).into()
}
