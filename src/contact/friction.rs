//! Friction between a point and the ground: the sliding law of 1990, and a spring to a stick point that slides at Coulomb's
//! limit (McKenna 1990, section 4.4 and appendix D, `groundfric` and `groundfric2`).

use super::ground::{Ground, Touch};
use super::point::{PointForce, SpringDamper};
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};
use std::hint::black_box;

/// Default stretch of a stick spring under the weight of its figure (m): as much as the default ground is compressed by the
/// weight on one point.
pub const STICK_STRETCH: f64 = 1e-4;

/// The gravity used for this weight (m/s2).
const USUAL_GRAVITY: f64 = 9.8;

/// Default damping of the stick spring for the mass of its figure, as a part of critical damping: four such springs damp it
/// critically.
const STICK_DAMPING: f64 = 0.5;

/// Friction law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FrictionLaw {
    /// f = -mu N v / max(|v|, v_s): points at rest under load creep. The law of 1990, and of files that name none.
    #[default]
    Slide,
    /// A spring to a stick point, with a force of at most mu N.
    Stick,
}

/// Spring of the sticking law.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StickSpring {
    /// Spring constant (force per m); from the mass of the figure and [`STICK_STRETCH`] unless set.
    pub k: Option<f64>,
    /// Damping constant (force per m/s); from the mass of the figure and the spring unless set.
    pub b: Option<f64>,
    /// The part of the spring's force that acts while the point moves back to the stick point.
    pub e: f64,
}

impl Default for StickSpring {
    fn default() -> Self {
        StickSpring {
            k: None,
            b: None,
            e: 1.0,
        }
    }
}

impl StickSpring {
    /// Returns spring and damping constants (N/m, N s/m) for a figure of a mass (kg); set values are multiplied by `scale`.
    #[must_use]
    pub fn constants(&self, mass: f64, scale: f64) -> (f64, f64) {
        // Compilers multiply before they ask whether a value is set. Without `black_box` they would do so with the undefined bits of one
        // that is not set, which are often a denormal number: such a multiplication takes a hundred times as long.
        let set = [self.k, self.b].map(|constant| black_box(constant.unwrap_or(0.0)) * scale);
        let k = match self.k {
            Some(_) => set[0],
            None => mass * USUAL_GRAVITY / STICK_STRETCH,
        };
        let b = match self.b {
            Some(_) => set[1],
            None => 2.0 * STICK_DAMPING * (k * mass).sqrt(),
        };
        (k, b)
    }
}

/// Input of friction at a point besides its normal force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rub {
    /// Vector from the stick point to the point (m), body axes; only its component along the ground counts.
    pub stretch: Vector3<f64>,
    /// Mass of the figure (kg).
    pub mass: f64,
    /// Largest change of speed within the step per force along the ground at this point (m/s per N).
    ///
    /// The derivative of a sliding force along the motion is zero, so that a linearly implicit step may overshoot and reverse
    /// the motion. Where the force could remove a large part of the speed within the step, drag along the motion is added to
    /// the derivative; for fast sliding it vanishes. 0 gives the derivative as it is, infinity full drag.
    pub stopping: f64,
}

impl Rub {
    /// Returns the input of a point without a stick point, with the unmodified derivative.
    #[must_use]
    pub fn plain(mass: f64) -> Self {
        Rub {
            stretch: Vector3::zeros(),
            mass,
            stopping: 0.0,
        }
    }
}

/// Returns a force in the plane with the normal n, with the constants `across` in the plane and none along n.
#[inline(always)]
fn in_plane(force: Vector3<f64>, n: &Vector3<f64>, across: SpringDamper) -> PointForce {
    PointForce::directed(force, n, SpringDamper::default(), across)
}

impl Ground {
    /// Returns the part of full drag that is added to the derivative along the motion; `limit` is mu N (N).
    #[inline]
    fn guard(rub: &Rub, limit: f64, speed: f64) -> f64 {
        (rub.stopping * limit / speed).min(1.0)
    }

    /// Returns the friction on a point that is pressed with `pressing` (N) and moves at `v` (m/s) along the ground, and its trial
    /// by the sticking law. The first direction of its derivatives is the normal.
    #[inline(always)]
    pub(super) fn rub(
        &self,
        n: &Vector3<f64>,
        pressing: f64,
        v: &Vector3<f64>,
        scale: f64,
        rub: &Rub,
    ) -> (PointForce, Trial) {
        let limit = self.friction * pressing;
        match self.law {
            FrictionLaw::Slide => (self.slide(n, limit, v, rub), Trial::default()),
            FrictionLaw::Stick => self.stick(n, limit, v, scale, rub),
        }
    }

    /// Returns the friction of the sliding law: f = -mu N v / max(|v|, v_s). Within the slip speed the damping is mu N / v_s in
    /// all directions; sliding along t, it is mu N / |v| (1 - n n' - t t'), and zero along t.
    #[inline(always)]
    fn slide(&self, n: &Vector3<f64>, limit: f64, v: &Vector3<f64>, rub: &Rub) -> PointForce {
        let speed = v.norm();
        let drag = limit / speed.max(self.slip_speed);
        let force = in_plane(-v * drag, n, SpringDamper { k: 0.0, b: drag });
        if speed <= self.slip_speed {
            return force;
        }
        let b = drag * Self::guard(rub, limit, speed);
        force.and_along(&(v / speed), SpringDamper { k: 0.0, b })
    }

    /// Returns the friction of the sticking law, with the trial force T = r k s + b v: f = -T, but at most mu N in its
    /// direction t. Sliding, the derivatives are mu N / |T| (1 - n n' - t t') times r k and b (Simo & Hughes, *Computational
    /// Inelasticity*, 1998, section 3.3: the return to a yield surface).
    #[inline(always)]
    fn stick(
        &self,
        n: &Vector3<f64>,
        limit: f64,
        v: &Vector3<f64>,
        scale: f64,
        rub: &Rub,
    ) -> (PointForce, Trial) {
        let pull = self.stick_pull(n, v, scale, rub);
        let force = pull.trial;
        let (size, trial) = (force.norm(), Trial { force, limit });
        if size <= limit {
            let (k, b) = (pull.k, pull.b);
            let force = in_plane(-pull.trial, n, SpringDamper { k, b });
            let b = b + pull.restitution_damping;
            let force = force.and_along(&pull.direction, SpringDamper { k, b });
            return (force, trial);
        }
        let t = pull.trial / size;
        let part = limit / size;
        let speed = v.dot(&t);
        let drag = if speed > 0.0 {
            Self::guard(rub, limit, speed) * pull.b.min(limit / speed)
        } else {
            0.0
        };
        let (k, b) = (pull.k * part, pull.b * part);
        let force = in_plane(-t * limit, n, SpringDamper { k, b });
        let force = force.and_along(&t, SpringDamper { k: 0.0, b: drag });
        (force, trial)
    }

    #[inline(always)]
    fn stick_pull(&self, n: &Vector3<f64>, v: &Vector3<f64>, scale: f64, rub: &Rub) -> Pull {
        let (k, b) = self.stick.constants(rub.mass, scale);
        let stretch = rub.stretch - n * rub.stretch.dot(n);
        let mut pull = Pull {
            trial: stretch * k + v * b,
            k,
            b,
            direction: Vector3::zeros(),
            restitution_damping: 0.0,
        };
        let length = stretch.norm();
        if self.stick.e != 1.0 && length > 0.0 {
            let direction = stretch / length;
            let back = -v.dot(&direction);
            let (r, slope) = Self::restitution(self.stick.e, self.restitution_speed, back);
            pull.k = r * k;
            pull.trial = stretch * pull.k + v * b;
            pull.direction = direction;
            pull.restitution_damping = (-slope * k * length).max(0.0);
        }
        pull
    }

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
        rub: &Rub,
        (h, start): (f64, &Trial),
    ) -> Option<Vector3<f64>> {
        let n = &touch.normal;
        let limit = self.friction * pressing;
        let pull = self.stick_pull(n, v, touch.scale, rub);
        let force = pull.trial;
        let end = Trial { force, limit };
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
        let stretch = rub.stretch - n * rub.stretch.dot(n);
        Some(stretch - slid)
    }
}

/// Trial of the sticking law at a point: the force that would hold its stick point, and the limit of friction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trial {
    /// T = k s + b v (N).
    pub force: Vector3<f64>,
    /// mu N (N).
    pub limit: f64,
}

impl Trial {
    /// Returns |T| - mu N, above zero where the stick point slides (N).
    fn excess(&self) -> f64 {
        self.force.norm() - self.limit
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

/// Trial force of a stick spring, and its derivatives.
struct Pull {
    trial: Vector3<f64>,
    k: f64,
    b: f64,
    /// Direction of the stretch, along which restitution acts.
    direction: Vector3<f64>,
    restitution_damping: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: f64 = 3.0;

    fn ground(law: FrictionLaw) -> Ground {
        Ground {
            law,
            friction: 0.5,
            ..Ground::default()
        }
    }

    fn rub(stretch: [f64; 3]) -> Rub {
        Rub {
            stretch: stretch.into(),
            ..Rub::plain(0.3)
        }
    }

    fn touch() -> Touch {
        Touch {
            depth: 1e-4,
            normal: Vector3::z(),
            velocity: Vector3::zeros(),
            scale: 0.3,
            rub: None,
        }
    }

    fn force(ground: &Ground, stretch: Vector3<f64>, v: Vector3<f64>) -> PointForce {
        let rub = Rub {
            stretch,
            ..Rub::plain(0.3)
        };
        ground.rub(&Vector3::z(), N, &v, 0.3, &rub).0
    }

    /// Compares both laws, sticking and sliding, with differences of the force.
    #[test]
    fn stiffness_and_damping_are_the_derivatives_of_the_force() {
        let states = [
            ([1e-5, 2e-5, 0.0], [0.001, -0.002, 0.0]),
            ([2e-5, -1e-5, 0.0], [0.3, 0.2, 0.0]),
            ([1e-4, 3e-4, 0.0], [0.005, 0.2, 0.0]),
        ];
        for law in [FrictionLaw::Slide, FrictionLaw::Stick] {
            let ground = ground(law);
            for (stretch, v) in states.map(|(s, v)| (Vector3::from(s), Vector3::from(v))) {
                let here = force(&ground, stretch, v);
                for axis in 0..2 {
                    let mut d = Vector3::zeros();
                    d[axis] = 1e-9;
                    let (ds, dv) = (
                        (force(&ground, stretch + d, v).force
                            - force(&ground, stretch - d, v).force)
                            / -2e-9,
                        (force(&ground, stretch, v + d).force
                            - force(&ground, stretch, v - d).force)
                            / -2e-9,
                    );
                    let (k, b) = (here.stiffness(), here.damping());
                    let (most_k, most_b) = (k.amax(), b.amax());
                    assert!(
                        (ds - k.column(axis)).amax() <= 1e-4 * most_k + 1e-4,
                        "{law:?} {v} {ds} {k}"
                    );
                    assert!(
                        (dv - b.column(axis)).amax() <= 1e-4 * most_b + 1e-4,
                        "{law:?} {v} {dv} {b}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_stick_spring_bears_up_to_mu_n_and_slides_along_at_that() {
        let ground = ground(FrictionLaw::Stick);
        let (k, b) = ground.stick.constants(0.3, 0.3);
        assert!((k - 0.3 * 9.8 / STICK_STRETCH).abs() < 1e-9);
        assert!((b - (k * 0.3).sqrt()).abs() < 1e-12);
        let still = Vector3::zeros();
        let yields = 0.5 * N / k;
        for (part, slides) in [(0.9, false), (1.1, true)] {
            let rub = rub([part * yields, 0.0, 5.0]);
            let (held, trial) = ground.rub(&Vector3::z(), N, &still, 0.3, &rub);
            assert!((held.force.x + 1.5 * part.min(1.0)).abs() < 1e-12);
            assert_eq!(held.force.z, 0.0);
            let slid = ground.slid_along(&touch(), N, &still, &rub, (1e9, &trial));
            assert_eq!(slid.is_some(), slides);
            assert!(slid.is_none_or(|s| (s - Vector3::x() * yields).norm() < 1e-12));
        }
    }

    /// In an earlier version a stick point moved to the limit and into the direction of the motion by parts of each step,
    /// however short, so that no method converged with shorter steps.
    #[test]
    fn how_far_a_stick_point_slides_does_not_depend_on_the_number_of_steps() {
        let ground = ground(FrictionLaw::Stick);
        let yields = 0.5 * N / ground.stick.constants(0.3, 0.3).0;
        // Across the spring, by its yield stretch.
        let v = Vector3::new(0.0, 2e-4, 0.0);
        let time = yields / v.y;
        let after = |steps: u32| {
            let h = time / f64::from(steps);
            let mut s = Vector3::x() * yields * 0.99;
            for _ in 0..steps {
                let (_, trial) = ground.rub(&Vector3::z(), N, &v, 0.3, &rub(s.into()));
                let moved = s + v * h;
                let step = (h, &trial);
                let slid = ground.slid_along(&touch(), N, &v, &rub(moved.into()), step);
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
        let ground = ground(FrictionLaw::Stick);
        let yields = 0.5 * N / ground.stick.constants(0.3, 0.3).0;
        let (amplitude, rate) = (1e-3, std::f64::consts::TAU * 50.0);
        let place = |t: f64| Vector3::x() * amplitude * libm::sin(rate * t);
        let speed = |t: f64| Vector3::x() * amplitude * rate * libm::cos(rate * t);
        let after = |periods: f64, steps: f64| {
            let h = periods / 50.0 / (steps * periods).round();
            let mut s = Vector3::zeros();
            for i in 0..(steps * periods).round() as u32 {
                let (from, to) = (f64::from(i) * h, f64::from(i + 1) * h);
                let (_, trial) = ground.rub(&Vector3::z(), N, &speed(from), 0.3, &rub(s.into()));
                let moved = s + place(to) - place(from);
                let step = (h, &trial);
                let slid = ground.slid_along(&touch(), N, &speed(to), &rub(moved.into()), step);
                s = slid.unwrap_or(moved);
            }
            s / yields
        };
        for periods in [1.3, 1.5, 1.7, 1.8, 2.0] {
            let error = (after(periods, 10.0) - after(periods, 10_000.0)).norm();
            assert!(error < 1.0, "{periods} periods: {error}");
        }
    }

    #[test]
    fn the_stick_spring_pulls_less_on_the_way_back() {
        let mut ground = ground(FrictionLaw::Stick);
        ground.stick = StickSpring {
            k: Some(1000.0),
            b: Some(0.0),
            e: 0.5,
        };
        let stretch = Vector3::new(1e-3, 0.0, 0.0);
        let out = force(&ground, stretch, Vector3::x()).force.x;
        let back = force(&ground, stretch, -Vector3::x()).force.x;
        assert!(
            (out + 0.3).abs() < 1e-15 && (back + 0.15).abs() < 1e-15,
            "{out} {back}"
        );
    }

    /// Computes the effect of the force alone on a point of that mobility in one linearly implicit step.
    #[test]
    fn a_guarded_step_never_turns_the_motion_round() {
        let ground = ground(FrictionLaw::Slide);
        let h = 1e-3;
        for mass in [1e-6, 1e-4, 1e-3, 1.0] {
            for speed in [0.011, 0.1, 1.0, 10.0] {
                let v = Vector3::new(speed, 0.0, 0.0);
                let guarded = Rub {
                    stopping: h / mass,
                    ..Rub::plain(0.3)
                };
                let (drag, _) = ground.rub(&Vector3::z(), N, &v, 0.3, &guarded);
                let end = speed + h * drag.force.x / (mass + h * drag.damping()[(0, 0)]);
                assert!(end > 0.0, "{mass} {speed} {end}");
                // Where the step removes little of the speed, the force is mu N.
                let taken = h * 1.5 / mass / speed;
                if taken < 0.01 {
                    assert!(((speed - end) / (taken * speed) - 1.0).abs() < 1.1 * taken * taken);
                }
            }
        }
    }
}
