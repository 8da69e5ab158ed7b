//! The stick point of the sticking law: a spring and a damper pull at it, and it slides where they exceed Coulomb's limit.

use super::friction::FrictionInput;
use super::ground::{Ground, Touch};
use nalgebra::Vector3;

/// Trial of the sticking law at a point: the force that would hold its stick point, and the limit of friction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trial {
    /// T = k s + b v (N).
    pub force: Vector3<f64>,
    /// mu N (N).
    pub limit: f64,
    /// b (N s/m).
    pub b: f64,
}

impl Trial {
    /// Returns |T| - mu N, above zero where the stick point slides (N).
    fn excess(&self) -> f64 {
        self.force.norm() - self.limit
    }

    /// Returns the trial in parts of another damping constant: with the same speed of the slider.
    fn damped_by(&self, b: f64) -> Trial {
        let part = if self.b > 0.0 { b / self.b } else { 1.0 };
        Trial {
            force: self.force * part,
            limit: self.limit * part,
            b,
        }
    }
}

impl Ground {
    /// Returns the distance of the point from its stick point after the latter has slid, or none if it does not slide, in a
    /// step of `h` seconds at whose start its trial was `start`, and at whose end it carries the normal force `pressing` (N) and
    /// moves at `v` (m/s) along the ground.
    ///
    /// Spring and damper, in parallel, pull at a slider that yields at mu N. It slides at the speed w = u / b in the direction of
    /// T = k s + b v, where u = |T| - mu N > 0 is the excess, so that s' = v - w; without a damper s stays within mu N / k. The
    /// distance is that of `slider_distance`, for an excess without sliding that changes linearly within the step: exact to the
    /// second order, also where the slider begins or ceases to slide within it. The direction is a mean of both ends, in which the
    /// start has the part of `part_of_start`. Where T reverses, the slider slides first in its direction at the start, as long as T has
    /// an excess in this direction, and then in that at the end.
    #[must_use]
    pub fn slid_along(
        &self,
        touch: &Touch,
        pressing: f64,
        v: &Vector3<f64>,
        friction_input: &FrictionInput,
        (h, start): (f64, &Trial),
    ) -> Option<Vector3<f64>> {
        let n = &touch.normal;
        let limit = self.friction * pressing;
        let pull = self.stick_pull(n, pressing, v, touch.scale, friction_input);
        let (force, b) = (pull.trial, pull.b);
        let end = Trial { force, limit, b };
        let start = start.damped_by(b);
        if pull.k <= 0.0 {
            return (end.excess() > 0.0).then(Vector3::zeros);
        }
        let tau = pull.b / pull.k;
        let slides = |excess| slider_distance(pull.k, tau, h, excess);
        let towards = force.try_normalize(0.0).unwrap_or_default();
        let before = start.force - n * start.force.dot(n);
        let before = before.try_normalize(0.0).unwrap_or(towards);
        let slid = if start.excess() <= 0.0 {
            towards * slides([start.excess(), end.excess()])
        } else if before.dot(&towards) > 0.0 {
            let part = part_of_start(h / tau);
            let direction = towards.lerp(&before, part).normalize();
            direction * slides([start.excess(), end.excess()])
        } else {
            let first = slides([start.excess(), before.dot(&force) - limit]);
            let last = slides([towards.dot(&start.force) - start.limit, end.excess()]);
            before * first + towards * last
        };
        if slid == Vector3::zeros() {
            return None;
        }
        let stretch = friction_input.stretch - n * friction_input.stretch.dot(n);
        Some(stretch - slid)
    }
}

/// Returns the distance (m) over which a slider slides in `h` seconds, behind a spring of the constant `k` (N/m) and a damper with
/// the time constant `tau` = b/k (s). `excess` is that of its force over its limit at the start, and at the end if it did not
/// slide within this time (N); their difference grows linearly, by m in each second.
///
/// While it slides, u' = m - u/tau and the distance is the integral of u/b. It slides from the start on if u > 0 there, else from
/// u = 0 on, and until u = 0.
fn slider_distance(k: f64, tau: f64, h: f64, [start, end]: [f64; 2]) -> f64 {
    if tau <= 0.0 {
        // Without a damper the spring holds no excess.
        return start.max(end).max(0.0) / k;
    }
    let m = (end - start) / h;
    let (u, h) = match start >= 0.0 {
        true => (start, h),
        false if end <= 0.0 => return 0.0,
        false => (0.0, end / m),
    };
    if m < 0.0 {
        let ceases = tau * libm::log1p(u / (-m * tau).max(f64::MIN_POSITIVE));
        if ceases < h {
            return (u + m * ceases) / k;
        }
    }
    let relaxed = -libm::expm1(-h / tau);
    (m * (h - tau * relaxed) + u * relaxed) / k
}

/// Returns the part of the direction at the start of a step in that of its slide, for a step of `x` time constants of the slider.
///
/// With this part, 1/x - 1/(exp x - 1), a mean of the rates at both ends of a step is exact for a relaxation with this time constant
/// (exponential fitting: Liniger & Willoughby, *SIAM Journal on Numerical Analysis* 7, 1970, 47). It is 1/2 in short steps, and 0 in
/// long ones, in which the slider follows the direction at the end.
fn part_of_start(x: f64) -> f64 {
    if x < 1e-2 {
        return 0.5 - x / 12.0;
    }
    1.0 / x - 1.0 / libm::expm1(x)
}

#[cfg(test)]
mod tests {
    use super::super::friction::{FrictionLaw, STICK_STRETCH};
    use super::*;

    const N: f64 = 3.0;

    fn ground() -> Ground {
        Ground {
            law: FrictionLaw::Stick,
            friction: 0.5,
            ..Ground::default()
        }
    }

    fn friction_input(stretch: [f64; 3]) -> FrictionInput {
        FrictionInput {
            stretch: stretch.into(),
            ..FrictionInput::plain(0.3)
        }
    }

    fn touch() -> Touch {
        Touch {
            depth: 1e-4,
            normal: Vector3::z(),
            velocity: Vector3::zeros(),
            scale: 0.3,
            friction_input: None,
        }
    }

    #[test]
    fn the_stick_spring_bears_up_to_mu_n_and_slides_along_at_that() {
        let ground = ground();
        let (k, b) = ground.stick.constants(0.3, 0.3, N);
        assert!((k - 0.3 * 9.8 / STICK_STRETCH).abs() < 1e-9);
        // Of the weight, or of the load if that is larger.
        let (least, loaded) = ((k * 0.3).sqrt(), N / (9.8 * STICK_STRETCH).sqrt());
        assert!((b - least.max(loaded)).abs() < 1e-12);
        let still = Vector3::zeros();
        let yields = 0.5 * N / k;
        for (part, slides) in [(0.9, false), (1.1, true)] {
            let friction_input = friction_input([part * yields, 0.0, 5.0]);
            let (held, trial) =
                ground.friction_input(&Vector3::z(), N, &still, 0.3, &friction_input);
            assert!((held.force.x + 1.5 * part.min(1.0)).abs() < 1e-12);
            assert_eq!(held.force.z, 0.0);
            let slid = ground.slid_along(&touch(), N, &still, &friction_input, (1e9, &trial));
            assert_eq!(slid.is_some(), slides);
            assert!(slid.is_none_or(|s| (s - Vector3::x() * yields).norm() < 1e-12));
        }
    }

    /// In an earlier version a stick point moved to the limit and into the direction of the motion by parts of each step,
    /// however short, so that no method converged with shorter steps.
    #[test]
    fn how_far_a_stick_point_slides_does_not_depend_on_the_number_of_steps() {
        let ground = ground();
        let yields = 0.5 * N / ground.stick.constants(0.3, 0.3, N).0;
        // Across the spring, by its yield stretch.
        let v = Vector3::new(0.0, 2e-4, 0.0);
        let time = yields / v.y;
        let after = |steps: u32| {
            let h = time / f64::from(steps);
            let mut s = Vector3::x() * yields * 0.99;
            for _ in 0..steps {
                let (_, trial) =
                    ground.friction_input(&Vector3::z(), N, &v, 0.3, &friction_input(s.into()));
                let moved = s + v * h;
                let step = (h, &trial);
                let slid = ground.slid_along(&touch(), N, &v, &friction_input(moved.into()), step);
                s = slid.unwrap_or(moved);
            }
            s / yields
        };
        let best = after(100_000);
        assert!(best.y > 0.1 && best.y < 0.9, "{best}");
        for steps in [10, 100, 1000] {
            let error = (after(steps) - best).norm();
            assert!(error < 2.0 / f64::from(steps).powi(2), "{steps}: {error}");
        }
    }

    /// The distance that a stick point still slid at the start of a step was counted along the pull at its end, also where the pull
    /// had turned round: with ten steps in a period the stretch was wrong by three yield stretches.
    #[test]
    fn a_stick_point_slides_both_ways_where_the_pull_turns_round_within_a_step() {
        let ground = ground();
        let yields = 0.5 * N / ground.stick.constants(0.3, 0.3, N).0;
        let (amplitude, rate) = (1e-3, std::f64::consts::TAU * 50.0);
        let place = |t: f64| Vector3::x() * amplitude * libm::sin(rate * t);
        let speed = |t: f64| Vector3::x() * amplitude * rate * libm::cos(rate * t);
        let after = |periods: f64, steps: f64| {
            let h = periods / 50.0 / (steps * periods).round();
            let mut s = Vector3::zeros();
            for i in 0..(steps * periods).round() as u32 {
                let (from, to) = (f64::from(i) * h, f64::from(i + 1) * h);
                let (_, trial) = ground.friction_input(
                    &Vector3::z(),
                    N,
                    &speed(from),
                    0.3,
                    &friction_input(s.into()),
                );
                let moved = s + place(to) - place(from);
                let step = (h, &trial);
                let slid =
                    ground.slid_along(&touch(), N, &speed(to), &friction_input(moved.into()), step);
                s = slid.unwrap_or(moved);
            }
            s / yields
        };
        for periods in [1.3, 1.5, 1.7, 1.8, 2.0] {
            let error = (after(periods, 10.0) - after(periods, 10_000.0)).norm();
            assert!(error < 1.0, "{periods} periods: {error}");
        }
    }
}
