//! Reasons why a command stops.

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Code of the report of a diverged simulation.
pub const DIVERGED: &str = "E060";

/// Reason why a command stopped before its end.
#[derive(Clone, Debug)]
pub enum Stop {
    /// An error to report.
    Mistake(Box<Diagnostic>),
    /// An error that was reported before, or that follows from one.
    Reported,
    /// The user asked for it; the state is that of the last whole frame, or of the last event of the clock in the frame that was given up.
    Interrupted,
}

impl Stop {
    /// Returns an error to report, with advice.
    pub(crate) fn mistake(
        code: &'static str,
        at: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Stop {
        Diagnostic::error(code, at, message).help(help).into()
    }
}

impl From<Diagnostic> for Stop {
    fn from(report: Diagnostic) -> Self {
        Stop::Mistake(Box::new(report))
    }
}
