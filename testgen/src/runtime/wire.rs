//! The text form of values: tokens separated by blanks, prefix order, text as hexadecimal bytes.
use super::int::Int;
use super::value::V;
use std::fmt::Write;

/// Text as a token.
pub fn hex(text: &str) -> String {
    let mut out = String::from("x");
    for byte in text.bytes() {
        let _ = write!(out, "{:02x}", byte);
    }
    out
}

/// Text that may be missing, as a token.
pub fn reason(text: Option<&String>) -> String {
    text.map_or_else(|| String::from("-"), |text| hex(text))
}

/// A token as text.
pub fn unhex(token: &str) -> Option<String> {
    let digits = token.strip_prefix('x')?;
    let bytes: Option<Vec<u8>> =
        (0..digits.len() / 2).map(|at| u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok()).collect();
    String::from_utf8(bytes?).ok()
}

fn many(out: &mut String, tag: char, head: Option<u64>, all: &[V]) {
    out.push(tag);
    if let Some(head) = head {
        let _ = write!(out, "{} ", head);
    }
    let _ = write!(out, "{}", all.len());
    for value in all {
        out.push(' ');
        print(out, value);
    }
}

/// Appends the tokens of a value.
pub fn print(out: &mut String, value: &V) {
    match *value {
        V::Bool(flag) => out.push_str(if flag { "b1" } else { "b0" }),
        V::Int(ref int) => {
            let _ = write!(out, "i{}", int);
        }
        V::Char(c) => {
            let _ = write!(out, "c{}", u32::from(c));
        }
        V::Float(bits) => {
            let _ = write!(out, "f{}", bits);
        }
        V::Str(ref text) => {
            out.push('s');
            out.push_str(&hex(text));
        }
        V::Opaque(ref text) => {
            out.push('o');
            out.push_str(&hex(text));
        }
        V::Stub(_, _, name) => {
            out.push('o');
            out.push_str(&hex(name));
        }
        V::Elements(_) => out.push('o'),
        V::Default => out.push('d'),
        V::Tuple(ref all) => many(out, 't', None, all),
        V::Seq(ref all) => many(out, 'v', None, all),
        V::Adt(variant, ref all) => many(out, 'a', Some(variant as u64), all),
        V::Call(func, ref all) => many(out, 'k', Some(u64::from(func)), all),
        V::Function(ref entries, ref others) => {
            let entry = |entry: &(Vec<V>, V)| V::tuple(vec![V::tuple(entry.0.clone()), entry.1.clone()]);
            let entries: Vec<V> = entries.iter().map(entry).collect();
            many(out, 'g', None, &entries);
            out.push(' ');
            many(out, 'v', None, others);
        }
    }
}

/// Reads the tokens of a value.
pub fn parse<'a>(tokens: &mut dyn Iterator<Item = &'a str>) -> Option<V> {
    let token = tokens.next()?;
    let rest = token.get(1..)?;
    let list = |count: &str, tokens: &mut dyn Iterator<Item = &'a str>| -> Option<Vec<V>> {
        let count: usize = count.parse().ok()?;
        (0..count).map(|_| parse(tokens)).collect()
    };
    Some(match token.chars().next()? {
        'b' => V::Bool(rest == "1"),
        'i' => V::Int(Int::parse(rest)?),
        'c' => V::Char(std::char::from_u32(rest.parse().ok()?)?),
        'f' => V::Float(rest.parse().ok()?),
        's' => V::Str(unhex(rest)?),
        'o' => V::Opaque(unhex(rest)?),
        'd' => V::Default,
        't' => V::tuple(list(rest, tokens)?),
        'v' => V::seq(list(rest, tokens)?),
        'a' => {
            let count = tokens.next()?;
            V::adt(rest.parse().ok()?, list(count, tokens)?)
        }
        'k' => {
            let count = tokens.next()?;
            V::Call(rest.parse().ok()?, list(count, tokens)?)
        }
        'g' => {
            let entry = |entry: V| match entry {
                V::Tuple(both) => match both[..] {
                    [V::Tuple(ref question), ref answer] => Some((question.to_vec(), answer.clone())),
                    _ => None,
                },
                _ => None,
            };
            let entries: Option<Vec<_>> = list(rest, tokens)?.into_iter().map(entry).collect();
            match parse(tokens)? {
                V::Seq(others) => V::Function(entries?, others.to_vec()),
                _ => return None,
            }
        }
        _ => return None,
    })
}
