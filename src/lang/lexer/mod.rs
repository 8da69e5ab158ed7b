//! The lexer: text to tokens. Invalid text stays in the stream as a [`Token::Bad`], so that the parser finds every
//! mistake in its place and reports it once.

mod braces;
mod code;
mod forms;
mod lines;
mod plain;

use super::parser::Shape;

pub use lines::lex;
pub(super) use lines::lines;

/// A token; its text stays in the source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Token {
    /// A name, a choice, a path, a pattern: `leg_fl0`, `../data/cube`, `leg_*4`, `-`.
    Word,
    /// The word that a line starts with, and how to read its line and what follows: for the parser alone, to others a
    /// [`Token::Word`].
    Head(Shape),
    /// `else` at the start of a line: for the parser alone, too.
    Else,
    /// `end`: closes a block where it is alone on its line, and is a word anywhere else.
    End,
    /// `.` or `..`: closes a list.
    Dots,
    /// A finite number.
    Number(f64),
    /// A number with a unit attached to it: `5mm`, `1g/cm3`.
    Measure(Measure),
    /// `*0.5`: a factor of the duration of a phase.
    Relative(f64),
    /// `"text"`; a text goes to the next `"` of its line and knows no escapes.
    Quoted,
    /// `!` and the rest of the line, a `#` included. Holds where in the source its trimmed text starts; the span ends
    /// where that text ends.
    Message(u32),
    /// `axis=`: the name of the argument that touches it.
    Named,
    /// `[`.
    OpenList,
    /// `]`.
    CloseList,
    /// `{`; of no width where a bare expression begins.
    Open,
    /// `}`; of no width where a bare expression ends.
    Close,
    /// `=` behind the name that `let` names, `in` behind that of `for`.
    Sign,
    /// Of no width: what comes before and what follows are pieces of one word.
    Glue,
    /// A piece of a text that may hold `{expressions}`.
    Text,
    /// A name in an expression, maybe with members: `coxa`, `abdomen.vel.x`.
    Name,
    /// A unit behind `to`.
    Unit,
    /// What else stands in expressions.
    Symbol(Symbol),
    /// The end of a line: `\n`, `\r\n` or `\r`.
    LineEnd,
    /// What is none of the above.
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
    /// `~`: equal but for a tolerance.
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
    /// `,` between the arguments of a function.
    Comma,
    /// `(` of a group.
    Open,
    /// `(` behind the name of a function.
    Call,
    /// `)`.
    Close,
    /// `[` behind a value.
    Index,
    /// `.x` behind a value that is no name.
    Member,
}

/// A number and where its unit starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// The number as written, before the unit.
    pub value: f64,
    /// Bytes from the start of the token to the unit.
    pub unit_at: u32,
}

/// Lexical error.
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
    /// `{`, `(` or `[` without its partner.
    Open,
    /// `)`, `]` or `}` without its partner.
    Close,
    /// A character that no expression holds.
    Stray,
    /// Brackets in brackets in brackets, or an expression without end.
    TooDeep,
    /// A single `=` where expressions compare with `==`.
    Assign,
    /// Three dots, where a range has two.
    Dots,
    /// `let` without a name and an `=`.
    NoAssignment,
    /// `for` without a name and an `in`.
    NoLoop,
    /// `name=` without a value that touches it.
    NoValue,
}
