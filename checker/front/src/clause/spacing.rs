//! Tokens as people write them: `a.all(|b| *b > 0)`, where what tokens print by themselves is `a . all (| b | * b > 0)`.
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Expr;

/// The text of an expression; the tokens' own where that would be read as anything else.
pub(super) fn spaced(tokens: &TokenStream) -> String {
    let text = written(tokens);
    let plain = |expr: Expr| expr.to_token_stream().to_string();
    let (read, meant) = (syn::parse_str(&text).map(plain), syn::parse2(tokens.clone()).map(plain));
    match (read, meant) {
        (Ok(read), Ok(meant)) if read == meant => text,
        _ => tokens.to_string(),
    }
}

/// What spaces go between.
enum Piece {
    Word(String),
    Sign(String),
    Group(Delimiter, String),
}

/// What a piece is to the one behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// It is the first.
    Nothing,
    /// The end of a value.
    Value,
    /// Something between two values, or a keyword.
    Between,
    /// What belongs to what comes next: a prefix, a `.`.
    Prefix,
}

/// Words that end no value.
const KEYWORDS: [&str; 14] =
    ["if", "match", "in", "return", "else", "mut", "move", "let", "ref", "as", "while", "for", "loop", "break"];
/// Signs of several characters, the longest first.
const SIGNS: [&str; 16] =
    ["<<=", ">>=", "..=", "...", "&&", "||", "==", "!=", "<=", ">=", "=>", "->", "::", "..", "<<", ">>"];

fn written(tokens: &TokenStream) -> String {
    let pieces = pieces(tokens);
    let (mut out, mut before) = (String::new(), Before::Nothing);
    // Whether the parameters of a closure are open, and how many turbofishes.
    let (mut closure, mut turbofish) = (false, 0);
    for (at, piece) in pieces.iter().enumerate() {
        let next = pieces.get(at + 1);
        let is_prefix = before != Before::Value;
        let (gap, then) = match piece {
            Piece::Word(word) if KEYWORDS.contains(&word.as_str()) => (true, Before::Between),
            Piece::Word(_) => (true, Before::Value),
            Piece::Group(Delimiter::Brace | Delimiter::None, _) => (true, Before::Value),
            Piece::Group(..) => (before != Before::Value, Before::Value),
            Piece::Sign(sign) => match sign.as_str() {
                "|" if closure => {
                    closure = false;
                    (false, Before::Between)
                }
                "|" if is_prefix => {
                    closure = true;
                    (true, Before::Prefix)
                }
                "," | ";" | ":" => (false, Before::Between),
                "?" => (false, Before::Value),
                "." | "::" => (false, Before::Prefix),
                ".." | "..=" => (before != Before::Value, Before::Prefix),
                "'" => (true, Before::Prefix),
                // A macro's.
                "!" if matches!((before, next), (Before::Value, Some(Piece::Group(..)))) => (false, Before::Prefix),
                "<" if turbofish > 0 || out.ends_with("::") => {
                    turbofish += 1;
                    (false, Before::Prefix)
                }
                ">" | ">>" if turbofish >= sign.len() => {
                    turbofish -= sign.len();
                    (false, Before::Value)
                }
                "-" | "*" | "&" | "&&" | "!" if is_prefix => (true, Before::Prefix),
                _ => (true, Before::Between),
            },
        };
        if gap && !matches!(before, Before::Nothing | Before::Prefix) {
            out.push(' ');
        }
        match piece {
            Piece::Word(text) | Piece::Sign(text) => out.push_str(text),
            Piece::Group(Delimiter::Parenthesis, inner) => out.extend(["(", inner, ")"]),
            Piece::Group(Delimiter::Bracket, inner) => out.extend(["[", inner, "]"]),
            Piece::Group(Delimiter::Brace, inner) => out.extend(["{ ", inner, " }"]),
            Piece::Group(Delimiter::None, inner) => out.push_str(inner),
        }
        before = then;
    }
    out
}

fn pieces(tokens: &TokenStream) -> Vec<Piece> {
    let (mut out, mut signs) = (Vec::new(), String::new());
    for token in tokens.clone() {
        match token {
            TokenTree::Punct(punct) => {
                signs.push(punct.as_char());
                if punct.spacing() == Spacing::Alone {
                    take_signs(&mut signs, &mut out);
                }
                continue;
            }
            TokenTree::Ident(word) => {
                take_signs(&mut signs, &mut out);
                out.push(Piece::Word(word.to_string()));
            }
            TokenTree::Literal(word) => {
                take_signs(&mut signs, &mut out);
                out.push(Piece::Word(word.to_string()));
            }
            TokenTree::Group(group) => {
                take_signs(&mut signs, &mut out);
                out.push(Piece::Group(group.delimiter(), written(&group.stream())));
            }
        }
    }
    take_signs(&mut signs, &mut out);
    out
}

/// Characters that stand together, as signs.
fn take_signs(signs: &mut String, out: &mut Vec<Piece>) {
    let mut rest = signs.as_str();
    while let Some(first) = rest.chars().next() {
        let length = SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |sign| sign.len());
        out.push(Piece::Sign(rest[..length].to_owned()));
        rest = &rest[length..];
    }
    signs.clear();
}

#[cfg(test)]
mod tests {
    use super::spaced;

    #[test]
    fn expressions_are_written_as_people_write_them() {
        for text in [
            "returned.sum == returned.parts.iter().fold(0u8, |a, b| a ^ *b)",
            "{ let this = &(*part); this.is_ascii() && !this.is_empty() }",
            "self.0[at - 1] <= -1 || matches!(self.kind, Kind::A | Kind::B(..))",
            "items.iter().collect::<Vec<u8>>().len() > 2 && &a == &&b",
            "match &x { crate::E::A { of: part_1, .. } => *part_1 > 0, _ => true }",
            "if a { b } else { c[1..=2].len() == 1 }",
            "(1..n).all(|i| self.find(&key(i)) as usize >= i)",
            "x.y?.z && f(|| 1, move |(a, b)| a)",
        ] {
            let tokens = syn::parse_str(text).unwrap();
            assert_eq!(spaced(&tokens), text);
        }
    }
}
