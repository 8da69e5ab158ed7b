//! Errors of evaluation.

use crate::dimension::Dimension;
use crate::source::Span;
use crate::units::{UnitError, symbols};
use thiserror::Error;

/// Kind of an evaluation error. It is one byte, because errors are part of the stack frames of a deep recursion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Values that do not fit.
    Value,
    /// An unknown function.
    Function,
    /// An unknown unit.
    Unit,
    /// A malformed unit.
    UnitForm,
}

/// Evaluation error, as text for a report. The caller adds the place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ValueError {
    /// Kind of the error, which determines the code of the report.
    pub kind: ErrorKind,
    /// One sentence: what was expected and what was found.
    pub message: String,
    /// Advice.
    pub help: Option<String>,
    /// Whether other values of the same kinds and dimensions might be valid: as for a division by zero, or a missing element.
    pub of_values: bool,
}

impl ValueError {
    /// Creates an error without advice.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        ValueError {
            kind: ErrorKind::Value,
            message: message.into(),
            help: None,
            of_values: false,
        }
    }

    /// Creates an error that depends on the values, and not only on their kinds and dimensions.
    pub fn of_values(message: impl Into<String>) -> Self {
        ValueError {
            of_values: true,
            ..ValueError::new(message)
        }
    }

    /// Creates the error of an unknown function.
    pub(super) fn unknown_function(message: String) -> Self {
        ValueError {
            kind: ErrorKind::Function,
            ..ValueError::new(message)
        }
    }

    /// Returns the code of the report.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self.kind {
            ErrorKind::Value => "E014",
            ErrorKind::Function => "E015",
            ErrorKind::Unit => "E010",
            ErrorKind::UnitForm => "E011",
        }
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Creates the error of a number beyond double precision; `computed` says from what.
    pub(super) fn too_large(computed: &str) -> Self {
        ValueError::of_values(format!(
            "`{computed}` is too large: the largest number is about 1.8e308"
        ))
    }

    /// Creates the error of two incompatible quantities; `message` says in what way.
    pub(super) fn mismatch(message: String, left: Dimension, right: Dimension) -> Self {
        let plain = |a: Dimension, b: Dimension| (a == Dimension::NONE).then_some(b);
        let error = ValueError::new(message);
        if let Some(other) = plain(left, right).or_else(|| plain(right, left)) {
            let units = symbols(other).join("`, `");
            error.help(format!("give the number a unit: one of `{units}`"))
        } else {
            error.help("both must be of the same kind, such as two lengths")
        }
    }

    /// Creates the error of an invalid unit.
    pub(super) fn unit(error: &UnitError, text: &str) -> Self {
        let report = error.report(Span::default(), text);
        ValueError {
            kind: match error {
                UnitError::Unknown { .. } => ErrorKind::Unit,
                UnitError::Malformed { .. } | UnitError::Power { .. } => ErrorKind::UnitForm,
                UnitError::Mismatch { .. } | UnitError::TooLarge => ErrorKind::Value,
            },
            message: report.message,
            help: report.help,
            of_values: false,
        }
    }
}
