//! How the arguments of a line fit a form of a command, and which form was meant.

use super::Mistakes;
use crate::diagnostic::Diagnostic;
use crate::session::command::Value;
use crate::source::Span;
use std::cmp::Reverse;
use std::sync::Arc;

/// How the arguments fit a form.
pub(super) struct Fit {
    /// One for each parameter.
    pub values: Vec<Value>,
    /// The place of each.
    pub spans: Vec<Span>,
    pub mistakes: Mistakes,
    /// Whether an expression read the running world.
    pub reads_world: bool,
    /// What a pattern stands for.
    pub found: Option<Found>,
    /// Something does not fit, but only because of a mistake reported before.
    pub silent: bool,
    /// How many parameters fitted before the first mistake.
    pub reached: usize,
    /// How much the first thing that does not fit is like what was wanted; see [`Likeness`].
    pub likeness: Likeness,
}

/// What a pattern in a line stands for.
#[derive(Clone)]
pub(super) struct Found {
    /// Where the pattern stands.
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

impl Fit {
    pub fn fits(&self) -> bool {
        self.mistakes.is_empty() && !self.silent
    }

    /// Whether the line was more probably meant in this way.
    pub fn closer_than(&self, other: &Fit) -> bool {
        let rank = |fit: &Fit| {
            let fewer = Reverse(fit.mistakes.len());
            (
                fit.reached,
                fit.has_length(),
                fit.likeness,
                fit.knows_a_like_name(),
                fewer,
            )
        };
        rank(self) > rank(other)
    }

    /// Whether a name that is missing is nearly that of something that is there.
    fn knows_a_like_name(&self) -> bool {
        let suggests = |m: &Diagnostic| {
            let help = m.help.as_deref();
            m.code == "E025" && help.is_some_and(|help| help.starts_with("did you mean"))
        };
        self.mistakes.iter().any(suggests)
    }

    /// Whether there are as many arguments as there should be.
    fn has_length(&self) -> bool {
        let length = ["E021", "E022"];
        !self.mistakes.iter().any(|m| length.contains(&m.code))
    }
}
