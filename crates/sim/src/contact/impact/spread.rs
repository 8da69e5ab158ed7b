//! An impact at several points at once: each is a spring that is compressed and released while the bodies do not move yet, and all springs are equally
//! stiff (Liu, Zhao & Brogliato, *Frictionless multiple impacts in multibody systems I*, Proceedings of the Royal Society A 464, 2008; with Stronge's
//! energetic restitution and Coulomb's friction at each point).
//!
//! The force F of a spring grows by -u and shrinks by u/e^2, so that it returns e^2 of its work: of a point that is alone this is Stronge's law. By
//! Poisson's law it shrinks until it has given back e of its impulse. A step adds the impulse of the normal forces, with friction as at its end (Moreau),
//! and takes the forces half before and half after it (Verlet).

use super::{Hit, ImpactLaw, ImpactPoints};
use nalgebra::Vector3;
use std::cmp::Ordering;
use std::f64::consts::{FRAC_PI_2, TAU};

/// Steps in the period of the fastest oscillation.
pub(super) const STEPS: f64 = 400.0;

/// Largest number of steps.
const MOST_STEPS: usize = 400_000;

/// Restitution below which a point returns nothing.
const LEAST: f64 = 0.02;

/// Largest number of iterations for the friction of a step, and the change of velocity at which they end, in parts of the fastest approach.
const MOST_SWEEPS: usize = 100;
const ENOUGH: f64 = 1e-11;

/// Most points at once that are followed: the work grows with the cube of their number and more.
pub(super) const MOST_POINTS: usize = 24;

/// Speed, in parts of the fastest approach, below which a released point does not approach again.
const APPROACHES: f64 = 1e-9;

/// The spring at a point.
#[derive(Clone, Copy, Debug, Default)]
struct Spring {
    /// Its force.
    force: f64,
    /// The impulse that it may still give back by Poisson's law.
    rest: f64,
    release: Option<Release>,
    /// The normal velocity in the last half step.
    last: f64,
    /// The impulse of friction in the last step.
    rubbing: Vector3<f64>,
}

/// A release by Poisson's law: force F cos(x), impulse still to come R (1 - sin(x)), with dx/dt = F/R.
#[derive(Clone, Copy, Debug)]
struct Release {
    /// F and R.
    force: f64,
    rest: f64,
    /// x.
    phase: f64,
}

impl Spring {
    /// Changes the force in half a step of `h`, at a normal velocity `u`.
    fn goes_on(&mut self, u: f64, h: f64, e: f64, law: ImpactLaw) {
        if (u > 0.0) != (self.last > 0.0) {
            // The velocity passed zero within a step of 2 h, at the part s of it; what is given back grew until then, or shrank.
            let s = self.last / (self.last - u);
            let more = (1.0 + e) * self.force * (2.0 * s - 1.0) * h;
            self.rest = (self.rest + more * u.signum()).max(0.0);
        }
        self.last = u;
        if u <= 0.0 {
            let before = self.force;
            self.force -= u * h;
            self.rest += e * (before + self.force) / 2.0 * h;
            self.release = None;
            return;
        }
        if e < LEAST {
            self.force = 0.0;
            return;
        }
        if law == ImpactLaw::Poisson {
            let (force, rest) = (self.force, self.rest);
            let begun = Release {
                force,
                rest,
                phase: 0.0,
            };
            let release = self.release.get_or_insert(begun);
            release.phase += release.force / release.rest * h;
            let ended = release.phase.partial_cmp(&FRAC_PI_2) != Some(Ordering::Less);
            let (sine, cosine) = if ended {
                (1.0, 0.0)
            } else {
                libm::sincos(release.phase)
            };
            self.force = release.force * cosine;
            self.rest = release.rest * (1.0 - sine);
            return;
        }
        self.force = (self.force - u * h / (e * e)).max(0.0);
    }
}

impl ImpactPoints {
    /// Adds the impulses of one impact at all points.
    pub(super) fn spread(&mut self, law: ImpactLaw) {
        self.spread_by(law, STEPS);
    }

    /// Adds the impulses of one impact at all points, in so many steps in the period of the fastest oscillation.
    pub(super) fn spread_by(&mut self, law: ImpactLaw, steps: f64) {
        let n = self.hits.len();
        let fastest = self.fastest();
        let bounces = |hit: &&Hit| hit.restitution >= LEAST;
        let e = self.hits.iter().filter(bounces).map(|hit| hit.restitution);
        let e = e.fold(1.0, f64::min);
        if !self.hits.iter().any(|hit| bounces(&hit)) {
            self.settle(|_| 0.0, |hit| hit.friction, fastest);
            return;
        }
        // The largest eigenvalue of the normal part of W is at most the largest sum of a row.
        let row = |i: usize| (0..n).map(|j| self.along(i, j).abs()).sum::<f64>();
        let stiffest = (0..n).map(row).fold(0.0, f64::max);
        if stiffest <= 0.0 {
            return;
        }
        let h = TAU / stiffest.sqrt() / steps * e;
        let mut springs = vec![Spring::default(); n];
        for _ in 0..MOST_STEPS {
            for (spring, hit) in springs.iter_mut().zip(&self.hits) {
                spring.goes_on(-hit.approach(), h / 2.0, hit.restitution, law);
            }
            let acting =
                |(_, of): &(usize, &Spring)| of.force > 0.0 || of.rubbing != Vector3::zeros();
            for (i, spring) in springs.iter().enumerate().filter(acting) {
                let pressing = self.hits[i].normal * (spring.force * h);
                self.push(i, &(pressing + spring.rubbing));
            }
            self.rub(&mut springs, h, ENOUGH * fastest);
            let mut acts = false;
            for (spring, hit) in springs.iter_mut().zip(&self.hits) {
                let u = -hit.approach();
                spring.goes_on(u, h / 2.0, hit.restitution, law);
                acts |= spring.force > 0.0 || u < -APPROACHES * fastest;
            }
            if !acts || self.stop.is_set() {
                return;
            }
        }
    }

    /// Returns W between the normals of two points.
    fn along(&self, i: usize, j: usize) -> f64 {
        let block = self.blocks[i * self.hits.len() + j];
        self.hits[i].normal.dot(&(block * self.hits[j].normal))
    }

    /// Finds the impulses of friction in a step of `h`: they oppose the sliding at its end, or hold the point.
    fn rub(&mut self, springs: &mut [Spring], h: f64, enough: f64) {
        let n = self.hits.len();
        for _ in 0..MOST_SWEEPS {
            let mut change: f64 = 0.0;
            for (i, spring) in springs.iter_mut().enumerate() {
                let most = self.hits[i].friction * spring.force * h;
                if most <= 0.0 && spring.rubbing == Vector3::zeros() {
                    continue;
                }
                let own = self.blocks[i * n + i];
                let easiest = own.trace() - self.along(i, i);
                let mut wanted = spring.rubbing;
                if easiest > 0.0 {
                    wanted -= self.hits[i].sliding() / easiest;
                }
                let size = wanted.norm();
                if size > most {
                    wanted *= most / size;
                }
                let step = wanted - spring.rubbing;
                spring.rubbing = wanted;
                self.push(i, &step);
                change = change.max((own * step).norm());
            }
            if change <= enough {
                break;
            }
        }
    }
}
