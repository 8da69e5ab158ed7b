//! Friction between a point and the ground: the sliding law of 1990, a spring to a stick point that slides at Coulomb's
//! limit (McKenna 1990, section 4.4 and appendix D, `groundfric` and `groundfric2`), and a function of the speed with a peak, as Stribeck's.

use super::ground::Ground;
use super::point::{PointForce, SpringDamper};
use super::stick_point::Trial;
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};
use std::hint::black_box;

/// Default stretch of a stick spring under the weight of its figure (m): as much as the default ground is compressed by the
/// weight on one point.
pub const STICK_STRETCH: f64 = 1e-4;

/// The gravity of weights on which constants of the ground are based, whatever gravity acts (m/s2).
pub const USUAL_GRAVITY: f64 = 9.8;

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
    /// A smooth function of the speed, f = -mu(|v| / v_s) N v / |v|: from 0 at rest to a peak at v_s, and from there down to mu at 3 v_s.
    Stribeck,
}

/// Speed, in parts of v_s, from which Stribeck's friction is constant.
const SLIDING: f64 = 3.0;

/// Returns a step from 0 at 0 to 1 at 1, whose first two derivatives are zero at both ends, and its slope.
fn smooth_step(x: f64) -> (f64, f64) {
    let x = x.clamp(0.0, 1.0);
    (
        x * x * x * (10.0 + x * (6.0 * x - 15.0)),
        30.0 * x * x * (1.0 - x) * (1.0 - x),
    )
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
    /// Whether the default damping constant grows with the normal force beyond the weight of the figure. It does not for the words
    /// of 1990.
    pub follows_load: bool,
    /// Stretch under the weight of the figure by the default spring constant (m).
    #[serde(skip, default = "usual_stretch")]
    pub stretch: f64,
}

fn usual_stretch() -> f64 {
    STICK_STRETCH
}

impl Default for StickSpring {
    fn default() -> Self {
        StickSpring {
            k: None,
            b: None,
            e: 1.0,
            follows_load: true,
            stretch: STICK_STRETCH,
        }
    }
}

impl StickSpring {
    /// Returns spring and damping constants (N/m, N s/m) for a figure of a mass (kg), at a point that is pressed with `pressing` (N);
    /// set values are multiplied by `scale`.
    ///
    /// An impact presses a hundred times harder than the weight, and is over before a spring and damper made for the weight have stopped
    /// the point: it would leave the ground while it slides, or be thrown back by the stretch that grew while it slid. So the damping
    /// is at least that of a figure whose weight is the normal force: sliding ends below mu sqrt(g x) with the `stretch` x, 3 cm/s times
    /// mu, however hard the ground. A stiffness that followed the normal force would make energy as the force rises.
    #[must_use]
    pub fn constants(&self, mass: f64, scale: f64, pressing: f64) -> (f64, f64) {
        // Compilers multiply before they ask whether a value is set. Without `black_box` they would do so with the undefined bits of one
        // that is not set, which are often a denormal number: such a multiplication takes a hundred times as long.
        let set = [self.k, self.b].map(|constant| black_box(constant.unwrap_or(0.0)) * scale);
        let k = match self.k {
            Some(_) => set[0],
            None => mass * USUAL_GRAVITY / self.stretch,
        };
        let b = match self.b {
            Some(_) => set[1],
            None => 2.0 * STICK_DAMPING * (k * mass).sqrt(),
        };
        match self.follows_load && self.k.is_none() && self.b.is_none() {
            true => (k, b.max(pressing / (USUAL_GRAVITY * self.stretch).sqrt())),
            false => (k, b),
        }
    }
}

/// Input of friction at a point besides its normal force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionInput {
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

impl FrictionInput {
    /// Returns the input of a point without a stick point, with the unmodified derivative.
    #[must_use]
    pub fn plain(mass: f64) -> Self {
        FrictionInput {
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
    fn guard(friction_input: &FrictionInput, limit: f64, speed: f64) -> f64 {
        (friction_input.stopping * limit / speed).min(1.0)
    }

    /// Returns the friction on a point that is pressed with `pressing` (N) and moves at `v` (m/s) along the ground, and its trial
    /// by the sticking law. The first direction of its derivatives is the normal, which drags it along while it slides.
    #[inline(always)]
    pub(super) fn friction_input(
        &self,
        n: &Vector3<f64>,
        pressing: f64,
        v: &Vector3<f64>,
        scale: f64,
        friction_input: &FrictionInput,
    ) -> (PointForce, Trial) {
        let limit = self.friction * pressing;
        match self.law {
            FrictionLaw::Slide => (self.slide(n, limit, v, friction_input), Trial::default()),
            FrictionLaw::Stick => self.stick(n, pressing, v, scale, friction_input),
            FrictionLaw::Stribeck => (
                self.stribeck(n, pressing, v, friction_input),
                Trial::default(),
            ),
        }
    }

    /// Returns the friction of Stribeck's law (Tedrake, *Underactuated Robotics*, appendix on multi-body dynamics, figure on the Stribeck
    /// approximation; Castro and others, *IEEE Robotics and Automation Letters* 5, 2020, 1859): the peak is `static_part` times
    /// mu. Its damping is mu(x) N / |v| across the motion, and its slope along it where it rises.
    fn stribeck(
        &self,
        n: &Vector3<f64>,
        pressing: f64,
        v: &Vector3<f64>,
        friction_input: &FrictionInput,
    ) -> PointForce {
        let speed = v.norm();
        let x = speed / self.slip_speed;
        let peak = self.static_part * self.friction;
        let (mu, slope) = if x < 1.0 {
            let (part, slope) = smooth_step(x);
            (peak * part, peak * slope)
        } else {
            let (part, slope) = smooth_step((x - 1.0) / (SLIDING - 1.0));
            let fall = peak - self.friction;
            (peak - fall * part, -fall * slope / (SLIDING - 1.0))
        };
        if speed == 0.0 {
            return PointForce::none();
        }
        let drag = mu * pressing / speed;
        let mut force = in_plane(-v * drag, n, SpringDamper { k: 0.0, b: drag });
        force.dragged = -v * (mu / speed);
        // Where it falls, a step would make the motion grow.
        let along = (slope * pressing / self.slip_speed).max(0.0);
        let guard = match x > 1.0 {
            true => drag * Self::guard(friction_input, mu * pressing, speed),
            false => 0.0,
        };
        let b = along.max(guard);
        force.and_along(&(v / speed), SpringDamper { k: 0.0, b })
    }

    /// Returns the friction of the sliding law: f = -mu N v / max(|v|, v_s). Within the slip speed the damping is mu N / v_s in
    /// all directions; sliding along t, it is mu N / |v| (1 - n n' - t t'), and zero along t.
    #[inline(always)]
    fn slide(
        &self,
        n: &Vector3<f64>,
        limit: f64,
        v: &Vector3<f64>,
        friction_input: &FrictionInput,
    ) -> PointForce {
        let speed = v.norm();
        let drag = limit / speed.max(self.slip_speed);
        let mut force = in_plane(-v * drag, n, SpringDamper { k: 0.0, b: drag });
        force.dragged = -v * (self.friction / speed.max(self.slip_speed));
        if speed <= self.slip_speed {
            return force;
        }
        let b = drag * Self::guard(friction_input, limit, speed);
        force.and_along(&(v / speed), SpringDamper { k: 0.0, b })
    }

    /// Returns the friction of the sticking law, with the trial force T = r k s + b v: f = -T, but at most mu N in its
    /// direction t. Sliding, the derivatives are mu N / |T| (1 - n n' - t t') times r k and b (Simo & Hughes, *Computational
    /// Inelasticity*, 1998, section 3.3: the return to a yield surface).
    #[inline(always)]
    fn stick(
        &self,
        n: &Vector3<f64>,
        pressing: f64,
        v: &Vector3<f64>,
        scale: f64,
        friction_input: &FrictionInput,
    ) -> (PointForce, Trial) {
        let pull = self.stick_pull(n, pressing, v, scale, friction_input);
        let limit = self.friction * pressing;
        let (force, b) = (pull.trial, pull.b);
        let (size, trial) = (force.norm(), Trial { force, limit, b });
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
            Self::guard(friction_input, limit, speed) * pull.b.min(limit / speed)
        } else {
            0.0
        };
        let (k, b) = (pull.k * part, pull.b * part);
        let force = in_plane(-t * limit, n, SpringDamper { k, b });
        let mut force = force.and_along(&t, SpringDamper { k: 0.0, b: drag });
        force.dragged = -t * self.friction;
        (force, trial)
    }

    /// Returns the trial force of the stick spring of a point that moves at `v` (m/s) along the ground with the normal n, and is
    /// pressed with `pressing` (N).
    #[inline(always)]
    pub(super) fn stick_pull(
        &self,
        n: &Vector3<f64>,
        pressing: f64,
        v: &Vector3<f64>,
        scale: f64,
        friction_input: &FrictionInput,
    ) -> Pull {
        let (k, b) = self.stick.constants(friction_input.mass, scale, pressing);
        let stretch = friction_input.stretch - n * friction_input.stretch.dot(n);
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
}

/// Trial force of a stick spring, and its derivatives.
pub(super) struct Pull {
    /// T (N).
    pub trial: Vector3<f64>,
    /// Spring constant along the ground (N/m).
    pub k: f64,
    /// Damping constant along the ground (N s/m).
    pub b: f64,
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

    fn force(ground: &Ground, stretch: Vector3<f64>, v: Vector3<f64>) -> PointForce {
        let friction_input = FrictionInput {
            stretch,
            ..FrictionInput::plain(0.3)
        };
        ground
            .friction_input(&Vector3::z(), N, &v, 0.3, &friction_input)
            .0
    }

    /// Compares both laws, sticking and sliding, with differences of the force.
    #[test]
    fn stiffness_and_damping_are_the_derivatives_of_the_force() {
        let states = [
            ([1e-5, 2e-5, 0.0], [0.001, -0.002, 0.0]),
            ([2e-5, -1e-5, 0.0], [0.3, 0.2, 0.0]),
            ([1e-4, 3e-4, 0.0], [0.005, 0.2, 0.0]),
        ];
        for law in [
            FrictionLaw::Slide,
            FrictionLaw::Stick,
            FrictionLaw::Stribeck,
        ] {
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
    fn stribecks_friction_has_its_peak_at_the_slip_speed() {
        let ground = Ground {
            static_part: 1.4,
            ..ground(FrictionLaw::Stribeck)
        };
        let at = |x: f64| {
            let v = Vector3::x() * (x * ground.slip_speed);
            -force(&ground, Vector3::zeros(), v).force.x / (N * ground.friction)
        };
        assert_eq!(at(0.0), 0.0);
        assert!((at(0.5) - 0.7).abs() < 1e-12);
        assert!((at(1.0) - 1.4).abs() < 1e-12 && (at(1.0 + 1e-6) - 1.4).abs() < 1e-9);
        assert!((at(2.0) - 1.2).abs() < 1e-12);
        assert!((at(3.0) - 1.0).abs() < 1e-12 && (at(30.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_stick_spring_pulls_less_on_the_way_back() {
        let mut ground = ground(FrictionLaw::Stick);
        ground.stick = StickSpring {
            k: Some(1000.0),
            b: Some(0.0),
            e: 0.5,
            ..StickSpring::default()
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
                let guarded = FrictionInput {
                    stopping: h / mass,
                    ..FrictionInput::plain(0.3)
                };
                let (drag, _) = ground.friction_input(&Vector3::z(), N, &v, 0.3, &guarded);
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
