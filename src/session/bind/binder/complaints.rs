//! Reports of arguments that do not fit.

use super::*;
use crate::control::terms;
use crate::diagnostic::Standing;
use crate::lang::dimension::Dimension;
use crate::session::advice::{command, is_output};
use crate::session::bind::cannot_wait;
use crate::session::command::{Range, named_usage_line, usage_line, usage_lines};

/// Most forms of a command that a report lists.
const MOST_USAGES: usize = 3;

/// Most missing arguments that a report names; the usage in its help names them all.
const MOST_NAMED: usize = 4;

/// Returns the usage of a command: all of its forms if there are few, otherwise only this one.
pub(in crate::session) fn usage_of(command: &Command, form: &[Param]) -> String {
    let (name, forms) = (command.name, usage_lines(command).len());
    if command.forms.len() <= MOST_USAGES {
        return usage(command);
    }
    let (line, _) = usage_line(command, form);
    format!("{line} (`corpus help {name}` lists all {forms} forms)")
}

impl Binder<'_> {
    /// Returns the usage of the command: all forms if there are few, otherwise the form that the line fits best.
    pub(in super::super) fn usage(&self) -> String {
        usage_of(self.command, self.params)
    }

    /// Returns the usage of the command with its named lists: all forms that have some if they are few, otherwise this form.
    pub(in super::super) fn named_usage(&self) -> String {
        let named = |form: &&[Param]| named_usage_line(self.command, form);
        let mut lines: Vec<String> = self.command.forms.iter().filter_map(named).collect();
        lines.dedup();
        match (lines.len(), named_usage_line(self.command, self.params)) {
            (0, _) => self.usage(),
            (1..=MOST_USAGES, _) => lines.join(" or "),
            (_, Some(line)) => line,
            (_, None) => self.usage(),
        }
    }

    /// Reports an error, with the usage of the command as help.
    pub fn wrong(&mut self, misfit: Misfit, span: Span, message: String) {
        let help = format!("usage: {}", self.usage());
        self.refuse(misfit, span, message, help);
    }

    /// Reports an error with specific help.
    pub fn refuse(
        &mut self,
        misfit: Misfit,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let report = Diagnostic::error(misfit.code(), span, message).help(help);
        self.wrong_with(misfit, report);
    }

    /// Reports an error that has a report.
    pub fn wrong_with(&mut self, misfit: Misfit, report: Diagnostic) {
        let misfit = Some(misfit);
        self.keep(Slip { misfit, report });
    }

    /// Reports an error within an argument.
    pub fn mistaken(&mut self, report: Diagnostic) {
        self.keep(report.into());
    }

    fn keep(&mut self, mut slip: Slip) {
        if self.findings.lost {
            return;
        }
        if slip.is(Misfit::Part) {
            slip.report.standing = Standing::WithoutHead;
        }
        if self.findings.mistakes.is_empty() {
            self.findings.likeness = slip.misfit.map_or(Likeness::Other, Misfit::likeness);
        }
        self.findings.mistakes.push(slip);
        self.findings.lost |= self.findings.is_other_line;
    }

    /// Whether an argument has this misfit.
    fn slipped(&self, misfit: Misfit) -> bool {
        self.findings.mistakes.iter().any(|slip| slip.is(misfit))
    }

    /// Reports that an argument is not what the parameter takes.
    pub fn unfit(&mut self, param: &Param, argument: &Argument, near: Option<&str>) {
        let span = argument.span;
        let message = self.must_be(param, argument);
        let near = near.map(|near| format!("did you mean `{near}`?"));
        let help = near
            .or_else(|| self.slip(argument))
            .or_else(|| self.direction(param, argument))
            .or_else(|| self.quoted_word(param, argument))
            .or_else(|| of_names(param.kind))
            .or_else(|| {
                let is_word = matches!(argument.kind, ArgumentKind::Word);
                let quoted = || quote(&format!("\"{}\"", self.text(span)));
                let is_reason = is_word && matches!(param.kind, Kind::Reason);
                is_reason.then(|| format!("write a text in double quotes: {}", quoted()))
            });
        match help {
            Some(help) => {
                let report = Diagnostic::error("E023", span, message).help(help);
                self.wrong_with(Misfit::Kind, report);
            }
            None => self.wrong(Misfit::Kind, span, message),
        }
    }

    /// Help for a word in place of an argument of another kind: a path with spaces, a fraction of a step with one, an expression
    /// without braces.
    #[inline(never)]
    fn slip(&self, argument: &Argument) -> Option<String> {
        let text = self.text(argument.span);
        let all = self.line.arguments;
        let at = all.iter().position(|a| a.span == argument.span)?;
        let before = at.checked_sub(1).and_then(|i| all.get(i));
        if argument.kind != ArgumentKind::Word || before.is_some() && is_output(text) {
            return None;
        }
        if text == "*"
            && let Some(number) = all.get(at + 1)
        {
            let joined = quote(&["*", self.text(number.span)].concat());
            return Some(format!(
                "a fraction of the step must not contain spaces: write {joined}"
            ));
        }
        let (thing, quantity) = text.split_once('.')?;
        if let ("get", Some(before)) = (self.command.name, before) {
            let path = quote(&format!("\"{} {text}\"", self.text(before.span)));
            return Some(format!("a path with spaces needs double quotes: {path}"));
        }
        let is_name = |part: &str| part.starts_with(|c: char| c.is_ascii_alphabetic());
        let braces = || quote(&format!("{{{text}}}"));
        (is_name(thing) && is_name(quantity))
            .then(|| format!("write an expression in braces: {}", braces()))
    }

    /// Whether an argument cannot be a path: a number with a unit, if no other argument of the line is a file.
    pub(in crate::session) fn is_no_path(&self, argument: &Argument) -> bool {
        let has_file = self
            .line
            .arguments
            .iter()
            .any(|a| is_output(self.text(a.span)));
        let mut params = self.command.forms.iter().copied().flatten();
        let text = self.text(argument.span);
        let dimension = match &argument.kind {
            // `film 20ms f.gif`, `film every 20ms f.gif`
            ArgumentKind::Number {
                unit: Some(unit), ..
            } if has_file => {
                return parse_unit(self.text(*unit)).is_ok();
            }
            ArgumentKind::Word if has_file => {
                return params
                    .any(|param| matches!(param.kind, Kind::Filler(word) if word == text));
            }
            ArgumentKind::Value(Datum::Number(number)) => number.dimension,
            ArgumentKind::Value(Datum::Unknown(Unknown::Number(dimension))) => *dimension,
            _ => return false,
        };
        dimension != Dimension::NONE && !has_file
    }

    /// Help for the letter of an axis in place of the three numbers of a direction.
    fn direction(&self, param: &Param, argument: &Argument) -> Option<String> {
        let text = self.text(argument.span);
        let numbers = match text.trim_start_matches('+') {
            "x" | "X" => "1 0 0",
            "y" | "Y" => "0 1 0",
            "z" | "Z" => "0 0 1",
            "-x" | "-X" => "-1 0 0",
            "-y" | "-Y" => "0 -1 0",
            "-z" | "-Z" => "0 0 -1",
            _ => return None,
        };
        let begins_axis = param.group.is_some()
            && matches!(param.kind, Kind::Number(dimension, _, Range::Any) if dimension == Dimension::NONE);
        let is_word = argument.kind == ArgumentKind::Word;
        (begins_axis && is_word)
            .then(|| format!("a direction needs three numbers: write `{numbers}` for `{text}`"))
    }

    /// Help for a word in quotes where the word itself is wanted.
    #[inline(never)]
    fn quoted_word(&self, param: &Param, argument: &Argument) -> Option<String> {
        let word = self.unquoted(argument);
        let takes_patterns = matches!(param.kind, Kind::Pattern | Kind::TwinPattern);
        let is_plain = |c: char| {
            let of_pattern = takes_patterns && matches!(c, '*' | '?');
            c.is_alphanumeric() || of_pattern || matches!(c, '_' | '-')
        };
        let takes_words = takes_patterns
            || matches!(
                param.kind,
                Kind::Old(_)
                    | Kind::New(_)
                    | Kind::Jointed
                    | Kind::AnyBody
                    | Kind::Choice(_)
                    | Kind::Switch
            );
        let is_word = argument.kind == ArgumentKind::Quoted
            && word.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && word.chars().all(is_plain);
        (takes_words && is_word).then(|| format!("write it without quotes: {}", quote(&word)))
    }

    /// Formats "`density` must be a density (kg/m3) above zero, found `rotary`".
    pub fn must_be(&self, param: &Param, argument: &Argument) -> String {
        let found = self.shown(argument);
        match param.kind {
            Kind::Choice([word]) => return format!("the word `{word}` is missing before {found}"),
            // This name says nothing.
            Kind::Choice(_) if param.name == "what" => {
                return format!("expected {}, found {found}", param.kind);
            }
            _ => {}
        }
        format!(
            "`{}` must be {}, found {found}",
            self.label(param),
            param.kind
        )
    }

    /// Returns the name of a parameter in reports; for a `value`, the name of the thing that has the value.
    pub fn label(&self, param: &Param) -> &'static str {
        match (param.name, self.values.as_slice()) {
            ("value", [.., Value::Word(word)]) => word,
            ("value" | "state", []) => self.command.name,
            (name, _) => name,
        }
    }

    /// Reports, once, everything that is missing at the end of the line. Returns whether anything is.
    #[inline(never)]
    pub(in crate::session) fn reports_missing(&mut self, rest: &[Param]) -> bool {
        let is_named = |p: &Param| {
            self.line
                .named
                .iter()
                .any(|n| p.is_called(self.text(n.name)))
        };
        // The name of a group also covers the parameters after the first, unless they have a group of their own.
        let mut covered = false;
        let missing = rest.iter().filter(|p| {
            let by_group = |n: &&Named| p.group == Some(self.text(n.name));
            covered = self.line.named.iter().any(by_group) || covered && p.group.is_none();
            !(p.optional || covered || is_named(p))
        });
        let missing: Vec<&Param> = missing.collect();
        self.findings.missing = missing.iter().map(|param| **param).collect();
        let mut help = format!("usage: {}", self.usage());
        let message = match missing.as_slice() {
            [] => return false,
            // The report of a missing word before it already shows the correct line.
            _ if self.slipped(Misfit::Missing) => return true,
            // A word in place of a number may belong to another form, whose arguments are complete.
            _ if self.command.forms.len() > 1 && self.slipped(Misfit::Kind) => return true,
            [one] => {
                let kind = one.kind.to_string();
                if one.doc != kind {
                    help += &format!("\n`{}`: {}", one.name, one.doc);
                }
                if matches!(one.kind, Kind::Command)
                    && let Some(block) = self.block_in_place()
                {
                    help += &format!("\n{block}");
                }
                if matches!(one.kind, Kind::Colour) && self.before_comment() {
                    help = "`#` starts a comment: write the colour in double quotes, such as `\"#c0392b\"`".to_owned();
                }
                format!("`{}` is missing: {kind}", one.name)
            }
            many if many.len() > MOST_NAMED => format!("{} arguments are missing", many.len()),
            many => {
                let names = some_of(many.iter().map(|p| p.name), "and");
                format!("{names} are missing")
            }
        };
        self.refuse(Misfit::Missing, self.line.span.after(), message, help);
        true
    }

    /// Help for a command whose own command is missing: the block that runs the lines below it.
    fn block_in_place(&self) -> Option<String> {
        let block = match self.command.name {
            "timer" => "after",
            "alarm" => "at",
            _ => return None,
        };
        let time = self.line.arguments.first()?;
        let written = quote(&format!("{block} {}", self.text(time.span)));
        Some(format!("for the lines below, up to `end`, write {written}"))
    }

    /// Whether a comment that may be the digits of a colour follows the line.
    #[inline(never)]
    fn before_comment(&self) -> bool {
        let Span { source, end, .. } = self.line.span;
        let source = self.context.session.sources.get(source);
        let after = source.and_then(|s| s.text.get(end as usize..));
        let digits = after.and_then(|text| text.trim_start_matches([' ', '\t']).strip_prefix('#'));
        digits.is_some_and(|digits| {
            let hex = |b: &u8| b.is_ascii_hexdigit();
            digits.bytes().take_while(|b| hex(b)).count() >= 3
        })
    }

    /// Reports an element of a list for which no parameter is left.
    #[inline(never)]
    pub(in crate::session) fn element_too_many(&mut self, extra: &Argument) {
        let left = 1 + self.cursor.pending.len();
        let (name, takes) = (self.command.name, self.params.len());
        let before = self.cursor.next.checked_sub(1);
        let list = before.and_then(|at| self.line.arguments.get(at));
        let span = list.map_or(extra.span, |list| list.span);
        let is_alone = self.line.arguments.len() == 1 && self.line.named.is_empty();
        let message = match (is_alone, left) {
            (true, _) => format!(
                "`{name}` takes {takes} {}, the list has {}",
                if takes == 1 { "value" } else { "values" },
                takes + left
            ),
            (false, 1) => format!(
                "{} has 1 element more than `{name}` takes",
                quote(self.text(span))
            ),
            (false, _) => format!(
                "{} has {left} elements more than `{name}` takes",
                quote(self.text(span))
            ),
        };
        self.too_many(span, message);
    }

    /// Reports further arguments, with the command that takes them if there is one.
    fn too_many(&mut self, span: Span, message: String) {
        if self.command.name != "setgrav" {
            return self.wrong(Misfit::Extra, span, message);
        }
        let help =
            "`setgrav 9.81m/s2` sets the strength of gravity, `gravdirection 0 0 -1` its direction";
        self.refuse(Misfit::Extra, span, message, help);
    }

    #[inline(never)]
    pub(in crate::session) fn extra(&mut self, extra: &Argument) {
        if let Some(report) = self.lines_on_line(extra) {
            return self.wrong_with(Misfit::Extra, report);
        }
        if self.text(extra.span).starts_with("//") || self.text(extra.span).starts_with("/*") {
            let message = format!("{} starts no comment", quote(self.text(extra.span)));
            let help = "a comment starts with `#`";
            return self.refuse(Misfit::Extra, extra.span, message, help);
        }
        if let Some(report) = self.sum_apart(extra) {
            return self.wrong_with(Misfit::Extra, report);
        }
        let last = self.line.arguments.last().map_or(extra.span, |a| a.span);
        let more = self.line.arguments.len().saturating_sub(self.cursor.next);
        // A long rest of the line would hide the usage.
        let span = match more {
            0..=MOST_NAMED => extra.span.to(last),
            _ => extra.span,
        };
        let found = quote(self.text(span));
        let name = self.command.name;
        let takes = match self.cursor.next {
            0 => "no arguments".to_owned(),
            1 => "1 argument here".to_owned(),
            n => format!("{n} arguments here"),
        };
        let message = match (self.cursor.next, more) {
            _ if self.cursor.has_spread => {
                format!("`{name}` already has all its arguments before {found}")
            }
            (0, _) => format!("`{name}` takes {takes}, found {found}"),
            (_, 0 | 1) => format!("`{name}` takes {takes}, found one more: {found}"),
            (_, 2..=MOST_NAMED) => format!("`{name}` takes {takes}, found {more} more: {found}"),
            _ => format!("`{name}` takes {takes}, found {more} more, from {found} on"),
        };
        self.too_many(span, message);
    }

    /// Makes the report of `linear + damper` or `linear damper` in place of `linear+damper`.
    #[inline(never)]
    fn sum_apart(&self, extra: &Argument) -> Option<Diagnostic> {
        let first = self.cursor.next.checked_sub(1)?;
        let last = self.line.arguments.last()?;
        let words = self.line.arguments.get(first..)?.iter();
        let words = words.map(|argument| self.text(argument.span).trim_matches('+'));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let sum = words.join("+");
        if words.len() < 2 || terms::of_words(&sum).is_none() {
            return None;
        }
        let message = "the words of a sum are joined by `+`, without spaces";
        let help = format!("write {}", quote(&sum));
        Some(Diagnostic::error("E022", extra.span.to(last.span), message).help(help))
    }

    /// Whether it is a word that is no command.
    fn is_no_command(&self, argument: &Argument) -> bool {
        let (session, word) = (self.context.session, self.text(argument.span));
        matches!(argument.kind, ArgumentKind::Word)
            && session.table.find(word).is_none()
            && session.definition(word).is_none()
            && !session
                .check
                .doubts
                .covers_command(word, || session.table.nearest_command(word).is_some())
    }

    /// Makes the report of an event whose action is on its own line.
    #[inline(never)]
    pub(in crate::session) fn lines_on_line(&self, extra: &Argument) -> Option<Diagnostic> {
        // A second time is one argument too many.
        if matches!(extra.kind, ArgumentKind::Number { .. }) {
            return None;
        }
        let instead = match self.command.name {
            "after" => "timer",
            "at" => "alarm",
            "every" => "",
            _ => return None,
        };
        let last = self.line.arguments.last()?;
        // With the named arguments, which may follow.
        let end = last.span.end.max(self.line.span.end);
        let (name, does) = (self.command.name, extra.span.ending(end));
        let before = self.line.arguments.iter();
        let before: Vec<Argument> = before
            .take_while(|a| a.span != extra.span)
            .cloned()
            .collect();
        // The time, and perhaps a name in quotes.
        let (time, does_text) = (self.text(self.span_of(&before)), self.text(does));
        let has_name = before.len() > 1;
        let message = format!("the commands of `{name}` must be on the lines below it");
        let find = |argument: &Argument| self.context.session.table.find(self.text(argument.span));
        let head = find(extra);
        // The command that runs in the end, after those that wait: `timer 1s go 1s`.
        let mut rest = self.line.arguments.get(before.len()..)?;
        while let [wait, _, after @ ..] = rest
            && matches!(self.text(wait.span), "timer" | "alarm")
        {
            rest = after;
        }
        if let Some(last) = rest.first()
            && let Some(command) = find(last).filter(|command| !command.in_lists)
        {
            return Some(cannot_wait(command, last.span));
        }
        if extra.span == last.span && self.is_no_command(extra) {
            let found = quote(does_text);
            let message = format!("{found} is not a command, and a name needs double quotes");
            let help = format!(
                "for a name, write `{name} {time} \"{does_text}\"`; the commands of `{name}` are on the lines below it, up to a line `end`"
            );
            return Some(Diagnostic::error("E023", does, message).help(help));
        }
        if self.is_no_command(extra) {
            let arguments = self.line.arguments.get(before.len() + 1..)?;
            let line = Line {
                head: extra.span,
                arguments,
                span: does,
                ..self.line
            };
            return command(self.text(extra.span), line, self.context);
        }
        let mut help = format!("write:\n{name} {time}\n  {does_text}\nend");
        if !instead.is_empty() && !has_name {
            help += &format!("\nor on one line: `{instead} {time} {does_text}`");
        }
        if head.is_none() && extra.span == last.span && !has_name {
            help +=
                &format!("\nor, if it is a name for the event: `{name} {time} \"{does_text}\"`");
        }
        Some(Diagnostic::error("E022", does, message).help(help))
    }
}

/// Returns help for something that is not a name in place of a new name.
fn of_names(kind: Kind) -> Option<String> {
    let help = match kind {
        Kind::New(_) | Kind::NewCommand => {
            "a name is one word without quotes or spaces, and starts with a letter or `_`"
        }
        Kind::Mark => "the name of a mark starts with a letter or `_`, or is in double quotes",
        _ => return None,
    };
    Some(help.to_owned())
}
