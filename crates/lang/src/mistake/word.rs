//! Parts of a line that are not valid arguments.

use super::notation::{self, Place};
use crate::diagnostic::{Diagnostic, invisible, quote};
use crate::source::Span;
use crate::units::parse_unit;
use crate::vocabulary::Vocabulary;

/// Reports a blank-separated piece of text that is neither word nor number.
pub(super) fn chunk(span: Span, source: &str, vocabulary: &dyn Vocabulary) -> Diagnostic {
    let text = source.get(span.range()).unwrap_or_default();
    let known = || notation::find(Place::Argument, span, source, vocabulary, "");
    if let Some(report) = unit_apart(span, source).or_else(known) {
        return report;
    }
    let unsigned = text.strip_prefix('*').unwrap_or(text);
    let unsigned = unsigned.strip_prefix(['+', '-']).unwrap_or(unsigned);
    let stray = text
        .char_indices()
        .find(|(_, c)| !(c.is_alphanumeric() || "_./~*?+-".contains(*c)));
    match stray {
        Some((at, c)) => {
            let start = span.start + at as u32;
            let place = span.starting(start).ending(start + c.len_utf8() as u32);
            let message = format!("{} is not valid in a command", name(c));
            let (before, from) = (super::before(span, source), super::after(span.start, source));
            let value = (before.len() + from.len() <= super::LONGEST_VALUE)
                .then(|| [before, from].concat())
                .filter(|line| {
                    let head = line.split_whitespace().next().unwrap_or_default();
                    !vocabulary.is_command(head)
                })
                .and_then(|line| super::of_value(&line));
            Diagnostic::error("E001", place, message).help(value.unwrap_or_else(|| instead(c)))
        }
        None if is_sum(unsigned)
            || unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') =>
        {
            let message = format!("{} is not a valid number", quote(text));
            let braces = || format!("write an expression in braces: {}", quote(&format!("{{{text}}}")));
            let is_number = |end: &str| {
                let digits = end.trim_start_matches(['+', '-']);
                digits.starts_with(|c: char| c.is_ascii_digit())
            };
            let ends = text.split_once("..");
            let ends = ends.filter(|(low, high)| is_number(low) && is_number(high));
            let ends = ends.map(|(low, high)| if descends(low, high) { (high, low) } else { (low, high) });
            Diagnostic::error("E002", span, message).help(match per_unit(text) {
                _ if let Some((low, high)) = ends => format!(
                    "write the two ends as {}; after a name with `=`, in brackets: {}",
                    quote(&format!("{low} {high}")),
                    quote(&format!("[{low} {high}]"))
                ),
                _ if number_before_star(text).is_some() => format!(
                    "write {} for a part of the step",
                    quote(&format!("*{}", number_before_star(text).unwrap_or_default()))
                ),
                _ if text.starts_with('*') && unsigned.contains('*') => {
                    "a pattern that starts with `*` and a digit is read as a part of a step, such as `*0.5`: put a letter of the name after the `*`".into()
                }
                _ if is_sum(unsigned) => braces(),
                None if is_formula(unsigned) && unsigned.contains(['*', '+']) => braces(),
                None if is_formula(unsigned) => format!(
                    "{}; a file name that starts with a digit needs double quotes",
                    braces()
                ),
                Some(written) => format!("write {}", quote(&written)),
                None => "numbers look like `5`, `-.5`, `1e-3` or `5mm`; a file name that starts with a digit needs double quotes".into(),
            })
        }
        None => Diagnostic::error("E001", span, format!("{} is not a word", quote(text)))
            .help("put text with unusual characters in double quotes; names of bodies and objects cannot contain them"),
    }
}

/// Whether the second of two numbers with the same unit is below the first.
fn descends(low: &str, high: &str) -> bool {
    let [low, high] = [low, high].map(|text| {
        let unit = text.find(|c: char| c.is_alphabetic() || c == '°');
        let (digits, unit) = text.split_at(unit.unwrap_or(text.len()));
        (digits.parse::<f64>().unwrap_or(f64::NAN), unit)
    });
    low.1 == high.1 && high.0 < low.0
}

/// Returns the number of `0.5*`, where `*0.5` was meant.
fn number_before_star(text: &str) -> Option<&str> {
    let number = text.strip_suffix('*')?;
    number.parse::<f64>().ok().map(|_| number)
}

/// Returns the notation for `200/m`: `200m^-1`.
fn per_unit(text: &str) -> Option<String> {
    let (number, unit) = text.split_once('/')?;
    number.parse::<f64>().ok()?;
    let is_name = unit.chars().all(char::is_alphabetic);
    let written = format!("{unit}^-1");
    (is_name && parse_unit(&written).is_ok()).then(|| format!("{number}{written}"))
}

/// Reports a unit with a `^` that a blank separates from its number: `9.81 m/s^2`.
fn unit_apart(span: Span, source: &str) -> Option<Diagnostic> {
    let unit = source.get(span.range())?;
    parse_unit(unit).ok()?;
    let line = super::before(span, source);
    let number = line.trim_end().rsplit([' ', '\t', '[', '=']).next()?;
    number.parse::<f64>().ok()?;
    line.ends_with([' ', '\t']).then(|| {
        let message = "a unit must directly follow its number, without a space";
        let help = format!("write {}", quote(&[number, unit].concat()));
        Diagnostic::error("E011", span, message).help(help)
    })
}

/// Whether a text consists of numbers, which may have units, and names with signs between them: `2*side`.
fn is_formula(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['+', '-', '*', '/']).collect();
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    let is_value = |part: &&str| {
        let digits = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        !part.is_empty() && digits.chars().all(inside)
    };
    parts.len() > 1 && parts.iter().all(is_value)
}

/// Whether a text consists of two numbers with a sign between them.
fn is_sum(text: &str) -> bool {
    let numbers = text.split(['+', '-', '*', '/']).collect::<Vec<_>>();
    numbers.len() > 1 && numbers.iter().all(|n| n.parse::<f64>().is_ok())
}

/// Returns the character that makes a text invalid as an argument.
pub(super) fn stray(text: &str) -> Option<char> {
    text.chars()
        .find(|c| !(c.is_alphanumeric() || "_./~*?+-".contains(*c)))
}

/// Returns the replacement of a character.
fn instead(c: char) -> String {
    match c {
        '“' | '”' | '„' | '«' | '»' | '\'' | '‘' | '’' | '`' => {
            "write texts in straight double quotes: `\"text\"`".into()
        }
        '−' | '–' | '—' => "write the sign as `-`".into(),
        ',' => "separate arguments by spaces; write decimals with a point".into(),
        '(' | ')' | '<' | '>' | '^' => {
            "write an expression in braces: `{(a + b)/2}`, `{a < b}`".into()
        }
        '=' => "a named argument of a command is written without spaces around the `=`, as `density=1g/cm3` in `addbody`; `let x = 3` sets a variable".into(),
        ';' => "put each command on a line of its own".into(),
        '%' => {
            "for 50 percent, write `0.5`, or an expression in braces: `{50%}`; in a motor program `*0.5` is half of the step"
                .into()
        }
        c if c.is_whitespace() => "use an ordinary space".into(),
        c if c.is_control() || invisible(c) => "remove it; it may be invisible in an editor".into(),
        c if c.is_ascii() => {
            format!("remove it, or write a text that contains `{c}` in double quotes")
        }
        c => format!("in a name, use letters, digits and `_`; write a text that contains `{c}` in double quotes"),
    }
}

/// Returns the name of a character in reports: itself if it is visible, otherwise its code.
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
