//! Impact laws: the impulses by which rigid bodies that approach at some points separate at once.
//!
//! With W = J M^-1 J' over all points ([`corpus_dynamics::Response`]; Fontijne 2000, 3.6.7), the impulses p change the velocities u of the points
//! by W p, of articulated figures as of single bodies. What is not determined by that is said by a law (Stronge, *Impact Mechanics*, 2000, chapters 3 and 8;
//! Arnold 1997, 2.4.3): how much of the approach is returned, and how friction acts along the way.

mod alone;
mod chatterjee;
mod plastic;
mod spread;
#[cfg(test)]
mod tests;

use crate::stop::StopSignal;
use nalgebra::{Matrix3, Vector3};
use serde::{Deserialize, Serialize};

/// How bodies bounce.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImpactLaw {
    /// The speed of separation is e times that of approach.
    #[default]
    Newton,
    /// The normal impulse of separation is e times that of approach.
    Poisson,
    /// The normal work of separation is e^2 times that of approach.
    Stronge,
    /// An algebraic law with a restitution along the surface (Chatterjee & Ruina 1998).
    Chatterjee,
}

/// An impact law and its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ImpactRule {
    /// The law.
    pub law: ImpactLaw,
    /// Restitution along the surface, of Chatterjee's law: from -1 to 1.
    pub tangential: f64,
}

/// A point of contact in an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Unit normal, out of the second body (world).
    pub normal: Vector3<f64>,
    /// Restitution e: of the speed, the impulse or the root of the work, by the law.
    pub restitution: f64,
    /// Coefficient of friction mu.
    pub friction: f64,
    /// Least speed of separation after the impact (m/s), whatever the law says.
    pub lift: f64,
    /// Relative velocity of the first body to the second before the impact (m/s, world).
    pub before: Vector3<f64>,
    /// Its current value.
    pub now: Vector3<f64>,
    /// The impulse on the first body (N s, world).
    pub impulse: Vector3<f64>,
}

impl Hit {
    /// Returns a point of contact before its impact.
    #[must_use]
    pub fn new(
        normal: Vector3<f64>,
        (restitution, friction): (f64, f64),
        before: Vector3<f64>,
    ) -> Self {
        Hit {
            normal,
            restitution,
            friction,
            lift: 0.0,
            before,
            now: before,
            impulse: Vector3::zeros(),
        }
    }

    /// Returns the speed at which the bodies still approach (m/s).
    #[must_use]
    pub fn approach(&self) -> f64 {
        -self.now.dot(&self.normal)
    }

    /// Returns the velocity along the surface.
    fn sliding(&self) -> Vector3<f64> {
        self.now + self.normal * self.approach()
    }
}

/// The points of an impact that act on each other, and W between them (1/kg, by rows of 3 x 3 blocks).
#[derive(Clone, Debug, Default)]
pub struct ImpactPoints {
    /// The points.
    pub hits: Vec<Hit>,
    /// W of the first with the first, the second ..., then of the second.
    pub blocks: Vec<Matrix3<f64>>,
    /// The most points that acted on each other and were too many for the law, so that Newton's took its place; zero if there were none.
    pub crowd: usize,
    /// Asked whether to stop: the impulses are then unfinished.
    pub stop: StopSignal,
}

/// Change of velocity, in parts of the fastest approach, that counts as zero.
const NOTHING: f64 = 1e-14;

/// Speed of approach that an impact may leave, in parts of the fastest.
const LEFT: f64 = 1e-12;

/// Number of impacts at the same points, one after the other, after which a plastic one ends them.
const MOST_IMPACTS: usize = 40;

/// Energy that counts as rounding, in parts of what the impulses exchange.
const ROUNDING: f64 = 1e-9;

impl ImpactPoints {
    /// Finds the impulses by which nothing approaches any more. Returns the energy (J) that the law would have added: impulses are mixed with plastic
    /// ones until they add none, unless a restitution above 1 asks for it.
    pub fn resolve(&mut self, rule: ImpactRule) -> f64 {
        let n = self.hits.len();
        let mut prevented = 0.0;
        let mut seen = vec![false; n];
        for first in 0..n {
            if seen[first] {
                continue;
            }
            seen[first] = true;
            // The points that act on each other.
            let mut group = vec![first];
            let mut next = 0;
            while let Some(&i) = group.get(next) {
                for (j, seen) in seen.iter_mut().enumerate() {
                    if !*seen && self.blocks[i * n + j].amax() > 0.0 {
                        *seen = true;
                        group.push(j);
                    }
                }
                next += 1;
            }
            group.sort_unstable();
            let blocks = group
                .iter()
                .flat_map(|i| group.iter().map(move |j| i * n + j));
            let mut own = ImpactPoints {
                blocks: blocks.map(|at| self.blocks[at]).collect(),
                hits: group.iter().map(|&i| self.hits[i]).collect(),
                crowd: 0,
                stop: self.stop.clone(),
            };
            prevented += own.resolve_group(rule);
            self.crowd = self.crowd.max(own.crowd);
            for (&i, hit) in group.iter().zip(&own.hits) {
                self.hits[i] = *hit;
            }
        }
        prevented
    }

    /// Returns the fastest approach (m/s).
    fn fastest(&self) -> f64 {
        self.hits.iter().map(Hit::approach).fold(0.0, f64::max)
    }

    /// Resolves a group of points that act on each other.
    fn resolve_group(&mut self, rule: ImpactRule) -> f64 {
        let fastest = self.fastest();
        if fastest <= 0.0 {
            return 0.0;
        }
        self.go_on(rule, fastest);
        let prevented = match self.hits.iter().any(|hit| hit.restitution > 1.0) {
            true => 0.0,
            false => self.keep_energy(fastest, rule.law),
        };
        if self.hits.iter().any(|hit| hit.lift > -hit.approach()) {
            self.settle(|hit| hit.lift, |hit| hit.friction, fastest);
        }
        prevented
    }

    /// Makes impacts until nothing approaches: by Poisson's law, and by that of Chatterjee at several points, one may end with an approach.
    fn go_on(&mut self, rule: ImpactRule, fastest: f64) {
        for _ in 0..MOST_IMPACTS {
            if self.fastest() <= LEFT * fastest || self.stop.is_set() {
                return;
            }
            match (rule.law, &self.hits[..]) {
                (ImpactLaw::Chatterjee, _) => self.by_chatterjee(rule.tangential),
                (law, [hit]) => self.alone(0, hit.restitution, law),
                (law, hits) if law == ImpactLaw::Newton || hits.len() > spread::MOST_POINTS => {
                    if law != ImpactLaw::Newton {
                        self.crowd = self.hits.len();
                    }
                    let back = |hit: &Hit| hit.restitution * hit.approach().max(0.0);
                    self.settle(back, |hit| hit.friction, fastest);
                }
                (law, _) => self.spread(law),
            }
        }
        self.stop(fastest);
    }

    /// Makes a plastic impact.
    fn stop(&mut self, fastest: f64) {
        match &self.hits[..] {
            [_] => self.alone(0, 0.0, ImpactLaw::Stronge),
            _ => self.settle(|_| 0.0, |hit| hit.friction, fastest),
        }
    }

    /// Adds an impulse at a point, and what it changes at all points.
    fn push(&mut self, i: usize, impulse: &Vector3<f64>) {
        let n = self.hits.len();
        self.hits[i].impulse += impulse;
        for (hit, block) in self.hits.iter_mut().zip(self.blocks[i..].iter().step_by(n)) {
            hit.now += block * impulse;
        }
    }

    /// Returns the energy (J) that the impulses add.
    fn energy(&self) -> f64 {
        let works = self.hits.iter();
        let works = works.map(|hit| 0.5 * hit.impulse.dot(&(hit.before + hit.now)));
        works.sum()
    }
}
