//! Diagrams requested by the command line: they start with the first `go`, when all names exist.

use super::{Plot, Subject, Wanted};
use crate::lang::parser::{NoWords, parse};
use crate::lang::syntax::{ArgumentKind, Expression};
use crate::session::{Session, Stop};
use crate::source::Span;
use std::sync::Arc;

/// A diagram requested by the command line.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Subject of the diagram.
    pub subject: Subject,
    /// Expressions, with or without braces.
    pub of: Vec<String>,
    /// Time between samples (s); zero for each frame.
    pub period: f64,
    /// Time of the first sample (s).
    pub from: f64,
}

impl Session {
    /// Requests a diagram from the first `go` on. [`Session::asked_plot`] then returns it.
    pub fn ask_for_plot(&mut self, asked: Asked) {
        self.options.asked = Some(asked);
    }

    /// Returns the requested diagram, if it has started.
    #[must_use]
    pub fn asked_plot(&self) -> Option<&Plot> {
        let mut plots = self.stages.iter().flat_map(|stage| &stage.outputs.plots);
        plots.find(|plot| plot.wanted.path.is_none())
    }

    /// Starts the requested diagram.
    pub(in crate::session) fn begin_asked_plot(&mut self, at: Span) -> Result<(), Stop> {
        let Some(asked) = self.options.asked.take() else {
            return Ok(());
        };
        let mut columns = vec![];
        for text in &asked.of {
            columns.push(self.expression_asked(text)?);
        }
        let place = columns.first().map_or(at, |first| first.span);
        if asked.subject == Subject::Gait && self.here().definitions.current_roach.is_none() {
            let any = (!self.here().definitions.roaches.is_empty()).then_some(0);
            self.here_mut().definitions.current_roach = any;
        }
        self.plot(Wanted {
            subject: asked.subject,
            path: None,
            period: asked.period,
            from: asked.from,
            columns: columns.into(),
            head: place,
            place,
        })
    }

    fn expression_asked(&mut self, text: &str) -> Result<Arc<Expression>, Stop> {
        let inner = text.trim();
        let bare = inner.strip_prefix('{').and_then(|t| t.strip_suffix('}'));
        let line = format!("plot {{{}}}", bare.unwrap_or(inner).trim());
        let source = self.sources.add_entry("--of", line.as_str());
        let parsed = parse(source, &line, &NoWords);
        if !parsed.diagnostics.is_empty() {
            self.diagnostics.extend(parsed.diagnostics);
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
}
