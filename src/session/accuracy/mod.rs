//! Warnings that results may be wrong: energy that the integration lost or created, motion that amplifies errors, and collisions
//! that the laws cannot follow.

mod collisions;
mod energy;
mod sensitivity;

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Warnings about the accuracy of the results of a script, which is warned once by each code.
#[derive(Default)]
pub struct Accuracy {
    warnings: Vec<Diagnostic>,
    /// Number of warnings that the front end has taken.
    taken: usize,
}

impl Accuracy {
    /// Returns all warnings so far.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Returns the warnings that were not returned before.
    pub fn new_warnings(&mut self) -> Vec<Diagnostic> {
        let from = std::mem::replace(&mut self.taken, self.warnings.len());
        self.warnings.iter().skip(from).cloned().collect()
    }

    fn has_warned(&self, code: &str) -> bool {
        self.warnings.iter().any(|report| report.code == code)
    }

    fn warn(
        &mut self,
        code: &'static str,
        at: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let report = Diagnostic::warning(code, at, message);
        self.warnings.push(report.help(help));
    }
}
