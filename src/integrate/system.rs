//! What an integrator asks of the thing it moves.

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

    /// The step that ends at `(time, y)` is accepted: anchors and contacts that are not integrated may change now, and
    /// only now.
    fn accept(&mut self, time: f64, y: &[f64]);
}
