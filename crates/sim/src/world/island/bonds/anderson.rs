//! Anderson's extrapolation of a sequence s, g(s), g(g(s)) ... towards s = g(s).

use nalgebra::{SMatrix, SVector};

/// Most earlier members of the sequence that are combined.
const DEPTH: usize = 5;

/// The part of the trace by which the matrix of the least squares is kept regular.
const REGULAR: f64 = 1e-14;

/// The last members of a sequence (Walker & Ni, *Anderson acceleration for fixed-point iterations*, SIAM J. Numer. Anal. 49, 2011, 1715).
#[derive(Clone, Debug, Default)]
pub(super) struct Anderson {
    /// The last s and g(s) - s.
    last: [Vec<f64>; 2],
    /// Their changes up to the last one, in a ring.
    changes: [[Vec<f64>; 2]; DEPTH],
    /// Number of changes that were stored.
    count: usize,
    has_last: bool,
}

impl Anderson {
    /// Forgets the sequence.
    pub fn restart(&mut self) {
        self.count = 0;
        self.has_last = false;
    }

    /// Replaces s by the next member, where `left` is g(s) - s: the combination of the last members whose `left` would be the least if
    /// it were linear.
    pub fn advance(&mut self, s: &mut [f64], left: &[f64]) {
        if self.has_last {
            let ring = &mut self.changes[self.count % DEPTH];
            self.count += 1;
            for ((change, now), before) in ring.iter_mut().zip([&*s, left]).zip(&self.last) {
                change.clear();
                change.extend(now.iter().zip(before).map(|(now, before)| now - before));
            }
        }
        for (last, now) in self.last.iter_mut().zip([&*s, left]) {
            last.clear();
            last.extend_from_slice(now);
        }
        self.has_last = true;
        let known = self.count.min(DEPTH);
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let mut normal = SMatrix::<f64, DEPTH, DEPTH>::identity();
        let mut right = SVector::<f64, DEPTH>::zeros();
        for i in 0..known {
            let one = &self.changes[i][1];
            right[i] = dot(one, left);
            for j in 0..known {
                normal[(i, j)] = dot(one, &self.changes[j][1]);
            }
        }
        let trace: f64 = (0..known).map(|i| normal[(i, i)]).sum();
        for i in 0..known {
            normal[(i, i)] += REGULAR * trace;
        }
        let parts = match normal.cholesky() {
            Some(factors) if known > 0 => factors.solve(&right),
            _ => SVector::zeros(),
        };
        for (k, (s, left)) in s.iter_mut().zip(left).enumerate() {
            let back = (0..known).map(|i| {
                let [ways, lefts] = &self.changes[i];
                parts[i] * (ways[k] + lefts[k])
            });
            *s += left - back.sum::<f64>();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A linear map that contracts slowly, and one that leads away, arrive in as many steps as they have dimensions, and one.
    #[test]
    fn linear_maps_arrive() {
        for scale in [0.9, 1.3] {
            let g = |s: &[f64]| {
                let [x, y, z] = [s[0], s[1], s[2]];
                [
                    scale * (0.8 * x - 0.5 * y) + 1.0,
                    scale * (0.5 * x + 0.8 * y) - 2.0,
                    0.5 * scale * z + 0.1 * x,
                ]
            };
            let mut s = [0.0; 3];
            let mut all = Anderson::default();
            let mut left = [0.0; 3];
            for _ in 0..6 {
                let next = g(&s);
                left = [0, 1, 2].map(|k| next[k] - s[k]);
                all.advance(&mut s, &left);
            }
            assert!(left.iter().all(|x| x.abs() < 1e-8), "{left:?}");
        }
    }
}
