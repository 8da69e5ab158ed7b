//! What the parser finds wrong, cheap to make while it tries alternatives, and the sentences that report it.

use super::token::Fault;
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
}

impl<'t, I: Input<'t, Span = Span>> Error<'t, I> for Mistake {}

/// The head of a line is the one place where the grammar has nothing to accept, so what was expected is always the same.
impl<'t, I: Input<'t, Span = Span>, L> LabelError<'t, I, L> for Mistake {
    fn expected_found<E: IntoIterator<Item = L>>(
        _expected: E,
        _found: Option<MaybeRef<'t, I::Token>>,
        span: Span,
    ) -> Self {
        Mistake {
            span,
            kind: Kind::NoHead,
        }
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
