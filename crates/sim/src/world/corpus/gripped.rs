//! Joints with dry friction during a fixed step.

/// Tolerance for rounding of a resistance, as a part of the largest force.
const ROUNDING: f64 = 1e-9;

/// A joint with dry friction during a fixed step.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Gripped {
    /// Number of the joint: that of its body minus one.
    pub joint: usize,
    /// The largest force f (N m or N).
    pub limit: f64,
    /// The unlimited resistance T: a constant, and a factor of the speed at the end of the step.
    pub unlimited: [f64; 2],
    /// Speed at the start of the step (rad/s or m/s).
    pub rate: f64,
    /// The side to which it slides, 1 or -1; 0 where it holds.
    pub side: f64,
    /// Force on the joint without its friction (N m or N), and the addition to its inertia for an implicit step (kg m2 or kg).
    pub tau: f64,
    pub inertia: f64,
}

impl Gripped {
    /// Returns the unlimited resistance, if the joint has this acceleration in a step of `h` seconds.
    pub fn trial(&self, acceleration: f64, h: f64) -> f64 {
        let [start, slope] = self.unlimited;
        start + slope * (self.rate + h * acceleration)
    }

    /// Returns the side to which the joint slides with that resistance; 0 if it holds.
    pub fn side_for(&self, trial: f64) -> f64 {
        let most = self.limit * (1.0 + ROUNDING);
        let least = self.limit * (1.0 - ROUNDING);
        match self.side {
            0.0 if trial.abs() > most => 1f64.copysign(trial),
            0.0 => 0.0,
            side if side * trial < least => 0.0,
            side => side,
        }
    }
}
