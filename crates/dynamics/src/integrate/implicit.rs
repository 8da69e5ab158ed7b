//! `implicit`: linearly implicit Euler, with one solve per step and no iteration.
//!
//! `(1 - h J) dy = h f(t + h, y)` with the Jacobian `J` of the stiff forces (Hairer & Wanner, *Solving Ordinary Differential
//! Equations II*, IV.9, the base of their extrapolation methods; Baraff & Witkin 1998 for mechanical systems). The solve itself
//! needs the system's structure and is done by [`System::linearly_implicit_step`].

use super::System;

/// Evaluations per step.
pub(super) const EVALUATIONS: u64 = 1;

/// Makes one step of size `h` from `(time, y)`, in place.
pub(super) fn step<S: System>(system: &mut S, time: f64, h: f64, y: &mut [f64]) {
    system.linearly_implicit_step(time, h, y);
}

#[cfg(test)]
mod tests {
    use super::super::test_systems::{Follow, error_ratio};
    use super::*;

    #[test]
    fn error_halves_with_the_step() {
        let ratio = error_ratio(400, |n| Follow { rate: 3.0 }.error_after(n, step));
        assert!((ratio - 2.0).abs() < 0.05, "{ratio}");
    }

    #[test]
    fn stays_near_the_answer_where_an_explicit_step_would_explode() {
        // h times the rate is 1e4 here; Euler's limit is 2.
        let error = Follow { rate: 1e6 }.error_after(100, step);
        assert!(error < 1e-6, "{error}");
    }
}
