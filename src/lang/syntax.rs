//! The syntax tree: statements that are a head, arguments and maybe a block. Texts stay in the source; the tree holds spans.

use crate::source::Span;

/// `head argument* end-of-line`, with the block that follows it if the head opens one.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The command word; for `! text` the `!` itself.
    pub head: Span,
    /// What follows it.
    pub arguments: Vec<Argument>,
    /// The list up to `.`, `..` or `end`.
    pub block: Option<Block>,
    /// Head to last argument (without the block).
    pub span: Span,
}

impl Statement {
    /// Whether a mistake in its arguments is already reported, so that checking them would report it again.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        self.arguments
            .iter()
            .any(|argument| argument.kind == ArgumentKind::Bad)
    }
}

/// The statements between a head that opens a block and its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// In order.
    pub statements: Vec<Statement>,
    /// The `.`, `..` or `end`; empty, behind the last statement, where the list is never closed (which is reported).
    pub end: Span,
}

/// One argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Argument {
    /// What it looks like.
    pub kind: ArgumentKind,
    /// Its text in the source.
    pub span: Span,
}

/// What an argument looks like, before any command says what it wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArgumentKind {
    /// A bare word: a name, a choice, a path.
    Word,
    /// Text in double quotes; the span includes the quotes.
    Quoted,
    /// A number, with the span of its unit (`mm`, `g/cm3`) if one is attached.
    Number {
        /// As written, before the unit.
        value: f64,
        /// The unit's text.
        unit: Option<Span>,
    },
    /// `*0.5`: relative to the duration of the phase in whose list it stands.
    Relative {
        /// The factor.
        value: f64,
    },
    /// `! the rest of the line`; the span is the text behind the `!`, trimmed.
    Message,
    /// Text that is already reported as a mistake. What it should have been is unknown, so nothing more can be said about
    /// the statement that holds it; a command that meets it stays silent.
    Bad,
}
