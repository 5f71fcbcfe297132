//! rustc's text: its functions, with their variables and what they call.
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::spelling;

/// A function of the text, with its closures.
#[derive(Clone, Debug, Default)]
pub(super) struct Function {
    /// Its path, or where its `impl` is and its name.
    pub key: String,
    /// The types of variables, by name.
    pub variables: BTreeMap<String, BTreeSet<String>>,
    /// What it calls.
    pub callees: BTreeSet<String>,
}

/// What only the standard library's macros, and the compiler itself, call.
const MADE: [&str; 9] = [
    "core::fmt::",
    "std::fmt::",
    "alloc::fmt::",
    "std::rt::",
    "core::panicking::",
    "std::io::_",
    "Arguments::",
    "alloc::boxed::box_new",
    "core::slice::<impl [T]>::into_vec",
];

/// The same, by names of which rustc leaves out the rest.
const MADE_NAMES: [&str; 7] =
    ["panic", "panic_fmt", "panic_display", "assert_failed", "exchange_malloc", "unreachable_display", "must_use"];

/// The functions of a text.
pub(super) fn functions(text: &str, skipped: &mut BTreeMap<&'static str, usize>) -> Vec<Function> {
    let mut found: Vec<Function> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(header) = line.strip_prefix("fn ") else { continue };
        let Some((path, rest)) = header_parts(header) else { continue };
        let mut body = Body { types: params(rest), ..Body::default() };
        for line in lines.by_ref().take_while(|line| *line != "}") {
            body.line(line.trim(), skipped);
        }
        let key = key(path);
        let at = found.iter().position(|known| known.key == key).unwrap_or_else(|| {
            found.push(Function { key, ..Function::default() });
            found.len() - 1
        });
        let is_closure = path.contains("::{closure#");
        // Two functions of one name are told apart by nothing else.
        if !is_closure && !found[at].variables.is_empty() {
            *skipped.entry("functions of one name").or_default() += 1;
            continue;
        }
        body.into(&mut found[at]);
    }
    found
}

/// A function's path and what follows.
fn header_parts(header: &str) -> Option<(&str, &str)> {
    let mut depth = 0i32;
    for (at, c) in header.char_indices() {
        match c {
            '<' | '{' => depth += 1,
            '>' | '}' => depth -= 1,
            '(' if depth == 0 => return Some((&header[..at], &header[at..])),
            _ => {}
        }
    }
    None
}

/// By what a function is found: its path without closures, of a method the place of its `impl` and its name.
fn key(path: &str) -> String {
    let path = path.split("::{closure#").next().unwrap_or(path);
    match (path.find("<impl at "), path.rfind(">::")) {
        (Some(from), Some(to)) if from < to => {
            let place = &path[from + "<impl at ".len()..to];
            let start = place.split(": ").next().unwrap_or(place);
            format!("{start} {}", &path[to + 3..])
        }
        _ => path.to_owned(),
    }
}

/// The types of parameters: `(_1: u8, _2: &[T]) -> …`.
fn params(text: &str) -> HashMap<String, String> {
    let mut found = HashMap::new();
    let mut rest = text;
    while let Some(at) = rest.find("_") {
        let after = &rest[at + 1..];
        let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
        let after = &after[digits.len()..];
        match after.strip_prefix(": ") {
            Some(ty) if !digits.is_empty() => {
                let end = end_of_type(ty);
                found.insert(format!("_{digits}"), spelling::ty(&ty[..end]));
                rest = &ty[end..];
            }
            _ => rest = after,
        }
    }
    found
}

/// Where a type ends: before a comma or bracket that is not its own.
fn end_of_type(text: &str) -> usize {
    let mut depth = 0i32;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' if before == '-' => {}
            '>' | ')' | ']' | '}' if depth > 0 => depth -= 1,
            ')' | ',' if depth == 0 => return at,
            _ => {}
        }
        before = c;
    }
    text.len()
}

/// One body of the text.
#[derive(Default)]
struct Body {
    types: HashMap<String, String>,
    names: Vec<(String, String)>,
    callees: BTreeSet<String>,
}

impl Body {
    fn line(&mut self, line: &str, skipped: &mut BTreeMap<&'static str, usize>) {
        let mut skip = |why| *skipped.entry(why).or_default() += 1;
        if let Some(rest) = line.strip_prefix("debug ") {
            match rest.trim_end_matches(';').split_once(" => ") {
                Some((name, local)) if is_local(local) => self.names.push((name.to_owned(), local.to_owned())),
                _ => skip("variables that rustc keeps in parts, in closures, or not at all"),
            }
            return;
        }
        if let Some(rest) = line.strip_prefix("let ") {
            let rest = rest.strip_prefix("mut ").unwrap_or(rest);
            if let Some((local, ty)) = rest.trim_end_matches(';').split_once(": ") {
                self.types.insert(local.to_owned(), spelling::ty(ty));
            }
            return;
        }
        let Some(called) = called(line) else { return };
        // (`const <T as Step>::NEXT(copy _1)` calls what a constant holds.)
        if ["copy ", "move ", "const "].iter().any(|operand| called.starts_with(operand)) {
            return skip("calls of function values");
        }
        let name = called.split("::<").next().unwrap_or(called);
        if MADE.iter().any(|made| called.starts_with(made)) || MADE_NAMES.contains(&name) {
            return skip("calls that macros of the standard library make");
        }
        self.callees.insert(spelling::callee(called));
    }

    fn into(self, function: &mut Function) {
        for (name, local) in self.names {
            if let Some(ty) = self.types.get(&local) {
                function.variables.entry(name).or_default().insert(ty.clone());
            }
        }
        function.callees.extend(self.callees);
    }
}

fn is_local(text: &str) -> bool {
    text.strip_prefix('_').is_some_and(|digits| digits.chars().all(|c| c.is_ascii_digit()))
}

/// The path of what a line calls: `_3 = path::<T>(move _4) -> [return: bb1, unwind continue];`.
fn called(line: &str) -> Option<&str> {
    let call = line.contains(") -> [return: ") || line.contains(") -> unwind") || line.contains(") -> bb");
    let (_, call) = line.split_once(" = ").filter(|_| call)?;
    let mut depth = 0i32;
    let mut before = ' ';
    for (at, c) in call.char_indices() {
        match c {
            '<' | '[' | '{' => depth += 1,
            '>' if before == '-' => {}
            '>' | ']' | '}' => depth -= 1,
            '(' if depth == 0 => return Some(&call[..at]),
            _ => {}
        }
        before = c;
    }
    None
}
