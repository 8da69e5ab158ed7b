//! `auto`: the linearly implicit midpoint method, with steps as long as its error allows.
//!
//! The system computes the two stages ([`System::midpoint_step`]); this module chooses the step. The measured error
//! is that of the embedded first-order method, which is proportional to h^2, so the next step is h 0.85 / sqrt(error), with the
//! error relative to the tolerance (Hairer, Norsett & Wanner, *Solving Ordinary Differential Equations I*, II.4, equation 4.13).

use super::integrator::Counters;
use super::work::{Work, first_not_finite};
use super::{Failure, Settings, System};

/// Part of the ideal step that is used.
const SAFETY: f64 = 0.85;
/// Limits of the factor from one step to the next; directly after a rejected step, it does not grow.
const SHRINK: f64 = 0.2;
const GROW: f64 = 4.0;
/// Limits of the factor after a rejected step.
const REFUSED: [f64; 2] = [0.1, 0.8];
/// Factor after an attempt with a non-finite result.
const LOST: f64 = 0.1;
/// Largest remainder, as a part of a step, over which the last step is stretched.
const STRETCH: f64 = 1e-6;

/// Advances `system` from `from` to `to` (which is later). `h` is the first trial step and becomes the next step, which the
/// shortening of the last step does not affect.
pub(super) fn advance<S: System>(
    system: &mut S,
    settings: &Settings,
    h: &mut f64,
    y: &mut [f64],
    (from, to): (f64, f64),
    work: &mut Work,
    counters: &mut Counters,
) -> Result<(), Failure> {
    let tolerance = Some(settings.allowed_error);
    let mut evaluations: u64 = 0;
    let mut time = from;
    let mut refused = false;
    let mut worst = 0;
    while time < to {
        if system.must_stop() {
            return Err(Failure::Stopped { time });
        }
        if evaluations >= settings.largest_evaluations_per_advance {
            return Err(Failure::TooManyEvaluations {
                time,
                evaluations,
                component: worst,
            });
        }
        // The last two steps are made equal: no tiny step remains.
        let remaining = to - time;
        let wanted = h.min(system.longest_step(y));
        let last = wanted * (1.0 + STRETCH) >= remaining;
        let step = if last {
            remaining
        } else if 2.0 * wanted >= remaining {
            remaining / 2.0
        } else {
            wanted
        };

        let tried = system.midpoint_step(time, step, tolerance, y, &mut work.candidate);
        evaluations += tried.evaluations;
        counters.evaluations += tried.evaluations;
        worst = tried.component;
        let wrong = first_not_finite(&work.candidate);
        let ideal = SAFETY / tried.error.sqrt();
        if wrong.is_none() && tried.error <= 1.0 {
            y.copy_from_slice(&work.candidate);
            time = if last { to } else { time + step };
            counters.steps += 1;
            system.jump(time, step, y);
            system.accept(time, step, y);
            let next = step * ideal.clamp(SHRINK, if refused { 1.0 } else { GROW });
            // A shortened step does not limit the next one, unless its own error was large.
            *h = if step < *h && ideal >= 1.0 {
                h.max(next)
            } else {
                next
            };
            refused = false;
            continue;
        }

        // Rejected: shorter, but neither below the smallest step nor below the rounding of the clock.
        counters.rejected += 1;
        refused = true;
        let floor = settings.smallest_step.max(4.0 * f64::EPSILON * time.abs());
        if step <= floor {
            return Err(match wrong {
                Some(component) => Failure::NotFinite { time, component },
                None => Failure::StepTooSmall {
                    time,
                    step,
                    component: worst,
                },
            });
        }
        let next = match (wrong, tried.shorter) {
            (None, Some(shorter)) => shorter.max(REFUSED[0] * step),
            (None, None) if ideal.is_finite() => step * ideal.clamp(REFUSED[0], REFUSED[1]),
            _ => step * LOST,
        };
        *h = next.max(floor);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::test_systems::{Follow, error_ratio};
    use super::super::{Attempt, Integrator, Method};
    use super::*;

    /// Returns the error at t = 1 after `n` equal steps.
    fn error_after(mut system: Follow, n: u32) -> f64 {
        let h = 1.0 / f64::from(n);
        let (mut y, mut out) = ([1.0], [0.0]);
        for i in 0..n {
            system.midpoint_step(f64::from(i) * h, h, None, &y, &mut out);
            y = out;
        }
        (y[0] - 1f64.cos()).abs()
    }

    #[test]
    fn error_falls_with_the_square_of_the_step() {
        let ratio = error_ratio(100, |n| error_after(Follow { rate: 3.0 }, n));
        assert!((ratio.log2() - 2.0).abs() < 0.1, "{ratio}");
    }

    #[test]
    fn stays_near_the_answer_where_an_explicit_step_would_explode() {
        // h times the rate is 1e4 here; the explicit midpoint's limit is 2.
        let error = error_after(Follow { rate: 1e6 }, 100);
        assert!(error < 1e-4, "{error}");
    }

    /// Motion at constant speed with a wall at 0.4: an attempt that crosses it reports where it is.
    struct Wall {
        tries: Vec<(f64, f64)>,
        longest: f64,
    }

    impl System for Wall {
        fn dimension(&self) -> usize {
            1
        }
        fn derivative(&mut self, _: f64, _: &[f64], rate: &mut [f64]) {
            rate[0] = 1.0;
        }
        fn normalise(&self, _: &mut [f64]) {}
        fn semi_implicit_step(&mut self, _: f64, _: f64, _: &mut [f64]) {}
        fn linearly_implicit_step(&mut self, _: f64, _: f64, _: &mut [f64]) {}
        fn midpoint_step(
            &mut self,
            time: f64,
            h: f64,
            _: Option<f64>,
            y: &[f64],
            out: &mut [f64],
        ) -> Attempt {
            self.tries.push((time, h));
            out[0] = y[0] + h;
            let crosses = y[0] < 0.4 - 1e-9 && out[0] > 0.4 + 1e-9;
            Attempt {
                error: if crosses { 5.0 } else { 0.01 },
                component: 0,
                evaluations: 2,
                shorter: crosses.then_some(0.4 - y[0]),
            }
        }
        fn longest_step(&mut self, _: &[f64]) -> f64 {
            self.longest
        }
        fn accept(&mut self, _: f64, _: f64, _: &[f64]) {}
    }

    fn tries(longest: f64) -> (Vec<(f64, f64)>, u64) {
        let mut system = Wall {
            tries: vec![],
            longest,
        };
        let settings = Settings {
            method: Method::Auto,
            ..Settings::default()
        };
        let mut integrator = Integrator::new(1);
        integrator
            .advance(&mut system, &settings, &mut [0.0], 0.0, 1.0, 1.0)
            .unwrap();
        (system.tries, integrator.counters().rejected)
    }

    #[test]
    fn a_try_that_is_refused_for_what_it_overlooked_is_repeated_as_far_as_the_system_says() {
        let (tries, rejected) = tries(f64::INFINITY);
        assert_eq!(rejected, 1);
        let refused = tries.iter().position(|(t, h)| t + h > 0.4 + 1e-9).unwrap();
        let (time, h) = tries[refused + 1];
        assert!((time + h - 0.4).abs() < 1e-12, "{tries:?}");
    }

    #[test]
    fn no_step_is_longer_than_the_system_allows() {
        let (tries, _) = tries(0.07);
        assert!(
            tries.iter().all(|(_, h)| *h < 0.07 * (1.0 + 1e-5)),
            "{tries:?}"
        );
    }
}
