//! A corpus on the ground: finds the points that touch, applies the ground's forces, and keeps what holds them: stick points
//! of friction and sticky feet.

use super::corpus::Corpus;
use super::watch::Stage;
use crate::contact::{FrictionLaw, Ground, GroundScale, Hold, HoldKind, PointForce, Rub, Touch};
use crate::dynamics::kinematics_once;
use crate::geometry::NearPoint;
use nalgebra::{Matrix3, Vector3};

/// A body's place against the ground, in the axes of the dynamics.
struct Place {
    origin: Vector3<f64>,
    rotation: Matrix3<f64>,
    /// The ground's normal, body axes.
    up: Vector3<f64>,
    /// Height of the body's origin above the ground (m).
    height: f64,
    /// Whether all of the body is above the ground.
    is_above: bool,
}

/// A point of a body in the ground, or held by it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// Its number among the points of contact of the corpus.
    slot: usize,
    /// The point (m) and how it travels over the body, body axes.
    at: NearPoint,
    /// Depth below the ground (m).
    depth: f64,
}

/// What a body's ground forces are multiplied by (1 or kg).
fn scale_for(corpus: &Corpus, ground: &Ground, body: usize) -> f64 {
    match ground.scale {
        GroundScale::Total => corpus.distal_masses[0],
        GroundScale::Body => corpus.model.inertia(body).mass,
        GroundScale::None => 1.0,
    }
}

/// Whether the sphere about the origin of a body is above the ground. Most bodies are nowhere near it.
#[inline]
fn is_far(corpus: &Corpus, ground: &Ground, body: usize) -> bool {
    let height = corpus.workspace.world_position(body).z - ground.height;
    height > corpus.contacts[body].radius
}

/// The body's place; the box about it tells whether it is above the ground.
fn place(corpus: &Corpus, ground: &Ground, body: usize) -> Place {
    let contacts = &corpus.contacts[body];
    let origin = corpus.workspace.world_position(body);
    let rotation = corpus.workspace.world_rotation(body);
    let up = rotation.row(2).transpose();
    let height = origin.z - ground.height;
    Place {
        origin,
        up,
        rotation,
        height,
        is_above: height > contacts.reach_down(&up),
    }
}

/// Shows the points of a body that are in the ground, in the order of their slots; with `held`, those too that are tied to
/// it from above.
fn each_near(corpus: &Corpus, body: usize, place: &Place, held: bool, mut show: impl FnMut(Near)) {
    let contacts = &corpus.contacts[body];
    let is_tied = |slot: usize| {
        held && matches!(corpus.holds[slot], Some(hold) if hold.kind == HoldKind::Tied)
    };
    for slot in contacts.points.clone() {
        let point = corpus.points[slot];
        let depth = -(place.height + place.up.dot(&point));
        if depth > 0.0 || is_tied(slot) {
            let at = NearPoint {
                point,
                travel: None,
            };
            show(Near { slot, at, depth });
        }
    }
    for round in &corpus.rounds[contacts.rounds.clone()] {
        let feature = &round.feature;
        let lowest = place.height + place.up.dot(&feature.centre()) - feature.reach(&place.up);
        let slots = round.slot..round.slot + feature.points();
        if lowest >= 0.0 && !slots.clone().any(is_tied) {
            continue;
        }
        for (number, slot) in slots.enumerate() {
            let at = feature.near_point(&place.up, number);
            let depth = -(place.height + place.up.dot(&at.point));
            if depth > 0.0 || is_tied(slot) {
                show(Near { slot, at, depth });
            }
        }
    }
}

/// Whether a point of the body is in the ground, or tied to it, at the state in the workspace: whether
/// [`apply_ground`] finds something to apply there.
pub(super) fn is_in_contact(corpus: &Corpus, ground: &Ground, body: usize) -> bool {
    let held = corpus.sticky[body] && corpus.contacts[body].holding;
    if !held && is_far(corpus, ground, body) {
        return false;
    }
    let place = place(corpus, ground, body);
    if place.is_above && !held {
        return false;
    }
    let mut found = false;
    each_near(corpus, body, &place, held, |_| found = true);
    found
}

/// From where a point is held to the point (m), body axes.
fn stretch(place: &Place, hold: &Hold) -> Vector3<f64> {
    place.rotation.tr_mul(&(place.origin - hold.at)) + hold.point
}

/// What friction needs to know of a point that is not tied.
fn rub(corpus: &Corpus, ground: &Ground, place: &Place, slot: usize, stopping: f64) -> Rub {
    let stretch = match (ground.law, &corpus.holds[slot]) {
        (FrictionLaw::Stick, Some(hold)) if hold.kind != HoldKind::Tied => stretch(place, hold),
        _ => Vector3::zeros(),
    };
    Rub {
        stretch,
        mass: corpus.distal_masses[0],
        stopping,
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
    let mut nears = std::mem::take(&mut corpus.nears);
    for body in 0..corpus.model.bodies() {
        let held = corpus.sticky[body] && corpus.contacts[body].holding;
        if !held && is_far(corpus, ground, body) {
            continue;
        }
        let place = place(corpus, ground, body);
        if place.is_above && !held {
            continue;
        }
        nears.clear();
        each_near(corpus, body, &place, held, |near| nears.push(near));
        if nears.is_empty() {
            continue;
        }
        corpus.touched = true;
        corpus.watch.acted |= stage != Stage::Look;
        let angular = corpus.workspace.angular_velocity(body);
        let linear = corpus.workspace.linear_velocity(body);
        let scale = scale_for(corpus, ground, body);
        let stopping = h * corpus.contacts[body].mobility * nears.len() as f64;
        for near in &nears {
            let slot = near.slot;
            let tied = match corpus.holds[slot] {
                Some(hold) if held && hold.kind == HoldKind::Tied => Some(hold),
                _ => None,
            };
            if stage != Stage::Look {
                corpus.watch.sees(slot);
            }
            if near.depth > 0.0 {
                let point = near.at.point;
                let velocity = linear + angular.cross(&point);
                let rub = tied.is_none().then(|| {
                    let along = velocity - place.up * velocity.dot(&place.up);
                    let along = place.rotation * along;
                    corpus.watch.slides(slot, stage, along, ground.slip_speed);
                    let stopping = corpus.watch.stopping(slot, stopping);
                    rub(corpus, ground, &place, slot, stopping)
                });
                let touch = Touch {
                    depth: near.depth,
                    normal: place.up,
                    velocity,
                    scale,
                    rub,
                };
                let push = ground.push(&touch).force;
                let foreseen = foreseen(corpus, body, near, stage, &velocity);
                apply(corpus, body, &point, &push, &foreseen, h);
                if push.force != Vector3::zeros() && near.depth < ground.largest_depth {
                    let rise = ground.eb * velocity.dot(&place.up).abs();
                    corpus.watch.rise = corpus.watch.rise.max(rise);
                }
                if corpus.book.listens() {
                    let at = (&point, near.depth);
                    let (moving, axes) = ((&push.force, &velocity), &place.rotation);
                    corpus.book.point(body, at, moving, &place.up, axes);
                }
            }
            if let Some(hold) = tied {
                let stretch = stretch(&place, &hold);
                let velocity = linear + angular.cross(&hold.point);
                let speed = ground.restitution_speed;
                let pull = ground.sticky.pull(stretch, velocity, scale, speed);
                let at = NearPoint {
                    point: hold.point,
                    travel: None,
                };
                let foreseen = foreseen(corpus, body, &Near { at, ..*near }, stage, &velocity);
                apply(corpus, body, &hold.point, &pull, &foreseen, h);
                if corpus.book.listens() {
                    let at = (&hold.point, f64::INFINITY);
                    let (moving, axes) = ((&pull.force, &velocity), &place.rotation);
                    corpus.book.point(body, at, moving, &place.up, axes);
                }
            }
        }
    }
    corpus.nears = nears;
}

/// What a linearly implicit step knows of the motion of a point beforehand, body axes.
struct Foreseen {
    /// The velocity along which springs are followed ahead (m/s).
    ahead: Vector3<f64>,
    /// The part of the acceleration of the point of the body that the resistance does not act on (m/s2).
    known: Option<Vector3<f64>>,
}

/// In the first stage the springs follow the present velocity, and the resistance acts on the whole change of the velocity at
/// the place of contact. On a round body that place travels, so that this is more than the acceleration of the point that is
/// there. In the second stage the resistance acts on lambda2 - lambda1 alone (see [`super::midpoint`]).
#[inline]
fn foreseen(
    corpus: &Corpus,
    body: usize,
    near: &Near,
    stage: Stage,
    velocity: &Vector3<f64>,
) -> Foreseen {
    let (point, angular) = (&near.at.point, corpus.workspace.angular_velocity(body));
    if stage == Stage::Second {
        let watch = &corpus.watch;
        return Foreseen {
            ahead: watch.ahead[body].at(point),
            known: Some(watch.known[body].at(point) + angular.cross(velocity)),
        };
    }
    Foreseen {
        ahead: *velocity,
        known: near.at.travel.map(|t| -angular.cross(&(t * angular))),
    }
}

/// A force at a point and, in an implicit step, its resistance to the point's acceleration.
#[inline]
fn apply(
    corpus: &mut Corpus,
    body: usize,
    point: &Vector3<f64>,
    force: &PointForce,
    foreseen: &Foreseen,
    h: f64,
) {
    if h == 0.0 {
        corpus.workspace.apply_force(body, *point, force.force);
        return;
    }
    let resistance = force.resistance(h);
    let mut push = force.ahead(h, &foreseen.ahead);
    if let Some(known) = &foreseen.known {
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
        if is_far(corpus, ground, body) {
            continue;
        }
        let place = place(corpus, ground, body);
        if place.is_above {
            continue;
        }
        let scale = scale_for(corpus, ground, body);
        let mass = corpus.model.inertia(body).mass;
        each_near(corpus, body, &place, false, |near| {
            if corpus.watch.has_seen(near.slot) {
                return;
            }
            let velocity = corpus.workspace.point_velocity(body, near.at.point);
            let inwards = -velocity.dot(&place.up);
            if inwards <= 0.0 {
                return;
            }
            let touch = Touch {
                depth: near.depth,
                normal: place.up,
                velocity,
                scale,
                rub: None,
            };
            let since = near.depth / inwards;
            let missed = ground.push(&touch).pressing / mass * since / 2.0;
            let error = missed / (speed + inwards);
            if worst.is_none_or(|worst| error > worst.error) {
                worst = Some(Overlooked { error, since });
            }
        });
    }
    worst
}

/// Whether an accepted step may change what holds the points of a corpus.
pub(super) fn has_holds(corpus: &Corpus, ground: &Ground) -> bool {
    corpus.sticky.contains(&true)
        || ground.law == FrictionLaw::Stick
            && (corpus.touched || corpus.contacts.iter().any(|contacts| contacts.holding))
}

/// Brings what holds the points up to date with the state after an accepted step of `h` seconds. Points of sticky bodies that have come into the ground
/// are tied to where they are, and released where they are stretched too far or belong to a leg that steps. Stick points
/// are set where a point has come into the ground, slide along where friction is at its limit, and vanish where the point
/// has left the ground.
pub(super) fn hold_points(corpus: &mut Corpus, ground: &Ground, h: f64, y: &[f64]) {
    kinematics_once(&corpus.model, y, &mut corpus.workspace);
    corpus.touched = false;
    let mut nears = std::mem::take(&mut corpus.nears);
    for body in 0..corpus.model.bodies() {
        let holding = corpus.contacts[body].holding;
        if !holding && is_far(corpus, ground, body) {
            continue;
        }
        let place = place(corpus, ground, body);
        if place.is_above && !holding {
            continue;
        }
        nears.clear();
        each_near(corpus, body, &place, true, |near| nears.push(near));
        let mut found = nears.iter().peekable();
        let mut holds = false;
        for slot in corpus.contacts[body].slots() {
            let next = match found.next_if(|near| near.slot == slot) {
                Some(near) => next_hold(corpus, ground, h, body, &place, near),
                None => None,
            };
            holds |= next.is_some();
            corpus.holds[slot] = next;
        }
        corpus.contacts[body].holding = holds;
    }
    corpus.nears = nears;
}

/// What holds a point from now on, that is in the ground or was tied to it.
fn next_hold(
    corpus: &Corpus,
    ground: &Ground,
    h: f64,
    body: usize,
    place: &Place,
    near: &Near,
) -> Option<Hold> {
    let point = near.at.point;
    let here = place.origin + place.rotation * point;
    let fresh = |kind| Hold {
        kind,
        at: here,
        point,
    };
    let in_ground = near.depth > 0.0;
    let sticks = corpus.sticky[body] && !corpus.stepping[body];
    let kind = match corpus.holds[near.slot].filter(|_| sticks) {
        Some(hold) if hold.kind == HoldKind::Tied => {
            if stretch(place, &hold).norm() <= ground.sticky.largest_length {
                return Some(hold);
            }
            return in_ground.then(|| fresh(HoldKind::Torn));
        }
        _ if !in_ground => return None,
        Some(hold) if hold.kind == HoldKind::Torn => HoldKind::Torn,
        _ if sticks => return Some(fresh(HoldKind::Tied)),
        _ => HoldKind::Friction,
    };
    if ground.law == FrictionLaw::Slide {
        return (kind == HoldKind::Torn).then(|| fresh(kind));
    }
    let hold = match corpus.holds[near.slot] {
        Some(hold) if hold.kind != HoldKind::Tied => Hold { kind, ..hold },
        _ => return Some(fresh(kind)),
    };
    Some(slid_along(corpus, ground, h, body, place, near, &hold))
}

/// The stick point after the step. On a round body it goes with the place of contact; the stretch of the spring grows by
/// the way of the point that was there.
fn slid_along(
    corpus: &Corpus,
    ground: &Ground,
    h: f64,
    body: usize,
    place: &Place,
    near: &Near,
    hold: &Hold,
) -> Hold {
    let (n, point) = (place.up, near.at.point);
    let angular = corpus.workspace.angular_velocity(body);
    let velocity = corpus.workspace.linear_velocity(body) + angular.cross(&point);
    let scale = scale_for(corpus, ground, body);
    let rub = Rub {
        stretch: stretch(place, hold),
        mass: corpus.distal_masses[0],
        stopping: 0.0,
    };
    let touch = Touch {
        depth: near.depth,
        normal: n,
        velocity,
        scale,
        rub: None,
    };
    let pressing = ground.push(&touch).pressing;
    let sliding = velocity - n * velocity.dot(&n);
    let stretch = match ground.slid_along(&touch, pressing, &sliding, &rub, h) {
        Some(stretch) => stretch,
        // What sticks stays as it is, to the last bit.
        None if point == hold.point => return *hold,
        None => rub.stretch - n * rub.stretch.dot(&n),
    };
    Hold {
        at: place.origin + place.rotation * (point - stretch),
        point,
        ..*hold
    }
}

#[cfg(test)]
mod tests;
