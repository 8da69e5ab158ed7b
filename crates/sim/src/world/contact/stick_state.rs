//! Contact state of a corpus between accepted steps: stick points of friction and sticky feet.

use super::ground::{scale_for, stretch};
use super::ground_contacts::{Near, Place};
use super::ground_points::find_ground_contacts;
use crate::contact::{FrictionInput, FrictionLaw, Ground, Hold, HoldKind, Touch};
use crate::world::corpus::Corpus;
use corpus_dynamics::kinematics_once;

/// Whether an accepted step may change the state of the contact points of a corpus.
pub(in crate::world) fn has_holds(corpus: &Corpus, ground: &Ground) -> bool {
    corpus.contact.sticky.contains(&true)
        || ground.law == FrictionLaw::Stick
            && (corpus.contact.touched
                || corpus
                    .shapes
                    .contacts
                    .iter()
                    .any(|contacts| contacts.holding))
}

/// Updates the state of the contact points after an accepted step of `h` seconds. Points of sticky bodies that have come into
/// the ground are tied where they are, and released if they are stretched too far or belong to a leg in its swing phase. Stick
/// points are set where a point has come into the ground, slide where friction is at its limit, and are removed where the point
/// has left the ground.
pub(in crate::world) fn hold_points(corpus: &mut Corpus, ground: &Ground, h: f64, y: &[f64]) {
    let ground = &*ground.fitted_to(corpus.step.scales.extent);
    kinematics_once(&corpus.model, y, &mut corpus.step.workspace);
    corpus.contact.touched = false;
    find_ground_contacts(corpus, ground);
    let mut found = std::mem::take(&mut corpus.contact.ground_contacts);
    let mut untied = false;
    let mut touching = found.bodies.iter().peekable();
    for body in 0..corpus.model.bodies() {
        let touching = touching.next_if(|touching| touching.body == body);
        if touching.is_none() && !corpus.shapes.contacts[body].holding {
            continue;
        }
        let points = touching.map_or(0..0, |touching| touching.points.clone());
        let mut points = found.points[points].iter().peekable();
        let mut holds = false;
        let ground = &*corpus.contact.under(body, ground);
        for slot in corpus.shapes.contacts[body].slots() {
            let next = match (touching, points.next_if(|near| near.slot == slot)) {
                (Some(touching), Some(near)) => {
                    next_hold(corpus, ground, h, body, &touching.place, near)
                }
                _ => None,
            };
            let is_tied = |hold: &Hold| hold.kind == HoldKind::Tied;
            let was_tied = corpus.contact.holds[slot].as_ref().is_some_and(is_tied);
            untied |= was_tied && !next.as_ref().is_some_and(is_tied);
            holds |= next.is_some();
            corpus.contact.holds[slot] = next;
        }
        corpus.shapes.contacts[body].holding = holds;
    }
    if untied {
        // What was tied from above the ground does not touch it any more.
        found.forget();
    }
    corpus.contact.ground_contacts = found;
}

/// Returns the new state of a contact point that is in the ground or was tied to it.
fn next_hold(
    corpus: &Corpus,
    ground: &Ground,
    h: f64,
    body: usize,
    place: &Place,
    near: &Near,
) -> Option<Hold> {
    let point = near.point;
    let here = place.origin + place.rotation * point;
    let fresh = |kind| Hold {
        kind,
        at: here,
        point,
    };
    let in_ground = near.depth > 0.0;
    // Feet stick with their own points only, not where the terrain reaches into them.
    let is_own = !corpus.shapes.contacts[body].further.contains(&near.slot);
    let sticks = corpus.contact.sticks(body) && is_own;
    let kind = match corpus.contact.holds[near.slot].filter(|_| sticks) {
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
    if ground.law != FrictionLaw::Stick {
        return (kind == HoldKind::Torn).then(|| fresh(kind));
    }
    let hold = match corpus.contact.holds[near.slot] {
        Some(hold) if hold.kind != HoldKind::Tied => Hold { kind, ..hold },
        _ => return Some(fresh(kind)),
    };
    Some(slid_along(corpus, ground, h, body, place, near, &hold))
}

/// Returns the stick point after the step. On a round body it moves with the place of contact; the stretch of the spring grows
/// by the displacement of the body's point there.
fn slid_along(
    corpus: &Corpus,
    ground: &Ground,
    h: f64,
    body: usize,
    place: &Place,
    near: &Near,
    hold: &Hold,
) -> Hold {
    let (n, point) = (near.up, near.point);
    let angular = corpus.step.workspace.angular_velocity(body);
    let velocity = corpus.step.workspace.linear_velocity(body) + angular.cross(&point);
    let velocity = corpus.contact.against(near.slot, velocity, &n);
    let scale = scale_for(corpus, ground, body) * near.weight;
    let friction_input = FrictionInput {
        stretch: stretch(place, hold),
        mass: corpus.laws.distal_masses[0],
        stopping: 0.0,
    };
    let touch = Touch {
        depth: near.depth,
        normal: n,
        velocity,
        scale,
        friction_input: None,
    };
    let pressing = ground.push(&touch).pressing;
    let sliding = velocity - n * velocity.dot(&n);
    let start = corpus.step.events.trial(near.slot, &place.rotation);
    let stretch = match ground.slid_along(&touch, pressing, &sliding, &friction_input, (h, &start))
    {
        Some(stretch) => stretch,
        // A point that sticks keeps its state, to the last bit.
        None if point == hold.point => return *hold,
        None => friction_input.stretch - n * friction_input.stretch.dot(&n),
    };
    Hold {
        at: place.origin + place.rotation * (point - stretch),
        point,
        ..*hold
    }
}
