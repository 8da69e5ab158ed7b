//! Exact direction of least depth of two solids of which one is round.
//!
//! Along a direction n the difference of the solids reaches h(n); its least value is the depth, or less the distance. There a point of the
//! difference is h n: P = sum of l_k v_k, with weights whose sum is 1, of the farthest points v_k along n of those features that all reach
//! h. As n turns by dn, the point v_k moves by K_k dn, with the radii of curvature K_k, and these conditions are solved by Newton's method
//! (the conditions of Karush, Kuhn and Tucker for the least of a maximum of smooth functions: Nocedal & Wright, *Numerical Optimization*, 2006,
//! 12.3 and 18.1).

use super::gjk::{self, Lie};
use super::smooth::Axes;
use super::support::{Pair, Side};
use nalgebra::{Matrix3, SMatrix, SVector, Vector3};

/// Distance at which solids are put beside each other, as a part of the size.
const BESIDE: f64 = 1e-4;

/// Most times that they are, and the turn of the direction (rad) from which Newton's method goes on.
const MOST_TIMES: usize = 12;
const SMALL_TURN: f64 = 1e-3;

/// Most steps of Newton's method, its largest one (rad), and the turn that is none.
const MOST_STEPS: usize = 10;
const LARGEST_TURN: f64 = 0.2;
const NO_TURN: f64 = 1e-14;

/// Weight of a feature that is rounding.
const NO_WEIGHT: f64 = 1e-9;

/// Features of both solids by their numbers: at most three pairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    pairs: [[u32; 2]; 3],
    count: usize,
}

impl Features {
    /// Takes those of some points of the difference, each once.
    pub fn of(corners: impl IntoIterator<Item = [u32; 2]>) -> Self {
        let mut all = Features {
            pairs: [[0; 2]; 3],
            count: 0,
        };
        for pair in corners {
            if all.count < 3 && !all.pairs[..all.count].contains(&pair) {
                all.pairs[all.count] = pair;
                all.count += 1;
            }
        }
        all
    }

    fn without(&self, number: usize) -> Self {
        let all = self.pairs[..self.count].iter().enumerate();
        Self::of(all.filter(|(i, _)| *i != number).map(|(_, pair)| *pair))
    }
}

impl Pair<'_> {
    /// Returns the direction of least exact depth to which a direction leads. If the second solid is put beside the first along it, the direction of
    /// their distance is nearer to that of the least depth, by the part that depth and distance are of the radius of the difference there. Where
    /// the features are known that are nearest to each other, they are tried first.
    pub fn nearest_from(&mut self, start: &Vector3<f64>, known: Option<Features>) -> Vector3<f64> {
        let (mut n, mut depth) = (*start, self.height(start));
        let exact = known.and_then(|features| self.stationary(start, features));
        if let Some(exact) = exact.filter(|n| self.height(n) <= depth) {
            return exact;
        }
        let (margin, beside) = (self.margin, BESIDE * self.size);
        self.margin = f64::INFINITY;
        for _ in 0..MOST_TIMES {
            let found = self.moved_by(&(n * (depth + beside)), |pair| gjk::lie(pair, &n));
            let Lie::Near(next, _, features) = found else {
                break;
            };
            if let Some(exact) = self.stationary(&next, features) {
                let below = self.height(&exact);
                if below <= depth {
                    n = exact;
                    break;
                }
            }
            let (turn, below) = ((next - n).norm(), self.height(&next));
            if below > depth {
                break;
            }
            (n, depth) = (next, below);
            if turn <= SMALL_TURN {
                break;
            }
        }
        self.margin = margin;
        n
    }

    /// Returns the direction near `start` at which some features reach equally far, and a point between theirs lies on it; without those
    /// whose weight would be negative.
    fn stationary(&self, start: &Vector3<f64>, features: Features) -> Option<Vector3<f64>> {
        let mut features = features;
        loop {
            let (n, weights) = self.newton(start, &features)?;
            let least = (0..features.count).min_by(|i, j| weights[*i].total_cmp(&weights[*j]))?;
            if weights[least] >= -NO_WEIGHT {
                return Some(n);
            }
            features = features.without(least);
        }
    }

    /// Returns the direction near `start` at which some features reach equally far, and the weights of their points.
    fn newton(
        &self,
        start: &Vector3<f64>,
        features: &Features,
    ) -> Option<(Vector3<f64>, [f64; 3])> {
        let count = features.count;
        let mut n = *start;
        let mut weights = [1.0 / count as f64; 3];
        let mut before = f64::INFINITY;
        for _ in 0..MOST_STEPS {
            let axes = Axes::along(&n);
            let across = [axes.u, axes.v];
            // The unknowns: the turn along both axes, the weights, and the height.
            let mut matrix = SMatrix::<f64, 6, 6>::identity();
            let mut right = SVector::<f64, 6>::zeros();
            let mut curvature = Matrix3::zeros();
            let mut sum = Vector3::zeros();
            let mut heights = [0.0; 3];
            for (k, pair) in features.pairs[..count].iter().enumerate() {
                let (p, a) = self.sides[0].feature(pair[0], &n)?;
                let (q, b) = self.sides[1].feature(pair[1], &-n)?;
                let point = p - q;
                curvature += (a + b) * weights[k];
                sum += point * weights[k];
                heights[k] = n.dot(&point);
                for (i, axis) in across.iter().enumerate() {
                    matrix[(i, 2 + k)] = axis.dot(&point);
                    matrix[(2 + k, i)] = axis.dot(&point);
                }
                matrix[(2 + k, 2 + k)] = 0.0;
                matrix[(2 + k, 5)] = -1.0;
                matrix[(5, 2 + k)] = -1.0;
            }
            let height = heights[..count].iter().sum::<f64>() / count as f64;
            for (i, one) in across.iter().enumerate() {
                for (j, two) in across.iter().enumerate() {
                    matrix[(i, j)] = one.dot(&(curvature * two));
                }
                matrix[(i, i)] -= n.dot(&sum);
                right[i] = -one.dot(&sum);
            }
            for k in 0..count {
                right[2 + k] = height - heights[k];
            }
            matrix[(5, 5)] = 0.0;
            right[5] = weights[..count].iter().sum::<f64>() - 1.0;
            let step = matrix.lu().solve(&right)?;
            let turn = axes.u * step[0] + axes.v * step[1];
            let size = turn.norm();
            if size.is_nan() || size > LARGEST_TURN {
                return None;
            }
            n = (n + turn).normalize();
            for k in 0..count {
                weights[k] += step[2 + k];
            }
            // What no longer halves is rounding.
            if size <= NO_TURN || size < SMALL_TURN && size > before / 2.0 {
                break;
            }
            before = size;
        }
        Some((n, weights))
    }
}

impl Side<'_> {
    /// Returns the farthest point of a feature along a unit vector, and its radii of curvature there; none where that is flat.
    fn feature(&self, number: u32, n: &Vector3<f64>) -> Option<(Vector3<f64>, Matrix3<f64>)> {
        let (point, curvature) = self.solid.feature(number, &self.own(n))?;
        Some((self.point(&point), self.turned_matrix(&curvature)))
    }
}
