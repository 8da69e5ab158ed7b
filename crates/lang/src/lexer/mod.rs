//! The lexer: text to tokens. Invalid text stays in the stream as a [`Token::Bad`], so that the parser finds every error at its
//! place and reports it once.

mod braces;
mod code;
mod forms;
mod lines;
mod plain;

use super::vocabulary::Shape;

pub(crate) use code::name_length;
pub use lines::lex;
pub(super) use lines::lines;

/// A token; its text stays in the source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Token {
    /// A name, a choice, a path, a pattern: `leg_fl0`, `../data/cube`, `leg_*4`, `-`.
    Word,
    /// The word at the start of a line, with the syntax of its line and of the following lines: only for the parser, otherwise
    /// it is a [`Token::Word`].
    Head(Shape),
    /// `else` at the start of a line: also only for the parser.
    Else,
    /// `end`: closes a block if it is alone on its line, and is a word anywhere else.
    End,
    /// `.` or `..`: closes a list.
    Dots,
    /// A finite number.
    Number(f64),
    /// A number with a unit attached to it: `5mm`, `1g/cm3`.
    Measure(Measure),
    /// `*0.5`: a fraction of the duration of a phase.
    Relative(f64),
    /// `"text"`; a text ends at the next `"` of its line and has no escapes.
    Quoted,
    /// The `"` before a text with expressions in braces, whose pieces are [`Token::Text`] and expressions.
    QuoteOpen,
    /// The `"` after it.
    QuoteClose,
    /// A format after the `:` in braces: `.2f`.
    Format,
    /// `!` and the rest of the line, including any `#`. Contains the offset of its trimmed text; the span ends where that text
    /// ends.
    Message(u32),
    /// `axis=`: the name of the adjacent argument.
    Named,
    /// `[`.
    OpenList,
    /// `]`.
    CloseList,
    /// `{`; of zero width at the start of a bare expression.
    Open,
    /// `}`; of zero width at the end of a bare expression.
    Close,
    /// `=` after the name of `let`, `in` after that of `for`.
    Sign,
    /// Marker of zero width: the previous and the next token are pieces of one word.
    Glue,
    /// A piece of a text that may contain `{expressions}`.
    Text,
    /// A name in an expression, possibly with members: `coxa`, `abdomen.vel.x`.
    Name,
    /// A unit after `to`.
    Unit,
    /// Another sign or word of expressions.
    Symbol(Symbol),
    /// The end of a line: `\n`, `\r\n` or `\r`.
    LineEnd,
    /// Invalid text.
    Bad(Fault),
}

impl Token {
    /// Whether a value of an expression may end with it.
    #[must_use]
    pub fn ends_value(self) -> bool {
        use Symbol::{Close, False, True};
        matches!(
            self,
            Token::Name
                | Token::Number(_)
                | Token::Measure(_)
                | Token::Quoted
                | Token::QuoteClose
                | Token::Unit
                | Token::CloseList
                | Token::Close
                | Token::Symbol(Close | True | False)
        )
    }
}

/// Signs and words of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// `+`.
    Plus,
    /// `-` between two values, or before one.
    Minus,
    /// `-` before an element of a list.
    Negative,
    /// `*`.
    Times,
    /// `/`.
    Over,
    /// `^`.
    Power,
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterEqual,
    /// `~`: approximately equal.
    Near,
    /// `±` before a tolerance; `+-` are two signs.
    Margin,
    /// `and`.
    And,
    /// `or`.
    Or,
    /// `not`.
    Not,
    /// `true`.
    True,
    /// `false`.
    False,
    /// `to`.
    To,
    /// `..` of a range.
    Range,
    /// `by` of a range.
    By,
    /// `,` between the arguments of a function, and between the fields of a record.
    Comma,
    /// `=` after the name of an argument of a function, and before its body.
    Is,
    /// `:` after the name of a field of a record.
    Colon,
    /// `(` of a group.
    Open,
    /// `(` after the name of a function.
    Call,
    /// `)`.
    Close,
    /// `[` after a value.
    Index,
    /// `.x` after a value that is not a name.
    Member,
}

/// A number with the start of its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// The number as written, before the unit.
    pub value: f64,
    /// Bytes from the start of the token to the unit.
    pub unit_at: u32,
}

/// Kind of lexical error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Fault {
    /// Neither word nor number: it contains an invalid character.
    #[default]
    Chunk,
    /// A number beyond the range of double precision.
    Overflow,
    /// An unmatched `"`.
    Unclosed,
    /// Text that touches the argument before it.
    Touching,
    /// An unmatched `{`, `(` or `[`.
    Open,
    /// An unmatched `)`, `]` or `}`.
    Close,
    /// A character that is invalid in expressions.
    Stray,
    /// Brackets nested too deeply, or an expression that is too long.
    TooDeep,
    /// A single `=` in place of `==`.
    Assign,
    /// Three dots in place of two in a range.
    Dots,
    /// `let` without a name and an `=`.
    NoAssignment,
    /// `for` without a name and an `in`.
    NoLoop,
    /// `function` without a name and its parameters in parentheses.
    NoFunction,
    /// `name=` without an adjacent value.
    NoValue,
    /// Text after a `:` in a text that is no format: `{x:.2}`.
    Format,
}
