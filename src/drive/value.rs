//! Expressions entered in place of a command, to read their values.

use crate::commands::{TABLE, find};
use crate::lang::parser::parse;
use crate::lang::syntax::{ArgumentKind, ExpressionKind};
use crate::session::Session;
use crate::session::command::prompt_command;
use crate::source::{SourceId, Span};

/// Start of the line that evaluates an entered expression.
const KEEPS: &str = "let _ = ";

/// Moves the reports on an entered expression from the line that evaluates it to the text that the user typed.
pub(crate) fn report_as_typed(session: &mut Session, typed: SourceId) {
    let shift = KEEPS.len() as u32;
    let mut moved = std::mem::take(&mut session.diagnostics);
    for report in &mut *moved {
        let notes = report.notes.iter_mut().map(|(span, _)| span);
        for span in std::iter::once(&mut report.span).chain(notes) {
            let source = session.sources.get(span.source);
            if source.is_some_and(|s| s.text.starts_with(KEEPS)) && span.start >= shift {
                *span = Span {
                    source: typed,
                    start: span.start - shift,
                    end: span.end - shift,
                };
            }
        }
    }
    session.diagnostics = moved;
}

/// Returns lines that print the state of a body or a figure of this name; none if there is none that is simulated.
fn state_of(name: &str, session: &Session) -> Option<String> {
    const STATE: [&str; 14] = [
        "com", "pos", "vel", "roll", "pitch", "yaw", "omega", "q", "dq", "Q", "torque", "mass",
        "contact", "load",
    ];
    let read = |field: &&str| session.quantity(&format!("{name}.{field}")).is_ok();
    let lines = STATE.iter().filter(|field| read(field));
    let lines: Vec<String> = lines
        .map(|field| format!("print {name}.{field} = {{{name}.{field}}}"))
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Converts an entry that is an expression to lines that store its value as `_` and print it, and the name of a body to lines
/// that print its state; none for an entry that begins with a command, or with a word that has no value.
pub(crate) fn as_value(text: &str, session: &mut Session) -> Option<String> {
    let line = text.trim();
    let head = line
        .split([' ', '\t'])
        .next()
        .filter(|head| !head.is_empty())?;
    let is_command = find(head).is_some()
        || prompt_command(head).is_some()
        || session.definition(head).is_some()
        || line.starts_with(['#', '!', '{'])
        || line.contains('\n');
    if is_command || matches!(head, "else" | "end" | "." | "..") {
        return None;
    }
    let kept = format!("{KEEPS}{line}");
    let parsed = parse(0, &kept, &TABLE);
    // `leg.q +`: a mistake in an expression, and no unknown command.
    if !parsed.diagnostics.is_empty() {
        let after = line.get(head.len()..).unwrap_or_default().trim_start();
        let owner = head.split('.').next().unwrap_or_default();
        let is_known = session.variable(owner).is_some() || session.quantity(head).is_ok();
        let is_computed = after.starts_with(['+', '-', '*', '/', '^', '<', '>']);
        return (is_known && is_computed).then(|| format!("{kept}\nprint {{_}}"));
    }
    let [statement] = parsed.statements.as_slice() else {
        return None;
    };
    let expression = match statement.arguments.as_slice() {
        [_, value] => match &value.kind {
            ArgumentKind::Computed(expression) => expression,
            _ => return None,
        },
        _ => return None,
    };
    if expression.kind == ExpressionKind::Name {
        let name = kept.get(expression.span.range())?;
        session.observe();
        let owner = name.split('.').next()?;
        // An unknown quantity is reported as such, also of a thing that does not exist.
        let is_value = owner != name
            || session.variable(owner).is_some()
            || matches!(name, "pi" | "tau")
            || session.quantity(name).is_ok();
        if !is_value {
            return state_of(name, session);
        }
    }
    Some(format!("{kept}\nprint {{_}}"))
}
