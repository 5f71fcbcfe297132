//! One spelling for types and called functions, from rustc's text and from ours.
//!
//! Types lose what the two sides write differently: lifetimes, the modules of paths, the places of closures. A called function is
//! its name and what it is of: `push of Vec`, `next of Iterator for Enumerate`, `iter of slice`.

/// A type in the common spelling.
pub(super) fn ty(text: &str) -> String {
    // rust-analyzer's word for a lifetime that does not matter.
    let text = text.replace("<erased>", "'_");
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut String| {
        out.push_str(word);
        word.clear();
    };
    while let Some(c) = chars.next() {
        match c {
            '\'' => {
                // A lifetime, with what separates it from the next argument.
                while chars.next_if(|c| c.is_alphanumeric() || *c == '_').is_some() {}
                while chars.next_if(|c| *c == ',' || *c == ' ' || *c == '+').is_some() {}
            }
            ':' if chars.peek() == Some(&':') => {
                chars.next();
                // What stands before is a module, or the type whose arguments follow.
                if chars.peek() != Some(&'<') {
                    word.clear();
                }
            }
            '{' => {
                flush(&mut word, &mut out);
                let inside = braced(&mut chars);
                out.push_str(if inside.starts_with("closure") { "{closure}" } else { "{fn}" });
            }
            c if c.is_alphanumeric() || c == '_' => word.push(c),
            ' ' if matches!(out.chars().last(), None | Some(',' | ';' | '&' | '<' | '(' | '[')) && word.is_empty() => {}
            c => {
                flush(&mut word, &mut out);
                out.push(c);
            }
        }
    }
    flush(&mut word, &mut out);
    // Of generic arguments that were lifetimes nothing is left.
    let out = without_constants(&without_numbers(&out.replace("<>", "").replace("for ", "").replace(", ", ",")));
    // rustc leaves out what is the default.
    let out = out.replace(",RandomState>", ">");
    without_names(&out)
}

/// The text with one name for all type parameters that have none in the source: rustc writes their bounds (`&[impl Shape]`), we a number.
fn without_names(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("impl") {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        let named = before.chars().last().is_some_and(|c| c.is_alphanumeric() || c == '_');
        let after = &after["impl".len()..];
        out.push_str("impl");
        rest = match after.chars().next() {
            Some('_') if !named && after[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                after[1..].trim_start_matches(|c: char| c.is_ascii_digit())
            }
            Some(' ') if !named => &after[bounds(after)..],
            _ => after,
        };
    }
    out.push_str(rest);
    out
}

/// How long the bounds are that a text starts with: up to what closes, or follows after, what is around them.
fn bounds(text: &str) -> usize {
    let mut depth = 0i32;
    let end = text.char_indices().find(|(at, c)| {
        let arrow = *c == '>' && text[..*at].ends_with('-');
        depth += i32::from("<([".contains(*c)) - i32::from(">)]".contains(*c) && !arrow);
        depth < 0 || depth == 0 && ",;".contains(*c)
    });
    end.map_or(text.len(), |(at, _)| at)
}

/// The text without the numbers among generic arguments, which our spelling does not have.
fn without_constants(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', ',']) {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        let number = after[1..].find(|c: char| !c.is_ascii_digit()).filter(|len| *len > 0);
        match number {
            Some(len) if after[1 + len..].starts_with('>') => {
                rest = &after[1 + len..];
                // `<2>` goes as a whole, of `<T,2>` the last part.
                if after.starts_with('<') {
                    rest = &rest[1..];
                }
            }
            _ => {
                out.push_str(&after[..1]);
                rest = &after[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// The text without what tells our names of types outside the model apart: ` #2`.
fn without_numbers(text: &str) -> String {
    let mut parts = text.split(" #");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    out
}

/// What stands in braces, of which the first was read.
fn braced(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
    let mut inside = String::new();
    let mut depth = 1;
    for c in chars.by_ref() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            break;
        }
        inside.push(c);
    }
    inside
}

/// The outermost constructor of a type: `Vec`, `slice`, `&`, `u8`.
pub(super) fn head(text: &str) -> String {
    let text = ty(text);
    match text.chars().next() {
        // Of a slice of arrays the length is the elements'.
        Some('[') if text.rsplit_once(';').is_some_and(|(_, length)| length.matches(']').count() == 1) => {
            "array".to_owned()
        }
        Some('[') => "slice".to_owned(),
        Some('(') => "tuple".to_owned(),
        Some('&') => "&".to_owned(),
        Some('{') => text,
        _ => text.split(['<', ' ', '(']).next().unwrap_or_default().to_owned(),
    }
}

/// A called function in the common spelling, from its path in rustc's text.
pub(super) fn callee(text: &str) -> String {
    let parts = segments(text);
    let at = parts.iter().rposition(|part| !part.starts_with('<')).unwrap_or_default();
    let part = |at: Option<usize>| at.and_then(|at| parts.get(at)).copied().unwrap_or_default();
    let (name, before) = (part(Some(at)), part(at.checked_sub(1)));
    if let Some(inside) = before.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        if let Some((this, of_trait)) = split_as(inside) {
            return format!("{name} of {} for {}", head(of_trait), head(this));
        }
        // `slice::<impl [T]>::len`, and the arguments of `Vec::<T>::push`.
        if let Some(this) = inside.strip_prefix("impl ") {
            return format!("{name} of {}", head(this));
        }
        let of = part(at.checked_sub(2));
        return format!("{name} of {}", if of.is_empty() { head(inside) } else { head(of) });
    }
    match before.chars().next() {
        Some(first) if first.is_uppercase() => format!("{name} of {}", head(before)),
        _ if PRIMITIVE.contains(&before) => format!("{name} of {before}"),
        _ => name.to_owned(),
    }
}

/// Types that are called by a word in small letters.
const PRIMITIVE: [&str; 17] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "bool", "char", "str",
    "f32", "f64",
];

/// The segments of a path, those in brackets whole.
fn segments(path: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut depth) = (0, 0i32);
    let bytes = path.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'>' if at > 0 && bytes[at - 1] == b'-' => {}
            b'>' | b')' | b']' | b'}' => depth -= 1,
            b':' if depth == 0 && bytes.get(at + 1) == Some(&b':') => {
                found.push(&path[start..at]);
                at += 1;
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    found.push(&path[start.min(path.len())..]);
    found
}

/// The two sides of ` as `, outside of brackets.
fn split_as(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0i32;
    let bytes = text.as_bytes();
    for at in 0..bytes.len() {
        match bytes[at] {
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'>' if at > 0 && bytes[at - 1] == b'-' => {}
            b'>' | b')' | b']' | b'}' => depth -= 1,
            b' ' if depth == 0 && text[at..].starts_with(" as ") => return Some((&text[..at], &text[at + 4..])),
            _ => {}
        }
    }
    None
}
