//! The syntax tree: statements with a head, arguments and blocks. Texts stay in the source; the tree stores spans.

use super::value::functions::Function;
use super::value::{Datum, Operator, Prefix};
use crate::source::Span;
use std::sync::Arc;

/// A statement: `head argument* end-of-line`, with the blocks that follow it if the head opens one.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The command word; `!` for `! text`.
    pub head: Span,
    /// Arguments.
    pub arguments: Vec<Argument>,
    /// The lines up to `end`, or for a list also `.` or `..`.
    pub block: Option<Arc<Block>>,
    /// Branches of an `if` after its block: each `else if`, and `else`.
    pub branches: Vec<Branch>,
    /// Span from head to last argument (without the blocks).
    pub span: Span,
}

impl Statement {
    /// Whether an error in its arguments was reported before, so that checking them would report it again.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        self.arguments.iter().any(Argument::is_faulty)
    }

    /// Returns the blocks below it: its own and those of its branches.
    pub fn blocks(&self) -> impl Iterator<Item = &Arc<Block>> + Clone {
        let branches = self.branches.iter().map(|branch| &branch.block);
        self.block.iter().chain(branches)
    }
}

/// The statements between a head that opens a block and its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Statements in order.
    pub statements: Vec<Statement>,
    /// The `end`, `.` or `..`; an empty span after the last statement if the block is never closed (which is reported).
    pub end: Span,
}

/// `else` or `else if condition`, with its block.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The word `else`.
    pub head: Span,
    /// Condition; none for a plain `else`.
    pub condition: Option<Argument>,
    /// Lines of the block.
    pub block: Arc<Block>,
}

/// One argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// Form of the argument.
    pub kind: ArgumentKind,
    /// Its text in the source.
    pub span: Span,
}

impl Argument {
    pub(super) fn new(kind: ArgumentKind, span: Span) -> Self {
        Argument { kind, span }
    }

    /// Creates an argument with the name as it is written, and that of the parameter if it is another one.
    #[must_use]
    pub fn named(name: Span, own: Option<&'static str>, value: Argument, span: Span) -> Self {
        let kind = ArgumentKind::Named(Arc::new(Named { name, own, value }));
        Argument { kind, span }
    }

    /// Whether an error in it was reported before.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        match &self.kind {
            ArgumentKind::Bad => true,
            ArgumentKind::List(elements) => elements.iter().any(Argument::is_faulty),
            ArgumentKind::Named(named) => named.value.is_faulty(),
            _ => false,
        }
    }
}

/// Syntactic kind of an argument, independent of the command.
#[derive(Clone, Debug, PartialEq)]
pub enum ArgumentKind {
    /// A bare word: a name, a choice, a path.
    Word,
    /// Text in double quotes; the span includes the quotes.
    Quoted,
    /// A number, with the span of its unit (`mm`, `g/cm3`) if one is attached.
    Number {
        /// Value as written, before the unit.
        value: f64,
        /// The unit's text.
        unit: Option<Span>,
    },
    /// `*0.5`: relative to the duration of the phase whose list contains it.
    Relative {
        /// The factor.
        value: f64,
    },
    /// `! the rest of the line`; the span is the text after the `!`, trimmed.
    Message,
    /// `{expression}`, or the bare expression of a form that takes one.
    Computed(Arc<Expression>),
    /// A word that has pieces in braces: `leg_{side}0`, `*{1/3}`.
    Spelled(Arc<[Piece]>),
    /// The rest of the line as text, with pieces in braces.
    Text(Arc<[Piece]>),
    /// Reads a list `[a b c]`.
    List(Arc<[Argument]>),
    /// `name=value`.
    Named(Arc<Named>),
    /// Value of an expression; the parser makes none.
    Value(Datum),
    /// Text of a word with pieces in braces; the parser makes none.
    Written(Arc<str>),
    /// Text that was reported as an error. Its meaning is unknown, so nothing more can be reported on its statement; a command
    /// with such an argument reports nothing.
    Bad,
}

/// A named argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// The name, without the `=`.
    pub name: Span,
    /// The name of a parameter with which it is tried in place of the written one.
    pub own: Option<&'static str>,
    /// Value after the `=`.
    pub value: Argument,
}

/// A piece of a word or text.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Literal text.
    Plain(Span),
    /// `{expression}`.
    Computed(Arc<Expression>),
}

/// A list computed by loops in brackets.
#[derive(Clone, Debug, PartialEq)]
pub struct Comprehension {
    /// The value of an element.
    pub value: Expression,
    /// Loops and conditions, outermost first; the first is a loop.
    pub clauses: Vec<Clause>,
}

/// A part of a comprehension after its value.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// `for x in a`: the name, and the list or range.
    For(Span, Expression),
    /// `if x > 0`.
    If(Expression),
}

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// Form of the expression.
    pub kind: ExpressionKind,
    /// Its text in the source.
    pub span: Span,
}

/// Form of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionKind {
    /// A literal value.
    Known(Datum),
    /// A variable or a quantity of the world: `coxa`, `abdomen.vel.x`; the text is that of the span.
    Name,
    /// A name that continues the unit of a number, as `s` in `0.2N*s`, and one of that unit: its value unless a variable has
    /// the name.
    Factor(Datum),
    /// A name that has pieces in braces: `leg_{s}4.load`.
    Spelled(Arc<[Piece]>),
    /// A name whose pieces were joined where its line ran; the span is that of the pieces. Only [`super::evaluate::composed_once`] makes one.
    Composed(Arc<str>),
    /// `[a b c]`.
    List(Vec<Expression>),
    /// `-a`, `not a`.
    Prefix(Prefix, Box<Expression>),
    /// `a + b`.
    Binary(Operator, Box<[Expression; 2]>),
    /// `f(a, b)`.
    Call {
        /// The function's name.
        function: Span,
        /// Its arguments by place.
        arguments: Vec<Expression>,
        /// Its arguments by name, `t=0.1s`, with the spans of the names.
        named: Vec<(Span, Expression)>,
    },
    /// A call whose function has a name with pieces in braces: `leg_{s}4.touches(wall)`.
    SpelledCall(Box<SpelledCall>),
    /// A call of a function of the language by place, in a function of the script; only its definition makes one.
    Builtin(&'static Function, Vec<Expression>),
    /// A variable of a function of the script by its number; only its definition makes one.
    Slot(u16),
    /// `"leg {i}"`: a text with expressions in braces.
    Text(Arc<[Piece]>),
    /// A value with a format, in the braces of a text or name: `{x:.2f}`.
    Formatted(Box<Expression>, Span),
    /// `{hip: 30deg, knee: 10deg}`: the names of the fields and their values.
    Record(Vec<(Span, Expression)>),
    /// `[x^2 for x in a if x > 0]`.
    Comprehension(Box<Comprehension>),
    /// `a[b]`.
    Index(Box<[Expression; 2]>),
    /// `a.x`, where `a` is not a name.
    Member(Box<Expression>, Span),
    /// `a to unit`.
    Convert(Box<Expression>, Span),
    /// `a..b`, `a..b by c`.
    Range(Box<[Expression; 2]>, Option<Box<Expression>>),
}

/// A call whose function has a name with pieces in braces.
#[derive(Clone, Debug, PartialEq)]
pub struct SpelledCall {
    /// The function's name.
    pub function: Arc<[Piece]>,
    /// Its span.
    pub span: Span,
    /// Its arguments by place.
    pub arguments: Vec<Expression>,
    /// Its arguments by name, with the spans of the names.
    pub named: Vec<(Span, Expression)>,
}

impl Expression {
    /// Calls a function for each direct subexpression. Those in a comprehension may use its loop variables.
    pub fn parts<'e>(&'e self, visit: &mut dyn FnMut(&'e Expression)) {
        let mut computed = |pieces: &'e [Piece]| {
            for piece in pieces {
                if let Piece::Computed(expression) = piece {
                    visit(expression);
                }
            }
        };
        match &self.kind {
            ExpressionKind::Known(_)
            | ExpressionKind::Name
            | ExpressionKind::Factor(_)
            | ExpressionKind::Slot(_)
            | ExpressionKind::Composed(_) => {}
            ExpressionKind::Spelled(pieces) | ExpressionKind::Text(pieces) => computed(pieces),
            ExpressionKind::List(all) | ExpressionKind::Builtin(_, all) => {
                all.iter().for_each(visit);
            }
            ExpressionKind::Record(fields) => fields.iter().for_each(|(_, value)| visit(value)),
            ExpressionKind::Call {
                arguments, named, ..
            } => {
                let named = named.iter().map(|(_, value)| value);
                arguments.iter().chain(named).for_each(visit);
            }
            ExpressionKind::SpelledCall(call) => {
                computed(&call.function);
                let named = call.named.iter().map(|(_, value)| value);
                call.arguments.iter().chain(named).for_each(visit);
            }
            ExpressionKind::Prefix(_, inner)
            | ExpressionKind::Formatted(inner, _)
            | ExpressionKind::Member(inner, _)
            | ExpressionKind::Convert(inner, _) => visit(inner),
            ExpressionKind::Binary(_, both) | ExpressionKind::Index(both) => {
                both.iter().for_each(visit);
            }
            ExpressionKind::Range(ends, step) => ends.iter().chain(step.as_deref()).for_each(visit),
            ExpressionKind::Comprehension(of) => {
                for clause in &of.clauses {
                    match clause {
                        Clause::For(_, inner) | Clause::If(inner) => visit(inner),
                    }
                }
                visit(&of.value);
            }
        }
    }

    /// Calls a function for each direct subexpression outside of texts and names, to change it.
    pub(super) fn parts_mut(&mut self, visit: &mut dyn FnMut(&mut Expression)) {
        match &mut self.kind {
            ExpressionKind::Known(_)
            | ExpressionKind::Name
            | ExpressionKind::Factor(_)
            | ExpressionKind::Slot(_)
            | ExpressionKind::Composed(_)
            | ExpressionKind::Spelled(_)
            | ExpressionKind::Text(_) => {}
            ExpressionKind::List(all) | ExpressionKind::Builtin(_, all) => {
                all.iter_mut().for_each(visit);
            }
            ExpressionKind::Record(fields) => fields.iter_mut().for_each(|(_, value)| visit(value)),
            ExpressionKind::Call {
                arguments, named, ..
            } => {
                let named = named.iter_mut().map(|(_, value)| value);
                arguments.iter_mut().chain(named).for_each(visit);
            }
            ExpressionKind::SpelledCall(call) => {
                let named = call.named.iter_mut().map(|(_, value)| value);
                call.arguments.iter_mut().chain(named).for_each(visit);
            }
            ExpressionKind::Prefix(_, inner)
            | ExpressionKind::Formatted(inner, _)
            | ExpressionKind::Member(inner, _)
            | ExpressionKind::Convert(inner, _) => visit(inner),
            ExpressionKind::Binary(_, both) | ExpressionKind::Index(both) => {
                both.iter_mut().for_each(visit);
            }
            ExpressionKind::Range(ends, step) => {
                ends.iter_mut().chain(step.as_deref_mut()).for_each(visit);
            }
            ExpressionKind::Comprehension(of) => {
                for clause in &mut of.clauses {
                    match clause {
                        Clause::For(_, inner) | Clause::If(inner) => visit(inner),
                    }
                }
                visit(&mut of.value);
            }
        }
    }
}
