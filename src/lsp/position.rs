//! Positions in a text: bytes in this program, lines with UTF-16 units in the protocol.

use lsp_types::{Position, Range};

/// A text and where its lines start; they end with `\n`, `\r\n` or `\r`, for the protocol as for the language.
#[derive(Clone, Copy)]
pub(super) struct Text<'t> {
    pub text: &'t str,
    /// The first byte of each line, in order; see [`crate::source::lines`].
    pub starts: &'t [u32],
}

impl<'t> Text<'t> {
    /// Returns the protocol's position of a byte. One within a character or a line end becomes the start of that.
    pub fn position(self, offset: usize) -> Position {
        let after = self
            .starts
            .partition_point(|start| *start as usize <= offset);
        let line = after.saturating_sub(1);
        let content = self.line(line);
        let before = content.get(..self.text.floor_char_boundary(offset) - self.start(line));
        Position {
            line: line as u32,
            character: before.unwrap_or(content).encode_utf16().count() as u32,
        }
    }

    /// Converts a position of the protocol to a byte offset. A position after the end of a line becomes that end, and one
    /// within a character becomes the start of the character.
    pub fn offset(self, position: Position) -> usize {
        let line = position.line as usize;
        if line >= self.starts.len() {
            return self.text.len();
        }
        let content = self.line(line);
        let mut units = 0;
        let within = content.char_indices().find(|(_, c)| {
            units += c.len_utf16();
            units > position.character as usize
        });
        self.start(line) + within.map_or(content.len(), |(at, _)| at)
    }

    /// Converts a range of bytes to a range of the protocol.
    pub fn range(self, bytes: std::ops::Range<usize>) -> Range {
        Range {
            start: self.position(bytes.start),
            end: self.position(bytes.end),
        }
    }

    /// Converts a range of the protocol to a range of bytes, which is empty if its end is before its start.
    pub fn bytes(self, range: Range) -> std::ops::Range<usize> {
        let start = self.offset(range.start);
        start..self.offset(range.end).max(start)
    }

    /// Returns the first byte of the line that contains a byte.
    pub fn line_start(self, offset: usize) -> usize {
        let after = self
            .starts
            .partition_point(|start| *start as usize <= offset);
        self.start(after.saturating_sub(1))
    }

    /// Returns a line without its line end.
    pub fn line(self, line: usize) -> &'t str {
        let end = self
            .starts
            .get(line + 1)
            .map_or(self.text.len(), |next| *next as usize);
        let whole = self.text.get(self.start(line)..end).unwrap_or_default();
        let content = whole.strip_suffix('\n').unwrap_or(whole);
        content.strip_suffix('\r').unwrap_or(content)
    }

    fn start(self, line: usize) -> usize {
        self.starts
            .get(line)
            .map_or(self.text.len(), |start| *start as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::lines;
    use proptest::prelude::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn characters_count_as_utf_16_does() {
        let text = "a🦗b\r\nü\rx\n";
        let starts = lines(text);
        let text = Text {
            text,
            starts: &starts,
        };
        assert_eq!(text.position(5), at(0, 3));
        assert_eq!(text.offset(at(0, 3)), 5);
        // Within the insect, in bytes and in units.
        assert_eq!(text.position(3), at(0, 1));
        assert_eq!(text.offset(at(0, 2)), 1);
        // After the end of a line, and between its two characters.
        assert_eq!(text.offset(at(0, 99)), 6);
        assert_eq!(text.position(7), at(0, 4));
        assert_eq!(text.position(8), at(1, 0));
        assert_eq!(text.offset(at(1, 1)), 10);
        assert_eq!(text.offset(at(2, 0)), 11);
        assert_eq!(text.position(13), at(3, 0));
        assert_eq!(text.offset(at(9, 0)), 13);
        assert_eq!(text.position(99), at(3, 0));
    }

    /// Generates texts with many line ends and characters of all lengths.
    fn texts() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            Just("\n".to_owned()),
            Just("\r\n".to_owned()),
            Just("\r".to_owned()),
            Just("🦗".to_owned()),
            Just("é".to_owned()),
            "[a-z ]{0,3}",
            any::<char>().prop_map(String::from),
        ];
        proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn there_and_back(text in texts()) {
            let starts = lines(&text);
            let view = Text { text: &text, starts: &starts };
            for (offset, c) in text.char_indices() {
                let place = view.position(offset);
                let is_line_end = matches!(c, '\r' | '\n');
                let back = view.offset(place);
                // Of `\r\n` only the first is a place.
                prop_assert!(back == offset || is_line_end && back + 1 == offset);
                let line_before = &text[view.line_start(offset)..back];
                prop_assert_eq!(place.character as usize, line_before.encode_utf16().count());
            }
            prop_assert_eq!(view.offset(view.position(text.len())), text.len());
        }

        #[test]
        fn any_place_is_one_of_the_text(text in texts(), line in 0..50u32, character in 0..50u32, byte in 0..200usize) {
            let starts = lines(&text);
            let view = Text { text: &text, starts: &starts };
            let offset = view.offset(at(line, character));
            prop_assert!(text.is_char_boundary(offset));
            let place = view.position(offset);
            prop_assert!(place <= at(line, character));
            prop_assert_eq!(view.offset(place), offset);
            prop_assert!(view.offset(view.position(byte)) <= byte);
        }
    }
}
