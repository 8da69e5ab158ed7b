//! A corpus on the ground: the ground's forces at the points that touch it or are held by it.

mod holds;
mod search;

pub(super) use holds::{has_holds, hold_points};
pub(super) use search::{Near, each_near, find_near, is_held, is_in_contact, place};

use super::corpus::Corpus;
use super::watch::Stage;
use crate::contact::{FrictionLaw, Ground, GroundScale, Hold, HoldKind, PointForce, Rub, Touch};
use crate::geometry::NearPoint;
use nalgebra::Vector3;
use search::Place;

/// Returns the factor of a body's ground forces (1 or kg).
pub(super) fn scale_for(corpus: &Corpus, ground: &Ground, body: usize) -> f64 {
    match ground.scale {
        GroundScale::Total => corpus.distal_masses[0],
        GroundScale::Body => corpus.model.inertia(body).mass,
        GroundScale::None => 1.0,
    }
}

/// Returns the vector from the stick point to the point (m), body axes.
fn stretch(place: &Place, hold: &Hold) -> Vector3<f64> {
    place.rotation.tr_mul(&(place.origin - hold.at)) + hold.point
}

/// Returns the input of the friction law for a point that is not tied.
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
pub(super) fn apply_ground(corpus: &mut Corpus, ground: &Ground, h: f64, stage: Stage) {
    let mut nears = std::mem::take(&mut corpus.nears);
    for body in 0..corpus.model.bodies() {
        let held = is_held(corpus, body);
        let Some(place) = place(corpus, ground, body, held) else {
            continue;
        };
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
                let velocity = linear + angular.cross(&near.at.point);
                let outward = velocity.dot(&near.up);
                let rub = tied.is_none().then(|| {
                    let along = place.rotation * (velocity - near.up * outward);
                    corpus.watch.slides(slot, stage, along, ground.slip_speed);
                    let stopping = corpus.watch.stopping(slot, stopping);
                    rub(corpus, ground, &place, slot, stopping)
                });
                let touch = Touch {
                    depth: near.depth,
                    normal: near.up,
                    velocity,
                    scale,
                    rub,
                };
                let push = ground.push(&touch);
                if push.pressing > 0.0 && near.depth < ground.largest_depth {
                    corpus.watch.rises(ground.eb * outward.abs());
                }
                exert(
                    corpus,
                    body,
                    &place,
                    near,
                    &velocity,
                    &push.force,
                    (h, stage),
                );
            }
            if let Some(hold) = tied {
                let velocity = linear + angular.cross(&hold.point);
                let stretch = stretch(&place, &hold);
                let speed = ground.restitution_speed;
                let pull = ground.sticky.pull(stretch, velocity, scale, speed);
                let anchored = Near {
                    slot,
                    at: NearPoint {
                        point: hold.point,
                        travel: None,
                    },
                    depth: f64::INFINITY,
                    up: near.up,
                };
                exert(
                    corpus,
                    body,
                    &place,
                    &anchored,
                    &velocity,
                    &pull,
                    (h, stage),
                );
            }
        }
    }
    corpus.nears = nears;
}

/// Known motion of a point in a linearly implicit step, body axes.
struct Foreseen {
    /// The velocity along which springs are followed ahead (m/s).
    ahead: Vector3<f64>,
    /// The part of the acceleration of the point of the body that the resistance does not act on (m/s2).
    known: Option<Vector3<f64>>,
}

/// Finds the known motion of a point. In the first stage the springs follow the present velocity, and the resistance acts on
/// the whole change of the velocity at the place of contact. On a round body that place moves over the body, so this change
/// exceeds the acceleration of the body's point there. In the second stage the resistance acts on lambda2 - lambda1 alone (see
/// [`super::midpoint`]).
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

/// Applies a force at a point that moves at `velocity`, in an implicit step with its resistance to the point's acceleration,
/// and records it in the account.
#[inline]
fn exert(
    corpus: &mut Corpus,
    body: usize,
    place: &Place,
    near: &Near,
    velocity: &Vector3<f64>,
    force: &PointForce,
    (h, stage): (f64, Stage),
) {
    let point = near.at.point;
    if corpus.book.listens() {
        let (at, moving) = ((&point, near.depth), (&force.force, velocity));
        corpus
            .book
            .point(body, at, moving, &near.up, &place.rotation);
    }
    put_on(corpus, body, near, velocity, force, (h, stage));
}

/// Applies a force at a point of a body that has nothing to do with the ground, as [`exert`] does; `arm` is the vector from the
/// centre of the body's ball to the point, and zero if the body is no ball there.
pub(super) fn press(
    corpus: &mut Corpus,
    body: usize,
    (point, arm): (Vector3<f64>, Vector3<f64>),
    velocity: &Vector3<f64>,
    force: &PointForce,
    step: (f64, Stage),
) {
    let round = arm != Vector3::zeros();
    let at = NearPoint {
        point,
        travel: round.then(|| arm.cross_matrix()),
    };
    let near = Near {
        slot: 0,
        at,
        depth: 0.0,
        up: Vector3::zeros(),
    };
    put_on(corpus, body, &near, velocity, force, step);
}

#[inline]
fn put_on(
    corpus: &mut Corpus,
    body: usize,
    near: &Near,
    velocity: &Vector3<f64>,
    force: &PointForce,
    (h, stage): (f64, Stage),
) {
    let point = near.at.point;
    if h == 0.0 {
        corpus.workspace.apply_force(body, point, force.force);
        return;
    }
    let foreseen = foreseen(corpus, body, near, stage, velocity);
    let resistance = force.resistance(h);
    let mut push = force.ahead(h, &foreseen.ahead);
    if let Some(known) = &foreseen.known {
        push += resistance * known;
    }
    corpus.workspace.apply_force(body, point, push);
    corpus.workspace.add_contact_term(body, point, &resistance);
}

#[cfg(test)]
mod tests;
