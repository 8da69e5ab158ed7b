//! Errors in expressions.

use super::before;
use super::notation::{self, Place};
use crate::diagnostic::{Diagnostic, quote};
use crate::lexer::name_length;
use crate::source::Span;
use crate::units::parse_unit;
use crate::value::format::{MOST, meant_format};
use crate::vocabulary::Vocabulary;

/// Commands before whose lines users of other languages put a brace.
pub(super) const BLOCKS: &[&str] = &[
    "if", "else", "while", "for", "repeat", "when", "define", "function", "after", "at", "every",
];

/// Reports an unclosed bracket at the start of the span.
pub(super) fn unclosed(span: Span, text: &str) -> Diagnostic {
    let open = span.ending(span.start + 1);
    let bracket = text.get(open.range()).unwrap_or_default();
    let rest = text.get(open.end as usize..span.end as usize);
    let ends_line = rest.is_some_and(|rest| rest.trim().is_empty());
    let partner = match bracket {
        "(" => ")",
        "[" => "]",
        _ => "}",
    };
    let head = before(open, text).split_whitespace().next();
    let opens_block = head.is_some_and(|head| BLOCKS.contains(&head));
    let help = if bracket == "{" && ends_line && opens_block {
        "blocks have no braces: write the lines below, up to a line with only `end`".to_owned()
    } else if rest.is_some_and(|rest| rest.matches('"').count() % 2 == 1) {
        format!(
            "a text inside the brackets has no closing quote: end the text with `\"` before `{partner}`"
        )
    } else {
        format!("close it on the same line with `{partner}`")
    };
    Diagnostic::error("E013", open, format!("{} is never closed", quote(bracket))).help(help)
}

/// Reports a character that is invalid in expressions.
pub(super) fn stray(span: Span, text: &str, vocabulary: &dyn Vocabulary) -> Diagnostic {
    let found = text.get(span.range()).unwrap_or_default();
    let notation = notation::find(Place::Expression, span, text, vocabulary, "");
    notation.unwrap_or_else(|| {
        let message = format!("{} is not valid in an expression", quote(found));
        Diagnostic::error("E013", span, message).help(
            "an expression consists of numbers, names, functions and the operators + - * / ^ == != < <= > >= and or not",
        )
    })
}

/// Reports a format of another language, with the `:` before it.
pub(super) fn format(span: Span, text: &str) -> Diagnostic {
    let found = text.get(span.range()).unwrap_or_default();
    let found = found.trim_start_matches(':');
    let value = before(span, text).rsplit('{').next().unwrap_or_default();
    let value = value.trim_end();
    let meant = meant_format(found).map(|meant| format!("{{{value}:{meant}}}"));
    let number = found.parse::<f64>().ok();
    let number = number.filter(|_| !value.is_empty() && name_length(value) == value.len());
    let help = match (meant, number) {
        (Some(meant), Some(number)) => {
            format!("write `{meant}`; for a record, write `{{{value}: {number}}}`")
        }
        (Some(meant), None) => format!("write `{meant}`"),
        (None, _) => "for example `{x:.2f}` for two decimals, `{x:.3g}` for three digits, `{n:03d}` for zeros in front, `{name:>8s}`".to_owned(),
    };
    let mut numbers = found.split(|c: char| !c.is_ascii_digit());
    let is_wide =
        numbers.any(|digits| !digits.is_empty() && digits.parse().unwrap_or(usize::MAX) > MOST);
    let why = match found.starts_with([' ', '\t']) {
        true => "a format directly follows its `:`".to_owned(),
        false if is_wide => format!("its width and its digits are at most {MOST}"),
        false => "a format ends with its kind: `f`, `e`, `g`, `d`, `s` or `%`".to_owned(),
    };
    let message = format!("{} is not a format: {why}", quote(found.trim()));
    Diagnostic::error("E013", span, message).help(help)
}

/// Whether a value of an expression ends at the end of a text.
fn ends_value(line: &str) -> bool {
    let line = line.trim_end();
    let last = last_piece(line);
    // The word of a form is at the start of its line; a value must follow it.
    let forms = ["if", "while", "when", "repeat", "expect"];
    let behind_form = forms.contains(&last) && {
        let start = line.trim_start();
        start == last || start.strip_prefix("else").map(str::trim) == Some("if")
    };
    let operators = ["and", "or", "not", "to", "by", "in"];
    last.ends_with(|c: char| c.is_alphanumeric() || "_)]}\"".contains(c))
        && !operators.contains(&last)
        && !behind_form
}

/// Reports a misplaced piece of an expression. The expected text depends on whether a value has just ended.
pub(super) fn unexpected(span: Span, text: &str, vocabulary: &dyn Vocabulary) -> Diagnostic {
    let line = before(span, text);
    let line = line.trim_end();
    let found = text.get(span.range()).unwrap_or_default();
    let shown = match found {
        "" => "the end of the expression".to_owned(),
        _ => quote(found),
    };
    // Words after a value are below.
    let is_sign =
        !found.starts_with(|c: char| c.is_alphabetic()) || found == "within" || line.ends_with('%');
    let sign = || notation::find(Place::Expression, span, text, vocabulary, "");
    if let Some(report) = is_sign.then(sign).flatten() {
        return report;
    }
    let last = last_piece(line);
    if ends_value(line) {
        return after_value(span, text, (line, last), &shown, vocabulary);
    }
    let (wanted, help) = match (last, found) {
        ("to", _) => ("a unit", "for example `to mm` or `to cm/s`"),
        (".", _) => (
            "a name",
            "for example `.x`, or a number after a decimal point",
        ),
        ("{", "}") => {
            let report = Diagnostic::error("E013", span, "these braces are empty");
            return report.help("write an expression in braces: `{2 * side}`");
        }
        ("{", "*") => (
            "a value",
            "for a fraction of a step, write the star before the brace: `*{1/4}`",
        ),
        ("*", "*") => ("a value", "write a power as `a ^ b`"),
        ("/", "/") => (
            "a value",
            "for a quotient rounded down, write `floor(a / b)`",
        ),
        ("<", ">") => ("a value", "for inequality, write `a != b`"),
        (_, "+") => ("a value", "remove the `+`: numbers need no sign"),
        _ => (
            "a value",
            "a value is a number, a name, a text in quotes, a function, or an expression in parentheses",
        ),
    };
    let place = match last {
        "" => String::new(),
        last => format!(" after {}", quote(last)),
    };
    let message = format!("expected {wanted}{place}, found {shown}");
    Diagnostic::error("E013", span, message).help(help)
}

/// Returns the longest unit at the start of a text, such as `m/s` of `m/s * dt`.
pub(super) fn unit_at(text: &str) -> Option<&str> {
    let is_of_unit = |c: char| c.is_alphanumeric() || "*/^".contains(c);
    let text = text.get(..text.find(|c| !is_of_unit(c)).unwrap_or(text.len()))?;
    let ends = text.char_indices().filter(|(_, c)| !c.is_alphanumeric());
    let ends = std::iter::once(text.len()).chain(ends.map(|(at, _)| at).rev());
    ends.filter_map(|end| text.get(..end))
        .find(|unit| !unit.is_empty() && parse_unit(unit).is_ok())
}

/// Returns the longest unit at the start of a text, whose parts may have blanks between them, as in `kg m/s2` and `m / s2`: its
/// length in the text, and the unit without blanks.
fn unit_in_words(text: &str) -> Option<(usize, String)> {
    const MOST_WORDS: usize = 6;
    let first = unit_at(text)?;
    let mut longest = (first.len(), first.to_owned());
    let mut joined = String::new();
    let mut rest = text;
    for _ in 0..MOST_WORDS {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "*/^".contains(c)));
        let (word, following) = rest.split_at(end.unwrap_or(rest.len()));
        let is_joined = joined.is_empty() || joined.ends_with('/') || word.starts_with('/');
        // `2m * g` and `2m / t` are computed with variables more often than with units.
        let is_variable = joined.ends_with('/') && word.len() == 1 && !matches!(word, "s" | "m");
        let ends = following.is_empty()
            || following.starts_with(|c: char| c.is_whitespace() || ")]},#".contains(c));
        if word.is_empty() || word.starts_with('*') || is_variable || !ends {
            break;
        }
        joined += if is_joined { "" } else { "*" };
        joined += word;
        if parse_unit(&joined).is_ok() {
            longest = (text.len() - following.len(), joined.clone());
        }
        rest = following.trim_start_matches([' ', '\t']);
    }
    Some(longest)
}

/// Reports text after a value that is not an operator; `line` is the text before it, and `last` the last piece of that.
fn after_value(
    span: Span,
    text: &str,
    (line, last): (&str, &str),
    shown: &str,
    vocabulary: &dyn Vocabulary,
) -> Diagnostic {
    let rest = text.get(span.start as usize..).unwrap_or_default();
    let after_number = last.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    if let Some((length, unit)) =
        unit_in_words(rest).filter(|_| after_number && line.ends_with(last))
    {
        let message = "a unit must directly follow its number, without a space";
        let report = Diagnostic::error("E011", span.ending(span.start + length as u32), message);
        // With its sign and exponent, which the last piece lacks.
        let ends = |c: char| c.is_whitespace() || "([{,=".contains(c);
        let whole = line.rsplit(ends).next().unwrap_or(last);
        let written = match whole.parse::<f64>() {
            Ok(_) => format!("{whole}{unit}"),
            Err(_) if last.ends_with(char::is_alphabetic) => format!("{last}*{unit}"),
            Err(_) => format!("{last}{unit}"),
        };
        return report.help(format!("write {}", quote(&written)));
    }
    let message = format!("expected an operator, found {shown}");
    let known = notation::find(Place::AfterValue, span, text, vocabulary, &message);
    known.unwrap_or_else(|| Diagnostic::error("E013", span, message))
}

/// Returns the name, number or sign at the end of a line.
fn last_piece(line: &str) -> &str {
    const SIGNS: &[&str] = &["==", "!=", "<=", ">=", ".."];
    let is_inside = |c: char| c.is_alphanumeric() || c == '_';
    if line.ends_with(is_inside) {
        let start = line.rfind(|c: char| !is_inside(c));
        let start = start.and_then(|at| line.get(at..)?.chars().next().map(|c| at + c.len_utf8()));
        let word = line.get(start.unwrap_or(0)..).unwrap_or_default();
        // The digits after a decimal point belong to it.
        let whole = line.rfind(|c: char| !(is_inside(c) || c == '.'));
        let whole = whole.and_then(|at| line.get(at..)?.chars().next().map(|c| at + c.len_utf8()));
        let whole = line.get(whole.unwrap_or(0)..).unwrap_or_default();
        let is_number = whole.parse::<f64>().is_ok();
        return if is_number { whole } else { word };
    }
    if let Some(sign) = SIGNS.iter().find(|sign| line.ends_with(**sign)) {
        return sign;
    }
    let last = line.char_indices().next_back();
    last.and_then(|(at, _)| line.get(at..)).unwrap_or_default()
}
