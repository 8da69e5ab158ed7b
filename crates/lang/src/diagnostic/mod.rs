//! Reports as data: created where an error is found, drawn later.

pub mod codes;
pub mod suggest;

mod draw;
mod json;
mod safe;
#[cfg(test)]
mod tests;

pub use draw::draw;
pub use json::{harmless, to_json};
pub use safe::{escaped, quote};
pub use safe::{harms, invisible, some_of};

use crate::source::Span;

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The script cannot run as written.
    Error,
    /// The script runs, but probably not as intended.
    Warning,
}

/// Further effect of an error, besides its report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// No further effect.
    #[default]
    Usual,
    /// An error that other values of the same kinds might not have, as a division by zero.
    OfValues,
    /// A failed expectation: the script continues after it, so a check that finds it does not prevent a run.
    Unmet,
    /// A refused write: output is lost, even if the script expects a failure.
    Lost,
    /// A forbidden file: reported by a check even where the script expects a failure.
    Barred,
    /// Left out below a block that is never closed: the line was meant to stand after that.
    BelowBlock,
    /// Left out in the lines above an end of nothing: the head of their block is missing.
    WithoutHead,
}

/// A finding: its place, what was found and expected, and how to fix it.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Its code, such as `E012`; see [`crate::diagnostic::codes`].
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// Further effect.
    pub standing: Standing,
    /// The offending text.
    pub span: Span,
    /// One sentence: what was expected and what was found.
    pub message: String,
    /// Other related places ("first named here").
    pub notes: Vec<(Span, String)>,
    /// Advice on how to correct the error.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Creates an error.
    #[must_use]
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: Severity::Error,
            standing: Standing::Usual,
            span,
            message: message.into(),
            notes: vec![],
            help: None,
        }
    }

    /// Creates a warning.
    #[must_use]
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, span, message)
        }
    }

    /// Returns the report with another further effect.
    #[must_use]
    pub fn standing(self, standing: Standing) -> Self {
        Diagnostic { standing, ..self }
    }

    /// Whether it is an error that prevents the script from doing what its lines say.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        self.severity == Severity::Error && self.standing != Standing::Unmet
    }

    /// Whether it depends only on a line, and not on the world or on the meaning of its names.
    #[must_use]
    pub fn is_of_line(&self) -> bool {
        codes::explain(self.code).is_some_and(|code| code.of_line)
    }

    /// Sets the help text: how to fix it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a note at another place.
    #[must_use]
    pub fn note(mut self, span: Span, message: impl Into<String>) -> Self {
        self.notes.push((span, message.into()));
        self
    }
}
