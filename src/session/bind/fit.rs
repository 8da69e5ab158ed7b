//! Compares a line's arguments with a form of a command, and chooses the form that was probably meant.

use crate::diagnostic::Diagnostic;
use crate::session::command::{Param, Value};
use crate::source::Span;
use std::cmp::Reverse;
use std::sync::Arc;

/// Result of fitting the arguments to a form.
pub(in crate::session) struct Fit {
    /// One value for each parameter.
    pub values: Vec<Value>,
    /// Source position of each.
    pub spans: Vec<Span>,
    pub mistakes: Vec<Slip>,
    /// Whether an expression read the running world.
    pub reads_world: bool,
    /// Names matched by a pattern.
    pub found: Option<Found>,
    /// Whether something does not fit, but only because of an error reported before.
    pub silent: bool,
    /// Required parameters for which the line has no argument.
    pub missing: Vec<Param>,
    /// Number of parameters that fitted before the first error.
    pub reached: usize,
    /// Number of these that are optional and have no argument.
    pub skipped: usize,
    /// Similarity of the first wrong argument to the expected one; see [`Likeness`].
    pub likeness: Likeness,
    /// Whether an unknown name is similar to a known one.
    pub near_name: bool,
    /// First argument after the parameters assumed to be omitted.
    pub after_left_out: usize,
}

/// Names matched by a pattern in a line.
#[derive(Clone)]
pub(in crate::session) struct Found {
    /// Source position of the pattern.
    pub at: Span,
    pub names: Arc<[String]>,
}

/// Similarity of a wrong argument to the expected one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::session) enum Likeness {
    /// A different argument.
    Other,
    /// A number with another unit.
    Unit,
    /// A number out of range, or an unknown name.
    Kind,
    /// An uncertain argument of the right kind.
    Doubtful,
}

/// Kind of mismatch between an argument and its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Misfit {
    /// A missing argument.
    Missing,
    /// An extra argument.
    Extra,
    /// An argument of another kind.
    Kind,
    /// A number with another unit.
    Unit,
    /// An unknown name.
    Name,
    /// A number out of range.
    Range,
    /// A part of a step or stance.
    Part,
    /// A root in place of a joint.
    Root,
    /// An unknown leg.
    Leg,
    /// An unknown parameter name, or the name of a parameter that already has an argument.
    ParameterName,
}

impl Misfit {
    /// Returns the code of its report.
    pub fn code(self) -> &'static str {
        match self {
            Misfit::Missing => "E021",
            Misfit::Extra => "E022",
            Misfit::Kind => "E023",
            Misfit::Unit => "E012",
            Misfit::Name => "E025",
            Misfit::Range => "E027",
            Misfit::Part => "E028",
            Misfit::Root => "E053",
            Misfit::Leg => "E056",
            Misfit::ParameterName => "E062",
        }
    }

    /// Returns the similarity of such an argument to the expected one.
    pub fn likeness(self) -> Likeness {
        match self {
            Misfit::Name | Misfit::Range | Misfit::Root | Misfit::Leg => Likeness::Kind,
            Misfit::Unit => Likeness::Unit,
            _ => Likeness::Other,
        }
    }
}

/// An error in a line: its report and, unless it is within an argument or in the head, its kind of mismatch.
#[derive(Debug)]
pub(in crate::session) struct Slip {
    pub misfit: Option<Misfit>,
    pub report: Diagnostic,
}

impl Slip {
    /// Whether it has this kind of mismatch.
    pub fn is(&self, misfit: Misfit) -> bool {
        self.misfit == Some(misfit)
    }
}

impl From<Diagnostic> for Slip {
    fn from(report: Diagnostic) -> Self {
        let misfit = None;
        Slip { misfit, report }
    }
}

impl Fit {
    pub fn fits(&self) -> bool {
        self.mistakes.is_empty() && !self.silent
    }

    /// Whether it fits except for unknown names, all at these places.
    pub fn fits_but(&self, names: &[Span]) -> bool {
        let is_known = |slip: &Slip| slip.is(Misfit::Name) && names.contains(&slip.report.span);
        self.mistakes.iter().all(is_known) && !self.silent
    }

    /// Whether this form was more probably meant than another.
    pub fn closer_than(&self, other: &Fit) -> bool {
        let rank = |fit: &Fit| {
            let fewer = Reverse(fit.mistakes.len());
            (
                fit.reached.saturating_sub(fit.skipped),
                fit.has_length(),
                fit.likeness,
                fit.near_name,
                fewer,
            )
        };
        rank(self) > rank(other)
    }

    /// Whether the number of arguments is right.
    fn has_length(&self) -> bool {
        let of_length = |slip: &Slip| matches!(slip.misfit, Some(Misfit::Missing | Misfit::Extra));
        !self.mistakes.iter().any(of_length)
    }
}
