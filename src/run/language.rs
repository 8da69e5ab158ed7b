//! The interface between a run and its language: types that a stage stores, and functions that the loop of a `go` calls.

use super::{Rows, Stage, Timer};
use crate::world::Divergence;
use std::fmt;
use std::sync::Arc;

/// Types of the language whose scripts run on a stage.
pub trait Language: Clone + fmt::Debug + 'static {
    /// Code that runs later.
    type Code: Clone + fmt::Debug;
    /// A condition that a script waits for.
    type Condition: Clone + fmt::Debug;
    /// The inputs of a neuron.
    type Inputs: Clone + fmt::Debug;
    /// A table that a script writes.
    type Record: Follower;
    /// A diagram that a script draws.
    type Plot: Follower;
    /// A film that a script makes.
    type Film;

    /// Returns the bodies (numbers in the figure) whose joints a motor program drives.
    fn moved_bodies(program: &Self::Code) -> Vec<usize>;
}

/// Output of a script that follows the clock of its stage.
pub trait Follower {
    /// Returns its schedule, if snapshots contain it.
    fn rows(&self) -> Option<Rows> {
        None
    }

    /// Shifts the schedule by a time (s), because the clock was set: the intervals stay the same.
    fn shift_clock(&mut self, by: f64);

    /// Notes that the stage has returned to a moment at a time (s) of its clock, on which earlier moments are later by `shift`
    /// (s) than on the clock until now. `rows` is the schedule of that moment.
    fn went_back(&mut self, time: f64, shift: f64, rows: Option<Rows>);
}

/// Session that runs the loop of a `go`: the functions that the loop calls.
pub(crate) trait Host {
    /// The language of its scripts.
    type Language: Language;
    /// Why a script ends.
    type Stop;

    /// Returns the stage that moves.
    fn stage(&mut self) -> &mut Stage<Self::Language>;

    /// Runs the code of a timer that is due.
    fn run_timer(&mut self, timer: &Timer<CodeOf<Self>>) -> Result<(), Self::Stop>;

    /// Runs a motor program in a phase of a duration (s).
    fn run_program(&mut self, program: &Arc<CodeOf<Self>>, phase: f64) -> Result<(), Self::Stop>;

    /// Evaluates the conditions, without running anything.
    fn conditions(&mut self) -> Conditions;

    /// Looks at the conditions, and runs the code of those that have come true.
    fn look(&mut self) -> Result<(), Self::Stop>;

    /// Resets conditions that have become false, so that they can become true again.
    fn let_go_of_what_ceased(&mut self);

    /// Reports that the attachment of this number broke.
    fn broke(&mut self, number: usize);

    /// Writes the output of a simulated frame.
    fn write_down(&mut self) -> Result<(), Self::Stop>;

    /// Completes a frame.
    fn end_frame(&mut self) -> Result<(), Self::Stop>;

    /// Returns the error that stops the run when the simulation has diverged.
    fn diverged(&mut self, divergence: &Divergence) -> Self::Stop;

    /// Returns the error that stops the run when a timer sets itself again and again for the same time.
    fn endless(&mut self, timer: &Timer<CodeOf<Self>>) -> Self::Stop;
}

/// The conditions of `when`, compared with their last look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conditions {
    /// All are as they were.
    Unchanged,
    /// One is false that was true, or has no value; none has become true.
    Changed,
    /// One is true that was false.
    ComeTrue,
}

/// The code of a host's language.
pub(crate) type CodeOf<H> = <<H as Host>::Language as Language>::Code;
