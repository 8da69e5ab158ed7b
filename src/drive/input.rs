//! Reads commands from a pipe: one line, or more if a block, a list or rows continue.

use crate::commands::{TABLE, find};
use crate::files::{LONGEST_LINE, Unreadable};
use crate::ide::open_blocks;
use crate::lang::parser::{parse, unfinished};
use crate::lang::syntax::Argument;
use crate::session::command::{Follows, Kind, Param};
use std::io::{self, BufRead, Read as _};

/// A command with its continuation lines.
pub(super) struct Entry {
    pub text: String,
    /// Lines of the input before it.
    pub lines_before: usize,
    /// Reason why it cannot run: a line of it is not text, or is too long.
    pub refused: Option<String>,
}

/// Number of open blocks near the nesting limit, where dots may end more of them.
const DEEP: usize = 60;

/// Smallest number of lines of an entry of which not every line that closes a block is followed by a parse of the whole entry.
const MANY_LINES: usize = 64;

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
        let mut refused = None;
        // In a text with an open block, only a line that closes one can complete it.
        let mut open = Open::default();
        while let Some(mut line) = self.line(&mut refused)? {
            self.count += 1;
            if (text.len() + line.len()) as u64 > self.limit {
                let limit = self.limit;
                refused.get_or_insert_with(|| {
                    format!(
                        "a command has more than {limit} bytes (`--largest-file` raises the limit)"
                    )
                });
                // Only its blocks are needed, to find its end.
                let first = line.split_whitespace().next().unwrap_or_default();
                let is_of_block = find(first).is_some_and(|c| c.follows.is_block());
                if !is_of_block && !first.starts_with("end") && !first.starts_with('.') {
                    line.retain(|c| c == '\n');
                }
                if text.len() as u64 > self.limit.saturating_mul(2) {
                    return Err(io::Error::other("a command has too many blocks"));
                }
            }
            let may_end = open.may_end_with(&line);
            text += &line;
            if text.trim().is_empty() && refused.is_none() {
                text.clear();
                open = Open::default();
                lines_before = self.count;
                continue;
            }
            if !may_end {
                continue;
            }
            let entry = text.trim_end_matches(['\n', '\r']);
            if !goes_on(entry) {
                text.truncate(entry.len());
                return Ok(Some(Entry {
                    text,
                    lines_before,
                    refused,
                }));
            }
            open.found(&text);
        }
        Ok((!text.is_empty() || refused.is_some()).then_some(Entry {
            text,
            lines_before,
            refused,
        }))
    }

    /// Reads the next line with its line end; none after the last. Of a line that cannot run, sets the reason, and returns what
    /// shows whether it opens or closes a block.
    fn line(&mut self, refused: &mut Option<String>) -> io::Result<Option<String>> {
        let mut bytes = vec![];
        let limit = self.limit.min(LONGEST_LINE as u64);
        let mut limited = self.lines.by_ref().take(limit);
        let mut read = limited.read_until(b'\n', &mut bytes)?;
        if read as u64 == limit && bytes.last() != Some(&b'\n') {
            read += self.skip_line()?;
            bytes = b"\n".to_vec();
            let message = format!("a line has more than {limit} bytes");
            refused.get_or_insert(message);
        }
        let line = String::from_utf8(bytes).unwrap_or_else(|why| {
            let place = self.bytes + why.utf8_error().valid_up_to();
            refused.get_or_insert_with(|| Unreadable::NotText(place).to_string());
            String::from_utf8_lossy(why.as_bytes()).into_owned()
        });
        self.bytes += read;
        Ok((read > 0).then_some(line))
    }

    /// Skips the rest of a line; returns its length (bytes).
    fn skip_line(&mut self) -> io::Result<usize> {
        let mut skipped = 0;
        loop {
            let bytes = self.lines.fill_buf()?;
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let length = end.map_or(bytes.len(), |at| at + 1);
            self.lines.consume(length);
            skipped += length;
            if end.is_some() || length == 0 {
                return Ok(skipped);
            }
        }
    }
}

/// The open blocks of an entry, to parse it only when it may be complete.
#[derive(Default)]
struct Open {
    /// Number of its lines.
    lines: usize,
    /// Whether a line is no comment.
    has_begun: bool,
    /// Whether a block is open.
    any: bool,
    /// Blocks that are open for certain, innermost last: whether each is a list.
    certain: Vec<bool>,
}

impl Open {
    /// Whether the entry may be complete after another line.
    fn may_end_with(&mut self, line: &str) -> bool {
        self.lines += 1;
        let line = line.trim();
        self.has_begun |= !line.starts_with('#');
        if !self.any {
            // Comments precede a command, and rows of numbers end with another line.
            let is_number = |word: &str| word.parse::<f64>().is_ok();
            let is_row = !line.is_empty() && line.split_whitespace().all(is_number);
            return self.has_begun && !(is_row && self.lines > MANY_LINES);
        }
        let (is_end, is_dots) = (line.starts_with("end"), line.starts_with('.'));
        if is_end {
            self.certain.pop();
        } else if is_dots {
            // They also end the blocks in their list.
            let list = self.certain.iter().rposition(|is_list| *is_list);
            let is_deep = self.certain.len() >= DEEP;
            self.certain
                .truncate(list.filter(|_| !is_deep).unwrap_or(0));
        } else {
            self.enter(line);
        }
        (is_end || is_dots) && (self.certain.is_empty() || self.lines < MANY_LINES)
    }

    /// Takes over the open blocks that a parse has found.
    fn found(&mut self, text: &str) {
        let blocks = open_blocks(text);
        self.any = !blocks.is_empty();
        if self.certain.is_empty() {
            let lines = blocks.iter().filter_map(|block| text.get(block.at..));
            lines.for_each(|line| self.enter(line));
        }
    }

    /// Adds the block that a line opens for certain. An event may contain its lines, and then ends without an `end`.
    fn enter(&mut self, line: &str) {
        let line = line.split(['\n', '\r']).next().unwrap_or_default();
        let [block] = &open_blocks(line)[..] else {
            return;
        };
        let is_list = block.follows == Follows::List;
        let is_certain = match block.head.as_str() {
            "after" | "at" | "every" => line.split_whitespace().count() == 2,
            "when" => {
                let parsed = parse(0, line, &TABLE);
                let mut arguments = parsed.statements.iter().flat_map(|when| &when.arguments);
                !arguments.any(Argument::is_faulty)
            }
            // A list in a list ends that.
            _ => !(is_list && self.certain.last() == Some(&true)),
        };
        if is_certain {
            self.certain.push(is_list);
        }
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
            assert_eq!(entry.refused, None);
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
    fn lines_that_are_no_text_or_too_long_are_refused_with_their_blocks() {
        let all = |bytes: &[u8], limit| {
            let mut input = Input::new(bytes, limit);
            let mut all = vec![];
            while let Ok(Some(entry)) = input.next() {
                all.push((entry.lines_before, entry.refused.is_some()));
            }
            all
        };
        assert_eq!(
            all(b"go\n\xff\ngo\n", 99),
            [(0, false), (1, true), (2, false)]
        );
        assert_eq!(
            all(b"every 1s\n  print \xff\nend\ngo\n", 99),
            [(0, true), (3, false)]
        );
        assert_eq!(all(b"print too long\ngo\n", 8), [(0, true), (1, false)]);
        assert_eq!(
            all(b"12345678\ngo\nprint too long", 9),
            [(0, false), (1, false), (2, true)]
        );
        let block = "every 1s\n".to_owned() + &"go\n".repeat(9) + "end\ngo\n";
        assert_eq!(all(block.as_bytes(), 20), [(0, true), (11, false)]);
    }

    #[test]
    fn large_blocks_end_at_their_own_end() {
        let pairs = "if a\nelse\nend\nafter 1s\nend\nafter 1s print a\nend\n".repeat(40);
        let lists = "procom 0\nif a\n..\nprocom 0\nretcom 0\nend\n".repeat(20);
        for inner in [
            pairs,
            lists,
            "define x\nrepeat 2\nexpect 1\nend\nend\n".repeat(40),
        ] {
            let block = format!("define y\n{inner}end");
            assert!(!goes_on(&block), "{block}");
            let all = entries(&format!("{block}\ngo 1\n"));
            assert_eq!(all.len(), 2, "{block}");
            assert_eq!(all[0].0, block);
        }
    }
}
