//! The lexer: text to tokens. What it refuses stays in the stream as a [`Token::Bad`], so that the parser meets every
//! mistake in its place and reports it once.

use crate::source::{SourceId, Span};
use logos::Logos;

/// One token; its text stays in the source.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(error = Fault)]
#[logos(skip r"[ \t]+")]
#[logos(skip(r"#[^\r\n]*", allow_greedy = true))]
#[logos(subpattern number = r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")]
#[logos(subpattern start = r"[\p{XID_Start}_]")]
#[logos(subpattern inside = r"[\p{XID_Continue}_./~*?\-]")]
pub enum Token {
    /// A name, a choice, a path, a pattern: `leg_fl0`, `../data/cube`, `leg_*4`, `-`.
    #[regex(r"((?&start)|[/~?])(?&inside)*", priority = 8)]
    #[regex(r"[+-]((?&start)(?&inside)*)?|--(?&inside)*", priority = 8)]
    #[regex(r"\.(?&start)(?&inside)*|\.\.?/(?&inside)*", priority = 8)]
    #[regex(r"\*(\.?((?&start)|[?/])(?&inside)*)?", priority = 8)]
    Word,
    /// `end`: closes a list where it is alone on its line, and is a word anywhere else.
    #[token("end", priority = 20)]
    End,
    /// `.` or `..`: closes a list.
    #[regex(r"\.\.?", priority = 20)]
    Dots,
    /// A finite number.
    #[regex(r"(?&number)", |lexer| finite(lexer.slice()), priority = 20)]
    Number(f64),
    /// A number with a unit attached to it: `5mm`, `1g/cm3`.
    #[regex(r"(?&number)[\p{Alphabetic}µ°]([\p{Alphabetic}\p{Nd}µ°*/^]|\^-)*", |lexer| measure(lexer.slice()), priority = 10)]
    Measure(Measure),
    /// `*0.5`: a factor of the duration of a phase.
    #[regex(r"\*(?&number)", |lexer| finite(lexer.slice().get(1..).unwrap_or_default()), priority = 20)]
    Relative(f64),
    /// `"text"`; a text goes to the next `"` of its line and knows no escapes.
    #[regex(r#""[^"\r\n]*""#)]
    Quoted,
    /// `!` and the rest of the line, a `#` included. Holds where in the source its trimmed text starts; the span ends
    /// where that text ends.
    #[regex(r"![^\r\n]*", |_| 0, allow_greedy = true)]
    Message(u32),
    /// The end of a line: `\n`, `\r\n` or `\r`.
    #[regex(r"\r\n|\n|\r")]
    LineEnd,
    /// What is none of the above.
    #[regex(r#"[^ \t\r\n#"!][^ \t\r\n#"]*"#, |_| Fault::Chunk, priority = 1)]
    #[regex(r#""[^"\r\n]*"#, |_| Fault::Unclosed, allow_greedy = true)]
    Bad(Fault),
}

/// A number and where its unit starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// The number as written, before the unit.
    pub value: f64,
    /// Bytes from the start of the token to the unit.
    pub unit_at: u32,
}

/// Why the lexer refused a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Fault {
    /// Neither word nor number: it holds a character that may not stand there.
    #[default]
    Chunk,
    /// A number beyond the range of double precision.
    Overflow,
    /// A `"` without its partner.
    Unclosed,
    /// Touches the argument before it.
    Touching,
}

/// The value of a number's text, refused where it is not finite.
fn finite(text: &str) -> Result<f64, Fault> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(Fault::Overflow),
        Err(_) => Err(Fault::Chunk),
    }
}

fn measure(text: &str) -> Result<Measure, Fault> {
    let (number, _) = split_number(text);
    Ok(Measure {
        value: finite(number)?,
        unit_at: number.len() as u32,
    })
}

/// Splits a text behind the number it starts with. An `e` belongs to the number only where an exponent follows it, so
/// `1e3m` is a thousand metres and `1em` is one `em`.
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
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// The tokens of a text with their spans, in order. A byte order mark at the start is skipped, as are blanks, tabs
/// and comments; everything else lies under exactly one token.
#[must_use]
pub fn lex(source: SourceId, text: &str) -> Vec<(Token, Span)> {
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let mark = mark.min('\u{feff}'.len_utf8());
    // A line of a script has about one token in five bytes.
    let mut tokens: Vec<(Token, Span)> = Vec::with_capacity(text.len() / 4);
    let mut lexer = Token::lexer(text);
    lexer.bump(mark);
    while let Some(result) = lexer.next() {
        let range = lexer.span();
        let mut token = result.unwrap_or_else(Token::Bad);
        let mut span = Span {
            source,
            start: range.start as u32,
            end: range.end as u32,
        };
        if let Token::Message(at) = &mut token {
            let behind = lexer.slice().get(1..).unwrap_or_default().trim_end();
            span.end = span.start + 1 + behind.len() as u32;
            *at = span.end - behind.trim_start().len() as u32;
        }
        if let Some((before, place)) = tokens.last_mut()
            && place.end == span.start
            && *before != Token::LineEnd
            && token != Token::LineEnd
        {
            if matches!(before, Token::Bad(_)) {
                // Already refused: what touches it is part of the same mistake.
                place.end = span.end;
                continue;
            }
            if !matches!(token, Token::Bad(_)) {
                token = Token::Bad(Fault::Touching);
            }
        }
        tokens.push((token, span));
    }
    tokens
}
