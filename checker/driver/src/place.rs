//! Spans as places that people and editors understand, and names that are the only ones of their kind.
use std::path::Path;

use refine_core::program::Program;
use refine_core::span::Span;

use crate::report::SourceLocation;

/// Turns spans of one package into places.
pub(crate) struct Places<'p> {
    pub(crate) program: &'p dyn Program,
    /// The workspace's root, which places are seen from.
    pub(crate) root: &'p Path,
    /// Put before each file's path: [`crate::project::Target::prefix`].
    pub(crate) prefix: &'p str,
    /// Put before each name: [`crate::project::Target::before_names`].
    pub(crate) before_names: &'p str,
}

impl Places<'_> {
    /// A function's path, or an obligation's identity, as no other package has it.
    pub(crate) fn name(&self, path: &str) -> String {
        format!("{}{path}", self.before_names)
    }

    /// A span's place.
    pub(crate) fn of(&self, span: Span) -> SourceLocation {
        let sources = self.program.sources();
        let at = sources.line_col(span);
        // That of another package is absolute.
        let file = Path::new(self.prefix).join(&sources.file(span.file).path);
        let file = file.strip_prefix(self.root).unwrap_or(&file);
        SourceLocation {
            file: file.display().to_string(),
            line: at.line,
            column: at.column,
            start: span.start,
            end: span.end,
        }
    }
}
