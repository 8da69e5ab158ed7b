//! The incomplete expression at the end of a line, and the function call that contains the position.

use crate::commands::TABLE;
use crate::lang::parser::{Rest, Vocabulary};

/// Returns the incomplete expression at the end of a line; none if there is no expression.
pub(super) fn expression_at_end(line: &str) -> Option<&str> {
    let (mut quoted, mut blank) = (false, true);
    let mut open = vec![];
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted && blank => return None,
            '{' if !quoted => open.push(at + 1),
            '}' if !quoted => {
                open.pop();
            }
            _ => {}
        }
        blank = matches!(c, ' ' | '\t');
    }
    if quoted {
        return None;
    }
    match open.last() {
        Some(start) => line.get(*start..),
        None => bare(line),
    }
}

/// Returns the text after the head of a form that takes a bare expression.
fn bare(line: &str) -> Option<&str> {
    let (head, rest) = word(line)?;
    let (head, rest) = if head == "else" {
        word(rest)?
    } else {
        (head, rest)
    };
    rest.starts_with([' ', '\t']).then_some(())?;
    match TABLE.shape(head).rest {
        Rest::Expression => Some(rest),
        // A claim may end with a reason in quotes.
        Rest::Claim | Rest::Moment => Some(rest).filter(|rest| !rest.contains('"')),
        Rest::Assignment => rest.split_once('=').map(|(_, expression)| expression),
        Rest::Loop => {
            let (_, behind) = word(rest)?;
            let items = behind.trim_start().strip_prefix("in")?;
            items.starts_with([' ', '\t']).then_some(items)
        }
        Rest::Arguments | Rest::Text => None,
    }
}

/// The first word of a text and what follows it.
fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find([' ', '\t', '=']).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// The name, perhaps with members, that is being written at the end of an expression.
pub(super) fn name_at_end(expression: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let start = expression.trim_end_matches(is_part).len();
    // `0..n`: the range's end is what is being written.
    let name = expression.get(start..).unwrap_or_default();
    name.rsplit("..").next().unwrap_or_default()
}

/// Returns the function whose arguments the expression ends in, and the number of the argument.
pub(super) fn call_at_end(expression: &str) -> Option<(&str, usize)> {
    let mut quoted = false;
    let mut open: Vec<(&str, usize)> = vec![];
    for (at, c) in expression.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' => {
                let before = expression.get(..at).unwrap_or_default();
                let name = if c == '(' { name_at_end(before) } else { "" };
                open.push((name, 0));
            }
            ')' | ']' => {
                open.pop();
            }
            ',' => {
                if let Some((_, argument)) = open.last_mut() {
                    *argument += 1;
                }
            }
            _ => {}
        }
    }
    let mut calls = open.into_iter().rev();
    calls.find(|(name, _)| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_off_in_expressions() {
        for (line, wanted) in [
            ("move box {coxa[", Some("coxa[")),
            ("joint leg_{s", Some("s")),
            ("joint leg_{s}0 ", None),
            ("let x = 2 * ", Some(" 2 * ")),
            ("let x", None),
            ("else if a", Some(" a")),
            ("for i in 0..n", Some(" 0..n")),
            ("for i i", None),
            ("expect x > 0 \"why {", None),
            ("print \"a", None),
            ("print a {b} {c + ", Some("c + ")),
            ("go 1 # {", None),
            ("if", None),
        ] {
            assert_eq!(expression_at_end(line), wanted, "{line}");
        }
    }

    #[test]
    fn calls_and_names_are_found_at_the_end() {
        assert_eq!(call_at_end("clamp(1, max(2, 3), "), Some(("clamp", 2)));
        assert_eq!(call_at_end("clamp([1 2, 3] (4"), Some(("clamp", 0)));
        assert_eq!(call_at_end("(1"), None);
        assert_eq!(call_at_end("f(\"(,\", "), Some(("f", 1)));
        assert_eq!(name_at_end("2 * tail.vel"), "tail.vel");
        assert_eq!(name_at_end("0..n"), "n");
        assert_eq!(name_at_end("a + "), "");
    }
}
