//! Comparison of a line's arguments with a form of a command, and choice of the form that was probably meant.

use crate::diagnostic::Diagnostic;
use crate::session::command::{Param, Value};
use crate::source::Span;
use std::cmp::Reverse;
use std::sync::Arc;

/// How the arguments fit a form.
pub(super) struct Fit {
    /// One for each parameter.
    pub values: Vec<Value>,
    /// The place of each.
    pub spans: Vec<Span>,
    pub mistakes: Vec<Slip>,
    /// Whether an expression read the running world.
    pub reads_world: bool,
    /// Names matched by a pattern.
    pub found: Option<Found>,
    /// Something does not fit, but only because of a mistake reported before.
    pub silent: bool,
    /// Required parameters for which the line has no argument.
    pub missing: Vec<Param>,
    /// Number of parameters that fitted before the first mistake.
    pub reached: usize,
    /// Similarity of the first wrong argument to the expected one; see [`Likeness`].
    pub likeness: Likeness,
    /// Whether an unknown name is nearly a known one.
    pub near_name: bool,
    /// First argument after the parameters assumed to be omitted.
    pub behind_left_out: usize,
}

/// What a pattern in a line stands for.
#[derive(Clone)]
pub(super) struct Found {
    /// Place of the pattern.
    pub at: Span,
    pub names: Arc<[String]>,
}

/// How near an argument that does not fit came to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    /// Something else.
    Other,
    /// A number with another unit.
    Unit,
    /// A number out of range, a name that nothing has.
    Kind,
    /// Doubtful, but of the right kind.
    Doubtful,
}

/// In which way an argument does not fit, as far as that tells what was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// It is missing.
    Missing,
    /// It is one too many.
    Extra,
    /// It is of another kind.
    Kind,
    /// It is a number with another unit.
    Unit,
    /// Nothing has this name.
    Name,
    /// It is a number out of range.
    Range,
    /// It is a part of a step or stance.
    Part,
    /// It is a root in place of a joint.
    Root,
    /// There is no such leg.
    Leg,
    /// No parameter has the name that it is given by, or another argument has it.
    ParameterName,
}

impl Misfit {
    /// The code of its report.
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

    /// Similarity of such an argument to the expected one.
    pub fn likeness(self) -> Likeness {
        match self {
            Misfit::Name | Misfit::Range | Misfit::Root | Misfit::Leg => Likeness::Kind,
            Misfit::Unit => Likeness::Unit,
            _ => Likeness::Other,
        }
    }
}

/// A mistake in a line: its report and, unless it lies within an argument or in the head, in which way the line does not fit.
#[derive(Debug)]
pub(super) struct Slip {
    pub misfit: Option<Misfit>,
    pub report: Diagnostic,
}

impl Slip {
    /// Whether the line does not fit in this way.
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

    /// Whether the line was more probably meant in this form.
    pub fn closer_than(&self, other: &Fit) -> bool {
        let rank = |fit: &Fit| {
            let fewer = Reverse(fit.mistakes.len());
            (
                fit.reached,
                fit.has_length(),
                fit.likeness,
                fit.near_name,
                fewer,
            )
        };
        rank(self) > rank(other)
    }

    /// Whether there are as many arguments as there should be.
    fn has_length(&self) -> bool {
        let of_length = |slip: &Slip| matches!(slip.misfit, Some(Misfit::Missing | Misfit::Extra));
        !self.mistakes.iter().any(of_length)
    }
}
