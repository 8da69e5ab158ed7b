//! A corpus on the ground: finds the points that touch, applies the ground's forces, and keeps what holds them: stick points
//! of friction and sticky feet.

use super::corpus::Corpus;
use crate::contact::{FrictionLaw, Ground, GroundScale, Hold, HoldKind, PointForce, Rub, Touch};
use crate::dynamics::kinematics;
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

/// The body's place, unless all of it is above the ground. Most bodies are nowhere near.
fn place(corpus: &Corpus, ground: &Ground, body: usize) -> Result<Place, Place> {
    let contacts = &corpus.contacts[body];
    let origin = corpus.workspace.world_position(body);
    let rotation = corpus.workspace.world_rotation(body);
    let place = Place {
        origin,
        up: rotation.row(2).transpose(),
        rotation,
        height: origin.z - ground.height,
    };
    // The sphere about the origin first, then the box.
    if place.height > contacts.radius || place.height > contacts.reach_down(&place.up) {
        Err(place)
    } else {
        Ok(place)
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
    let place = match place(corpus, ground, body) {
        Ok(place) => place,
        Err(place) if held => place,
        Err(_) => return false,
    };
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

/// Applies the forces of the ground at the state in the workspace; for h > 0 with the linearly implicit terms.
pub(super) fn apply_ground(corpus: &mut Corpus, ground: &Ground, h: f64) {
    let mut nears = std::mem::take(&mut corpus.nears);
    for body in 0..corpus.model.bodies() {
        let held = corpus.sticky[body] && corpus.contacts[body].holding;
        let place = match place(corpus, ground, body) {
            Ok(place) => place,
            Err(place) if held => place,
            Err(_) => continue,
        };
        nears.clear();
        each_near(corpus, body, &place, held, |near| nears.push(near));
        corpus.touched |= !nears.is_empty();
        let angular = corpus.workspace.angular_velocity(body);
        let linear = corpus.workspace.linear_velocity(body);
        let scale = scale_for(corpus, ground, body);
        let stopping = h * corpus.contacts[body].mobility * nears.len() as f64;
        for near in &nears {
            let point = near.at.point;
            let velocity = linear + angular.cross(&point);
            // On a round body the point of contact travels, and its velocity changes by that, too.
            let travelling = near.at.travel.map(|t| angular.cross(&(t * angular)));
            let tied = match corpus.holds[near.slot] {
                Some(hold) if held && hold.kind == HoldKind::Tied => Some(hold),
                _ => None,
            };
            if near.depth > 0.0 {
                let rub = tied
                    .is_none()
                    .then(|| rub(corpus, ground, &place, near.slot, stopping));
                let touch = Touch {
                    depth: near.depth,
                    normal: place.up,
                    velocity,
                    scale,
                    rub,
                };
                let push = ground.push(&touch).force;
                apply(
                    corpus,
                    body,
                    &point,
                    &push,
                    (&velocity, travelling.as_ref()),
                    h,
                );
            }
            if let Some(hold) = tied {
                let stretch = stretch(&place, &hold);
                let (point, speed) = (hold.point, ground.restitution_speed);
                let velocity = linear + angular.cross(&point);
                let pull = ground.sticky.pull(stretch, velocity, scale, speed);
                apply(corpus, body, &point, &pull, (&velocity, None), h);
            }
        }
    }
    corpus.nears = nears;
}

/// A force at a point and, in an implicit step, its resistance to the point's acceleration. `travelling` is what the
/// velocity at the place of contact changes by beyond the acceleration of the point that is there.
#[inline]
fn apply(
    corpus: &mut Corpus,
    body: usize,
    point: &Vector3<f64>,
    force: &PointForce,
    (velocity, travelling): (&Vector3<f64>, Option<&Vector3<f64>>),
    h: f64,
) {
    if h == 0.0 {
        corpus.workspace.apply_force(body, *point, force.force);
        return;
    }
    let resistance = force.resistance(h);
    let mut ahead = force.ahead(h, velocity);
    if let Some(travelling) = travelling {
        ahead -= resistance * travelling;
    }
    corpus.workspace.apply_force(body, *point, ahead);
    corpus.workspace.add_contact_term(body, *point, &resistance);
}

/// Whether an accepted step may change what holds the points of a corpus.
pub(super) fn has_holds(corpus: &Corpus, ground: &Ground) -> bool {
    corpus.sticky.contains(&true)
        || ground.law == FrictionLaw::Stick
            && (corpus.touched || corpus.contacts.iter().any(|contacts| contacts.holding))
}

/// Brings what holds the points up to date with an accepted state. Points of sticky bodies that have come into the ground
/// are tied to where they are, and released where they are stretched too far or belong to a leg that steps. Stick points
/// are set where a point has come into the ground, slide along where friction is at its limit, and vanish where the point
/// has left the ground.
pub(super) fn hold_points(corpus: &mut Corpus, ground: &Ground, y: &[f64]) {
    kinematics(&corpus.model, y, &mut corpus.workspace);
    corpus.touched = false;
    let mut nears = std::mem::take(&mut corpus.nears);
    for body in 0..corpus.model.bodies() {
        let holding = corpus.contacts[body].holding;
        let place = match place(corpus, ground, body) {
            Ok(place) => place,
            Err(place) if holding => place,
            Err(_) => continue,
        };
        nears.clear();
        each_near(corpus, body, &place, true, |near| nears.push(near));
        let mut found = nears.iter().peekable();
        let mut holds = false;
        for slot in corpus.contacts[body].slots() {
            let next = match found.next_if(|near| near.slot == slot) {
                Some(near) => next_hold(corpus, ground, body, &place, near),
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
        _ => fresh(kind),
    };
    Some(slid_along(corpus, ground, body, place, near, &hold))
}

/// The stick point after the step. On a round body it goes with the place of contact; the stretch of the spring grows by
/// the way of the point that was there.
fn slid_along(
    corpus: &Corpus,
    ground: &Ground,
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
    let stretch = match ground.slid_along(&n, pressing, &sliding, scale, &rub) {
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
