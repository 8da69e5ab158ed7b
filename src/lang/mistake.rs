//! What the parser finds wrong, cheap to make while it tries alternatives, and the sentences that report it.

use super::lexer::{Fault, Token};
use super::units::parse_unit;
use crate::diagnostic::{Diagnostic, invisible, quote};
use crate::source::Span;
use chumsky::error::{Error, LabelError};
use chumsky::input::Input;
use chumsky::util::MaybeRef;

/// One mistake and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mistake {
    pub span: Span,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// The lexer refused it.
    Refused(Fault),
    /// A line starts with what is no command word.
    NoHead,
    /// A line starts with a number, and no head above it takes rows.
    Row,
    /// `.` or `..` behind something else.
    DotsInLine,
    /// Something behind a `.`, `..` or `end`, which is the span here.
    AfterClose(Span),
    /// The end of a list, but none is open.
    NothingOpen,
    /// A list without an end, which is missed at the latest in this place.
    NeverClosed(Span),
    /// A block without an end, which is missed at the latest in this place.
    BlockNeverClosed(Span),
    /// `.` or `..` where the block of this head is open.
    DotsForBlock(Span),
    /// Blocks in blocks in blocks.
    BlocksTooDeep,
    /// `else` where no `if` is open.
    ElseWithoutIf,
    /// A second plain `else`, behind this one.
    SecondElse(Span),
    /// Something behind `else` that is no `if` with its condition.
    AfterElse,
    /// An expression does not go on like this.
    Unexpected,
    /// A number's unit, so many bytes from its start, is none.
    Unit(u32),
}

impl Mistake {
    /// Whether it is a block without an end.
    pub fn is_unclosed(self) -> bool {
        matches!(self.kind, Kind::NeverClosed(_) | Kind::BlockNeverClosed(_))
    }
}

impl<'t, I: Input<'t, Token = Token, Span = Span>> Error<'t, I> for Mistake {
    /// What is known to be wrong says more than that something else was expected.
    fn merge(self, other: Self) -> Self {
        if self.kind == Kind::Unexpected {
            other
        } else {
            self
        }
    }
}

/// What was expected is told by where it is found: within an expression, or at the head of a line.
impl<'t, I: Input<'t, Token = Token, Span = Span>, L> LabelError<'t, I, L> for Mistake {
    fn expected_found<E: IntoIterator<Item = L>>(
        _expected: E,
        found: Option<MaybeRef<'t, Token>>,
        span: Span,
    ) -> Self {
        let kind = match found.as_deref() {
            Some(Token::Bad(fault)) => Kind::Refused(*fault),
            Some(
                Token::Close
                | Token::Name
                | Token::Unit
                | Token::Symbol(_)
                | Token::Open
                | Token::Glue,
            ) => Kind::Unexpected,
            Some(
                Token::Number(_)
                | Token::Measure(_)
                | Token::Quoted
                | Token::OpenList
                | Token::CloseList,
            ) => Kind::Unexpected,
            _ => Kind::NoHead,
        };
        Mistake { span, kind }
    }
}

impl Mistake {
    /// The mistake in words; `text` is the source it lies in.
    pub fn report(self, text: &str) -> Diagnostic {
        let span = self.span;
        let of = |span: Span| text.get(span.range()).unwrap_or_default();
        let found = quote(of(span));
        let error = |code, message: String| Diagnostic::error(code, span, message);
        match self.kind {
            Kind::Refused(Fault::Chunk) => chunk(span, of(span)),
            Kind::Refused(Fault::Overflow) => error(
                "E003",
                format!("the number {found} is too large: the largest is about 1.8e308"),
            ),
            Kind::Refused(Fault::Unclosed) => {
                error("E004", "this text has no closing quote".into())
                    .help("end it with `\"` on the same line")
            }
            Kind::Refused(Fault::Touching) => {
                error("E005", format!("{found} touches the argument before it"))
                    .help("put a blank between them")
            }
            Kind::Refused(fault) => refused(fault, span, text),
            Kind::Unexpected if starts_line(span, text) => error(
                "E006",
                format!("a line starts with a command, found {found}"),
            ),
            Kind::Unexpected => unexpected(span, text),
            Kind::Unit(unit_at) => {
                let unit = Span {
                    start: span.start + unit_at,
                    ..span
                };
                match parse_unit(of(unit)) {
                    Err(why) => why.report(unit, of(unit)),
                    Ok(_) => error("E011", format!("{found} has a unit that cannot be used")),
                }
            }
            Kind::BlockNeverClosed(end) => error(
                "E008",
                format!("{found} opens a block that is never closed"),
            )
            .note(end, "its `end` is missing here")
            .help("end it with a line holding only `end`"),
            Kind::DotsForBlock(open) => error(
                "E009",
                format!(
                    "{found} ends a list, but the block of {} is open",
                    quote(of(open))
                ),
            )
            .note(open, "opened here")
            .help("a block ends with `end`"),
            Kind::BlocksTooDeep => error(
                "E016",
                "blocks stand in each other more than 64 deep".into(),
            )
            .help("make commands of the inner ones with `define`"),
            Kind::ElseWithoutIf => error(
                "E016",
                "there is no `if` that this `else` belongs to".into(),
            )
            .help("`else` stands alone on a line between an `if` and its `end`"),
            Kind::SecondElse(first) => error("E016", "this `if` has an `else` already".into())
                .note(first, "the first one")
                .help("`else if CONDITION` may stand before it"),
            Kind::AfterElse => error(
                "E016",
                format!("behind `else` stands `if CONDITION` or nothing, found {found}"),
            )
            .help("put what is to be done on lines of its own"),
            Kind::NoHead => error(
                "E006",
                format!("a line starts with a command, found {found}"),
            ),
            Kind::Row => error(
                "E006",
                format!("a line starts with a command, found the number {found}"),
            ),
            Kind::DotsInLine => error(
                "E009",
                format!("{found} ends a list, so it stands alone on its line"),
            )
            .help("put it on a line of its own"),
            Kind::AfterClose(close) => error(
                "E009",
                format!(
                    "{} ends a list, so nothing may follow it, found {found}",
                    quote(of(close))
                ),
            )
            .help(format!("put {found} on a line of its own, or remove it")),
            Kind::NothingOpen => error(
                "E007",
                format!("{found} ends a list, but no list is open here"),
            )
            .help("remove it, or put the command that opens the list above"),
            Kind::NeverClosed(end) => {
                error("E008", format!("{found} opens a list that is never closed"))
                    .note(end, "its end is missing here")
                    .help("end it with a line holding only `..`")
            }
        }
    }
}

/// What the lexer refuses in expressions and in forms.
fn refused(fault: Fault, span: Span, text: &str) -> Diagnostic {
    let found = quote(text.get(span.range()).unwrap_or_default());
    let error = |code, message: String| Diagnostic::error(code, span, message);
    match fault {
        Fault::Open => {
            let open = Span {
                end: span.start + 1,
                ..span
            };
            let bracket = text.get(open.range());
            let message = format!("{} is never closed", quote(bracket.unwrap_or_default()));
            let help = format!("close it on the same line with `{}`", partner(bracket));
            Diagnostic::error("E013", open, message).help(help)
        }
        Fault::Close => error("E013", format!("{found} closes nothing that is open here"))
            .help("remove it, or open it before"),
        Fault::TooDeep => error("E013", "this is too long or too deep for one expression".into())
            .help("give names to its parts with `let`"),
        Fault::Assign => error("E013", "`=` gives a value to a name; expressions compare with `==`".into())
            .help("write `==`"),
        Fault::NoAssignment => error("E017", format!("a name, `=` and a value are wanted, found {found}"))
            .help("such as `let length = 5mm`"),
        Fault::NoLoop => error("E017", format!("a name, `in` and what it goes through are wanted, found {found}"))
            .help("such as `for i in 0..6` or `for side in l r`"),
        Fault::NoValue => error("E017", format!("{found} has no value"))
            .help("the value stands right behind the `=`, without a blank: `density=1g/cm3`"),
        _ => error("E013", format!("{found} cannot stand in an expression")).help(
            "an expression holds numbers, names, functions and the operators + - * / ^ == != < <= > >= and or not",
        ),
    }
}

fn partner(open: Option<&str>) -> &'static str {
    match open {
        Some("(") => ")",
        Some("[") => "]",
        _ => "}",
    }
}

/// Whether nothing stands before a place on its line.
fn starts_line(span: Span, text: &str) -> bool {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    line.trim_matches(['\u{feff}', ' ', '\t']).is_empty()
}

/// A piece of an expression that does not belong where it stands. What was expected depends on whether a value has just
/// ended.
fn unexpected(span: Span, text: &str) -> Diagnostic {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    let trimmed = line.trim_end();
    let word_start = trimmed.rfind(|c: char| !(c.is_alphanumeric() || c == '_'));
    let word = trimmed
        .get(word_start.map_or(0, |at| at + 1)..)
        .unwrap_or_default();
    let is_operator = [
        "and", "or", "not", "to", "by", "in", "if", "while", "when", "repeat", "expect",
    ]
    .contains(&word);
    let ends_value = trimmed
        .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '}' | '"'));
    let found = text.get(span.range()).unwrap_or_default();
    let shown = match found {
        "" => "the end of the expression".to_owned(),
        _ => quote(found),
    };
    let in_list = {
        let open = line.rfind('[').map_or(0, |at| at + 1);
        let behind = line.get(open..).unwrap_or_default();
        open > 0
            && !behind.contains(']')
            && behind.matches('(').count() == behind.matches(')').count()
    };
    if ends_value && !is_operator {
        let report = Diagnostic::error(
            "E013",
            span,
            format!("an operator was expected, found {shown}"),
        );
        return report.help(if in_list && found.starts_with(['+', '-', '*', '/', '^', '<', '>', '=', '!']) {
            "in a list, elements are separated by blanks, and what is computed stands in parentheses: `[0 (a + b) 0]`"
        } else if found == "(" {
            "the `(` of a function stands right behind its name; a product needs `*`"
        } else if found == "," {
            "commas stand between the arguments of a function; elements of a list are separated by blanks"
        } else {
            "such as `+`, `*` or `<`; a product needs `*`"
        });
    }
    let behind = if trimmed.is_empty() || !is_operator && word_start.is_none() {
        String::new()
    } else if is_operator {
        format!(" behind {}", quote(word))
    } else {
        let last = trimmed
            .chars()
            .next_back()
            .map_or(String::new(), String::from);
        format!(" behind {}", quote(&last))
    };
    Diagnostic::error("E013", span, format!("a value was expected{behind}, found {shown}"))
        .help("a value is a number, a name, a text in quotes, a function, or an expression in parentheses")
}

/// A blank-separated piece of text that is neither word nor number.
fn chunk(span: Span, text: &str) -> Diagnostic {
    let unsigned = text.strip_prefix('*').unwrap_or(text);
    let unsigned = unsigned.strip_prefix(['+', '-']).unwrap_or(unsigned);
    let stray = text
        .char_indices()
        .find(|(_, c)| !(c.is_alphanumeric() || "_./~*?+-".contains(*c)));
    match stray {
        Some((at, c)) => {
            let start = span.start + at as u32;
            let end = start + c.len_utf8() as u32;
            let place = Span { start, end, ..span };
            let message = format!("{} cannot stand in a command", name(c));
            Diagnostic::error("E001", place, message).help(instead(c))
        }
        None if unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') => Diagnostic::error(
            "E002",
            span,
            format!("{} starts like a number but is none", quote(text)),
        )
        .help("numbers look like `5`, `-.5`, `1e-3` or `5mm`; a name that starts with a digit needs double quotes"),
        None => Diagnostic::error("E001", span, format!("{} is not a word", quote(text)))
            .help("put text with unusual characters in double quotes"),
    }
}

/// What to write in place of a character.
fn instead(c: char) -> String {
    match c {
        '“' | '”' | '„' | '«' | '»' | '\'' | '‘' | '’' | '`' => {
            "texts stand in straight double quotes: `\"text\"`".into()
        }
        '−' | '–' | '—' => "write the sign as `-`".into(),
        ',' => "separate arguments by blanks; write decimals with a point".into(),
        ';' => "put each command on a line of its own".into(),
        '%' => "write a fraction: `0.1` for ten percent".into(),
        c if c.is_whitespace() => "use an ordinary blank".into(),
        c if c.is_control() || invisible(c) => {
            "remove it; it may not be visible in an editor".into()
        }
        c => format!("remove it; a text that holds `{c}` stands in double quotes"),
    }
}

/// A character as a report names it: by itself where it can be seen, otherwise by its number.
fn name(c: char) -> String {
    match c {
        '\0' => "a NUL character (U+0000)".into(),
        '\u{feff}' => "a byte order mark (U+FEFF)".into(),
        '\u{a0}' => "a no-break space (U+00A0)".into(),
        '`' => "a backquote".into(),
        c if c.is_control() => format!("the control character U+{:04X}", c as u32),
        c if c.is_whitespace() || invisible(c) => {
            format!("the invisible character U+{:04X}", c as u32)
        }
        c => format!("`{c}`"),
    }
}
