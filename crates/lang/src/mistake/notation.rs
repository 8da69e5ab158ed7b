//! Notation of other languages, and forms that lack a part: one table of what is written and what to write instead.

use super::{after, before};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Diagnostic, escaped};
use crate::lexer::name_length;
use crate::source::Span;
use crate::units::parse_unit;
use crate::value::functions::FUNCTIONS;
use crate::vocabulary::Vocabulary;
use regex_lite::{Captures, Regex};
use std::sync::LazyLock;

/// Place of an error within a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the arguments of a command.
    Argument,
    /// In an expression.
    Expression,
    /// In an expression, directly after a value, where an operator is expected.
    AfterValue,
    /// After `let` or `param`.
    Assignment,
    /// After `for`.
    Loop,
}
use Place::{AfterValue, Argument, Assignment, Expression, Loop};

/// A line that is recognised by its form.
struct Notation {
    place: Place,
    code: &'static str,
    /// Matches the line, in which `¦` is the place of the error, and `NAME` any name. Groups: `at` is the text to report, if
    /// not all that was rejected; `name`, `unit`, `fn` and `cmd` must be a name, a unit, a function and a command.
    pattern: &'static str,
    /// Message with `${group}`; empty for that of the caller.
    message: &'static str,
    /// Help with `${group}`.
    help: &'static str,
}

const fn row(
    place: Place,
    code: &'static str,
    pattern: &'static str,
    message: &'static str,
    help: &'static str,
) -> Notation {
    Notation {
        place,
        code,
        pattern,
        message,
        help,
    }
}

const INVALID: &str = "`${at}` is not valid in a command";
const INVALID_IN_EXPRESSION: &str = "`${at}` is not valid in an expression";
const APART: &str = "`=` with spaces around it is not valid in a command";
const NEEDS_LET: &str = "assignment to `${name}` needs `let`";
const READ_ONLY: &str = "a quantity such as `${place}` cannot be assigned";
const NEEDS_TILDE: &str = "`${at}` sets a tolerance and needs `~`";
const ONE_NAME: &str = "`let` assigns a value to one name only";
const BAD_NAME: &str = "`${at}` is not a valid variable name: use letters, digits and `_`, starting with a letter or `_`";
const LET: &str = "for example `${head} length = 5mm`";
const FOR: &str = "for example `for i in 0..6` or `for side in l r`";

/// The first line that matches decides.
#[rustfmt::skip]
const TABLE: &[Notation] = &[
    // Assignments.
    row(Argument, "E001", r"^\s*¦?(?<cmd>NAME) *¦?= *(?<value>[^¦]*)$", "`${cmd}` is a command, not a variable", "write `${cmd} ${value}`"),
    row(Argument, "E017", r"^\s*¦?(?<name>NAME) *¦?= *(?<second>NAME) = (?<value>[^=¦]+)$", NEEDS_LET, "write:\nlet ${second} = ${value}\nlet ${name} = ${second}"),
    row(Argument, "E017", r"^\s*¦?(?<name>NAME) *¦?= *[({](?<x>[^(){}, ¦]+)[, ]+(?<y>[^(){}, ¦]+)[, ]+(?<z>[^(){}, ¦]+)[)}]", NEEDS_LET, "write `let ${name} = [${x} ${y} ${z}]`"),
    row(Argument, "E017", r"^\s*(?:(?:var|const|int|float|double|local|auto|set) )?¦?(?<name>NAME) *¦?:?=\s*(?<value>[^¦]+?);?$", NEEDS_LET, "write `let ${name} = ${value}`"),
    row(Argument, "E017", r"^\s*¦?(?<name>NAME) *¦?=\s*$", NEEDS_LET, "write `let ${name} = ...`"),
    row(Argument, "E017", r"^\s*¦?(?<name>NAME) *¦?(?<sign>[-+*/^])¦?= *(?<value>[^¦]+)$", NEEDS_LET, "write `let ${name} = ${name} ${sign} ${value}`"),
    row(Argument, "E017", r"^\s*¦?(?<name>NAME) *¦?(?<sign>\+|-)¦?(?:\+|-)\s*$", NEEDS_LET, "write `let ${name} = ${name} ${sign} 1`"),
    row(Argument, "E017", r"^PLACE(?<place>world\.(?<q>[\w.]+)) *¦:?=", READ_ONLY, "some are set by a command: see `corpus help ${q}`"),
    row(Argument, "E017", r"^PLACE(?<place>OWNER(?<q>q|dq|k|b|kq|ea|eB|e_q|qmin|qmax|lk|lb|bias|armature|dry))SET", READ_ONLY, "write `joint ${owner} ${q} ${value}`"),
    row(Argument, "E017", r"^PLACE(?<place>OWNER(?:angle|qpos))SET", READ_ONLY, "write `joint ${owner} q ${value}`"),
    row(Argument, "E017", r"^PLACE(?<place>OWNER(?:speed|rate|qvel))SET", READ_ONLY, "a joint: `joint ${owner} dq ${value}`; the root of a figure: `addv`; a gait: `speed ${value}`"),
    row(Argument, "E017", r"^PLACE(?<place>OWNER(?<q>target|kp|kd))SET", READ_ONLY, "write `servo ${owner} ${q}=${value}`"),
    row(Argument, "E017", r"^PLACE(?<place>OWNER(?:torque|Q|force|ctrl|effort))SET", READ_ONLY, "write `torque ${owner} ${value}`"),
    row(Argument, "E017", r"^PLACE(?<place>OWNER(?:color|colour))SET", READ_ONLY, "write `color ${owner} ${value}`"),
    row(Argument, "E017", r"^PLACE(?<place>OWNER(?<q>mass|density))SET", READ_ONLY, "in its `addbody`, write `${q}=${value}`"),
    row(Argument, "E017", r"^PLACE(?<place>OWNER(?:x|y|z|pos|position))SET", READ_ONLY, "a figure is placed before `go`: on the ground by `rest`, elsewhere by `move` of the root's object and `setrootpos`; a joint is set by `joint NAME q ANGLE`"),
    row(Argument, "E017", r"^PLACE(?<place>OWNER(?:vel|velocity|omega))SET", READ_ONLY, "`addv` adds to the velocity of the root; `joint NAME dq SPEED` sets the speed of a joint"),
    row(Argument, "E017", r"^PLACE(?<place>OWNER[\w.]+\.phase)SET", READ_ONLY, "the phases of the legs follow from the times of the gait: `dlegtime` sets the delay between the legs, `gaitinit` puts all legs in stance"),
    row(Argument, "E017", r"^PLACE(?<place>OWNER[\w.]+)SET", READ_ONLY, "quantities are read, and commands change the world: `corpus help quantities` describes them; `let` sets variables"),
    row(Argument, "E001", r" let .*¦[^=]*(?<at>=)", INVALID, "write `let` on a line of its own; for a delay, use a block of `after TIME`"),
    row(Argument, "E001", r"^\s*(?:define .*?(?<name>NAME) *¦= *(?<value>\S+)|NAME .*?(?<name2>NAME) *¦= *(?<list>\[[^\]]*\]))", APART, "remove the spaces: `${name}${name2}=${value}${list}`"),
    row(Argument, "E001", r"^\s*(?<line>NAME .*?)(?<name>NAME) *¦:?=\s+(?<value>.+)$", APART, "remove it: `${line}${name} ${value}`; if `${name}` is a named argument, remove the spaces: `${name}=${value}`"),
    row(Expression, "E013", r"^\s*let (?<a>NAME) *= *(?<b>NAME) *¦= *(?<value>[^=]+)$", ONE_NAME, "write:\nlet ${b} = ${value}\nlet ${a} = ${b}\nor to compare: `let ${a} = ${b} == ${value}`"),
    row(Expression, "E013", r"^\s*let NAME *= *NAME *¦= *[^=~<>!]", ONE_NAME, "write a `let` for each name, on lines of their own"),
    row(Assignment, "E017", r"HEAD¦(?<name>NAME)(?<at>)\s*$", "`${name}` has no value", LET),
    row(Assignment, "E017", r"HEAD¦NAME\s*(?<at>==\S*)", "`==` compares; to assign a value, write one `=`", LET),
    row(Assignment, "E017", r"HEAD¦(?<name>NAME)\s*(?<at>(?<sign>[-+*/^])=\S*)", "`${sign}=` is not supported", "write `let ${name} = ${name} ${sign} ...`"),
    row(Assignment, "E017", r"HEAD¦(?<at>[^\s=\[({]*[^\s=\w.\[({\u{80}-\u{10FFFF}][^\s=\[({]*) *=", BAD_NAME, LET),
    row(Assignment, "E017", r"HEAD¦(?<owner>NAME)(?: +|\.)(?<at>q|dq|k|b|kq|ea|eB|e_q|qmin|qmax|lk|lb|bias|armature|dry) +(?<value>[^\s=]\S*)\s*$", "`${head}` sets variables, and `${at}` is a parameter of a joint", "write `joint ${owner} ${at} ${value}`"),
    row(Assignment, "E017", r"HEAD¦(?<name>NAME)(?:\s+|\b)(?<at>[^\s.]\S*)", "expected `=` after `${name}`, found `${at}`", LET),
    row(Assignment, "E017", r"HEAD¦(?<at>=)(?:\s|$)", "the name is missing before `=`", LET),
    row(Assignment, "E017", r"HEAD¦(?<at>\S+)", BAD_NAME, LET),
    row(Loop, "E017", r"¦in\b", "the name of the loop variable is missing before `in`", FOR),
    row(Loop, "E017", r"¦(?<name>NAME)(?<at>)\s*$", "`in` and the values of `${name}` are missing", FOR),
    row(Loop, "E017", r"¦(?<at>[^\s=\[({]*[^\s=\w.\[({\u{80}-\u{10FFFF}][^\s=\[({]*) +in\b", BAD_NAME, FOR),
    row(Loop, "E017", r"¦(?<name>NAME)(?:\s+|\b)(?<at>[^\s.]\S*)", "expected `in` after `${name}`, found `${at}`", FOR),
    row(Loop, "E017", r"¦(?<at>=)(?:\s|$)", "the name is missing before `=`", FOR),
    row(Loop, "E017", r"¦(?<at>\S+)", BAD_NAME, FOR),
    // Signs.
    row(Expression, "E013", r"^\s*(?:expect|when|if|while) (?<left>[^=<>,({\[]+) == (?<right>[^=<>,({\[]+) ¦(?<at>\+-|within) *(?<within>[^=<>,({\[\x22]+?)\s*(?:\x22|$)", NEEDS_TILDE, "write `${left} ~ ${right} ${at} ${within}`"),
    row(Expression, "E013", r"¦(?<at>\+-)", NEEDS_TILDE, "write `a ~ b +- c` to compare; write the sum of `a` and `-b` as `a - b`"),
    row(Expression, "E013", r"¦(?<at>within)\b", NEEDS_TILDE, "write `a ~ b within 1%` to compare"),
    row(Expression, "E013", r"(?<first>[\w.]*)(?<at>\.\.¦=)(?<last>[\w.]*)", "`..=` is not supported: a range ends before its last value", "for whole numbers, write `${first}..(${last} + 1)`; a range with a step ends a step later: `a..(b + step) by step`"),
    row(Expression, "E013", r"(?<at>(?<sign>~|==|!=)¦=)", "`${at}` is not an operator", "write `${sign}`"),
    row(Expression, "E013", r"(?<at>¦=(?<sign>[<>]))", "`${at}` is not an operator", "write `${sign}=`"),
    row(Expression, "E013", r"(?<at>¦=~)", "`${at}` is not an operator", "write `~`"),
    row(Expression, "E013", r"(?:==|!=|[<>~]) *[\w.]+ *¦=", "comparisons cannot be chained, and `=` does not compare", "write `a == b and b == c`"),
    row(Expression, "E013", r"\d(?<at>%)\s*¦[\w(.]", "`%` after a number means per cent (`10%` is 0.1), not the remainder", "for the remainder, write `mod(a, b)`"),
    row(Expression, "E013", r"(?<value>[\w.]+[)\]]*)\+¦\+\s*(?:[})]|$)", "`++` is not supported", "write `${value} + 1`"),
    row(Expression, "E013", r"(?<value>[\w.]+[)\]]*)--\s*¦(?:[})]|$)", "`--` is not supported", "write `${value} - 1`"),
    row(Expression, "E013", r"^\s*(?:if|else|while|for|repeat|when|define|function|after|at|every)\b.*(?<at>¦:)\s*$", INVALID_IN_EXPRESSION, "remove the `:`"),
    row(Expression, "E013", r"(?:[=(+*/<>-]|\b(?:if|while|when|expect|and|or|not)\b) *(?<at>¦\|)(?<inside>[^|]+)\|", INVALID_IN_EXPRESSION, "for the absolute value, write `abs(${inside})`"),
    row(Expression, "E013", r"[\w)\]] *(?<at>¦!)(?:[^=]|$)", INVALID_IN_EXPRESSION, "there is no factorial: write the product, such as `3 * 2`"),
    row(Expression, "E013", r"(?<at>¦&)", INVALID_IN_EXPRESSION, "to require two conditions, write `a and b`"),
    row(Expression, "E013", r"(?<at>¦\|)", INVALID_IN_EXPRESSION, "for at least one of two conditions, write `a or b`"),
    row(Expression, "E013", r"(?<at>¦!)", INVALID_IN_EXPRESSION, "for negation, write `not a`; for inequality, `a != b`"),
    row(Expression, "E013", r"(?<at>¦%)", "`%` is only valid directly after a number: `10%` is 0.1", "for the remainder, write `mod(a, b)`; for a percentage of a value, `a * 1%`"),
    row(Expression, "E013", r"(?<at>¦\?)", INVALID_IN_EXPRESSION, "to choose one of two values, write `choose(condition, a, b)`"),
    row(Expression, "E013", r"(?<at>¦;)\s*$", INVALID_IN_EXPRESSION, "remove the `;`"),
    row(Expression, "E013", r"(?<at>¦;)", INVALID_IN_EXPRESSION, "put each command on a line of its own"),
    row(Expression, "E013", r"(?<at>¦['`“”„«»‘’])", INVALID_IN_EXPRESSION, "write texts in straight double quotes: `\"text\"`"),
    row(Expression, "E013", r"(?<at>¦[−–—])", INVALID_IN_EXPRESSION, "write the sign as `-`"),
    row(Expression, "E013", r"(?<at>¦[×·])", INVALID_IN_EXPRESSION, "write a product as `a * b`"),
    row(Expression, "E013", r"\[ *(?<first>[\w.]+) *(?<at>¦:) *(?<last>[\w.]+) *\]", INVALID_IN_EXPRESSION, "write the elements from one up to another, which is excluded, as `[${first}..${last}]`"),
    row(Expression, "E013", r"(?<at>¦[÷:])", INVALID_IN_EXPRESSION, "write a quotient as `a / b`"),
    // Text after a value.
    row(AfterValue, "E013", r"¦\s*(?:then|do|times)\b", "", "remove the word and write the commands on the lines below, up to a line `end`"),
    row(AfterValue, "E013", r"¦(?:mod|rem)\b", "", "for the remainder, write `mod(a, b)`"),
    row(AfterValue, "E013", r"¦if\b", "", "to choose between two values, write `choose(condition, a, b)`"),
    row(AfterValue, "E013", r"¦(?:is|equals)\b", "", "to compare, write `==`"),
    row(AfterValue, "E013", r"\.\..*¦step\b", "", "`by` gives the step of a range: `0..6 by 2`"),
    row(AfterValue, "E013", r"\{(?<value>[^{}]*?) *¦(?:in|as) +(?<unit>[\w/*^]+)", "", "write `{${value} to ${unit}}`"),
    row(AfterValue, "E013", r"¦(?<word>in|as) +(?<unit>[\w/*^]+)", "", "write `to ${unit}` in place of `${word} ${unit}`"),
    row(AfterValue, "E013", r"^\s*when (?<condition>NAME) ¦(?:touch|hit|reach|land|strike|collide|contact)", "", "a condition compares values or reads one that is true or false: `when ${condition}.contact`"),
    // Some commands are not valid in an event.
    row(AfterValue, "E013", r"^\s*when (?<condition>[^({\[]+?) ¦NAME", "", "the commands are on the lines below it:\nwhen ${condition}\n  COMMAND\nend"),
    row(AfterValue, "E013", r"^\s*(?<head>if|while|repeat|for NAME in) (?<condition>[^({\[]+?) ¦(?<line>NAME .+)$", "", "write:\n${head} ${condition}\n  ${line}\nend"),
    row(AfterValue, "E013", r"(?<call>\w*\([^()]*\))\s*¦(?<unit>[\w/*^]+)", "", "write `${call} * 1${unit}`"),
    row(AfterValue, "E013", r"(?:^|[^\w\s]|\s)[({] *-?[\d.]+\w*[^(){}]*¦[^(){}]*[)}]", "", "write a list in square brackets, without commas: `[1 2 3]`"),
    row(AfterValue, "E013", r"(?<fn>NAME) +¦(?<found>[\w.]+)", "expected `(` after the function `${fn}`, found `${found}`", "write `${fn}(${found})`"),
    row(AfterValue, "E013", r"\[[^\]]*¦[-+*/^<>=!]", "", "in a list, separate elements by spaces and write expressions in parentheses: `[0 (a + b) 0]`"),
    row(AfterValue, "E013", r"\[[^\](]*¦,", "", "separate the elements of a list by spaces: `[1 2 3]`"),
    row(AfterValue, "E013", r"\w\([^()]*¦[\w.\x22]", "", "separate the arguments of a function by commas: `max(a, b)`"),
    row(AfterValue, "E013", r"¦\(", "", "write the `(` of a function directly after its name; a product needs `*`"),
    row(AfterValue, "E013", r"^[^(\[]*?(?<whole>\d+)¦,(?<part>\d+\w*)", "", "write decimals with a point: `${whole}.${part}`"),
    row(AfterValue, "E013", r"¦,", "", "commas separate the arguments of a function; elements of a list are separated by spaces"),
    row(AfterValue, "E013", r"^\s*expect .*¦[\w.\x22]", "", "after the condition, only one text in double quotes is allowed: `expect x > 0 \"why\"`"),
    row(AfterValue, "E013", r"", "", "for example `+`, `*` or `<`; a product needs `*`"),
    // Pieces that touch the one before them.
    row(Argument, "E017", r"^\s*for .*¦\.\.", "a range needs numbers, such as `0..4`", "list other values with spaces between them: `for side in l r`"),
    row(Argument, "E013", r"(?<call>\w*\([^()]*\))¦(?<unit>[\w/*^]+)", "a unit can only follow a number", "write `${call} * 1${unit}`"),
    row(Argument, "E013", r"\[[^\[\]]*\]¦(?<unit>[\w/*^]+)", "a unit can only follow a number", "write `${unit}` after each number of the list"),
    row(Argument, "E002", r"\d¦_[\d_.]*\d", "a number must not contain `_`", "remove the `_` from the number"),
    // Arguments in parentheses.
    row(Argument, "E020", r"^\s*(?<at>(?<function>NAME)) +¦NAME\(", "there is no command `${function}`", "did you mean `function`? for example `function area(r) = pi * r^2`"),
    row(Argument, "E001", r"^\s*¦print(?<at>\()f?\x22(?<text>[^\x22]*)\x22", INVALID, "write `print ${text}`"),
    row(Argument, "E001", r"^\s*¦print(?<at>\()(?<text>.+)\)", INVALID, "write `print {${text}}`"),
    row(Argument, "E001", r"^\s*¦(?<call>(?<fn>NAME)(?<at>\().*)$", INVALID, "`print {${call}}` shows its value, `let x = ${call}` sets a variable; in a function, `return ${call}` is its value"),
    row(Argument, "E001", r"^\s*¦[\w.]+\.(?:step|simulate|run|mj_step)(?<at>\()", INVALID, "`go 1` simulates a frame, `go 1s` a second"),
    row(Argument, "E001", r"^\s*¦[\w.]+\.\w+(?<at>\()", INVALID, "there are no methods: a line starts with a command, and spaces separate its arguments"),
    row(Argument, "E001", r"^\s*¦(?<head>if|else|while|for|repeat|when|define|after|at|every|expect|let|elif|elseif|until|assert)(?<at>\()", INVALID, "put a space after `${head}`"),
    row(Argument, "E001", r"^\s*(?<for>for NAME in) ¦range(?<at>\() *(?<last>[^,()]+)\)", INVALID, "write `${for} 0..${last}`"),
    row(Argument, "E001", r"^\s*(?<for>for NAME in) ¦range(?<at>\() *(?<first>[^,()]+), *(?<last>[^,()]+)\)", INVALID, "write `${for} ${first}..${last}`"),
    row(Argument, "E001", r"^\s*(?<for>for NAME in) ¦range(?<at>\() *(?<first>[^,()]+), *(?<last>[^,()]+), *(?<step>[^,()]+)\)", INVALID, "write `${for} ${first}..${last} by ${step}`"),
    row(Argument, "E001", r"^\s*define ¦(?<name>NAME)(?<at>\()", INVALID, "spaces separate the parameters: `define ${name} first second`"),
    row(Argument, "E001", r"^\s*¦(?<name>NAME)(?<at>\()", INVALID, "write the arguments after `${name}`, separated by spaces, and an expression in braces: `{2 + 3}`"),
    row(Argument, "E001", r"¦(?:rgb|hsl)a?(?<at>\()", INVALID, "write a colour as hexadecimal digits: `\"#c0392b\"`"),
    row(Argument, "E001", r"¦(?<at>\() *-?[\d.]+\w*[, ]", INVALID, "write a list in square brackets, without commas: `[1 2 3]`"),
    row(Argument, "E001", r"(?<named>NAME=)?(?<value>(?:[\w.]+ ?[-+*/^] ?)*¦[^=\s(]*?(?<fn>NAME)(?<at>\().*\)[^\s]*)", INVALID, "write an expression in braces: `${named}{${value}}`"),
    row(Argument, "E001", r"¦(?:NAME=)?NAME(?<at>\()", INVALID, "remove the parentheses: spaces separate the arguments of a command"),
    row(Argument, "E001", r"¦[^=\s(]*(?<at>\()", INVALID, "write an expression in braces: `{(a + b)/2}`"),
    // Signs between words.
    row(Argument, "E001", r"¦(?<a>[A-Za-z]+)(?<at>[|&])(?<b>[A-Za-z]+)", INVALID, "to combine words, join them by `+`: `${a}+${b}`"),
    row(Argument, "E001", r"¦(?<a>[A-Za-z]+)(?<at>,)(?<b>[A-Za-z]+)", INVALID, "separate arguments by spaces; to combine words, join them by `+`: `${a}+${b}`"),
    row(Argument, "E001", r"¦(?<a>[A-Za-z+]+)\+ +\+?(?<b>[A-Za-z+]+)", "words joined by `+` must not contain spaces", "write `${a}+${b}`"),
    row(Argument, "E001", r"¦(?<a>-?[\d.]+)(?<at>:)(?<b>-?[\d.]+)", INVALID, "write a range with two dots; it ends before its last value: `${a}..${b}`"),
    row(Argument, "E001", r"^\s*¦(?<at>[;%])", INVALID, "a comment starts with `#`"),
    row(Argument, "E001", r"¦[^;=]*(?<at>;)\s*$", INVALID, "remove the `;`"),
];

/// Mark of the place of an error, which no text contains.
const MARK: char = '\u{1}';

/// Longest line that is matched (bytes).
const LONGEST: usize = 300;

static PATTERNS: LazyLock<Vec<Option<Regex>>> = LazyLock::new(|| {
    let compiled = |row: &Notation| {
        let pattern = row.pattern.replace("PLACE", r"\s*(?:let |set )?");
        let pattern = pattern.replace("HEAD", r"(?<head>\w+)\s*");
        let pattern = pattern.replace("OWNER", r"(?<owner>NAME)\.");
        let pattern = pattern.replace("SET", r" *¦:?=\s*(?<value>.+)$");
        let name = r"[A-Za-z_\u{80}-\u{10FFFF}][\w\u{80}-\u{10FFFF}]*";
        let pattern = pattern
            .replace("NAME", name)
            .replace('¦', &MARK.to_string());
        Regex::new(&pattern).ok()
    };
    TABLE.iter().map(compiled).collect()
});

/// Makes the report of notation in the table; none for other text. `message` is that of rows without one.
pub(super) fn find(
    place: Place,
    span: Span,
    text: &str,
    vocabulary: &dyn Vocabulary,
    message: &str,
) -> Option<Diagnostic> {
    let (before, from) = (before(span, text), after(span.start, text));
    if before.len() + MARK.len_utf8() + from.len() > LONGEST {
        return None;
    }
    let line = format!("{before}{MARK}{from}");
    let rows = TABLE.iter().zip(PATTERNS.iter());
    let mut rows = rows.filter(|(row, _)| row.place == place);
    rows.find_map(|(row, pattern)| {
        let groups = pattern.as_ref()?.captures(&line)?;
        if !are_valid(&groups, vocabulary) {
            return None;
        }
        let expanded = |template: &str| {
            let mut expanded = String::new();
            groups.expand(template, &mut expanded);
            escaped(&expanded.replace(MARK, "")).into_owned()
        };
        let at = groups.name("at").map_or(span, |at| {
            let offset = |at: usize| {
                let mark = usize::from(at > before.len());
                span.start - before.len() as u32 + (at - mark) as u32
            };
            let (start, end) = (offset(at.start()), offset(at.end()));
            Span { start, end, ..span }
        });
        let message = match row.message {
            "" => message.to_owned(),
            message => expanded(message),
        };
        Some(Diagnostic::error(row.code, at, message).help(expanded(row.help)))
    })
}

/// Whether the groups that must be a unit, a function, a command or a name are.
fn are_valid(groups: &Captures, vocabulary: &dyn Vocabulary) -> bool {
    let is = |group: &str, is: &dyn Fn(&str) -> bool| {
        let found = groups.name(group);
        found.is_none_or(|found| is(found.as_str()))
    };
    // The pattern of names is wider.
    is("name", &|name| name_length(name) == name.len())
        && is("unit", &|unit| parse_unit(unit).is_ok())
        && is("fn", &|name| FUNCTIONS.iter().any(|f| f.name == name))
        && is("cmd", &|head| vocabulary.is_command(head))
        && is("function", &|word| {
            !vocabulary.is_command(word) && nearest(word, ["function"]).is_some()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_valid() {
        for (row, pattern) in TABLE.iter().zip(PATTERNS.iter()) {
            assert!(pattern.is_some(), "{}", row.pattern);
        }
    }
}
