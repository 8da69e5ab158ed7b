//! Adaptive steps: as long as the error estimate allows.
//!
//! Control as in Press et al., *Numerical Recipes in C*, 2nd edition, 16.2, equation 16.2.7: safety 0.9, exponent 1/5 after an
//! accepted step and 1/4 after a rejected one, factor between 0.1 and 4.

use super::integrator::Counters;
use super::work::{Estimate, Work, first_not_finite};
use super::{Failure, Method, Settings, System, rkf, rkvar};

/// Part of the ideal step that is used.
const SAFETY: f64 = 0.9;
/// Limits of the factor from one step to the next.
const SHRINK: f64 = 0.1;
const GROW: f64 = 4.0;
/// Largest remainder, as a part of a step, over which the last step is stretched: no tiny step remains.
const STRETCH: f64 = 1e-6;

/// Most lengths of one step that a system may ask for.
const MOST_CUTS: usize = 40;

/// The lengths that a system asks for, of one step.
#[derive(Default)]
pub(super) struct Cuts {
    /// The last one (s).
    pub length: Option<f64>,
    number: usize,
}

impl Cuts {
    /// Whether a system asks for another length of the step from a time (s) to `y`, which must not be below `floor` (s).
    pub fn asks<S: System>(
        &mut self,
        system: &mut S,
        (time, step): (f64, f64),
        floor: f64,
        y: &[f64],
    ) -> bool {
        self.number += 1;
        if self.number > MOST_CUTS || step <= floor {
            return false;
        }
        let Some(length) = system.cut(time, step, y) else {
            return false;
        };
        self.length = Some(length.max(floor));
        true
    }
}

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
    let evaluations_of_a_try = match settings.method {
        Method::Rkvar => rkvar::EVALUATIONS,
        _ => rkf::EVALUATIONS,
    };
    let mut evaluations: u64 = 0;
    let mut time = from;
    let mut worst = 0;
    while time < to {
        if system.must_stop() {
            return Err(Failure::Stopped { time });
        }
        // The derivative at the start serves every attempt of this step.
        system.begin(0.0, y);
        system.derivative(time, y, &mut work.k[0]);
        evaluations += 1;
        counters.evaluations += 1;
        if let Some(component) = first_not_finite(&work.k[0]) {
            return Err(Failure::NotFinite { time, component });
        }

        let floor = settings.smallest_step.max(4.0 * f64::EPSILON * time.abs());
        let (longest, component) = system.longest_explicit_step(y);
        if longest < floor {
            return Err(Failure::StepTooSmall {
                time,
                step: longest,
                component,
            });
        }
        let mut cuts = Cuts::default();
        loop {
            if evaluations.saturating_add(evaluations_of_a_try)
                > settings.largest_evaluations_per_advance
            {
                return Err(Failure::TooManyEvaluations {
                    time,
                    evaluations,
                    component: worst,
                });
            }

            let remaining = to - time;
            let wanted = cuts.length.unwrap_or(h.min(longest));
            let last = cuts.length.is_none() && wanted * (1.0 + STRETCH) >= remaining;
            let step = if last { remaining } else { wanted };
            let estimate = match settings.method {
                Method::Rkvar => rkvar::attempt(system, time, step, y, work),
                _ => rkf::attempt(system, time, step, y, work),
            };
            evaluations += evaluations_of_a_try;
            counters.evaluations += evaluations_of_a_try;
            worst = estimate.component;

            system.normalise(&mut work.candidate);
            if estimate.error <= settings.tolerance {
                system.conserve(step, &mut work.candidate);
            }
            let wrong = first_not_finite(&work.candidate);
            if wrong.is_none() && estimate.error <= settings.tolerance {
                if cuts.asks(system, (time, step), floor, &work.candidate) {
                    counters.rejected += 1;
                    continue;
                }
                y.copy_from_slice(&work.candidate);
                time = if last { to } else { time + step };
                counters.steps += 1;
                system.jump(time, step, y);
                system.accept(time, step, y);
                let next = step * factor(settings.tolerance, estimate, 1.0 / 5.0);
                // What ends a step at a moment does not limit the next one.
                let was_cut = cuts.length.is_some();
                *h = if last || was_cut { h.max(next) } else { next };
                break;
            }

            cuts.length = None;
            // Rejected: shorter, but neither below the smallest step nor below the rounding of the clock.
            counters.rejected += 1;
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
            let shrink = match wrong {
                Some(_) => SHRINK,
                None => factor(settings.tolerance, estimate, 1.0 / 4.0),
            };
            *h = (step * shrink).max(floor);
        }
    }
    Ok(())
}

/// Returns the factor by which to lengthen the step that gave this estimate.
fn factor(tolerance: f64, estimate: Estimate, exponent: f64) -> f64 {
    let ideal = SAFETY * libm::pow(tolerance / estimate.error, exponent);
    if estimate.error == 0.0 {
        GROW
    } else if ideal.is_nan() {
        SHRINK
    } else {
        ideal.clamp(SHRINK, GROW)
    }
}
