//! Reasons why a command stops.

use crate::diagnostic::Diagnostic;

/// Reason why a command stopped before its end.
#[derive(Clone, Debug)]
pub enum Stop {
    /// An error to report.
    Mistake(Box<Diagnostic>),
    /// An error that was reported before, or that follows from one.
    Reported,
    /// The user asked for it; the state is that of the last whole frame.
    Interrupted,
}

impl From<Diagnostic> for Stop {
    fn from(report: Diagnostic) -> Self {
        Stop::Mistake(Box::new(report))
    }
}
