//! A diagram in progress, and requests for diagrams.

use crate::files::NewFile;
use crate::lang::syntax::Expression;
use crate::run::{FootingTrace, Rows, Samples, WalkTrace};
use crate::session::Environment;
use crate::session::columns::Head;
use crate::source::Span;
use std::path::PathBuf;
use std::sync::Arc;

/// Subject of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Values over time.
    Curves,
    /// Values over the first of these values.
    Phase,
    /// Steps of the legs of the current gait.
    Gait,
    /// Forces of the ground on the current figure and its legs.
    Forces,
    /// Support of the current figure.
    Support,
    /// Energy account of the current figure.
    Energy,
}

impl Subject {
    /// Words of all subjects that have one.
    pub const WORDS: &'static [&'static str] = &["gait", "phase", "forces", "support", "energy"];

    /// Returns the subject of a word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        match word {
            "gait" => Some(Subject::Gait),
            "phase" => Some(Subject::Phase),
            "forces" => Some(Subject::Forces),
            "support" => Some(Subject::Support),
            "energy" => Some(Subject::Energy),
            _ => None,
        }
    }
}

/// Request for a diagram.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub subject: Subject,
    /// Path of the file in the script; none if the diagram is not drawn to a file.
    pub path: Option<String>,
    /// Time between samples (s); zero for each frame.
    pub period: f64,
    /// Start of the shown interval (s).
    pub from: f64,
    pub columns: Arc<[Arc<Expression>]>,
    /// Source positions of the command and of the file name.
    pub head: Span,
    pub place: Span,
}

/// A diagram in progress.
#[derive(Debug)]
pub struct Plot {
    pub(super) wanted: Arc<Wanted>,
    pub(super) out: Option<(PathBuf, Option<NewFile>)>,
    /// Its columns at the first sample, with the headings of their panels.
    pub(super) heads: Vec<Head>,
    pub(super) groups: Vec<&'static str>,
    /// Whether the script chose the unit of each expression.
    pub(super) exact: Vec<bool>,
    /// Environment of its command.
    pub(super) environment: Environment,
    pub(super) rows: Rows,
    pub(super) seen: Seen,
    /// Whether there was a `go`, also in a check.
    pub(super) has_gone: bool,
    /// Whether the file shows all samples.
    pub(super) drawn: bool,
    pub(super) ended: bool,
}

/// Samples so far.
#[derive(Debug)]
pub(super) enum Seen {
    Values(Samples),
    Walk(WalkTrace),
    Footing(FootingTrace),
}

/// A diagram requested by the command line.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Subject of the diagram.
    pub subject: Subject,
    /// Expressions, with or without braces.
    pub of: Vec<String>,
    /// Time between samples (s); zero for each frame.
    pub period: f64,
    /// Time of the first sample (s).
    pub from: f64,
}
