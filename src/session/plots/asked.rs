//! Diagrams requested by the command line: they start with the first `go`, when all names exist.

use super::plot::{Plot, Subject, Wanted};
use crate::lang::parser::parse;
use crate::lang::syntax::{ArgumentKind, Expression};
use crate::lang::vocabulary::NoWords;
use crate::session::{Session, Stop};
use crate::source::Span;
use std::sync::Arc;

/// Returns the requested diagram, if it has started.
#[must_use]
pub fn asked_plot(session: &Session) -> Option<&Plot> {
    let mut plots = session.stages.iter().flat_map(|stage| &stage.outputs.plots);
    plots.find(|plot| plot.wanted.path.is_none())
}

/// Starts the requested diagram.
pub(in crate::session) fn start_requested(session: &mut Session, at: Span) -> Result<(), Stop> {
    let Some(asked) = session.options.asked.take() else {
        return Ok(());
    };
    let mut columns = vec![];
    for text in &asked.of {
        columns.push(expression_asked(session, text)?);
    }
    let place = columns.first().map_or(at, |first| first.span);
    if asked.subject == Subject::Gait && session.here().definitions.current_roach.is_none() {
        let any = (!session.here().definitions.roaches.is_empty()).then_some(0);
        session.here_mut().definitions.current_roach = any;
    }
    super::start(
        session,
        Wanted {
            subject: asked.subject,
            path: None,
            period: asked.period,
            from: asked.from,
            columns: columns.into(),
            head: place,
            place,
        },
    )
}

fn expression_asked(session: &mut Session, text: &str) -> Result<Arc<Expression>, Stop> {
    let inner = text.trim();
    let bare = inner.strip_prefix('{').and_then(|t| t.strip_suffix('}'));
    let line = format!("plot {{{}}}", bare.unwrap_or(inner).trim());
    let source = session.sources.add_entry("--of", line.as_str());
    let parsed = parse(source, &line, &NoWords);
    if !parsed.diagnostics.is_empty() {
        session.diagnostics.extend(parsed.diagnostics);
        return Err(Stop::Reported);
    }
    let arguments = parsed.statements.iter().flat_map(|s| &s.arguments);
    let expressions = arguments.filter_map(|argument| match &argument.kind {
        ArgumentKind::Computed(expression) => Some(Arc::clone(expression)),
        _ => None,
    });
    let all: Vec<_> = expressions.collect();
    match all.as_slice() {
        [one] => Ok(Arc::clone(one)),
        _ => {
            let end = line.len() as u32;
            let span = Span {
                source,
                start: 5.min(end),
                end,
            };
            let message = "expected an expression, such as `trunk.z`";
            let report = crate::diagnostic::Diagnostic::error("E023", span, message);
            Err(report.help("give each one its own `--of`").into())
        }
    }
}
