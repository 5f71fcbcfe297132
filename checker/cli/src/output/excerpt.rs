//! Excerpts of source text with labels. The only user of codespan-reporting.
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use codespan_reporting::diagnostic::{Diagnostic, Label, LabelStyle};
use codespan_reporting::files::SimpleFiles;
use codespan_reporting::term::termcolor::Buffer;
use codespan_reporting::term::{Config, emit_to_write_style};
use refine_driver::Place;

use crate::exit::{Exit, Failure};
use crate::output::words;

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
    pub fn label(&mut self, excerpt: &mut Excerpt, style: LabelStyle, place: &Place, message: &str) {
        let message = words::one_line(message);
        let Some(id) = self.file(&place.file) else {
            let message = if message.is_empty() { String::new() } else { format!(": {message}") };
            excerpt.notes.push(format!("at {}{message}", words::at(place)));
            return;
        };
        // The file may have changed since it was checked: keep within it.
        let text = self.files.get(id).expect("an id of ours").source();
        let start = boundary(text, place.start as usize);
        let end = boundary(text, place.end as usize).max(start);
        excerpt.labels.push(Label { style, file_id: id, range: start..end, message });
    }

    /// Writes it.
    pub fn emit(&self, excerpt: &Excerpt, out: &mut Buffer) -> io::Result<()> {
        emit_to_write_style(out, &Config::default(), &self.files, excerpt).map_err(io::Error::other)
    }
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
    excerpt.notes.extend(failure.help.iter().map(|help| format!("help: {help}")));
    excerpts.emit(&excerpt, out)
}
