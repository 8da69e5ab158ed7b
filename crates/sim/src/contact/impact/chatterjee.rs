//! The algebraic law of Chatterjee & Ruina, *A new algebraic rigid-body collision law based on impulse space considerations*, Journal of Applied
//! Mechanics 65, 1998 (Fontijne 2000, 3.4.3).

use super::ImpactPoints;
use nalgebra::{DMatrix, DVector, Vector3};

/// Singular values of W that count as zero, in parts of the largest.
const SINGULAR: f64 = 1e-12;

impl ImpactPoints {
    /// Adds (1 + e) p_I + (1 + e_t) (p_II - p_I), where p_I stops the approach without friction and p_II stops the points; where friction cannot
    /// bear it, 1 + e_t becomes the largest factor kappa with which it can. At several points p_I and p_II are found for all at once.
    pub(super) fn by_chatterjee(&mut self, tangential: f64) {
        let fastest = self.fastest();
        let mut one = self.clone();
        one.settle(|_| 0.0, |_| 0.0, fastest);
        let stopping = self.stopping(&one);
        for (i, stop) in stopping.into_iter().enumerate() {
            let hit = self.hits[i];
            let first = hit.normal * (one.hits[i].impulse - hit.impulse).dot(&hit.normal);
            let pressed = first.dot(&hit.normal);
            if pressed <= 0.0 {
                continue;
            }
            let second = stop - first;
            let across = second - hit.normal * second.dot(&hit.normal);
            let most = |kappa: f64| {
                hit.friction * ((1.0 + hit.restitution) * pressed + kappa * second.dot(&hit.normal))
            };
            let mut kappa = 1.0 + tangential;
            if kappa * across.norm() > most(kappa) {
                let beyond = across.norm() - hit.friction * second.dot(&hit.normal);
                kappa = (hit.friction * (1.0 + hit.restitution) * pressed / beyond).min(kappa);
            }
            self.push(i, &(first * (1.0 + hit.restitution) + second * kappa));
        }
    }

    /// Returns the impulses that stop all points that press in `pressing`, the smallest where they are not unique.
    fn stopping(&self, pressing: &ImpactPoints) -> Vec<Vector3<f64>> {
        let n = self.hits.len();
        let presses = |&i: &usize| pressing.hits[i].impulse != self.hits[i].impulse;
        let at: Vec<usize> = (0..n).filter(presses).collect();
        let mut w = DMatrix::zeros(3 * at.len(), 3 * at.len());
        let mut u = DVector::zeros(3 * at.len());
        for (row, &i) in at.iter().enumerate() {
            u.fixed_rows_mut::<3>(3 * row).copy_from(&-self.hits[i].now);
            for (column, &j) in at.iter().enumerate() {
                let mut block = w.fixed_view_mut::<3, 3>(3 * row, 3 * column);
                block.copy_from(&self.blocks[i * n + j]);
            }
        }
        let mut all = vec![Vector3::zeros(); n];
        let least = SINGULAR * w.amax();
        if let Ok(p) = w.svd(true, true).solve(&u, least) {
            for (row, &i) in at.iter().enumerate() {
                all[i] = p.fixed_rows::<3>(3 * row).into();
            }
        }
        all
    }
}
