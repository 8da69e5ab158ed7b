//! `rkvar`: classical Runge-Kutta with step doubling and local extrapolation.
//!
//! Press et al., *Numerical Recipes in C*, 2nd edition, 16.2, equations 16.2.2 and 16.2.3: the step `h` is computed once as a
//! whole (`y1`) and once in two halves (`y2`); `Delta = y2 - y1` is the error, and `y2 + Delta / 15` is of order five.

use super::System;
use super::rkfixed;
use super::work::{Estimate, Work};

/// Evaluations per attempt when the derivative at its start is known.
pub(super) const EVALUATIONS: u64 = 10;

/// Tries a step of size `h` from `(time, y)` whose derivative is in `work.k[0]`, which is kept; the result goes to
/// `work.candidate`.
pub(super) fn attempt<S: System>(
    system: &mut S,
    time: f64,
    h: f64,
    y: &[f64],
    work: &mut Work,
) -> Estimate {
    let Work {
        k: [k1, k2, k3, k4, middle_k1, middle],
        stage,
        candidate,
        coarse,
    } = work;
    let half = h / 2.0;
    rkfixed::finish(system, time, h, y, [k1, k2, k3, k4], stage, coarse);
    rkfixed::finish(system, time, half, y, [k1, k2, k3, k4], stage, middle);
    system.derivative(time + half, middle, middle_k1);
    rkfixed::finish(
        system,
        time + half,
        half,
        middle,
        [middle_k1, k2, k3, k4],
        stage,
        candidate,
    );

    let delta = |(y2, y1): (&f64, &f64)| y2 - y1;
    let pairs = candidate.iter().zip(&*coarse).take(system.controlled());
    let estimate = Estimate::largest(pairs.map(delta));
    for (y2, y1) in candidate.iter_mut().zip(&*coarse) {
        *y2 += (*y2 - y1) / 15.0;
    }
    estimate
}

#[cfg(test)]
mod tests {
    use super::super::test_systems::{Bell, error_ratio};
    use super::*;

    #[test]
    fn error_falls_with_the_fifth_power() {
        let mut work = Work::default();
        work.resize(2);
        let ratio = error_ratio(24, |n| {
            Bell::error_after(n, |system, t, h, y| {
                system.derivative(t, y, &mut work.k[0]);
                attempt(system, t, h, y, &mut work);
                y.copy_from_slice(&work.candidate);
            })
        });
        assert!((ratio.log2() - 5.0).abs() < 0.3, "{ratio}");
    }

    #[test]
    fn estimate_is_of_the_fifth_order_in_the_step() {
        let mut work = Work::default();
        work.resize(2);
        let mut estimate = |h| {
            let y = Bell::exact(0.3);
            Bell.derivative(0.3, &y, &mut work.k[0]);
            attempt(&mut Bell, 0.3, h, &y, &mut work).error
        };
        let ratio = estimate(0.02) / estimate(0.01);
        assert!((ratio.log2() - 5.0).abs() < 0.3, "{ratio}");
    }
}
