//! Tokens of an incomplete text, and its open blocks.

use crate::commands::TABLE;
use crate::lang::lexer::{Fault, Token, lex};
use crate::lang::parser;
use crate::lang::vocabulary::Follows;
use crate::source::Span;

/// Tokens of an incomplete text: open braces at its end are treated as if they were closed there, so that their contents have
/// tokens before the `}` is written.
#[must_use]
pub fn tokens_so_far(text: &str) -> Vec<(Token, Span)> {
    let text = &with_plain_if(text);
    let tokens = lex(0, text, &TABLE);
    let in_line = tokens.iter().rev();
    let open = in_line
        .take_while(|(token, _)| *token != Token::LineEnd)
        .find(|(token, _)| *token == Token::Bad(Fault::Open));
    let mut tokens = match open.and_then(|(_, span)| text.get(span.range().start..)) {
        Some(open) => lex(0, &format!("{text}{}", closing(open)), &TABLE),
        None => tokens,
    };
    tokens.retain(|(_, span)| (span.start as usize) < text.len());
    // The last one may reach into the closing signs.
    if let Some((_, last)) = tokens.last_mut() {
        last.end = last.end.min(text.len() as u32);
    }
    tokens
}

/// Replaces the `else` of each `else if` by blanks, so that the `if` is read like any other.
fn with_plain_if(text: &str) -> String {
    let plain = |line: &str| {
        let after = line.trim_start().strip_prefix("else");
        let is_if = |b: &&str| {
            let word = b.trim_start().strip_prefix("if");
            b.starts_with([' ', '\t'])
                && word.is_some_and(|w| !w.starts_with(char::is_alphanumeric))
        };
        match after.filter(is_if) {
            Some(after) => format!("{:1$}{after}", "", line.len() - after.len()),
            None => line.to_owned(),
        }
    };
    text.split_inclusive('\n').map(plain).collect()
}

/// Returns the text that closes the brackets open at the end of a text; none within a text in quotes, which hides them.
fn closing(text: &str) -> String {
    let mut open = vec![];
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '{' => open.push('}'),
            '(' => open.push(')'),
            '[' => open.push(']'),
            _ if open.last() == Some(&c) => {
                open.pop();
            }
            _ => {}
        }
    }
    if quoted {
        return String::new();
    }
    open.into_iter().rev().collect()
}

/// A head whose lines have not ended yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenBlock {
    /// The word: `for`, `procom`.
    pub head: String,
    /// Kind of block that it opens.
    pub follows: Follows,
    /// Offset of the head in the text (bytes).
    pub at: usize,
}

/// Returns the blocks that are open at the end of a text, outermost first.
#[must_use]
pub fn open_blocks(text: &str) -> Vec<OpenBlock> {
    let open = parser::open_blocks(text, &TABLE).into_iter();
    open.map(|(head, follows)| OpenBlock {
        head: text.get(head.range()).unwrap_or_default().to_owned(),
        follows,
        at: head.start as usize,
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<&str> {
        let tokens = tokens_so_far(text);
        let told = tokens.iter().map(|(_, span)| &text[span.range()]);
        told.filter(|t| !t.is_empty()).collect()
    }

    #[test]
    fn what_is_open_has_its_tokens() {
        assert_eq!(told("move a {sin(x"), ["move", "a", "{", "sin", "(", "x"]);
        assert_eq!(told("let x = [1 (a"), ["let", "x", "=", "[", "1", "(", "a"]);
        assert_eq!(told("print it is {a"), ["print", "it is ", "{", "a"]);
        assert_eq!(told("scale leg_{s"), ["scale", "leg_", "{", "s"]);
        assert_eq!(told("else if a > b"), ["if", "a", ">", "b"]);
    }

    fn open(text: &str) -> String {
        let heads: Vec<String> = open_blocks(text).into_iter().map(|o| o.head).collect();
        heads.join(" ")
    }

    #[test]
    fn open_blocks_are_those_without_an_end() {
        assert_eq!(
            open("define leg a\nfor i in 0..3\nif i > 1"),
            "define for if"
        );
        assert_eq!(open("define leg a\nfor i in 0..3\nelse\nend"), "define");
        assert_eq!(open("procom 0\nmotor end 1\n.."), "");
        assert_eq!(open("procom 0\nretcom 0"), "retcom");
        assert_eq!(open("if a\n..\n"), "if");
        assert_eq!(open("setrootmatrix\n1 2 3 4"), "");
    }
}
