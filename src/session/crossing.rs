//! Advances to a time, stopping where a `when` condition becomes true.
//!
//! A condition that is true at the end of an interval and was false before became true within it. The time is found by bisection:
//! the world returns to the start of the interval and is advanced to its middle, and so on. So the state at that time is a result of
//! the integrator, and not of interpolation.

use super::{Session, Stop};
use crate::integrate::Method;
use crate::source::Span;

/// Number of bisections: the time is known to a millionth of the interval.
const HALVINGS: u32 = 20;

/// Most events in a frame; further ones are evaluated at its end, because conditions may become true again at once.
const MOST_IN_A_FRAME: usize = 20;

impl Session {
    /// Advances the world to a time (s). With `auto`, runs the lines of conditions at the time when they become true; with
    /// other methods, whose steps a script has chosen, at the next evaluation.
    pub(super) fn advance_to(&mut self, to: f64, at: Span) -> Result<(), Stop> {
        for _ in 0..MOST_IN_A_FRAME {
            let stage = self.here();
            if stage.watches.is_empty() || stage.world.settings.method != Method::Auto {
                break;
            }
            let comes_true = self.advance_to_event(to, at)?;
            self.tell_all_broken();
            if !comes_true {
                return Ok(());
            }
            self.look()?;
            self.let_go_of_what_ceased();
        }
        self.advance_world(to, at)?;
        self.tell_all_broken();
        Ok(())
    }

    /// Advances the world to the first time at which a condition becomes true, or else to `to`. Returns whether there is such a
    /// time before `to`.
    ///
    /// # Errors
    /// The simulation diverged.
    fn advance_to_event(&mut self, to: f64, at: Span) -> Result<bool, Stop> {
        // Lines that ran before may have made a condition true.
        if self.is_due_to_look() {
            return Ok(true);
        }
        let begin = self.here().world.snapshot(None);
        self.advance_world(to, at)?;
        if !self.is_due_to_look() {
            return Ok(false);
        }
        let (mut before, mut then) = (begin.time, to);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(before, then);
            if middle <= before || middle >= then {
                break;
            }
            self.here_mut().world.restore(&begin);
            self.advance_world(middle, at)?;
            if self.is_due_to_look() {
                then = middle;
            } else {
                before = middle;
            }
        }
        if then < to {
            self.here_mut().world.restore(&begin);
            self.advance_world(then, at)?;
        }
        Ok(then < to)
    }
}
