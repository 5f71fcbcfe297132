//! Text to words.
use std::ops::Range;

use num_bigint::BigInt;

use super::ParseError;

/// A word of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A name or path, `a::b`.
    Word(String),
    /// A path in backquotes: never a word with a meaning.
    Quoted(String),
    /// An integer, with what follows its `_`.
    Int(BigInt, String),
    /// Text in quotes.
    Text(String),
    /// Anything else.
    Mark(&'static str),
    /// The end of the text.
    End,
}

/// Longer ones first.
const MARKS: [&str; 39] = [
    "==>", "===", "==", "!=", "<=", ">=", "&&", "||", "->", "..", "::", "(", ")", "[", "]", "{", "}", "<", ">", ",",
    ";", ":", ".", "=", "+", "-", "*", "/", "%", "!", "&", "@", "#", "|", "^", "?", "$", "~", "'",
];

/// The words of a text, with the place of each.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Range<u32>)>, ParseError> {
    let mut out = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let at = text.len() - rest.len();
        let error = |message: String| ParseError { line: text[..at].matches('\n').count() as u32 + 1, message };
        if let Some(comment) = rest.strip_prefix("//") {
            rest = &comment[comment.find('\n').unwrap_or(comment.len())..];
            continue;
        }
        let Some(first) = rest.chars().next() else { break };
        let (token, len) = match first {
            '"' => quoted_text(rest).ok_or_else(|| error("a text without an end".into()))?,
            '`' => {
                let end = rest[1..].find('`').ok_or_else(|| error("a path without an end".into()))?;
                (Token::Quoted(rest[1..=end].to_owned()), end + 2)
            }
            c if c.is_alphabetic() || c == '_' => {
                let len = path_len(rest);
                (Token::Word(rest[..len].to_owned()), len)
            }
            c if c.is_ascii_digit() || (c == '-' && rest[1..].starts_with(|c: char| c.is_ascii_digit())) => {
                number(rest)
            }
            _ => {
                let mark = MARKS.iter().find(|mark| rest.starts_with(**mark));
                let mark = mark.ok_or_else(|| error(format!("`{first}` means nothing")))?;
                (Token::Mark(mark), mark.len())
            }
        };
        out.push((token, at as u32..(at + len) as u32));
        rest = &rest[len..];
    }
    let end = text.len() as u32;
    out.push((Token::End, end..end));
    Ok(out)
}

fn word_len(text: &str) -> usize {
    text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '#')).unwrap_or(text.len())
}

/// The length of a path at the start of a text; `{closure#0}` may be a segment of it.
fn path_len(text: &str) -> usize {
    let mut len = word_len(text);
    while let Some(next) = text[len..].strip_prefix("::") {
        let segment = match next.strip_prefix('{') {
            Some(inner) => inner.find('}').map_or(0, |end| end + 2),
            None if next.starts_with(|c: char| c.is_alphabetic() || c == '_') => word_len(next),
            None => 0,
        };
        if segment == 0 {
            break;
        }
        len += 2 + segment;
    }
    len
}

fn number(text: &str) -> (Token, usize) {
    let digits = text[1..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |at| at + 1);
    let suffix = text[digits..].strip_prefix('_').map_or(0, |rest| word_len(rest) + 1);
    let value = text[..digits].parse().unwrap_or_default();
    (Token::Int(value, text[digits..digits + suffix].trim_start_matches('_').to_owned()), digits + suffix)
}

/// A text as `{:?}` writes it.
fn quoted_text(text: &str) -> Option<(Token, usize)> {
    let mut out = String::new();
    let mut chars = text.char_indices().skip(1);
    loop {
        match chars.next()? {
            (at, '"') => return Some((Token::Text(out), at + 1)),
            (_, '\\') => match chars.next()?.1 {
                'n' => out.push('\n'),
                't' => out.push('\t'),
                'r' => out.push('\r'),
                '0' => out.push('\0'),
                'u' => {
                    let mut code = 0;
                    chars.next()?;
                    loop {
                        match chars.next()?.1 {
                            '}' => break,
                            digit => code = code * 16 + digit.to_digit(16)?,
                        }
                    }
                    out.push(char::from_u32(code)?);
                }
                other => out.push(other),
            },
            (_, other) => out.push(other),
        }
    }
}
