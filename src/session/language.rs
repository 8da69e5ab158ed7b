//! The language of scripts, as a stage stores it: code that runs later (timers, events, motor programs and user-defined
//! commands), conditions, tables, diagrams and films.

use super::scope::Locals;
use super::{Environment, Plot, Record, RunningFilm};
pub use crate::lang::function::Parameter;
use crate::lang::syntax::{Block, Expression};
use crate::run::{self, Language};
use crate::session::command::Bound;
use crate::source::Span;
use std::sync::Arc;

/// Statements that run later, with the environment of their source.
#[derive(Clone, Debug)]
pub struct Closure {
    /// The statements.
    pub code: Code,
    /// The command word before them; for a timer's command, its own head.
    pub head: Span,
    /// Their environment. A user-defined command has none: its lines run in the environment of the call.
    pub environment: Option<Environment>,
    /// Variables of the script that were read when the commands were bound, with their values at that time. Only saving needs
    /// them.
    pub captured: Locals,
}

/// The inputs of a neuron, with the environment of its line.
#[derive(Clone, Debug)]
pub struct NeuronInputs {
    /// The expressions.
    pub expressions: Arc<[Arc<Expression>]>,
    /// Local names, figure and gait.
    pub environment: Environment,
}

/// Statements of a closure, by the time when they are bound.
#[derive(Clone, Debug)]
pub enum Code {
    /// Bound each time they run: the lines of an event or of a user-defined command.
    Lines(Arc<Block>),
    /// Bound once, when they are read: the command of a timer and the list of a motor program. A command that reads the running
    /// world is bound again when it runs.
    Commands(Arc<[Bound]>),
}

impl Closure {
    /// Returns the commands that are already bound.
    #[must_use]
    pub fn commands(&self) -> &[Bound] {
        match &self.code {
            Code::Commands(commands) => commands,
            Code::Lines(_) => &[],
        }
    }

    /// Returns the lines that are bound when they run.
    #[must_use]
    pub fn lines(&self) -> Option<&Arc<Block>> {
        match &self.code {
            Code::Lines(block) => Some(block),
            Code::Commands(_) => None,
        }
    }

    /// Creates a closure that captured no variables of the script.
    pub(crate) fn new(code: Code, head: Span, environment: Option<Environment>) -> Self {
        Closure {
            code,
            head,
            environment,
            captured: vec![],
        }
    }

    /// Creates the closure of a timer's command, with the variables that were read to bind it.
    pub(super) fn of_command(bound: Bound, environment: Environment, captured: Locals) -> Self {
        let captured = if bound.later.is_some() {
            vec![]
        } else {
            captured
        };
        let head = bound.head;
        let code = Code::Commands([bound].into());
        Closure {
            captured,
            ..Closure::new(code, head, Some(environment))
        }
    }
}

/// A user-defined command.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Source position of its name.
    pub place: Span,
    /// Its parameters.
    pub parameters: Arc<[Parameter]>,
    /// Its lines, which run in the environment of the call.
    pub lines: Closure,
    /// The comment above it, line by line, without the `#`.
    pub comment: Vec<String>,
}

impl Definition {
    /// Returns its usage line: `leg name at [turn]`.
    #[must_use]
    pub fn usage(&self) -> String {
        let parameters = self.parameters.iter().map(|p| match p.default {
            None => format!(" {}", p.name),
            Some(_) => format!(" [{}]", p.name),
        });
        format!("{}{}", self.name, parameters.collect::<String>())
    }

    /// Returns its help text.
    #[must_use]
    pub fn help(&self) -> String {
        let mut text = format!("usage: {}\n", self.usage());
        for line in &self.comment {
            text += &format!("\n{line}");
        }
        if self.comment.is_empty() {
            text += "\nA command of this script, without a comment above its `define`.";
        }
        let defaults = self
            .parameters
            .iter()
            .filter_map(|p| Some((p, p.default.as_ref()?)));
        for (parameter, default) in defaults {
            text += &format!(
                "\nDefault of {}: {}.",
                parameter.name,
                crate::lang::value::show(default)
            );
        }
        text + "\n"
    }
}

/// Returns the comment directly above a place in a text, line by line.
#[must_use]
pub fn comment_above(text: &str, start: usize) -> Vec<String> {
    let above = text.get(..start).unwrap_or_default();
    let mut lines = above.lines().rev();
    if !above.ends_with('\n') && !above.is_empty() {
        // The blanks before the place itself.
        lines.next();
    }
    let comments = lines.map_while(|line| line.trim_start().strip_prefix('#'));
    let mut comment: Vec<String> = comments
        .map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned())
        .collect();
    comment.reverse();
    comment
}

/// Commands that drive the joint of the body that is their first argument.
const DRIVES: [&str; 3] = ["motor", "servo", "torque"];

/// The language of scripts.
#[derive(Clone, Debug)]
pub struct Script;

impl Language for Script {
    type Code = Closure;
    type Condition = Expression;
    type Inputs = NeuronInputs;
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

/// A neuron of a script.
pub type Neuron = run::Neuron<Script>;

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
    use super::comment_above;
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

    #[test]
    fn the_comment_is_what_stands_directly_above() {
        let text = "# far\n\n# One leg:\n#  coxa and femur.\n  define leg";
        let at = text.find("define").unwrap();
        assert_eq!(comment_above(text, at), ["One leg:", " coxa and femur."]);
        assert_eq!(comment_above("define x", 0), Vec::<String>::new());
        assert_eq!(comment_above("go 1\ndefine x", 5), Vec::<String>::new());
        assert_eq!(comment_above("#a\ndefine x", 3), ["a"]);
    }
}
