//! From the parser's spans to places in files.
//!
//! `proc_macro2` counts from the start of the text it was given, in a table of the thread's parsed texts. It names the
//! text that a span is from, so a token keeps its place wherever it ends up: in another file through an `alias!`,
//! inside a macro that was parsed again. Only the bytes that precede the parsed text (a BOM, a `#!` line) must be added.
//!
//! **Invariant:** the table belongs to the thread that parsed. A [`Crate`](super::Crate) must be used on that thread
//! (its `syn` trees are not `Send` anyway), and its end is the end of the table: a long-lived server loads on a thread
//! that it lets end.
use std::collections::HashMap;

use crate::span::{FileId, Sources, Span};

/// Which file each parsed text is, and how many bytes of the file come before it.
#[derive(Debug, Default)]
pub(super) struct SpanMap {
    texts: HashMap<String, (FileId, u32)>,
}

impl SpanMap {
    /// Parses a file's text, and remembers it.
    pub(super) fn parse(&mut self, id: FileId, text: &str) -> Result<syn::File, (Span, String)> {
        let before = prefix(text);
        let tokens = match text[before..].parse::<proc_macro2::TokenStream>() {
            Ok(tokens) => tokens,
            Err(error) => {
                self.remember(error.span(), id, before);
                let place = self.error_place(id, text, &syn::Error::from(error));
                return Err((place, no_token(&text[place.start as usize..]).to_owned()));
            }
        };
        if let Some(token) = tokens.clone().into_iter().next() {
            self.remember(token.span(), id, before);
        }
        syn::parse2(tokens).map_err(|error| (self.error_place(id, text, &error), error.to_string()))
    }

    fn remember(&mut self, token: proc_macro2::Span, id: FileId, before: usize) {
        self.texts.insert(token.file(), (id, before as u32));
    }

    /// An error at the end of the text has no place of its own.
    fn error_place(&self, id: FileId, text: &str, error: &syn::Error) -> Span {
        let end = text.trim_end().len() as u32;
        self.place(error.span(), error.span()).unwrap_or(Span { file: id, start: end, end })
    }

    /// The place of a run of tokens; `None` if no file holds them.
    pub(super) fn place(&self, first: proc_macro2::Span, last: proc_macro2::Span) -> Option<Span> {
        let &(file, before) = self.texts.get(&first.file())?;
        let range = first.byte_range();
        // A last token of another file (an alias spliced in) does not extend the first one's place.
        let end = match self.texts.get(&last.file()) {
            Some(&(other, _)) if other == file => last.byte_range().end.max(range.end),
            _ => range.end,
        };
        Some(Span { file, start: before + range.start as u32, end: before + end as u32 })
    }
}

/// Why a text is no sequence of tokens from here on.
fn no_token(rest: &str) -> &'static str {
    let word = rest.trim_start_matches(|c: char| c.is_ascii_lowercase()).trim_start_matches('#');
    match rest.chars().next() {
        None => "it ends before its last bracket is closed",
        Some('(' | '[' | '{') => "this bracket is never closed",
        Some(')' | ']' | '}') => "this bracket does not close the one that is open here",
        Some('/') if rest.starts_with("/*") => "this comment is never closed",
        Some('\'') => "this is no character literal",
        _ if word.starts_with('"') => "this string is never closed, or has an escape that Rust does not know",
        Some(c) if c.is_ascii_digit() => "this is no number",
        Some(_) => "no word or sign of Rust starts here",
    }
}

/// How many bytes come before what the parser sees: a BOM, and a `#!` line that is not an attribute.
fn prefix(text: &str) -> usize {
    let bom = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let rest = &text[bom..];
    let Some(after) = rest.strip_prefix("#!") else { return bom };
    let mut after = after.trim_start();
    while let Some(comment) = after.strip_prefix("//") {
        after = comment.find('\n').map_or("", |end| &comment[end..]).trim_start();
    }
    if after.starts_with('[') {
        return bom;
    }
    bom + rest.find('\n').unwrap_or(rest.len())
}

/// The whole text of a file as a place.
pub(super) fn whole(sources: &Sources, file: FileId) -> Span {
    Span { file, start: 0, end: sources.file(file).text.len() as u32 }
}
