//! Incomplete forms: `let` without a name or a value, `for` without its values.

use super::{after, before, code};
use crate::diagnostic::{Diagnostic, quote};
use crate::parser::Vocabulary;
use crate::source::Span;

/// Reports `let` or `param` without a name, an `=` and a value.
pub(super) fn assignment(span: Span, text: &str) -> Diagnostic {
    let head = before(span, text).trim();
    let found = text.get(span.range()).unwrap_or_default();
    let (name, rest) = split_name(found);
    let help = format!("for example `{head} length = 5mm`");
    if !is_variable(name) || rest.starts_with('.') {
        return no_name(span, found, help);
    }
    let place = after_name(span, found, rest);
    if rest.is_empty() {
        let message = format!("{} has no value", quote(name));
        return Diagnostic::error("E017", span.after(), message).help(help);
    }
    if rest.starts_with("==") {
        let message = "`==` compares; to assign a value, write one `=`";
        return Diagnostic::error("E017", place, message).help(help);
    }
    if rest.starts_with('[') {
        let message = "the elements of a list cannot be assigned";
        let help = format!("make a new list: `let {name} = [...]`");
        return Diagnostic::error("E017", place, message).help(help);
    }
    let sign = rest.chars().next().unwrap_or_default();
    if "+-*/^".contains(sign) && rest.chars().nth(1) == Some('=') {
        let message = format!("`{sign}=` is not supported");
        let help = format!("write `let {name} = {name} {sign} ...`");
        return Diagnostic::error("E017", place, message).help(help);
    }
    let found = quote(rest.split([' ', '\t']).next().unwrap_or_default());
    let message = format!("expected `=` after {}, found {found}", quote(name));
    Diagnostic::error("E017", place, message).help(help)
}

/// Reports `let x = y = 3`, where the span is the second `=`; none for other text.
pub(super) fn chained(span: Span, text: &str) -> Option<Diagnostic> {
    let head = before(span, text).trim();
    let (word, names) = head.split_once([' ', '\t'])?;
    let (first, second) = names.split_once('=')?;
    let (first, second, value) = (first.trim(), second.trim(), after(span.end, text).trim());
    if word != "let" || value.is_empty() || !is_name(first) || !is_name(second) {
        return None;
    }
    let chain = format!("{second} = {value}");
    let mut help = assignments(first, &chain);
    if names_of_chain(&chain).0.len() == 1 {
        help += &format!("\nor to compare: `let {first} = {second} == {value}`");
    }
    let message = "`let` assigns a value to one name only";
    Some(Diagnostic::error("E013", span, message).help(help))
}

/// Splits `b = c = 3` into its names and the value.
fn names_of_chain(text: &str) -> (Vec<&str>, &str) {
    let (mut names, mut value) = (vec![], text.trim());
    while let Some((name, rest)) = value.split_once('=')
        && is_name(name.trim())
        && !rest.starts_with('=')
        && !rest.trim().is_empty()
    {
        names.push(name.trim());
        value = rest.trim();
    }
    (names, value)
}

/// Returns help for `name = value`, where the value may be another such assignment: one `let` for each name.
fn assignments(name: &str, value: &str) -> String {
    let value = value.trim_end_matches(';').trim_end();
    let list = code::as_list(value);
    let value = list.as_deref().unwrap_or(value);
    let (names, mut value) = names_of_chain(value);
    if names.is_empty() {
        return format!("write {}", quote(&format!("let {name} = {value}")));
    }
    let mut help = String::from("write:");
    for name in names.into_iter().rev().chain([name]) {
        help += &format!("\nlet {name} = {value}");
        value = name;
    }
    help
}

/// Reports `n = 1`, `n += 1` and `n++`, as in other languages, where the span is the sign, or the name with its sign; none for
/// other text.
pub(super) fn without_let(
    span: Span,
    text: &str,
    vocabulary: &dyn Vocabulary,
) -> Option<Diagnostic> {
    let head = before(span, text).trim();
    let found = text.get(span.range())?;
    let value = Some(after(span.end, text).trim()).filter(|value| !value.is_empty());
    // The `+` of a `+=` is a separate word.
    let written = [head, found].concat();
    let (name, sign) = split_name(&written);
    let value = match (sign, value) {
        ("=", value) => value.unwrap_or("...").to_owned(),
        ("++" | "--", None) => format!("{name} {} 1", sign.get(1..)?),
        ("+=" | "-=" | "*=" | "/=" | "^=", Some(value)) => {
            format!("{name} {} {value}", sign.get(..1)?)
        }
        _ => return None,
    };
    if !is_variable(name) {
        return None;
    }
    if sign == "=" && vocabulary.is_command(name) {
        let message = format!("{} is a command, not a variable", quote(name));
        let help = format!("write {}", quote(&format!("{name} {value}")));
        return Some(Diagnostic::error("E001", span, message).help(help));
    }
    let message = format!("assignment to {} needs `let`", quote(name));
    Some(Diagnostic::error("E017", span, message).help(assignments(name, &value)))
}

/// Reports `var x = 3`, `x := 3`, `leg.q = 30deg` and `joint leg q = 30deg`, where the span is the sign.
pub(super) fn assigned_elsewhere(
    span: Span,
    text: &str,
    vocabulary: &dyn Vocabulary,
) -> Option<Diagnostic> {
    let found = text.get(span.range())?;
    if !matches!(found, "=" | ":=") {
        return None;
    }
    let words: Vec<&str> = before(span, text).split_whitespace().collect();
    let value = Some(after(span.end, text).trim()).filter(|value| !value.is_empty())?;
    let (code, message, help) = match words.as_slice() {
        [name]
        | [
            "var" | "const" | "int" | "float" | "double" | "local" | "auto" | "set",
            name,
        ] if is_name(name) => (
            "E017",
            format!("assignment to {} needs `let`", quote(name)),
            assignments(name, value),
        ),
        [place] | ["let" | "set", place] => {
            let (owner, quantity) = place.split_once('.')?;
            if owner == "world" {
                let message = format!("a quantity such as {} cannot be assigned", quote(place));
                let help = format!("some are set by a command: see `corpus help {quantity}`");
                return Some(Diagnostic::error("E017", span, message).help(help));
            }
            (
                "E017",
                format!("a quantity such as {} cannot be assigned", quote(place)),
                set_instead(owner, quantity, value),
            )
        }
        [_, .., last] if !words.contains(&"let") && is_variable(last) => {
            let line = [&words, [value].as_slice()].concat().join(" ");
            let mut help = format!("remove it: {}", quote(&line));
            if words
                .first()
                .is_some_and(|head| vocabulary.takes_named(head, last))
            {
                let named = quote(&format!("{last}={value}"));
                help += &format!("; or, for a named argument, remove the spaces: {named}");
            }
            (
                "E001",
                "`=` with spaces around it is not valid in a command".to_owned(),
                help,
            )
        }
        _ => return None,
    };
    Some(Diagnostic::error(code, span, message).help(help))
}

/// Parameters of `joint` that have the same names as quantities, or are often assigned to.
const JOINT_PARAMETERS: &[&str] = &[
    "q", "dq", "k", "b", "kq", "ea", "eB", "e_q", "qmin", "qmax", "lk", "lb", "bias", "armature",
    "dry",
];

/// Returns help for an assignment to a quantity of a thing: the command that sets it.
fn set_instead(owner: &str, quantity: &str, value: &str) -> String {
    let write = |line: String| format!("write {}", quote(&line));
    match quantity {
        _ if JOINT_PARAMETERS.contains(&quantity) => write(format!("joint {owner} {quantity} {value}")),
        "angle" | "qpos" => write(format!("joint {owner} q {value}")),
        "speed" | "rate" | "qvel" => format!(
            "a joint: `joint {owner} dq {value}`; the root of a figure: `addv`; a gait: `speed {value}`"
        ),
        "target" | "kp" | "kd" => write(format!("servo {owner} {quantity}={value}")),
        "torque" | "Q" | "force" | "ctrl" | "effort" => write(format!("torque {owner} {value}")),
        "color" | "colour" => write(format!("color {owner} {value}")),
        "mass" | "density" => format!("in its `addbody`, write `{quantity}={value}`"),
        "x" | "y" | "z" | "pos" | "position" => {
            "a figure is placed before `go`: on the ground by `rest`, elsewhere by `move` of the root's object and `setrootpos`; a joint is set by `joint NAME q ANGLE`".into()
        }
        "vel" | "velocity" | "omega" => {
            "`addv` adds to the velocity of the root; `joint NAME dq SPEED` sets the speed of a joint".into()
        }
        _ => match quantity.rsplit_once('.') {
            Some((_, "phase")) => {
                "the phases of the legs follow from the times of the gait: `dlegtime` sets the delay between the legs, `gaitinit` puts all legs in stance".into()
            }
            _ => "quantities are read, and commands change the world: `corpus help quantities` describes them; `let` sets variables".into(),
        },
    }
}

/// Reports `for` without a name, `in` and items.
pub(super) fn counting(span: Span, text: &str) -> Diagnostic {
    const HELP: &str = "for example `for i in 0..6` or `for side in l r`";
    let found = text.get(span.range()).unwrap_or_default();
    let (name, rest) = split_name(found);
    if name == "in" {
        let message = "the name of the loop variable is missing before `in`";
        return Diagnostic::error("E017", span, message).help(HELP);
    }
    if !is_variable(name) || rest.starts_with('.') {
        return no_name(span, found, HELP.to_owned());
    }
    if rest.is_empty() {
        let message = format!("`in` and the values of {} are missing", quote(name));
        return Diagnostic::error("E017", span.after(), message).help(HELP);
    }
    let place = after_name(span, found, rest);
    let found = quote(rest.split([' ', '\t']).next().unwrap_or_default());
    let message = format!("expected `in` after {}, found {found}", quote(name));
    Diagnostic::error("E017", place, message).help(HELP)
}

fn no_name(span: Span, found: &str, help: String) -> Diagnostic {
    let first = found.split([' ', '\t']).next().unwrap_or_default();
    let place = span.ending(span.start + first.len() as u32);
    if first == "=" {
        let report = Diagnostic::error("E017", place, "the name is missing before `=`");
        return report.help(help);
    }
    let message = format!(
        "{} is not a valid variable name: use letters, digits and `_`, starting with a letter or `_`",
        quote(first)
    );
    Diagnostic::error("E017", place, message).help(help)
}

/// Returns the span of the piece that follows the name.
fn after_name(span: Span, found: &str, rest: &str) -> Span {
    let start = span.start + (found.len() - rest.len()) as u32;
    let first = rest.split([' ', '\t']).next().unwrap_or_default();
    span.starting(start).ending(start + first.len() as u32)
}

fn split_name(found: &str) -> (&str, &str) {
    let length = found.find(|c: char| !(c.is_alphanumeric() || c == '_'));
    let (name, rest) = found.split_at(length.unwrap_or(found.len()));
    (name, rest.trim_start())
}

/// Whether a text is a name of a variable and nothing else.
fn is_name(text: &str) -> bool {
    is_variable(text) && split_name(text).1.is_empty()
}

fn is_variable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
