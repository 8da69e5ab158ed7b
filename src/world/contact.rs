//! A corpus on the ground: finds the points that touch, applies the ground's forces, ties and releases sticky feet.

use super::corpus::Corpus;
use crate::contact::{Ground, GroundScale, PointForce, Touch};
use crate::dynamics::{Carried, kinematics_once};
use nalgebra::Vector3;

/// What a body's ground forces are multiplied by (1 or kg).
fn scale_for(corpus: &Corpus, ground: &Ground, body: usize) -> f64 {
    match ground.scale {
        GroundScale::Total => corpus.distal_masses[0],
        GroundScale::Body => corpus.model.inertia(body).mass,
        GroundScale::None => 1.0,
    }
}

/// Whether a point of a body is tied to the ground.
fn is_tied(corpus: &Corpus, body: usize) -> bool {
    let anchors = &corpus.anchors[corpus.touch[body].range.clone()];
    corpus.sticky[body] && anchors.iter().any(Option::is_some)
}

/// Whether a point of the body is in the ground, or tied to it, at the state in the workspace: whether
/// [`apply_ground`] finds something to apply there.
pub(super) fn is_in_contact(corpus: &Corpus, ground: &Ground, body: usize) -> bool {
    let touch = &corpus.touch[body];
    let height = corpus.workspace.world_position(body).z - ground.height;
    if is_tied(corpus, body) {
        return true;
    }
    if height > touch.radius {
        return false;
    }
    let up = corpus.workspace.world_rotation(body).row(2).transpose();
    corpus.points[touch.range.clone()]
        .iter()
        .any(|point| height + up.dot(point) < 0.0)
}

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
/// points and bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    /// Whether the ground has acted in this step.
    pub acted: bool,
    /// Points that a stage of this step has seen in the ground or tied to it.
    seen: Vec<bool>,
    /// Velocity along the ground in the world (m/s) of points that slid in the first stage, faster than the slip speed.
    sliding: Vec<Option<Vector3<f64>>>,
    /// Points that come to rest, or turn round, within the step.
    held: Vec<bool>,
    /// Whether friction is drag at all points: a step of one stage does not see whether a slide ends within it.
    pub drags: bool,
    /// Whether one was found that was not known before.
    pub found_rest: bool,
    /// The velocity z of each body that a second stage follows springs along.
    pub ahead: Vec<Carried>,
    /// The part s of each body's acceleration that the resistance of a second stage does not act on, but for the centripetal
    /// one of its points.
    pub known: Vec<Carried>,
    /// Bodies that carry a point in contact, or lie between such a one and the root.
    pub near: Vec<bool>,
}

impl Watch {
    /// Gives every list its length.
    pub fn resize(&mut self, bodies: usize, points: usize) {
        self.seen.resize(points, false);
        self.sliding.resize(points, None);
        self.held.resize(points, false);
        self.ahead.resize(bodies, Carried::NONE);
        self.known.resize(bodies, Carried::NONE);
        self.near.resize(bodies, false);
    }

    /// A step begins.
    pub fn begin(&mut self, drags: bool) {
        self.drags = drags;
        self.held.fill(false);
        self.begin_again();
    }

    /// The step is done once more; points that were found to come to rest stay so.
    pub fn begin_again(&mut self) {
        self.acted = false;
        self.found_rest = false;
        self.seen.fill(false);
        self.sliding.fill(None);
    }

    /// A stage sees a point slide along the ground at `velocity` (m/s, world). One that slid in the first stage and does not
    /// any more, or slides back, comes to rest within the step: the derivative of sliding friction is not valid over it.
    fn slides(&mut self, point: usize, stage: Stage, velocity: Vector3<f64>, slip_speed: f64) {
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

/// Finds the bodies that touch the ground and those that carry them, at the state in the workspace. False if none does.
pub(super) fn find_near(corpus: &mut Corpus, ground: &Ground) -> bool {
    let mut near = std::mem::take(&mut corpus.watch.near);
    let mut any = false;
    near.fill(false);
    for body in (0..corpus.model.bodies()).rev() {
        near[body] |= is_in_contact(corpus, ground, body);
        any |= near[body];
        if let (true, Some(parent)) = (near[body], corpus.model.parent(body)) {
            near[parent] = true;
        }
    }
    corpus.watch.near = near;
    any
}

/// Applies the forces of the ground at the state in the workspace; for h > 0 with the linearly implicit terms.
pub(super) fn apply_ground(corpus: &mut Corpus, ground: &Ground, h: f64, stage: Stage) {
    for body in 0..corpus.model.bodies() {
        let touch = &corpus.touch[body];
        let origin = corpus.workspace.world_position(body);
        let height = origin.z - ground.height;
        // Most bodies are nowhere near the ground.
        if height > touch.radius && !is_tied(corpus, body) {
            continue;
        }
        let rotation = corpus.workspace.world_rotation(body);
        let up = rotation.row(2).transpose();
        let angular = corpus.workspace.angular_velocity(body);
        let linear = corpus.workspace.linear_velocity(body);
        let scale = scale_for(corpus, ground, body);
        for i in touch.range.clone() {
            let point = corpus.points[i];
            let depth = -(height + up.dot(&point));
            let anchor = if corpus.sticky[body] {
                corpus.anchors[i]
            } else {
                None
            };
            if depth <= 0.0 && anchor.is_none() {
                continue;
            }
            let velocity = linear + angular.cross(&point);
            let mut ahead = velocity;
            let mut known = None;
            if stage == Stage::Second {
                ahead = corpus.watch.ahead[body].at(&point);
                known = Some(corpus.watch.known[body].at(&point) + angular.cross(&velocity));
            }
            if stage != Stage::Look {
                corpus.watch.acted = true;
                corpus.watch.seen[i] = true;
            }
            if depth > 0.0 {
                let slides = anchor.is_none();
                if slides && stage != Stage::Look {
                    let along = rotation * (velocity - up * velocity.dot(&up));
                    corpus.watch.slides(i, stage, along, ground.slip_speed);
                }
                let touch = Touch {
                    depth,
                    normal: up,
                    velocity,
                    scale,
                    slides,
                    ahead,
                    held: corpus.watch.drags || corpus.watch.held[i],
                };
                apply(corpus, body, &point, &ground.push(&touch, h), h, known);
                if corpus.book.listens() {
                    let now = ground.push(&touch, 0.0).force;
                    corpus
                        .book
                        .point(body, (&point, depth), (&now, &velocity), &up, &rotation);
                }
            }
            if let Some(anchor) = anchor {
                let stretch = rotation.tr_mul(&(origin - anchor)) + point;
                let ramp = ground.restitution_speed;
                let pull = ground.sticky.pull(stretch, velocity, ahead, scale, ramp, h);
                apply(corpus, body, &point, &pull, h, known);
                if corpus.book.listens() {
                    let now = ground
                        .sticky
                        .pull(stretch, velocity, ahead, scale, ramp, 0.0);
                    let tied = (&point, f64::INFINITY);
                    corpus
                        .book
                        .point(body, tied, (&now.force, &velocity), &up, &rotation);
                }
            }
        }
    }
}

/// A force at a point and, in an implicit step, its resistance to the point's acceleration, but for the part of that
/// which is `known` to the second stage of a method.
#[inline]
fn apply(
    corpus: &mut Corpus,
    body: usize,
    point: &Vector3<f64>,
    force: &PointForce,
    h: f64,
    known: Option<Vector3<f64>>,
) {
    if h == 0.0 {
        corpus.workspace.apply_force(body, *point, force.force);
        return;
    }
    let resistance = force.resistance();
    let mut push = force.force;
    if let Some(known) = known {
        push += resistance * known;
    }
    corpus.workspace.apply_force(body, *point, push);
    corpus.workspace.add_contact_term(body, *point, &resistance);
}

/// A point that came into the ground within a step without any stage having seen it there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overlooked {
    /// Velocity that the ground would have given to its body alone by the end of the step (m/s), by the speed at which
    /// it comes in and `speed`, the figure's own.
    pub error: f64,
    /// For how long it has been in the ground (s).
    pub since: f64,
}

/// The worst such point at the end of a step, whose state is in the workspace: with the depth d and the speed v inwards it
/// has been in the ground for d/v, and has missed half of the force that acts there now.
pub(super) fn find_overlooked(corpus: &Corpus, ground: &Ground, speed: f64) -> Option<Overlooked> {
    let mut worst: Option<Overlooked> = None;
    for body in 0..corpus.model.bodies() {
        let touch = &corpus.touch[body];
        let height = corpus.workspace.world_position(body).z - ground.height;
        if height > touch.radius {
            continue;
        }
        let up = corpus.workspace.world_rotation(body).row(2).transpose();
        for i in touch.range.clone() {
            let point = corpus.points[i];
            let depth = -(height + up.dot(&point));
            if depth <= 0.0 || corpus.watch.seen[i] {
                continue;
            }
            let velocity = corpus.workspace.point_velocity(body, point);
            let inwards = -velocity.dot(&up);
            if inwards <= 0.0 {
                continue;
            }
            let touch = Touch {
                depth,
                normal: up,
                velocity,
                scale: scale_for(corpus, ground, body),
                slides: false,
                ahead: velocity,
                held: false,
            };
            let force = ground.push(&touch, 0.0).force.norm();
            let since = depth / inwards;
            let missed = force / corpus.model.inertia(body).mass * since / 2.0;
            let error = missed / (speed + inwards);
            if worst.is_none_or(|worst| error > worst.error) {
                worst = Some(Overlooked { error, since });
            }
        }
    }
    worst
}

/// Ties the points of sticky bodies that have come into the ground to where they are, and releases those that are
/// stretched too far or belong to a leg that steps.
pub(super) fn anchor_feet(corpus: &mut Corpus, ground: &Ground, y: &[f64]) {
    kinematics_once(&corpus.model, y, &mut corpus.workspace);
    for body in 0..corpus.model.bodies() {
        if !corpus.sticky[body] {
            continue;
        }
        let origin = corpus.workspace.world_position(body);
        let rotation = corpus.workspace.world_rotation(body);
        for i in corpus.touch[body].range.clone() {
            let point = origin + rotation * corpus.points[i];
            let anchor = &mut corpus.anchors[i];
            *anchor = match *anchor {
                _ if corpus.stepping[body] => None,
                Some(at) if (point - at).norm() > ground.sticky.largest_length => None,
                None if point.z < ground.height => Some(point),
                kept => kept,
            };
        }
    }
}

#[cfg(test)]
mod tests;
