//! Notation of other languages, and what to write in place of it.

use super::code::{BLOCKS, unit_at};
use super::{after, before, form};
use crate::diagnostic::{Diagnostic, quote};
use crate::source::Span;
use crate::value::functions::FUNCTIONS;

/// Commands, in addition to [`BLOCKS`], after which users of other languages put a parenthesis.
const FORMS: &[&str] = &["expect", "let", "elif", "elseif", "until", "assert"];

/// Reports `+-` or `within` without a `~` before it, where the span is that sign or word.
pub(super) fn lone_margin(span: Span, text: &str) -> Diagnostic {
    let sign = text.get(span.range()).unwrap_or_default();
    let help = match near(span, text, sign) {
        Some(written) => format!("write {}", quote(&written)),
        None if sign == "within" => "write `a ~ b within 1%` to compare".into(),
        None => "write `a ~ b +- c` to compare; write the sum of `a` and `-b` as `a - b`".into(),
    };
    let message = format!("{} sets a tolerance and needs `~`", quote(sign));
    Diagnostic::error("E013", span, message).help(help)
}

/// Returns the comparison `a == b +- c` around a place, with `~`.
fn near(span: Span, text: &str, sign: &str) -> Option<String> {
    let line = before(span, text).trim_start();
    let (head, claim) = line.split_once([' ', '\t'])?;
    let tolerance = after(span.end, text).split('"').next()?.trim();
    let (left, right) = claim.split_once("==")?;
    let (left, right) = (left.trim(), right.trim());
    let is_plain = ![left, right, tolerance]
        .iter()
        .any(|part| part.is_empty() || part.contains(['(', '{', '[', '"', '=', '<', '>', ',']));
    let is_claim = matches!(head, "expect" | "when" | "if" | "while");
    (is_plain && is_claim).then(|| format!("{left} ~ {right} {sign} {tolerance}"))
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
    let help = unit_of_call(line, found).or_else(|| unit_of_list(line, found))?;
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

/// Returns help for a unit that touches the `]` at the end of the line: `[4 2 1]cm`.
fn unit_of_list(line: &str, found: &str) -> Option<String> {
    let unit = unit_at(found).filter(|unit| *unit == found)?;
    let list = line.strip_suffix(']')?.rsplit('[').next()?;
    let is_number = |element: &str| element.parse::<f64>().is_ok();
    let elements: Vec<&str> = list.split_whitespace().collect();
    let with_unit: Vec<String> = elements.iter().map(|one| format!("{one}{unit}")).collect();
    Some(
        match !elements.is_empty() && elements.iter().all(|one| is_number(one)) {
            true => format!("write {}", quote(&format!("[{}]", with_unit.join(" ")))),
            false => format!("write `{unit}` after each number of the list"),
        },
    )
}

/// Reports a named list with spaces around its `=`, where the span is the `=`: `size = [1cm 2cm 3cm]`; likewise a default value
/// of `define`.
pub(super) fn named_apart(span: Span, text: &str) -> Option<Diagnostic> {
    if text.get(span.range()) != Some("=") {
        return None;
    }
    let words: Vec<&str> = before(span, text).split_whitespace().collect();
    let value = after(span.end, text).trim();
    let (head, name) = match words.as_slice() {
        [head, .., name] => (*head, *name),
        _ => return None,
    };
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_')
        && name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let is_list = value.starts_with('[');
    if !is_name || words.contains(&"let") || !(is_list && head != "set" || head == "define") {
        return None;
    }
    let value = match value.find(']').filter(|_| is_list) {
        Some(end) => value.get(..=end)?,
        None => value.split_whitespace().next()?,
    };
    let message = "`=` with spaces around it is not valid in a command";
    let help = format!("remove the spaces: {}", quote(&format!("{name}={value}")));
    Some(Diagnostic::error("E001", span, message).help(help))
}

/// Returns help for words joined by another sign than `+`: `linear|damper`, `linear,damper`.
pub(super) fn joined_words(text: &str, sign: char) -> Option<String> {
    let words: Vec<&str> = text.split(sign).collect();
    let is_word = |word: &&str| !word.is_empty() && word.chars().all(char::is_alphabetic);
    if words.len() < 2 || !words.iter().all(is_word) {
        return None;
    }
    let sum = quote(&words.join("+"));
    match sign {
        '|' | '&' => Some(format!("to combine words, join them by `+`: {sum}")),
        ',' => Some(format!(
            "separate arguments by spaces; to combine words, join them by `+`: {sum}"
        )),
        _ => None,
    }
}

/// Returns help for a word that ends with `+` before another word: `linear+ damper`.
pub(super) fn sum_apart(span: Span, text: &str) -> Option<String> {
    let first = text.get(span.range())?.strip_suffix('+')?;
    let next = after(span.end, text).split_whitespace().next()?;
    let next = next.trim_start_matches('+');
    let is_word = |word: &str| {
        let inside = |c: char| c.is_alphabetic() || c == '+';
        word.starts_with(char::is_alphabetic) && word.chars().all(inside)
    };
    (is_word(first) && is_word(next))
        .then(|| format!("write {}", quote(&format!("{first}+{next}"))))
}

/// Reports an `=` that belongs to a sign of another language: `=<`, `=>`, `~=`, `===`, `..=`.
fn sign_with_equals(span: Span, text: &str) -> Option<Diagnostic> {
    let line = before(span, text);
    let next = text.get(span.end as usize..).unwrap_or_default();
    let wrong = |start: u32, end: u32, right: &str| {
        let place = span.starting(start).ending(end);
        let found = quote(text.get(place.range()).unwrap_or_default());
        let message = format!("{found} is not an operator");
        let report = Diagnostic::error("E013", place, message);
        Some(report.help(format!("write `{right}`")))
    };
    let (start, end) = (span.start, span.end);
    if line.ends_with("..") {
        let message = "`..=` is not supported: a range ends before its last value";
        let last = next.split_whitespace().next().unwrap_or_default();
        let first = line.strip_suffix("..").unwrap_or_default();
        let first = first
            .rsplit([' ', '\t', '{', '('])
            .next()
            .unwrap_or_default();
        let help = match last
            .trim_end_matches('}')
            .parse::<i64>()
            .map(|n| n.checked_add(1))
        {
            Ok(Some(after)) => format!("write `{first}..{after}`"),
            _ => format!(
                "for whole numbers, write `{first}..({} + 1)`; a range with a step ends a step later: `a..(b + step) by step`",
                last.trim_end_matches('}')
            ),
        };
        let report = Diagnostic::error("E013", span.starting(start - 2), message);
        return Some(report.help(help));
    }
    match (line.chars().next_back(), next.chars().next()) {
        (Some('~'), _) => wrong(start - 1, end, "~"),
        (Some('='), _) if line.ends_with("==") => wrong(start - 2, end, "=="),
        (Some('='), _) if line.ends_with("!=") => wrong(start - 2, end, "!="),
        (_, Some('<')) => wrong(start, end + 1, "<="),
        (_, Some('>')) => wrong(start, end + 1, ">="),
        (_, Some('~')) => wrong(start, end + 1, "~"),
        (_, Some('!')) => wrong(start, end + 1, "!="),
        _ => None,
    }
}

/// Reports an `=` that does not assign: in a chain of assignments or comparisons.
pub(super) fn assigned(span: Span, text: &str) -> Option<Diagnostic> {
    if let Some(report) = sign_with_equals(span, text) {
        return Some(report);
    }
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
        let message = "`%` after a number means per cent (`10%` is 0.1), not the remainder";
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
    if let Some(help) = command_on_line(line, found, rest) {
        return Some(help);
    }
    unit_of_call(line, found)
}

/// Returns help for a command on the line of a condition: `when x > 1 print x`.
fn command_on_line(line: &str, found: &str, rest: &str) -> Option<String> {
    let (head, condition) = line.trim_start().split_once([' ', '\t'])?;
    let condition = condition.trim();
    let is_word = found.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && !matches!(
            found,
            "then" | "do" | "times" | "is" | "equals" | "if" | "mod" | "rem"
        );
    if !is_word || line.contains(['{', '(', '[']) {
        return None;
    }
    let verbs = [
        "touch", "hit", "reach", "land", "strike", "collide", "contact",
    ];
    let is_of_contact = verbs.iter().any(|verb| found.starts_with(verb));
    let is_name = condition.chars().all(|c| c.is_alphanumeric() || c == '_');
    match head {
        "when" if is_of_contact && is_name => Some(format!(
            "a condition compares values or reads one that is true or false: `when {condition}.contact`"
        )),
        // Some commands are not valid in an event.
        "when" => Some(format!(
            "the commands are on the lines below it:\nwhen {condition}\n  COMMAND\nend"
        )),
        "if" | "while" if !rest.trim().is_empty() => {
            let action = [found, rest].concat();
            Some(format!(
                "write:\n{head} {condition}\n  {}\nend",
                action.trim()
            ))
        }
        _ => None,
    }
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
    if line.is_empty() && head == "print" {
        return format!("write {}", quote(&printed(rest)));
    }
    if line.is_empty() && FUNCTIONS.iter().any(|function| function.name == head) {
        let shown = quote(&format!("print {{{rest}}}"));
        return format!(
            "{shown} shows its value, {} sets a variable",
            quote(&format!("let x = {rest}"))
        );
    }
    if line.is_empty() && head.contains('.') {
        return match head.rsplit('.').next() {
            Some("step" | "simulate" | "run" | "mj_step") => "`go 1` simulates a frame, `go 1s` a second".into(),
            _ => "there are no methods: a line starts with a command, and spaces separate its arguments".into(),
        };
    }
    if !line.is_empty()
        && line != "define"
        && let Some(written) = computed(span, source)
    {
        return format!("write an expression in braces: {}", quote(&written));
    }
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

/// Returns the argument at a place as a value in braces, if it is an expression with a function or a parenthesis:
/// `target={30 * sin(world.time)}`. Its start and its end may be separate words.
fn computed(span: Span, source: &str) -> Option<String> {
    let (line, rest) = (before(span, source), after(span.start, source));
    let is_sign = |word: &str| matches!(word, "+" | "-" | "*" | "/" | "^");
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let mut start = vec![];
    while let [.., value, sign] = words.as_slice()
        && is_sign(sign)
    {
        start.insert(0, *sign);
        start.insert(0, *value);
        words.truncate(words.len() - 2);
    }
    let (mut depth, mut end, mut after_sign) = (0_usize, rest.len(), false);
    for (at, c) in rest.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            ' ' | '\t' if depth == 0 => {
                let next = rest
                    .get(at..)?
                    .split_whitespace()
                    .next()
                    .unwrap_or_default();
                if !after_sign && !is_sign(next) {
                    end = at;
                    break;
                }
                continue;
            }
            _ => {}
        }
        after_sign = "+-*/^".contains(c);
    }
    start.push(rest.get(..end)?);
    let whole = start.join(" ");
    let (name, value) = match whole.split_once('=') {
        Some((name, value)) if name.chars().all(|c| c.is_alphanumeric() || c == '_') => {
            (format!("{name}="), value)
        }
        _ => (String::new(), whole.as_str()),
    };
    let is_name = |c: char| c.is_alphanumeric() || "_.".contains(c);
    let mut calls = value
        .match_indices('(')
        .map(|(at, _)| value.get(..at).unwrap_or_default());
    let are_functions = calls.all(|before| {
        let start = before.trim_end_matches(is_name).len();
        let called = before.get(start..).unwrap_or_default();
        called.is_empty() || FUNCTIONS.iter().any(|function| function.name == called)
    });
    let is_formula =
        depth == 0 && are_functions && !value.contains(['{', '[', '"', ',']) || calls_only(value);
    // Elsewhere, the time is a number of seconds, and an angle one of radians.
    let value = match value.contains("Hz") || value.contains("rad") {
        true => value.to_owned(),
        false => value.replace("world.time", "world.time * 1rad/s"),
    };
    is_formula.then(|| format!("{name}{{{value}}}"))
}

/// Whether a value is a call of a function, whose arguments may have commas.
fn calls_only(value: &str) -> bool {
    let head = value.split('(').next().unwrap_or_default();
    value.ends_with(')') && FUNCTIONS.iter().any(|function| function.name == head)
}

/// Returns the line for `print("text")` or `print(value)` of other languages.
fn printed(line: &str) -> String {
    let inside = line.split_once('(').map_or("", |(_, inside)| inside);
    let inside = inside.strip_suffix(')').unwrap_or(inside).trim();
    let inside = inside
        .strip_prefix('f')
        .filter(|text| text.starts_with('"'))
        .unwrap_or(inside);
    let text = inside
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    match text.or_else(|| Some(inside).filter(|text| text.is_empty())) {
        Some(text) if !text.contains('"') => format!("print {text}").trim_end().to_owned(),
        _ => format!("print {{{inside}}}"),
    }
}

/// Returns help for a colour.
fn colour([red, green, blue]: [u8; 3]) -> String {
    format!("write the colour as `\"#{red:02x}{green:02x}{blue:02x}\"`")
}

/// Returns an argument, in braces if it is not one word.
fn in_braces(argument: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || "_.-=".contains(c);
    match argument.chars().all(is_word) {
        true => argument.to_owned(),
        false => format!("{{{argument}}}"),
    }
}
