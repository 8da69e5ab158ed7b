//! Syntax errors, cheap to create while the parser tries alternatives, and the messages that report them.

mod code;
mod notation;
mod word;

use super::lexer::{Fault, Symbol, Token};
use super::units::{UnitError, elsewhere, parse_unit};
use super::vocabulary::{NoWords, Vocabulary};
use crate::diagnostic::{Diagnostic, quote};
use crate::source::{Span, line_after, line_before};
use chumsky::error::{Error, LabelError};
use chumsky::input::Input;
use chumsky::util::MaybeRef;
use notation::Place;

/// Makes the report of an assignment to a quantity, such as `let leg.q = 30deg`, whose `=` is at this place of a text.
#[must_use]
pub fn quantity_assigned(equals: Span, text: &str) -> Option<Diagnostic> {
    notation::find(Place::Argument, equals, text, &NoWords, "")
}

/// Longest value that a report repeats (bytes).
const LONGEST_VALUE: usize = 60;

/// Says what to do with a value that stands alone on a line, such as `pi * r^2`; none if the line is no such value.
#[must_use]
pub fn of_value(line: &str) -> Option<String> {
    let line = line.split('#').next().unwrap_or_default().trim();
    if line.len() > LONGEST_VALUE {
        return None;
    }
    let first = line.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
    let rest = first.trim_start();
    let goes_on = rest.starts_with(['*', '/', '+', '^']) || rest.starts_with("- ");
    let is_plain = line.chars().all(|c| matches!(c, ' '..='~'));
    let is_value = first.len() < line.len() && goes_on && !line.contains(['=', '{', '"', '`']);
    (is_plain && is_value).then(|| {
        format!(
            "`print {{{line}}}` shows its value, `let x = {line}` sets a variable; in a function, `return {line}` is its value"
        )
    })
}

/// A syntax error with its span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mistake {
    pub span: Span,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Rejected by the lexer.
    Refused(Fault),
    /// A line starts with text that is no command word.
    NoHead,
    /// The head of a line has pieces in braces.
    ComputedHead,
    /// A line starts with a number, and no head above it takes rows.
    Row,
    /// `.` or `..` after other text.
    DotsInLine,
    /// Text after a `.`, `..` or `end`, whose span this is.
    AfterClose(Span),
    /// The end of a list or block, but none is open. An earlier end may be the extra one: it is indented more than the head
    /// (the second span) whose block it ends.
    NothingOpen(Option<(Span, Span)>),
    /// A list without an end, which is missing at the latest at this place.
    NeverClosed(Span),
    /// A block without an end, which is missing at the latest at this place.
    BlockNeverClosed(Span),
    /// `.` or `..` in the open block of this head.
    DotsForBlock(Span),
    /// Blocks nested too deeply.
    BlocksTooDeep,
    /// `else` without an open `if`.
    ElseWithoutIf,
    /// A second plain `else`, after this one.
    SecondElse(Span),
    /// Text after `else` that is not an `if` with its condition.
    AfterElse,
    /// Unexpected continuation of an expression.
    Unexpected,
    /// An argument of a function without a name, after one with a name.
    PlaceAfterName,
    /// `+-` without a `~` before it.
    LoneMargin,
    /// An unknown unit, so many bytes from the start of its number.
    Unit(u32),
}

impl Mistake {
    pub fn new(span: Span, kind: Kind) -> Self {
        Mistake { span, kind }
    }

    /// Makes the error of a token that is not valid at its place.
    pub fn of(found: Option<Token>, span: Span) -> Self {
        let kind = match found {
            Some(Token::Bad(fault)) => Kind::Refused(fault),
            Some(Token::Symbol(Symbol::Is)) => Kind::Refused(Fault::Assign),
            Some(Token::Symbol(Symbol::Colon)) => Kind::Refused(Fault::Stray),
            Some(
                Token::Close
                | Token::Name
                | Token::Unit
                | Token::Symbol(_)
                | Token::Open
                | Token::Glue
                | Token::Number(_)
                | Token::Measure(_)
                | Token::Quoted
                | Token::QuoteOpen
                | Token::QuoteClose
                | Token::Format
                | Token::Text
                | Token::OpenList
                | Token::CloseList,
            ) => Kind::Unexpected,
            _ => Kind::NoHead,
        };
        Mistake { span, kind }
    }

    /// Whether it is the first text on its line.
    pub fn starts_line(self, text: &str) -> bool {
        starts_line(self.span, text)
    }

    /// Whether it is a block without an end.
    pub fn is_unclosed(self) -> bool {
        matches!(self.kind, Kind::NeverClosed(_) | Kind::BlockNeverClosed(_))
    }

    /// Whether it repeats the error before it on the same line: the same invalid character, or another one after a bracket.
    pub fn repeats(&self, first: &Mistake, text: &str) -> bool {
        let of = |mistake: &Mistake| text.get(mistake.span.range()).unwrap_or_default();
        let both = [first, self].map(|mistake| match mistake.kind {
            Kind::Refused(Fault::Chunk) => word::stray(of(mistake)),
            _ => None,
        });
        match both {
            [Some('('), Some(_)] => true,
            [Some(first), Some(second)] => first == second,
            _ => false,
        }
    }
}

impl<'t, I: Input<'t, Token = Token, Span = Span>> Error<'t, I> for Mistake {
    /// Merges two errors: keeps a specific one rather than an unexpected token.
    fn merge(self, other: Self) -> Self {
        if self.kind == Kind::Unexpected {
            other
        } else {
            self
        }
    }
}

/// Labels are ignored: the expected text follows from the place, within an expression or at the head of a line.
impl<'t, I: Input<'t, Token = Token, Span = Span>, L> LabelError<'t, I, L> for Mistake {
    fn expected_found<E: IntoIterator<Item = L>>(
        _expected: E,
        found: Option<MaybeRef<'t, Token>>,
        span: Span,
    ) -> Self {
        Mistake::of(found.as_deref().copied(), span)
    }
}

impl Mistake {
    /// Makes the report of the error; `text` is its source, `vocabulary` the commands of the language.
    pub fn report(self, text: &str, vocabulary: &dyn Vocabulary) -> Diagnostic {
        let span = self.span;
        let of = |span: Span| text.get(span.range()).unwrap_or_default();
        let found = quote(of(span));
        let error = |code, message: String| Diagnostic::error(code, span, message);
        let notation = |place| notation::find(place, span, text, vocabulary, "");
        let no_command = |found: &str| {
            let next = after(span.end, text).split_whitespace().next();
            let line = line_after(text, span.start);
            let help = match (of(span).starts_with('{'), next) {
                (true, _) => "braces are for arguments, which follow a command".into(),
                (_, Some(next)) if vocabulary.is_command(next) && of(span).starts_with('*') => {
                    format!("for a command after a part of the step, write `timer` before {found}")
                }
                _ if let Some(help) = of_value(line) => help,
                (_, Some(next)) if vocabulary.is_command(next) => {
                    format!("the command comes first: move this after {}", quote(next))
                }
                _ => "write a command before it; `corpus help` lists the commands".into(),
            };
            let message = format!("a line must start with a command, found {found}");
            error("E006", message).help(help)
        };
        match self.kind {
            Kind::Refused(Fault::Chunk) => word::chunk(span, text, vocabulary),
            Kind::Refused(Fault::Overflow) => error(
                "E003",
                format!("the number {found} is too large: the largest is about 1.8e308"),
            ),
            Kind::Refused(Fault::Unclosed) => {
                error("E004", "this text has no closing quote".into())
                    .help("end it with `\"` on the same line")
            }
            Kind::Refused(Fault::Touching) => notation(Place::Argument).unwrap_or_else(|| {
                error("E005", format!("{found} touches the argument before it"))
                    .help("put a space between them")
            }),
            Kind::Refused(Fault::Open) => code::unclosed(span, text),
            Kind::Refused(Fault::Close) => {
                let first = of(span).chars().next().map_or(1, char::len_utf8) as u32;
                let span = span.ending(span.start + first);
                let message = format!("{} closes nothing that is open here", quote(of(span)));
                Diagnostic::error("E013", span, message)
                    .help("remove it, or write the opening bracket before it")
            }
            Kind::Refused(Fault::TooDeep) => error(
                "E013",
                "this expression is too long or too deeply nested".into(),
            )
            .help("assign parts of it to variables with `let`"),
            Kind::Refused(Fault::Assign) => notation(Place::Expression).unwrap_or_else(|| {
                error("E013", "`=` assigns a value; to compare, use `==`".into()).help("write `==`")
            }),
            Kind::Refused(Fault::Dots) => error("E013", "a range is written with two dots".into())
                .help("for example `0..4`, which ends before 4"),
            Kind::Refused(Fault::Stray) => code::stray(span, text, vocabulary),
            Kind::Refused(Fault::NoAssignment) => {
                notation(Place::Assignment).unwrap_or_else(|| no_command(&found))
            }
            Kind::Refused(Fault::NoLoop) => {
                notation(Place::Loop).unwrap_or_else(|| no_command(&found))
            }
            Kind::Refused(Fault::Format) => code::format(span, text),
            Kind::PlaceAfterName => error(
                "E013",
                "an argument without a name stands after one with a name".into(),
            )
            .help("write the arguments by place first, then those by name: `f(1, t=2)`"),
            Kind::Refused(Fault::NoFunction) => error(
                "E017",
                match of(span).split_once('(') {
                    Some((name, _)) if !name.is_empty() && !name.contains(char::is_whitespace) => {
                        let rule = "use letters, digits and `_`, starting with a letter or `_`";
                        format!("{} is not a valid name of a function: {rule}", quote(name))
                    }
                    _ => format!(
                        "a function has a name and its parameters in parentheses, found {found}"
                    ),
                },
            )
            .help("for example `function area(r) = pi * r^2`"),
            Kind::Refused(Fault::NoValue) => error("E017", format!("{found} has no value"))
                .help("write the value directly after the `=`, without a space: `density=1g/cm3`"),
            Kind::ComputedHead => error(
                "E006",
                format!("the command of a line cannot be computed, found {found}"),
            )
            .help("choose between commands with `if`"),
            Kind::Unexpected if starts_line(span, text) => no_command(&found),
            Kind::Unexpected => code::unexpected(span, text, vocabulary),
            Kind::LoneMargin => code::stray(span, text, vocabulary),
            Kind::Unit(unit_at) => {
                let unit = span.starting(span.start + unit_at);
                match parse_unit(of(unit)) {
                    Err(why) if of(unit) == "pi" => {
                        let number = of(span.ending(unit.start));
                        let help = format!("write {}", quote(&format!("{number} * pi")));
                        why.report(unit, of(unit)).help(help)
                    }
                    Err(UnitError::Unknown {
                        suggestion: None, ..
                    }) if of(unit).chars().all(char::is_alphanumeric)
                        && elsewhere(of(unit)).is_none() =>
                    {
                        let number = of(span.ending(unit.start));
                        let product = quote(&format!("{number} * {}", of(unit)));
                        let message = format!("there is no unit {}", quote(of(unit)));
                        Diagnostic::error("E010", unit, message).help(format!(
                            "for a product, write {product}; `corpus explain E010` lists the units"
                        ))
                    }
                    Err(why) => why.report(unit, of(unit)),
                    Ok(_) => error("E011", format!("{found} has a unit that cannot be used")),
                }
            }
            Kind::BlockNeverClosed(end) => error(
                "E008",
                format!("{found} opens a block that is never closed"),
            )
            .note(end, "its `end` is missing here")
            .help("end it with a line that contains only `end`"),
            Kind::DotsForBlock(open) => error(
                "E009",
                format!(
                    "{found} ends a list, but the open block is that of {}",
                    quote(of(open))
                ),
            )
            .note(open, "opened here")
            .help("a block ends with `end`"),
            Kind::BlocksTooDeep => error("E016", "blocks are nested more than 64 deep".into())
                .help("move the inner ones into commands with `define`"),
            Kind::ElseWithoutIf => error("E016", "this `else` has no `if`".into()).help(
                "`else` or `else if CONDITION` stands on a line between an `if` and its `end`",
            ),
            Kind::SecondElse(first) => error("E016", "this `if` already has an `else`".into())
                .note(first, "the first `else`")
                .help("`else if CONDITION` must come before it"),
            Kind::AfterElse if of(span) == "if" => {
                Diagnostic::error("E016", span.after(), "`else if` needs a condition")
                    .help("for example `else if x < 10`")
            }
            Kind::AfterElse => error(
                "E016",
                format!("only `if CONDITION` may follow `else`, found {found}"),
            )
            .help("write the commands on the lines below"),
            Kind::NoHead => notation(Place::Argument).unwrap_or_else(|| no_command(&found)),
            Kind::Row => no_command(&format!("the number {found}")),
            Kind::DotsInLine if text.get(span.range()) == Some(".") => {
                error("E009", "a path cannot be `.` alone".to_owned())
                    .help("write the current folder as `./`")
            }
            Kind::DotsInLine => error(
                "E009",
                format!("{found} ends a list, so it must be alone on its line"),
            )
            .help("put it on a line of its own"),
            Kind::AfterClose(close) => error(
                "E009",
                format!(
                    "{} ends a {}, so nothing may follow it, found {found}",
                    quote(of(close)),
                    ended_by(of(close))
                ),
            )
            .help(
                match of(close) == "end" && code::BLOCKS.contains(&of(span)) {
                    true => format!("remove {found}: `end` alone ends each block"),
                    false => format!("put {found} on a line of its own, or remove it"),
                },
            ),
            Kind::NothingOpen(earlier) => {
                let what = ended_by(of(span));
                let report = error(
                    "E007",
                    format!("{found} ends a {what}, but no {what} is open here"),
                )
                .help(format!(
                    "remove it, or put the command that opens the {what} above"
                ));
                match earlier {
                    Some((end, head)) => {
                        let note = format!("this one ends the block of {}", quote(of(head)));
                        report.note(end, note)
                    }
                    None => report,
                }
            }
            Kind::NeverClosed(end) => {
                error("E008", format!("{found} opens a list that is never closed"))
                    .note(end, "its end is missing here")
                    .help("end it with a line that contains only `end`")
            }
        }
    }
}

/// Returns the name of the block that a line with only this word ends.
fn ended_by(word: &str) -> &'static str {
    if word == "end" { "block" } else { "list" }
}

/// Returns the text before a span on its line.
fn before(span: Span, text: &str) -> &str {
    line_before(text, span.start)
}

/// Returns the text from a place to the end of its line, without a comment.
fn after(at: u32, text: &str) -> &str {
    line_after(text, at).split('#').next().unwrap_or_default()
}

/// Whether a place is the first text on its line.
fn starts_line(span: Span, text: &str) -> bool {
    before(span, text).trim_matches([' ', '\t']).is_empty()
}
