//! The energy of impacts of rigid contacts: Newton's law must not add any.

use super::*;

/// Energy that counts as rounding, in parts of what the forces exchange.
const NO_ENERGY: f64 = 1e-9;

impl Bonds {
    /// Whether a contact bounces, by a law that returns no more than it takes.
    pub(super) fn bounces(&self) -> bool {
        let mut cones = self.coupled.iter().filter_map(|bond| bond.cone);
        cones.any(|of| of.cone.plastic.is_some())
    }

    /// Returns the energy (J) that the forces of the rigid contacts add in a step of `h` seconds, and the sum of what they take and return.
    fn energy_of_cones(&self, corpora: &[Corpus], members: &[usize], h: f64) -> [f64; 2] {
        let mut sums = [0.0; 2];
        let cones = self.coupled.iter().filter(|bond| bond.cone.is_some());
        let changes = self.changes_of_cones(corpora, members);
        for ((bond, force), [one, two]) in cones.zip(self.forces_of_cones()).zip(changes) {
            let Some(of) = bond.cone else { continue };
            let before = bond.known * -h - of.cone.normal * of.cone.bias;
            let change = (one - two) * (h / 2.0);
            sums[0] += force.dot(&(before + change)) * h;
            sums[1] += force.norm() * (before.norm() + change.norm()) * h;
        }
        sums
    }

    /// Mixes the forces with those of a plastic impact where they would add energy: the allowed forces are convex, and the energy is a
    /// quadratic function of the part of each.
    pub(super) fn keep_energy(
        &mut self,
        corpora: &[Corpus],
        members: &[usize],
        fastest: f64,
        h: f64,
    ) -> bool {
        let [added, exchanged] = self.energy_of_cones(corpora, members, h);
        if added <= NO_ENERGY * exchanged {
            return true;
        }
        let (forces, x) = (self.forces.clone(), self.x.clone());
        for bond in &mut self.coupled {
            if let Some(of) = &mut bond.cone {
                let softer = of.cone.plastic.unwrap_or(of.cone.bias) - of.cone.bias;
                of.toward -= of.cone.normal * (softer / h);
                bond.known -= of.cone.normal * (softer / h);
                of.cone.bias += softer;
            }
        }
        if !self.arrive(fastest) {
            return false;
        }
        let mix = |bonds: &mut Self, by: f64, from: &(Vec<f64>, Vec<f64>)| {
            let mixed = |into: &mut [f64], plastic: &[f64], whole: &[f64]| {
                let all = into.iter_mut().zip(plastic.iter().zip(whole));
                all.for_each(|(into, (p, w))| *into = p + by * (w - p));
            };
            mixed(&mut bonds.forces, &from.0, &forces);
            mixed(&mut bonds.x, &from.1, &x);
        };
        let plastic = (self.forces.clone(), self.x.clone());
        // The energy c0 + c1 s + c2 s^2 of the part s.
        let c0 = self.energy_of_cones(corpora, members, h)[0];
        if c0 >= 0.0 || self.residual_of_cones.missed {
            // Bodies that overlap are lifted, or nothing better was found.
            mix(self, 1.0, &plastic);
            return true;
        }
        mix(self, 0.5, &plastic);
        let half = self.energy_of_cones(corpora, members, h)[0];
        let c2 = 2.0 * (added + c0) - 4.0 * half;
        let c1 = added - c0 - c2;
        let root = c1 + (c1 * c1 - 4.0 * c2 * c0).max(0.0).sqrt();
        let part = match root > 0.0 {
            true => (-2.0 * c0 / root).min(1.0),
            false => 0.0,
        };
        mix(self, part, &plastic);
        self.residual_of_cones.prevented = added;
        true
    }
}
