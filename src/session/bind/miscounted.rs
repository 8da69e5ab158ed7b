//! Reports of arguments that are missing at the end of a line, or too many.

use super::binder::Binder;
use super::fit::Misfit;
use crate::control::terms;
use crate::diagnostic::{Diagnostic, quote, some_of};
use crate::lang::syntax::{Argument, Named};
use crate::session::command::{Kind, Param};
use crate::source::Span;

/// Most missing arguments that a report names; the usage in its help names them all.
const MOST_NAMED: usize = 4;

impl Binder<'_> {
    /// Reports, once, everything that is missing at the end of the line. Returns whether anything is.
    #[inline(never)]
    pub(in crate::session) fn reports_missing(&mut self, rest: &[Param]) -> bool {
        let is_named = |p: &Param| self.line.named.iter().any(|n| p.is_called(self.name_of(n)));
        // The name of a group also covers the parameters after the first, unless they have a group of their own.
        let mut covered = false;
        let missing = rest.iter().filter(|p| {
            let by_group = |n: &&Named| p.group == Some(self.name_of(n));
            covered = self.line.named.iter().any(by_group) || covered && p.group.is_none();
            !(p.optional || covered || is_named(p))
        });
        let missing: Vec<&Param> = missing.collect();
        self.findings.missing = missing.iter().map(|param| **param).collect();
        // Most often nothing is: the text of the usage takes long.
        if missing.is_empty() {
            return false;
        }
        let mut help = format!("usage: {}", self.usage());
        let message = match missing.as_slice() {
            // The report of a missing word before it already shows the correct line.
            _ if self.slipped(Misfit::Missing) => return true,
            // A word in place of a number may belong to another form, whose arguments are complete.
            _ if self.command.forms.len() > 1 && self.slipped(Misfit::Kind) => return true,
            [one] => {
                let kind = one.kind.to_string();
                match one.kind {
                    Kind::Choice(words) if words.len() > MOST_NAMED => {
                        let line = self.text(self.line.span);
                        let example = quote(&format!("{line} {}", words[0]));
                        help += &format!("\nfor example {example}");
                    }
                    _ if one.doc != kind => {
                        help += &format!("\n`{}`: {}", one.name, one.doc);
                    }
                    _ => {}
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
        if let Some(help) = self.names_without_values() {
            return self.refuse(Misfit::Extra, span, message, help);
        }
        if self.command.name != "setgrav" {
            return self.wrong(Misfit::Extra, span, message);
        }
        let help =
            "`setgrav 9.81m/s2` sets the strength of gravity, `gravdirection 0 0 -1` its direction";
        self.refuse(Misfit::Extra, span, message, help);
    }

    /// Help for several names of arguments, such as `ground friction restitution`, without values.
    fn names_without_values(&self) -> Option<String> {
        let params = self.command.forms.iter().copied().flatten();
        let names = self.line.arguments.iter().map(|a| self.text(a.span));
        let names: Vec<&str> = names.collect();
        let is_named = |name: &&str| params.clone().any(|p| p.named && p.is_called(name));
        if names.len() < 2 || !names.iter().all(is_named) {
            return None;
        }
        let values: Vec<String> = names.iter().map(|name| format!("{name}=VALUE")).collect();
        let command = self.command.name;
        Some(format!(
            "to set them, give values: `{command} {}`; one name alone prints its value: `{command} {}`",
            values.join(" "),
            names[0]
        ))
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
}
