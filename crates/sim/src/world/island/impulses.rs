//! Collision by impulses: bodies that approach at a contact separate at once (Moore & Wilhelms, *Collision detection and response for
//! computer animation*, SIGGRAPH 1988; McKenna 1990, section 4.4).
//!
//! With W = J M^-1 J' over all points of contact ([`corpus_dynamics::Response`]; Fontijne 2000, 3.6.7), the impulses p at the points change the
//! velocities there by W p, for articulated figures and for single bodies. Each normal velocity u < 0 becomes at least -sqrt(e) u,
//! no impulse along the normal is negative, and the one along the surface stops sliding, up to mu times the normal impulse.
//! The impulses are found by iterating over the points until nothing changes (projected Gauss-Seidel; Mirtich 1996 has the law for one point).
//!
//! With friction, Newton's law can add energy to an oblique impact (Kane & Levinson 1985; Stronge 2000, 3.3). Plastic impulses p0 (e = 0) never do,
//! and all mixtures p0 + x (p - p0) obey the bounds above, which are convex. Their energy is a quadratic function of x: where the whole p would
//! add energy, the largest x that adds none is taken.

use super::super::contact::{Colliding, Manifolds, PairPoint};
use super::super::corpus::Corpus;
use super::bonds::{Bond, Bonds, Holding};
use super::pipeline::side_of;
use crate::contact::{Ground, PointForce};
use corpus_dynamics::motion;
use nalgebra::{Matrix3, Vector3};

/// A point of contact.
#[derive(Clone, Copy, Debug)]
struct Hit {
    normal: Vector3<f64>,
    /// Relative velocity of the first body to the second before the impulses (m/s, world).
    before: Vector3<f64>,
    /// Its current value.
    now: Vector3<f64>,
    /// The impulse on the first body (N s, world).
    impulse: Vector3<f64>,
}

/// Scratch memory of the impulse method.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Impulses {
    hits: Vec<Hit>,
    /// Those by Newton's law, where it would add energy.
    newton: Vec<Hit>,
    /// The pairs of bodies of the points.
    pairs: Vec<Colliding>,
    /// The energy (J) that Newton's law would have added in the last impact, and the pair that approached fastest.
    pub prevented: Option<(Colliding, f64)>,
    blocks: Vec<Matrix3<f64>>,
    forces: Vec<f64>,
}

/// Largest number of iterations over the points.
const ROUNDS: usize = 2000;

/// Smallest weight of a point, as a number of points, at which bodies touch: the shares of points fade out with their gap.
const LEAST_WEIGHT: f64 = 0.04;

/// Relative change of velocity, in parts of the fastest approach, that counts as zero.
const NOTHING: f64 = 1e-14;

/// Energy that counts as rounding, in parts of what the impulses take from the approach.
const ROUNDING: f64 = 1e-9;

impl Impulses {
    /// Computes impulses where bodies touch and approach, at the states in the workspaces. Replaces the accelerations by the
    /// resulting changes of velocity, in the same layout. Returns false if no bodies approach.
    pub fn find(
        &mut self,
        (corpora, members): (&mut [Corpus], &[usize]),
        manifolds: &Manifolds,
        law: &Ground,
        bonds: &mut Bonds,
    ) -> bool {
        bonds.all.clear();
        self.hits.clear();
        self.pairs.clear();
        self.prevented = None;
        let bears = |touched: &&PairPoint| touched.contact.weight > LEAST_WEIGHT;
        for touched in manifolds.touched().iter().filter(bears) {
            let contact = manifolds.contact(touched, law, 0.0);
            let normal = touched.contact.normal;
            bonds.all.push(Bond {
                sides: contact
                    .spots
                    .each_ref()
                    .map(|spot| side_of(spot, corpora, &contact.point)),
                force: PointForce::none(),
                velocities: contact.velocities,
                arms: contact.arms,
                hold: Holding::Soft,
                is_collision: true,
            });
            let before = manifolds.velocity(touched);
            self.pairs.push(manifolds.pair(touched));
            self.hits.push(Hit {
                normal,
                before,
                now: before,
                impulse: Vector3::zeros(),
            });
        }
        let approach = |hit: &Hit| -hit.before.dot(&hit.normal);
        let fastest = self.hits.iter().map(approach).fold(0.0, f64::max);
        if fastest <= 0.0 {
            return false;
        }
        for &i in members {
            corpora[i].step.acceleration.fill(0.0);
            corpora[i].step.workspace.joint_inertia.fill(0.0);
        }
        if !bonds.mobilities(corpora, members, &mut self.blocks) {
            return false;
        }
        self.go_round(law.e.max(0.0).sqrt(), law.friction, NOTHING * fastest);
        if law.e <= 1.0 {
            self.keep_energy(law.friction, NOTHING * fastest);
        }
        self.forces.clear();
        let impulses = self.hits.iter().flat_map(|hit| hit.impulse.iter().copied());
        self.forces.extend(impulses);
        bonds.push_all(corpora, members, &self.forces);
        true
    }

    /// Returns the energy (J) that the impulses add.
    fn energy(&self) -> f64 {
        let works = self.hits.iter();
        let works = works.map(|hit| 0.5 * hit.impulse.dot(&(hit.before + hit.now)));
        works.sum()
    }

    /// Mixes the impulses with plastic ones where they add energy.
    fn keep_energy(&mut self, friction: f64, nothing: f64) {
        let added = self.energy();
        let taken = self.hits.iter().map(|hit| hit.impulse.dot(&hit.before));
        if added <= ROUNDING * taken.sum::<f64>().abs() {
            return;
        }
        self.newton.clone_from(&self.hits);
        for hit in &mut self.hits {
            (hit.now, hit.impulse) = (hit.before, Vector3::zeros());
        }
        self.go_round(0.0, friction, nothing);
        // The energy c0 + c1 x + c2 x^2, which is not positive at x = 0.
        let c0 = self.energy().min(0.0);
        let (mut c1, mut c2) = (0.0, 0.0);
        for (plastic, newton) in self.hits.iter().zip(&self.newton) {
            let more = newton.impulse - plastic.impulse;
            let faster = newton.now - plastic.now;
            c1 += 0.5 * (more.dot(&(plastic.before + plastic.now)) + plastic.impulse.dot(&faster));
            c2 += 0.5 * more.dot(&faster);
        }
        let root = c1 + (c1 * c1 - 4.0 * c2 * c0).max(0.0).sqrt();
        let part = match root > 0.0 {
            true => (-2.0 * c0 / root).min(1.0),
            false => 0.0,
        };
        for (hit, newton) in self.hits.iter_mut().zip(&self.newton) {
            hit.impulse += (newton.impulse - hit.impulse) * part;
        }
        let approach = |hit: &Hit| -hit.before.dot(&hit.normal);
        let hits = self.hits.iter().zip(&self.pairs);
        let fastest = hits.max_by(|(a, _), (b, _)| approach(a).total_cmp(&approach(b)));
        self.prevented = fastest.map(|(_, pair)| (*pair, added));
    }

    fn go_round(&mut self, back: f64, friction: f64, nothing: f64) {
        let n = self.hits.len();
        for _ in 0..ROUNDS {
            let mut change: f64 = 0.0;
            for i in 0..n {
                let own = self.blocks[i * n + i];
                let hit = &self.hits[i];
                let normal = hit.normal;
                let along = normal.dot(&(own * normal));
                if along <= 0.0 {
                    continue;
                }
                let was = hit.before.dot(&normal);
                let wanted = if was < 0.0 { -back * was } else { 0.0 };
                let pressed = hit.impulse.dot(&normal);
                let more = (wanted - hit.now.dot(&normal)) / along;
                let pressing = (pressed + more).max(0.0);
                let sliding = hit.now - normal * hit.now.dot(&normal);
                let easiest = own.trace() - along;
                let mut rubbing = hit.impulse - normal * pressed;
                if easiest > 0.0 {
                    rubbing -= sliding / easiest;
                }
                let most = friction * pressing;
                let size = rubbing.norm();
                if size > most {
                    rubbing *= most / size;
                }
                let step = normal * pressing + rubbing - hit.impulse;
                self.hits[i].impulse += step;
                for j in 0..n {
                    let moved = self.blocks[j * n + i] * step;
                    self.hits[j].now += moved;
                    change = change.max(moved.norm());
                }
            }
            if change <= nothing {
                break;
            }
        }
    }
}

/// Adds the velocity changes of impulses to a corpus' state, and their energy to its account.
pub(super) fn take_in(corpus: &mut Corpus, y: &mut [f64]) {
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
    corpus.jumped(after - before);
}
