//! Commands within a line, such as that of a timer.

use super::binder::Binder;
use super::line::{BindContext, Line};
use super::{bind_line, bind_to, environment};
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::syntax::ArgumentKind;
use crate::lang::units::parse_unit;
use crate::lang::vocabulary::{Rest, Vocabulary};
use crate::session::Closure;
use crate::session::command::{Follows, Value};
use crate::source::Span;
use std::sync::Arc;

/// Deepest nesting of timers in timers: more than needed, and safe for the stack.
const DEEPEST: usize = 64;

impl Binder<'_> {
    /// Reads the rest of the line as one command.
    pub(in crate::session) fn nested(&mut self) -> (Value, Span) {
        let rest = self.take_rest();
        let Some((first, after)) = rest.split_first() else {
            return (Value::Missing, self.line.span.after());
        };
        let span = self.span_of(rest);
        if self.context.depth >= DEEPEST {
            let message = format!("timers are nested more than {DEEPEST} deep");
            let help = "write the inner ones in the block of another timer: `after TIME`, the lines, `end`";
            self.mistaken(Diagnostic::error("E029", first.span, message).help(help));
            return (Value::Missing, span);
        }
        let context = BindContext {
            deferred: true,
            later: true,
            depth: self.context.depth + 1,
            ..self.context
        };
        let print = first.kind == ArgumentKind::Message;
        let line = Line {
            head: first.span,
            // `timer 0.1 !text`: the print command and its text are one argument.
            arguments: if print { rest } else { after },
            named: &[],
            block: None,
            branches: &[],
            span,
            faulty: false,
        };
        let head = self.context.session.sources.text(first.span);
        let shape = self.context.session.table.shape(head);
        let is_form = !matches!(
            shape.rest,
            Rest::Arguments | Rest::Moment | Rest::Text | Rest::Command
        );
        let waits = self
            .context
            .session
            .table
            .find(head)
            .is_none_or(|command| command.in_lists);
        if head == "end"
            || waits && (is_form || !matches!(shape.follows, Follows::Nothing | Follows::List))
        {
            let message = format!("`{head}` cannot be the command of a timer or alarm");
            let help = "use a block of `after TIME` or `at TIME`";
            self.mistaken(Diagnostic::error("E029", first.span, message).help(help));
            return (Value::Missing, span);
        }
        if parse_unit(head).is_ok()
            && self.context.session.table.find(head).is_none()
            && let Some(number) = self.line.arguments.first()
            && matches!(number.kind, ArgumentKind::Number { unit: None, .. })
        {
            let joined = quote(&[self.text(number.span), head].concat());
            let message = format!("there is no command {}", quote(head));
            let help =
                format!("a unit directly follows its number, without a space: write {joined}");
            self.mistaken(Diagnostic::error("E020", first.span, message).help(help));
            return (Value::Missing, span);
        }
        let session = self.context.session;
        let (bound, captured) = session.capturing(|| match session.table.find("!") {
            Some(command) if print => bind_to(command, line, context),
            _ => bind_line(line, context),
        });
        match bound {
            Ok(bound) => {
                let closure = Closure::of_command(bound, environment(context), captured);
                session.also_captured(&closure.captured);
                (Value::Command(Arc::new(closure)), span)
            }
            Err(mistakes) => {
                self.findings.silent |= mistakes.is_empty();
                self.findings.mistakes.extend(mistakes);
                (Value::Missing, span)
            }
        }
    }
}
