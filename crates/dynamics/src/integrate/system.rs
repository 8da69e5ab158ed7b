//! Interface of a system that an integrator advances.

/// Result of a trial step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Attempt {
    /// The largest error, in parts of the allowed one; NaN if the result is not finite.
    pub error: f64,
    /// The component that has it.
    pub component: usize,
    /// Evaluations spent.
    pub evaluations: u64,
    /// The step (s) to try instead, if the system knows a better one than the order of the method gives.
    pub shorter: Option<f64>,
}

/// A system to integrate: `y' = f(t, y)`, with additional functions for methods that use its structure.
///
/// All values are plain numbers; the system defines the unit of each component.
pub trait System {
    /// Returns the length of the state `y`.
    fn dimension(&self) -> usize;

    /// Returns the number of the first components of `y` by which the error of a step is judged. The others are integrals on
    /// which these do not depend.
    fn controlled(&self) -> usize {
        self.dimension()
    }

    /// Writes `f(time, y)` to `rate` (both of [`dimension`](System::dimension)).
    ///
    /// Changes only scratch memory, so a rejected step needs no roll-back.
    fn derivative(&mut self, time: f64, y: &[f64], rate: &mut [f64]);

    /// Projects `y` to its manifold (unit quaternions).
    fn normalise(&self, y: &mut [f64]);

    /// Makes one semi-implicit Euler step: velocities by the acceleration at `(time, y)`, then positions by the new velocities.
    ///
    /// Takes one evaluation; changes nothing but `y` and scratch memory.
    fn semi_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]);

    /// Makes one linearly implicit Euler step of size `h` from `(time, y)`.
    ///
    /// Takes one evaluation; changes nothing but `y` and scratch memory.
    fn linearly_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]);

    /// Makes one step of size `h` from `(time, y)` to `out` by the linearly implicit midpoint method, which is of order two;
    /// with a tolerance, measures its error in parts of that, by the system's own measure. The result is on its manifold.
    ///
    /// Changes nothing but `out` and scratch memory.
    fn midpoint_step(
        &mut self,
        time: f64,
        h: f64,
        tolerance: Option<f64>,
        y: &[f64],
        out: &mut [f64],
    ) -> Attempt;

    /// Returns the longest step (s) from `y` by that method that follows a motion at all, whatever its error estimate.
    fn longest_step(&mut self, _y: &[f64]) -> f64 {
        f64::INFINITY
    }

    /// Returns the longest step (s) from `y` by an adaptive explicit method, whatever its error estimate: if stiff parts move
    /// by less than the tolerance, the error does not show that the step is unstable. Also returns the component of the state
    /// that requires it.
    fn longest_explicit_step(&mut self, _y: &[f64]) -> (f64, usize) {
        (f64::INFINITY, 0)
    }

    /// Returns the longest part (s) of a step of `h` seconds from `y` in which the system turns too far for a first-order
    /// method: such a step is divided into parts by the midpoint method. None if it turns less, or if stiff forces may have
    /// turned it, since the method is `explicit`.
    fn longest_turn(&mut self, _time: f64, _h: f64, _y: &[f64], _explicit: bool) -> Option<f64> {
        None
    }

    /// Whether a part of the system is at a stop in the state `y`, or comes to one within `h` seconds. The linearly implicit Euler method
    /// would damp its bounce, so that such a step is made in parts by `auto`.
    fn meets_stop(&mut self, _h: f64, _y: &[f64]) -> bool {
        false
    }

    /// Prepares a step of a fixed length `h` at `(time, y)`: finds forces that the method cannot follow, such as dry friction,
    /// which then are constant until the step is accepted. Includes other stiff forces unless the method is `explicit`. Returns
    /// the number of evaluations.
    fn settle(&mut self, _time: f64, _h: f64, _y: &[f64], _explicit: bool) -> u64 {
        0
    }

    /// Starts a step of an explicit method at `y`.
    fn begin(&mut self, _h: f64, _y: &[f64]) {}

    /// Returns another length (s), at most the longest one tried, for the step of such a method from `_time` to `_y`, `_h` long: something
    /// begins or ends in it, and it should end there.
    fn cut(&mut self, _time: f64, _h: f64, _y: &[f64]) -> Option<f64> {
        None
    }

    /// Corrects the result `y` of such a step, `h` long, by the conserved quantities that the system knows.
    fn conserve(&mut self, _h: f64, _y: &mut [f64]) {}

    /// Changes the accepted state at `_time`, the end of a step of `_h` seconds, by jumps, such as impulses.
    fn jump(&mut self, _time: f64, _h: f64, _y: &mut [f64]) {}

    /// Whether the advance should stop before its end. A step during which this becomes true need not be valid.
    fn must_stop(&self) -> bool {
        false
    }

    /// Accepts the step of `h` seconds that ends at `(time, y)`: anchors and contacts that are not integrated may change now,
    /// and only now.
    fn accept(&mut self, time: f64, h: f64, y: &[f64]);
}
