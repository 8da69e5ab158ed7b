//! `rkf`: Fehlberg's embedded pair of orders four and five, six stages.
//!
//! E. Fehlberg, *Low-order classical Runge-Kutta formulas with stepsize control*, NASA TR R-315 (1969), table III; also Hairer,
//! Norsett & Wanner, *Solving Ordinary Differential Equations I*, II.5, table 5.1. Letters as there: nodes `c`, weights of the
//! stages `a`, of the results `b` (order 4) and `b^` (order 5). The integration continues from the result of order five.

use super::System;
use super::work::{Estimate, Work};

/// Evaluations per attempt when the derivative at its start is known.
pub(super) const EVALUATIONS: u64 = 5;

/// Nodes of stages two to six.
const C: [f64; 5] = [1.0 / 4.0, 3.0 / 8.0, 12.0 / 13.0, 1.0, 1.0 / 2.0];

/// Row `s` gives stage `s + 2` from the derivatives of the stages before it.
const A: [[f64; 5]; 5] = [
    [1.0 / 4.0, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 32.0, 9.0 / 32.0, 0.0, 0.0, 0.0],
    [1932.0 / 2197.0, -7200.0 / 2197.0, 7296.0 / 2197.0, 0.0, 0.0],
    [439.0 / 216.0, -8.0, 3680.0 / 513.0, -845.0 / 4104.0, 0.0],
    [
        -8.0 / 27.0,
        2.0,
        -3544.0 / 2565.0,
        1859.0 / 4104.0,
        -11.0 / 40.0,
    ],
];

/// Weights of the result of order five.
const B5: [f64; 6] = [
    16.0 / 135.0,
    0.0,
    6656.0 / 12825.0,
    28561.0 / 56430.0,
    -9.0 / 50.0,
    2.0 / 55.0,
];

/// Weights of the error, order five minus order four.
const E: [f64; 6] = [
    1.0 / 360.0,
    0.0,
    -128.0 / 4275.0,
    -2197.0 / 75240.0,
    1.0 / 50.0,
    2.0 / 55.0,
];

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
        k,
        stage,
        candidate,
        ..
    } = work;
    for (s, (c, a)) in C.iter().zip(&A).enumerate() {
        let (known, next) = k.split_at_mut(s + 1);
        for (i, (stage, y)) in stage.iter_mut().zip(y).enumerate() {
            let slope: f64 = known.iter().zip(a).map(|(k, a)| a * k[i]).sum();
            *stage = y + h * slope;
        }
        system.derivative(time + c * h, stage, &mut next[0]);
    }

    let weighted = |weights: &[f64; 6], i: usize| -> f64 {
        k.iter().zip(weights).map(|(k, weight)| weight * k[i]).sum()
    };
    for (i, (result, y)) in candidate.iter_mut().zip(y).enumerate() {
        *result = y + h * weighted(&B5, i);
    }
    Estimate::largest((0..system.controlled()).map(|i| h * weighted(&E, i)))
}

#[cfg(test)]
mod tests {
    use super::super::test_systems::{Bell, error_ratio};
    use super::*;

    #[test]
    fn tableau_is_consistent() {
        for (c, a) in C.iter().zip(&A) {
            assert!((a.iter().sum::<f64>() - c).abs() < 1e-14);
        }
        assert!((B5.iter().sum::<f64>() - 1.0).abs() < 1e-15);
        assert!(E.iter().sum::<f64>().abs() < 1e-16);
        // The fourth-order weights are the difference; Fehlberg gives them as below, and no sixth.
        let b4 = [
            25.0 / 216.0,
            0.0,
            1408.0 / 2565.0,
            2197.0 / 4104.0,
            -0.2,
            0.0,
        ];
        for ((b5, e), b4) in B5.iter().zip(&E).zip(&b4) {
            assert!((b5 - e - b4).abs() < 1e-15);
        }
    }

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
