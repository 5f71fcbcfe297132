//! Insertions into the user's text that move no line, and the way back from columns in the changed text.
use std::collections::{BTreeMap, HashMap};

use refine_core::span::{FileId, LineCol, Sources, Span};

/// What is to be inserted, in any order.
#[derive(Default)]
pub(crate) struct Edits {
    points: Vec<(FileId, u32, String)>,
    wraps: Vec<Wrap>,
}

/// Where two pieces of text are put around the same expression, the first is the outermost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Layer {
    /// A block with a counter or a look at a loop.
    Block,
    /// The counter of a condition's values.
    Condition,
    /// What an argument is put into, to say something after it.
    Argument,
    /// The expression with something said before.
    Call,
    /// The `else` that an `if` has not.
    Else,
}

/// A piece of the user's text with something before and after it.
struct Wrap {
    span: Span,
    layer: Layer,
    before: String,
    after: String,
}

impl Edits {
    /// Inserts at an offset, after what was inserted there before. ASCII without line ends, unless at the file's end.
    pub(crate) fn add(&mut self, file: FileId, offset: u32, text: &str) {
        self.points.push((file, offset, text.to_owned()));
    }

    /// Puts text around a piece of the user's, which is inside of the others that are around more.
    pub(crate) fn wrap(&mut self, span: Span, layer: Layer, before: impl Into<String>, after: impl Into<String>) {
        self.wraps.push(Wrap { span, layer, before: before.into(), after: after.into() });
    }

    /// All of it in order: at one offset what ends there, then what stands between, then what starts.
    pub(crate) fn finish(mut self) -> Insertions {
        let mut out = Insertions::default();
        self.wraps.sort_by_key(|wrap| (wrap.span.file, wrap.span.start, u32::MAX - wrap.span.end, wrap.layer));
        self.wraps.iter().rev().for_each(|wrap| out.add(wrap.span.file, wrap.span.end, &wrap.after));
        self.points.iter().for_each(|(file, offset, text)| out.add(*file, *offset, text));
        self.wraps.iter().for_each(|wrap| out.add(wrap.span.file, wrap.span.start, &wrap.before));
        out
    }
}

/// Texts to insert, by file and offset.
#[derive(Default)]
pub(crate) struct Insertions {
    by_file: HashMap<FileId, BTreeMap<u32, String>>,
}

impl Insertions {
    fn add(&mut self, file: FileId, offset: u32, text: &str) {
        self.by_file.entry(file).or_default().entry(offset).or_default().push_str(text);
    }

    /// The files that change, with their new texts.
    pub(crate) fn apply(&self, sources: &Sources) -> Vec<(FileId, String)> {
        let mut files: Vec<_> = self.by_file.iter().collect();
        files.sort_by_key(|(file, _)| **file);
        let changed = files.into_iter().map(|(file, insertions)| {
            let text = &sources.file(*file).text;
            let mut out = String::with_capacity(text.len() + 1024);
            let mut done = 0;
            for (&offset, insertion) in insertions {
                let offset = (offset as usize).min(text.len());
                out.push_str(text.get(done..offset).unwrap_or(""));
                out.push_str(insertion);
                done = offset;
            }
            out.push_str(text.get(done..).unwrap_or(""));
            (*file, out)
        });
        changed.collect()
    }

    /// The place in the user's text for a place in the changed text.
    pub(crate) fn original(&self, sources: &Sources, file: FileId, at: LineCol) -> LineCol {
        let mut column = at.column;
        let mut shift = 0;
        for (&offset, text) in self.by_file.get(&file).into_iter().flatten() {
            let place = sources.file(file).line_col(offset);
            if place.line != at.line {
                continue;
            }
            let (start, length) = (place.column + shift, text.chars().count() as u32);
            if at.column >= start + length {
                shift += length;
                column = at.column - shift;
            } else if at.column > start {
                return place;
            }
        }
        LineCol { line: at.line, column }
    }
}
