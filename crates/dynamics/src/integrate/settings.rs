//! Settings of integration.

use super::{Method, fixed};
use serde::{Deserialize, Serialize};

/// Settings of [`Integrator::advance`](super::Integrator::advance).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Integration method.
    pub method: Method,
    /// `h` (s): the fixed step, or the first trial step of an adaptive method. `None`, zero, negative or not finite: a quarter
    /// of the frame.
    pub step: Option<f64>,
    /// `eps`: the largest local error of any component that an adaptive method accepts, absolute, in that component's own unit
    /// (max abs(y5 - y4) for `rkf`).
    pub tolerance: f64,
    /// `tolerance`: the largest error of a step of `auto`, by the system's own measure.
    pub allowed_error: f64,
    /// The adaptive step (s) below which a rejection is a [`Failure`](super::Failure). The last step before the end of an
    /// advance may be shorter.
    pub smallest_step: f64,
    /// Most evaluations of the derivative in one advance, which then stops with a [`Failure`](super::Failure).
    pub largest_evaluations_per_advance: u64,
}

/// The largest `tolerance`: beyond it steps are rejected so often that evaluations increase again.
pub const LOOSEST: f64 = 3e-2;

/// Returns the default value of `tolerance`.
pub const fn allowed_error() -> f64 {
    3e-3
}

impl Default for Settings {
    /// Returns the defaults: `rkf`, a quarter of the frame, `eps` 1e-6, no step below 1 ps, a million evaluations.
    fn default() -> Self {
        Settings {
            method: Method::Rkf,
            step: None,
            tolerance: 1e-6,
            allowed_error: allowed_error(),
            smallest_step: 1e-12,
            largest_evaluations_per_advance: 1_000_000,
        }
    }
}

impl Settings {
    /// Returns the initial step (s), at most `span`: `step` if it is valid, else a quarter of the frame, else the whole span.
    pub(super) fn first_step(&self, span: f64, frame: f64) -> f64 {
        let usable = |h: &f64| h.is_finite() && *h > 0.0;
        let h = self.step.filter(usable);
        let h = h.or_else(|| Some(frame / 4.0).filter(usable));
        h.unwrap_or(span).min(span)
    }

    /// Returns the tolerance of the method, or an infinite one if it has none.
    #[must_use]
    pub fn tolerance_of_method(&self) -> f64 {
        match self.method {
            Method::Auto => self.allowed_error,
            _ => self.tolerance,
        }
    }

    /// Returns the number of equal steps into which a fixed-step method divides `span` seconds, in frames of `frame` seconds.
    #[must_use]
    pub fn equal_steps(&self, span: f64, frame: f64) -> f64 {
        fixed::equal_steps(span, self.first_step(span, frame))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unusable_step_becomes_a_quarter_of_the_frame() {
        let with = |step| Settings {
            step,
            ..Settings::default()
        };
        assert_eq!(with(None).first_step(1.0, 0.2), 0.05);
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(with(Some(bad)).first_step(1.0, 0.2), 0.05);
        }
        assert_eq!(with(Some(0.3)).first_step(1.0, 0.2), 0.3);
        assert_eq!(with(Some(3.0)).first_step(1.0, 0.2), 1.0);
        assert_eq!(with(None).first_step(1.0, 0.0), 1.0);
    }
}
