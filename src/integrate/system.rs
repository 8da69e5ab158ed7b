//! Interface of a system that an integrator advances.

/// Result of a trial step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tried {
    /// The largest error, in parts of what is allowed; not a number where the result is none.
    pub error: f64,
    /// The component that has it.
    pub component: usize,
    /// Evaluations spent.
    pub evaluations: u64,
    /// The step (s) to try instead, where the system knows better than the order of the method.
    pub shorter: Option<f64>,
}

/// What is integrated: `y' = f(t, y)`, with extra doors for the methods that use structure.
///
/// Everything here is a plain number; the unit of each component is the system's own affair.
pub trait System {
    /// Length of the state `y`.
    fn dimension(&self) -> usize;

    /// How many of the first components of `y` the error of a step is judged by. Those behind are sums that the others do not
    /// depend on.
    fn controlled(&self) -> usize {
        self.dimension()
    }

    /// Writes `f(time, y)` to `rate` (both of [`dimension`](System::dimension)).
    ///
    /// Changes nothing but scratch memory, so a refused step needs no roll-back.
    fn derivative(&mut self, time: f64, y: &[f64], rate: &mut [f64]);

    /// Brings `y` back to its manifold (unit quaternions).
    fn normalise(&self, y: &mut [f64]);

    /// One semi-implicit Euler step: velocities by the acceleration at `(time, y)`, then positions by the new velocities.
    ///
    /// One evaluation; changes nothing but `y` and scratch memory.
    fn semi_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]);

    /// One linearly implicit Euler step of size `h` from `(time, y)`.
    ///
    /// One evaluation; changes nothing but `y` and scratch memory.
    fn linearly_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]);

    /// One step of size `h` from `(time, y)` to `out` by the linearly implicit midpoint method, which is of order two; with a
    /// tolerance its error is told in parts of that, by the system's own measure. The result is on its manifold.
    ///
    /// Changes nothing but `out` and scratch memory.
    fn midpoint_step(
        &mut self,
        time: f64,
        h: f64,
        tolerance: Option<f64>,
        y: &[f64],
        out: &mut [f64],
    ) -> Tried;

    /// The longest step (s) from `y` by that method over which a motion is followed at all, whatever its error seems to be.
    fn longest_step(&mut self, _y: &[f64]) -> f64 {
        f64::INFINITY
    }

    /// The longest step (s) from `y` by an explicit method that chooses its own, whatever its error seems to be: where something stiff moves by less
    /// than the tolerance, the error does not tell that the step is not stable. And the component of the state that asks for it.
    fn longest_explicit_step(&mut self, _y: &[f64]) -> (f64, usize) {
        (f64::INFINITY, 0)
    }

    /// The longest part (s) of a step of `h` seconds from `y` in which the system turns too far for a method of order one: such a step is made of
    /// parts by the midpoint method. Nothing where it turns less, or where stiff forces may have made it turn, since the method is `explicit`.
    fn longest_turn(&mut self, _time: f64, _h: f64, _y: &[f64], _explicit: bool) -> Option<f64> {
        None
    }

    /// A step of a fixed length `h` begins at `(time, y)`: forces that the method cannot follow, such as dry friction, are found now and stay
    /// the same until the step is accepted. Other stiff forces are taken into account unless the method is `explicit`. Tells the evaluations spent.
    fn settle(&mut self, _time: f64, _h: f64, _y: &[f64], _explicit: bool) -> u64 {
        0
    }

    /// A step of an explicit method, made of derivatives, begins at `y`.
    fn begin(&mut self, _h: f64, _y: &[f64]) {}

    /// Gives the result `y` of such a step, `h` long, what the system knows to be kept.
    fn conserve(&mut self, _h: f64, _y: &mut [f64]) {}

    /// The state at the end of a step is accepted, and may jump at once, as by impulses.
    fn jump(&mut self, _y: &mut [f64]) {}

    /// The step of `h` seconds that ends at `(time, y)` is accepted: anchors and contacts that are not integrated may change now, and
    /// only now.
    fn accept(&mut self, time: f64, h: f64, y: &[f64]);
}
