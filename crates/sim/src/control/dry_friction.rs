//! Dry friction of a joint: Coulomb's law, with a spring that holds a joint which does not slide.
//!
//! With s from the anchor to the position, at most the yield stretch d, and the largest force f:
//!
//! ```text
//! T = (f / d) s + b qd,    F = -T, but no larger than f
//! ```
//!
//! d is a constant angle or distance, by which the joint moves under any load up to f; the position, of which s is a difference, is that divided
//! by the length of the axis.
//!
//! The anchor slides at a distance of d (an elastoplastic slider: Dupont, Hayward, Armstrong & Altpeter, *Single state
//! elastoplastic friction models*, IEEE Trans. Autom. Control 47, 2002, section III, without the smooth transition). A held
//! joint comes to rest at the stretch which bears its load, and stays there. The spring never returns more energy than it took
//! or had at first: it is f d / 2 at most.
//!
//! The anchor moves at accepted steps only, so that within a step a position may be farther from it than d. The stretch counts
//! as d there, and T depends on the speed alone: friction opposes a motion that reverses within a step.
//!
//! A joint at rest has its load from the start: its first anchor is where the stretched spring bears it. Otherwise a load above f would accelerate
//! it along the stretch d with more than the difference: the joint would have broken away too easily.
//!
//! A method with fixed steps cannot follow the spring of a light joint. For such a step of h seconds, the force is that of the
//! law at the end of the step, `T = (f / d) (s + h qd) + b qd` with the speed qd at the end and at most f (backward Euler,
//! whose solution for such a law is unique), and it is constant throughout the step: [`DryFriction::impose`].

use super::joint_force::Response;

/// Deflection of a joint with an axis of length 1 under the largest force of dry friction (rad or m).
pub const YIELD_STRETCH: f64 = 1e-5;

/// The speed (rad/s or m/s) at which the dry friction of a ball's axes reaches seven tenths of its limit: a held axis creeps,
/// in proportion to the force on it. The law is F = -f qd / sqrt(qd^2 + creep^2).
pub const CREEP: f64 = 1e-4;

/// Damping of the spring for the inertia that the joint moves, as a part of critical damping.
const DAMPING: f64 = 0.5;

/// Dry friction of a joint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DryFriction {
    /// The largest force f (N m or N).
    limit: f64,
    /// The yield stretch d: the deflection of the joint's position under that force (rad or m).
    stretch: f64,
    /// Damping b of the spring (force per rad/s or m/s).
    damping: f64,
    /// Rest position of the spring (rad or m); none if it is not known yet, or the joint has no such spring.
    anchor: Option<f64>,
    /// Whether the anchor is that of a joint at rest whose load is not known yet.
    is_unloaded: bool,
    /// The resistance T (N m or N) imposed during a fixed step, instead of the law.
    imposed: Option<f64>,
}

impl DryFriction {
    /// Creates friction with a limit of `limit` (N m or N) for a joint whose position moves an inertia (kg m2 or kg), without an anchor. The
    /// joint turns or slides by its position times `length`, that of its axis.
    #[must_use]
    pub fn new(limit: f64, inertia: f64, length: f64) -> Self {
        let stretch = YIELD_STRETCH / length;
        DryFriction {
            limit,
            stretch,
            damping: 2.0 * DAMPING * (limit / stretch * inertia).sqrt(),
            ..DryFriction::default()
        }
    }

    /// Returns the largest force (N m or N).
    #[must_use]
    pub fn limit(&self) -> f64 {
        self.limit
    }

    /// Imposes a resistance (N m or N) until the end of a step, or restores the law.
    pub fn impose(&mut self, resistance: Option<f64>) {
        self.imposed = resistance;
    }

    /// Whether a resistance is imposed.
    #[must_use]
    pub fn is_imposed(&self) -> bool {
        self.imposed.is_some()
    }

    /// Returns the unlimited resistance at the end of a step of `h` seconds from the position `q`: a constant, and a factor of
    /// the speed at the end.
    #[must_use]
    pub fn unlimited(&self, q: f64, h: f64) -> [f64; 2] {
        let Some(anchor) = self.anchor else {
            return [0.0, self.limit / CREEP];
        };
        let stiffness = self.limit / self.stretch;
        let stretch = (q - anchor).clamp(-self.stretch, self.stretch);
        [stiffness * stretch, stiffness * h + self.damping]
    }

    /// Whether it exerts no force.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.limit == 0.0
    }

    /// Returns the rest position of the spring (rad or m).
    #[must_use]
    pub fn anchor(&self) -> Option<f64> {
        self.anchor
    }

    /// Sets or removes the anchor.
    pub fn set_anchor(&mut self, anchor: Option<f64>) {
        self.anchor = anchor.filter(|_| !self.is_none());
        self.is_unloaded = false;
    }

    /// Sets the anchor for a joint that has moved at the speed `qd` up to `q`, if there is none.
    pub fn anchor_at(&mut self, q: f64, qd: f64) {
        if self.anchor.is_none() && !self.is_none() {
            let part = (self.damping * qd / self.limit).clamp(-1.0, 1.0);
            self.anchor = Some(q - part * self.stretch);
            self.is_unloaded = qd == 0.0;
        }
    }

    /// Whether the anchor is that of a joint at rest whose load is not known yet: its spring is not stretched.
    #[must_use]
    pub fn is_unloaded(&self) -> bool {
        self.is_unloaded
    }

    /// Moves the anchor of such a joint, so that the stretched spring bears the load that is the imposed resistance.
    pub fn take_load(&mut self) {
        if !std::mem::take(&mut self.is_unloaded) {
            return;
        }
        if let (Some(anchor), Some(load)) = (&mut self.anchor, self.imposed)
            && load.is_finite()
        {
            *anchor -= load / self.limit * self.stretch;
        }
    }

    /// Moves the anchor to follow the position `q` of an accepted step.
    pub fn drag_to(&mut self, q: f64) {
        if let Some(anchor) = &mut self.anchor {
            let stretch = q - *anchor;
            if stretch.abs() > self.stretch {
                *anchor = q - self.stretch.copysign(stretch);
            }
        }
    }

    /// Returns the unlimited force of the spring and its damper, and the stretch of the spring.
    fn trial(&self, anchor: f64, q: f64, qd: f64) -> [f64; 2] {
        let stretch = q - anchor;
        let held = stretch.clamp(-self.stretch, self.stretch);
        [
            self.limit / self.stretch * held + self.damping * qd,
            stretch,
        ]
    }

    /// Returns the angular frequency (rad/s) of the joint's inertia on the spring; zero if the inertia is zero.
    #[must_use]
    pub fn rate(&self) -> f64 {
        match self.damping > 0.0 {
            true => 2.0 * DAMPING * self.limit / (self.stretch * self.damping),
            false => 0.0,
        }
    }

    /// Whether the spring holds the joint.
    #[must_use]
    pub fn holds(&self, q: f64, qd: f64) -> bool {
        self.anchor.is_some() && !self.slides(q, qd)
    }

    /// Whether the joint slides.
    #[must_use]
    pub fn slides(&self, q: f64, qd: f64) -> bool {
        self.anchor
            .is_some_and(|anchor| self.trial(anchor, q, qd)[0].abs() >= self.limit)
    }

    /// Returns the force and its derivatives.
    #[must_use]
    #[inline]
    pub fn respond(&self, q: f64, qd: f64) -> Response {
        if let Some(resistance) = self.imposed {
            return Response {
                force: -resistance,
                ..Response::default()
            };
        }
        let Some(anchor) = self.anchor else {
            let speed = libm::hypot(qd, CREEP);
            return Response {
                force: -self.limit * qd / speed,
                by_position: 0.0,
                by_velocity: -self.limit * (CREEP / speed).powi(2) / speed,
            };
        };
        let [trial, stretch] = self.trial(anchor, q, qd);
        if trial.abs() >= self.limit {
            return Response {
                force: -self.limit.copysign(trial),
                ..Response::default()
            };
        }
        let within = stretch.abs() < self.stretch;
        Response {
            force: -trial,
            by_position: if within {
                -self.limit / self.stretch
            } else {
                0.0
            },
            by_velocity: -self.damping,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held() -> DryFriction {
        let mut dry = DryFriction::new(0.3, 0.02, 1.0);
        dry.set_anchor(Some(0.5));
        dry
    }

    #[test]
    fn derivatives_agree_with_differences() {
        let dry = held();
        let d = YIELD_STRETCH;
        for (s, qd) in [(0.3, 1e-5), (-0.6, 2e-5), (3.0, -0.01), (0.2, 0.5)] {
            let q = 0.5 + s * d;
            let (h, w) = (1e-4 * d, 1e-7);
            let at = |q: f64, qd: f64| dry.respond(q, qd).force;
            let response = dry.respond(q, qd);
            let by_position = (at(q + h, qd) - at(q - h, qd)) / (2.0 * h);
            let by_velocity = (at(q, qd + w) - at(q, qd - w)) / (2.0 * w);
            assert!(
                (by_position - response.by_position).abs() < 1e-4 * 0.3 / d,
                "{s} {qd}: {by_position} {response:?}"
            );
            assert!(
                (by_velocity - response.by_velocity).abs() < 1e-4 * dry.damping,
                "{s} {qd}: {by_velocity} {response:?}"
            );
        }
    }

    /// Moved repeatedly, in steps of any size, it removes energy and never adds any.
    #[test]
    fn it_gives_back_no_more_than_its_spring_holds() {
        let mut dry = held();
        let (mut q, mut taken) = (0.5, 0.0);
        for step in 0..4000 {
            let t = f64::from(step) * 1e-3;
            let qd = 0.02 * libm::sin(7.0 * t) + 0.03 * libm::sin(31.0 * t);
            let next = q + 1e-3 * qd;
            taken -= dry.respond(next, qd).force * (next - q);
            q = next;
            dry.drag_to(q);
            assert!(taken > -0.3 * YIELD_STRETCH / 2.0, "{step}: {taken}");
        }
        assert!(taken > 1e-3, "{taken}");
    }

    #[test]
    fn what_slides_keeps_the_largest_force_until_it_turns_round() {
        let mut dry = held();
        dry.drag_to(0.7);
        assert_eq!(dry.respond(0.7, 1.0).force, -0.3);
        assert!(dry.slides(0.7, 1.0));
        // Within a step, far beyond the anchor: against motion in either direction.
        assert_eq!(dry.respond(0.8, 1.0).force, -0.3);
        assert_eq!(dry.respond(0.8, -1.0).force, 0.3);
        assert!(!dry.slides(0.7, -1e-6));
    }

    #[test]
    fn without_friction_there_is_no_anchor() {
        let mut dry = DryFriction::new(0.0, 1.0, 1.0);
        dry.set_anchor(Some(1.0));
        dry.anchor_at(0.3, 0.1);
        assert_eq!(dry.anchor(), None);
        assert!(dry.is_none());
    }

    #[test]
    fn the_spring_of_a_joint_at_rest_bears_its_load_from_the_start() {
        for (load, moved) in [(0.12, 0.4), (-0.3, -1.0), (f64::NAN, 0.0)] {
            let mut dry = DryFriction::new(0.3, 0.02, 2.5);
            dry.anchor_at(0.5, 0.0);
            assert!(dry.is_unloaded());
            dry.impose(Some(load));
            dry.take_load();
            dry.impose(None);
            assert!(!dry.is_unloaded());
            let expected = 0.5 - moved * YIELD_STRETCH / 2.5;
            assert!((dry.anchor().unwrap() - expected).abs() < 1e-15, "{load}");
            if load.is_finite() {
                let force = dry.respond(0.5, 0.0).force;
                assert!((force + load).abs() < 1e-10, "{force} {load}");
            }
        }
        // What moves has no load that is unknown.
        let mut dry = DryFriction::new(0.3, 0.02, 1.0);
        dry.anchor_at(0.5, 1.0);
        assert!(!dry.is_unloaded());
    }
}
