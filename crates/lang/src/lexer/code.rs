//! The tokens of expressions.

use super::plain::{finite, measure};
use super::{Fault, Measure, Symbol, Token};
use crate::units::parse_unit;
use logos::{Lexer, Logos};

/// A token of an expression.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(error = Fault)]
#[logos(skip r"[ \t]+")]
#[logos(subpattern number = r"([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?")]
#[logos(subpattern name = r"[\p{XID_Start}_][\p{XID_Continue}_]*")]
pub(super) enum Code {
    #[regex(r"(?&name)(\.(?&name))*", priority = 8)]
    Name,
    /// A token that is the same for the parser.
    #[regex(r"(?&number)", |lexer| finite(lexer.slice()).map(Token::Number), priority = 20)]
    #[regex(
        r"(?&number)[\p{Alphabetic}µ°]([\p{Alphabetic}\p{Nd}µ°]|\^-?[0-9])*",
        |lexer| with_quotient(lexer).map(Token::Measure),
        priority = 10
    )]
    #[regex(r"(?&number)%", |lexer| measure(lexer.slice()).map(Token::Measure), priority = 10)]
    #[regex(r#""[^"\r\n]*""#, |_| Token::Quoted)]
    Token(Token),
    #[token("+", |_| Symbol::Plus)]
    #[token("-", |_| Symbol::Minus)]
    #[token("*", |_| Symbol::Times)]
    #[token("/", |_| Symbol::Over)]
    #[token("^", |_| Symbol::Power)]
    #[token("==", |_| Symbol::Equal)]
    #[token("!=", |_| Symbol::NotEqual)]
    #[token("<", |_| Symbol::Less)]
    #[token("<=", |_| Symbol::LessEqual)]
    #[token(">", |_| Symbol::Greater)]
    #[token(">=", |_| Symbol::GreaterEqual)]
    #[token("~", |_| Symbol::Near)]
    #[token("±", |_| Symbol::Margin)]
    #[token("and", |_| Symbol::And, priority = 20)]
    #[token("or", |_| Symbol::Or, priority = 20)]
    #[token("not", |_| Symbol::Not, priority = 20)]
    #[token("true", |_| Symbol::True, priority = 20)]
    #[token("false", |_| Symbol::False, priority = 20)]
    #[token("to", |_| Symbol::To, priority = 20)]
    #[token("by", |_| Symbol::By, priority = 20)]
    #[token("..", |_| Symbol::Range)]
    #[token(",", |_| Symbol::Comma)]
    #[token("(", |_| Symbol::Open)]
    #[token(")", |_| Symbol::Close)]
    #[token(".", |_| Symbol::Member)]
    #[token("=", |_| Symbol::Is)]
    #[token(":", |_| Symbol::Colon)]
    Symbol(Symbol),
    #[token("[")]
    OpenList,
    /// The `[` of a comprehension; the lexer finds none itself.
    Comprehension,
    #[token("]")]
    CloseList,
    #[token("{")]
    Open,
    #[token("}")]
    Close,
    #[regex(r"\r\n|\n|\r")]
    LineEnd,
    #[token("#")]
    Comment,
    #[token("...", |_| Fault::Dots)]
    #[regex(r#"[^ \t\r\n]"#, |_| Fault::Stray, priority = 1)]
    #[regex(r#""[^"\r\n]*"#, |_| Fault::Unclosed, allow_greedy = true)]
    Bad(Fault),
}

/// Returns the length of the name, or of the word of expressions, at the start of a text; zero if there is none.
pub(crate) fn name_length(text: &str) -> usize {
    let mut lexer = Code::lexer(text);
    let found = lexer.next();
    let word = lexer.slice().split('.').next().unwrap_or_default();
    let is_name = match found {
        Some(Ok(Code::Name)) => true,
        Some(Ok(Code::Symbol(_))) => word.starts_with(char::is_alphabetic),
        _ => false,
    };
    // Blanks before it are skipped.
    if is_name && text.starts_with(word) {
        word.len()
    } else {
        0
    }
}

/// Reads a number with its unit. A `/` belongs to the unit if a unit follows it without a blank: `1g/cm3`, but `4mm/n`. A `*`
/// never does: `2mm*s` is more often a product than anything else.
fn with_quotient(lexer: &mut Lexer<Code>) -> Result<Measure, Fault> {
    let measure = measure(lexer.slice())?;
    loop {
        let divisor = lexer.remainder().strip_prefix('/').unwrap_or_default();
        let inside = |c: char| c.is_alphanumeric() || matches!(c, '^' | '°' | 'µ');
        let length = divisor.find(|c| !inside(c)).unwrap_or(divisor.len());
        let end = lexer.span().end + 1 + length;
        let unit_at = lexer.span().start + measure.unit_at as usize;
        let unit = lexer.source().get(unit_at..end).unwrap_or_default();
        if length == 0 || parse_unit(unit).is_err() {
            return Ok(measure);
        }
        lexer.bump(1 + length);
    }
}
