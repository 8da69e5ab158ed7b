//! Formats a script: spacing, indentation and comments; no token changes.

use super::lexer::{Token, lines as tokens_of_lines};
use super::mistake::{Kind, Mistake};
use super::parser::parse;
use super::syntax::Statement;
use super::vocabulary::{Own, Vocabulary};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Indentation of the commands of a list relative to its head.
const INDENT: usize = 2;
/// Blanks between the longest command of a run of lines and its comment.
const BEFORE_COMMENT: usize = 2;

/// Formats the text of a script.
///
/// Arguments are separated by one blank; the commands of a list are indented, its end is not; a comment on its own line is
/// indented like a command in its place, and comments after commands are aligned in each run of consecutive lines; several
/// empty lines become one. Texts in quotes, messages and comments are unchanged. Rows of numbers keep their columns, which were
/// aligned by hand. Lines end with `\n`, including the last one.
///
/// # Errors
/// The script does not parse. The meaning of a faulty line is unknown, so nothing is formatted, and the reports (of source 0)
/// are those of the parser.
pub fn format(text: &str, vocabulary: &dyn Vocabulary) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(0, text, vocabulary);
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics);
    }
    // `after 1s print hello` is reported where it is bound, but it opens a block all the same.
    let mut open = vec![];
    never_closed(&parsed.statements, &mut open);
    if !open.is_empty() {
        let reports = open.iter().map(|mistake| mistake.report(text, vocabulary));
        return Err(reports.collect());
    }
    let mut lines = read(text, &Own::of(text, vocabulary));
    keep_columns(&mut lines);
    let columns = comment_columns(&lines);
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for (line, column) in lines.iter().zip(columns) {
        if line.is_empty() {
            gap = !out.is_empty();
            continue;
        }
        if std::mem::take(&mut gap) {
            out.push('\n');
        }
        let blanks = |n| std::iter::repeat_n(' ', n);
        out.extend(blanks(line.indent));
        out.push_str(&line.code);
        if !line.code.is_empty() && !line.comment.is_empty() {
            out.extend(blanks(column.saturating_sub(line.width())));
        }
        out.push_str(line.comment);
        out.push('\n');
    }
    Ok(out)
}

/// Adds the blocks without an end, in the order of their heads.
fn never_closed(statements: &[Statement], found: &mut Vec<Mistake>) {
    for statement in statements {
        let blocks: Vec<_> = statement.blocks().collect();
        if let Some(last) = blocks.last()
            && last.end.range().is_empty()
        {
            found.push(Mistake {
                span: statement.head,
                kind: Kind::BlockNeverClosed(last.end),
            });
        }
        for block in blocks {
            never_closed(&block.statements, found);
        }
    }
}

/// A line of a script, split into parts.
struct Line<'t> {
    /// Number of blanks before it.
    indent: usize,
    /// Its tokens, without blanks on either side; empty if there are none.
    code: String,
    /// Its comment from the `#` on, without trailing blanks; empty if there is none.
    comment: &'t str,
    /// Indentation of its first token, if it is a row of numbers.
    row: Option<usize>,
}

impl Line<'_> {
    fn is_empty(&self) -> bool {
        self.code.is_empty() && self.comment.is_empty()
    }

    /// Returns the number of characters up to the end of its tokens.
    fn width(&self) -> usize {
        self.indent + self.code.chars().count()
    }
}

/// Returns the lines of a text that parses, each indented by its enclosing list.
fn read<'t>(text: &'t str, vocabulary: &dyn Vocabulary) -> Vec<Line<'t>> {
    let tokens = tokens_of_lines(0, text, vocabulary);
    let mut lines = vec![];
    let mut depth = 0_usize;
    let mut start = 0;
    for tokens in tokens.split_inclusive(|(token, _)| *token == Token::LineEnd) {
        let (tokens, end) = match tokens.split_last() {
            Some(((Token::LineEnd, place), before)) => (before, place.range()),
            _ => (tokens, text.len()..text.len()),
        };
        let first = tokens.first().map(|(token, _)| *token);
        let stands = match first {
            Some(Token::Dots | Token::End | Token::Else) => depth.saturating_sub(1),
            _ => depth,
        };
        lines.push(line(text, start..end.start, tokens, stands * INDENT));
        depth = match first {
            Some(Token::Dots | Token::End) => stands,
            Some(Token::Head(shape)) if shape.follows.is_block() => depth + 1,
            _ => depth,
        };
        start = end.end;
    }
    // A last line without a line end that contains only a comment has no token.
    if start < text.len() && tokens.last().is_none_or(|(t, _)| *t == Token::LineEnd) {
        lines.push(line(text, start..text.len(), &[], depth * INDENT));
    }
    lines
}

/// Makes one line from its position in the text and its tokens.
fn line<'t>(
    text: &'t str,
    place: std::ops::Range<usize>,
    tokens: &[(Token, Span)],
    indent: usize,
) -> Line<'t> {
    let first = tokens.first();
    let is_row = matches!(first, Some((Token::Number(_) | Token::Measure(_), _)));
    let mut code = String::new();
    let mut at = place.start;
    let mut joined = false;
    let mut braces = 0_usize;
    let mut quoted = false;
    for (token, span) in tokens {
        let blanks = text.get(at..span.start as usize).unwrap_or_default();
        if quoted {
            // A text is kept as it is, with its expressions.
            code.push_str(blanks);
        } else if braces > 0 {
            // The spacing inside an expression is kept.
            let at_edge = joined || braces == 1 && *token == Token::Close;
            code.push_str(if at_edge { "" } else { blanks });
        } else if !(code.is_empty() || joined || matches!(token, Token::Glue | Token::CloseList)) {
            code.push_str(if is_row { columns(blanks) } else { " " });
        }
        code.push_str(text.get(span.range()).unwrap_or_default());
        at = span.end as usize;
        quoted |= *token == Token::QuoteOpen;
        match token {
            Token::QuoteClose => quoted = false,
            _ if quoted => {}
            Token::Open => braces += 1,
            Token::Close => braces = braces.saturating_sub(1),
            _ => {}
        }
        joined = !quoted
            && (matches!(token, Token::Glue | Token::Named | Token::OpenList) && braces == 0
                || *token == Token::Open && braces == 1);
    }
    let after = text.get(at..place.end).unwrap_or_default();
    let row = first.filter(|_| is_row).map(|(_, span)| {
        let before = text.get(place.start..span.start as usize);
        columns(before.unwrap_or_default()).len()
    });
    Line {
        indent,
        code,
        comment: after
            .find('#')
            .and_then(|hash| after.get(hash..))
            .unwrap_or_default()
            .trim_end(),
        row,
    }
}

/// Returns the blanks before a number of a row: kept, except for tabs, whose width is unknown.
fn columns(blanks: &str) -> &str {
    if blanks.contains(|c| c != ' ') {
        " "
    } else {
        blanks
    }
}

/// Indents the rows of each head so that they keep their relative positions: a minus may protrude to the left.
fn keep_columns(lines: &mut [Line]) {
    for rows in lines.chunk_by_mut(|_, next| next.code.is_empty() || next.row.is_some()) {
        let least = rows.iter().filter_map(|line| line.row).min();
        for line in rows {
            if let (Some(stood), Some(least)) = (line.row, least) {
                line.indent += stood - least;
            }
        }
    }
}

/// Returns the start of the comment of each line: one column for each run of lines that have both command and comment.
fn comment_columns(lines: &[Line]) -> Vec<usize> {
    let has_both = |line: &Line| !line.code.is_empty() && !line.comment.is_empty();
    let mut columns = vec![];
    for run in lines.chunk_by(|line, next| has_both(line) && has_both(next)) {
        let widest = run.iter().map(Line::width).max().unwrap_or_default();
        columns.resize(columns.len() + run.len(), widest + BEFORE_COMMENT);
    }
    columns
}
