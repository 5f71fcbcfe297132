//! The part of a file that refine keeps: between two marker comments, test by test.
//!
//! Each test has a marker of its own with a hash of its text, and with its input. A test whose text no longer has that hash was
//! edited by a person and stays; so does everything in the region that is no test, and every byte outside of it.

/// A test to keep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Test {
    /// The name of the function.
    pub(super) name: String,
    /// Its text, doc comment and attribute included, without indentation and trailing line end.
    pub(super) text: String,
    /// What it calls, for its marker.
    pub(super) input: Option<String>,
}

/// How a region is begun when there is none yet.
pub(super) struct Frame {
    /// Which region of the file it is.
    pub(super) label: String,
    /// Lines before the first test.
    pub(super) head: Vec<String>,
    /// Lines after the last.
    pub(super) tail: Vec<String>,
    /// The indentation of the markers.
    pub(super) outer: String,
    /// The indentation of the tests.
    pub(super) inner: String,
    /// Where to put it, in a file that has none.
    pub(super) at: usize,
}

const MARK: &str = "// refine: ";

/// The tests in a region that nobody edited and whose markers say what they call: their names, and that.
pub(super) fn unedited(text: &str, label: &str) -> Vec<(String, String)> {
    let Some((start, end)) = region(text, &format!("{MARK}begin {label}")) else { return Vec::new() };
    let old = text[start..end].replace("\r\n", "\n");
    let lines: Vec<&str> = old.split_inclusive('\n').collect();
    let chunks = (0..lines.len()).filter_map(|at| Some((marker(lines[at])?, body(&lines[at..]))));
    let noted = chunks.filter(|(marker, body)| marker.hash == hash(body));
    noted.filter_map(|(marker, _)| Some((marker.name.to_owned(), marker.input?.to_owned()))).collect()
}

/// The lines of a test in a region, from 1.
pub(super) fn lines_of(text: &str, label: &str, name: &str) -> Option<std::ops::RangeInclusive<u32>> {
    let (start, end) = region(text, &format!("{MARK}begin {label}"))?;
    let before = text[..start].lines().count() as u32;
    let lines: Vec<&str> = text[start..end].split_inclusive('\n').collect();
    let at = lines.iter().position(|line| marker(line).is_some_and(|marker| marker.name == name))?;
    let first = before + at as u32 + 1;
    Some(first..=first + body(&lines[at..]).lines().count() as u32)
}

/// The file's text with these tests in the region, and without those that are gone.
pub(super) fn updated(text: &str, frame: &Frame, tests: &[Test], gone: &[&str]) -> String {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let begin = format!("{MARK}begin {}", frame.label);
    match region(text, &begin) {
        Some((start, end)) => {
            let old = text[start..end].replace("\r\n", "\n");
            let new = merged(&old, frame, tests, gone);
            if new == old {
                return text.to_string();
            }
            format!("{}{}{}", &text[..start], new.replace('\n', newline), &text[end..])
        }
        None if tests.is_empty() => text.to_string(),
        None => {
            let mut new = String::new();
            let before = &text[..frame.at];
            // At the end of a file, or before the brace that closes the module (whose indentation stands before it).
            let line = before.rfind('\n').map_or(0, |at| at + 1);
            let cut = if before[line..].trim().is_empty() { line } else { frame.at };
            if cut == frame.at && !before.is_empty() && !before.ends_with('\n') {
                new.push('\n');
            }
            if !before.is_empty() {
                new.push('\n');
            }
            let line = |new: &mut String, indent: &str, line: &str| {
                if !line.is_empty() {
                    new.push_str(indent);
                }
                new.push_str(line);
                new.push('\n');
            };
            line(
                &mut new,
                &frame.outer,
                &format!("{begin} (`refine check --write-tests` adds tests; edited ones stay)"),
            );
            frame.head.iter().for_each(|text| line(&mut new, &frame.outer, text));
            for test in tests {
                new.push('\n');
                new.push_str(&printed(test, &frame.inner));
            }
            frame.tail.iter().for_each(|text| line(&mut new, &frame.outer, text));
            line(&mut new, &frame.outer, &format!("{MARK}end {}", frame.label));
            format!("{}{}{}", &text[..cut], new.replace('\n', newline), &text[cut..])
        }
    }
}

/// The bytes between the marker lines.
fn region(text: &str, begin: &str) -> Option<(usize, usize)> {
    let mut offset = 0;
    let mut start = None;
    let end_mark = begin.replacen("begin", "end", 1);
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let is = |mark: &str| trimmed.strip_prefix(mark).is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("));
        match start {
            None if is(begin) => start = Some(offset + line.len()),
            Some(start) if is(&end_mark) => return Some((start, offset)),
            _ => {}
        }
        offset += line.len();
    }
    None
}

fn merged(old: &str, frame: &Frame, tests: &[Test], gone: &[&str]) -> String {
    let mut lines: Vec<&str> = old.split_inclusive('\n').collect();
    let mut out = String::new();
    let mut known = Vec::new();
    // Where new tests go: after the last test, else before what closes the region.
    let mut last = None;
    while !lines.is_empty() {
        let Some(Marker { name, hash, input }) = marker(lines[0]) else {
            out.push_str(lines.remove(0));
            continue;
        };
        let indent = indent(lines[0]);
        let body = body(&lines);
        let length = 1 + body.split_inclusive('\n').count();
        let fresh = tests.iter().find(|test| test.name == name);
        let edited = hash != self::hash(&body);
        match fresh {
            Some(test) if !edited && self::hash(&test.text) != hash => out.push_str(&printed(test, indent)),
            // rustfmt may have come by, so that only the marker is renewed.
            Some(test) if !edited && test.input.as_deref() != input => {
                out.push_str(&format!("{indent}{}\n{body}", marked(test)));
            }
            None if !edited && gone.contains(&name) => {
                lines.drain(..length);
                // The blank line that was written before it goes with it.
                if out.ends_with("\n\n") || out == "\n" {
                    out.pop();
                }
                continue;
            }
            _ => out.push_str(&lines[..length].concat()),
        }
        known.push(name.to_string());
        last = Some(out.len());
        lines.drain(..length);
    }
    let new: Vec<&Test> = tests.iter().filter(|test| !known.contains(&test.name)).collect();
    let closing = frame.tail.first().map(|line| format!("{}{line}", frame.outer));
    let end = || closing.and_then(|line| out.rfind(&line)).unwrap_or(out.len());
    let at = last.unwrap_or_else(end);
    let new: String = new.into_iter().map(|test| format!("\n{}", printed(test, &frame.inner))).collect();
    out.insert_str(at, &new);
    out
}

fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// The text of a test, whose marker is the first of these lines.
fn body(lines: &[&str]) -> String {
    let closing = format!("{}}}", indent(lines[0]));
    let length = lines.iter().position(|line| line.trim_end() == closing).map_or(lines.len(), |at| at + 1);
    lines[1..length].concat()
}

/// What stands before a test.
struct Marker<'a> {
    name: &'a str,
    hash: &'a str,
    /// What it calls; none if that is not noted.
    input: Option<&'a str>,
}

fn marker(line: &str) -> Option<Marker<'_>> {
    let (name, rest) = line.trim().strip_prefix(MARK)?.split_once(' ')?;
    let (hash, input) = rest.split_once(' ').map_or((rest, None), |(hash, input)| (hash, Some(input)));
    let is_hash = hash.len() == 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then_some(Marker { name, hash, input })
}

fn marked(test: &Test) -> String {
    let input = test.input.as_ref().map(|input| format!(" {input}")).unwrap_or_default();
    format!("{MARK}{} {}{input}", test.name, hash(&test.text))
}

fn printed(test: &Test, indent: &str) -> String {
    let mut out = format!("{indent}{}\n", marked(test));
    for line in test.text.lines() {
        if !line.is_empty() {
            out.push_str(indent);
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// Eight hexadecimal digits that say whether a text is what it was. Layout does not count: rustfmt may come by.
pub(super) fn hash(text: &str) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace() && *byte != b',') {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
}
