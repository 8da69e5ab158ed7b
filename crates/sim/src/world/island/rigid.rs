//! Rigid contact in a step: its points as bonds, the forces that are kept for the next step, and their works.

use super::super::account::GroundForce;
use super::super::contact::{Arrival, ContactMethod, PairBody, Pinched, RigidPoint};
use super::super::corpus::Corpus;
use super::bonds::{Bond, Holding, Side};
use super::forces::IslandForces;
use super::pipeline::{Island, side_of};
use crate::contact::{ImpactLaw, PointForce};
use crate::world::account::Works;
use corpus_dynamics::Root;
use corpus_dynamics::state::root_orientation;
use nalgebra::Vector3;

/// Depth to which a body whose motion is given has passed another or the ground, in parts of its figure's extent: less is rounding, or contact.
const PASSING: f64 = 1e-3;

/// Depth to which what it presses overlaps something else that does not yield, in parts of that figure's extent.
const PINCHED: f64 = 1e-2;

/// Returns the body that a driven root presses where nothing yields, and the root, with the depth (m) of its overlap with what does not: it still
/// approaches that although rigid contact has acted.
fn pinched(points: &[RigidPoint], corpora: &[Corpus]) -> Option<([(usize, usize); 2], f64)> {
    let is_driven = |spot: &&PairBody| {
        spot.body == 0 && matches!(corpora[spot.corpus].model.root(), Root::Driven(_))
    };
    let spots = points.iter().filter_map(|point| point.spots.as_ref());
    let root = spots.flatten().find(is_driven)?;
    points.iter().find_map(|point| {
        let apart = point.velocities[0] - point.velocities[1];
        let own = (point.corpus, point.touch.body);
        let body = match &point.spots {
            None => Some(own),
            Some(spots) if spots.iter().all(|spot| spot.yields(corpora)) => None,
            Some(spots) => {
                let pressed = spots.iter().find(|spot| spot.yields(corpora));
                pressed.map(|spot| (spot.corpus, spot.body))
            }
        }?;
        let depth = point.touch.depth;
        let deep = depth > PINCHED * corpora[body.0].extent();
        let closes = apart.dot(&point.touch.normal) < 0.0;
        (deep && closes).then_some(([body, (root.corpus, root.body)], depth))
    })
}

/// Speed that rounding may leave where nearly nothing has to change, in parts of the figures' characteristic one.
const ROUNDED: f64 = 1e-9;

impl Island<'_> {
    /// Whether rigid contact can act on the members, or what else is held by cones.
    pub fn has_rigid_contact(&self) -> bool {
        let on_ground = self.around.ground.is_some_and(|ground| ground.rigid);
        on_ground || self.has_rigid_bodies() || self.has_stops()
    }

    pub(super) fn has_cones(&self) -> bool {
        !(self.forces.rigid.is_empty() && self.forces.stops.is_empty())
    }

    fn has_rigid_bodies(&self) -> bool {
        self.method == ContactMethod::Rigid && !self.forces.manifolds.is_empty()
    }

    /// Whether rigid contact may act on the members in a step of `h` seconds from a state.
    pub fn is_near_rigid(&mut self, h: f64, y: &[f64]) -> bool {
        if !self.has_rigid_contact() {
            return false;
        }
        self.place(y);
        self.forces.bonds.all.clear();
        self.find_rigid(h);
        let any = !self.forces.bonds.all.is_empty();
        self.forces.bonds.all.clear();
        any
    }

    /// Finds the points of rigid contact at the states in the workspaces that may touch in a step of `h` seconds.
    pub(super) fn find_points(&mut self, h: f64) {
        // Such methods find when bodies begin to touch.
        let meets = self.around.is_auto || self.around.by_rates;
        let gravity = self.around.gravity.norm();
        let mut points = std::mem::take(&mut self.forces.rigid);
        points.clear();
        let ground = self.around.ground.filter(|ground| ground.rigid);
        for (member, &i) in self.members.iter().enumerate() {
            if let Some(ground) = ground {
                let corpus = &mut self.corpora[i];
                let at = (h, gravity);
                let law = (self.cones, meets);
                corpus.near_ground([i, member], ground, at, law, &mut points);
            }
        }
        if self.has_rigid_bodies() {
            let (manifolds, corpora) = (&mut self.forces.manifolds, &*self.corpora);
            let law = (self.cones, meets);
            manifolds.find_near(corpora, self.law, (h, gravity), law, &mut points);
        }
        let (corpora, time) = (&*self.corpora, self.forces.manifolds.time());
        points.retain(|point| {
            let yields = point.yields(corpora);
            let deep = PASSING * corpora[point.corpus].extent();
            if !yields && point.touch.depth > deep {
                self.faults.passes(point.corpus, point.touch.depth, time);
            }
            yields
        });
        if let Some((bodies, depth)) = pinched(&points, corpora) {
            self.forces.pinched.get_or_insert(Pinched {
                bodies,
                depth,
                time,
            });
        }
        self.forces.rigid = points;
    }

    /// Adds the points of rigid contact at the states in the workspaces, and stops before them, to the bonds of a step of `h` seconds.
    pub fn find_rigid(&mut self, h: f64) {
        self.find_stops(h);
        self.find_points(h);
        let points = std::mem::take(&mut self.forces.rigid);
        self.forces.rigid_from = self.forces.bonds.all.len();
        for point in &points {
            let pull = point.touch.normal * point.pull;
            let last = self.corpora[point.corpus].last_force(&point.touch) * point.sign + pull;
            // By the other laws bodies have bounced before the step.
            let cone = match self.impact.law {
                ImpactLaw::Newton => point.cone,
                _ => point.cone.plastic(),
            };
            self.forces.bonds.all.push(Bond {
                sides: self.sides_of(point),
                force: PointForce {
                    force: -pull,
                    ..PointForce::none()
                },
                velocities: point.velocities,
                arms: [Vector3::zeros(); 2],
                hold: Holding::Cone(cone, last),
                is_collision: point.touch.other.is_some(),
            });
        }
        self.forces.rigid = points;
    }

    pub(super) fn sides_of(&self, point: &RigidPoint) -> [Side; 2] {
        let side = |spot: &PairBody| side_of(spot, self.corpora, &point.at);
        match &point.spots {
            Some(spots) => spots.each_ref().map(side),
            None => [
                Side::Moving {
                    member: point.member,
                    body: point.touch.body,
                    point: point.touch.place,
                },
                Side::Fixed(point.at),
            ],
        }
    }

    /// Keeps the forces of rigid contact that a step of `h` seconds has found, and records their works and impulses; call it before the
    /// states change.
    pub fn keep_rigid(&mut self, h: f64) {
        let residual = self.forces.bonds.residual_of_cones;
        if self.has_cones() {
            let [missed, prevented] = &mut self.forces.told;
            if residual.missed {
                *missed = missed.max(residual.left * h);
            }
            *prevented = prevented.max(residual.prevented);
        }
        let mut works = std::mem::take(&mut self.forces.rigid_works);
        works.clear();
        works.resize(self.members.len(), Works::default());
        self.keep_stops(h, &mut works);
        let mut kept = std::mem::take(&mut self.forces.kept);
        kept.clear();
        // The first ones are stops.
        let stops = self.forces.stops.len();
        let forces = self.forces.bonds.forces_of_cones().skip(stops);
        let bonds = &self.forces.bonds.all[self.forces.rigid_from..];
        let changes = self
            .forces
            .bonds
            .changes_of_cones(self.corpora, self.members)
            .skip(stops);
        for (((point, force), bond), change) in
            self.forces.rigid.iter().zip(forces).zip(bonds).zip(changes)
        {
            let normal = point.touch.normal;
            let force = force + bond.force.force;
            let across = normal * force.dot(&normal);
            let sides = bond.sides.iter().zip(bond.velocities).zip([1.0, -1.0]);
            for (((side, velocity), sign), change) in sides.zip(change) {
                let Side::Moving { member, .. } = *side else {
                    continue;
                };
                let way = (velocity + change * (h / 2.0)) * h;
                let (by_normal, all) = (sign * across.dot(&way), sign * force.dot(&way));
                match point.touch.other {
                    Some(_) => works[member].collisions += all,
                    None => {
                        works[member].ground -= by_normal;
                        works[member].friction -= all - by_normal;
                    }
                }
            }
            let mut touch = point.touch;
            touch.force = force * point.sign;
            touch.normal *= point.sign;
            if force != Vector3::zeros() {
                self.forces
                    .met
                    .push((point.corpus, (touch.body, touch.other)));
            }
            kept.push((point.corpus, touch));
        }
        for &i in self.members {
            self.corpora[i].contact.rigid.clear();
        }
        for (corpus, touch) in &kept {
            self.corpora[*corpus].contact.rigid.push(*touch);
        }
        self.forces.kept = kept;
        self.forces.rigid_works = works;
        let bears = self.around.ground.is_some_and(|ground| ground.rigid);
        let IslandForces { rigid_works, .. } = &mut *self.forces;
        for (works, &i) in rigid_works.iter().zip(self.members) {
            let corpus = &mut self.corpora[i];
            corpus.measured.recorder.is_pushed(*works);
            if !bears {
                continue;
            }
            let touches = corpus.contact.rigid.iter();
            let on_ground = touches.filter(|touch| touch.other.is_none());
            let impulses = on_ground.map(|touch| {
                let impulse = GroundForce::of(&(touch.force * h), &touch.normal);
                (touch.body, impulse)
            });
            corpus.measured.recorder.is_borne(impulses);
        }
    }

    /// Keeps what has touched in a step that is accepted.
    pub fn keep_met(&mut self) {
        for (corpus, meeting) in self.forces.met.drain(..) {
            self.corpora[corpus].contact.meets(meeting);
        }
    }

    /// Forgets the forces of rigid contact: nothing touches in the step.
    pub fn leave_cones(&mut self) {
        if !self.has_rigid_contact() {
            return;
        }
        for &i in self.members {
            self.corpora[i].contact.rigid.clear();
        }
        self.loosen_stops();
    }

    /// Tells by how much the forces of rigid contact of an accepted step missed their law.
    pub fn tell_of_cones(&mut self, time: f64) {
        let [missed, prevented] = std::mem::take(&mut self.forces.told);
        let members = self.members.iter();
        let speeds = members.map(|&i| self.corpora[i].step.scales.speed());
        if missed > ROUNDED * speeds.fold(0.0, f64::max) {
            self.faults.misses(missed, time);
        }
        if prevented > 0.0 {
            self.faults.weakens(prevented, time);
        }
    }

    /// Returns the arrival of each cone, in their order.
    fn arrivals(&self) -> impl Iterator<Item = Option<Arrival>> {
        let stops = self.forces.stops.iter().map(|stop| stop.arrives);
        stops.chain(self.forces.rigid.iter().map(|point| point.arrives))
    }

    /// Returns for each cone, in their order, whether it bore a force in the step before.
    fn held(&self) -> impl Iterator<Item = bool> {
        let bonds = self.forces.bonds.all.iter();
        bonds.filter_map(|bond| match bond.hold {
            Holding::Cone(_, last) => Some(last != Vector3::zeros()),
            _ => None,
        })
    }

    /// Returns the earliest time (s) in the step just made in which something begins to touch, of what approached `fast` (m/s) and found a force in it
    /// although it did not touch before, or with `touching` although it did, if it had no force in the step before.
    pub fn first_arrival(&self, fast: f64, touching: bool) -> Option<f64> {
        let forces = self.forces.bonds.forces_of_cones();
        let found = forces.zip(self.arrivals()).zip(self.held());
        let met = found.filter(|((force, _), _)| *force != Vector3::zeros());
        let arrivals = met.filter_map(|((_, arrives), held)| Some((arrives?, held)));
        let counts =
            |(of, held): &(Arrival, bool)| of.speed > fast && (of.time > 0.0 || touching && !held);
        let ahead = arrivals.filter(counts);
        ahead.map(|(of, _)| of.time.max(0.0)).reduce(f64::min)
    }

    /// Returns for how long (s) something has been touching at the end of a step of `h` seconds, that still approaches `fast` (m/s), has arrived
    /// in it and bore no force: the step has not seen it.
    pub fn late_arrival(&mut self, fast: f64, h: f64, y: &[f64]) -> Option<f64> {
        if !self.has_rigid_contact() {
            return None;
        }
        self.place(y);
        self.forces.bonds.all.clear();
        self.find_rigid(0.0);
        let late = self.arrivals().zip(self.held());
        let late = late.filter_map(|(of, held)| of.filter(|_| !held));
        let late = late.filter(|of| (-h..0.0).contains(&of.time) && of.speed > fast);
        let late = late.map(|of| -of.time).reduce(f64::max);
        self.forces.bonds.all.clear();
        late
    }

    /// Moves a member on which rigid contact acts by a step of `h` seconds: the velocity of its root at the end is that which the contacts
    /// have found, whose axes are those of the start.
    pub fn move_touched(&mut self, member: usize, h: f64, y: &mut [f64]) {
        let corpus = &self.corpora[self.members[member]];
        let layout = corpus.layout();
        let (workspace, a) = (&corpus.step.workspace, &corpus.step.acceleration);
        let turning = workspace
            .angular_velocity(0)
            .cross(&workspace.linear_velocity(0));
        let change = Vector3::new(a[3], a[4], a[5]) + turning;
        let axes = workspace.world_rotation(0);
        let velocity = axes * (workspace.linear_velocity(0) + change * h);
        let before = Vector3::from_column_slice(&y[layout.position()]);
        corpus.model.semi_implicit_update(y, a, h);
        y[layout.position()].copy_from_slice((before + velocity * h).as_slice());
        let own = root_orientation(y).inverse_transform_vector(&velocity);
        y[layout.v()].copy_from_slice(own.as_slice());
    }
}
