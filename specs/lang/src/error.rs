//! What is wrong with a specification, and where.
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// What is wrong with a clause, and where.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct SpecError {
    /// One sentence.
    pub message: String,
    /// A way out.
    pub help: Option<String>,
    /// Where: first and last token.
    pub span: (Span, Span),
}

impl SpecError {
    /// An error at a piece of syntax.
    pub(crate) fn at(tokens: impl ToTokens, message: impl Into<String>) -> SpecError {
        SpecError { message: message.into(), help: None, span: ends(tokens) }
    }

    /// An error at one token.
    pub(crate) fn here(span: Span, message: impl Into<String>) -> SpecError {
        SpecError { message: message.into(), help: None, span: (span, span) }
    }

    /// What the parser says about the tokens, after some words of our own. It has no place for the end of the input.
    pub(crate) fn parse(words: &str, error: &syn::Error, tokens: &TokenStream) -> SpecError {
        let nowhere = error.span().byte_range().is_empty();
        let span = if nowhere { ends(tokens) } else { (error.span(), error.span()) };
        SpecError { message: format!("{words}: {error}"), help: None, span }
    }

    /// The same with a way out.
    pub(crate) fn help(self, help: impl Into<String>) -> SpecError {
        SpecError { help: Some(help.into()), ..self }
    }
}

/// The spans of the first and the last token.
pub(crate) fn ends(tokens: impl ToTokens) -> (Span, Span) {
    let mut spans = tokens.into_token_stream().into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}
