//! `rkfixed`: the classical Runge-Kutta method of order four.
//!
//! Press et al., *Numerical Recipes in C*, 2nd edition, 16.1, equation 16.1.3. Their letters: `k1` to `k4`, here derivatives
//! not yet multiplied by `h`.

use super::System;
use super::work::Work;

/// Evaluations per step, including the one at its start.
pub(super) const EVALUATIONS: u64 = 4;

/// Computes one step of size `h` from `(time, y)`; the result goes to `work.candidate`.
pub(super) fn step<S: System>(system: &mut S, time: f64, h: f64, y: &[f64], work: &mut Work) {
    let [k1, k2, k3, k4, ..] = &mut work.k;
    system.derivative(time, y, k1);
    finish(
        system,
        time,
        h,
        y,
        [k1, k2, k3, k4],
        &mut work.stage,
        &mut work.candidate,
    );
}

/// Completes a step whose first derivative `k1` is already known; three evaluations. `y` and `result` may not overlap.
pub(super) fn finish<S: System>(
    system: &mut S,
    time: f64,
    h: f64,
    y: &[f64],
    [k1, k2, k3, k4]: [&mut Vec<f64>; 4],
    stage: &mut [f64],
    result: &mut [f64],
) {
    let half = h / 2.0;
    offset(stage, y, half, k1);
    system.derivative(time + half, stage, k2);
    offset(stage, y, half, k2);
    system.derivative(time + half, stage, k3);
    offset(stage, y, h, k3);
    system.derivative(time + h, stage, k4);

    let slopes = k1.iter().zip(&*k2).zip(&*k3).zip(&*k4);
    for ((result, y), (((k1, k2), k3), k4)) in result.iter_mut().zip(y).zip(slopes) {
        *result = y + h / 6.0 * (k1 + 2.0 * (k2 + k3) + k4);
    }
}

/// Computes `stage = y + h k`.
fn offset(stage: &mut [f64], y: &[f64], h: f64, k: &[f64]) {
    for ((stage, y), k) in stage.iter_mut().zip(y).zip(k) {
        *stage = y + h * k;
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_systems::{Bell, error_ratio};
    use super::*;

    #[test]
    fn error_falls_with_the_fourth_power() {
        let mut work = Work::default();
        work.resize(2);
        let ratio = error_ratio(40, |n| {
            Bell::error_after(n, |system, t, h, y| {
                step(system, t, h, y, &mut work);
                y.copy_from_slice(&work.candidate);
            })
        });
        assert!((ratio.log2() - 4.0).abs() < 0.15, "{ratio}");
    }
}
