//! A corpus on the ground: the ground's forces at the points that touch it or are held by it.

use super::ground_contacts::{BodyInContact, Near, Place};
use super::ground_points::find_ground_contacts;
use crate::contact::{
    FrictionInput, FrictionLaw, Ground, GroundScale, Hold, HoldKind, PointForce, Touch,
};
use crate::world::account::Recorder;
use crate::world::corpus::{Corpus, GroundTouch};
use crate::world::step_events::Stage;
use corpus_dynamics::{BodyLoad, Carried};
use nalgebra::{Matrix3, Vector3};

/// Returns the factor of a body's ground forces (1 or kg).
pub(in crate::world) fn scale_for(corpus: &Corpus, ground: &Ground, body: usize) -> f64 {
    match ground.scale {
        GroundScale::Total => corpus.laws.distal_masses[0],
        GroundScale::Body => corpus.model.inertia(body).mass,
        GroundScale::None => 1.0,
    }
}

/// Returns the vector from the stick point to the point (m), body axes.
pub(in crate::world) fn stretch(place: &Place, hold: &Hold) -> Vector3<f64> {
    place.rotation.tr_mul(&(place.origin - hold.at)) + hold.point
}

/// Returns the input of the friction law for a point that is not tied.
fn friction_input(
    corpus: &Corpus,
    ground: &Ground,
    place: &Place,
    slot: usize,
    stopping: f64,
) -> FrictionInput {
    let stretch = match (ground.law, &corpus.contact.holds[slot]) {
        (FrictionLaw::Stick, Some(hold)) if hold.kind != HoldKind::Tied => stretch(place, hold),
        _ => Vector3::zeros(),
    };
    FrictionInput {
        stretch,
        mass: corpus.laws.distal_masses[0],
        stopping,
    }
}

/// Applies the forces of the ground at the state in the workspace; for h > 0 with the linearly implicit terms.
pub(in crate::world) fn apply_ground(corpus: &mut Corpus, ground: &Ground, h: f64, stage: Stage) {
    visit_ground::<true>(corpus, ground, h, stage);
}

/// Reports the forces of the ground at the state in the workspace to the account, without applying them.
pub(in crate::world) fn look_at_ground(corpus: &mut Corpus, ground: &Ground) {
    visit_ground::<false>(corpus, ground, 0.0, Stage::Look);
}

/// Finds the forces of the ground, reports them to the account if that listens, and applies them if they `ACT`. A copy of its own for forces that
/// are only reported computes no derivatives.
fn visit_ground<const ACT: bool>(corpus: &mut Corpus, ground: &Ground, h: f64, stage: Stage) {
    if ground.rigid {
        // A step finds its forces itself.
        if h == 0.0 {
            corpus.visit_rigid_ground(ACT);
        }
        return;
    }
    let ground = &*ground.fitted_to(corpus.step.scales.extent);
    find_ground_contacts(corpus, ground);
    let mut found = std::mem::take(&mut corpus.contact.ground_contacts);
    found.loads.clear();
    for BodyInContact {
        body,
        place,
        points,
    } in &found.bodies
    {
        let (body, nears) = (*body, &found.points[points.clone()]);
        corpus.contact.touched = true;
        corpus.step.events.acted |= ACT;
        corpus.step.events.grounded |= ACT;
        let ground = &*corpus.contact.under(body, ground);
        let mut loaded = LoadedBody::new(corpus, body, (h, stage));
        let scale = scale_for(corpus, ground, body);
        let stopping = h * corpus.shapes.contacts[body].mobility * nears.len() as f64;
        for near in nears {
            let (slot, scale) = (near.slot, scale * near.weight);
            let tied = match corpus.contact.holds[slot] {
                Some(hold) if hold.kind == HoldKind::Tied && corpus.contact.sticky[body] => {
                    Some(hold)
                }
                _ => None,
            };
            let mut force_there = Vector3::zeros();
            if near.depth > 0.0 {
                let own = loaded.load.velocity_of(&near.point);
                let velocity = corpus.contact.against(slot, own, &near.up);
                let outward = velocity.dot(&near.up);
                let friction_input = tied.is_none().then(|| {
                    let along = place.rotation * (velocity - near.up * outward);
                    corpus
                        .step
                        .events
                        .slides(slot, stage, along, ground.slip_speed);
                    let stopping = corpus.step.events.stopping(slot, stopping);
                    friction_input(corpus, ground, place, slot, stopping)
                });
                let touch = Touch {
                    depth: near.depth,
                    normal: near.up,
                    velocity,
                    scale,
                    friction_input,
                };
                if stage != Stage::Look {
                    corpus.step.events.touches((body, slot), stage, &touch);
                }
                let mut push = ground.push(&touch);
                if !corpus.step.events.couples {
                    push.force = push.force.undragged();
                }
                if !ACT {
                    force_there += push.force.force;
                }
                if ground.law == FrictionLaw::Stick {
                    let trial = &push.trial;
                    corpus
                        .step
                        .events
                        .record_trial((slot, stage), trial, &place.rotation);
                }
                if push.pressing > 0.0 && near.depth < ground.largest_depth {
                    corpus.step.events.rises(ground.eb * outward.abs());
                }
                if corpus.measured.recorder.listens() {
                    let at_once = ground.part_at_once(&touch, push.pressing);
                    let force = &push.force;
                    report(
                        &mut corpus.measured.recorder,
                        body,
                        place,
                        near,
                        &own,
                        (force, at_once),
                    );
                }
                if ACT {
                    let travel = near.travel.and_then(|index| found.travels.get(index));
                    loaded.exert((&near.point, travel), &velocity, &push.force);
                }
            }
            if ACT {
                corpus.step.events.sees(slot);
            }
            if let Some(hold) = tied {
                let velocity = loaded.load.velocity_of(&hold.point);
                let stretch = stretch(place, &hold);
                let speed = ground.restitution_speed;
                let pull = ground.sticky.pull(stretch, velocity, scale, speed);
                if !ACT {
                    force_there += pull.force;
                }
                let anchored = Near {
                    point: hold.point,
                    travel: None,
                    depth: f64::INFINITY,
                    ..*near
                };
                if corpus.measured.recorder.listens() {
                    report(
                        &mut corpus.measured.recorder,
                        body,
                        place,
                        &anchored,
                        &velocity,
                        (&pull, 0.0),
                    );
                }
                if ACT {
                    loaded.exert((&hold.point, None), &velocity, &pull);
                }
            }
            if !ACT && (near.depth > 0.0 || tied.is_some()) {
                let touch = GroundTouch {
                    body,
                    point: place.origin + place.rotation * near.point,
                    normal: place.rotation * near.up,
                    depth: near.depth.max(0.0),
                    force: place.rotation * force_there,
                };
                corpus.measured.recorder.touches_ground(touch);
            }
        }
        if ACT {
            corpus.step.workspace.add(body, &loaded.load);
            found.loads.push(loaded.load);
        }
    }
    corpus.contact.ground_contacts = found;
}

/// Reports a force of the ground to the account, with the part of it that acts from the first contact on.
#[inline]
fn report(
    book: &mut Recorder,
    body: usize,
    place: &Place,
    near: &Near,
    velocity: &Vector3<f64>,
    (force, at_once): (&PointForce, f64),
) {
    let (at, moving) = ((&near.point, near.depth), (&force.force, velocity));
    let up = (&near.up, at_once);
    book.point((body, near.slot), at, moving, up, &place.rotation);
}

/// A body on which forces act at points, while they are summed up.
struct LoadedBody {
    load: BodyLoad,
    /// The h of the linearly implicit terms (s); zero without them.
    h: f64,
    /// In a second stage the velocity z along which springs are followed ahead, and the part s of the acceleration that the resistance
    /// does not act on (see [`super::midpoint`]).
    foreseen: Option<[Carried; 2]>,
}

impl LoadedBody {
    #[inline(always)]
    fn new(corpus: &Corpus, body: usize, (h, stage): (f64, Stage)) -> Self {
        let (watch, ws) = (&corpus.step.events, &corpus.step.workspace);
        let second = h != 0.0 && stage == Stage::Second;
        LoadedBody {
            load: BodyLoad::on(ws, body),
            h,
            foreseen: second.then(|| [watch.ahead.of(ws, body), watch.known.of(ws, body)]),
        }
    }

    /// Lets a force act at a point that moves at `velocity`, in an implicit step with its resistance to the point's acceleration.
    ///
    /// In the first stage the springs follow the present velocity, and the resistance acts on the whole change of the velocity at
    /// the place of contact. On a round body that place travels, so that this is more than the acceleration of the point that is
    /// there: `travel` times the angular velocity. In the second stage the resistance acts on lambda2 - lambda1 alone.
    #[inline(always)]
    fn exert(
        &mut self,
        (point, travel): (&Vector3<f64>, Option<&Matrix3<f64>>),
        velocity: &Vector3<f64>,
        force: &PointForce,
    ) {
        let h = self.h;
        if h == 0.0 {
            self.load.apply_force(point, &force.force);
            return;
        }
        let angular = self.load.angular_velocity();
        let (ahead, known) = match &self.foreseen {
            Some([z, s]) => (z.at(point), Some(s.at(point) + angular.cross(velocity))),
            None => (*velocity, travel.map(|t| -angular.cross(&(t * angular)))),
        };
        let resistance = force.resistance(h);
        let mut push = force.ahead(h, &ahead);
        if let Some(known) = &known {
            push += resistance * known;
        }
        self.load.apply_force(point, &push);
        self.load.add_contact_term(point, &resistance);
    }
}

/// Lets a force act at a point of a body that has nothing to do with the ground; `arm` leads to it from the middle of
/// centre of the body's ball to the point, and zero if the body is no ball there.
pub(in crate::world) fn press(
    corpus: &mut Corpus,
    body: usize,
    (point, arm): (Vector3<f64>, Vector3<f64>),
    velocity: &Vector3<f64>,
    force: &PointForce,
    step: (f64, Stage),
) {
    let round = arm != Vector3::zeros();
    let travel = round.then(|| arm.cross_matrix());
    let mut loaded = LoadedBody::new(corpus, body, step);
    loaded.exert((&point, travel.as_ref()), velocity, force);
    corpus.step.workspace.add(body, &loaded.load);
}

#[cfg(test)]
mod tests;
