//! Excerpts of source text with labels. The only user of codespan-reporting.
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use codespan_reporting::diagnostic::{Diagnostic, Label, LabelStyle};
use codespan_reporting::files::SimpleFiles;
use codespan_reporting::term::termcolor::Buffer;
use codespan_reporting::term::{Config, emit_to_write_style};
use refine_driver::SourceLocation;

use crate::exit::{Exit, Failure};
use crate::output::phrases;

/// A diagnostic about files that are known by number.
pub type Excerpt = Diagnostic<usize>;

/// The source files that places speak of, read when they are first needed.
pub struct Excerpts {
    root: PathBuf,
    files: SimpleFiles<String, String>,
    known: HashMap<String, Option<usize>>,
}

impl Excerpts {
    /// Files relative to a folder.
    pub fn new(root: &Path) -> Excerpts {
        Excerpts { root: root.to_owned(), files: SimpleFiles::new(), known: HashMap::new() }
    }

    fn file(&mut self, path: &str) -> Option<usize> {
        if let Some(known) = self.known.get(path) {
            return *known;
        }
        let text = std::fs::read(self.root.join(path)).ok();
        let id = text.map(|text| self.files.add(path.to_owned(), String::from_utf8_lossy(&text).into_owned()));
        self.known.insert(path.to_owned(), id);
        id
    }

    /// Adds a label at a place; where the file cannot be read, a note that names the place.
    pub fn label(&mut self, excerpt: &mut Excerpt, style: LabelStyle, place: &SourceLocation, message: &str) {
        let message = phrases::one_line(message);
        let Some(id) = self.file(&place.file) else {
            let message = if message.is_empty() { String::new() } else { format!(": {message}") };
            excerpt.notes.push(format!("at {}{message}", phrases::at(place)));
            return;
        };
        let text = self.files.get(id).expect("an id of ours").source();
        let (start, end) = range(text, place);
        excerpt.labels.push(Label { style, file_id: id, range: start..end, message });
    }

    /// Writes it.
    pub fn emit(&self, excerpt: &Excerpt, out: &mut Buffer) -> io::Result<()> {
        emit_to_write_style(out, &Config::default(), &self.files, excerpt).map_err(io::Error::other)
    }
}

/// The bytes of a place. Some know no more than a line and a column (a compiler's message, say).
fn range(text: &str, place: &SourceLocation) -> (usize, usize) {
    // The file may have changed since it was checked: keep within it.
    let start = boundary(text, place.start as usize);
    let end = boundary(text, place.end as usize).max(start);
    if place.end > 0 {
        return (start, end);
    }
    let Some(line) = text.split_inclusive('\n').nth((place.line as usize).saturating_sub(1)) else {
        return (start, end);
    };
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let skipped = line.chars().take((place.column as usize).saturating_sub(1)).map(char::len_utf8).sum::<usize>();
    let indent = line[skipped..].len() - line[skipped..].trim_start().len();
    (start + skipped + indent, start + line.trim_end().len().max(skipped + indent))
}

/// The last character boundary at or before an offset.
fn boundary(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Why a command failed, with the place if there is one.
pub fn failure(failure: &Failure, out: &mut Buffer) -> io::Result<()> {
    let mut excerpt = if failure.exit == Exit::Internal { Excerpt::bug() } else { Excerpt::error() };
    excerpt.message.clone_from(&failure.message);
    excerpt.code = failure.code.map(str::to_owned);
    let mut excerpts = Excerpts::new(&failure.root);
    if let Some(place) = &failure.place {
        excerpts.label(&mut excerpt, LabelStyle::Primary, place, "");
    }
    let (said, help) = failure.help.iter().partition::<Vec<_>, _>(|help| is_quote(help));
    excerpt.notes.extend(help.iter().map(|help| format!("help: {help}")));
    excerpts.emit(&excerpt, out)?;
    said.iter().try_for_each(|text| quote(text, out))
}

/// Whether a help is what another program said (the compiler), which is shown as it is.
pub fn is_quote(help: &str) -> bool {
    help.trim_end().contains('\n')
}

/// What another program said.
pub fn quote(text: &str, out: &mut Buffer) -> io::Result<()> {
    writeln!(out, "{}\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_without_bytes_is_found_by_line_and_column() {
        let text = "fn é() {\r\n    é(1)\r\n}\n";
        let place = |line, column| SourceLocation { file: String::new(), line, column, start: 0, end: 0 };
        let found = |line, column| {
            let (start, end) = range(text, &place(line, column));
            &text[start..end]
        };
        assert_eq!(found(2, 1), "é(1)");
        assert_eq!(found(2, 6), "(1)");
        assert_eq!(found(3, 1), "}");
        assert_eq!(found(3, 9), "");
        assert_eq!(found(9, 1), "");
    }
}
