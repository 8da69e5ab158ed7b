//! Rigid contact: a normal force that only pushes, and friction within Coulomb's cone, without springs.
//!
//! At the end of a step the gap does not close further and the force only pushes: 0 <= f_n, 0 <= u_n + b, f_n (u_n + b) = 0; the friction
//! |f_t| <= mu f_n opposes the sliding u_t (Acary & Brogliato, *Numerical Methods for Nonsmooth Dynamical Systems*, 2008, 3.9). Both say
//! that the force is the one nearest to f - rho (u + (b + mu |u_t|) n) in the cone |f_t| <= mu f_n, for any rho > 0 (De Saxce & Feng,
//! *Mathematical and Computer Modelling* 28, 1998, 225).

use super::friction::USUAL_GRAVITY;
use nalgebra::{Matrix3, Rotation2, Vector2, Vector3};
use serde::{Deserialize, Serialize};

/// Time (s) in which rigid bodies that overlap part, at least, unless they part slowly: they do not jump.
const PARTING: f64 = 0.05;

/// Largest deceleration (m/s2) of bodies that part from deep in each other: what is below that of gravity leaves them pressed together, so that none
/// is thrown up.
const BRAKING: f64 = 0.25 * USUAL_GRAVITY;

/// Part of an overlap that one step takes away, at most.
const PART: f64 = 0.2;

/// How friction is bounded at a rigid contact, for comparison with Coulomb's law (Tedrake, *Underactuated Robotics*, appendix on multi-body
/// dynamics).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ConeLaw {
    /// Coulomb's: against the sliding, in a cone.
    #[default]
    Coulomb,
    /// In a pyramid of four sides, as a linear complementarity problem has it (Stewart & Trinkle 1996).
    Pyramid,
    /// The force of the cone that takes most energy, the normal one included: what slides lifts off by mu |u_t| (Anitescu 2006).
    Anitescu,
    /// The same, of soft contacts that return to the surface as springs do, critically damped (Todorov 2014).
    Todorov,
}

/// Time constant (s) in which contacts return to the surface by Todorov's law, and its softness in parts of the mobility.
const RETURN: f64 = 0.02;
pub(crate) const SOFTNESS: f64 = 0.1 / 0.9;

/// Iterations for a contact that is alone by Anitescu's law.
const ITERATIONS: usize = 60;

/// Directions between which that of the sliding of a contact that is alone is sought, and steps of the search between two.
const SIDES: usize = 16;
const FALSE_POSITIONS: usize = 40;

/// Returns axes of which the last is the normal.
#[must_use]
pub(crate) fn axes(normal: &Vector3<f64>) -> Matrix3<f64> {
    let least = normal.iamin();
    let mut other = Vector3::zeros();
    other[least] = 1.0;
    let one = normal.cross(&other).normalize();
    Matrix3::from_columns(&[one, normal.cross(&one), *normal])
}

/// The law at a point of contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// The bound of friction.
    pub law: ConeLaw,
    /// Unit normal, out of the second body (world).
    pub normal: Vector3<f64>,
    /// Coefficient of friction mu.
    pub friction: f64,
    /// The speed b that is added to that of separation (m/s); by Todorov's law the gap (m).
    pub bias: f64,
    /// That speed without restitution, where it bounces by a law that must not add energy.
    pub plastic: Option<f64>,
    /// By how much the first body becomes faster there each second, relative to the second (m/s2, world), because the place moves over both
    /// bodies and the normal turns ([`Rolling`](super::Rolling)), where the velocities at the end of the step are those of the places that touch
    /// then. None where they are those of the places of its start, which no force holds but as it takes energy.
    pub turning: Option<Vector3<f64>>,
}

/// How fast two bodies near a point separate, and how they bounce.
#[derive(Clone, Copy, Debug)]
pub struct Approach {
    /// Depth of the overlap; below zero a gap (m).
    pub depth: f64,
    /// Speed of separation before the step (m/s).
    pub speed: f64,
    /// Restitution of that speed, where it is faster than `slow` (m/s).
    pub restitution: f64,
    /// See there.
    pub slow: f64,
    /// Gap (m) at which they count as touching: a method that finds when they meet ends its steps there, and one that does not lets all gaps close.
    pub touching: f64,
    /// The change of speed in the step by gravity and turning (m/s), which is what its first order leaves: to part so slowly is no jump.
    pub change: f64,
    /// The bound of friction.
    pub law: ConeLaw,
}

impl Approach {
    /// Returns the cone of a step of `h` seconds: the gap may close; what overlaps parts gently; a fast approach is turned back.
    #[must_use]
    pub fn cone(&self, normal: Vector3<f64>, friction: f64, h: f64) -> Cone {
        if self.law == ConeLaw::Todorov {
            return Cone {
                law: self.law,
                normal,
                friction,
                bias: -self.depth,
                plastic: None,
                turning: None,
            };
        }
        let plastic = self.plastic(h);
        let meets = h * self.speed <= self.depth || -self.depth <= self.touching;
        let bounces = self.speed < -self.slow && meets && self.restitution > 0.0;
        Cone {
            law: self.law,
            normal,
            friction,
            bias: match bounces {
                true => self.restitution * self.speed,
                false => plastic,
            },
            plastic: (bounces && self.restitution <= 1.0).then_some(plastic),
            turning: None,
        }
    }

    /// Returns the bias b of a step of `h` seconds without restitution.
    fn plastic(&self, h: f64) -> f64 {
        let gap = -self.depth;
        if gap > self.touching {
            gap / h
        } else if gap > 0.0 {
            0.0
        } else {
            let slowly = (gap / PARTING).max(-(2.0 * BRAKING * self.depth).sqrt());
            slowly.min(-self.change).max(gap * PART / h)
        }
    }
}

impl Cone {
    /// Returns it without restitution.
    #[must_use]
    pub fn plastic(self) -> Self {
        Cone {
            bias: self.plastic.unwrap_or(self.bias),
            plastic: None,
            ..self
        }
    }

    /// Returns the relative acceleration (m/s2) that a step of `h` seconds aims at where the point moves at `velocity` (m/s): that at which it
    /// neither closes nor slides, or returns to the surface.
    #[must_use]
    pub fn aim(&self, velocity: &Vector3<f64>, h: f64) -> Vector3<f64> {
        match self.law {
            ConeLaw::Todorov => {
                let time = RETURN.max(2.0 * h);
                velocity * (-2.0 / time) - self.normal * (self.bias / (time * time))
            }
            _ => (velocity + self.normal * self.bias) / -h,
        }
    }

    /// Returns the force of the cone nearest to `trial`; that of a pyramid has a section of its own size, `most` (N).
    #[must_use]
    pub fn nearest(&self, trial: &Vector3<f64>, most: f64) -> Vector3<f64> {
        let (along, across) = self.split(trial);
        if self.law == ConeLaw::Pyramid {
            return self.normal * along.max(0.0) + self.in_pyramid(&across, most).0;
        }
        let (size, mu) = (across.norm(), self.friction);
        if along >= 0.0 && size <= mu * along {
            return *trial;
        }
        if mu * size <= -along || size == 0.0 {
            return Vector3::zeros();
        }
        let pressed = (along + mu * size) / (1.0 + mu * mu);
        self.normal * pressed + across * (mu * pressed / size)
    }

    /// Returns the nearest point of a pyramid's section of that size, and the directions in which it moves with `across`.
    fn in_pyramid(&self, across: &Vector3<f64>, most: f64) -> (Vector3<f64>, Matrix3<f64>) {
        let axes = axes(&self.normal);
        let [x, y] = [0, 1].map(|i| axes.column(i).dot(across));
        let tangents = Matrix3::identity() - self.normal * self.normal.transpose();
        let beyond = (x.abs() + y.abs() - most) / 2.0;
        if beyond <= 0.0 {
            return (*across, tangents);
        }
        let [sx, sy] = [x, y].map(f64::signum);
        let [p, q] = [x.abs() - beyond, y.abs() - beyond];
        let point = |p: f64, q: f64| axes * Vector3::new(sx * p, sy * q, 0.0);
        // At a corner it does not move.
        if p <= 0.0 {
            return (point(0.0, most), Matrix3::zeros());
        }
        if q <= 0.0 {
            return (point(most, 0.0), Matrix3::zeros());
        }
        let edge = point(1.0, -1.0) / std::f64::consts::SQRT_2;
        (point(p, q), edge * edge.transpose())
    }

    /// Returns the force of a contact that is alone, where it is `before`, and its point moves at `by` (m/s2) otherwise than wanted; `own` is
    /// its mobility W (1/kg).
    #[must_use]
    pub fn alone(
        &self,
        before: &Vector3<f64>,
        by: &Vector3<f64>,
        own: &Matrix3<f64>,
    ) -> Vector3<f64> {
        let n = &self.normal;
        let opens = matches!(self.law, ConeLaw::Coulomb | ConeLaw::Pyramid) && by.dot(n) >= 0.0;
        if opens && *before == Vector3::zeros() {
            return *before;
        }
        let along = n.dot(&(own * n));
        let easiest = own.trace() - along;
        if along <= 0.0 {
            return *before;
        }
        if matches!(self.law, ConeLaw::Anitescu | ConeLaw::Todorov) {
            let step = 1.0 / own.norm();
            let mut force = *before;
            for _ in 0..ITERATIONS {
                let by = by + own * (force - before);
                force = self.nearest(&(force - by * step), 0.0);
            }
            return force;
        }
        // With the whole W where it sticks.
        if easiest > 0.0
            && let Some(inverse) = own.try_inverse()
        {
            let sticking = before - inverse * by;
            let (pressing, rubbing) = self.split(&sticking);
            if pressing >= 0.0 && self.holds(&rubbing, self.friction * pressing) {
                return sticking;
            }
        }
        if self.law == ConeLaw::Coulomb
            && easiest > 0.0
            && let Some(force) = self.sliding(&(by - own * before), own)
        {
            return force;
        }
        let (pressed, rubbed) = self.split(before);
        let (faster, sliding) = self.split(by);
        let pressing = (pressed - faster / along).max(0.0);
        let rubbing = match easiest > 0.0 {
            true => rubbed - sliding / easiest,
            false => Vector3::zeros(),
        };
        self.nearest(&(n * pressing + rubbing), self.friction * pressing)
    }

    /// Returns the force of a contact that is alone and slides, where its point would move at `free` (m/s2) without it: f (n - mu d), along whose
    /// direction d of sliding the point then moves, and not along the normal. Such directions are the roots of a trigonometric polynomial
    /// of degree two (Bonnefon & Daviet, *Quartic formulation of Coulomb 3D frictional contact*, INRIA RT-0400, 2011). None if
    /// there is none.
    fn sliding(&self, free: &Vector3<f64>, own: &Matrix3<f64>) -> Option<Vector3<f64>> {
        let axes = axes(&self.normal);
        let free = axes.tr_mul(free);
        if free.z >= 0.0 {
            return Some(Vector3::zeros());
        }
        let own = axes.tr_mul(own) * axes;
        // The force's direction n - mu d, its mobility along the normal, and by that the direction's turn, with its derivative, and its part that
        // slides back.
        let at = |d: &Vector2<f64>| {
            let (c, s) = (d.x, d.y);
            let push = Vector3::new(-self.friction * c, -self.friction * s, 1.0);
            let (moved, turned) = (
                own * push,
                own * Vector3::new(self.friction * s, -self.friction * c, 0.0),
            );
            let u = free * moved.z - moved * free.z;
            let v = free * turned.z - turned * free.z;
            let turn = [c * u.y - s * u.x, c * v.y - s * v.x - c * u.x - s * u.y];
            (push, moved.z, turn, c * u.x + s * u.y)
        };
        let small = f64::EPSILON * free.norm() * own.norm();
        let step = Rotation2::new(std::f64::consts::TAU / SIDES as f64);
        let mut best: Option<(f64, Vector3<f64>)> = None;
        let mut take = |one: Vector2<f64>, two: Vector2<f64>| {
            let zero = zero(|d| at(d).2[0], [one, two], small);
            let (push, along, _, back) = at(&zero);
            let size = -free.z / along;
            // Of several, that of the smallest force.
            if along > 0.0 && back >= 0.0 && best.is_none_or(|(least, _)| size < least) {
                best = Some((size, axes * push * size));
            }
        };
        let mut one = Vector2::x();
        let [mut begin, mut falls] = at(&one).2;
        for _ in 0..SIDES {
            let two = step * one;
            let [end, rises] = at(&two).2;
            if (begin < 0.0) != (end < 0.0) {
                take(one, two);
            } else if begin * falls < 0.0 && end * rises > 0.0 {
                // It may come to zero and go back in between.
                let nearest = zero(|d| at(d).2[1], [one, two], small);
                if (at(&nearest).2[0] < 0.0) != (begin < 0.0) {
                    take(one, nearest);
                    take(nearest, two);
                }
            }
            (one, begin, falls) = (two, end, rises);
        }
        best.map(|(_, force)| force)
    }

    /// Whether friction of at most `most` (N) can be this.
    fn holds(&self, rubbing: &Vector3<f64>, most: f64) -> bool {
        match self.law {
            ConeLaw::Pyramid => {
                let axes = axes(&self.normal);
                let [x, y] = [0, 1].map(|i| axes.column(i).dot(rubbing));
                x.abs() + y.abs() <= most
            }
            _ => rubbing.norm() <= most,
        }
    }

    /// Returns the part of a vector along the normal, and that across it.
    fn split(&self, of: &Vector3<f64>) -> (f64, Vector3<f64>) {
        let n = &self.normal;
        let along = of.dot(n);
        let across = of - n * along;
        // Once more: where it is nearly along the normal, what the first leaves is rounding.
        (along, across - n * across.dot(n))
    }

    /// Returns the derivative of that force by the trial: symmetric, and between 0 and 1.
    #[must_use]
    pub fn derivative(&self, trial: &Vector3<f64>, most: f64) -> Matrix3<f64> {
        let n = &self.normal;
        let (along, across) = self.split(trial);
        let normal = n * n.transpose();
        if self.law == ConeLaw::Pyramid {
            let pressed = if along > 0.0 {
                normal
            } else {
                Matrix3::zeros()
            };
            return pressed + self.in_pyramid(&across, most).1;
        }
        let (size, mu) = (across.norm(), self.friction);
        if along >= 0.0 && size <= mu * along {
            return Matrix3::identity();
        }
        if mu * size <= -along || size == 0.0 {
            return Matrix3::zeros();
        }
        let pressed = (along + mu * size) / (1.0 + mu * mu);
        let way = across / size;
        let ray = n + way * mu;
        let tangents = Matrix3::identity() - normal - way * way.transpose();
        ray * ray.transpose() / (1.0 + mu * mu) + tangents * (mu * pressed / size)
    }
}

/// Returns the direction between two, at which a function has unlike signs, where it is zero, or at most `small`: by false position, where an end that
/// stays counts half (Illinois).
fn zero(
    of: impl Fn(&Vector2<f64>) -> f64,
    [low, high]: [Vector2<f64>; 2],
    small: f64,
) -> Vector2<f64> {
    let (mut low, mut high) = ((low, of(&low)), (high, of(&high)));
    let mut found = low.0;
    for _ in 0..FALSE_POSITIONS {
        found = (low.0 * high.1 - high.0 * low.1).normalize() * (high.1 - low.1).signum();
        let value = of(&found);
        if value.abs() <= small || found == high.0 {
            break;
        }
        if (value < 0.0) == (high.1 < 0.0) {
            low.1 /= 2.0;
        } else {
            low = high;
        }
        high = (found, value);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn vector() -> impl Strategy<Value = Vector3<f64>> {
        [-2.0..2.0, -2.0..2.0, -2.0..2.0_f64].prop_map(Vector3::from)
    }

    fn law() -> impl Strategy<Value = ConeLaw> {
        prop_oneof![
            Just(ConeLaw::Coulomb),
            Just(ConeLaw::Pyramid),
            Just(ConeLaw::Anitescu)
        ]
    }

    proptest! {
        #[test]
        fn the_force_is_the_nearest_of_those_allowed(
            trial in vector(), other in vector(), axis in vector(), most in 0.0..2.0_f64, law in law(),
        ) {
            prop_assume!(axis.norm() > 0.1);
            let cone = Cone { law, normal: axis.normalize(), friction: 1.0, bias: 0.0, plastic: None, turning: None };
            let force = cone.nearest(&trial, most);
            let n = cone.normal;
            prop_assert!(force.dot(&n) >= -1e-15);
            let most = if law == ConeLaw::Pyramid { most } else { force.dot(&n) };
            prop_assert!((force - n * force.dot(&n)).norm() <= most + 1e-14);
            let allowed = cone.nearest(&other, most);
            prop_assert!((trial - force).norm() <= (trial - allowed).norm() + 1e-12);
        }

        #[test]
        fn the_derivative_is_that_of_differences(trial in vector(), axis in vector(), most in 0.1..2.0_f64, law in law()) {
            prop_assume!(axis.norm() > 0.1);
            let cone = Cone { law, normal: axis.normalize(), friction: 1.0, bias: 0.0, plastic: None, turning: None };
            let along = trial.dot(&cone.normal);
            let across = (trial - cone.normal * along).norm();
            prop_assume!(along.abs() > 1e-3 && (across - most).abs() > 1e-3 && across > 1e-2);
            // Not where the derivative jumps.
            let kinks = match law {
                ConeLaw::Pyramid => {
                    let axes = axes(&cone.normal);
                    let [x, y] = [0, 1].map(|i| axes.column(i).dot(&trial).abs());
                    vec![x + y - most, x - y - most, y - x - most, x, y]
                }
                _ => vec![across - along, across + along],
            };
            prop_assume!(kinks.iter().all(|x| x.abs() > 1e-3));
            let d = 1e-6;
            let derivative = cone.derivative(&trial, most);
            for axis in [Vector3::x(), Vector3::y(), Vector3::z()] {
                let [more, less] = [d, -d].map(|d| cone.nearest(&(trial + axis * d), most));
                prop_assert!(((more - less) / (2.0 * d) - derivative * axis).norm() < 1e-6);
            }
        }
    }

    proptest! {
        /// The force of a contact that is alone obeys the law, however its normal and its sliding are coupled: it stops what closes and slides, or
        /// bears what friction can, against the sliding.
        #[test]
        fn a_contact_that_is_alone_obeys_its_law(
            rows in [vector(), vector(), vector()], free in vector(), before in vector(), axis in vector(), friction in 0.0..2.0_f64,
        ) {
            prop_assume!(axis.norm() > 0.1);
            let root = Matrix3::from_columns(&rows);
            let own = root * root.transpose() + Matrix3::identity() * 1e-2;
            let normal = axis.normalize();
            let cone = Cone { law: ConeLaw::Coulomb, normal, friction, bias: 0.0, plastic: None, turning: None };
            let force = cone.alone(&before, &(free + own * before), &own);
            let by = free + own * force;
            let (pressing, rubbing) = cone.split(&force);
            let (closing, sliding) = cone.split(&by);
            let small = 1e-9 * free.norm();
            prop_assert!(pressing >= 0.0 && closing > -small, "{force} {by}");
            prop_assert!(pressing * closing < small, "{force} {by}");
            let most = friction * pressing;
            // What lies along the normal leaves its rounding across it, which is all there is without friction.
            prop_assert!(rubbing.norm() <= most * (1.0 + 1e-9) + 4.0 * f64::EPSILON * pressing);
            let along = rubbing.dot(&sliding) + most * sliding.norm();
            prop_assert!(along <= small * (1.0 + most), "{force} {by}");
        }
    }

    #[test]
    fn a_gap_may_close_and_an_overlap_parts_gently() {
        let at = |depth: f64, speed: f64, restitution: f64| Approach {
            depth,
            speed,
            restitution,
            slow: 0.01,
            touching: 0.0,
            change: 0.002,
            law: ConeLaw::Coulomb,
        };
        let h = 1e-3;
        let cone = |of: Approach| of.cone(Vector3::z(), 0.5, h);
        assert_eq!(cone(at(-1e-3, -0.5, 0.8)).bias, 1.0);
        assert_eq!(cone(at(0.0, 0.0, 0.8)).bias, 0.0);
        assert!((cone(at(5e-3, 0.0, 0.8)).bias + 0.1).abs() < 1e-15);
        assert_eq!(cone(at(5e-5, 0.0, 0.8)).bias, -0.002);
        assert!((cone(at(5e-6, 0.0, 0.8)).bias + 0.001).abs() < 1e-15);
        let bounces = cone(at(-1e-3, -2.0, 0.8));
        assert_eq!((bounces.bias, bounces.plastic), (-1.6, Some(1.0)));
        assert_eq!(cone(at(-1e-3, -2.0, 0.0)).bias, 1.0);
    }
}
