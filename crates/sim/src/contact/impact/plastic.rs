//! Impulses at all points at once, from bounds on the velocities after them: Newton's law, and plastic impacts.
//!
//! Each normal velocity u < 0 becomes at least -e u, no impulse along the normal is negative, and the one along the surface stops sliding, up to mu times
//! the normal impulse. They are found by iterating over the points until nothing changes (projected Gauss-Seidel; Mirtich 1996 has the law for one point).
//!
//! With friction, Newton's law can add energy to an oblique impact (Kane & Levinson 1985; Stronge 2000, 3.3). Plastic impulses p0 (e = 0) never do,
//! and all mixtures p0 + x (p - p0) obey the bounds above, which are convex. Their energy is a quadratic function of x: where the whole p would
//! add energy, the largest x that adds none is taken.

use super::{Hit, ImpactLaw, ImpactPoints, LEFT, NOTHING, ROUNDING};
use crate::contact::{Cone, ConeLaw};
use nalgebra::Vector3;

/// Largest number of iterations over the points.
const ROUNDS: usize = 2000;

/// Change of velocity, in parts of the fastest approach, that may be rounding, where this number of iterations has not halved it.
const ROUNDED: f64 = 1e-9;
const IN_VAIN: usize = 30;

/// Precision of impulses that are followed in steps, in parts of the energy that they exchange.
const FOLLOWED: f64 = 1e-3;

impl ImpactPoints {
    /// Adds the impulses by which the speed of separation of each point becomes at least `wanted` (m/s), with the given friction.
    pub(super) fn settle(
        &mut self,
        wanted: impl Fn(&Hit) -> f64,
        friction: impl Fn(&Hit) -> f64,
        fastest: f64,
    ) {
        let n = self.hits.len();
        let wanted: Vec<f64> = self.hits.iter().map(wanted).collect();
        let mut added = vec![Vector3::<f64>::zeros(); n];
        let (mut least, mut in_vain) = (f64::INFINITY, 0);
        for _ in 0..ROUNDS {
            let mut change: f64 = 0.0;
            for i in 0..n {
                let own = self.blocks[i * n + i];
                let hit = &self.hits[i];
                let cone = Cone {
                    law: ConeLaw::Coulomb,
                    normal: hit.normal,
                    friction: friction(hit),
                    bias: 0.0,
                    plastic: None,
                    turning: None,
                };
                let by = hit.now - hit.normal * wanted[i];
                let step = cone.alone(&added[i], &by, &own) - added[i];
                added[i] += step;
                self.push(i, &step);
                change = change.max((own * step).norm());
            }
            in_vain += 1;
            if change < 0.5 * least {
                (least, in_vain) = (change, 0);
            }
            let is_rounding = change <= ROUNDED * fastest && in_vain >= IN_VAIN;
            if change <= NOTHING * fastest || is_rounding || self.stop.is_set() {
                break;
            }
        }
        self.part_one_by_one(fastest);
    }

    /// Stops the fastest approach that is left, by an impact of that point alone, until there is none: where friction couples points so strongly
    /// that the iteration does not end.
    fn part_one_by_one(&mut self, fastest: f64) {
        for _ in 0..ROUNDS {
            let approaching = self.hits.iter().map(Hit::approach).enumerate();
            let Some((i, left)) = approaching.max_by(|(_, a), (_, b)| a.total_cmp(b)) else {
                return;
            };
            if left <= LEFT * fastest || self.stop.is_set() {
                return;
            }
            self.alone(i, 0.0, ImpactLaw::Stronge);
        }
    }

    /// Mixes the impulses with plastic ones where they add energy. Returns the energy (J) that they would have added, unless the steps in which
    /// impulses are followed explain it.
    pub(super) fn keep_energy(&mut self, fastest: f64, law: ImpactLaw) -> f64 {
        let added = self.energy();
        let exchanged = |hit: &Hit| hit.impulse.norm() * (hit.before.norm() + hit.now.norm());
        let exchanged: f64 = self.hits.iter().map(exchanged).sum();
        if added <= ROUNDING * exchanged {
            return 0.0;
        }
        let by_law = self.hits.clone();
        for hit in &mut self.hits {
            (hit.now, hit.impulse) = (hit.before, Vector3::zeros());
        }
        self.stop(fastest);
        // The energy c0 + c1 x + c2 x^2, which is not positive at x = 0.
        let c0 = self.energy().min(0.0);
        let (mut c1, mut c2) = (0.0, 0.0);
        for (plastic, whole) in self.hits.iter().zip(&by_law) {
            let more = whole.impulse - plastic.impulse;
            let faster = whole.now - plastic.now;
            c1 += 0.5 * (more.dot(&(plastic.before + plastic.now)) + plastic.impulse.dot(&faster));
            c2 += 0.5 * more.dot(&faster);
        }
        let root = c1 + (c1 * c1 - 4.0 * c2 * c0).max(0.0).sqrt();
        let part = match root > 0.0 {
            true => (-2.0 * c0 / root).min(1.0),
            false => 0.0,
        };
        for (hit, whole) in self.hits.iter_mut().zip(&by_law) {
            hit.impulse += (whole.impulse - hit.impulse) * part;
            hit.now += (whole.now - hit.now) * part;
        }
        let explained = match law {
            ImpactLaw::Newton => 0.0,
            _ => FOLLOWED * exchanged,
        };
        if added > explained { added } else { 0.0 }
    }
}
