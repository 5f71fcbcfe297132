//! Spans as places that people and editors understand.
use refine_core::program::Program;
use refine_core::span::Span;

use crate::report::Place;

/// Turns spans of one package into places.
pub(crate) struct Places<'p> {
    pub(crate) program: &'p dyn Program,
    /// Put before each file's path: [`crate::project::Target::prefix`].
    pub(crate) prefix: &'p str,
}

impl Places<'_> {
    /// A span's place.
    pub(crate) fn of(&self, span: Span) -> Place {
        let sources = self.program.sources();
        let at = sources.line_col(span);
        Place {
            file: format!("{}{}", self.prefix, sources.file(span.file).path),
            line: at.line,
            column: at.column,
            start: span.start,
            end: span.end,
        }
    }
}
