//! The ground contacts seen by the stages of a step.

use crate::dynamics::{Model, Motions};
use nalgebra::Vector3;

/// Which part of a step asks for the forces of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nobody's step: what the forces are.
    Look,
    /// A step of one stage, or the first stage.
    First,
    /// The second stage: springs are followed ahead along what [`Watch::ahead`] tells, and the resistance leaves out what
    /// [`Watch::known`] tells.
    Second,
}

/// What the stages of a step see of the contact, and what they know beforehand. Scratch memory, as long as the figure has
/// points of contact and bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    /// Whether the ground has acted in this step.
    pub acted: bool,
    /// Whether other bodies that are free to move have touched the figure in this step.
    pub pushed: bool,
    /// Points that a stage of this step has seen in the ground or tied to it.
    seen: Vec<bool>,
    /// Velocity along the ground in the world (m/s) of points that slid in the first stage, faster than the slip speed.
    sliding: Vec<Option<Vector3<f64>>>,
    /// Points that come to rest, or turn round, within the step.
    held: Vec<bool>,
    /// Whether the step has one stage only, or no measured error.
    drags: bool,
    /// The largest rate (1/s) at which the exponential spring of the ground rises or falls under a point of a stage of this step.
    rise: f64,
    /// Whether one was found that was not known before.
    pub found_rest: bool,
    /// The velocity z of each body that a second stage follows springs along.
    pub ahead: Motions,
    /// The part s of each body's acceleration that the resistance of a second stage does not act on, but for the centripetal
    /// one of its points.
    pub known: Motions,
    /// Bodies with a point in contact, and those between such a body and the root.
    pub near: Vec<bool>,
}

impl Watch {
    /// Gives every list its length.
    pub fn resize(&mut self, model: &Model, points: usize) {
        self.seen.resize(points, false);
        self.sliding.resize(points, None);
        self.held.resize(points, false);
        self.ahead.fit(model);
        self.known.fit(model);
        self.near.resize(model.bodies(), false);
    }

    /// A step begins.
    pub fn begin(&mut self, drags: bool) {
        self.drags = drags;
        self.held.fill(false);
        self.begin_again();
    }

    /// Starts the step again; points that were found to come to rest remain so.
    pub fn begin_again(&mut self) {
        self.acted = false;
        self.pushed = false;
        self.found_rest = false;
        self.rise = 0.0;
        self.seen.fill(false);
        self.sliding.fill(None);
    }

    /// Records that a stage finds a point in the ground or tied to it.
    #[inline]
    pub fn sees(&mut self, point: usize) {
        self.seen[point] = true;
    }

    /// Records the rate (1/s) at which the spring of the ground rises or falls at a point in a stage.
    #[inline]
    pub fn rises(&mut self, rate: f64) {
        self.rise = self.rise.max(rate);
    }

    /// The largest of these rates in this step (1/s).
    pub fn rise(&self) -> f64 {
        self.rise
    }

    /// Whether a stage of this step has seen a point there.
    #[inline]
    pub fn has_seen(&self, point: usize) -> bool {
        self.seen[point]
    }

    /// Speed change of a sliding point per newton within the step, for the friction law (see [`crate::contact::Rub::stopping`]):
    /// `most` in a step of one stage, which cannot tell whether the point stops within it; with two stages zero, until the point
    /// was found to come to rest.
    #[inline]
    pub fn stopping(&self, point: usize, most: f64) -> f64 {
        if self.drags {
            most
        } else if self.held[point] {
            f64::INFINITY
        } else {
            0.0
        }
    }

    /// Records that a point slides along the ground at `velocity` (m/s, world) in a stage. If it slid in the first stage and
    /// does not slide, or slides back, in the second, it comes to rest within the step: the derivative of sliding friction is
    /// not valid over it.
    pub fn slides(&mut self, point: usize, stage: Stage, velocity: Vector3<f64>, slip_speed: f64) {
        match (stage, self.sliding[point]) {
            (Stage::First, _) if velocity.norm() > slip_speed => {
                self.sliding[point] = Some(velocity);
            }
            (Stage::Second, Some(before))
                if !self.held[point] && before.dot(&velocity) < before.norm() * slip_speed =>
            {
                self.held[point] = true;
                self.found_rest = true;
            }
            _ => {}
        }
    }
}
