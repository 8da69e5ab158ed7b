//! Equal steps from one time to another.

use super::adaptive::Cuts;
use super::integrator::Counters;
use super::work::{Estimate, Work, first_not_finite};
use super::{Failure, Method, Settings, System, auto, euler, implicit, rkfixed};

/// Relative amount by which the span may exceed a whole number of steps and still be divided into that number.
const ROUNDING: f64 = 1e-9;

/// Returns the number of equal steps into which `span` is divided, none longer than `h` except for rounding.
pub(super) fn equal_steps(span: f64, h: f64) -> f64 {
    (span / h * (1.0 - ROUNDING)).ceil().max(1.0)
}

/// Advances `system` from `from` to `to` (which is later) in equal steps, none longer than `h` except for rounding.
pub(super) fn advance<S: System>(
    system: &mut S,
    settings: &Settings,
    h: f64,
    y: &mut [f64],
    (from, to): (f64, f64),
    work: &mut Work,
    counters: &mut Counters,
) -> Result<(), Failure> {
    let count = equal_steps(to - from, h);
    let h = (to - from) / count;
    let evaluations_of_a_step = match settings.method {
        Method::Rkfixed => rkfixed::EVALUATIONS,
        Method::Implicit => implicit::EVALUATIONS,
        _ => euler::EVALUATIONS,
    };
    let mut evaluations: u64 = 0;
    let mut step: f64 = 0.0;
    while step < count {
        let time = from + step * h;
        if system.must_stop() {
            return Err(Failure::Stopped { time });
        }

        // A step far too short for the span ends here, instead of an endless loop.
        if evaluations.saturating_add(evaluations_of_a_step)
            > settings.largest_evaluations_per_advance
        {
            system.derivative(time, y, &mut work.k[0]);
            let component =
                Estimate::largest(work.k[0].iter().take(system.controlled()).copied()).component;
            return Err(Failure::TooManyEvaluations {
                time,
                evaluations,
                component,
            });
        }

        let end = if step + 1.0 < count { time + h } else { to };
        if settings.method == Method::Implicit && system.meets_stop(h, y) {
            let before = counters.evaluations;
            let mut part = h;
            auto::advance(system, settings, &mut part, y, (time, end), work, counters)?;
            evaluations += counters.evaluations - before;
            step += 1.0;
            continue;
        }
        if settings.method.is_of_order_one() {
            let explicit = settings.method == Method::Euler;
            if let Some(longest) = system.longest_turn(time, h, y, explicit) {
                let spent = in_parts(system, longest, y, (time, end), work, counters)?;
                evaluations += spent;
                step += 1.0;
                continue;
            }
        }

        let settled = system.settle(time, h, y, settings.method != Method::Implicit);
        evaluations += settled;
        counters.evaluations += settled;
        if settings.method == Method::Rkfixed {
            let floor = settings.smallest_step;
            evaluations += with_cuts(system, (time, end, h), floor, y, work, counters)?;
            step += 1.0;
            continue;
        }
        // The step is made in a copy of the state, which changes only once the result is known to be valid.
        work.candidate.copy_from_slice(y);
        if settings.method == Method::Implicit {
            implicit::step(system, time, h, &mut work.candidate);
        } else {
            euler::step(system, time, h, &mut work.candidate);
        }
        evaluations += evaluations_of_a_step;
        counters.evaluations += evaluations_of_a_step;
        system.normalise(&mut work.candidate);
        take(system, time, y, work, counters)?;
        step += 1.0;
        counters.steps += 1;
        let end = if step < count { from + step * h } else { to };
        system.jump(end, h, y);
        system.accept(end, h, y);
    }
    Ok(())
}

/// Makes a step of `h` seconds by `rkfixed`, in parts where the system asks for that, none shorter than `floor` seconds. Returns the number of
/// evaluations.
fn with_cuts<S: System>(
    system: &mut S,
    (from, to, h): (f64, f64, f64),
    floor: f64,
    y: &mut [f64],
    work: &mut Work,
    counters: &mut Counters,
) -> Result<u64, Failure> {
    let mut evaluations = 0;
    let (mut time, mut rest) = (from, h);
    loop {
        let floor = floor.max(4.0 * f64::EPSILON * time.abs());
        let mut cuts = Cuts::default();
        let mut part = rest;
        system.begin(part, y);
        loop {
            rkfixed::step(system, time, part, y, work);
            system.conserve(part, &mut work.candidate);
            system.normalise(&mut work.candidate);
            evaluations += rkfixed::EVALUATIONS;
            counters.evaluations += rkfixed::EVALUATIONS;
            let wrong = first_not_finite(&work.candidate);
            if wrong.is_some() || !cuts.asks(system, (time, part), floor, &work.candidate) {
                break;
            }
            part = cuts.length.map_or(rest, |length| length.min(rest));
            counters.rejected += 1;
        }
        take(system, time, y, work, counters)?;
        counters.steps += 1;
        let is_last = part + floor >= rest;
        let end = if is_last { to } else { time + part };
        system.jump(end, part, y);
        system.accept(end, part, y);
        if is_last {
            return Ok(evaluations);
        }
        if system.must_stop() {
            return Err(Failure::Stopped { time: end });
        }
        (time, rest) = (end, to - end);
    }
}

/// Accepts the result of a step from `time` as the new state, if it is finite.
fn take<S: System>(
    system: &mut S,
    time: f64,
    y: &mut [f64],
    work: &mut Work,
    counters: &mut Counters,
) -> Result<(), Failure> {
    let Some(first) = first_not_finite(&work.candidate) else {
        y.copy_from_slice(&work.candidate);
        return Ok(());
    };
    counters.rejected += 1;
    // Once one component is lost the next stage loses them all: the one that changed fastest before is responsible.
    system.derivative(time, y, &mut work.k[0]);
    let fastest = Estimate::largest(work.k[0].iter().take(system.controlled()).copied());
    let component = if fastest.error.is_finite() {
        fastest.component
    } else {
        first
    };
    Err(Failure::NotFinite { time, component })
}

/// Makes a step in which the system turns too far for a first-order method, in equal parts by the midpoint method, none longer
/// than `longest` except for rounding. Returns the number of evaluations.
fn in_parts<S: System>(
    system: &mut S,
    longest: f64,
    y: &mut [f64],
    (from, to): (f64, f64),
    work: &mut Work,
    counters: &mut Counters,
) -> Result<u64, Failure> {
    let count = equal_steps(to - from, longest);
    let h = (to - from) / count;
    let mut evaluations = 0;
    let mut part: f64 = 0.0;
    while part < count {
        let time = from + part * h;
        if system.must_stop() {
            return Err(Failure::Stopped { time });
        }
        let settled = system.settle(time, h, y, false);
        let tried = system.midpoint_step(time, h, None, y, &mut work.candidate);
        evaluations += settled + tried.evaluations;
        counters.evaluations += settled + tried.evaluations;
        take(system, time, y, work, counters)?;
        part += 1.0;
        counters.steps += 1;
        let end = if part < count { from + part * h } else { to };
        system.jump(end, h, y);
        system.accept(end, h, y);
    }
    Ok(evaluations)
}
