//! Reasons why a command stopped.

use crate::diagnostic::Diagnostic;

/// Reason why a command stopped before its end.
#[derive(Clone, Debug)]
pub enum Stop {
    /// A mistake to report.
    Mistake(Box<Diagnostic>),
    /// A mistake that is reported already, or that follows from one that is.
    Reported,
    /// The user asked for it; the state is that of the last whole frame.
    Interrupted,
}

impl From<Diagnostic> for Stop {
    fn from(report: Diagnostic) -> Self {
        Stop::Mistake(Box::new(report))
    }
}
