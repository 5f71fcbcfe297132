//! Byte offsets and the positions of the protocol, in the encoding that was agreed on.
use std::ops::Range as ByteRange;

use lsp_types::{Position, PositionEncodingKind, Range};

/// In which units a position counts within its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units: what every client has to know, and the default.
    Utf16,
    /// Unicode scalar values.
    Utf32,
}

impl Encoding {
    /// By its name in the protocol.
    pub(crate) fn from_name(name: &str) -> Option<Encoding> {
        match name {
            "utf-8" => Some(Encoding::Utf8),
            "utf-16" => Some(Encoding::Utf16),
            "utf-32" => Some(Encoding::Utf32),
            _ => None,
        }
    }

    /// As the protocol names it.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn units(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// A file's text as it is on disk, by lines.
#[derive(Debug)]
pub(crate) struct Text {
    text: String,
    /// Where each line starts. The first starts after a byte-order mark, which editors do not count.
    starts: Vec<usize>,
}

impl Text {
    /// Of a file's whole text.
    pub(crate) fn new(text: String) -> Text {
        let first = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let starts = std::iter::once(first).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Text { text, starts }
    }

    /// The position of a byte offset; one past the end is the end, one inside a character is its start.
    pub(crate) fn position(&self, offset: u32, encoding: Encoding) -> Position {
        let mut offset = (offset as usize).clamp(self.starts[0], self.text.len().max(self.starts[0]));
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let before = &self.text[self.starts[line]..offset];
        let units: usize = before.chars().map(|c| encoding.units(c)).sum();
        Position { line: line as u32, character: units as u32 }
    }

    /// The range of a span of bytes.
    pub(crate) fn range(&self, span: ByteRange<u32>, encoding: Encoding) -> Range {
        Range { start: self.position(span.start, encoding), end: self.position(span.end, encoding) }
    }

    /// The byte offset of a position; a column past the end of its line is the line's end.
    pub(crate) fn offset(&self, position: Position, encoding: Encoding) -> Option<u32> {
        let start = *self.starts.get(position.line as usize)?;
        let line = self.text[start..].lines().next().unwrap_or("");
        let mut units = 0;
        for (at, c) in line.char_indices() {
            if units >= position.character as usize {
                return Some((start + at) as u32);
            }
            units += encoding.units(c);
        }
        Some((start + line.len()) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    #[test]
    fn columns_count_in_the_units_of_the_encoding() {
        let text = Text::new("fn a() {}\r\n/* ä𝄞 */ x\n".into());
        let x = "fn a() {}\r\n/* ä𝄞 */ ".len() as u32;
        let columns = ALL.map(|encoding| text.position(x, encoding));
        assert_eq!(columns.map(|at| at.line), [1, 1, 1]);
        assert_eq!(columns.map(|at| at.character), [13, 10, 9]);
        assert_eq!(ALL.map(|encoding| text.offset(text.position(x, encoding), encoding)), [Some(x); 3]);
    }

    #[test]
    fn every_offset_of_a_character_survives_the_way_there_and_back() {
        let source = "\u{feff}let é = \"𝄞\";\n\n日本\r\nend";
        let text = Text::new(source.into());
        for encoding in ALL {
            for (at, c) in source.char_indices().skip(1).filter(|&(_, c)| c != '\n') {
                assert_eq!(
                    text.offset(text.position(at as u32, encoding), encoding),
                    Some(at as u32),
                    "{c:?} {encoding:?}"
                );
            }
        }
    }

    #[test]
    fn a_byte_order_mark_is_not_counted() {
        let text = Text::new("\u{feff}fn".into());
        assert_eq!(ALL.map(|encoding| text.position(3, encoding).character), [0, 0, 0]);
        assert_eq!(text.position(0, Encoding::Utf8).character, 0);
    }

    #[test]
    fn what_lies_outside_is_brought_inside() {
        let text = Text::new("ab\ncé".into());
        assert_eq!(text.position(999, Encoding::Utf16), Position { line: 1, character: 2 });
        assert_eq!(text.position(5, Encoding::Utf16), Position { line: 1, character: 1 });
        assert_eq!(text.offset(Position { line: 0, character: 99 }, Encoding::Utf16), Some(2));
        assert_eq!(text.offset(Position { line: 9, character: 0 }, Encoding::Utf16), None);
        assert_eq!(Text::new(String::new()).position(7, Encoding::Utf8), Position { line: 0, character: 0 });
    }
}
