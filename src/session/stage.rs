//! The stage of `run` with the types of this language: its code, conditions, tables, diagrams and films.

use super::{Closure, Plot, Record, RunningFilm};
use crate::lang::syntax::Expression;
use crate::run::{self, Language};
use crate::session::command::Bound;

/// Commands that drive the joint of the body that is their first argument.
const DRIVES: [&str; 3] = ["motor", "servo", "torque"];

/// The language of scripts.
#[derive(Clone, Debug)]
pub struct Script;

impl Language for Script {
    type Code = Closure;
    type Condition = Expression;
    type Record = Record;
    type Plot = Plot;
    type Film = RunningFilm;

    fn moved_bodies(program: &Closure) -> Vec<usize> {
        fn gather(bound: &Bound, bodies: &mut Vec<usize>) {
            if DRIVES.contains(&bound.command.name) {
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

#[cfg(test)]
mod tests {
    use crate::session::{Mode, Quiet};

    /// Returns the names of the bodies that the program of a leg drives, each once.
    fn driven(program: &str) -> Vec<String> {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let script = format!(
            "addcorpus c
            gait walk 2
            for name in trunk left right
              get {{name}} from unit_cube
              addbody {{name}} {{name}} 0 1 0 rotary 1000
            end
            setroot trunk
            linkbodies trunk left
            linkbodies trunk right
            corpusinit
            swing 0
              {program}
            end"
        );
        let done = session.run_text("walk", &script);
        assert!(done.is_ok(), "{:?}", session.diagnostics);
        let definitions = &session.here().definitions;
        let bodies = &definitions.drafts[0].figure.bodies;
        let moved = definitions.roaches[0].programs[0].moved_bodies();
        let names = moved.into_iter().map(|body| bodies[body].spec.name.clone());
        let names: std::collections::BTreeSet<String> = names.collect();
        names.into_iter().collect()
    }

    #[test]
    fn a_leg_has_the_bodies_whose_joints_its_program_drives() {
        assert_eq!(driven("motor left etarget 20deg 0.1s"), ["left"]);
        assert_eq!(driven("servo left kp=1 target=20deg"), ["left"]);
        assert_eq!(driven("torque right 1mN*m"), ["right"]);
        assert_eq!(driven("torque *t 1mN*m"), ["left", "right"]);
        assert_eq!(driven("timer 0.1s servo right target=0"), ["right"]);
        assert_eq!(
            driven("servo left kp=1 target={20deg * world.time / 1s}"),
            ["left"]
        );
        assert_eq!(driven("joint left k 3").len(), 0);
    }
}
