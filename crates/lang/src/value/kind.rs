//! Kinds of values that are known only at run time.

use crate::dimension::Dimension;

/// Placeholder for a value known only at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A number of this dimension.
    Number(Dimension),
    /// `true` or `false`.
    Flag,
    /// Creates a text.
    Text,
    /// A list of unknown length and contents.
    List,
    /// A range of numbers of this dimension.
    Range(Dimension),
    /// A value of unknown kind.
    Any,
}

impl Unknown {
    /// Returns its kind, in the words of reports.
    #[must_use]
    pub fn kind(self) -> String {
        match self {
            Unknown::Number(dimension) => dimension.to_string(),
            Unknown::Flag => "a flag (true or false)".into(),
            Unknown::Text => "a text".into(),
            Unknown::List => "a list".into(),
            Unknown::Range(_) => "a range".into(),
            Unknown::Any => "a value".into(),
        }
    }

    /// Returns the kind of its elements, if it is known.
    #[must_use]
    pub fn element(self) -> Unknown {
        match self {
            Unknown::Range(dimension) => Unknown::Number(dimension),
            _ => Unknown::Any,
        }
    }
}
