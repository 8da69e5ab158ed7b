//! What makes a script an environment for a controller: observations, actions, rewards, ends, and the time between decisions.
//!
//! The lines that declare them change nothing in a run; `runs::Environment` reads them.

use super::scope::Scopes;
use super::{Environment, Findings, ScriptResult, Session, Snapshot, Stop, Stretch};
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::syntax::Expression;
use crate::lang::value::{Datum, Unknown};
use crate::source::Span;
use std::sync::Arc;

/// An expression with the environment of its line.
#[derive(Clone, Debug)]
pub struct Formula {
    expression: Arc<Expression>,
    environment: Environment,
}

/// A value that a controller sees.
#[derive(Clone, Debug)]
pub struct Observed {
    /// Its name.
    pub name: Arc<str>,
    /// Unit of the numbers: that of SI; empty for truth values, which are 0 or 1, and `1` for plain numbers.
    pub unit: String,
    /// Source position of its name.
    pub place: Span,
    /// Its value.
    pub formula: Formula,
}

/// What an action sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acts {
    /// The target of the joint's servo (rad or m).
    Target,
    /// The torque of the joint's motor (N m or N).
    Torque,
    /// The rest position of the joint's exponential spring, at once (rad or m).
    Rest,
}

impl Acts {
    /// Words of the language, in the order of the variants.
    pub const WORDS: &[&str] = &["target", "torque", "rest"];

    /// Returns what a word of the language means.
    #[must_use]
    pub fn of(word: &str) -> Option<Acts> {
        let all = [Acts::Target, Acts::Torque, Acts::Rest];
        let number = Acts::WORDS.iter().position(|known| *known == word)?;
        all.get(number).copied()
    }
}

/// A number that a controller sets.
#[derive(Clone, Debug)]
pub struct Action {
    /// Its name.
    pub name: Arc<str>,
    /// Source position of its name.
    pub place: Span,
    /// World, figure in it, and body of the figure whose joint it acts on.
    pub joint: [usize; 3],
    /// What it sets.
    pub acts: Acts,
    /// Least and largest value (SI).
    pub range: [f64; 2],
    /// Unit of SI of its values.
    pub unit: &'static str,
}

/// A part of the reward, or a condition that ends an episode, with its description; empty if it has none.
#[derive(Clone, Debug)]
pub struct Term {
    /// Description in quotes.
    pub why: String,
    /// Source position of the expression.
    pub place: Span,
    /// Its value.
    pub formula: Formula,
}

/// What a script declares for a controller, in the order of its lines.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// Observations.
    pub observations: Vec<Observed>,
    /// Actions.
    pub actions: Vec<Action>,
    /// Parts of the reward, which is their sum.
    pub rewards: Vec<Term>,
    /// Conditions that end an episode.
    pub ends: Vec<Term>,
    /// Time between two decisions (s), and the source position of its line.
    pub interval: Option<(f64, Span)>,
}

impl Task {
    /// Whether the script declares nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let is_given = self.interval.is_some();
        let lists = self.observations.is_empty() && self.actions.is_empty();
        lists && self.rewards.is_empty() && self.ends.is_empty() && !is_given
    }
}

/// Makes the report of a declaration that is not possible.
pub(crate) fn refused(at: Span, message: impl Into<String>, help: &str) -> Stop {
    Stop::mistake("E088", at, message, help)
}

impl Session {
    /// Returns an expression with the environment in which it stands.
    pub(crate) fn formula(&self, expression: &Arc<Expression>) -> Formula {
        let environment = self.environment();
        Formula {
            expression: self.composed_in(&environment, expression),
            environment,
        }
    }

    /// Declares an observation.
    ///
    /// # Errors
    /// Its value is no number and no truth value, or another one has its name.
    pub(crate) fn declare_observation(
        &mut self,
        name: &Arc<str>,
        expression: &Arc<Expression>,
        place: Span,
    ) -> Result<(), Stop> {
        let unit = match self.value_of(expression)? {
            Datum::Number(number) => number.dimension.si_unit(),
            Datum::Unknown(Unknown::Number(dimension)) => dimension.si_unit(),
            Datum::Flag(_) | Datum::Unknown(Unknown::Flag | Unknown::Any) => String::new(),
            other => {
                let message = format!(
                    "an observation is one number, but {} is {}",
                    quote(name),
                    other.kind()
                );
                let help = "observe a number, `true` or `false`; for a vector, each of its parts under a name of its own";
                return Err(refused(expression.span, message, help));
            }
        };
        let named = self
            .task
            .observations
            .iter()
            .map(|one| (&one.name, one.place));
        self.is_new("observation", name, place, named.collect())?;
        let formula = self.formula(expression);
        let observed = Observed {
            name: Arc::clone(name),
            unit,
            place,
            formula,
        };
        let known = self
            .task
            .observations
            .iter_mut()
            .find(|one| one.name == *name);
        match known {
            Some(known) => *known = observed,
            None => self.task.observations.push(observed),
        }
        Ok(())
    }

    /// Declares an action.
    ///
    /// # Errors
    /// Another one has its name, or sets the same value.
    pub(crate) fn declare_action(&mut self, action: Action) -> Result<(), Stop> {
        let named = self.task.actions.iter().map(|one| (&one.name, one.place));
        self.is_new("action", &action.name, action.place, named.collect())?;
        let same = |one: &&Action| {
            (one.joint, one.acts) == (action.joint, action.acts) && one.name != action.name
        };
        if let (Some(other), false) = (
            self.task.actions.iter().find(same),
            self.check.is_uncertain(),
        ) {
            let message = format!("the action {} sets this value already", quote(&other.name));
            let report = Diagnostic::error("E088", action.place, message);
            let help = "remove one of the two, or let it act on another joint";
            return Err(report.note(other.place, "declared here").help(help).into());
        }
        match self
            .task
            .actions
            .iter_mut()
            .find(|one| one.name == action.name)
        {
            Some(known) => *known = action,
            None => self.task.actions.push(action),
        }
        Ok(())
    }

    /// Refuses a name that a line before has declared; at the prompt, and where lines may not run, it may be declared again.
    fn is_new(
        &self,
        what: &str,
        name: &str,
        place: Span,
        known: Vec<(&Arc<str>, Span)>,
    ) -> Result<(), Stop> {
        let earlier = known.iter().find(|(other, _)| ***other == *name);
        match earlier {
            Some((_, before))
                if !self.check.is_uncertain() && !self.sources.is_entry(place.source) =>
            {
                let message = format!("the {what} {} is declared twice", quote(name));
                let report = Diagnostic::error("E088", place, message);
                let report = match *before == place {
                    true => report,
                    false => report.note(*before, "declared here first"),
                };
                let help =
                    "give each a name of its own; in a loop, put a number into it: `knee_{i}`";
                Err(report.help(help).into())
            }
            _ => Ok(()),
        }
    }

    /// Returns the value of a formula as of the last [`Session::observe`]: a number in units of SI, or 0 or 1 for a truth value.
    ///
    /// # Errors
    /// It has no such value.
    pub fn formula_value(&mut self, formula: &Formula) -> Result<f64, Stop> {
        let expression = &formula.expression;
        match self.within(&formula.environment, |session| {
            session.value_seen(expression)
        })? {
            Datum::Number(number) => Ok(number.value),
            Datum::Flag(flag) => Ok(f64::from(u8::from(flag))),
            other => {
                let message = format!("a number is needed here, found {}", other.kind());
                Err(refused(
                    expression.span,
                    message,
                    "give a number, `true` or `false`",
                ))
            }
        }
    }

    /// Whether the condition of a formula is true, as of the last [`Session::observe`].
    ///
    /// # Errors
    /// It is no condition.
    pub fn formula_holds(&mut self, formula: &Formula) -> Result<bool, Stop> {
        let holds = self.within(&formula.environment, |session| {
            session.holds_seen(&formula.expression)
        })?;
        Ok(holds.unwrap_or(false))
    }

    /// Simulates a time (s), as `go` does in the world of the last line.
    ///
    /// # Errors
    /// As [`Session::go_through`].
    pub fn go_for(&mut self, seconds: f64, at: Span) -> Result<(), Stop> {
        let dt = self.here().world.dt;
        self.go_through(Stretch::of_time(seconds, dt), at)
    }

    /// Returns the state of all worlds, with the variables and results of the script.
    #[must_use]
    pub fn moment(&self) -> SessionMoment {
        SessionMoment {
            stage: self.stage,
            snapshots: self
                .stages
                .iter()
                .map(|stage| Snapshot::of(stage, None))
                .collect(),
            scopes: self.own.scopes.clone(),
            named: self.results.named.clone(),
        }
    }

    /// Goes back to a moment of this session. Findings since are forgotten, so that the same fault is reported again.
    pub fn return_to(&mut self, moment: &SessionMoment) {
        self.diagnostics = Findings::default();
        for (stage, snapshot) in self.stages.iter_mut().zip(&moment.snapshots) {
            stage.restore(snapshot);
        }
        self.stage = moment.stage;
        self.own.scopes = moment.scopes.clone();
        self.results.named.clone_from(&moment.named);
    }
}

/// The state of a session between two lines: that of its worlds, with its variables and results. Figures are not in it.
#[derive(Clone)]
pub struct SessionMoment {
    stage: usize,
    snapshots: Vec<Snapshot>,
    scopes: Scopes,
    named: Vec<ScriptResult>,
}
