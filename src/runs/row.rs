//! The row of a run: how it ended, and what it found.

use crate::lang::value::{Datum, show};
use crate::session::{Expectation, RunReport, Session};
use crate::source::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// At the end of the script, and all expectations were met.
    Done,
    /// At the end of the script, but an expectation failed.
    Failed,
    /// At a mistake in the script.
    Mistake,
    /// The simulation diverged.
    Diverged,
    /// After the seconds of its budget.
    OutOfSeconds,
    /// After the evaluations of its budget.
    OutOfEvaluations,
    /// The caller stopped it.
    Stopped,
}

impl Ended {
    /// Returns the word for it in a table.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Ended::Done => "done",
            Ended::Failed => "failed",
            Ended::Mistake => "mistake",
            Ended::Diverged => "diverged",
            Ended::OutOfSeconds => "out-of-seconds",
            Ended::OutOfEvaluations => "out-of-evaluations",
            Ended::Stopped => "stopped",
        }
    }
}

/// An `expect` of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// File and line.
    pub place: String,
    /// Source text of the condition.
    pub text: String,
    /// Its description in the script; empty if there is none.
    pub why: String,
    /// The operands of its comparisons: source text, value, and whether it is a constant of the script.
    pub sides: Vec<(String, Datum, bool)>,
    /// Number of times it was tested.
    pub tested: u64,
    /// Number of times it failed.
    pub failed: u64,
}

impl Tested {
    pub(super) fn of(expectation: &Expectation, session: &Session) -> Self {
        let text = |span: Span| session.sources.text(span).to_owned();
        let sides = expectation.sides.iter();
        Tested {
            place: place(session, expectation.place),
            text: text(expectation.place),
            why: expectation.why.clone(),
            sides: { sides.map(|side| (text(side.place), side.value.clone(), side.is_constant)) }
                .collect(),
            tested: expectation.tested,
            failed: expectation.failed,
        }
    }

    /// Returns its description, or its condition if it has none.
    #[must_use]
    pub fn name(&self) -> &str {
        match self.why.as_str() {
            "" => &self.text,
            why => why,
        }
    }

    /// Whether a text is a part of its description or of its condition.
    #[must_use]
    pub fn is_meant_by(&self, part: &str) -> bool {
        self.why.contains(part) || self.text.contains(part)
    }

    /// Describes it with both sides: `hops >= 5: hops is 4`.
    #[must_use]
    pub fn told(&self) -> String {
        let sides = self.sides.iter().filter(|(.., is_constant)| !is_constant);
        let sides: Vec<String> = sides
            .map(|(text, value, _)| format!("{text} is {}", show(value)))
            .collect();
        match sides.as_slice() {
            [] => self.text.clone(),
            some => format!("{}: {}", self.text, some.join(", ")),
        }
    }
}

/// Returns the place of a span: `walk.corpus:12`.
pub(super) fn place(session: &Session, span: Span) -> String {
    let source = session.sources.get(span.source);
    let name = source.map_or("", |source| source.name.as_str());
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    format!("{file}:{}", session.sources.place(span).line)
}

/// What a run found. It depends only on the script, its files and the parameters, unless a limit of seconds has ended the run.
#[derive(Clone, Debug)]
pub struct Row {
    /// The given parameters, as the command line writes them.
    pub parameters: Vec<(String, String)>,
    /// How it ended.
    pub ended: Ended,
    /// The report of a mistake, of a divergence, or of the first failed expectation, in one line; otherwise empty.
    pub reason: String,
    /// Results, in the order in which the script gave them: numbers with units, truth values and texts.
    pub results: Vec<(Arc<str>, Datum)>,
    /// Expectations that were tested.
    pub expectations: Vec<Tested>,
    /// Warnings: how many of each code.
    pub warnings: BTreeMap<&'static str, u64>,
    /// Report with the travel and the energy account of each figure, and the number of evaluations; without times of the clock of
    /// the machine.
    pub report: RunReport,
    /// Whether the script would have written files.
    pub has_discarded: bool,
}

impl Row {
    /// Returns the value of a result (SI; 1 for true, 0 for false); none if the run gave none, or a text.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        let (_, value) = self.results.iter().find(|(known, _)| **known == *name)?;
        match value {
            Datum::Number(number) => Some(number.value),
            Datum::Flag(flag) => Some(f64::from(u8::from(*flag))),
            _ => None,
        }
    }

    /// Returns why the run did not reach the end of the script; empty if it did.
    #[must_use]
    pub fn broken(&self) -> &str {
        match (self.ended, self.reason.as_str()) {
            (Ended::Done | Ended::Failed, _) => "",
            (ended, "") => ended.word(),
            (_, reason) => reason,
        }
    }

    /// Returns the expectations that failed.
    pub fn failed(&self) -> impl Iterator<Item = &Tested> {
        self.expectations.iter().filter(|tested| tested.failed > 0)
    }
}
