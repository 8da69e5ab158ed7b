//! Reports of commands that cannot run where they are written: later, or on the line of an event.

use super::binder::Binder;
use super::line::Line;
use crate::diagnostic::{Diagnostic, Standing, quote};
use crate::lang::syntax::{Argument, ArgumentKind};
use crate::session::advice::command;
use crate::session::command::{Command, Follows};
use crate::source::Span;

pub(super) fn cannot_wait(command: &Command, head: Span) -> Diagnostic {
    let message = format!(
        "`{}` cannot be used in a motor program, a timer or an event",
        command.name
    );
    let help = match command.follows {
        Follows::List => "write its list on lines outside any motor program, timer or event",
        _ if command.name == "go" => {
            "write `go` outside motor programs, timers and events: these run while it simulates"
        }
        _ => {
            "this command runs only outside motor programs, timers and events: before or after a `go`"
        }
    };
    let report = Diagnostic::error("E029", head, message).help(help);
    report.standing(Standing::BelowBlock)
}

impl Binder<'_> {
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
}
