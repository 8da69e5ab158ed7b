//! The ground contacts seen by the stages of a step.

use crate::contact::{Touch, Trial};
use corpus_dynamics::{Model, Motions};
use nalgebra::{Matrix3, Vector3};

/// The part of a step that evaluates the forces of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// No step: the present forces.
    Look,
    /// A step of one stage, or the first stage.
    First,
    /// The second stage: springs are extrapolated along [`StepEvents::ahead`], and the resistance omits [`StepEvents::known`].
    Second,
}

/// What the stages of a step have seen of a point of contact.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Whether it was in the ground or tied to it.
    near: bool,
    /// Its outward speed (m/s) in the ground, at the last stage that has seen it there.
    outward: f64,
    /// Its velocity along the ground in the world (m/s), if it slid in the first stage, faster than the slip speed.
    sliding: Option<Vector3<f64>>,
    /// Whether it comes to rest, or reverses, within the step.
    held: bool,
    /// Trial of its friction at the start of the step, world axes.
    trial: Trial,
}

/// Contacts seen by the stages of a step, and motion known beforehand. Scratch memory, as long as the figure has points of
/// contact and bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct StepEvents {
    /// Whether the ground, a `pull`, a push or an attachment has acted in this step.
    pub acted: bool,
    /// Whether a closed loop was among them.
    pub looped: bool,
    /// Whether the ground has acted in this step.
    pub grounded: bool,
    /// Whether other bodies that are free to move have touched the figure in this step.
    pub pushed: bool,
    /// Whether the derivatives of friction by the normal force are part of the present stage.
    pub couples: bool,
    /// Whether the articulated inertia was not positive with them in this step: friction jams the figure, and they are left out.
    pub jammed: bool,
    /// What the stages of this step have seen of each point of contact.
    points: Vec<Seen>,
    /// Those of which they have seen something.
    marked: Vec<usize>,
    /// Points that the second stage was the first to see in the ground, with their bodies; without friction.
    pub arrived: Vec<(usize, Touch)>,
    /// Whether the step has one stage only, or no measured error.
    drags: bool,
    /// The largest rate (1/s) of the exponential spring of the ground under a point, in a stage of this step.
    rise: f64,
    /// Whether a stage found a point that comes to rest and was not known before.
    pub found_rest: bool,
    /// The velocity z of each body along which a second stage extrapolates springs.
    pub ahead: Motions,
    /// The part s of each body's acceleration on which the resistance of a second stage does not act, without the centripetal
    /// acceleration of its points.
    pub known: Motions,
    /// Bodies with a point in contact, and those between such a body and the root.
    pub near: Vec<bool>,
}

impl StepEvents {
    /// Sets the length of every list.
    pub fn resize(&mut self, model: &Model, points: usize) {
        // A new model has other points: none of them has been seen.
        self.points.clear();
        self.points.resize(points, Seen::default());
        // Reserved here, so that a step allocates nothing.
        self.marked = Vec::with_capacity(points);
        self.arrived = Vec::with_capacity(points);
        self.ahead.fit(model);
        self.known.fit(model);
        self.near.resize(model.bodies(), false);
    }

    /// Starts a step.
    pub fn begin(&mut self, drags: bool) {
        self.drags = drags;
        self.couples = false;
        self.jammed = false;
        for &point in &self.marked {
            self.points[point].held = false;
        }
        self.begin_again();
    }

    /// Restarts the step; points that were found to come to rest remain so, and so does a figure that jams.
    pub fn begin_again(&mut self) {
        self.acted = false;
        self.looped = false;
        self.grounded = false;
        self.pushed = false;
        self.found_rest = false;
        self.rise = 0.0;
        self.arrived.clear();
        let points = &mut self.points;
        self.marked.retain(|&point| {
            let held = points[point].held;
            points[point] = Seen {
                held,
                ..Seen::default()
            };
            held
        });
    }

    /// Records that a stage found a point in the ground or tied to it.
    #[inline]
    pub fn sees(&mut self, point: usize) {
        let seen = &mut self.points[point];
        // A point that was found to come to rest is marked already.
        if !seen.near && !seen.held {
            self.marked.push(point);
        }
        seen.near = true;
    }

    /// Records that a stage found a point of a body in the ground; call it before [`StepEvents::sees`].
    #[inline]
    pub fn touches(&mut self, (body, point): (usize, usize), stage: Stage, touch: &Touch) {
        self.points[point].outward = touch.velocity.dot(&touch.normal);
        if stage == Stage::Second && !self.points[point].near {
            self.arrived.push((
                body,
                Touch {
                    friction_input: None,
                    ..*touch
                },
            ));
        }
    }

    /// Returns the outward speed (m/s) of a point in the ground, at the last stage that has seen it there.
    pub fn outward(&self, point: usize) -> f64 {
        self.points[point].outward
    }

    /// Records the trial of the friction at a point of a body with these axes, in a stage; call it before [`StepEvents::sees`]. The
    /// first evaluation of a step is at its start.
    #[inline]
    pub fn record_trial(
        &mut self,
        (point, stage): (usize, Stage),
        trial: &Trial,
        axes: &Matrix3<f64>,
    ) {
        let seen = &mut self.points[point];
        if stage == Stage::First && !seen.near {
            let force = axes * trial.force;
            seen.trial = Trial { force, ..*trial };
        }
    }

    /// Returns the trial of the friction at a point of a body with these axes at the start of the step, in the body's axes; zero
    /// if the point was not in the ground there.
    pub fn trial(&self, point: usize, axes: &Matrix3<f64>) -> Trial {
        let trial = &self.points[point].trial;
        let force = axes.tr_mul(&trial.force);
        Trial { force, ..*trial }
    }

    /// Records the rate (1/s) of the ground's exponential spring at a point in a stage.
    #[inline]
    pub fn rises(&mut self, rate: f64) {
        self.rise = self.rise.max(rate);
    }

    /// Returns the largest of these rates in this step (1/s).
    pub fn rise(&self) -> f64 {
        self.rise
    }

    /// Whether a stage of this step has seen a point in the ground.
    #[inline]
    pub fn has_seen(&self, point: usize) -> bool {
        self.points[point].near
    }

    /// Returns the speed change of a sliding point per newton within the step, for the friction law (see
    /// [`crate::contact::FrictionInput::stopping`]): `most` in a step of one stage, which cannot find out whether the point stops within
    /// it; with two stages zero, until the point was found to come to rest.
    #[inline]
    pub fn stopping(&self, point: usize, most: f64) -> f64 {
        if self.drags {
            most
        } else if self.points[point].held {
            f64::INFINITY
        } else {
            0.0
        }
    }

    /// Records that a point slides along the ground at `velocity` (m/s, world) in a stage. If it slid in the first stage and
    /// does not slide, or slides back, in the second, it comes to rest within the step: the derivative of sliding friction is
    /// not valid over it.
    pub fn slides(&mut self, point: usize, stage: Stage, velocity: Vector3<f64>, slip_speed: f64) {
        let seen = &mut self.points[point];
        match (stage, seen.sliding) {
            (Stage::First, _) if velocity.norm() > slip_speed => {
                seen.sliding = Some(velocity);
            }
            (Stage::Second, Some(before))
                if !seen.held && before.dot(&velocity) < before.norm() * slip_speed =>
            {
                seen.held = true;
                self.found_rest = true;
            }
            _ => {}
        }
    }
}
