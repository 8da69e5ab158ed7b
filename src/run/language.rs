//! What a stage holds of the language that runs on it, and what the loop asks of it.

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
    /// A table that a script writes.
    type Record: Follower;
    /// A diagram that a script draws.
    type Plot: Follower;
    /// A film that a script makes.
    type Film: Follower;

    /// The bodies (numbers in the figure) whose motors a motor program sets.
    fn moved_bodies(program: &Self::Code) -> Vec<usize>;
}

/// Output of a script that follows the clock of its stage.
pub trait Follower {
    /// Its schedule, if snapshots contain that.
    fn rows(&self) -> Option<Rows> {
        None
    }

    /// The clock is set on by a time (s), or back: what follows comes as it did.
    fn shift_clock(&mut self, by: f64);

    /// The stage has returned to a moment at a time (s), `by` (s) from the time that its clock showed. `rows` is the schedule
    /// of that moment.
    fn went_back(&mut self, time: f64, by: f64, rows: Option<Rows>);
}

/// What the loop of a `go` asks of the session that runs it.
pub(crate) trait Host {
    /// The language of its scripts.
    type Language: Language;
    /// Why a script ends.
    type Stop;

    /// The stage that moves.
    fn stage(&mut self) -> &mut Stage<Self::Language>;

    /// Runs the code of a timer that is due.
    fn run_timer(&mut self, timer: &Timer<CodeOf<Self>>) -> Result<(), Self::Stop>;

    /// Runs a motor program in a phase of a duration (s).
    fn run_program(&mut self, program: &Arc<CodeOf<Self>>, phase: f64) -> Result<(), Self::Stop>;

    /// Whether a condition holds that did not hold at the last look.
    fn is_due_to_look(&mut self) -> bool;

    /// Looks at the conditions, and runs the code of those that have come true.
    fn look(&mut self) -> Result<(), Self::Stop>;

    /// Whatever has ceased to hold may come true again.
    fn let_go_of_what_ceased(&mut self);

    /// An attachment of this number broke.
    fn broke(&mut self, number: usize);

    /// The frame is simulated; its number is not counted yet.
    fn write_down(&mut self) -> Result<(), Self::Stop>;

    /// The frame is done.
    fn end_frame(&mut self) -> Result<(), Self::Stop>;

    /// The stop of a simulation that diverged.
    fn diverged(&mut self, divergence: &Divergence) -> Self::Stop;

    /// The stop of a timer that sets itself again and again for the same time.
    fn endless(&mut self, timer: &Timer<CodeOf<Self>>) -> Self::Stop;
}

/// The code of a host's language.
pub(crate) type CodeOf<H> = <<H as Host>::Language as Language>::Code;
