//! The ground: a surface that pushes back with exponential, linear and damped springs (McKenna 1990, section 4.4).

use super::friction::{FrictionInput, FrictionLaw, StickSpring, USUAL_GRAVITY};
use super::point::{PointForce, SpringDamper};
use super::stick_point::Trial;
use super::sticky::Sticky;
use super::surface::Surface;
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Mass by which the ground's springs and damper are multiplied. The listing of 1990 gives no unit; with the mass of the whole
/// figure its constants support a roach, so this is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GroundScale {
    /// The mass of the figure (kg).
    #[default]
    Total,
    /// The mass of the touching body (kg).
    Body,
    /// The factor 1: the constants are SI.
    None,
}

/// The ground's parameters. Forces are in N, or in N per kg if they are scaled by a mass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ground {
    /// Height of the plane at the origin (m).
    pub height: f64,
    /// Shape of the surface.
    pub surface: Surface,
    /// Linear spring constant (force per m).
    pub k: f64,
    /// Damping constant (force per m/s).
    pub b: f64,
    /// Relative increase of the spring force per inward speed of the point (s/m), and decrease per outward speed.
    pub krf: f64,
    /// Linear strength of the exponential spring (force).
    pub ea: f64,
    /// Exponential rise (1/m).
    pub eb: f64,
    /// Depth beyond which the force of the exponential spring is constant (m).
    pub largest_depth: f64,
    /// Restitution: the part of the spring's force that acts while the point moves out, and so of its energy that is returned.
    /// The restitution of the speed is its square root.
    pub e: f64,
    /// Coefficient of friction.
    pub friction: f64,
    /// Friction law.
    pub law: FrictionLaw,
    /// The largest friction in parts of that of sliding, by Stribeck's law.
    #[serde(default = "one")]
    pub static_part: f64,
    /// Spring of the sticking law.
    pub stick: StickSpring,
    /// Choice of the mass that multiplies the springs.
    pub scale: GroundScale,
    /// Speed below which the friction of the sliding law falls to zero linearly (m/s; 1990 had a sign function), and at which that of Stribeck's is
    /// largest.
    pub slip_speed: f64,
    /// Speed over which restitution falls from 1 to `e` (m/s); 1990 had a switch.
    pub restitution_speed: f64,
    /// Sticky feet.
    pub sticky: Sticky,
    /// Whether it is rigid, and not a bed of springs.
    #[serde(default)]
    pub rigid: bool,
    /// Whether the springs are those of new scripts: fitted to small figures and bodies, and gentle to what starts deep in the ground. False
    /// if a script has set one of their constants, and for files that do not name it.
    pub fits: bool,
}

fn one() -> f64 {
    1.0
}

/// Extent of the smallest figure that the constants of 1990 support (m): a cube of 4.6 mm sinks in by 1.2 % of its size.
const SMALLEST_FIGURE: f64 = 4e-3;

impl Default for Ground {
    fn default() -> Self {
        Ground {
            height: 0.0,
            surface: Surface::default(),
            k: 0.0,
            b: 0.0,
            krf: 0.0,
            ea: 17.5,
            eb: 3000.0,
            largest_depth: 0.01,
            e: 0.5,
            friction: 0.7,
            law: FrictionLaw::Stick,
            static_part: 1.0,
            stick: StickSpring::default(),
            scale: GroundScale::Total,
            slip_speed: 0.01,
            restitution_speed: 0.01,
            sticky: Sticky::default(),
            rigid: false,
            fits: true,
        }
    }
}

/// A point of a body in the ground, in the axes of that body.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// Depth below the surface along its normal (m), above zero.
    pub depth: f64,
    /// Unit normal of the surface, pointing out.
    pub normal: Vector3<f64>,
    /// Velocity of the point against the ground (m/s).
    pub velocity: Vector3<f64>,
    /// Factor of springs and damper (1 or kg).
    pub scale: f64,
    /// Input of the friction law; none if friction does not act, as on a tied foot.
    pub friction_input: Option<FrictionInput>,
}

/// Force of the ground on a point.
#[derive(Clone, Copy, Debug)]
pub struct Push {
    /// Normal force and friction.
    pub force: PointForce,
    /// The normal force (N).
    pub pressing: f64,
    /// Trial of the sticking law.
    pub trial: Trial,
}

impl Ground {
    /// Returns the factor of restitution at an outward speed, and its slope: 1 while moving in, `e` while moving out, linear
    /// between, because with a switch every adaptive step would shrink without limit at rest.
    pub(super) fn restitution(e: f64, ramp: f64, outward: f64) -> (f64, f64) {
        let part = ((outward + ramp) / (2.0 * ramp)).clamp(0.0, 1.0);
        let slope = if part > 0.0 && part < 1.0 {
            (e - 1.0) / (2.0 * ramp)
        } else {
            0.0
        };
        (1.0 + (e - 1.0) * part, slope)
    }

    /// Returns the law as it acts on a figure of this extent (m), or between bodies of which the smaller one has it: for a small one the
    /// lengths of the springs shrink with it.
    #[must_use]
    #[inline]
    pub fn fitted_to(&self, extent: f64) -> Cow<'_, Ground> {
        if !self.fits || extent >= SMALLEST_FIGURE {
            return Cow::Borrowed(self);
        }
        let part = extent / SMALLEST_FIGURE;
        let mut ground = self.clone();
        ground.eb /= part;
        ground.largest_depth *= part;
        ground.stick.stretch *= part;
        Cow::Owned(ground)
    }

    /// Returns the depth (m) at which the exponential spring at each of a number of points carries its share of a figure's weight.
    #[must_use]
    pub fn depth_bearing(&self, points: usize) -> f64 {
        self.depth_pressing(1.0 / points as f64)
    }

    /// Returns the depth (m) at which one point of a figure carries that many times its weight.
    #[must_use]
    pub fn depth_pressing(&self, weights: f64) -> f64 {
        libm::log1p(weights * USUAL_GRAVITY / self.ea) / self.eb
    }

    /// Returns the force of the springs at a depth (m) without restitution, per kg or not as [`Ground::scale`] says.
    #[must_use]
    pub fn bearing(&self, depth: f64) -> f64 {
        self.ea * libm::expm1(self.eb * depth.min(self.largest_depth)) + self.k * depth
    }

    /// Returns the force of the springs on a point without restitution (N), and the exponential of it without scale.
    #[inline]
    fn spring(&self, touch: &Touch) -> (f64, f64) {
        let rise = self.ea * libm::exp(self.eb * touch.depth.min(self.largest_depth));
        (touch.scale * (rise - self.ea + self.k * touch.depth), rise)
    }

    /// Returns by how much restitution changes the force on a point (N) when its outward speed (m/s) changes from the first of these to the second.
    #[must_use]
    pub fn change_by_restitution(&self, touch: &Touch, speeds: [f64; 2]) -> f64 {
        let factor = |outward| Self::restitution(self.e, self.restitution_speed, outward).0;
        let [before, after] = speeds.map(factor);
        (after - before).abs() * self.spring(touch).0
    }

    /// Returns the part of the normal force `pressing` (N) on a point that acts from its first contact on: that of the damper.
    #[must_use]
    pub fn part_at_once(&self, touch: &Touch, pressing: f64) -> f64 {
        let damper = -touch.scale * self.b * touch.velocity.dot(&touch.normal);
        if damper > 0.0 && pressing > 0.0 {
            (damper / pressing).min(1.0)
        } else {
            0.0
        }
    }

    /// Returns the force of the ground on a point of a body.
    ///
    /// Normal force N = S (r (ea (exp(eB min(d, emaxz)) - 1) + k d) (1 - krf v_n) - b v_n), never below zero, with r the
    /// restitution (the factor with krf follows Hunt & Crossley 1975, J. Appl. Mech. 42, 440: no force jumps at the first
    /// contact); friction by [`FrictionLaw`]. Of the derivative of friction by N only that of a sliding point counts
    /// ([`PointForce::dragged`]), which makes derivatives that are not symmetric.
    #[must_use]
    #[inline(always)]
    pub fn push(&self, touch: &Touch) -> Push {
        let n = &touch.normal;
        let outward = touch.velocity.dot(n);
        let (factor, slope) = Self::restitution(self.e, self.restitution_speed, outward);
        let (spring, rise) = self.spring(touch);
        let mut pressing = factor * spring - touch.scale * self.b * outward;
        if self.krf > 0.0 {
            pressing -= self.krf * outward * factor * spring;
        }
        if pressing <= 0.0 {
            let force = PointForce::none();
            return Push {
                force,
                pressing: 0.0,
                trial: Trial::default(),
            };
        }
        let mut stiffness = factor * touch.scale * (self.eb * rise + self.k);
        let mut damping = (touch.scale * self.b - slope * spring).max(0.0);
        if self.krf > 0.0 {
            stiffness *= (1.0 - self.krf * outward).max(0.0);
            damping += self.krf * factor * spring;
        }
        let (mut force, trial) = match &touch.friction_input {
            Some(friction_input) => {
                let tangential = touch.velocity - n * outward;
                self.friction_input(n, pressing, &tangential, touch.scale, friction_input)
            }
            None => {
                let none = SpringDamper::default();
                let force = PointForce::directed(Vector3::zeros(), n, none, none);
                (force, Trial::default())
            }
        };
        force.force += n * pressing;
        let (_, normal) = &mut force.along[0];
        normal.k += stiffness;
        normal.b += damping;
        Push {
            force,
            pressing,
            trial,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The force is larger by half at 2 m/s inwards, and so is its derivative.
    #[test]
    fn springs_push_harder_against_what_moves_in() {
        let plain = Ground {
            friction: 0.0,
            ..Ground::default()
        };
        let ground = Ground {
            krf: 0.25,
            ..plain.clone()
        };
        let inwards = touch(1e-4, [0.0, 0.0, -2.0]);
        let (with, without) = (ground.push(&inwards), plain.push(&inwards));
        assert!((with.pressing / without.pressing - 1.5).abs() < 1e-12);
        let more = ground.push(&touch(1e-4, [0.0, 0.0, -2.0 - 1e-6])).pressing;
        let slope = (more - with.pressing) / 1e-6;
        let told = with.force.damping()[(2, 2)];
        assert!((slope / told - 1.0).abs() < 1e-6, "{slope} {told}");
    }

    fn touch(depth: f64, velocity: [f64; 3]) -> Touch {
        Touch {
            depth,
            normal: Vector3::z(),
            velocity: velocity.into(),
            scale: 0.002,
            friction_input: Some(FrictionInput::plain(0.002)),
        }
    }

    #[test]
    fn the_normal_force_follows_the_exponential_law() {
        let ground = Ground::default();
        let f = ground.push(&touch(1e-4, [0.0, 0.0, -1.0])).force.force;
        assert!((f.z - 0.002 * 17.5 * (0.3f64.exp() - 1.0)).abs() < 1e-15);
        let out = ground.push(&touch(1e-4, [0.0, 0.0, 1.0])).force.force;
        assert!(
            (out.z - 0.5 * f.z).abs() < 1e-15,
            "scaled by e while moving out"
        );
        let deep = ground.push(&touch(0.02, [0.0, 0.0, -1.0])).force.force.z;
        assert_eq!(
            deep,
            ground.push(&touch(0.01, [0.0, 0.0, -1.0])).force.force.z
        );
    }

    #[test]
    fn friction_opposes_sliding_and_is_mu_times_the_normal_force() {
        let ground = Ground::default();
        let f = ground.push(&touch(1e-4, [0.3, -0.4, -1.0])).force.force;
        let along = (f.x * f.x + f.y * f.y).sqrt();
        assert!((along - 0.7 * f.z).abs() < 1e-15);
        assert!(f.x < 0.0 && f.y > 0.0);
    }

    #[test]
    fn a_damper_never_pulls() {
        let ground = Ground {
            b: 1e4,
            ..Ground::default()
        };
        assert_eq!(
            ground.push(&touch(1e-5, [0.0, 0.0, 1.0])).force.force,
            Vector3::zeros()
        );
    }

    #[test]
    fn the_implicit_terms_are_the_derivatives_of_the_force() {
        // f(x + h v', v') to first order is f + (derivatives)(v' - v): with G = h^2 K + h D and the force at the step's end for
        // an unchanged velocity.
        let ground = Ground {
            k: 30.0,
            b: 0.5,
            ..Ground::default()
        };
        let h = 1e-7;
        for velocity in [[0.002, 0.001, -0.003], [0.0, 0.0, 0.004], [0.5, 0.2, 0.3]] {
            let depth = 1e-4;
            let law = |velocity: [f64; 3]| {
                ground
                    .push(&touch(depth - h * velocity[2], velocity))
                    .force
                    .force
            };
            let implicit = ground.push(&touch(depth, velocity)).force;
            let ahead = law(velocity);
            let v = velocity.into();
            assert!((implicit.ahead(h, &v).z - ahead.z).abs() < 1e-6 * ahead.z.abs());
            let d = 1e-6;
            let mut faster = velocity;
            faster[2] += d;
            // Friction on a point that slides follows the normal force.
            let slope = (law(faster) - ahead) / d * h;
            let resistance = implicit.resistance(h).column(2).into_owned();
            assert!(
                (resistance + slope).norm() < 1e-4 * slope.norm(),
                "{resistance} {slope}"
            );
        }
    }
}
