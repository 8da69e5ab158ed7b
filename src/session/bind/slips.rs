//! Slips that an argument shows which does not fit, or for which there is no place, and what to write instead.

use super::binder::Binder;
use super::computed::names;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::syntax::{Argument, ArgumentKind};
use crate::lang::units::parse_unit;
use crate::source::Span;

impl Binder<'_> {
    /// What to do about a slip that an argument which does not fit shows: a unit behind a blank, a value without its braces.
    #[inline(never)]
    pub(super) fn slip(&self, argument: &Argument) -> Option<String> {
        if !matches!(argument.kind, ArgumentKind::Word) {
            return None;
        }
        let text = self.text(argument.span);
        let all = self.line.arguments;
        let at = all.iter().position(|a| a.span == argument.span)?;
        let before = at.checked_sub(1).and_then(|i| all.get(i));
        if let Some(number) = before
            && matches!(number.kind, ArgumentKind::Number { unit: None, .. })
            && parse_unit(text).is_ok()
        {
            let joined = [self.text(number.span), text].concat();
            let joined = quote(&joined);
            return Some(format!(
                "a unit follows its number without a blank: write {joined}"
            ));
        }
        if let Some(joined) = self.joined_name(text, at) {
            return Some(joined);
        }
        let (thing, quantity) = text.split_once('.')?;
        let is_name = |part: &str| part.starts_with(|c: char| c.is_ascii_alphabetic());
        (is_name(thing) && is_name(quantity)).then(|| {
            format!(
                "a value is computed in braces: {}",
                quote(&format!("{{{text}}}"))
            )
        })
    }

    /// What to do about the name of a parameter with a blank between it and its value.
    #[inline(never)]
    fn joined_name(&self, text: &str, at: usize) -> Option<String> {
        let mut forms = self.command.forms.iter();
        let is_parameter = forms.any(|form| form.iter().any(|param| names(param, text)));
        let value = self.line.arguments.get(at + 1)?;
        let joined = quote(&format!("{text}={}", self.text(value.span)));
        is_parameter.then(|| format!("an argument by its name has a `=` and no blanks: {joined}"))
    }

    /// An element of a list for which no place is left.
    #[inline(never)]
    pub(super) fn element_too_many(&mut self, extra: &Argument) {
        let left = 1 + self.pending.len();
        let message = format!(
            "{} has {left} {} more than `{}` has places",
            quote(self.text(extra.span)),
            if left == 1 { "element" } else { "elements" },
            self.command.name
        );
        self.wrong("E022", extra.span, message);
    }

    #[inline(never)]
    pub(super) fn extra(&mut self, extra: &Argument) {
        if let Some(report) = self.unit_apart(extra) {
            return self.wrong_with(report);
        }
        if let Some(report) = self.lines_on_line(extra) {
            return self.wrong_with(report);
        }
        let found = quote(self.text(extra.span));
        let name = self.command.name;
        let message = match self.next {
            _ if self.has_spread => {
                format!("the arguments before {found} fill all places of `{name}` already")
            }
            0 => format!("`{name}` takes no arguments, found {found}"),
            1 => format!("`{name}` takes 1 argument here, found one more: {found}"),
            n => format!("`{name}` takes {n} arguments here, found one more: {found}"),
        };
        self.wrong("E022", extra.span, message);
    }

    /// The report of a unit behind a blank, as an argument of its own.
    #[inline(never)]
    fn unit_apart(&self, extra: &Argument) -> Option<Diagnostic> {
        let before = self.next.checked_sub(1)?;
        let number = self.line.arguments.get(before)?;
        let is_bare = matches!(number.kind, ArgumentKind::Number { unit: None, .. });
        let unit = match self.text(extra.span) {
            "sec" | "secs" | "second" | "seconds" => "s",
            "meter" | "meters" | "metre" | "metres" => "m",
            "degree" | "degrees" => "deg",
            "gram" | "grams" => "g",
            unit => unit,
        };
        if !is_bare || parse_unit(unit).is_err() {
            return None;
        }
        let joined = [self.text(number.span), unit].concat();
        let message = "a unit stands right behind its number, without a blank";
        let report = Diagnostic::error("E022", number.span.to(extra.span), message);
        Some(report.help(format!("write {}", quote(&joined))))
    }

    /// The report of an event that has what it is to do on its own line.
    #[inline(never)]
    pub(super) fn lines_on_line(&self, extra: &Argument) -> Option<Diagnostic> {
        if matches!(self.command.name, "after" | "at" | "every")
            && let Some(report) = self.unit_apart(extra)
        {
            return Some(report);
        }
        let instead = match self.command.name {
            "after" => "timer",
            "at" => "alarm",
            "every" => "",
            _ => return None,
        };
        let last = self.line.arguments.last()?;
        let (name, does) = (self.command.name, extra.span.to(last.span));
        let first = self.line.arguments.first()?;
        let (time, does_text) = (self.text(first.span), self.text(does));
        let message = format!("what `{name}` does stands in lines of its own below it");
        let mut help = format!("write it so:\n{name} {time}\n  {does_text}\nend");
        if !instead.is_empty() {
            help += &format!("\nor on one line: `{instead} {time} {does_text}`");
        }
        Some(Diagnostic::error("E022", does, message).help(help))
    }

    /// Whether a comment that may be the digits of a colour follows the line.
    #[inline(never)]
    pub(super) fn before_comment(&self) -> bool {
        let Span { source, end, .. } = self.line.span;
        let source = self.context.session.sources.get(source);
        let behind = source.and_then(|s| s.text.get(end as usize..));
        let digits = behind.and_then(|text| text.trim_start_matches([' ', '\t']).strip_prefix('#'));
        digits.is_some_and(|digits| {
            let hex = |b: &u8| b.is_ascii_hexdigit();
            digits.bytes().take_while(|b| hex(b)).count() >= 3
        })
    }
}
