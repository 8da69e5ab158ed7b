//! Errors in expressions.

use super::{after, before, habit};
use crate::diagnostic::{Diagnostic, quote};
use crate::source::Span;
use crate::units::parse_unit;
use crate::value::functions::FUNCTIONS;

/// Commands before whose lines users of other languages put a brace.
pub(super) const BLOCKS: &[&str] = &[
    "if", "else", "while", "for", "repeat", "when", "define", "after", "at", "every",
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
pub(super) fn stray(span: Span, text: &str) -> Diagnostic {
    let found = text.get(span.range()).unwrap_or_default();
    if let Some(report) = habit::colon(span, text) {
        return report;
    }
    let line = before(span, text);
    let next = text.get(span.end as usize..).unwrap_or_default();
    let is_value = ends_value(line);
    let help = match found {
        "|" if !is_value && !next.starts_with('|') && !line.ends_with('|') => {
            let inside = next
                .split(['|', '\n', '\r', '#'])
                .next()
                .unwrap_or_default()
                .trim();
            let inside = if inside.is_empty() { "a" } else { inside };
            let help = format!(
                "for the absolute value, write {}",
                quote(&format!("abs({inside})"))
            );
            return invalid(span, found).help(help);
        }
        "!" if is_value && !next.starts_with('=') => {
            "there is no factorial: write the product, such as `3 * 2`"
        }
        "&" => "to require two conditions, write `a and b`",
        "|" => "for at least one of two conditions, write `a or b`",
        "!" => "for negation, write `not a`; for inequality, `a != b`",
        "%" => "for the remainder, write `mod(a, b)`; for a percentage of a value, `a * 1%`",
        "?" => "to choose one of two values, write `choose(condition, a, b)`",
        ";" if next
            .lines()
            .next()
            .is_none_or(|rest| rest.trim().is_empty()) =>
        {
            "remove the `;`"
        }
        ";" => "put each command on a line of its own",
        "'" | "`" | "“" | "”" | "„" | "«" | "»" | "‘" | "’" => {
            "write texts in straight double quotes: `\"text\"`"
        }
        "−" | "–" | "—" => "write the sign as `-`",
        "×" | "·" => "write a product as `a * b`",
        "÷" | ":" => "write a quotient as `a / b`",
        _ => {
            "an expression consists of numbers, names, functions and the operators + - * / ^ == != < <= > >= and or not"
        }
    };
    invalid(span, found).help(help)
}

fn invalid(span: Span, found: &str) -> Diagnostic {
    let message = match found {
        "%" => "`%` is only valid directly after a number: `10%` is 0.1".to_owned(),
        _ => format!("{} is not valid in an expression", quote(found)),
    };
    Diagnostic::error("E013", span, message)
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
pub(super) fn unexpected(span: Span, text: &str) -> Diagnostic {
    let line = before(span, text);
    let line = line.trim_end();
    let found = text.get(span.range()).unwrap_or_default();
    let shown = match found {
        "" => "the end of the expression".to_owned(),
        _ => quote(found),
    };
    if let Some(report) = habit::operator(span, text) {
        return report;
    }
    let last = last_piece(line);
    if ends_value(line) {
        return after_value(span, text, (line, last), &shown);
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

/// Returns numbers in parentheses or braces at the start of a text as a list: `[0 0 1]` for `(0, 0, 1)`.
pub(super) fn as_list(text: &str) -> Option<String> {
    let close = if text.starts_with('(') { ')' } else { '}' };
    let (inside, _) = text.strip_prefix(['(', '{'])?.split_once(close)?;
    let elements = inside
        .split([',', ' ', '\t'])
        .filter(|element| !element.is_empty());
    let elements: Vec<&str> = elements.collect();
    let is_number = |element: &&str| {
        let unsigned = element.trim_start_matches('-');
        unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
            && unsigned.chars().all(|c| c.is_alphanumeric() || c == '.')
    };
    (elements.len() > 1 && elements.iter().all(is_number))
        .then(|| format!("[{}]", elements.join(" ")))
}

/// Reports text after a value that is not an operator; `line` is the text before it, and `last` the last piece of that.
fn after_value(span: Span, text: &str, (line, last): (&str, &str), shown: &str) -> Diagnostic {
    let rest = text.get(span.start as usize..).unwrap_or_default();
    let found = rest.get(..span.range().len()).unwrap_or_default();
    if found == "within" {
        return habit::lone_margin(span, text);
    }
    if let Some(help) = habit::after_value(line, found, rest) {
        let message = format!("expected an operator, found {shown}");
        return Diagnostic::error("E013", span, message).help(help);
    }
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
    let list = line.rfind(['(', '{']).and_then(|open| {
        let is_inside = |c: char| c.is_alphanumeric() || c == '_';
        let is_of_call = line.get(..open)?.ends_with(is_inside);
        let start = span.start - (before(span, text).len() - open) as u32;
        as_list(after(start, text)).filter(|_| !is_of_call)
    });
    if let Some(list) = list {
        let report =
            Diagnostic::error("E013", span, format!("expected an operator, found {shown}"));
        return report.help(format!("write a list in square brackets: {}", quote(&list)));
    }
    let signs = ['+', '-', '*', '/', '^', '<', '>', '=', '!'];
    let starts_value = found.starts_with(|c: char| c.is_alphanumeric() || "_\".".contains(c));
    if starts_value && FUNCTIONS.iter().any(|function| function.name == last) {
        let message = format!("expected `(` after the function `{last}`, found {shown}");
        let help = format!("write {}", quote(&format!("{last}({found})")));
        return Diagnostic::error("E013", span, message).help(help);
    }
    let help = match innermost(line) {
        Some('[') if found.starts_with(signs) => {
            "in a list, separate elements by spaces and write expressions in parentheses: `[0 (a + b) 0]`"
        }
        Some('[') if found == "," => "separate the elements of a list by spaces: `[1 2 3]`",
        Some('f') if starts_value => "separate the arguments of a function by commas: `max(a, b)`",
        _ if found == "(" => {
            "write the `(` of a function directly after its name; a product needs `*`"
        }
        _ if found == "," => {
            "commas separate the arguments of a function; elements of a list are separated by spaces"
        }
        _ if matches!(found, "then" | "do" | "times") => {
            "remove the word and write the commands on the lines below, up to a line `end`"
        }
        _ if matches!(found, "mod" | "rem") => "for the remainder, write `mod(a, b)`",
        _ if found == "if" => "to choose between two values, write `choose(condition, a, b)`",
        _ if matches!(found, "is" | "equals") => "to compare, write `==`",
        _ if found == "step" && line.contains("..") => {
            "`by` gives the step of a range: `0..6 by 2`"
        }
        _ if line.trim_start().starts_with("expect ") && starts_value => {
            "after the condition, only one text in double quotes is allowed: `expect x > 0 \"why\"`"
        }
        _ => "for example `+`, `*` or `<`; a product needs `*`",
    };
    Diagnostic::error("E013", span, format!("expected an operator, found {shown}")).help(help)
}

/// Returns the bracket that is open at the end of a line: `f` for that of a function.
fn innermost(line: &str) -> Option<char> {
    let mut open = vec![];
    let mut quoted = false;
    let mut last = ' ';
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' if last.is_alphanumeric() || last == '_' => open.push('f'),
            '(' | '[' | '{' => open.push(c),
            ')' | ']' | '}' => drop(open.pop()),
            _ => {}
        }
        last = c;
    }
    open.pop()
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
