//! Lexer of arguments, before their tokens are merged with those of expressions.

use super::{Fault, Measure, Token};
use logos::Logos;

/// A token of a line of arguments.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(error = Fault)]
#[logos(skip r"[ \t]+")]
#[logos(skip(r"#[^\r\n]*", allow_greedy = true))]
#[logos(subpattern number = r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")]
#[logos(subpattern start = r"[\p{XID_Start}_]")]
#[logos(subpattern inside = r"[\p{XID_Continue}_./~*?\-]")]
pub(super) enum Plain {
    /// A token that is the same for the parser.
    #[regex(r"((?&start)|[/~?])(?&inside)*", |_| Token::Word, priority = 8)]
    #[regex(r"[+-]((?&start)(?&inside)*)?|--(?&inside)*", |_| Token::Word, priority = 8)]
    #[regex(r"\.(?&start)(?&inside)*|\.\.?/(?&inside)*", |_| Token::Word, priority = 8)]
    #[regex(r"\*(\.?((?&start)|[?/])(?&inside)*)?", |_| Token::Word, priority = 8)]
    /// Words joined by `+`, for combined choices: `linear+damper`.
    #[regex(r"\p{Alphabetic}+(\+\p{Alphabetic}+)+", |_| Token::Word, priority = 9)]
    #[token("end", |_| Token::End, priority = 20)]
    #[regex(r"\.\.?", |_| Token::Dots, priority = 20)]
    #[regex(r"(?&number)(/[0-9]+)?", |lexer| finite(lexer.slice()).map(Token::Number), priority = 20)]
    #[regex(r"(?&number)(/[0-9]+)?[\p{Alphabetic}µ°]([\p{Alphabetic}\p{Nd}µ°*/^]|\^-)*", |lexer| measure(lexer.slice()).map(Token::Measure), priority = 10)]
    #[regex(r"\*(?&number)", |lexer| finite(lexer.slice().get(1..).unwrap_or_default()).map(Token::Relative), priority = 20)]
    #[regex(r#""[^"\r\n]*""#, |_| Token::Quoted)]
    #[regex(r"(?&start)[\p{XID_Continue}_]*=", |_| Token::Named, priority = 20)]
    Token(Token),
    #[regex(r"![^\r\n]*", allow_greedy = true)]
    Message,
    #[token("{")]
    Open,
    #[token("[")]
    OpenList,
    #[token("]")]
    CloseList,
    #[regex(r"\r\n|\n|\r")]
    LineEnd,
    /// Invalid text. Two equals signs come from other languages.
    #[regex(r#"[^ \t\r\n#"!{}\[\]=][^ \t\r\n#"{}\[\]=]*"#, |_| Fault::Chunk, priority = 1)]
    #[regex(r#"==?"#, |_| Fault::Chunk, priority = 1)]
    #[token("}", |_| Fault::Close)]
    #[regex(r#""[^"\r\n]*"#, |_| Fault::Unclosed, allow_greedy = true)]
    Bad(Fault),
}

/// Parses a number, which may be a fraction; rejects it if it is not finite.
pub(super) fn finite(text: &str) -> Result<f64, Fault> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    match (above.parse::<f64>(), below.parse::<f64>()) {
        (Ok(above), Ok(below)) if (above / below).is_finite() => Ok(above / below),
        (Ok(_), Ok(below)) if below > 0.0 => Err(Fault::Overflow),
        _ => Err(Fault::Chunk),
    }
}

pub(super) fn measure(text: &str) -> Result<Measure, Fault> {
    let (number, _) = split_number(text);
    Ok(Measure {
        value: finite(number)?,
        unit_at: number.len() as u32,
    })
}

/// Splits a text after its leading number. An `e` belongs to the number only if an exponent follows it, so `1e3m` is a thousand
/// metres and `1em` is one `em`.
fn split_number(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|b| b.is_ascii_digit()).count()
    };
    let sign = |at: usize| usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
    let mut end = digits(sign(0));
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let first = end + 1 + sign(end + 1);
        let last = digits(first);
        if last > first {
            end = last;
        }
    }
    // A fraction: 1/30s is the thirtieth part of a second.
    if bytes.get(end) == Some(&b'/') && digits(end + 1) > end + 1 {
        end = digits(end + 1);
    }
    text.split_at_checked(end).unwrap_or((text, ""))
}
