//! The stage of `run` with the types of this language: its code, conditions, tables, diagrams and films.

use super::{Closure, FilmTake, Plot, Record};
use crate::lang::syntax::Expression;
use crate::run::{self, Language};
use crate::session::command::Bound;

/// The language of scripts.
#[derive(Clone, Debug)]
pub struct Script;

impl Language for Script {
    type Code = Closure;
    type Condition = Expression;
    type Record = Record;
    type Plot = Plot;
    type Film = FilmTake;

    fn moved_bodies(program: &Closure) -> Vec<usize> {
        fn gather(bound: &Bound, bodies: &mut Vec<usize>) {
            if bound.command.name == "motor" {
                bodies.push(bound.index(0));
            }
            for one in bound.each.iter() {
                gather(one, bodies);
            }
            for inner in bound.deferred() {
                gather(inner, bodies);
            }
        }
        let mut bodies = vec![];
        for bound in program.commands() {
            gather(bound, &mut bodies);
        }
        bodies
    }
}

/// A world with its settings and all figures of a script.
pub type Stage = run::Stage<Script>;

/// A figure with a gait.
pub type Roach = run::Roach<Script>;

/// The motor programs of a leg.
pub type Programs = run::Programs<Script>;

/// The block of a `when`.
pub type Watch = run::Watch<Script>;

/// A pending event of the clock.
pub type Timer = run::Timer<Closure>;

/// The pending events of the clock.
pub type Timers = run::Timers<Closure>;

/// The state of a stage that changes while time passes.
pub type Snapshot = run::Snapshot<Script>;

impl Programs {
    /// The commands of both programs.
    pub fn commands(&self) -> impl Iterator<Item = &Bound> {
        self.step().iter().chain(self.stance())
    }

    /// Returns the commands at the start of a step.
    #[must_use]
    pub fn step(&self) -> &[Bound] {
        self.step.as_ref().map_or(&[], |step| step.commands())
    }

    /// Returns the commands at the start of a stance.
    #[must_use]
    pub fn stance(&self) -> &[Bound] {
        self.stance.as_ref().map_or(&[], |stance| stance.commands())
    }
}
