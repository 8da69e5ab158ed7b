//! Notation of other languages, and what to write in place of it.

use super::code::{BLOCKS, unit_at};
use super::{after, before, form};
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::value::functions::FUNCTIONS;
use crate::source::Span;

/// Commands, in addition to [`BLOCKS`], after which users of other languages put a parenthesis.
const FORMS: &[&str] = &[
    "expect", "print", "let", "elif", "elseif", "until", "assert",
];

/// Reports `+-` without a `~` before it, where the span is the `+-`.
pub(super) fn lone_margin(span: Span, text: &str) -> Diagnostic {
    let help = match near(span, text) {
        Some(written) => format!("write {}", quote(&written)),
        None => "write `a ~ b +- c` to compare; write the sum of `a` and `-b` as `a - b`".into(),
    };
    Diagnostic::error("E013", span, "`+-` sets a tolerance and needs `~`").help(help)
}

/// Returns the comparison `a == b +- c` around a place, with `~`.
fn near(span: Span, text: &str) -> Option<String> {
    let line = before(span, text).trim_start();
    let (head, claim) = line.split_once([' ', '\t'])?;
    let tolerance = after(span.end, text).split('"').next()?.trim();
    let (left, right) = claim.split_once("==")?;
    let (left, right) = (left.trim(), right.trim());
    let is_plain = ![left, right, tolerance]
        .iter()
        .any(|part| part.is_empty() || part.contains(['(', '{', '[', '"', '=', '<', '>', ',']));
    let is_claim = matches!(head, "expect" | "when" | "if" | "while");
    (is_plain && is_claim).then(|| format!("{left} ~ {right} +- {tolerance}"))
}

/// Reports a piece that touches the one before it: a range of texts, or a unit of a computed number.
pub(super) fn touching(span: Span, text: &str) -> Option<Diagnostic> {
    let line = before(span, text);
    let found = text.get(span.range())?;
    if found.starts_with("..") && line.trim_start().starts_with("for ") {
        let message = "a range needs numbers, such as `0..4`";
        let help = "list other values with spaces between them: `for side in l r`";
        return Some(Diagnostic::error("E017", span, message).help(help));
    }
    let help = unit_of_call(line, found)?;
    let message = "a unit can only follow a number";
    Some(Diagnostic::error("E013", span, message).help(help))
}

/// Returns help for a unit that touches the `)` at the end of the line: `sqrt(2)m`.
fn unit_of_call(line: &str, found: &str) -> Option<String> {
    let unit = unit_at(found).filter(|unit| *unit == found)?;
    let mut depth = 0_usize;
    let open = line.char_indices().rev().find_map(|(at, c)| {
        match c {
            ')' => depth += 1,
            '(' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    let head = line.get(..open)?;
    let is_inside = |c: char| c.is_alphanumeric() || c == '_';
    let name = head.len() - head.trim_end_matches(is_inside).len();
    let call = line.get(open - name..)?;
    call.ends_with(')')
        .then(|| format!("write {}", quote(&format!("{call} * 1{unit}"))))
}

/// Reports an `=` that does not assign: in a chain of assignments or comparisons.
pub(super) fn assigned(span: Span, text: &str) -> Option<Diagnostic> {
    let line = before(span, text);
    let part = line.rsplit([',', '(', '[', '{']).next().unwrap_or_default();
    let part = part.rsplit(" and ").next().unwrap_or_default();
    let part = part.rsplit(" or ").next().unwrap_or_default();
    if ["==", "!=", "<", ">", "~"]
        .iter()
        .any(|sign| part.contains(sign))
    {
        let message = "comparisons cannot be chained, and `=` does not compare";
        let help = "write `a == b and b == c`";
        return Some(Diagnostic::error("E013", span, message).help(help));
    }
    form::chained(span, text)
}

/// Reports a sign that is no operator here: `10%3`, `x++`.
pub(super) fn operator(span: Span, text: &str) -> Option<Diagnostic> {
    let line = before(span, text);
    let found = text.get(span.range())?;
    let is_value = |text: &str| text.ends_with(|c: char| c.is_alphanumeric() || "_)]".contains(c));
    if let Some(number) = line.trim_end().strip_suffix('%')
        && found.starts_with(|c: char| c.is_alphanumeric() || "_(.".contains(c))
    {
        let at = number.len() as u32 + (span.start - line.len() as u32);
        let message = "`%` is a hundredth, not the remainder";
        let place = span.starting(at).ending(at + 1);
        let report = Diagnostic::error("E013", place, message);
        return Some(report.help("for the remainder, write `mod(a, b)`"));
    }
    let (name, sign) = match found {
        "+" => (line.strip_suffix('+')?, '+'),
        "" | "}" | ")" => (line.trim_end().strip_suffix("--")?, '-'),
        _ => return None,
    };
    let ends = after(span.end, text);
    if !is_value(name)
        || sign == '+' && !ends.trim_start().is_empty() && !ends.starts_with(['}', ')'])
    {
        return None;
    }
    let is_inside = |c: char| c.is_alphanumeric() || "_.".contains(c);
    let short = name.trim_end_matches(is_inside).len();
    let value = name
        .get(short..)
        .filter(|value| !value.is_empty())
        .unwrap_or("a");
    let message = format!("`{sign}{sign}` is not supported");
    let help = format!("write {}", quote(&format!("{value} {sign} 1")));
    Some(Diagnostic::error("E013", span, message).help(help))
}

/// Returns help for a word or a unit after a value: `{trunk.z in mm}`, `{sqrt(2)m}`, `when x > 1 print x`.
pub(super) fn after_value(line: &str, found: &str, from: &str) -> Option<String> {
    let rest = from.get(found.len()..)?;
    let rest = rest.get(..rest.find(['\n', '\r', '#']).unwrap_or(rest.len()))?;
    if matches!(found, "in" | "as")
        && let Some(unit) = unit_at(rest.trim_start())
    {
        let value = line.rsplit('{').next().map_or("", str::trim);
        return Some(match line.contains('{') {
            true => format!("write {}", quote(&format!("{{{value} to {unit}}}"))),
            false => format!(
                "write {} in place of `{found} {unit}`",
                quote(&format!("to {unit}"))
            ),
        });
    }
    if let Some(condition) = line.trim_start().strip_prefix("when ")
        && found.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && !matches!(
            found,
            "then" | "do" | "times" | "is" | "equals" | "if" | "mod" | "rem"
        )
        && !line.contains(['{', '(', '['])
    {
        let condition = condition.trim();
        let action = [found, rest].concat();
        return Some(format!(
            "write:\nwhen {condition}\n  {}\nend",
            action.trim()
        ));
    }
    unit_of_call(line, found)
}

/// Reports a `:` at the end of the head of a block, or before the format of a number.
pub(super) fn colon(span: Span, text: &str) -> Option<Diagnostic> {
    let line = before(span, text);
    let rest = after(span.end, text);
    if text.get(span.range()) != Some(":") {
        return None;
    }
    let head = line.split_whitespace().next().unwrap_or_default();
    let help = if rest.trim().is_empty() && BLOCKS.contains(&head) {
        "remove the `:`"
    } else if line.contains('{') && is_format(rest) {
        "there are no formats; `round(x)` rounds to a whole number, and `{x to mm}` chooses the unit"
    } else {
        return None;
    };
    let message = "`:` is not valid in an expression";
    Some(Diagnostic::error("E013", span, message).help(help))
}

/// Whether a text up to its `}` is a format of other languages: `.2f`, `5.1`.
fn is_format(rest: &str) -> bool {
    let Some((format, _)) = rest.split_once('}') else {
        return false;
    };
    let digits = format.trim_end_matches(['f', 'd', 'e', 'g', 's', '%']);
    !format.is_empty()
        && digits
            .chars()
            .all(|c| c.is_ascii_digit() || "+.<>^".contains(c))
}

/// Returns help for arguments in parentheses, as in `leg(a, b)`; the span starts at the name.
pub(super) fn call(span: Span, source: &str) -> String {
    const BRACES: &str = "write an expression in braces: `{(a + b)/2}`, `{a < b}`";
    const COLOUR: &str = "write a colour as hexadecimal digits: `\"#c0392b\"`";
    let line = before(span, source).trim();
    let rest = after(span.start, source).trim();
    let head = rest.split('(').next().unwrap_or_default();
    // The condition of a form may start with a parenthesis.
    if line.is_empty() && (BLOCKS.contains(&head) || FORMS.contains(&head)) {
        return format!("put a space after {}", quote(head));
    }
    let Some((name, inside)) = rest.strip_suffix(')').and_then(|call| call.split_once('(')) else {
        return BRACES.into();
    };
    let arguments: Vec<&str> = match inside.trim() {
        "" => vec![],
        inside => inside.split(',').map(str::trim).collect(),
    };
    if inside.contains(['(', ')', '{', '[', '"']) || arguments.contains(&"") {
        return BRACES.into();
    }
    let write = |written: String| format!("write {}", quote(&written));
    let is_looped = line.starts_with("for ") && line.ends_with(" in") && name == "range";
    match (line, arguments.as_slice()) {
        (_, [last]) if is_looped => write(format!("{line} 0..{last}")),
        (_, [first, last]) if is_looped => write(format!("{line} {first}..{last}")),
        (_, [first, last, step]) if is_looped => write(format!("{line} {first}..{last} by {step}")),
        ("" | "define", _) => {
            let words = arguments.iter().map(|argument| in_braces(argument));
            let words = std::iter::once(name.to_owned()).chain(words);
            let words: Vec<String> = words.collect();
            write(format!("{line} {}", words.join(" ")).trim().to_owned())
        }
        _ if matches!(name, "hsl" | "hsla" | "rgba") => COLOUR.into(),
        (_, [red, green, blue]) if name == "rgb" => match [red, green, blue].map(|c| c.parse()) {
            [Ok(red), Ok(green), Ok(blue)] => colour([red, green, blue]),
            _ => COLOUR.into(),
        },
        _ if FUNCTIONS.iter().any(|function| function.name == name) => {
            format!(
                "write an expression in braces: {}",
                quote(&format!("{{{rest}}}"))
            )
        }
        _ => "remove the parentheses: spaces separate the arguments of a command".into(),
    }
}

/// Returns help for a colour.
fn colour([red, green, blue]: [u8; 3]) -> String {
    format!("write the colour as `\"#{red:02x}{green:02x}{blue:02x}\"`")
}

/// Returns an argument, in braces if it is not one word.
fn in_braces(argument: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || "_.-".contains(c);
    match argument.chars().all(is_word) {
        true => argument.to_owned(),
        false => format!("{{{argument}}}"),
    }
}
