//! Formats a document.

use super::Answer;
use super::workspace::Workspace;
use crate::commands::TABLE;
use crate::lang::format::format;
use crate::source::lines;
use lsp_types::{DocumentFormattingParams, TextEdit};

/// Returns the changes that format a text; none if it has errors, which are already reported.
pub(super) fn formatting(
    workspace: &mut Workspace,
    params: DocumentFormattingParams,
) -> Answer<Option<Vec<TextEdit>>> {
    let document = workspace.document(&params.text_document.uri)?;
    let Ok(laid_out) = format(&document.text, &TABLE) else {
        return Ok(None);
    };
    let text = document.text();
    let edits = changes(&document.text, &laid_out).into_iter();
    let edits = edits.map(|(bytes, new)| TextEdit::new(text.range(bytes), new));
    Ok(Some(edits.collect()))
}

/// Returns the changes: line by line if the number of lines is the same, so that the cursor stays in place, and otherwise
/// everything from the first different line to the last.
fn changes(old: &str, new: &str) -> Vec<(std::ops::Range<usize>, String)> {
    let (old_lines, new_lines) = (with_ends(old), with_ends(new));
    let same = |(a, b): &(&&str, &&str)| a == b;
    let head = old_lines.iter().zip(&new_lines).take_while(same).count();
    let (old_rest, new_rest) = (&old_lines[head..], &new_lines[head..]);
    let tail = old_rest
        .iter()
        .rev()
        .zip(new_rest.iter().rev())
        .take_while(same)
        .count();
    let old_middle = &old_rest[..old_rest.len() - tail];
    let new_middle = &new_rest[..new_rest.len() - tail];
    let mut at: usize = old_lines[..head].iter().map(|line| line.len()).sum();
    if old_middle.len() != new_middle.len() {
        let end = at + old_middle.iter().map(|line| line.len()).sum::<usize>();
        return vec![(at..end, new_middle.concat())];
    }
    let mut changes = vec![];
    for (old, new) in old_middle.iter().zip(new_middle) {
        let end = at + old.len();
        if old != new {
            changes.push((at..end, (*new).to_owned()));
        }
        at = end;
    }
    changes
}

/// Splits a text into lines, each with its line end.
pub(super) fn with_ends(text: &str) -> Vec<&str> {
    let starts = lines(text);
    let ends = starts
        .iter()
        .skip(1)
        .map(|end| *end as usize)
        .chain([text.len()]);
    let ranges = starts.iter().map(|start| *start as usize).zip(ends);
    ranges
        .filter_map(|(start, end)| text.get(start..end))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::changes;
    use proptest::prelude::*;

    #[test]
    fn only_lines_that_differ_change() {
        assert_eq!(
            changes("a\nb  c\nd\n", "a\nb c\nd\n"),
            [(2..7, "b c\n".to_owned())]
        );
        assert_eq!(changes("a\n\n\n\nd\n", "a\n\nd\n"), [(3..5, String::new())]);
        assert_eq!(changes("a", "a\n"), [(0..1, "a\n".to_owned())]);
        assert_eq!(changes("a\n", "a\n"), []);
    }

    proptest! {
        #[test]
        fn changes_make_the_new_text(old in "[ab\r\n]{0,20}", new in "[ab\n]{0,20}") {
            let mut text = old.clone();
            for (bytes, part) in changes(&old, &new).into_iter().rev() {
                text.replace_range(bytes, &part);
            }
            prop_assert_eq!(text, new);
        }
    }
}
