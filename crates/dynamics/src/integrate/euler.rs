//! `euler`: semi-implicit Euler.
//!
//! McKenna's thesis, equation 11, advances the positions by `h v + h^2 a` after `v` was already advanced by `h a`: the
//! acceleration counts twice, which is the semi-implicit rule `v' = v + h a`, `q' = q + h v'`. That rule is symplectic (Hairer,
//! Lubich, Wanner, *Geometric Numerical Integration*, I.1.2), so the rule of 1990 is kept under its proper name.

use super::System;

/// Evaluations per step.
pub(super) const EVALUATIONS: u64 = 1;

/// Makes one step of size `h` from `(time, y)`, in place.
pub(super) fn step<S: System>(system: &mut S, time: f64, h: f64, y: &mut [f64]) {
    system.semi_implicit_step(time, h, y);
}

#[cfg(test)]
mod tests {
    use super::super::test_systems::{Bell, error_ratio};
    use super::*;

    #[test]
    fn error_halves_with_the_step() {
        let ratio = error_ratio(400, |n| Bell::error_after(n, step));
        assert!((ratio - 2.0).abs() < 0.05, "{ratio}");
    }
}
