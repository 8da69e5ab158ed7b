//! Errors of evaluation.

use super::Datum;
use crate::lang::dimension::Dimension;
use crate::lang::units::{UnitError, symbols};
use crate::source::Span;
use std::fmt;

/// Evaluation error, as text for a report. The caller adds the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    /// Code of the report.
    pub code: &'static str,
    /// One sentence: what was expected and what was found.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Whether other values of the same kinds and dimensions might do: a division by zero, an element that is not there.
    pub of_values: bool,
}

impl ValueError {
    /// An error without advice.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        ValueError {
            code: "E014",
            message: message.into(),
            help: None,
            of_values: false,
        }
    }

    /// An error that other values of the same kinds and dimensions might not make.
    pub(crate) fn of_values(message: impl Into<String>) -> Self {
        ValueError {
            of_values: true,
            ..ValueError::new(message)
        }
    }

    /// Replaces the code.
    #[must_use]
    pub(super) fn code(mut self, code: &'static str) -> Self {
        self.code = code;
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// A number beyond the range of double precision; `computed` says from what.
    pub(super) fn too_large(computed: &str) -> Self {
        ValueError::of_values(format!(
            "`{computed}` is too large: the largest number is about 1.8e308"
        ))
    }

    /// Two quantities that cannot be put together; `message` says in what way.
    pub(super) fn mismatch(message: String, left: Dimension, right: Dimension) -> Self {
        let plain = |a: Dimension, b: Dimension| (a == Dimension::NONE).then_some(b);
        let flat = |d: Dimension| Dimension { angle: 0, ..d };
        let error = ValueError::new(message);
        if let Some(other) = plain(left, right).or_else(|| plain(right, left)) {
            let units = symbols(other).join("`, `");
            error.help(format!("give the number a unit: one of `{units}`"))
        } else if flat(left) == flat(right) {
            error.help(
                "they differ by a factor in radians: multiply or divide one of them by `1rad`",
            )
        } else {
            error.help("both must have the same kind")
        }
    }

    /// A unit that cannot be read.
    pub(super) fn unit(error: &UnitError, text: &str) -> Self {
        let report = error.report(Span::default(), text);
        ValueError {
            code: report.code,
            message: report.message,
            help: report.help,
            of_values: false,
        }
    }

    /// `and`, `or`, `not` and `choose` want flags.
    pub(super) fn no_flag(who: &str, found: &Datum) -> Self {
        ValueError::new(format!(
            "`{who}` needs a flag (true or false), found {}",
            found.kind()
        ))
        .help("a comparison gives a flag: `x > 0`")
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ValueError {}
