//! A script as an environment that a controller steps: observations, actions, rewards, ends.

use super::limits::Budget;
use super::{Limits, Script};
use crate::control::Motor;
use crate::diagnostic::{Diagnostic, Standing, draw, quote};
use crate::session::task::Acts;
use crate::session::{DIVERGED, Mode, Quiet, Session, SessionMoment, Stop, Task};
use crate::source::Span;
use std::fmt;
use std::sync::Arc;

/// The parameter of a script that `reset` sets to its seed.
const SEED: &str = "seed";

/// An observation, as a controller is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sensor {
    /// Its name.
    pub name: String,
    /// Unit of SI of its numbers; `1` for plain numbers, and empty for truth values, which are 0 or 1.
    pub unit: String,
}

/// An action, as a controller is told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Actuated {
    /// Its name.
    pub name: String,
    /// Unit of SI of its values.
    pub unit: String,
    /// Least and largest value (SI).
    pub range: [f64; 2],
}

/// What a controller sees and sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Spaces {
    /// Observations, in the order of the script.
    pub observations: Vec<Sensor>,
    /// Actions, in the order of the script.
    pub actions: Vec<Actuated>,
    /// Time between two decisions (s).
    pub interval: f64,
}

/// Why an environment does not do what it was asked for, as plain text: a report of the script, or what was wrong with the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

fn refused<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal(why.into()))
}

/// What a step gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Stepped {
    /// The sum of all `reward` lines (SI).
    pub reward: f64,
    /// Whether the episode has ended.
    pub terminated: bool,
    /// Why it has ended: the description or the text of the `terminate`, or the report of a simulation that diverged.
    pub why: String,
}

/// What an environment may do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// It was not reset yet.
    New,
    /// An episode runs.
    Running,
    /// The episode has ended, or a line of the script has failed.
    Ended,
}

/// The state of an environment at a moment.
#[derive(Clone)]
pub struct State {
    moment: SessionMoment,
    phase: Phase,
    seed: Option<u64>,
}

/// A script that a controller steps.
///
/// The lines of the script run once, to their end. Each step sets the actions and then simulates the time of `decide`, as a `go`
/// does, with gaits, timers and events. `reset` goes back to the end of the lines; a script with `param seed` runs its lines again
/// where the seed is another one. The same calls give the same bits, on any thread.
pub struct Environment {
    script: Arc<Script>,
    parameters: Vec<(String, String)>,
    seed: Option<u64>,
    session: Session,
    task: Task,
    /// The end of the script's lines.
    start: SessionMoment,
    spaces: Spaces,
    phase: Phase,
    at: Span,
    steps: u64,
    /// Whether the quantities are those of the present state.
    is_observed: bool,
}

impl Environment {
    /// Runs the lines of a script with parameters, as the command line writes them.
    ///
    /// # Errors
    /// The script has a mistake, or declares no environment.
    pub fn new(script: Arc<Script>, parameters: &[(String, String)]) -> Result<Self, Refusal> {
        let (session, at) = play(&script, parameters)?;
        let task = session.task.clone();
        let interval = wanting(&script, &task)?;
        let start = session.moment();
        let sensors = task.observations.iter().map(|one| Sensor {
            name: one.name.to_string(),
            unit: one.unit.clone(),
        });
        let actuated = task.actions.iter().map(|one| Actuated {
            name: one.name.to_string(),
            unit: one.unit.to_owned(),
            range: one.range,
        });
        let spaces = Spaces {
            observations: sensors.collect(),
            actions: actuated.collect(),
            interval,
        };
        Ok(Environment {
            script,
            parameters: parameters.to_vec(),
            seed: None,
            session,
            task,
            start,
            spaces,
            phase: Phase::New,
            at,
            steps: 0,
            is_observed: false,
        })
    }

    /// Returns what a controller sees and sets.
    #[must_use]
    pub fn spaces(&self) -> &Spaces {
        &self.spaces
    }

    /// Returns the session, for example to draw its world.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the number of steps since the last reset.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Begins an episode at the end of the script's lines. A seed sets `param seed` of the script; one without it has no chance in
    /// it. Without a seed, that of the last reset stays.
    ///
    /// # Errors
    /// With the new seed, a line of the script fails, or it declares other observations or actions.
    pub fn reset(&mut self, seed: Option<u64>) -> Result<(), Refusal> {
        if seed.is_some() && seed != self.seed {
            self.sow(seed)?;
        }
        self.session.return_to(&self.start);
        (self.phase, self.steps, self.is_observed) = (Phase::Running, 0, false);
        Ok(())
    }

    /// Runs the lines again with another seed, if the script has one.
    fn sow(&mut self, seed: Option<u64>) -> Result<(), Refusal> {
        let declared = self.session.parameters.declared();
        if let (Some(number), true) = (seed, declared.iter().any(|one| &*one.name == SEED)) {
            self.phase = Phase::New;
            let mut parameters = self.parameters.clone();
            parameters.retain(|(name, _)| name != SEED);
            parameters.push((SEED.to_owned(), number.to_string()));
            let script = Arc::clone(&self.script);
            let new = Environment::new(script, &parameters)?;
            if new.spaces != self.spaces {
                return refused(format!(
                    "with the seed {number}, the script declares other observations or actions"
                ));
            }
            *self = new;
        }
        self.seed = seed;
        Ok(())
    }

    /// Sets the actions, simulates the time to the next decision, and returns the reward.
    ///
    /// # Errors
    /// A number of actions is wrong, one is outside of its range or no number, no episode runs, or a line of the script fails.
    pub fn step(&mut self, actions: &[f64]) -> Result<Stepped, Refusal> {
        self.can_step(actions)?;
        self.is_observed = false;
        for (number, value) in actions.iter().enumerate() {
            self.act(number, *value);
        }
        let mut stepped = Stepped {
            reward: 0.0,
            terminated: false,
            why: String::new(),
        };
        self.steps += 1;
        let (interval, at) = (self.spaces.interval, self.at);
        match self.session.go_for(interval, at) {
            Ok(()) => {}
            Err(Stop::Mistake(report)) if report.code == DIVERGED => {
                self.phase = Phase::Ended;
                stepped.terminated = true;
                stepped.why = report.message;
                return Ok(stepped);
            }
            Err(stop) => return Err(self.failed(stop)),
        }
        self.look();
        for term in &self.task.rewards {
            match self.session.formula_value(&term.formula) {
                Ok(value) => stepped.reward += value,
                Err(stop) => return Err(self.failed(stop)),
            }
        }
        for end in &self.task.ends {
            match self.session.formula_holds(&end.formula) {
                Ok(false) => {}
                Ok(true) => {
                    self.phase = Phase::Ended;
                    stepped.terminated = true;
                    stepped.why = match end.why.is_empty() {
                        true => self.session.sources.text(end.place).to_owned(),
                        false => end.why.clone(),
                    };
                    break;
                }
                Err(stop) => return Err(self.failed(stop)),
            }
        }
        Ok(stepped)
    }

    /// Updates the quantities to the present state: one look at the world for all formulas of a step.
    fn look(&mut self) {
        if !self.is_observed {
            self.session.observe();
            self.is_observed = true;
        }
    }

    /// Returns the observations now, in units of SI and in the order of the script.
    ///
    /// # Errors
    /// One has no value.
    pub fn observe(&mut self) -> Result<Vec<f64>, Refusal> {
        self.look();
        let formulas = self.task.observations.iter();
        let values: Result<_, Stop> = formulas
            .map(|one| self.session.formula_value(&one.formula))
            .collect();
        values.map_err(|stop| self.failed(stop))
    }

    /// Returns the state now, from which [`Environment::restore`] continues.
    #[must_use]
    pub fn state(&self) -> State {
        State {
            moment: self.session.moment(),
            phase: self.phase,
            seed: self.seed,
        }
    }

    /// Goes back to a state of this environment.
    ///
    /// # Errors
    /// It is of an episode with another seed, with which the script has run other lines.
    pub fn restore(&mut self, state: &State) -> Result<(), Refusal> {
        if state.seed != self.seed {
            return refused(
                "this state is of an episode with another seed: call `reset` with that seed first",
            );
        }
        self.session.return_to(&state.moment);
        self.is_observed = false;
        self.phase = state.phase;
        Ok(())
    }

    /// Checks that actions can be set.
    /// Checks that an episode runs and can take these actions.
    ///
    /// # Errors
    /// The reason why [`Environment::step`] would refuse them.
    pub fn can_step(&self, actions: &[f64]) -> Result<(), Refusal> {
        match self.phase {
            Phase::New => {
                return refused("the environment was not reset yet: call `reset` first");
            }
            Phase::Ended => {
                return refused("the episode has ended: call `reset` before the next step");
            }
            Phase::Running => {}
        }
        let known = &self.spaces.actions;
        if actions.len() != known.len() {
            return refused(format!(
                "{} actions are needed, found {}",
                known.len(),
                actions.len()
            ));
        }
        for (action, value) in known.iter().zip(actions) {
            let [least, most] = action.range;
            if !(least..=most).contains(value) {
                let (name, unit) = (quote(&action.name), &action.unit);
                return refused(format!(
                    "the action {name} is from {least} to {most} {unit}, found {value}"
                ));
            }
        }
        Ok(())
    }

    fn act(&mut self, number: usize, value: f64) {
        let Some(action) = self.task.actions.get(number) else {
            return;
        };
        let [world, figure, body] = action.joint;
        let stage = self.session.stages.get_mut(world);
        let Some(corpus) = stage.and_then(|stage| stage.world.corpora.get_mut(figure)) else {
            return;
        };
        let mut actuator = corpus.joints[body].actuator;
        match (action.acts, &mut actuator.servo) {
            (Acts::Target, Some(servo)) => servo.target = value,
            // The script has removed the servo since.
            (Acts::Target, None) => return,
            (Acts::Torque, _) => actuator.torque = value,
            (Acts::Rest, _) => return corpus.set_motor(body, Motor::Still { rest: value }),
        }
        if actuator != corpus.joints[body].actuator {
            corpus.set_actuator(body, actuator);
        }
    }

    /// Ends the episode at a mistake, and returns its report.
    fn failed(&mut self, stop: Stop) -> Refusal {
        self.phase = Phase::Ended;
        Refusal(report_of(&mut self.session, stop))
    }
}

/// Returns the report of what stopped a session, as plain text.
fn report_of(session: &mut Session, stop: Stop) -> String {
    let mut reports = session.diagnostics.take();
    match stop {
        Stop::Mistake(report) => reports.push(*report),
        Stop::Interrupted => return "the run was stopped".to_owned(),
        Stop::Reported => {}
    }
    let faults: Vec<Diagnostic> = reports.into_iter().filter(Diagnostic::is_fault).collect();
    draw(&faults, &session.sources, false)
}

/// Runs the lines of a script. Returns the session, and the position at which the steps stand in reports.
fn play(script: &Script, parameters: &[(String, String)]) -> Result<(Session, Span), Refusal> {
    // A check finds mistakes in lines that only run later, and all of them.
    let mut check = script.session(Mode::Check, Box::new(Quiet), parameters);
    let _ = check.run_file(script.path());
    let is_fault = |one: &Diagnostic| one.is_fault() && one.standing != Standing::Unmet;
    if check.diagnostics.iter().any(is_fault) {
        return refused(report_of(&mut check, Stop::Reported));
    }
    let (budget, _) = Budget::new(&Limits::default());
    let mut session = script.session(Mode::Run, Box::new(budget), parameters);
    session.keep_no_frames();
    let result = session.run_file(script.path());
    let stop = match result {
        Err(why) => return refused(format!("cannot read {}: {why}", script.path().display())),
        Ok(Err(stop)) => stop,
        Ok(Ok(())) => Stop::Reported,
    };
    let has_faults = session.diagnostics.iter().any(Diagnostic::is_fault);
    if has_faults || !matches!(stop, Stop::Reported) {
        return refused(report_of(&mut session, stop));
    }
    if let Some(unused) = session.parameters.unused(&session.sources).first() {
        return refused(unused.clone());
    }
    let source = session.sources.add("step", "step", None);
    let at = Span::whole(source, "step");
    Ok((session, at))
}

/// Returns the time between decisions of a task that is complete.
fn wanting(script: &Script, task: &Task) -> Result<f64, Refusal> {
    let name = script.path().display();
    if task.is_empty() {
        return refused(format!(
            "{name} declares no environment: `observe`, `action`, `reward`, `terminate` and `decide` do (`corpus help observe`)"
        ));
    }
    if task.observations.is_empty() {
        return refused(format!(
            "{name} declares no observation: add `observe NAME = VALUE`"
        ));
    }
    match task.interval {
        Some((interval, _)) => Ok(interval),
        None => refused(format!(
            "{name} does not say how long a step is: add `decide every 20ms`"
        )),
    }
}
