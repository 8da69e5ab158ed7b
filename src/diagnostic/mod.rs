//! Reports as data: created where a mistake is found, drawn later.

pub mod codes;
pub mod suggest;

mod draw;
mod json;
mod safe;
#[cfg(test)]
mod tests;

pub use draw::draw;
pub use json::{harmless, to_json};
pub(crate) use safe::invisible;
pub use safe::{escaped, quote};

use crate::source::Span;

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The script cannot run as written.
    Error,
    /// The script runs, but probably not as intended.
    Warning,
}

/// One finding: its place, what was found and expected, and how to fix it.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// `E012`; see [`crate::diagnostic::codes`].
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// The offending text.
    pub span: Span,
    /// One sentence: what was expected and what was found.
    pub message: String,
    /// Other related places ("first named here").
    pub notes: Vec<(Span, String)>,
    /// How to fix it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Creates an error.
    #[must_use]
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: Severity::Error,
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
