//! Impacts of an island: bodies that approach at a contact separate at once, by the impact law of the world (Moore & Wilhelms, *Collision detection
//! and response for computer animation*, SIGGRAPH 1988; McKenna 1990, section 4.4).

use super::super::account::GroundForce;
use super::super::contact::{Colliding, ContactMethod, RigidPoint};
use super::super::corpus::Corpus;
use super::super::forces::solve;
use super::super::root_motion::drive_power;
use super::super::step_events::Stage;
use super::bonds::{Bond, Bonds, Holding, Side};
use super::forces::IslandForces;
use super::pipeline::{Island, side_of};
use crate::contact::{Hit, ImpactLaw, ImpactPoints, ImpactRule, PointForce};
use corpus_dynamics::motion;
use nalgebra::Vector3;

/// Scratch memory of impacts.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Impulses {
    impact: ImpactPoints,
    /// The pairs of bodies of the points.
    pairs: Vec<Colliding>,
    /// The energy that the law would have added in the last impact, and the pair that approached fastest.
    pub prevented: Option<(Colliding, f64)>,
    forces: Vec<f64>,
}

/// Smallest weight of a point, as a number of points, at which bodies touch: the shares of points fade out with their gap.
const LEAST_WEIGHT: f64 = 0.04;

/// Speed of a micro-collision, in parts of what gravity adds along the normal in a step. One returns twice its speed at the largest depth that bodies may
/// have before an impulse (Fontijne 2000, 3.4.4: between 2 and 5), a faster one its own and this one.
const MICRO: f64 = 2.0;

/// Most that the weight of all bodies on springs of the ground presses two together, in parts of what gravity adds to their approach.
const MOST_PRESSED: f64 = 20.0;

/// Most impacts, one after another, at a moment.
const MOST_IMPACTS: usize = 100;

impl Impulses {
    /// Finds the impulses at the points of impact, one for each bond, and replaces the accelerations by the changes of velocity, in the same layout.
    /// Returns the energy (J) that the law would have added; none if no bodies approach.
    fn find(
        &mut self,
        (corpora, members): (&mut [Corpus], &[usize]),
        rule: ImpactRule,
        bonds: &mut Bonds,
    ) -> Option<f64> {
        let Impulses { impact, forces, .. } = self;
        let mut approaches = impact.hits.iter().map(Hit::approach);
        if !approaches.any(|speed| speed > 0.0) {
            return None;
        }
        for &i in members {
            corpora[i].step.workspace.joint_inertia.fill(0.0);
            // For the factors of its inertia.
            solve(&mut corpora[i], Vector3::zeros());
            let step = &mut corpora[i].step;
            step.acceleration.fill(0.0);
            step.workspace.forget_root_force();
        }
        if !bonds.mobilities(corpora, members, &mut impact.blocks, &impact.stop) {
            return None;
        }
        let prevented = impact.resolve(rule);
        forces.clear();
        let impulses = impact.hits.iter().flat_map(|hit| hit.impulse.iter());
        forces.extend(impulses);
        bonds.push_all(corpora, members, forces);
        Some(prevented)
    }

    /// Takes the most points of one impact that were too many for the law since the last call; zero if there were none.
    pub fn take_crowd(&mut self) -> usize {
        std::mem::take(&mut self.impact.crowd)
    }
}

impl Island<'_> {
    /// Lets bodies that collide by impulses separate where they touch and approach, at the end of a step of `h` seconds.
    pub fn separate(&mut self, h: f64, y: &mut [f64]) {
        if self.method != ContactMethod::Impulses || self.forces.manifolds.is_empty() {
            return;
        }
        self.place(y);
        self.forces.manifolds.look(self.corpora, Stage::Look);
        let falls = self.around.gravity * h;
        let members = self.members.iter();
        let whole: f64 = members.map(|&i| self.corpora[i].model.total_mass()).sum();
        let IslandForces {
            manifolds,
            bonds,
            impulses,
            ..
        } = &mut *self.forces;
        bonds.all.clear();
        impulses.impact.stop.clone_from(self.stop);
        impulses.impact.hits.clear();
        impulses.pairs.clear();
        for touched in manifolds.touched() {
            if touched.contact.weight <= LEAST_WEIGHT {
                continue;
            }
            let contact = manifolds.contact(touched, self.law, 0.0);
            let (e, friction) = manifolds.bounce(touched, self.law);
            let side = |spot| side_of(spot, self.corpora, &contact.point);
            let sides = contact.spots.each_ref().map(side);
            bonds
                .all
                .push(struck(sides, contact.velocities, contact.arms));
            let before = manifolds.velocity(touched);
            let normal = touched.contact.normal;
            let mut hit = Hit::new(normal, (e, friction), before);
            // What weight presses together returns more, the deeper it is: it does not sink in.
            let falling = falls.dot(&normal).abs();
            let micro = MICRO * falling;
            let pressed = (whole / manifolds.mass_of(touched)).clamp(MICRO, MOST_PRESSED);
            if hit.approach() < pressed * falling {
                let returned = hit.approach() + hit.approach().min(micro);
                hit.lift = manifolds.part_of_late(touched) * returned;
            }
            impulses.pairs.push(manifolds.pair(touched));
            impulses.impact.hits.push(hit);
        }
        let of = (&mut *self.corpora, self.members);
        let Some(energy) = impulses.find(of, self.impact, bonds) else {
            return;
        };
        let approach = |(hit, _): &(&Hit, &Colliding)| -hit.before.dot(&hit.normal);
        let hits = impulses.impact.hits.iter().zip(&impulses.pairs);
        let fastest = hits.max_by(|a, b| approach(a).total_cmp(&approach(b)));
        impulses.prevented = fastest
            .filter(|_| energy > 0.0)
            .map(|(_, pair)| (*pair, energy));
        for (member, &i) in self.members.iter().enumerate() {
            let y = &mut y[self.offsets[member]..self.offsets[member + 1]];
            let energy = take_in(&mut self.corpora[i], y);
            self.corpora[i].jumped(energy);
        }
    }

    /// Lets rigid bodies separate that would bounce in a step of `h` seconds from a state, or now for h = 0, where the impact law is another than Newton's, which
    /// the forces of the step obey.
    pub fn strike(&mut self, (time, h): (f64, f64), y: &mut [f64]) {
        if self.impact.law == ImpactLaw::Newton {
            return;
        }
        // What bounces may hit the next body at once, as in a row of balls.
        for _ in 0..MOST_IMPACTS {
            if !self.is_near_rigid(h, y) {
                return;
            }
            let points = std::mem::take(&mut self.forces.rigid);
            let bounces = points.iter().any(|point| point.cone.plastic.is_some());
            let struck = bounces && self.strike_at(&points, (time, h), y);
            self.forces.rigid = points;
            if !struck {
                return;
            }
        }
    }

    /// Lets bodies bounce at some points. Returns whether any of them approach.
    fn strike_at(&mut self, points: &[RigidPoint], (time, h): (f64, f64), y: &mut [f64]) -> bool {
        let impact = &mut self.forces.impulses.impact;
        impact.stop.clone_from(self.stop);
        let hits = &mut impact.hits;
        hits.clear();
        let mut struck_at = vec![];
        for point in points {
            let before = point.velocities[0] - point.velocities[1];
            let normal = point.touch.normal;
            let speed = before.dot(&normal);
            // The points of no step at all are those that touch.
            if h > 0.0 && h * speed > point.touch.depth {
                continue;
            }
            let bounce = (point.restitution, point.cone.friction);
            hits.push(Hit::new(normal, bounce, before));
            struck_at.push(point);
        }
        let sides: Vec<[Side; 2]> = struck_at.iter().map(|point| self.sides_of(point)).collect();
        let IslandForces {
            bonds, impulses, ..
        } = &mut *self.forces;
        for (point, sides) in struck_at.iter().zip(sides) {
            let arms = [Vector3::zeros(); 2];
            bonds.all.push(struck(sides, point.velocities, arms));
        }
        let of = (&mut *self.corpora, self.members);
        let found = impulses.find(of, self.impact, bonds);
        bonds.all.clear();
        let Some(prevented) = found else { return false };
        if prevented > 0.0 {
            self.faults.weakens(prevented, time);
        }
        let hits = &self.forces.impulses.impact.hits;
        let struck = struck_at
            .iter()
            .zip(hits)
            .filter(|(_, hit)| hit.impulse != Vector3::zeros());
        let met = struck.map(|(of, _)| (of.corpus, (of.touch.body, of.touch.other)));
        self.forces.met.extend(met);
        for (member, &i) in self.members.iter().enumerate() {
            let y = &mut y[self.offsets[member]..self.offsets[member + 1]];
            let corpus = &mut self.corpora[i];
            let mut energy = take_in(corpus, y);
            for (point, hit) in struck_at.iter().zip(&self.forces.impulses.impact.hits) {
                if point.member != member || point.touch.other.is_some() {
                    continue;
                }
                let way = (hit.before + hit.now) / 2.0;
                let along = hit.normal * hit.impulse.dot(&hit.normal);
                let (by_normal, all) = (along.dot(&way), hit.impulse.dot(&way));
                energy -= all;
                let account = &mut corpus.measured.account;
                account.works.ground -= by_normal;
                account.works.friction -= all - by_normal;
                let force = GroundForce::of(&hit.impulse, &hit.normal);
                account.add_impulse(point.touch.body, &force, 1.0);
            }
            corpus.jumped(energy);
        }
        true
    }
}

/// Returns the bond of a point of impact.
fn struck(sides: [Side; 2], velocities: [Vector3<f64>; 2], arms: [Vector3<f64>; 2]) -> Bond {
    Bond {
        sides,
        force: PointForce::none(),
        velocities,
        arms,
        hold: Holding::Soft,
        is_collision: true,
    }
}

/// Adds the velocity changes of impulses to a corpus' state. Returns the energy (J) that they add, beside the work by which its root is driven on.
pub(super) fn take_in(corpus: &mut Corpus, y: &mut [f64]) -> f64 {
    let before = motion(&corpus.model, &corpus.step.workspace).kinetic_energy;
    let layout = corpus.layout();
    let change = &corpus.step.acceleration;
    let mut add = |at: std::ops::Range<usize>, changes: &[f64]| {
        for (y, change) in y[at].iter_mut().zip(changes) {
            *y += change;
        }
    };
    add(layout.omega(), &change[..3]);
    add(layout.v(), &change[3..6]);
    add(layout.qd(), &change[6..]);
    corpus_dynamics::kinematics_once(&corpus.model, y, &mut corpus.step.workspace);
    let after = motion(&corpus.model, &corpus.step.workspace).kinetic_energy;
    let driven = drive_power(corpus, y);
    corpus.measured.account.works.outer += driven;
    after - before - driven
}
