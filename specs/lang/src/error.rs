//! What is wrong with a specification, and where.
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// What an error of a specification is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SpecErrorKind {
    /// A clause that cannot be read as one.
    #[default]
    Clause,
    /// A clause that could change something.
    Effect,
    /// An attribute or macro by a name that refine does not have, or does not have there.
    Unknown,
    /// A refinement form that does not fit the declaration.
    Signature,
}

/// What is wrong with a clause, and where.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct SpecError {
    /// What it is about.
    pub kind: SpecErrorKind,
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
        SpecError::between(ends(tokens), message)
    }

    /// An error from one token to another.
    pub(crate) fn between(span: (Span, Span), message: impl Into<String>) -> SpecError {
        SpecError { kind: SpecErrorKind::default(), message: message.into(), help: None, span }
    }

    /// An error at one token.
    pub(crate) fn here(span: Span, message: impl Into<String>) -> SpecError {
        SpecError::between((span, span), message)
    }

    /// What the parser says about the tokens, after some words of our own. It has no place for the end of the input.
    pub(crate) fn parse(words: &str, error: &syn::Error, tokens: &TokenStream) -> SpecError {
        let nowhere = error.span().byte_range().is_empty();
        let span = if nowhere { ends(tokens) } else { (error.span(), error.span()) };
        SpecError::between(span, format!("{words}: {error}"))
    }

    /// The same about something else.
    pub(crate) fn of(self, kind: SpecErrorKind) -> SpecError {
        SpecError { kind, ..self }
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
