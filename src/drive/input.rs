//! Reads commands from a pipe: one line, or more if a block, a list or rows continue.

use crate::commands::{TABLE, find};
use crate::files::Unreadable;
use crate::ide::open_blocks;
use crate::lang::parser::{parse, unfinished};
use crate::session::command::{Follows, Kind, Param};
use std::io::{self, BufRead, Read as _};

/// A command with its continuation lines.
pub(super) struct Entry {
    pub text: String,
    /// Lines of the input before it.
    pub lines_before: usize,
}

/// The lines of a pipe.
pub(super) struct Input<R> {
    lines: R,
    /// The longest entry (bytes).
    limit: u64,
    /// Lines and bytes read so far.
    count: usize,
    bytes: usize,
}

impl<R: BufRead> Input<R> {
    pub fn new(lines: R, limit: u64) -> Self {
        Input {
            lines,
            limit,
            count: 0,
            bytes: 0,
        }
    }

    /// Reads the next command, as soon as its last line has arrived. At the end of the input, returns an incomplete one, and then none.
    pub fn next(&mut self) -> io::Result<Option<Entry>> {
        let mut text = String::new();
        let mut lines_before = self.count;
        // In a text with an open block, only a line that closes one can complete it.
        let mut is_open = false;
        while let Some(line) = self.line(self.limit.saturating_sub(text.len() as u64))? {
            let closes = line.trim_start().starts_with(['e', '.']);
            text += &line;
            self.count += 1;
            if text.trim().is_empty() {
                text.clear();
                lines_before = self.count;
                continue;
            }
            if is_open && !closes {
                continue;
            }
            let entry = text.trim_end_matches(['\n', '\r']);
            if !goes_on(entry) {
                text.truncate(entry.len());
                return Ok(Some(Entry { text, lines_before }));
            }
            is_open = !open_blocks(&text).is_empty();
        }
        Ok((!text.is_empty()).then_some(Entry { text, lines_before }))
    }

    /// Reads the next line with its line end; none after the last.
    fn line(&mut self, limit: u64) -> io::Result<Option<String>> {
        let mut bytes = vec![];
        let mut limited = self.lines.by_ref().take(limit);
        let read = limited.read_until(b'\n', &mut bytes)?;
        if read as u64 == limit {
            return Err(io::Error::other(format!(
                "a line has {limit} bytes or more (`--largest-file` raises the limit)"
            )));
        }
        let line = String::from_utf8(bytes).map_err(|why| {
            let place = self.bytes + why.utf8_error().valid_up_to();
            io::Error::other(Unreadable::NotText(place).to_string())
        })?;
        self.bytes += read;
        Ok((read > 0).then_some(line))
    }
}

/// Whether more lines must follow: a block is open, rows of numbers are incomplete, or a comment precedes the line that it
/// describes.
pub(crate) fn goes_on(text: &str) -> bool {
    let is_comment = |line: &str| line.trim_start().starts_with('#');
    if text.lines().all(is_comment) && !text.is_empty() && !text.ends_with('\n') {
        return true;
    }
    if !unfinished(text, &TABLE) {
        return false;
    }
    let parsed = parse(0, text, &TABLE);
    let complete = parsed.statements.last().is_some_and(|last| {
        let head = text.get(last.head.range()).and_then(find);
        head.is_some_and(|c| c.follows == Follows::Rows && last.arguments.len() >= rows_of(c.forms))
    });
    !complete
}

/// Returns the total count of numbers in rows.
fn rows_of(forms: &[&[Param]]) -> usize {
    let is_matrix = |p: &Param| matches!(p.kind, Kind::Matrix);
    if forms.iter().any(|form| form.iter().any(is_matrix)) {
        16
    } else {
        usize::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(text: &str) -> Vec<(String, usize)> {
        let mut input = Input::new(text.as_bytes(), 1 << 20);
        let mut all = vec![];
        while let Ok(Some(entry)) = input.next() {
            all.push((entry.text, entry.lines_before));
        }
        all
    }

    #[test]
    fn commands_keep_the_numbers_of_their_lines() {
        let own = |pairs: &[(&str, usize)]| -> Vec<(String, usize)> {
            let pairs = pairs.iter();
            pairs
                .map(|(text, line)| ((*text).to_owned(), *line))
                .collect()
        };
        assert_eq!(
            entries("\n\ngo 1\r\n# why\ngo 2\nif true\n  go 3\nend\nexpect 1 == 1"),
            own(&[
                ("go 1", 2),
                ("# why\ngo 2", 3),
                ("if true\n  go 3\nend", 5),
                ("expect 1 == 1", 8)
            ])
        );
        assert_eq!(entries("procom 0\n! step"), own(&[("procom 0\n! step", 0)]));
        assert_eq!(entries(" \n\n"), []);
    }

    #[test]
    fn what_is_no_text_and_what_is_too_long_cannot_be_read() {
        let read =
            |bytes: &[u8], limit| Input::new(bytes, limit).next().err().map(|e| e.to_string());
        assert!(read(b"go\n\xff\n", 99).is_none());
        assert!(read(b"\xff\n", 99).is_some_and(|why| why.contains("not text")));
        assert!(read(b"print too long\n", 8).is_some_and(|why| why.contains("8 bytes or more")));
    }
}
